/* Every error that reading a model can give after its form: place, code, sentence and hint; and that none in the
 * sources is missing here. */
#include "readings.h"

#include <dirent.h>

#include "base/io/file.h"

#define SOURCES NH_TEST_SOURCE "/../src/lang"

static const char prelude[] = "param m = 1, g\n"
                              "coord x, y, z\n"
                              "point P = [x, y, z] mass m\n"
                              "body B { at [x, y], rotation Rz(z), mass m, inertia m }\n"
                              "function C(s)\n"
                              "const N = 3\n"
                              "param k[i=1..N] = i\n";
enum { PRELUDE_LINES = 7 };

typedef struct message {
    const char *text;
    const char *option, *value;
    uint32_t line, column;
    const char *code, *sentence, *hint;
    bool is_alone; /* without the prelude */
} message;

static const message messages[] = {
#define ERROR(text, line, column, code, sentence, hint) {text, NULL, NULL, line, column, code, sentence, hint, false},
#include "errors_expressions.def"
#include "errors_names.def"
#include "errors_statements.def"
#undef ERROR
    {"coord x\nlagrangian x'^2\nlagrangian x", NULL, NULL, 3, 12, "declared-twice",
     "the Lagrangian is already given in line 2", "write one sum", true},
    {"coord x\nlagrangian x'^2\nwatch w = T", NULL, NULL, 3, 11, "unknown-name",
     "the model gives its Lagrangian directly, so 'T' is not available", "use L or E", true},
    {"coord x\nlagrangian x'^2\nbody B { inertia 1 }", NULL, NULL, 2, 12, "lagrangian",
     "a Lagrangian must be complete, but line 3 adds to the energy", "remove one of the two", true},
    {"coord x\nlagrangian x'^2\nspring [x, 0], [0, 0] stiffness 1", NULL, NULL, 2, 12, "lagrangian",
     "a Lagrangian must be complete, but line 3 adds to the energy", "remove one of the two", true},
    {"coord x\ngravity [0, 0, -1]\nlagrangian x'^2", NULL, NULL, 3, 12, "lagrangian",
     "a Lagrangian must be complete, but line 2 adds to the energy", "remove one of the two", true},
#define OPTION(text, option, value, column, code, sentence, hint)                                                      \
    {text, option, value, 1, column, code, sentence, hint, false},
#include "errors_options.def"
#undef OPTION
};

static const message remarks[] = {
#define REMARK(text, count, severity, line, column, code, sentence, hint)                                              \
    {text, NULL, NULL, line, column, code, sentence, hint, false},
#include "remarks.def"
#undef REMARK
#define WHOLE(text, with, without, severity, code, sentence, hint) {text, NULL, NULL, 0, 0, code, sentence, hint, true},
#include "whole_remarks.def"
#undef WHOLE
};

enum { MESSAGES = sizeof messages / sizeof *messages, REMARKS = sizeof remarks / sizeof *remarks };

/* ---- the table ---- */

static options options_of(const message *m) {
    options o = {.set = NULL};
    if (m->option == NULL) return o;
    if (strcmp(m->option, "set") == 0) o.set = m->value;
    if (strcmp(m->option, "init") == 0) o.init = m->value;
    if (strcmp(m->option, "with") == 0) o.with = m->value;
    if (strcmp(m->option, "without") == 0) o.without = m->value;
    if (strcmp(m->option, "assume") == 0) o.assume = m->value;
    if (strcmp(m->option, "equation") == 0) o.equation = m->value;
    if (strcmp(m->option, "motion") == 0) o.motion = m->value;
    if (strcmp(m->option, "field") == 0) o.field = m->value;
    if (strcmp(m->option, "section") == 0) o.section = m->value;
    if (strcmp(m->option, "end") == 0) o.end = m->value;
    if (strcmp(m->option, "in") == 0) o.in = m->value;
    return o;
}

static void check_text(const message *m, const char *what, const char *found, const char *expected) {
    bool same = found == expected || (found && expected && strcmp(found, expected) == 0);
    if (!same)
        fail_msg("%s (%s)\n%s: %s\n     not: %s", m->text, m->value ? m->value : "", what, found ? found : "none",
                 expected ? expected : "none");
}

/* "--set m=2" */
static const char *file_of(nh_arena *arena, const message *m) {
    if (m->option == NULL) return "test.nh";
    return joined(arena, joined(arena, joined(arena, "--", m->option), " "), m->value);
}

