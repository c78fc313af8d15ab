/* Corrections: a slip of the pen in a true equation is found and put right; nothing trivial is proposed, and
 * what is proposed is true. */
#include "judging.h"
#include "true_equations.h"

#include "algebra/field/normal.h"

/* A true equation of the table, and what a hasty hand makes of it. */
typedef struct slip {
    const char *model, *right, *wrong;
} slip;

static const slip slips[] = {
    /* a sign */
    {"sleigh", "(J + m*a^2)*w' = -m*a*v*w", "(J + m*a^2)*w' = m*a*v*w"},
    {"rolling-disc", "-(J + I1)*theta'' + (J - I1 + I2)*s*c*phi'^2 - (J + I2)*c*psi'*phi' + m*g*R*s = 0",
     "-(J + I1)*theta'' + (J - I1 + I2)*s*c*phi'^2 + (J + I2)*c*psi'*phi' + m*g*R*s = 0"},
    {"suslov", "I2*B.Omega.y' = (I13*B.Omega.x + I23*B.Omega.y)*B.Omega.x",
     "I2*B.Omega.y' = (I13*B.Omega.x - I23*B.Omega.y)*B.Omega.x"},
    {"turntable-quasi", "x'' + k^2/A*(W*y' + W1*y) = 0", "x'' - k^2/A*(W*y' + W1*y) = 0"},
    {"heavy-speed", "(C(t)^2 - y'^2)*x'' + x'*(y'*y'' - C(t)*C'(t)) = g*x'*z'",
     "(C(t)^2 + y'^2)*x'' + x'*(y'*y'' - C(t)*C'(t)) = g*x'*z'"},
    {"incline-skate", "x'' = gs*cos(theta)^2 - speed*theta'*sin(theta)",
     "x'' = gs*cos(theta)^2 + speed*theta'*sin(theta)"},
    /* a factor */
    {"leibniz", "lambda.speed = m*g*z'/c", "lambda.speed = g*z'/c"},
    {"leibniz", "E' = m*g*z'", "E' = 2*m*g*z'"},
    {"weighted-speed", "2*lambda.speed*(a^2*x'^2 + b^2*y'^2 + c^2*z'^2) = M*(C(t)*C'(t) + g*c*z')",
     "lambda.speed*(a^2*x'^2 + b^2*y'^2 + c^2*z'^2) = M*(C(t)*C'(t) + g*c*z')"},
    {"vertical-disc", "(I + m*R^2)*psi'' = m*gs*R*cos(phi)", "(I + m*R^2)*psi'' = m*gs*cos(phi)"},
    {"rod", "M*l^2/4*q3'' + M*a*u*q3' = -M*g*a*cos(q3)", "M*l^2*q3'' + M*a*u*q3' = -M*g*a*cos(q3)"},
    {"robot", "I*w' = b/R*(right(t) - left(t)) - m*d*v*w", "I*w' = b*R*(right(t) - left(t)) - m*d*v*w"},
    {"powers", "2*lambda.affine*s[3]*q[3]' = M[3]*q[3]'' + g", "2*lambda.affine*s[3]*q[3]' = q[3]'' + g"},
    /* a name or an index */
    {"affine", "E' = lambda.l[1]*beta[1] + lambda.l[2]*beta[2]", "E' = lambda.l[1]*beta[1] + lambda.l[2]*beta[1]"},
    {"equal-speeds", "m[2]*(z[2]'*x[2]'' - x[2]'*z[2]'') = z[2]'*F[2].x - x[2]'*F[2].z",
     "m[1]*(z[2]'*x[2]'' - x[2]'*z[2]'') = z[2]'*F[2].x - x[2]'*F[2].z"},
    {"spring-pair", "q1'*q2' + q3'*q4' = 0", "q1'*q2' + q3'*q3' = 0"},
    {"vertical-disc", "x'*y'' - y'*x'' = phi'*(x'^2 + y'^2)", "x'*y'' - y'*x'' = psi'*(x'^2 + y'^2)"},
    {"incline-skate", "speed' = gs*cos(theta)", "speed' = gs*sin(theta)"},
    {"driven-pendulum", "l*theta'' = (g - a*w^2*cos(w*t))*sin(theta)", "l*theta'' = (g - a*w^2*cos(w*t))*cos(theta)"},
    {"ball-on-turntable", "(J + m*R^2)*x'' = -J*W*y'", "(J + m*R^2)*x'' = -J*W*x'"},
    /* a dot */
    {"cone", "q3'*q3'' = b^2*(q1'*q1'' + q2'*q2'')", "q3'*q3'' = b^2*(q1'*q1'' + q2'*q2')"},
    {"cone", "q1''*q2' - q1'*q2'' = f*q2'", "q1''*q2' - q1'*q2'' = f*q2"},
    {"four-bar", "E' = crank*q1'", "E' = crank*q1"},
    {"leibniz", "(c^2 - y'^2)*x'' + x'*y'*y'' = g*x'*z'", "(c^2 - y'^2)*x'' + x'*y'*y' = g*x'*z'"},
    /* a power */
    {"leibniz", "z'' = -g*(1 - z'^2/c^2)", "z'' = -g*(1 - z'^2/c)"},
    {"sleigh", "v' = a*w^2", "v' = a*w"},
    {"spring-pair", "(1 + a11^2)*(q1'' + (q1 - q2)/(q3 - q4)^2*q1'^2) = -a11*g",
     "(1 + a11^2)*(q1'' + (q1 - q2)/(q3 - q4)*q1'^2) = -a11*g"},
    {"turntable-quasi", "(R^2 + k^2)*y'' - k^2*(W*x' + W1*x) = 0", "(R^2 + k^2)*y'' - k*(W*x' + W1*x) = 0"},
    /* a term that is missing, at times another one in its place */
    {"normal-velocities", "(x[2] - x[1])*(x[2]' - x[1]') + (y[2] - y[1])*(y[2]' - y[1]') = 0",
     "(x[2] - x[1])*(x[2]' - x[1]') + (y[2] - y[1])*(y[2]') = 0"},
    {"pair-6", "x[1]'^2 + y[1]'^2 = x[2]'^2 + y[2]'^2", "x[1]'^2 = x[2]'^2 + y[2]'^2"},
    {"normal-velocities", "m[1]*dot(P[1]'', n) + m[2]*dot(P[2]'', n) = -(m[1] + m[2])*g*n.y",
     "m[1]*dot(P[1]'', n) + m[2]*dot(P[2]'', n) = -(m[1])*g*n.y"},
    {"heavy-speed", "lambda.speed = M*C'(t) + M*g*z'/C(t)", "lambda.speed = M*g*z'/C(t) + M*C'(t) + M*C(t)"},
    /* a term too many */
    {"robot", "I*w' = b/R*(right(t) - left(t)) - m*d*v*w", "I*w' = b/R*(right(t) - left(t)) - m*d*v*w + m*d*v"},
    {"driven-pendulum", "l*theta'' = (g - a*w^2*cos(w*t))*sin(theta)",
     "l*theta'' + g*theta' = (g - a*w^2*cos(w*t))*sin(theta)"},
    {"incline-skate", "m*speed*theta' = -m*gs*sin(theta) - lambda.skate",
     "m*speed*theta' + speed = -m*gs*sin(theta) - lambda.skate"},
};

