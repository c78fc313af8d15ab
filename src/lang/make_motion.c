/* Makers: initial values, the time span, events, and what is recorded along a motion. */
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"

#include "lang/reading_private.h"

/* ---- initial values ---- */

/* Whether it can have a value at the start: mu.NAME, or an expression in positions, velocities and time. */
static bool is_quantity(nh_reading *r, nh_node node, nh_expr quantity) {
    const char *sentence = NULL;
    bool is_unknown = nh_expr_has(r->pool, quantity, NH_HAS_MULTIPLIER);
    bool is_symbol = nh_expr_kind_of(r->pool, quantity) == NH_EXPR_SYMBOL;
    if (is_unknown && !is_symbol) sentence = "write the initial value of a multiplier as mu.NAME = value";
    else if (nh_expr_has(r->pool, quantity, NH_HAS_ACCELERATION))
        sentence = "an acceleration cannot be an initial value";
    else if (!is_unknown && !nh_expr_has(r->pool, quantity, NH_HAS_COORDINATE))
        sentence = "this is not a function of the state";
    if (sentence != NULL)
        nh_reading_error(r, node,
                         (nh_words){"init", "write a coordinate, a velocity or an expression in them on the left"},
                         "%s", sentence);
    return sentence == NULL;
}

/* left is the quantity as it was written: one that has a value already is known by it. */
static void add_initial(nh_reading *r, nh_node node, nh_expr left, nh_initial item) {
    bool is_new;
    uint64_t *known = nh_map_slot(&r->initial_of, left, &is_new);
    if (is_new) {
        *known = r->model->initials.count;
        nh_model_add(r->model, initials, NH_ITEM_INITIAL, item);
        return;
    }
    nh_initial *earlier = &r->model->initials.items[*known];
    bool is_option = nh_place_is_option(item.place), was_option = nh_place_is_option(earlier->place);
    bool is_same = earlier->place.line == item.place.line && earlier->place.column == item.place.column;
    const char *hint = is_same && is_option == was_option ? "the left side does not depend on the index" : NULL;
    bool is_other_option = is_option && was_option && item.place.file != earlier->place.file;
    if (is_option && (!was_option || is_other_option)) *earlier = item; /* --init replaces; of two the last counts */
    else
        nh_reading_error(r, node, (nh_words){"init", hint}, "this quantity already has an initial value, in line %u",
                         (unsigned)earlier->place.line);
}

/* x'' ~ 2 chooses among the accelerations that rows admit which are not linear in them; --init replaces. */
static void add_acceleration(nh_reading *r, nh_node node, nh_initial item) {
    nh_model *model = r->model;
    for (size_t i = 0; i < model->accelerations.count; i++) {
        nh_initial *earlier = &model->accelerations.items[i];
        if (earlier->quantity != item.quantity) continue;
        if (nh_place_is_option(item.place)) *earlier = item;
        else
            nh_reading_error(r, node, (nh_words){"init", NULL},
                             "this quantity already has an initial value, in line %u", (unsigned)earlier->place.line);
        return;
    }
    nh_model_add(model, accelerations, NH_ITEM_ACCELERATION, item);
}

/* One scalar: left = right. A right side that depends on the state goes to the left. A component that is 0 on both
 * sides, as z of a point in a plane, says nothing. */
static void make_initial(nh_reading *r, nh_node node, nh_expr left, nh_expr right, nh_initial item) {
    if (left == NH_EXPR_ZERO && right == NH_EXPR_ZERO) return;
    if (left == NH_EXPR_ZERO) {
        nh_reading_error(r, node, (nh_words){"init", NULL},
                         "a component of the left side is always 0, but the right side is not");
        return;
    }
    bool is_relation = nh_expr_has(r->pool, right, NH_HAS_COORDINATE) || nh_expr_has(r->pool, right, NH_HAS_MULTIPLIER);
    item.quantity = is_relation ? nh_expr_sub(r->pool, left, right) : left;
    item.value = is_relation ? NH_EXPR_ZERO : right;
    uint32_t coordinate;
    if (!is_relation && nh_reading_coordinate(r, left, 2, &coordinate)) add_acceleration(r, node, item);
    else if (is_quantity(r, node, item.quantity)) add_initial(r, node, left, item);
}

/* init B.R = Rz(0.2)*Rx(0.1): the four numbers of the quaternion. Of the two that describe a rotation it is the one
 * that the turns give; they are no different to a motion. */
