/* The model as a text of the language: one statement a line, one item a statement, in the order of the items.
 *
 * What was a vector in the text is several rows or records here, with names that end in .x, .y, .z and the label that
 * was declared. They are side by side, and the first prints all of them as one vector, with 0 for those that were
 * dropped; rows of which only some were lifted are printed one by one. The row that a quaternion made is not printed:
 * reading the quaternion makes it again. */
#include "model/print.h"

#include "base/assert.h"
#include "base/limits.h"
#include "expr/print/print.h"

typedef struct printer {
    const nh_model *model;
    nh_text *text;
} printer;

/* ---- pieces ---- */

static void add_text(printer *p, const char *string) {
    nh_text_add(p->text, string);
}

static void add_name(printer *p, nh_name name) {
    nh_text_add(p->text, nh_name_text(p->model->context, name));
}

static void add_expr(printer *p, nh_expr e) {
    nh_expr_print(p->model->pool, p->text, e);
}

/* Words and an expression, when there is one. */
static void add_optional(printer *p, const char *words, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED) return;
    add_text(p, words);
    add_expr(p, e);
}

static void add_list(printer *p, const char *open, size_t count, const nh_expr *e, const char *close) {
    add_text(p, open);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) add_text(p, ", ");
        add_expr(p, e[i]);
    }
    add_text(p, close);
}

static void add_vector(printer *p, nh_vector v) {
    add_list(p, "[", 3, v.x, "]");
}

/* The language has no escapes. Only a title that was the name of a file can hold what a string cannot. */
static void add_string(printer *p, nh_name name) {
    const char *bytes = nh_name_text(p->model->context, name);
    add_text(p, "\"");
    for (; *bytes != '\0'; bytes++) {
        bool is_control = (unsigned char)*bytes < ' ';
        nh_text_add_char(p->text, *bytes == '"' ? '\'' : is_control ? ' ' : *bytes);
    }
    add_text(p, "\"");
}

static void add_body(printer *p, uint32_t body) {
    NH_ASSERT(body < p->model->bodies.count);
    add_name(p, p->model->bodies.items[body].name);
}

static void add_coordinate(printer *p, uint32_t coordinate) {
    NH_ASSERT(coordinate < p->model->coordinates.count);
    add_name(p, p->model->coordinates.items[coordinate].name);
}

/* ---- what is declared ---- */

static void print_const(printer *p, const nh_const *constant) {
    add_text(p, "const ");
    add_name(p, constant->name);
    nh_text_format(p->text, " = %lld", (long long)constant->value);
}

static void print_parameter(printer *p, const nh_parameter *parameter) {
    add_text(p, "param ");
    add_name(p, parameter->name);
    add_optional(p, " = ", parameter->value);
    if (parameter->words != 0) {
        add_text(p, " ");
        add_string(p, parameter->words);
    }
    add_optional(p, " in ", parameter->low);
    add_optional(p, " .. ", parameter->high);
}

static void print_coordinate(printer *p, const nh_coordinate *coordinate) {
    add_text(p, "coord ");
    add_name(p, coordinate->name);
}

static void print_orientation(printer *p, const nh_orientation *orientation) {
    add_text(p, "orientation ");
    add_name(p, orientation->name);
}

static void print_function(printer *p, const nh_function *function) {
    add_text(p, "function ");
    add_text(p, function->text);
}

/* What the name stands for: that of an abbreviation is its definition. */
static nh_expr meaning_of(const printer *p, const nh_let *let) {
    nh_expr e = let->value.scalar;
    if (nh_expr_kind_of(p->model->pool, e) != NH_EXPR_SYMBOL) return e;
    const nh_symbol *symbol = nh_expr_symbol_of(p->model->pool, e);
    bool is_own = symbol->role == NH_ROLE_ABBREVIATION && symbol->name == let->name && symbol->by_count == 0;
    return is_own ? symbol->definition : e;
}

