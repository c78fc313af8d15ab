/* Rows that depend on each other along motions, in every formulation (where these take long to derive:
 * long_redundant.c), and what follows from them: forces of contact, starts, places that are approached. */
#include "redundant_runs.h"

static void check(nh_context *context, void *argument) {
    const subject *s = argument;
    check_subject(context, s, s->is_slow);
}

static void test_subject(void **state) {
    nh_context *context = test_context();
    test_run(context, check, *state);
    nh_context_destroy(context);
}

/* ---- the force of the ground ---- */

/* A cylinder on a cylinder that rolls on the ground: in the tangent of the contact its force is that of reaction(B). */
PROTECTED_TEST(force_of_the_ground) {
    nh_arena *arena = nh_arena_create(context);
    motion m = {arena,
                read_text(context, arena,
                          "param M = 2, m = 1, R = 0.5, r = 0.25, g = 9.81\ncoord X, a, b, th\n"
                          "body A { at [X, R], rotation Rz(a), mass M, inertia M*R^2/2 }\nlet n = [sin(th), cos(th)]\n"
                          "body B { at A.c + (R + r)*n, rotation Rz(b), mass m, inertia m*r^2/2 }\ngravity [0, -g]\n",
                          "constraint ground: A.velocity([X, 0]) = 0\n"
                          "constraint contact: B.velocity(A.c + R*n) = A.velocity(A.c + R*n)\n",
                          "let s = [cos(th), -sin(th)]\n"
                          "watch along = dot(reaction(B), s) - dot(lambda.contact, [cos(th), -sin(th), 0])\n"
                          "watch across = dot(lambda.contact, [sin(th), cos(th), 0])\ninit th = 0.01\n"),
                .found = NULL};
    assert_true(move(context, &m, "chetaev", 1));
    const double *last = row_of(m.found, ROWS);
    for (size_t i = 0; i < m.found->columns; i++) {
        double wanted = strcmp(m.found->column[i].name, "lambda.contact.x") == 0   ? -0.3788021
                        : strcmp(m.found->column[i].name, "lambda.contact.y") == 0 ? 0.0386040
                                                                                   : NAN;
        if (isfinite(wanted)) assert_true(fabs(last[i] - wanted) < 1e-6);
        bool is_watch = strcmp(m.found->column[i].name, "along") == 0 || strcmp(m.found->column[i].name, "across") == 0;
        for (size_t r = 0; r <= ROWS && is_watch; r++) assert_true(fabs(row_of(m.found, r)[i]) < 1e-9);
    }
    nh_model_destroy(m.model);
}

/* ---- starts ---- */

/* Six legs: three of them follow from the others along the whole branch on which the plate turns about the vertical. */
PROTECTED_TEST(branch_of_lower_rank) {
    static const char before[] =
        "param m = 2, r = 0.4, l = 1.5, g = 9.81, J = m*r^2/2\n"
        "coord x, y, z, q0, q1, q2, q3\n"
        "body B { at [x, y, z], rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(J/2, "
        "J/2, J) }\ngravity [0, 0, -g]\n";
    static const char after[] =
        "let p[i=1..n] = r*[cos(2*pi*i/n), sin(2*pi*i/n), 0]\nconstraint leg[i=1..n]: |B.at(p[i]) - p[i]| = l\n"
        "init x = 0, y = 0, z ~ -1.5, q0 = cos(0.05), q3 = sin(0.05), q1 = 0, q2 = 0\n";
    nh_arena *arena = nh_arena_create(context);
    motion three = {arena, read_text(context, arena, "const n = 3\n", before, after), .found = NULL};
    motion six = {arena, read_text(context, arena, "const n = 6\n", before, after), .found = NULL};
    assert_true(move(context, &three, "chetaev", 4) && move(context, &six, "chetaev", 4));
    assert_int_equal(six.found->outcome, NH_OUTCOME_FINISHED);
    assert_int_equal(six.found->degrees_of_freedom, 3);
    compare(&(subject){.name = "six legs"}, "chetaev", six.found, three.found, 1, 14, 1e-8);
    nh_model_destroy(three.model);
    nh_model_destroy(six.model);
}

/* ---- creeping ---- */

/* Steps shrink faster than the distance to where the row vanishes. */
PROTECTED_TEST(near_a_singular_place) {
    nh_arena *arena = nh_arena_create(context);
    motion m = {arena,
                read_text(context, arena, "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nforce y: cos(1/x)\n",
                          "constraint c: x*(z' - y') = 0\n", "init x = 1, x' = -1\n"),
                .found = NULL};
    assert_true(move(context, &m, "chetaev", 2));
    assert_int_equal(m.found->outcome, NH_OUTCOME_FAILED);
    if (strstr(m.found->message, "very close to a singular configuration, the constraint 'c' has no direction") == NULL)
        fail_msg("%s", m.found->message);
    assert_true(m.found->values.count / m.found->columns >= ROWS / 2 && m.found->t_end > 0.99);
    nh_model_destroy(m.model);
}