enum { SLIPS = sizeof slips / sizeof *slips };

static bool is_in_table(const slip *s) {
    for (size_t i = 0; i < TRUE_EQUATIONS; i++)
        if (strcmp(true_equations[i].model, s->model) == 0 && strcmp(true_equations[i].equation, s->right) == 0)
            return true;
    return false;
}

/* ---- what is proposed ---- */

static nh_expr value_of(const nh_model *model, const char *name) {
    return model->records.items[record_of(model, name)].value;
}

/* Whether two equations are the same except for sides and a sign. */
static bool are_same(const nh_model *model, nh_expr a, nh_expr b) {
    return nh_expr_is_proved_zero(model->pool, nh_expr_sub(model->pool, a, b)) ||
           nh_expr_is_proved_zero(model->pool, nh_expr_add(model->pool, a, b));
}

static bool is_dynamic(const nh_model *model, nh_expr e) {
    return nh_expr_has(model->pool, nh_expr_expand_names(model->pool, e),
                       (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER));
}

/* The right equation and the corrections of an item, as claims "equation[1]", "equation[2]", ... */
static nh_model *read_corrections(nh_context *context, const slip *s, const nh_judge_item *item) {
    judge_def def = {.model = s->model, .equations = {s->right, s->right}};
    for (size_t i = 0; i < item->repairs; i++) def.equations[i + 1] = item->repair[i].equation;
    return read_judged(context, &def);
}

