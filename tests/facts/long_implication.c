/* Implications: every line of the oracle in each kind of other coordinates, and products of linear forms, of which all
 * components are known: those of g_1 g_2 ... = 0 are the planes g_i = 0, and f_1 f_2 ... holds on one of them if some
 * f_k is a multiple of g_i; all are of one dimension, so none is an exception. */
#include "implication_oracle.h"

PROTECTED_TEST(test_oracle_renamed) {
    check_all_oracle(context, (variant){.is_renamed = true});
}

PROTECTED_TEST(test_oracle_turned) {
    check_all_oracle(context, (variant){.is_turned = true});
}

PROTECTED_TEST(test_oracle_scaled) {
    check_all_oracle(context, (variant){.is_scaled = true});
}

enum { FORMS = 5, MOST_FACTORS = 4 };

static const char *const forms[FORMS] = {"x'", "(x' - y')", "(x' + 2*y' - z')", "(y' + z'*x)", "(x*x' + y*y')"};

/* A product of random ones of the forms; which of them are in it. */
static void add_product(nh_text *text, nh_random *random, bool has[FORMS]) {
    int count = (int)nh_random_between(random, 1, MOST_FACTORS);
    for (int i = 0; i < count; i++) {
        size_t which = nh_random_below(random, FORMS);
        has[which] = true;
        nh_text_format(text, "%s%s", i > 0 ? "*" : "", forms[which]);
    }
    nh_text_add(text, " = 0\n");
}

static void check_product(nh_context *context, nh_random *random) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    bool given[FORMS] = {0}, then[FORMS] = {0};
    nh_text_add(&text, "coord x, y, z\ncondition g: ");
    add_product(&text, random, given);
    nh_text_add(&text, "condition f: ");
    add_product(&text, random, then);
    const char *what = nh_text_string(&text);
    nh_model *model = implication_model(context, what, (nh_strings){0});
    const nh_implication *found = implication_ask(arena, model, (asked_rows){"g", "f"});
    size_t holds = 0, fails = 0;
    for (int i = 0; i < FORMS; i++) holds += given[i] && then[i], fails += given[i] && !then[i];
    if (found->info.implied.truth != (fails == 0 ? NH_YES : NH_NO)) fail_msg("%s: %d", what, found->info.implied.truth);
    assert_int_equal(found->info.elsewhere.truth == NH_YES, holds > 0 && fails > 0);
    if (found->info.exceptions != (holds > 0 ? fails : 0)) fail_msg("%s: %zu sets", what, found->info.exceptions);
    if (fails > 0) implication_check_witness(model, found->info.witness, found->info.residual, what);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_products) {
    nh_random random = nh_random_make(test_seed(), 401);
    for (int i = 0; i < test_count(300); i++) check_product(context, &random);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle_renamed),
        cmocka_unit_test(test_oracle_turned),
        cmocka_unit_test(test_oracle_scaled),
        cmocka_unit_test(test_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
