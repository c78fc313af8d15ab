/* Every built-in model is read without a warning, moves to its end as it stands, keeps its constraints to rounding and
 * its invariants to the tolerance; what it claims is true along the motion; and it says where it is from, how to move,
 * what to examine and what to draw. */
#include <stdio.h>

#include "gallery.h"

#define ROUNDING 1e-13
#define TOLERANCE 1e-8

static void check_remarks(const nh_context *context, const char *name) {
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity != NH_SEVERITY_NOTE) fail_msg("%s: %s", name, diag->sentence);
    }
}

static void check_error(const char *name, const char *what, const char *which, double error, double most) {
    if (!(error <= most)) fail_msg("%s: %s %s: %g", name, what, which, error);
}

static void check_motion(const gallery_motion *motion, const char *name) {
    check_error(name, "the constraints", "", motion->info.residual, ROUNDING);
    check_error(name, "the energy", "", motion->info.energy_error, TOLERANCE);
    for (size_t i = 0; i < motion->info.invariants; i++) {
        nh_run_invariant invariant;
        assert_int_equal(nh_run_get_invariant(motion->run, i, &invariant), NH_OK);
        double error = invariant.drift / fmax(fabs(invariant.start), 1);
        check_error(name, "the invariant", invariant.name, error, TOLERANCE);
    }
    for (size_t i = 0; i < motion->info.claims; i++) {
        nh_run_claim claim;
        assert_int_equal(nh_run_get_claim(motion->run, i, &claim), NH_OK);
        check_error(name, "the claim", claim.name, claim.error, TOLERANCE);
    }
}

static void check_model(const gallery_motion *motion, const nh_builtin *builtin) {
    nh_model_info info;
    assert_int_equal(nh_model_get_info(motion->model, &info), NH_OK);
    if (info.watches + info.invariants == 0) fail_msg("%s: there is nothing to look at", builtin->name);
    if (!info.has_span || info.initial_values == 0) fail_msg("%s: it does not say how to move", builtin->name);
    if (info.drawings == 0) fail_msg("%s: it does not say what to draw", builtin->name);
    if (motion->info.steps < 3) fail_msg("%s: that is no motion", builtin->name);
    char first[200];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(builtin->text, "\n"), builtin->text);
    assert_non_null(strstr(first, builtin->reference));
}

static void test_model(void **state) {
    const nh_builtin *builtin = *state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = builtin->name});
    check_remarks(motion.context, builtin->name);
    check_motion(&motion, builtin->name);
    check_model(&motion, builtin);
    gallery_close(&motion);
}

int main(void) {
    enum { MOST = 200, LEAST = 74 };
    static struct CMUnitTest tests[MOST];
    size_t count = nh_builtin_count();
    if (count > MOST || count < LEAST) return 1;
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            .name = nh_builtin_at(i)->name, .test_func = test_model, .initial_state = (void *)nh_builtin_at(i)};
    return _cmocka_run_group_tests("gallery", tests, count, NULL, NULL);
}
