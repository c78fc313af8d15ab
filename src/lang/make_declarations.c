/* Makers: the title, consts, parameters, coordinates, functions, abbreviations, quasi-velocities. */
#include <string.h>

#include "algebra/linear/antiderivative.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "lang/reading_private.h"

/* system "title" */
void nh_make_system(nh_reading *r, const nh_member *member) {
    const nh_part *words = nh_syntax_part(r->syntax, member->clause, NH_PART_WORDS);
    if (words == NULL) return;
    if (r->has_title) {
        nh_reading_error_at(r, nh_reading_token_place(r, words->token), (nh_words){"declared-twice", NULL},
                            "the system already has a title");
        return;
    }
    r->has_title = true;
    r->model->title = nh_syntax_token(r->syntax, words->token)->name;
}

/* ---- const and param ---- */

/* The value that is declared, or that --set gives instead: 0 when there is none. Sets r->syntax to where it is. */
static nh_node value_node(nh_reading *r, const nh_member *member) {
    nh_override *override = nh_options_override(r, member);
    if (override == NULL) return nh_member_node(r, member, NH_PART_VALUE);
    r->syntax = override->syntax;
    nh_node left = nh_syntax_part(override->syntax, override->clause, NH_PART_LEFT)->node;
    if (nh_syntax_node(r->syntax, left)->kind == NH_NODE_CALL) {
        nh_reading_error(r, left, (nh_words){"not-a-function", NULL}, "'%s' is not a function",
                         NH_NAME(r, member->name));
        return 0;
    }
    return nh_syntax_part(override->syntax, override->clause, NH_PART_RIGHT)->node;
}

/* const N = 4 */
void nh_make_const(nh_reading *r, const nh_member *member) {
    const nh_syntax *syntax = r->syntax;
    nh_node node = value_node(r, member);
    nh_const item = {.name = member->name, .place = member->place};
    nh_expr value;
    bool good = node != 0 && nh_evaluate_scalar(r, node, "a const", &value);
    if (good && !nh_expr_get_int(r->pool, value, &item.value)) {
        nh_reading_error(r, node, (nh_words){"not-an-integer", "declare a constant that is not an integer with param"},
                         "a const must be a constant integer");
        good = false;
    }
    r->syntax = syntax;
    if (!good || !nh_member_declare(r, member, NH_MEANS_CONST, (uint32_t)r->model->consts.count)) return;
    nh_model_add(r->model, consts, NH_ITEM_CONST, item);
}

/* (1.2, 0.8, 1.4): the value for this member of a family; 0 after an error. */
static nh_node entry_of_list(nh_reading *r, const nh_member *member, nh_node list) {
    uint32_t count = nh_syntax_node(r->syntax, list)->count_children;
    int64_t low = 0, high = 0;
    const nh_dimension *dimension = &r->syntax->dimensions.items[member->clause->first_dimension];
    if (member->clause->dimensions != 1 || dimension->high == 0) {
        nh_reading_error(r, list, (nh_words){"misplaced", NULL}, "a list needs a family with one index");
        return 0;
    }
    bool good = nh_evaluate_int(r, dimension->low, "a bound of an index", &low) &&
                nh_evaluate_int(r, dimension->high, "a bound of an index", &high);
    int64_t members = high - low + 1;
    if (good && members == count) return nh_syntax_child(r->syntax, list, member->number);
    if (good)
        nh_reading_error(r, list, (nh_words){"list-length", NULL}, "%u values for %lld members", (unsigned)count,
                         (long long)members);
    return 0;
}

static bool parameter_value(nh_reading *r, const nh_member *member, nh_expr *value) {
    const nh_syntax *syntax = r->syntax;
    nh_node node = value_node(r, member);
    bool good = true;
    *value = NH_EXPR_UNDEFINED;
    if (node != 0 && r->syntax == syntax && nh_syntax_node(syntax, node)->kind == NH_NODE_LIST) {
        node = entry_of_list(r, member, node);
        good = node != 0;
    }
    if (node != 0) good = nh_evaluate_constant(r, node, "the value of a parameter", value);
    r->syntax = syntax;
    return good;
}

