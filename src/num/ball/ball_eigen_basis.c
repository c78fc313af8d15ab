/* Approximate eigenvalues in groups, and bases of invariant subspaces.
 *
 * The eigenvalues of a Jordan block of size m come out about 2^(-bits/m) apart, and their eigenvectors are nearly
 * parallel. So the basis of a group with several members is not made of eigenvectors, but by inverse iteration with a
 * shift near the group, and kept orthonormal. */
#include "base/random.h"
#include "num/ball/ball_eigen_private.h"

#include <math.h>

/* log2 |a|, about; -inf for 0. */
static double log_size(const acb_t a) {
    mag_t size;
    mag_init(size);
    acb_get_mag(size, a);
    double log = mag_is_zero(size) ? -(double)INFINITY : mag_get_d_log2_approx(size);
    mag_clear(size);
    return log;
}

static double log_distance(const acb_t a, const acb_t b) {
    acb_t difference;
    acb_init(difference);
    acb_sub(difference, a, b, 2 * MAG_BITS);
    double log = log_size(difference);
    acb_clear(difference);
    return log;
}

/* ---- approximations ---- */

/* How many bits the entries are accurate to, relative to the largest one; prec when that is more. */
static slong accuracy_of(const acb_mat_t a, slong prec) {
    mag_t size, error;
    mag_init(size);
    mag_init(error);
    for (slong i = 0; i < acb_mat_nrows(a); i++)
        for (slong j = 0; j < acb_mat_ncols(a); j++) {
            arb_struct *entry = acb_realref(acb_mat_entry(a, i, j));
            mag_max(error, error, arb_radref(entry));
            mag_t middle;
            mag_init(middle);
            arf_get_mag(middle, arb_midref(entry));
            mag_max(size, size, middle);
            mag_clear(middle);
        }
    double bits = mag_is_zero(error)  ? (double)prec
                  : mag_is_zero(size) ? 0
                                      : mag_get_d_log2_approx(size) - mag_get_d_log2_approx(error);
    mag_clear(size);
    mag_clear(error);
    return bits >= (double)prec ? prec : bits <= 0 ? 0 : (slong)bits;
}

static void join_groups(nh_eigen_guess *guess, int one, int other) {
    int low = FLINT_MIN(one, other), high = FLINT_MAX(one, other);
    if (low == high) return;
    for (int i = 0; i < guess->n; i++) {
        if (guess->group[i] == high) guess->group[i] = low;
        else if (guess->group[i] > high) guess->group[i]--;
    }
    guess->count--;
}

/* Of values i and j of groups `of`. */
static bool is_in_question(const int *of, int count, const bool *is_pair, int i, int j) {
    if (of[i] == of[j]) return false;
    return is_pair == NULL || is_pair[of[i] * count + of[j]] || is_pair[of[j] * count + of[i]];
}

/* log2 of the distance up to which values in question are about as close as the closest ones: 8 bits more, or an eighth
 * of the bits that these have in common. */
static double find_limit(const nh_eigen_guess *guess, const bool *is_pair) {
    double scale = -(double)INFINITY, least = (double)INFINITY;
    for (int i = 0; i < guess->n; i++) {
        scale = fmax(scale, log_size(&guess->value[i]));
        for (int j = 0; j < i; j++)
            if (is_in_question(guess->group, guess->count, is_pair, i, j))
                least = fmin(least, log_distance(&guess->value[i], &guess->value[j]));
    }
    return isinf(least) ? least : least + fmax(8, (scale - least) / 8);
}

void nh_eigen_guess_join(nh_eigen_guess *guess, const bool *is_pair) {
    int count = guess->count, *of = nh_guard_alloc((size_t)guess->n, sizeof *of);
    for (int i = 0; i < guess->n; i++) of[i] = guess->group[i];
    double limit = find_limit(guess, is_pair);
    for (int i = 0; i < guess->n; i++)
        for (int j = 0; j < i; j++)
            if (is_in_question(of, count, is_pair, i, j) && log_distance(&guess->value[i], &guess->value[j]) <= limit)
                join_groups(guess, guess->group[i], guess->group[j]);
    nh_guard_free(of);
}

