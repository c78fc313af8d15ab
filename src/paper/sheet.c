/* Making a sheet: rows and velocities for the reference state, the formulation derived, then its
 * parts one after the other. */
#include "paper/sheet.h"

#include "base/assert.h"
#include "expr/inspect.h"
#include "form/choice.h"
#include "model/curved_rows.h"
#include "paper/sheet_private.h"

/* Beyond this many coordinates expressions are written as they come. */
enum { MOST_COORDINATES = 40 };

/* ---- the formulation ---- */

static nh_equations *derive_sheet(nh_sheet_job *job, const char **why) {
    job->choice = nh_form_choice(job->arena, job->a, job->form, why);
    if (job->form->derive == NULL && job->choice == NULL) return NULL;
    nh_equations *e = nh_form_equations(job->form, job->model, job->arena, job->choice, why);
    if (e != NULL && e->written != NULL) e = e->written;
    if (e == NULL || !nh_curved_rows_act(job->model)) return e;
    nh_curved_rows_open(job->model, job->arena, e->jacobian.start[e->rows], e->jacobian.entry);
    nh_sheet_note(job, "Constraints that are not linear in the accelerations act by their derivatives; of several "
                       "accelerations that satisfy all equations, those of least compulsion are meant.");
    return e;
}

/* ---- the parts ---- */

static void find_speeds(nh_sheet_job *job) {
    const nh_equations *e = job->e;
    bool is_other = e->symbols != NULL && e->symbols != e->variables;
    job->speeds = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->n + e->count);
    nh_map seen = nh_map_make(job->arena);
    for (uint32_t i = 0; i < e->count + job->n; i++) {
        bool is_new;
        if (i < e->count && !is_other) continue;
        nh_expr speed = i < e->count ? e->symbols[i] : job->v[i - e->count];
        nh_map_slot(&seen, speed, &is_new);
        if (is_new) job->speeds[job->speed_count++] = speed;
    }
    NH_ASSERT(job->speed_count <= job->n + e->count);
}

static void find_unknowns(nh_sheet_job *job) {
    NH_ASSERT(job->e->extras == 0 || job->e->extras == job->e->rows);
    const nh_equations *e = job->e;
    nh_sheet *s = job->sheet;
    nh_expr *all = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)e->count + e->rows + 1);
    for (uint32_t i = 0; i < e->count; i++) all[s->unknown_count++] = e->unknowns[i];
    for (uint32_t i = 0; i < e->rows; i++)
        all[s->unknown_count++] = e->extras > 0 ? nh_expr_dot(job->pool, e->extra[i]) : e->multipliers[i];
    NH_ASSERT(s->unknown_count == e->count + e->rows);
    s->unknowns = all;
    s->count = e->count;
}

static uint64_t length_of_equations(const nh_sheet_job *job) {
    uint64_t sum = 0;
    for (size_t i = 0; i < job->sheet->equations.count; i++) {
        const nh_sheet_line *line = &job->sheet->equations.items[i];
        for (uint32_t k = 0; k < line->left.count; k++) sum += 1 + nh_expr_length(job->pool, line->left.parts[k]);
        for (uint32_t k = 0; k < line->right.count; k++) sum += 1 + nh_expr_length(job->pool, line->right.parts[k]);
        if (line->factor != NH_EXPR_ONE) sum += nh_expr_length(job->pool, line->factor);
    }
    return sum;
}

/* Where dependent velocities are not linear in the others, equations that keep them may be much shorter. */
static void make_equations(nh_sheet_job *job) {
    NH_ASSERT(job->sheet->equations.count == 0);
    bool is_open = job->choice != NULL && job->choice->kind != NH_EXPLICIT_LINEAR && job->e->symbols != NULL;
    job->is_restricted = !is_open;
    nh_sheet_make_equations(job);
    if (!is_open || job->is_large || job->choice->kind == NH_EXPLICIT_IMPLICIT) return;
    uint64_t kept = length_of_equations(job);
    nh_sheet_lines equations = job->sheet->equations;
    job->sheet->equations = (nh_sheet_lines){.arena = job->arena};
    job->is_restricted = true;
    nh_sheet_make_equations(job);
    uint64_t restricted = length_of_equations(job);
    if (job->choice->kind > NH_EXPLICIT_RATIONAL) restricted += restricted / 4; /* roots are hard to read */
    if (restricted <= kept) return;
    job->sheet->equations = equations;
    job->is_restricted = false;
}

