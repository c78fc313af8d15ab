/* Interval Newton, by Krawczyk's operator.
 *
 * For a box x with midpoint m and radii r, and any matrix C, every root in x lies in
 *     K(x) = m - C f(m) + (1 - C J) (x - m),  J containing f'(y) for all y in x,
 * by the mean value theorem in each component. K(x) in the interior of x gives |1 - C J| r < r, hence C and all
 * matrices in J are regular (at most one root), and y -> y - C f(y) maps x into itself (Brouwer: at least one).
 * R. Krawczyk, Computing 4 (1969) 187; R. E. Moore, SIAM J. Numer. Anal. 14 (1977) 611. */
#include "num/newton.h"

#include "num/ball/ball_private.h"

#define PROOF_PREC_FIRST 64
#define PROOF_PREC_LAST 4096 /* a root that has no proof here is multiple, or far away */
#define ITERATIONS_MAX 60    /* at one precision: linear convergence from 2^60 to 1 */
#define NARROWINGS_MAX 64

typedef struct problem {
    int n;
    nh_ball_system system;
    void *user;
    nh_ball *f;        /* n */
    nh_ball *jacobian; /* n x n */
    nh_ball *middle;   /* n: the midpoint, exact */
    nh_ball *image;    /* n: K(x), or a step */
} problem;

static problem problem_new(int n, nh_ball_system system, void *user) {
    size_t count = (size_t)n;
    return (problem){.n = n,
                     .system = system,
                     .user = user,
                     .f = nh_balls_new(count),
                     .jacobian = nh_balls_new(count * count),
                     .middle = nh_balls_new(count),
                     .image = nh_balls_new(count)};
}

static void problem_free(problem *p) {
    size_t count = (size_t)p->n;
    nh_balls_free(p->f, count);
    nh_balls_free(p->jacobian, count * count);
    nh_balls_free(p->middle, count);
    nh_balls_free(p->image, count);
}

static bool all_finite(const nh_ball *a, int count) {
    for (int i = 0; i < count; i++)
        if (!nh_ball_is_finite(&a[i])) return false;
    return true;
}

static void set_middle(const problem *p, const nh_ball *x) {
    for (int i = 0; i < p->n; i++) arb_get_mid_arb(nh_arb(&p->middle[i]), nh_arb_const(&x[i]));
}

/* f and, if requested, the Jacobian at x; false when they are not all defined. */
static bool evaluate_system(const problem *p, const nh_ball *x, bool with_jacobian, int prec) {
    if (!p->system(p->user, p->f, with_jacobian ? p->jacobian : NULL, x, prec)) return false;
    return all_finite(p->f, p->n) && (!with_jacobian || all_finite(p->jacobian, p->n * p->n));
}

static bool excludes_zero(const nh_ball *f, int n) {
    for (int i = 0; i < n; i++)
        if (nh_ball_is_zero(&f[i]) == NH_NO) return true;
    return false;
}

static void get_jacobian(arb_mat_t m, const problem *p) {
    for (slong j = 0; j < p->n; j++)
        for (slong i = 0; i < p->n; i++) arb_set(arb_mat_entry(m, i, j), nh_arb_const(&p->jacobian[i + j * p->n]));
}

/* The column of balls as a matrix with one column. */
static void get_column(arb_mat_t m, const nh_ball *a, int n) {
    for (slong i = 0; i < n; i++) arb_set(arb_mat_entry(m, i, 0), nh_arb_const(&a[i]));
}

/* image := K(x), from f at the midpoint and the Jacobian over x; false when no C is found. The matrices are: c, at
 * first the Jacobian, then C; rest, 1 - C J; spread, x - m; value, f(m) and then C f(m). */
static bool apply_krawczyk(const problem *p, const nh_ball *x, slong prec) {
    arb_mat_t c, rest, spread, value;
    arb_mat_init(c, p->n, p->n);
    arb_mat_init(rest, p->n, p->n);
    arb_mat_init(spread, p->n, 1);
    arb_mat_init(value, p->n, 1);
    get_jacobian(rest, p);
    get_column(spread, x, p->n);
    get_column(value, p->f, p->n);
    for (slong i = 0; i < p->n; i++) arf_zero(arb_midref(arb_mat_entry(spread, i, 0)));
    bool is_regular = arb_mat_approx_inv(c, rest, prec) && arb_mat_is_finite(c);
    if (is_regular) {
        arb_mat_get_mid(c, c);
        arb_mat_mul(rest, c, rest, prec);
        arb_mat_neg(rest, rest);
        for (slong i = 0; i < p->n; i++) arb_add_ui(arb_mat_entry(rest, i, i), arb_mat_entry(rest, i, i), 1, prec);
        arb_mat_mul(spread, rest, spread, prec); /* NOLINT(readability-suspicious-call-argument): they are meant so */
        arb_mat_mul(value, c, value, prec);
        arb_mat_sub(spread, spread, value, prec);
        for (slong i = 0; i < p->n; i++)
            arb_add(nh_arb(&p->image[i]), nh_arb(&p->middle[i]), arb_mat_entry(spread, i, 0), prec);
    }
    arb_mat_clear(c);
    arb_mat_clear(rest);
    arb_mat_clear(spread);
    arb_mat_clear(value);
    return is_regular && all_finite(p->image, p->n);
}