void nh_eigen_guess_init(nh_eigen_guess *guess, const nh_ball *a, int n, int prec) {
    *guess = (nh_eigen_guess){.n = n, .count = n, .group = nh_guard_alloc((size_t)n, sizeof *guess->group)};
    acb_mat_init(guess->a, n, n);
    acb_mat_init(guess->right, n, n);
    guess->value = _acb_vec_init(n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) arb_set(acb_realref(acb_mat_entry(guess->a, i, j)), nh_arb_const(&a[i + j * n]));
    /* With more bits than the matrix has, eigenvectors of a Jordan block would be closer than it allows. */
    enum { BITS_LEAST = 40, BITS_MORE = 24 };
    guess->bits = FLINT_MAX(accuracy_of(guess->a, prec), BITS_LEAST) + BITS_MORE;
    guess->prec = FLINT_MAX(2 * guess->bits, prec) + 2 * BITS_MORE;
    for (int i = 0; i < n; i++) guess->group[i] = i;
    acb_mat_t middle;
    acb_mat_init(middle, n, n);
    acb_mat_get_mid(middle, guess->a);
    /* Arb's own limit, 14 n + bits / 10, is too low for some: a pair i, -i next to a triple root. */
    slong steps = 100 * ((slong)n + guess->bits);
    if (n > 0) acb_mat_approx_eig_qr(guess->value, NULL, guess->right, middle, NULL, steps, guess->bits);
    acb_mat_clear(middle);
}

void nh_eigen_guess_clear(nh_eigen_guess *guess) {
    acb_mat_clear(guess->a);
    acb_mat_clear(guess->right);
    _acb_vec_clear(guess->value, guess->n);
    nh_guard_free(guess->group);
}

/* ---- the basis of a group with several members ---- */

/* What the members of a group are to each other and to the others. */
typedef struct group_place {
    acb_t middle;
    double width, gap; /* log2 of the largest distance from the middle, and of the least one of other values */
} group_place;

static int size_of_group(const nh_eigen_guess *guess, int number) {
    int size = 0;
    for (int i = 0; i < guess->n; i++) size += guess->group[i] == number;
    return size;
}

static group_place place_of(const nh_eigen_guess *guess, int number) {
    group_place place = {.width = -(double)INFINITY, .gap = (double)INFINITY};
    acb_init(place.middle);
    for (int i = 0; i < guess->n; i++)
        if (guess->group[i] == number) acb_add(place.middle, place.middle, &guess->value[i], guess->prec);
    acb_div_si(place.middle, place.middle, size_of_group(guess, number), guess->prec);
    for (int i = 0; i < guess->n; i++) {
        double distance = log_distance(&guess->value[i], place.middle);
        if (guess->group[i] == number) place.width = fmax(place.width, distance);
        else place.gap = fmin(place.gap, distance);
    }
    return place;
}

/* r := the inner product of columns j and k, linear in column k. */
static void dot_columns(acb_t r, const acb_mat_t x, slong j, slong k, slong prec) {
    acb_t conjugate;
    acb_init(conjugate);
    acb_zero(r);
    for (slong i = 0; i < acb_mat_nrows(x); i++) {
        acb_conj(conjugate, acb_mat_entry(x, i, j));
        acb_addmul(r, conjugate, acb_mat_entry(x, i, k), prec);
    }
    acb_clear(conjugate);
}

/* Gram and Schmidt, modified; approximately. */
static void make_orthonormal(acb_mat_t x, slong prec) {
    acb_t product;
    acb_init(product);
    for (slong j = 0; j < acb_mat_ncols(x); j++) {
        for (slong k = 0; k < j; k++) {
            dot_columns(product, x, k, j, prec);
            for (slong i = 0; i < acb_mat_nrows(x); i++)
                acb_submul(acb_mat_entry(x, i, j), product, acb_mat_entry(x, i, k), prec);
        }
        dot_columns(product, x, j, j, prec);
        arb_sqrt(acb_realref(product), acb_realref(product), prec);
        for (slong i = 0; i < acb_mat_nrows(x); i++) {
            acb_struct *entry = acb_mat_entry(x, i, j);
            acb_div_arb(entry, entry, acb_realref(product), prec);
            acb_get_mid(entry, entry);
        }
    }
    acb_clear(product);
}