/* param m = 1.5 "mass, kg" in 0 .. 10 */
void nh_make_param(nh_reading *r, const nh_member *member) {
    nh_parameter item = {
        .name = member->name, .low = NH_EXPR_UNDEFINED, .high = NH_EXPR_UNDEFINED, .place = member->place};
    const nh_part *words = nh_syntax_part(r->syntax, member->clause, NH_PART_WORDS);
    nh_node low = nh_member_node(r, member, NH_PART_LOW), high = nh_member_node(r, member, NH_PART_HIGH);
    if (words != NULL) item.words = nh_syntax_token(r->syntax, words->token)->name;
    bool good = parameter_value(r, member, &item.value);
    item.is_set = nh_options_override(r, member) != NULL;
    if (low != 0) good &= nh_evaluate_constant(r, low, "a bound of a parameter", &item.low);
    if (high != 0) good &= nh_evaluate_constant(r, high, "a bound of a parameter", &item.high);
    if (!good || !nh_member_declare(r, member, NH_MEANS_PARAMETER, (uint32_t)r->model->parameters.count)) return;
    item.symbol = nh_expr_symbol(r->pool, NH_ROLE_PARAMETER, member->name, 0);
    nh_model_add(r->model, parameters, NH_ITEM_PARAMETER, item);
}

/* coord x, y, u[1..N, 1..M] */
void nh_make_coord(nh_reading *r, const nh_member *member) {
    if (!nh_member_declare(r, member, NH_MEANS_COORDINATE, (uint32_t)r->model->coordinates.count)) return;
    nh_coordinate item = {.name = member->name, .place = member->place};
    item.q = nh_expr_symbol(r->pool, NH_ROLE_COORDINATE, member->name, 0);
    item.v = nh_expr_dot(r->pool, item.q);
    nh_model_add(r->model, coordinates, NH_ITEM_COORDINATE, item);
}

/* ---- functions ---- */

/* The number that an index of the family has for this member; NULL for other names. */
static const nh_quantity *index_value(const nh_function_body *body, nh_name name) {
    for (uint32_t i = 0; i < body->index_count; i++)
        if (body->indices[i].name == name) return &body->indices[i].value;
    return NULL;
}

/* The body in one line, with the numbers of this member in place of the indices. */
static void add_body(nh_reading *r, nh_text *text, const nh_function_body *body) {
    const nh_node_data *data = nh_syntax_node(body->syntax, body->node);
    nh_text_add(text, " = ");
    for (uint32_t i = data->from; i < data->behind; i++) {
        const nh_token *token = nh_syntax_token(body->syntax, i);
        bool is_part = i > data->from && nh_token_is(r->context, token - 1, ".");
        const nh_quantity *index = token->kind == NH_TOKEN_NAME && !is_part ? index_value(body, token->name) : NULL;
        if (token->space_before && i > data->from) nh_text_add_char(text, ' ');
        if (index != NULL) nh_text_format(text, "(%s)", nh_reading_print(r, index->scalar));
        else nh_text_add_bytes(text, body->syntax->text + token->offset, token->bytes);
    }
}

/* Writes "C[2](t) = exp(-t)", from the name of the member, those of the arguments, and the body. */
static const char *function_text(nh_reading *r, const nh_member *member, const nh_function_body *body, uint32_t arity) {
    nh_text text = nh_text_begin(r->model->arena);
    nh_text_add(&text, NH_NAME(r, member->name));
    for (uint32_t i = 0; i < arity; i++)
        nh_text_format(&text, "%s%s", i == 0 ? "(" : ", ", NH_NAME(r, body->arguments[i]));
    nh_text_add(&text, ")");
    if (body->node != 0) add_body(r, &text, body);
    return nh_text_string(&text);
}

static bool is_duplicate(const nh_function_body *body, uint32_t i) {
    for (uint32_t j = 0; j < i; j++)
        if (body->arguments[j] == body->arguments[i]) return true;
    return false;
}

/* The names of the arguments, from the declaration. */
static bool declared_arguments(nh_reading *r, const nh_member *member, nh_function_body *body, uint32_t *arity) {
    const nh_clause *clause = member->clause;
    body->arguments = NH_NEW_ARRAY(r->arena, nh_name, clause->parts);
    *arity = 0;
    for (uint32_t i = 0; i < clause->parts; i++) {
        const nh_part *part = &r->syntax->parts.items[clause->first_part + i];
        if (part->kind != NH_PART_ARGUMENT) continue;
        body->arguments[*arity] = nh_syntax_token(r->syntax, part->token)->name;
        if (is_duplicate(body, *arity) || *arity == NH_ARGUMENTS_MAX) {
            nh_words words = {"arguments", NULL};
            nh_reading_error_at(r, nh_reading_token_place(r, part->token), words,
                                *arity == NH_ARGUMENTS_MAX ? "a function has too many arguments"
                                                           : "two arguments of the function have the same name");
            return false;
        }
        ++*arity;
    }
    return true;
}