static void check_message(nh_context *context, const message *m) {
    nh_arena *arena = nh_arena_create(context);
    uint32_t before = m->is_alone ? 0 : PRELUDE_LINES;
    reading r = read_with(context, m->is_alone ? m->text : joined(arena, prelude, m->text), options_of(m));
    const nh_diag *error = NULL;
    size_t count = remarks_of(&r, true, &error);
    if (r.model != NULL || count != 1) fail_msg("%s: %zu errors", m->text, count);
    assert_int_equal(r.status, m->option != NULL ? NH_E_USAGE : NH_E_MODEL);
    assert_int_equal(error->status, r.status);
    check_text(m, "sentence", error->sentence, m->sentence);
    check_text(m, "hint", error->hint, m->hint);
    check_text(m, "code", error->code, m->code);
    check_text(m, "file", error->file, file_of(arena, m));
    uint32_t line = m->option != NULL ? 1 : before + m->line;
    if (error->line != line || error->column != m->column)
        fail_msg("%s: at %u:%u, not %u:%u", m->text, error->line - before, error->column, m->line, m->column);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(every_error) {
    for (int i = 0; i < MESSAGES; i++) check_message(context, &messages[i]);
}

/* ---- is the table complete? ---- */

/* The calls whose texts reach the user; what precedes the text in the sentence. */
static const char *const calls[][2] = {
    {"nh_reading_error(", ""},        {"nh_reading_error_at(", ""},    {"nh_reading_warn(", ""}, {"return wrong(", ""},
    {"return misplaced(", ""},        {"nh_words words = {", ""},      {"sentence = \"", ""},    {"*hint = \"", ""},
    {"warn_about_members(", "'%s' "}, {"return nh_reading_text(", ""},
};

/* The parser says these first; they stand for texts that come another way. */
static const char *const unreachable[] = {
    "a sum needs an index",
    "write sum(i=1..N, e)",
    "a comparison is not allowed here",
    "comparisons are allowed in if(a < b, u, v), assume, stop and event",
    "equations cannot be assumed along a motion", /* it needs two options: tests/api/test_judge.c */
    "give its constants values with --set",
    "an assumption must be an inequality",
    "write assume e > 0, e < 0 or e != 0",
};

/* Whether a text fits a format: each conversion is any text. */
static bool fits(const char *format, const char *text) {
    if (*format == '\0') return *text == '\0';
    if (*format != '%') return *format == *text && fits(format + 1, text + 1);
    size_t length = 1 + strspn(format + 1, "l");
    for (const char *rest = text;; rest++) {
        if (fits(format + length + 1, rest)) return true;
        if (*rest == '\0') return false;
    }
}

/* Words without conversions may also be put into a sentence. */
static bool fits_or_is_in(const char *format, const char *text) {
    return fits(format, text) || (strchr(format, '%') == NULL && strstr(text, format) != NULL);
}

static bool is_in_table(const char *format) {
    for (int i = 0; i < MESSAGES; i++)
        if (fits_or_is_in(format, messages[i].sentence) || (messages[i].hint && fits(format, messages[i].hint)))
            return true;
    for (int i = 0; i < REMARKS; i++)
        if (remarks[i].sentence &&
            (fits_or_is_in(format, remarks[i].sentence) || (remarks[i].hint && fits(format, remarks[i].hint))))
            return true;
    for (size_t i = 0; i < sizeof unreachable / sizeof *unreachable; i++)
        if (strcmp(format, unreachable[i]) == 0) return true;
    return false;
}

/* The literal that begins at a quote; moves the cursor after it. */
static const char *literal_at(nh_arena *arena, const char **cursor) {
    nh_text text = nh_text_begin(arena);
    const char *c = *cursor + 1;
    for (; *c != '"' && *c != '\0'; c++) {
        if (*c == '\\') c++;
        nh_text_add_char(&text, *c);
    }
    *cursor = *c != '\0' ? c + 1 : c;
    return nh_text_string(&text);
}

/* Texts for the user contain blanks; codes and words of the language have none. */
static int check_call(nh_arena *arena, const char *file, const char *cursor, const char *before) {
    int depth = 1, found = 0;
    if (cursor[-1] == '"') cursor--;
    while (*cursor != '\0' && *cursor != ';' && depth > 0) {
        if (*cursor == '"') {
            const char *text = literal_at(arena, &cursor);
            if (strchr(text, ' ') == NULL) continue;
            found++;
            if (!is_in_table(text) && !is_in_table(joined(arena, before, text)))
                fail_msg("%s: no test has \"%s\"", file, text);
            continue;
        }
        if (*cursor == '(' || *cursor == '{') depth++;
        if (*cursor == ')' || *cursor == '}') depth--;
        cursor++;
    }
    return found;
}

static int check_source(nh_context *context, const char *name) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    int found = 0;
    const char *text = nh_file_read(arena, joined(arena, SOURCES "/", name), &length);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (const char *at = text; (at = strstr(at, calls[i][0]));) {
            at += strlen(calls[i][0]);
            found += check_call(arena, name, at, calls[i][1]);
        }
    nh_arena_destroy(arena);
    return found;
}

/* Of the files after the parser. */
PROTECTED_TEST(nothing_is_missing) {
    DIR *directory = opendir(SOURCES);
    int found = 0;
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        const char *ending = strrchr(entry->d_name, '.');
        bool is_parser = strncmp(entry->d_name, "parse_", 6) == 0 || strcmp(entry->d_name, "split.c") == 0;
        if (ending && strcmp(ending, ".c") == 0 && !is_parser) found += check_source(context, entry->d_name);
    }
    closedir(directory);
    if (found < 150) fail_msg("only %d texts were found in the sources", found);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_error), cmocka_unit_test(nothing_is_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
