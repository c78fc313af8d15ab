/* The models that come with the library; the build makes the table from models/ (cmake/EmbedModels.cmake). */
#include "api/builtin_private.h"

#include <math.h>
#include <string.h>

#include <nonholo/run.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/context.h"
#include "base/text/closest.h"
#include "out/print/print.h"

size_t nh_builtin_count(void) {
    NH_ASSERT(nh_builtin_table[nh_builtin_number].name == NULL);
    return nh_builtin_number;
}

const nh_builtin *nh_builtin_at(size_t index) {
    return index < nh_builtin_number ? &nh_builtin_table[index] : NULL;
}

/* The table is in the order of sources, so this examines all of it; there are some dozens. */
const nh_builtin *nh_builtin_find(const char *name) {
    for (size_t i = 0; name != NULL && i < nh_builtin_number; i++)
        if (strcmp(nh_builtin_table[i].name, name) == 0) return &nh_builtin_table[i];
    return NULL;
}

const char *nh_nearest(const char *word, size_t count, const char *const *words) {
    if (word == NULL || words == NULL) return NULL;
    nh_closest search = nh_closest_begin(word);
    for (size_t i = 0; i < count; i++)
        if (words[i] != NULL) nh_closest_offer(&search, words[i]);
    return nh_closest_found(&search);
}

/* ---- how they move ---- */

static double larger_of(double most, double value) {
    return value > most || isnan(value) ? value : most;
}

static void find_errors(const nh_run *run, nh_builtin_motion *m) {
    for (size_t i = 0; i < m->run.invariants; i++) {
        nh_run_invariant invariant;
        if (nh_run_get_invariant(run, i, &invariant) == NH_OK)
            m->invariants = larger_of(m->invariants, invariant.drift / fmax(fabs(invariant.start), 1));
    }
    for (size_t i = 0; i < m->run.claims; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(run, i, &claim) == NH_OK) m->claims = larger_of(m->claims, claim.error);
    }
}

nh_status nh_builtin_move(nh_context *context, const nh_builtin *builtin, nh_builtin_motion *motion) {
    if (context == NULL || builtin == NULL || motion == NULL)
        return nh_refuse(context, __func__, "the model or the pointer for the result is NULL");
    nh_model *model = NULL;
    nh_model_info about = {0};
    nh_run *run = NULL;
    nh_read_def read = nh_default_read();
    nh_run_def def = nh_default_run();
    read.name = builtin->name;
    def.forget_rows = true;
    *motion = (nh_builtin_motion){.builtin = builtin};
    motion->status = nh_model_read(context, &read, builtin->text, strlen(builtin->text), &model);
    if (motion->status == NH_OK) motion->status = nh_model_get_info(model, &about);
    motion->coordinates = about.coordinates;
    motion->constraints = about.geometric + about.kinematic;
    if (motion->status == NH_OK) motion->status = nh_run_make(model, &def, &run);
    if (motion->status == NH_OK) {
        motion->run = nh_run_get_info(run);
        motion->run.message = motion->run.form = motion->run.method = NULL; /* they die with the run */
        find_errors(run, motion);
    }
    nh_run_destroy(run);
    nh_model_destroy(model);
    return motion->status;
}

/* ---- printing ---- */

static void print_builtins(nh_text *text, nh_print_as as, void *object) {
    (void)object;
    nh_print_builtins(text, as, nh_builtin_number, nh_builtin_table);
}

nh_status nh_builtin_print(nh_context *context, nh_print_as as, const char **text) {
    nh_print_request p = {.name = "nh_builtin_print", .print = print_builtins, .object = context, .context = context};
    if (context != NULL) p.arena = nh_context_arena(context);
    return nh_print_object(&p, as, text);
}

typedef struct motions {
    size_t count;
    const nh_builtin_motion *items;
} motions;

static void print_motions(nh_text *text, nh_print_as as, void *object) {
    const motions *m = object;
    nh_print_builtin_motions(text, as, m->count, m->items);
}

nh_status nh_builtin_print_motions(nh_context *context, nh_print_as as, size_t count, const nh_builtin_motion *items,
                                   const char **text) {
    motions m = {count, items};
    bool is_wrong = context == NULL || (items == NULL && count > 0);
    nh_print_request p = {
        .name = "nh_builtin_print_motions", .print = print_motions, .object = is_wrong ? NULL : &m, .context = context};
    if (context != NULL) p.arena = nh_context_arena(context);
    return nh_print_object(&p, as, text);
}
