/* Certified eigenvalues, by a similarity and a theorem of Gershgorin's kind.
 *
 * Let D = V^-1 A V with any exact regular V. In blocks D has D_c + the rest of its rows, whose norm (of maximal row
 * sums) is f_c at most. With D_c = z_c + N, the series of (D_c - z)^-1 in N gives for |z - z_c| >= r, any k, and
 * |N^k| < r^k
 *
 *     |(D_c - z)^-1| <= h_c(r) = sum_{j<k} |N^j| r^(-j-1) / (1 - |N^k| r^-k)                      (1)
 *
 * and where f_c h_c(r_c) < 1 for all c, no eigenvalue of D is outside of the discs |z - z_c| <= r_c: with such a z and
 * the block of the eigenvector x that is the largest one, |x_c| <= h_c f_c |x_c| < |x_c|. The same holds for all
 * matrices between the diagonal blocks and D, whose eigenvalues depend continuously on the place between. So discs that
 * meet no other hold as many eigenvalues as their blocks have rows (Feingold and Varga, Block diagonally dominant
 * matrices and generalizations of the Gerschgorin circle theorem, 1962). k is the size of the block: where D_c has one
 * eigenvalue only, N^k is 0 by the theorem of Cayley and Hamilton.
 *
 * In the disc of a block with one row, the same estimate for the other blocks of x, with x_i = 1, bounds x, and row i
 * gives the eigenvalue with an error of second order. */
#include "num/ball/ball_eigen.h"

#include <stdlib.h>

#include "num/ball/ball_eigen_private.h"

/* A diagonal block of D and its disc. */
typedef struct eigen_block {
    int first, size;
    acb_t centre;  /* exact */
    mag_ptr power; /* |N^j|, j = 0 .. size */
    mag_t beside;  /* f */
    mag_t radius;
    int mate; /* the one block whose disc the conjugate disc meets; itself: the disc is taken for symmetric */
} eigen_block;

typedef struct eigen_proof {
    const nh_eigen_guess *guess;
    acb_mat_t basis, d; /* V, D */
    slong prec; /* of the result */
    int count;
    eigen_block *block;
} eigen_proof;

/* ---- discs ---- */

/* The sum of f |N^j| t^(j+1) over j < k, and |N^k| t^k. */
static void sum_powers(mag_t sum, mag_t last, const eigen_block *b, const mag_t f, const mag_t t) {
    mag_t factor, term;
    mag_init_set(factor, t);
    mag_init(term);
    mag_zero(sum);
    for (int j = 0; j < b->size; j++) {
        mag_mul(term, f, b->power + j);
        mag_mul(term, term, factor);
        mag_add(sum, sum, term);
        if (j + 1 < b->size) mag_mul(factor, factor, t);
    }
    mag_mul(last, b->power + b->size, factor);
    mag_clear(factor);
    mag_clear(term);
}

/* Whether f_c h_c(r) < 1; r > 0. */
static bool is_outside(const eigen_block *b, const mag_t r) {
    mag_t t, sum, last;
    mag_init(t);
    mag_init(sum);
    mag_init(last);
    mag_inv(t, r);
    sum_powers(sum, last, b, b->beside, t);
    mag_add(sum, sum, last);
    bool outside = mag_cmp_2exp_si(sum, 0) < 0;
    mag_clear(t);
    mag_clear(sum);
    mag_clear(last);
    return outside;
}

/* The least r for which each term by itself is 1 at most; 0 only when all are 0. Then larger ones. */
static void find_radius(eigen_block *b) {
    mag_t term;
    mag_init(term);
    mag_root(b->radius, b->power + b->size, (ulong)b->size);
    for (int j = 0; j < b->size; j++) {
        mag_mul(term, b->beside, b->power + j);
        mag_root(term, term, (ulong)j + 1);
        mag_max(b->radius, b->radius, term);
    }
    while (!mag_is_zero(b->radius) && !is_outside(b, b->radius)) {
        mag_mul_2exp_si(term, b->radius, -3);
        mag_add(b->radius, b->radius, term);
    }
    mag_clear(term);
}

