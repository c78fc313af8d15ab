/* nonholo implies: whether constraints and conditions imply others, and where not. */
#include <stdlib.h>
#include <string.h>

#include "session/output.h"
#include "session/session.h"

/* Texts that are owned. */
typedef struct texts {
    const char **items;
    size_t count;
} texts;

/* What is asked. */
typedef struct question {
    nh_implies_def def;
    texts given, then; /* names */
    texts conditions;  /* equations among them */
} question;

/* ---- names and equations ---- */

static nh_strings strings_of(const texts *list) {
    return (nh_strings){list->items, list->count};
}

static bool has_text(const texts *list, const char *text) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], text) == 0) return true;
    return false;
}

static void add_text(texts *list, const char *bytes, size_t length) {
    char *text = need(strndup(bytes, length));
    list->items = need(realloc(list->items, (list->count + 1) * sizeof *list->items));
    list->items[list->count++] = text;
}

static void free_texts(texts *list) {
    for (size_t i = 0; i < list->count; i++) free((char *)list->items[i]);
    free(list->items);
}

/* To a comma that is in no bracket. */
static size_t item_length(const char *text) {
    size_t length = 0, depth = 0;
    for (; text[length] != '\0' && (depth > 0 || text[length] != ','); length++) {
        if (strchr("([{", text[length]) != NULL) depth++;
        if (strchr(")]}", text[length]) != NULL && depth > 0) depth--;
    }
    return length;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* What an equation is called: "name[i=1..2]: a = b" by its label, "a = b" by itself. */
static size_t name_length(const char *item) {
    const char *colon = strchr(item, ':');
    if (colon == NULL) return strlen(item);
    size_t length = strcspn(item, "[:");
    while (length > 0 && is_blank(item[length - 1])) length--;
    return length;
}

/* One that has a '=' is an equation, and becomes a condition of the model; the same one twice is one. */
static void add_item(question *q, texts *names, const char *begin, size_t length) {
    while (length > 0 && is_blank(*begin)) begin++, length--;
    while (length > 0 && is_blank(begin[length - 1])) length--;
    if (length == 0) return;
    char *item = need(strndup(begin, length));
    if (strchr(item, '=') == NULL) {
        add_text(names, item, length);
    } else {
        if (!has_text(&q->conditions, item)) add_text(&q->conditions, item, length);
        add_text(names, item, name_length(item));
    }
    free(item);
}

static void add_items(question *q, texts *names, const values *given) {
    for (size_t k = 0; k < given->count; k++)
        for (const char *text = given->items[k]; *text != '\0';) {
            size_t length = item_length(text);
            add_item(q, names, text, length);
            text += length + (text[length] == ',');
        }
}

/* ---- the command ---- */

static bool read_question(const options *given, question *q) {
    add_items(q, &q->given, &given->of[OPTION_GIVEN]);
    add_items(q, &q->then, &given->of[OPTION_THEN]);
    q->def.given = strings_of(&q->given);
    q->def.then = strings_of(&q->then);
    q->def.seed = given->seed;
    if (q->then.count == 0) {
        complain("'implies' needs something to ask for");
        suggest("give --then NAME, or --then \"a = b\"");
    }
    if (has_option(given, OPTION_GIVEN) && q->given.count == 0) complain("--given names nothing");
    return q->then.count > 0 && (q->given.count > 0 || !has_option(given, OPTION_GIVEN));
}

static exit_status status_of(const nh_implies_info *info) {
    if (info->is_valueless) return EXIT_HYPOTHESIS;
    return info->implied.truth == NH_YES ? EXIT_DONE : info->implied.truth == NH_NO ? EXIT_NO : EXIT_UNDECIDED;
}

static exit_status find_out(session *s, const question *q, nh_implies **made) {
    s->conditions = strings_of(&q->conditions);
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_implies_make(s->model, &q->def, made);
    if (got == NH_OK) got = nh_implies_print(*made, print_as(s->given), &text);
    status = session_show(s, got, text);
    nh_implies_info info = nh_implies_get_info(*made);
    return status == EXIT_DONE ? status_of(&info) : status;
}

exit_status run_implies(const options *given) {
    session s = {0};
    question q = {.def = nh_default_implies()};
    nh_implies *made = NULL;
    exit_status status = EXIT_USAGE;
    if (read_question(given, &q)) {
        status = session_open(&s, given);
        if (status == EXIT_DONE) status = find_out(&s, &q, &made);
        nh_implies_destroy(made);
        session_close(&s);
    }
    free_texts(&q.given);
    free_texts(&q.then);
    free_texts(&q.conditions);
    return status;
}
