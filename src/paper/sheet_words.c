/* What stands for what on a sheet.
 *
 * A root that is a dependent velocity except for a factor, z' = sigma sqrt(c^2 - x'^2 - y'^2), is written as that
 * velocity: that is how a person abbreviates it, and sigma^2 = 1 leaves no sign. Dependent velocities that the
 * explicit form keeps under a name of its own are these velocities again. */
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "form/momenta.h"
#include "paper/sheet_private.h"

/* Forms with more dependent velocities than this are left as they are. */
enum { MOST_DEPENDENT = 200 };
/* A derivative of an abbreviation that is no longer is written out. */
enum { SHORT = 5 };

nh_name nh_sheet_free_name(const nh_sheet_job *job, const char *wanted) {
    nh_map declared = nh_momenta_declared(job->model, job->arena);
    for (unsigned number = 0;; number++) {
        nh_text text = nh_text_begin(job->arena);
        if (number == 0) nh_text_add(&text, wanted);
        else nh_text_format(&text, "%s_%u", wanted, number);
        nh_name name = nh_name_of_text(job->context, nh_text_string(&text));
        if (nh_map_get(&declared, name) == NULL) return name;
    }
}

/* ---- words ---- */

/* The base of the one square root in a product, with the factor sign; undefined when there is
 * none or there are several. */
static nh_expr root_in(const nh_pool *pool, nh_expr product, nh_expr sign) {
    if (nh_expr_kind_of(pool, product) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    const nh_expr *args = nh_expr_args(pool, product);
    nh_expr base = NH_EXPR_UNDEFINED;
    bool has_sign = false;
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        nh_rat exponent = nh_expr_rational(pool, args[i + 1]);
        if (args[i] == sign) has_sign = true;
        else if (exponent.den == 2 && exponent.num == 1 && base == NH_EXPR_UNDEFINED) base = args[i];
        else if (exponent.den != 1) return NH_EXPR_UNDEFINED;
    }
    return has_sign ? base : NH_EXPR_UNDEFINED;
}

/* The one factor of e with velocities in it, as a product below a fraction line has it. */
static nh_expr moving_factor(nh_pool *pool, nh_expr e) {
    nh_rat scale;
    nh_expr below = nh_expr_split(pool, nh_expr_pow_int(pool, e, -1), &scale), found = NH_EXPR_UNDEFINED;
    if (nh_expr_kind_of(pool, below) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < nh_expr_arity(pool, below); i += 2) {
        nh_expr factor = nh_expr_args(pool, below)[i];
        if (!nh_expr_has(pool, factor, NH_HAS_VELOCITY)) continue;
        if (found != NH_EXPR_UNDEFINED || nh_expr_args(pool, below)[i + 1] != NH_EXPR_MINUS_ONE)
            return NH_EXPR_UNDEFINED;
        found = factor;
    }
    return found;
}

static void add_root(nh_sheet_job *job, const nh_dependent *d) {
    nh_pool *pool = job->pool;
    nh_rat scale;
    nh_expr product = nh_expr_split(pool, d->alpha, &scale);
    nh_expr base = root_in(pool, product, d->sign);
    if (base == NH_EXPR_UNDEFINED || !nh_expr_has(pool, base, NH_HAS_VELOCITY)) return;
    nh_expr root = nh_expr_sqrt(pool, base), velocity = job->v[d->coordinate];
    nh_sheet_word w = {.kind = NH_SHEET_ROOT, .base = base, .plain = moving_factor(pool, base)};
    if (w.plain == NH_EXPR_UNDEFINED) return;
    nh_expr rest = nh_expr_div(pool, d->alpha, nh_expr_mul(pool, d->sign, root));
    w.value = nh_expr_div(pool, nh_expr_mul(pool, d->sign, velocity), rest);
    nh_expr square = nh_expr_mul(pool, nh_expr_pow_int(pool, w.value, 2), nh_expr_pow_int(pool, d->sign, -2));
    w.square = nh_expr_div(pool, square, nh_expr_div(pool, base, w.plain));
    nh_array_push(&job->words, w);
}