/* r := the norm of the rows of a block in these columns, or in all others. */
static void bound_rows(mag_t r, const eigen_proof *p, const eigen_block *b, int first, int end, bool others) {
    mag_t sum, size;
    mag_init(sum);
    mag_init(size);
    mag_zero(r);
    for (int i = b->first; i < b->first + b->size; i++) {
        mag_zero(sum);
        for (int j = 0; j < p->guess->n; j++) {
            if ((j >= first && j < end) == others) continue;
            acb_get_mag(size, acb_mat_entry(p->d, i, j));
            mag_add(sum, sum, size);
        }
        mag_max(r, r, sum);
    }
    mag_clear(sum);
    mag_clear(size);
}

/* The centre is the mean of the eigenvalues of the block. */
static void find_powers(eigen_block *b, const eigen_proof *p) {
    slong prec = p->guess->prec, size = b->size;
    acb_mat_t shifted, power;
    acb_mat_init(shifted, size, size);
    acb_mat_init(power, size, size);
    for (slong i = 0; i < size; i++)
        for (slong j = 0; j < size; j++)
            acb_set(acb_mat_entry(shifted, i, j), acb_mat_entry(p->d, b->first + i, b->first + j));
    acb_mat_trace(b->centre, shifted, prec);
    acb_div_si(b->centre, b->centre, size, prec);
    acb_get_mid(b->centre, b->centre);
    for (slong i = 0; i < size; i++)
        acb_sub(acb_mat_entry(shifted, i, i), acb_mat_entry(shifted, i, i), b->centre, prec);
    acb_mat_one(power);
    mag_one(b->power);
    for (slong k = 1; k <= size; k++) {
        acb_mat_mul(power, power, shifted, prec);
        acb_mat_bound_inf_norm(b->power + k, power);
    }
    acb_mat_clear(shifted);
    acb_mat_clear(power);
}

static void make_block(eigen_block *b, const eigen_proof *p, int first, int size) {
    *b = (eigen_block){.first = first, .size = size, .power = _mag_vec_init(size + 1)};
    acb_init(b->centre);
    mag_init(b->beside);
    mag_init(b->radius);
    find_powers(b, p);
    bound_rows(b->beside, p, b, first, first + size, true);
    find_radius(b);
}

static void end_proof(eigen_proof *p) {
    for (int c = 0; c < p->count; c++) {
        acb_clear(p->block[c].centre);
        mag_clear(p->block[c].beside);
        mag_clear(p->block[c].radius);
        _mag_vec_clear(p->block[c].power, p->block[c].size + 1);
    }
    nh_guard_free(p->block);
    acb_mat_clear(p->basis);
    acb_mat_clear(p->d);
}

/* False when the basis may be none; nothing is left to end then. */
static bool begin_proof(eigen_proof *p, const nh_eigen_guess *guess) {
    slong n = guess->n;
    *p = (eigen_proof){.guess = guess};
    acb_mat_init(p->basis, n, n);
    acb_mat_init(p->d, n, n);
    nh_eigen_guess_basis(p->basis, guess);
    acb_mat_mul(p->d, guess->a, p->basis, guess->prec);
    if (acb_mat_solve(p->d, p->basis, p->d, guess->prec) == 0 || !acb_mat_is_finite(p->d)) {
        end_proof(p);
        return false;
    }
    p->block = nh_guard_alloc((size_t)guess->count, sizeof *p->block);
    for (int c = 0, first = 0; c < guess->count; c++) {
        int size = 0;
        for (int i = 0; i < guess->n; i++) size += guess->group[i] == c;
        make_block(&p->block[c], p, first, size);
        first += size;
        p->count++;
    }
    return true;
}

