/* The modified vakonomic equations: their motions next to those under the Chetaev condition, the balance of energy,
 * corners, and how settings are read. */
#include "support.h"

#include "../oracle/oracle.h"

#include <math.h>

#include "base/protect.h"
#include "base/text/text.h"
#include "form/form.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/run/run.h"
#include "truth/eval/evaluate.h"

static double distance(const double *a, const double *b, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* ---- motions of the skate on the incline ---- */

/* The largest difference of coordinates and velocities from Chetaev's motion up to t = 3, with the
 * multiplier 0.5 at the start. */
static double part(nh_arena *arena, nh_model *model, const char *form) {
    nh_run_def def = nh_default_run();
    def.to = 3;
    def.step = 0.1;
    def.rtol = def.atol = 1e-12;
    def.form = "chetaev";
    const nh_trajectory *first = nh_simulate(arena, model, &def);
    def.form = form;
    const nh_trajectory *other = nh_simulate(arena, model, &def);
    size_t rows = first->values.count / first->columns;
    assert_int_equal(rows, other->values.count / other->columns);
    double most = 0;
    for (size_t i = 0; i < rows; i++)
        most =
            fmax(most, distance(first->values.items + i * first->columns, other->values.items + i * other->columns, 7));
    return most;
}

PROTECTED_TEST(test_motions) {
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, NH_TEST_SOURCE "/oracle/t003_omega.txt");
    nh_model *model = test_read_model(
        context, "param m = 1.5, J = 0.5, gs = 4.875\n coord x, y, th\n kinetic m/2*(x'^2+y'^2)+J/2*th'^2\n"
                 "potential -m*gs*x\n constraint skate: x'*sin(th)-y'*cos(th) = 0\n"
                 "init x = 0, y = 0, th = 0, x' = 0, y' = 0, th' = 0.75, mu.skate = 0.5\n");
    nh_run_def def = nh_default_run();
    def.to = 3;
    def.step = 0.1;
    def.rtol = def.atol = 1e-12;
    const nh_trajectory *chetaev = nh_simulate(arena, model, &def);
    for (size_t i = 0; i < chetaev->values.count; i += chetaev->columns) { /* a cycloid */
        const double *row = chetaev->values.items + i, w = 0.75, a = 4.875 / (2 * w * w), angle = w * row[0];
        assert_true(fabs(row[1] - a * sin(angle) * sin(angle)) < 1e-10);
        assert_true(fabs(row[2] - a * (angle - sin(angle) * cos(angle))) < 1e-10);
    }
    const oracle_entry *apart = oracle_first(&data, "skate_trajectory_mu0_half.eq54_omega_zero_vs_cetaev");
    double wanted = strtod(apart->rest, NULL);
    assert_true(fabs(part(arena, model, "vakonomic-modified:zero") - wanted) < 6e-4);
    assert_true(fabs(part(arena, model, "vakonomic") - wanted) < 6e-4);
    assert_true(part(arena, model, "vakonomic-modified") < 1e-9);
    assert_true(part(arena, model, "vakonomic-modified:kernel") < 1e-9);
    assert_true(part(arena, model, "vakonomic-modified:imposed:least60") < 1e-9);
    assert_true(part(arena, model, "vakonomic-modified:variational:mass") < 1e-9);
    nh_model_destroy(model);
}

/* Where a coordinate occurs in neither L nor the constraints, its momentum is constant only if the constraints do not
 * hold its velocity either: dp/dt = lambda dg/dx', against what [Algebraic] says in section 4. */
PROTECTED_TEST(test_ignorable) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "param m = 1.5, J = 0.5\n coord x, y, th\n"
                                               "kinetic m/2*(x'^2+y'^2)+J/2*th'^2\n"
                                               "constraint skate: x'*sin(th)-y'*cos(th) = 0\n");
    nh_evaluator *e = nh_evaluator_make(arena, model, &(nh_eval_def){.form = "chetaev"});
    const double state[] = {0, 1, 2, 0.5, 2 * cos(0.5), 2 * sin(0.5), 0.75};
    nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = state});
    assert_null(found.why);
    double rate = 1.5 * found.values[1], push = found.values[4] * sin(0.5);
    assert_true(fabs(rate - push) < 1e-12 && fabs(rate) > 0.1);
    nh_model_destroy(model);
}

