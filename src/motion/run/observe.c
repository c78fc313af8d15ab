/* Observers: tapes over time, positions, velocities, accelerations and multipliers. One has everything; one the power
 * and one the events only, since these are requested much more often.
 *
 * Constraint forces and E_star become expressions (reaction.h, explicit_energy_private.h) with auxiliary symbols in
 * them, which stand for solutions of linear systems. Their numbers follow the others among the inputs, and are found
 * when a tape needs them.
 *
 * The power is the right side of the balance of energy. With d/dt dL/dq' - dL/dq = Q + A^T lambda the energy E = q'
 * dL/dq' - L changes by dE/dt = Q q' + lambda A q' - dL/dt: the work of the forces, that of constraints which are not
 * homogeneous in the velocities, and what explicit time does. A homogeneous one does none: A q' is a multiple of its
 * rate, which is 0, [Homogeneous] Prop. 3.
 *
 * Extras: the vakonomic equations have Q - sum of mu D g - sum of mu' A on the right side, D_i = d/dt d/dq_i' - d/dq_i,
 * g = rate. With h = A q' the first sum does the power q' D g = d/dt (h - g) + dg/dt (partial): for a homogeneous g,
 * where h - g is a multiple of g, the partial derivative only; for a geometric row 0. The energy of the extended
 * Lagrangian L + sum of mu g is E + sum of mu (h - g), and changes by Q q' - dL/dt - sum of mu dg/dt (partial). */
#include "motion/run/observe.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "model/curved_rows.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/forces/explicit_energy_private.h"
#include "motion/forces/reaction.h"
#include "motion/forces/scales_private.h"
#include "state/explicit/kind.h"
#include "tape/program.h"

/* What is so small compared with its terms may be 0, by rounding. */
#define ROUNDING 1e-13

typedef struct program {
    nh_program *of;
    bool needs_solving; /* auxiliary symbols occur in it */
} program;

typedef struct record_need {
    size_t record; /* NH_MODEL_NONE: the energy */
    nh_need_kind kind;
    nh_expr e;
} record_need;

struct nh_observer {
    const nh_model *model;
    size_t n, rows, records;
    program all, power, events;
    nh_tape_def event_def;
    bool events_need_solution;
    bool power_is_zero;
    const nh_equations *equations;
    bool has_extended;
    double *inputs;
    size_t solved;    /* where the numbers of the auxiliary symbols begin among the inputs */
    bool *is_missing; /* by record: it is not computed */
    size_t reaction_count;
    const nh_expr *reactions; /* symbols */
    nh_reactions *forces;
    nh_explicit_energy *star;
    bool has_warned;
    nh_scales *scales; /* of claims; NULL: they have none */
    /* What energies and records need to have a value, with the record: their values and sizes are the last outputs. */
    size_t need_count;
    const record_need *needs;
};

/* ---- power ---- */

static void add_work_of_rows(nh_arena *arena, const nh_equations *e, const nh_expr *v, nh_expr **next) {
    nh_pool *pool = e->model->pool;
    for (uint32_t r = 0; r < e->rows; r++) {
        nh_exprs terms = {.arena = arena};
        *(*next)++ = NH_EXPR_ZERO;
        if (nh_equations_is_workless(e, r)) continue;
        for (uint32_t k = e->jacobian.start[r]; k < e->jacobian.start[r + 1]; k++)
            nh_array_push(&terms, nh_expr_mul(pool, e->jacobian.entry[k], v[e->jacobian.column[k]]));
        (*next)[-1] = nh_expr_mul(pool, e->multipliers[r], nh_expr_sum(pool, terms.count, terms.items));
    }
}

/* h - g of a row that is not homogeneous, -df/dt (partial) of a geometric one; 0 on the constraint for the others. */
static nh_expr excess_of(nh_arena *arena, const nh_equations *e, uint32_t r) {
    nh_pool *pool = e->model->pool;
    nh_exprs terms = {.arena = arena};
    if (nh_kind_of(pool, e->rates[r]).homogeneous == NH_YES) return NH_EXPR_ZERO;
    const nh_expr *v = nh_model_velocities(e->model, arena);
    for (uint32_t k = e->jacobian.start[r]; k < e->jacobian.start[r + 1]; k++)
        nh_array_push(&terms, nh_expr_mul(pool, e->jacobian.entry[k], v[e->jacobian.column[k]]));
    nh_array_push(&terms, nh_expr_neg(pool, e->rates[r]));
    return nh_expr_sum(pool, terms.count, terms.items);
}