static void check_not_trivial(const slip *s, const nh_model *model, nh_expr right, nh_expr correction) {
    if (!is_dynamic(model, right)) return;
    if (correction == NH_EXPR_ZERO || !is_dynamic(model, correction))
        fail_msg("%s, %s: a correction says nothing of the motion", s->model, s->wrong);
}

/* How many of the corrections are what was meant. */
static size_t count_right(nh_context *context, const slip *s, const nh_judge_item *item) {
    nh_model *model = read_corrections(context, s, item);
    nh_expr right = value_of(model, "equation[1]");
    size_t found = 0;
    for (size_t i = 0; i < item->repairs; i++) {
        char name[40];
        snprintf(name, sizeof name, "equation[%zu]", i + 2);
        nh_expr correction = value_of(model, name);
        check_not_trivial(s, model, right, correction);
        found += are_same(model, right, correction);
    }
    nh_model_destroy(model);
    return found;
}

/* Another seed says about every correction that it is true. */
static void check_true(nh_context *context, const slip *s, const nh_judge_item *item) {
    judge_def def = {.model = s->model};
    for (size_t i = 0; i < item->repairs; i++) def.equations[i] = item->repair[i].equation;
    nh_model *model = read_judged(context, &def);
    nh_judge_def how = {.samples = 4, .digits = 30, .seed = test_seed() + 1000};
    const nh_judge_result *judged = nh_judge_result_make(nh_arena_create(context), model, &how);
    for (size_t i = 0; i < judged->items.count; i++)
        if (!item_holds(&judged->items.items[i]))
            fail_msg("%s: %s is proposed for %s, and %s", s->model, judged->items.items[i].text, s->wrong,
                     nh_judgement_name(judged->items.items[i].judgement));
    nh_model_destroy(model);
}

static void print_repairs(const nh_judge_item *item) {
    for (size_t i = 0; i < item->repairs; i++)
        print_error("    %s: %s\n", item->repair[i].words, item->repair[i].equation);
}

static void repair_slip(nh_context *context, void *argument) {
    const slip *s = argument;
    judgement j = judge_text(
        context,
        &(judge_def){.model = s->model, .equations = {s->wrong}, .samples = 4, .digits = 30, .has_repairs = true});
    const nh_judge_item *item = &j.result->items.items[0];
    check_item(&j, item->name, NH_JUDGED_REFUTED);
    must_witness(j.model, item);
    if (count_right(context, s, item) == 0) {
        print_repairs(item);
        fail_msg("%s: of %s nothing is made that says %s", s->model, s->wrong, s->right);
    }
    check_true(context, s, item);
}

static void slips_are_found(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    enum { STEP = 9 };
#else
    enum { STEP = 1 };
#endif
    for (size_t i = 0; i < SLIPS; i += STEP) {
        if (!is_in_table(&slips[i])) fail_msg("'%s' is not in the table", slips[i].right);
        nh_context *context = test_context();
        test_run(context, repair_slip, (void *)(uintptr_t)&slips[i]);
        nh_context_destroy(context);
    }
}

/* ---- what is not proposed ---- */

static const char oscillator[] = "param m = 2, k = 3\ncoord x, y\npoint P = [x, y] mass m\npotential k/2*x^2\n"
                                 "init x = 1, y' = 1\n";

static const nh_judge_item *repairs_of(nh_context *context, const char *text, const char *equation) {
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {equation}, .has_repairs = true});
    return check_item(&j, "equation", NH_JUDGED_REFUTED);
}