/* alpha = rest * sum, with velocities in the sum. */
static void add_sum(nh_sheet_job *job, const nh_dependent *d) {
    nh_pool *pool = job->pool;
    nh_rat scale;
    nh_expr product = nh_expr_split(pool, d->alpha, &scale), base = NH_EXPR_UNDEFINED;
    if (nh_expr_kind_of(pool, product) != NH_EXPR_PRODUCT) return;
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        nh_expr factor = nh_expr_args(pool, product)[i];
        bool is_sum = nh_expr_kind_of(pool, factor) == NH_EXPR_SUM && nh_expr_has(pool, factor, NH_HAS_VELOCITY);
        if (is_sum && base == NH_EXPR_UNDEFINED && nh_expr_args(pool, product)[i + 1] == NH_EXPR_ONE) base = factor;
    }
    if (base == NH_EXPR_UNDEFINED) return;
    nh_expr value = nh_expr_div(pool, job->v[d->coordinate], nh_expr_div(pool, d->alpha, base));
    nh_array_push(&job->words, ((nh_sheet_word){.kind = NH_SHEET_SUM, .base = base, .value = value}));
}

/* The one term of a row with velocities in it; undefined when there are several. */
static nh_expr only_moving(const nh_pool *pool, nh_expr residual, nh_rat *scale) {
    nh_expr found = NH_EXPR_UNDEFINED;
    for (uint32_t i = 1; i < nh_expr_arity(pool, residual); i += 2) {
        nh_expr term = nh_expr_args(pool, residual)[i];
        if (!nh_expr_has(pool, term, NH_HAS_VELOCITY)) continue;
        if (found != NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
        found = term;
        *scale = nh_expr_rational(pool, nh_expr_args(pool, residual)[i + 1]);
    }
    return found;
}

/* sum = constant */
static void add_geometric(nh_sheet_job *job, nh_expr residual, bool is_unit) {
    nh_pool *pool = job->pool;
    nh_rat content;
    nh_expr rest = NH_EXPR_ZERO, still = nh_expr_args(pool, residual)[0];
    for (uint32_t i = 1; i < nh_expr_arity(pool, residual); i += 2) {
        nh_expr term = nh_expr_args(pool, residual)[i];
        nh_rat factor = nh_expr_rational(pool, nh_expr_args(pool, residual)[i + 1]);
        nh_expr whole = nh_expr_scale(pool, factor, term);
        if (nh_expr_has(pool, term, NH_HAS_COORDINATE | NH_HAS_TIME)) rest = nh_expr_add(pool, rest, whole);
        else still = nh_expr_add(pool, still, whole);
    }
    nh_expr base = nh_expr_split(pool, rest, &content);
    if (nh_expr_kind_of(pool, base) != NH_EXPR_SUM || still == NH_EXPR_ZERO) return;
    nh_rat by = nh_rat_neg(job->arena, nh_rat_inv(job->arena, content));
    nh_array_push(
        &job->words,
        ((nh_sheet_word){
            .kind = NH_SHEET_ROW_SUM, .base = base, .value = nh_expr_scale(pool, by, still), .is_unit = is_unit}));
}

static void add_row(nh_sheet_job *job, const nh_row *row) {
    nh_pool *pool = job->pool;
    nh_rat scale = nh_rat_int(1);
    if (!nh_row_restricts(row) || nh_expr_kind_of(pool, row->residual) != NH_EXPR_SUM) return;
    if (row->is_geometric) {
        add_geometric(job, row->residual, row->is_unit);
        return;
    }
    nh_expr root = only_moving(pool, row->residual, &scale);
    if (root == NH_EXPR_UNDEFINED || nh_expr_kind_of(pool, root) != NH_EXPR_PRODUCT) return;
    nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, root)[1]);
    if (nh_expr_arity(pool, root) != 2 || exponent.num != 1 || exponent.den != 2) return;
    nh_expr rest = nh_expr_sub(pool, row->residual, nh_expr_scale(pool, scale, root));
    nh_sheet_word w = {.kind = NH_SHEET_ROW_ROOT, .base = nh_expr_args(pool, root)[0], .plain = NH_EXPR_UNDEFINED};
    w.value = nh_expr_scale(pool, nh_rat_neg(job->arena, nh_rat_inv(job->arena, scale)), rest);
    nh_array_push(&job->words, w);
}

