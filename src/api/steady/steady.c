/* Steady motions at the border. */
#include <nonholo/steady.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/model.h"
#include "out/print/print.h"
#include "out/stability.h"
#include "steady/branch/follow.h"
#include "steady/steady.h"

struct nh_steady {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_steady_info *info;
};

nh_steady_def nh_default_steady(void) {
    return (nh_steady_def){.starts = 40, .digits = 15, .magic = NH_MAGIC_STEADY};
}

static const char *find_complaint(const nh_steady_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_STEADY) return "nh_steady_make: def was not made by nh_default_steady";
    if (def->digits < 1 || def->digits > NH_LINEARIZE_DIGITS_MAX)
        return "nh_steady_make: the number of digits is not between 1 and 100";
    if (!nh_are_strings(def->grid)) return "nh_steady_make: a text in 'grid' is NULL";
    return def->starts <= NH_STEADY_STARTS_MAX ? NULL : "nh_steady_make: more than 100000 starts";
}

static void *make_steady(nh_arena *arena, const nh_model *model, const void *given) {
    nh_steady *steady = NH_NEW(arena, nh_steady);
    *steady = (nh_steady){.model = model, .context = model->context, .arena = arena};
    const nh_steady_def *def = given;
    steady->info = def->along != NULL ? nh_steady_followed(arena, model, def) : nh_steady_answer(arena, model, def);
    return steady;
}

nh_status nh_steady_make(const nh_model *model, const nh_steady_def *def, nh_steady **steady) {
    nh_make_request m = {__func__, model, def, find_complaint(def), steady != NULL, make_steady, NULL};
    nh_status status = nh_border_make(&m);
    if (steady != NULL) *steady = m.made;
    return status;
}

void nh_steady_destroy(nh_steady *steady) {
    if (steady != NULL) nh_arena_destroy(steady->arena); /* it itself is in it */
}

const nh_steady_info *nh_steady_get(const nh_steady *steady) {
    return steady != NULL ? steady->info : NULL;
}

/* ---- results ---- */

static void print_steady(nh_text *text, nh_print_as as, void *object) {
    const nh_steady *steady = object;
    nh_print_steady(text, as, steady->model, steady->info);
}

nh_status nh_steady_print(nh_steady *steady, nh_print_as as, const char **text) {
    return NH_PRINT(steady, print_steady, as, text);
}

typedef struct csv_request {
    const nh_steady *steady;
    const char *path;
} csv_request;

static void write_csv(void *argument) {
    const csv_request *r = argument;
    nh_arena *arena = nh_arena_create(r->steady->context);
    nh_writer *writer = nh_writer_to(arena, r->path);
    nh_steady_csv(arena, writer, r->steady->model, r->steady->info);
    nh_writer_commit(writer);
    nh_arena_destroy(arena);
}

nh_status nh_steady_write_csv(nh_steady *steady, const char *path) {
    if (steady == NULL || path == NULL) return NH_REFUSE(steady, "the path is NULL");
    csv_request r = {steady, path};
    return nh_protect(steady->context, write_csv, &r);
}
