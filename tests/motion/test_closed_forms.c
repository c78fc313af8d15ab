/* Motions that are known in closed form: those of the reference systems (tests/oracle), and some of our own.
 *
 * A closed form is text: definitions "B: 1 + x_0; a: G/C", then values "q1: q1_0 + t; q1': 1". In it q_0 and q_0' are
 * the state at the start, q and q' that of now, t0 the time of the start, Ic and Is the integrals of cos K and sin K
 * from t0 to now for the ball on a table that turns by sin(t). A value of a coordinate is also differentiated by t and
 * compared with the velocity. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "expr/read/read.h"
#include "model/values.h"
#include "motion/run/run.h"
#include "tape/tape.h"

#define FOLDER NH_TEST_SOURCE "/oracle"
#define TOLERANCE 1e-12
#define AGREEMENT 1e-9

enum { TIMES = 201, CASES = 114 };

/* ---- an environment for the texts ---- */

typedef struct comparison {
    const char *name;
    nh_expr found, wanted;
} comparison;

typedef struct closed {
    const char *name; /* of the case */
    nh_arena *arena;
    nh_model *model;
    uint32_t n;
    nh_expr t0, Ic, Is;
    nh_expr *q, *v, *q0, *v0;
    nh_exprs symbols; /* that the texts may name */
    NH_ARRAY(comparison) comparisons;
} closed;

static nh_expr parameter(closed *c, const char *name) {
    nh_expr symbol = nh_expr_symbol_text(c->model->pool, NH_ROLE_PARAMETER, name);
    nh_array_push(&c->symbols, symbol);
    return symbol;
}

static closed closed_begin(nh_arena *arena, nh_model *model, const char *name) {
    closed c = {.name = name, .arena = arena, .model = model, .n = (uint32_t)model->coordinates.count};
    c.symbols.arena = c.comparisons.arena = arena;
    c.q = nh_model_coordinates(model, arena);
    c.v = nh_model_velocities(model, arena);
    c.q0 = NH_NEW_ARRAY(arena, nh_expr, c.n);
    c.v0 = NH_NEW_ARRAY(arena, nh_expr, c.n);
    for (uint32_t i = 0; i < c.n; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s_0", nh_name_text(model->context, model->coordinates.items[i].name));
        c.q0[i] = nh_expr_symbol_text(model->pool, NH_ROLE_COORDINATE, nh_arena_text(arena, text, strlen(text)));
        c.v0[i] = nh_expr_dot(model->pool, c.q0[i]);
        nh_array_push(&c.symbols, c.q[i]);
        nh_array_push(&c.symbols, c.q0[i]);
    }
    for (size_t i = 0; i < model->parameters.count; i++) nh_array_push(&c.symbols, model->parameters.items[i].symbol);
    nh_array_push(&c.symbols, model->time);
    c.t0 = parameter(&c, "t0");
    c.Ic = parameter(&c, "Ic");
    c.Is = parameter(&c, "Is");
    return c;
}

static nh_expr read_text(closed *c, const char *text, size_t length) {
    nh_expr e = NH_EXPR_UNDEFINED;
    nh_read_names names = nh_read_names_of(c->model->pool, c->arena, (uint32_t)c->symbols.count, c->symbols.items);
    if (!nh_expr_read(c->model->pool, text, length, c->name, &names, &e))
        fail_msg("%s: cannot read '%.*s': %s", c->name, (int)length, text,
                 nh_context_diag(c->model->context, nh_context_diag_count(c->model->context) - 1)->sentence);
    return e;
}

static void define(closed *c, const char *name, nh_expr value) {
    nh_array_push(&c->symbols, nh_expr_abbreviation(c->model->pool, nh_name_of_text(c->model->context, name), value));
}

