/* Boundary values by shooting: shooting.h. */
#include "motion/variation/shooting.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/print/print.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/variation/variation.h"
#include "num/linear/dense.h"
#include "state/state.h"
#include "tape/program.h"

/* Steps of Newton's method from one beginning; beginnings; halvings of a step; times at which motions are compared. */
enum { MOST_STEPS = 40, STARTS = 10, HALVINGS = 8, TIMES = 8 };
/* Motions in all, and steps of each: one that needs more comes close to a singular configuration. */
enum { MOST_MOTIONS = 150, MOST_MOTION_STEPS = 3000 };
/* So much may be missing, relative. */
#define FOUND 1e-9
/* Sensitivities below this part of the largest, or below this, are none. */
#define NO_EFFECT 1e-9
/* So far may held values be from staying, of a change of 1. */
#define ADMITTED 1e-6
/* Tolerances of the integration, times those of the motion; not less than what doubles allow. */
#define FINER 1e-2
#define FINEST 1e-13
/* How far random beginnings are from the guesses. */
#define SPREAD 2.0

typedef struct unknown {
    nh_expr symbol; /* of a coordinate, a velocity, mu.NAME */
    size_t place;   /* in the state q, q', mu */
    double guess;
} unknown;

typedef struct boundary_problem {
    const nh_model *model;
    nh_arena *arena;
    const nh_shooting_def *def;
    nh_model *tried; /* the copy with other initial values */
    nh_equations *equations;
    double *parameters;
    size_t n, width, count, asked; /* width: of a state; count: of unknowns; asked: numbers that should be 0 */
    unknown *unknowns;
    size_t *item;       /* count: the numbers of the unknowns among the initial values of `tried` */
    bool *is_held;      /* 2n: coordinates and velocities whose initial values are given, or unknowns */
    nh_variation *flow; /* with count displacements */
    nh_program *ends;   /* missing, scale, then the slopes of what is missing by the state; NULL: Chetaev's motion */
    nh_expr *missing;   /* asked */
    double *aim;        /* TIMES x 2n: Chetaev's motion */
    double *state, *displacements, *values, *u, *step, *r, *J, *best_u;
    double best;
    uint64_t motions;
    size_t effects; /* rank of the sensitivities where it ended */
    nh_qr *qr;
} boundary_problem;

bool nh_shooting_is_asked(const nh_model *model) {
    return model->ends.count > 0 || model->ends_as_chetaev;
}

/* ---- what is free ---- */

static const nh_initial *initial_of(const nh_model *model, nh_expr symbol) {
    for (size_t i = 0; i < model->initials.count; i++)
        if (model->initials.items[i].quantity == symbol) return &model->initials.items[i];
    return NULL;
}

static nh_expr symbol_at(const boundary_problem *s, size_t k) {
    const nh_coordinate *q = s->model->coordinates.items;
    return k < s->n ? q[k].q : k < 2 * s->n ? q[k - s->n].v : s->equations->extra[k - 2 * s->n];
}

static void add_unknown(boundary_problem *s, nh_expr symbol, size_t place) {
    const nh_initial *given = initial_of(s->model, symbol);
    unknown *u = &s->unknowns[s->count++];
    *u = (unknown){.symbol = symbol, .place = place};
    if (given != NULL) u->guess = nh_model_constant(s->model, s->arena, given->value);
}

/* How the initial state changes with the component at this place: what has no initial value follows by the least
 * change, so that the constraints hold; they do not restrict multipliers. False: what is held does not admit it. */
