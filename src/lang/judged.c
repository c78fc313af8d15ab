/* What is asked about in addition to the text of a model: --motion, --field, --assume, --equation, --section, --in, and
 * conditions for `implies`. Each is a text of its own, as in options.c. */
#include <string.h>

#include "base/diag.h"
#include "expr/inspect.h"
#include "lang/reading_private.h"

static nh_syntax *begin_option(nh_reading *r, const char *option, nh_statement_kind kind, const char *text) {
    nh_syntax *syntax = nh_syntax_read_option(r->file, kind, text, nh_option_name(r, option, text));
    if (!nh_option_is_whole(syntax)) r->option_errors = true;
    r->syntax = syntax;
    return syntax;
}

/* Its one statement, for every clause and member. */
static void make_option(nh_reading *r, const char *option, nh_statement_kind kind, const char *text, nh_maker make) {
    uint64_t errors = nh_reading_errors(r);
    const nh_syntax *syntax = begin_option(r, option, kind, text);
    if (nh_option_is_whole(syntax)) nh_family_make(r, &syntax->statements.items[0], make);
    if (nh_reading_errors(r) > errors) r->option_errors = true;
    r->syntax = r->file;
}

/* ---- --motion ---- */

/* Whether the i-th token is a name that nothing has: not a function, nor the part of something,
 * nor an index of `for`. */
static bool is_free_name(const nh_reading *r, const nh_syntax *syntax, uint32_t i) {
    const nh_token *token = nh_syntax_token(syntax, i);
    if (token->kind != NH_TOKEN_NAME || nh_scope_is_known(r, token->name)) return false;
    if (i > 0 && nh_token_is(r->context, token - 1, ".")) return false;
    if (nh_token_is(r->context, token, "t") || nh_token_is(r->context, token, "pi")) return false;
    if (nh_token_is(r->context, token, "for") || nh_is_late_name(r, token->name)) return false;
    if (nh_token_is(r->context, token, "mu") && nh_token_is(r->context, token + 1, ".")) return false;
    if (nh_token_is(r->context, token + 1, "(") && nh_is_function_name(token->name, r->context)) return false;
    for (size_t k = 0; k < syntax->bindings.count; k++)
        if (nh_syntax_token(syntax, syntax->bindings.items[k].index)->name == token->name) return false;
    return true;
}

/* Whether the token is the left side of a clause: what it names is defined there. */
static bool is_defined(const nh_syntax *syntax, nh_name name) {
    for (size_t i = 0; i < syntax->clauses.count; i++) {
        const nh_part *left = nh_syntax_part(syntax, &syntax->clauses.items[i], NH_PART_LEFT);
        const nh_node_data *data = left != NULL && left->node != 0 ? nh_syntax_node(syntax, left->node) : NULL;
        if (data != NULL && data->kind == NH_NODE_NAME && nh_syntax_token(syntax, data->token)->name == name)
            return true;
    }
    return false;
}

/* Its value is what --set says, or none. */
static nh_expr value_of_constant(nh_reading *r, nh_name name) {
    nh_override *override = nh_options_override(r, &(nh_member){.base = name, .name = name});
    nh_expr value = NH_EXPR_UNDEFINED;
    if (override == NULL) return value;
    const nh_syntax *syntax = r->syntax;
    r->syntax = override->syntax;
    nh_node node = nh_syntax_part(override->syntax, override->clause, NH_PART_RIGHT)->node;
    if (!nh_evaluate_constant(r, node, "the value of a constant", &value)) value = NH_EXPR_UNDEFINED;
    r->syntax = syntax;
    return value;
}

static void declare_constant(nh_reading *r, nh_name name, nh_place place) {
    nh_parameter item = {.name = name, .low = NH_EXPR_UNDEFINED, .high = NH_EXPR_UNDEFINED};
    item.value = value_of_constant(r, name);
    item.is_set = item.value != NH_EXPR_UNDEFINED;
    item.symbol = nh_expr_symbol(r->pool, NH_ROLE_PARAMETER, name, 0);
    item.place = place;
    if (nh_scope_declare(r, NH_MEANS_PARAMETER, name, 0, NULL, (uint32_t)r->model->parameters.count, place))
        nh_model_add(r->model, parameters, NH_ITEM_PARAMETER, item);
}

