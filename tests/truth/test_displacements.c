/* Displacements at states: against the reference numbers for [Algebraic], against differences along the motion, in two
 * sets of coordinates, and what the propositions of that paper say, where their hypotheses hold and where they fail. */
#include <math.h>

#include <nonholo/displacements.h>
#include <nonholo/eval.h>

#include "base/random.h"
#include "base/text/text.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "state/state.h"
#include "support.h"

#include "../oracle/oracle.h"

enum { SYSTEMS = 11 };

static nh_model *read(nh_context *context, const char *text, const char *field) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    def.field = field;
    if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
        fail_msg("%s\n%s", text, nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence);
    return model;
}

static nh_displacements *make(nh_model *model) {
    nh_displacements *d = NULL;
    nh_displacements_def def = nh_default_displacements();
    assert_int_equal(nh_displacements_make(model, &def, &d), NH_OK);
    return d;
}

static nh_displacements_info at(nh_displacements *d, const double *state) {
    nh_displacements_info info;
    assert_int_equal(nh_displacements_at(d, state, &info), NH_OK);
    if (info.why != NULL) fail_msg("%s", info.why);
    return info;
}

static void near(const char *what, double found, double wanted, double allowed) {
    if (!(fabs(found - wanted) <= allowed)) fail_msg("%s is %.17g, not %.17g", what, found, wanted);
}

/* ---- what holds at every state ---- */

/* A u is the derivative of the rows, as equations for the velocities, by the velocities along
 * u: by differences here. */
static void check_kernel(nh_model *model, const nh_displacements_info *info) {
    nh_arena *arena = nh_arena_create(model->context);
    size_t n = info->coordinates;
    nh_exprs rates = {.arena = arena};
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) nh_array_push(&rates, nh_row_rate(model, &model->rows.items[i]));
    nh_tape_def def = nh_model_tape_def(model, arena, false, rates.count, rates.items);
    nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    double *state = NH_NEW_ARRAY(arena, double, 1 + 2 * n), *sides = NH_NEW_ARRAY(arena, double, 2 * rates.count + 1);
    nh_tape_begin(tape, 1, nh_model_parameter_values(model, arena), work);
    for (size_t k = 0; k < info->dimension; k++) {
        const double h = 1e-5, *u = info->basis + k * n;
        for (int side = 0; side < 2; side++) {
            memcpy(state, info->state, (1 + 2 * n) * sizeof *state);
            for (size_t i = 0; i < n; i++) state[1 + n + i] += (side ? h : -h) * u[i];
            nh_tape_run(tape, 1, state, sides + (size_t)side * rates.count, work);
        }
        for (size_t r = 0; r < rates.count; r++)
            near("A dq", (sides[rates.count + r] - sides[r]) / (2 * h), 0, 1e-8 * (1 + info->row[r].A));
        for (size_t l = 0; l < info->dimension; l++) assert_true(u[info->independent[l]] == (k == l ? 1 : 0));
    }
    nh_arena_destroy(arena);
}

/* No work on displacements, both ways; on q' both ways the same, and none of homogeneous rows. */
static void check_work(const nh_displacements_info *info) {
    double power = 0;
    for (size_t k = 0; k < info->dimension; k++) {
        near("the work", info->work[k], 0, 1e-13 * info->work_size[k]);
        near("the work by the motion", info->work_of_motion[k], 0, 1e-13 * info->work_size[k]);
    }
    near("the power", info->power, info->power_of_motion, 1e-13 * info->power_size);
    for (size_t r = 0; r < info->rows; r++) {
        power += info->row[r].power;
        if (info->row[r].homogeneous == NH_YES) near("the power", info->row[r].power, 0, 1e-13 * info->power_size);
    }
    near("the power of all rows", power, info->power, 1e-13 * info->power_size);
}

/* ---- reference numbers ---- */

typedef struct subject {
    nh_arena *arena;
    const oracle_case *data;
    const char *name;
} subject;

static const char *value_of(const subject *s, const char *format, size_t a, size_t b) {
    nh_text path = nh_text_begin(s->arena);
    nh_text_format(&path, "systems.%s.", s->name);
    for (const char *c = format; *c; c++)
        if (*c == '#') nh_text_format(&path, "%zu", a);
        else if (*c == '@') nh_text_format(&path, "%zu", b);
        else nh_text_add_char(&path, *c);
    const oracle_entry *entry = oracle_first(s->data, nh_text_string(&path));
    return entry != NULL ? entry->rest : NULL;
}

static size_t numbers_of(const char *text, double *x, size_t most) {
    size_t count = 0;
    while (text != NULL && *text && count < most) {
        char *end;
        x[count++] = strtod(text, &end);
        text = end + strspn(end, " ");
    }
    return count;
}

