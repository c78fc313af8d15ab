/* Newton's method for f(t, q) = C together with the geometric rows, then for f(t, q, q') = C together with the rates of
 * all rows, least steps by a QR factorisation. */
#include "motion/run/integrals_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/integrable/accelerated.h"
#include "facts/integrable/curvature.h"
#include "facts/integrable/integrable.h"
#include "model/inputs.h"
#include "motion/limits_private.h"
#include "num/linear/dense.h"
#include "tape/program.h"

/* Steps of Newton's method, from the error of one step of the motion. */
enum { MOST_STEPS = 6 };
/* Gradients below this part of the largest depend on others. */
#define DEPENDENT 1e-10
/* Of the size of its terms: differences of large coordinates are known better than these. */
#define ENOUGH (DBL_EPSILON / 256)
/* Rates below this part of their terms are those of errors; velocities below this part of the largest are small. */
#define STILL 1e-5
#define SLOW 1e-2
/* A step longer than this part of the positions is none of a projection. */
#define MOST_STEP 1e-2

/* Functions of positions, or of positions and velocities. */
typedef struct nh_level {
    bool is_of_velocities; /* these are moved, not positions */
    uint32_t n;
    uint32_t count;          /* functions */
    uint32_t rows;           /* of the equations: functions, then geometric rows, or the rates of rows */
    const nh_expr *function; /* count */
    double *constant;        /* rows; 0 for rows of the model */
    /* inputs t, q, q'; rows values, rows sizes of terms, rows x n derivatives by what is moved; of positions, also rows
     * rates, rows sizes of their terms */
    nh_program *program;
    double *inputs, *outputs;
    double speed; /* the largest velocity so far */
    nh_qr *qr;
    double *jacobian, *side, *step, *before;
} nh_level;

/* Of positions, of velocities, and those that are only looked at; NULL: none */
enum { POSITIONS, VELOCITIES, WATCHED, LEVELS };

struct nh_kept {
    nh_level *level[LEVELS];
    double *drifts; /* of all functions */
};

/* ---- finding ---- */

typedef struct integral_request {
    const nh_model *model;
    nh_arena *arena;
    nh_position_integrals found;
} integral_request;

static void find_integrals(void *user) {
    integral_request *f = user;
    f->found = nh_position_integrals_find(nh_admissible_make(f->arena, f->model, 1));
}

/* ---- which of them are kept ---- */

static nh_position_integrals of_one_sheet(nh_arena *arena, nh_pool *pool, const nh_position_integrals *found) {
    nh_expr *function = NH_NEW_ARRAY(arena, nh_expr, found->found + 1);
    nh_position_integrals kept = {.function = function};
    for (uint32_t i = 0; i < found->found; i++)
        if (nh_integral_is_of_one_sheet(pool, found->function[i])) function[kept.found++] = found->function[i];
    return kept;
}

/* Those in closed form; what the analysis remarks on the way is of no concern here. They are searched for once, for all
 * motions of a model. */
static nh_position_integrals find_functions(const nh_model *model) {
    if (model->memo->integrals != NULL) return *model->memo->integrals;
    nh_arena *arena = nh_arena_create(model->context);
    integral_request f = {.model = model, .arena = arena};
    nh_budget budget = {.work = NH_WORK_INTEGRALS};
    size_t before = nh_context_diag_count(model->context);
    if (nh_attempt(model->context, &budget, find_integrals, &f) != NH_OK) f.found = (nh_position_integrals){.found = 0};
    nh_diag_forget(model->context, before);
    nh_position_integrals *found = NH_NEW(model->arena, nh_position_integrals);
    *found = of_one_sheet(model->arena, model->pool, &f.found);
    model->memo->integrals = found;
    nh_arena_destroy(arena);
    return *found;
}

/* ---- making ---- */

static uint32_t collect_functions(const nh_model *model, const nh_position_integrals *found, bool is_of_velocities,
                                  nh_expr *e) {
    uint32_t rows = 0;
    for (uint32_t i = 0; i < found->found; i++) e[rows++] = nh_expr_expand_names(model->pool, found->function[i]);
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!nh_row_restricts(row) || (!is_of_velocities && !row->is_geometric)) continue;
        nh_expr equation = is_of_velocities ? nh_row_rate(model, row) : row->residual;
        e[rows++] = nh_expr_expand_names(model->pool, equation);
    }
    return rows;
}