void nh_sheet_find_words(nh_sheet_job *job) {
    NH_ASSERT(job->words.count == 0 && job->signs.count == 0);
    for (size_t i = 0; i < job->model->rows.count && i < MOST_DEPENDENT; i++) add_row(job, &job->model->rows.items[i]);
    if (job->choice == NULL || job->choice->k > MOST_DEPENDENT) return;
    nh_array_append(&job->signs, job->choice->signs, job->choice->sign);
    for (uint32_t i = 0; i < job->choice->k; i++) {
        const nh_dependent *d = &job->choice->dependent[i];
        bool has_root = d->kind > NH_EXPLICIT_RATIONAL && d->kind < NH_EXPLICIT_IMPLICIT;
        if (has_root && d->sign != NH_EXPR_UNDEFINED) add_root(job, d);
        if (d->kind == NH_EXPLICIT_RATIONAL) add_sum(job, d);
    }
}

/* ---- factors of products, one by one ---- */

static nh_expr by_word(const nh_sheet_job *job, const nh_sheet_word *w, nh_expr base, nh_rat exponent) {
    nh_pool *pool = job->pool;
    bool is_whole = nh_rat_is_int(exponent);
    if (w->kind == NH_SHEET_ROW_SUM)
        return base == w->base ? nh_expr_pow_rational(pool, w->value, exponent) : NH_EXPR_UNDEFINED;
    if (w->kind == NH_SHEET_SUM)
        return base == w->base && is_whole ? nh_expr_pow_int(pool, w->value, exponent.num) : NH_EXPR_UNDEFINED;
    if (w->kind == NH_SHEET_ROW_ROOT && base == w->base && is_whole)
        return nh_expr_pow_int(pool, nh_expr_pow_int(pool, w->value, 2), exponent.num);
    if (base == w->base && exponent.den == 2) return nh_expr_pow_int(pool, w->value, exponent.num);
    if (base != w->plain || !is_whole || exponent.num >= 0) return NH_EXPR_UNDEFINED;
    return nh_expr_pow_int(pool, w->square, exponent.num);
}

/* Whether what a geometric row says is put in: into what will be differentiated only the length of a quaternion, and
 * only where it is differentiated along displacements, as by quasi-velocities, which keep that length. */
static bool is_put_in(const nh_sheet_job *job, const nh_sheet_word *w) {
    return !job->is_function || (w->is_unit && job->form->has_quasis);
}

/* base^exponent in the words of the sheet; undefined: as it is. */
static nh_expr replaced_factor(const nh_sheet_job *job, nh_expr base, nh_rat exponent, nh_sheet_wording wording) {
    for (size_t i = 0; i < job->signs.count; i++)
        if (base == job->signs.items[i] && nh_rat_is_int(exponent)) return exponent.num % 2 == 0 ? NH_EXPR_ONE : base;
    for (size_t i = 0; i < job->words.count && wording != NH_SHEET_SIGNS; i++) {
        const nh_sheet_word *w = &job->words.items[i];
        if (wording == NH_SHEET_ROWS && w->kind != NH_SHEET_ROW_ROOT && w->kind != NH_SHEET_ROW_SUM) continue;
        if (w->kind == NH_SHEET_ROW_SUM && !is_put_in(job, w)) continue;
        nh_expr factor = by_word(job, w, base, exponent);
        if (factor != NH_EXPR_UNDEFINED) return factor;
    }
    return NH_EXPR_UNDEFINED;
}