/* ---- the balance of energy ---- */

/* Forces without a potential, time in the Lagrangian and in the constraints, affine and nonlinear rows, p that is not M
 * q'; then a geometric row and one that says what another says. */
static const char *const worked[] = {
    "coord x, y, z\n lagrangian (x'^2 + y'^2 + 2*z'^2)/2 + x'*y/3 - x*y - t*z\n force x: sin(t) - x'/5\n"
    "constraint speed: x'^2 + y'^2 + z'^2 = 2 + sin(t)\n constraint affine: z' - y*x' = t*x - 1/2\n"
    "init x = 0.3, y = 0.4, x' ~ 1, y' ~ 1, z' ~ 0.3, mu.speed = 0.3, mu.affine = -0.4\n",
    "coord x, y, z\n kinetic (x'^2 + y'^2 + 2*z'^2)/2\n potential z + x*y\n force y: cos(t) - y'/5\n"
    "constraint ring: x^2 + y^2 + z^2/2 = 1 + t/4\n constraint affine: z' - y*x' = t*x - 1/2\n"
    "constraint again: 2*z' - 2*y*x' = 2*t*x - 1\n"
    "init x = 0.3, y ~ 0.9, x' ~ 1, y' ~ 1, z' ~ 0.3, mu.ring = 0.5, mu.affine = -0.4, mu.again = 0.7\n",
};

PROTECTED_TEST(test_balance) {
    nh_run_def def = nh_default_run();
    def.to = 0.5;
    for (size_t i = 0; i < sizeof worked / sizeof *worked; i++) {
        nh_model *model = test_read_model(context, worked[i]);
        for (int variant = 0; variant < NH_VARIANTS; variant++)
            for (int omega = NH_OMEGA_ZERO; omega < NH_OMEGA_USUAL; omega++) {
                nh_arena *arena = nh_arena_create(context);
                nh_text form = nh_text_begin(arena);
                nh_text_format(&form, "vakonomic-modified:%s:%s", nh_variant_word((nh_variant)variant),
                               nh_omega_word((nh_omega)omega));
                def.form = nh_text_string(&form);
                const nh_trajectory *found = nh_simulate(arena, model, &def);
                const double *last = found->values.items + found->values.count - 1; /* E */
                if (found->outcome != NH_OUTCOME_FINISHED || !(found->energy_error < 1e-9))
                    fail_msg("%s: the balance is off by %g", def.form, found->energy_error);
                assert_true(fabs(*last - found->values.items[found->columns - 1]) > 0.01);
                nh_arena_destroy(arena);
            }
        nh_model_destroy(model);
    }
}

/* With the matrix 0 the energy of the extended Lagrangian is kept, but not by the imposed equations,
 * which contain no mu. */
PROTECTED_TEST(test_extended) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "coord x, y, z\n kinetic (x'^2 + y'^2 + 2*z'^2)/2\n potential z + x*y\n"
                                               "constraint affine: z' - y*x' = 1/2\n"
                                               "constraint ring: x^2 + y^2 + z^2/2 = 1 + t/4\n" /* mu/4 of it */
                                               "init x = 0.3, y ~ 0.9, x' ~ 1, y' ~ 1, z' ~ 0.3, mu.affine = 0.3\n");
    static const char *const forms[] = {"vakonomic", "vakonomic-modified:zero", "vakonomic-modified:zero:variational",
                                        "vakonomic-modified:zero:imposed", "vakonomic-modified:least"};
    nh_run_def def = nh_default_run();
    def.to = 0.5;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        def.form = forms[i];
        const nh_trajectory *found = nh_simulate(arena, model, &def);
        assert_int_equal(found->kept, i < 3 ? 1 : 0);
        if (i < 3) assert_true(strcmp(found->kept_names[0], "E_ext") == 0 && found->kept_drifts[0] < 1e-9);
    }
    nh_model_destroy(model);
}

