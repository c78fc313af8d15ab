/* Where the explicit form fails though the rows keep their rank: its pivots vanish, and another choice of independent velocities will do. [Simple] (22), (35). */
#include "algebra/linear.h"
#include "analysis/conditions_private.h"

enum { MOST_PIVOTS = 24, MOST_ROWS = 9 };

typedef struct choosing {
    nh_places *p;
    nh_premise rows;
    nh_expr determinant; /* of the rows by the dependent velocities; undefined: not found */
    nh_expr pivot;
    bool is_done;
} choosing;

/* The place of a row of the model in a->lagrange. */
static uint32_t place_of(const nh_lagrange *x, uint32_t row) {
    uint32_t i = 0;
    while (i + 1 < x->rows && x->row[i] != row) i++;
    return i;
}

static nh_expr determinant_of(const nh_admissible *a) {
    const nh_explicit *form = a->form;
    const nh_lagrange *x = &a->lagrange;
    nh_expr matrix[MOST_ROWS * MOST_ROWS] = {NH_EXPR_ZERO}, determinant;
    uint32_t place[MOST_ROWS];
    if (form->k > MOST_ROWS) return NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < form->k; i++) place[i] = place_of(x, form->dependent[i].row);
    for (uint32_t i = 0; i < form->k; i++)
        for (uint32_t e = x->jacobian.start[place[i]]; e < x->jacobian.start[place[i] + 1]; e++)
            for (uint32_t j = 0; j < form->k; j++)
                if (form->dependent[j].coordinate == x->jacobian.column[e])
                    matrix[i * form->k + j] = x->jacobian.entry[e];
    nh_linear_answer answer = nh_linear_determinant(a->model->pool, form->k, matrix, &determinant);
    return answer == NH_LINEAR_DONE ? determinant : NH_EXPR_UNDEFINED;
}

static void find_determinant(nh_context *context, void *argument) {
    choosing *c = argument;
    (void)context;
    c->determinant = determinant_of(c->p->a);
}

static void look_at_pivot(nh_context *context, void *argument) {
    choosing *c = argument;
    (void)context;
    nh_exprs factors = nh_places_factors(c->p, c->pivot);
    c->rows = nh_places_rows(c->p, factors.count, factors.items);
    c->is_done = true;
    for (size_t i = 0; i < factors.count; i++)
        c->is_done =
            nh_places_add_factor(c->p, NH_CONDITION_CHOICE, c->rows, factors.items[i], c->determinant) && c->is_done;
}

void nh_places_choice(nh_places *p) {
    const nh_admissible *a = p->a;
    choosing c = {.p = p, .determinant = NH_EXPR_UNDEFINED};
    if (a->form == NULL) return;
    bool is_all = a->form->kind != NH_EXPLICIT_IMPLICIT && a->form->pivots.count <= MOST_PIVOTS;
    if (!nh_places_try(p, find_determinant, &c)) c.determinant = NH_EXPR_UNDEFINED;
    for (size_t i = 0; i < a->form->pivots.count && i < MOST_PIVOTS; i++) {
        c.pivot = nh_explicit_restrict(a->form, a->form->pivots.nonzero[i], a->signs);
        is_all = nh_places_try(p, look_at_pivot, &c) && c.is_done && is_all;
    }
    if (is_all) p->complete[NH_CONDITION_CHOICE] = NH_EVIDENCE_PROVED;
}
