/* The same for all models with few coordinates, in all formulations. */
#include "../lang/files.h"
#include "printed.h"

enum { MOST_COORDINATES = 9 };

static void check_model_body(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *text = nh_file_read(arena, files_path(arena, NH_TEST_SOURCE, (const char *)argument, ".nh"), &length);
    nh_model *model = printed_read(context, argument, text, NULL);
    nh_model_info info;
    assert_int_equal(nh_model_get_info(model, &info), NH_OK);
    nh_model_destroy(model);
    if (info.coordinates > MOST_COORDINATES) return; /* their sheets are long */
    printed_tally tally = check_all_printed(context, argument, text);
    print_message("%s: %zu sheets, %zu claims, %zu undecided\n", (const char *)argument, tally.sheets, tally.claims,
                  tally.undecided);
}

static void check_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model_body, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("truth.long_printed", check_model);
}
