/* Equations whose components would fill pages: what they are made from, in one form that always fits.
 *
 *     M q'' + h = Q + A^T lambda                 along all coordinates
 *     N^T (M q'' + h - Q) = 0,  A N = 0          along the displacements that the rows allow
 *
 * For masses of points and bodies, with a centre c and an angular velocity Omega, d'Alembert's principle gives
 *
 *     M_ij = sum m dc/dq_i . dc/dq_j + dOmega/dq_i' . I dOmega/dq_j'
 *     h_i  = sum m dc/dq_i . a + dOmega/dq_i' . (I alpha + Omega x I Omega)
 *
 * with a and alpha the parts of c'' and Omega' that are free of accelerations. What c and Omega are, the model says:
 * its statements are shown as they were written, which is how a person reads them. Entries of M that are short are
 * shown. */
#include <ctype.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "paper/sheet_private.h"

enum {
    MOST_OPERATIONS = 1000, /* of all coefficients, and of those of one equation: beyond both they fill pages */
    MOST_EACH = 60,
    MOST_STATEMENTS = 60, /* that are shown */
    SHORT = 24,           /* lengths: of an entry that is shown, of a component that is, of one that is examined */
    MEDIUM = 70,
    LONG = 400,
};

/* ---- whether ---- */

/* The kinetic energy is that of points and bodies. */
static bool has_masses_only(const nh_model *model) {
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_KINETIC || model->terms.items[i].kind == NH_TERM_LAGRANGIAN)
            return false;
    bool is_still = model->V == NH_EXPR_UNDEFINED || !nh_expr_has(model->pool, model->V, NH_HAS_VELOCITY);
    return is_still && model->T != NH_EXPR_UNDEFINED && model->points.count + model->bodies.count > 0;
}

static bool is_long(const nh_sheet_job *job) {
    const nh_equations *e = job->e;
    uint64_t all = (uint64_t)nh_expr_operations(job->pool, e->matrix.start[e->matrix.rows], e->matrix.entry) +
                   (uint64_t)nh_expr_operations(job->pool, e->count, e->force);
    return !job->is_large && all > MOST_OPERATIONS && all > (uint64_t)MOST_EACH * e->count;
}

/* Along all coordinates with multipliers, or along displacements in velocities; those in momenta have other ones. */
static bool has_this_form(const nh_sheet_job *job) {
    bool is_along_all = job->e->choice == NULL && job->e->symbols == NULL;
    bool is_along_some = job->e->choice != NULL && job->form->derive_with != NULL;
    bool is_other = job->form->is_apart || job->form->has_hamiltonian || job->form->has_cyclic;
    return !is_other && (is_along_all || is_along_some);
}

/* ---- statements as they were written ---- */

typedef struct statement {
    uint32_t line; /* of its beginning */
    const char *text;
    nh_name let; /* what it gives a name to; 0: it is no `let` */
    bool is_shown;
} statement;

typedef NH_ARRAY(statement) statements;

static void drop_blanks(nh_text *text) {
    while (text->length > 0 && text->bytes[text->length - 1] == ' ') text->bytes[--text->length] = '\0';
}

/* One blank for several. A line end within the braces of a body becomes a comma where there is none: its properties
 * may end with their lines instead of with commas. */
static void add_blank(nh_text *text, bool is_line_end, bool is_between_properties) {
    drop_blanks(text);
    bool is_open = text->length > 0 && strchr(",{", text->bytes[text->length - 1]) != NULL;
    if (is_line_end && is_between_properties && !is_open) nh_text_add_char(text, ',');
    nh_text_add_char(text, ' ');
}

static const char *line_start(const nh_source *source, uint32_t line) {
    const char *at = source->text, *end = source->text + source->length;
    for (uint32_t i = 1; i < line && at != NULL && at < end; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at != NULL) at++;
    }
    return at;
}

/* The statement that begins in the line, to the end of the line in which its brackets are closed, without comments. */
static const char *find_text(nh_arena *arena, const nh_source *source, uint32_t line) {
    NH_ASSERT(line > 0 && !nh_arena_is_scratch(arena));
    const char *at = line_start(source, line), *end = source->text + source->length;
    nh_text text = nh_text_begin(arena);
    int depth = 0, braces = 0;
    bool is_comment = false;
    for (; at != NULL && at < end && (*at != '\n' || depth > 0); at++) {
        is_comment = (is_comment || *at == '#') && *at != '\n';
        if (is_comment) continue;
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        braces += (*at == '{') - (*at == '}');
        if (isspace((unsigned char)*at)) add_blank(&text, *at == '\n', depth == braces);
        else nh_text_add_char(&text, *at);
    }
    drop_blanks(&text);
    return nh_text_string(&text);
}

/* Whether the statement is in the text of the model; it may have been added by an option. */
static bool is_in_source(const nh_model *model, nh_place place) {
    const char *file = model->coordinates.count > 0 ? model->coordinates.items[0].place.file : NULL;
    bool has_both = file != NULL && place.file != NULL;
    return place.line > 0 && (has_both ? strcmp(file, place.file) == 0 : file == place.file);
}

/* Each once, in the order of the text. */
static void add_text(const nh_sheet_job *job, statements *all, nh_place place, nh_name let) {
    size_t at = 0;
    if (!is_in_source(job->model, place)) return;
    while (at < all->count && all->items[at].line < place.line) at++;
    if (at < all->count && all->items[at].line == place.line) return;
    const char *text = find_text(job->arena, &job->model->source, place.line);
    if (text == NULL || *text == '\0') return;
    nh_array_push(all, ((statement){0}));
    memmove(all->items + at + 1, all->items + at, (all->count - 1 - at) * sizeof *all->items);
    all->items[at] = (statement){place.line, text, let, let == 0};
}