/* -mu q' D g of a row. */
static nh_expr power_of_extra(nh_arena *arena, const nh_equations *e, uint32_t r) {
    nh_pool *pool = e->model->pool;
    if (e->model->rows.items[e->row[r]].is_geometric || e->setting.variant == NH_VARIANT_IMPOSED) return NH_EXPR_ZERO;
    nh_expr by_time = nh_expr_diff(pool, e->rates[r], e->model->time);
    nh_expr sum = nh_expr_add(pool, nh_expr_total_derivative(pool, excess_of(arena, e, r)), by_time);
    return nh_expr_neg(pool, nh_expr_mul(pool, e->extra[r], sum));
}

static bool depends_on_time(const nh_equations *e) {
    nh_pool *pool = e->model->pool;
    bool depends = nh_expr_has(pool, e->model->L, NH_HAS_TIME);
    for (uint32_t r = 0; r < e->rows; r++) depends |= nh_expr_has(pool, e->rates[r], NH_HAS_TIME);
    return depends;
}

/* Whether the equations are those of the extended Lagrangian: with a transposition matrix,
 * where it is 0 and mu acts. */
static bool is_extended(const nh_equations *e) {
    bool is_extended = e->setting.variant != NH_VARIANT_IMPOSED;
    for (size_t i = 0; e->push != NULL && i < e->model->coordinates.count; i++)
        is_extended &= e->push[i] == NH_EXPR_ZERO;
    return is_extended;
}

/* E + sum of mu (h - g); 0 where it is E, or is not conserved. */
static nh_expr extended_energy(nh_arena *arena, const nh_equations *e) {
    nh_pool *pool = e->model->pool;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t r = 0; r < e->extras; r++)
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, e->extra[r], excess_of(arena, e, r)));
    bool is_kept = sum != NH_EXPR_ZERO && is_extended(e) && !depends_on_time(e);
    for (size_t i = 0; i < e->model->coordinates.count; i++) is_kept = is_kept && e->model->Q[i] == NH_EXPR_ZERO;
    return is_kept ? nh_expr_add(pool, nh_model_energy(e->model), sum) : NH_EXPR_ZERO;
}

static nh_expr power_of(nh_arena *arena, const nh_equations *e) {
    const nh_model *model = e->model;
    nh_pool *pool = model->pool;
    size_t n = model->coordinates.count, count = n + e->rows + e->extras + n + 1;
    const nh_expr *v = nh_model_velocities(model, arena);
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, count), *next = terms;
    for (size_t i = 0; i < n; i++) *next++ = nh_expr_mul(pool, model->Q[i], v[i]);
    add_work_of_rows(arena, e, v, &next);
    for (uint32_t r = 0; r < e->extras; r++) *next++ = power_of_extra(arena, e, r);
    for (size_t i = 0; i < n; i++) *next++ = e->push != NULL ? nh_expr_mul(pool, e->push[i], v[i]) : NH_EXPR_ZERO;
    *next = nh_expr_neg(pool, nh_expr_diff(pool, model->L, model->time));
    return nh_expr_sum(pool, count, terms);
}

/* ---- what names stand for ---- */

typedef struct builder {
    nh_observer *o;
    const nh_model *model;
    nh_arena *arena;
    nh_map known;      /* symbols that are inputs or parameters */
    nh_exprs from, to; /* symbols that stand for expressions */
    nh_place warned;   /* where the last warning was */
} builder;

static const char *printed_name(const nh_model *model, nh_expr symbol) {
    return nh_name_text(model->context, nh_expr_symbol_of(model->pool, symbol)->name);
}

/* Whether it is a multiplier of the Chetaev condition, or a constraint force. */
static bool is_force(const nh_model *model, nh_expr symbol) {
    const char *name = printed_name(model, symbol);
    return strncmp(name, "lambda.", 7) == 0 || strncmp(name, "reaction", 8) == 0;
}

const char *nh_observer_beyond(const nh_model *model, nh_arena *arena, nh_expr symbol) {
    const nh_symbol *s = nh_expr_symbol_of(model->pool, symbol);
    if (s->role != NH_ROLE_COORDINATE || s->order <= 2) return NULL;
    nh_text text = nh_text_begin(arena);
    nh_expr_print(model->pool, &text, symbol);
    nh_text_format(&text, " is not computed: derivatives go up to %s''", nh_name_text(model->context, s->name));
    return nh_text_string(&text);
}