/* Whether the name is called, F(t) or F'(t); is_of_time: with the time as its only argument. */
static bool is_called(const nh_reading *r, const nh_token *token, bool *is_of_time) {
    const nh_token *next = token + 1;
    while (nh_token_is(r->context, next, "'")) next++;
    bool is_call = nh_token_is(r->context, next, "(");
    *is_of_time = is_call && nh_token_is(r->context, next + 1, "t") && nh_token_is(r->context, next + 2, ")");
    return is_call;
}

/* Free names: K is a constant, F(t) a function; but what is called almost as a known function is, is a slip. */
static void declare_free_names(nh_reading *r, const nh_syntax *syntax) {
    for (uint32_t i = 0; i < syntax->tokens.count; i++) {
        const nh_token *token = nh_syntax_token(syntax, i);
        bool is_of_time;
        if (!is_free_name(r, syntax, i) || is_defined(syntax, token->name)) continue;
        bool is_call = is_called(r, token, &is_of_time);
        if (is_call && nh_nearest_function(r, NH_NAME(r, token->name)) != NULL) continue;
        nh_place place = nh_syntax_place(syntax, i, i + 1);
        if (is_of_time) nh_declare_function_of_time(r, token->name, place);
        else declare_constant(r, token->name, place);
    }
}

/* K = e, where K is no coordinate: an abbreviation. */
static void make_abbreviation(nh_reading *r, nh_node left, nh_expr value) {
    nh_name name = nh_syntax_token(r->syntax, nh_syntax_node(r->syntax, left)->token)->name;
    nh_place place = nh_reading_place(r, left);
    nh_let item = {.name = name, .value = nh_quantity_scalar(value), .place = place};
    if (nh_scope_declare(r, NH_MEANS_LET, name, 0, NULL, (uint32_t)r->model->lets.count, place))
        nh_model_add(r->model, lets, NH_ITEM_LET, item);
}

static void make_function_of_time(nh_reading *r, nh_node left, uint32_t number, nh_expr value) {
    if (r->model->motion[number] != NH_EXPR_UNDEFINED)
        nh_reading_error(r, left, (nh_words){"declared-twice", NULL}, "this coordinate occurs twice");
    else if (nh_expr_has(r->pool, value, (nh_contents)(NH_HAS_COORDINATE | NH_HAS_MULTIPLIER)))
        nh_reading_error(r, left, (nh_words){"motion", "write x = f(t)"}, "use only t and constants");
    else r->model->motion[number] = value;
}

static bool is_mu(const nh_reading *r, nh_expr e) {
    if (nh_expr_kind_of(r->pool, e) != NH_EXPR_SYMBOL) return false;
    const nh_symbol *symbol = nh_expr_symbol_of(r->pool, e);
    return symbol->role == NH_ROLE_MULTIPLIER && symbol->order == 0 && strncmp(NH_NAME(r, symbol->name), "mu.", 3) == 0;
}

/* mu.NAME = e, of vakonomic motions */
static void make_mu(nh_reading *r, nh_node left, nh_expr mu, nh_expr value) {
    nh_exprs *given = &r->model->motion_mu;
    bool is_twice = false;
    for (size_t i = 0; i < given->count; i += 2) is_twice = is_twice || given->items[i] == mu;
    if (is_twice) nh_reading_error(r, left, (nh_words){"declared-twice", NULL}, "this multiplier occurs twice");
    else if (nh_expr_has(r->pool, value, (nh_contents)(NH_HAS_COORDINATE | NH_HAS_MULTIPLIER)))
        nh_reading_error(r, left, (nh_words){"motion", "write mu.NAME = f(t)"}, "use only t and constants");
    else nh_array_append(given, 2, ((const nh_expr[]){mu, value}));
}

/* The quantity that a clause gives. */
static bool evaluate_left(nh_reading *r, nh_node left, nh_expr *e) {
    r->is_start = true;
    bool is_good = nh_evaluate_scalar(r, left, "the left side", e);
    r->is_start = false;
    return is_good;
}