static void make_initial_rotation(nh_reading *r, const nh_member *member, const nh_quantity *left,
                                  const nh_quantity *right, nh_initial item) {
    nh_node node = nh_member_node(r, member, NH_PART_LEFT);
    uint32_t coordinate;
    bool is_free = !left->is_scaled && nh_reading_coordinate(r, left->rotation.q[0], 0, &coordinate) &&
                   nh_orientation_of_coordinate(r, coordinate) != NULL;
    if (!is_free || right->is_scaled) {
        nh_words words = {"init", is_free ? NULL : "give initial values to its coordinates"};
        nh_reading_error(r, node, words,
                         is_free ? "expected a rotation on the right, found a multiple of one"
                                 : "only the rotation of an orientation can have an initial value");
        return;
    }
    for (int i = 0; i < 4; i++) make_initial(r, node, left->rotation.q[i], right->rotation.q[i], item);
}

/* init x = 0, x' = 1, z' ~ 1.4, B.R = Rz(0.2) */
void nh_make_init(nh_reading *r, const nh_member *member) {
    if (nh_syntax_part(r->syntax, member->clause, NH_PART_WORDS) != NULL) {
        r->model->random_start = true; /* init random */
        return;
    }
    nh_node left = nh_member_node(r, member, NH_PART_LEFT), right = nh_member_node(r, member, NH_PART_RIGHT);
    nh_initial item = {.is_held = right != 0, .place = nh_reading_place(r, left)};
    if (right == 0) right = nh_member_node(r, member, NH_PART_GUESS);
    r->is_start = r->does_not_use = true;
    nh_quantity a = nh_evaluate(r, left), b = nh_evaluate(r, right);
    r->is_start = r->does_not_use = false;
    nh_vector u, v;
    if (a.kind == NH_QUANTITY_BAD || b.kind == NH_QUANTITY_BAD) return;
    if (a.kind == NH_QUANTITY_ROTATION && b.kind == NH_QUANTITY_ROTATION) {
        make_initial_rotation(r, member, &a, &b, item);
        return;
    }
    if (a.kind == NH_QUANTITY_SCALAR && b.kind == NH_QUANTITY_SCALAR) {
        make_initial(r, left, a.scalar, b.scalar, item);
    } else if (a.kind == NH_QUANTITY_SCALAR || !nh_quantity_to_vector(r, a, &u) || !nh_quantity_to_vector(r, b, &v)) {
        const char *hint = a.kind == NH_QUANTITY_ROTATION
                               ? "write a rotation on the right: Rz(0.2)*Rx(0.1), rotation(axis, angle)"
                               : NULL;
        nh_reading_error(r, right, (nh_words){"type", hint},
                         "expected numbers or vectors on both sides, found %s on the left and %s on the right",
                         nh_quantity_describe(a), nh_quantity_describe(b));
    } else {
        for (int i = 0; i < 3; i++) make_initial(r, left, u.x[i], v.x[i], item);
    }
}

/* simulate t = 0 .. 10 step 0.01 */
void nh_make_simulate(nh_reading *r, const nh_member *member) {
    nh_span item = {.step = NH_EXPR_UNDEFINED, .place = member->place};
    nh_node step = nh_member_node(r, member, NH_PART_STEP);
    bool good = nh_evaluate_constant(r, nh_member_node(r, member, NH_PART_LOW), "the beginning", &item.from);
    good &= nh_evaluate_constant(r, nh_member_node(r, member, NH_PART_HIGH), "the end", &item.to);
    if (step != 0) good &= nh_evaluate_constant(r, step, "the step", &item.step);
    if (good && r->model->spans.count > 0) {
        nh_reading_error_at(r, member->place, (nh_words){"declared-twice", NULL},
                            "the time span is already given in line %u", (unsigned)r->model->spans.items[0].place.line);
        return;
    }
    if (good && item.step == NH_EXPR_ZERO) {
        nh_reading_error(r, step, (nh_words){"step", NULL}, "the step must not be 0");
        return;
    }
    if (good) nh_model_add(r->model, spans, NH_ITEM_SPAN, item);
}

/* ---- events ---- */

static bool evaluate_comparison(nh_reading *r, nh_node node, nh_event *item) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    const char *relation = NH_NAME(r, nh_syntax_token(r->syntax, data->token)->name);
    nh_expr left, right;
    bool good = nh_evaluate_scalar(r, nh_syntax_child(r->syntax, node, 0), "a side of a comparison", &left);
    good &= nh_evaluate_scalar(r, nh_syntax_child(r->syntax, node, 1), "a side of a comparison", &right);
    if (relation[0] != '<' && relation[0] != '>') {
        nh_reading_error(r, node, (nh_words){"misplaced", "write a - b: the event is where it crosses zero"},
                         "this comparison is never true for longer than an instant");
        return false;
    }
    if (!good) return false;
    item->is_comparison = true;
    item->or_equal = relation[1] == '=';
    item->direction = NH_FALLING;
    item->value = relation[0] == '<' ? nh_expr_sub(r->pool, left, right) : nh_expr_sub(r->pool, right, left);
    return true;
}