static bool set_displacement(boundary_problem *s, size_t place, nh_tangent *tangent, double *d) {
    size_t n2 = 2 * s->n, count = 0, rows = 0, row = 0;
    const uint32_t *where;
    memset(d, 0, s->width * sizeof *d);
    d[place] = 1;
    if (place >= n2) return true;
    const double *basis = nh_tangent_basis(tangent, s->arena, &count, &where);
    if (basis == NULL || count == 0) return false;
    for (size_t i = 0; i < n2; i++) rows += s->is_held[i];
    double *a = NH_NEW_ARRAY(s->arena, double, rows *count + 1), *right = NH_NEW_ARRAY(s->arena, double, rows + 1);
    double *c = NH_NEW_ARRAY(s->arena, double, count), off = 0;
    for (size_t i = 0; i < n2; i++) {
        if (!s->is_held[i]) continue;
        for (size_t j = 0; j < count; j++) a[row + j * rows] = basis[j * n2 + i];
        right[row++] = d[i];
    }
    nh_qr *qr = nh_qr_make(s->arena, (int)rows, (int)count);
    if (!nh_qr_factor(qr, a)) return false;
    nh_qr_solve(qr, nh_qr_rank(qr, NO_EFFECT), right, c, 1);
    for (size_t i = 0; i < n2; i++) {
        double sum = 0;
        for (size_t j = 0; j < count; j++) sum += c[j] * basis[j * n2 + i];
        if (s->is_held[i]) off = fmax(off, fabs(sum - d[i]));
        d[i] = sum;
    }
    return off <= ADMITTED;
}

/* The variational equations at the initial state as the model gives it. */
static nh_tangent *tangent_at_start(boundary_problem *s) {
    nh_variation_def def = {.rtol = 1, .atol = 1};
    nh_variation *flow = nh_variation_make(s->arena, s->model, &def);
    const char *why = nh_variation_begin(flow, s->def->from, nh_variation_start(flow, s->def->from), NULL);
    nh_tangent *tangent = why == NULL ? nh_variation_tangent(flow) : NULL;
    if (tangent == NULL)
        nh_fail(s->model->context, NH_E_HYPOTHESIS, "singular",
                "the initial state is singular: the equations do not determine the motion, or its neighbours");
    return tangent;
}

/* Guesses that the constraints leave free, one after the other; of Chetaev's motion only the multipliers are sought. */
static void find_unknowns(boundary_problem *s) {
    const nh_model *model = s->model;
    nh_tangent *tangent = tangent_at_start(s);
    double *d = NH_NEW_ARRAY(s->arena, double, s->width + 1);
    s->unknowns = NH_NEW_ARRAY(s->arena, unknown, s->width + 1);
    s->is_held = NH_NEW_ARRAY(s->arena, bool, 2 * s->n + 1);
    for (size_t k = 0; k < s->width; k++) {
        const nh_initial *given = initial_of(model, symbol_at(s, k));
        if (k < 2 * s->n) s->is_held[k] = given != NULL && given->is_held;
    }
    for (size_t k = 0; k < s->width; k++) {
        const nh_initial *given = initial_of(model, symbol_at(s, k));
        bool is_mu = k >= 2 * s->n, is_free = given != NULL ? !given->is_held : is_mu;
        if (!is_free || (!is_mu && model->ends_as_chetaev)) continue;
        if (!is_mu) s->is_held[k] = true;
        if (set_displacement(s, k, tangent, d)) add_unknown(s, symbol_at(s, k), k);
        else s->is_held[k] = false;
    }
    if (s->count > 0) return;
    nh_fail(
        model->context, NH_E_USAGE, "shooting",
        "nothing is free for the motion to end so: give guesses of initial values with ~, as in --init \"x'~1\"; with "
        "--form vakonomic the multipliers mu are free, unless the model gives them values with =");
}

/* A copy of the model whose initial values can be changed, those of the unknowns at the end of the list or in place. */
static void make_tried(boundary_problem *s) {
    nh_model *copy = s->tried = nh_model_copy(s->model, s->arena);
    copy->initials.items = NULL;
    copy->initials.count = copy->initials.capacity = 0;
    copy->initials.arena = s->arena;
    nh_array_append(&copy->initials, s->model->initials.count, s->model->initials.items);
    s->item = NH_NEW_ARRAY(s->arena, size_t, s->count);
    for (size_t k = 0; k < s->count; k++) {
        s->item[k] = copy->initials.count;
        for (size_t i = 0; i < copy->initials.count; i++)
            if (copy->initials.items[i].quantity == s->unknowns[k].symbol) s->item[k] = i;
        nh_initial item = {.quantity = s->unknowns[k].symbol, .is_held = s->unknowns[k].place >= 2 * s->n};
        if (s->item[k] == copy->initials.count) nh_array_push(&copy->initials, item);
    }
}

static void put_values(boundary_problem *s, const double *u) {
    for (size_t k = 0; k < s->count; k++)
        s->tried->initials.items[s->item[k]].value = nh_expr_number(s->model->pool, nh_rat_from_double(s->arena, u[k]));
}