static nh_expr rebuilt_product(const nh_sheet_job *job, nh_expr e, const nh_expr *args, nh_sheet_wording wording) {
    uint32_t arity = nh_expr_arity(job->pool, e);
    nh_expr *factors = NH_NEW_ARRAY(job->arena, nh_expr, arity);
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_rat exponent = nh_expr_rational(job->pool, args[i + 1]);
        nh_expr before = nh_expr_args(job->pool, e)[i];
        nh_expr factor = replaced_factor(job, before, exponent, wording);
        factors[i / 2] = factor != NH_EXPR_UNDEFINED ? factor : nh_expr_pow_rational(job->pool, args[i], exponent);
    }
    return nh_expr_product(job->pool, arity / 2, factors);
}

static bool has_word(const nh_sheet_job *job, nh_expr e, nh_sheet_wording wording) {
    for (uint32_t i = 0; i < nh_expr_arity(job->pool, e); i += 2) {
        nh_expr base = nh_expr_args(job->pool, e)[i];
        nh_rat exponent = nh_expr_rational(job->pool, nh_expr_args(job->pool, e)[i + 1]);
        nh_expr factor = replaced_factor(job, base, exponent, wording);
        if (factor != NH_EXPR_UNDEFINED && !(nh_rat_is_one(exponent) && factor == base)) return true;
    }
    return false;
}

/* A sum that stands by itself. */
static nh_expr replaced_sum(const nh_sheet_job *job, nh_expr e, nh_sheet_wording wording) {
    for (size_t i = 0; i < job->words.count && wording != NH_SHEET_SIGNS; i++) {
        const nh_sheet_word *w = &job->words.items[i];
        bool is_used =
            (w->kind == NH_SHEET_ROW_SUM && is_put_in(job, w)) || (w->kind == NH_SHEET_SUM && wording == NH_SHEET_ALL);
        if (is_used && w->base == e) return w->value;
    }
    return NH_EXPR_UNDEFINED;
}

typedef struct word_rewriter {
    const nh_sheet_job *job;
    nh_sheet_wording wording;
} word_rewriter;

static nh_expr rewrite_node(void *user, nh_expr e, const nh_expr *args, bool changed) {
    (void)changed;
    const word_rewriter *r = user;
    nh_expr_kind kind = nh_expr_kind_of(r->job->pool, e);
    if (kind == NH_EXPR_PRODUCT && has_word(r->job, e, r->wording)) return rebuilt_product(r->job, e, args, r->wording);
    return kind == NH_EXPR_SUM ? replaced_sum(r->job, e, r->wording) : NH_EXPR_UNDEFINED;
}

static nh_expr rewrite_words(const nh_sheet_job *job, nh_expr e, nh_sheet_wording wording) {
    word_rewriter r = {job, wording};
    if (job->signs.count > 0 || job->words.count > 0) nh_expr_rewrite(job->pool, 1, &e, rewrite_node, &r);
    return e;
}

nh_expr nh_sheet_reduce_signs(const nh_sheet_job *job, nh_expr e) {
    return job->signs.count == 0 ? e : rewrite_words(job, e, NH_SHEET_SIGNS);
}

/* ---- names that the explicit form has made ---- */

/* Whether the author, or the sheet, has given this name. */
static bool is_given(const nh_sheet_job *job, nh_name name) {
    for (size_t i = 0; i < job->model->lets.count; i++)
        if (job->model->lets.items[i].name == name) return true;
    for (size_t i = 0; i < job->model->quasis.count; i++)
        if (job->model->quasis.items[i].name == name) return true;
    for (size_t i = 0; i < job->own_names.count; i++)
        if (nh_expr_symbol_of(job->pool, job->own_names.items[i])->name == name) return true;
    return false;
}

