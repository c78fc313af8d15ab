/* Derivation at the border. */
#include <nonholo/derive.h>

#include <string.h>

#include "api/border_private.h"
#include "api/parts_private.h"
#include "base/assert.h"
#include "base/protect.h"
#include "out/sheet/sheet.h"

struct nh_derive {
    nh_context *context;
    nh_arena *arena; /* owns the derivation */
    const nh_model *model;
    bool is_all, has_components;
    const nh_form *form; /* NULL: all of them */
    NH_ARRAY(const nh_sheet *) sheets;
    NH_ARRAY(nh_report_form) tried; /* with their sheets, or why there is none */
};

nh_derive_def nh_default_derive(void) {
    return (nh_derive_def){.seed = 1, .magic = NH_MAGIC_DERIVE};
}

/* ---- making ---- */

/* One formulation. */
typedef struct form_trial {
    nh_derive *derive;
    nh_admissible *admissible;
    nh_report_form tried;
    const nh_form *form;
} form_trial;

static void try_form(void *argument) {
    form_trial *t = argument;
    const nh_admissible *a = t->admissible;
    if (a->lost.reason != NULL || a->is_empty) t->tried.why = a->open;
    else {
        nh_sheet_style style = t->derive->has_components ? NH_SHEET_WHOLE : NH_SHEET_SHORT;
        nh_sheet *sheet = nh_sheet_make_in(style, t->derive->arena, t->admissible, t->form, &t->tried.why);
        if (sheet != NULL && t->derive->has_components) sheet->has_components = true;
        t->tried.sheet = sheet;
    }
    if (t->tried.sheet == NULL && t->tried.why == NULL) t->tried.why = "its equations could not be derived";
}

static void keep_form(nh_derive *d, nh_report_form tried) {
    nh_array_push(&d->tried, tried);
    if (tried.sheet != NULL) nh_array_push(&d->sheets, tried.sheet);
}

/* Where one formulation is too long, others are: each that is given up leaves half of the work to the next, but at
 * least this part of it. */
enum { LEAST_PART = 8 };

static void make_all(nh_derive *d, nh_admissible *a, uint64_t work) {
    const nh_form *form;
    nh_budget budget = {.work = work};
    for (size_t i = 0; (form = nh_form_at(i)) != NULL; i++) {
        form_trial t = {
            .derive = d, .admissible = a, .form = form, .tried = {.name = form->name, .title = form->title}};
        if (work == 0 || i == 0) try_form(&t);
        else if (nh_attempt(d->context, &budget, try_form, &t) != NH_OK) {
            t.tried.sheet = NULL;
            t.tried.why = "its equations would take too long here; use derive --form";
            if (budget.work > work / LEAST_PART && budget.work > 1) budget.work /= 2; /* 0 would be no limit */
        }
        keep_form(d, t.tried);
    }
}

static void make_one(nh_derive *d, nh_admissible *a, const nh_form *form) {
    form_trial t = {.derive = d, .admissible = a, .form = form, .tried = {.name = form->name, .title = form->title}};
    try_form(&t);
    if (t.tried.sheet == NULL)
        nh_fail(d->context, NH_E_HYPOTHESIS, "formulation", "the formulation '%s' does not apply: %s", form->name,
                t.tried.why);
    keep_form(d, t.tried);
}

static void *make_derive(nh_arena *arena, const nh_model *model, const void *given) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_derive_def *def = given;
    const char *name = def->form;
    bool is_all = name != NULL && strcmp(name, "all") == 0;
    const nh_form *form = is_all ? NULL : nh_form_require(model->context, name);
    nh_derive *d = NH_NEW(arena, nh_derive);
    *d = (nh_derive){.context = model->context, .arena = arena, .model = model, .is_all = is_all, .form = form};
    d->has_components = def->components;
    d->sheets.arena = d->tried.arena = arena;
    nh_admissible *a = nh_admissible_make(arena, model, def->seed);
    if (a->lost.reason != NULL) nh_lost_remark(&a->lost, model, NH_SEVERITY_WARNING, NH_OK);
    bool is_for_report = def->work > 0; /* which says about each formulation why it is not there */
    if (a->is_empty && !is_for_report) nh_fail(model->context, NH_E_MODEL, "no-state", "%s", a->open);
    if (is_all) make_all(d, a, def->work);
    else make_one(d, a, form);
    if (d->sheets.count == 0 && !is_for_report)
        nh_fail(model->context, NH_E_HYPOTHESIS, "formulation", "no formulation applies: %s", d->tried.items[0].why);
    return d;
}

