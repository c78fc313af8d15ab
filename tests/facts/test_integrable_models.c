/* What is known about the integrability of the built-in models: integrable_models.txt has a line for each,
 * thought through by hand. */
#include "support.h"

#include <string.h>

#include <nonholo/check.h>

#include "base/io/file.h"
#include "base/text/text.h"

/* name  rows by themselves (y, n, u)  constant functions  those found  commutation (y, n, u)  growth */
static const char *describe(nh_arena *arena, nh_check *check) {
    static const char letters[] = {[NH_YES] = 'y', [NH_NO] = 'n', [NH_UNKNOWN] = 'u'};
    nh_check_info info = nh_check_get_info(check);
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < nh_check_row_count(check); i++) {
        nh_check_row row;
        assert_int_equal(nh_check_get_row(check, i, &row), NH_OK);
        if (row.kind != NH_ROW_GEOMETRIC) nh_text_format(&text, "%c", letters[row.integrable.truth]);
    }
    if (text.length == 0) nh_text_add(&text, "-");
    if (info.integrals.by == NH_EVIDENCE_NONE) nh_text_add(&text, " ?");
    else nh_text_format(&text, " %zu", info.integrals.value);
    nh_text_format(&text, " %zu %c %s", info.integrals_found, letters[info.commutation.truth],
                   info.growth == 0       ? "-"
                   : info.growth_has_time ? "t"
                                          : "");
    for (size_t i = 0; i < info.growth; i++)
        nh_text_format(&text, "%s%zu", i > 0 || info.growth_has_time ? "," : "", nh_check_growth(check, i));
    return nh_text_string(&text);
}

/* The line of the model, after its name. */
static const char *expected(nh_arena *arena, const char *name) {
    size_t length, skip = strlen(name);
    const char *text = nh_file_read(arena, NH_TEST_SOURCE "/facts/integrable_models.txt", &length);
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strncmp(at, name, skip) != 0 || at[skip] != ' ') continue;
        at += skip + strspn(at + skip, " ");
        return nh_arena_text(arena, at, strcspn(at, "\n"));
    }
    fail_msg("%s is not in the list", name);
    return NULL;
}

static void check_model(nh_context *context, void *argument) {
    const nh_builtin *builtin = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_read_def read = nh_default_read();
    nh_check_def def = nh_default_check();
    nh_model *model;
    nh_check *check;
    read.name = builtin->name;
    assert_int_equal(nh_model_read(context, &read, builtin->text, strlen(builtin->text), &model), NH_OK);
    def.without_places = true;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    assert_string_equal(describe(arena, check), expected(arena, builtin->name));
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model, *state);
    nh_context_destroy(context);
}

enum { MOST = 200 };

int main(void) {
    static struct CMUnitTest tests[MOST];
    size_t count = nh_builtin_count();
    for (size_t i = 0; i < count && i < MOST; i++)
        tests[i] = (struct CMUnitTest){nh_builtin_at(i)->name, test_model, NULL, NULL, (void *)nh_builtin_at(i)};
    return _cmocka_run_group_tests("models", tests, count, NULL, NULL);
}
