/* Invariant measures. The divergence of random systems z' = f x' is known by hand; that formula is compared with
 * differences of accelerations that another module computes. */
#include "measures.h"

#include <math.h>
#include <stdio.h>

#include <nonholo/eval.h>

static const known_measure table[] = {
    {"sleigh", NULL, "a = 0"},
    {"suslov", NULL, "I13 = 0, I23 = 0"},
    {"knife-edge", "1", NULL},
    {"coin", "1", NULL},
    {"nonholonomic-oscillator", "sqrt(1 + y^2)", NULL},
    {"chaplygin-top", "1/sqrt(I1*I3 + m*I1*R^2*sin(theta)^2 + m*I3*(e - R*cos(theta))^2)", NULL},
    {"veselova", "sqrt((B.R*[1, 0, 0]).z^2/I1 + (B.R*[0, 1, 0]).z^2/I2 + (B.R*[0, 0, 1]).z^2/I3)", NULL},
    {"roller-racer", NULL, NULL},
    {"coord x\nparam c\nkinetic x'^2/2\nforce x: -c*x' - x^3\n", NULL, NULL},
    {"coord x\nparam c = 1 in 0 .. 2\nkinetic x'^2/2\nforce x: -c*x' - x^3\n", NULL, "c = 0"},
    {"coord x\nparam c = 0\nkinetic x'^2/2\nforce x: -c*x' - x^3\n", "1", NULL},
    {"coord x\nkinetic x'^2/2\nforce x: -x'^3\n", NULL, NULL},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = sin(y)*x'\ninit y = 1\n", "sqrt(1 + sin(y)^2)",
     NULL},
    {"coord x, y, z\nkinetic (x'^2 - y'^2 + z'^2)/2\nconstraint c: x' = z*y'\ninit z = 1/2\n", "sqrt(1 - z^2)", NULL},
    {"coord x, y\nkinetic (1 + x^2)*x'^2/2 + y'^2/2 + x*x'*y'/4\npotential x*y^3\n", "1 + 15/16*x^2", NULL},
};

static void test_table(void **state) {
    (void)state;
    check_measures(sizeof table / sizeof *table, table);
}

/* Roots that depend on each other, sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2), are independent for residues: nothing is proved
 * by them. */
static void check_roots(nh_context *context, void *argument) {
    const char *zero = argument;
    char text[300];
    nh_arena *arena = nh_arena_create(context);
    (void)snprintf(text, sizeof text,
                   "param k = 1, l = 2\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce x: -(%s)*x'\ninit x = 1, y = 1\n",
                   zero);
    nh_model *model = test_read_model(context, text);
    assert_null(nh_measure_find(arena, nh_admissible_make(arena, model, 1))->info.obstruction);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_roots(void **unused) {
    (void)unused;
    char zero[][60] = {
        "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)",
        "sqrt(k + l + 2*sqrt(k*l)) - sqrt(k) - sqrt(l)",
        "sqrt(x^2 + 2 + 2*sqrt(x^2 + 1)) - 1 - sqrt(x^2 + 1)",
    };
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) test_run(context, check_roots, zero[i]);
    nh_context_destroy(context);
}

/* ---- quadratures ---- */

/* What one piece leaves out is in the equations of another. */
static void check_pieces(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\nforce y: (|x - 100| + x - 100)*y\n"
                                               "init x = 1, x' = 1, y' = 1\n");
    nh_integrals_def def = nh_default_integrals();
    def.has_measure = true;
    assert_null(nh_integrals_find(arena, model, &def)->measure->quadratures);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_pieces(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    test_run(context, check_pieces, NULL);
    nh_context_destroy(context);
}

typedef struct known_quadratures {
    const char *model, *count;
    bool is_integrable;
} known_quadratures;

static const known_quadratures solved[] = {
    {"veselova", "5 equations; integrals: 3, needed: 3", true},
    {"chaplygin-top", "4 equations without x, y, psi, phi; integrals: 3, needed: 2", true},
    {"coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^4 + x^2*y + 3*y^4\n", "4 equations; integrals: 1, needed: 2",
     false},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n", "5 equations; integrals: 3, needed: 3",
     true},
};

