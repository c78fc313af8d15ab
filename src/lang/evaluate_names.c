/* Names, members of families, and parts of vectors and bodies. */
#include <string.h>

#include "base/text/text.h"
#include "lang/reading_private.h"

static const nh_token *token_of(const nh_reading *r, nh_node node) {
    return nh_syntax_token(r->syntax, nh_syntax_node(r->syntax, node)->token);
}

/* ---- what a declared name is ---- */

static nh_quantity needs_more(nh_reading *r, nh_node node, const nh_meaning *meaning) {
    const char *name = NH_NAME(r, meaning->name);
    if (meaning->kind == NH_MEANS_FUNCTION) {
        nh_words words = {"misplaced", nh_reading_text(r, "write %s(...)", name)};
        nh_reading_error(r, node, words, "'%s' is a function and needs its arguments", name);
    } else {
        const nh_family *family = &r->families.items[meaning->number];
        nh_words words = {"misplaced", nh_reading_text(r, "write %s[%lld]", name, (long long)family->low[0])};
        nh_reading_error(r, node, words, "'%s' is a family and needs an index here", name);
    }
    return nh_quantity_bad();
}

/* A rotation is printed by its name from there on: products of products would get very long. */
static nh_quantity named_value(const nh_reading *r, const nh_let *let) {
    nh_quantity value = let->value;
    if (value.kind == NH_QUANTITY_ROTATION) value.text = NH_NAME(r, let->name);
    return value;
}

static nh_quantity bare_orientation(nh_reading *r, nh_node node, const nh_meaning *meaning) {
    const char *name = NH_NAME(r, meaning->name);
    const char *hint =
        nh_reading_text(r, "write %s.R for the rotation, or body %s { ... } before this line", name, name);
    nh_words words = {"misplaced", hint};
    nh_reading_error(r, node, words, "'%s' is an orientation and not yet a body", name);
    return nh_quantity_bad();
}

static nh_quantity bare_contact(nh_reading *r, nh_node node, const nh_meaning *meaning) {
    const char *name = NH_NAME(r, meaning->name);
    nh_words words = {"misplaced", nh_reading_text(r, "write %s.point for the point of contact", name)};
    nh_reading_error(r, node, words, "'%s' is a contact and has no value of its own", name);
    return nh_quantity_bad();
}

static nh_quantity value_of(nh_reading *r, nh_node node, const nh_meaning *meaning) {
    const nh_model *model = r->model;
    uint32_t i = meaning->number;
    nh_needs_of_name(r, meaning->kind, i);
    switch (meaning->kind) {
        case NH_MEANS_FAILED: return nh_quantity_bad();
        case NH_MEANS_CONST: return nh_quantity_scalar(nh_expr_int(r->pool, model->consts.items[i].value));
        case NH_MEANS_PARAMETER: return nh_quantity_scalar(model->parameters.items[i].symbol);
        case NH_MEANS_COORDINATE: return nh_quantity_scalar(model->coordinates.items[i].q);
        case NH_MEANS_LET: return named_value(r, &model->lets.items[i]);
        case NH_MEANS_POINT: return nh_quantity_vector(model->points.items[i].position);
        case NH_MEANS_CONTACT: return bare_contact(r, node, meaning);
        case NH_MEANS_ORIENTATION: return bare_orientation(r, node, meaning);
        case NH_MEANS_BODY: return (nh_quantity){.kind = NH_QUANTITY_BODY, .body = i};
        case NH_MEANS_QUASI: {
            const nh_quasi *quasi = &model->quasis.items[i];
            return nh_quantity_scalar(nh_expr_abbreviation(r->pool, quasi->name, quasi->definition));
        }
        case NH_MEANS_FUNCTION:
        case NH_MEANS_FAMILY:
        case NH_MEANS_WATCH: break;
    }
    return needs_more(r, node, meaning);
}

/* ---- watches: after they are declared, where quantities of a motion may occur ---- */

static bool is_family_of_watches(nh_reading *r, nh_name base) {
    const uint64_t *known = nh_map_get(&r->watch_of, base);
    return r->is_motion && known != NULL && *known == NH_MODEL_NONE && nh_scope_find(r, base) == NULL;
}