/* A quantity of the state by its name: q, q', or a defined one, such as wx; also at the start, wx_0. */
static void define_quantity(closed *c, const char *name, const char *text) {
    char start[50];
    nh_expr e = read_text(c, text, strlen(text));
    define(c, name, e);
    e = nh_expr_substitute(c->model->pool, e, c->n, c->q, c->q0, true);
    e = nh_expr_substitute(c->model->pool, e, c->n, c->v, c->v0, true);
    snprintf(start, sizeof start, "%s_0", name);
    define(c, nh_arena_text(c->arena, start, strlen(start)), e);
}

static void compare(closed *c, const char *name, nh_expr found, nh_expr wanted) {
    nh_array_push(&c->comparisons, ((comparison){name, found, wanted}));
}

/* By time, along the motion; the start stays. */
static nh_expr rate_of(closed *c, nh_expr e) {
    nh_pool *pool = c->model->pool;
    nh_expr sum = nh_expr_diff(pool, e, c->model->time);
    for (uint32_t i = 0; i < c->n; i++)
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, nh_expr_diff(pool, e, c->q[i]), c->v[i]));
    return sum;
}

static void add_value(closed *c, const char *name, const char *text, size_t length) {
    nh_expr found = read_text(c, name, strlen(name)), wanted = read_text(c, text, length);
    compare(c, name, found, wanted);
    for (uint32_t i = 0; i < c->n; i++)
        if (found == c->q[i] && strstr(c->name, "ball_sin") == NULL) compare(c, name, c->v[i], rate_of(c, wanted));
}

/* "a: text; b: text" as definitions or as values. */
static void add_list(closed *c, const char *text, bool are_values) {
    while (*text) {
        size_t head = strcspn(text, ":"), length = strcspn(text + head + 1, ";");
        const char *name = nh_arena_text(c->arena, text, head), *body = text + head + 1;
        assert_true(text[head] == ':');
        if (are_values) add_value(c, name, body, length);
        else define(c, name, read_text(c, body, length));
        text = body + length + (body[length] == ';');
        text += strspn(text, " ");
    }
}

/* ---- running ---- */

/* The integrals of cos K and sin K from 0 to t, K = kappa (1 - cos s), by Gauss' rule with
 * three points in many parts. */
static void integrate(double kappa, double t, double *c, double *s) {
    enum { PARTS = 400 };
    static const double node[] = {-0.7745966692414834, 0, 0.7745966692414834}, weight[] = {5. / 9, 8. / 9, 5. / 9};
    double h = t / PARTS;
    *c = *s = 0;
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < 3; k++) {
            double K = kappa * (1 - cos(h * (i + 0.5 + node[k] / 2)));
            *c += weight[k] / 2 * h * cos(K);
            *s += weight[k] / 2 * h * sin(K);
        }
}

static double kappa_of(const closed *c, const double *parameters) {
    double R = 0, k = 0;
    for (size_t i = 0; i < c->model->parameters.count; i++) {
        const char *name = nh_name_text(c->model->context, c->model->parameters.items[i].name);
        if (strcmp(name, "R") == 0) R = parameters[i];
        if (strcmp(name, "k") == 0) k = parameters[i];
    }
    return k == 0 ? 0 : k * k / (R * R + k * k);
}

typedef struct evaluator {
    nh_tape *tape;
    double *inputs, *outputs, *work;
    const double *parameters;
} evaluator;

