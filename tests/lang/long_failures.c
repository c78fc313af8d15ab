/* Every request for memory of reading a model fails once. An arena asks only when a chunk is full, so declarations of
 * growing number in front of the text move the points of the code at which the requests come. */
#include "rich_models.h"

enum { SHIFTS = 12 };

static const char *shifted(nh_arena *arena, const char *text, int shift) {
    nh_text all = nh_text_begin(arena);
    for (int i = 0; i < shift; i++) nh_text_format(&all, "let filler_%d = %d/%d\n", i, 7 * i + 1, 11 * i + 2);
    nh_text_add(&all, text);
    return nh_text_string(&all);
}

static void every_one_fails(void **state) {
    nh_context *context = test_context();
    nh_arena *arena = nh_arena_create(context);
    for (int shift = 0; shift < SHIFTS; shift++) {
        rich_model rich = *(const rich_model *)*state;
        rich.text = shifted(arena, rich.text, 5 * shift);
        assert_true(test_every_failure(rich_body, &rich, 0) > 4);
    }
    nh_context_destroy(context);
}

int main(void) {
    struct CMUnitTest tests[RICH_MODELS];
    for (int i = 0; i < RICH_MODELS; i++)
        tests[i] = (struct CMUnitTest){
            .name = rich_models[i].name, .test_func = every_one_fails, .initial_state = (void *)&rich_models[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