/* Finds out what a symbol stands for, if that is computed. */
static bool resolve_symbol(builder *b, nh_expr symbol, const char **why) {
    const nh_symbol *s = nh_expr_symbol_of(b->model->pool, symbol);
    bool is_star =
        s->role == NH_ROLE_MULTIPLIER && s->order == 0 && strcmp(printed_name(b->model, symbol), "E_star") == 0;
    *why = "multipliers lambda and constraint forces are not computed with the vakonomic equations; use mu.NAME";
    if (b->o->equations->extras > 0 && is_force(b->model, symbol)) return false;
    *why = "multipliers mu are computed only with the vakonomic equations";
    if (strncmp(printed_name(b->model, symbol), "mu.", 3) == 0) return false;
    *why = nh_observer_beyond(b->model, b->arena, symbol);
    if (*why != NULL) return false;
    nh_expr value = is_star ? nh_explicit_energy_value(b->o->star, why) : nh_reactions_value(b->o->forces, symbol, why);
    if (value == NH_EXPR_UNDEFINED) return false;
    nh_map_put(&b->known, symbol, 1);
    nh_array_push(&b->from, symbol);
    nh_array_push(&b->to, value);
    return true;
}

/* Components of one vector get one remark. */
static void warn_of_symbol(builder *b, const nh_remark *remark, nh_expr symbol, const char *why) {
    const nh_place *place = remark->place;
    if (place->line == b->warned.line && place->column == b->warned.column && place->file == b->warned.file) return;
    b->warned = *place;
    if (why != NULL) nh_diag_add(b->model->context, remark, "%s", why);
    else nh_diag_add(b->model->context, remark, "'%s' is not computed along a motion", printed_name(b->model, symbol));
}

/* Whether everything in e is an input, or stands for what is computed; a diagnostic says what is not, unless the remark
 * is NULL. */
static bool is_computed(builder *b, nh_expr e, const nh_remark *remark) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(b->model->pool, b->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const char *why;
        if (nh_map_get(&b->known, symbols[i]) != NULL || resolve_symbol(b, symbols[i], &why)) continue;
        if (remark != NULL) warn_of_symbol(b, remark, symbols[i], why);
        return false;
    }
    return true;
}

static void find_missing(builder *b) {
    const nh_model *model = b->model;
    b->o->is_missing = NH_NEW_ARRAY(b->arena, bool, model->records.count);
    for (size_t i = 0; i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        nh_remark remark = {.code = "not-computed", .severity = NH_SEVERITY_WARNING, .place = &record->place};
        b->o->is_missing[i] = !is_computed(b, record->value, &remark);
    }
}

/* The values of records, 0 in place of those that are not computed, and the sizes of claims. */
static void list_records(builder *b, nh_expr *values, nh_expr *sizes) {
    const nh_model *model = b->model;
    for (size_t i = 0; i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        values[i] = b->o->is_missing[i] ? NH_EXPR_ZERO : record->value;
        sizes[i] = record->kind == NH_RECORD_CLAIM ? nh_expr_terms_size(model->pool, values[i]) : NH_EXPR_ZERO;
    }
}

/* What the energies need, as they were written, and the records that are computed; one whose needs
 * are not is none of them. */
static void find_needs(builder *b) {
    NH_ARRAY(record_need) found = {.arena = b->arena};
    for (size_t i = 0; i < b->model->terms.count; i++)
        for (size_t k = 0; k < b->model->terms.items[i].needs.count; k++) {
            nh_need need = b->model->terms.items[i].needs.items[k];
            nh_array_push(&found, ((record_need){NH_MODEL_NONE, need.kind, need.e}));
        }
    for (size_t i = 0; i < b->model->records.count; i++) {
        const nh_record *record = &b->model->records.items[i];
        nh_remark remark = {.code = "not-computed", .severity = NH_SEVERITY_WARNING, .place = &record->place};
        for (size_t k = 0; k < record->needs.count && !b->o->is_missing[i]; k++) {
            nh_need need = record->needs.items[k];
            b->o->is_missing[i] = !is_computed(b, need.e, &remark);
            if (!b->o->is_missing[i]) nh_array_push(&found, ((record_need){i, need.kind, need.e}));
        }
    }
    b->o->needs = found.items;
    b->o->need_count = found.count;
}

static void list_needs(const builder *b, nh_expr *values, nh_expr *sizes) {
    for (size_t i = 0; i < b->o->need_count; i++) {
        values[i] = b->o->needs[i].e;
        sizes[i] = nh_expr_terms_size(b->model->pool, values[i]);
    }
}

