/* Makers: constraints, conditions, assumptions, independent velocities, the transposition matrix. */
#include <string.h>

#include "lang/reading_private.h"
#include "model/curved_rows.h"

/* ---- constraints and conditions ---- */

typedef enum slope_kind { NO_SLOPE, CONSTANT_SLOPE, CURVED } slope_kind;

/* By the accelerations. It is not asked whether a row that is not linear in them has solutions. */
static slope_kind slope_of(nh_reading *r, nh_expr residual) {
    slope_kind kind = NO_SLOPE;
    for (size_t i = 0; i < r->model->coordinates.count; i++) {
        nh_expr acceleration = nh_expr_dot(r->pool, r->model->coordinates.items[i].v);
        nh_expr slope = nh_expr_diff(r->pool, residual, acceleration);
        if (slope == NH_EXPR_UNDEFINED || nh_expr_has(r->pool, slope, NH_HAS_ACCELERATION)) return CURVED;
        if (slope != NH_EXPR_ZERO) kind = CONSTANT_SLOPE;
    }
    return kind;
}

/* Where a row is not linear in the accelerations its tangent acts. Undefined when it has none, as sign(x'') = 1. */
static void take_tangent(nh_reading *r, nh_row *row) {
    slope_kind kind = row->has_accelerations ? slope_of(r, row->residual) : CONSTANT_SLOPE;
    row->is_curved = kind == CURVED;
    row->curved = row->residual;
    if (kind == CURVED) row->residual = nh_curved_rows_tangent(r->model, r->arena, row->curved);
    if (kind == NO_SLOPE) row->residual = NH_EXPR_UNDEFINED;
}

/* Whether a component can be a row: it speaks about the motion. */
static bool is_row(nh_reading *r, const nh_member *member, nh_name name, nh_expr residual) {
    nh_node left = nh_member_node(r, member, NH_PART_LEFT);
    const char *text = NH_NAME(r, name);
    if (nh_expr_is_number(r->pool, residual)) {
        nh_reading_error(r, left, (nh_words){"contradiction", NULL}, "'%s' cannot hold", text);
    } else if (!nh_expr_has(r->pool, residual, NH_HAS_COORDINATE)) {
        nh_words words = {"no-motion", "it contains neither coordinates nor velocities"};
        nh_reading_error(r, left, words, "'%s' does not restrict the motion", text);
    } else {
        return true;
    }
    return false;
}

static void add_row(nh_reading *r, const nh_member *member, nh_name name, nh_expr residual, bool is_imposed,
                    nh_needs needs) {
    if (!is_row(r, member, name, residual)) return;
    nh_row row = {.name = name,
                  .label = member->name,
                  .family = member->base,
                  .residual = residual,
                  .is_geometric = !nh_expr_has(r->pool, residual, NH_HAS_VELOCITY),
                  .has_accelerations = nh_expr_has(r->pool, residual, NH_HAS_ACCELERATION),
                  .is_imposed = is_imposed,
                  .needs = needs,
                  .place = member->place};
    take_tangent(r, &row);
    if (row.residual == NH_EXPR_UNDEFINED) {
        nh_words words = {"acceleration", "write an equation that can be differentiated by the accelerations"};
        nh_reading_error(r, nh_member_node(r, member, NH_PART_LEFT), words,
                         "'%s' has no derivative by the accelerations", NH_NAME(r, name));
        return;
    }
    nh_map_put(&r->row_of, name, r->model->rows.count);
    nh_model_add(r->model, rows, NH_ITEM_ROW, row);
}

static void make_rows(nh_reading *r, const nh_member *member, bool is_imposed) {
    nh_expr residual[3];
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    uint32_t count = nh_evaluate_difference(r, left, right, residual), zeros = 0;
    if (count == 0) return;
    if (count == 3 && member->clause->component != NH_SYNTAX_NONE) {
        nh_words words = {"type", "remove the component from the label"};
        nh_reading_error(r, left, words, "'%s' is the label of a number, but the sides are vectors",
                         NH_NAME(r, member->name));
        return;
    }
    if (!nh_scope_label(r, 0, member->name, count == 3, member->place)) return;
    nh_needs needs = nh_needs_since(r, 0, r->model->arena);
    for (uint32_t i = 0; i < count; i++) {
        nh_name name = count == 1 ? member->name : nh_scope_component(r, member->name, i);
        if (residual[i] == NH_EXPR_ZERO) zeros++;
        else add_row(r, member, name, residual[i], is_imposed, needs);
    }
    for (uint32_t i = 0; i < count && zeros > 0; i++) {
        nh_row row = {.label = member->name, .family = member->base, .needs = needs, .place = member->place};
        row.name = count == 1 || zeros == count ? member->name : nh_scope_component(r, member->name, i);
        if (residual[i] == NH_EXPR_ZERO) nh_reading_note_identity(r, &row, zeros == count);
    }
}

/* constraint name: a = b */
void nh_make_constraint(nh_reading *r, const nh_member *member) {
    make_rows(r, member, true);
}

/* condition name: a = b */
void nh_make_condition(nh_reading *r, const nh_member *member) {
    make_rows(r, member, false);
}

/* ---- assumptions ---- */

static nh_relation relation_of(const char *text) {
    if (text[0] == '!') return NH_NOT_EQUAL;
    if (text[0] == '<') return text[1] == '=' ? NH_LESS_EQUAL : NH_LESS;
    return text[1] == '=' ? NH_GREATER_EQUAL : NH_GREATER;
}

