/* The rolling disc, from its energies to its accelerations. */
#include "disc.h"

#include "expr/calculus/calculus.h"

const double disc_parameters[DISC_PARAMETERS] = {1.5, 0.75, 0.25, 0.5, 9.8125};

const char disc_text[] =
    "system \"Rolling disc\"\n"
    "param m = 1.5, R = 0.75, I1 = 0.25, I2 = 0.5, g = 9.8125\n"
    "coord x, y, psi, phi, theta\n"
    "kinetic m/2*(x'^2 + y'^2 + R^2*theta'^2 + R^2*phi'^2*sin(theta)^2)\n"
    "    - m*R*(theta'*cos(theta)*(x'*sin(phi) - y'*cos(phi)) + phi'*sin(theta)*(x'*cos(phi) + y'*sin(phi)))\n"
    "    + I1/2*(theta'^2 + phi'^2*cos(theta)^2) + I2/2*(psi' - phi'*sin(theta))^2\n"
    "potential m*g*R*cos(theta)\n"
    "constraint along: x' = R*cos(phi)*psi'\n"
    "constraint across: y' = R*sin(phi)*psi'\n";

enum { X, Y, PSI, PHI, THETA, COORDINATES, FREE = 3 };
enum { M, R, I1, I2, G };

typedef struct disc {
    nh_pool *pool;
    nh_expr q[COORDINATES], v[COORDINATES], p[DISC_PARAMETERS];
    nh_expr kinetic, potential;
} disc;

static nh_expr times(disc *d, nh_expr a, nh_expr b) {
    return nh_expr_mul(d->pool, a, b);
}

static nh_expr square(disc *d, nh_expr a) {
    return nh_expr_pow_int(d->pool, a, 2);
}

static nh_expr half(disc *d, nh_expr a) {
    return nh_expr_scale(d->pool, nh_rat_make(1, 2), a);
}

static nh_expr sine(disc *d, int i) {
    return nh_expr_apply1(d->pool, NH_EXPR_SIN, d->q[i]);
}

static nh_expr cosine(disc *d, int i) {
    return nh_expr_apply1(d->pool, NH_EXPR_COS, d->q[i]);
}

static void name_symbols(disc *d) {
    static const char *const names[] = {"x", "y", "psi", "phi", "theta"}, *const parameters[] = {"m", "R", "I1", "I2",
                                                                                                 "g"};
    for (int i = 0; i < COORDINATES; i++) {
        d->q[i] = nh_expr_symbol_text(d->pool, NH_ROLE_COORDINATE, names[i]);
        d->v[i] = nh_expr_dot(d->pool, d->q[i]);
    }
    for (int i = 0; i < DISC_PARAMETERS; i++) d->p[i] = nh_expr_symbol_text(d->pool, NH_ROLE_PARAMETER, parameters[i]);
}

/* T = m/2 (x'^2 + y'^2 + R^2 th'^2 + R^2 ph'^2 sin^2 th)
 *   - m R (th' cos th (x' sin ph - y' cos ph) + ph' sin th (x' cos ph + y' sin ph))
 *   + I1/2 (th'^2 + ph'^2 cos^2 th) + I2/2 (ps' - ph' sin th)^2,   V = m g R cos th */
static void set_energies(disc *d) {
    nh_pool *pool = d->pool;
    nh_expr st = sine(d, THETA), ct = cosine(d, THETA), sp = sine(d, PHI), cp = cosine(d, PHI), *v = d->v, *p = d->p;
    nh_expr speed[] = {square(d, v[X]), square(d, v[Y]), times(d, square(d, p[R]), square(d, v[THETA])),
                       times(d, square(d, p[R]), square(d, times(d, v[PHI], st)))};
    nh_expr across = nh_expr_sub(pool, times(d, v[X], sp), times(d, v[Y], cp));
    nh_expr along = nh_expr_add(pool, times(d, v[X], cp), times(d, v[Y], sp));
    nh_expr mixed = nh_expr_add(pool, times(d, times(d, v[THETA], ct), across), times(d, times(d, v[PHI], st), along));
    nh_expr spin = nh_expr_sub(pool, v[PSI], times(d, v[PHI], st));
    nh_expr tilt = nh_expr_add(pool, square(d, v[THETA]), square(d, times(d, v[PHI], ct)));
    nh_expr terms[] = {half(d, times(d, p[M], nh_expr_sum(pool, 4, speed))),
                       nh_expr_neg(pool, times(d, times(d, p[M], p[R]), mixed)), half(d, times(d, p[I1], tilt)),
                       half(d, times(d, p[I2], square(d, spin)))};
    d->kinetic = nh_expr_sum(pool, 4, terms);
    d->potential = times(d, times(d, p[M], p[G]), times(d, p[R], ct));
}

