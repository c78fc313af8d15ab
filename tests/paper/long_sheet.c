/* All formulations of all models with few coordinates: what is printed is true, and none of them fails. */
#include "sheets.h"

enum { MOST_COORDINATES = 12 };

static void check_model_body(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *text = nh_file_read(arena, files_path(arena, NH_TEST_SOURCE, (const char *)argument, ".nh"), &length);
    nh_read_def def = nh_default_read();
    nh_model *model = files_model(context, &def, text, length, true);
    bool is_fit = files_can_move(model) && model->coordinates.count <= MOST_COORDINATES;
    nh_model_destroy(model);
    if (!is_fit) return; /* numbers are needed, and few of them */
    subject s = subject_make(context, argument, text);
    (void)check_sheets(&s);
    subject_free(&s);
}

static void check_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model_body, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("form.long_sheet", check_model);
}