/* ---- squares that meet ---- */

/* r := a bound of half the side of the square that is given for the disc: rounding makes it wider. */
static void bound_side(mag_t r, const eigen_block *b, slong prec) {
    mag_t rounding;
    mag_init(rounding);
    acb_get_mag(rounding, b->centre);
    mag_mul_2exp_si(rounding, rounding, 2 - prec);
    mag_mul_2exp_si(r, b->radius, -4);
    mag_add(r, r, b->radius);
    mag_add(r, r, rounding);
    mag_clear(rounding);
}

/* r := a lower bound of the distance of the centres along one axis, the larger one of both. */
static void bound_distance(mag_t r, const eigen_block *a, const eigen_block *b, bool conjugated) {
    acb_t difference;
    mag_t along;
    acb_init(difference);
    mag_init(along);
    if (conjugated) acb_conj(difference, a->centre);
    else acb_set(difference, a->centre);
    acb_sub(difference, difference, b->centre, 2 * MAG_BITS);
    arb_get_mag_lower(r, acb_realref(difference));
    arb_get_mag_lower(along, acb_imagref(difference));
    mag_max(r, r, along);
    mag_clear(along);
    acb_clear(difference);
}

/* False: the squares around two discs, the first one conjugated or not, have certainly no point in common. Discs that
 * are apart are not enough: the square around one could hold eigenvalues of the other one too. */
static bool may_meet(const eigen_proof *p, int c, int e, bool conjugated) {
    mag_t distance, side, sides;
    mag_init(distance);
    mag_init(side);
    mag_init(sides);
    bound_distance(distance, &p->block[c], &p->block[e], conjugated);
    bound_side(side, &p->block[c], p->prec);
    bound_side(sides, &p->block[e], p->prec);
    mag_add(sides, sides, side);
    bool meets = mag_cmp(distance, sides) <= 0;
    mag_clear(distance);
    mag_clear(side);
    mag_clear(sides);
    return meets;
}

/* Whether no squares meet; of those that do, is_pair[first * count + second] becomes true. */
static bool are_apart(const eigen_proof *p, bool *is_pair) {
    bool apart = true;
    for (int c = 0; c < p->count; c++)
        for (int e = 0; e < c; e++)
            if (may_meet(p, c, e, false)) {
                is_pair[c * p->count + e] = true;
                apart = false;
            }
    return apart;
}

/* Whether each conjugate disc meets one disc, which becomes the mate; otherwise is_pair tells those that one of them
 * meets. Where the discs are apart and have mates, each has as many eigenvalues as its block has rows, and those of its
 * mate are their conjugates: these are in the one disc that the conjugate disc meets. */
static bool have_mates(eigen_proof *p, bool *is_pair) {
    bool are_single = true;
    for (int c = 0; c < p->count; c++) {
        int *mate = &p->block[c].mate;
        *mate = -1;
        for (int e = 0; e < p->count; e++) {
            if (!may_meet(p, c, e, true)) continue;
            if (*mate >= 0) {
                is_pair[e * p->count + *mate] = true;
                are_single = false;
            }
            *mate = e;
        }
    }
    return are_single;
}

/* Whether the discs are right; otherwise there are fewer groups. */
static bool settle_groups(eigen_proof *p, nh_eigen_guess *guess) {
    bool *is_pair = nh_guard_alloc((size_t)p->count * (size_t)p->count, sizeof *is_pair);
    bool settled = are_apart(p, is_pair) && have_mates(p, is_pair);
    if (!settled) nh_eigen_guess_join(guess, is_pair);
    nh_guard_free(is_pair);
    return settled;
}

/* ---- simple eigenvalues ---- */