static void make_event(nh_reading *r, const nh_member *member, nh_event item) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    const nh_part *direction = nh_syntax_part(r->syntax, member->clause, NH_PART_DIRECTION);
    bool is_comparison = nh_syntax_node(r->syntax, node)->kind == NH_NODE_COMPARE;
    if (is_comparison && direction != NULL) {
        nh_reading_error_at(r, nh_reading_token_place(r, direction->token), (nh_words){"misplaced", NULL},
                            "a comparison already has a direction");
        return;
    }
    r->is_motion = true;
    bool good =
        is_comparison ? evaluate_comparison(r, node, &item) : nh_evaluate_scalar(r, node, "an event", &item.value);
    r->is_motion = false;
    if (direction != NULL) {
        const char *word = NH_NAME(r, nh_syntax_token(r->syntax, direction->token)->name);
        item.direction = strcmp(word, "rising") == 0 ? NH_RISING : NH_FALLING;
    }
    if (good && nh_expr_is_number(r->pool, item.value)) {
        nh_reading_error(r, node, (nh_words){"no-motion", NULL}, "this is constant");
        return;
    }
    if (good) nh_model_add(r->model, events, NH_ITEM_EVENT, item);
}

/* stop when e */
void nh_make_stop(nh_reading *r, const nh_member *member) {
    make_event(r, member, (nh_event){.is_stop = true, .place = member->place});
}

/* event name: e rising */
void nh_make_event(nh_reading *r, const nh_member *member) {
    if (nh_scope_label(r, 1, member->name, false, member->place))
        make_event(r, member, (nh_event){.name = member->name, .place = member->place});
}

/* ---- sections ---- */

/* The event whose label the node is; the count: none. */
static size_t find_event(nh_reading *r, nh_node node) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    if (data->kind != NH_NODE_NAME && data->kind != NH_NODE_INDEX) return r->model->events.count;
    size_t i = 0;
    nh_name name =
        data->kind == NH_NODE_NAME ? nh_syntax_token(r->syntax, data->token)->name : nh_reading_path(r, node);
    while (i < r->model->events.count && (name == 0 || r->model->events.items[i].name != name)) i++;
    return i;
}

/* g = h rising, which is an event of its own */
static void make_crossing(nh_reading *r, const nh_member *member) {
    nh_event item = {.name = nh_name_of_text(r->context, "section"), .is_section = true, .place = member->place};
    const nh_part *direction = nh_syntax_part(r->syntax, member->clause, NH_PART_DIRECTION);
    nh_expr left, right;
    r->is_motion = true;
    bool good = nh_evaluate_scalar(r, nh_member_node(r, member, NH_PART_VALUE), "a side of a section", &left);
    good &= nh_evaluate_scalar(r, nh_member_node(r, member, NH_PART_RIGHT), "a side of a section", &right);
    r->is_motion = false;
    if (!good) return;
    item.value = nh_expr_sub(r->pool, left, right);
    if (direction != NULL) {
        const char *word = NH_NAME(r, nh_syntax_token(r->syntax, direction->token)->name);
        item.direction = strcmp(word, "rising") == 0 ? NH_RISING : NH_FALLING;
    }
    if (nh_expr_is_number(r->pool, item.value))
        nh_reading_error_at(r, member->place, (nh_words){"no-motion", NULL}, "this is constant");
    else nh_model_add(r->model, events, NH_ITEM_EVENT, item);
}

/* --section: g = h, or the name of an event */
void nh_make_section(nh_reading *r, const nh_member *member) {
    nh_node value = nh_member_node(r, member, NH_PART_VALUE);
    if (nh_member_node(r, member, NH_PART_RIGHT) != 0) {
        make_crossing(r, member);
        return;
    }
    size_t event = find_event(r, value);
    bool has_direction = nh_syntax_part(r->syntax, member->clause, NH_PART_DIRECTION) != NULL;
    if (event == r->model->events.count)
        nh_reading_error(r, value,
                         (nh_words){"section", "write g = 0, with rising or falling after it for one direction"},
                         "a section is an equation, or the name of an event of the model");
    else if (has_direction) nh_reading_error(r, value, (nh_words){"section", NULL}, "an event already has a direction");
    else r->model->events.items[event].is_section = true;
}

/* ---- records ---- */

/* name, kind, and what else is said about each of the components. */
static void add_records(nh_reading *r, nh_record item, uint32_t count, const nh_expr *values) {
    item.label = item.name;
    if (!nh_scope_label(r, 1, item.label, count == 3, item.place)) return;
    for (uint32_t i = 0; i < count; i++) {
        if (count == 3) item.name = nh_scope_component(r, item.label, i);
        item.value = values[i];
        nh_model_add(r->model, records, NH_ITEM_RECORD, item);
    }
}