/* x = e */
static void make_motion(nh_reading *r, const nh_member *member) {
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    nh_expr coordinate, value;
    uint32_t number;
    if (right == 0) {
        nh_reading_error_at(r, member->place, (nh_words){"motion", "write x = f(t), y = g(t)"},
                            "a motion consists of equations");
        return;
    }
    if (!nh_evaluate_scalar(r, right, "a coordinate of the motion", &value)) return;
    const nh_node_data *data = nh_syntax_node(r->syntax, left);
    bool is_new = data->kind == NH_NODE_NAME && !nh_scope_is_known(r, nh_syntax_token(r->syntax, data->token)->name);
    if (is_new) make_abbreviation(r, left, value);
    else if (!evaluate_left(r, left, &coordinate)) return;
    else if (nh_reading_coordinate(r, coordinate, 0, &number)) make_function_of_time(r, left, number, value);
    else if (is_mu(r, coordinate)) make_mu(r, left, coordinate, value);
    else nh_reading_error(r, left, (nh_words){"motion", NULL}, "write a coordinate, mu.NAME or a new name on the left");
}

static void check_motion(nh_reading *r, nh_place place) {
    for (size_t i = 0; i < r->model->coordinates.count; i++)
        if (r->model->motion[i] == NH_EXPR_UNDEFINED) {
            nh_reading_error_at(r, place, (nh_words){"motion", "give every coordinate as a function of t"},
                                "the motion does not give '%s'", NH_NAME(r, r->model->coordinates.items[i].name));
            return;
        }
}

static void read_motion(nh_reading *r, const char *text) {
    nh_model *model = r->model;
    uint64_t errors = nh_reading_errors(r);
    model->motion = NH_NEW_ARRAY(model->arena, nh_expr, model->coordinates.count + 1);
    model->motion_mu.count = 0;
    for (size_t i = 0; i < model->coordinates.count; i++) model->motion[i] = NH_EXPR_UNDEFINED;
    const nh_syntax *syntax = begin_option(r, "--motion", NH_STATEMENT_INIT, text);
    if (nh_option_is_whole(syntax)) {
        declare_free_names(r, syntax);
        nh_family_make(r, &syntax->statements.items[0], make_motion);
        if (nh_reading_errors(r) == errors) check_motion(r, nh_syntax_place(syntax, 0, syntax->tokens.count));
    }
    if (nh_reading_errors(r) > errors) r->option_errors = true;
    r->syntax = r->file;
}

/* ---- --field ---- */

/* The highest derivative of a coordinate in the expression. */
static uint32_t order_of(const nh_reading *r, nh_expr e) {
    uint32_t count, order = 0;
    const nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(r->pool, symbols[i]);
        if (symbol->role == NH_ROLE_COORDINATE && symbol->order > order) order = symbol->order;
    }
    return order;
}

/* What is differentiated once more contains velocities at most: accelerations are all that a state determines. */
static void make_displacement(nh_reading *r, nh_node left, nh_expr *place, bool is_rate, nh_expr value) {
    if (*place != NH_EXPR_UNDEFINED)
        nh_reading_error(r, left, (nh_words){"declared-twice", NULL}, "this %s occurs twice",
                         is_rate ? "velocity" : "coordinate");
    else if (order_of(r, value) > (is_rate ? 2 : 1))
        nh_reading_error(r, left, (nh_words){"field", NULL}, "%s",
                         is_rate ? "the displacement of a velocity must not contain derivatives beyond accelerations"
                                 : "use only t, coordinates, velocities and parameters");
    else *place = value;
}

/* x = e, or x' = e */
static void make_field(nh_reading *r, const nh_member *member) {
    nh_model *model = r->model;
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    nh_words words = {"field", "write x = e for the displacement of x, x' = e for that of its velocity"};
    nh_expr coordinate, value;
    uint32_t i;
    if (right == 0) {
        nh_reading_error_at(r, member->place, words, "a field of displacements consists of equations");
        return;
    }
    if (!nh_evaluate_scalar(r, left, "the left side", &coordinate)) return;
    if (!nh_evaluate_scalar(r, right, "a displacement", &value)) return;
    if (nh_reading_coordinate(r, coordinate, 0, &i)) make_displacement(r, left, &model->field[i], false, value);
    else if (nh_reading_coordinate(r, coordinate, 1, &i))
        make_displacement(r, left, &model->field_rate[i], true, value);
    else nh_reading_error(r, left, words, "write a coordinate or its velocity on the left");
}

