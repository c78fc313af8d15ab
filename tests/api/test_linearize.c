/* Linearised equations and stability through the public interface: published numbers, formulas, and wrong calls. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/linearize.h>

#include "support.h"

typedef struct answer {
    nh_model *model;
    nh_linearize *linear;
    const nh_linearize_info *info;
    nh_status status;
} answer;

static answer linearize_text(nh_context *context, const char *text, size_t count, const char *const *set, size_t inits,
                             const char *const *init) {
    answer a = {.status = NH_OK};
    nh_read_def def = nh_default_read();
    def.set = (nh_strings){set, count};
    def.init = (nh_strings){init, inits};
    if (nh_model_read(context, &def, text, strlen(text), &a.model) != NH_OK)
        fail_msg("%s", nh_context_diag(context, 0)->sentence);
    nh_linearize_def how = nh_default_linearize();
    a.status = nh_linearize_make(a.model, &how, &a.linear);
    a.info = nh_linearize_get(a.linear);
    return a;
}

static void free_answer(answer *a) {
    nh_linearize_destroy(a->linear);
    nh_model_destroy(a->model);
}

/* Exactly one eigenvalue of the list is this, to the relative tolerance and within its own radius of that. */
static void expect_eigenvalue(const nh_linearize_info *info, double re, double im, double tolerance) {
    size_t found = 0;
    for (size_t i = 0; i < info->eigenvalues; i++) {
        const nh_eigenvalue *e = &info->eigenvalue[i];
        found += hypot(e->re - re, e->im - im) <= tolerance * fmax(1, hypot(re, im));
        assert_true(e->radius < 1e-13 * fmax(1, hypot(e->re, e->im)));
    }
    if (found != 1) fail_msg("%zu times %.15g + %.15g i", found, re, im);
}

static void expect_verdict(const nh_linearize_info *info, const char *verdict) {
    if (strcmp(info->verdict, verdict) != 0) fail_msg("%s, not %s", info->verdict, verdict);
}

static size_t explained_zeros(const nh_linearize_info *info) {
    size_t count = 0;
    for (size_t i = 0; i < info->eigenvalues; i++)
        if (info->eigenvalue[i].is_explained) count += info->eigenvalue[i].multiplicity;
    return count;
}

/* ---- the bicycle ---- */

/* Meijaard, Papadopoulos, Ruina, Schwab 2007, table 2: weave (a pair, or at rest two), capsize, castering. */
static const double speeds[][5] = {
    {1, 3.52696170990070, 0.80774027519930, -3.13423125066578, -7.11008014637442},
    {2, 2.68234517512745, 1.68066296590675, -3.07158645641514, -8.67387984831735},
    {3, 1.70675605663975, 2.31582447384325, -2.63366137253667, -10.35101467245920},
    {4, 0.41325331521125, 3.07910818603206, -1.42944427361326, -12.15861426576447},
    {5, -0.77534188219585, 4.46486771378823, -0.32286642900409, -14.07838969279822},
    {6, -1.52644486584142, 5.87673060598709, -0.00406690076970, -16.08537123098026},
    {7, -2.13875644258362, 7.19525913329805, 0.10268170574766, -18.15788466125262},
    {8, -2.69348683581097, 8.46037971396931, 0.14327879765713, -20.27940894394569},
    {9, -3.21675402252485, 9.69377351531791, 0.15790184030917, -22.43788559040858},
    {10, -3.72016840437287, 10.90681139476287, 0.16105338653172, -24.62459635017404},
};

static answer linearize_bicycle(nh_context *context, double v) {
    char speed[32];
    (void)snprintf(speed, sizeof speed, "v=%g", v);
    const char *set[] = {speed, "push=0"};
    return linearize_text(context, nh_builtin_find("bicycle")->text, 2, set, 0, NULL);
}