/* What a contact watches is left out, as 1, where the formulation has no such multipliers: nobody asked for it. */
static void list_events(builder *b, nh_expr *values) {
    const nh_model *model = b->model;
    for (size_t i = 0; i < model->events.count; i++) {
        const nh_event *event = &model->events.items[i];
        nh_remark remark = {"not-computed", NH_SEVERITY_ERROR, NH_E_UNSUPPORTED, &event->place, NULL};
        bool is_known = is_computed(b, event->value, event->reason != NULL ? NULL : &remark);
        if (!is_known && event->reason == NULL) nh_raise(model->context, NH_E_UNSUPPORTED);
        values[i] = is_known ? event->value : NH_EXPR_ONE;
    }
}

static void list_reactions(builder *b, nh_expr *values) {
    nh_observer *o = b->o;
    for (size_t i = 0; i < o->reaction_count; i++) {
        const char *why;
        values[i] = o->reactions[i];
        if (nh_map_get(&b->known, values[i]) == NULL) resolve_symbol(b, values[i], &why); /* they all have a value */
    }
}

/* ---- making ---- */

static void add_symbols(builder *b, nh_exprs *inputs, size_t count, const nh_expr *symbols) {
    for (size_t i = 0; i < count; i++) {
        nh_map_put(&b->known, symbols[i], 1);
        nh_array_push(inputs, symbols[i]);
    }
}

static nh_exprs list_inputs(builder *b, const nh_equations *e) {
    const nh_model *model = b->model;
    size_t n = model->coordinates.count;
    nh_exprs inputs = {.arena = b->arena};
    const nh_expr *parameters = nh_model_parameter_symbols(model, b->arena);
    for (size_t i = 0; i < model->parameters.count; i++) nh_map_put(&b->known, parameters[i], 1);
    add_symbols(b, &inputs, 1, &model->time);
    add_symbols(b, &inputs, n, nh_model_coordinates(model, b->arena));
    add_symbols(b, &inputs, n, nh_model_velocities(model, b->arena));
    add_symbols(b, &inputs, n, nh_model_accelerations(model, b->arena));
    if (e->extras == 0) add_symbols(b, &inputs, e->rows, e->multipliers);
    nh_array_append(&inputs, e->extras, e->multipliers); /* not to be named: -mu' */
    add_symbols(b, &inputs, e->extras, e->extra);
    add_symbols(b, &inputs, e->omegas, e->computed);
    return inputs;
}

/* The auxiliary symbols, after the other inputs. */
static void add_solved(builder *b, nh_exprs *inputs) {
    nh_observer *o = b->o;
    nh_shares *shares = nh_reactions_shares(o->forces);
    o->solved = inputs->count;
    nh_expr *given = NH_NEW_ARRAY(b->arena, nh_expr, o->solved);
    memcpy(given, inputs->items, o->solved * sizeof *given);
    if (shares != NULL) {
        nh_shares_begin(shares, o->solved, given);
        add_symbols(b, inputs, nh_shares_count(shares), nh_shares_symbols(shares));
    }
    nh_explicit_energy_begin(o->star, o->solved, given);
    add_symbols(b, inputs, nh_explicit_energy_count(o->star), nh_explicit_energy_symbols(o->star));
}

/* Whether values depend on an input that is at `from` or after it. */
static bool depends_from(const builder *b, const nh_exprs *inputs, size_t from, size_t count, const nh_expr *values) {
    NH_ASSERT(from <= inputs->count);
    nh_pool *pool = b->model->pool;
    nh_map solved = nh_map_make(b->arena);
    for (size_t i = from; i < inputs->count; i++) nh_map_put(&solved, inputs->items[i], 1);
    uint32_t found;
    const nh_expr *symbols = nh_expr_symbols(pool, b->arena, count, values, &found);
    for (uint32_t i = 0; i < found; i++)
        if (nh_map_get(&solved, symbols[i]) != NULL) return true;
    return false;
}

static program make_program(const builder *b, const nh_exprs *inputs, size_t count, const nh_expr *values) {
    nh_tape_def def = nh_model_tape_over(b->model, b->arena, inputs->count, inputs->items, count, values);
    program p = {.of = nh_program_of(b->arena, b->model->pool, &def, NULL)};
    p.needs_solving = depends_from(b, inputs, b->o->solved, count, values);
    return p;
}