/* ---- corners ---- */

static const double *last_row(nh_arena *arena, nh_model *model, const char *form) {
    nh_run_def def = nh_default_run();
    def.to = 1;
    def.step = 1;
    def.form = form;
    const nh_trajectory *found = nh_simulate(arena, model, &def);
    assert_int_equal(found->outcome, NH_OUTCOME_FINISHED);
    return found->values.items + found->values.count - found->columns;
}

/* Without constraints there are no multipliers, and a matrix that the model gives acts by p Omega only. */
PROTECTED_TEST(test_free_system) {
    static const char *const forms[] = {"vakonomic-modified", "vakonomic-modified:variational:least60",
                                        "vakonomic-modified:imposed:mass", "vakonomic-modified:kernel"};
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential x*y\n"
                                               "init x = 0, y = 1, x' = 1\n");
    const double *wanted = last_row(arena, model, "chetaev");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        assert_true(distance(last_row(arena, model, forms[i]), wanted, 5) < 1e-9);
    nh_model_destroy(model);
    nh_model *with = test_read_model(context, "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential x*y\n"
                                              "transposition omega[x,y] = x''\n transposition omega[y,x] = y/2\n"
                                              "init x = 0, y = 1, x' = 1\n");
    nh_model *pushed = test_read_model(context, "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential x*y\n"
                                                "force x: y*y'/2\n force y: x'*(y*y'/2 - y)\n" /* x' x'' */
                                                "init x = 0, y = 1, x' = 1\n");
    wanted = last_row(arena, pushed, "chetaev");
    assert_true(distance(last_row(arena, with, "vakonomic-modified:imposed"), wanted, 5) < 1e-9);
    assert_true(distance(last_row(arena, with, "vakonomic-modified:algebraic"), wanted, 5) > 0.1);
    nh_model_destroy(pushed);
    nh_model_destroy(with);
}

/* No matrix depends on the units of mass, or on a factor of a row. */
PROTECTED_TEST(test_scales) {
    nh_arena *arena = nh_arena_create(context);
    static const double masses[] = {1, 1e-18, 1e18, 1, 1}, factors[] = {1, 1, 1, 1e-12, 1e12};
    double first[9], omega[9];
    for (int kind = NH_OMEGA_LEAST; kind < NH_OMEGA_USUAL; kind++)
        for (size_t i = 0; i < sizeof masses / sizeof *masses; i++) {
            nh_text text = nh_text_begin(arena);
            nh_text_format(&text,
                           "coord x, y, th\n kinetic %g*(x'^2 + 2*y'^2 + th'^2)/2\n potential -%g*x\n"
                           "constraint edge: %g*(x'*sin(th) - y'*cos(th)) = 0\n",
                           masses[i], masses[i], factors[i]);
            nh_model *model = test_read_model(context, nh_text_string(&text));
            nh_transposer *t = nh_transposer_make(arena, model, (nh_omega)kind);
            nh_transposer_set(t, nh_model_parameter_values(model, arena));
            const double q[] = {1, 2, 0.5}, v[] = {2 * cos(0.5), 2 * sin(0.5), 0.75};
            assert_int_equal(nh_transposer_at(t, 0, q, v, omega), NH_TRANSPOSER_FOUND);
            if (i == 0) memcpy(first, omega, sizeof first);
            assert_true(distance(omega, first, 9) < 1e-13 && fabs(omega[2]) > 0.1);
            nh_model_destroy(model);
        }
}

/* ---- settings ---- */

/* The accelerations in the matrix of the model are those of the motion itself: for a system in which D is known it is
 * the least one. That is Chetaev's for (59); with p Omega = q'' in the others, nothing determines q''. */
