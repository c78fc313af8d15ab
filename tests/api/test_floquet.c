/* Monodromy matrices and multipliers against closed forms, the boundaries of Mathieu's equation, and the eigenvalues of
 * steady motions; errors that are told are not exceeded; what is no periodic motion. */
#include <math.h>
#include <nonholo/floquet.h>
#include <string.h>

#include "support.h"

#define PI 3.14159265358979323846
#define DAMPED                                                                                                         \
    "param w = 2, d = 1/5\ncoord x\nkinetic x'^2/2\npotential w^2*x^2/2\nforce x: -d*x'\ninit x = 0, x' = 0\n"
#define FREE "param w = 2\ncoord x\nkinetic x'^2/2\npotential w^2*x^2/2\ninit x = 1, x' = 0\n"
#define MATHIEU "param a = 1, q = 1\ncoord y\nkinetic y'^2/2\npotential (a - 2*q*cos(2*t))*y^2/2\ninit y = 0, y' = 0\n"
#define SLEIGH                                                                                                         \
    "param c = 1/2\ncoord x, y, th\nbody B { at [x + c*cos(th), y + c*sin(th)], rotation Rz(th), mass 1, inertia 1/2 " \
    "}\n"                                                                                                              \
    "constraint edge: x'*sin(th) = y'*cos(th)\ninit x = 0, y = 0, th = 0, x' = -1, th' = 0\n"
#define ROD                                                                                                            \
    "param g = 2\ncoord x, y\npoint P = [x, y] mass 1\ngravity [0, -g]\nconstraint rod: x^2 + y^2 = 1\n"               \
    "init x = 0, y = -1, x' = 0\n"

typedef struct made {
    nh_context *context;
    nh_model *model;
    nh_floquet *floquet;
    nh_status status;
    const nh_floquet_info *info;
} made;

static made make_with(const char *text, const char *set, const char *more, const char *period) {
    made m = {.context = test_context()};
    nh_read_def read = nh_default_read();
    nh_floquet_def def = nh_default_floquet();
    const char *sets[] = {set, more};
    if (set != NULL) read.set = (nh_strings){sets, more != NULL ? 2 : 1};
    if (nh_model_read(m.context, &read, text, strlen(text), &m.model) != NH_OK) fail_msg("not read: %s", text);
    def.period = period;
    m.status = nh_floquet_make(m.model, &def, &m.floquet);
    m.info = nh_floquet_get(m.floquet);
    return m;
}

static made make(const char *text, const char *set, const char *period) {
    return make_with(text, set, NULL, period);
}

static void end(made *m) {
    nh_floquet_destroy(m->floquet);
    nh_model_destroy(m->model);
    nh_context_destroy(m->context);
}

/* Off by no more than is told, and that is not much. */
static void check(const made *m, size_t i, double re, double im, double most) {
    assert_int_equal(m->status, NH_OK);
    assert_true(i < m->info->states);
    const nh_multiplier *found = &m->info->multiplier[i];
    double off = hypot(found->re - re, found->im - im);
    if (!(off <= found->error && found->error <= most))
        fail_msg("multiplier %zu is %.15g + %.15g i within %g, not %.15g + %.15g i", i, found->re, found->im,
                 found->error, re, im);
}

static void test_closed_forms(void **state) {
    (void)state;
    made m = make(DAMPED, NULL, "pi/w");
    double size = exp(-0.1 * PI / 2), angle = sqrt(4 - 0.01) * PI / 2;
    assert_int_equal(m.info->states, 2);
    check(&m, 0, size * cos(angle), size * sin(angle), 1e-6);
    check(&m, 1, size * cos(angle), -size * sin(angle), 1e-6);
    assert_string_equal(m.info->verdict, "asymptotically stable");
    assert_true(m.info->is_autonomous);
    end(&m);
    m = make(FREE, NULL, "2*pi/w"); /* the identity, whose eigenvalues are not sensitive */
    check(&m, 0, 1, 0, 1e-6);
    check(&m, 1, 1, 0, 1e-6);
    assert_string_equal(m.info->verdict, "undecided");
    end(&m);
    m = make(ROD, NULL, "1"); /* at rest, below: a constraint on positions leaves two */
    assert_int_equal(m.info->states, 2);
    check(&m, 0, cos(sqrt(2)), sin(sqrt(2)), 1e-6);
    end(&m);
}

/* y'' + (a - 2 q cos 2t) y = 0 at its characteristic numbers a0, b1, a1, b2, a2 for q = 1:
 * there 1 or -1 is a double multiplier, and the trace is 2 or -2. */