static nh_program *make_program(nh_arena *arena, const nh_model *model, const nh_level *k, const nh_expr *e,
                                const double *parameters) {
    uint32_t n = k->n, rows = k->rows, count = rows * (n + (k->is_of_velocities ? 2 : 4));
    const nh_expr *moved = k->is_of_velocities ? nh_model_velocities(model, arena) : nh_model_coordinates(model, arena);
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, count);
    memcpy(outputs, e, rows * sizeof *e);
    for (uint32_t i = 0; i < rows; i++) {
        outputs[rows + i] = nh_expr_terms_size(model->pool, e[i]);
        nh_expr_gradient(model->pool, e[i], n, moved, outputs + 2 * rows + (size_t)i * n);
        if (k->is_of_velocities) continue;
        nh_expr rate = nh_expr_total_derivative(model->pool, e[i]);
        outputs[(size_t)rows * (n + 2) + i] = rate;
        outputs[(size_t)rows * (n + 3) + i] = nh_expr_terms_size(model->pool, rate);
    }
    nh_tape_def def = nh_model_tape_def(model, arena, false, count, outputs);
    return nh_program_of(arena, model->pool, &def, parameters);
}

static void evaluate_kept(nh_level *k, double t, const double *q, const double *v) {
    k->inputs[0] = t;
    memcpy(k->inputs + 1, q, k->n * sizeof *q);
    memcpy(k->inputs + 1 + k->n, v, k->n * sizeof *v);
    (void)nh_program_at(k->program, k->inputs);
}

static nh_level *make_level(nh_arena *arena, const nh_model *model, const double *parameters,
                            const nh_position_integrals *found, bool is_of_velocities) {
    nh_level *k = NH_NEW(arena, nh_level);
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, found->found + model->rows.count);
    *k = (nh_level){.n = (uint32_t)model->coordinates.count, .count = found->found, .function = e};
    k->is_of_velocities = is_of_velocities;
    k->rows = collect_functions(model, found, is_of_velocities, e);
    k->program = make_program(arena, model, k, e, parameters);
    k->outputs = nh_program_outputs(k->program);
    k->inputs = NH_NEW_ARRAY(arena, double, 2 * (size_t)k->n + 1);
    k->qr = nh_qr_make(arena, (int)k->rows, (int)k->n);
    k->jacobian = NH_NEW_ARRAY(arena, double, (size_t)k->rows * k->n);
    k->constant = NH_NEW_ARRAY(arena, double, k->rows);
    k->side = NH_NEW_ARRAY(arena, double, k->rows);
    k->step = NH_NEW_ARRAY(arena, double, k->n);
    k->before = NH_NEW_ARRAY(arena, double, k->n);
    return k;
}

/* Whether the rates of all functions of positions vanish, except for errors. */
static bool level_holds(nh_level *k, double t, const double *q, const double *v) {
    evaluate_kept(k, t, q, v);
    const double *rates = k->outputs + (size_t)k->rows * (k->n + 2), *sizes = rates + k->rows;
    for (uint32_t i = 0; i < k->n; i++) k->speed = fmax(k->speed, fabs(v[i]));
    for (uint32_t i = 0; i < k->count; i++) {
        const double *slope = k->outputs + 2 * (size_t)k->rows + (size_t)i * k->n;
        double usual = fabs(sizes[i]); /* at a turning point velocities are small, and errors are not */
        for (uint32_t j = 0; j < k->n; j++) usual += SLOW * k->speed * fabs(slope[j]);
        if (!(fabs(rates[i]) <= STILL * usual)) return false;
    }
    return true;
}

/* The values at the start. */
static void find_constants(nh_level *k, const nh_state *start) {
    evaluate_kept(k, start->t, start->q, start->v);
    for (uint32_t i = 0; i < k->rows; i++) k->constant[i] = i < k->count ? k->outputs[i] : 0;
}

