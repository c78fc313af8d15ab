/* Pfaffian systems with known answers, and random ones. Every part is checked in numbers too, and growth
 * must end where it says. */
#include "pfaffian.h"

typedef struct known {
    const char *variables, *forms;
    pf_expected expected;
} known;

#define OMEGA_X "(cos(ph)*dth + sin(ph)*sin(th)*dps)"
#define OMEGA_Y "(sin(ph)*dth - cos(ph)*sin(th)*dps)"
#define OMEGA_Z "(dph + cos(th)*dps)"
/* A unit quaternion (Q, a, b, c), Q by the others: its angular velocity in space is 2 (Q dv - v dQ + v x dv). */
#define Q "sqrt(1 - a^2 - b^2 - c^2)"
#define DQ "(-(a*da + b*db + c*dc)/" Q ")"
#define SPIN_X "2*(" Q "*da - a*" DQ " + b*dc - c*db)"
#define SPIN_Y "2*(" Q "*db - b*" DQ " + c*da - a*dc)"
#define SPIN_Z "2*(" Q "*dc - c*" DQ " + a*db - b*da)"
#define TRACTOR "sin(a)*dx - cos(a)*dy"
#define TRAILER_1 "sin(b)*dx - cos(b)*dy + L*db"
#define TRAILER_2 "sin(c)*dx - cos(c)*dy + L*cos(c - b)*db + L*dc"
#define TRAILER_3 "sin(d)*dx - cos(d)*dy + L*cos(d - b)*db + L*cos(d - c)*dc + L*dd"

