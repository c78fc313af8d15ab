/* The choice of a formulation: at the state of the model, or by algebra. */
#include "form/choice.h"

#include "algebra/linear/linear.h"
#include "base/assert.h"

/* Coordinates beyond which a minor is not searched for by algebra. */
enum { MOST_SYMBOLIC = 16 };

static bool is_wanted_independent(const nh_model *model, uint32_t coordinate) {
    for (size_t i = 0; i < model->independents.count; i++)
        if (model->independents.items[i].coordinate == coordinate) return true;
    return false;
}

/* Rows and velocities of a minor that is not 0, for a model without numbers. Columns that the author calls
 * independent are left out first. */
static const nh_explicit *choose_by_algebra(nh_arena *arena, const nh_admissible *a, bool as_wanted) {
    const nh_lagrange *x = &a->lagrange;
    uint32_t n = (uint32_t)a->model->coordinates.count;
    uint32_t columns = 0, *column = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    for (uint32_t j = n; j-- > 0;) /* the last ones are dependent, if that can be */
        if (!as_wanted || !is_wanted_independent(a->model, j)) column[columns++] = j;
    nh_expr *A = NH_NEW_ARRAY(arena, nh_expr, (size_t)x->rows * columns + 1);
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t j = 0; j < columns; j++) {
            A[(size_t)r * columns + j] = NH_EXPR_ZERO;
            for (uint32_t k = x->jacobian.start[r]; k < x->jacobian.start[r + 1]; k++)
                if (x->jacobian.column[k] == column[j]) A[(size_t)r * columns + j] = x->jacobian.entry[k];
        }
    nh_linear_minor minor;
    if (nh_linear_rank(a->model->pool, arena, x->rows, columns, A, &minor) != NH_LINEAR_DONE) return NULL;
    if (as_wanted && minor.rank < x->rows) return NULL; /* not with these */
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, (size_t)minor.rank + 1), count = 0;
    uint32_t *dependent = NH_NEW_ARRAY(arena, uint32_t, (size_t)minor.rank + 1);
    for (uint32_t i = 0; i < minor.rank; i++) rows[i] = x->row[minor.rows[i]];
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < minor.rank; i++)
            if (column[minor.columns[i]] == j) dependent[count++] = j;
    return nh_explicit_make(arena, a->model, minor.rank, rows, dependent);
}

/* That of the formulation, where it has one of its own. */
static const nh_explicit *choose_own(nh_arena *arena, const nh_admissible *a, const nh_form *form, const char **why) {
    NH_ASSERT(a->at != NH_CHECK_NONE && form->choose != NULL);
    uint32_t k = a->rank, count = 0;
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, (size_t)k + 1);
    uint32_t *dependent = NH_NEW_ARRAY(arena, uint32_t, (size_t)k + 1);
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (!a->redundant[i]) rows[count++] = i;
    NH_ASSERT(count == k);
    if (!form->choose(arena, a->states, &a->state, k, rows, dependent, why)) return NULL;
    return nh_explicit_make(arena, a->model, k, rows, dependent);
}

const nh_explicit *nh_form_choice(nh_arena *arena, const nh_admissible *a, const nh_form *form, const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && why != NULL);
    if (a->form != NULL) return form != NULL && form->choose != NULL ? choose_own(arena, a, form, why) : a->form;
    *why = "no admissible state was found at which velocities could be chosen";
    if (a->states != NULL) return NULL;
    *why = "a function has no body, and without numbers velocities are not chosen for it";
    if (a->model->coordinates.count > MOST_SYMBOLIC || (form != NULL && form->choose != NULL)) return NULL;
    *why = "whether the constraints are independent was not decided";
    return nh_form_choice_by_algebra(arena, a);
}

const nh_explicit *nh_form_choice_by_algebra(nh_arena *arena, const nh_admissible *a) {
    const nh_explicit *wanted = a->model->independents.count > 0 ? choose_by_algebra(arena, a, true) : NULL;
    return wanted != NULL ? wanted : choose_by_algebra(arena, a, false);
}

const nh_explicit *nh_form_choice_named(nh_arena *arena, const nh_admissible *a) {
    bool is_asked = a->is_refused && a->model->independents.count > 0;
    return is_asked && a->model->coordinates.count <= MOST_SYMBOLIC ? choose_by_algebra(arena, a, true) : NULL;
}