/* Everything of the system that is under this head, as "before NAME between VALUE after". */
static void add_all(const subject *s, nh_text *text, const char *head, const char *before, const char *between,
                    const char *after) {
    nh_text path = nh_text_begin(s->arena);
    nh_text_format(&path, "systems.%s.%s.", s->name, head);
    const char *start = nh_text_string(&path);
    for (size_t i = 0; i < s->data->entries.count; i++) {
        const oracle_entry *e = &s->data->entries.items[i];
        if (strncmp(e->key, start, strlen(start)) == 0)
            nh_text_format(text, "%s%s%s%s%s", before, e->key + strlen(start), between, e->rest, after);
    }
}

static const char *model_of(const subject *s) {
    nh_text text = nh_text_begin(s->arena);
    add_all(s, &text, "parameters", "param ", " = ", "\n");
    for (size_t i = 0; value_of(s, "coordinates.#", i, 0) != NULL; i++)
        nh_text_format(&text, "coord %s\n", value_of(s, "coordinates.#", i, 0));
    nh_text_format(&text, "kinetic %s\npotential %s\n", value_of(s, "T", 0, 0), value_of(s, "V", 0, 0));
    add_all(s, &text, "constraints", "constraint ", ": ", " = 0\n");
    return nh_text_string(&text);
}

/* The model with numbers for the transposition matrix: those of one sample, of least norm with D1 = 0. */
static const char *transposed_of(const subject *s, const char *text, size_t n, size_t sample) {
    nh_text result = nh_text_begin(s->arena);
    double entries[8];
    nh_text_add(&result, text);
    for (size_t h = 0; h < n; h++) {
        assert_int_equal(numbers_of(value_of(s, "samples.#.Omega_min_norm_D1g.@", sample, h), entries, 8), n);
        for (size_t j = 0; j < n; j++)
            nh_text_format(&result, "transposition omega[%s, %s] = %.17g\n", value_of(s, "coordinates.#", h, 0),
                           value_of(s, "coordinates.#", j, 0), entries[j]);
    }
    return nh_text_string(&result);
}

static double length_of(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static void check_sample(const subject *s, nh_model *model, nh_displacements *d, size_t n, size_t kappa, size_t k) {
    double state[1 + 2 * 8], ranks[8], lambda[8], D[8];
    assert_int_equal(numbers_of(value_of(s, "samples.#.t", k, 0), state, 1), 1);
    assert_int_equal(numbers_of(value_of(s, "samples.#.q", k, 0), state + 1, n), n);
    assert_int_equal(numbers_of(value_of(s, "samples.#.qd", k, 0), state + 1 + n, n), n);
    assert_true(numbers_of(value_of(s, "rank_of_A_stacked_with_D", 0, 0), ranks, 8) > k);
    assert_int_equal(numbers_of(value_of(s, "samples.#.lambda", k, 0), lambda, 8), kappa);
    nh_displacements_info info = at(d, state);
    assert_int_equal(info.rank, kappa);
    assert_int_equal(info.dimension, n - kappa);
    if (info.coordinates - info.commuting != (size_t)ranks[k])
        fail_msg("%s: the rank of [A; D] is %zu", s->name, info.coordinates - info.commuting);
    assert_true(info.commutes == ((size_t)ranks[k] == kappa));
    for (size_t r = 0; r < kappa; r++) {
        const char *row = value_of(s, kappa == 1 ? "samples.#.D" : "samples.#.D.@", k, r);
        assert_int_equal(numbers_of(row, D, 8), n);
        near("lambda", info.row[r].lambda, lambda[r], 1e-11 * (1 + fabs(lambda[r])));
        near("D", info.row[r].D, length_of(D, n), 1e-11 * (1 + length_of(D, n)));
    }
    check_kernel(model, &info);
    check_work(&info);
}

/* With the matrix of a sample D1 vanishes there, and all of Chetaev's displacements satisfy the vakonomic condition. */
static void check_transposed(nh_context *context, const subject *s, const char *text, size_t n, size_t kappa) {
    double state[1 + 2 * 8];
    numbers_of(value_of(s, "samples.0.t", 0, 0), state, 1);
    numbers_of(value_of(s, "samples.0.q", 0, 0), state + 1, n);
    numbers_of(value_of(s, "samples.0.qd", 0, 0), state + 1 + n, n);
    nh_model *model = read(context, transposed_of(s, text, n, 0), NULL);
    nh_displacements *d = make(model);
    nh_displacements_info info = at(d, state);
    assert_true(info.has_transposition && info.transposes);
    assert_int_equal(info.transposing, n - kappa);
    for (size_t r = 0; r < kappa; r++) near("D1", info.row[r].D1, 0, 1e-12 * info.row[r].D1_size);
    nh_displacements_destroy(d);
    nh_model_destroy(model);
}

PROTECTED_TEST(test_reference) {
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, NH_TEST_SOURCE "/oracle/t003_omega.txt");
    size_t systems = 0;
    for (size_t i = 0; i < data.entries.count; i++) {
        const char *key = data.entries.items[i].key, *end = strstr(key, ".kappa");
        if (strncmp(key, "systems.", 8) != 0 || end == NULL) continue;
        subject s = {arena, &data, nh_arena_text(arena, key + 8, (size_t)(end - key) - 8)};
        size_t n = (size_t)atoi(value_of(&s, "n", 0, 0)), kappa = (size_t)atoi(data.entries.items[i].rest), k = 0;
        const char *text = model_of(&s);
        nh_model *model = read(context, text, NULL);
        nh_displacements *d = make(model);
        for (; value_of(&s, "samples.#.t", k, 0) != NULL; k++) check_sample(&s, model, d, n, kappa, k);
        assert_true(k >= 2);
        nh_displacements_destroy(d);
        nh_model_destroy(model);
        check_transposed(context, &s, text, n, kappa);
        systems++;
    }
    assert_int_equal(systems, SYSTEMS);
    nh_arena_destroy(arena);
}

