/* "Did you mean": distances against their definition on short words, and what counts as near. */
#include "base/text/closest.h"

#include <string.h>

#include "support.h"

static void known_distances(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        uint32_t thirds;
    } cases[] = {
        {"", "", 0},
        {"theta", "theta", 0},
        {"thta", "theta", 3},
        {"thtea", "theta", 3},
        {"Theta", "theta", 1},
        {"abc", "", 9},
        {"", "abc", 9},
        {"kitten", "sitting", 9},
        {"ca", "abc", 9},
        {"\xCE\xB8", "\xCF\x86", 3},
        {"\xCE\xB8_1", "\xCE\xB8_2", 3},
        {"\xFF", "\xFE", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(nh_closest_distance(cases[i].a, cases[i].b), cases[i].thirds);
        assert_int_equal(nh_closest_distance(cases[i].b, cases[i].a), cases[i].thirds);
    }
    char longest[NH_CLOSEST_MAX + 2];
    memset(longest, 'a', sizeof longest - 1);
    longest[NH_CLOSEST_MAX] = '\0';
    assert_int_equal(nh_closest_distance(longest, longest), 0);
    longest[NH_CLOSEST_MAX] = 'a';
    longest[NH_CLOSEST_MAX + 1] = '\0';
    assert_int_equal(nh_closest_distance(longest, longest), UINT32_MAX);
}

/* One change makes a distance of one change at most; the triangle of three words holds except for
 * swaps, which are not in it. */
static void single_changes(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = test_count(20000); i > 0; i--) {
        char word[12] = "", changed[16] = "";
        size_t length = 1 + nh_random_below(&random, 10);
        for (size_t k = 0; k < length; k++) word[k] = (char)('a' + nh_random_below(&random, 3));
        size_t at = nh_random_below(&random, length);
        char letter = (char)('a' + nh_random_below(&random, 4));
        memcpy(changed, word, at);
        switch (nh_random_below(&random, 4)) {
            case 0: strcpy(changed + at, word + at + 1); break;                           /* left out */
            case 1: changed[at] = letter, strcpy(changed + at + 1, word + at + 1); break; /* exchanged */
            case 2: changed[at] = letter, strcpy(changed + at + 1, word + at); break;     /* put in */
            default:
                strcpy(changed + at, word + at);
                if (at + 1 < length) changed[at] = word[at + 1], changed[at + 1] = word[at]; /* swapped */
        }
        uint32_t distance = nh_closest_distance(word, changed);
        assert_int_equal(distance, strcmp(word, changed) == 0 ? 0 : 3);
    }
}

static const char *closest(const char *wanted, const char *const *names) {
    nh_closest search = nh_closest_begin(wanted);
    for (; *names != NULL; names++) nh_closest_offer(&search, *names);
    return nh_closest_found(&search);
}

static void what_is_near(void **state) {
    (void)state;
    static const char *const names[] = {"x",     "y",    "theta", "theta1", "phi", "velocity",
                                        "Omega", "x[1]", "x[2]",  "",       NULL};
    assert_string_equal(closest("thta", names), "theta");
    assert_string_equal(closest("Theta", names), "theta");
    assert_string_equal(closest("theta11", names), "theta1");
    assert_string_equal(closest("X", names), "x");
    assert_string_equal(closest("xx", names), "x");
    assert_string_equal(closest("x[3]", names), "x[1]"); /* the first of two */
    assert_string_equal(closest("velosiyt", names), "velocity");
    assert_null(closest("z", names));
    assert_null(closest("bx", names));
    assert_null(closest("energy", names));
    assert_null(closest("", names));
    assert_null(closest("theta", (const char *const[]){NULL}));
    assert_null(closest("a_name_that_is_much_longer_than_any_name_should_be", names));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_distances),
        cmocka_unit_test(single_changes),
        cmocka_unit_test(what_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
