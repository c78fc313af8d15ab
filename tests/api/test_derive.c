/* Derivation through the public interface: wrong calls, formats, memory that runs out. */
#include <string.h>

#include <nonholo/derive.h>

#include "base/protect.h"
#include "support.h"

static const char skate[] = "system \"Skate\"\nparam m = 2\ncoord x, y, th\nkinetic m/2*(x'^2 + y'^2) + th'^2/2\n"
                            "potential x\nconstraint skate: x'*sin(th) = y'*cos(th)\n"
                            "init x = 1, th = 0.5, x' ~ 1, th' = 2\n";

static void expect_refusal(nh_context *context, nh_model *model, const nh_derive_def *def, nh_status wanted,
                           const char *word) {
    nh_derive *derivation = (nh_derive *)&context; /* anything but NULL */
    assert_int_equal(nh_derive_make(model, def, &derivation), wanted);
    assert_null(derivation);
    const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    if (strstr(sentence, word) == NULL) fail_msg("'%s' is not in: %s", word, sentence);
}

static void wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_derive_def def = nh_default_derive(), zero = {0};
    nh_derive *derivation = NULL;
    const char *text = "";
    assert_int_equal(nh_derive_make(NULL, &def, &derivation), NH_E_USAGE);
    assert_int_equal(nh_derive_make(model, &def, NULL), NH_E_USAGE);
    expect_refusal(context, model, NULL, NH_E_USAGE, "nh_default_derive");
    expect_refusal(context, model, &zero, NH_E_USAGE, "nh_default_derive");
    def.form = "voronek";
    expect_refusal(context, model, &def, NH_E_USAGE, "voronec");
    def.form = "hamilton";
    expect_refusal(context, model, &def, NH_E_HYPOTHESIS, "geometric");
    def.form = NULL;
    assert_int_equal(nh_derive_make(model, &def, &derivation), NH_OK);
    assert_int_equal(nh_derive_print(NULL, NH_DERIVE_TEXT, &text), NH_E_USAGE);
    assert_null(text);
    assert_int_equal(nh_derive_print(derivation, NH_DERIVE_TEXT, NULL), NH_E_USAGE);
    assert_int_equal(nh_derive_print(derivation, (nh_derive_as)99, &text), NH_E_USAGE);
    nh_derive_destroy(derivation);
    nh_derive_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static const char *print(nh_derive *derivation, nh_derive_as as) {
    const char *text = NULL;
    assert_int_equal(nh_derive_print(derivation, as, &text), NH_OK);
    return text;
}

static void formats(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_derive_def def = nh_default_derive();
    nh_derive *derivation;
    def.form = "maggi";
    assert_int_equal(nh_derive_make(model, &def, &derivation), NH_OK);
    const char *text = print(derivation, NH_DERIVE_TEXT);
    assert_non_null(strstr(text, "Maggi's equations"));
    assert_non_null(strstr(print(derivation, NH_DERIVE_LATEX), "\\ddot{\\mathrm{th}} = 0"));
    assert_non_null(strstr(print(derivation, NH_DERIVE_STANDALONE), "\\documentclass"));
    assert_null(strstr(print(derivation, NH_DERIVE_LATEX), "\\documentclass"));
    assert_non_null(strstr(print(derivation, NH_DERIVE_JSON), "\"form\": \"maggi\""));
    assert_non_null(strstr(text, "Maggi's equations")); /* texts live on */
    nh_derive_destroy(derivation);
    def.form = "all";
    assert_int_equal(nh_derive_make(model, &def, &derivation), NH_OK);
    text = print(derivation, NH_DERIVE_JSON);
    assert_true(text[0] == '[' && strstr(text, "\"form\": \"chetaev\"") != NULL &&
                strstr(text, "\"form\": \"hamel\"") != NULL);
    assert_null(strstr(text, "\"form\": \"hamilton\""));
    nh_derive_destroy(derivation);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The same text, whatever was derived before. */
static void repeats(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_derive_def def = nh_default_derive();
    nh_derive *first, *other, *again;
    def.form = "voronec";
    assert_int_equal(nh_derive_make(model, &def, &first), NH_OK);
    def.form = "hamel";
    assert_int_equal(nh_derive_make(model, &def, &other), NH_OK);
    def.form = "voronec";
    assert_int_equal(nh_derive_make(model, &def, &again), NH_OK);
    assert_string_equal(print(first, NH_DERIVE_TEXT), print(again, NH_DERIVE_TEXT));
    nh_derive_destroy(first);
    nh_derive_destroy(other);
    nh_derive_destroy(again);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void derive_once(nh_context *context, void *argument) {
    (void)argument;
    nh_model *model = NULL;
    nh_read_def read = nh_default_read();
    nh_derive_def def = nh_default_derive();
    nh_derive *derivation = NULL;
    const char *text;
    def.form = "voronec";
    nh_status status = nh_model_read(context, &read, skate, strlen(skate), &model);
    if (status == NH_OK) status = nh_derive_make(model, &def, &derivation);
    if (status == NH_OK) status = nh_derive_print(derivation, NH_DERIVE_JSON, &text);
    nh_derive_destroy(derivation);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory(void **state) {
    (void)state;
    assert_true(test_every_failure(derive_once, NULL, (uint64_t)test_count(40)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_calls), cmocka_unit_test(formats),
                                       cmocka_unit_test(repeats), cmocka_unit_test(memory)};
    return cmocka_run_group_tests_name("derive", tests, NULL, NULL);
}
