/* Energies, and the parts of them, by name.
 *
 *     T, V, L, E              abbreviations, known as soon as the first round of reading is over
 *     T.A[x,y], T.b[x], T.c   the parts of T = 1/2 q' A q' + b q' + c, [Rheonomous] (8): expressions, too
 *     E_star, E_quasi         symbols of role MULTIPLIER: they belong to a choice of velocities
 *     E_ext                   likewise: it belongs to vakonomic motions
 *     E.forces, ...           the terms of the balance of E, E_star, E_quasi, by their causes: symbols likewise */
#include <string.h>

#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "lang/reading_private.h"
#include "model/inputs.h"

static const nh_words only_motion = {"misplaced", "it is allowed in watch, invariant, claim, stop and event"};

bool nh_is_late_name(const nh_reading *r, nh_name name) {
    static const char *const names[] = {"T", "V", "L", "E"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(NH_NAME(r, name), names[i]) == 0) return true;
    return nh_model_is_chosen_energy(NH_NAME(r, name)) || strcmp(NH_NAME(r, name), "E_ext") == 0;
}

bool nh_is_energy_head(const char *head) {
    return strcmp(head, "T") == 0 || strcmp(head, "E") == 0 || nh_model_is_chosen_energy(head);
}

static nh_quantity named_quantity(nh_reading *r, nh_name name, nh_expr definition) {
    return nh_quantity_scalar(nh_expr_abbreviation(r->pool, name, definition));
}

/* A symbol whose value the equations of motion give. */
static nh_quantity symbol_of_motion(nh_reading *r, nh_node node, const char *name) {
    if (!r->is_motion) {
        nh_reading_error(r, node, only_motion, "'%s' is not allowed here", name);
        return nh_quantity_bad();
    }
    r->names_formulas = true;
    return nh_quantity_scalar(nh_expr_symbol_text(r->pool, NH_ROLE_MULTIPLIER, name));
}

/* T, V, L, E exist in this round, and in this model. */
static bool is_there(nh_reading *r, nh_node node, const char *text) {
    bool is_T_or_V = strcmp(text, "T") == 0 || strcmp(text, "V") == 0;
    if (!r->is_late) {
        nh_words words = {"unknown-name", "declare it if it is not meant to be an energy of the system"};
        nh_reading_error(r, node, words,
                         "'%s', as an energy of the system, is not allowed in anything that energies are computed from",
                         text);
        return false;
    }
    if (!is_T_or_V || r->model->T != NH_EXPR_UNDEFINED) return true;
    nh_words words = {"unknown-name", "use L or E"};
    nh_reading_error(r, node, words, "the model gives its Lagrangian directly, so '%s' is not available", text);
    return false;
}

nh_quantity nh_late_name(nh_reading *r, nh_node node, nh_name name) {
    const char *text = NH_NAME(r, name);
    if (!is_there(r, node, text)) return nh_quantity_bad();
    if (text[0] == 'T') return named_quantity(r, name, r->model->T);
    if (text[0] == 'V') return named_quantity(r, name, r->model->V);
    if (text[0] == 'L') return named_quantity(r, name, r->model->L);
    if (text[1] != '\0') return symbol_of_motion(r, node, text);
    if (r->energy == NH_EXPR_ZERO) r->energy = nh_model_energy(r->model);
    return named_quantity(r, name, r->energy);
}

/* ---- the parts of T ---- */

/* The coordinates that the indices of "A[x][q[2]]" name, at most as many as there is room for; how many, or -1. */
static int indices_of(nh_reading *r, const char *path, uint32_t room, uint32_t *coordinate) {
    uint32_t count = 0;
    path += strcspn(path, "[");
    while (*path == '[') {
        size_t depth = 0, length = 0;
        for (path++; path[length] != '\0' && (depth > 0 || path[length] != ']'); length++)
            depth += path[length] == '[' ? 1 : path[length] == ']' ? (size_t)-1 : 0;
        nh_text text = nh_text_begin(r->arena);
        nh_text_add_bytes(&text, path, length);
        const nh_meaning *meaning = nh_scope_find(r, nh_name_of_text(r->context, nh_text_string(&text)));
        if (count == room || meaning == NULL || meaning->kind != NH_MEANS_COORDINATE) return -1;
        coordinate[count++] = meaning->number;
        path += length + (path[length] == ']');
    }
    return (int)count;
}

/* Whether T is seen to be a polynomial of degree 2 at most in the velocities. */
static bool is_quadratic(nh_reading *r) {
    const nh_model *model = r->model;
    nh_expr T = nh_expr_expand_names(r->pool, model->T);
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_degree degree = nh_expr_degree(r->pool, T, n, nh_model_velocities(model, r->arena));
    bool is_polynomial = degree.kind != NH_DEGREE_NONE && degree.polynomial;
    return degree.kind == NH_DEGREE_ZERO ||
           (is_polynomial && nh_rat_cmp(r->context, degree.degree, nh_rat_int(2)) <= 0);
}

/* T.A[x,y], T.b[x], T.c: derivatives of T where the velocities are 0. */
static nh_quantity part_of_T(nh_reading *r, nh_node node, const char *path) {
    static const char *const letters = "cbA"; /* by the number of their indices */
    uint32_t coordinate[2] = {0};
    int count = indices_of(r, path, 2, coordinate);
    bool is_known = count >= 0 && path[2] == letters[count] && (path[3] == '[' || path[3] == '\0');
    if (!is_there(r, node, "T")) return nh_quantity_bad();
    if (!is_known) {
        nh_words words = {"part", "T = q' A q'/2 + b q' + c has T.A[x,y], T.b[x] and T.c, of coordinates x, y"};
        nh_reading_error(r, node, words, "the kinetic energy has no '%s'", strchr(path, '.') + 1);
        return nh_quantity_bad();
    }
    if (!is_quadratic(r)) {
        nh_reading_error(r, node, (nh_words){"part", NULL},
                         "T could not be shown to be a polynomial of degree 2 in the velocities, so it has no '%s'",
                         path);
        return nh_quantity_bad();
    }
    uint32_t n = (uint32_t)r->model->coordinates.count;
    nh_expr *zeros = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)n + 1), e = nh_expr_expand_names(r->pool, r->model->T);
    for (uint32_t i = 0; i < n; i++) zeros[i] = NH_EXPR_ZERO;
    for (int i = 0; i < count; i++) e = nh_expr_diff(r->pool, e, r->model->coordinates.items[coordinate[i]].v);
    return nh_quantity_scalar(nh_expr_substitute(r->pool, e, n, nh_model_velocities(r->model, r->arena), zeros, true));
}

/* ---- the terms of balances ---- */

nh_quantity nh_energy_part(nh_reading *r, nh_node node, const char *path) {
    if (path[0] == 'T') return part_of_T(r, node, path);
    if (nh_model_is_energy_part(path)) return symbol_of_motion(r, node, path);
    nh_words words = {"part",
                      "a balance has .forces, .geometry, .potential, .constraints; E_quasi has .quasi_velocities"};
    nh_reading_error(r, node, words, "there is no '%s'", path);
    return nh_quantity_bad();
}