static void check_quadratures(nh_context *context, void *argument) {
    const known_quadratures *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, known_text(arena, x->model));
    nh_integrals_def def = nh_default_integrals();
    def.has_measure = true;
    const nh_integrals_measure *m = nh_integrals_find(arena, model, &def)->measure;
    assert_non_null(m->quadratures);
    if (strcmp(m->quadratures, x->count) != 0) fail_msg("%s: %s", x->model, m->quadratures);
    assert_int_equal(m->is_integrable, x->is_integrable);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_quadratures(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        known_quadratures x = solved[i];
        test_run(context, check_quadratures, &x);
    }
    nh_context_destroy(context);
}

/* ---- Hamilton's equations ---- */

typedef struct known_hamiltonian {
    const char *model;
    const char *N, *H; /* NULL: none are claimed */
} known_hamiltonian;

static const known_hamiltonian reduced[] = {
    {"nonholonomic-oscillator", "1/sqrt(1 + y^2)", "(P_x^2 + (1 + y^2)*P_y^2 + y^2)/2"},
    {"knife-edge", "cos(phi)", "(P_x^2/m + P_phi^2/(J*cos(phi)^2))/2 - m*g*sin(alpha)*x"},
    {"vertical-disc", "1", "P_psi^2/(2*(I + m*R^2)) + P_phi^2/(2*J)"},
    {"coin", NULL, NULL},
    {"chaplygin-top", NULL, NULL},
    /* Chaplygin's condition holds, but the potential contains z */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential z\nconstraint c: z' = y*x'\n", NULL, NULL},
    /* three velocities, and a measure whose density is no multiplier */
    {"coord x, y, w, z\nkinetic (x'^2 + y'^2 + w'^2 + z'^2)/2\nconstraint c: z' = y*x'\n", NULL, NULL},
};

static void check_hamiltonian(nh_context *context, void *argument) {
    const known_hamiltonian *x = argument;
    nh_arena *arena = nh_arena_create(context);
    const char *text = known_text(arena, x->model);
    nh_model *model = test_read_model(context, text);
    nh_integrals_def def = nh_default_integrals();
    def.degree = 1, def.has_measure = true;
    const nh_integrals_measure *m = nh_integrals_find(arena, model, &def)->measure;
    nh_model_destroy(model);
    if (x->N == NULL) {
        if (m->multiplier != NULL) fail_msg("%s: %s", x->model, m->multiplier);
    } else {
        if (m->multiplier == NULL) fail_msg("%s: not Hamiltonian", x->model);
        assert_int_equal(m->hamiltonian_by, NH_EVIDENCE_PROVED);
        const char *both[] = {x->N, x->H}, *mine[] = {m->multiplier, m->hamiltonian};
        nh_text with = nh_text_begin(arena); /* the momenta are any numbers */
        nh_text_format(&with, "param P_x, P_y, P_phi, P_psi\n%s", text);
        text = text_with(arena, nh_text_string(&with), "found", 2, mine);
        model = test_read_model(context, text_with(arena, text, "known", 2, both));
        for (size_t i = 0; i < 2; i++) {
            nh_expr found = nh_expr_expand_names(model->pool, watch_of(model, "found", i));
            nh_expr known = nh_expr_expand_names(model->pool, watch_of(model, "known", i));
            if (!nh_expr_is_proved_zero(model->pool, nh_expr_sub(model->pool, found, known)))
                fail_msg("%s: %s", x->model, mine[i]);
        }
        nh_model_destroy(model);
    }
    nh_arena_destroy(arena);
}

static void test_hamiltonian(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof reduced / sizeof *reduced; i++) {
        known_hamiltonian x = reduced[i];
        test_run(context, check_hamiltonian, &x);
    }
    nh_context_destroy(context);
}

/* ---- random systems ---- */

typedef struct random_system {
    int c[4];
    bool is_mixed;
    const char *text, *f;
} random_system;

static random_system draw_system(nh_random *random, nh_arena *arena, bool is_mixed) {
    random_system s = {.is_mixed = is_mixed};
    for (int i = 0; i < 4; i++) s.c[i] = (int)nh_random_between(random, 1, 5);
    nh_text f = nh_text_begin(arena), text = nh_text_begin(arena);
    nh_text_format(&f, "%d*y + %d*y^2 + %d*x*y^%d", s.c[0], s.c[1], is_mixed ? s.c[2] : 0, s.c[3] % 2 + 1);
    s.f = nh_text_string(&f);
    nh_text_format(&text, "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential x*y\nconstraint c: z' = (%s)*x'\n",
                   s.f);
    s.text = nh_text_string(&text);
    return s;
}

