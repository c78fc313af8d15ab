/* Constraints, explicit form, variables and coefficients of a sheet. */
#include <stdarg.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "paper/sheet_private.h"

/* Lines of a section; terms, or length, beyond which nothing is sorted, and an unused line is left out. */
enum { MOST_LINES = 60, LONG = 400 };

/* ---- lines ---- */

static nh_sheet_side side_of(nh_sheet_job *job, nh_expr e) {
    if (e == NH_EXPR_ZERO) return (nh_sheet_side){0, NULL};
    nh_expr *part = NH_NEW(job->arena, nh_expr);
    *part = e;
    return (nh_sheet_side){1, part};
}

void nh_sheet_add(nh_sheet_job *job, nh_sheet_lines *to, const char *of, nh_expr left, nh_expr right) {
    NH_ASSERT(to->arena == job->arena);
    nh_sheet_line line = {.of = of, .factor = NH_EXPR_ONE};
    line.left = side_of(job, left);
    line.right = side_of(job, right);
    nh_array_push(to, line);
}

void nh_sheet_note(nh_sheet_job *job, const char *format, ...) {
    nh_text text = nh_text_begin(job->arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    nh_array_push(&job->sheet->notes, nh_text_string(&text));
}

const char *nh_sheet_text_of(nh_sheet_job *job, nh_expr e) {
    nh_text text = nh_text_begin(job->arena);
    nh_expr_print(job->pool, &text, e);
    return nh_text_string(&text);
}

/* ---- constraints ---- */

/* What of a row is written to the right: terms that are free of velocities, of a geometric row those free of
 * coordinates, of one with accelerations those free of these, where others are left. */
static nh_expr right_of_row(const nh_sheet_job *job, const nh_row *row, nh_expr residual) {
    nh_pool *pool = job->pool;
    nh_contents moving = row->has_accelerations ? NH_HAS_ACCELERATION
                         : row->is_geometric    ? NH_HAS_COORDINATE | NH_HAS_TIME
                                                : NH_HAS_VELOCITY;
    if (nh_expr_kind_of(pool, residual) != NH_EXPR_SUM) return NH_EXPR_ZERO;
    uint32_t arity = nh_expr_arity(pool, residual);
    nh_exprs still = {.arena = job->arena};
    for (uint32_t i = 0; i < arity; i += i == 0 ? 1 : 2) {
        const nh_expr *args = nh_expr_args(pool, residual);
        nh_expr term = i == 0 ? args[0] : args[i];
        nh_rat factor = i == 0 ? nh_rat_int(1) : nh_expr_rational(pool, args[i + 1]);
        if (!nh_expr_has(pool, term, moving)) nh_array_push(&still, nh_expr_scale(pool, factor, term));
    }
    return nh_expr_neg(pool, nh_expr_sum(pool, still.count, still.items));
}

nh_expr nh_sheet_sorted_by(nh_sheet_job *job, nh_expr e, uint32_t count, const nh_expr *symbols) {
    NH_ASSERT(count == 0 || symbols != NULL);
    nh_expr whole = nh_sheet_settle(job, e);
    nh_exprs terms = {.arena = job->arena};
    nh_collected c;
    if (!nh_expr_collect(job->pool, job->arena, e, count, symbols, LONG, &c)) return whole;
    for (uint32_t i = 0; i < c.count; i++) {
        nh_expr term = nh_sheet_settle(job, c.coefficient[i]);
        for (uint32_t k = c.start[i]; k < c.start[i + 1]; k++)
            term = nh_expr_mul(job->pool, term, nh_expr_pow_int(job->pool, symbols[c.symbol[k]], c.power[k]));
        nh_array_push(&terms, term);
    }
    nh_expr sorted = nh_expr_sum(job->pool, terms.count, terms.items);
    return nh_expr_length(job->pool, sorted) <= 2 * nh_expr_length(job->pool, whole) ? sorted : whole;
}

/* With the sign of a - b as written, to which the multiplier belongs. */
void nh_sheet_add_constraints(nh_sheet_job *job) {
    uint32_t imposed = 0;
    job->is_raw = true;
    for (size_t i = 0; i < job->model->rows.count; i++) {
        const nh_row *row = &job->model->rows.items[i];
        if (!row->is_imposed || imposed++ >= MOST_LINES) continue;
        nh_expr residual = row->is_curved ? row->curved : row->residual;
        nh_expr right = right_of_row(job, row, residual), left = nh_expr_add(job->pool, residual, right);
        if (left == NH_EXPR_ZERO) left = residual, right = NH_EXPR_ZERO;
        const nh_expr *by = row->has_accelerations ? nh_model_accelerations(job->model, job->arena) : job->v;
        left = row->is_geometric ? nh_sheet_polish(job, left) : nh_sheet_sorted_by(job, left, job->n, by);
        nh_sheet_lines *lines = &job->sheet->constraints;
        nh_sheet_add(job, lines, nh_name_text(job->context, row->name), left, right);
        lines->items[lines->count - 1].is_contact = row->is_contact;
    }
    job->is_raw = false;
    if (imposed > MOST_LINES) nh_sheet_note(job, "%d of %u constraints are shown.", (int)MOST_LINES, imposed);
}

/* ---- explicit form ---- */

static nh_expr explicit_of(nh_sheet_job *job, const nh_dependent *d) {
    nh_expr alpha = nh_sheet_open_names(job, d->alpha);
    nh_expr whole = nh_sheet_settle(job, nh_sheet_reduce_signs(job, alpha)),
            sorted = nh_sheet_sorted_by(job, alpha, job->n, job->v);
    return nh_expr_length(job->pool, sorted) < nh_expr_length(job->pool, whole) ? sorted : whole;
}

/* "z' is given by the constraints, which are not solved for it." */
static void note_implicit(nh_sheet_job *job) {
    nh_text text = nh_text_begin(job->arena);
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->choice->k; i++) {
        const nh_dependent *d = &job->choice->dependent[i];
        if (d->kind != NH_EXPLICIT_IMPLICIT) continue;
        nh_text_format(&text, "%s%s", count++ == 0 ? "" : ", ", nh_sheet_text_of(job, job->v[d->coordinate]));
    }
    if (count == 0) return;
    nh_sheet_note(job, "%s %s given by the constraints, which are not solved for %s.", nh_text_string(&text),
                  count == 1 ? "is" : "are", count == 1 ? "it" : "them");
}

