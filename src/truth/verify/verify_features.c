/* What the claims can feel of the parameters: expressions in parameters only whose sign, or whose being 0, makes a
 * difference to one of them. With |x'| = (a - b) |y'| on x' = (a - b) y' that is a - b: it is true for a > b only.
 *
 * They are factors of what occurs in absolute values, signs, conditions, under roots, in denominators and logarithms,
 * of the claims with the constraints put in, of what their sides need, and of what was divided by. */
#include "algebra/field/normal.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "truth/limits_private.h"
#include "truth/verify/verify_private.h"

/* Features of all claims, and of one; operations of what is searched for them, and of one that is a sum. */
enum { MOST_FEATURES = 64, MOST_OF_ONE = 8, MOST_OPERATIONS = 2000, MOST_SHORT = 60 };

typedef struct feature_search {
    nh_verifier *v;
    nh_pool *pool;
    nh_arena *arena;
    uint64_t claims; /* those that can feel what is found now */
} feature_search;

uint64_t nh_verify_claim_bit(size_t number) {
    enum { LAST = 63 };
    return UINT64_C(1) << (number < LAST ? number : LAST);
}

/* ---- one argument ---- */

static bool is_parameter(const nh_model *model, nh_expr symbol) {
    for (size_t i = 0; i < model->parameters.count; i++)
        if (model->parameters.items[i].symbol == symbol) return true;
    return false; /* the sign of a root is a symbol of the same role */
}

static bool is_of_parameters(const feature_search *f, nh_expr e) {
    uint32_t count;
    if (nh_expr_has(f->pool, e, NH_HAS_ANYTHING) || nh_expr_is_number(f->pool, e)) return false;
    const nh_expr *symbols = nh_expr_symbols(f->pool, f->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_parameter(f->v->model, symbols[i])) return false;
    return count > 0;
}

/* Few for each claim, so that many claims do not take the place of one. */
static void add_feature(const feature_search *f, nh_expr e) {
    nh_verification *result = f->v->result;
    size_t count = 0;
    nh_rat ignored;
    e = nh_expr_split(f->pool, e, &ignored);
    if (!is_of_parameters(f, e)) return;
    for (size_t i = 0; i < result->features.count; i++) {
        nh_verify_feature *known = &result->features.items[i];
        count += known->claims == f->claims;
        if (known->e != e) continue;
        known->claims |= f->claims;
        return;
    }
    if (count < MOST_OF_ONE && result->features.count < MOST_FEATURES)
        nh_array_push(&result->features, ((nh_verify_feature){.e = e, .claims = f->claims}));
}

/* Of a product its factors. */
static void add_argument(const feature_search *f, nh_expr e) {
    nh_rat ignored;
    nh_expr whole = nh_expr_split(f->pool, e, &ignored);
    bool is_short =
        nh_expr_kind_of(f->pool, whole) == NH_EXPR_SUM && nh_expr_operations(f->pool, 1, &whole) <= MOST_SHORT;
    nh_expr factored = is_short ? nh_expr_factored(f->pool, whole) : NH_EXPR_UNDEFINED;
    if (factored != NH_EXPR_UNDEFINED) whole = nh_expr_split(f->pool, factored, &ignored);
    if (nh_expr_kind_of(f->pool, whole) != NH_EXPR_PRODUCT) {
        add_feature(f, whole);
        return;
    }
    for (uint32_t i = 0; i < nh_expr_arity(f->pool, whole); i += 2) add_feature(f, nh_expr_args(f->pool, whole)[i]);
}

/* ---- one expression ---- */

static void add_product(const feature_search *f, nh_expr e) {
    for (uint32_t i = 0; i < nh_expr_arity(f->pool, e); i += 2) {
        const nh_expr *args = nh_expr_args(f->pool, e);
        nh_rat exponent = nh_expr_rational(f->pool, args[i + 1]);
        if (nh_rat_sign(exponent) < 0 || !nh_rat_is_int(exponent)) add_argument(f, args[i]);
    }
}

