/* What claims say about the transposition matrix Omega that a model gives, [Algebraic] (30), (58)-(61):
 *
 *     transposition.omega[x,y]     its entries, as the model gives them
 *     transposition.D[g,x]         D_x g = d/dt dg/dx' - dg/dx, (49)
 *     transposition.D1[g,x]        D_x g - sum_h dg/dq_h' omega_hx, (58)
 *     transposition.p[x]           sum_h dL/dq_h' omega_hx, which is 0 in (60)
 *     transposition.D1dq[g,x]      D1 g on the displacements A dq = 0, which is 0 in (61)
 *     transposition.pdq[x]         p Omega on these displacements
 *
 * A covector c is 0 on the displacements where c - c A^T (A A^T)^-1 A is 0, its projection on them.
 * Where rows depend on each other A A^T has no inverse, and nothing is said. Of rows that are not linear in the
 * velocities D contains accelerations: they are those of the motion. */
#include <string.h>

#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/protect.h"
#include "form/equations.h"
#include "model/variation.h"
#include "truth/limits_private.h"
#include "truth/verify/verify_private.h"

/* Those who ask for what on displacements, of this many coordinates and rows at most. */
enum { MOST_ENTRIES = 900 };

struct nh_verify_twist {
    nh_variation at;
    const nh_expr *omega;
    const nh_expr *along; /* rows x n: (A A^T)^-1 A; NULL: not found */
};

static nh_expr entry_of(const nh_expr *a, uint32_t columns, uint32_t i, uint32_t j) {
    return a[(size_t)i * columns + j];
}

/* ---- once ---- */

typedef struct gram_request {
    nh_verifier *v;
    struct nh_verify_twist *twist;
} gram_request;

static void solve_gram(void *argument) {
    const gram_request *asked = argument;
    const nh_variation *x = &asked->twist->at;
    nh_pool *pool = asked->v->model->pool;
    nh_expr *gram = NH_NEW_ARRAY(asked->v->arena, nh_expr, (size_t)x->rows * x->rows + 1);
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t s = 0; s < x->rows; s++) {
            nh_expr sum = NH_EXPR_ZERO;
            for (uint32_t i = 0; i < x->n; i++)
                sum = nh_expr_add(pool, sum, nh_expr_mul(pool, entry_of(x->A, x->n, r, i), entry_of(x->A, x->n, s, i)));
            gram[(size_t)r * x->rows + s] = sum;
        }
    nh_linear_solution found;
    if (nh_linear_solve(pool, asked->v->arena, x->rows, gram, x->n, x->A, &found) == NH_LINEAR_DONE)
        asked->twist->along = found.x;
}

static const struct nh_verify_twist *twist_of(nh_verifier *v) {
    if (v->twist != NULL) return v->twist;
    v->twist = NH_NEW(v->arena, struct nh_verify_twist);
    *v->twist = (struct nh_verify_twist){.at = nh_variation_derive(v->model, v->arena),
                                         .omega = nh_omega_of_model(v->model, v->arena)};
    gram_request asked = {v, v->twist};
    nh_budget budget = {.work = NH_WORK_MATRIX};
    if ((size_t)v->twist->at.rows * v->twist->at.n <= MOST_ENTRIES)
        (void)nh_attempt(v->model->context, &budget, solve_gram, &asked);
    return v->twist;
}

/* ---- values ---- */

/* sum_h covector_h omega_hj */
static nh_expr turned_at(const nh_verifier *v, const nh_expr *covector, uint32_t j) {
    nh_pool *pool = v->model->pool;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t h = 0; h < v->n; h++)
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, covector[h], entry_of(v->twist->omega, v->n, h, j)));
    return sum;
}

/* D1 of row r, or p Omega where it is none: component j. */
static nh_expr component_of(const nh_verifier *v, uint32_t r, uint32_t j) {
    const nh_variation *x = &v->twist->at;
    if (r == NH_MODEL_NONE) return turned_at(v, x->p, j);
    nh_expr turned = turned_at(v, x->A + (size_t)r * x->n, j);
    return nh_expr_sub(v->model->pool, entry_of(x->D, x->n, r, j), turned);
}

