/* The sides of what is made of pieces, in claims, where accelerations or multipliers decide on the piece: |x'' - 10|.
 * States on both sides are not looked for, so it is noted on which of them states were. */
#include <math.h>

#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "facts/places/switches.h"
#include "truth/verify/verify_private.h"

enum { MOST_SIDES = 16 };
#define SAME 1e-12

static bool is_of_motion(nh_pool *pool, nh_expr e) {
    return e != NH_EXPR_UNDEFINED &&
           nh_expr_has(pool, nh_expr_expand_names(pool, e), (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER)) &&
           !nh_expr_is_nonnegative(pool, e) && !nh_expr_is_nonnegative(pool, nh_expr_neg(pool, e));
}

static const char *words_of(const nh_verifier *v, nh_expr e) {
    nh_text text = nh_text_begin(v->arena);
    nh_text_add(&text, "whether ");
    nh_expr_print(v->model->pool, &text, e);
    nh_text_add(&text, " changes its sign is not known: at the states that were found it does not");
    return nh_text_string(&text);
}

static void add_side(nh_verifier *v, nh_verify_domain *domain, size_t record, const char **words, nh_expr e) {
    if (domain->sides >= MOST_SIDES || !is_of_motion(v->model->pool, e)) return;
    nh_array_push(&v->sides, ((nh_verify_side){.record = record, .number = domain->sides++, .e = e}));
    words[domain->sides - 1] = words_of(v, e);
}

void nh_verify_sides_find(nh_verifier *v) {
    nh_pool *pool = v->model->pool;
    v->sides.arena = v->arena;
    for (size_t i = 0; i < v->model->records.count; i++) {
        if (v->claim_question[i] == NH_VERIFY_NONE) continue;
        nh_verify_domain *domain = &v->questions.items[v->claim_question[i]].domain;
        nh_expr claim = v->model->records.items[i].value;
        const char **words = NH_NEW_ARRAY(v->arena, const char *, MOST_SIDES);
        domain->one_sided = words;
        bool has_inverse = nh_switches_has_inverse(pool, claim);
        nh_walk *walk = nh_walk_begin(pool, 1, &claim, NH_WALK_DEFINITIONS);
        for (uint32_t k = 0; k < walk->count; k++) {
            nh_switches own = {.items = {.arena = v->arena}};
            nh_switches_of(pool, walk->order[k], has_inverse, &own);
            for (size_t j = 0; j < own.items.count; j++) add_side(v, domain, i, words, own.items.items[j]);
        }
        nh_walk_end(walk);
    }
}

void nh_verify_sides_note(nh_verifier *v, const nh_ball *outputs) {
    for (size_t i = 0; i < v->sides.count; i++) {
        nh_verify_side *side = &v->sides.items[i];
        nh_verify_domain *domain = &v->questions.items[v->claim_question[side->record]].domain;
        const nh_ball *value = &outputs[v->now->first_side + i];
        double low, high, middle = nh_ball_double(value);
        if (!nh_ball_is_finite(value)) continue;
        nh_ball_bounds(value, &low, &high);
        if (!side->is_seen) side->first = middle;
        side->is_seen = true;
        if (fabs(middle - side->first) > SAME * fabs(side->first)) domain->varying |= UINT32_C(1) << side->number;
        if (low > 0) domain->seen_above |= UINT32_C(1) << side->number;
        if (high < 0) domain->seen_below |= UINT32_C(1) << side->number;
    }
}