PROTECTED_TEST(test_given) {
    nh_arena *arena = nh_arena_create(context);
    static const char text[] = "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential 3*y\n constraint g: x'^2 + y'^2 = 4\n";
    nh_text with = nh_text_begin(arena); /* A = 2 (x', y'), D = 2 (x'', y''), A A^T = 16 */
    nh_text_format(&with,
                   "%stransposition omega[x,x] = x'*x''/4\n transposition omega[x,y] = x'*y''/4\n"
                   "transposition omega[y,x] = y'*x''/4\n transposition omega[y,y] = y'*y''/4\n",
                   text);
    nh_model *model = test_read_model(context, text), *given = test_read_model(context, nh_text_string(&with));
    const double state[] = {0, 1, 2, 2 * cos(0.5), 2 * sin(0.5), 0.375};
    for (int digits = 0; digits <= 20; digits += 20)
        for (int variant = 0; variant < NH_VARIANTS; variant++) {
            nh_text form = nh_text_begin(arena);
            nh_text_format(&form, "vakonomic-modified:%s", nh_variant_word((nh_variant)variant));
            nh_eval_def def = {.form = nh_text_string(&form), .digits = digits};
            nh_evaluator *least = nh_evaluator_make(arena, model, &def), *own = nh_evaluator_make(arena, given, &def);
            nh_evaluation a = nh_evaluator_at(least, arena, &(nh_given_state){.values = state});
            nh_evaluation b = nh_evaluator_at(own, arena, &(nh_given_state){.values = state});
            assert_true(a.why == NULL && a.values[1] != 0);
            bool is_determined = variant == NH_VARIANT_ALGEBRAIC;
            if (is_determined) assert_true(b.why == NULL && distance(a.values, b.values, 4) < 1e-12);
            else if (digits == 0) assert_non_null(b.why); /* in balls it is that of a state off the constraint */
        }
    nh_model_destroy(given);
    nh_model_destroy(model);
}

/* ---- accelerations in the matrix of the model ---- */

/* Values of a formulation at a state, in the arena: accelerations and mu'. */
static const double *values_at(nh_arena *arena, const char *text, const char *form, int digits, const double *state) {
    nh_model *model = test_read_model(nh_arena_context(arena), text);
    nh_evaluator *e = nh_evaluator_make(arena, model, &(nh_eval_def){.form = form, .digits = digits});
    nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = state});
    if (found.why != NULL) fail_msg("%s: %s", text, found.why);
    size_t count = model->coordinates.count + model->rows.count;
    double *values = NH_NEW_ARRAY(arena, double, count);
    memcpy(values, found.values + 1, count * sizeof *values);
    nh_model_destroy(model);
    return values;
}

#define PARABOLA "coord x, y\n kinetic (x'^2 + y'^2)/2\n constraint g: y' = x*x' + t\n"
#define TWISTED                                                                                                        \
    "param m = 13/10, k = 7/10\n coord x, y, z, w\n"                                                                   \
    "kinetic m/2*(x'^2 + (1+x^2)*y'^2) + (1+z^2/3)*z'^2/2 + w'^2 + x'*w'*sin(y)/3\n potential k*x*z + w^2/2 + t*y\n"   \
    "force y: -y'/5\n constraint a: z' - x'^2*y + t*w*y' = 0\n constraint b: w'*x' + y*z' - sin(t) = 0\n"

/* (1 - mu) x'' = x mu', mu' = -y'', y'' = x x'' + x'^2 + 1 */
PROTECTED_TEST(test_own_closed) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 77);
    for (int i = 0; i < 10; i++) {
        double t = nh_random_uniform(&random, 0, 1), x = nh_random_uniform(&random, 1, 2);
        double v = nh_random_uniform(&random, -1, 1), mu = nh_random_uniform(&random, -1, 1);
        const double state[] = {t, x, 0.5, v, x * v + t, mu};
        double right = -x * (v * v + 1) / (1 - mu + x * x), rate = -(x * right + v * v + 1);
        for (int digits = 0; digits <= 20; digits += 20) {
            const double *found =
                values_at(arena, PARABOLA "transposition omega[y,x] = x''\n", "vakonomic-modified", digits, state);
            assert_true(fabs(found[0] - right) < 1e-13 * (1 + fabs(right)));
            assert_true(fabs(found[2] - rate) < 1e-12 * (1 + fabs(rate)));
        }
    }
}

