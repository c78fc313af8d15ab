/* Writing results. */
#include "session/output.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "session/progress.h"

/* In a context of its own: some commands have none, and in that of a session an interrupt may be under way. */
static exit_status write_file(const char *path, const char *text, size_t length) {
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    nh_status status = nh_context_create(&def, &context);
    if (status == NH_OK) {
        nh_context *before = watch_interrupts(context);
        status = nh_context_write_file(context, path, text, length);
        watch_interrupts(before);
    }
    const nh_diag *why = context != NULL ? nh_context_diag(context, 0) : NULL;
    if (status != NH_OK) complain("%s", why != NULL ? why->sentence : nh_status_text(status));
    nh_context_destroy(context);
    return exit_status_of(status);
}

exit_status write_output(const options *given, const char *text, size_t length) {
    const char *path = option_value(given, OPTION_OUTPUT);
    clear_progress();
    if (path != NULL && path[0] == '\0') {
        complain("-o needs the name of a file, not ''");
        return EXIT_USAGE;
    }
    if (path != NULL && !is_output(path)) return write_file(path, text, length);
    fwrite(text, 1, length, stdout); /* main looks whether it arrived */
    return EXIT_DONE;
}

exit_status write_text(const options *given, const char *text) {
    return write_output(given, text, strlen(text));
}

void print_text(const char *text, FILE *to) {
    clear_progress();
    fputs(text, to);
}

bool is_output(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

bool has_closed_output(void) {
    struct pollfd look = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&look, 1, 0) == 1 && (look.revents & POLLERR) != 0;
}

nh_print_as print_as(const options *given) {
    return has_option(given, OPTION_JSON) ? NH_PRINT_JSON : NH_PRINT_TEXT;
}
