/* Models at the border: reading them, and what they are made of by number. */
#include <nonholo/model.h>

#include <string.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/io/file.h"
#include "base/protect.h"
#include "model/print.h"
#include "out/print/print.h"
#include "system/read.h"

nh_read_def nh_default_read(void) {
    return (nh_read_def){.magic = NH_MAGIC_READ};
}

/* What one call of reading is given and makes. */
typedef struct read_request {
    nh_context *context;
    nh_read_def def;
    const char *path; /* NULL when the text is given */
    const char *text;
    size_t length;
    nh_model *model;
} read_request;

/* A reader that found errors leaves by its status, so that whatever it had made is freed. */
static void read_text(read_request *r) {
    nh_status status = NH_OK;
    r->model = nh_read_model(r->context, &r->def, r->text, r->length, &status);
    if (r->model == NULL) nh_raise(r->context, status != NH_OK ? status : NH_E_MODEL);
}

static void read_model(void *argument) {
    read_request *r = argument;
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

/* What is wrong with the arguments that both ways of reading have, or NULL. */
static const char *find_complaint(const nh_read_def *def, nh_model *const *model) {
    if (model == NULL) return "nh_model_read: the pointer for the model is NULL";
    if (def == NULL || def->magic != NH_MAGIC_READ) return "nh_model_read: def was not made by nh_default_read";
    const nh_strings lists[] = {def->set,       def->init,   def->with,      def->without,
                                def->equations, def->assume, def->conditions};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!nh_are_strings(lists[i])) return "nh_model_read: a list of options is NULL or has NULL in it";
    return NULL;
}

static nh_status read_protected(read_request *r, nh_model **model) {
    nh_status status = nh_protect(r->context, read_model, r);
    *model = status == NH_OK ? r->model : NULL;
    return status;
}

nh_status nh_model_read(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                        nh_model **model) {
    if (model != NULL) *model = NULL;
    if (context == NULL) return NH_E_USAGE;
    const char *wrong = find_complaint(def, model);
    if (wrong == NULL && text == NULL && length > 0) wrong = "nh_model_read: the text is NULL";
    if (wrong != NULL) return nh_refuse(context, NULL, wrong);
    read_request r = {.context = context, .def = *def, .text = text != NULL ? text : "", .length = length};
    return read_protected(&r, model);
}

nh_status nh_model_read_file(nh_context *context, const nh_read_def *def, const char *path, nh_model **model) {
    if (model != NULL) *model = NULL;
    if (context == NULL) return NH_E_USAGE;
    const char *wrong = find_complaint(def, model);
    if (wrong == NULL && path == NULL) wrong = "nh_model_read_file: the path is NULL";
    if (wrong != NULL) return nh_refuse(context, NULL, wrong);
    read_request r = {.context = context, .def = *def, .path = path};
    return read_protected(&r, model);
}

/* ---- the text ---- */

static void print_model(void *argument) {
    const nh_model *model = *(const nh_model **)argument;
    NH_ASSERT(model->memo->text == NULL);
    nh_text text = nh_text_begin(model->arena);
    nh_model_print(model, &text);
    model->memo->text = nh_text_string(&text);
}

nh_status nh_model_text(const nh_model *model, const char **text) {
    if (text != NULL) *text = NULL;
    if (model == NULL || text == NULL) return NH_REFUSE(model, "the pointer for the text is NULL");
    nh_status status = model->memo->text == NULL ? nh_protect(model->context, print_model, &model) : NH_OK;
    *text = model->memo->text;
    return status;
}

/* ---- the text with what is said about it ---- */

typedef struct show_request {
    const nh_model *model;
    const char *name;
    bool is_expanded;
} show_request;

static void show_model(nh_text *text, nh_print_as as, void *object) {
    (void)as;
    const show_request *s = object;
    const nh_model *model = s->model;
    const nh_builtin *builtin = nh_builtin_find(s->name);
    bool is_builtin = builtin != NULL && strcmp(builtin->text, model->source.text) == 0;
    if (s->is_expanded && model->memo->text == NULL) print_model(&model);
    nh_print_model(text, model, s->name, is_builtin ? builtin->source : NULL,
                   s->is_expanded ? model->memo->text : model->source.text);
}

nh_status nh_model_show(const nh_model *model, const char *name, bool is_expanded, const char **text) {
    show_request s = {model, name, is_expanded};
    nh_print_request p = {.name = "nh_model_show", .print = show_model, .object = model != NULL ? &s : NULL};
    if (model != NULL) p.context = model->context, p.arena = model->arena;
    return nh_print_object(&p, NH_PRINT_JSON, text);
}