/* ---- what is asked ---- */

/* missing_k = quantity - value, its scale 1 + |value|, and its slopes by the state. */
static void make_ends(boundary_problem *s) {
    const nh_model *model = s->model;
    nh_pool *pool = model->pool;
    size_t m = s->asked = model->ends.count, width = s->width;
    nh_expr *outputs = NH_NEW_ARRAY(s->arena, nh_expr, m * (2 + width)), *by = NH_NEW_ARRAY(s->arena, nh_expr, width);
    nh_tape_def def = nh_dynamics_tape_def(s->arena, s->equations, false, m * (2 + width), outputs);
    memcpy(by, def.inputs + 1, width * sizeof *by);
    s->missing = outputs;
    for (size_t k = 0; k < m; k++) {
        const nh_initial *end = &model->ends.items[k];
        outputs[k] = nh_expr_sub(pool, end->quantity, end->value);
        outputs[m + k] = nh_expr_add(pool, NH_EXPR_ONE, nh_expr_apply1(pool, NH_EXPR_ABS, end->value));
        nh_expr_gradient(pool, outputs[k], (uint32_t)width, by, outputs + 2 * m + k * width);
    }
    s->ends = nh_program_of(s->arena, pool, &def, s->parameters);
}

/* Chetaev's motion from the same initial state. */
static void find_aim(boundary_problem *s) {
    nh_variation_def def = {.rtol = FINEST, .atol = FINEST};
    nh_variation *flow = nh_variation_make(s->arena, s->model, &def);
    s->asked = TIMES * 2 * s->n;
    s->aim = NH_NEW_ARRAY(s->arena, double, s->asked);
    const char *why = nh_variation_begin(flow, s->def->from, nh_variation_start(flow, s->def->from), NULL);
    for (size_t k = 0; k < TIMES && why == NULL; k++) {
        why = nh_variation_go(flow, s->def->from + (double)(k + 1) / TIMES * (s->def->to - s->def->from));
        memcpy(s->aim + k * 2 * s->n, nh_variation_state(flow), 2 * s->n * sizeof *s->aim);
    }
    if (why != NULL)
        nh_fail(s->model->context, NH_E_NUMERIC, "shooting", "Chetaev's motion does not reach the end: %s", why);
}

/* ---- one motion ---- */

/* What is missing at a time, from row `first` on, and its slopes by the unknowns. */
static void measure_at(boundary_problem *s, size_t first, const double *aim) {
    const double *y = nh_variation_state(s->flow);
    size_t n2 = 2 * s->n, m = s->model->ends.count;
    for (size_t i = 0; i < n2 && aim != NULL; i++) {
        double scale = 1 + fabs(aim[i]);
        s->r[first + i] = (y[i] - aim[i]) / scale;
        for (size_t k = 0; k < s->count; k++)
            s->J[first + i + k * s->asked] = nh_variation_displacement(s->flow, k)[i] / scale;
    }
    if (aim != NULL) return;
    s->values[0] = s->def->to;
    memcpy(s->values + 1, y, s->width * sizeof *y);
    const double *out = nh_program_at(s->ends, s->values), *slope = out + 2 * m;
    for (size_t i = 0; i < m; i++) {
        s->r[i] = out[i] / out[m + i];
        for (size_t k = 0; k < s->count; k++) {
            const double *d = nh_variation_displacement(s->flow, k);
            double sum = 0;
            for (size_t j = 0; j < s->width; j++) sum += slope[i * s->width + j] * d[j];
            s->J[i + k * s->asked] = sum / out[m + i];
        }
    }
}

static bool find_start(boundary_problem *s, const double *u) {
    nh_context *context = s->model->context;
    size_t before = nh_context_diag_count(context);
    put_values(s, u);
    nh_arena *arena = nh_arena_create(context);
    nh_states *states = nh_states_make(arena, s->tried, s->parameters);
    nh_state at = {.q = s->state, .v = s->state + s->n};
    bool is_found = nh_states_start(states, s->def->from, &at) == NH_START_FOUND;
    nh_arena_destroy(arena);
    nh_diag_forget(context, before); /* the motion itself says what it moves */
    for (size_t j = 2 * s->n; j < s->width; j++) {
        const nh_initial *given = initial_of(s->tried, s->equations->extra[j - 2 * s->n]);
        s->state[j] = given != NULL ? nh_model_constant(s->tried, s->arena, given->value) : 0;
    }
    return is_found;
}