/* Inputs: t, q, v, q_0, v_0, t0, Ic, Is; outputs: both sides of every comparison. */
static evaluator evaluator_make(closed *c) {
    nh_arena *arena = c->arena;
    uint32_t n = c->n, count = 2 * (uint32_t)c->comparisons.count;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, 4 * n + 4), *outputs = NH_NEW_ARRAY(arena, nh_expr, count);
    const nh_expr *parts[] = {c->q, c->v, c->q0, c->v0};
    inputs[0] = c->model->time;
    for (int k = 0; k < 4; k++) memcpy(inputs + 1 + (size_t)k * n, parts[k], n * sizeof *inputs);
    inputs[4 * n + 1] = c->t0, inputs[4 * n + 2] = c->Ic, inputs[4 * n + 3] = c->Is;
    for (uint32_t i = 0; i < c->comparisons.count; i++) {
        outputs[2 * i] = c->comparisons.items[i].found;
        outputs[2 * i + 1] = c->comparisons.items[i].wanted;
    }
    nh_tape_def def = {.input_count = 4 * n + 4,
                       .inputs = inputs,
                       .parameter_count = (uint32_t)c->model->parameters.count,
                       .parameters = nh_model_parameter_symbols(c->model, arena),
                       .output_count = count,
                       .outputs = outputs};
    evaluator e = {.tape = nh_tape_make(arena, c->model->pool, &def)};
    e.parameters = nh_model_parameter_values(c->model, arena);
    e.inputs = NH_NEW_ARRAY(arena, double, 4 * n + 4);
    e.outputs = NH_NEW_ARRAY(arena, double, count);
    e.work = nh_arena_alloc_aligned(arena, nh_tape_work_size(e.tape, 1) * sizeof(double), 64);
    nh_tape_begin(e.tape, 1, e.parameters, e.work);
    return e;
}

static void check_row(const closed *c, const evaluator *e, const double *row, const double *first) {
    size_t n = c->n;
    memcpy(e->inputs, row, (2 * n + 1) * sizeof *row);
    memcpy(e->inputs + 1 + 2 * n, first + 1, 2 * n * sizeof *row);
    double *rest = e->inputs + 1 + 4 * n;
    rest[0] = first[0];
    integrate(kappa_of(c, e->parameters), row[0], &rest[1], &rest[2]);
    nh_tape_run(e->tape, 1, e->inputs, e->outputs, e->work);
    for (size_t i = 0; i < c->comparisons.count; i++) {
        double found = e->outputs[2 * i], wanted = e->outputs[2 * i + 1];
        if (!(fabs(found - wanted) <= AGREEMENT * fmax(1, fabs(wanted))))
            fail_msg("%s: at t = %g, %s is %.17g, not %.17g", c->name, row[0], c->comparisons.items[i].name, found,
                     wanted);
    }
}

/* Runs over the span of the model and compares at many times. */
static const nh_trajectory *check_motion(closed *c) {
    assert_true(c->comparisons.count > 0);
    const nh_span *span = &c->model->spans.items[0];
    double from = nh_model_constant(c->model, c->arena, span->from),
           to = nh_model_constant(c->model, c->arena, span->to);
    double *times = NH_NEW_ARRAY(c->arena, double, TIMES);
    for (int i = 0; i < TIMES; i++) times[i] = i < TIMES - 1 ? from + (to - from) * i / (TIMES - 1) : to;
    nh_run_def run = nh_default_run();
    run.rtol = run.atol = TOLERANCE;
    run.at = times;
    run.at_count = TIMES;
    nh_trajectory *found = nh_simulate(c->arena, c->model, &run);
    if (found->outcome != NH_OUTCOME_FINISHED) fail_msg("%s: %s at t = %g", c->name, found->message, found->t_end);
    assert_int_equal(found->values.count, TIMES * found->columns);
    evaluator e = evaluator_make(c);
    for (int i = 0; i < TIMES; i++)
        check_row(c, &e, found->values.items + (size_t)i * found->columns, found->values.items);
    if (!(found->energy_error < AGREEMENT)) fail_msg("%s: energy %g", c->name, found->energy_error);
    return found;
}

/* ---- those of the reference systems ---- */

/* Where the case says it in prose, or by an integral: the same as text. */
typedef struct written {
    const char *name, *definitions, *values;
} written;

