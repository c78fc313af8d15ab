/* What is probably a mistake: names that look alike, coordinates and parameters that nothing uses, masses that were
 * forgotten. */
#include <string.h>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "expr/walk.h"
#include "lang/reading_private.h"

/* ---- names that look alike ---- */

typedef struct letter {
    const char *word;
    uint32_t code;
} letter;

static const letter letters[] = {
#define GREEK(word, code, latex) {word, code},
#include "expr/greek.def"
#undef GREEK
};

/* A Greek letter of either shape as its word: vartheta is theta. */
static void fold_letter(nh_text *text, uint32_t code, const char *bytes, size_t length, bool in_lower_case) {
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].code == code) {
            bytes = letters[i].word + (strncmp(letters[i].word, "var", 3) == 0 ? 3 : 0);
            length = strlen(bytes);
        }
    for (size_t i = 0; i < length; i++) {
        bool is_capital = in_lower_case && bytes[i] >= 'A' && bytes[i] <= 'Z';
        nh_text_add_char(text, (char)(is_capital ? bytes[i] - 'A' + 'a' : bytes[i]));
    }
}

/* The name as it is compared, Greek letters as words. */
static nh_name folded_name(nh_reading *r, nh_name name, bool in_lower_case) {
    const char *bytes = NH_NAME(r, name);
    size_t length = nh_name_length(r->context, name);
    nh_text text = nh_text_begin(r->arena);
    for (size_t i = 0, size; i < length; i += size) {
        uint32_t code = 0;
        size = nh_utf8_decode(bytes + i, length - i, &code);
        if (size == 0) size = 1;
        fold_letter(&text, code, bytes + i, size, in_lower_case);
    }
    return nh_name_of_text(r->context, nh_text_string(&text));
}

nh_name nh_scope_alike(nh_reading *r, nh_name name) {
    const uint64_t *known = nh_map_get(&r->folded, folded_name(r, name, true));
    return known != NULL && (nh_name)*known != name && nh_scope_is_visible(r, (nh_name)*known) ? (nh_name)*known : 0;
}

/* The first name that is compared as this one; the name itself when it is the first. */
static nh_name first_alike(nh_map *names, nh_name compared, nh_name name) {
    bool is_new;
    uint64_t *known = nh_map_slot(names, compared, &is_new);
    if (is_new) *known = name;
    return (nh_name)*known;
}

/* q1 and Q1 are different things in every paper, and look different: only the spelling of Greek letters counts. What a
 * name that is not known may have meant is told without case. */
void nh_warn_about_name(nh_reading *r, nh_name name, nh_place place) {
    (void)first_alike(&r->folded, folded_name(r, name, true), name);
    nh_name earlier = first_alike(&r->spelt, folded_name(r, name, false), name);
    if (earlier == name) return;
    nh_words words = {"names-alike", nh_reading_text(r, "was '%s' meant?", NH_NAME(r, earlier))};
    nh_reading_warn(r, place, NH_SEVERITY_WARNING, words, "'%s' and '%s' are different names that look alike",
                    NH_NAME(r, name), NH_NAME(r, earlier));
}

/* ---- what nothing uses ---- */

static nh_place place_of(const nh_reading *r, const nh_meaning *meaning) {
    if (meaning->kind == NH_MEANS_COORDINATE) return r->model->coordinates.items[meaning->number].place;
    if (meaning->kind == NH_MEANS_FUNCTION) return r->model->functions.items[meaning->number].place;
    return r->model->parameters.items[meaning->number].place;
}

/* One warning for all members of a family. */
static void warn_about_members(nh_reading *r, const nh_meaning *meaning, nh_words words, const char *format) {
    bool is_new = true;
    if (meaning->family != NH_MODEL_NONE) {
        uint64_t key = (uint64_t)meaning->family << 32 | nh_name_of_text(r->context, words.code);
        nh_map_slot(&r->warned, key, &is_new);
    }
    if (!is_new) return;
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "'%s' ", NH_NAME(r, meaning->name));
    nh_text_add(&text, format);
    nh_reading_warn(r, place_of(r, meaning), NH_SEVERITY_WARNING, words, "%s", nh_text_string(&text));
}

/* Whether another member is used: a family may be larger than what is needed of it. */
static bool is_family_used(const nh_reading *r, const nh_meaning *meaning) {
    return meaning->family != NH_MODEL_NONE && r->families.items[meaning->family].is_used;
}

static bool is_made(const nh_reading *r, const nh_meaning *meaning) {
    return meaning->kind == NH_MEANS_COORDINATE && r->model->coordinates.items[meaning->number].is_made;
}

static void warn_about_unused(nh_reading *r) {
    for (size_t i = 0; i < r->meanings.count; i++) {
        const nh_meaning *meaning = &r->meanings.items[i];
        if (meaning->is_used || is_made(r, meaning)) continue;
        if (meaning->kind == NH_MEANS_COORDINATE)
            warn_about_members(r, meaning, (nh_words){"unused-coordinate", NULL},
                               "is a coordinate that no energy, force or constraint uses");
        if (r->sets_function) continue; /* what was replaced may have used it */
        if (meaning->kind == NH_MEANS_PARAMETER && !is_family_used(r, meaning))
            warn_about_members(r, meaning, (nh_words){"unused-parameter", NULL}, "is a parameter that nothing uses");
        if (meaning->kind == NH_MEANS_FUNCTION && !is_family_used(r, meaning))
            warn_about_members(r, meaning, (nh_words){"unused-function", NULL}, "is a function that nothing calls");
    }
}

