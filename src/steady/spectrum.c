/* Eigenvalues at steady motions: spectrum_private.h says how what is exactly 0 is told. */
#include "steady/spectrum_private.h"

#include <math.h>

#include "num/ball/ball_linear.h"
#include "steady/energy_private.h"

#define NULL_TOLERANCE 1e-8

/* ---- the matrix ---- */

/* A bound on the entries that are finite. */
static double largest_of(const nh_ball *a, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(nh_ball_double(&a[i])));
    return largest;
}

/* Whether an entry cannot be distinguished from 0, though its ball is very small. */
static bool seems_zero(const nh_ball *a, double largest, int prec) {
    return nh_ball_is_zero(a) != NH_NO && nh_ball_radius(a) <= ldexp(fmax(largest, 1e-300), -prec / 2);
}

static void clean_matrix(nh_ball *a, size_t count, double largest, int prec) {
    for (size_t i = 0; i < count; i++)
        if (seems_zero(&a[i], largest, prec)) nh_ball_set_int(&a[i], 0);
}

static bool is_zero_at(const nh_ball *a, size_t i) {
    return nh_ball_is_zero(&a[i]) == NH_YES;
}

/* ---- the null space of a family ---- */

/* lower: rows as combinations of the rows that are kept: a_lower = L a_kept; L is lower x kept. */
static bool find_combination(const nh_ball *a, uint32_t size, const nh_pivots *p, uint32_t count, const uint32_t *lower,
                             nh_ball *combination, int prec) {
    uint32_t rank = p->rank;
    nh_ball *matrix = nh_balls_new((size_t)rank * rank + 1), *right = nh_balls_new((size_t)rank * count + 1);
    nh_ball *x = nh_balls_new((size_t)rank * count + 1);
    for (uint32_t i = 0; i < rank; i++) {
        for (uint32_t j = 0; j < rank; j++)
            nh_ball_set(&matrix[j + (size_t)i * rank], &a[p->row[i] + (size_t)p->column[j] * size]);
        for (uint32_t k = 0; k < count; k++)
            nh_ball_set(&right[i + (size_t)k * rank], &a[lower[k] + (size_t)p->column[i] * size]);
    }
    bool is_found = rank == 0 || nh_ball_solve(x, matrix, (int)rank, right, (int)count, prec);
    for (uint32_t k = 0; k < count && is_found; k++)
        for (uint32_t i = 0; i < rank; i++) nh_ball_set(&combination[k + (size_t)i * count], &x[i + (size_t)k * rank]);
    nh_balls_free(x, (size_t)rank * count + 1);
    nh_balls_free(right, (size_t)rank * count + 1);
    nh_balls_free(matrix, (size_t)rank * rank + 1);
    return is_found;
}

static void reduce_matrix(nh_spectral *s, const nh_pivots *p, uint32_t count, const uint32_t *lower,
                          const nh_ball *combination, int prec) {
    for (uint32_t j = 0; j < p->rank; j++)
        for (uint32_t i = 0; i < p->rank; i++) {
            nh_ball *to = &s->R[i + (size_t)j * p->rank];
            nh_ball_set(to, &s->A[p->row[i] + (size_t)p->row[j] * s->size]);
            for (uint32_t k = 0; k < count; k++)
                nh_ball_fma(to, &s->A[p->row[i] + (size_t)lower[k] * s->size], &combination[k + (size_t)j * count], to,
                            prec);
        }
    s->reduced = p->rank;
}

/* Takes out the null space of a family with this many parameters; where the rank of A is different nothing is. */
static void take_out_family(nh_spectral *s, nh_arena *arena, uint32_t family, const nh_pivots *like, int prec) {
    uint32_t size = s->size, lower[NH_LINEAR_COORDINATES_MOST * 2], count = 0;
    double *rows = NH_NEW_ARRAY(arena, double, (size_t)size *size + 1);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++) rows[i * size + j] = nh_ball_double(&s->A[i + j * size]);
    nh_pivots p = nh_pivots_make(arena, size, size, rows);
    uint32_t *class = NH_NEW_ARRAY(arena, uint32_t, size + 1);
    if (like != NULL && like->rows == size) p = *like;
    else nh_pivots_eliminate(&p, 1, class, NULL_TOLERANCE);
    s->pivots = p;
    for (size_t i = 0; i < (size_t)size * size; i++) nh_ball_set(&s->R[i], &s->A[i]);
    s->reduced = size;
    if (family == 0 || p.rank + family != size) return;
    for (uint32_t i = 0; i < size; i++)
        if (!nh_is_among(i, p.rank, p.row)) lower[count++] = i;
    nh_ball *combination = nh_balls_new((size_t)count * size + 1);
    if (find_combination(s->A, size, &p, count, lower, combination, prec))
        reduce_matrix(s, &p, count, lower, combination, prec);
    nh_balls_free(combination, (size_t)count * size + 1);
}