/* clang-format off */
static const known table[] = {
    /* nothing integrable */
    {"x y z", "dz - y*dx", {0, 2, {2, 3}}},
    {"x y phi", "sin(phi)*dx - cos(phi)*dy", {0, 2, {2, 3}}},
    {"x y phi psi", "dx - R*cos(phi)*dpsi;dy - R*sin(phi)*dpsi", {0, 3, {2, 3, 4}}},
    {"x y th phi", "sin(th)*dx - cos(th)*dy;sin(th + phi)*dx - cos(th + phi)*dy - L*cos(phi)*dth", {0, 3, {2, 3, 4}}},
    {"x y a b", TRACTOR ";" TRAILER_1, {0, 3, {2, 3, 4}}},
    {"x y a b c", TRACTOR ";" TRAILER_1 ";" TRAILER_2, {0, 4, {2, 3, 4, 5}}},
    {"x y a b c d", TRACTOR ";" TRAILER_1 ";" TRAILER_2 ";" TRAILER_3, {0, 5, {2, 3, 4, 5, 6}}},
    {"x y th phi psi",
     "sin(th + phi)*dx - cos(th + phi)*dy - L*cos(phi)*dth;sin(th - phi)*dx - cos(th - phi)*dy + L*cos(phi)*dth",
     {0, 3, {3, 4, 5}}},
    {"x y th phi", "sin(th)*dx - cos(th)*dy;sin(th + phi)*dx - cos(th + phi)*dy - (k + L*cos(phi))*dth",
     {0, 3, {2, 3, 4}}},
    {"x y p q z", "dy - p*dx;dp - q*dx;dz - q^2*dx", {0, 3, {2, 3, 5}}},
    {"x y z", "dz - y^2*dx", {0, 2, {2, 3}}},
    {"x y z", "dx - y*dz", {0, 2, {2, 3}}},
    {"x1 y1 x2 y2 z", "dz - y1*dx1 - y2*dx2", {0, 2, {4, 5}}},
    {"x1 x2 x3 x4 x5 x6", "dx4 - x2*dx1;dx5 - x3*dx2;dx6 - x1*dx3", {0, 2, {3, 6}}},
    {"x1 y1 x2 y2", "(x1 - x2)*dx1 + (y1 - y2)*dy1", {0, 2, {3, 4}}},
    {"x y z", "exp(x)*dy - exp(y)*dz", {0, 2, {2, 3}}},
    {"x y z", "dx - k*z*dy", {0, 2, {2, 3}}},
    {"x y z", "dx - asin(y)*dz", {0, 2, {2, 3}}},
    {"x y z", "dx - cbrt(y)*dz", {0, 2, {2, 3}}},
    {"x y z", "dx - log(y)*dz", {0, 2, {2, 3}}},
    {"x y ph th ps", "dx - R*" OMEGA_Y ";dy + R*" OMEGA_X, {0, 2, {3, 5}}},
    {"x y ph th ps", "dx - R*" OMEGA_Y ";dy + R*" OMEGA_X ";" OMEGA_Z, {0, 3, {2, 3, 5}}},
    {"x y a b c", "dx - R*" SPIN_Y ";dy + R*" SPIN_X, {0, 2, {3, 5}}},
    {"x y a b c", "dx - R*" SPIN_Y ";dy + R*" SPIN_X ";" SPIN_Z, {0, 3, {2, 3, 5}}},
    /* all of it */
    {"x y z", "x*dx + y*dy + z*dz", {1, 1, {2}}},
    {"x y z", "y*z*dx + x*z*dy + 2*x*y*dz", {1, 1, {2}}},
    {"x y z", "dx - y*dz;dy - x*dz", {2, 1, {1}}},
    {"x y z w", "dx - y*dz;dy - x*dz + y*dw - w*dx + w*y*dz - y*dw", {2, 1, {2}}},
    {"x y z", "cos(x)*cos(y)*dx - sin(x)*sin(y)*dy + dz", {1, 1, {2}}},
    {"x y z", "x*dx/sqrt(x^2 + y^2) + y*dy/sqrt(x^2 + y^2) - dz", {1, 1, {2}}},
    {"x y z", "(sin(x)^2 + cos(x)^2 - 1 + y)*dx - y*dz", {1, 1, {2}}},
    {"x y z", "x*dy + y*dx + (sin(z)^2 + cos(z)^2 - 1)*dz", {1, 1, {2}}},
    {"x y z", "x*dx + y*dy + z*dz;y*dx - x*dy", {2, 1, {1}}},
    {"x1 y1 x2 y2", "(x1 - x2)*(dx1 - dx2) + (y1 - y2)*(dy1 - dy2)", {1, 1, {3}}},
    {"x y z", "dx/x + dy/y - dz/z", {1, 1, {2}}},
    {"x y z", "exp(x*y)*(y*dx + x*dy) + exp(z)*dz", {1, 1, {2}}},
    {"x y z", "R*dx - L*dy", {1, 1, {2}}},
    {"x y z", "dx - tan(y)*dz;dy", {2, 1, {1}}},
    {"x phi y", "dx - R*dphi;dy", {2, 1, {1}}},
    {"a b c x y z", SPIN_X ";" SPIN_Y ";" SPIN_Z, {3, 1, {3}}},
    {"ph th ps x", OMEGA_X ";" OMEGA_Y ";" OMEGA_Z, {3, 1, {1}}},
    /* a part of it */
    {"x1 y1 x2 y2", "(x1 - x2)*dx1 + (y1 - y2)*dy1;(x1 - x2)*dx2 + (y1 - y2)*dy2", {1, 2, {2, 3}}},
    {"a b c d u", "db - c*da;dc - d*da;du - u*(dc - d*da)", {1, 3, {2, 3, 4}}},
    {"a b c d e u", "du + a*(db - c*da);db - c*da + b*(dc - d*da);dc - d*da + u*(dd - e*da);dd - e*da",
     {1, 4, {2, 3, 4, 5}}},
    {"a b c d u v", "u*du + v*dv + sin(a)*(dc - d*da);db - c*da + v*(dc - d*da);dc - d*da", {1, 3, {3, 4, 5}}},
    {"a b c d u", "db - (u - c)*da;dc - d*da;du - dc", {2, 2, {2, 3}}},
    {"a b c d u", "db - c*u*da;dc - d*da;u*du + b*db + c*dc", {1, 3, {2, 3, 4}}},
    {"x y z w", "x*dx + y*dy + z*(dw - z*dx);dw - z*dx", {1, 2, {2, 3}}},
    {"x y z u v", "dz - y*dx;u*du + v*dv", {1, 2, {3, 4}}},
    {"x y z ph th ps", "dx - R*" OMEGA_Y ";dy + R*" OMEGA_X ";dz", {1, 2, {3, 5}}},
    {"x y z a b c", "dx - R*" SPIN_Y " + z*dz;dy + R*" SPIN_X ";dz", {1, 2, {3, 5}}},
    {"x y th a b",
     "sin(th)*dx - cos(th)*dy;cos(th)*dx + sin(th)*dy + L*dth + R*da;cos(th)*dx + sin(th)*dy - L*dth + R*db",
     {1, 3, {2, 3, 4}}},
    /* with time */
    {"x t", "dx - t*dt", {1, 1, {1}}},
    {"x y t", "dx - y*dt", {0, 2, {2, 3}}},
    {"x y t", "dx - t*dt;dy - x*dt", {2, 1, {1}}},
    {"x y t", "x*dx + y*dy - R^2*t*dt", {1, 1, {2}}},
    {"x y t", "(y - k*t)*dx - x*dy", {0, 2, {2, 3}}},
    {"x y phi t", "sin(phi)*dx - cos(phi)*dy - k*sin(phi)*dt", {0, 2, {3, 4}}},
    {"x y z t", "dz - y*dx - cos(t)*dt;x*dx + y*dy - t*dt + z*(dz - y*dx - cos(t)*dt)", {1, 2, {2, 3}}},
    {"x y t", "cos(k*t)*dx + sin(k*t)*dy + k*(y*cos(k*t) - x*sin(k*t))*dt", {1, 1, {2}}},
    /* corners */
    {"x y", "", {0, 1, {2}}},
    {"x", "", {0, 1, {1}}},
    {"x", "x*dx", {1, 1, {0}}},
    {"x y", "dx + y*dy;dy", {2, 1, {0}}},
    {"x y", "x*dy - exp(y)*dx", {1, 1, {1}}},
    {"x y z", "dx;dy;x*dx + dz", {3, 1, {0}}},
};