/* What takes the place of a name that the reader does not know: "alpha.z'" of the explicit form is z', an energy and
 * derivatives are what they are. Itself: it stays. */
static nh_expr opened_name(const nh_sheet_job *job, nh_expr symbol) {
    const nh_symbol *s = nh_expr_symbol_of(job->pool, symbol);
    if (s->role != NH_ROLE_ABBREVIATION) return symbol;
    if (s->by_count > 0 && nh_expr_length(job->pool, s->definition) <= SHORT) return s->definition;
    if (is_given(job, s->name)) return symbol;
    const char *name = nh_name_text(job->context, s->name);
    if (strncmp(name, "alpha.", 6) != 0 || s->by_count > 0) return s->definition;
    for (uint32_t i = 0; i < job->n; i++) {
        const char *coordinate = nh_name_text(job->context, job->model->coordinates.items[i].name);
        size_t length = strlen(coordinate);
        if (strncmp(name + 6, coordinate, length) == 0 && strcmp(name + 6 + length, "'") == 0) return job->v[i];
    }
    return s->definition;
}

nh_expr nh_sheet_open_names(const nh_sheet_job *job, nh_expr e) {
    for (uint32_t round = 0; round <= MOST_DEPENDENT; round++) {
        uint32_t count, kept = 0;
        nh_expr *from = nh_expr_names(job->pool, job->arena, 1, &e, &count);
        NH_ASSERT(count == 0 || from != NULL);
        nh_expr *to = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)count + 1);
        for (uint32_t i = 0; i < count; i++) {
            nh_expr stands = opened_name(job, from[i]);
            if (stands == from[i]) continue;
            from[kept] = from[i];
            to[kept++] = stands;
        }
        if (kept == 0) break;
        e = nh_expr_substitute(job->pool, e, kept, from, to, false);
    }
    return e;
}

/* Velocities by the variables of the formulation, as far as that is solved. */
static nh_expr in_variables(const nh_sheet_job *job, nh_expr e) {
    const nh_equations *q = job->e;
    if (q == NULL || q->symbols == NULL || q->symbols == q->variables) return e;
    nh_expr *from = NH_NEW_ARRAY(job->arena, nh_expr, job->n), *to = NH_NEW_ARRAY(job->arena, nh_expr, job->n);
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->n; i++) {
        if (q->velocities[i] == NH_EXPR_UNDEFINED || q->velocities[i] == job->v[i]) continue;
        from[count] = job->v[i];
        to[count++] = q->velocities[i];
    }
    return count > 0 ? nh_expr_substitute(job->pool, e, count, from, to, true) : e;
}

nh_expr nh_sheet_worded(const nh_sheet_job *job, nh_expr e) {
    if (job->is_large) return in_variables(job, e);
    if (job->is_raw) return nh_sheet_open_names(job, in_variables(job, e));
    e = rewrite_words(job, nh_sheet_open_names(job, in_variables(job, e)), NH_SHEET_ROWS);
    if (job->choice == NULL || job->choice->k == 0 || job->choice->k > MOST_DEPENDENT) return e;
    bool is_own = job->e != NULL && job->e->symbols != NULL; /* equations for all accelerations keep all velocities */
    if (is_own && job->is_restricted) e = nh_sheet_open_names(job, nh_explicit_restrict(job->choice, e, NULL));
    return rewrite_words(job, e, is_own && !job->is_restricted ? NH_SHEET_ALL : NH_SHEET_ROWS);
}

nh_expr nh_sheet_on_rows(const nh_sheet_job *job, nh_expr e) {
    return job->words.count == 0 || job->is_raw ? e : rewrite_words(job, e, NH_SHEET_ROWS);
}

nh_expr nh_sheet_settle(nh_sheet_job *job, nh_expr e) {
    e = nh_sheet_polish(job, e);
    nh_expr settled = nh_sheet_on_rows(job, e);
    return settled == e ? e : nh_sheet_polish(job, settled);
}
