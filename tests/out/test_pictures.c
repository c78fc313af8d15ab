/* Every model that can move gets a picture of itself: whole, well-formed, not large, and twice the same. */
#include "../lang/files.h"

#include "out/picture/picture.h"

#include "svg.h"

enum { MOST = 60000 };

static void check_model(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, NH_TEST_SOURCE, name, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    if (files_can_move(model)) {
        nh_run_def run = nh_default_run();
        run.sketch = true;
        const nh_trajectory *found = nh_simulate(arena, model, &run);
        const char *picture = nh_picture_svg(arena, model, found);
        svg *s = NH_NEW(arena, svg);
        svg_read(s, picture);
        if (strlen(picture) > MOST) fail_msg("%s: %zu bytes", name, strlen(picture));
        if (s->moments > 9) fail_msg("%s: %zu moments", name, s->moments);
        if (s->moments == 0) assert_true(s->paths > 0);
        assert_string_equal(picture, nh_picture_svg(arena, model, found));
    }
    nh_model_destroy(model);
}

static void test_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("pictures", test_model);
}