/* --set "C(t) = 1/t": the names of the arguments and the body from there. */
static bool overridden_body(nh_reading *r, const nh_override *override, nh_function_body *body, uint32_t arity) {
    const nh_syntax *syntax = override->syntax;
    nh_node left = nh_syntax_part(syntax, override->clause, NH_PART_LEFT)->node;
    const nh_node_data *call = nh_syntax_node(syntax, left);
    bool fits = call->kind == NH_NODE_CALL && call->count_children == arity + 1 && call->count == 0;
    for (uint32_t i = 0; fits && i < arity; i++) {
        const nh_node_data *argument = nh_syntax_node(syntax, nh_syntax_child(syntax, left, i + 1));
        fits = argument->kind == NH_NODE_NAME;
        body->arguments[i] = nh_syntax_token(syntax, argument->token)->name;
        fits = fits && !is_duplicate(body, i);
    }
    body->syntax = syntax;
    body->node = nh_syntax_part(syntax, override->clause, NH_PART_RIGHT)->node;
    if (fits) return true;
    nh_reading_error_at(r, nh_syntax_place(syntax, call->from, call->behind), (nh_words){"arguments", NULL},
                        "to set a function of %u argument%s, write its name and as many names in brackets",
                        (unsigned)arity, arity == 1 ? "" : "s");
    return false;
}

static void keep_indices(nh_reading *r, nh_function_body *body) {
    size_t count = r->locals.count - r->first_local;
    body->index_count = (uint32_t)count;
    body->indices = NH_NEW_ARRAY(r->arena, nh_local, count);
    for (size_t i = 0; i < count; i++) body->indices[i] = r->locals.items[r->first_local + i];
}

/* Whether a name in the body is an argument, an index of the family, or bound inside it: sum(i=1..3, ...). */
static bool is_own_name(nh_reading *r, const nh_function_body *body, uint32_t arity, const nh_token *token) {
    for (uint32_t i = 0; i < arity; i++)
        if (body->arguments[i] == token->name) return true;
    if (index_value(body, token->name) != NULL) return true;
    const nh_node_data *data = nh_syntax_node(body->syntax, body->node);
    for (uint32_t i = data->from; i + 1 < data->behind; i++) {
        const nh_token *other = nh_syntax_token(body->syntax, i);
        if (other->kind == NH_TOKEN_NAME && other->name == token->name && nh_token_is(r->context, other + 1, "="))
            return true;
    }
    return false;
}

/* The body of a function is evaluated when it is called; that its names are known is examined here, so that one which
 * nothing calls has no unknown ones either. */
static bool check_names(nh_reading *r, const nh_function_body *body, uint32_t arity) {
    const nh_node_data *data = nh_syntax_node(body->syntax, body->node);
    const nh_syntax *syntax = r->syntax;
    uint64_t errors = nh_reading_errors(r);
    r->syntax = body->syntax;
    for (uint32_t i = data->from; i < data->behind; i++) {
        const nh_token *token = nh_syntax_token(body->syntax, i);
        bool is_part = i > data->from && nh_token_is(r->context, token - 1, ".");
        bool has_part = nh_token_is(r->context, token + 1, ".");
        bool is_call = nh_token_is(r->context, token + 1, "(") || nh_token_is(r->context, token + 1, "'");
        if (token->kind != NH_TOKEN_NAME || is_part || has_part || is_call) continue;
        if (!is_own_name(r, body, arity, token)) nh_check_name(r, i);
    }
    r->syntax = syntax;
    return nh_reading_errors(r) == errors;
}

/* The side of each pole of e on which the place is: a linear function of the argument has one sign there. */
static void keep_side(nh_reading *r, nh_function_body *body, nh_expr e, nh_expr place) {
    nh_exprs poles = nh_antiderivative_poles(r->pool, r->arena, e, body->formal);
    body->within.arena = r->arena;
    for (size_t i = 0; i < poles.count; i++) {
        nh_expr there = nh_expr_substitute(r->pool, poles.items[i], 1, &body->formal, &place, false);
        if (nh_expr_is_number(r->pool, there))
            there = nh_rat_sign(nh_expr_rational(r->pool, there)) > 0 ? NH_EXPR_ONE : NH_EXPR_MINUS_ONE;
        nh_array_push(&body->within, nh_expr_mul(r->pool, there, poles.items[i]));
    }
}