/* f, f_x, f_y */
static void value_of_f(const random_system *s, double x, double y, double *f) {
    int power = s->c[3] % 2 + 1;
    double c = s->is_mixed ? s->c[2] : 0;
    f[0] = s->c[0] * y + s->c[1] * y * y + c * x * pow(y, power);
    f[1] = c * pow(y, power);
    f[2] = s->c[0] + 2 * s->c[1] * y + c * x * power * pow(y, power - 1);
}

/* x'' and y'' of the admissible state. */
static void accelerate(nh_eval *eval, const random_system *s, const double *q, const double *u, double *a) {
    double f[3], values[16];
    value_of_f(s, q[0], q[1], f);
    double state[] = {0, q[0], q[1], q[2], u[0], u[1], f[0] * u[0]};
    assert_int_equal(nh_eval_inputs(eval), 7);
    assert_true(nh_eval_columns(eval) <= 16);
    assert_int_equal(nh_eval_at(eval, state, values), NH_OK);
    a[0] = values[1], a[1] = values[2];
}

/* By hand, x'' = (..) - f (f_x x' + f_y y') x'/(1 + f^2). */
static void check_divergence(nh_eval *eval, const random_system *s, nh_random *random) {
    double q[3], u[2], f[3], div = 0, h = 1e-4;
    for (int i = 0; i < 3; i++) q[i] = nh_random_unit(random) - 0.5;
    for (int i = 0; i < 2; i++) u[i] = nh_random_unit(random) + 0.5;
    value_of_f(s, q[0], q[1], f);
    for (int i = 0; i < 2; i++) {
        double above[2], below[2], v[] = {u[0], u[1]};
        v[i] = u[i] + h;
        accelerate(eval, s, q, v, above);
        v[i] = u[i] - h;
        accelerate(eval, s, q, v, below);
        div += (above[i] - below[i]) / (2 * h);
    }
    double by_hand = -f[0] * (2 * f[1] * u[0] + f[2] * u[1]) / (1 + f[0] * f[0]);
    assert_true(fabs(div - by_hand) < 1e-6 * (1 + fabs(by_hand)));
    /* the known density where f is a function of y only */
    double rate = f[0] * (f[1] * u[0] + f[2] * u[1]) / (1 + f[0] * f[0]);
    if (!s->is_mixed) assert_true(fabs(div + rate) < 1e-6 * (1 + fabs(rate)));
}

static void check_system(nh_context *context, const random_system *s, nh_random *random) {
    nh_model *model = test_read_model(context, s->text);
    nh_eval_def def = nh_default_eval();
    nh_eval *eval = NULL;
    assert_int_equal(nh_eval_make(model, &def, &eval), NH_OK);
    for (int i = 0; i < 3; i++) check_divergence(eval, s, random);
    nh_eval_destroy(eval);
    nh_model_destroy(model);
}

static void test_random(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 31);
    nh_context *context = test_context();
    for (int i = 0; i < 2 * test_count(2); i++) {
        nh_arena *arena = nh_arena_create(context);
        random_system s = draw_system(&random, arena, i % 2 == 1);
        check_system(context, &s, &random);
        nh_text density = nh_text_begin(arena);
        nh_text_format(&density, "sqrt(1 + (%s)^2)", s.f);
        known_measure x = {s.text, s.is_mixed ? NULL : nh_text_string(&density), NULL};
        test_run(context, check_measure, &x);
        nh_text N = nh_text_begin(arena), H = nh_text_begin(arena);
        nh_text_format(&N, "1/sqrt(1 + (%s)^2)", s.f);
        nh_text_format(&H, "(P_x^2 + (1 + (%s)^2)*P_y^2)/2 + x*y", s.f);
        known_hamiltonian h = {s.text, s.is_mixed ? NULL : nh_text_string(&N), nh_text_string(&H)};
        test_run(context, check_hamiltonian, &h);
        nh_arena_destroy(arena);
    }
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),       cmocka_unit_test(test_roots),       cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_quadratures), cmocka_unit_test(test_hamiltonian), cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