/* ---- the transpositional relation ---- */

/* Linear, nonlinear, rheonomic, geometric rows, a Lagrangian that is not quadratic. */
static const struct {
    const char *text, *field;
} related[] = {
    {"coord x, y, th\nkinetic (x'^2 + y'^2 + th'^2)/2\npotential 3*x\nconstraint skate: x'*sin(th) - y'*cos(th) = 0\n",
     "x = cos(th) + y, y = sin(th)*x', th = t*x"},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + 2*z'^2)/2\npotential z\nconstraint speed: x'^2 + y'^2 + z'^2 = 2 + "
     "sin(t)\n",
     "x = y'*z, y = exp(x), z = x'^2 + t, x' = z*y', z' = 1"},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint a: x'*y' + z*z'^2 = 1/2\nconstraint b: x*z' - y*x' = "
     "t\n",
     "x = x*y, z = z'"},
    {"coord x, y\nkinetic (x'^2 + y'^2)/2 + x'^4/12\npotential x*y\nconstraint ring: x^2 + 2*y^2 = 3 + t/4\n",
     "x = y, y = x'*y', y' = x''"},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint p: y*z' = x' + cos(y)\ntransposition omega[x, z] = y'\n"
     "transposition omega[y, y] = x''*t\n",
     "x = z', y = x*y, z = sin(x)"},
};

enum { RELATED = sizeof related / sizeof *related, STATES = 5, MOST = 3 };

/* Where the motion through the state is a short time later: second order suffices for central differences. */
static void move(const double *state, const double *x, size_t n, double h, double *moved) {
    moved[0] = state[0] + h;
    for (size_t i = 0; i < n; i++) {
        moved[1 + i] = state[1 + i] + h * state[1 + n + i] + h * h / 2 * x[i];
        moved[1 + n + i] = state[1 + n + i] + h * x[i];
    }
}

/* d/dt of A dq and of dq by differences. The state need not satisfy the rows: the relation holds for all. */
static void check_derivatives(nh_displacements *d, const double *state, const double *x, size_t n) {
    const double h = 1e-4;
    double moved[1 + 2 * MOST], chetaev[2][MOST], dq[2][MOST];
    for (int side = 0; side < 2; side++) {
        move(state, x, n, side ? h : -h, moved);
        nh_displacements_info info = at(d, moved);
        for (size_t r = 0; r < info.rows; r++) chetaev[side][r] = info.row[r].chetaev;
        memcpy(dq[side], info.field, n * sizeof **dq);
    }
    nh_displacements_info info = at(d, state);
    for (size_t i = 0; i < n; i++)
        near("d/dt dq", info.field_derivative[i], (dq[1][i] - dq[0][i]) / (2 * h),
             1e-5 * (1 + fabs(info.field_derivative[i])));
    for (size_t r = 0; r < info.rows; r++) {
        const nh_displacements_row *row = &info.row[r];
        double total = (chetaev[1][r] - chetaev[0][r]) / (2 * h);
        near("the sides", row->left, row->right, 1e-13 * row->size);
        near("d/dt (A dq)", row->vakonomic - row->left, total, 1e-5 * (1 + row->size));
        near("d/dt (A dq), printed", row->chetaev_rate, total, 1e-5 * (1 + row->size));
    }
}