static void read_field(nh_reading *r, const char *text) {
    nh_model *model = r->model;
    size_t n = model->coordinates.count;
    model->field = NH_NEW_ARRAY(model->arena, nh_expr, n + 1);
    model->field_rate = NH_NEW_ARRAY(model->arena, nh_expr, n + 1);
    for (size_t i = 0; i < n; i++) model->field[i] = model->field_rate[i] = NH_EXPR_UNDEFINED;
    make_option(r, "--field", NH_STATEMENT_INIT, text, make_field);
    for (size_t i = 0; i < n; i++)
        if (model->field[i] == NH_EXPR_UNDEFINED) model->field[i] = NH_EXPR_ZERO;
}

/* ---- --in ---- */

static void make_factor(nh_reading *r, const nh_member *member) {
    nh_node left = nh_member_node(r, member, NH_PART_VALUE), right = nh_member_node(r, member, NH_PART_RIGHT);
    nh_words words = {"factor", "write functions of coordinates and t: sin(x), exp(-y)"};
    nh_expr value;
    bool has_direction = nh_syntax_part(r->syntax, member->clause, NH_PART_DIRECTION) != NULL;
    if (right != 0 || has_direction)
        nh_reading_error(r, right != 0 ? right : left, words, "a function is expected here, not an equation");
    else if (!nh_evaluate_scalar(r, left, "a function", &value)) return;
    else if (order_of(r, value) > 0 || nh_expr_has(r->pool, value, (nh_contents)NH_HAS_MULTIPLIER))
        nh_reading_error(r, left, words, "a function must not contain velocities or multipliers");
    else nh_array_push(&r->model->factors, value);
}

/* A list, cut at the commas that are in no bracket. */
static void read_factors(nh_reading *r, const char *text) {
    for (bool is_last = false; !is_last;) {
        size_t length = 0;
        for (int depth = 0; text[length] != '\0' && (depth > 0 || text[length] != ','); length++)
            depth += (text[length] == '(' || text[length] == '[') - (text[length] == ')' || text[length] == ']');
        const char *one = nh_arena_text(r->model->arena, text, length);
        make_option(r, "--in", NH_STATEMENT_SECTION, one, make_factor);
        is_last = text[length] == '\0';
        text += length + 1;
    }
}

/* ---- --equation ---- */

/* equation, equation[2], ...; of trials their numbers. What the model calls so, or an earlier member of a family, has
 * the name already: then equation_2. */
static nh_name equation_name(nh_reading *r, size_t i) {
    const char *name = r->is_trial                    ? nh_reading_text(r, "%zu", i)
                       : r->def->equations.count == 1 ? "equation"
                                                      : nh_reading_text(r, "equation[%zu]", i + 1);
    nh_name free = nh_name_of_text(r->context, name);
    for (size_t k = 2; nh_map_get(&r->label_of[1], free) != NULL; k++)
        free = nh_name_of_text(r->context, nh_reading_text(r, "%s_%zu", name, k));
    return free;
}

static void make_equation(nh_reading *r, const nh_member *member) {
    nh_make_judged(r, member, equation_name(r, r->equation));
}

static void read_equations(nh_reading *r) {
    nh_strings list = r->def->equations;
    for (size_t i = 0; i < list.count; i++) {
        size_t diags = nh_context_diag_count(r->context);
        uint64_t silenced = r->silenced;
        r->equation = i;
        make_option(r, "--equation", NH_STATEMENT_EQUATION, list.items[i], make_equation);
        if (!r->is_trial) continue;
        nh_diag_forget(r->context, diags);
        r->silenced = silenced;
        r->option_errors = false;
    }
}

/* ---- --transposition ---- */

