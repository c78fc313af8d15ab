/* First integrals through the public interface: answers, wrong calls, memory that runs out, limits. */
#include <string.h>

#include <nonholo/integrals.h>

#include "support.h"

static const char oscillator[] = "coord x, y\nparam k = 1\nkinetic (x'^2 + y'^2)/2\npotential k*(x^2 + y^2)/2\n";

static nh_model *read(nh_context *context, const char *text) {
    nh_model *model;
    nh_read_def def = nh_default_read();
    if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
        fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static void test_answers(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read(context, oscillator);
    nh_integrals_def def = nh_default_integrals();
    nh_integrals *integrals;
    nh_integral item;
    assert_int_equal(nh_integrals_make(model, &def, &integrals), NH_OK);
    nh_integrals_info info = nh_integrals_get_info(integrals);
    assert_true(info.count == 3 && info.most == 3 && info.undecided == 0 && info.why == NULL);
    assert_int_equal(nh_integrals_get_item(integrals, 0, &item), NH_OK);
    assert_string_equal(item.text, "E");
    assert_string_equal(item.from, "energy");
    assert_true(item.degree == 2 && item.by == NH_EVIDENCE_PROVED && item.where == NULL);
    assert_int_equal(nh_integrals_get_item(integrals, 1, &item), NH_OK);
    assert_true(item.degree == 1 && strcmp(item.from, "ansatz") == 0);
    assert_int_equal(nh_integrals_get_item(integrals, 3, &item), NH_E_USAGE);
    assert_int_equal(nh_integrals_get_item(integrals, 0, NULL), NH_E_USAGE);
    nh_integrals_destroy(integrals);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read(context, oscillator);
    nh_integrals_def def = nh_default_integrals();
    nh_integrals *integrals;
    assert_int_equal(nh_integrals_make(NULL, &def, &integrals), NH_E_USAGE);
    assert_int_equal(nh_integrals_make(model, NULL, &integrals), NH_E_USAGE);
    assert_int_equal(nh_integrals_make(model, &def, NULL), NH_E_USAGE);
    def.degree = 0;
    assert_int_equal(nh_integrals_make(model, &def, &integrals), NH_E_USAGE);
    assert_null(integrals);
    def = (nh_integrals_def){.degree = 2};
    assert_int_equal(nh_integrals_make(model, &def, &integrals), NH_E_USAGE);
    assert_int_equal(nh_integrals_get_info(NULL).count, 0);
    nh_integrals_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void find_all(nh_context *context, void *argument) {
    (void)argument;
    nh_model *model;
    nh_read_def read_def = nh_default_read();
    nh_integrals_def def = nh_default_integrals();
    nh_integrals *integrals;
    static const char free_particle[] = "coord x\nkinetic x'^2/2\n";
    def.degree = 1;
    nh_status status = nh_model_read(context, &read_def, free_particle, sizeof free_particle - 1, &model);
    if (status != NH_OK) nh_raise(context, status);
    status = nh_integrals_make(model, &def, &integrals);
    nh_integrals_destroy(integrals);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void test_memory_that_runs_out(void **state) {
    (void)state;
    assert_true(test_every_failure(find_all, NULL, 100) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_wrong_calls),
        cmocka_unit_test(test_memory_that_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
