/* What complain and suggest say. With --json it is kept until the command is over, since whoever reads the result as
 * JSON wants to read what was wrong in the same way. A result and complaints do not come together: a command that
 * complains has no result. */
#include "options/complaint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "session/output.h"
#include "session/progress.h"

typedef struct complaint {
    char *sentence, *hint; /* hint: NULL when there is none */
} complaint;

/* Complaints come from everywhere: like standard error they are one for the program. */
static struct {
    bool is_json;
    complaint *items;
    size_t count;
} kept;

static void print_line(const char *format, va_list list) {
    clear_progress();
    fputs("nonholo: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
}

static char *text_of(const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = length > 0 ? (size_t)length + 1 : 1;
    char *text = need(calloc(size, 1));
    vsnprintf(text, size, format, list);
    return text;
}

void tell(const char *format, ...) {
    va_list list;
    va_start(list, format);
    print_line(format, list);
    va_end(list);
}

void complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (kept.is_json) {
        kept.items = need(realloc(kept.items, (kept.count + 1) * sizeof *kept.items));
        kept.items[kept.count++] = (complaint){.sentence = text_of(format, list)};
    } else {
        print_line(format, list);
    }
    va_end(list);
}

void suggest(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (!kept.is_json) print_line(format, list);
    else if (kept.count > 0 && kept.items[kept.count - 1].hint == NULL)
        kept.items[kept.count - 1].hint = text_of(format, list);
    va_end(list);
}

void collect_complaints(bool is_json) {
    kept.is_json = is_json;
}

static const char *code_of(exit_status status) {
    switch (status) {
        case EXIT_USAGE: return "usage";
        case EXIT_FILE: return "file";
        case EXIT_HANGUP:
        case EXIT_INTERRUPT:
        case EXIT_TERMINATE: return "interrupt";
        default: return "failed";
    }
}

static void forget_complaints(void) {
    for (size_t i = 0; i < kept.count; i++) {
        free(kept.items[i].sentence);
        free(kept.items[i].hint);
    }
    free(kept.items);
    kept.items = NULL;
    kept.count = 0;
    kept.is_json = false;
}

/* The complaints as errors of a context, which prints them as it prints all others. */
static nh_status print_errors(nh_context *context, const char *code) {
    nh_status status = NH_OK;
    const char *text = NULL;
    for (size_t i = 0; i < kept.count && status == NH_OK; i++) {
        nh_diag diag = {
            .code = code, .status = NH_E_USAGE, .sentence = kept.items[i].sentence, .hint = kept.items[i].hint};
        status = nh_context_add_diag(context, &diag);
    }
    if (status == NH_OK) status = nh_context_print(context, NH_PRINT_JSON, NULL, &text);
    if (status == NH_OK) print_text(text, stdout);
    return status;
}

void print_complaints(exit_status status) {
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    if (kept.count > 0) {
        nh_status got = nh_context_create(&def, &context);
        if (got == NH_OK) got = print_errors(context, code_of(status));
        if (got != NH_OK) tell("%s", nh_status_text(got));
        nh_context_destroy(context);
    }
    forget_complaints();
}
