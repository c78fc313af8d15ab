/* What a reading is given besides the text: --set, --init, --with, --without. Each is a text of its own, read by the
 * same parser; its diagnostics have the option as their file. */
#include <string.h>

#include "base/limits.h"
#include "base/text/closest.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "lang/reading_private.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

const char *nh_option_name(nh_reading *r, const char *option, const char *text) {
    enum { LONGEST = 60 };
    nh_text name = nh_text_begin(r->model->arena);
    size_t length = strlen(text), kept = length;
    if (length > LONGEST)
        for (kept = LONGEST; kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80;) kept--;
    nh_text_format(&name, "%s %.*s%s", option, (int)kept, text, kept < length ? "..." : "");
    return nh_text_string(&name);
}

bool nh_option_is_whole(const nh_syntax *syntax) {
    return syntax->statements.count == 1 && !syntax->statements.items[0].is_broken;
}

/* ---- --set ---- */

/* The name that is set, without and with its indices. */
static bool set_target(nh_reading *r, nh_override *override) {
    nh_node left = nh_syntax_part(override->syntax, override->clause, NH_PART_LEFT)->node;
    if (nh_syntax_node(override->syntax, left)->kind == NH_NODE_CALL) left = nh_syntax_child(override->syntax, left, 0);
    const nh_syntax *syntax = r->syntax;
    r->syntax = override->syntax;
    override->member = nh_reading_path(r, left);
    while (nh_syntax_node(r->syntax, left)->kind == NH_NODE_INDEX) left = nh_syntax_child(r->syntax, left, 0);
    const nh_node_data *data = nh_syntax_node(r->syntax, left);
    bool good = data->kind == NH_NODE_NAME && override->member != 0;
    if (good) override->name = nh_syntax_token(r->syntax, data->token)->name;
    r->syntax = syntax;
    return good;
}

void nh_options_read_sets(nh_reading *r) {
    for (size_t i = 0; i < r->def->set.count; i++) {
        const char *text = r->def->set.items[i];
        nh_syntax *syntax = nh_syntax_read_option(r->file, NH_STATEMENT_SET, text, nh_option_name(r, "--set", text));
        bool good = nh_option_is_whole(syntax) && syntax->clauses.count == 1;
        if (good && syntax->statements.items[0].bindings > 0) {
            uint32_t index = syntax->bindings.items[syntax->statements.items[0].first_binding].index;
            nh_reading_error_at(r, nh_syntax_place(syntax, index - 1, index), (nh_words){"misplaced", NULL},
                                "'for' is not allowed in --set");
            good = false;
        }
        nh_override override = {.syntax = syntax, .clause = good ? &syntax->clauses.items[0] : NULL};
        if (good && set_target(r, &override)) nh_array_push(&r->overrides, override);
        else r->option_errors = true;
    }
}

/* The last one given counts; one for the member before one for the family. */
nh_override *nh_options_override(nh_reading *r, const nh_member *member) {
    nh_override *found = NULL;
    for (size_t i = 0; i < r->overrides.count; i++) {
        nh_override *override = &r->overrides.items[i];
        bool is_member = override->member == member->name, is_family = override->member == member->base;
        if (!is_member && !is_family) continue;
        override->is_taken = true;
        if (found == NULL || is_member || found->member == member->base) found = override;
    }
    return found;
}

static const char *nearest_constant(nh_reading *r, nh_name name) {
    nh_closest search = nh_closest_begin(NH_NAME(r, name));
    for (size_t i = 0; i < r->meanings.count; i++) {
        const nh_meaning *meaning = &r->meanings.items[i];
        nh_meaning_kind kind = meaning->kind;
        if (kind == NH_MEANS_FAMILY) kind = r->families.items[meaning->number].kind;
        if (meaning->family == NH_MODEL_NONE &&
            (kind == NH_MEANS_CONST || kind == NH_MEANS_PARAMETER || kind == NH_MEANS_FUNCTION))
            nh_closest_offer(&search, NH_NAME(r, meaning->name));
    }
    const char *found = nh_closest_found(&search);
    return found != NULL ? nh_reading_text(r, "did you mean '%s'?", found) : NULL;
}

void nh_options_check_taken(nh_reading *r) {
    for (size_t i = 0; i < r->overrides.count; i++) {
        const nh_override *override = &r->overrides.items[i];
        const uint64_t *known = nh_map_get(&r->meaning_of, override->name);
        nh_meaning_kind kind = known != NULL ? r->meanings.items[*known].kind : NH_MEANS_FAILED;
        if (override->is_taken || (known != NULL && kind == NH_MEANS_FAILED)) continue;
        const char *hint = nearest_constant(r, override->name);
        const nh_family *family = kind == NH_MEANS_FAMILY ? &r->families.items[r->meanings.items[*known].number] : NULL;
        if (family != NULL) kind = family->kind;
        if (family != NULL && family->indices == 1 && family->members.count > 0)
            hint = nh_reading_text(r, "the members of '%s' go from %lld to %lld", NH_NAME(r, override->name),
                                   (long long)family->low[0], (long long)family->high[0]);
        if (known != NULL && kind == NH_MEANS_COORDINATE) hint = "set initial values with --init";
        nh_reading_error_at(r, nh_syntax_place(override->syntax, override->clause->from, override->clause->behind),
                            (nh_words){"unknown-name", hint}, "the model has no parameter, const or function '%s'",
                            NH_NAME(r, override->member));
    }
}

