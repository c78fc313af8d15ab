/* The start: what is held, guessed, moved, drawn and refused. */
#include "state_support.h"

#define CIRCLE "coord x, y\npoint P = [x, y] mass 1\nconstraint ring: x^2 + y^2 = 25\n"
#define TWO "coord x[1..2], y[1..2], z[1..2]\npoint P[i=1..2] = [x[i], y[i], z[i]] mass i\n"

/* ---- found without a word ---- */

PROTECTED_TEST(test_guess_is_zero) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\ninit x = 3\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(subject_q(&s, "x") == 3 && subject_q(&s, "y") == 0);
    assert_true(subject_v(&s, "x") == 0 && subject_v(&s, "y") == 0);
    assert_int_equal(subject_remarks(&s), 0);
    subject_end(&s);
}

PROTECTED_TEST(test_no_init) {
    subject s = subject_of_text(context, CIRCLE);
    subject_start(&s, 0, NH_START_NONE);
    subject_end(&s);
}

PROTECTED_TEST(test_random_start) {
    subject s = subject_of_text(context, CIRCLE);
    s.model->random_start = true;
    subject_start(&s, 0, NH_START_FOUND);
    double x = subject_q(&s, "x"), y = subject_q(&s, "y");
    assert_true(fabs(x * x + y * y - 25) < 1e-12 && x != 0 && y != 0);
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(subject_q(&s, "x") == x); /* the same seed */
    subject_end(&s);
}

PROTECTED_TEST(test_zero_freedom) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x^3 = 8*(1 + t)\n"
                                         "constraint b: x*y = 6\ninit x ~ 1, y ~ 1\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(fabs(subject_q(&s, "x") - 2) < 1e-14 && fabs(subject_q(&s, "y") - 3) < 1e-14);
    assert_true(fabs(subject_v(&s, "x") - 2. / 3) < 1e-14 && fabs(subject_v(&s, "y") + 1) < 1e-14);
    subject_end(&s);
}