/* Those that have a value at the start, and derivatives: x/y has none at y = 0. */
static nh_position_integrals with_values_at(nh_arena *arena, const nh_model *model, const double *parameters,
                                            const nh_position_integrals *found, const nh_state *start,
                                            bool is_of_velocities) {
    nh_expr *function = NH_NEW_ARRAY(arena, nh_expr, found->found);
    nh_position_integrals result = {.function = function};
    for (uint32_t i = 0; i < found->found; i++) {
        nh_position_integrals one = {.found = 1, .function = &found->function[i]};
        nh_level *k = make_level(arena, model, parameters, &one, is_of_velocities);
        bool is_finite = true;
        evaluate_kept(k, start->t, start->q, start->v);
        for (uint32_t j = 0; j < k->n; j++) is_finite = is_finite && isfinite(k->outputs[2 * (size_t)k->rows + j]);
        if (is_finite && isfinite(k->outputs[0])) function[result.found++] = found->function[i];
    }
    return result;
}

static nh_level *keep_functions(nh_arena *arena, const nh_model *model, const double *parameters,
                                nh_position_integrals found, const nh_state *start, bool is_of_velocities) {
    if (found.found == 0) return NULL;
    found = with_values_at(arena, model, parameters, &found, start, is_of_velocities);
    if (found.found == 0) return NULL;
    nh_level *k = make_level(arena, model, parameters, &found, is_of_velocities);
    find_constants(k, start);
    return k;
}

static nh_level *keep_positions(nh_arena *arena, const nh_model *model, const double *parameters,
                                const nh_state *start) {
    if (nh_curvature_leaves(model, parameters, start) == 0) return NULL;
    nh_level *k = keep_functions(arena, model, parameters, find_functions(model), start, false);
    return k != NULL && level_holds(k, start->t, start->q, start->v) ? k : NULL;
}

/* Those with velocities in them: of positions the analysis finds its own. */
static void add_of_velocities(const nh_model *model, nh_arena *arena, const nh_run_integrals *integrals, bool are_kept,
                              nh_exprs *list) {
    const nh_expr *v = nh_model_velocities(model, arena);
    for (size_t i = 0; integrals != NULL && i < integrals->functions->count; i++) {
        nh_expr e = nh_expr_expand_names(model->pool, integrals->functions->items[i]);
        if (integrals->are_kept[i] == are_kept &&
            nh_expr_depends_on(model->pool, e, (uint32_t)model->coordinates.count, v))
            nh_array_push(list, integrals->functions->items[i]);
    }
}

/* What rows with accelerations are the derivatives of (facts/integrable/accelerated.h), and these. */
static nh_level *keep_velocities(nh_arena *arena, const nh_model *model, const double *parameters,
                                 const nh_state *start, const nh_run_integrals *integrals) {
    nh_lowered lowered = nh_lowered_find_all(arena, model);
    nh_exprs list = {.arena = arena};
    nh_array_append(&list, lowered.count, lowered.function);
    add_of_velocities(model, arena, integrals, true, &list);
    nh_position_integrals found = {.found = (uint32_t)list.count, .function = list.items};
    if (found.found > 0) found = of_one_sheet(arena, model->pool, &found);
    return keep_functions(arena, model, parameters, found, start, true);
}

static nh_level *watch_functions(nh_arena *arena, const nh_model *model, const double *parameters,
                                 const nh_state *start, const nh_run_integrals *integrals) {
    nh_exprs list = {.arena = arena};
    add_of_velocities(model, arena, integrals, false, &list);
    nh_position_integrals found = {.found = (uint32_t)list.count, .function = list.items};
    return keep_functions(arena, model, parameters, found, start, true);
}

nh_kept *nh_kept_make(nh_arena *arena, const nh_model *model, const double *parameters, const nh_state *start,
                      const nh_run_integrals *integrals) {
    nh_kept *kept = NH_NEW(arena, nh_kept);
    kept->level[POSITIONS] = keep_positions(arena, model, parameters, start);
    kept->level[VELOCITIES] = keep_velocities(arena, model, parameters, start, integrals);
    kept->level[WATCHED] = watch_functions(arena, model, parameters, start, integrals);
    if (nh_kept_count(kept) == 0) return NULL;
    kept->drifts = NH_NEW_ARRAY(arena, double, nh_kept_count(kept));
    return kept;
}

static uint32_t count_of(const nh_level *level) {
    return level != NULL ? level->count : 0;
}

