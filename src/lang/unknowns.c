/* Quantities that the equations of motion determine: what statements about the motion may speak about.
 *
 * Multipliers, reactions and the coefficients of a formulation are symbols of role MULTIPLIER, named as they are
 * written: lambda.roll, reaction(P).x, voronec.B[roll][x]. Energies and their parts are in energy_names.c. */
#include <string.h>

#include "base/map.h"
#include "base/text/closest.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "lang/reading_private.h"
#include "model/inputs.h"

static const char *const formulations[] = {
#define FORM(name, ...) name,
#include "model/forms.def"
#undef FORM
};

enum { FORMULATIONS = sizeof formulations / sizeof *formulations };

/* ---- where they may be ---- */

static nh_quantity refuse_place(nh_reading *r, nh_node node, const char *what) {
    nh_words words = {"misplaced", "it is allowed in watch, invariant, claim, stop and event"};
    nh_reading_error(r, node, words, "%s is not allowed here", what);
    return nh_quantity_bad();
}

static nh_expr unknown_symbol(nh_reading *r, const char *name) {
    return nh_expr_symbol_text(r->pool, NH_ROLE_MULTIPLIER, name);
}

/* ---- multipliers ---- */

/* "lambda.roll" of a vector constraint: its components, 0 for those that were dropped. */
static nh_quantity multiplier_vector(nh_reading *r, const char *head, const char *label) {
    nh_vector v = nh_vector_zero();
    for (int i = 0; i < 3; i++) {
        const char *row = nh_reading_text(r, "%s.%c", label, "xyz"[i]);
        if (nh_map_get(&r->row_of, nh_name_of_text(r->context, row)) == NULL) continue;
        v.x[i] = unknown_symbol(r, nh_reading_text(r, "%s.%s", head, row));
    }
    return nh_quantity_vector(v);
}

static const char *nearest_label(nh_reading *r, const char *label) {
    nh_closest search = nh_closest_begin(label);
    for (size_t i = 0; i < r->labels[0].count && !nh_reading_is_silent(r); i++)
        nh_closest_offer(&search, NH_NAME(r, r->labels[0].items[i].name));
    const char *found = nh_closest_found(&search);
    return found != NULL ? nh_reading_text(r, "did you mean '%s'?", found) : NULL;
}

/* Of a family of constraints: how its first member is written. */
static const char *member_label(nh_reading *r, nh_name family) {
    for (size_t i = 0; i < r->model->rows.count; i++)
        if (r->model->rows.items[i].family == family)
            return nh_reading_text(r, "it is a family: '%s' is one of them", NH_NAME(r, r->model->rows.items[i].name));
    return NULL;
}

/* path is "lambda.roll" or "mu.roll[2].x". */
static nh_quantity multiplier_quantity(nh_reading *r, nh_node node, const char *path) {
    bool is_mu = path[0] == 'm';
    const char *head = is_mu ? "mu" : "lambda", *label = strchr(path, '.') + 1;
    nh_name name = nh_name_of_text(r->context, label);
    if (!r->is_motion && !(is_mu && r->is_start)) return refuse_place(r, node, "a multiplier");
    if (nh_map_get(&r->row_of, name) != NULL) return nh_quantity_scalar(unknown_symbol(r, path));
    const nh_label *known = nh_scope_find_label(r, name);
    if (known != NULL && known->is_vector) return multiplier_vector(r, head, label);
    if (known != NULL) return nh_quantity_scalar(NH_EXPR_ZERO); /* it was dropped */
    if (nh_scope_label_failed(r, label)) return nh_quantity_bad();
    const char *hint = nh_reading_is_silent(r) ? NULL : member_label(r, name);
    if (hint == NULL) hint = nearest_label(r, label);
    nh_reading_error(r, node, (nh_words){"unknown-label", hint}, "there is no constraint '%s'", label);
    return nh_quantity_bad();
}

/* ---- explicit form and coefficients ---- */

static bool is_coordinate(nh_reading *r, const char *name) {
    const nh_meaning *meaning = nh_scope_find(r, nh_name_of_text(r->context, name));
    return meaning != NULL && meaning->kind == NH_MEANS_COORDINATE;
}

