/* Implications through the public interface: wrong calls, answers, conditions as texts, memory
 * that runs out, limits. */
#include <string.h>

#include <nonholo/implies.h>

#include "support.h"

static const char pair[] = "coord x, y\ncondition a: x'*y' = 0\ncondition b: x' = 0\nconstraint c[i=1..2]: i*x' = y'\n";

static nh_model *read(nh_context *context, const char *text, nh_strings conditions) {
    nh_model *model;
    nh_read_def def = nh_default_read();
    def.conditions = conditions;
    if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
        fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static nh_status ask(nh_model *model, const char *given, const char *then, nh_implies **implies) {
    nh_implies_def def = nh_default_implies();
    def.given = (nh_strings){&given, given != NULL};
    def.then = (nh_strings){&then, then != NULL};
    return nh_implies_make(model, &def, implies);
}

static void test_answers(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read(context, pair, (nh_strings){0});
    nh_implies *implies;
    nh_implies_exception item;
    assert_int_equal(ask(model, "a", "b", &implies), NH_OK);
    nh_implies_info info = nh_implies_get_info(implies);
    assert_true(info.implied.truth == NH_NO && info.implied.by == NH_EVIDENCE_CERTIFIED && info.exceptions == 1);
    assert_true(info.elsewhere.truth == NH_YES && info.elsewhere.by == NH_EVIDENCE_PROVED);
    assert_true(!info.is_empty && !info.is_valueless && info.why == NULL && info.but_for == NULL);
    assert_int_equal(nh_implies_get_exception(implies, 0, &item), NH_OK);
    assert_string_equal(item.text, "y' = 0");
    assert_string_equal(item.equations, "y' = 0");
    assert_true(item.fails.truth == NH_YES && item.witness[3] != 0 && item.witness[4] == 0);
    assert_true(item.residual == item.witness[3]);
    assert_string_equal(info.fails, "b");
    assert_int_equal(nh_implies_get_exception(implies, 1, &item), NH_E_USAGE);
    assert_int_equal(nh_implies_get_exception(implies, 0, NULL), NH_E_USAGE);
    nh_implies_destroy(implies);
    assert_int_equal(ask(model, "b", "a", &implies), NH_OK); /* everywhere */
    assert_true(nh_implies_get_info(implies).exceptions == 0 && nh_implies_get_info(implies).implied.truth == NH_YES);
    nh_implies_destroy(implies);
    assert_int_equal(ask(model, NULL, "b", &implies), NH_OK); /* from all constraints */
    assert_int_equal(nh_implies_get_info(implies).implied.truth, NH_YES);
    nh_implies_destroy(implies);
    assert_int_equal(ask(model, "c[2]", "b", &implies), NH_OK);
    assert_int_equal(nh_implies_get_info(implies).implied.truth, NH_NO);
    nh_implies_destroy(implies);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read(context, pair, (nh_strings){0});
    nh_implies *implies = (nh_implies *)model;
    nh_implies_def def = nh_default_implies();
    const char *none = NULL;
    assert_int_equal(nh_implies_make(NULL, &def, &implies), NH_E_USAGE);
    assert_null(implies);
    assert_int_equal(nh_implies_make(model, &def, &implies), NH_E_USAGE); /* nothing is requested */
    assert_int_equal(nh_implies_make(model, NULL, &implies), NH_E_USAGE);
    assert_int_equal(nh_implies_make(model, &(nh_implies_def){0}, &implies), NH_E_USAGE);
    def.then = (nh_strings){&none, 1};
    assert_int_equal(nh_implies_make(model, &def, &implies), NH_E_USAGE);
    assert_int_equal(ask(model, "a", "", &implies), NH_E_USAGE);
    assert_int_equal(ask(model, "a", "bb", &implies), NH_E_USAGE);
    assert_null(implies);
    const nh_diag *last = nh_context_diag(context, nh_context_diag_count(context) - 1);
    assert_string_equal(last->sentence, "the model has no constraint or condition 'bb'");
    assert_string_equal(last->hint, "did you mean 'b'?");
    assert_int_equal(ask(model, "c[3]", "b", &implies), NH_E_USAGE);
    assert_int_equal(nh_implies_get_info(NULL).implied.truth, NH_UNKNOWN);
    assert_int_equal(nh_implies_get_exception(NULL, 0, NULL), NH_E_USAGE);
    nh_implies_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_conditions(void **state) {
    (void)state;
    static const char *const texts[] = {"x' = y'", "e[i=1..2]: i*x' = 0", "[x', y'] = [0, 0]", "x = x"};
    static const char *const wrong[] = {"x' = q'", "x' =", "b: x' = 0", "x''' = 0", "1 = 2"};
    nh_context *context = test_context();
    nh_model *model = read(context, pair, (nh_strings){texts, 4});
    nh_implies *implies;
    assert_int_equal(ask(model, "x' = y', b", "[x', y'] = [0, 0]", &implies), NH_OK);
    assert_int_equal(nh_implies_get_info(implies).implied.truth, NH_YES);
    nh_implies_destroy(implies);
    assert_int_equal(ask(model, "e[2]", "e,x = x", &implies), NH_OK);
    assert_true(nh_implies_get_info(implies).implied.truth == NH_YES && nh_implies_get_info(implies).exceptions == 0);
    nh_implies_destroy(implies);
    nh_model_destroy(model);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nh_read_def def = nh_default_read();
        def.conditions = (nh_strings){&wrong[i], 1};
        if (nh_model_read(context, &def, pair, strlen(pair), &model) != NH_E_USAGE) fail_msg("%s was read", wrong[i]);
        const nh_diag *last = nh_context_diag(context, nh_context_diag_count(context) - 1);
        assert_true(last->file != NULL && strncmp(last->file, "condition ", 10) == 0);
    }
    nh_context_destroy(context);
}

/* With little work it is undecided, or the limit is reached. */
static void test_limits(void **state) {
    (void)state;
    for (uint64_t work = 100; work < 100000000; work *= 10) {
        nh_context_def def = nh_default_context();
        nh_context *context;
        nh_model *model;
        nh_implies *implies = NULL;
        nh_read_def reading = nh_default_read();
        def.limits.work = work;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        nh_status status = nh_model_read(context, &reading, pair, strlen(pair), &model);
        if (status == NH_OK) status = ask(model, "b", "a", &implies);
        assert_true(status == NH_OK || status == NH_E_LIMIT);
        if (implies != NULL) assert_int_not_equal(nh_implies_get_info(implies).implied.truth, NH_NO);
        nh_implies_destroy(implies);
        if (model != NULL) nh_model_destroy(model);
        nh_context_destroy(context);
    }
}

static void make_and_drop(nh_context *context, void *argument) {
    nh_model *model;
    nh_implies *implies;
    (void)argument;
    nh_read_def def = nh_default_read();
    nh_status status = nh_model_read(context, &def, pair, strlen(pair), &model);
    if (status != NH_OK) nh_raise(context, status);
    status = ask(model, "a", "b", &implies);
    nh_implies_destroy(implies);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void test_memory_runs_out(void **state) {
    (void)state;
    assert_true(test_every_failure(make_and_drop, NULL, (uint64_t)test_count(25)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers), cmocka_unit_test(test_wrong_calls),     cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_limits),  cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
