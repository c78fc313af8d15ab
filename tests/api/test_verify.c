/* Verification through the public interface: wrong calls, items and states, memory that runs out. */
#include <math.h>
#include <string.h>

#include <nonholo/verify.h>

#include "support.h"

static const char skate[] = "system \"Skate\"\nparam m = 2\ncoord x, y, th\nkinetic m/2*(x'^2 + y'^2) + th'^2/2\n"
                            "potential x\nconstraint skate: x'*sin(th) = y'*cos(th)\nclaim wrong: th'' = x/100\n"
                            "init x = 1, th = 0.5, x' ~ 1, th' = 2\n";

static void refuse(nh_context *context, nh_model *model, const nh_verify_def *def, const char *word) {
    nh_verify *verify = (nh_verify *)&context; /* anything but NULL */
    assert_int_equal(nh_verify_make(model, def, &verify), NH_E_USAGE);
    assert_null(verify);
    const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    if (strstr(sentence, word) == NULL) fail_msg("'%s' is not in: %s", word, sentence);
}

static void wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_verify_def def = nh_default_verify(), zero = {0};
    nh_verify *verify = NULL;
    assert_int_equal(nh_verify_make(NULL, &def, &verify), NH_E_USAGE);
    assert_int_equal(nh_verify_make(model, &def, NULL), NH_E_USAGE);
    refuse(context, model, NULL, "nh_default_verify");
    refuse(context, model, &zero, "nh_default_verify");
    def.digits = 0;
    refuse(context, model, &def, "digits");
    def.digits = NH_VERIFY_DIGITS_MAX + 1;
    refuse(context, model, &def, "digits");
    def.digits = 20;
    def.samples = 0;
    refuse(context, model, &def, "samples");
    assert_int_equal(nh_verify_get_info(NULL).verdict, NH_VERDICT_UNDECIDED);
    assert_int_equal(nh_verify_get_item(NULL, 0, NULL), NH_E_USAGE);
    assert_null(nh_verify_state(NULL, 0));
    nh_verify_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A function without a body gets one: what agrees is certified, not proved, and a claim about all functions that is
 * true of constants only is refuted. */
static void drawn_bodies(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "function f(s)\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential f(x)\n"
                                               "constraint c: y' = f(x)*x'\nclaim steady: x'' = 0\n");
    nh_verify_def def = nh_default_verify();
    nh_verify *verify;
    nh_verify_item item = {0};
    def.samples = 3;
    assert_int_equal(nh_verify_make(model, &def, &verify), NH_OK);
    nh_verify_info info = nh_verify_get_info(verify);
    assert_non_null(strstr(info.bodies, "f(a1)="));
    size_t agreeing = 0;
    for (size_t i = 0; i < info.items; i++) {
        assert_int_equal(nh_verify_get_item(verify, i, &item), NH_OK);
        assert_false(item.is_proved);
        agreeing += item.kind == NH_VERIFY_FORM && item.verdict == NH_VERDICT_HOLDS;
    }
    assert_true(agreeing >= 6);
    assert_int_equal(item.verdict, NH_VERDICT_FAILS);
    nh_verify_destroy(verify);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void items(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_verify_def def = nh_default_verify();
    nh_verify *verify;
    nh_verify_item item = {0};
    def.samples = 3;
    assert_int_equal(nh_verify_make(model, &def, &verify), NH_OK);
    nh_verify_info info = nh_verify_get_info(verify);
    assert_int_equal(info.verdict, NH_VERDICT_FAILS);
    assert_true(info.states == 4 && info.has_start && info.near == 3 && info.digits == 50 && info.message == NULL);
    size_t fails = 0;
    for (size_t i = 0; i < info.items; i++) {
        assert_int_equal(nh_verify_get_item(verify, i, &item), NH_OK);
        fails += item.verdict == NH_VERDICT_FAILS;
    }
    assert_int_equal(fails, 1);
    assert_string_equal(item.name, "wrong"); /* claims come last */
    assert_true(item.kind == NH_VERIFY_CLAIM && item.state < info.states && item.bound > 1e-3);
    const double *worst = nh_verify_state(verify, item.state), *start = nh_verify_state(verify, 0);
    assert_float_equal(item.residual, -worst[1] / 100, 1e-12); /* th'' = 0 */
    assert_true(start[1] == 1 && start[3] == 0.5 && start[6] == 2);
    assert_null(nh_verify_state(verify, info.states));
    assert_int_equal(nh_verify_get_item(verify, info.items, &item), NH_E_USAGE);
    assert_int_equal(nh_verify_get_item(verify, 0, NULL), NH_E_USAGE);
    nh_verify_destroy(verify);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void verdict_names(void **state) {
    (void)state;
    assert_string_equal(nh_verdict_name(NH_VERDICT_HOLDS), "holds");
    assert_string_equal(nh_verdict_name(NH_VERDICT_FAILS), "fails");
    assert_string_equal(nh_verdict_name(NH_VERDICT_UNDECIDED), "undecided");
    assert_string_equal(nh_verdict_name(NH_VERDICT_INAPPLICABLE), "inapplicable");
}

static void verify_once(nh_context *context, void *argument) {
    (void)argument;
    nh_model *model = NULL;
    nh_read_def read = nh_default_read();
    nh_verify_def def = nh_default_verify();
    nh_verify *verify = NULL;
    def.samples = 1;
    def.digits = 10;
    nh_status status = nh_model_read(context, &read, skate, strlen(skate), &model);
    if (status == NH_OK) status = nh_verify_make(model, &def, &verify);
    nh_verify_destroy(verify);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory(void **state) {
    (void)state;
    assert_true(test_every_failure(verify_once, NULL, (uint64_t)test_count(40)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls),   cmocka_unit_test(drawn_bodies), cmocka_unit_test(items),
        cmocka_unit_test(verdict_names), cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