void nh_sheet_add_explicit(nh_sheet_job *job) {
    if (job->choice == NULL || job->choice->k == 0) return;
    bool is_used = job->e->symbols != NULL;
    if (job->e->symbols != job->e->variables) return; /* the velocities are given by other variables */
    uint32_t shown = job->choice->k < MOST_LINES ? job->choice->k : MOST_LINES;
    for (uint32_t i = 0; i < shown; i++) {
        const nh_dependent *d = &job->choice->dependent[i];
        if (d->kind == NH_EXPLICIT_IMPLICIT) continue;
        if (!is_used && nh_expr_length(job->pool, d->alpha) > LONG) continue;
        nh_expr velocity = job->v[d->coordinate];
        nh_sheet_add(job, &job->sheet->explicit_form, nh_sheet_text_of(job, velocity), velocity, explicit_of(job, d));
    }
    if (shown < job->choice->k) nh_sheet_note(job, "%u of %u dependent velocities are shown.", shown, job->choice->k);
    note_implicit(job);
}

/* ---- variables ---- */

void nh_sheet_add_variables(nh_sheet_job *job) {
    NH_ASSERT(job->e->symbols == NULL || job->e->variables != NULL);
    const nh_equations *e = job->e;
    if (e->symbols == NULL || e->symbols == e->variables) return;
    for (uint32_t i = 0; i < e->count && i < MOST_LINES; i++) {
        if (e->symbols[i] == e->variables[i]) continue;
        nh_sheet_add(job, &job->sheet->variables, nh_sheet_text_of(job, e->symbols[i]), e->symbols[i],
                     nh_sheet_sorted_by(job, nh_sheet_open_names(job, e->variables[i]), job->n, job->v));
    }
    for (uint32_t i = 0; i < job->n && i < MOST_LINES; i++) {
        if (e->velocities[i] == NH_EXPR_UNDEFINED || e->velocities[i] == job->v[i]) continue;
        nh_sheet_add(job, &job->sheet->velocities, nh_sheet_text_of(job, job->v[i]), job->v[i],
                     nh_sheet_sorted_by(job, nh_sheet_on_rows(job, nh_sheet_open_names(job, e->velocities[i])),
                                        e->count, e->symbols));
    }
}