/* ---- structure ---- */

/* Colours the states with two colours such that entries join different ones. */
static bool is_bipartite(const nh_ball *a, uint32_t size, nh_arena *arena) {
    int *colour = NH_NEW_ARRAY(arena, int, size + 1);
    uint32_t *queue = NH_NEW_ARRAY(arena, uint32_t, size + 1);
    for (uint32_t first = 0; first < size; first++) {
        if (colour[first] != 0) continue;
        uint32_t begin = 0, end = 0;
        colour[first] = 1;
        queue[end++] = first;
        while (begin < end) {
            uint32_t i = queue[begin++];
            for (uint32_t j = 0; j < size; j++) {
                if (is_zero_at(a, i + (size_t)j * size) && is_zero_at(a, j + (size_t)i * size)) continue;
                if (colour[j] == colour[i]) return false;
                if (colour[j] == 0) queue[end++] = j;
                colour[j] = -colour[i];
            }
        }
    }
    return true;
}

/* The place of an independent velocity's own coordinate. */
static uint32_t place_of(const nh_linearizer *l, uint32_t coordinate) {
    uint32_t i = 0;
    while (i < l->places && l->x[i] != coordinate) i++;
    return i;
}

/* The coordinates in w whose velocities are independent, where the equations of the others contain nothing of them and
 * theirs nothing of the others; all velocities where not. */
static void find_pairs(nh_spectral *s, const nh_steady_problem *p, nh_arena *arena) {
    const nh_linearizer *l = p->l;
    uint32_t m = l->m;
    s->pair = NH_NEW_ARRAY(arena, uint32_t, m + 1);
    s->pair_place = NH_NEW_ARRAY(arena, uint32_t, m + 1);
    bool *is_pair = NH_NEW_ARRAY(arena, bool, m + 1);
    uint32_t coordinates = 0, count = 0;
    for (uint32_t i = 0; i < l->places; i++) coordinates += !p->is_ignorable[i];
    for (uint32_t k = 0; k < m; k++) {
        is_pair[k] = !p->is_ignorable[place_of(l, l->independent[k])];
        count += is_pair[k];
    }
    if (count != coordinates) return; /* a coordinate whose velocity is dependent is not ignorable */
    bool is_apart = true;
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < m; j++)
            if (is_pair[i] != is_pair[j])
                is_apart &= is_zero_at(s->point.M, i + (size_t)j * m) && is_zero_at(s->point.C, i + (size_t)j * m);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < m && !is_pair[i]; j++)
            is_apart &= !is_pair[j] || is_zero_at(s->point.K, i + (size_t)place_of(l, l->independent[j]) * m);
    for (uint32_t k = 0; k < m; k++) {
        if (is_apart && !is_pair[k]) continue;
        s->pair[s->pairs] = k;
        s->pair_place[s->pairs++] = place_of(l, l->independent[k]);
    }
    if (is_apart && count > 0) return;
    s->is_symmetric = false;
}

static bool are_equal(const nh_ball *a, const nh_ball *b, double largest, int prec) {
    nh_ball *difference = nh_balls_new(1);
    nh_ball_sub(difference, a, b, prec);
    bool is_equal = seems_zero(difference, largest, prec);
    nh_balls_free(difference, 1);
    return is_equal;
}

/* M, K of the pairs symmetric, M positive definite, C = 0, and the other velocities of w, which they do not feel, have
 * equations without anything: their eigenvalues are those of the family. */
static bool is_symmetric_system(const nh_spectral *s, const nh_linearizer *l, int prec) {
    uint32_t m = l->m, count = s->pairs;
    if (count == 0 || s->reduced != 2 * count) return false;
    double mass = largest_of(s->point.M, (size_t)m * m), stiffness = largest_of(s->point.K, (size_t)m * l->places);
    nh_ball *matrix = nh_balls_new((size_t)count * count + 1);
    bool is_symmetric = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) {
            size_t a = s->pair[i] + (size_t)s->pair[j] * m, b = s->pair[j] + (size_t)s->pair[i] * m;
            size_t c = s->pair[i] + (size_t)s->pair_place[j] * m, d = s->pair[j] + (size_t)s->pair_place[i] * m;
            is_symmetric &= is_zero_at(s->point.C, a) && are_equal(&s->point.M[a], &s->point.M[b], mass, prec) &&
                            are_equal(&s->point.K[c], &s->point.K[d], stiffness, prec);
            nh_ball_set(&matrix[i + (size_t)j * count], &s->point.M[a]);
        }
    is_symmetric = is_symmetric && nh_balls_are_definite(matrix, count, prec);
    nh_balls_free(matrix, (size_t)count * count + 1);
    return is_symmetric;
}