/* alpha.x and alphabar.x, [Homogeneous] (9), (19); sigma.x, the sign of a root in alpha.x. */
static nh_quantity explicit_quantity(nh_reading *r, nh_node node, const char *path) {
    const char *coordinate = strchr(path, '.') + 1;
    if (!r->is_motion) return refuse_place(r, node, "a part of the explicit form");
    r->names_formulas = true;
    if (is_coordinate(r, coordinate)) return nh_quantity_scalar(unknown_symbol(r, path));
    nh_reading_error(r, node, (nh_words){"unknown-name", NULL}, "there is no coordinate '%s'", coordinate);
    return nh_quantity_bad();
}

static bool is_formulation(const char *name) {
    for (int i = 0; i < FORMULATIONS; i++)
        if (strcmp(formulations[i], name) == 0) return true;
    return strcmp(name, "transposition") == 0; /* what belongs to that matrix is named likewise */
}

static nh_quantity coefficient_quantity(nh_reading *r, nh_node node, const char *path) {
    if (!r->is_motion) return refuse_place(r, node, "a coefficient of a formulation");
    r->names_formulas = true;
    return nh_quantity_scalar(unknown_symbol(r, path));
}

/* ---- derivatives ---- */

enum { MOST_ARGUMENTS = 2000 };

/* The number of the formulation of which it is a coefficient; -1: of none. */
static int formulation_of(const char *name) {
    for (int i = 0; i < FORMULATIONS; i++) {
        size_t length = strlen(formulations[i]);
        if (strncmp(name, formulations[i], length) == 0 && name[length] == '.') return i;
    }
    return -1;
}

/* Whether the name is that of something with a formula: multipliers and constraint forces have none. */
static bool is_formula(const char *name) {
    return nh_model_is_chosen_energy(name) || nh_model_is_explicit_name(name) || formulation_of(name) >= 0;
}

nh_expr nh_unknowns_as_functions(nh_reading *r, nh_expr e) {
    if (!nh_expr_has(r->pool, e, NH_HAS_MULTIPLIER) || 3 * r->model->coordinates.count >= MOST_ARGUMENTS) return e;
    uint32_t count;
    nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(r->pool, symbols[i]);
        uint32_t arguments;
        if (symbol.role != NH_ROLE_MULTIPLIER || symbol.order > 0 || !is_formula(NH_NAME(r, symbol.name))) continue;
        const nh_expr *list = nh_model_formula_arguments(
            r->model, r->arena, nh_model_formula_has_variables(NH_NAME(r, symbol.name)), &arguments);
        nh_expr call = nh_expr_call(r->pool, nh_expr_function(r->pool, symbol.name, arguments), arguments, list);
        e = nh_expr_substitute(r->pool, e, 1, &symbols[i], &call, true);
    }
    return e;
}

/* ---- variables of formulas ---- */

/* What a formula belongs to: its formulation, or "explicit" for alpha.x and the like; NULL: it is none. */
static const char *owner_of(const nh_reading *r, const nh_symbol *symbol) {
    const char *name = NH_NAME(r, symbol->name);
    if (symbol->role != NH_ROLE_MULTIPLIER && symbol->role != NH_ROLE_FUNCTION) return NULL;
    if (!is_formula(name)) return NULL;
    int i = formulation_of(name);
    return i >= 0 ? formulations[i] : "explicit";
}

bool nh_unknowns_have_variables(nh_reading *r, nh_expr e) {
    uint32_t count;
    if (!r->names_formulas) return false; /* none was named: no need to look through e */
    const nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(r->pool, symbols[i]);
        if (owner_of(r, symbol) != NULL && nh_model_formula_has_variables(NH_NAME(r, symbol->name))) return true;
    }
    return false;
}

nh_expr nh_unknowns_in_quasis(nh_reading *r, nh_expr e) {
    for (size_t i = 0; i < r->model->quasis.count; i++) {
        const nh_quasi *quasi = &r->model->quasis.items[i];
        nh_expr written = nh_expr_abbreviation(r->pool, quasi->name, quasi->definition);
        e = nh_expr_substitute(r->pool, e, 1, &written, &quasi->symbol, false);
    }
    return e;
}

