/* Hundreds of random Pfaffian systems, linear in the velocities and affine ones, whose answers are known by
 * construction: none is wrong, few are missing. */
#include "pfaffian.h"

#define MOST_UNKNOWN 0.05 /* share of those that are not decided */
enum { CASES = 500 };     /* not multiplied: the factor of long tests would make it hours */

PROTECTED_TEST(random_systems) {
    nh_random random = nh_random_make(test_seed(), 67);
    pf_tally tally = {0};
    for (int i = 0; i < CASES; i++) pf_check_random(context, &random, &tally);
    printf("%d systems, not known: %d parts, %d growths\n", tally.systems, tally.unknown_parts, tally.unknown_growths);
    assert_true(tally.unknown_parts + tally.unknown_growths <= MOST_UNKNOWN * 2 * CASES);
}

/* A tractor with this many trailers that it takes too long: it ends, and says no more than it knows. */
PROTECTED_TEST(long_chains) {
    for (int links = 4; links <= 57; links += links < 10 ? 1 : 47) {
        pf f = pf_begin(context, 7);
        pf_tally tally = {0};
        pf_expected expected = {.part = 0, .levels = (uint32_t)links + 1};
        pf_make_chain(&f, PF_TRAILERS, links);
        for (uint32_t i = 0; i < expected.levels && i < PF_LEVELS; i++) expected.dimension[i] = i + 3;
        pf_check(&f, &expected, &tally);
        printf("%d axles, not known: %d parts, %d growths\n", links, tally.unknown_parts, tally.unknown_growths);
        pf_end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_systems), cmocka_unit_test(long_chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