typedef struct given_matrix {
    const char *text, *matrix; /* matrix: an entry with %s for an acceleration, */
    size_t which;              /* this one */
    const char *letter;
} given_matrix;

/* Put in as numbers, the accelerations that were found give themselves; all variants, in doubles and in balls. */
PROTECTED_TEST(test_own_accelerations) {
    static const given_matrix table[] = {
        {PARABOLA, "transposition omega[y,x] = %s\n", 0, "x''"},
        {PARABOLA, "transposition omega[y,x] = sin(%s)/3 + 1/8\n", 0, "x''"},
        {PARABOLA, "transposition omega[x,y] = exp(%s/4)*x' + y\n", 1, "y''"},
        {PARABOLA, "transposition omega[y,x] = if(%s > 0, 1/4, 1/3)\n", 0, "x''"},
        {TWISTED, "transposition omega[x,y] = y'*z + %s\n transposition omega[z,w] = t*x'\n", 0, "x''"},
        {TWISTED, "transposition omega[w,x] = (1 + w')/(1 + (%s)^2)\n", 3, "w''"},
        {TWISTED, "transposition omega[w,y] = abs(%s)/2 + t\n", 1, "y''"},
    };
    static const double parabola[] = {0.3, 1.2, 0.5, 0.8, 0.96 + 0.3, 0.6};
    const double twisted[] = {0.4, 0.5, 0.4, 0.3, -0.6, 0.9, 0.7, 0.492, (sin(0.4) - 0.4 * 0.492) / 0.9, 0.8, -0.3};
    static const char *const forms[] = {"vakonomic-modified", "vakonomic-modified:variational",
                                        "vakonomic-modified:imposed"};
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (size_t f = 0; f < 3; f++) {
            bool is_parabola = strcmp(table[i].text, PARABOLA) == 0;
            const double *state = is_parabola ? parabola : twisted;
            size_t count = is_parabola ? 3 : 6;
            nh_text implicit = nh_text_begin(arena), given = nh_text_begin(arena), number = nh_text_begin(arena);
            nh_text_add(&implicit, table[i].text);
            nh_text_format(&implicit, table[i].matrix, table[i].letter);
            const double *a = values_at(arena, nh_text_string(&implicit), forms[f], 0, state);
            const double *b = values_at(arena, nh_text_string(&implicit), forms[f], 20, state);
            nh_text_format(&number, "(%.17g)", a[table[i].which]);
            nh_text_add(&given, table[i].text);
            nh_text_format(&given, table[i].matrix, nh_text_string(&number));
            const double *c = values_at(arena, nh_text_string(&given), forms[f], 0, state);
            double size = 1 + distance(a, (const double[6]){0}, count);
            if (!(distance(a, b, count) < 1e-12 * size && distance(a, c, count) < 1e-12 * size))
                fail_msg("%s, %s: %g, %g", nh_text_string(&implicit), forms[f], distance(a, b, count),
                         distance(a, c, count));
        }
}

/* Where no accelerations satisfy the equations that is said: here x''^2 - 2 x'' + 98 = 0. */
PROTECTED_TEST(test_own_none) {
    nh_arena *arena = nh_arena_create(context);
    const double state[] = {0, 1, 0.5, 1, 1, 1};
    nh_model *model = test_read_model(context, PARABOLA "transposition omega[y,x] = 100 + x''^2\n"
                                                        "init x = 1, x' = 1, mu.g = 1\n");
    for (int digits = 0; digits <= 20; digits += 20) {
        nh_eval_def def = {.form = "vakonomic-modified", .digits = digits};
        nh_evaluation found =
            nh_evaluator_at(nh_evaluator_make(arena, model, &def), arena, &(nh_given_state){.values = state});
        assert_true(found.why != NULL && strstr(found.why, "Newton's method finds none") != NULL);
    }
    nh_model_destroy(model);
}