/* The values: energy, power, kinetic and extended energy; from FIRST on records, their sizes, events,
 * reactions, needs, their sizes. */
enum { FIRST = 4 };

static void make_programs(builder *b, const nh_equations *e) {
    nh_observer *o = b->o;
    nh_exprs inputs = list_inputs(b, e);
    find_missing(b);
    find_needs(b);
    size_t events = b->model->events.count, needs = FIRST + 2 * o->records + events + o->reaction_count;
    size_t count = needs + 2 * o->need_count;
    nh_expr *values = NH_NEW_ARRAY(b->arena, nh_expr, count), *of_events = values + FIRST + 2 * o->records;
    values[0] = nh_model_energy(b->model);
    values[1] = power_of(b->arena, e);
    o->power_is_zero = values[1] == NH_EXPR_ZERO;
    values[2] = b->model->T != NH_EXPR_UNDEFINED ? b->model->T : b->model->L;
    values[3] = extended_energy(b->arena, e);
    o->has_extended = values[3] != NH_EXPR_ZERO;
    list_records(b, values + FIRST, values + FIRST + o->records);
    list_events(b, of_events);
    list_reactions(b, of_events + events);
    list_needs(b, values + needs, values + needs + o->need_count);
    if (b->from.count > 0)
        nh_expr_substitute_all(b->model->pool, count, values, (uint32_t)b->from.count, b->from.items, b->to.items,
                               true);
    nh_curved_rows_open(b->model, b->arena, count, values);
    add_solved(b, &inputs);
    o->inputs = NH_NEW_ARRAY(b->arena, double, inputs.count);
    o->all = make_program(b, &inputs, count, values);
    o->power = make_program(b, &inputs, 1, values + 1);
    o->events = make_program(b, &inputs, events, of_events);
    o->event_def = nh_model_tape_over(b->model, b->arena, inputs.count, inputs.items, events, of_events);
    o->events_need_solution = depends_from(b, &inputs, 1 + 2 * o->n, events, of_events);
    for (size_t i = 0; i < o->records; i++) /* watches and invariants are not judged */
        if (b->model->records.items[i].kind != NH_RECORD_CLAIM) values[FIRST + i] = NH_EXPR_ZERO;
    o->scales = nh_scales_make(b->arena, e, o->records, values + FIRST, inputs.count, inputs.items);
}

nh_observer *nh_observer_make(nh_arena *arena, const nh_equations *equations, bool reactions) {
    NH_ASSERT(nh_equations_fit(equations));
    const nh_equations *e = equations;
    const nh_model *model = e->model;
    nh_observer *o = NH_NEW(arena, nh_observer);
    *o = (nh_observer){.model = model, .n = model->coordinates.count, .rows = e->rows, .records = model->records.count};
    o->equations = e;
    o->forces = nh_reactions_make(arena, e);
    o->star = nh_explicit_energy_make(arena, e);
    if (reactions) o->reactions = nh_reactions_all(o->forces, &o->reaction_count);
    builder b = {.o = o, .model = model, .arena = arena, .known = nh_map_make(arena)};
    b.from.arena = b.to.arena = arena;
    make_programs(&b, e);
    return o;
}

void nh_observer_set(nh_observer *observer, const double *parameters) {
    nh_observer *o = observer;
    nh_shares *shares = nh_reactions_shares(o->forces);
    if (shares != NULL) nh_shares_set(shares, parameters);
    nh_explicit_energy_set(o->star, parameters);
    nh_program_begin(o->all.of, parameters);
    nh_program_begin(o->power.of, parameters);
    nh_program_begin(o->events.of, parameters);
    if (o->scales != NULL) nh_scales_set(o->scales, parameters);
}

const nh_expr *nh_observer_reactions(const nh_observer *observer, size_t *count) {
    *count = observer->reaction_count;
    return observer->reactions;
}

/* Where the extras are among the inputs, if there are any. */
static double *behind_multipliers(const nh_observer *o) {
    return o->inputs + 1 + 3 * o->n + o->rows;
}

double *nh_observer_extras(nh_observer *observer) {
    return observer->equations->extras > 0 ? behind_multipliers(observer) : NULL;
}

/* Without constraints there are no extras, but there is a matrix. */
double *nh_observer_omega(nh_observer *observer) {
    const nh_equations *e = observer->equations;
    return e->omegas > 0 ? behind_multipliers(observer) + e->extras : NULL;
}

