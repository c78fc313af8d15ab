/* Results in memory, and files that are replaced whole. */
#include "sink.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "progress.h"

static void make_room(sink *s, size_t extra) {
    if (s->capacity - s->length >= extra) return;
    size_t wanted = 2 * s->capacity + extra + 256;
    s->bytes = need(realloc(s->bytes, wanted));
    s->capacity = wanted;
}

void sink_add(sink *s, const char *bytes, size_t length) {
    make_room(s, length);
    if (length > 0) memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
}

void sink_text(sink *s, const char *text) {
    sink_add(s, text, strlen(text));
}

void sink_format(sink *s, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length > 0) {
        make_room(s, (size_t)length + 1);
        vsnprintf(s->bytes + s->length, (size_t)length + 1, format, again);
        s->length += (size_t)length;
    }
    va_end(again);
}

void sink_free(sink *s) {
    free(s->bytes);
    *s = (sink){0};
}

/* ---- writing ---- */

/* In a context of its own: some commands have none, and in that of a session an interrupt may be under way. */
static exit_status write_file(const char *path, const sink *s) {
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    nh_status status = nh_context_create(&def, &context);
    if (status == NH_OK) {
        nh_context *before = watch_interrupts(context);
        status = nh_context_write_file(context, path, s->bytes, s->length);
        watch_interrupts(before);
    }
    const nh_diag *why = context != NULL ? nh_context_diag(context, 0) : NULL;
    if (status != NH_OK) complain("%s", why != NULL ? why->sentence : nh_status_text(status));
    nh_context_destroy(context);
    return exit_status_of(status);
}

exit_status sink_write(sink *s, const options *given) {
    const char *path = option_value(given, OPTION_OUTPUT);
    exit_status status = EXIT_DONE;
    clear_progress();
    if (path != NULL && path[0] == '\0') {
        complain("-o needs the name of a file, not ''");
        status = EXIT_USAGE;
    } else if (path != NULL && strcmp(path, "-") != 0) {
        status = write_file(path, s);
    } else if (s->length > 0) {
        fwrite(s->bytes, 1, s->length, stdout); /* main looks whether it arrived */
    }
    sink_free(s);
    return status;
}

void sink_print(sink *s, FILE *to) {
    clear_progress();
    if (s->length > 0) fwrite(s->bytes, 1, s->length, to);
    sink_free(s);
}
