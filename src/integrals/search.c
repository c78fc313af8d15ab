/* Sums of terms of rising degree, in an order that gives short results first. */
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "integrals/finder_private.h"
#include "integrals/limits_private.h"

/* Degrees of coefficients that are tried. */
enum {
    MOST_FACTOR_DEGREE = 6,
    MOST_FRAME_DEGREE = 2,
    MOST_SQUARE_DEGREE = 2,
    MOST_BODY_DEGREE = 2,
    MOST_INVERSE_DEGREE = 4,
    MOST_QUOTIENT_DEGREE = 1,
    MOST_QUICK_DEGREE = 1,
};

typedef struct spaces {
    nh_ansatz_space own, frame, bodies, inverses;
} spaces;

static void offer_relation(nh_finder *f, const nh_relation_terms *relation) {
    nh_expr e = nh_integral_with_coefficients(f->search, f->arena, relation);
    if (e != NH_EXPR_UNDEFINED) nh_finder_offer(f, nh_ansatz_space_polish(f->space, e), NULL, "ansatz");
    else f->result->info.undecided++; /* there is one, with coefficients that could not be read */
}

static void search_degree(void *user) {
    nh_finder *f = user;
    nh_exprs terms = {.arena = f->arena};
    f->is_searched = nh_ansatz_space_terms(f->space, f->velocities, f->factors, &terms);
    if (!f->is_searched) return;
    nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
    for (size_t i = 0; i < found.count && !nh_finder_is_complete(f); i++) offer_relation(f, &found.items[i]);
}

/* The factors of rising degree, as far as there are not too many terms: how far. */
static uint32_t search_factors(nh_finder *f, const nh_ansatz_space *space, uint32_t from, uint32_t most) {
    f->space = space, f->is_searched = true;
    for (f->factors = from; f->factors <= most && f->is_searched && !nh_finder_is_complete(f); f->factors++) {
        nh_budget budget = {.work = NH_WORK_ANSATZ};
        if (nh_attempt(f->model->context, &budget, search_degree, f) != NH_OK) f->is_searched = false;
        if (f->is_searched) from = f->factors + 1;
    }
    return from;
}

/* w^2 g: the squares of integrals w sqrt(g), such as that of Routh, which are sums of few terms. */
static void search_squares_of(void *user) {
    nh_finder *f = user;
    for (size_t i = 0; i < f->space->velocities.count && !nh_finder_is_complete(f); i++) {
        nh_exprs terms = {.arena = f->arena};
        (void)nh_ansatz_space_squares(f->space, MOST_SQUARE_DEGREE, i, &terms);
        nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
        for (size_t k = 0; k < found.count && !nh_finder_is_complete(f); k++) offer_relation(f, &found.items[k]);
    }
}

static void search_squares(nh_finder *f, const nh_ansatz_space *space) {
    nh_budget budget = {.work = NH_WORK_ANSATZ};
    f->space = space;
    (void)nh_attempt(f->model->context, &budget, search_squares_of, f);
}

/* The same line for other values of parameters is not repeated. */
static void add_searched(nh_finder *f, const char *line) {
    for (size_t i = 0; i < f->searched.count; i++)
        if (strcmp(f->searched.items[i], line) == 0) {
            f->has_same = true;
            return;
        }
    nh_text text = nh_text_begin(f->arena);
    if (f->when != NULL) nh_text_format(&text, "when %s: ", f->when);
    nh_text_add(&text, line);
    nh_array_push(&f->searched, nh_text_string(&text));
}

/* `reached`: one more than the degree of the factors. */
static void say_searched(nh_finder *f, const nh_ansatz_space *space, uint32_t reached) {
    if (reached == 0) return;
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "degree %u in %s, coefficients of degree %u%s", (unsigned)f->velocities,
                   nh_ansatz_space_velocities(space), (unsigned)(reached - 1), nh_ansatz_space_words(space));
    add_searched(f, nh_text_string(&text));
}