static void claim_unknown(nh_reading *r, const char *label, const char *path) {
    nh_record item = {.kind = NH_RECORD_CLAIM, .is_judged = true};
    item.name = item.label = nh_name_of_text(r->context, label);
    item.value = nh_expr_symbol_text(r->pool, NH_ROLE_MULTIPLIER, path);
    nh_model_add(r->model, records, NH_ITEM_RECORD, item);
}

/* [Algebraic] (61) and D1 g = 0 of each constraint, (60), and p Omega = 0 on displacements: by component. */
void nh_transposition_make_claims(nh_reading *r) {
    const nh_model *model = r->model;
    if (!r->def->transposition || r->is_trial || nh_reading_errors(r) > 0) return;
    for (int is_all = 0; is_all < 2; is_all++)
        for (size_t k = 0; k <= model->rows.count; k++)
            for (size_t i = 0; i < model->coordinates.count; i++) {
                const char *x = NH_NAME(r, model->coordinates.items[i].name);
                const char *g = k < model->rows.count ? NH_NAME(r, model->rows.items[k].name) : NULL;
                bool is_row = g != NULL && model->rows.items[k].is_imposed && !model->rows.items[k].has_accelerations;
                if (g != NULL && !is_row) continue;
                if (g == NULL)
                    claim_unknown(r, nh_reading_text(r, is_all ? "p[%s]" : "pdq[%s]", x),
                                  nh_reading_text(r, is_all ? "transposition.p[%s]" : "transposition.pdq[%s]", x));
                else
                    claim_unknown(
                        r, nh_reading_text(r, is_all ? "D1[%s,%s]" : "D1dq[%s,%s]", g, x),
                        nh_reading_text(r, is_all ? "transposition.D1[%s][%s]" : "transposition.D1dq[%s][%s]", g, x));
            }
}

/* mu.NAME' as the equations of motion give it. */
static void claim_rates(nh_reading *r) {
    const nh_exprs *given = &r->model->motion_mu;
    nh_record item = {.kind = NH_RECORD_CLAIM, .is_judged = true};
    for (size_t i = 0; i < given->count; i += 2) {
        nh_name name = nh_expr_symbol_of(r->pool, given->items[i])->name;
        nh_expr slope = nh_expr_total_derivative(r->pool, given->items[i + 1]);
        item.name = item.label = nh_name_of_text(r->context, nh_reading_text(r, "%s'", NH_NAME(r, name)));
        item.value = nh_expr_sub(r->pool, nh_expr_dot(r->pool, given->items[i]), slope);
        nh_model_add(r->model, records, NH_ITEM_RECORD, item);
    }
}

/* What must hold along a motion: all rows, and that the accelerations are those of the equations of motion. */
void nh_motion_make_claims(nh_reading *r) {
    nh_model *model = r->model;
    nh_record item = {.kind = NH_RECORD_CLAIM, .is_judged = true};
    if (model->motion == NULL || r->is_trial || nh_reading_errors(r) > 0) return;
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed) continue;
        item.name = item.label = row->name;
        item.value = row->residual;
        nh_model_add(model, records, NH_ITEM_RECORD, item);
    }
    for (size_t i = 0; i < model->coordinates.count; i++) {
        nh_expr acceleration = nh_expr_dot(r->pool, model->coordinates.items[i].v), given = model->motion[i];
        for (int k = 0; k < 2; k++) given = nh_expr_total_derivative(r->pool, given);
        item.name = item.label =
            nh_name_of_text(r->context, nh_reading_text(r, "%s''", NH_NAME(r, model->coordinates.items[i].name)));
        item.value = nh_expr_sub(r->pool, acceleration, given);
        nh_model_add(model, records, NH_ITEM_RECORD, item);
    }
    claim_rates(r);
}

/* ---- conditions ---- */

/* One without a name: its text is the name, and that of the family where it has members. */
static void make_unnamed(nh_reading *r, const nh_member *member) {
    nh_member named = *member;
    const char *text = r->def->conditions.items[r->equation];
    named.base = named.name = nh_name_of_text(r->context, text);
    if (member->number > 0)
        named.name = nh_name_of_text(r->context, nh_reading_text(r, "%s [%u]", text, (unsigned)member->number + 1));
    nh_make_condition(r, &named);
}