#define GD(s) "(2*atan(tanh((" s ")/2)))"
#define BALL_SIN                                                                                                       \
    "kappa: k^2/(R^2+k^2); K: kappa*(1-cos(t)); D1: wx_0; D2: wy_0; P: x_0+R*(D2*Ic-D1*Is); Q: y_0-R*(D1*Ic+D2*Is)",   \
        "x: cos(K)*P-sin(K)*Q; y: sin(K)*P+cos(K)*Q; wx: D1+R*sin(t)*x/(R^2+k^2); wy: D2+R*sin(t)*y/(R^2+k^2); wz: "   \
        "wz_0"

static const written texts[] = {
    {"t000_ex01_free_Ct", "S: t+c1*t^2/(2*c0)", "x: x_0+x_0'*S; y: y_0+y_0'*S; z: z_0+z_0'*S"},
    {"t000_ex01_speed_const", "s0: -log((1+z_0'/C)/(1-z_0'/C))/2; s: g*t/C+s0; c: sqrt(x_0'^2+y_0'^2)",
     "x': C*x_0'/(c*cosh(s)); y': C*y_0'/(c*cosh(s)); z': -C*tanh(s); z: z_0-C^2/g*log(cosh(s)/cosh(s0)); "
     "x: x_0+C^2/g*x_0'/c*(" GD("s") "-" GD("s0") "); y: y_0+C^2/g*y_0'/c*(" GD("s") "-" GD("s0") ")"},
    {"t000_rem2_c_free_equal_masses", "w: q3_0'; u: q1_0'*cos(q3_0)+q2_0'*sin(q3_0); a: q3_0+w*t",
     "q3: a; q1: q1_0+u/w*(sin(a)-sin(q3_0)); q2: q2_0-u/w*(cos(a)-cos(q3_0))"},
    {"s004_5_7_ball_sin_euler", BALL_SIN},
    {"s004_5_7_ball_sin_quasi", BALL_SIN},
};

static const written *text_of(const char *name) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0) return &texts[i];
    return NULL;
}

/* Words about a closed form. */
static bool is_prose(const char *name) {
    static const char *const words[] = {
        "valid",       "relation", "orbit", "angles", "max_abs_difference_from_trajectory", "derived_here_not_in_paper",
        "capture_time"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0) return true;
    return false;
}

/* The angular velocity of the ball, in space; Euler's angles: [Examples] (41). */
static void define_spin(closed *c) {
    bool by_angles = strstr(c->name, "_euler") != NULL;
    if (strstr(c->name, "_ball_") == NULL) return;
    define_quantity(c, "wx", by_angles ? "cos(psi)*theta'+sin(theta)*sin(psi)*phi'" : "q1'");
    define_quantity(c, "wy", by_angles ? "sin(psi)*theta'-sin(theta)*cos(psi)*phi'" : "q2'");
    define_quantity(c, "wz", by_angles ? "psi'+cos(theta)*phi'" : "q3'");
}

/* y_of_x is y, and a name for what follows. */
static void add_curve(closed *c, const oracle_entry *entry, size_t head) {
    const char *name = nh_arena_text(c->arena, entry->name, head);
    add_value(c, name, entry->text, strlen(entry->text));
    define(c, entry->name, read_text(c, entry->text, strlen(entry->text)));
}

static void add_relation(closed *c, const oracle_entry *entry) {
    size_t left = strcspn(entry->text, "=");
    const char *right = entry->text + left + 1;
    compare(c, entry->name, read_text(c, entry->text, left), read_text(c, right, strlen(right)));
}

static void add_entry(closed *c, const oracle_entry *entry) {
    const char *of = strstr(entry->name, "_of_");
    if (is_prose(entry->name) || strcmp(entry->name, "where") == 0) return;
    if (strcmp(entry->name, "special") == 0) add_list(c, entry->text, true);
    else if (strcmp(entry->name, "speed") == 0) add_relation(c, entry);
    else if (of != NULL) add_curve(c, entry, (size_t)(of - entry->name));
    else add_value(c, entry->name, entry->text, strlen(entry->text));
}

