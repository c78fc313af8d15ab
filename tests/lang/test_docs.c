/* The examples of the manual are models: every block ```nh of docs and README.md is read.
 *
 * HTML comments right before a block say what is to be done with it:
 *
 *     <!-- with: coord x, y -->       lines to be put in front of it; may be repeated, and continue over several lines
 *     <!-- error: SENTENCE -->        the first error must be this one
 *     <!-- warning: SENTENCE -->      a warning that must come; may be repeated
 *     <!-- file: NAME -->             for the commands of the page, tests/docs/docs.sh
 *
 * A block without such comments is a whole model and must be read without errors and warnings. */
#include "files.h"

#include <ctype.h>

#include "base/text/text.h"
#include "lang/parse/syntax.h"

#define ROOT NH_TEST_SOURCE "/.."

enum { PAGES_MAX = 60, WANTED_MAX = 8, BLOCKS_MIN = 40 };

typedef struct block {
    nh_text model;                   /* what is read: the lines of `with`, then those of the block */
    const char *error;               /* NULL: none */
    const char *warning[WANTED_MAX]; /* that must come */
    size_t warnings;
    unsigned line; /* of the page */
} block;

/* ---- lines of a page ---- */

typedef struct page {
    nh_arena *arena;
    const char *name;
    const char *at;
    unsigned line;
} page;

static bool next_line(page *p, const char **line) {
    if (!*p->at) return false;
    size_t length = strcspn(p->at, "\n");
    *line = nh_arena_text(p->arena, p->at, length);
    p->at += length + (p->at[length] == '\n');
    p->line++;
    return true;
}

static page open_page(nh_arena *arena, const char *name) {
    size_t length;
    return (page){arena, name, nh_file_read(arena, files_path(arena, ROOT, name, ""), &length), 0};
}

static bool begins(const char *text, const char *head) {
    return strncmp(text, head, strlen(head)) == 0;
}

/* ---- blocks ---- */

/* The text of a comment "<!-- with: TEXT -->", which may continue over several lines. */
static const char *read_comment(page *p, const char *line) {
    nh_text text = nh_text_begin(p->arena);
    nh_text_add(&text, line + strlen("<!--") + strspn(line + strlen("<!--"), " "));
    while (!strstr(nh_text_string(&text), "-->")) {
        assert_true(next_line(p, &line));
        nh_text_format(&text, "\n%s", line);
    }
    char *result = NH_NEW_ARRAY(p->arena, char, text.length + 1);
    strcpy(result, nh_text_string(&text));
    char *end = strstr(result, "-->");
    while (end > result && isspace((unsigned char)end[-1])) end--;
    *end = '\0';
    return result;
}

static block begin_block(const page *p) {
    return (block){.model = nh_text_begin(nh_arena_create(nh_arena_context(p->arena)))};
}

static void note_comment(const page *p, block *b, const char *comment) {
    const char *text = strchr(comment, ':');
    if (!text) return;
    text += 1 + strspn(text + 1, " ");
    if (begins(comment, "with:")) {
        nh_text_format(&b->model, "%s\n", text);
    } else if (begins(comment, "error:")) {
        b->error = text;
    } else if (begins(comment, "warning:")) {
        assert_true(b->warnings < WANTED_MAX);
        b->warning[b->warnings++] = text;
    } else if (!begins(comment, "file:")) {
        fail_msg("%s:%u: what is <!-- %s -->?", p->name, p->line, comment);
    }
}

/* The next block ```nh, or false at the end of the page. Other blocks are passed over. */
static bool next_block(page *p, block *b) {
    const char *line;
    *b = begin_block(p);
    while (next_line(p, &line)) {
        if (begins(line, "<!--")) {
            note_comment(p, b, read_comment(p, line));
        } else if (strcmp(line, "```nh") == 0) {
            b->line = p->line + 1;
            while (next_line(p, &line) && strcmp(line, "```") != 0) nh_text_format(&b->model, "%s\n", line);
            return true;
        } else {
            bool is_other = begins(line, "```");
            if (b->model.length > 0 || b->error || b->warnings > 0)
                fail_msg("%s:%u: a block ```nh must follow the comment", p->name, p->line);
            while (is_other && next_line(p, &line) && strcmp(line, "```") != 0) {}
        }
    }
    return false;
}

/* ---- reading them ---- */

static const nh_diag *find_diag(nh_context *context, size_t from, nh_severity severity, const char *sentence) {
    for (size_t i = from; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity == severity && (!sentence || strcmp(diag->sentence, sentence) == 0)) return diag;
    }
    return NULL;
}

static bool is_wanted(const block *b, const nh_diag *diag, bool *seen_error) {
    if (diag->severity == NH_SEVERITY_NOTE) return true;
    for (size_t i = 0; diag->severity == NH_SEVERITY_WARNING && i < b->warnings; i++)
        if (strcmp(diag->sentence, b->warning[i]) == 0) return true;
    if (diag->severity == NH_SEVERITY_WARNING) return b->error != NULL;
    bool is_first = !*seen_error;
    *seen_error = true;
    return b->error && (!is_first || strcmp(diag->sentence, b->error) == 0);
}