static void make_record(nh_reading *r, const nh_member *member, nh_record_kind kind) {
    r->is_motion = true;
    nh_quantity value = nh_evaluate(r, nh_member_node(r, member, NH_PART_VALUE));
    r->is_motion = false;
    nh_vector v;
    nh_record item = {.kind = kind, .name = member->name, .place = member->place};
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (value.kind == NH_QUANTITY_SCALAR) {
        add_records(r, item, 1, &value.scalar);
    } else if (nh_quantity_to_vector(r, value, &v)) {
        add_records(r, item, 3, v.x);
    } else if (value.kind != NH_QUANTITY_BAD) {
        nh_reading_error(r, nh_member_node(r, member, NH_PART_VALUE), (nh_words){"type", NULL},
                         "expected a number or a vector here, found %s", nh_quantity_describe(value));
    }
}

static bool is_other_column(nh_reading *r, nh_name name) {
    const nh_meaning *meaning = nh_scope_find(r, name);
    const char *text = NH_NAME(r, name);
    return strcmp(text, "t") == 0 || strcmp(text, "E") == 0 ||
           (meaning != NULL && meaning->kind == NH_MEANS_COORDINATE);
}

/* For statements after it that name the watch. */
static void keep_watch(nh_reading *r, const nh_member *member, size_t first) {
    if (r->model->records.count == first) return;
    NH_ASSERT(first <= UINT32_MAX && r->model->records.items[first].label == member->name);
    nh_needs_keep(r, NH_MEANS_WATCH, (uint32_t)first);
    nh_map_put(&r->watch_of, member->name, first);
    if (member->base != member->name) nh_map_put(&r->watch_of, member->base, NH_MODEL_NONE);
}

/* watch name = e */
void nh_make_watch(nh_reading *r, const nh_member *member) {
    size_t first = r->model->records.count;
    if (is_other_column(r, member->name))
        nh_reading_error_at(r, member->place, (nh_words){"declared-twice", "choose another name"},
                            "there is already a column '%s'", NH_NAME(r, member->name));
    else make_record(r, member, NH_RECORD_WATCH);
    keep_watch(r, member, first);
}

/* invariant name: e */
void nh_make_invariant(nh_reading *r, const nh_member *member) {
    make_record(r, member, NH_RECORD_INVARIANT);
}

/* "a = b" as it was written, in one line. */
static const char *equation_text(nh_reading *r, const nh_clause *clause) {
    uint32_t first = nh_syntax_part(r->syntax, clause, NH_PART_LEFT)->token;
    nh_text text = nh_text_begin(r->model->arena);
    for (uint32_t i = first; i < clause->behind; i++) {
        const nh_token *token = nh_syntax_token(r->syntax, i);
        if (token->kind == NH_TOKEN_NEWLINE) continue;
        if (token->space_before && i > first) nh_text_add_char(&text, ' ');
        nh_text_add_bytes(&text, r->syntax->text + token->offset, token->bytes);
    }
    return nh_text_string(&text);
}

void nh_make_judged(nh_reading *r, const nh_member *member, nh_name name) {
    nh_expr difference[3];
    bool is_alone = member->statement->bindings == 0 && member->clause->dimensions == 0;
    nh_record item = {.kind = NH_RECORD_CLAIM, .name = name, .is_judged = true, .place = member->place};
    r->is_motion = true;
    r->idle = 0;
    uint32_t count = nh_evaluate_difference(r, nh_member_node(r, member, NH_PART_LEFT),
                                            nh_member_node(r, member, NH_PART_RIGHT), difference);
    r->is_motion = false;
    item.idle = r->idle;
    for (uint32_t i = 0; i < count && r->is_trial; i++)
        if (difference[i] == NH_EXPR_UNDEFINED) return; /* it has no value */
    if (is_alone) item.text = equation_text(r, member->clause);
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (count > 0) add_records(r, item, count, difference);
}

/* claim name: a = b */
void nh_make_claim(nh_reading *r, const nh_member *member) {
    if (nh_token_is_added(&r->syntax->tokens, nh_syntax_token(r->syntax, member->clause->from))) {
        if (!r->is_trial) nh_make_judged(r, member, member->name);
        return;
    }
    nh_expr difference[3];
    nh_record item = {.kind = NH_RECORD_CLAIM, .name = member->name, .place = member->place};
    r->is_motion = true;
    uint32_t count = nh_evaluate_difference(r, nh_member_node(r, member, NH_PART_LEFT),
                                            nh_member_node(r, member, NH_PART_RIGHT), difference);
    r->is_motion = false;
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (count > 0) add_records(r, item, count, difference);
}