/* What people write comes first: constant coefficients, then the frame of the body. */
static void search_polynomials(nh_finder *f, const spaces *all) {
    for (f->velocities = 1; f->velocities <= (uint32_t)f->def->degree && !nh_finder_is_complete(f); f->velocities++) {
        uint32_t own = search_factors(f, &all->own, 0, 0);
        if (f->velocities == 2) search_squares(f, &all->frame);
        if (all->frame.velocities.count > 0)
            say_searched(f, &all->frame, search_factors(f, &all->frame, 0, MOST_FRAME_DEGREE));
        if (all->bodies.velocities.count > 0)
            say_searched(f, &all->bodies, search_factors(f, &all->bodies, 0, MOST_BODY_DEGREE));
        say_searched(f, &all->own, own == 0 ? 0 : search_factors(f, &all->own, own, MOST_FACTOR_DEGREE));
        if (all->inverses.velocities.count > 0 && !nh_finder_is_complete(f))
            say_searched(f, &all->inverses, search_factors(f, &all->inverses, 1, MOST_INVERSE_DEGREE));
    }
}

/* Quotients: sums of few terms over each velocity. x'/y' is constant where both rates are proportional to them. */
static void search_quotients_of(void *user) {
    nh_finder *f = user;
    for (size_t i = 0; i < f->space->velocities.count && !nh_finder_is_complete(f); i++) {
        nh_exprs terms = {.arena = f->arena};
        nh_expr below = nh_expr_pow_int(f->pool, f->space->velocities.items[i], -1);
        if (!nh_ansatz_space_terms(f->space, 1, f->factors, &terms)) return;
        for (size_t k = 0; k < terms.count; k++) terms.items[k] = nh_expr_mul(f->pool, terms.items[k], below);
        nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
        for (size_t k = 0; k < found.count && !nh_finder_is_complete(f); k++) offer_relation(f, &found.items[k]);
    }
}

static void search_quotients(nh_finder *f, const nh_ansatz_space *space) {
    f->space = space;
    if (nh_finder_is_complete(f)) return;
    for (f->factors = 0; f->factors <= MOST_QUOTIENT_DEGREE; f->factors++) {
        nh_budget budget = {.work = NH_WORK_ANSATZ};
        if (nh_attempt(f->model->context, &budget, search_quotients_of, f) != NH_OK) return;
    }
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "quotients of degree 1 over 1 in %s, coefficients of degree %u%s",
                   nh_ansatz_space_velocities(space), MOST_QUOTIENT_DEGREE, nh_ansatz_space_words(space));
    add_searched(f, nh_text_string(&text));
}

/* ---- all of them ---- */

void nh_finder_search_spaces(nh_finder *f) {
    NH_ASSERT(f->flow != NULL && f->search != NULL);
    const nh_exprs *given = &f->model->factors;
    spaces all = {nh_ansatz_space_make(f->arena, f->flow, given->count, given->items), {0}, {0}, {0}};
    all.frame = nh_ansatz_space_of_frames(f->arena, f->flow);
    all.bodies = nh_ansatz_space_of_bodies(f->arena, f->flow, &all.own);
    all.inverses = nh_ansatz_space_of_inverses(&all.own);
    f->has_same = false;
    search_polynomials(f, &all);
    search_quotients(f, &all.own);
    if (!f->has_same || f->when == NULL) return;
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "the same when %s", f->when);
    nh_array_push(&f->searched, nh_text_string(&text));
}

void nh_finder_search_quickly(nh_finder *f) {
    NH_ASSERT(f->flow != NULL && f->search != NULL);
    nh_ansatz_space own = nh_ansatz_space_make(f->arena, f->flow, 0, NULL);
    nh_ansatz_space frame = nh_ansatz_space_of_frames(f->arena, f->flow);
    nh_ansatz_space bodies = nh_ansatz_space_of_bodies(f->arena, f->flow, &own);
    for (f->velocities = 1; f->velocities <= (uint32_t)f->def->degree; f->velocities++) {
        if (f->velocities == 2) search_squares(f, &frame);
        if (frame.velocities.count > 0) search_factors(f, &frame, 0, MOST_QUICK_DEGREE);
        search_factors(f, &own, 0, MOST_QUICK_DEGREE);
        if (bodies.velocities.count > 0 && f->velocities == 1) search_factors(f, &bodies, 0, MOST_QUICK_DEGREE);
    }
}