/* ---- coefficients ---- */

/* Whether its base is one of the words of the formulation. */
static bool is_shown(const nh_sheet_job *job, const char *name) {
    size_t length = strcspn(name, "[");
    for (const char *at = job->form->shown; at != NULL && *at != '\0'; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == length && strncmp(at, name, length) == 0) return true;
        at += word;
    }
    return false;
}

static bool is_trivial(const nh_sheet_job *job, nh_expr value) {
    return value == NH_EXPR_ZERO || (job->form->hides_ones && value == NH_EXPR_ONE);
}

/* Readers differentiate it. */
static bool is_energy(const char *name) {
    static const char *const energies[] = {"Tstar", "Ltilde", "H", "R", "S"};
    for (size_t i = 0; i < sizeof energies / sizeof *energies; i++)
        if (strcmp(energies[i], name) == 0) return true;
    return false;
}

/* Whether the equations are along all coordinates, with multipliers: they come from functions of all velocities or
 * momenta, H and R, in which constraints are not put in. */
static bool keeps_all(const nh_sheet_job *job) {
    return job->e->symbols != NULL && job->e->count == job->n && job->e->rows > 0;
}

void nh_sheet_add_coefficients(nh_sheet_job *job) {
    const nh_equations *e = job->e;
    uint32_t count = 0;
    for (size_t i = 0; i < e->coefficients.count && !job->is_large; i++) {
        const nh_coefficient *c = &e->coefficients.items[i];
        if (!is_shown(job, c->name) || c->value == NH_EXPR_ZERO) continue;
        if (count >= MOST_LINES) {
            count++;
            continue;
        }
        job->is_function = is_energy(c->name);
        job->is_raw = job->is_function && keeps_all(job);
        nh_expr value = nh_sheet_worded(job, c->value);
        bool is_fast = nh_expr_has(job->pool, value, NH_HAS_ACCELERATION);
        value = is_fast ? nh_sheet_sorted_by(job, value, e->count, e->unknowns)
                        : nh_sheet_sorted_by(job, value, job->speed_count, job->speeds);
        job->is_function = job->is_raw = false;
        if (is_trivial(job, value)) continue;
        nh_sheet_line line = {.of = c->name, .name = c->name, .factor = NH_EXPR_ONE};
        line.right = side_of(job, value);
        nh_array_push(&job->sheet->coefficients, line);
        count++;
    }
    if (count > MOST_LINES) nh_sheet_note(job, "%d of %u coefficients are shown.", (int)MOST_LINES, count);
}

/* ==== veil ==== */

/* Sums that stand for one thing, kept together.
 *
 * (q1 - q2)^2 + (q3 - q4)^2 is how a person writes a squared distance; its normal form has six terms and no factors. So
 * while an expression is worked on, short sums that are factors in it get a symbol each, and come back at the end. What
 * is lost is cancellation between different sums: the result is one of several forms, and the shortest is taken. */

/* A sum is kept together up to this many terms and this length. */
enum { MOST_TERMS = 4, MOST_LENGTH = 24 };

static bool is_short_sum(nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_arity(pool, e) > 1 + 2 * MOST_TERMS) return false;
    uint32_t parts = nh_expr_arity(pool, e) / 2 + (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO);
    return parts > 1 && nh_expr_length(pool, e) <= MOST_LENGTH;
}

nh_expr nh_sheet_symbol_for(nh_sheet_job *job, nh_exprs *things, nh_exprs *symbols, const char *word, nh_expr thing) {
    NH_ASSERT(things->count == symbols->count);
    for (size_t i = 0; i < things->count; i++)
        if (things->items[i] == thing) return symbols->items[i];
    nh_text name = nh_text_begin(job->arena);
    nh_text_format(&name, "%s %zu", word, things->count);
    nh_expr symbol = nh_expr_symbol_text(job->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
    nh_array_reserve(things, 1); /* both or none: the work may be cut off in between */
    nh_array_reserve(symbols, 1);
    nh_array_push(things, thing);
    nh_array_push(symbols, symbol);
    return symbol;
}

typedef struct veil {
    nh_sheet_job *job;
    nh_map factors; /* short sums that are factors */
} veil;

static nh_map find_factors(const nh_sheet_job *job, nh_expr e) {
    nh_map factors = nh_map_make(job->arena);
    nh_walk *walk = nh_walk_begin(job->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(job->pool, walk->order[i]) != NH_EXPR_PRODUCT) continue;
        for (uint32_t k = 0; k < nh_expr_arity(job->pool, walk->order[i]); k += 2) {
            nh_expr base = nh_expr_args(job->pool, walk->order[i])[k];
            if (is_short_sum(job->pool, base)) nh_map_put(&factors, base, 1);
        }
    }
    nh_walk_end(walk);
    return factors;
}

