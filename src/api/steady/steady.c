/* Steady motions at the border. */
#include <nonholo/steady.h>

#include "api/border_private.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/model.h"
#include "out/print/print.h"
#include "steady/steady.h"

struct nh_steady {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_steady_info *info;
};

nh_steady_def nh_default_steady(void) {
    return (nh_steady_def){.starts = 20, .digits = 15, .magic = NH_MAGIC_STEADY};
}

static const char *find_complaint(const nh_steady_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_STEADY) return "nh_steady_make: def was not made by nh_default_steady";
    if (def->digits < 1 || def->digits > NH_LINEARIZE_DIGITS_MAX)
        return "nh_steady_make: the number of digits is not between 1 and 100";
    return def->starts <= NH_STEADY_STARTS_MAX ? NULL : "nh_steady_make: more than 100000 starts";
}

static void *make_steady(nh_arena *arena, const nh_model *model, const void *given) {
    nh_steady *steady = NH_NEW(arena, nh_steady);
    *steady = (nh_steady){.model = model, .context = model->context, .arena = arena};
    steady->info = nh_steady_answer(arena, model, given);
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

typedef struct print_request {
    nh_steady *steady;
    nh_print_as as;
    nh_text text;
} print_request;

static void print_steady(void *argument) {
    print_request *p = argument;
    p->text = nh_text_begin(p->steady->arena);
    nh_print_steady(&p->text, p->as, p->steady->model, p->steady->info);
}

nh_status nh_steady_print(nh_steady *steady, nh_print_as as, const char **text) {
    if (text != NULL) *text = NULL;
    if (steady == NULL || text == NULL || (unsigned)as > NH_PRINT_JSON)
        return NH_REFUSE(steady, "the pointer for the text is NULL, or there is no such format");
    print_request p = {.steady = steady, .as = as};
    nh_status status = nh_protect(steady->context, print_steady, &p);
    if (status == NH_OK) *text = p.text.bytes;
    return status;
}
