/* Stability over values at the border. */
#include <nonholo/stability.h>

#include "api/border_private.h"
#include "api/parts_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/model.h"
#include "out/print/print.h"
#include "out/stability.h"
#include "steady/branch/stability.h"

struct nh_stability_study {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_stability_info *info;
};

nh_stability_def nh_default_stability(void) {
    return (nh_stability_def){.digits = 15, .magic = NH_MAGIC_STABILITY};
}

static const char *find_complaint(const nh_stability_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_STABILITY)
        return "nh_stability_make: def was not made by nh_default_stability";
    if (def->digits < 1 || def->digits > NH_LINEARIZE_DIGITS_MAX)
        return "nh_stability_make: the number of digits is not between 1 and 100";
    return nh_are_strings(def->vary) ? NULL : "nh_stability_make: a text in 'vary' is NULL";
}

static void *make_study(nh_arena *arena, const nh_model *model, const void *given) {
    nh_stability_study *study = NH_NEW(arena, nh_stability_study);
    *study = (nh_stability_study){.model = model, .context = model->context, .arena = arena};
    study->info = nh_stability_answer(arena, model, given);
    return study;
}

nh_status nh_stability_make(const nh_model *model, const nh_stability_def *def, nh_stability_study **study) {
    nh_make_request m = {__func__, model, def, find_complaint(def), study != NULL, make_study, NULL};
    nh_status status = nh_border_make(&m);
    if (study != NULL) *study = m.made;
    return status;
}

void nh_stability_destroy(nh_stability_study *study) {
    if (study != NULL) nh_arena_destroy(study->arena); /* it itself is in it */
}

const nh_stability_info *nh_stability_get(const nh_stability_study *study) {
    return study != NULL ? study->info : NULL;
}

bool nh_stability_is_of(const nh_stability_study *study, const nh_model *model) {
    return study->model == model;
}

/* ---- results ---- */

static void print_study(nh_text *text, nh_print_as as, void *object) {
    const nh_stability_study *study = object;
    nh_print_stability(text, as, study->model, study->info);
}

nh_status nh_stability_print(nh_stability_study *study, nh_print_as as, const char **text) {
    return NH_PRINT(study, print_study, as, text);
}

typedef struct result_request {
    nh_stability_study *study;
    const char *path;
} result_request;

static void write_csv(void *argument) {
    const result_request *r = argument;
    nh_arena *arena = nh_arena_create(r->study->context);
    nh_writer *writer = nh_writer_to(arena, r->path);
    nh_stability_csv(arena, writer, r->study->info);
    nh_writer_commit(writer);
    nh_arena_destroy(arena);
}

nh_status nh_stability_write_csv(nh_stability_study *study, const char *path) {
    if (study == NULL || path == NULL) return NH_REFUSE(study, "the path is NULL");
    result_request r = {study, path};
    return nh_protect(study->context, write_csv, &r);
}

static void write_plot(void *argument) {
    const result_request *r = argument;
    nh_stability_plot(r->study->model, r->study->info, r->path);
}

nh_status nh_stability_write_plot(nh_stability_study *study, const char *path) {
    if (study == NULL || path == NULL) return NH_REFUSE(study, "the path is NULL");
    result_request r = {study, path};
    return nh_protect(study->context, write_plot, &r);
}