/* The innermost ones: what contains a veil stays. */
static nh_expr veil_node(void *user, nh_expr e, const nh_expr *args, bool changed) {
    (void)args;
    const veil *v = user;
    if (changed || nh_map_get(&v->factors, e) == NULL) return NH_EXPR_UNDEFINED;
    return nh_sheet_symbol_for(v->job, &v->job->veiled, &v->job->veils, "veil", e);
}

nh_expr nh_sheet_veil(nh_sheet_job *job, nh_expr e) {
    veil v = {job, find_factors(job, e)};
    nh_expr_rewrite(job->pool, 1, &e, veil_node, &v);
    return e;
}

nh_expr nh_sheet_unveil(const nh_sheet_job *job, nh_expr e) {
    NH_ASSERT(job->veils.count == job->veiled.count);
    return nh_expr_substitute(job->pool, e, (uint32_t)job->veils.count, job->veils.items, job->veiled.items, false);
}

/* ---- common factors ---- */

/* The exponent of the base in a term; 0 when it is not there. */
static nh_rat exponent_in(const nh_pool *pool, nh_expr term, nh_expr base) {
    if (term == base) return nh_rat_int(1);
    if (nh_expr_kind_of(pool, term) != NH_EXPR_PRODUCT) return nh_rat_int(0);
    const nh_expr *args = nh_expr_args(pool, term);
    for (uint32_t i = 0; i < nh_expr_arity(pool, term); i += 2)
        if (args[i] == base) return nh_expr_rational(pool, args[i + 1]);
    return nh_rat_int(0);
}

/* base^exponent as far as all terms of the sum have it, both with the same sign. */
static nh_expr common_power(const nh_sheet_job *job, nh_expr sum, nh_expr base, nh_rat exponent) {
    nh_pool *pool = job->pool;
    for (uint32_t i = 1; i < nh_expr_arity(pool, sum); i += 2) {
        nh_rat other = exponent_in(pool, nh_expr_args(pool, sum)[i], base);
        if (nh_rat_sign(other) != nh_rat_sign(exponent)) return NH_EXPR_ONE;
        bool is_nearer = nh_rat_cmp(job->context, other, exponent) == -nh_rat_sign(exponent);
        if (is_nearer) exponent = other;
    }
    return nh_expr_pow_rational(pool, base, exponent);
}

nh_expr nh_sheet_pull(nh_sheet_job *job, nh_expr e) {
    nh_pool *pool = job->pool;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_arity(pool, e) < 5) return e;
    if (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO) return e;
    nh_expr first = nh_expr_args(pool, e)[1], factor = NH_EXPR_ONE;
    bool is_product = nh_expr_kind_of(pool, first) == NH_EXPR_PRODUCT;
    for (uint32_t i = 0; i < (is_product ? nh_expr_arity(pool, first) : 2); i += 2) {
        nh_expr base = is_product ? nh_expr_args(pool, first)[i] : first;
        nh_rat exponent = is_product ? nh_expr_rational(pool, nh_expr_args(pool, first)[i + 1]) : nh_rat_int(1);
        factor = nh_expr_mul(pool, factor, common_power(job, e, base, exponent));
    }
    if (factor == NH_EXPR_ONE) return e;
    nh_exprs terms = {.arena = job->arena};
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        nh_rat scale = nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]);
        nh_expr rest = nh_expr_div(pool, nh_expr_args(pool, e)[i], factor);
        nh_array_push(&terms, nh_expr_scale(pool, scale, rest));
    }
    return nh_expr_mul(pool, factor, nh_expr_sum(pool, terms.count, terms.items));
}
