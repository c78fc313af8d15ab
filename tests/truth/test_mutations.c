/* A sample of what long_mutations.c does with thousands: no mutation that is false holds, no rewriting of a true
 * equation is refuted. The table itself is examined in doubles. */
#include "mutations.h"

#ifdef __SANITIZE_ADDRESS__
enum { STEP = 6, EACH = 3, TABLE_STEP = 8 };
#else
enum { STEP = 2, EACH = 6, TABLE_STEP = 1 };
#endif

static void sample(void **state) {
    (void)state;
    judge_mutations((size_t)test_count(EACH), (size_t)test_count(EACH), STEP);
}

/* ---- the table, in doubles ---- */

static void look_at_system(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 72);
    batch b = {.context = context, .random = &random, .system = argument};
    const char *texts[MOST_SOURCES];
    nh_arena *arena = nh_arena_create(context);
    list_sources(&b);
    b.base = read_judged(context, &(judge_def){.model = b.system->model});
    for (size_t i = 0; i < b.count; i++) texts[i] = b.sources[i].equation;
    nh_read_def def = b.base->source.def;
    def.equations = (nh_strings){texts, b.count};
    nh_model *model = nh_read_again(b.base, &def, true);
    assert_non_null(model);
    residuals r = look_in_doubles(&b, arena, model);
    if (r.states < 2 * MUTATION_STATES) fail_msg("%s: there are only %zu states", b.system->model, r.states);
    for (size_t k = 0; k < model->records.count; k++) {
        const nh_record *record = &model->records.items[k];
        if (!record->is_judged) continue;
        true_kind kind = b.sources[strtoul(nh_name_text(context, record->name), NULL, 10)].kind;
        bool is_good = kind == TRUE_NAMED ? isnan(r.largest[k]) : r.largest[k] < TRUE_BELOW;
        if (!is_good) fail_msg("%s: %s: %g", b.system->model, record->text, r.largest[k]);
    }
}

static void table(void **state) {
    (void)state;
    assert_true(TRUE_EQUATIONS >= 60 && TRUE_SYSTEMS >= 12);
    for (size_t i = 0; i < TRUE_SYSTEMS; i += TABLE_STEP) {
        nh_context *context = test_context();
        test_run(context, look_at_system, (void *)(uintptr_t)&true_systems[i]);
        nh_context_destroy(context);
    }
}

/* ---- the doubles themselves ---- */

/* They see what is false: a test that took everything for true would not be one. */
PROTECTED_TEST(doubles_see) {
    nh_random random = nh_random_of(context, 73);
    batch b = {.context = context, .random = &random, .system = &true_systems[0]};
    static const char *const texts[] = {"v' = a*w^2", "v' = 1.001*a*w^2", "lambda.edge = 0"};
    b.base = read_judged(context, &(judge_def){.model = "sleigh"});
    nh_read_def def = b.base->source.def;
    def.equations = (nh_strings){texts, 3};
    nh_model *model = nh_read_again(b.base, &def, true);
    residuals r = look_in_doubles(&b, nh_arena_create(context), model);
    assert_true(r.largest[record_of(model, "0")] < TRUE_BELOW);
    assert_true(r.largest[record_of(model, "1")] > FALSE_ABOVE);
    assert_true(r.largest[record_of(model, "2")] > FALSE_ABOVE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(table), cmocka_unit_test(doubles_see),
                                       cmocka_unit_test(sample)};
    return cmocka_run_group_tests_name("truth.mutations", tests, NULL, NULL);
}
