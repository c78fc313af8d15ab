/* Every request for memory fails once, with the requests at many different points of the code. */
#include "exercise.h"

static void every_one_fails(void **state) {
    (void)state;
    for (size_t room = 0; room < 1600; room += 96) {
        exercise e = exercise_make(room);
        assert_true(test_every_failure(exercise_body, &e, 0) > 60);
        exercise_check(&e);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_one_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
