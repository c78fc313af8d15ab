/* Names that depend on which velocities are independent are meant with one choice, that of `check` and
 * `derive`, at all states. */
#include "judging.h"

typedef struct choice_case {
    const char *model, *equation, *independent;
    nh_judgement least; /* proved or certified */
} choice_case;

/* What `derive` prints. */
static const choice_case cases[] = {
    {"knife-edge", "voronec.B[edge,phi] = -x'/cos(phi)^2", "x', phi'", NH_JUDGED_PROVED},
    {"knife-edge", "reduced.A[x] = m*g*sin(alpha) - m*sin(phi)*x'*phi'/cos(phi)^3", "x', phi'", NH_JUDGED_PROVED},
    {"knife-edge", "hamel.pi[edge] = 0", "x', phi'", NH_JUDGED_PROVED}, /* what is 0 has no line */
    {"incline-skate", "voronec.B[skate,theta] = -x'/cos(theta)^2", "x', theta'", NH_JUDGED_PROVED},
    {"incline-skate", "hamel.pi[skate] = m*sin(theta)*x'/cos(theta)", "x', theta'", NH_JUDGED_PROVED},
    {"right-angle", "voronec.B[perp,x[2]] = x[1]'*y[1]''/y[1]'^2 - x[1]''/y[1]'", "x[1]', x[2]', y[1]'",
     NH_JUDGED_PROVED},
    {"appell-hamel-limit", "reduced.A[x] = -m*b^2*g*x'/(a^2*z')", "x', y'", NH_JUDGED_PROVED},
    {"skate-pendulum", "voronec.B[skid,phi] = -x'/cos(phi)^2", "x', phi', theta', theta1'", NH_JUDGED_PROVED},
};

PROTECTED_TEST(choice_of_derive) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const choice_case *c = &cases[i];
        judgement j = judge_text(context, &(judge_def){.model = c->model, .equations = {c->equation}, .samples = 4});
        assert_string_equal(check_item(&j, "equation", c->least)->choice, c->independent);
        nh_model_destroy(j.model);
    }
}

/* What is wrong with that choice is refuted; what names nothing that depends on it does not name it. */
PROTECTED_TEST(choice_is_named) {
    judgement j = judge_text(
        context, &(judge_def){.model = "knife-edge",
                              .equations = {"voronec.B[edge,phi] = x'/cos(phi)^2", "phi'' = 0", "hamel.Q[x] = 0"}});
    assert_string_equal(check_item(&j, "equation[1]", NH_JUDGED_REFUTED)->choice, "x', phi'");
    assert_null(check_item(&j, "equation[2]", NH_JUDGED_PROVED)->choice);
    (void)check_item(&j, "equation[3]", NH_JUDGED_UNDECIDED); /* x' is not a variable of hamel here, and has no Q */
    nh_model_destroy(j.model);
}

/* The author may ask for another one. */
PROTECTED_TEST(choice_of_author) {
    judge_def def = {.text = "coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2\n"
                             "constraint edge: cos(phi)*y' = sin(phi)*x'\ninit phi = 0.3, x' = 1, phi' = 2, y' ~ 0\n",
                     .equations = {"voronec.B[edge,phi] = y'/sin(phi)^2"},
                     .more = "independent y', phi'\n"};
    judgement j = judge_text(context, &def);
    const nh_judge_item *item = item_of(&j, "equation");
    assert_string_equal(item->choice, "y', phi'");
    assert_true(item_holds(item));
    nh_model_destroy(j.model);
}

/* The same at the model's own values and at others, where another choice would be better conditioned. */
PROTECTED_TEST(choice_for_all_values) {
    static const char text[] = "param a = 3, b = 0.1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
                               "constraint c: a*x*x' + b*y*y' = 1\ninit x = 1, y = 1, y' = 1\n";
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"alpha.x = (1 - b*y*y')/(a*x)"}});
    assert_string_equal(check_item(&j, "equation", NH_JUDGED_PROVED)->choice, "y'");
    nh_model_destroy(j.model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choice_of_derive),
        cmocka_unit_test(choice_is_named),
        cmocka_unit_test(choice_of_author),
        cmocka_unit_test(choice_for_all_values),
    };
    return cmocka_run_group_tests_name("truth.choice", tests, NULL, NULL);
}