static void fill_randomly(acb_mat_t x) {
    nh_random random = nh_random_make(1, NH_STREAM_EIGEN);
    for (slong i = 0; i < acb_mat_nrows(x); i++)
        for (slong j = 0; j < acb_mat_ncols(x); j++) {
            acb_struct *entry = acb_mat_entry(x, i, j);
            acb_set_d_d(entry, nh_random_uniform(&random, -1, 1), nh_random_uniform(&random, -1, 1));
        }
}

/* x := an approximate orthonormal basis of the invariant subspace of a group, by iteration with (A - s)^-1. The shift s
 * is off the middle of the group by its width, or by a small part of the gap around it: at the middle itself, the
 * inverse of a Jordan block would have all of its columns nearly parallel. */
static void iterate_subspace(acb_mat_t x, const nh_eigen_guess *guess, int number) {
    enum { GAIN_MOST = 8, STEPS_MORE = 6, STEPS_MOST = 100 };
    slong n = guess->n, prec = guess->prec;
    group_place place = place_of(guess, number);
    double offset = fmax(place.width, place.gap - GAIN_MOST);
    double gain = fmax(place.gap - offset - 1, 1);
    acb_t shift;
    acb_mat_t factors;
    slong *order = nh_guard_alloc((size_t)n, sizeof *order);
    acb_init(shift);
    acb_mat_init(factors, n, n);
    acb_one(shift);
    acb_mul_2exp_si(shift, shift, (slong)floor(offset));
    acb_add(shift, shift, place.middle, prec);
    acb_mat_set(factors, guess->a);
    for (slong i = 0; i < n; i++) acb_sub(acb_mat_entry(factors, i, i), acb_mat_entry(factors, i, i), shift, prec);
    acb_mat_get_mid(factors, factors);
    fill_randomly(x);
    make_orthonormal(x, prec);
    slong steps = FLINT_MIN((slong)((double)prec / gain) + STEPS_MORE, STEPS_MOST);
    if (acb_mat_approx_lu(order, factors, factors, prec) == 0) steps = 0;
    for (slong step = 0; step < steps; step++) {
        acb_mat_approx_solve_lu_precomp(x, order, factors, x, prec);
        make_orthonormal(x, prec);
        nh_guard_poll();
    }
    acb_mat_clear(factors);
    acb_clear(shift);
    acb_clear(place.middle);
    nh_guard_free(order);
}

static void copy_columns(acb_mat_t to, slong first, const acb_mat_t from) {
    for (slong i = 0; i < acb_mat_nrows(from); i++)
        for (slong j = 0; j < acb_mat_ncols(from); j++)
            acb_get_mid(acb_mat_entry(to, i, first + j), acb_mat_entry(from, i, j));
}

/* The vectors of one group, as columns from `first` on. */
static void set_vectors(acb_mat_t basis, slong first, const nh_eigen_guess *guess, int number) {
    acb_mat_t x;
    int size = size_of_group(guess, number), member = 0;
    while (guess->group[member] != number) member++;
    acb_mat_init(x, guess->n, size);
    if (size == 1)
        for (int i = 0; i < guess->n; i++) acb_set(acb_mat_entry(x, i, 0), acb_mat_entry(guess->right, i, member));
    else iterate_subspace(x, guess, number);
    copy_columns(basis, first, x);
    acb_mat_clear(x);
}

void nh_eigen_guess_basis(acb_mat_t basis, const nh_eigen_guess *guess) {
    slong first = 0;
    acb_mat_one(basis);
    for (int number = 0; guess->count > 1 && number < guess->count; number++) {
        set_vectors(basis, first, guess, number);
        first += size_of_group(guess, number);
    }
}
