/* Export at the border. */
#include <nonholo/export.h>

#include "api/border_private.h"
#include "base/protect.h"
#include "model/model.h"
#include "out/c/code.h"

struct nh_export {
    nh_arena *arena; /* owns the export */
    const char *text;
};

nh_export_def nh_default_export(void) {
    return (nh_export_def){.seed = 1, .magic = NH_MAGIC_EXPORT};
}

static const char *print_code(nh_arena *arena, const nh_model *model, const nh_export_def *def) {
    const char *why = NULL;
    const nh_form *form = nh_form_require(model->context, def->form);
    const char *code = nh_code_print(arena, model, form, def->seed, &why);
    bool is_unsupported = model->coordinates.count + model->rows.count > NH_CODE_UNKNOWNS_MAX || form->is_apart;
    if (code == NULL)
        nh_fail(model->context, is_unsupported ? NH_E_UNSUPPORTED : NH_E_HYPOTHESIS, "formulation",
                "the formulation '%s' is not written as C: %s", form->name,
                why != NULL ? why : "its equations could not be derived");
    return code;
}

static void *make_export(nh_arena *arena, const nh_model *model, const void *given) {
    nh_export *file = NH_NEW(arena, nh_export);
    *file = (nh_export){.arena = arena, .text = print_code(arena, model, given)};
    return file;
}

static const char *find_complaint(const nh_export_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_EXPORT) return "nh_export_make: def was not made by nh_default_export";
    return def->as == NH_EXPORT_C ? NULL : "nh_export_make: there is no such format";
}

nh_status nh_export_make(const nh_model *model, const nh_export_def *def, nh_export **file) {
    nh_make_request m = {__func__, model, def, find_complaint(def), file != NULL, make_export, NULL};
    nh_status status = nh_border_make(&m);
    if (file != NULL) *file = m.made;
    return status;
}

void nh_export_destroy(nh_export *file) {
    if (file != NULL) nh_arena_destroy(file->arena); /* the export itself is in it */
}

const char *nh_export_text(const nh_export *file) {
    return file != NULL ? file->text : NULL;
}
