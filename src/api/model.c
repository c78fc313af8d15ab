/* Models at the border: reading them, and what they are made of by number. */
#include <nonholo/model.h>

#include <string.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/file.h"
#include "base/name.h"
#include "base/protect.h"
#include "model/print.h"
#include "out/print/print.h"
#include "system/read.h"

enum { READ_MAGIC = 0x6e687231 };

nh_read_def nh_default_read(void) {
    return (nh_read_def){.magic = READ_MAGIC};
}

/* What one call of reading is given and makes. */
typedef struct reading {
    nh_context *context;
    nh_read_def def;
    const char *path; /* NULL when the text is given */
    const char *text;
    size_t length;
    nh_model *model;
} reading;

/* A reader that found errors leaves by its status, so that whatever it had made is freed. */
static void read_text(reading *r) {
    nh_status status = NH_OK;
    r->model = nh_read_model(r->context, &r->def, r->text, r->length, &status);
    if (r->model == NULL) nh_raise(r->context, status != NH_OK ? status : NH_E_MODEL);
}

static void read_model(void *argument) {
    reading *r = argument;
    if (r->path == NULL) {
        read_text(r);
        return;
    }
    nh_arena *own = nh_arena_create(r->context);
    r->text = nh_file_read(own, r->path, &r->length);
    if (r->def.name == NULL) r->def.name = r->path;
    read_text(r);
    nh_arena_destroy(own);
}

static bool are_strings(nh_strings list) {
    if (list.items == NULL) return list.count == 0;
    for (size_t i = 0; i < list.count; i++)
        if (list.items[i] == NULL) return false;
    return true;
}

/* What is wrong with the arguments that both ways of reading have, or NULL. */
static const char *complaint(const nh_read_def *def, nh_model *const *model) {
    if (model == NULL) return "nh_model_read: the place for the model is NULL";
    if (def == NULL || def->magic != READ_MAGIC) return "nh_model_read: def was not made by nh_default_read";
    if (!are_strings(def->set) || !are_strings(def->init) || !are_strings(def->with) || !are_strings(def->without) ||
        !are_strings(def->equations) || !are_strings(def->assume) || !are_strings(def->conditions))
        return "nh_model_read: a list of options is NULL or has NULL in it";
    return NULL;
}

static nh_status read_protected(reading *r, nh_model **model) {
    nh_status status = nh_protect(r->context, read_model, r);
    *model = status == NH_OK ? r->model : NULL;
    return status;
}

nh_status nh_model_read(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                        nh_model **model) {
    if (model != NULL) *model = NULL;
    if (context == NULL) return NH_E_USAGE;
    const char *wrong = complaint(def, model);
    if (wrong == NULL && text == NULL && length > 0) wrong = "nh_model_read: the text is NULL";
    if (wrong != NULL) return nh_refuse(context, wrong);
    reading r = {.context = context, .def = *def, .text = text != NULL ? text : "", .length = length};
    return read_protected(&r, model);
}

nh_status nh_model_read_file(nh_context *context, const nh_read_def *def, const char *path, nh_model **model) {
    if (model != NULL) *model = NULL;
    if (context == NULL) return NH_E_USAGE;
    const char *wrong = complaint(def, model);
    if (wrong == NULL && path == NULL) wrong = "nh_model_read_file: the path is NULL";
    if (wrong != NULL) return nh_refuse(context, wrong);
    reading r = {.context = context, .def = *def, .path = path};
    return read_protected(&r, model);
}

/* ---- the text ---- */

static void print_model(void *argument) {
    const nh_model *model = *(const nh_model **)argument;
    nh_text text = nh_text_begin(model->arena);
    nh_model_print(model, &text);
    model->memo->text = nh_text_string(&text);
}

nh_status nh_model_text(const nh_model *model, const char **text) {
    if (text != NULL) *text = NULL;
    if (model == NULL) return NH_E_USAGE;
    if (text == NULL) return nh_refuse(model->context, "nh_model_text: the place for the text is NULL");
    nh_status status = model->memo->text == NULL ? nh_protect(model->context, print_model, &model) : NH_OK;
    *text = model->memo->text;
    return status;
}

/* ---- the text with what is said of it ---- */

typedef struct showing {
    const nh_model *model;
    const char *name;
    bool is_expanded;
} showing;

static void show_model(nh_text *text, nh_print_as as, void *object) {
    (void)as;
    const showing *s = object;
    const nh_model *model = s->model;
    const nh_builtin *builtin = nh_builtin_find(s->name);
    bool is_builtin = builtin != NULL && strcmp(builtin->text, model->source.text) == 0;
    if (s->is_expanded && model->memo->text == NULL) print_model(&model);
    nh_print_model(text, model, s->name, is_builtin ? builtin->source : NULL,
                   s->is_expanded ? model->memo->text : model->source.text);
}

nh_status nh_model_show(const nh_model *model, const char *name, bool is_expanded, const char **text) {
    showing s = {model, name, is_expanded};
    nh_printing p = {.name = "nh_model_show", .print = show_model, .object = model != NULL ? &s : NULL};
    if (model != NULL) p.context = model->context, p.arena = model->arena;
    return nh_print_object(&p, NH_PRINT_JSON, text);
}