static void relate(nh_context *context, size_t which) {
    nh_model *model = read(context, related[which].text, related[which].field);
    size_t n = model->coordinates.count, found = 0;
    nh_displacements *d = make(model);
    nh_eval_def def = nh_default_eval();
    nh_eval *eval;
    assert_int_equal(nh_eval_make(model, &def, &eval), NH_OK);
    nh_random random = nh_random_make(test_seed(), which);
    for (int tries = 0; tries < 20 * STATES && found < STATES; tries++) {
        double state[1 + 2 * MOST], values[16];
        for (size_t i = 0; i < 1 + 2 * n; i++) state[i] = nh_random_uniform(&random, 0.3, 1.5);
        if (nh_eval_at(eval, state, values) != NH_OK) continue;
        check_derivatives(d, state, values + 1, n);
        found++;
    }
    assert_int_equal(found, STATES);
    nh_eval_destroy(eval);
    nh_displacements_destroy(d);
    nh_model_destroy(model);
}

PROTECTED_TEST(test_relation) {
    for (size_t i = 0; i < RELATED; i++) relate(context, i);
}

/* ---- two sets of coordinates ---- */

/* Of a point in a plane, with dq' given, and with a matrix W in Cartesian coordinates; r_q omega = W r_q gives it in
 * polar ones, [Algebraic] (31). */
#define PLANE "point P = [x, y]\nkinetic x'^2/2 + y'^2\npotential x*y\nconstraint nl: x'^2 + 2*y*x'*y' + t*y' = 1\n"
static const char cartesian[] = "coord x, y\n" PLANE "transposition omega[x, x] = y'\ntransposition omega[x, y] = 2\n"
                                "transposition omega[y, x] = t\n";
static const char polar[] =
    "coord r, phi\nlet x = r*cos(phi)\nlet y = r*sin(phi)\n" PLANE
    "let a = y'*cos(phi) + 2*sin(phi)\nlet b = t*cos(phi)\n"
    "let c = r*(2*cos(phi) - y'*sin(phi))\nlet e = -r*t*sin(phi)\n"
    "transposition omega[r, r] = a*cos(phi) + b*sin(phi)\ntransposition omega[r, phi] = c*cos(phi) + e*sin(phi)\n"
    "transposition omega[phi, r] = (b*cos(phi) - a*sin(phi))/r\n"
    "transposition omega[phi, phi] = (e*cos(phi) - c*sin(phi))/r\n";

typedef struct chart {
    nh_model *model;
    nh_displacements *d;
    double state[5];
} chart;

static chart chart_of(nh_context *context, const char *text, const char *field) {
    chart c = {.model = read(context, text, field)};
    c.d = make(c.model);
    return c;
}

static void close_chart(chart *c) {
    nh_displacements_destroy(c->d);
    nh_model_destroy(c->model);
}

static void place(chart *c, chart *p, nh_random *random) {
    double r = nh_random_uniform(random, 0.5, 2), phi = nh_random_uniform(random, -2, 2);
    double r_dot = nh_random_uniform(random, -1, 1), phi_dot = nh_random_uniform(random, -1, 1);
    double state[5] = {nh_random_uniform(random, 0, 1), r * cos(phi), r * sin(phi),
                       r_dot * cos(phi) - r * sin(phi) * phi_dot, r_dot * sin(phi) + r * cos(phi) * phi_dot};
    memcpy(c->state, state, sizeof state);
    memcpy(p->state, (double[5]){state[0], r, phi, r_dot, phi_dot}, sizeof state);
}

/* [Algebraic] (29): what does not commute is a vector. */
static void check_gap(const nh_displacements_info *c, const nh_displacements_info *p) {
    double r = p->state[1], phi = p->state[2];
    double radial = p->field_rate[0] - p->field_derivative[0], turning = p->field_rate[1] - p->field_derivative[1];
    double size = 1 + fabs(radial) + fabs(turning) * r;
    near("the gap of x", c->field_rate[0] - c->field_derivative[0], cos(phi) * radial - r * sin(phi) * turning,
         1e-12 * size);
    near("the gap of y", c->field_rate[1] - c->field_derivative[1], sin(phi) * radial + r * cos(phi) * turning,
         1e-12 * size);
}

/* The point moves in both as the coordinates of the plane do, and its matrix W is omega there, [Algebraic] (31). */
static void check_point(const nh_displacements_info *c, const nh_displacements_info *p) {
    assert_true(c->has_points && p->has_points && c->W != NULL && p->W != NULL);
    assert_int_equal(c->components, 2);
    assert_int_equal(p->components, 2);
    assert_string_equal(p->component[1], "P.y");
    for (size_t i = 0; i < 2; i++) {
        double size = 1 + fabs(c->field[0]) + fabs(c->field[1]);
        near("dP", p->component_field[i], c->field[i], 1e-12 * size);
        near("dP in the plane", c->component_field[i], c->field[i], 0);
    }
    for (size_t i = 0; i < 4; i++) {
        near("W in the plane", c->W[i], c->omega[i], 1e-13 * (1 + fabs(c->omega[i])));
        near("W", p->W[i], c->omega[i], 1e-11 * (2 + fabs(c->omega[i])));
    }
}