/* "name: a = b", not "a = b". */
static bool has_label(const char *text) {
    size_t colon = strcspn(text, ":");
    return text[colon] == ':' && (text[strcspn(text, "=")] == '\0' || strchr(text + colon, '=') != NULL);
}

static void read_conditions(nh_reading *r) {
    nh_strings list = r->def->conditions;
    for (size_t i = 0; i < list.count; i++) {
        bool is_named = has_label(list.items[i]);
        r->equation = i;
        make_option(r, "condition", is_named ? NH_STATEMENT_CONDITION : NH_STATEMENT_EQUATION, list.items[i],
                    is_named ? nh_make_condition : make_unnamed);
    }
}

/* ---- --section ---- */

static void read_section(nh_reading *r, const char *text) {
    make_option(r, "--section", NH_STATEMENT_SECTION, text, nh_make_section);
    size_t count = 0;
    for (size_t i = 0; i < r->model->events.count; i++) count += r->model->events.items[i].is_section;
    if (count <= 1) return;
    nh_reading_error_at(r, r->model->events.items[r->model->events.count - 1].place, (nh_words){"section", NULL},
                        "at most one section can be given");
    r->option_errors = true;
}

/* ---- --end ---- */

static void add_end(nh_reading *r, nh_node node, nh_expr left, nh_expr right) {
    const nh_contents later = NH_HAS_ACCELERATION;
    bool is_constant = !nh_expr_has(r->pool, left, (nh_contents)(NH_HAS_COORDINATE | NH_HAS_MULTIPLIER));
    if (left == NH_EXPR_ZERO && right == NH_EXPR_ZERO) return; /* a component of both */
    if (is_constant || nh_expr_has(r->pool, left, later) || nh_expr_has(r->pool, right, later))
        nh_reading_error(r, node, (nh_words){"end", "write x = 1, with coordinates and velocities on the left"},
                         is_constant ? "this is not a function of the state" : "accelerations cannot be asked for");
    else nh_array_push(&r->model->ends, ((nh_initial){.quantity = left, .value = right, .is_held = true}));
}

static void make_end(nh_reading *r, const nh_member *member) {
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    nh_vector u, v;
    if (left == 0 || right == 0) {
        nh_reading_error_at(r, member->place, (nh_words){"end", "write x = 1"}, "a value at the end is given with =");
        return;
    }
    r->is_start = true;
    nh_quantity a = nh_evaluate(r, left), b = nh_evaluate(r, right);
    r->is_start = false;
    if (a.kind == NH_QUANTITY_BAD || b.kind == NH_QUANTITY_BAD) return;
    if (a.kind == NH_QUANTITY_SCALAR && b.kind == NH_QUANTITY_SCALAR) add_end(r, left, a.scalar, b.scalar);
    else if (a.kind == NH_QUANTITY_SCALAR || !nh_quantity_to_vector(r, a, &u) || !nh_quantity_to_vector(r, b, &v))
        nh_reading_error(r, right, (nh_words){"type", NULL},
                         "expected numbers or vectors on both sides, found %s on the left and %s on the right",
                         nh_quantity_describe(a), nh_quantity_describe(b));
    else
        for (int i = 0; i < 3; i++) add_end(r, left, u.x[i], v.x[i]);
}

static void read_end(nh_reading *r, const char *text) {
    if (strcmp(text, "chetaev") == 0) r->model->ends_as_chetaev = true;
    else make_option(r, "--end", NH_STATEMENT_INIT, text, make_end);
}

/* ---- all of them ---- */

void nh_options_read_judged(nh_reading *r) {
    if (r->def->motion != NULL) read_motion(r, r->def->motion);
    if (r->def->field != NULL) read_field(r, r->def->field);
    for (size_t i = 0; i < r->def->assume.count; i++)
        make_option(r, "--assume", NH_STATEMENT_ASSUME, r->def->assume.items[i], nh_make_assume);
    read_equations(r);
    read_conditions(r);
    if (r->def->section != NULL) read_section(r, r->def->section);
    for (size_t i = 0; i < r->def->end.count; i++) read_end(r, r->def->end.items[i]);
    for (size_t i = 0; i < r->def->factors.count; i++) read_factors(r, r->def->factors.items[i]);
}
