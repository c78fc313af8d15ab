/* Requests for memory of reading a model fail, a sample of them: it ends with NH_E_MEMORY, nothing is leaked, and the
 * context can read the same model again. */
#include "rich_models.h"

enum { SAMPLE = 40 };

static void some_fail(void **state) {
    rich_model rich = *(const rich_model *)*state;
    assert_true(test_every_failure(rich_body, &rich, SAMPLE) > 4);
}

int main(void) {
    struct CMUnitTest tests[RICH_MODELS];
    for (int i = 0; i < RICH_MODELS; i++)
        tests[i] = (struct CMUnitTest){
            .name = rich_models[i].name, .test_func = some_fail, .initial_state = (void *)&rich_models[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
