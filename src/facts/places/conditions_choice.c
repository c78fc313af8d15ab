/* Where the explicit form fails though the rows keep their rank: its pivots vanish, and another choice of independent
 * velocities will do. [Simple] (22), (35).
 *
 * Of rows that depend on each other some solve for the dependent velocities where others do not: on x[2]' = 0 the
 * gradient of x[1]' x[2]' vanishes with x[1]', and that of x[2]' x[3]' does not. So the choice fails where the minors
 * of all of these rows do. */
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "facts/places/conditions_private.h"
#include "facts/places/valued_private.h"

/* Pivots and minors that are examined; rows of the matrix whose minors are expanded. */
enum { MOST_PIVOTS = 24, MOST_ROWS = 9, MOST_MINORS = 40 };

typedef struct choice_search {
    nh_places *p;
    nh_premise rows;
    nh_exprs minors; /* of the rows by the dependent velocities; none: not found */
    nh_expr pivot;
    bool is_done;
} choice_search;

/* The place of a row of the model in a->lagrange. */
static uint32_t place_of(const nh_lagrange *x, uint32_t row) {
    uint32_t i = 0;
    while (i + 1 < x->rows && x->row[i] != row) i++;
    return i;
}

/* The determinant of these rows by the dependent velocities; undefined: not found. */
static nh_expr determinant_of(const nh_admissible *a, const uint32_t *place) {
    const nh_explicit *form = a->form;
    const nh_lagrange *x = &a->lagrange;
    nh_expr matrix[MOST_ROWS * MOST_ROWS] = {NH_EXPR_ZERO}, determinant;
    for (uint32_t i = 0; i < form->k; i++)
        for (uint32_t e = x->jacobian.start[place[i]]; e < x->jacobian.start[place[i] + 1]; e++)
            for (uint32_t j = 0; j < form->k; j++)
                if (form->dependent[j].coordinate == x->jacobian.column[e])
                    matrix[i * form->k + j] = x->jacobian.entry[e];
    nh_linear_answer answer = nh_linear_determinant(a->model->pool, form->k, matrix, &determinant);
    return answer == NH_LINEAR_DONE ? determinant : NH_EXPR_UNDEFINED;
}

static void find_determinant(void *argument) {
    choice_search *c = argument;
    const nh_admissible *a = c->p->a;
    uint32_t place[MOST_ROWS];
    if (a->form->k > MOST_ROWS) return;
    for (uint32_t i = 0; i < a->form->k; i++) place[i] = place_of(&a->lagrange, a->form->dependent[i].row);
    nh_expr e = determinant_of(a, place);
    if (e != NH_EXPR_UNDEFINED) nh_array_push(&c->minors, e);
}

/* The minors of all rows, redundant ones too. */
static void find_minors(void *argument) {
    choice_search *c = argument;
    const nh_admissible *a = c->p->a;
    uint32_t place[MOST_ROWS], k = a->form->k, rows = a->lagrange.rows;
    for (uint32_t i = 0; i < k; i++) place[i] = i;
    do {
        nh_expr e = determinant_of(a, place);
        c->is_done = e != NH_EXPR_UNDEFINED && c->minors.count < MOST_MINORS;
        if (e != NH_EXPR_ZERO && c->is_done) nh_array_push(&c->minors, e);
    } while (c->is_done && nh_next_choice(k, rows, place));
}

/* Where all minors vanish and the rank does not drop. */
static void look_at_minors(void *argument) {
    choice_search *c = argument;
    nh_places *p = c->p;
    size_t kept = p->from;
    c->rows = nh_places_rows(p, c->minors.count, c->minors.items);
    c->is_done = nh_places_split(p, NH_CONDITION_CHOICE, c->rows, (uint32_t)c->minors.count, c->minors.items);
    for (size_t i = p->from; i < p->list.count; i++) {
        const nh_condition place = p->list.items[i];
        const nh_ideal *ideal = nh_places_ideal(p, c->rows, place.count, place.zero);
        if (ideal == NULL || !nh_places_are_known(p, ideal, NH_CONDITION_RANK)) p->list.items[kept++] = place;
    }
    p->list.count = kept;
}

/* Whether the places were found by all minors; if not, none is added. */
static bool search_minors(choice_search *c) {
    const nh_admissible *a = c->p->a;
    c->minors.count = 0;
    if (a->lagrange.rows > MOST_ROWS || !nh_places_try(c->p, find_minors, c) || !c->is_done) return false;
    if (nh_places_try(c->p, look_at_minors, c) && c->is_done) return true;
    c->p->list.count = c->p->from;
    return false;
}

static void look_at_pivot(void *argument) {
    choice_search *c = argument;
    nh_expr proof = c->minors.count == 1 ? c->minors.items[0] : NH_EXPR_UNDEFINED;
    nh_exprs factors = nh_places_factors(c->p, c->pivot);
    c->rows = nh_places_rows(c->p, factors.count, factors.items);
    c->is_done = true;
    for (size_t i = 0; i < factors.count; i++)
        c->is_done = nh_places_add_factor(c->p, NH_CONDITION_CHOICE, c->rows, factors.items[i], proof) && c->is_done;
}

/* Where a step that was taken to solve the rows has no value: as it is printed the form has none there, either. */
static bool search_pivots(choice_search *c) {
    const nh_admissible *a = c->p->a;
    bool is_all = a->form->kind != NH_EXPLICIT_IMPLICIT && a->form->pivots.count <= MOST_PIVOTS;
    c->minors.count = 0;
    if (!nh_places_try(c->p, find_determinant, c)) c->minors.count = 0;
    for (size_t i = 0; i < a->form->pivots.count && i < MOST_PIVOTS; i++) {
        c->pivot = nh_valued_put(a, nh_explicit_restrict(a->form, a->form->pivots.nonzero[i], a->signs));
        is_all = nh_places_try(c->p, look_at_pivot, c) && c->is_done && is_all;
    }
    return is_all;
}

/* Whether the rows were seen to lose their rank in the dependent velocities at all of the places. */
static bool are_proved(const nh_places *p) {
    for (size_t i = p->from; i < p->list.count; i++)
        if (p->list.items[i].by != NH_EVIDENCE_PROVED) return false;
    return true;
}

void nh_places_choice(nh_places *p) {
    choice_search c = {.p = p, .minors = {.arena = p->arena}};
    NH_ARRAY(nh_condition) by_pivots = {.arena = p->arena};
    if (p->a->form == NULL) return;
    NH_ASSERT(p->a->lagrange.rows >= p->a->form->k);
    bool is_all = search_pivots(&c), is_dependent = p->a->lagrange.rows > p->a->form->k;
    if (is_dependent || !are_proved(p)) {
        for (size_t i = p->from; i < p->list.count; i++) nh_array_push(&by_pivots, p->list.items[i]);
        p->list.count = p->from;
        bool is_better = search_minors(&c);
        for (size_t i = 0; i < by_pivots.count && !is_better; i++) nh_array_push(&p->list, by_pivots.items[i]);
        is_all = is_all || is_better;
    }
    if (is_all) p->complete[NH_CONDITION_CHOICE] = NH_EVIDENCE_PROVED;
}
