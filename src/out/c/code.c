/* The C file, section by section. What the head says about functions is known when the rest is
 * written, so that comes first. */
#include "out/c/code.h"

#include <string.h>

#include "base/assert.h"
#include "out/c/code_private.h"

static const char *write_file(nh_code_plan *plan) {
    nh_code_writer writer = {.arena = plan->arena, .pool = plan->model->pool, .prefix = plan->prefix};
    writer.globals = &plan->names;
    writer.functions.arena = writer.calls.arena = plan->arena;
    nh_text parameters = nh_text_begin(plan->arena), body = nh_text_begin(plan->arena);
    nh_text file = nh_text_begin(plan->arena);
    nh_code_parameters(plan, &writer, &parameters);
    nh_code_coefficients(plan, &writer, &body);
    nh_code_holes(plan, &writer, &body);
    nh_code_accelerations(plan, &body);
    nh_code_head(plan, &writer, &file);
    nh_code_helpers(&writer, &file);
    nh_code_solver(plan, &file);
    nh_text_add(&file, nh_text_string(&parameters));
    nh_text_add(&file, nh_text_string(&body));
    nh_code_example(plan, &file);
    return nh_text_string(&file);
}

const char *nh_code_print(nh_arena *arena, const nh_model *model, const nh_form *form, uint64_t seed,
                          const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_arena *own = nh_arena_create(model->context);
    const char *said = NULL, *file = NULL;
    nh_code_plan *plan = nh_code_plan_make(own, model, form, seed, &said);
    if (plan != NULL) file = write_file(plan);
    if (file != NULL) file = nh_arena_string(arena, file);
    else if (why != NULL) *why = nh_arena_string(arena, said);
    nh_arena_destroy(own);
    return file;
}