static bool find_watch(nh_reading *r, nh_name name, nh_quantity *value) {
    const uint64_t *known = r->is_motion ? nh_map_get(&r->watch_of, name) : NULL;
    if (known == NULL || *known == NH_MODEL_NONE) return false;
    const nh_record *first = &r->model->records.items[*known];
    nh_needs_of_name(r, NH_MEANS_WATCH, (uint32_t)*known);
    *value = first->name == first->label
                 ? nh_quantity_scalar(first->value)
                 : nh_quantity_vector((nh_vector){{first[0].value, first[1].value, first[2].value}});
    return true;
}

/* The line in which a watch of this name is declared, now or later; 0: there is none. */
static uint32_t line_of_watch(const nh_reading *r, nh_name name) {
    for (size_t i = 0; i < r->file->statements.count; i++) {
        const nh_statement *statement = &r->file->statements.items[i];
        int32_t token = statement->kind == NH_STATEMENT_WATCH && statement->clauses > 0
                            ? r->file->clauses.items[statement->first_clause].name
                            : NH_SYNTAX_NONE;
        if (token == NH_SYNTAX_NONE) continue;
        const nh_token *declared = nh_syntax_token(r->file, (uint32_t)token);
        if (declared->name == name) return declared->line;
    }
    return 0;
}

/* ---- names ---- */

/* xdot, x_dot, dx: the coordinate whose velocity was probably meant, or NULL. */
static const char *meant_velocity(nh_reading *r, nh_name name) {
    static const char *const endings[] = {"dot", "_dot", "_d", "Dot"};
    const char *text = NH_NAME(r, name);
    size_t length = strlen(text);
    nh_name found[5] = {0};
    for (int i = 0; i < 4; i++) {
        size_t tail = strlen(endings[i]);
        if (length > tail && strcmp(text + length - tail, endings[i]) == 0)
            found[i] = nh_name_of(r->context, text, length - tail);
    }
    if (length > 1 && text[0] == 'd') found[4] = nh_name_of_text(r->context, text + 1);
    for (int i = 0; i < 5; i++) {
        const nh_meaning *meaning = found[i] != 0 ? nh_scope_find(r, found[i]) : NULL;
        if (meaning != NULL && meaning->kind == NH_MEANS_COORDINATE) return NH_NAME(r, found[i]);
    }
    return NULL;
}

static void unknown_name_at(nh_reading *r, nh_place place, nh_name name) {
    const char *text = NH_NAME(r, name), *nearest = nh_scope_nearest(r, name), *velocity = meant_velocity(r, name);
    const uint64_t *line = nh_map_get(&r->line_of, name);
    nh_name alike = nh_scope_alike(r, name);
    uint32_t watch = line_of_watch(r, name);
    if (nh_scope_is_deferred(r, name)) {
        bool is_motion = *nh_map_get(&r->deferred, name) == 3;
        nh_words words = {"declared-later", NULL};
        nh_reading_error_at(
            r, place, words,
            is_motion ? "'%s' contains quantities that the equations of motion determine and is not allowed here"
                      : "'%s' contains energies and is not allowed in anything that energies are computed from",
            text);
    } else if (line != NULL) {
        nh_words words = {"declared-later", "move its declaration up"};
        nh_reading_error_at(r, place, words, "'%s' is used before its declaration in line %u", text, (unsigned)*line);
    } else if (is_family_of_watches(r, name)) {
        nh_reading_error_at(r, place, (nh_words){"misplaced", NULL}, "'%s' is a family and needs an index here", text);
    } else if (watch != 0 && r->is_motion) {
        nh_words words = {"declared-later", "move the watch up"};
        nh_reading_error_at(r, place, words, "the watch '%s' is used before its declaration in line %u", text,
                            (unsigned)watch);
    } else if (watch != 0) {
        nh_words words = {"misplaced", nh_reading_text(r, "write let %s = ... before it", text)};
        nh_reading_error_at(r, place, words, "the watch '%s' is not allowed here", text);
    } else if (nh_is_function_name(name, r->context)) {
        nh_words words = {"misplaced", nh_reading_text(r, "write %s(...)", text)};
        nh_reading_error_at(r, place, words, "'%s' is a function and needs its arguments", text);
    } else if (alike != 0) {
        nh_words words = {"unknown-name", nh_reading_text(r, "did you mean '%s'?", NH_NAME(r, alike))};
        nh_reading_error_at(r, place, words, "unknown name '%s', did you mean '%s'?", text, NH_NAME(r, alike));
    } else if (velocity != NULL) {
        nh_words words = {"unknown-name", nh_reading_text(r, "the velocity of %s is written %s'", velocity, velocity)};
        nh_reading_error_at(r, place, words, "unknown name '%s'", text);
    } else if (nearest != NULL) {
        nh_words words = {"unknown-name", nh_reading_text(r, "did you mean '%s'?", nearest)};
        nh_reading_error_at(r, place, words, "unknown name '%s', did you mean '%s'?", text, nearest);
    } else {
        nh_words words = {"unknown-name", "declare it with coord, param, const, let, point, body or function"};
        nh_reading_error_at(r, place, words, "unknown name '%s'", text);
    }
}