nh_status nh_derive_make(const nh_model *model, const nh_derive_def *def, nh_derive **derivation) {
    bool is_made = def != NULL && def->magic == NH_MAGIC_DERIVE;
    const char *wrong = is_made ? NULL : "nh_derive_make: def was not made by nh_default_derive";
    nh_make_request m = {__func__, model, def, wrong, derivation != NULL, make_derive, NULL};
    nh_status status = nh_border_make(&m);
    if (derivation != NULL) *derivation = m.made;
    return status;
}

void nh_derive_destroy(nh_derive *derivation) {
    if (derivation != NULL) nh_arena_destroy(derivation->arena); /* the derivation itself is in it */
}

/* ---- printing ---- */

typedef struct print_request {
    nh_derive *derive;
    nh_derive_as as;
    const char *text;
} print_request;

static void print_each(nh_text *text, const nh_derive *d, void (*print)(nh_text *, const nh_sheet *),
                       const char *between) {
    NH_ASSERT(between != NULL);
    for (size_t i = 0; i < d->sheets.count; i++) {
        if (i > 0) nh_text_add(text, between);
        print(text, d->sheets.items[i]);
    }
}

static void print_json(nh_text *text, const nh_derive *d) {
    if (d->is_all) nh_text_add(text, "[\n");
    print_each(text, d, nh_sheet_print_json, ",\n");
    nh_text_add(text, d->is_all ? "\n]\n" : "\n");
}

static void print_claims(nh_text *text, const nh_derive *d) {
    if (d->form == NULL)
        nh_fail(d->context, NH_E_UNSUPPORTED, "claims", "claims are written for one formulation, not for all");
    if (d->form->is_apart)
        nh_fail(d->context, NH_E_UNSUPPORTED, "claims",
                "equations are judged along motions under the Chetaev condition; the formulation '%s' has others",
                d->form->name);
    print_each(text, d, nh_sheet_print_claims, "\n");
}

/* The body first: its letters are provided for in front of it. */
static void print_document(nh_text *text, const nh_derive *d) {
    nh_text body = nh_text_begin(d->arena);
    print_each(&body, d, nh_sheet_print_latex, "\n");
    nh_sheet_latex_begin(text, nh_text_string(&body));
    nh_text_add(text, nh_text_string(&body));
    nh_sheet_latex_end(text);
}

static void print_derive(void *argument) {
    print_request *p = argument;
    const nh_derive *d = p->derive;
    nh_text text = nh_text_begin(d->arena);
    switch (p->as) {
        case NH_DERIVE_TEXT: print_each(&text, d, nh_sheet_print_text, "\n\n"); break;
        case NH_DERIVE_LATEX: print_each(&text, d, nh_sheet_print_latex, "\n"); break;
        case NH_DERIVE_STANDALONE: print_document(&text, d); break;
        case NH_DERIVE_JSON: print_json(&text, d); break;
        case NH_DERIVE_CLAIMS: print_claims(&text, d); break;
    }
    p->text = nh_text_string(&text);
}

nh_status nh_derive_print(nh_derive *derivation, nh_derive_as as, const char **text) {
    if (text != NULL) *text = NULL;
    if (derivation == NULL || text == NULL) return NH_REFUSE(derivation, "the pointer for the text is NULL");
    if ((unsigned)as > NH_DERIVE_CLAIMS) return NH_REFUSE(derivation, "there is no such format");
    print_request p = {.derive = derivation, .as = as};
    nh_status status = nh_protect(derivation->context, print_derive, &p);
    if (status == NH_OK) *text = p.text;
    return status;
}

/* ---- for a report ---- */

bool nh_derive_is_of(const nh_derive *derivation, const nh_model *model) {
    return derivation->model == model;
}

const nh_report_form *nh_derive_get_forms(const nh_derive *derivation, size_t *count) {
    NH_ASSERT(count != NULL);
    *count = derivation->tried.count;
    return derivation->tried.items;
}
