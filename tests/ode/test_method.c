/* The methods of integration by name, and the message for a word that is none. */
#include "ode/method.h"

#include <string.h>

#include "support.h"

static void require(nh_context *context, void *argument) {
    (void)nh_method_require(context, argument);
}

PROTECTED_TEST(names) {
    const nh_method *first = nh_method_at(0);
    assert_string_equal(first->name, "dop853");
    assert_ptr_equal(nh_method_require(context, NULL), first);
    size_t count = 0;
    for (; nh_method_at(count) != NULL; count++) {
        const nh_method *method = nh_method_at(count);
        assert_ptr_equal(nh_method_require(context, method->name), method);
        assert_true(strlen(method->title) > 0);
    }
    assert_null(nh_method_at(count));
}

static void unknown(void **state) {
    (void)state;
    static const char *const words[] = {"", "DOP853", "dop85", "dop8530", "rk4"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        nh_context *context = test_context();
        assert_int_equal(test_protect(context, require, (void *)words[i]), NH_E_USAGE);
        assert_string_equal(test_last_code(context), "method");
        const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
        for (size_t k = 0; nh_method_at(k) != NULL; k++) assert_non_null(strstr(sentence, nh_method_at(k)->name));
        nh_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(unknown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