bool nh_observer_has_extended(const nh_observer *observer) {
    return observer->has_extended;
}

bool nh_observer_power_is_zero(const nh_observer *observer) {
    return observer->power_is_zero;
}

/* ---- looking ---- */

static void warn_singular(nh_observer *o) {
    if (o->has_warned) return;
    o->has_warned = true;
    nh_remark remark = {.code = "not-computed", .severity = NH_SEVERITY_WARNING};
    nh_diag_add(o->model->context, &remark,
                "the mass matrix is singular at t = %g, so the distribution of forces without a point of action is not "
                "determined: constraint forces that depend on it are not computed there",
                o->inputs[0]);
}

static void solve_shares(nh_observer *o) {
    nh_shares *shares = nh_reactions_shares(o->forces);
    double *next = o->inputs + o->solved;
    if (shares != NULL) {
        if (!nh_shares_solve(shares, o->inputs, next)) warn_singular(o);
        next += nh_shares_count(shares);
    }
    nh_explicit_energy_solve(o->star, o->inputs, next);
}

static void load_inputs(nh_observer *o, const program *p, double t, const double *q, const double *v, const double *a,
                        const double *lambda) {
    o->inputs[0] = t;
    memcpy(o->inputs + 1, q, o->n * sizeof *q);
    memcpy(o->inputs + 1 + o->n, v, o->n * sizeof *v);
    if (a != NULL) memcpy(o->inputs + 1 + 2 * o->n, a, o->n * sizeof *a);
    if (lambda != NULL) memcpy(o->inputs + 1 + 3 * o->n, lambda, o->rows * sizeof *lambda);
    if (p->needs_solving) solve_shares(o);
}

static const double *run_program(nh_observer *o, const program *p, double t, const double *q, const double *v,
                                 const double *a, const double *lambda) {
    load_inputs(o, p, t, q, v, a, lambda);
    return nh_program_at(p->of, o->inputs);
}

/* Whether what is needed is certainly not there, or not certainly there where rounding decides. */
static bool is_lacking(nh_need_kind kind, double value, double size) {
    double least = ROUNDING * size;
    if (!isfinite(value)) return true;
    switch (kind) {
        case NH_NEED_NONZERO: return fabs(value) <= least;
        case NH_NEED_POSITIVE: return value <= least;
        case NH_NEED_NONNEGATIVE: return value < -least;
        case NH_NEED_VALUE: return false;
    }
    return false;
}

/* Energies and records that have no value as they are written, though their canonical form may
 * have one, are no numbers. */
static void leave_out(const nh_observer *o, double *seen) {
    const double *values = seen + FIRST + 2 * o->records + o->model->events.count + o->reaction_count;
    const double *sizes = values + o->need_count;
    for (size_t i = 0; i < o->need_count; i++)
        if (is_lacking(o->needs[i].kind, values[i], sizes[i]))
            seen[o->needs[i].record == NH_MODEL_NONE ? 0 : FIRST + o->needs[i].record] = NAN;
}

nh_observation nh_observe(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                          const double *lambda) {
    nh_observer *o = observer;
    double *seen = nh_program_outputs(o->all.of);
    run_program(o, &o->all, t, q, v, a, lambda);
    for (size_t i = 0; i < o->records; i++)
        if (o->is_missing[i]) seen[FIRST + i] = NAN;
    leave_out(o, seen);
    if (o->scales != NULL) nh_scales_add(o->scales, o->inputs, seen + FIRST + o->records);
    const double *sizes = seen + FIRST + o->records, *events = sizes + o->records;
    return (nh_observation){.energy = seen[0],
                            .power = seen[1],
                            .kinetic = seen[2],
                            .extended = seen[3],
                            .records = seen + FIRST,
                            .sizes = sizes,
                            .events = events,
                            .reactions = events + o->model->events.count};
}

double nh_observe_power(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                        const double *lambda) {
    if (observer->power_is_zero) return 0;
    return *run_program(observer, &observer->power, t, q, v, a, lambda);
}

const double *nh_observe_events(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                                const double *lambda) {
    return run_program(observer, &observer->events, t, q, v, a, lambda);
}

bool nh_observer_events_need_solution(const nh_observer *observer) {
    return observer->events_need_solution;
}

nh_tape_def nh_observer_event_def(const nh_observer *observer) {
    return observer->event_def;
}

const double *nh_observe_inputs(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                                const double *lambda) {
    load_inputs(observer, &observer->events, t, q, v, a, lambda);
    return observer->inputs;
}