/* e with 0 for the coefficients of formulations with variables of their own. */
static nh_expr without_coefficients(nh_reading *r, nh_expr e) {
    uint32_t count;
    nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count), zero = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < count && e != NH_EXPR_UNDEFINED; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(r->pool, symbols[i]);
        uint32_t arguments;
        if (owner_of(r, &symbol) == NULL || !nh_model_formula_has_variables(NH_NAME(r, symbol.name))) continue;
        if (symbol.role == NH_ROLE_MULTIPLIER) e = nh_expr_substitute(r->pool, e, 1, &symbols[i], &zero, true);
        if (symbol.role != NH_ROLE_FUNCTION) continue;
        const nh_expr *list = nh_model_formula_arguments(r->model, r->arena, true, &arguments);
        e = nh_expr_define_function(r->pool, e, nh_expr_function(r->pool, symbol.name, arguments), list, zero);
    }
    return e;
}

bool nh_unknowns_have_velocities(nh_reading *r, nh_expr e) {
    nh_expr rest = without_coefficients(r, e);
    return rest == NH_EXPR_UNDEFINED || nh_expr_has(r->pool, rest, (nh_contents)(NH_HAS_VELOCITY | NH_HAS_MULTIPLIER));
}

nh_expr nh_unknowns_variable(nh_reading *r, nh_expr e, nh_expr by) {
    uint32_t count;
    if (!r->names_formulas) return NH_EXPR_ONE;
    const nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count);
    nh_expr factor = NH_EXPR_ONE;
    nh_map seen = nh_map_make(r->arena);
    for (uint32_t i = 0; i < count; i++) {
        const char *owner = owner_of(r, nh_expr_symbol_of(r->pool, symbols[i]));
        if (owner == NULL) continue;
        nh_text text = nh_text_begin(r->arena);
        nh_text_format(&text, "%s by ", owner);
        nh_expr_print(r->pool, &text, by);
        nh_expr mark = nh_expr_symbol_text(r->pool, NH_ROLE_PARAMETER, nh_text_string(&text));
        if (nh_map_get(&seen, mark) == NULL) factor = nh_expr_mul(r->pool, factor, mark);
        nh_map_put(&seen, mark, 1);
    }
    return factor;
}

bool nh_unknowns_are_in(nh_reading *r, nh_expr e) {
    if (!nh_expr_has(r->pool, e, NH_HAS_MULTIPLIER)) return false;
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(r->pool, symbols[i]);
        if (symbol->role == NH_ROLE_MULTIPLIER && !is_formula(NH_NAME(r, symbol->name))) return true;
    }
    return false;
}

/* ---- all of them ---- */

bool nh_is_motion_name(const nh_reading *r, uint32_t token) {
    const nh_token *at = nh_syntax_token(r->syntax, token);
    const char *name = NH_NAME(r, at->name);
    if (nh_model_is_chosen_energy(name) || strcmp(name, "E_ext") == 0) return true;
    if (nh_token_is(r->context, at + 1, "("))
        return strcmp(name, "reaction") == 0 || strcmp(name, "reactiontorque") == 0;
    if (!nh_token_is(r->context, at + 1, ".")) return false;
    if (strcmp(name, "lambda") == 0 || strcmp(name, "mu") == 0 || strcmp(name, "E") == 0) return true;
    return nh_model_is_explicit_head(name) || is_formulation(name);
}

/* The name at the root of a path of parts and indices, with a part directly after it; 0 when
 * the node is no such path. */
static nh_name root_of(const nh_reading *r, nh_node node) {
    bool part_last = false;
    for (;;) {
        const nh_node_data *data = nh_syntax_node(r->syntax, node);
        if (data->kind == NH_NODE_NAME) return part_last ? nh_syntax_token(r->syntax, data->token)->name : 0;
        if (data->kind != NH_NODE_PART && data->kind != NH_NODE_INDEX) return 0;
        part_last = data->kind == NH_NODE_PART;
        node = nh_syntax_child(r->syntax, node, 0);
    }
}

