/* Results in memory, and files that are replaced whole. */
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static exit_status cannot_write(const char *path) {
    complain("cannot write '%s': %s", path, strerror(errno));
    return EXIT_FILE;
}

static bool write_bytes(int descriptor, const sink *s) {
    for (size_t done = 0; done < s->length;) {
        ssize_t count = write(descriptor, s->bytes + done, s->length - done);
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) done += (size_t)count;
    }
    return true;
}

/* Writes and closes; false, with errno, when any of it fails. */
static bool fill(int descriptor, const sink *s, bool is_regular) {
    bool is_written = write_bytes(descriptor, s) && (!is_regular || fsync(descriptor) == 0);
    int reason = errno;
    if (close(descriptor) == 0 && is_written) return true;
    if (!is_written) errno = reason;
    return false;
}

/* A pipe, a terminal, /dev/full: there is nothing to replace. */
static exit_status write_directly(const char *path, const sink *s) {
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return descriptor >= 0 && fill(descriptor, s, false) ? EXIT_DONE : cannot_write(path);
}

static mode_t mode_of_new_file(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* target is the file that path leads to; mode what the new file will have. */
static exit_status replace(const char *path, const char *target, mode_t mode, const sink *s) {
    size_t size = strlen(target) + sizeof ".XXXXXX";
    char *temporary = need(malloc(size));
    snprintf(temporary, size, "%s.XXXXXX", target);
    int descriptor = mkstemp(temporary);
    exit_status status = EXIT_DONE;
    if (descriptor < 0) {
        status = cannot_write(path);
    } else if (fchmod(descriptor, mode) != 0 || !fill(descriptor, s, true) || rename(temporary, target) != 0) {
        status = cannot_write(path);
        unlink(temporary);
    }
    free(temporary);
    return status;
}

static exit_status write_file(const char *path, const sink *s) {
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return cannot_write(path);
    }
    if (exists && !S_ISREG(old.st_mode)) return write_directly(path, s);
    if (exists && access(path, W_OK) != 0) return cannot_write(path);
    char *target = exists ? realpath(path, NULL) : NULL; /* a link stays a link */
    mode_t mode = exists ? old.st_mode & 07777 : mode_of_new_file();
    exit_status status = replace(path, target != NULL ? target : path, mode, s);
    free(target);
    return status;
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