/* ---- making ---- */

/* The slopes over a box around the inputs that is this many bits narrower than they are large. */
static void evaluate_around(const nh_linearizer *l, const nh_ball *parameters, const nh_ball *inputs, int bits,
                            nh_linear_values *v, int prec) {
    size_t count = nh_linear_inputs(l);
    nh_ball *box = nh_balls_new(count), *end = nh_balls_new(2);
    nh_ball_set(&box[0], &inputs[0]);
    for (size_t i = 1; i < count; i++) {
        double width = ldexp(1 + fabs(nh_ball_double(&inputs[i])), -bits);
        nh_ball_set_double(&end[0], -width);
        nh_ball_set_double(&end[1], width);
        nh_ball_set_interval(&box[i], &end[0], &end[1], prec);
        nh_ball_add(&box[i], &box[i], &inputs[i], prec);
    }
    nh_linear_evaluate(l, parameters, box, v, prec);
    nh_balls_free(end, 2);
    nh_balls_free(box, count);
}

/* Whether derivatives are continuous at the state: over smaller boxes they must vary less. One that jumps does not. */
static bool is_smooth(const nh_linearizer *l, const nh_ball *parameters, const nh_ball *inputs, int prec) {
    size_t count = nh_linear_rows(l) * 3 * l->n;
    nh_linear_values wide = nh_linear_values_new(l), narrow = nh_linear_values_new(l);
    bool is_smooth = true;
    evaluate_around(l, parameters, inputs, 40, &wide, prec);
    evaluate_around(l, parameters, inputs, 80, &narrow, prec);
    for (size_t i = 0; i < count && is_smooth; i++) {
        double before = nh_ball_radius(&wide.slope[i]), after = nh_ball_radius(&narrow.slope[i]);
        is_smooth = nh_ball_is_finite(&narrow.slope[i]) && (after <= before / 1024 || after < ldexp(1, -prec / 2));
    }
    nh_linear_values_free(l, &narrow);
    nh_linear_values_free(l, &wide);
    return is_smooth;
}

bool nh_spectral_make(nh_spectral *s, const nh_steady_problem *p, nh_arena *arena, const nh_steady_motion *motion,
                      const nh_pivots *like, int prec) {
    const nh_linearizer *l = p->l;
    uint32_t size = p->size;
    nh_ball *parameters = nh_balls_new(p->model->parameters.count + 1);
    *s = (nh_spectral){.size = size, .point = nh_linear_point_new(l)};
    s->A = nh_balls_new((size_t)size * size + 1);
    s->R = nh_balls_new((size_t)size * size + 1);
    while (s->coordinates < size && p->kept[s->coordinates] < l->places) s->coordinates++;
    for (size_t i = 0; i < nh_linear_inputs(l); i++) nh_ball_load(&s->point.inputs[i], motion->inputs[i]);
    nh_steady_parameters(p, parameters, prec);
    s->why = nh_linear_at(l, parameters, &s->point, prec)
                 ? NULL
                 : "could not prove that the equations are regular at the state";
    if (s->why == NULL && !is_smooth(l, parameters, s->point.inputs, prec))
        s->why = "the equations have a kink or a jump at the state, and no derivatives there";
    if (s->why == NULL && nh_linear_restricting(l, parameters, &s->point, prec) != NH_MODEL_NONE)
        s->why = "singular configuration: a redundant constraint restricts the states around";
    nh_balls_free(parameters, p->model->parameters.count + 1);
    if (s->why != NULL) {
        nh_spectral_free(s, p);
        return false;
    }
    double largest = largest_of(s->point.M, (size_t)l->m * l->m);
    largest = fmax(largest, largest_of(s->point.C, (size_t)l->m * l->m));
    largest = fmax(largest, largest_of(s->point.K, (size_t)l->m * l->places));
    clean_matrix(s->point.M, (size_t)l->m * l->m, largest, prec);
    clean_matrix(s->point.C, (size_t)l->m * l->m, largest, prec);
    clean_matrix(s->point.K, (size_t)l->m * l->places, largest, prec);
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = 0; j < size; j++)
            nh_ball_set(&s->A[i + (size_t)j * size], &s->point.A[p->kept[i] + (size_t)p->kept[j] * l->states]);
    clean_matrix(s->A, (size_t)size * size, fmax(1, largest_of(s->A, (size_t)size * size)), prec);
    take_out_family(s, arena, motion->family, like, prec);
    s->is_reversible = is_bipartite(s->A, size, arena);
    s->is_symmetric = true;
    find_pairs(s, p, arena);
    s->is_symmetric = s->is_symmetric && is_symmetric_system(s, l, prec);
    return true;
}