static bool has_parts(nh_meaning_kind kind) {
    return kind == NH_MEANS_LET || kind == NH_MEANS_POINT || kind == NH_MEANS_BODY || kind == NH_MEANS_CONTACT ||
           kind == NH_MEANS_FAILED;
}

bool nh_evaluate_unknown(nh_reading *r, nh_node node, nh_quantity *value) {
    nh_name root = root_of(r, node);
    if (root == 0 || nh_scope_local(r, root) != NULL) return false;
    const char *head = NH_NAME(r, root);
    bool is_multiplier = strcmp(head, "lambda") == 0 || strcmp(head, "mu") == 0;
    bool is_explicit = nh_model_is_explicit_head(head);
    bool is_energy = nh_is_energy_head(head);
    if (!is_multiplier && !is_explicit && !is_energy && !is_formulation(head)) return false;
    const nh_meaning *meaning = nh_scope_find(r, root);
    /* what is a number has no parts: sigma may be a function of the model and sigma.x a sign */
    bool is_declared = meaning != NULL && (!is_explicit || has_parts(meaning->kind));
    if (is_declared && !is_multiplier) return false;
    nh_name path_name = nh_reading_path(r, node);
    *value = nh_quantity_bad();
    if (path_name == 0) return true; /* an index was wrong */
    const char *path = NH_NAME(r, path_name);
    if (is_multiplier) { /* an ordinary name, except before a label */
        nh_name label = nh_name_of_text(r->context, strchr(path, '.') + 1);
        bool is_label = nh_scope_find_label(r, label) != NULL;
        if (is_declared && !is_label) return false;
        *value = multiplier_quantity(r, node, path);
    } else if (is_energy) {
        *value = nh_energy_part(r, node, path);
    } else {
        *value = is_explicit ? explicit_quantity(r, node, path) : coefficient_quantity(r, node, path);
    }
    return true;
}

/* reaction(P), reaction(B), reaction(P, roll), reactiontorque(B): the constraint forces, [Simple] (1). */
nh_quantity nh_call_reaction(nh_reading *r, nh_node node, const char *function) {
    uint32_t count = nh_syntax_node(r->syntax, node)->count_children - 1;
    bool is_torque = strcmp(function, "reactiontorque") == 0, failed;
    nh_node about = nh_syntax_child(r->syntax, node, 1);
    if (!r->is_motion) return refuse_place(r, node, "a constraint force");
    const nh_meaning *meaning = nh_reading_named(r, about, &failed);
    if (failed || (meaning != NULL && meaning->kind == NH_MEANS_FAILED)) return nh_quantity_bad();
    bool is_body = meaning != NULL && meaning->kind == NH_MEANS_BODY;
    if (!is_body && (is_torque || meaning == NULL || meaning->kind != NH_MEANS_POINT)) {
        nh_reading_error(r, about, (nh_words){"type", NULL},
                         is_torque ? "expected the name of a body here"
                                   : "expected the name of a point or a body here");
        return nh_quantity_bad();
    }
    const char *arguments = NH_NAME(r, meaning->name);
    if (count == 2) {
        nh_node second = nh_syntax_child(r->syntax, node, 2);
        nh_name label = nh_reading_path(r, second);
        if (label != 0 && nh_scope_label_failed(r, NH_NAME(r, label))) return nh_quantity_bad();
        if (label == 0 || nh_scope_find_label(r, label) == NULL) {
            const char *hint = label != 0 ? nearest_label(r, NH_NAME(r, label)) : NULL;
            nh_reading_error(r, second, (nh_words){"unknown-label", hint}, "expected the label of a constraint here");
            return nh_quantity_bad();
        }
        arguments = nh_reading_text(r, "%s, %s", arguments, NH_NAME(r, label));
    }
    nh_vector v;
    for (int i = 0; i < 3; i++)
        v.x[i] = unknown_symbol(r, nh_reading_text(r, "%s(%s).%c", function, arguments, "xyz"[i]));
    return nh_quantity_vector(v);
}
