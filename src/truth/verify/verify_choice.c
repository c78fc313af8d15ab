/* The choice of independent velocities with which names in claims are meant: one for all states. */
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "form/choice.h"
#include "model/inputs.h"
#include "truth/verify/verify_private.h"

/* A choice is a bit of a word of 32. */
enum { MOST_CHOICES = 32 };

/* ---- which are needed ---- */

const nh_form *nh_verify_form_of_name(const char *name) {
    size_t length = strcspn(name, ".");
    for (size_t i = 0; nh_form_at(i) != NULL && name[length] == '.'; i++) {
        const nh_form *form = nh_form_at(i);
        if (strncmp(form->name, name, length) == 0 && form->name[length] == '\0') return form;
    }
    return NULL;
}

/* Whether the name is that of something which belongs to a choice; *form: whose own choice it is. */
static bool belongs_to_choice(const char *name, const nh_form **form) {
    *form = NULL;
    if (nh_model_is_chosen_energy(name) || nh_model_is_explicit_name(name)) return true;
    if (nh_model_is_energy_part(name)) return strncmp(name, "E.", 2) != 0;
    const nh_form *found = nh_verify_form_of_name(name);
    if (found == NULL || found->derive_with == NULL) return false;
    if (found->choose != NULL) *form = found;
    return true;
}

static bool is_listed(const nh_meaning_choices *choices, const nh_form *form) {
    for (size_t i = 0; i < choices->count; i++)
        if (choices->items[i].form == form) return true;
    return false;
}

/* The formulations with a choice of their own, after the general one. */
static nh_meaning_choices list_needed(nh_arena *arena, const nh_model *model, bool is_judged) {
    nh_meaning_choices list = {.arena = arena};
    for (size_t i = 0; i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        uint32_t count;
        if (record->kind != NH_RECORD_CLAIM || record->is_judged != is_judged) continue;
        const nh_expr *symbols = nh_expr_symbols(model->pool, arena, 1, &record->value, &count);
        for (uint32_t k = 0; k < count; k++) {
            const nh_form *form;
            const char *name = nh_name_text(model->context, nh_expr_symbol_of(model->pool, symbols[k])->name);
            if (!belongs_to_choice(name, &form)) continue;
            if (!is_listed(&list, NULL)) nh_array_push(&list, (nh_meaning_choice){.form = NULL});
            if (!is_listed(&list, form) && list.count < MOST_CHOICES)
                nh_array_push(&list, (nh_meaning_choice){.form = form});
        }
    }
    return list;
}

/* ---- finding them ---- */

static void take_choice(nh_arena *arena, const nh_explicit *found, nh_meaning_choice *choice) {
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, (size_t)found->k + 1);
    uint32_t *dependent = NH_NEW_ARRAY(arena, uint32_t, (size_t)found->k + 1);
    nh_explicit_parts_of(found, rows, dependent);
    choice->rank = found->k;
    choice->rows = rows;
    choice->dependent = dependent;
    choice->words = found->k > 0 ? nh_explicit_words(found, arena) : NULL;
}

nh_meaning_choices nh_meaning_choices_find(nh_arena *arena, const nh_model *model, bool is_judged, uint64_t seed) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_meaning_choices list = list_needed(arena, model, is_judged);
    if (list.count == 0) return list;
    nh_arena *work = nh_arena_create(model->context);
    size_t before = nh_context_diag_count(model->context);
    const nh_admissible *a = nh_admissible_make(work, model, seed);
    nh_diag_forget(model->context, before); /* what is wrong with the start is said elsewhere */
    for (size_t i = 0; i < list.count; i++) {
        nh_meaning_choice *choice = &list.items[i];
        const char *why = "no choice of independent velocities was found";
        const nh_explicit *found = choice->form == NULL ? nh_form_choice_named(work, a) : NULL;
        if (found == NULL) found = nh_form_choice(work, a, choice->form, &why);
        if (found != NULL) take_choice(arena, found, choice);
        else choice->why = nh_arena_string(arena, why);
    }
    nh_arena_destroy(work);
    return list;
}

void nh_verify_choices_find(nh_verifier *v) {
    v->choices = v->def.choices != NULL ? *v->def.choices
                                        : nh_meaning_choices_find(v->arena, v->model, v->def.is_judging, v->def.seed);
    v->named.arena = v->arena;
}

/* ---- at a state ---- */

/* Whether its rows are independent at the state, no others say more, and they can be solved. */
static bool is_serving(nh_verifier *v, const nh_meaning_choice *choice, const nh_state *at) {
    if (choice->why != NULL || choice->rank != v->restricting) return false;
    for (uint32_t i = 0; i < choice->rank; i++)
        if (choice->rows[i] >= v->model->rows.count) return false;
    return nh_explicit_serves(v->states, at, choice->rank, choice->rows, choice->dependent);
}

uint32_t nh_verify_choices_serving(nh_verifier *v, const nh_state *at) {
    NH_ASSERT(v->choices.count <= 32);
    uint32_t serving = 0;
    for (uint32_t i = 0; i < v->choices.count; i++)
        if (is_serving(v, &v->choices.items[i], at)) serving |= UINT32_C(1) << i;
    return serving;
}

static bool are_same(const nh_meaning_choice *a, const nh_meaning_choice *b) {
    size_t size = a->rank * sizeof *a->rows;
    return a->why == NULL && b->why == NULL && a->rank == b->rank &&
           (size == 0 || (memcmp(a->rows, b->rows, size) == 0 && memcmp(a->dependent, b->dependent, size) == 0));
}

uint32_t nh_verify_choice_of(const nh_verifier *v, const nh_form *form) {
    uint32_t i = 0;
    const nh_form *own = form != NULL && form->choose != NULL ? form : NULL;
    while (i < v->choices.count && v->choices.items[i].form != own) i++;
    NH_ASSERT(i < v->choices.count);
    bool is_general = i < v->choices.count && are_same(&v->choices.items[i], &v->choices.items[0]);
    return is_general ? 0 : i;
}

/* ---- equations ---- */

nh_equations *nh_verify_full_equations(const nh_verifier *v, const nh_form *form) {
    if (form == v->def.form && nh_verify_law_is_apart(v)) return v->law;
    return form->derive == nh_chetaev_derive ? v->chetaev : nh_form_full_equations(form, v->model, v->arena);
}

static nh_verify_named derive_named(nh_verifier *v, const nh_form *form) {
    nh_verify_named named = {.form = form};
    if (form->derive != NULL) {
        nh_equations *e = nh_verify_full_equations(v, form);
        if (e->coefficients.count == 0) nh_chetaev_name(e);
        named.equations = e;
        return named;
    }
    uint32_t number = nh_verify_choice_of(v, form);
    const nh_meaning_choice *choice = number < v->choices.count ? &v->choices.items[number] : NULL;
    named.why = choice != NULL ? choice->why : "no choice of independent velocities was found";
    if (named.why != NULL) return named;
    const nh_explicit *solved = nh_explicit_remembered(v->model, choice->rank, choice->rows, choice->dependent);
    named.equations = nh_form_equations(form, v->model, v->arena, solved, &named.why);
    return named;
}

const nh_verify_named *nh_verify_named_equations(nh_verifier *v, const nh_form *form) {
    for (size_t i = 0; i < v->named.count; i++)
        if (v->named.items[i].form == form) return &v->named.items[i];
    nh_verify_named named = derive_named(v, form);
    nh_array_push(&v->named, named);
    return &v->named.items[v->named.count - 1];
}
