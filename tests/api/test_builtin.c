/* The built-in models and the nearest word. */
#include <string.h>

#include <nonholo/model.h>

#include "support.h"

static void table(void **state) {
    (void)state;
    size_t count = nh_builtin_count();
    assert_true(count >= 2);
    assert_null(nh_builtin_at(count));
    assert_null(nh_builtin_at(SIZE_MAX));
    for (size_t i = 0; i < count; i++) {
        const nh_builtin *model = nh_builtin_at(i);
        assert_true(model->name[0] != '\0' && model->source[0] != '\0' && model->title[0] != '\0');
        assert_ptr_equal(nh_builtin_find(model->name), model);
        assert_non_null(strstr(model->text, model->title));
        assert_int_equal(model->text[strlen(model->text) - 1], '\n');
        if (i == 0) continue;
        const nh_builtin *before = nh_builtin_at(i - 1);
        int sources = strcmp(before->source, model->source);
        assert_true(sources < 0 || (sources == 0 && strcmp(before->name, model->name) < 0));
    }
}

static void find(void **state) {
    (void)state;
    const nh_builtin *leibniz = nh_builtin_find("leibniz");
    assert_non_null(leibniz);
    assert_string_equal(leibniz->title, "Leibniz particle");
    assert_non_null(strstr(leibniz->text, "constraint speed: |P'| = c\n"));
    assert_null(nh_builtin_find("Leibniz"));
    assert_null(nh_builtin_find(""));
    assert_null(nh_builtin_find(NULL));
}

static void nearest(void **state) {
    (void)state;
    static const char *const words[] = {"check", "list", NULL, "show"};
    assert_string_equal(nh_nearest("chekc", 4, words), "check");
    assert_string_equal(nh_nearest("sohw", 4, words), "show");
    assert_null(nh_nearest("frobnicate", 4, words));
    assert_null(nh_nearest("check", 0, words));
    assert_null(nh_nearest(NULL, 4, words));
    assert_null(nh_nearest("check", 4, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(table), cmocka_unit_test(find), cmocka_unit_test(nearest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
