/* The heavy particle with constant speed ends up falling straight down: its horizontal velocity
 * decays, [Examples] 5.4. */
#include "gallery.h"

static void test_it_ends_up_falling(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "leibniz", .to = 8});
    gallery_near("the last x'", gallery_last(&motion, "x'"), 0, 1e-7);
    gallery_near("the last z'", gallery_last(&motion, "z'"), -2, 1e-12);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_it_ends_up_falling)};
    return cmocka_run_group_tests_name("leibniz", tests, NULL, NULL);
}