static bool has_letter(const char *text) {
    return strpbrk(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
}

/* Nothing that is left when everything is taken away. */
PROTECTED_TEST(nothing_trivial) {
    static const char *const equations[] = {"x = 0", "x' = 0",  "x'' = 0",   "x = y", "2*x = 0",
                                            "x = 3", "x'' = y", "x - y = 0", "m = k", "m = 1"};
    for (size_t k = 0; k < sizeof equations / sizeof *equations; k++) {
        const nh_judge_item *item = repairs_of(context, oscillator, equations[k]);
        for (size_t i = 0; i < item->repairs; i++) {
            const char *found = item->repair[i].equation, *sign = strchr(found, '=');
            if (!has_letter(found) || strstr(found, "0*") != NULL) fail_msg("%s: %s", equations[k], found);
            if (strncmp(found, sign + 2, (size_t)(sign - found - 1)) == 0) fail_msg("%s: %s", equations[k], found);
        }
    }
}

/* No derivative that has become 0, as diff(m, a') and diff(L, a''), and of several exponents in one place the first. */
PROTECTED_TEST(no_idle_ones) {
    static const char rod[] = "param m = 2\ncoord a, b\nkinetic m*(a'^2 + b'^2)/2\nconstraint rod: (a - b)^2 = 1\n"
                              "init a = 1, b' = 1\n";
    static const char *const equations[] = {"diff(L, a') = m*a''", "diff(E, a') = 0", "diff(L, a') = 0"};
    for (size_t k = 0; k < sizeof equations / sizeof *equations; k++) {
        const nh_judge_item *item = repairs_of(context, rod, equations[k]);
        for (size_t i = 0; i < item->repairs; i++) {
            const char *found = item->repair[i].equation;
            if (strstr(found, "diff(m") != NULL || strstr(found, ", a'')") != NULL || strstr(found, ", a)") != NULL)
                fail_msg("%s: %s", equations[k], found);
        }
    }
    const nh_judge_item *item = repairs_of(context, rod, "(a - b) = 1");
    assert_int_equal(item->repairs, 1);
    assert_string_equal(item->repair[0].equation, "(a - b)^2 = 1");
}

/* The words say what was done. */
PROTECTED_TEST(words) {
    const nh_judge_item *item = repairs_of(context, oscillator, "m*x'' = k*x");
    assert_true(item->repairs >= 1);
    assert_string_equal(item->repair[0].equation, "m*x'' = -k*x");
    assert_string_equal(item->repair[0].words, "with the sign of the first term on the right changed");
    assert_true(item->repair[0].is_proved);
    item = repairs_of(context, oscillator, "x'' = -k*x");
    assert_true(item->repairs >= 1);
    bool is_found = false;
    for (size_t i = 0; i < item->repairs; i++)
        is_found |= strcmp(item->repair[i].words, "with the first term on the right divided by m") == 0 ||
                    strcmp(item->repair[i].words, "with m in front of the first term on the left") == 0;
    assert_true(is_found);
}

/* Too far from anything true. */
PROTECTED_TEST(beyond_repair) {
    assert_int_equal(repairs_of(context, oscillator, "x'' = exp(x)*cosh(y') + sinh(x*y')^3")->repairs, 0);
}

/* Components and members of families are not corrected; nor is anything when nobody asks. */
PROTECTED_TEST(not_asked_for) {
    judgement j =
        judge_text(context, &(judge_def){.text = oscillator, .equations = {"P'' = [k*x, 0]"}, .has_repairs = true});
    assert_int_equal(check_item(&j, "equation.x", NH_JUDGED_REFUTED)->repairs, 0);
    j = judge_text(context, &(judge_def){.text = oscillator, .equations = {"m*x'' = k*x"}});
    assert_int_equal(check_item(&j, "equation", NH_JUDGED_REFUTED)->repairs, 0);
    j = judge_text(context, &(judge_def){.text = oscillator, .equations = {"m*x'' = -k*x"}, .has_repairs = true});
    assert_int_equal(check_item(&j, "equation", NH_JUDGED_PROVED)->repairs, 0);
}

/* A correction is one for all values, as the equation is; and with those that are set only there. */
PROTECTED_TEST(values) {
    judge_def def = {.text = oscillator, .equations = {"x'' = -k*x"}, .set = {"m=1"}, .has_repairs = true};
    judgement j = judge_text(context, &def);
    check_holds(&j, "equation");
    def.equations[0] = "x'' = k*x";
    j = judge_text(context, &def);
    const nh_judge_item *item = check_item(&j, "equation", NH_JUDGED_REFUTED);
    assert_true(item->repairs >= 1);
    assert_string_equal(item->repair[0].equation, "x'' = -k*x");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_are_found), cmocka_unit_test(nothing_trivial), cmocka_unit_test(no_idle_ones),
        cmocka_unit_test(words),           cmocka_unit_test(beyond_repair),   cmocka_unit_test(not_asked_for),
        cmocka_unit_test(values),
    };
    return cmocka_run_group_tests_name("truth.repair", tests, NULL, NULL);
}