/* ---- masses ---- */

static void add_vector(nh_exprs *list, nh_vector v) {
    nh_array_append(list, 3, v.x);
}

static void add_matrix(nh_exprs *list, const nh_matrix3 *m) {
    for (int i = 0; i < 9; i++) nh_array_push(list, m->r[i / 3][i % 3]);
}

/* The places of masses and the rotations of moments of inertia: a coordinate in them has inertia. One after the other
 * in the order in which they were made, which is quicker to walk than the energy that they add up to. */
static nh_exprs moving_things(nh_reading *r) {
    const nh_model *m = r->model;
    nh_exprs list = {.arena = r->arena};
    nh_matrix3 none = nh_matrix3_diag(NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO);
    for (size_t i = 0; i < m->points.count; i++)
        if (m->points.items[i].mass != NH_EXPR_UNDEFINED && m->points.items[i].mass != NH_EXPR_ZERO)
            add_vector(&list, m->points.items[i].position);
    for (size_t i = 0; i < m->bodies.count; i++) {
        const nh_rigid_body *body = &m->bodies.items[i];
        if (body->mass != NH_EXPR_ZERO) add_vector(&list, body->center);
        if (!nh_matrix3_equal(body->inertia, none)) add_matrix(&list, &body->rotation.matrix);
    }
    return list;
}

/* Energies that were given: a velocity in them has inertia. */
static nh_exprs given_energies(nh_reading *r) {
    nh_exprs list = {.arena = r->arena};
    for (size_t i = 0; i < r->model->terms.count; i++) {
        const nh_term *term = &r->model->terms.items[i];
        if (term->kind == NH_TERM_KINETIC || term->kind == NH_TERM_LAGRANGIAN) nh_array_push(&list, term->value);
    }
    return list;
}

static void warn_about_orientations(nh_reading *r, nh_walk *places, nh_walk *energies) {
    for (size_t i = 0; i < r->model->orientations.count; i++) {
        const nh_orientation *orientation = &r->model->orientations.items[i];
        bool has_inertia = false;
        for (uint32_t k = orientation->first; k < orientation->first + 4 && !has_inertia; k++) {
            const nh_coordinate *coordinate = &r->model->coordinates.items[k];
            has_inertia = nh_walk_has(places, coordinate->q) || nh_walk_has(energies, coordinate->v);
        }
        if (has_inertia) continue;
        nh_words words = {"mass-missing", "write body B { inertia diag(a, b, c) }, with its name for B"};
        nh_reading_warn(r, orientation->place, NH_SEVERITY_WARNING, words, "the orientation '%s' has no inertia",
                        NH_NAME(r, orientation->name));
    }
}

static void warn_about_masses(nh_reading *r) {
    nh_exprs moving = moving_things(r), given = given_energies(r);
    nh_walk *places = nh_walk_begin(r->pool, moving.count, moving.items, NH_WALK_DEFINITIONS);
    nh_walk *energies = nh_walk_begin(r->pool, given.count, given.items, NH_WALK_DEFINITIONS);
    for (size_t i = 0; i < r->meanings.count; i++) {
        const nh_meaning *meaning = &r->meanings.items[i];
        if (meaning->kind != NH_MEANS_COORDINATE || !meaning->is_used || is_made(r, meaning)) continue;
        const nh_coordinate *coordinate = &r->model->coordinates.items[meaning->number];
        if (nh_walk_has(places, coordinate->q) || nh_walk_has(energies, coordinate->v)) continue;
        warn_about_members(r, meaning, (nh_words){"mass-missing", "is a mass missing?"},
                           "has no inertia: its velocity does not occur in the kinetic energy");
    }
    warn_about_orientations(r, places, energies);
    nh_walk_end(energies);
    nh_walk_end(places);
}

/* ---- the whole ---- */

static bool has_masses(const nh_model *m) {
    for (size_t i = 0; i < m->points.count; i++)
        if (m->points.items[i].mass != NH_EXPR_UNDEFINED && m->points.items[i].mass != NH_EXPR_ZERO) return true;
    for (size_t i = 0; i < m->bodies.count; i++)
        if (m->bodies.items[i].mass != NH_EXPR_ZERO) return true;
    return false;
}

static void warn_about_gravity(nh_reading *r) {
    nh_words words = {"gravity-unused",
                      "gravity acts on points and bodies with mass; write another energy as a potential"};
    for (size_t i = 0; i < r->model->terms.count; i++)
        if (r->model->terms.items[i].kind == NH_TERM_GRAVITY && !has_masses(r->model))
            nh_reading_warn(r, r->model->terms.items[i].place, NH_SEVERITY_WARNING, words,
                            "gravity has no effect here");
}

static void warn_about_nothing(nh_reading *r) {
    nh_place nowhere = {.line = 0};
    nh_words words = {"no-coordinates", "declare them with coord"};
    if (r->model->coordinates.count == 0)
        nh_reading_warn(r, nowhere, NH_SEVERITY_WARNING, words, "the model has no coordinates");
}

void nh_warn_about_model(nh_reading *r) {
    warn_about_unused(r);
    warn_about_masses(r);
    warn_about_gravity(r);
    warn_about_nothing(r);
}