static bool is_closed_form(const oracle_entry *entry) {
    return strncmp(entry->key, "closed_form", strlen("closed_form")) == 0;
}

static void add_entries(closed *c, const oracle_case *data) {
    const written *text = text_of(c->name);
    define_spin(c);
    if (text != NULL) {
        add_list(c, text->definitions, false);
        add_list(c, text->values, true);
        return;
    }
    for (size_t i = 0; i < data->entries.count; i++) {
        const oracle_entry *entry = &data->entries.items[i];
        if (is_closed_form(entry) && strcmp(entry->name, "where") == 0) add_list(c, entry->text, false);
    }
    for (size_t i = 0; i < data->entries.count; i++)
        if (is_closed_form(&data->entries.items[i])) add_entry(c, &data->entries.items[i]);
}

enum { WITH_CLOSED_FORM = 18 };
static size_t with_closed_form;

static bool has_closed_form(const oracle_case *data) {
    for (size_t i = 0; i < data->entries.count; i++)
        if (is_closed_form(&data->entries.items[i])) return true;
    return false;
}

/* Straight upright rolling is a special motion: it needs its own start. */
static void set_start(nh_read_def *def, const char *name) {
    static const char *const upright[] = {"theta=0", "theta'=0", "phi'=0", "x'~1", "y'~1"};
    if (strstr(name, "_disc_") != NULL) def->init = (nh_strings){upright, sizeof upright / sizeof *upright};
}

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    if (!has_closed_form(&data)) return;
    with_closed_form++;
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, FOLDER, name, ".nh");
    set_start(&def, name);
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    closed c = closed_begin(arena, model, name);
    add_entries(&c, &data);
    check_motion(&c);
    nh_model_destroy(model);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* ---- our own ---- */

typedef struct own {
    const char *model, *definitions, *values;
} own;

static void check_own(nh_context *context, const char *name, const own *o) {
    nh_read_def def = nh_default_read();
    def.name = name;
    nh_model *model = files_model(context, &def, o->model, strlen(o->model), true);
    closed c = closed_begin(nh_arena_create(context), model, name);
    add_list(&c, o->definitions, false);
    add_list(&c, o->values, true);
    check_motion(&c);
    nh_model_destroy(model);
}

/* Three oscillators on their own, one of them damped, one driven. */
PROTECTED_TEST(test_oscillators) {
    check_own(context, "oscillators",
              &(own){"param m = 1.3, k = 2.1, c = 0.4, F = 0.7, w = 2\ncoord x, y, z\n"
                     "kinetic m/2*(x'^2 + y'^2 + z'^2)\npotential k/2*(x^2 + y^2 + z^2)\n"
                     "force y: -c*y'\nforce z: F*cos(w*t)\n"
                     "init x = 1, x' = 0.5, y = 1, y' = -0.2, z = 0.3, z' = 0.1\nsimulate t = 0 .. 20\n",
                     "W: sqrt(k/m); d: c/(2*m); D: sqrt(W^2-d^2); A: F/(k-m*w^2)",
                     "x: x_0*cos(W*t)+x_0'/W*sin(W*t); "
                     "y: exp(-d*t)*(y_0*cos(D*t)+(y_0'+d*y_0)/D*sin(D*t)); "
                     "z: (z_0-A)*cos(W*t)+z_0'/W*sin(W*t)+A*cos(w*t)"});
}

/* The sleigh turns around: backwards at first, forwards in the end. With U^2 = W^2 (J + m a^2)/m the speed of the edge
 * is U tanh s, the rate of turning W/cosh s. */
