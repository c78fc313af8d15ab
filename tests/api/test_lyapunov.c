/* Lyapunov exponents of motions that are known: 0 of an oscillator, the real parts of eigenvalues of steady motions,
 * pairs in conservative systems; their sum; ends; files; what is refused. */
#include <math.h>
#include <nonholo/lyapunov.h>
#include <string.h>

#include "support.h"

static const struct known {
    const char *name, *text;
    double to;
    size_t count;
    double exponent[6], near;
} table[] = {
    {"oscillator", "coord x\nkinetic x'^2/2\npotential 2*x^2\ninit x = 1, x' = 0\n", 500, 2, {0, 0}, 3e-3},
    {"damped",
     "coord x\nkinetic x'^2/2\npotential 2*x^2\nforce x: -x'/2\ninit x = 1, x' = 0\n",
     200,
     2,
     {-0.25, -0.25},
     1e-2},
    {"upright", "coord x\nkinetic x'^2/2\npotential cos(x)\ninit x = 0, x' = 0\n", 200, 2, {1, -1}, 1e-2},
    {"rod",
     "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -4]\nconstraint rod: x^2 + y^2 = 1\n"
     "init x = 0, y = 1, x' = 0\n",
     12,
     2,
     {2, -2},
     0.1},
    {"sleigh",
     "coord x, y, th\nbody B { at [x + cos(th)/2, y + sin(th)/2], rotation Rz(th), mass 1, inertia 1/2 }\n"
     "constraint edge: x'*sin(th) = y'*cos(th)\ninit x = 0, y = 0, th = 0, x' = -1, th' = 0\n",
     40,
     5,
     {2.0 / 3, 0, 0, 0, 0},
     0.2},
};

typedef struct made {
    nh_context *context;
    nh_model *model;
    nh_lyapunov *lyapunov;
    nh_status status;
    const nh_lyapunov_info *info;
} made;

static made make(const char *text, double to) {
    made m = {.context = test_context()};
    nh_read_def read = nh_default_read();
    nh_lyapunov_def def = nh_default_lyapunov();
    if (nh_model_read(m.context, &read, text, strlen(text), &m.model) != NH_OK) fail_msg("not read: %s", text);
    def.from = 0;
    def.to = to;
    def.rows = 100;
    m.status = nh_lyapunov_make(m.model, &def, &m.lyapunov);
    m.info = nh_lyapunov_get(m.lyapunov);
    return m;
}

static void end(made *m) {
    nh_lyapunov_destroy(m->lyapunov);
    nh_model_destroy(m->model);
    nh_context_destroy(m->context);
}

static void test_known(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct known *k = &table[i];
        made m = make(k->text, k->to);
        assert_int_equal(m.status, NH_OK);
        if (m.info->message != NULL) fail_msg("%s: %s", k->name, m.info->message);
        assert_int_equal(m.info->count, k->count);
        assert_int_equal(m.info->rows, 100);
        assert_true(m.info->time[99] == k->to && m.info->end == k->to);
        for (size_t j = 0; j < k->count; j++)
            if (!(fabs(m.info->exponent[j] - k->exponent[j]) < k->near))
                fail_msg("%s: exponent %zu is %.12g", k->name, j, m.info->exponent[j]);
        for (size_t j = 0; j < k->count; j++) assert_true(m.info->change[j] < k->near && m.info->change[j] >= 0);
        end(&m);
    }
}

/* A volume of displacements of a conservative system is kept: the exponents come in pairs, to rounding. */
static void test_sum(void **state) {
    (void)state;
    made m = make("coord x, y\nlagrangian (x'^2 + y'^2)/2 - (x^2 + y^2)/2 - x^2*y + y^3/3\n"
                  "init x = 0, y = -0.15, x' = 0.54, y' = 0\n",
                  300);
    double sum = 0;
    assert_int_equal(m.info->count, 4);
    for (size_t j = 0; j < 4; j++) sum += m.info->exponent[j];
    assert_true(fabs(sum) < 1e-7);
    end(&m);
}

static void test_ends(void **state) {
    (void)state;
    made m = make("coord x\nkinetic x'^2/2\nforce x: 2/x^3\ninit x = -1, x' = 0\n", 1); /* no: it runs away */
    assert_int_equal(m.status, NH_OK);
    end(&m);
    m = make("coord x\nkinetic x'^2/2\nforce x: 3*x^2/2\ninit x = 1, x' = 1\n", 4.9); /* x = 1/(1 - t/2)^2 */
    assert_int_equal(m.status, NH_OK);
    assert_non_null(m.info->message);
    assert_true(m.info->end > 1.5 && m.info->end < 2);
    assert_true(m.info->rows < 100);
    end(&m);
    m = make("coord x\nkinetic x'^2/2\nforce x: -abs(x)\ninit x = 1, x' = 0\n", 1);
    assert_int_equal(m.status, NH_E_UNSUPPORTED);
    end(&m);
    m = make(table[0].text, 0);
    assert_int_equal(m.status, NH_E_USAGE);
    nh_lyapunov_def def = {.rows = 0};
    assert_int_equal(nh_lyapunov_make(m.model, &def, &m.lyapunov), NH_E_USAGE);
    assert_int_equal(nh_lyapunov_write_csv(NULL, "x"), NH_E_USAGE);
    assert_null(nh_lyapunov_get(NULL));
    end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known), cmocka_unit_test(test_sum),
                                       cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