static void test_bicycle(void **unused) {
    (void)unused;
    static const double K0[] = {-80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618};
    static const double K2[] = {0, 76.59734589573222, 0, 2.65431523794604};
    static const double M[] = {80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686};
    static const double C1[] = {0, 33.86641391492494, -0.85035641456978, 1.68540397397560};
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        const double *row = speeds[i];
        answer a = linearize_bicycle(context, row[0]);
        assert_int_equal(a.status, NH_OK);
        expect_eigenvalue(a.info, row[1], row[2], 1e-12);
        expect_eigenvalue(a.info, row[1], -row[2], 1e-12);
        expect_eigenvalue(a.info, row[3], 0, 1e-12);
        expect_eigenvalue(a.info, row[4], 0, 1e-12);
        expect_verdict(a.info, row[0] > 4.3 && row[0] < 6.02 ? "asymptotically stable" : "unstable");
        assert_int_equal(a.info->coordinates, 2);
        assert_string_equal(a.info->coordinate[0], "lean");
        assert_string_equal(a.info->coordinate[1], "steer");
        assert_int_equal(explained_zeros(a.info), 6); /* x, y, yaw, both wheels, the speed */
        for (size_t k = 0; k < 4; k++) {
            assert_true(fabs(a.info->M[k] - M[k]) < 1e-13 * 81);
            assert_true(fabs(a.info->C[k] - row[0] * C1[k]) < 1e-13 * 34 * row[0]);
            assert_true(fabs(a.info->K[k] - 9.81 * K0[k] - row[0] * row[0] * K2[k]) < 1e-13 * 8000);
        }
        free_answer(&a);
    }
    answer rest = linearize_bicycle(context, 0);
    expect_eigenvalue(rest.info, 3.13164324790656, 0, 1e-12);
    expect_eigenvalue(rest.info, -3.13164324790656, 0, 1e-12);
    expect_eigenvalue(rest.info, 5.53094371765393, 0, 1e-12);
    expect_eigenvalue(rest.info, -5.53094371765393, 0, 1e-12);
    assert_string_equal(rest.info->kind, "equilibrium");
    free_answer(&rest);
    nh_context_destroy(context);
}

/* ---- modes ---- */

/* (lambda^2 M + lambda C + K) x = 0 for the parts of the coordinates, and the others are lambda times these. */
static void test_modes_of_bicycle(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    for (double v = 1; v <= 10; v += 3) {
        answer a = linearize_bicycle(context, v);
        const nh_linearize_info *info = a.info;
        assert_int_equal(info->modes, 3); /* weave, capsize, castering */
        assert_int_equal(info->shape, 2);
        for (size_t k = 0; k < info->modes; k++) {
            const nh_mode *mode = &info->mode[k];
            const nh_eigenvalue *e = &info->eigenvalue[mode->eigenvalue];
            double complex lambda = e->re + e->im * I;
            assert_true(e->im >= 0 && !e->is_explained && mode->part[mode->largest].re == 1);
            for (size_t i = 0; i < 2; i++) {
                double complex sum = 0;
                double size = 0;
                for (size_t j = 0; j < 2; j++) {
                    double complex x = mode->part[j].re + mode->part[j].im * I;
                    double complex entry[] = {lambda * lambda * info->M[2 * i + j], lambda * info->C[2 * i + j],
                                              info->K[2 * i + j]};
                    for (size_t l = 0; l < 3; l++) sum += entry[l] * x, size += cabs(entry[l] * x);
                }
                assert_true(cabs(sum) < 1e-13 * size);
                size_t rate = info->states;
                while (rate-- > 0 && strncmp(info->state_name[rate], info->state_name[i], 4) != 0) continue;
                double complex x = mode->part[i].re + mode->part[i].im * I;
                double complex u = mode->part[rate].re + mode->part[rate].im * I;
                assert_true(rate > 1 && cabs(u - lambda * x) < 1e-13 * (1 + cabs(u)));
                assert_true(mode->part[i].radius < 1e-15 && cabs(x) < 1 + 1e-9);
            }
        }
        free_answer(&a);
    }
    nh_context_destroy(context);
}

static void expect_part(const nh_mode *mode, size_t i, double re, double im) {
    const nh_mode_part *part = &mode->part[i];
    if (!(hypot(part->re - re, part->im - im) <= part->radius + 1e-16) || part->radius > 1e-15)
        fail_msg("part %zu: %.17g + %.17g i within %g", i, part->re, part->im, part->radius);
}

/* Two masses between three springs, lambda^2 = -1, -3; an overdamped one; and one in a plane, whose eigenvalues are
 * double: a cluster has no vector. */