PROTECTED_TEST(test_sleigh) {
    check_own(context, "sleigh",
              &(own){"param m = 2, J = 0.3, a = 0.5\ncoord x, y, p\nlet u = [cos(p), sin(p), 0]\n"
                     "body B { at [x, y, 0] + a*u, rotation Rz(p), mass m, inertia J }\n"
                     "constraint edge: x'*sin(p) - y'*cos(p) = 0\n"
                     "init x = 0, y = 0, p = 0.4, p' = 1.3, x'*cos(p) + y'*sin(p) = -0.9\nsimulate t = 0 .. 6\n",
                     "I: J+m*a^2; u0: x_0'*cos(p_0)+y_0'*sin(p_0); W: sqrt(p_0'^2+u0^2*m/I); U: W*sqrt(I/m); "
                     "k: a*W^2/U; s0: log((1+u0/U)/(1-u0/U))/2; s: s0+k*t; P: p_0+W/k*(" GD("s") "-" GD("s0") ")",
                     "p: P; x': U*tanh(s)*cos(P); y': U*tanh(s)*sin(P)"});
}

/* Of the pursuit curve with equal speeds: the distance in the end is half of y + sqrt(x^2 + y^2) at the start. */
PROTECTED_TEST(test_equal_speeds) {
    check_own(context, "pursuit",
              &(own){"param m = 1.5, c = 2.5\ncoord x, y\nkinetic m/2*(x'^2 + y'^2)\n"
                     "constraint pursuit: x'*(y - c*t) = y'*x\n"
                     "init x = 3, y = 4, x' = -1.5, y' = -2\nsimulate t = 0 .. 2\n",
                     "A: (y_0+sqrt(x_0^2+y_0^2))/x_0^2; Y: y_0+A/4*(x^2-x_0^2)-log(x/x_0)/(2*A)",
                     "y: y_0+A/4*(x^2-x_0^2)-log(x/x_0)/(2*A); t: (Y-x*(A*x-1/(A*x))/2)/c"});
}

/* Without forces a constant speed changes nothing; on a sphere the motion is a great circle. */
PROTECTED_TEST(test_constant_speed) {
    check_own(context, "line",
              &(own){"param C = 2\ncoord x, y, z\npoint P = [x, y, z] mass 3\nconstraint speed: |P'| = C\n"
                     "init P = [1, 2, 3], P' ~ [1, 1, -1]\nsimulate t = 0 .. 30\n",
                     "u: C/sqrt(3)", "x: 1+u*t; y: 2+u*t; z: 3-u*t; x': x_0'; y': y_0'; z': z_0'"});
    check_own(
        context, "great circle",
        &(own){"param R = 2, C = 3\ncoord x, y, z\npoint P = [x, y, z] mass 3\n"
               "constraint sphere: dot(P, P) = R^2\nconstraint speed: |P'| = C\n"
               "init P = [0, 2, 0], x' ~ 3, z' ~ 1\nsimulate t = 0 .. 30\n",
               "w: C/R",
               "x: x_0*cos(w*t)+x_0'/w*sin(w*t); y: y_0*cos(w*t)+y_0'/w*sin(w*t); z: z_0*cos(w*t)+z_0'/w*sin(w*t)"});
}

/* A ball on a table that turns runs in circles, 2/7 as fast as the table when it is homogeneous. */
PROTECTED_TEST(test_ball) {
    check_own(context, "ball",
              &(own){"param m = 1.4, R = 0.3, W = 1.7, J = 2/5*m*R^2\ncoord x, y, a, b, c\n"
                     "body B { at [x, y, R], rotation Rz(a)*Rx(b)*Rz(c), mass m, inertia diag(J, J, J) }\n"
                     "constraint roll: B.velocity([x, y, 0]) = [-W*y, W*x, 0]\n"
                     "init x = 1, y = 0.5, a = 0, b = 1.2, c = 0, x' = 0.3, y' = -0.2, a' = 0.1\nsimulate t = 0 .. 6\n",
                     "k: 2/7*W",
                     "x: x_0-y_0'/k+(y_0'*cos(k*t)+x_0'*sin(k*t))/k; y: y_0+x_0'/k+(y_0'*sin(k*t)-x_0'*cos(k*t))/k"});
}

