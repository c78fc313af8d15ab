/* Printing at the border: the same steps for every object, and the diagnostics of a context. */
#include "out/print/print.h"

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/protect.h"

typedef struct job {
    const nh_print_request *request;
    nh_print_as as;
    const char **text;
} job;

static void print_object(void *argument) {
    const job *j = argument;
    const nh_print_request *request = j->request;
    NH_ASSERT(request->print != NULL && request->arena != NULL);
    nh_context *context = request->context;
    if (j->text == NULL) nh_fail(context, NH_E_USAGE, "usage", "%s: the pointer for the text is NULL", request->name);
    if ((unsigned)j->as > NH_PRINT_JSON)
        nh_fail(context, NH_E_USAGE, "usage", "%s: there is no such format", request->name);
    nh_text text = nh_text_begin(request->arena);
    request->print(&text, j->as, request->object);
    *j->text = nh_text_string(&text);
}

nh_status nh_print_object(const nh_print_request *request, nh_print_as as, const char **text) {
    if (text != NULL) *text = NULL;
    if (request->object == NULL) return NH_E_USAGE;
    job j = {request, as, text};
    return nh_protect(request->context, print_object, &j);
}

/* ---- diagnostics ---- */

typedef struct tell_request {
    nh_context *context;
    const nh_diags_def *def;
} tell_request;

static void print_diags(nh_text *text, nh_print_as as, void *object) {
    const tell_request *t = object;
    nh_print_diags(text, as, t->context, t->def);
}

nh_status nh_context_print(nh_context *context, nh_print_as as, const nh_diags_def *def, const char **text) {
    static const nh_diags_def plain = {.first = 0};
    tell_request t = {context, def != NULL ? def : &plain};
    nh_print_request p = {.name = "nh_context_print", .print = print_diags, .object = context != NULL ? &t : NULL};
    if (context != NULL) p.context = context, p.arena = nh_context_arena(context);
    return nh_print_object(&p, as, text);
}

typedef struct addition {
    nh_context *context;
    const nh_diag *diag;
} addition;

static void add_diag(void *argument) {
    const addition *a = argument;
    const nh_diag *diag = a->diag;
    nh_place place = {diag->file, diag->line, diag->column, diag->length};
    nh_remark remark = {diag->code, diag->severity, diag->status, &place, diag->hint};
    nh_diag_add(a->context, &remark, "%s", diag->sentence);
}

nh_status nh_context_add_diag(nh_context *context, const nh_diag *diag) {
    if (context == NULL || diag == NULL || diag->code == NULL || diag->sentence == NULL)
        return nh_refuse(context, __func__, "there is no diagnostic, or it has no code or no sentence");
    return nh_protect(context, add_diag, &(addition){context, diag});
}