static void test_modes(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    answer a = linearize_text(context,
                              "coord x, y\nlagrangian (x'^2 + y'^2 - x^2 - (x - y)^2 - y^2)/2\ninit x = 0, y = 0, "
                              "x' = 0, y' = 0\n",
                              0, NULL, 0, NULL);
    assert_int_equal(a.info->modes, 2);
    for (size_t k = 0; k < 2; k++) {
        double im = a.info->eigenvalue[a.info->mode[k].eigenvalue].im;
        expect_part(&a.info->mode[k], 0, 1, 0);
        expect_part(&a.info->mode[k], 1, im < 1.5 ? 1 : -1, 0);
        expect_part(&a.info->mode[k], 2, 0, im);
    }
    free_answer(&a);
    a = linearize_text(context, "coord x\nlagrangian (x'^2 - 2*x^2)/2\nforce x: -3*x'\ninit x = 0, x' = 0\n", 0, NULL,
                       0, NULL);
    assert_int_equal(a.info->modes, 2);
    expect_part(&a.info->mode[0], 1, -2, 0);
    expect_part(&a.info->mode[1], 1, -1, 0);
    assert_true(a.info->mode[0].part[1].is_real);
    free_answer(&a);
    a = linearize_text(context,
                       "coord x, y\nlagrangian (x'^2 + y'^2 - x^2 - y^2)/2\ninit x = 0, y = 0, x' = 0, y' = 0\n", 0,
                       NULL, 0, NULL);
    assert_int_equal(a.info->eigenvalues, 2);
    assert_int_equal(a.info->eigenvalue[0].multiplicity, 2);
    assert_int_equal(a.info->modes, 0);
    free_answer(&a);
    nh_context_destroy(context);
}

/* ---- systems with formulas ---- */

static const char disc[] =
    "param m = 1, R = 0.5, g = 9.81\ncoord x, y, phi, theta, psi\n"
    "body B { at [x, y, 0] + Rz(phi)*Rx(theta)*[0, R, 0], rotation Rz(phi)*Rx(theta)*Rz(psi), mass m, "
    "inertia diag(m*R^2/4, m*R^2/4, m*R^2/2) }\ngravity [0, 0, -g]\nconstraint roll: B.velocity([x, y, 0]) = 0\n"
    "init theta = pi/2, psi' = -5, phi' = 0, theta' = 0\n";

/* Upright rolling of a uniform disc: lambda^2 = 4/5 g/R - 12/5 psi'^2; spinning on the spot: 4/5 g/R - phi'^2. */
static void test_disc(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    static const double spins[] = {-5, 2.6, 2.5, 0.1};
    for (size_t i = 0; i < 4; i++) {
        char init[64];
        (void)snprintf(init, sizeof init, "psi'=%g", spins[i]);
        answer a = linearize_text(context, disc, 0, NULL, 1, (const char *[]){init});
        assert_int_equal(a.status, NH_OK);
        double square = 0.8 * 9.81 / 0.5 - 2.4 * spins[i] * spins[i];
        bool is_stable = 3 * 0.5 * spins[i] * spins[i] > 9.81;
        assert_int_equal(is_stable, square < 0);
        expect_eigenvalue(a.info, is_stable ? 0 : sqrt(square), is_stable ? sqrt(-square) : 0, 1e-14);
        expect_verdict(a.info, is_stable ? "spectrally stable" : "unstable");
        assert_int_equal(explained_zeros(a.info), 6); /* x, y, phi, psi, and a family of two speeds */
        free_answer(&a);
    }
    nh_context_destroy(context);
}

static const char top[] = "param m = 1, l = 0.5, g = 9.81, I1 = 0.4, I3 = 0.1, w = 29\ncoord a, b, c\n"
                          "body T { at Rx(a)*Ry(b)*[0, 0, l], rotation Rx(a)*Ry(b)*Rz(c), mass m,\n"
                          "inertia diag(I1 - m*l^2, I1 - m*l^2, I3) }\ngravity [0, 0, -g]\ninit a = 0, b = 0, c' = w, "
                          "a' = 0, b' = 0\n";

/* The sleeping top: lambda = i (I3 w +- sqrt((I3 w)^2 - 4 I1 m g l))/(2 I1), stable above 28.01 rad/s. */
static void test_top(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    answer fast = linearize_text(context, top, 0, NULL, 0, NULL);
    double root = sqrt(2.9 * 2.9 - 4 * 0.4 * 9.81 * 0.5);
    expect_eigenvalue(fast.info, 0, (2.9 + root) / 0.8, 1e-14);
    expect_eigenvalue(fast.info, 0, (2.9 - root) / 0.8, 1e-13);
    expect_verdict(fast.info, "spectrally stable");
    answer slow = linearize_text(context, top, 1, (const char *[]){"w=28"}, 0, NULL);
    expect_verdict(slow.info, "unstable");
    free_answer(&slow);
    free_answer(&fast);
    nh_context_destroy(context);
}

