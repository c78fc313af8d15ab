/* MODEL on the command line: with / or .nh in it a file, - standard input, otherwise a built-in model. */
#include "session/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "session/files.h"

enum { FIRST_READ = 1 << 16 };

/* All bytes of an open file, or NULL with errno: EFBIG where there are too many. An interrupt ends the reading. */
static char *read_all(int descriptor, size_t *length) {
    size_t capacity = FIRST_READ, count = 0;
    char *bytes = need(malloc(capacity));
    for (;;) {
        if (capacity - count < 2) bytes = need(realloc(bytes, capacity *= 2));
        ssize_t got = read(descriptor, bytes + count, capacity - count - 1);
        if (got == 0) break;
        bool is_long = got > 0 && count + (size_t)got > NH_TEXT_MAX;
        if (is_long || (got < 0 && (errno != EINTR || was_interrupted()))) {
            int reason = is_long ? EFBIG : errno;
            free(bytes);
            errno = reason;
            return NULL;
        }
        if (got > 0) count += (size_t)got;
    }
    bytes[count] = '\0';
    *length = count;
    return bytes;
}

static exit_status read_descriptor(source *result, int descriptor, const char *name) {
    result->memory = descriptor >= 0 ? read_all(descriptor, &result->length) : NULL;
    result->text = result->memory;
    result->name = name;
    if (result->memory != NULL) return EXIT_DONE;
    if (was_interrupted()) {
        complain("interrupted");
        return interrupt_status();
    }
    if (errno == EFBIG) complain("cannot read '%s': it has more than %d megabytes", name, NH_TEXT_MAX >> 20);
    else complain("cannot read '%s': %s", name, strerror(errno));
    return EXIT_FILE;
}

/* leibniz.nh is not there, but a built-in leibniz is. */
static void suggest_builtin(const char *path) {
    size_t length = strlen(path);
    if (length < 4 || strcmp(path + length - 3, ".nh") != 0) return;
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    char *name = need(strndup(base, length - 3 - (size_t)(base - path)));
    if (nh_builtin_find(name) != NULL) suggest("there is a built-in model of this name: write '%s' without .nh", name);
    free(name);
}

static exit_status open_file(source *result, const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    bool is_missing = descriptor < 0 && errno == ENOENT;
    exit_status status = read_descriptor(result, descriptor, path);
    if (is_missing) suggest_builtin(path);
    if (descriptor >= 0) close(descriptor);
    return status;
}

/* No such built-in: the nearest name, or how to name a file that lies here. */
static exit_status unknown_model(const char *name) {
    size_t count = nh_builtin_count();
    const char **names = need(calloc(count + 1, sizeof *names));
    for (size_t i = 0; i < count; i++) names[i] = nh_builtin_at(i)->name;
    const char *nearest = nh_nearest(name, count, names);
    if (nearest != NULL) complain("there is no built-in model '%s', did you mean '%s'?", name, nearest);
    else complain("there is no built-in model '%s'; 'nonholo list' shows them", name);
    if (name[0] != '\0' && access(name, F_OK) == 0) suggest("to read the file of this name, write './%s'", name);
    free(names);
    return EXIT_USAGE;
}

static exit_status open_builtin(source *result, const char *name) {
    const nh_builtin *found = nh_builtin_find(name);
    if (found == NULL) return unknown_model(name);
    *result = (source){.name = found->name, .text = found->text, .length = strlen(found->text), .builtin = found};
    return EXIT_DONE;
}

exit_status open_source(source *result, const char *word) {
    *result = (source){0};
    if (strcmp(word, "-") == 0) return read_descriptor(result, STDIN_FILENO, "stdin");
    return is_file_name(word) ? open_file(result, word) : open_builtin(result, word);
}

exit_status open_text(source *result, const char *path) {
    *result = (source){0};
    if (strcmp(path, "-") == 0) return read_descriptor(result, STDIN_FILENO, "stdin");
    return open_file(result, path);
}

void close_source(source *opened) {
    free(opened->memory);
    *opened = (source){0};
}