/* Both conditions, both sides and D1 on the field are the same in both, [Algebraic] (23), (26), (45). */
static void check_charts(nh_context *context, const char *in_plane, const char *in_polar) {
    chart c = chart_of(context, cartesian, in_plane), p = chart_of(context, polar, in_polar);
    nh_random random = nh_random_make(test_seed(), 7);
    for (int i = 0; i < STATES; i++) {
        place(&c, &p, &random);
        nh_displacements_info a = at(c.d, c.state), b = at(p.d, p.state);
        const nh_displacements_row *x = &a.row[0], *y = &b.row[0];
        double allowed = 1e-12 * (1 + x->size + y->size);
        near("A dq", x->chetaev, y->chetaev, allowed);
        near("G dq + A dq'", x->vakonomic, y->vakonomic, allowed);
        near("the left side", x->left, y->left, allowed);
        near("the right side", x->right, y->right, allowed);
        near("lambda", x->lambda, y->lambda, 1e-11 * (1 + fabs(x->lambda)));
        check_gap(&a, &b);
        check_point(&a, &b);
    }
    close_chart(&c);
    close_chart(&p);
}

/* The field x = y^2, y = x*t + y' in polar coordinates, with what it varies the velocities by. */
#define TURNED "r = (x*y^2 + y*(x*t + y'))/r, phi = (x*(x*t + y') - y*y^2)/r^2"
#define TURNED_RATES(dx, dy)                                                                                           \
    TURNED ", r' = (x'/r - x*r'/r^2)*y^2 + (y'/r - y*r'/r^2)*(x*t + y') + x/r*(" dx ") + y/r*(" dy                     \
           "), phi' = (y'/r^2 - 2*x*phi'/r^2)*y^2 + (-x'/r^2 - 2*y*phi'/r^2)*(x*t + y') - y/r^2*(" dx ") + x/r^2*(" dy \
           ")"

PROTECTED_TEST(test_charts) {
    /* dq' by omega, then given */
    check_charts(context, "x = y^2, y = x*t + y'", TURNED);
    check_charts(context, "x = y^2, y = x*t + y', x' = t, y' = x'", TURNED_RATES("t", "x'"));
}

/* How far dq' is from d/dt dq. */
static double gap_of(chart *c) {
    nh_displacements_info info = at(c->d, c->state);
    return fmax(fabs(info.field_rate[0] - info.field_derivative[0]),
                fabs(info.field_rate[1] - info.field_derivative[1]));
}

/* [Algebraic] Property 1: what commutes in one set of coordinates does in the other, and what does not, does not. */
PROTECTED_TEST(test_commutation) {
    chart c = chart_of(context, cartesian, "x = y^2, y = x*t + y', x' = 2*y*y', y' = x'*t + x + y''");
    chart p = chart_of(context, polar, TURNED_RATES("2*y*y'", "x'*t + x + y''"));
    chart moved = chart_of(context, polar, TURNED_RATES("2*y*y'", "x'*t + x + y'' + 1"));
    nh_random random = nh_random_make(test_seed(), 8);
    for (int i = 0; i < STATES; i++) {
        place(&c, &p, &random);
        memcpy(moved.state, p.state, sizeof p.state);
        nh_displacements_info info = at(c.d, c.state);
        double size = 1 + fabs(info.field_rate[0]) + fabs(info.field_rate[1]);
        near("the gap in the plane", gap_of(&c), 0, 1e-13 * size);
        near("the gap in polar coordinates", gap_of(&p), 0, 1e-11 * size);
        double r = p.state[1], phi = p.state[2];
        near("the gap", gap_of(&moved), fmax(fabs(sin(phi)), fabs(cos(phi)) / r), 1e-11 * size);
    }
    close_chart(&c);
    close_chart(&p);
    close_chart(&moved);
}

/* ---- points ---- */

/* A pendulum of length 2 next to a coordinate that moves no point: with J = 2 (cos a, sin a), W of least norm is
 * w (cos a, sin a)^T (cos a, sin a) for omega[a, a] = w. There is none where omega takes db, which moves no point,
 * to da. */