static const char sleigh[] =
    "param m = 1, J = 0.3, a = 0.4\ncoord x, y, phi\n"
    "kinetic m/2*((x' - a*sin(phi)*phi')^2 + (y' + a*cos(phi)*phi')^2) + J/2*phi'^2\n"
    "constraint blade: x'*sin(phi) - y'*cos(phi) = 0\ninit x' = 1, y' ~ 0, phi' = 0, phi = 0\n";

/* Chaplygin's sleigh: lambda = -m a u/(J + m a^2), stable in one direction only. */
static void test_sleigh(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    for (int sign = -1; sign <= 1; sign++) {
        char init[16];
        (void)snprintf(init, sizeof init, "x'=%d", 2 * sign);
        answer a = linearize_text(context, sleigh, 0, NULL, 1, (const char *[]){init});
        if (sign != 0) expect_eigenvalue(a.info, -sign * 2 * 0.4 / 0.46, 0, 1e-14);
        expect_verdict(a.info, sign > 0 ? "asymptotically stable" : sign < 0 ? "unstable" : "undecided");
        free_answer(&a);
    }
    nh_context_destroy(context);
}

/* A towed wheel: no independent velocity is left, and phi' = -V/l sin(phi). */
static void test_caster(void **unused) {
    (void)unused;
    static const char caster[] = "param V = 2, l = 0.5\ncoord x, phi\nkinetic x'^2/2 + phi'^2/2\n"
                                 "constraint speed: x' = V\nconstraint wheel: l*phi' + x'*sin(phi) = 0\n"
                                 "init x = 0, phi = 0\n";
    nh_context *context = test_context();
    answer behind = linearize_text(context, caster, 0, NULL, 0, NULL);
    expect_eigenvalue(behind.info, -4, 0, 1e-15);
    expect_verdict(behind.info, "asymptotically stable");
    assert_int_equal(behind.info->coordinates, 0);
    assert_string_equal(behind.info->state_name[0], "phi");
    answer before = linearize_text(context, caster, 0, NULL, 1, (const char *[]){"phi=pi"});
    expect_eigenvalue(before.info, 4, 0, 1e-15);
    expect_verdict(before.info, "unstable");
    free_answer(&before);
    free_answer(&behind);
    nh_context_destroy(context);
}

/* Three equal frequencies, which no enclosure separates, on the axis by symmetry. */
static void test_multiple(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    answer a = linearize_text(context,
                              "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 2*(x^2 + y^2 + z^2)\n"
                              "constraint c: z' = x*y'\ninit x = 0, y = 0, z = 0\n",
                              0, NULL, 0, NULL);
    assert_int_equal(a.status, NH_OK);
    expect_verdict(a.info, "stable (by energy)");
    assert_int_equal(explained_zeros(a.info), 1); /* there is an equilibrium for each z */
    free_answer(&a);
    a = linearize_text(context,
                       "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential 2*(x^2 + y^2) + x^4\n"
                       "init x = 0, y = 0, x' = 0, y' = 0\n",
                       0, NULL, 0, NULL);
    expect_verdict(a.info, "stable (by energy)");
    assert_int_equal(a.info->eigenvalues, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(a.info->eigenvalue[i].multiplicity, 2);
        assert_true(a.info->eigenvalue[i].is_on_axis);
        assert_true(fabs(fabs(a.info->eigenvalue[i].im) - 2) <= a.info->eigenvalue[i].radius);
    }
    free_answer(&a);
    nh_context_destroy(context);
}

/* Damping, a stiffness that is not symmetric (flutter), and a saddle. */
static void test_forces(void **unused) {
    (void)unused;
    static const char text[] = "param c = 0.1, k = 0, s = 4\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
                               "force x: -c*x' - s*x + k*y\nforce y: -c*y' - 4*y - k*x\n"
                               "init x = 0, y = 0, x' = 0, y' = 0\n";
    nh_context *context = test_context();
    answer a = linearize_text(context, text, 0, NULL, 0, NULL);
    expect_verdict(a.info, "asymptotically stable");
    free_answer(&a);
    a = linearize_text(context, text, 1, (const char *[]){"k=0.3"}, 0, NULL); /* flutter from k = c sqrt(s) on */
    expect_verdict(a.info, "unstable");
    free_answer(&a);
    a = linearize_text(context, text, 1, (const char *[]){"s=-1"}, 0, NULL);
    expect_verdict(a.info, "unstable");
    free_answer(&a);
    nh_context_destroy(context);
}