/* q' = B u for u = (psi', phi', theta'). */
static void set_directions(disc *d, nh_expr b[COORDINATES][FREE]) {
    for (int i = 0; i < COORDINATES; i++)
        for (int k = 0; k < FREE; k++) b[i][k] = i == PSI + k ? NH_EXPR_ONE : NH_EXPR_ZERO;
    b[X][0] = times(d, d->p[R], cosine(d, PHI));
    b[Y][0] = times(d, d->p[R], sine(d, PHI));
}

/* The velocities x', y' by the free ones, everywhere in e. */
static nh_expr on_constraint(disc *d, nh_expr e, nh_expr b[COORDINATES][FREE]) {
    nh_expr from[] = {d->v[X], d->v[Y]};
    nh_expr to[] = {times(d, b[X][0], d->v[PSI]), times(d, b[Y][0], d->v[PSI])};
    return nh_expr_substitute(d->pool, e, 2, from, to, true);
}

/* h_i = sum_j d^2 T/dq'_i dq_j q'_j - dT/dq_i + dV/dq_i + sum_j M_ij (B' u)_j: the equation i without its B u' part. */
static nh_expr rest_of(disc *d, int i, nh_expr b[COORDINATES][FREE]) {
    nh_pool *pool = d->pool;
    nh_expr momentum = nh_expr_diff(pool, d->kinetic, d->v[i]);
    nh_expr sum = nh_expr_sub(pool, nh_expr_diff(pool, d->potential, d->q[i]), nh_expr_diff(pool, d->kinetic, d->q[i]));
    for (int j = 0; j < COORDINATES; j++) {
        nh_expr mass = nh_expr_diff(pool, momentum, d->v[j]);
        sum = nh_expr_add(pool, sum, times(d, nh_expr_diff(pool, momentum, d->q[j]), d->v[j]));
        for (int k = 0; k < FREE; k++) {
            nh_expr rate = nh_expr_total_derivative(pool, b[j][k]);
            sum = nh_expr_add(pool, sum, times(d, mass, times(d, rate, d->v[PSI + k])));
        }
    }
    return sum;
}

/* B^T M B u' = -B^T h */
static void set_equations(disc *d, nh_expr mass[FREE * FREE], nh_expr right[FREE]) {
    nh_pool *pool = d->pool;
    nh_expr b[COORDINATES][FREE], h[COORDINATES];
    set_directions(d, b);
    for (int i = 0; i < COORDINATES; i++) h[i] = on_constraint(d, rest_of(d, i, b), b);
    for (int k = 0; k < FREE; k++) {
        right[k] = NH_EXPR_ZERO;
        for (int i = 0; i < COORDINATES; i++) right[k] = nh_expr_sub(pool, right[k], times(d, b[i][k], h[i]));
        for (int l = 0; l < FREE; l++) {
            nh_expr sum = NH_EXPR_ZERO;
            for (int i = 0; i < COORDINATES; i++)
                for (int j = 0; j < COORDINATES; j++) {
                    nh_expr entry = nh_expr_diff(pool, nh_expr_diff(pool, d->kinetic, d->v[i]), d->v[j]);
                    sum = nh_expr_add(pool, sum, times(d, times(d, b[i][k], b[j][l]), entry));
                }
            mass[k + l * FREE] = sum;
        }
    }
}

nh_tape *disc_tape(nh_arena *arena, nh_pool *pool) {
    disc d = {.pool = pool};
    nh_expr mass[FREE * FREE], right[FREE];
    nh_value m[FREE * FREE], u[FREE];
    name_symbols(&d);
    set_energies(&d);
    set_equations(&d, mass, right);
    nh_expr inputs[] = {d.q[PHI], d.q[THETA], d.v[PSI], d.v[PHI], d.v[THETA]};
    nh_tape_def def = {DISC_INPUTS, inputs, DISC_PARAMETERS, d.p, 0, NULL, 0};
    nh_builder *builder = nh_builder_create(arena, pool, &def);
    nh_build_exprs(builder, FREE * FREE, mass, m);
    nh_build_exprs(builder, FREE, right, u);
    nh_build_ldl ldl = nh_build_ldl_factor(builder, arena, FREE, m, NULL);
    nh_build_ldl_solve(builder, &ldl, u);
    for (int k = 0; k < FREE; k++) nh_build_output(builder, u[k]);
    return nh_builder_finish(builder);
}