/* "B(t): B' = e, B(s0) = c", as the text of the model prints it. */
static const char *closed_text(nh_reading *r, const nh_member *member, const nh_function_body *body, nh_expr e,
                               nh_expr place, nh_expr value) {
    nh_name argument = body->arguments[0];
    const char *name = NH_NAME(r, member->name);
    nh_expr symbol = nh_expr_symbol(r->pool, NH_ROLE_PARAMETER, argument, 0);
    if (strcmp(NH_NAME(r, argument), "t") == 0) symbol = r->model->time;
    e = nh_expr_substitute(r->pool, e, 1, &body->formal, &symbol, true);
    nh_text text = nh_text_begin(r->model->arena);
    nh_text_format(&text, "%s(%s): %s' = %s, ", name, NH_NAME(r, argument), name, nh_reading_print(r, e));
    nh_text_format(&text, "%s(%s) = ", name, nh_reading_print(r, place));
    nh_text_add(&text, nh_reading_print(r, value));
    return nh_text_string(&text);
}

/* B' = e, B(s0) = c: the antiderivative of e that is c at s0, in closed form. */
static bool close_quadrature(nh_reading *r, const nh_member *member, nh_function_body *body, uint32_t arity) {
    nh_node rate = nh_member_node(r, member, NH_PART_RIGHT), place = nh_member_node(r, member, NH_PART_LOW);
    nh_node value = nh_member_node(r, member, NH_PART_HIGH);
    const char *name = NH_NAME(r, member->name);
    nh_expr e, at, known;
    if (arity != 1 || member->indices > 0) {
        nh_reading_error_at(r, member->place, (nh_words){"arguments", NULL},
                            "a function that its derivative gives is a single one, of one argument");
        return false;
    }
    nh_function_body names = *body;
    names.node = rate;
    if (!check_names(r, &names, arity) || !nh_evaluate_constant(r, place, "the place of the value", &at) ||
        !nh_evaluate_constant(r, value, "the value of the function", &known))
        return false;
    body->formal = nh_expr_symbol_text(r->pool, NH_ROLE_PARAMETER, "#0");
    size_t first_local = r->first_local, locals = r->locals.count, needs = r->needs.count;
    r->first_local = locals;
    nh_array_push(&r->locals, ((nh_local){body->arguments[0], nh_quantity_scalar(body->formal)}));
    bool is_good = nh_evaluate_scalar(r, rate, "the derivative of a function", &e);
    r->locals.count = locals;
    r->first_local = first_local;
    r->needs.count = needs;
    if (!is_good) return false;
    nh_expr found = nh_antiderivative(r->pool, r->arena, e, body->formal), start = NH_EXPR_UNDEFINED;
    if (found != NH_EXPR_UNDEFINED) start = nh_expr_substitute(r->pool, found, 1, &body->formal, &at, false);
    if (start == NH_EXPR_UNDEFINED) {
        const char *argument = NH_NAME(r, body->arguments[0]);
        const char *hint = nh_reading_text(
            r, "give a function by --set \"%s(%s)=...\", or in place of its derivative", name, argument);
        nh_reading_error(r, rate, (nh_words){"quadrature", hint},
                         found == NH_EXPR_UNDEFINED ? "no antiderivative in closed form was found for '%s'"
                                                    : "the antiderivative for '%s' has no value there",
                         name);
        return false;
    }
    body->closed = nh_expr_add(r->pool, nh_expr_sub(r->pool, found, start), known);
    body->is_closed = true;
    keep_side(r, body, e, at);
    body->text = closed_text(r, member, body, e, at, known);
    return true;
}

/* With the body that --set gives in place of its own; item: without what follows from the body. */
static void declare_function(nh_reading *r, const nh_member *member, nh_function_body *body, nh_function item) {
    const nh_override *override = nh_options_override(r, member);
    if (override != NULL && !overridden_body(r, override, body, item.arity)) return;
    r->sets_function = r->sets_function || override != NULL;
    keep_indices(r, body);
    bool is_quadrature = override == NULL && member->clause != NULL && nh_member_node(r, member, NH_PART_RIGHT) != 0;
    if (is_quadrature && !close_quadrature(r, member, body, item.arity)) return;
    if (body->node != 0 && !check_names(r, body, item.arity)) return;
    if (!nh_member_declare(r, member, NH_MEANS_FUNCTION, (uint32_t)r->model->functions.count)) return;
    if (body->node == 0 && !body->is_closed) item.symbol = nh_expr_function(r->pool, member->name, item.arity);
    item.text = body->is_closed ? body->text : function_text(r, member, body, item.arity);
    nh_array_push(&r->bodies, *body);
    nh_model_add(r->model, functions, NH_ITEM_FUNCTION, item);
}

