/* The rattleback turns back when it is spun one way, and continues when it is spun the other way. Its motion is
 * compared with that of Newton's and Euler's equations in the frame of the stone, without angles:
 *     I omega' + omega x I omega = r x F,   F = m (v' + omega x v + g n),   v = r x omega,   n' = n x omega,
 * where n is the normal of the plane, r(n) the vector to the contact and v the velocity of the centre of mass. */
#include "gallery.h"

typedef struct stone {
    double n[3], omega[3];
} stone;

static const double m = 1, g = 9.81, half[3] = {0.2, 0.03, 0.02}, depth = 0.01;
static const double inertia[3][3] = {{2e-4, -2e-5, 0}, {-2e-5, 1.6e-3, 0}, {0, 0, 1.7e-3}};

static void cross(double *out, const double *a, const double *b) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double determinant(double a[3][3]) {
    double minor[3];
    cross(minor, a[1], a[2]);
    return a[0][0] * minor[0] + a[0][1] * minor[1] + a[0][2] * minor[2];
}

static stone rate(const stone *at) {
    stone out;
    double s = 0, s_rate = 0, r[3], r_rate[3], v[3], turned[3], moved[3], spin[3] = {0}, gyro[3], force[3], torque[3];
    cross(out.n, at->n, at->omega);
    for (int i = 0; i < 3; i++) {
        s += half[i] * half[i] * at->n[i] * at->n[i];
        s_rate += half[i] * half[i] * at->n[i] * out.n[i];
    }
    s = sqrt(s);
    s_rate /= s;
    for (int i = 0; i < 3; i++) {
        r[i] = (i == 2 ? depth : 0) - half[i] * half[i] * at->n[i] / s;
        r_rate[i] = -half[i] * half[i] * (out.n[i] / s - at->n[i] * s_rate / (s * s));
    }
    cross(v, r, at->omega);
    cross(moved, r_rate, at->omega);
    cross(turned, at->omega, v);
    for (int i = 0; i < 3; i++) {
        force[i] = m * (moved[i] + turned[i] + g * at->n[i]); /* less m r x omega' */
        for (int j = 0; j < 3; j++) spin[i] += inertia[i][j] * at->omega[j];
    }
    cross(torque, r, force);
    cross(gyro, at->omega, spin);
    double matrix[3][3], right[3];
    for (int i = 0; i < 3; i++) {
        right[i] = torque[i] - gyro[i];
        for (int j = 0; j < 3; j++)
            matrix[i][j] = inertia[i][j] + m * ((i == j ? r[0] * r[0] + r[1] * r[1] + r[2] * r[2] : 0) - r[i] * r[j]);
    }
    const double whole = determinant(matrix);
    for (int j = 0; j < 3; j++) {
        double with[3][3];
        memcpy(with, matrix, sizeof with);
        for (int i = 0; i < 3; i++) with[i][j] = right[i];
        out.omega[j] = determinant(with) / whole;
    }
    return out;
}

static stone moved_by(const stone *at, const stone *by, double h) {
    stone out;
    for (int i = 0; i < 3; i++) {
        out.n[i] = at->n[i] + h * by->n[i];
        out.omega[i] = at->omega[i] + h * by->omega[i];
    }
    return out;
}

/* One step of the classical method of Runge and Kutta. */
static stone step(stone at, double h) {
    const stone a = rate(&at), in_b = moved_by(&at, &a, h / 2), b = rate(&in_b), in_c = moved_by(&at, &b, h / 2),
                c = rate(&in_c), in_d = moved_by(&at, &c, h), d = rate(&in_d);
    at = moved_by(&at, &a, h / 6);
    at = moved_by(&at, &b, h / 3);
    at = moved_by(&at, &c, h / 3);
    return moved_by(&at, &d, h / 6);
}

/* From the initial state of the model with this spin; returns the spin about the vertical after `end` seconds. */
static double spin_after(const char *init, double spin, double end) {
    enum { ROWS = 10, STEPS = 4000 };
    gallery_motion motion =
        gallery_run(&(gallery_def){.name = "rattleback", .init = init, .to = end, .step = end / ROWS});
    assert_int_equal(motion.info.rows, ROWS + 1);
    const double alpha = 0.01, beta = 0.01;
    stone at = {.n = {-cos(alpha) * sin(beta), sin(alpha), cos(alpha) * cos(beta)}};
    for (int i = 0; i < 3; i++) at.omega[i] = spin * at.n[i];
    for (size_t row = 1; row <= ROWS; row++) {
        for (int i = 0; i < STEPS; i++) at = step(at, end / ROWS / STEPS);
        double vertical = 0;
        for (int i = 0; i < 3; i++) vertical += at.omega[i] * at.n[i];
        gallery_near("the spin", gallery_value(&motion, row, "spin"), vertical, 1e-5);
        gallery_near("the energy", gallery_value(&motion, row, "E"), gallery_value(&motion, 0, "E"), 1e-9);
    }
    const double last = gallery_last(&motion, "spin");
    gallery_close(&motion);
    return last;
}

static void test_it_turns_back_one_way_only(void **state) {
    (void)state;
    assert_true(spin_after("psi'=-5", -5, 5) > 4);
    assert_true(spin_after("psi'=5", 5, 5) > 4);
}

static void test_without_skewness_it_does_not_turn_back(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "rattleback", .set = "D=0", .to = 10});
    assert_true(gallery_last(&motion, "spin") < -4);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_turns_back_one_way_only),
        cmocka_unit_test(test_without_skewness_it_does_not_turn_back),
    };
    return cmocka_run_group_tests_name("rattleback", tests, NULL, NULL);
}