/* The same on displacements; undefined: not found. */
static nh_expr part_on_displacements(const nh_verifier *v, uint32_t r, uint32_t j) {
    const nh_variation *x = &v->twist->at;
    nh_pool *pool = v->model->pool;
    nh_expr part = component_of(v, r, j);
    if (x->rows > 0 && v->twist->along == NULL) return NH_EXPR_UNDEFINED;
    for (uint32_t s = 0; s < x->rows; s++) {
        nh_expr along = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < x->n; i++)
            along = nh_expr_add(pool, along, nh_expr_mul(pool, component_of(v, r, i), entry_of(x->A, x->n, s, i)));
        part = nh_expr_sub(pool, part, nh_expr_mul(pool, along, entry_of(v->twist->along, x->n, s, j)));
    }
    return part;
}

/* ---- names ---- */

static const char *coordinate_name(const nh_verifier *v, uint32_t i) {
    return nh_name_text(v->model->context, v->model->coordinates.items[i].name);
}

/* Whether it is "HEAD[a][b]", as the language writes names with indices; b may be missing. */
static bool is_called(const nh_verifier *v, const char *name, const char *head, const char *a, const char *b) {
    nh_text text = nh_text_begin(v->arena);
    nh_text_format(&text, "%s[%s]", head, a);
    if (b != NULL) nh_text_format(&text, "[%s]", b);
    return strcmp(name, nh_text_string(&text)) == 0;
}

/* D, D1 or D1dq of row r and coordinate j; false: the name is none of them. */
static bool find_value_of_row(const nh_verifier *v, const char *name, uint32_t r, uint32_t j, nh_expr *value) {
    const nh_variation *x = &v->twist->at;
    const char *row = nh_name_text(v->model->context, v->model->rows.items[x->row[r]].name);
    bool is_D = is_called(v, name, "D", row, coordinate_name(v, j));
    bool is_D1 = is_called(v, name, "D1", row, coordinate_name(v, j));
    if (!is_D && !is_D1 && !is_called(v, name, "D1dq", row, coordinate_name(v, j))) return false;
    *value = is_D ? entry_of(x->D, x->n, r, j) : is_D1 ? component_of(v, r, j) : part_on_displacements(v, r, j);
    return true;
}

static bool find_value(const nh_verifier *v, const char *name, nh_expr *value) {
    const nh_variation *x = &v->twist->at;
    for (uint32_t j = 0; j < v->n; j++) {
        for (uint32_t h = 0; h < v->n; h++) {
            if (!is_called(v, name, "omega", coordinate_name(v, h), coordinate_name(v, j))) continue;
            *value = entry_of(v->twist->omega, v->n, h, j);
            return true;
        }
        for (uint32_t r = 0; r < x->rows; r++)
            if (find_value_of_row(v, name, r, j, value)) return true;
        bool is_whole = is_called(v, name, "p", coordinate_name(v, j), NULL);
        if (!is_whole && !is_called(v, name, "pdq", coordinate_name(v, j), NULL)) continue;
        *value = is_whole ? component_of(v, NH_MODEL_NONE, j) : part_on_displacements(v, NH_MODEL_NONE, j);
        return true;
    }
    return false;
}

nh_expr nh_verify_transposition(nh_verifier *v, const char *name, const char **why) {
    NH_ASSERT(strncmp(name, "transposition.", 14) == 0);
    nh_expr value = NH_EXPR_UNDEFINED;
    if (v->model->transpositions.count == 0) {
        *why = "the model gives no transposition matrix: transposition omega[x,y] = e";
        return value;
    }
    (void)twist_of(v);
    if (!find_value(v, strchr(name, '.') + 1, &value))
        *why = "there are omega[x,y], p[x], pdq[x], and of a constraint g D[g,x], D1[g,x] and D1dq[g,x]";
    else if (value == NH_EXPR_UNDEFINED)
        *why = "the displacements could not be computed: constraints depend on each other, or the system is too large";
    return value;
}