/* r := h_c at this distance of the centre, infinite where it is too near. */
static void bound_resolvent(mag_t r, const eigen_block *b, const mag_t distance) {
    mag_t one, t, last;
    mag_init(one);
    mag_init(t);
    mag_init(last);
    mag_one(one);
    mag_inv(t, distance);
    if (mag_is_inf(t)) {
        mag_inf(r);
    } else {
        sum_powers(r, last, b, one, t);
        mag_sub_lower(last, one, last);
        mag_div(r, r, last);
    }
    mag_clear(one);
    mag_clear(t);
    mag_clear(last);
}

/* x[c] := a bound of the part at block c of the eigenvector of D that has 1 at the simple block i. Since that part is
 * the largest one, 1 is a bound, and |x_c| <= h_c (|D_ci| + f_c max |x|). */
static void bound_parts(mag_ptr x, const eigen_proof *p, int i) {
    const eigen_block *simple = &p->block[i];
    mag_t most, next, distance, factor;
    mag_init(most);
    mag_init(next);
    mag_init(distance);
    mag_init(factor);
    mag_one(most);
    for (int round = 0; round < 2; round++) {
        mag_zero(next);
        for (int c = 0; c < p->count; c++) {
            const eigen_block *b = &p->block[c];
            if (c == i) continue;
            mag_one(x + c);
            bound_distance(distance, simple, b, false);
            mag_sub_lower(distance, distance, simple->radius);
            bound_resolvent(factor, b, distance);
            if (!mag_is_inf(factor)) {
                bound_rows(distance, p, b, simple->first, simple->first + 1, false);
                mag_addmul(distance, b->beside, most);
                mag_mul(factor, factor, distance);
                mag_min(x + c, x + c, factor);
            }
            mag_max(next, next, x + c);
        }
        mag_set(most, next);
    }
    mag_clear(most);
    mag_clear(next);
    mag_clear(distance);
    mag_clear(factor);
}

/* r := a bound of the sum over all entries other than i of row `row` of m, each with its part of x. */
static void bound_sum(mag_t r, const eigen_proof *p, const acb_mat_t m, int row, mag_srcptr x, int i) {
    mag_t size;
    mag_init(size);
    mag_zero(r);
    for (int c = 0; c < p->count; c++)
        for (int j = p->block[c].first; c != i && j < p->block[c].first + p->block[c].size; j++) {
            acb_get_mag(size, acb_mat_entry(m, row, j));
            mag_addmul(r, size, x + c);
        }
    mag_clear(size);
}

/* v := V x over its largest entry. */
static void find_vector(acb_ptr v, const eigen_proof *p, mag_srcptr x, int i) {
    int n = p->guess->n, largest = 0;
    mag_t size, most;
    mag_init(size);
    mag_init(most);
    for (int row = 0; row < n; row++) {
        acb_set(&v[row], acb_mat_entry(p->basis, row, p->block[i].first));
        bound_sum(size, p, p->basis, row, x, i);
        acb_add_error_mag(&v[row], size);
        acb_get_mag_lower(size, &v[row]);
        if (mag_cmp(size, most) > 0) {
            mag_set(most, size);
            largest = row;
        }
    }
    for (int row = 0; row < n; row++)
        if (row != largest) acb_div(&v[row], &v[row], &v[largest], p->guess->prec);
    acb_div(&v[largest], &v[largest], &v[largest], p->guess->prec);
    if (acb_is_finite(&v[largest])) acb_one(&v[largest]);
    for (int row = 0; row < n && p->block[i].mate == i; row++) arb_zero(acb_imagref(&v[row]));
    mag_clear(size);
    mag_clear(most);
}

/* ---- the result ---- */

/* What is known of the eigenvalues in a disc and in its mate. */
typedef struct eigen_answer {
    acb_t value;    /* not below the real axis where there is a mate */
    acb_ptr vector; /* n entries, or NULL */
    int size;
    bool is_pair;
} eigen_answer;