static void test_mathieu(void **state) {
    (void)state;
    static const struct {
        const char *a;
        double trace;
        bool is_unstable;
    } table[] = {
        {"a=-0.45513860410741", 2, false},
        {"a=-0.11024881699209", -2, false},
        {"a=1.85910807251436", -2, false},
        {"a=3.91702477299847", 2, false},
        {"a=4.37130098273509", 2, false},
        {"a=-0.5", 2.1, true},
        {"a=-0.3", 0, false},
        {"a=1", -2.1, true},
        {"a=3", 0, false},
        {"a=4.1", 2.1, true},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        made m = make(MATHIEU, table[i].a, "pi");
        assert_int_equal(m.status, NH_OK);
        assert_false(m.info->is_autonomous);
        double trace = m.info->matrix[0] + m.info->matrix[3];
        bool is_boundary = fabs(table[i].trace) == 2, is_outside = fabs(table[i].trace) > 2;
        if (is_boundary && !(fabs(trace - table[i].trace) < 1e-9)) fail_msg("%s: trace %.15g", table[i].a, trace);
        if (is_boundary) check(&m, 0, table[i].trace / 2, 0, 1e-2);
        if (!is_boundary) assert_true((fabs(trace) > 2) == is_outside);
        if (is_outside) assert_true((trace > 0) == (table[i].trace > 0));
        assert_string_equal(m.info->verdict, table[i].is_unstable ? "unstable" : "undecided");
        assert_true(fabs(m.info->matrix[0] * m.info->matrix[3] - m.info->matrix[1] * m.info->matrix[2] - 1) < 1e-9);
        end(&m);
    }
}

/* A steady motion is periodic with any period, except for its place: exp(2/3 T) is the only one that is not 1. */
static void test_steady(void **state) {
    (void)state;
    made m = make(SLEIGH, NULL, "3/2");
    assert_int_equal(m.info->states, 5);
    check(&m, 0, exp(1), 0, 1e-6);
    for (size_t i = 1; i < 5; i++) check(&m, i, 1, 0, 1e-2);
    assert_string_equal(m.info->verdict, "unstable");
    end(&m);
}

/* Whipple's bicycle at 5 m/s: exp(lambda) of the eigenvalues of Meijaard and others (2007). */
static void test_bicycle(void **state) {
    (void)state;
    made m = make_with(nh_builtin_find("bicycle")->text, "v=5", "push=0", "1");
    assert_int_equal(m.info->states, 10);
    double size = exp(-0.77534188219585);
    check(&m, 6, exp(-0.32286642900409), 0, 1e-4);
    check(&m, 7, size * cos(4.46486771378823), -size * sin(4.46486771378823), 1e-4);
    check(&m, 9, exp(-14.07838969279822), 0, 1e-6);
    end(&m);
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *period, *code;
        nh_status status;
    } table[] = {
        {FREE, "pi/w", "not-periodic", NH_E_HYPOTHESIS},
        {FREE, "3.14", "not-periodic", NH_E_HYPOTHESIS},
        {MATHIEU, "3", "not-periodic", NH_E_HYPOTHESIS},
        {FREE, "0", "period", NH_E_USAGE},
        {FREE, "1/0", "", NH_E_USAGE},
        {FREE, "2*", "", NH_E_USAGE},
        {FREE, "x", "", NH_E_USAGE},
        {"coord x\nkinetic x'^2/2\nforce x: -sign(x')\ninit x = 0, x' = 0\n", "1", "variations", NH_E_UNSUPPORTED},
        {"coord x\nkinetic x'^2/2\n", "1", "no-start", NH_E_MODEL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        made m = make(table[i].text, NULL, table[i].period);
        if (m.status != table[i].status) fail_msg("%s: %s", table[i].period, nh_status_text(m.status));
        assert_null(m.floquet);
        bool has = *table[i].code == '\0';
        for (size_t k = 0; k < nh_context_diag_count(m.context); k++)
            has |= strcmp(nh_context_diag(m.context, k)->code, table[i].code) == 0;
        if (!has) fail_msg("no '%s'", table[i].code);
        end(&m);
    }
    nh_floquet_destroy(NULL);
    assert_null(nh_floquet_get(NULL));
    nh_floquet *floquet;
    made m = make(FREE, NULL, "2*pi/w");
    nh_floquet_def def = {.period = "1"};
    assert_int_equal(nh_floquet_make(m.model, &def, &floquet), NH_E_USAGE);
    def = nh_default_floquet();
    assert_int_equal(nh_floquet_make(m.model, &def, &floquet), NH_E_USAGE);
    const char *text;
    assert_int_equal(nh_floquet_print(m.floquet, NH_PRINT_TEXT, &text), NH_OK);
    assert_non_null(strstr(text, "not proved"));
    end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_mathieu),
                                       cmocka_unit_test(test_steady), cmocka_unit_test(test_bicycle),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