static nh_quantity unknown_name(nh_reading *r, nh_node node, nh_name name) {
    unknown_name_at(r, nh_reading_place(r, node), name);
    return nh_quantity_bad();
}

void nh_check_name(nh_reading *r, uint32_t token) {
    nh_name name = nh_syntax_token(r->syntax, token)->name;
    const char *text = NH_NAME(r, name);
    bool is_reserved = strcmp(text, "t") == 0 || strcmp(text, "pi") == 0;
    bool is_known = is_reserved || nh_scope_is_visible(r, name) || nh_scope_is_deferred(r, name);
    if (!is_known && !nh_is_late_name(r, name)) unknown_name_at(r, nh_reading_token_place(r, token), name);
}

nh_quantity nh_evaluate_name(nh_reading *r, nh_node node) {
    nh_name name = token_of(r, node)->name;
    const nh_quantity *local = nh_scope_local(r, name);
    if (local != NULL) return *local;
    const nh_meaning *meaning = nh_scope_find(r, name);
    if (meaning != NULL) return value_of(r, node, meaning);
    if (strcmp(NH_NAME(r, name), "t") == 0) return nh_quantity_scalar(r->model->time);
    if (strcmp(NH_NAME(r, name), "pi") == 0) return nh_quantity_scalar(NH_EXPR_PI);
    if (nh_is_late_name(r, name)) return nh_late_name(r, node, name);
    nh_quantity watch;
    return find_watch(r, name, &watch) ? watch : unknown_name(r, node, name);
}

/* ---- members ---- */

/* The values of the indices of an INDEX node; how many, 0 after an error. */
static uint32_t indices_of(nh_reading *r, nh_node node, int64_t index[NH_INDICES_MAX]) {
    uint32_t count = nh_syntax_node(r->syntax, node)->count_children - 1;
    if (count > NH_INDICES_MAX) {
        nh_reading_error(r, node, (nh_words){"index", NULL}, "at most %d indices are possible", NH_INDICES_MAX);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!nh_evaluate_int(r, nh_syntax_child(r->syntax, node, i + 1), "an index", &index[i])) return 0;
    return count;
}

/* What members a family has, for someone who requested one with `count` indices that is not there. */
static const char *describe_members(nh_reading *r, const nh_family *family, nh_name base, uint32_t count) {
    const char *name = NH_NAME(r, base);
    if (family->members.count == 0) return nh_reading_text(r, "'%s' has no members", name);
    if (family->indices != count)
        return nh_reading_text(r, "a member of '%s' has %u %s", name, (unsigned)family->indices,
                               family->indices == 1 ? "index" : "indices");
    if (count == 1)
        return nh_reading_text(r, "the members of '%s' go from %lld to %lld", name, (long long)family->low[0],
                               (long long)family->high[0]);
    return nh_reading_text(r, "the members of '%s' go from %s to %s", name,
                           NH_NAME(r, nh_scope_member(r, base, count, family->low)),
                           NH_NAME(r, nh_scope_member(r, base, count, family->high)));
}

/* Whether the present statement declares this name. */
static bool is_being_declared(const nh_reading *r, nh_name base) {
    if (r->statement >= r->file->statements.count) return false;
    const nh_statement *statement = &r->file->statements.items[r->statement];
    for (uint32_t i = 0; i < statement->clauses; i++) {
        int32_t name = r->file->clauses.items[statement->first_clause + i].name;
        if (name != NH_SYNTAX_NONE && nh_syntax_token(r->file, (uint32_t)name)->name == base) return true;
    }
    return false;
}