/* x := the part of x in the image. It must not grow by rounding, so that what was proved of x stays true. */
static void cut_box(const problem *p, nh_ball *x, slong prec) {
    arb_t part;
    arb_init(part);
    for (int i = 0; i < p->n; i++) {
        nh_arb_common(part, nh_arb(&x[i]), nh_arb(&p->image[i]), prec);
        if (arb_contains(nh_arb(&x[i]), part)) arb_swap(nh_arb(&x[i]), part);
    }
    arb_clear(part);
}

/* What the image says about x. */
static nh_newton_result compare_image(const problem *p, nh_ball *x, slong prec) {
    bool is_inside = true;
    for (int i = 0; i < p->n; i++) {
        if (!nh_ball_overlaps(&x[i], &p->image[i])) return NH_NEWTON_NONE;
        if (!arb_contains_interior(nh_arb(&x[i]), nh_arb(&p->image[i]))) is_inside = false;
    }
    cut_box(p, x, prec);
    return is_inside ? NH_NEWTON_PROVED : NH_NEWTON_OPEN;
}

static nh_newton_result take_step(const problem *p, nh_ball *x, int prec) {
    nh_guard_poll();
    if (!all_finite(x, p->n) || !evaluate_system(p, x, true, prec)) return NH_NEWTON_OPEN;
    if (excludes_zero(p->f, p->n)) return NH_NEWTON_NONE;
    set_middle(p, x);
    if (!evaluate_system(p, p->middle, false, prec) || !apply_krawczyk(p, x, prec)) return NH_NEWTON_OPEN;
    return compare_image(p, x, prec);
}

nh_newton_result nh_newton_step(nh_ball *x, int n, nh_ball_system system, void *user, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(n >= 0);
    if (n == 0) return NH_NEWTON_PROVED;
    problem p = problem_new(n, system, user);
    nh_newton_result result = take_step(&p, x, prec);
    problem_free(&p);
    return result;
}

/* image := the step of Newton's method from the midpoint, approximately. */
static bool newton_correction(const problem *p, int prec) {
    arb_mat_t jacobian, value;
    if (!evaluate_system(p, p->middle, true, prec)) return false;
    arb_mat_init(jacobian, p->n, p->n);
    arb_mat_init(value, p->n, 1);
    get_jacobian(jacobian, p);
    get_column(value, p->f, p->n);
    bool is_regular = arb_mat_approx_solve(value, jacobian, value, prec) != 0;
    for (slong i = 0; is_regular && i < p->n; i++) arb_get_mid_arb(nh_arb(&p->image[i]), arb_mat_entry(value, i, 0));
    arb_mat_clear(jacobian);
    arb_mat_clear(value);
    return is_regular && all_finite(p->image, p->n);
}

/* The greatest of the absolute values; upwards. */
static void greatest_size(mag_t r, const nh_ball *a, int n) {
    mag_t size;
    mag_init(size);
    mag_zero(r);
    for (int i = 0; i < n; i++) {
        arb_get_mag(size, nh_arb_const(&a[i]));
        mag_max(r, r, size);
    }
    mag_clear(size);
}

/* Newton's method in the midpoint while its steps become smaller; the last one, not taken, stays in the image. first,
 * unless it is set already, becomes the size of the first step. */
static bool iterate_midpoint(const problem *p, mag_t first, int prec) {
    mag_t size, last;
    mag_init(size);
    mag_init(last);
    mag_inf(last);
    bool is_defined = newton_correction(p, prec);
    for (int i = 0; is_defined && i < ITERATIONS_MAX; i++) {
        nh_guard_poll();
        greatest_size(size, p->image, p->n);
        if (mag_is_inf(first)) mag_set(first, size);
        if (mag_cmp(size, last) >= 0 || mag_is_zero(size)) break;
        mag_set(last, size);
        for (int j = 0; j < p->n; j++)
            arf_sub(arb_midref(nh_arb(&p->middle[j])), arb_midref(nh_arb(&p->middle[j])),
                    arb_midref(nh_arb(&p->image[j])), prec, ARF_RND_NEAR);
        is_defined = newton_correction(p, prec);
    }
    mag_clear(size);
    mag_clear(last);
    return is_defined;
}