static void print_let(printer *p, const nh_let *let) {
    add_text(p, "let ");
    add_name(p, let->name);
    add_text(p, " = ");
    switch (let->value.kind) {
        case NH_QUANTITY_SCALAR: add_expr(p, meaning_of(p, let)); return;
        case NH_QUANTITY_VECTOR: add_vector(p, let->value.vector); return;
        case NH_QUANTITY_ROTATION: add_text(p, let->value.text); return;
        case NH_QUANTITY_BODY: add_body(p, let->value.body); return;
        case NH_QUANTITY_BAD: NH_ASSERT(false); return;
    }
}

static void print_point(printer *p, const nh_point *point) {
    add_text(p, "point ");
    add_name(p, point->name);
    add_text(p, " = ");
    add_vector(p, point->position);
    add_optional(p, " mass ", point->mass);
}

static void add_inertia(printer *p, const nh_matrix3 *inertia) {
    const nh_expr(*r)[3] = inertia->r;
    nh_expr entries[] = {r[0][0], r[1][1], r[2][2], r[0][1], r[0][2], r[1][2]};
    bool is_diagonal = nh_vector_is_zero((nh_vector){{r[0][1], r[0][2], r[1][2]}});
    if (nh_matrix3_equal(*inertia, nh_matrix3_diag(NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO))) return;
    if (is_diagonal) add_list(p, ", inertia diag(", 3, entries, ")");
    else add_list(p, ", inertia matrix(", 6, entries, ")");
}

static void print_contact(printer *p, const nh_contact *contact) {
    add_text(p, "contact ");
    add_name(p, contact->name);
    add_text(p, ": ");
    add_text(p, contact->text);
}

static bool has_orientation(const nh_model *model, const nh_rigid_body *body) {
    for (size_t i = 0; i < model->orientations.count; i++)
        if (model->orientations.items[i].name == body->name) return true;
    return false;
}

static void print_body(printer *p, const nh_rigid_body *body) {
    add_text(p, "body ");
    add_name(p, body->name);
    add_text(p, " { at ");
    add_vector(p, body->center);
    if (body->rotation_text != NULL && !has_orientation(p->model, body)) {
        add_text(p, ", rotation ");
        add_text(p, body->rotation_text);
    }
    if (body->mass != NH_EXPR_ZERO) add_optional(p, ", mass ", body->mass);
    add_inertia(p, &body->inertia);
    add_text(p, " }");
}

/* ---- energies and forces ---- */

static void print_term(printer *p, const nh_term *term) {
    switch (term->kind) {
        case NH_TERM_KINETIC: add_optional(p, "kinetic ", term->value); return;
        case NH_TERM_POTENTIAL: add_optional(p, "potential ", term->value); return;
        case NH_TERM_LAGRANGIAN: add_optional(p, "lagrangian ", term->value); return;
        case NH_TERM_GRAVITY: add_list(p, "gravity [", 3, term->field.x, "]"); return;
    }
}

static void print_link(printer *p, const nh_link *link) {
    add_text(p, link->is_damper ? "damper " : "spring ");
    add_vector(p, link->from);
    add_text(p, ", ");
    add_vector(p, link->to);
    add_optional(p, link->is_damper ? " coefficient " : " stiffness ", link->coefficient);
    if (!link->is_damper) add_optional(p, " length ", link->length);
}

static void print_torque(printer *p, const nh_force *force) {
    add_text(p, "torque ");
    add_body(p, force->body);
    if (force->other != NH_MODEL_NONE) {
        add_text(p, ", ");
        add_body(p, force->other);
    }
    add_text(p, ": ");
    add_vector(p, force->vector);
}

static void print_force(printer *p, const nh_force *force) {
    if (force->kind == NH_FORCE_TORQUE) {
        print_torque(p, force);
        return;
    }
    add_text(p, "force ");
    if (force->kind == NH_FORCE_COORDINATE) {
        add_coordinate(p, force->coordinate);
        add_optional(p, ": ", force->scalar);
        return;
    }
    if (force->kind == NH_FORCE_ON_BODY) {
        add_body(p, force->body);
        add_text(p, " at ");
    }
    add_vector(p, force->position);
    add_text(p, ": ");
    add_vector(p, force->vector);
}

