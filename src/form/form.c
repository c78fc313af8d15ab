#include "form/form.h"

#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "base/text/closest.h"
#include "base/text/text.h"
#include "facts/chaplygin.h"

static const nh_setting usual = {NH_VARIANT_ALGEBRAIC, NH_OMEGA_USUAL};

/* Each setting of it is a formulation of its own. */
#define MODIFIED "vakonomic-modified"
#define MODIFIED_FACTS .derive = nh_modified_derive, .shown = "omega", .short_name = "modified", .is_apart = true

static const nh_form forms[] = {
#define FORM(name, arguments, title, reference, ...) {name, title, reference, __VA_ARGS__},
#include "model/forms.def"
#undef FORM
};

enum { FORMS = sizeof forms / sizeof *forms };

#define SET(OF_VARIANT, OF_OMEGA, title, reference)                                                                    \
    [NH_VARIANT_##OF_VARIANT] = {MODIFIED, title, reference, MODIFIED_FACTS,                                           \
                                 .setting = &(const nh_setting){NH_VARIANT_##OF_VARIANT, NH_OMEGA_##OF_OMEGA}}

#define SETS(NAME)                                                                                                     \
    [NH_OMEGA_##                                                                                                       \
        NAME] = {SET(ALGEBRAIC, NAME, "the modified vakonomic equations, algebraic", "[Algebraic] (59)"),              \
                 SET(VARIATIONAL, NAME, "the modified vakonomic equations, variational", "[Algebraic] (56)-(57)"),     \
                 SET(IMPOSED, NAME, "the modified vakonomic equations, imposed", "[Algebraic] (62)")},

static const nh_form modified[NH_OMEGAS][NH_VARIANTS] = {
#define OMEGA(NAME, word, what) SETS(NAME)
#include "form/formulation/settings.def"
    SETS(USUAL)};

const nh_form *nh_form_at(size_t i) {
    return i < FORMS ? &forms[i] : NULL;
}

const nh_form *nh_form_of(const char *name) {
    size_t length = strcspn(name, ":/");
    for (size_t i = 0; i < FORMS; i++)
        if (strncmp(forms[i].name, name, length) == 0 && forms[i].name[length] == '\0') return &forms[i];
    return NULL;
}

const nh_form *nh_form_find(const char *name, const char **nearest) {
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < FORMS; i++) {
        if (strcmp(forms[i].name, name) == 0) return &forms[i];
        nh_closest_offer(&search, forms[i].name);
    }
    if (nearest != NULL) *nearest = nh_closest_found(&search);
    return NULL;
}

/* "a, b and c": those that are derived. */
static const char *list_forms(nh_arena *arena) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < FORMS; i++)
        nh_text_format(&text, "%s%s", i == 0 ? "" : i + 1 == FORMS ? " and " : ", ", forms[i].name);
    return nh_text_string(&text);
}

/* "a, b and c": all that may follow a colon. */
static const char *list_settings(nh_arena *arena) {
    nh_text text = nh_text_begin(arena);
    for (int i = 0; i < NH_VARIANTS; i++) nh_text_format(&text, "%s, ", nh_variant_word((nh_variant)i));
    for (int i = 0; i < NH_OMEGA_USUAL; i++)
        nh_text_format(&text, "%s%s",
                       i == 0                    ? ""
                       : i + 1 == NH_OMEGA_USUAL ? " and "
                                                 : ", ",
                       nh_omega_word((nh_omega)i));
    return nh_text_string(&text);
}

/* The formulation with the settings after its name, each after a colon. */
static const nh_form *with_settings(nh_context *context, const nh_form *form, const char *settings) {
    nh_setting setting = usual;
    bool is_said[NH_SETTING_SORTS] = {false};
    if (*settings != '\0' && form->setting == NULL)
        nh_fail(context, NH_E_USAGE, "formulation", "the formulation '%s' has no settings: leave out '%s'", form->name,
                settings);
    for (const char *at = settings; *at == ':';) {
        size_t length = strcspn(at + 1, ":");
        nh_setting_sort sort = nh_setting_read(&setting, at + 1, length);
        if (sort == NH_SETTING_NONE)
            nh_fail(context, NH_E_USAGE, "formulation", "the formulation '%s' has no setting '%.*s'; available: %s",
                    form->name, (int)length, at + 1, list_settings(nh_scratch(context)));
        if (is_said[sort])
            nh_fail(context, NH_E_USAGE, "formulation", "'%s%s' has two %s: give one", form->name, settings,
                    sort == NH_SETTING_VARIANT ? "variants" : "transposition matrices");
        is_said[sort] = true;
        at += 1 + length;
    }
    return form->setting == NULL ? form : &modified[setting.omega][setting.variant];
}

const nh_form *nh_form_require(nh_context *context, const char *name) {
    const char *nearest;
    if (name == NULL) name = "chetaev";
    nh_arena *scratch = nh_scratch(context);
    size_t length = strcspn(name, ":");
    const char *head = nh_arena_text(scratch, name, length);
    const nh_form *form = nh_form_find(head, &nearest);
    if (form != NULL) return with_settings(context, form, name + length);
    if (nearest != NULL)
        nh_fail(context, NH_E_USAGE, "formulation", "there is no formulation '%s'; did you mean '%s'?", head, nearest);
    nh_fail(context, NH_E_USAGE, "formulation", "there is no formulation '%s'; available: %s", head,
            list_forms(scratch));
}

nh_equations *nh_form_full_equations(const nh_form *form, const nh_model *model, nh_arena *arena) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    if (form->setting != NULL) return nh_modified_derive_as(model, arena, *form->setting);
    return form->derive != NULL ? form->derive(model, arena) : nh_chetaev_derive(model, arena);
}

nh_equations *nh_form_equations(const nh_form *form, const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                const char **why) {
    if (form->derive != NULL || choice == NULL) return nh_form_full_equations(form, model, arena);
    NH_ASSERT(choice->model == model && why != NULL);
    nh_equations *e = form->derive_with(model, arena, choice, why);
    NH_ASSERT(e == NULL || nh_equations_fit(e));
    return e;
}

const nh_gauge *nh_form_gauge(const nh_form *form, const nh_model *model, nh_arena *arena) {
    return form->is_apart || form->is_determined ? NULL : nh_gauge_find(model, arena);
}
