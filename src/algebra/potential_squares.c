/* Squares of differences in a sum that was multiplied out, such as the distance of two points: (x1 - x2)^2 + (y1 - y2)^2. */
#include "algebra/potential_private.h"

typedef struct member {
    nh_expr term;
    nh_rat coefficient;
    bool is_gone;
} member;

typedef struct squares {
    nh_pool *pool;
    nh_arena *arena;
    NH_ARRAY(member) members;
    nh_expr_list result;
} squares;

/* Whether the term is base^2. */
static bool is_square(const squares *s, const member *m, nh_expr *base) {
    int64_t power;
    if (m->is_gone || nh_expr_kind_of(s->pool, m->term) != NH_EXPR_PRODUCT) return false;
    const nh_expr *args = nh_expr_args(s->pool, m->term);
    *base = args[0];
    return nh_expr_arity(s->pool, m->term) == 2 && nh_expr_get_int(s->pool, args[1], &power) && power == 2;
}

static member *find(squares *s, nh_expr term) {
    for (size_t i = 0; i < s->members.count; i++)
        if (!s->members.items[i].is_gone && s->members.items[i].term == term) return &s->members.items[i];
    return NULL;
}

/* b^2 = 4 a c */
static bool is_complete(const squares *s, nh_rat a, nh_rat b, nh_rat c) {
    nh_rat four = nh_rat_mul(s->arena, nh_rat_int(4), nh_rat_mul(s->arena, a, c));
    return nh_rat_eq(nh_rat_mul(s->arena, b, b), four);
}

static void try_pair(squares *s, member *first, member *second) {
    nh_expr u, v;
    if (first->is_gone || second->is_gone || !is_square(s, first, &u) || !is_square(s, second, &v)) return;
    member *mixed = find(s, nh_expr_mul(s->pool, u, v));
    if (!mixed || !is_complete(s, first->coefficient, mixed->coefficient, second->coefficient)) return;
    nh_rat twice = nh_rat_mul(s->arena, nh_rat_int(2), first->coefficient);
    nh_expr other = nh_expr_scale(s->pool, nh_rat_div(s->arena, mixed->coefficient, twice), v);
    nh_expr square = nh_expr_pow_int(s->pool, nh_expr_add(s->pool, u, other), 2);
    nh_array_push(&s->result, nh_expr_scale(s->pool, first->coefficient, square));
    first->is_gone = second->is_gone = mixed->is_gone = true;
}

nh_expr nh_potential_squares(nh_pool *pool, nh_arena *arena, nh_expr sum) {
    if (nh_expr_kind_of(pool, sum) != NH_EXPR_SUM) return sum;
    squares s = {.pool = pool, .arena = arena, .members = {.arena = arena}, .result = {.arena = arena}};
    nh_array_push(&s.result, nh_expr_args(pool, sum)[0]);
    for (uint32_t i = 1; i + 1 < nh_expr_arity(pool, sum); i += 2) {
        const nh_expr *args = nh_expr_args(pool, sum);
        nh_array_push(&s.members, ((member){args[i], nh_expr_rational(pool, args[i + 1]), false}));
    }
    for (size_t i = 0; i < s.members.count; i++)
        for (size_t k = i + 1; k < s.members.count; k++) try_pair(&s, &s.members.items[i], &s.members.items[k]);
    for (size_t i = 0; i < s.members.count; i++) {
        member m = s.members.items[i];
        if (!m.is_gone) nh_array_push(&s.result, nh_expr_scale(pool, m.coefficient, m.term));
    }
    return nh_expr_sum(pool, s.result.count, s.result.items);
}