/* function C(t) = exp(-t) */
void nh_make_function(nh_reading *r, const nh_member *member) {
    nh_function item = {.name = member->name, .symbol = NH_EXPR_UNDEFINED, .place = member->place};
    nh_function_body body = {
        .syntax = r->syntax, .node = nh_member_node(r, member, NH_PART_VALUE), .statement = r->statement};
    if (nh_is_function_name(member->base, r->context)) {
        nh_reading_error_at(r, member->place, (nh_words){"reserved", "choose another name"},
                            "'%s' is a function of the language", NH_NAME(r, member->base));
        return;
    }
    if (declared_arguments(r, member, &body, &item.arity)) declare_function(r, member, &body, item);
}

void nh_declare_function_of_time(nh_reading *r, nh_name name, nh_place place) {
    nh_member member = {.base = name, .name = name, .place = place};
    nh_function item = {.name = name, .arity = 1, .symbol = NH_EXPR_UNDEFINED, .place = place};
    nh_function_body body = {.syntax = r->syntax, .statement = r->statement, .arguments = NH_NEW(r->arena, nh_name)};
    body.arguments[0] = nh_name_of_text(r->context, "t");
    declare_function(r, &member, &body, item);
}

/* ---- abbreviations ---- */

/* let d = P2 - P1 */
void nh_make_let(nh_reading *r, const nh_member *member) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    nh_let item = {.name = member->name, .value = nh_evaluate(r, node), .place = member->place};
    if (item.value.kind == NH_QUANTITY_BAD) return;
    if (item.value.kind == NH_QUANTITY_BODY) {
        nh_reading_error(r, node, (nh_words){"type", "its centre is B.c, its rotation B.R"},
                         "an abbreviation cannot be a body");
        return;
    }
    if (!nh_member_declare(r, member, NH_MEANS_LET, (uint32_t)r->model->lets.count)) return;
    if (item.value.kind == NH_QUANTITY_ROTATION) item.value.text = nh_arena_string(r->model->arena, item.value.text);
    bool is_scalar = item.value.kind == NH_QUANTITY_SCALAR;
    if (is_scalar && !nh_expr_is_number(r->pool, item.value.scalar) &&
        nh_expr_kind_of(r->pool, item.value.scalar) != NH_EXPR_SYMBOL)
        item.value.scalar = nh_expr_abbreviation(r->pool, member->name, item.value.scalar);
    nh_model_add(r->model, lets, NH_ITEM_LET, item);
    nh_make_units(r, member);
}

/* ---- quasi-velocities ---- */

/* Whether all derivatives by velocities are free of velocities. */
static bool is_affine(nh_reading *r, nh_expr e) {
    uint32_t count;
    nh_arena *arena = nh_arena_create(r->context);
    nh_expr *symbols = nh_expr_symbols(r->pool, arena, 1, &e, &count);
    bool affine = true;
    for (uint32_t i = 0; i < count && affine; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(r->pool, symbols[i]);
        bool is_velocity = symbol->role == NH_ROLE_COORDINATE && symbol->order == 1;
        affine = !is_velocity || !nh_expr_has(r->pool, nh_expr_diff(r->pool, e, symbols[i]), NH_HAS_VELOCITY);
    }
    nh_arena_destroy(arena);
    return affine;
}

/* quasi eta1 = e */
void nh_make_quasi(nh_reading *r, const nh_member *member) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    nh_quasi item = {.name = member->name, .place = member->place};
    if (!nh_evaluate_scalar(r, node, "a quasi-velocity", &item.definition)) return;
    bool has_acceleration = nh_expr_has(r->pool, item.definition, NH_HAS_ACCELERATION);
    if (has_acceleration || !nh_expr_has(r->pool, item.definition, NH_HAS_VELOCITY) || !is_affine(r, item.definition)) {
        nh_reading_error(r, node, (nh_words){"quasi", NULL}, "a quasi-velocity must be affine in the velocities");
        return;
    }
    if (!nh_member_declare(r, member, NH_MEANS_QUASI, (uint32_t)r->model->quasis.count)) return;
    item.symbol = nh_expr_symbol(r->pool, NH_ROLE_QUASI, member->name, 0);
    nh_model_add(r->model, quasis, NH_ITEM_QUASI, item);
}