/* ---- formulas ---- */

static answer formulas_of(nh_context *context, const char *text, const char *set, size_t inits,
                          const char *const *init) {
    answer a = {.status = NH_OK};
    nh_read_def def = nh_default_read();
    const char *sets[] = {"push=0", set};
    if (set != NULL) def.set = (nh_strings){sets, 2};
    def.init = (nh_strings){init, inits};
    assert_int_equal(nh_model_read(context, &def, text, strlen(text), &a.model), NH_OK);
    nh_linearize_def how = nh_default_linearize();
    how.formulas = true;
    assert_int_equal(nh_linearize_make(a.model, &how, &a.linear), NH_OK);
    a.info = nh_linearize_get(a.linear);
    assert_non_null(a.info->formulas);
    assert_null(a.info->formulas->why);
    return a;
}

/* They are the same formulas at all speeds, at each of which they were compared with the certified matrices; M and K of
 * [Bicycle] begin with I_Txx and g m_T z_T. */
static void test_bicycle_formulas(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    const char *bicycle = nh_builtin_find("bicycle")->text;
    answer a = formulas_of(context, bicycle, "v=5", 0, NULL), b = formulas_of(context, bicycle, "v=7", 0, NULL);
    const nh_linear_formulas *f = a.info->formulas, *g = b.info->formulas;
    assert_int_equal(f->size, 2);
    assert_int_equal(f->symbols, 0);
    assert_string_equal(f->M[0], "Bxx + FA + Hxx + mB*zB^2 + mF*rF^2 + mH*zH^2 + mR*rR^2 + RA");
    assert_string_equal(f->K[0], "-g*(mB*zB + mF*rF + mH*zH + mR*rR)");
    assert_string_equal(f->C[0], "0");
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(f->M[i], g->M[i]);
        assert_string_equal(f->C[i], g->C[i]);
        assert_string_equal(f->K[i], g->K[i]);
    }
    assert_string_equal(f->M[1], f->M[2]);
    free_answer(&b);
    free_answer(&a);
    nh_context_destroy(context);
}

/* The upright disc by its spin; the hoop beside the lowest place, which stays a symbol where it is found, and is a
 * formula where the initial state gives it; the towed wheel, of first order. */
static void test_formulas(void **unused) {
    (void)unused;
    static const char hoop[] = "param m = 1, R = 1, g = 9.81, w = 4\ncoord theta\n"
                               "kinetic m/2*R^2*(theta'^2 + w^2*sin(theta)^2)\npotential -m*g*R*cos(theta)\n"
                               "init theta = 0, theta' = 0\n";
    nh_context *context = test_context();
    answer a = formulas_of(context, disc, NULL, 1, (const char *[]){"psi'=3"});
    const nh_linear_formulas *f = a.info->formulas;
    assert_int_equal(f->size, 3); /* phi, theta, psi */
    assert_int_equal(f->symbols, 1);
    assert_string_equal(f->symbol[0], "psi'");
    assert_string_equal(f->M[4], "5/4*m*R^2");
    assert_string_equal(f->C[1], "-m*R^2*psi'/2");
    assert_string_equal(f->C[3], "3/2*m*R^2*psi'");
    assert_string_equal(f->K[4], "-m*g*R");
    free_answer(&a);
    a = formulas_of(context, hoop, NULL, 0, NULL);
    assert_string_equal(a.info->formulas->K[0], "m*R*(g - R*w^2)");
    const char *text = NULL;
    assert_int_equal(nh_linearize_print_latex(a.linear, &text), NH_OK);
    assert_non_null(strstr(text, "K = \\begin{pmatrix}"));
    free_answer(&a);
    a = formulas_of(context, hoop, NULL, 1, (const char *[]){"theta=acos(9.81/16)"});
    assert_int_equal(a.info->formulas->symbols, 1);
    assert_string_equal(a.info->formulas->K[0], "m*R*(g*cos(theta) - R*w^2*cos(2*theta))");
    free_answer(&a);
    a = formulas_of(context,
                    "param V = 2, l = 0.5\ncoord x, phi\nkinetic x'^2/2 + phi'^2/2\nconstraint speed: x' = V\n"
                    "constraint wheel: l*phi' + x'*sin(phi) = 0\ninit x = 0, phi = 0\n",
                    NULL, 0, NULL);
    assert_null(a.info->formulas->M);
    assert_string_equal(a.info->formulas->A[0], "-V/l");
    free_answer(&a);
    answer plain = linearize_text(context, hoop, 0, NULL, 0, NULL);
    assert_null(plain.info->formulas);
    assert_int_equal(nh_linearize_print_latex(plain.linear, &text), NH_E_HYPOTHESIS);
    assert_null(text);
    assert_int_equal(nh_linearize_print_latex(NULL, &text), NH_E_USAGE);
    free_answer(&plain);
    nh_context_destroy(context);
}