/* Conditions on accelerations in the matrix are switches: steps do not cross them, and the energy is balanced. */
PROTECTED_TEST(test_own_switches) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential x^2/2\n"
                                               "constraint g: y' = x*x'\n"
                                               "transposition omega[y,x] = if(x'' > 0, x''/2, 0)\n"
                                               "init x = 1, x' = 0, mu.g = 1\n");
    nh_run_def def = nh_default_run();
    def.form = "vakonomic-modified";
    const nh_trajectory *run = nh_simulate(arena, model, &def);
    assert_int_equal(run->outcome, NH_OUTCOME_FINISHED);
    assert_true(run->statistics.steps > 256 && run->energy_error < 1e-11);
    nh_model_destroy(model);
}

/* ---- units, redundant rows, states without a matrix ---- */

static const char skate[] = "coord x, y, th\n kinetic u*(x'^2 + y'^2 + th'^2/4)\n potential -3*u*x\n"
                            "constraint skate: x'*sin(th) - y'*cos(th) = 0\n";

static void transpose(const nh_model *of, nh_arena *arena, nh_omega kind, const double *state, double *omega) {
    nh_model *model = (nh_model *)of;
    nh_transposer *t = nh_transposer_make(arena, model, kind);
    nh_transposer_set(t, nh_model_parameter_values(model, arena));
    size_t n = model->coordinates.count;
    assert_int_equal(nh_transposer_at(t, state[0], state + 1, state + 1 + n, omega), NH_TRANSPOSER_FOUND);
}

/* The matrix `mass` does not depend on the unit of mass. */
PROTECTED_TEST(test_units) {
    nh_arena *arena = nh_arena_create(context);
    const double state[] = {0, 1, 2, 0.5, 2 * cos(0.5), 2 * sin(0.5), 0.75};
    static const double units[] = {1, 1e9, 1e-9};
    double first[9], other[9];
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "param u = %g\n%s", units[i], skate);
        nh_model *model = test_read_model(context, nh_text_string(&text));
        transpose(model, arena, NH_OMEGA_MASS, state, i == 0 ? first : other);
        if (i > 0) assert_true(distance(first, other, 9) < 1e-12);
        nh_model_destroy(model);
    }
    assert_true(fabs(first[2]) > 0.1);
}

/* A row that is there twice counts once, whatever its mu is; in doubles and in balls. */
PROTECTED_TEST(test_redundant) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena), twice = nh_text_begin(arena);
    nh_text_format(&text, "param u = 1\n%s", skate);
    nh_text_format(&twice, "%sconstraint again: 2*x'*sin(th) - 2*y'*cos(th) = 0\n", nh_text_string(&text));
    nh_model *once = test_read_model(context, nh_text_string(&text));
    nh_model *model = test_read_model(context, nh_text_string(&twice));
    const double state[] = {0, 1, 2, 0.5, 2 * cos(0.5), 2 * sin(0.5), 0.75, 0.5, 0.25};
    double a[9], b[9];
    for (int kind = NH_OMEGA_LEAST; kind < NH_OMEGA_USUAL; kind++) {
        transpose(once, arena, (nh_omega)kind, state, a);
        transpose(model, arena, (nh_omega)kind, state, b);
        assert_true(distance(a, b, 9) < 1e-12);
        for (int digits = 0; digits <= 20; digits += 20) {
            nh_text form = nh_text_begin(arena);
            nh_text_format(&form, "vakonomic-modified:%s", nh_omega_word((nh_omega)kind));
            nh_eval_def def = {.form = nh_text_string(&form), .digits = digits};
            nh_evaluator *e = nh_evaluator_make(arena, model, &def);
            nh_evaluator *chetaev = nh_evaluator_make(arena, once, &(nh_eval_def){.form = "chetaev"});
            nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = state});
            assert_null(found.why);
            double own[3];
            memcpy(own, found.values + 1, sizeof own);
            found = nh_evaluator_at(chetaev, arena, &(nh_given_state){.values = state});
            assert_true(distance(own, found.values + 1, 3) < 1e-10);
        }
    }
    nh_model_destroy(model);
    nh_model_destroy(once);
}