/* ---- vectors that were taken apart ---- */

/* 0, 1, 2 for a name that is its label with .x, .y, .z after it; -1 for a scalar, whose name is its label. */
static int component_of(const printer *p, nh_name name, nh_name label) {
    if (name == label) return -1;
    int component = nh_name_text(p->model->context, name)[nh_name_length(p->model->context, name) - 1] - 'x';
    NH_ASSERT(component >= 0 && component < 3);
    return component;
}

/* Whether some rows of this one's label are imposed and others not: they are then printed one by one. */
static bool is_divided(const nh_model *model, uint32_t number) {
    const nh_row *rows = model->rows.items;
    uint32_t first = number;
    while (first > 0 && rows[first - 1].label == rows[number].label) first--;
    for (size_t i = first; i < model->rows.count && rows[i].label == rows[number].label; i++)
        if (rows[i].is_imposed != rows[number].is_imposed) return true;
    return false;
}

static bool is_first_row(const nh_model *model, uint32_t number) {
    return number == 0 || model->rows.items[number - 1].label != model->rows.items[number].label;
}

static nh_expr written_of(const nh_row *row) {
    return row->is_curved ? row->curved : row->residual;
}

/* The residuals of all rows with the label of this one. */
static nh_vector vector_of_row(const printer *p, uint32_t number) {
    const nh_row *rows = p->model->rows.items;
    nh_vector v = nh_vector_zero();
    for (size_t i = number; i < p->model->rows.count && rows[i].label == rows[number].label; i++) {
        NH_ASSERT(rows[i].name != rows[i].label);
        v.x[component_of(p, rows[i].name, rows[i].label)] = written_of(&rows[i]);
    }
    return v;
}

static void print_row(printer *p, uint32_t number) {
    const nh_row *row = &p->model->rows.items[number];
    bool is_alone = row->name == row->label || is_divided(p->model, number);
    add_text(p, row->is_imposed ? "constraint " : "condition ");
    add_name(p, is_alone ? row->name : row->label);
    add_text(p, ": ");
    if (is_alone) add_expr(p, written_of(row));
    else add_vector(p, vector_of_row(p, number));
    add_text(p, " = 0");
}

static bool is_first_record(const nh_model *model, uint32_t number) {
    return number == 0 || model->records.items[number - 1].label != model->records.items[number].label;
}

static nh_vector vector_of_record(const printer *p, uint32_t number) {
    const nh_record *records = p->model->records.items;
    nh_vector v = nh_vector_zero();
    for (size_t i = number; i < p->model->records.count && records[i].label == records[number].label; i++)
        v.x[component_of(p, records[i].name, records[i].label)] = records[i].value;
    return v;
}

static void print_record(printer *p, uint32_t number) {
    static const char *const words[] = {
        [NH_RECORD_WATCH] = "watch ", [NH_RECORD_INVARIANT] = "invariant ", [NH_RECORD_CLAIM] = "claim "};
    const nh_record *record = &p->model->records.items[number];
    add_text(p, words[record->kind]);
    add_name(p, record->label);
    add_text(p, record->kind == NH_RECORD_WATCH ? " = " : ": ");
    if (record->name == record->label) add_expr(p, record->value);
    else add_vector(p, vector_of_record(p, number));
    if (record->kind == NH_RECORD_CLAIM) add_text(p, " = 0");
}

/* ---- what is said about the motion ---- */

static void print_assumption(printer *p, const nh_assumption *assumption) {
    static const char *const relations[] = {[NH_LESS] = " < ",
                                            [NH_GREATER] = " > ",
                                            [NH_LESS_EQUAL] = " <= ",
                                            [NH_GREATER_EQUAL] = " >= ",
                                            [NH_NOT_EQUAL] = " != "};
    add_text(p, "assume ");
    add_expr(p, assumption->left);
    add_text(p, relations[assumption->relation]);
    add_expr(p, assumption->right);
}