static void answer_simple(eigen_answer *answer, const eigen_proof *p, int c, bool with_vectors) {
    const eigen_block *b = &p->block[c];
    mag_ptr x = _mag_vec_init(p->count);
    mag_t error;
    mag_init(error);
    bound_parts(x, p, c);
    bound_sum(error, p, p->d, b->first, x, c);
    bool is_closer = mag_cmp(error, b->radius) <= 0;
    if (is_closer) acb_set(answer->value, acb_mat_entry(p->d, b->first, b->first));
    else acb_set(answer->value, b->centre);
    acb_add_error_mag(answer->value, is_closer ? error : b->radius);
    if (b->mate == c) arb_zero(acb_imagref(answer->value));
    if (with_vectors) find_vector(answer->vector, p, x, c);
    mag_clear(error);
    _mag_vec_clear(x, p->count);
}

static void answer_cluster(eigen_answer *answer, const eigen_proof *p, int c) {
    const eigen_block *b = &p->block[c];
    acb_set(answer->value, b->centre);
    if (b->mate == c) arb_zero(acb_imagref(answer->value)); /* the square around 0 holds what is in both discs */
    acb_add_error_mag(answer->value, b->radius);
    if (answer->vector != NULL) _acb_vec_indeterminate(answer->vector, p->guess->n);
}

static int compare_answers(const void *a, const void *b) {
    const eigen_answer *x = a, *y = b;
    int order = arf_cmp(arb_midref(acb_realref(x->value)), arb_midref(acb_realref(y->value)));
    if (order != 0) return order;
    return arf_cmpabs(arb_midref(acb_imagref(x->value)), arb_midref(acb_imagref(y->value)));
}

/* Places an answer from eigenvalue `at` on. */
static void write_answer(nh_ball_eigen *r, int at, const eigen_answer *answer, bool conjugated, slong prec) {
    for (int k = at; k < at + answer->size; k++) {
        r->multiplicity[k] = answer->size;
        arb_set_round(nh_arb(&r->re[k]), acb_realref(answer->value), prec);
        arb_set_round(nh_arb(&r->im[k]), acb_imagref(answer->value), prec);
        if (conjugated) nh_ball_neg(&r->im[k], &r->im[k]);
        for (int i = 0; answer->vector != NULL && i < r->n; i++) {
            nh_ball *im = &r->vector_im[i + k * r->n];
            arb_set_round(nh_arb(&r->vector_re[i + k * r->n]), acb_realref(&answer->vector[i]), prec);
            arb_set_round(nh_arb(im), acb_imagref(&answer->vector[i]), prec);
            if (conjugated) nh_ball_neg(im, im);
        }
    }
}

static void write_result(nh_ball_eigen *r, const eigen_proof *p, bool with_vectors, slong prec) {
    eigen_answer *answers = nh_guard_alloc((size_t)p->count, sizeof *answers);
    int count = 0, at = 0;
    for (int c = 0; c < p->count; c++) {
        const eigen_block *b = &p->block[c];
        if (b->mate != c && arf_sgn(arb_midref(acb_imagref(b->centre))) < 0) continue;
        eigen_answer *answer = &answers[count++];
        *answer = (eigen_answer){.size = b->size, .is_pair = b->mate != c};
        acb_init(answer->value);
        if (with_vectors) answer->vector = _acb_vec_init(r->n);
        if (b->size == 1) answer_simple(answer, p, c, with_vectors);
        else answer_cluster(answer, p, c);
    }
    qsort(answers, (size_t)count, sizeof *answers, compare_answers);
    for (int k = 0; k < count; k++) {
        for (int half = 0; half <= answers[k].is_pair; half++) {
            write_answer(r, at, &answers[k], half == 1, prec);
            at += answers[k].size;
        }
        acb_clear(answers[k].value);
        if (with_vectors) _acb_vec_clear(answers[k].vector, r->n);
    }
    NH_ASSERT(at == r->n);
    nh_guard_free(answers);
}

/* ---- from outside ---- */