/* The largest that is missing with these values; infinite when there is no motion. r and J are set. */
static double shoot_from(boundary_problem *s, const double *u) {
    s->motions++;
    nh_tick(s->model->context, 1);
    if (!find_start(s, u) || nh_variation_begin(s->flow, s->def->from, s->state, NULL) != NULL) return INFINITY;
    nh_tangent *tangent = nh_variation_tangent(s->flow);
    if (tangent == NULL) return INFINITY;
    for (size_t k = 0; k < s->count; k++)
        if (!set_displacement(s, s->unknowns[k].place, tangent, s->displacements + k * s->width)) return INFINITY;
    const char *why = nh_variation_begin(s->flow, s->def->from, s->state, s->displacements);
    size_t times = s->aim != NULL ? TIMES : 1;
    for (size_t k = 0; k < times && why == NULL; k++) {
        why = nh_variation_go(s->flow, s->def->from + (double)(k + 1) / (double)times * (s->def->to - s->def->from));
        if (why == NULL) measure_at(s, k * 2 * s->n, s->aim != NULL ? s->aim + k * 2 * s->n : NULL);
    }
    double most = 0;
    for (size_t i = 0; i < s->asked && why == NULL; i++)
        most = isfinite(s->r[i]) ? fmax(most, fabs(s->r[i])) : INFINITY;
    return why == NULL ? most : INFINITY;
}

/* ---- Newton's method ---- */

static double length_of(const boundary_problem *s) {
    double sum = 0;
    for (size_t i = 0; i < s->asked; i++) sum += s->r[i] * s->r[i];
    return sqrt(sum);
}

static void keep_best(boundary_problem *s, double missing) {
    if (missing >= s->best) return;
    s->best = missing;
    memcpy(s->best_u, s->u, s->count * sizeof *s->u);
}

/* From s->u; true when nothing is missing. */
static bool improve_values(boundary_problem *s) {
    double missing = shoot_from(s, s->u), *trial = NH_NEW_ARRAY(s->arena, double, s->count);
    keep_best(s, missing);
    for (int step = 0; step < MOST_STEPS && isfinite(missing) && s->motions < MOST_MOTIONS; step++) {
        if (!nh_qr_factor(s->qr, s->J)) return false;
        bool has_effect = fabs(nh_qr_diagonal(s->qr, 0)) > NO_EFFECT;
        s->effects = has_effect ? (size_t)nh_qr_rank(s->qr, NO_EFFECT) : 0;
        if (missing <= FOUND) return true;
        nh_qr_solve(s->qr, (int)s->effects, s->r, s->step, 1);
        double before = length_of(s), part = 1, now = INFINITY;
        for (int i = 0; i < HALVINGS; i++, part /= 2) {
            for (size_t k = 0; k < s->count; k++) trial[k] = s->u[k] - part * s->step[k];
            now = shoot_from(s, trial);
            if (isfinite(now) && length_of(s) < before * (1 - part / 8)) break;
            now = INFINITY;
        }
        if (!isfinite(now)) return false;
        memcpy(s->u, trial, s->count * sizeof *trial);
        missing = now;
        keep_best(s, missing);
    }
    return missing <= FOUND;
}

static bool search_values(boundary_problem *s) {
    nh_random random = nh_random_make(1, NH_STREAM_SHOOTING);
    for (int start = 0; start < STARTS && s->motions < MOST_MOTIONS; start++) {
        nh_progress_tell(s->model->context, "shooting", (double)start / STARTS);
        for (size_t k = 0; k < s->count; k++) {
            double guess = s->unknowns[k].guess;
            s->u[k] = start == 0 ? guess : guess + SPREAD * (1 + fabs(guess)) * nh_random_normal(&random);
        }
        if (improve_values(s)) return true;
    }
    return false;
}

/* ---- in words ---- */

/* "mu.c = 0.25, x' = 1" */
static const char *words_of(const boundary_problem *s, const double *u) {
    nh_text text = nh_text_begin(s->arena);
    for (size_t k = 0; k < s->count; k++) {
        nh_text_add(&text, k == 0 ? "" : ", ");
        nh_expr_print(s->model->pool, &text, s->unknowns[k].symbol);
        nh_text_format(&text, " = %.15g", u[k]);
    }
    return nh_text_string(&text);
}