void nh_spectral_free(nh_spectral *s, const nh_steady_problem *p) {
    nh_balls_free(s->R, (size_t)s->size * s->size + 1);
    nh_balls_free(s->A, (size_t)s->size * s->size + 1);
    nh_linear_point_free(p->l, &s->point);
}

/* ---- eigenvalues ---- */

/* Whether the mirror image of enclosure k in the imaginary axis meets no other one. */
static bool is_own_image(const nh_ball_eigen *e, int k) {
    nh_ball *mirror = nh_balls_new(1);
    nh_ball_neg(mirror, &e->re[k]);
    bool is_alone = nh_ball_overlaps(mirror, &e->re[k]);
    for (int i = 0; i < e->n && is_alone; i++)
        is_alone = i == k || !nh_ball_overlaps(mirror, &e->re[i]) || !nh_ball_overlaps(&e->im[k], &e->im[i]);
    nh_balls_free(mirror, 1);
    return is_alone;
}

static void settle_axis(const nh_spectral *s, nh_ball_eigen *e) {
    for (int k = 0; k < e->n; k++) {
        bool may_lie_on_it = nh_ball_is_zero(&e->re[k]) == NH_UNKNOWN && nh_ball_is_zero(&e->im[k]) == NH_NO;
        bool is_simple = e->multiplicity[k] == 1;
        if (may_lie_on_it && (s->is_symmetric || (s->is_reversible && is_simple && is_own_image(e, k))))
            nh_ball_set_int(&e->re[k], 0);
    }
}

/* A bound on the distance from (re, im) to any point of the enclosure. */
static double radius_of(const nh_ball *a, double middle) {
    double low, high;
    nh_ball_bounds(a, &low, &high);
    return nextafter(fmax(fabs(high - middle), fabs(middle - low)), INFINITY);
}

static nh_eigenvalue value_of(const nh_ball_eigen *e, int k, nh_arena *arena, int digits) {
    nh_eigenvalue value = {.re = nh_ball_double(&e->re[k]), .im = nh_ball_double(&e->im[k])};
    value.multiplicity = (size_t)e->multiplicity[k];
    value.radius = hypot(radius_of(&e->re[k], value.re), radius_of(&e->im[k], value.im));
    if (nh_ball_is_zero(&e->re[k]) == NH_YES && nh_ball_is_zero(&e->im[k]) == NH_YES) value.radius = 0;
    value.re_text = nh_ball_digits(arena, &e->re[k], digits);
    value.im_text = nh_ball_digits(arena, &e->im[k], digits);
    value.is_real = nh_ball_is_zero(&e->im[k]) == NH_YES;
    value.is_on_axis = nh_ball_is_zero(&e->re[k]) == NH_YES;
    return value;
}

bool nh_spectral_eigen(const nh_spectral *s, nh_ball_eigen *e, int prec) {
    if (s->reduced == 0 || !nh_ball_eigen_find(e, s->R, (int)s->reduced, false, prec)) return false;
    settle_axis(s, e);
    return true;
}

nh_spectrum nh_spectrum_find(const nh_spectral *s, nh_arena *arena, int digits, bool with_modes, int prec) {
    nh_spectrum r = {.stability = NH_STABILITY_UNDECIDED};
    nh_ball_eigen e;
    if (s->reduced == 0) r.stability = NH_STABILITY_ASYMPTOTIC;
    if (!nh_spectral_eigen(s, &e, prec)) return r;
    r.values = NH_NEW_ARRAY(arena, nh_eigenvalue, s->reduced + 1);
    if (with_modes) r.modes = nh_modes_find(s, arena, &e, digits, prec);
    size_t mode = 0;
    for (int k = 0; k < e.n; k++) {
        bool may_be_zero = nh_ball_is_zero(&e.re[k]) != NH_NO && nh_ball_is_zero(&e.im[k]) != NH_NO;
        r.unexplained += may_be_zero;
        if (k == 0 || e.multiplicity[k] == 1 || r.values[r.count - 1].multiplicity != (size_t)e.multiplicity[k] ||
            !nh_ball_contains(&e.re[k], &e.re[k - 1]) || !nh_ball_contains(&e.im[k], &e.im[k - 1]))
            r.values[r.count++] = value_of(&e, k, arena, digits);
        if (mode < r.modes.count && r.modes.items[mode].eigenvalue == (size_t)k)
            r.modes.items[mode++].eigenvalue = r.count - 1;
    }
    nh_ball_eigen_signs signs = nh_ball_eigen_count(&e);
    if (signs.positive > 0) r.stability = NH_STABILITY_UNSTABLE;
    else if (signs.negative == e.n) r.stability = NH_STABILITY_ASYMPTOTIC;
    else if (signs.unknown == 0 && r.unexplained == 0) r.stability = NH_STABILITY_SPECTRAL;
    nh_ball_eigen_free(&e);
    return r;
}