static void note_standing(nh_sheet_job *job) {
    if (job->e->is_least) nh_sheet_note(job, "The multipliers are the minimum-norm solution.");
    if (job->form->is_apart && job->form->setting == NULL)
        nh_sheet_note(job, "The multipliers mu are functions of time with free initial values. Except for special "
                           "systems, the motion differs from that under the Chetaev condition.");
    if (job->is_restricted || job->e->symbols == NULL || job->choice->kind == NH_EXPLICIT_IMPLICIT) return;
    nh_sheet_note(job, "Dependent velocities are abbreviations for their explicit form.");
}

static bool side_has(const nh_sheet_job *job, const nh_sheet_side *side, nh_expr symbol) {
    for (uint32_t i = 0; i < side->count; i++)
        if (nh_expr_depends_on(job->pool, side->parts[i], 1, &symbol)) return true;
    return false;
}

static bool lines_have(const nh_sheet_job *job, const nh_sheet_lines *lines, nh_expr symbol) {
    for (size_t i = 0; i < lines->count; i++)
        if (side_has(job, &lines->items[i].left, symbol) || side_has(job, &lines->items[i].right, symbol)) return true;
    return false;
}

/* Those that occur; abbreviations are looked through. */
static void find_signs(nh_sheet_job *job) {
    const nh_sheet *s = job->sheet;
    nh_exprs found = {.arena = job->arena};
    for (size_t i = 0; i < job->signs.count; i++) {
        nh_expr sign = job->signs.items[i];
        if (lines_have(job, &s->explicit_form, sign) || lines_have(job, &s->equations, sign) ||
            lines_have(job, &s->coefficients, sign))
            nh_array_push(&found, sign);
    }
    job->sheet->signs = found.items;
    job->sheet->sign_count = (uint32_t)found.count;
}

static nh_sheet *begin_sheet(nh_arena *arena, const nh_model *model, const nh_form *form) {
    nh_sheet *s = NH_NEW(arena, nh_sheet);
    *s = (nh_sheet){.model = model, .form = form};
    nh_sheet_lines none = {.arena = arena};
    s->constraints = s->explicit_form = s->variables = s->velocities = none;
    s->abbreviations = s->coefficients = s->equations = s->rows = none;
    s->assumptions.arena = s->notes.arena = s->vectors.arena = arena;
    return s;
}

static nh_sheet_job begin_job(nh_arena *arena, nh_admissible *a, const nh_form *form) {
    NH_ASSERT(form != NULL);
    const nh_model *model = a->model;
    nh_sheet_job job = {
        .model = model, .pool = model->pool, .arena = arena, .context = model->context, .a = a, .form = form};
    job.sheet = begin_sheet(arena, model, form);
    job.n = (uint32_t)model->coordinates.count;
    job.q = nh_model_coordinates(model, arena);
    job.v = nh_model_velocities(model, arena);
    job.is_large = job.n > MOST_COORDINATES;
    job.signs.arena = job.words.arena = job.names.arena = arena;
    job.veiled.arena = job.veils.arena = job.own_names.arena = job.opaque.arena = job.stand_ins.arena = arena;
    job.polished = nh_map_make(arena);
    return job;
}

nh_sheet *nh_sheet_make(nh_arena *arena, nh_admissible *a, const nh_form *form, const char **why) {
    return nh_sheet_make_in(NH_SHEET_WHOLE, arena, a, form, why);
}

nh_sheet *nh_sheet_make_in(nh_sheet_style style, nh_arena *arena, nh_admissible *a, const nh_form *form,
                           const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && why != NULL);
    nh_sheet_job job = begin_job(arena, a, form);
    job.e = derive_sheet(&job, why);
    if (job.e == NULL) return NULL;
    NH_ASSERT(nh_equations_fit(job.e));
    find_speeds(&job);
    find_unknowns(&job);
    nh_sheet_find_words(&job);
    nh_sheet_find_names(&job);
    nh_sheet_find_vectors(&job);
    job.sheet->has_components = job.sheet->vectors.count == 0;
    if (style == NH_SHEET_SHORT && job.sheet->has_components && nh_sheet_find_structure(&job)) return job.sheet;
    nh_sheet_name_velocities(&job);
    nh_sheet_add_constraints(&job);
    nh_sheet_add_explicit(&job);
    nh_sheet_add_variables(&job);
    make_equations(&job);
    nh_sheet_add_rows(&job);
    note_standing(&job);
    nh_sheet_find_omega(&job);
    nh_sheet_note_redundant(&job);
    nh_sheet_add_geometry(&job);
    nh_sheet_add_coefficients(&job);
    nh_sheet_shorten(&job);
    nh_sheet_add_assumptions(&job);
    find_signs(&job);
    NH_ASSERT(job.sheet->early <= job.sheet->abbreviations.count);
    return job.sheet;
}