static void refuse_best(boundary_problem *s) {
    nh_context *context = s->model->context;
    if (!isfinite(s->best))
        nh_fail(context, NH_E_NUMERIC, "shooting",
                "no initial values were found with which the motion reaches t = %.10g", s->def->to);
    if (s->aim != NULL)
        nh_fail(
            context, NH_E_NUMERIC, "shooting",
            "no mu was found for which the vakonomic motion is Chetaev's: nearest is the one with %s initially, which "
            "is off by %.2g",
            words_of(s, s->best_u), s->best);
    (void)shoot_from(s, s->best_u);
    size_t worst = 0;
    for (size_t i = 1; i < s->asked; i++)
        if (fabs(s->r[i]) > fabs(s->r[worst])) worst = i;
    const nh_initial *end = &s->model->ends.items[worst];
    nh_text text = nh_text_begin(s->arena);
    nh_expr_print(s->model->pool, &text, end->quantity);
    nh_fail(context, NH_E_NUMERIC, "shooting",
            "no initial values were found with which the motion ends so: the best, %s, miss %s by %.3g at t = %.10g",
            words_of(s, s->best_u), nh_text_string(&text), s->r[worst] * nh_program_outputs(s->ends)[s->asked + worst],
            s->def->to);
}

static void tell_found(const boundary_problem *s) {
    nh_remark remark = {.code = "shooting", .severity = NH_SEVERITY_NOTE};
    const char *others =
        s->effects < s->count ? "; there are others: what is asked does not determine all of them" : "";
    nh_diag_add(s->model->context, &remark,
                s->aim != NULL ? "the vakonomic motion is Chetaev's, within %.1g, with %s initially%s"
                               : "the motion ends so, within %.1g, with %s initially%s",
                s->best, words_of(s, s->best_u), others);
}

/* ---- all of it ---- */

static void make_flow(boundary_problem *s) {
    nh_variation_def def = {.count = s->count, .is_vakonomic = s->def->is_vakonomic};
    def.rtol = fmax(FINEST, FINER * s->def->rtol);
    def.atol = fmax(FINEST, FINER * s->def->atol);
    def.most_steps = MOST_MOTION_STEPS;
    s->flow = nh_variation_make(s->arena, s->model, &def);
    s->state = NH_NEW_ARRAY(s->arena, double, s->width + 1);
    s->displacements = NH_NEW_ARRAY(s->arena, double, s->width * s->count + 1);
    s->values = NH_NEW_ARRAY(s->arena, double, s->width + 1);
    s->u = NH_NEW_ARRAY(s->arena, double, s->count);
    s->best_u = NH_NEW_ARRAY(s->arena, double, s->count);
    s->step = NH_NEW_ARRAY(s->arena, double, s->count);
    s->r = NH_NEW_ARRAY(s->arena, double, s->asked + 1);
    s->J = NH_NEW_ARRAY(s->arena, double, s->asked * s->count + 1);
    s->qr = nh_qr_make(s->arena, (int)s->asked, (int)s->count);
}

const nh_model *nh_shooting_solve(nh_arena *arena, const nh_model *model, const nh_shooting_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_shooting_is_asked(model));
    boundary_problem s = {.model = model, .arena = arena, .def = def, .n = model->coordinates.count, .best = INFINITY};
    if (model->ends_as_chetaev && !def->is_vakonomic)
        nh_fail(model->context, NH_E_USAGE, "shooting",
                "--end chetaev is about vakonomic motions: add --form vakonomic");
    s.equations = def->is_vakonomic ? nh_vakonomic_derive(model, arena) : nh_chetaev_derive(model, arena);
    s.width = 2 * s.n + s.equations->extras;
    s.parameters = nh_model_parameter_values(model, arena);
    nh_states_require_initials(model);
    find_unknowns(&s);
    make_tried(&s);
    if (model->ends_as_chetaev) find_aim(&s);
    else make_ends(&s);
    make_flow(&s);
    if (!search_values(&s)) refuse_best(&s);
    tell_found(&s);
    put_values(&s, s.best_u);
    return s.tried;
}