/* [Examples] 5.4 at q3' = 0: there the chart of the paper, q3' = sqrt(C - ...), ends; the motion does not. The run goes
 * on for ten times as long, tells the time of turning and comes as near to the limit velocity as it should. */
PROTECTED_TEST(test_through_turning) {
    const own o = {
        "param m = 1.5, G = 9.8125, C = 5.25\ncoord q1, q2, q3\nkinetic m/2*(q1'^2+q2'^2+q3'^2)\n"
        "potential m*G*q3\nconstraint speed: q1'^2+q2'^2+q3'^2 = C\n"
        "init q1 = 0, q2 = 0.5, q3 = 3, q1' = 0.5, q2' = 1, q3' = 2\nsimulate t = 0 .. 3\n"
        "event turning: q3'\n",
        "c: sqrt(q1_0'^2+q2_0'^2); B: (sqrt(C)-q3_0')/c; a: G/sqrt(C); s: a*t+log(B)",
        "q1: q1_0+2*C/G*q1_0'/c*(atan(B*exp(a*t))-atan(B)); q3: q3_0-C/G*log(cosh(s)/cosh(log(B))); "
        "q2: q2_0+2*C/G*q2_0'/c*(atan(B*exp(a*t))-atan(B)); q1': q1_0'/c*sqrt(C)/cosh(s); q3': -sqrt(C)*tanh(s)"};
    nh_read_def def = nh_default_read();
    def.name = "turning";
    nh_model *model = files_model(context, &def, o.model, strlen(o.model), true);
    closed c = closed_begin(nh_arena_create(context), model, def.name);
    add_list(&c, o.definitions, false);
    add_list(&c, o.values, true);
    const nh_trajectory *found = check_motion(&c);
    double B = (sqrt(5.25) - 2) / sqrt(1.25), T = -sqrt(5.25) / 9.8125 * log(B);
    assert_int_equal(found->happenings.count, 1);
    assert_true(fabs(found->happenings.items[0].t - T) < 1e-10 && fabs(T - 0.31407049943569515) < 1e-15);
    assert_true(found->residual <= 1e-14);
    nh_model_destroy(model);
}

/* [Examples] 5.2 ends with the capture, at the time that the closed form tells. */
PROTECTED_TEST(test_capture) {
    const char *text = "param m = 1.5, c = 1\ncoord x, y\nkinetic m/2*(x'^2 + y'^2)\n"
                       "constraint pursuit: (y - c*t)/x*x' - y' = 0\ninit x = 3, y = 4, x' = -1.5, y' = -2\n";
    nh_read_def def = nh_default_read();
    nh_model *model = files_model(context, &def, text, strlen(text), true);
    nh_run_def run = nh_default_run();
    run.rtol = run.atol = TOLERANCE;
    run.to = 5;
    const nh_trajectory *found = nh_simulate(nh_arena_create(context), model, &run);
    double v = 2.5, wanted = (v * 5 - 4) / (v * v - 1); /* (v sqrt(x^2 + y^2) - c y)/(v^2 - c^2) */
    assert_true(found->outcome == NH_OUTCOME_SINGULAR || found->outcome == NH_OUTCOME_FAILED);
    assert_true(fabs(found->t_end - wanted) < 1e-6);
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oscillators),    cmocka_unit_test(test_sleigh), cmocka_unit_test(test_equal_speeds),
        cmocka_unit_test(test_constant_speed), cmocka_unit_test(test_ball),   cmocka_unit_test(test_through_turning),
        cmocka_unit_test(test_capture),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    failed += files_run("closed forms", FOLDER, CASES, test_case);
    if (with_closed_form != WITH_CLOSED_FORM) print_error("%zu closed forms\n", with_closed_form);
    return failed + (with_closed_form != WITH_CLOSED_FORM);
}