static nh_ball_eigen make_result(int n, bool with_vectors) {
    size_t count = (size_t)n;
    nh_ball_eigen r = {.n = n, .re = nh_balls_new(count), .im = nh_balls_new(count)};
    r.multiplicity = nh_guard_alloc(count, sizeof *r.multiplicity);
    if (!with_vectors) return r;
    r.vector_re = nh_balls_new(count * count);
    r.vector_im = nh_balls_new(count * count);
    return r;
}

void nh_ball_eigen_free(nh_ball_eigen *r) {
    size_t count = (size_t)r->n;
    nh_balls_free(r->re, count);
    nh_balls_free(r->im, count);
    nh_guard_free(r->multiplicity);
    if (r->vector_re != NULL) nh_balls_free(r->vector_re, count * count);
    if (r->vector_im != NULL) nh_balls_free(r->vector_im, count * count);
}

bool nh_ball_eigen_find(nh_ball_eigen *r, const nh_ball *a, int n, bool with_vectors, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(n >= 0);
    for (int k = 0; k < n * n; k++)
        if (!nh_ball_is_finite(&a[k])) return false;
    nh_eigen_guess guess;
    eigen_proof proof;
    nh_eigen_guess_init(&guess, a, n, prec);
    *r = make_result(n, with_vectors);
    /* Each round leaves fewer groups. One alone has the unit matrix as a basis, and one disc. */
    for (bool done = n == 0; !done;) {
        nh_guard_poll();
        if (!begin_proof(&proof, &guess)) {
            nh_eigen_guess_join(&guess, NULL);
            continue;
        }
        proof.prec = prec;
        done = settle_groups(&proof, &guess);
        if (done) write_result(r, &proof, with_vectors, prec);
        end_proof(&proof);
    }
    nh_eigen_guess_clear(&guess);
    return true;
}

bool nh_ball_eigen_roots(nh_ball_eigen *r, const nh_ball *coefficients, int degree, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(degree >= 0);
    size_t n = (size_t)degree;
    const nh_ball *leading = &coefficients[degree];
    if (nh_ball_is_zero(leading) != NH_NO) return false;
    /* the companion matrix: 1 below the diagonal, -c_i / c_n in the last column */
    nh_ball *a = nh_balls_new(n * n);
    for (size_t i = 0; i < n; i++) {
        nh_ball *last = &a[i + (n - 1) * n];
        if (i > 0) nh_ball_set_int(&a[i + (i - 1) * n], 1);
        nh_ball_div(last, &coefficients[i], leading, FLINT_MIN(2 * prec + 64, NH_BALL_PREC_MAX));
        nh_ball_neg(last, last);
    }
    bool is_found = nh_ball_eigen_find(r, a, degree, false, prec);
    nh_balls_free(a, n * n);
    return is_found;
}

nh_ball_eigen_signs nh_ball_eigen_count(const nh_ball_eigen *r) {
    nh_ball_eigen_signs signs = {0};
    for (int k = 0; k < r->n; k++) {
        bool is_certain;
        int sign = nh_ball_sign_of(&r->re[k], &is_certain);
        int *count = !is_certain ? &signs.unknown
                     : sign < 0  ? &signs.negative
                     : sign > 0  ? &signs.positive
                                 : &signs.zero;
        ++*count;
    }
    return signs;
}

nh_truth nh_ball_eigen_all_negative(const nh_ball_eigen *r) {
    nh_ball_eigen_signs signs = nh_ball_eigen_count(r);
    if (signs.zero > 0 || signs.positive > 0) return NH_NO;
    return signs.unknown > 0 ? NH_UNKNOWN : NH_YES;
}

nh_truth nh_ball_eigen_some_positive(const nh_ball_eigen *r) {
    nh_ball_eigen_signs signs = nh_ball_eigen_count(r);
    if (signs.positive > 0) return NH_YES;
    return signs.unknown > 0 ? NH_UNKNOWN : NH_NO;
}