/* Whether the name occurs in the text as a word. */
static bool has_word(const char *text, const char *word) {
    NH_ASSERT(text != NULL && word != NULL);
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_' && at[-1] != '.');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_') return true;
    }
    return false;
}

/* Abbreviations that occur in what is shown are shown. */
static void show_lets(const nh_sheet_job *job, statements *all) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < all->count; i++)
            for (size_t k = 0; k < all->count && !all->items[i].is_shown; k++) {
                const char *word = nh_name_text(job->context, all->items[i].let);
                if (k == i || !all->items[k].is_shown || !has_word(all->items[k].text, word)) continue;
                all->items[i].is_shown = again = true;
            }
    }
}

static void find_statements(nh_sheet_job *job) {
    const nh_model *m = job->model;
    statements all = {.arena = job->arena};
    for (size_t i = 0; i < m->points.count; i++) add_text(job, &all, m->points.items[i].place, 0);
    for (size_t i = 0; i < m->bodies.count; i++) add_text(job, &all, m->bodies.items[i].place, 0);
    for (size_t i = 0; i < m->contacts.count; i++) add_text(job, &all, m->contacts.items[i].place, 0);
    for (size_t i = 0; i < m->terms.count; i++) add_text(job, &all, m->terms.items[i].place, 0);
    for (size_t i = 0; i < m->links.count; i++) add_text(job, &all, m->links.items[i].place, 0);
    for (size_t i = 0; i < m->forces.count; i++) add_text(job, &all, m->forces.items[i].place, 0);
    for (size_t i = 0; i < m->rows.count; i++) {
        const nh_row *row = &m->rows.items[i];
        if (row->is_imposed && !row->is_unit && !row->is_hidden) add_text(job, &all, row->place, 0);
    }
    for (size_t i = 0; i < m->lets.count; i++) add_text(job, &all, m->lets.items[i].place, m->lets.items[i].name);
    show_lets(job, &all);
    nh_sheet_structure *s = &job->sheet->structure;
    for (size_t i = 0; i < all.count && s->declared.count < MOST_STATEMENTS; i++)
        if (all.items[i].is_shown) nh_array_push(&s->declared, all.items[i].text);
}

/* ---- angular velocities ---- */

/* Of the bodies, where they are short: they are what a person computes first. */
static void find_angular_velocities(nh_sheet_job *job) {
    static const char axes[] = "xyz";
    nh_sheet_structure *s = &job->sheet->structure;
    for (size_t b = 0; b < job->model->bodies.count && b < MOST_STATEMENTS; b++) {
        const nh_rigid_body *body = &job->model->bodies.items[b];
        for (int k = 0; k < 3; k++) {
            nh_expr value = body->rotation.Omega.x[k];
            if (value == NH_EXPR_ZERO || nh_expr_length(job->pool, value) > LONG) continue;
            value = nh_sheet_sorted_by(job, nh_sheet_open_names(job, value), job->n, job->v);
            if (value == NH_EXPR_ZERO || nh_expr_length(job->pool, value) > MEDIUM) continue;
            nh_text name = nh_text_begin(job->arena);
            nh_text_format(&name, "%s.Omega.%c", nh_name_text(job->context, body->name), axes[k]);
            nh_sheet_add(job, &s->angular_velocities, nh_text_string(&name), NH_EXPR_ZERO, value);
            s->angular_velocities.items[s->angular_velocities.count - 1].name = nh_text_string(&name);
        }
    }
}

/* ---- entries ---- */

/* Those of M above and on the diagonal that are short; 0 is told by their number. */
static void find_entries(nh_sheet_job *job) {
    nh_sheet_structure *s = &job->sheet->structure;
    NH_ASSERT(s->is_there && s->entries.count == 0);
    nh_lagrange x = nh_lagrange_derive_tidiest(job->model, job->arena);
    for (uint32_t i = 0; i < job->n; i++)
        for (uint32_t k = x.matrix.start[i]; k < x.matrix.start[i + 1]; k++) {
            uint32_t j = x.matrix.column[k];
            if (j < i || x.matrix.entry[k] == NH_EXPR_ZERO) continue;
            s->entries_in_all++;
            nh_expr entry = nh_sheet_open_names(job, x.matrix.entry[k]);
            if (nh_expr_length(job->pool, entry) > SHORT) continue;
            nh_text name = nh_text_begin(job->arena);
            nh_text_format(&name, "M[%s,%s]", nh_name_text(job->context, job->model->coordinates.items[i].name),
                           nh_name_text(job->context, job->model->coordinates.items[j].name));
            nh_sheet_add(job, &s->entries, nh_text_string(&name), NH_EXPR_ZERO, nh_sheet_polish(job, entry));
            s->entries.items[s->entries.count - 1].name = nh_text_string(&name);
        }
}

bool nh_sheet_find_structure(nh_sheet_job *job) {
    nh_sheet_structure *s = &job->sheet->structure;
    NH_ASSERT(!s->is_there && job->e != NULL);
    if (job->model->source.text == NULL || !has_masses_only(job->model)) return false;
    if (!has_this_form(job) || !is_long(job)) return false;
    s->is_there = true;
    s->is_projected = job->e->choice != NULL;
    s->declared.arena = s->entries.arena = s->angular_velocities.arena = job->arena;
    find_statements(job);
    find_angular_velocities(job);
    find_entries(job);
    nh_sheet_note(job, "The components of these equations fill pages: derive --components prints them.");
    NH_ASSERT(s->entries.count <= s->entries_in_all);
    return true;
}