static void add_node(const feature_search *f, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(f->pool, e);
    if (nh_expr_arity(f->pool, e) == 0) return;
    nh_expr u = nh_expr_args(f->pool, e)[0];
    switch (kind) {
        case NH_EXPR_PRODUCT: add_product(f, e); break;
        case NH_EXPR_ABS:
        case NH_EXPR_SIGN:
        case NH_EXPR_IF:
        case NH_EXPR_LOG:
        case NH_EXPR_POWER: add_argument(f, u); break;
        case NH_EXPR_ATAN2:
            add_argument(f, u);
            add_argument(f, nh_expr_args(f->pool, e)[1]);
            break;
        case NH_EXPR_MOD: /* jumps at 0 and at the divisor, and beyond */
            add_argument(f, u);
            add_argument(f, nh_expr_sub(f->pool, u, nh_expr_args(f->pool, e)[1]));
            break;
        case NH_EXPR_ASIN:
        case NH_EXPR_ACOS: add_argument(f, nh_expr_sub(f->pool, NH_EXPR_ONE, nh_expr_mul(f->pool, u, u))); break;
        case NH_EXPR_MIN:
        case NH_EXPR_MAX:
            for (uint32_t i = 1; i < nh_expr_arity(f->pool, e); i++)
                add_argument(f, nh_expr_sub(f->pool, u, nh_expr_args(f->pool, e)[i]));
            break;
        default: break;
    }
}

static void add_expression(const feature_search *f, nh_expr e) {
    e = nh_expr_expand_names(f->pool, e);
    if (e == NH_EXPR_UNDEFINED || nh_expr_operations(f->pool, 1, &e) > MOST_OPERATIONS) return;
    nh_walk *walk = nh_walk_begin(f->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) add_node(f, walk->order[i]);
    nh_walk_end(walk);
}

/* ---- all of them ---- */

/* As it is, and on the constraints, with both signs of roots. */
static void add_restricted(const feature_search *f, const nh_verify_terms *terms, nh_expr e) {
    double *signs = NH_NEW_ARRAY(f->arena, double, terms->choice->signs + 1);
    add_expression(f, e);
    for (int sign = 1; sign >= -1 && f->v->motion == NULL; sign -= 2) {
        for (uint32_t i = 0; i < terms->choice->signs; i++) signs[i] = sign;
        add_expression(f, nh_explicit_restrict(terms->choice, nh_expr_expand_names(f->pool, e), signs));
    }
    if (f->v->motion != NULL) add_expression(f, nh_verify_along_motion(f->v, e));
}

static void add_choice(feature_search *f, const nh_verify_terms *terms) {
    for (size_t i = 0, number = 0; i < f->v->model->records.count; i++) {
        if (f->v->claim_question[i] == NH_VERIFY_NONE) continue;
        f->claims = nh_verify_claim_bit(number++);
        if (terms->claims[i] == NH_EXPR_UNDEFINED) continue;
        add_restricted(f, terms, terms->claims[i]);
        for (size_t k = 0; k < terms->needs[i].count; k++) {
            add_argument(f, terms->needs[i].items[k].e);
            add_restricted(f, terms, terms->needs[i].items[k].e);
        }
    }
    f->claims = UINT64_MAX;
    for (size_t i = 0; i < terms->choice->pivots.count; i++) add_argument(f, terms->choice->pivots.nonzero[i]);
}

static void find_features(void *argument) {
    feature_search *f = argument;
    const nh_model *model = f->v->model;
    for (size_t i = 0; i < f->v->terms.count; i++)
        if (!f->v->terms.items[i]->section->is_special) add_choice(f, f->v->terms.items[i]);
    f->claims = UINT64_MAX;
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) add_expression(f, model->rows.items[i].residual);
    for (size_t i = 0; i < model->coordinates.count; i++) add_expression(f, model->Q[i]);
    add_expression(f, model->L);
}

void nh_verify_features_find(nh_verifier *v) {
    nh_arena *arena = nh_arena_create(v->model->context);
    feature_search f = {.v = v, .pool = v->model->pool, .arena = arena};
    nh_budget budget = {.work = NH_WORK_FEATURES};
    (void)nh_attempt(v->model->context, &budget, find_features, &f); /* those that were found by then */
    nh_arena_destroy(arena);
}
