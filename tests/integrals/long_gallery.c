/* First integrals of all built-in models: each is constant along the motion of the model, which another part of the
 * library computes, and there are as many as the table in docs/integrals.md says. */
#include "known.h"

#include <math.h>
#include <stdlib.h>

#include "motion/run/series.h"

/* Changes along a motion are errors of the integration: relative to the largest value, or to 1. */
#define MOST_CHANGE 1e-6

/* What the row of the table "| `NAME` | COUNT | ..." says. */
static size_t count_in_manual(nh_arena *arena, const char *name) {
    nh_text path = nh_text_begin(arena), row = nh_text_begin(arena);
    size_t length;
    nh_text_format(&path, "%s/../docs/integrals.md", NH_TEST_SOURCE);
    nh_text_format(&row, "\n| `%s` | ", name);
    const char *page = nh_file_read(arena, nh_text_string(&path), &length);
    assert_non_null(page);
    const char *table = strstr(page, "\n## The built-in models\n"), *at = NULL;
    if (table != NULL) at = strstr(table, nh_text_string(&row));
    if (at == NULL) fail_msg("docs/integrals.md has no row of %s in the table of built-in models", name);
    return (size_t)strtoul(at + row.length, NULL, 10);
}

static void check_changes(const char *name, const nh_series_set *set) {
    for (size_t i = 0; i < set->integral_count; i++)
        for (size_t row = 0; row < set->rows; row++) {
            double change = set->integrals[i].values[row];
            if (isfinite(change) && change > MOST_CHANGE)
                fail_msg("%s: %s changes by %g", name, set->integrals[i].name, change);
        }
}

static void check_builtin(nh_context *context, void *argument) {
    const nh_builtin *builtin = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, builtin->text);
    nh_integrals_def def = nh_default_integrals();
    const nh_integrals_result *found = nh_integrals_find(arena, model, &def);
    size_t count = found->items.count;
    if (count != count_in_manual(arena, builtin->name)) fail_msg("%s: %zu found", builtin->name, count);
    const char **texts = NH_NEW_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) texts[i] = found->items.items[i].text;
    nh_run_integrals given = {&found->functions, texts, NH_NEW_ARRAY(arena, bool, count + 1)};
    nh_run_def run = nh_default_run();
    const nh_trajectory *motion = nh_simulate_into(arena, model, &run, NULL, &given);
    assert_true(motion->rows > 1);
    const nh_series_set *set = nh_series_make(arena, model, motion, 1);
    assert_int_equal(set->integral_count, count);
    check_changes(builtin->name, set);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_builtins(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < nh_builtin_count(); i++) {
        nh_builtin builtin = *nh_builtin_at(i);
        test_run(context, check_builtin, &builtin);
    }
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builtins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