PROTECTED_TEST(test_points) {
    static const char text[] = "coord a, b\npoint P = [2*sin(a), -2*cos(a)] mass 1\npoint O = [1, 1]\nkinetic b'^2\n"
                               "constraint c: b' = a*a'\ntransposition omega[a, a] = 3 + t\n";
    nh_arena *arena = nh_arena_create(context);
    nh_text other = nh_text_begin(arena);
    nh_text_format(&other, "%stransposition omega[a, b] = 1\n", text);
    nh_model *model = read(context, text, "b = a"), *without = read(context, nh_text_string(&other), NULL);
    nh_displacements *d = make(model), *e = make(without);
    const double state[] = {0.5, 0.7, 0.2, 1.5, 1.05}, u[] = {cos(0.7), sin(0.7)};
    nh_displacements_info info = at(d, state);
    assert_int_equal(info.components, 2); /* O does not move */
    assert_int_equal(info.dimension, 1);
    for (size_t i = 0; i < 2; i++) {
        near("dP of the basis", info.component_basis[i], 2 * u[i] * info.basis[0], 1e-14);
        near("dP of the field", info.component_field[i], 0, 0);
        for (size_t j = 0; j < 2; j++) near("W", info.W[2 * i + j], 3.5 * u[i] * u[j], 1e-13);
    }
    info = at(e, state);
    assert_true(info.has_points && info.W == NULL);
    nh_displacements_destroy(d);
    nh_displacements_destroy(e);
    nh_model_destroy(model);
    nh_model_destroy(without);
    nh_arena_destroy(arena);
}

/* ---- what the propositions say ---- */

static const char hidden_sphere[] =
    "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential z\nconstraint p: y*z*x' + x*z*y' + 2*x*y*z' = 0\n";
static const char contact[] =
    "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential z\nconstraint p: z' - y*x' = 0\n";

static nh_displacements_info look(nh_context *context, nh_model **model, nh_displacements **d, const char *text,
                                  const char *field, const double *state) {
    *model = read(context, text, field);
    *d = make(*model);
    return at(*d, state);
}

static void forget(nh_model *model, nh_displacements *d) {
    nh_displacements_destroy(d);
    nh_model_destroy(model);
}

/* ---- where the vakonomic accelerations are Chetaev's ---- */

static const char two_wheels[] =
    "param a = 1.5\ncoord x, y, psi, phi, u\nkinetic (x'^2 + 2*y'^2 + psi'^2/3 + phi'^2/2 + u'^2)/2\npotential x*u\n"
    "constraint c: x' = a*phi'*cos(psi)\nconstraint s: y' = a*phi'*sin(psi)\nconstraint e: u + psi^2 = 1\n";
static const char fast_point[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential x*z\n"
                                 "constraint v: x'^2 + y'^2 + z'^2 = 4\nconstraint n: z' = x*y'\n";
static const char exact_pair[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential y\n"
                                 "constraint a: x*y' + y*x' = t\nconstraint b: z' = y*x'\n";

/* The accelerations of the vakonomic equations at a state, by the library's way for motions. */
static const double *vakonomic_at(nh_arena *arena, nh_model *model, const double *state, size_t rows,
                                  const double *mu) {
    size_t n = model->coordinates.count;
    nh_dynamics *dynamics = nh_dynamics_make(arena, nh_vakonomic_derive(model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, nh_model_parameter_values(model, arena));
    memcpy(nh_dynamics_extras(dynamics), mu, rows * sizeof *mu);
    nh_solution found = nh_dynamics_solve(dynamics, state[0], state + 1, state + 1 + n);
    assert_int_equal(found.status, NH_SOLVED);
    double *x = NH_NEW_ARRAY(arena, double, n);
    memcpy(x, found.x, n * sizeof *x);
    return x;
}

static double distance(size_t n, const double *x, const double *y) {
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i] - y[i]) / (1 + fabs(y[i])));
    return most;
}