/* ---- --init ---- */

void nh_options_read_inits(nh_reading *r) {
    const nh_syntax *file = r->syntax;
    for (size_t i = 0; i < r->def->init.count; i++) {
        const char *text = r->def->init.items[i];
        uint64_t errors = nh_reading_errors(r);
        r->syntax = nh_syntax_read_option(file, NH_STATEMENT_INIT, text, nh_option_name(r, "--init", text));
        if (!nh_option_is_whole(r->syntax)) r->option_errors = true;
        else nh_family_make(r, &r->syntax->statements.items[0], nh_make_init);
        if (nh_reading_errors(r) > errors) r->option_errors = true;
        r->syntax = file;
    }
}

/* ---- --with and --without ---- */

/* A row by its name, by the label or family that it is of, or by what precedes its component. */
static bool is_meant(const nh_reading *r, const nh_row *row, nh_name name) {
    if (row->name == name || row->label == name || row->family == name) return true;
    size_t length = nh_name_length(r->context, name);
    return !row->is_unit && strncmp(NH_NAME(r, row->name), NH_NAME(r, name), length) == 0 &&
           NH_NAME(r, row->name)[length] == '.';
}

/* A label in the text of an option. */
typedef struct label {
    const char *option; /* as the file of diagnostics */
    nh_name name;
    nh_place place;
} label;

/* The label of these bytes without blanks, and u[1,2] as u[1][2], which is how members are named. */
static nh_name normal_label(nh_reading *r, const char *begin, size_t length) {
    nh_text text = nh_text_begin(r->arena);
    for (size_t i = 0; i < length; i++) {
        if (begin[i] == ',') nh_text_add(&text, "][");
        else if (!is_blank(begin[i])) nh_text_add_char(&text, begin[i]);
    }
    return nh_name_of_text(r->context, nh_text_string(&text));
}

/* What the rows were before is said when the option changes nothing. */
static void impose_rows(nh_reading *r, const label *which, bool is_imposed) {
    bool found = false, changed = false;
    const char *name = NH_NAME(r, which->name);
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < r->model->rows.count; i++) {
        nh_row *row = &r->model->rows.items[i];
        nh_tick(r->context, 1);
        nh_closest_offer(&search, NH_NAME(r, row->family));
        if (!is_meant(r, row, which->name)) continue;
        found = true;
        if (row->is_unit && !is_imposed)
            nh_reading_error_at(r, which->place, (nh_words){"unit", NULL},
                                "'%s' keeps a quaternion at length 1 and cannot be dropped", name);
        changed = changed || row->is_imposed != is_imposed;
        row->is_imposed = is_imposed || row->is_unit;
    }
    const char *nearest = nh_closest_found(&search);
    if (!found && (nh_scope_find_label(r, which->name) != NULL || nh_scope_label_failed(r, name))) return;
    nh_words words = {"unknown-label", nearest != NULL ? nh_reading_text(r, "did you mean '%s'?", nearest) : NULL};
    if (!found) nh_reading_error_at(r, which->place, words, "the model has no constraint or condition '%s'", name);
    else if (!changed)
        nh_reading_warn(r, which->place, NH_SEVERITY_NOTE, (nh_words){"no-change", NULL},
                        is_imposed ? "'%s' is already imposed, so --with has no effect"
                                   : "'%s' is not imposed, so --without has no effect",
                        name);
}

/* How many bytes the next label has: to a comma that is in no bracket. */
static size_t label_length(const char *text) {
    size_t length = 0, depth = 0;
    for (; text[length] != '\0' && (depth > 0 || text[length] != ','); length++) {
        if (text[length] == '[') depth++;
        if (text[length] == ']' && depth > 0) depth--;
    }
    return length;
}

/* "a, b": one label after the other. */
static void impose_list(nh_reading *r, const char *option, const char *text, bool is_imposed) {
    bool has_label = false;
    const char *begin = text;
    while (*text != '\0') {
        while (is_blank(*text) || *text == ',') text++;
        size_t length = label_length(text);
        uint32_t column = (uint32_t)nh_utf8_count(begin, (size_t)(text - begin)) + 1;
        nh_place place = {.file = option, .line = 1, .column = column, .length = (uint32_t)nh_utf8_count(text, length)};
        label which = {option, normal_label(r, text, length), place};
        if (length > 0) impose_rows(r, &which, is_imposed);
        has_label = has_label || length > 0;
        text += length;
    }
    if (!has_label)
        nh_reading_error_at(r, (nh_place){.file = option, .line = 1, .column = 1, .length = 1},
                            (nh_words){"unknown-label", NULL}, "the label of a constraint or condition is missing");
}

void nh_options_apply_conditions(nh_reading *r) {
    for (size_t i = 0; i < r->def->with.count; i++)
        impose_list(r, nh_option_name(r, "--with", r->def->with.items[i]), r->def->with.items[i], true);
    for (size_t i = 0; i < r->def->without.count; i++)
        impose_list(r, nh_option_name(r, "--without", r->def->without.items[i]), r->def->without.items[i], false);
}
