/* What a reading stops at: 20 errors for the text and all options together, functions that call themselves. */
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/limits.h"
#include "lang/lang.h"

static size_t errors_of(const nh_context *context, const char *code) {
    size_t errors = 0;
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        errors += diag->severity == NH_SEVERITY_ERROR && (code == NULL || strcmp(diag->code, code) == 0);
    }
    return errors;
}

/* Reads a text that is wrong; returns the first error. */
static const nh_diag *first_error(nh_context *context, const nh_read_def *def, const char *text) {
    nh_status status;
    size_t before = nh_context_diag_count(context);
    assert_null(nh_lang_read(context, def, text, strlen(text), &status));
    while (nh_context_diag(context, before)->severity != NH_SEVERITY_ERROR) before++;
    return nh_context_diag(context, before);
}

PROTECTED_TEST(options_count_too) {
    static const char *const wrong[] = {
        "a = $ $ $ $ $ $ $ $", "b = ", "c[", "m = q", "m = q + q", "$ $ $ $ $ $ $ $ $", "x = §§§§§§§§§§§§§§§§§§§"};
    static const char *const inits[] = {"x = q", "$ $ $ $ $ $ $ $ $", "x = ", "v = 1", "w = 1", "x' = x'' + r"};
    const char *text = "param m\ncoord x\nkinetic m*x'^2\nlet a = u\nlet b = u1\nlet c = u2\nlet d = u3\n";
    nh_read_def def = nh_default_read();
    def.set = (nh_strings){wrong, sizeof wrong / sizeof *wrong};
    def.init = (nh_strings){inits, sizeof inits / sizeof *inits};
    nh_status status;
    assert_null(nh_lang_read(context, &def, text, strlen(text), &status));
    assert_int_equal(errors_of(context, NULL), 20);
    assert_int_equal(status, NH_E_USAGE);
}

/* After the 20th error nothing is reported, and what is wrong is still seen as wrong. */
PROTECTED_TEST(silent_errors_count) {
    char text[2000] = "coord x\nkinetic x'^2\n";
    for (int i = 0; i < 25; i++) strcat(text, "let a = b\n");
    strcat(text, "function f(s) = s + \nforce q[i]: f(1) for i = 1..1000000\n");
    static const char *const wrong[] = {"m", "= 3", "f(s)", "[1] = 2"}, *const inits[] = {"x", "= 3"};
    nh_read_def def = nh_default_read();
    def.set = (nh_strings){wrong, 4};
    def.init = (nh_strings){inits, 2};
    nh_status status;
    assert_null(nh_lang_read(context, &def, text, strlen(text), &status));
    assert_int_equal(errors_of(context, NULL), 20);
    assert_true(((const nh_pulse *)context)->work < 100000); /* one of a million members is enough */
}

PROTECTED_TEST(functions_call_earlier_ones) {
    nh_read_def def = nh_default_read();
    static const char *const texts[] = {
        "coord x\nkinetic x'^2\nfunction f(s) = 1 + f(s+1)\npotential f(x)\n",
        "coord x\nkinetic x'^2\nfunction f[i=1..3](s) = f[4-i](s)\npotential f[1](x) + f[3](x)\n",
        "coord x\nkinetic x'^2\nfunction f(s) = f'(s)\npotential f(x)\n",
        "coord x\nkinetic x'^2\nfunction f(s) = diff(f, 1)(s)\npotential f(x)\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(first_error(context, &def, texts[i])->code, "declared-later");
    const char *good = "coord x\nkinetic x'^2\nfunction f[0](s) = s\nfunction f[i=1..3](s) = f[i-1](s)^2\n"
                       "potential f[3](x)\n";
    nh_status status;
    nh_model *model = nh_lang_read(context, &def, good, strlen(good), &status);
    assert_int_equal(status, NH_OK);
    nh_model_destroy(model);
}

/* Members are counted before the first is made: what has too many takes no memory. */
static void families_are_counted_first(void **state) {
    (void)state;
    static const char *const texts[] = {
        "coord x[1..100000, 1..100000]",
        "coord x[i=1..10000, j=1..i]",
        "param m[1..5000, 1..5000] = 1",
        "const c[1..5000, 1..5000] = 1",
        "function f[1..5000, 1..5000](s) = s",
        "coord x\nlet a[i=1..300, 1..300, 1..300] = i*x",
        "coord x\npoint P[1..5000, 1..5000] = [x, 0, 0] mass 1",
        "coord x\nbody B[1..5000, 1..5000] { at [x, 0, 0], mass 1 }",
        "coord x\nconstraint c[i=1..5000, j=1..5000]: x' = i",
        "coord x\ncondition c[i=1..5000, j=1..5000]: x' = i",
        "coord x\nquasi w[i=1..5000, j=1..5000] = x'",
        "coord x\nkinetic x'^2\nwatch w[i=1..5000, j=1..5000] = x",
        "coord x\npotential i*x for i = 1..5000, j = 1..5000",
        "coord x\ndraw trail [x, i, j] for i = 1..5000, j = 1..5000",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nh_context *context = test_context();
        nh_read_def def = nh_default_read();
        nh_model *model;
        assert_int_equal(nh_model_read(context, &def, texts[i], strlen(texts[i]), &model), NH_E_LIMIT);
        if (errors_of(context, "members-limit") != 1) fail_msg("%s: %s", texts[i], test_last_code(context));
        if (nh_context_memory_peak(context) > 4000000) fail_msg("%s: much memory", texts[i]);
        nh_context_destroy(context);
    }
}

/* The bounds of indices are as they were: triangles, empty ones, consts that are made from those before. */
PROTECTED_TEST(families_of_several_indices) {
    static const struct {
        const char *text;
        size_t coordinates;
    } known[] = {
        {"coord x[i=1..3, j=i..3]\nkinetic x[1,1]'^2", 6},
        {"coord x\ncoord y[i=1..3, j=1..0]\nkinetic x'^2", 1},
        {"coord x[i=1..2, j=1..i, k=j..2]\nkinetic x[1,1,1]'^2", 5},
        {"const c[1,1] = 2\nconst c[i=2..4, j=1..c[i-1,1]] = 2\ncoord x[1..c[4,2]]\nkinetic x[1]'^2", 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        nh_read_def plain = nh_default_read();
        nh_status status;
        nh_model *model = nh_lang_read(context, &plain, known[i].text, strlen(known[i].text), &status);
        if (model == NULL) fail_msg("%s", known[i].text);
        assert_int_equal(model->coordinates.count, known[i].coordinates);
        nh_model_destroy(model);
    }
    nh_read_def def = nh_default_read();
    const nh_diag *wrong = first_error(context, &def, "coord x[i=1..3, j=1..y]\nkinetic x[1,1]'^2\n");
    assert_string_equal(wrong->code, "unknown-name");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_count_too),           cmocka_unit_test(silent_errors_count),
        cmocka_unit_test(functions_call_earlier_ones), cmocka_unit_test(families_are_counted_first),
        cmocka_unit_test(families_of_several_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