PROTECTED_TEST(test_no_coordinates_left) {
    subject s = subject_of_text(context, "coord x\npoint P = [x, 0] mass 1\ninit x = 0.1, x' = 0.3\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(subject_q(&s, "x") == 0.1 && subject_v(&s, "x") == 0.3);
    subject_end(&s);
}

PROTECTED_TEST(test_time_of_start) {
    subject s = subject_of_text(context, "coord x\npoint P = [x, 0] mass 1\nconstraint a: x' = 2*t\ninit x = t^2\n");
    subject_start(&s, 3, NH_START_FOUND);
    assert_true(s.state.t == 3 && subject_q(&s, "x") == 9 && subject_v(&s, "x") == 6);
    subject_end(&s);
}

PROTECTED_TEST(test_held_to_the_bit) {
    subject s = subject_of_text(context, CIRCLE "init x = 2.1, y ~ 1, x' = 0.7\n");
    subject_start(&s, 0, NH_START_FOUND);
    double y = sqrt(25 - 2.1 * 2.1);
    assert_true(subject_q(&s, "x") == 2.1 && subject_v(&s, "x") == 0.7);
    assert_true(fabs(subject_q(&s, "y") - y) < 1e-14 && fabs(subject_v(&s, "y") + 2.1 * 0.7 / y) < 1e-14);
    assert_int_equal(subject_remarks(&s), 0);
    subject_end(&s);
}

/* Speed constraints have no gradient, or no value, at the guess 0. */
PROTECTED_TEST(test_speed_from_rest) {
    static const char *const rows[] = {"|P'| = 2", "dot(P', P') = 4", "x'*y' = 1", "sqrt(x'^2 + y'^2) = 2 + x"};
    for (size_t i = 0; i < 4; i++) {
        char text[200];
        snprintf(text, sizeof text, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: %s\ninit x = 0, y = 0\n",
                 rows[i]);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        double speed = hypot(subject_v(&s, "x"), subject_v(&s, "y"));
        assert_true(fabs(speed - (i == 2 ? sqrt(2) : 2)) < 1e-7);
        subject_end(&s);
    }
}

PROTECTED_TEST(test_multipliers_are_ignored) {
    subject s = subject_of_text(context, CIRCLE "init x = 3, y = 4, mu.ring = 7\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_int_equal(s.states->count, 2);
    subject_end(&s);
}

/* ---- expressions ---- */

PROTECTED_TEST(test_held_relations) {
    subject s = subject_of_text(context, "coord r, phi\npoint P = r*[cos(phi), sin(phi)] mass 2\n"
                                         "init P = [3, 4], r ~ 1, P' = [1, -2]\n");
    subject_start(&s, 0, NH_START_FOUND);
    double r = subject_q(&s, "r"), phi = subject_q(&s, "phi");
    assert_true(fabs(r * cos(phi) - 3) < 1e-13 && fabs(r * sin(phi) - 4) < 1e-13);
    assert_true(fabs(subject_v(&s, "r") - (3 - 8) / 5.) < 1e-13);
    assert_true(fabs(subject_v(&s, "phi") - (3 * -2 - 4 * 1) / 25.) < 1e-13);
    subject_end(&s);
}

PROTECTED_TEST(test_guessed_relations) {
    subject s = subject_of_text(context, "coord r, phi\npoint P = r*[cos(phi), sin(phi)] mass 2\n"
                                         "constraint a: r = 6\ninit P ~ [3, 4], r ~ 1, P' ~ [4, -3]\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(fabs(subject_q(&s, "r") - 6) < 1e-14 && fabs(subject_q(&s, "phi") - atan2(4, 3)) < 1e-12);
    assert_true(fabs(subject_v(&s, "r")) < 1e-14 && fabs(subject_v(&s, "phi") + 5. / 6) < 1e-12);
    subject_end(&s);
}

PROTECTED_TEST(test_quasi_velocity) {
    subject s = subject_of_text(context, "coord x, y, phi\npoint P = [x, y] mass 1\nkinetic phi'^2/2\n"
                                         "quasi u = x'*cos(phi) + y'*sin(phi)\n"
                                         "constraint skate: x'*sin(phi) = y'*cos(phi)\ninit phi = 0.5, u = 3\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(fabs(subject_v(&s, "x") - 3 * cos(0.5)) < 1e-14 && fabs(subject_v(&s, "y") - 3 * sin(0.5)) < 1e-14);
    subject_end(&s);
}

/* A relation that only moved coordinates can fulfil: only the velocity stage fails. */
PROTECTED_TEST(test_joint) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\n"
                                         "init x' = 2, x*x' = 3, y = 1\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(fabs(subject_q(&s, "x") - 1.5) < 1e-14 && subject_v(&s, "x") == 2 && subject_q(&s, "y") == 1);
    subject_end(&s);
}

/* ---- held values that break a row ---- */

static void check_broken(nh_context *context, double x, nh_start_status status, nh_severity severity, int words) {
    char text[300];
    snprintf(text, sizeof text, CIRCLE "init x = %.17g, y = 4, x' = 0, y' = 0\n", x);
    subject s = subject_of_text(context, text);
    subject_start(&s, 0, status);
    assert_int_equal(subject_remarks(&s), words);
    if (words > 0) {
        assert_int_equal(subject_remark(&s)->severity, severity);
        assert_string_equal(subject_remark(&s)->code, "start");
        assert_true(subject_remark(&s)->line > 0);
    }
    subject_end(&s);
}

PROTECTED_TEST(test_broken_a_little) {
    check_broken(context, 3, NH_START_FOUND, NH_SEVERITY_NOTE, 0);
    check_broken(context, 3 + 1e-12, NH_START_FOUND, NH_SEVERITY_NOTE, 0);
    check_broken(context, 3 + 1e-8, NH_START_FOUND, NH_SEVERITY_WARNING, 1);
    check_broken(context, 3 + 1e-4, NH_START_FOUND, NH_SEVERITY_WARNING, 1);
    check_broken(context, 3.3, NH_START_NOT_FOUND, NH_SEVERITY_ERROR, 1);
}

PROTECTED_TEST(test_warning_lists_old_and_new) {
    subject s = subject_of_text(context, CIRCLE "init x = 3.001, y = 4, y' = 0\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_WARNING, "x from 3.001 to 3.000639"));
    assert_true(subject_says(&s, NH_SEVERITY_WARNING, "y from 4 to 3.999520"));
    assert_false(subject_says(&s, NH_SEVERITY_WARNING, "y'"));
    subject_end(&s);
}

PROTECTED_TEST(test_error_names_row_and_amount) {
    subject s = subject_of_text(context, CIRCLE "init x = 3, y = 5, x' = 1\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "'ring'"));
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "off by 9"));
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "constraint 'ring', init x, init y"));
    assert_int_equal(subject_remark(&s)->status, NH_E_MODEL);
    subject_end(&s);
}

/* Held velocities break the differentiated row; coordinates stay. */
PROTECTED_TEST(test_broken_velocities) {
    subject s = subject_of_text(context, CIRCLE "init x = 3, y = 4, x' = 4, y' = -3.0001\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(subject_q(&s, "x") == 3 && subject_q(&s, "y") == 4);
    assert_true(subject_says(&s, NH_SEVERITY_WARNING, "y' from -3.0001 to"));
    subject_end(&s);
    s = subject_of_text(context, CIRCLE "init x = 3, y = 4, x' = 4, y' = -2\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "constraint 'ring' differentiated, init x', init y'"));
    subject_end(&s);
}

/* What occurs in no violated row is not moved even by a bit, although the mass matrix couples it. */
PROTECTED_TEST(test_broken_moves_no_others) {
    subject s = subject_of_text(context, "coord x, y, u\npoint P = [x, y] mass 1\nkinetic (x' + u')^2/2 + u'^2\n"
                                         "constraint ring: x^2 + y^2 = 25\ninit x = 3.0001, y = 4, u = 0.1\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(subject_q(&s, "u") == 0.1 && subject_q(&s, "x") != 3.0001);
    subject_end(&s);
}

PROTECTED_TEST(test_broken_relation) {
    subject s = subject_of_text(context, CIRCLE "init x + y = 7.0001, x - y = -1\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_int_equal(subject_count(&s, NH_SEVERITY_WARNING), 1);
    assert_true(subject_says(&s, NH_SEVERITY_WARNING, "x + y by"));
    subject_end(&s);
    s = subject_of_text(context, CIRCLE "init x + y = 20, x - y = -1\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "init x + y"));
    subject_end(&s);
}

/* ---- contradictions and redundant rows ---- */

PROTECTED_TEST(test_contradictory_rows) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x + y = 1\n"
                                         "constraint other: x = 0\nconstraint b: x + y = 3\ninit x ~ 1\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "these contradict each other: constraint 'a', constraint 'b'"));
    assert_false(subject_says(&s, NH_SEVERITY_ERROR, "other: constraint 'other'"));
    subject_end(&s);
}

PROTECTED_TEST(test_contradictory_velocities) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x' = 1\n"
                                         "constraint b: x' + y' = 2\nconstraint c: y' = 3\ninit x = 1\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "constraint 'a', constraint 'b', constraint 'c'"));
    subject_end(&s);
}

/* A row that no real state fulfils. */
PROTECTED_TEST(test_impossible_row) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x^2 + y^2 = -1\n"
                                         "init x ~ 1\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "'a'"));
    subject_end(&s);
}

PROTECTED_TEST(test_redundant_rows) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x^2 + y^2 = 25\n"
                                         "constraint b: 3*y^2 = 75 - 3*x^2\nconstraint c: (x^2 + y^2)^2 = 625\n"
                                         "init x = 3, y ~ 1, y' = 1\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(fabs(subject_q(&s, "y") - 4) < 1e-14 && fabs(subject_v(&s, "x") + 4. / 3) < 1e-14);
    assert_int_equal(subject_remarks(&s), 0);
    bool redundant[3];
    assert_int_equal(nh_states_rank(s.states, &s.state, redundant), 1);
    assert_true(!redundant[0] && redundant[1] && redundant[2]);
    subject_end(&s);
}

PROTECTED_TEST(test_parallel_in_space) {
    subject s = subject_of_text(context, TWO "constraint par: cross(P[1]', P[2]') = 0\n"
                                             "init P[1]' = [1, 2, 3], x[2]' = 2, y[2]' ~ 3, z[2]' ~ 7\n");
    subject_start(&s, 0, NH_START_FOUND);
    uint32_t y = subject_unknown(&s, "y[2]"), z = subject_unknown(&s, "z[2]");
    assert_true(fabs(s.state.v[y] - 4) < 1e-13 && fabs(s.state.v[z] - 6) < 1e-13);
    bool redundant[3];
    assert_int_equal(nh_states_rank(s.states, &s.state, redundant), 2);
    subject_end(&s);
}

/* ---- rank ---- */

PROTECTED_TEST(test_homogeneous_at_rest) {
    static const char *const rows[] = {"dot(P[1]', P[2]') = 0", "|P[1]'| = |P[2]'|", "cross(P[1]', P[2]') = 0",
                                       "x[1]'^2 + y[1]'^2 = z[1]'^2"};
    for (size_t i = 0; i < 4; i++) {
        char text[400];
        snprintf(text, sizeof text, TWO "constraint a: %s\ninit P[1] = [1, 0, 0], P[2] = [0, 1, 0]\n", rows[i]);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        assert_true(s.state.q[0] == 1 && s.state.q[1] == 0);
        assert_int_equal(subject_count(&s, NH_SEVERITY_NOTE), 1);
        assert_true(subject_says(&s, NH_SEVERITY_NOTE, "'a"));
        double speed = 0;
        for (uint32_t k = 0; k < s.n; k++) speed = fmax(speed, fabs(s.state.v[k]));
        if (!(speed > 0.01)) fail_msg("%s: at rest", rows[i]);
        subject_end(&s);
    }
}

/* What is held stays where it is when a start is drawn. */
PROTECTED_TEST(test_drawn_beside_held) {
    subject s = subject_of_text(context, TWO "constraint a: dot(P[1]', P[2]') = 0\n"
                                             "init P[1]' = [0, 0, 0], P[1] = [0.1, 0.2, 0.3]\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_int_equal(subject_count(&s, NH_SEVERITY_NOTE), 1);
    assert_true(s.state.v[0] == 0 && s.state.v[2] == 0 && s.state.v[4] == 0 && s.state.v[1] != 0);
    assert_true(s.state.q[0] == 0.1 && s.state.q[2] == 0.2 && s.state.q[4] == 0.3);
    bool redundant;
    assert_int_equal(nh_states_rank(s.states, &s.state, &redundant), 1);
    subject_end(&s);
}

PROTECTED_TEST(test_rank_drops_as_given) {
    subject s = subject_of_text(context, TWO "constraint a: dot(P[1]', P[2]') = 0\n"
                                             "init P[1]' = [0, 0, 0], P[2]' = [0, 0, 0]\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "rank"));
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "'a'"));
    subject_end(&s);
}

/* One velocity that is given and not 0 is enough for a full rank. */
PROTECTED_TEST(test_rank_does_not_drop) {
    subject s = subject_of_text(context, TWO "constraint a: dot(P[1]', P[2]') = 0\ninit P[1]' = [1, 0, 0]\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_int_equal(subject_remarks(&s), 0);
    assert_true(s.state.v[0] == 1 && fabs(s.state.v[1]) < 1e-15);
    subject_end(&s);
}

/* Newton's steps from these guesses come ever nearer to a place where the gradient vanishes, and never reach it. */
PROTECTED_TEST(test_next_to_crossing) {
    static const char *const rows[][2] = {{"x^2 = y^2", "y ~ -0.75"},
                                          {"x*y = 0", "x ~ 0.25, y ~ 0.25"},
                                          {"x^3 = y^2", "x ~ -0.25"},
                                          {"x^2 = y^2*(1 + y)", "y ~ 0.2"},
                                          {"y' = z, x*x' + y*y' = 0", "y' ~ -0.75, z ~ 1, x' ~ 1.3"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        const char *second = strchr(rows[i][0], ',');
        int first = second != NULL ? (int)(second - rows[i][0]) : (int)strlen(rows[i][0]);
        snprintf(text, sizeof text,
                 "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: %.*s\n%s%s\ninit %s, z' ~ 1\n", first,
                 rows[i][0], second != NULL ? "constraint b:" : "", second != NULL ? second + 1 : "", rows[i][1]);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        double x = subject_q(&s, "x"), y = subject_q(&s, "y");
        if (!(hypot(x, y) > 1e-3)) fail_msg("%s: x is %g, y is %g", rows[i][0], x, y);
        assert_true(nh_states_residual(s.states, &s.state, NULL) < 1e-12);
        subject_end(&s);
    }
}

PROTECTED_TEST(test_not_finite) {
    subject s = subject_of_text(context, "coord x\npoint P = [x, 0] mass 1\ninit x = 1/t\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_int_equal(subject_count(&s, NH_SEVERITY_ERROR), 1);
    subject_end(&s);
    s = subject_of_text(context, "coord x\npoint P = [x, 0] mass 1\nconstraint a: x'*log(t) = 1\ninit x = 1\n");
    subject_start(&s, 0, NH_START_NOT_FOUND);
    assert_true(subject_says(&s, NH_SEVERITY_ERROR, "no value"));
    subject_end(&s);
}

/* ---- scale ---- */

PROTECTED_TEST(test_scales) {
    for (int k = -8; k <= 8; k += 4) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord x, y\nkinetic x'^2/2 + (1e%d*y')^2/2\n"
                 "constraint a: 1e%d*(x^2 + (1e%d*y)^2 - 25) = 0\ninit x = 3, y ~ 3e%d, x' = 1\n",
                 k, k, k, -k);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        if (!(fabs(subject_q(&s, "y") * pow(10, k) - 4) < 1e-13))
            fail_msg("1e%d: y is %.17g", k, subject_q(&s, "y") * pow(10, k));
        assert_true(fabs(subject_v(&s, "y") * pow(10, k) + 0.75) < 1e-13);
        assert_int_equal(subject_remarks(&s), 0);
        subject_end(&s);
    }
}

/* ---- the start as a computation ---- */

PROTECTED_TEST(test_same_bits) {
    static const char text[] = TWO "constraint a: dot(P[1]', P[2]') = 0\ninit P[1] = [1, 0, 0], P[2] = [0, 1, 0]\n";
    subject a = subject_of_text(context, text), b = subject_of_text(context, text);
    for (int i = 0; i < 2; i++) {
        subject_start(&a, 0, NH_START_FOUND);
        subject_start(&b, 0, NH_START_FOUND);
        subject_start(&b, 0, NH_START_FOUND);
        assert_memory_equal(a.state.v, b.state.v, a.n * sizeof *a.state.v);
    }
    subject_end(&a);
    subject_end(&b);
}

static void start_once(nh_context *context, void *argument) {
    subject s = subject_of_text(context, argument);
    (void)nh_states_start(s.states, 0, &s.state);
    subject_end(&s);
}

static void test_out_of_memory(void **state) {
    (void)state;
    static char drawn[] = TWO "constraint a: dot(P[1]', P[2]') = 0\ninit P[1] = [1, 0, 0]\n";
    static char refused[] = "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x + y = 1\nconstraint b: x + y = 3\n"
                            "init x ~ 1\n";
    assert_true(test_every_failure(start_once, drawn, 60) > 0);
    assert_true(test_every_failure(start_once, refused, 60) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guess_is_zero),
        cmocka_unit_test(test_no_init),
        cmocka_unit_test(test_random_start),
        cmocka_unit_test(test_zero_freedom),
        cmocka_unit_test(test_no_coordinates_left),
        cmocka_unit_test(test_time_of_start),
        cmocka_unit_test(test_held_to_the_bit),
        cmocka_unit_test(test_speed_from_rest),
        cmocka_unit_test(test_multipliers_are_ignored),
        cmocka_unit_test(test_held_relations),
        cmocka_unit_test(test_guessed_relations),
        cmocka_unit_test(test_quasi_velocity),
        cmocka_unit_test(test_joint),
        cmocka_unit_test(test_broken_a_little),
        cmocka_unit_test(test_warning_lists_old_and_new),
        cmocka_unit_test(test_error_names_row_and_amount),
        cmocka_unit_test(test_broken_velocities),
        cmocka_unit_test(test_broken_moves_no_others),
        cmocka_unit_test(test_broken_relation),
        cmocka_unit_test(test_contradictory_rows),
        cmocka_unit_test(test_contradictory_velocities),
        cmocka_unit_test(test_impossible_row),
        cmocka_unit_test(test_redundant_rows),
        cmocka_unit_test(test_parallel_in_space),
        cmocka_unit_test(test_homogeneous_at_rest),
        cmocka_unit_test(test_drawn_beside_held),
        cmocka_unit_test(test_rank_drops_as_given),
        cmocka_unit_test(test_rank_does_not_drop),
        cmocka_unit_test(test_next_to_crossing),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