static void no_such_member(nh_reading *r, nh_node node, nh_name base, nh_name member) {
    const nh_meaning *meaning = nh_scope_find(r, base);
    if (meaning == NULL && is_being_declared(r, base)) {
        nh_words words = {"no-member", "a member may use those that are declared before it"};
        nh_reading_error(r, node, words, "there is no '%s'", NH_NAME(r, member));
        return;
    }
    if (meaning == NULL) {
        unknown_name(r, nh_syntax_child(r->syntax, node, 0), base);
        return;
    }
    if (meaning->kind == NH_MEANS_FAILED) return;
    if (meaning->kind != NH_MEANS_FAMILY) {
        nh_words words = {"index", meaning->kind == NH_MEANS_POINT ? "components are written P.x, P.y, P.z" : NULL};
        nh_reading_error(r, node, words, "'%s' is not a family and has no members", NH_NAME(r, base));
        return;
    }
    const nh_family *family = &r->families.items[meaning->number];
    const char *hint = describe_members(r, family, base, nh_syntax_node(r->syntax, node)->count_children - 1);
    nh_reading_error(r, node, (nh_words){"no-member", hint}, "there is no '%s'", NH_NAME(r, member));
}

nh_meaning *nh_reading_named(nh_reading *r, nh_node node, bool *failed) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    *failed = false;
    if (data->kind == NH_NODE_NAME) return nh_scope_find(r, token_of(r, node)->name);
    if (data->kind != NH_NODE_INDEX) return NULL;
    nh_node base = nh_syntax_child(r->syntax, node, 0);
    if (nh_syntax_node(r->syntax, base)->kind != NH_NODE_NAME) return NULL;
    int64_t index[NH_INDICES_MAX];
    uint32_t count = indices_of(r, node, index);
    *failed = count == 0;
    if (count == 0) return NULL;
    nh_name name = token_of(r, base)->name;
    nh_meaning *meaning = nh_scope_find_member(r, name, count, index);
    if (meaning != NULL) {
        nh_scope_find(r, name); /* the family is used too */
        return meaning;
    }
    no_such_member(r, node, name, nh_scope_member(r, name, count, index));
    *failed = true;
    return NULL;
}

static nh_quantity member_of_watches(nh_reading *r, nh_node node, nh_name base) {
    int64_t index[NH_INDICES_MAX];
    nh_quantity value;
    uint32_t count = indices_of(r, node, index);
    if (count == 0) return nh_quantity_bad();
    nh_name name = nh_scope_member(r, base, count, index);
    if (find_watch(r, name, &value)) return value;
    nh_reading_error(r, node, (nh_words){"no-member", NULL}, "there is no '%s'", NH_NAME(r, name));
    return nh_quantity_bad();
}

nh_quantity nh_evaluate_index(nh_reading *r, nh_node node) {
    nh_quantity value;
    if (nh_evaluate_unknown(r, node, &value)) return value;
    nh_node base = nh_syntax_child(r->syntax, node, 0);
    if (nh_syntax_node(r->syntax, base)->kind != NH_NODE_NAME) {
        value = nh_evaluate(r, base);
        const char *hint = value.kind == NH_QUANTITY_VECTOR ? "components are written v.x, v.y, v.z" : NULL;
        if (value.kind != NH_QUANTITY_BAD)
            nh_reading_error(r, node, (nh_words){"index", hint}, "only a family can have an index");
        return nh_quantity_bad();
    }
    nh_name name = token_of(r, base)->name;
    if (is_family_of_watches(r, name)) return member_of_watches(r, node, name);
    bool failed;
    const nh_meaning *meaning = nh_reading_named(r, node, &failed);
    return meaning != NULL ? value_of(r, node, meaning) : nh_quantity_bad();
}

/* ---- parts ---- */

static nh_quantity part_of_body(nh_reading *r, nh_node node, uint32_t body, const char *word) {
    const nh_rigid_body *b = &r->model->bodies.items[body];
    const nh_orientation *orientation = nh_find_orientation(r, b->name);
    nh_quantity value;
    if (orientation != NULL && nh_part_of_orientation(r, orientation, word, &value)) return value;
    if (strcmp(word, "c") == 0) return nh_quantity_vector(b->center);
    if (strcmp(word, "omega") == 0) return nh_quantity_vector(b->rotation.omega);
    if (strcmp(word, "Omega") == 0) return nh_quantity_vector(b->rotation.Omega);
    if (strcmp(word, "R") == 0)
        return nh_quantity_rotation(b->rotation, b->rotation_text != NULL ? b->rotation_text : "Rz(0)");
    const char *hint = "a body has .c, .R, .omega, .Omega, .at(r) and .velocity(P)";
    if (strcmp(word, "at") == 0 || strcmp(word, "velocity") == 0) hint = nh_reading_text(r, "write .%s(...)", word);
    nh_reading_error(r, node, (nh_words){"part", hint}, "a body has no '.%s'", word);
    return nh_quantity_bad();
}