/* ---- claims ---- */

/* A ball in a cylinder: phi'' is 0 except for rounding next to the accelerations of its angles, which are a
 * thousand times larger. */
PROTECTED_TEST(claims_without_terms) {
    static const char *const rates[] = {"phi'' = 0", "phi'' = 1/1000000"};
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < 2; i++) {
        nh_text claim = nh_text_begin(arena);
        nh_text_format(&claim, "claim still: %s\n", rates[i]);
        motion m = {arena,
                    read_text(context, arena,
                              "param m = 1, r = 0.2, R = 1, J = 2/5*m*r^2, g = 9.81\ncoord phi, z, a, b, c\n"
                              "let n = [cos(phi), sin(phi), 0]\nlet e = [-sin(phi), cos(phi), 0]\n"
                              "body B { at (R - r)*n + [0, 0, z], rotation Rz(a)*Rx(b)*Rz(c), mass m, inertia diag(J, "
                              "J, J) }\npoint C = R*n + [0, 0, z]\ngravity [0, 0, -g]\n",
                              "constraint s: dot(B.velocity(C), e) = 0\nconstraint u: B.velocity(C).z = 0\n"
                              "init b = 1.2, phi = 0, z = 0, phi' = 3, z' = 0, B.omega.x = 2\n",
                              nh_text_string(&claim)),
                    .found = NULL};
        assert_true(move(context, &m, "chetaev", 2));
        double error = m.found->drifts[0] / m.found->sizes[0];
        if (!(i == 0 ? error < 1e-9 : error > 1e-6)) fail_msg("%s: %g", rates[i], error);
        nh_model_destroy(m.model);
    }
}

/* ---- large systems ---- */

/* Rows vanish one after the other, each when another one takes its place; lambda is (cos, sin) of the time. */
PROTECTED_TEST(large) {
    enum { POINTS = 110 };
    nh_arena *arena = nh_arena_create(context);
    nh_text points = nh_text_begin(arena), rows = nh_text_begin(arena);
    for (int i = 1; i <= POINTS; i++) {
        nh_text_format(&points, "coord x%d, y%d\npoint P%d = [x%d, y%d] mass 1\n", i, i, i, i, i);
        nh_text_format(&points, "force P%d: [0, -1]\n", i);
        nh_text_format(&rows, "constraint a%d: cos(t + %d/1000)*y%d' = 0\n", i, i, i);
        nh_text_format(&rows, "constraint b%d: sin(t + %d/1000)*y%d' = 0\n", i, i, i);
    }
    motion m = {
        arena,
        read_text(context, arena, nh_text_string(&points), nh_text_string(&rows), "init x1' = 1, x2' = 2, y1 = 1\n"),
        .found = NULL};
    m.run = nh_default_run();
    static const double at[] = {0.3, 1.5, 1.56979632, 1.57079632, 1.6, 2};
    enum { TIMES = sizeof at / sizeof *at };
    m.run.to = 2;
    m.run.at = at;
    m.run.at_count = TIMES;
    assert_int_equal(test_protect(context, simulate, &m), NH_OK);
    assert_int_equal(m.found->outcome, NH_OUTCOME_FINISHED);
    const size_t first = 1 + 4 * POINTS;
    for (size_t r = 0; r < TIMES; r++)
        for (size_t i = 0; i < POINTS; i++) {
            const double *row = row_of(m.found, r), angle = at[r] + (double)(i + 1) / 1000;
            double apart = fmax(fabs(row[first + 2 * i] - cos(angle)), fabs(row[first + 2 * i + 1] - sin(angle)));
            if (!(apart < 1e-9)) fail_msg("at t = %g, point %zu: off by %g", at[r], i + 1, apart);
        }
    nh_model_destroy(m.model);
}

int main(void) {
    struct CMUnitTest tests[SUBJECTS];
    for (size_t i = 0; i < SUBJECTS; i++)
        tests[i] = (struct CMUnitTest){subjects[i].name, test_subject, NULL, NULL, (void *)(uintptr_t)&subjects[i]};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(force_of_the_ground),
        cmocka_unit_test(branch_of_lower_rank),
        cmocka_unit_test(near_a_singular_place),
        cmocka_unit_test(claims_without_terms),
        cmocka_unit_test(large),
    };
    int failed = _cmocka_run_group_tests("redundant", tests, SUBJECTS, NULL, NULL);
    return failed + cmocka_run_group_tests(others, NULL, NULL);
}