uint32_t nh_kept_count(const nh_kept *kept) {
    uint32_t count = 0;
    for (int l = 0; l < LEVELS; l++) count += count_of(kept->level[l]);
    return count;
}

/* The level of a function, and its number there. */
static const nh_level *level_of(const nh_kept *kept, uint32_t *i) {
    int l = POSITIONS;
    for (; *i >= count_of(kept->level[l]); l++) *i -= count_of(kept->level[l]);
    return kept->level[l];
}

nh_expr nh_kept_function(const nh_kept *kept, uint32_t i) {
    NH_ASSERT(i < nh_kept_count(kept));
    const nh_level *level = level_of(kept, &i);
    return level->function[i];
}

double nh_kept_constant(const nh_kept *kept, uint32_t i) {
    NH_ASSERT(i < nh_kept_count(kept));
    const nh_level *level = level_of(kept, &i);
    return level->constant[i];
}

/* ---- the way back ---- */

/* The equations at a state, the largest one relative to the size of its terms; not a number when one has no value. */
static double largest_defect(nh_level *k, double t, const double *q, const double *v) {
    double most = 0;
    evaluate_kept(k, t, q, v);
    for (uint32_t i = 0; i < k->rows; i++) {
        k->side[i] = k->constant[i] - k->outputs[i];
        double size = fabs(k->constant[i]) + fabs(k->outputs[k->rows + i]);
        most = fmax(most, k->side[i] == 0 ? 0 : fabs(k->side[i]) / size);
        if (!isfinite(k->side[i])) return NAN;
    }
    return most;
}

/* The least step to where they hold; false when there is none, or it is long. */
static bool find_step(nh_level *k, const double *moved) {
    const double *slopes = k->outputs + 2 * (size_t)k->rows;
    for (uint32_t i = 0; i < k->rows; i++)
        for (uint32_t j = 0; j < k->n; j++) k->jacobian[i + (size_t)j * k->rows] = slopes[(size_t)i * k->n + j];
    if (!nh_qr_factor(k->qr, k->jacobian)) return false;
    int rank = nh_qr_rank(k->qr, DEPENDENT);
    if (rank == 0) return false;
    nh_qr_solve(k->qr, rank, k->side, k->step, 1);
    double length = 0, size = 0;
    for (uint32_t i = 0; i < k->n; i++) {
        length = fmax(length, fabs(k->step[i]));
        size = fmax(size, fabs(moved[i]));
    }
    return length <= MOST_STEP * (size + 1);
}

static bool project_level(nh_level *k, double t, double *q, double *v) {
    NH_ASSERT(q != k->before && v != k->before);
    double last = INFINITY, *moved = k->is_of_velocities ? v : q;
    memcpy(k->before, moved, k->n * sizeof *moved);
    for (int i = 0; i < MOST_STEPS; i++) {
        double now = largest_defect(k, t, q, v);
        if (now <= ENOUGH || (last <= 1e-12 && now >= last / 2)) return true;
        last = now;
        if (!(now < 1) || !find_step(k, moved)) break;
        for (uint32_t j = 0; j < k->n; j++) moved[j] += k->step[j];
    }
    if (largest_defect(k, t, q, v) <= 1e-12) return true;
    memcpy(moved, k->before, k->n * sizeof *moved);
    return false;
}

bool nh_kept_project_positions(nh_kept *kept, double t, double *q, double *v) {
    return kept->level[POSITIONS] == NULL || project_level(kept->level[POSITIONS], t, q, v);
}

bool nh_kept_project_velocities(nh_kept *kept, double t, double *q, double *v) {
    return kept->level[VELOCITIES] == NULL || project_level(kept->level[VELOCITIES], t, q, v);
}

const double *nh_kept_drifts(nh_kept *kept, double t, const double *q, const double *v) {
    double *next = kept->drifts;
    for (int l = 0; l < LEVELS; l++) {
        nh_level *k = kept->level[l];
        if (k != NULL) evaluate_kept(k, t, q, v);
        for (uint32_t i = 0; i < count_of(k); i++) *next++ = fabs(k->outputs[i] - k->constant[i]);
    }
    return kept->drifts;
}

bool nh_kept_holds(nh_kept *kept, double t, const double *q, const double *v) {
    return kept->level[POSITIONS] == NULL || level_holds(kept->level[POSITIONS], t, q, v);
}