/* Whether it is C.point or the like of a contact, or B.R of an orientation whose body is not declared yet. */
static bool part_of_name(nh_reading *r, nh_node node, const char *word, nh_quantity *value) {
    nh_node whole = nh_syntax_child(r->syntax, node, 0);
    nh_name name = nh_syntax_node(r->syntax, whole)->kind == NH_NODE_NAME ? token_of(r, whole)->name : 0;
    bool failed;
    if (r->model->orientations.count + r->model->contacts.count == 0) return false;
    if (name != 0 && nh_scope_local(r, name) != NULL) return false;
    const nh_meaning *meaning = nh_reading_named(r, whole, &failed);
    if (failed) *value = nh_quantity_bad();
    if (meaning != NULL && meaning->kind == NH_MEANS_CONTACT) {
        *value = nh_part_of_contact(r, node, meaning->number, word);
        return true;
    }
    if (meaning == NULL || meaning->kind != NH_MEANS_ORIENTATION) return failed;
    return nh_part_of_orientation(r, &r->model->orientations.items[meaning->number], word, value);
}

nh_quantity nh_evaluate_part(nh_reading *r, nh_node node) {
    nh_quantity value;
    if (nh_evaluate_unknown(r, node, &value)) return value;
    nh_node whole = nh_syntax_child(r->syntax, node, 0);
    const char *word = NH_NAME(r, token_of(r, node)->name);
    if (part_of_name(r, node, word, &value)) return value;
    value = nh_evaluate(r, whole);
    if (value.kind == NH_QUANTITY_BAD) return value;
    if (value.kind == NH_QUANTITY_BODY) return part_of_body(r, node, value.body, word);
    int axis = word[0] - 'x';
    if (value.kind == NH_QUANTITY_VECTOR && axis >= 0 && axis < 3 && word[1] == '\0')
        return nh_quantity_scalar(value.vector.x[axis]);
    const char *hint = value.kind == NH_QUANTITY_VECTOR ? "a vector has .x, .y and .z" : NULL;
    nh_reading_error(r, node, (nh_words){"part", hint}, "%s has no '.%s'", nh_quantity_describe(value), word);
    return nh_quantity_bad();
}

/* ---- paths ---- */

/* NOLINTBEGIN(misc-no-recursion): trees of the syntax are at most NH_SYNTAX_DEPTH_MAX deep */

/* An index of a path: an integer, or the path of a label or a coordinate. */
static bool add_path_index(nh_reading *r, nh_text *text, nh_node node) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    nh_name name = data->kind == NH_NODE_NAME ? token_of(r, node)->name : 0;
    bool is_path = data->kind == NH_NODE_PART || data->kind == NH_NODE_INDEX;
    bool is_number = name != 0 && nh_scope_local(r, name) != NULL;
    const nh_meaning *meaning = name != 0 ? nh_scope_find(r, name) : NULL;
    is_number = is_number || (meaning != NULL && meaning->kind == NH_MEANS_CONST);
    int64_t index;
    if ((name != 0 || is_path) && !is_number) {
        nh_name path = nh_reading_path(r, node);
        if (path != 0) nh_text_add(text, NH_NAME(r, path));
        return path != 0;
    }
    if (!nh_evaluate_int(r, node, "an index", &index)) return false;
    nh_text_format(text, "%lld", (long long)index);
    return true;
}

nh_name nh_reading_path(nh_reading *r, nh_node node) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    if (data->kind == NH_NODE_NAME) return token_of(r, node)->name;
    if (data->kind != NH_NODE_PART && data->kind != NH_NODE_INDEX) return 0;
    nh_name head = nh_reading_path(r, nh_syntax_child(r->syntax, node, 0));
    if (head == 0) return 0;
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, NH_NAME(r, head));
    if (data->kind == NH_NODE_PART) {
        nh_text_format(&text, ".%s", NH_NAME(r, token_of(r, node)->name));
        return nh_name_of_text(r->context, nh_text_string(&text));
    }
    uint32_t count = data->count_children;
    for (uint32_t i = 1; i < count; i++) {
        nh_text_add(&text, "[");
        if (!add_path_index(r, &text, nh_syntax_child(r->syntax, node, i))) return 0;
        nh_text_add(&text, "]");
    }
    return nh_name_of_text(r->context, nh_text_string(&text));
}

/* NOLINTEND(misc-no-recursion) */
