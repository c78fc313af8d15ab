/* The table of formulations through the public interface. */
#include <string.h>

#include "support.h"

static void all(void **state) {
    (void)state;
    nh_formulation f, again;
    size_t count = 0, apart = 0, set = 0;
    for (; nh_formulation_at(count, &f) == NH_OK; count++) {
        assert_true(f.name[0] != '\0' && f.title[0] != '\0');
        assert_int_equal(nh_formulation_find(f.name, &again), NH_OK);
        assert_ptr_equal(again.name, f.name);
        apart += f.is_apart;
        set += f.has_settings;
    }
    assert_true(count > 10 && apart == 2 && set == 1);
}

static void names(void **state) {
    (void)state;
    nh_formulation f;
    assert_int_equal(nh_formulation_find("vakonomic-modified:imposed:mass", &f), NH_OK);
    assert_true(f.has_settings && f.is_apart);
    assert_string_equal(f.name, "vakonomic-modified");
    assert_int_equal(nh_formulation_find("vakonomic", &f), NH_OK);
    assert_true(!f.has_settings && f.is_apart);
    assert_int_equal(nh_formulation_find("vakonomi", &f), NH_E_USAGE);
    assert_int_equal(nh_formulation_find("", &f), NH_E_USAGE);
    assert_int_equal(nh_formulation_find(NULL, &f), NH_E_USAGE);
    assert_int_equal(nh_formulation_find("maggi", NULL), NH_E_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests_name("formulation", tests, NULL, NULL);
}