static int read_block(nh_context *context, const page *p, block *b) {
    nh_read_def def = nh_default_read();
    nh_status status = NH_OK;
    size_t before = nh_context_diag_count(context);
    int bad = 0;
    bool seen_error = false;
    nh_model *model = nh_lang_read(context, &def, nh_text_string(&b->model), b->model.length, &status);
    nh_model_destroy(model);
    for (size_t i = before; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (is_wanted(b, diag, &seen_error)) continue;
        print_error("%s:%u: line %u of the block, column %u: %s: %s\n", p->name, b->line, diag->line, diag->column,
                    files_severity(diag->severity), diag->sentence);
        bad++;
    }
    for (size_t i = 0; i < b->warnings; i++)
        if (!find_diag(context, before, NH_SEVERITY_WARNING, b->warning[i]))
            print_error("%s:%u: no warning: %s\n", p->name, b->line, b->warning[i]), bad++;
    if (b->error && !seen_error) print_error("%s:%u: no error: %s\n", p->name, b->line, b->error), bad++;
    return bad;
}

typedef struct pages {
    size_t count;
    char names[PAGES_MAX][FILES_NAME];
} pages;

static void list_pages(pages *list) {
    DIR *directory = opendir(ROOT "/docs");
    assert_non_null(directory);
    snprintf(list->names[list->count++], FILES_NAME, "README.md");
    for (const struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name);
        if (length <= 3 || length > 80 || strcmp(entry->d_name + length - 3, ".md") != 0) continue;
        assert_true(list->count < PAGES_MAX);
        snprintf(list->names[list->count++], FILES_NAME, "docs/%.80s", entry->d_name);
    }
    closedir(directory);
}

PROTECTED_TEST(test_examples) {
    static pages list;
    int bad = 0, blocks = 0;
    list_pages(&list);
    for (size_t i = 0; i < list.count; i++) {
        page p = open_page(nh_arena_create(context), list.names[i]);
        for (block b; next_block(&p, &b); blocks++) bad += read_block(context, &p, &b);
    }
    if (bad > 0) fail_msg("%d of the remarks on %d blocks are not as they should be", bad, blocks);
    if (blocks < BLOCKS_MIN) fail_msg("there are only %d blocks", blocks);
}

/* ---- the manual is complete ---- */

static const char *manual(nh_arena *arena) {
    size_t length;
    return nh_file_read(arena, ROOT "/docs/language.md", &length);
}

/* The part of a text from a line on to the next line that begins with `end`. */
static const char *part_of(nh_arena *arena, const char *text, const char *begin, const char *end) {
    const char *from = strstr(text, begin);
    if (!from) fail_msg("docs/language.md has no '%s'", begin + 1);
    from += strlen(begin);
    const char *to = strstr(from, end);
    return nh_arena_text(arena, from, to ? (size_t)(to - from) : strlen(from));
}

/* Whether a statement of some model begins with this word: blocks only, not the lines of `with`. */
static bool has_example(const char *text, const char *word) {
    bool is_model = false;
    size_t length = strlen(word);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        if (begins(line, "```")) is_model = begins(line, "```nh\n");
        if (is_model && strncmp(line, word, length) == 0 && line[length] == ' ') return true;
        if (!line[strcspn(line, "\n")]) break;
    }
    return false;
}

static bool has_quoted(const char *text, const char *before, const char *word, const char *behind) {
    char quoted[FILES_NAME];
    snprintf(quoted, sizeof quoted, "%s%s%s", before, word, behind);
    return strstr(text, quoted) != NULL;
}

PROTECTED_TEST(test_statements) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = manual(arena), *grammar = part_of(arena, text, "\n```ebnf\n", "\n```");
    for (int kind = 0; kind < NH_STATEMENT_SET; kind++) {
        const char *word = nh_statement_word((nh_statement_kind)kind);
        if (!has_example(text, word)) fail_msg("docs/language.md has no example of '%s'", word);
        if (!has_quoted(grammar, "\"", word, "\"")) fail_msg("the grammar in docs/language.md has no \"%s\"", word);
    }
}

/* In the table a function stands as `name(arguments)`. */
static void check_function(const char *table, const char *name) {
    if (!has_quoted(table, "`", name, "(")) fail_msg("the table of functions in docs/language.md lacks '%s'", name);
}

/* The names in the table of evaluate_call.c: lines `{"sqrt", 1, 1, call_sqrt},`. */
static int check_builtins(nh_arena *arena, const char *table) {
    page p = open_page(arena, "src/lang/evaluate_call.c");
    int count = 0;
    for (const char *line; next_line(&p, &line);) {
        if (!begins(line, "    {\"") || !strstr(line, ", call_")) continue;
        const char *name = line + strlen("    {\"");
        check_function(table, nh_arena_text(arena, name, strcspn(name, "\"")));
        count++;
    }
    return count;
}

PROTECTED_TEST(test_functions) {
    static const char *const elementary[] = {
#define FUNCTION(NAME, name, arguments, latex) #name,
#include "expr/functions.def"
#undef FUNCTION
    };
    nh_arena *arena = nh_arena_create(context);
    const char *table = part_of(arena, manual(arena), "\n### Functions\n", "\n### ");
    for (size_t i = 0; i < sizeof elementary / sizeof *elementary; i++) check_function(table, elementary[i]);
    assert_true(check_builtins(arena, table) >= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_statements),
        cmocka_unit_test(test_functions),
    };
    return cmocka_run_group_tests_name("docs", tests, NULL, NULL);
}