/* With mu of the basis the accelerations are those at mu = 0, which are Chetaev's; with other mu they are not. */
static size_t check_agreeing(nh_context *context, const char *text, int number) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), (uint64_t)number);
    nh_model *model = read(context, text, NULL);
    nh_displacements *d = make(model);
    size_t n = model->coordinates.count, rows = model->rows.count, agreeing = 0;
    nh_states *states = nh_states_make(arena, model, nh_model_parameter_values(model, arena));
    double *state = NH_NEW_ARRAY(arena, double, 2 * n + 1), *mu = NH_NEW_ARRAY(arena, double, rows);
    nh_state drawn = {.q = state + 1, .v = state + 1 + n};
    for (int i = 0; i < 3; i++) {
        assert_true(nh_states_random(states, &random, 0.3 * i, 100, &drawn));
        state[0] = drawn.t;
        nh_displacements_info info = at(d, state);
        memset(mu, 0, rows * sizeof *mu);
        const double *own = vakonomic_at(arena, model, state, rows, mu);
        for (size_t k = 0; k < info.agreeing; k++)
            for (size_t r = 0; r < rows; r++) mu[r] += 0.1 * (double)(k + 1) * info.agreeing_mu[k * rows + r];
        near("the difference", distance(n, vakonomic_at(arena, model, state, rows, mu), own), 0, 1e-9);
        size_t with_mu = info.agreeing + info.dimension - info.commuting;
        for (size_t r = 0; r < rows; r++) mu[r] = nh_random_uniform(&random, 0.1, 0.2);
        bool is_other = distance(n, vakonomic_at(arena, model, state, rows, mu), own) > 1e-6;
        assert_true(is_other == (info.agreeing < with_mu));
        agreeing = info.agreeing;
    }
    forget(model, d);
    nh_arena_destroy(arena);
    return agreeing;
}

PROTECTED_TEST(test_agreeing) {
    assert_int_equal(check_agreeing(context, contact, 1), 0);
    assert_int_equal(check_agreeing(context, hidden_sphere, 2), 1);
    assert_int_equal(check_agreeing(context, two_wheels, 3), 1);
    assert_int_equal(check_agreeing(context, fast_point, 4), 1);
    assert_int_equal(check_agreeing(context, exact_pair, 5), 1);
}

/* [Algebraic] Proposition 4: where (53) holds, both conditions together say A (dq' - d/dt dq) = 0. Corollary 1 has no
 * converse: with the second field both hold, and so does (53), but dq' is not d/dt dq. */
PROTECTED_TEST(test_integrable) {
    const double state[] = {
        0.2, 0.5, 0.75, 1.25, 0.4, -0.3, (-0.75 * 1.25 * 0.4 + 0.5 * 1.25 * 0.3) / (2 * 0.5 * 0.75)};
    nh_model *model;
    nh_displacements *d;
    nh_displacements_info info = look(context, &model, &d, hidden_sphere, "x = x*sin(t), y = -y*sin(t)", state);
    assert_true(info.commutes && info.field_is_chetaev && info.field_is_vakonomic);
    assert_int_equal(info.commuting, 2);
    near("the right side", info.row[0].right, 0, 1e-14 * info.row[0].size);
    forget(model, d);
    info = look(context, &model, &d, hidden_sphere, "x = x, y = -y, x' = x' + 2*x*z, y' = -y', z' = -z*z", state);
    assert_true(info.commutes && info.field_is_chetaev && info.field_is_vakonomic);
    assert_true(fabs(info.field_rate[0] - info.field_derivative[0]) > 0.1);
    near("the right side", info.row[0].right, 0, 1e-13 * info.row[0].size);
    forget(model, d);
}

/* Where (53) fails, a Chetaev field that commutes breaks the vakonomic condition by D dq; with dq' that repairs it A
 * (dq' - d/dt dq) is that, not 0. */
PROTECTED_TEST(test_nonholonomic) {
    const double state[] = {0.2, 0.5, 0.75, 1.25, 0.4, -0.3, 0.75 * 0.4};
    nh_model *model;
    nh_displacements *d;
    nh_displacements_info info = look(context, &model, &d, contact, "x = 1, y = 2, z = y", state);
    assert_true(!info.commutes && info.field_is_chetaev && !info.field_is_vakonomic);
    assert_int_equal(info.commuting, 1);
    /* D = (-y', x', 0) */
    near("G dq + A dq'", info.row[0].vakonomic, -(0.3 * 1 + 0.4 * 2), 1e-14);
    near("the residual", info.row[0].residual, sqrt(0.4 * 0.4 + 0.3 * 0.3 / (1 + 0.75 * 0.75)), 1e-14);
    forget(model, d);
    info = look(context, &model, &d, contact, "x = 1, y = 2, z = y, z' = 2*x'", state);
    assert_true(info.field_is_chetaev && info.field_is_vakonomic);
    near("the right side", info.row[0].right, 0, 1e-14);
    near("the gap", info.field_rate[2] - info.field_derivative[2], 0.3 + 0.8, 1e-14);
    forget(model, d);
}

/* ---- power, [Homogeneous] (1), (2) ---- */