/* x := the midpoint with radii of a few times the last step, and of half the digits: there the function is nearly
 * linear, and rounding is far away. */
static void make_box(const problem *p, nh_ball *x, slong prec) {
    mag_t radius, rounding;
    mag_init(radius);
    mag_init(rounding);
    for (int i = 0; i < p->n; i++) {
        arb_get_mag(rounding, nh_arb(&p->middle[i]));
        if (mag_cmp_2exp_si(rounding, 0) < 0) mag_one(rounding);
        mag_mul_2exp_si(rounding, rounding, -prec / 2);
        arb_get_mag(radius, nh_arb(&p->image[i]));
        mag_mul_2exp_si(radius, radius, 2);
        mag_add(radius, radius, rounding);
        arb_set(nh_arb(&x[i]), nh_arb(&p->middle[i]));
        arb_add_error_mag(nh_arb(&x[i]), radius);
    }
    mag_clear(radius);
    mag_clear(rounding);
}

/* Whether no component of x is further from that of start than twice the first step, as Kantorovich's theorem promises
 * for a start that is near enough; a root beyond is not the one that was meant. */
static bool is_near(const problem *p, const nh_ball *x, const nh_ball *start, const mag_t first) {
    arb_t distance;
    mag_t far;
    arb_init(distance);
    mag_init(far);
    bool near = true;
    for (int i = 0; near && i < p->n; i++) {
        arb_get_mid_arb(distance, nh_arb_const(&start[i]));
        arb_sub(distance, nh_arb_const(&x[i]), distance, PROOF_PREC_FIRST);
        arb_get_mag_lower(far, distance);
        mag_mul_2exp_si(far, far, -1);
        near = mag_cmp(far, first) <= 0;
    }
    arb_clear(distance);
    mag_clear(far);
    return near;
}

/* A box around one root near the midpoints of start, and the precision at which it was proved; 0 when it was not. */
static int find_box(const problem *p, nh_ball *x, const nh_ball *start) {
    int found = 0;
    mag_t first;
    mag_init(first);
    mag_inf(first);
    set_middle(p, start);
    for (int prec = PROOF_PREC_FIRST; found == 0 && prec <= PROOF_PREC_LAST; prec *= 2) {
        if (!iterate_midpoint(p, first, prec)) {
            set_middle(p, start);
            continue;
        }
        make_box(p, x, prec);
        if (take_step(p, x, prec) == NH_NEWTON_PROVED) found = prec;
    }
    if (found != 0 && !is_near(p, x, start, first)) found = 0;
    mag_clear(first);
    return found;
}

/* Whether each radius is at most 2^-bits of the value, or of 1 for smaller ones. */
static bool is_narrow(const nh_ball *x, int n, slong bits) {
    mag_t size;
    bool narrow = true;
    mag_init(size);
    for (int i = 0; narrow && i < n; i++) {
        arb_get_mag_lower(size, nh_arb_const(&x[i]));
        if (mag_cmp_2exp_si(size, 0) < 0) mag_one(size);
        mag_mul_2exp_si(size, size, -bits);
        narrow = mag_cmp(arb_radref(nh_arb_const(&x[i])), size) <= 0;
    }
    mag_clear(size);
    return narrow;
}

/* Steps with rising precision; each squares the error, until rounding stops it. */
static bool narrow_box(const problem *p, nh_ball *x, int bits, int prec) {
    for (int i = 0; i < NARROWINGS_MAX; i++) {
        if (is_narrow(x, p->n, bits)) return true;
        int enough = bits + PROOF_PREC_FIRST;
        prec = prec < enough / 2 ? 2 * prec : prec < enough ? enough : prec + prec / 2;
        if (prec > NH_BALL_PREC_MAX || take_step(p, x, prec) == NH_NEWTON_NONE) return false;
    }
    return is_narrow(x, p->n, bits);
}

nh_newton_result nh_newton_certify(nh_ball *x, int n, nh_ball_system system, void *user, int digits) {
    NH_ASSERT(nh_guard_inside() && n >= 0 && digits >= 1 && digits <= NH_NEWTON_DIGITS_MAX);
    if (n == 0) return NH_NEWTON_PROVED;
    int bits = (int)((digits * INT64_C(33220)) / 10000) + 1; /* log2(10) = 3.32193 */
    problem p = problem_new(n, system, user);
    nh_ball *box = nh_balls_new((size_t)n);
    int prec = all_finite(x, n) ? find_box(&p, box, x) : 0;
    bool proved = prec != 0 && narrow_box(&p, box, bits, prec);
    for (int i = 0; proved && i < n; i++) arb_swap(nh_arb(&x[i]), nh_arb(&box[i]));
    nh_balls_free(box, (size_t)n);
    problem_free(&p);
    return proved ? NH_NEWTON_PROVED : NH_NEWTON_OPEN;
}