static void print_quasi(printer *p, const nh_quasi *quasi) {
    add_text(p, "quasi ");
    add_name(p, quasi->name);
    add_optional(p, " = ", quasi->definition);
}

static void print_independent(printer *p, const nh_independent *independent) {
    add_text(p, "independent ");
    add_coordinate(p, independent->coordinate);
    add_text(p, "'");
}

static void print_transposition(printer *p, const nh_transposition *transposition) {
    add_text(p, "transposition omega[");
    add_coordinate(p, transposition->row);
    add_text(p, ",");
    add_coordinate(p, transposition->column);
    add_optional(p, "] = ", transposition->value);
}

static void print_initial(printer *p, const nh_initial *initial) {
    add_text(p, "init ");
    add_expr(p, initial->quantity);
    add_optional(p, initial->is_held ? " = " : " ~ ", initial->value);
}

/* The language has no span with one end: one that was not given is the default. */
static void print_span(printer *p, const nh_span *span) {
    add_text(p, "simulate t = ");
    if (span->from == NH_EXPR_UNDEFINED) add_text(p, "0");
    add_optional(p, "", span->from);
    add_text(p, " .. ");
    if (span->to == NH_EXPR_UNDEFINED) add_text(p, "10");
    add_optional(p, "", span->to);
    add_optional(p, " step ", span->step);
}

static void print_event(printer *p, const nh_event *event) {
    if (event->is_stop) {
        add_text(p, "stop when ");
    } else {
        add_text(p, "event ");
        add_name(p, event->name);
        add_text(p, ": ");
    }
    add_expr(p, event->value);
    if (event->is_comparison) add_text(p, event->or_equal ? " <= 0" : " < 0");
    else if (event->direction == NH_RISING) add_text(p, " rising");
    else if (event->direction == NH_FALLING) add_text(p, " falling");
}

/* ---- the picture ---- */

/* What a solid is drawn on: a body by its name, else a place. */
static void add_carrier(printer *p, const nh_drawing *drawing) {
    if (drawing->body != NH_MODEL_NONE) add_body(p, drawing->body);
    else add_vector(p, drawing->at);
}

static void add_round(printer *p, const nh_drawing *drawing) {
    add_carrier(p, drawing);
    add_optional(p, " radius ", drawing->radius);
    if (drawing->shape == NH_SHAPE_DISC) add_list(p, " axis [", 3, drawing->vector.x, "]");
}

static void add_pair(printer *p, const nh_drawing *drawing) {
    add_vector(p, drawing->at);
    add_list(p, ", [", 3, drawing->vector.x, "]");
}

static void add_sized(printer *p, const nh_drawing *drawing) {
    add_carrier(p, drawing);
    add_list(p, " [", 3, drawing->vector.x, "]");
}

static void add_curve(printer *p, const nh_drawing *drawing) {
    add_vector(p, drawing->at);
    add_optional(p, " for ", drawing->variable);
    add_optional(p, " = ", drawing->low);
    add_optional(p, " .. ", drawing->high);
}

static void add_plane(printer *p, const nh_drawing *drawing) {
    add_text(p, "at ");
    add_vector(p, drawing->at);
    add_list(p, " normal [", 3, drawing->vector.x, "]");
}

static void print_drawing(printer *p, const nh_drawing *drawing) {
    static const char *const words[] = {
#define SHAPE(NAME, word) [NH_SHAPE_##NAME] = "draw " #word,
#include "model/shapes.def"
#undef SHAPE
    };
    NH_ASSERT(drawing->shape < NH_SHAPES);
    add_text(p, words[drawing->shape]);
    if (drawing->shape != NH_SHAPE_NONE) add_text(p, " ");
    switch (drawing->shape) {
        case NH_SHAPE_TRAIL: add_vector(p, drawing->at); return;
        case NH_SHAPE_SEGMENT:
        case NH_SHAPE_ARROW: add_pair(p, drawing); return;
        case NH_SHAPE_DISC:
        case NH_SHAPE_SPHERE: add_round(p, drawing); return;
        case NH_SHAPE_ELLIPSOID:
        case NH_SHAPE_BOX: add_sized(p, drawing); return;
        case NH_SHAPE_CURVE: add_curve(p, drawing); return;
        case NH_SHAPE_PLANE: add_plane(p, drawing); return;
        case NH_SHAPE_NONE:
        case NH_SHAPES: return;
    }
}