/* Where L contains no time and no other forces act, the power of the reactions is dE/dt. */
PROTECTED_TEST(test_power) {
    const char *const texts[] = {
        "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 9*z\nconstraint speed: x'^2 + y'^2 + z'^2 = 2 + t\n",
        "coord x, y\nkinetic (x'^2 + 3*y'^2)/2\nconstraint ring: x^2 + y^2 = 1 + t\n",
        "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint table: x' = 2*y\nconstraint cone: x'^2 + y'^2 = "
        "z'^2\n"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        nh_read_def def = nh_default_read();
        const char *random = "random";
        def.init = (nh_strings){&random, 1};
        nh_model *model = NULL;
        nh_eval *eval;
        nh_eval_def eval_def = nh_default_eval();
        double state[7], values[16];
        assert_int_equal(nh_model_read(context, &def, texts[k], strlen(texts[k]), &model), NH_OK);
        nh_displacements *d = make(model);
        assert_int_equal(nh_displacements_start(d, state), NH_OK);
        assert_int_equal(nh_eval_make(model, &eval_def, &eval), NH_OK);
        assert_int_equal(nh_eval_at(eval, state, values), NH_OK);
        nh_displacements_info info = at(d, state);
        double rate = values[1 + info.coordinates + info.rows + 1];
        near("the power", info.power, rate, 1e-12 * (1 + info.power_size));
        assert_true(fabs(info.power) > 1e-6);
        check_work(&info);
        check_kernel(model, &info);
        if (k == 2) assert_true(info.row[0].homogeneous == NH_NO && info.row[1].homogeneous == NH_YES);
        nh_eval_destroy(eval);
        forget(model, d);
    }
}

/* ---- choices and corners ---- */

PROTECTED_TEST(test_choice) {
    const double state[] = {0, 0.6, 0.8, 0.8, -0.6}, turned[] = {0, 0, 1, 1, 0};
    const char text[] = "coord x, y\npoint P = [x, y] mass 2\nindependent x'\nconstraint round: x^2 + y^2 = 1\n"
                        "constraint again: 2*x*x' + 2*y*y' = 0\n";
    nh_model *model = read(context, text, NULL);
    nh_displacements *d = make(model);
    nh_displacements_info info = at(d, state);
    assert_int_equal(info.rank, 1);
    assert_int_equal(info.independent[0], 0);
    near("dy", info.basis[1], -0.75, 1e-15);
    assert_true(!info.row[0].redundant && info.row[1].redundant && !info.refused);
    near("D", info.row[1].residual, 0, 1e-15);
    assert_int_equal(info.commuting, 1);
    info = at(d, turned);
    assert_int_equal(info.independent[0], 0);
    near("dy", info.basis[1], 0, 1e-15);
    const double across[] = {0, 1, 0, 0, 1}; /* dx = 0 there: x cannot be independent */
    info = at(d, across);
    assert_true(info.refused);
    assert_int_equal(info.independent[0], 1);
    check_work(&info);
    forget(model, d);
}

/* No rows, a row without a value, a motion that is not determined, a field without a value. */
PROTECTED_TEST(test_corners) {
    nh_displacements_info info;
    nh_model *model = read(context, "coord x\nkinetic x'^2/2\n", "x = 1/x");
    nh_displacements *d = make(model);
    assert_int_equal(nh_displacements_at(d, (double[]){0, 2, 1}, &info), NH_OK);
    assert_true(info.dimension == 1 && info.basis[0] == 1 && info.commuting == 1 && info.commutes);
    near("d/dt dq", info.field_derivative[0], -0.25, 1e-16);
    assert_int_equal(nh_displacements_at(d, (double[]){0, 0, 1}, &info), NH_OK);
    assert_string_equal(info.why, "the field of displacements has no value there");
    assert_int_equal(nh_displacements_at(d, (double[]){0, NAN, 1}, &info), NH_E_USAGE);
    forget(model, d);
    model = read(context, "coord x, y\nkinetic x'^2/2\nconstraint p: x' = y\n", NULL);
    d = make(model);
    assert_int_equal(nh_displacements_at(d, (double[]){0, 2, 1, 1, 1}, &info), NH_OK);
    assert_true(info.has_basis && !info.has_motion && info.why != NULL && info.dimension == 1 && info.basis[1] == 1);
    assert_true(isnan(info.row[0].lambda));
    forget(model, d);
    model = read(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint p: sqrt(x)*x' = y'\n", NULL);
    d = make(model);
    assert_int_equal(nh_displacements_at(d, (double[]){0, -1, 1, 1, 1}, &info), NH_OK);
    assert_true(!info.has_basis && info.why != NULL);
    forget(model, d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),   cmocka_unit_test(test_relation),     cmocka_unit_test(test_charts),
        cmocka_unit_test(test_commutation), cmocka_unit_test(test_points),       cmocka_unit_test(test_agreeing),
        cmocka_unit_test(test_integrable),  cmocka_unit_test(test_nonholonomic), cmocka_unit_test(test_power),
        cmocka_unit_test(test_choice),      cmocka_unit_test(test_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