/* assume a = b, for what is judged: of a system it would be a constraint, with forces. */
static void make_equality(nh_reading *r, const nh_member *member) {
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    const nh_contents unknown = (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER);
    nh_expr difference[3];
    bool is_added = nh_place_is_option(member->place) ||
                    nh_token_is_added(&r->syntax->tokens, nh_syntax_token(r->syntax, member->clause->from));
    if (!is_added) {
        nh_reading_error(r, left, (nh_words){"misplaced", "write assume e > 0, < or !=, or constraint name: a = b"},
                         "assume takes an inequality in a model; write an equation as a constraint");
        return;
    }
    if (r->def->motion != NULL) {
        nh_reading_error(r, left, (nh_words){"misplaced", "give its constants values with --set"},
                         "equations cannot be assumed along a motion");
        return;
    }
    uint32_t count = nh_evaluate_difference(r, left, right, difference);
    for (uint32_t i = 0; i < count; i++) {
        if (difference[i] == NH_EXPR_ZERO) continue;
        bool is_unknown = nh_expr_has(r->pool, difference[i], unknown);
        if (is_unknown || !nh_expr_has(r->pool, difference[i], NH_HAS_COORDINATE)) {
            nh_words words = {"misplaced", is_unknown ? NULL : "give a parameter its value with --set"};
            nh_reading_error(r, left, words,
                             is_unknown ? "use only time, positions, velocities and parameters"
                                        : "an assumed equation must contain coordinates or velocities");
            return;
        }
        nh_array_push(&r->model->equalities, difference[i]);
    }
}

/* assume a > b */
void nh_make_assume(nh_reading *r, const nh_member *member) {
    if (nh_member_node(r, member, NH_PART_LEFT) != 0) {
        make_equality(r, member);
        return;
    }
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    const char *relation =
        data->kind == NH_NODE_COMPARE ? NH_NAME(r, nh_syntax_token(r->syntax, data->token)->name) : "=";
    nh_assumption item = {.place = member->place};
    if (relation[0] == '=') {
        nh_reading_error(r, node, (nh_words){"misplaced", "write assume e > 0, e < 0 or e != 0"},
                         "an assumption must be an inequality");
        return;
    }
    bool good = nh_evaluate_scalar(r, nh_syntax_child(r->syntax, node, 0), "a side of a comparison", &item.left);
    good &= nh_evaluate_scalar(r, nh_syntax_child(r->syntax, node, 1), "a side of a comparison", &item.right);
    item.relation = relation_of(relation);
    const nh_contents unknown = (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER);
    if (good && (nh_expr_has(r->pool, item.left, unknown) || nh_expr_has(r->pool, item.right, unknown))) {
        nh_reading_error(r, node, (nh_words){"misplaced", NULL}, "use only time, positions, velocities and parameters");
        return;
    }
    if (good) nh_model_add(r->model, assumptions, NH_ITEM_ASSUMPTION, item);
}

/* ---- choices ---- */

/* independent x', y' */
void nh_make_independent(nh_reading *r, const nh_member *member) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    nh_independent item = {.place = member->place};
    nh_expr velocity;
    if (!nh_evaluate_scalar(r, node, "an independent velocity", &velocity)) return;
    if (!nh_reading_coordinate(r, velocity, 1, &item.coordinate)) {
        nh_reading_error(r, node, (nh_words){"type", "write independent x', y'"},
                         "this is not the velocity of a coordinate");
        return;
    }
    bool is_new;
    nh_map_slot(&r->independent_of, item.coordinate, &is_new);
    if (is_new) nh_model_add(r->model, independents, NH_ITEM_INDEPENDENT, item);
    else nh_reading_error(r, node, (nh_words){"declared-twice", NULL}, "this velocity is already in the list");
}

static bool evaluate_coordinate(nh_reading *r, nh_node node, uint32_t *number) {
    nh_expr e;
    if (!nh_evaluate_scalar(r, node, "an index of omega", &e)) return false;
    if (nh_reading_coordinate(r, e, 0, number)) return true;
    nh_reading_error(r, node, (nh_words){"type", NULL}, "expected a coordinate here");
    return false;
}

/* transposition omega[x, y] = e */
void nh_make_transposition(nh_reading *r, const nh_member *member) {
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    nh_transposition item = {.place = member->place};
    bool has_form =
        nh_syntax_node(r->syntax, left)->kind == NH_NODE_INDEX && nh_syntax_node(r->syntax, left)->count_children == 3;
    nh_node base = has_form ? nh_syntax_child(r->syntax, left, 0) : left;
    const nh_node_data *name = nh_syntax_node(r->syntax, base);
    has_form = has_form && name->kind == NH_NODE_NAME &&
               strcmp(NH_NAME(r, nh_syntax_token(r->syntax, name->token)->name), "omega") == 0;
    if (!has_form) {
        nh_reading_error(r, left, (nh_words){"syntax", "write transposition omega[x, y] = e"},
                         "expected an entry of the transposition matrix here");
        return;
    }
    bool good = evaluate_coordinate(r, nh_syntax_child(r->syntax, left, 1), &item.row);
    good &= evaluate_coordinate(r, nh_syntax_child(r->syntax, left, 2), &item.column);
    good &= nh_evaluate_scalar(r, right, "an entry of the transposition matrix", &item.value);
    if (!good) return;
    bool is_new;
    uint64_t key = (uint64_t)item.row << 32 | item.column;
    nh_map_slot(&r->transposition_of, key, &is_new);
    if (is_new) nh_model_add(r->model, transpositions, NH_ITEM_TRANSPOSITION, item);
    else nh_reading_error(r, left, (nh_words){"declared-twice", NULL}, "this entry is already given");
}
