/* Export through the public interface: wrong calls, the file, formulations that have none, memory that runs out. */
#include <string.h>

#include <nonholo/export.h>

#include "base/protect.h"
#include "support.h"

static const char skate[] = "system \"Skate\"\nparam m = 2\ncoord x, y, th\nkinetic m/2*(x'^2 + y'^2) + th'^2/2\n"
                            "potential x\nconstraint skate: x'*sin(th) = y'*cos(th)\n"
                            "init x = 1, th = 0.5, x' ~ 1, th' = 2\n";

static void expect_refusal(nh_context *context, nh_model *model, const nh_export_def *def, nh_status wanted,
                           const char *word) {
    nh_export *file = (nh_export *)&context; /* anything but NULL */
    assert_int_equal(nh_export_make(model, def, &file), wanted);
    assert_null(file);
    const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    if (strstr(sentence, word) == NULL) fail_msg("'%s' is not in: %s", word, sentence);
}

static void wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_export_def def = nh_default_export(), zero = {0};
    nh_export *file = NULL;
    assert_int_equal(nh_export_make(NULL, &def, &file), NH_E_USAGE);
    assert_int_equal(nh_export_make(model, &def, NULL), NH_E_USAGE);
    expect_refusal(context, model, NULL, NH_E_USAGE, "nh_default_export");
    expect_refusal(context, model, &zero, NH_E_USAGE, "nh_default_export");
    def.as = (nh_export_as)99;
    expect_refusal(context, model, &def, NH_E_USAGE, "format");
    def.as = NH_EXPORT_C;
    def.form = "voronek";
    expect_refusal(context, model, &def, NH_E_USAGE, "voronec");
    def.form = "hamilton";
    expect_refusal(context, model, &def, NH_E_HYPOTHESIS, "geometric");
    def.form = "vakonomic-modified:least"; /* with a matrix that is found at each state */
    expect_refusal(context, model, &def, NH_E_UNSUPPORTED, "not written as C");
    assert_null(nh_export_text(NULL));
    nh_export_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Of the formulation that was requested, and the same whatever was exported before. */
static void files(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_export_def def = nh_default_export();
    nh_export *first, *other, *again;
    assert_int_equal(nh_export_make(model, &def, &first), NH_OK);
    def.form = "voronec";
    assert_int_equal(nh_export_make(model, &def, &other), NH_OK);
    def.form = "chetaev"; /* which is the default */
    assert_int_equal(nh_export_make(model, &def, &again), NH_OK);
    assert_non_null(strstr(nh_export_text(first), "int skate_accelerations("));
    assert_non_null(strstr(nh_export_text(other), "int skate_accelerations("));
    assert_string_equal(nh_export_text(first), nh_export_text(again));
    assert_string_not_equal(nh_export_text(first), nh_export_text(other));
    nh_export_destroy(first);
    nh_export_destroy(other);
    nh_export_destroy(again);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void export_once(nh_context *context, void *argument) {
    (void)argument;
    nh_model *model = NULL;
    nh_read_def read = nh_default_read();
    nh_export_def def = nh_default_export();
    nh_export *file = NULL;
    def.form = "voronec";
    nh_status status = nh_model_read(context, &read, skate, strlen(skate), &model);
    if (status == NH_OK) status = nh_export_make(model, &def, &file);
    nh_export_destroy(file);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory(void **state) {
    (void)state;
    assert_true(test_every_failure(export_once, NULL, (uint64_t)test_count(40)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_calls), cmocka_unit_test(files),
                                       cmocka_unit_test(memory)};
    return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