/* ---- no answer ---- */

static void refuse(nh_context *context, const char *text, nh_status status, const char *word) {
    answer a = linearize_text(context, text, 0, NULL, 0, NULL);
    assert_int_equal(a.status, status);
    assert_null(a.linear);
    const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    if (strstr(sentence, word) == NULL) fail_msg("'%s' has no '%s'", sentence, word);
    free_answer(&a);
}

static void test_refused(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    refuse(context, "coord x\nkinetic x'^2/2\npotential x^2\ninit x = 1, x' = 2\n", NH_E_HYPOTHESIS,
           "these velocities are not 0: x' = 2; these accelerations are not 0: x'' = -2");
    refuse(context, "coord x\nkinetic x'^2/2\npotential x^2*cos(t)\ninit x = 0, x' = 0\n", NH_E_HYPOTHESIS, "time");
    refuse(context, "coord x\nkinetic x'^2/2\nforce x: -|x'|\ninit x = 0, x' = 0\n", NH_E_HYPOTHESIS, "kink");
    /* two components meet, x = 0 and y' = 0 */
    refuse(context,
           "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint a: x' = 0\nconstraint b: x' + x*y' = 0\n"
           "init x = 0, y = 0, x' = 0, y' = 0\n",
           NH_E_MODEL, "rank");
    nh_context_destroy(context);
}

static void test_wrong(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "coord x\nkinetic x'^2/2\npotential x^2\ninit x = 0, x' = 0\n");
    nh_linearize_def def = nh_default_linearize(), empty = {.digits = 15};
    nh_linearize *linear = (nh_linearize *)&context; /* anything but NULL */
    assert_int_equal(nh_linearize_make(model, &empty, &linear), NH_E_USAGE);
    assert_null(linear);
    def.digits = 0;
    assert_int_equal(nh_linearize_make(model, &def, &linear), NH_E_USAGE);
    def.digits = 40;
    assert_int_equal(nh_linearize_make(model, &def, NULL), NH_E_USAGE);
    def.independent = (nh_strings){(const char *[]){"y"}, 1};
    assert_int_equal(nh_linearize_make(model, &def, &linear), NH_E_USAGE);
    assert_non_null(strstr(nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence, "'y'"));
    def.independent.count = 0;
    assert_int_equal(nh_linearize_make(model, &def, &linear), NH_OK);
    assert_string_equal(nh_linearize_get(linear)->eigenvalue[0].im_text, "1.414213562373095048801688724209698078570");
    const char *text = NULL;
    assert_int_equal(nh_linearize_print(linear, NH_PRINT_TEXT, NULL), NH_E_USAGE);
    assert_int_equal(nh_linearize_print(NULL, NH_PRINT_TEXT, &text), NH_E_USAGE);
    assert_int_equal(nh_linearize_print(linear, NH_PRINT_JSON, &text), NH_OK);
    assert_non_null(strstr(text, "\"verdict\": \"stable (by energy)\""));
    assert_null(nh_linearize_get(NULL));
    nh_linearize_destroy(linear);
    nh_linearize_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bicycle),          cmocka_unit_test(test_disc),     cmocka_unit_test(test_top),
        cmocka_unit_test(test_sleigh),           cmocka_unit_test(test_caster),   cmocka_unit_test(test_multiple),
        cmocka_unit_test(test_forces),           cmocka_unit_test(test_refused),  cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_bicycle_formulas), cmocka_unit_test(test_formulas), cmocka_unit_test(test_modes),
        cmocka_unit_test(test_modes_of_bicycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