/* Made of pieces, dependent, without values, or different functions in different regions: nothing may be said. */
static const known refused[] = {
    {"x y z", "dx - abs(y)*dz", {0}},
    {"x y z", "dx - min(y, z)*dy", {0}},
    {"x y z", "dx - (atan(y) + atan(1/y))*dz", {0}},
    {"x y z", "dx - (asin(3*y - 4*y^3) - 3*asin(y))*dz", {0}},
    {"x y z", "dx - sqrt(y^2 + 2*y*z + z^2)*dz", {0}},
    {"x y z", "dx - y*dz;2*dx - 2*y*dz", {0}},
    {"x y z", "(sin(x)^2 + cos(x)^2 - 1)*dx", {0}},
    {"x y z", "dx - dz/(sin(x)^2 + cos(x)^2 - 1)", {0}},
};
/* clang-format on */
enum { TABLE = sizeof table / sizeof *table, REFUSED = sizeof refused / sizeof *refused };

static pf make(nh_context *context, const known *k) {
    pf f = pf_begin(context, 1);
    pf_add_variables(&f, k->variables);
    pf_read_forms(&f, k->forms);
    return f;
}

PROTECTED_TEST(known_systems) {
    for (int i = 0; i < TABLE; i++) {
        pf f = make(context, &table[i]);
        pf_tally tally = {0};
        pf_check(&f, &table[i].expected, &tally);
        if (tally.unknown_parts + tally.unknown_growths > 0)
            fail_msg("not known: %d %d: %s", tally.unknown_parts, tally.unknown_growths, table[i].forms);
        pf_end(&f);
    }
}

PROTECTED_TEST(refused_systems) {
    for (int i = 0; i < REFUSED; i++) {
        pf f = make(context, &refused[i]);
        nh_pfaffian system = pf_system(&f), part;
        nh_growth growth;
        if (nh_pfaffian_integrable_part(f.pool, f.arena, &system, &part) != NH_LINEAR_UNKNOWN ||
            nh_pfaffian_growth(f.pool, f.arena, &system, &growth) != NH_LINEAR_UNKNOWN)
            fail_msg("an answer: %s", refused[i].forms);
        pf_end(&f);
    }
}

/* Rods can all be integrated, none of the others can. */
PROTECTED_TEST(many_variables) {
    static const pf_expected expected[PF_CHAINS] = {
        {30, 1, {32}}, {0, 2, {41, 60}}, {0, 5, {3, 4, 5, 6, 7}}, {0, 2, {41, 60}}};
    static const int links[PF_CHAINS] = {30, 19, 4, 19};
    for (int kind = 0; kind < PF_CHAINS; kind++) {
        pf f = pf_begin(context, 7);
        pf_tally tally = {0};
        pf_make_chain(&f, (pf_chain)kind, links[kind]);
        pf_check(&f, &expected[kind], &tally);
        if (tally.unknown_parts + tally.unknown_growths > 0) fail_msg("not known: chain %d", kind);
        pf_end(&f);
    }
}

PROTECTED_TEST(random_systems) {
    nh_random random = nh_random_make(test_seed(), 61);
    pf_tally tally = {0};
    for (int i = 0; i < test_count(20); i++) pf_check_random(context, &random, &tally);
    printf("%d systems, not known: %d parts, %d growths\n", tally.systems, tally.unknown_parts, tally.unknown_growths);
    assert_true(tally.unknown_parts + tally.unknown_growths <= 1 + tally.systems / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_systems),
        cmocka_unit_test(refused_systems),
        cmocka_unit_test(many_variables),
        cmocka_unit_test(random_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
