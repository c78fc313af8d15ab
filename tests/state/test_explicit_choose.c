/* Which velocities become dependent: what the model names, the simplest form, the best conditioned one. */
#include "explicit_checks.h"

#define SPEED "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint c: x'^2 + y'^2 + z'^2 = 9\n"

/* The dependent velocities, as the names of their coordinates, at a state with these velocities and coordinates 0.5. */
static explicit_case chosen_at(nh_context *context, const char *text, const double *v) {
    explicit_case c = case_of(subject_of_text(context, text));
    for (uint32_t i = 0; i < c.s.n; i++) c.s.state.q[i] = 0.5;
    memcpy(c.s.state.v, v, c.s.n * sizeof *v);
    case_choose(&c);
    return c;
}

static void check_chosen(nh_context *context, const char *text, const double *v, const char *wanted, bool refused) {
    explicit_case c = chosen_at(context, text, v);
    char found[100] = "";
    for (uint32_t d = 0; d < c.k; d++)
        strcat(found, nh_name_text(context, c.s.model->coordinates.items[c.dependent[d]].name));
    if (strcmp(found, wanted) != 0 || c.refused != refused)
        fail_msg("%s: %s, refused %d; not %s, %d", text, found, c.refused, wanted, refused);
    subject_end(&c.s);
}

PROTECTED_TEST(named) {
    check_chosen(context, SPEED "independent x', y'\n", (double[]){2, 2, 1}, "z", false);
    check_chosen(context, SPEED "independent z', y'\n", (double[]){2, 2, 1}, "x", false);
    check_chosen(context, SPEED "independent y'\n", (double[]){1, 2, 2}, "z", false);
    check_chosen(context, SPEED "independent y'\n", (double[]){2, 2, 1}, "x", false);
}

PROTECTED_TEST(refused) {
    check_chosen(context, SPEED "independent x', y'\n", (double[]){3, 0, 0}, "x", true);
    check_chosen(context, SPEED "independent x', y'\n", (double[]){3, 0, 1e-16}, "x", true);
    check_chosen(context, SPEED "independent x'\n", (double[]){3, 0, 0}, "x", true);
    check_chosen(context, SPEED "independent x', y', z'\n", (double[]){1, 2, 2}, "z", true);
    const char *linear = "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint c: x' = y'\nindependent x', y'\n";
    check_chosen(context, linear, (double[]){1, 1, 1}, "y", true);
}

PROTECTED_TEST(simplest) {
    const char *start = "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\n";
    nh_arena *arena = nh_arena_create(context);
    const struct {
        const char *row, *wanted;
    } cases[] = {
        {"constraint c: x' + y' + z' = 0\n", "z"},                   /* the last of equals */
        {"constraint c: x' - 5*x*y' - 7*z*z' = 0\n", "x"},           /* no denominator, though the smallest */
        {"constraint c: x'/10^8 - x*y' - z*z'/2 = 0\n", "y"},        /* but not as small as that */
        {"constraint c: x'*z*3 - 5*y'*z'^2 = 0\n", "x"},             /* linear before radical */
        {"constraint c: x' + y'^2 - z'^4 = 0\n", "x"},               /* polynomial before radical */
        {"constraint c: x'*y' - z'^2 = 0\n", "y"},                   /* rational before radical, and the larger one */
        {"constraint c: sqrt(1 + x'^2) - z' + x' = 0\n", "x"},       /* rational after squaring */
        {"constraint c: sin(x') + x' - z'^2*x + y'^2*y = 0\n", "z"}, /* radical before implicit */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "%s%s", start, cases[i].row);
        check_chosen(context, nh_text_string(&text), (double[]){2, 1, 1.5}, cases[i].wanted, false);
    }
}

/* ---- numbers as coefficients: all forms are equally simple, and conditioning decides ---- */

static const char *random_rows(nh_arena *arena, nh_random *random, uint32_t n, uint32_t k, bool is_dense) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "coord q[1..%u]\nkinetic sum(i=1..%u, q[i]'^2)\n", n, n);
    for (uint32_t r = 0; r < k; r++) {
        nh_text_format(&text, "constraint c%u: 1 = 0", r);
        for (uint32_t i = 0; i < n; i++)
            if (is_dense || i % k == r || nh_random_below(random, n) < 4)
                nh_text_format(&text, " + %d/100*q[%u]'", (int)nh_random_between(random, 1, 200) - 100, i + 1);
        nh_text_add(&text, "\n");
    }
    return nh_text_string(&text);
}

static void check_random(nh_context *context, nh_random *random, uint32_t n, uint32_t k, bool is_dense, double most) {
    nh_arena *arena = nh_arena_create(context);
    explicit_case c = case_of(subject_of_text(context, random_rows(arena, random, n, k, is_dense)));
    assert_true(nh_states_random(c.s.states, random, 0, 10, &c.s.state));
    case_choose(&c);
    assert_int_equal(c.k, k);
    assert_false(c.refused);
    double steepness = case_steepness(&c);
    if (!(steepness <= most)) fail_msg("n %u, k %u: %g", n, k, steepness);
    case_check_alpha(&c, "random rows", 1e-7);
    subject_end(&c.s);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(conditioning) {
    nh_random random = nh_random_make(test_seed(), 71);
    for (int i = 0; i < test_count(5); i++) {
        /* the largest minor of all: no exchange enlarges it */
        check_random(context, &random, 8, 3, true, 1 + 1e-9);
        check_random(context, &random, 6, 5, true, 1 + 1e-9);
        check_random(context, &random, 9, 1, true, 1 + 1e-9);
        /* no exchange enlarges it by half */
        check_random(context, &random, 30, 10, true, 1.5 + 1e-9);
    }
    /* by sparse means: not steep */
    check_random(context, &random, 260, 60, false, 1e5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(named), cmocka_unit_test(refused), cmocka_unit_test(simplest),
                                       cmocka_unit_test(conditioning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