/* Without a matrix its entries are not numbers, not those of the state before. */
PROTECTED_TEST(test_without) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential 2*x + 3*y\n"
                                               "constraint g: x'^2 + 4*y'^2 = 4\n");
    const nh_form *form = nh_form_require(context, "vakonomic-modified:least60");
    nh_dynamics *d = nh_dynamics_make(arena, nh_form_full_equations(form, model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(d, nh_model_parameter_values(model, arena));
    const double q[] = {0, 0}, v[] = {2 * cos(0.5), sin(0.5)}, along[] = {0, 1}; /* dL/dq' is a multiple of the row */
    assert_int_equal(nh_dynamics_solve(d, 0, q, v).status, NH_SOLVED);
    assert_true(isfinite(nh_dynamics_omega(d)[3]) && nh_dynamics_omega(d)[3] != 0);
    assert_int_equal(nh_dynamics_solve(d, 0, q, along).status, NH_SOLUTION_NO_OMEGA);
    for (int i = 0; i < 4; i++) assert_true(isnan(nh_dynamics_omega(d)[i]));
    nh_model_destroy(model);
}

static void require(nh_context *context, void *argument) {
    (void)nh_form_require(context, argument);
}

PROTECTED_TEST(test_names) {
    const nh_form *form = nh_form_require(context, "vakonomic-modified:mass:imposed");
    assert_int_equal(form->setting->omega, NH_OMEGA_MASS);
    assert_int_equal(form->setting->variant, NH_VARIANT_IMPOSED);
    assert_int_equal(nh_form_require(context, "vakonomic-modified")->setting->omega, NH_OMEGA_USUAL);
    static const char *const wrong[] = {"vakonomic-modified:",
                                        "vakonomic-modified:heavy",
                                        "maggi:least",
                                        "maggi:",
                                        ":least",
                                        "vakonomic-modified:least:least2",
                                        "vakonomic-modified:least:mass",
                                        "vakonomic-modified:mass:mass",
                                        "vakonomic-modified:imposed:mass:algebraic"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(test_protect(context, require, (void *)wrong[i]), NH_E_USAGE);
}

/* Entries that the conditions leave open: n^2 less the conditions, kappa (n - kappa) of them for [Algebraic] (61). */
static void test_free_entries(void **state) {
    (void)state;
    assert_int_equal(nh_omega_free(NH_OMEGA_LEAST, 3, 1), 6);
    assert_int_equal(nh_omega_free(NH_OMEGA_LEAST60, 3, 1), 3);
    assert_int_equal(nh_omega_free(NH_OMEGA_LEAST60, 3, 2), 0);
    assert_int_equal(nh_omega_free(NH_OMEGA_KERNEL, 5, 2), 25 - 6);
    assert_int_equal(nh_omega_free(NH_OMEGA_KERNEL60, 5, 2), 25 - 9);
    assert_int_equal(nh_omega_free(NH_OMEGA_MASS, 5, 2), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_motions),     cmocka_unit_test(test_ignorable),
                                       cmocka_unit_test(test_balance),     cmocka_unit_test(test_extended),
                                       cmocka_unit_test(test_free_system), cmocka_unit_test(test_scales),
                                       cmocka_unit_test(test_own_closed),  cmocka_unit_test(test_own_accelerations),
                                       cmocka_unit_test(test_own_none),    cmocka_unit_test(test_own_switches),
                                       cmocka_unit_test(test_given),       cmocka_unit_test(test_units),
                                       cmocka_unit_test(test_redundant),   cmocka_unit_test(test_without),
                                       cmocka_unit_test(test_names),       cmocka_unit_test(test_free_entries)};
    return cmocka_run_group_tests_name("modified", tests, NULL, NULL);
}