/* ---- all of it ---- */

/* Whether the item is a line of its own. */
static bool is_printed(const nh_model *model, nh_item item) {
    switch (item.kind) {
        case NH_ITEM_FUNCTION: return model->functions.items[item.number].text != NULL;
        case NH_ITEM_ROW:
            return !model->rows.items[item.number].is_unit && !model->rows.items[item.number].is_hidden &&
                   !model->rows.items[item.number].is_contact &&
                   (is_first_row(model, item.number) || is_divided(model, item.number));
        case NH_ITEM_RECORD: return is_first_record(model, item.number);
        case NH_ITEM_EVENT: return model->events.items[item.number].reason == NULL;
        default: return true;
    }
}

static void print_item(printer *p, nh_item item) {
    const nh_model *model = p->model;
    uint32_t i = item.number;
    switch (item.kind) {
        case NH_ITEM_CONST: print_const(p, &model->consts.items[i]); return;
        case NH_ITEM_PARAMETER: print_parameter(p, &model->parameters.items[i]); return;
        case NH_ITEM_COORDINATE: print_coordinate(p, &model->coordinates.items[i]); return;
        case NH_ITEM_ORIENTATION: print_orientation(p, &model->orientations.items[i]); return;
        case NH_ITEM_FUNCTION: print_function(p, &model->functions.items[i]); return;
        case NH_ITEM_LET: print_let(p, &model->lets.items[i]); return;
        case NH_ITEM_POINT: print_point(p, &model->points.items[i]); return;
        case NH_ITEM_BODY: print_body(p, &model->bodies.items[i]); return;
        case NH_ITEM_CONTACT: print_contact(p, &model->contacts.items[i]); return;
        case NH_ITEM_TERM: print_term(p, &model->terms.items[i]); return;
        case NH_ITEM_LINK: print_link(p, &model->links.items[i]); return;
        case NH_ITEM_FORCE: print_force(p, &model->forces.items[i]); return;
        case NH_ITEM_ROW: print_row(p, i); return;
        case NH_ITEM_ASSUMPTION: print_assumption(p, &model->assumptions.items[i]); return;
        case NH_ITEM_QUASI: print_quasi(p, &model->quasis.items[i]); return;
        case NH_ITEM_INDEPENDENT: print_independent(p, &model->independents.items[i]); return;
        case NH_ITEM_TRANSPOSITION: print_transposition(p, &model->transpositions.items[i]); return;
        case NH_ITEM_INITIAL: print_initial(p, &model->initials.items[i]); return;
        case NH_ITEM_ACCELERATION: print_initial(p, &model->accelerations.items[i]); return;
        case NH_ITEM_SPAN: print_span(p, &model->spans.items[i]); return;
        case NH_ITEM_EVENT: print_event(p, &model->events.items[i]); return;
        case NH_ITEM_RECORD: print_record(p, i); return;
        case NH_ITEM_DRAWING: print_drawing(p, &model->drawings.items[i]); return;
    }
}

void nh_model_print(const nh_model *model, nh_text *text) {
    printer p = {model, text};
    if (model->title != 0) {
        add_text(&p, "system ");
        add_string(&p, model->title);
        add_text(&p, "\n");
    }
    for (size_t i = 0; i < model->items.count; i++) {
        nh_tick(model->context, 10);
        if (!is_printed(model, model->items.items[i])) continue;
        print_item(&p, model->items.items[i]);
        add_text(&p, "\n");
    }
    if (model->random_start) add_text(&p, "init random\n");
}
