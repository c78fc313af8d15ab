/* Reading and writing files with system calls, so that every error is seen.
 *
 * Calls that wait for another process (a pipe) can be interrupted: reading examines the limits now and then; writing,
 * which may well be for what was computed before an interrupt, gives up only when a signal comes in while it waits. */
#include "base/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/context_private.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"

enum { FIRST_READ = 65536, MILLISECONDS_BETWEEN_CHECKS = 50 };

typedef NH_ARRAY(char) bytes;

/* Leaves with a sentence such as "cannot read 'a.nh': no such file". */
static _Noreturn void fail_on_file(nh_context *context, const char *doing, const char *path, int error) {
    char reason[128];
    const char *code = error == ENOENT ? "file-missing" : error == ENOSPC ? "file-full" : "file";
    if (error == ENOENT) snprintf(reason, sizeof reason, "there is no such file or folder");
    else if (error == ENOSPC) snprintf(reason, sizeof reason, "the disk is full");
    else if (strerror_r(error, reason, sizeof reason) != 0) snprintf(reason, sizeof reason, "error %d", error);
    nh_fail(context, NH_E_IO, code, "cannot %s '%s': %s", doing, path, reason);
}

/* After EINTR: a signal came, perhaps to ask for an end. */
static void check_interrupt(nh_context *context) {
    if (nh_should_stop(context) == NH_E_INTERRUPT) nh_raise(context, NH_E_INTERRUPT);
}

/* Like open, which waits for the other end of a fifo. */
static int open_patiently(nh_context *context, const char *path, int flags) {
    for (;;) {
        int descriptor = open(path, flags | O_CLOEXEC);
        if (descriptor >= 0 || errno != EINTR) return descriptor;
        check_interrupt(context);
    }
}

static void close_descriptor(void *object) {
    close(*(int *)object);
}

/* Opens, and has the arena close the file whatever happens. */
static int open_for_reading(nh_arena *arena, const char *path) {
    int *descriptor = NH_NEW(arena, int);
    *descriptor = -1;
    nh_arena_on_release(arena, close_descriptor, descriptor);
    *descriptor = open_patiently(nh_arena_context(arena), path, O_RDONLY);
    if (*descriptor < 0) fail_on_file(nh_arena_context(arena), "read", path, errno);
    return *descriptor;
}

/* Waits until there is something to read, or an end or an error to be told by read. */
static void await_bytes(nh_context *context, int descriptor) {
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    int ready;
    do {
        nh_tick_check(context);
        ready = poll(&wanted, 1, MILLISECONDS_BETWEEN_CHECKS);
    } while (ready == 0 || (ready < 0 && errno == EINTR));
}

const char *nh_file_read_open(nh_arena *arena, int descriptor, const char *name, size_t *length) {
    nh_context *context = nh_arena_context(arena);
    bytes all = {.arena = arena};
    for (;;) {
        nh_array_reserve(&all, all.count == 0 ? FIRST_READ : 2); /* a byte to read and the NUL */
        await_bytes(context, descriptor);
        ssize_t got = read(descriptor, all.items + all.count, all.capacity - all.count - 1);
        if (got == 0) break;
        if (got < 0 && errno != EINTR && errno != EAGAIN) fail_on_file(context, "read", name, errno);
        if (got > 0) all.count += (size_t)got;
        if (all.count > NH_TEXT_MAX)
            nh_fail(context, NH_E_IO, "file-size", "cannot read '%s': it has more than %d megabytes", name,
                    NH_TEXT_MAX >> 20);
    }
    all.items[all.count] = '\0';
    *length = all.count;
    return nh_arena_resize(arena, all.items, all.count + 1, all.count + 1); /* gives back what was reserved beyond */
}

const char *nh_file_read(nh_arena *arena, const char *path, size_t *length) {
    nh_context *context = nh_arena_context(arena);
    nh_arena *own = nh_arena_create(context); /* holds the open file */
    const char *all = nh_file_read_open(arena, open_for_reading(own, path), path, length);
    nh_arena_destroy(own);
    return all;
}

struct nh_writer {
    nh_context *context;
    const char *name;      /* for messages */
    const char *target;    /* what the temporary file becomes; NULL when written directly */
    const char *temporary; /* NULL when written directly, or once it has taken its place */
    int descriptor;
    bool owned; /* whether to close it */
};

/* For nh_context_remove_temporaries. A path stays in its place until the file is gone or has another name. */
static void note_temporary(nh_context *context, const char *path) {
    for (int i = 0; i < NH_TEMPORARIES; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&context->temporaries[i], &none, path)) return;
    }
}

static void forget_temporary(nh_context *context, const char *path) {
    for (int i = 0; i < NH_TEMPORARIES; i++) {
        const char *own = path;
        if (atomic_compare_exchange_strong(&context->temporaries[i], &own, NULL)) return;
    }
}

void nh_context_remove_temporaries(nh_context *context) {
    for (int i = 0; i < NH_TEMPORARIES; i++) {
        const char *path = atomic_load(&context->temporaries[i]);
        if (path != NULL) unlink(path);
    }
}

static void abandon_writer(void *object) {
    nh_writer *writer = object;
    if (writer->owned && writer->descriptor >= 0) close(writer->descriptor);
    if (writer->temporary == NULL) return;
    unlink(writer->temporary);
    forget_temporary(writer->context, writer->temporary);
}

static nh_writer *new_writer(nh_arena *arena, const char *name) {
    nh_writer *writer = NH_NEW(arena, nh_writer);
    *writer = (nh_writer){.context = nh_arena_context(arena), .descriptor = -1};
    writer->name = nh_arena_string(arena, name);
    nh_arena_on_release(arena, abandon_writer, writer);
    return writer;
}

nh_writer *nh_writer_of(nh_arena *arena, int descriptor, const char *name) {
    nh_writer *writer = new_writer(arena, name);
    writer->descriptor = descriptor;
    return writer;
}

enum { NAMES_TO_TRY = 100, LONGEST_STEM = 200, LINKS_TO_FOLLOW = 40 };

/* How many bytes of the path a temporary name begins with: a name may have 255 bytes on most file systems. */
static size_t stem_of(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0, length = strlen(path);
    return length - folder < LONGEST_STEM ? length : folder + LONGEST_STEM;
}

/* A neighbour of the target, so that rename does not cross file systems. */
static void open_temporary(nh_arena *arena, nh_writer *writer) {
    for (int i = 0; i < NAMES_TO_TRY && writer->descriptor < 0; i++) {
        nh_text name = nh_text_begin(arena);
        nh_text_add_bytes(&name, writer->target, stem_of(writer->target));
        nh_text_format(&name, ".%ld-%d.tmp", (long)getpid(), i);
        writer->descriptor = open(name.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (writer->descriptor >= 0) writer->temporary = name.bytes;
        else if (errno != EEXIST) break;
    }
    if (writer->descriptor < 0) fail_on_file(writer->context, "write", writer->name, errno);
    note_temporary(writer->context, writer->temporary);
}

static void open_directly(nh_writer *writer, const char *path) {
    writer->descriptor = open_patiently(writer->context, path, O_WRONLY);
    if (writer->descriptor < 0) fail_on_file(writer->context, "write", writer->name, errno);
}

/* The path of the file itself, which may not exist yet, when the path is a symbolic link to it or to another link. */
static const char *follow_links(nh_arena *arena, const char *path) {
    char next[PATH_MAX];
    for (int i = 0; i < LINKS_TO_FOLLOW; i++) {
        ssize_t length = readlink(path, next, sizeof next);
        if (length <= 0) break;
        const char *slash = strrchr(path, '/');
        nh_text whole = nh_text_begin(arena);
        if (next[0] != '/' && slash != NULL) nh_text_add_bytes(&whole, path, (size_t)(slash - path) + 1);
        nh_text_add_bytes(&whole, next, (size_t)length);
        path = nh_text_string(&whole);
    }
    return path;
}

nh_writer *nh_writer_open(nh_arena *arena, const char *path) {
    nh_writer *writer = new_writer(arena, path);
    writer->owned = true;
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (!exists && (errno != ENOENT || *path == '\0')) fail_on_file(writer->context, "write", path, errno);
    if (exists && !S_ISREG(info.st_mode)) {
        open_directly(writer, path);
        return writer;
    }
    if (exists && access(path, W_OK) != 0) fail_on_file(writer->context, "write", path, errno);
    writer->target = follow_links(arena, writer->name);
    open_temporary(arena, writer);
    /* Not the bits that lend the owner's rights: the owner may be different now. A file system
     * without modes refuses. */
    if (exists && fchmod(writer->descriptor, info.st_mode & 0777) != 0) errno = 0;
    return writer;
}

/* After a write that failed: whether to try again. A pipe that does not block is waited for here. */
static bool can_go_on(const nh_writer *writer) {
    struct pollfd wanted = {.fd = writer->descriptor, .events = POLLOUT};
    if (errno == EAGAIN && poll(&wanted, 1, -1) >= 0) return true;
    if (errno != EINTR) return false;
    check_interrupt(writer->context);
    return true;
}

nh_writer *nh_writer_to(nh_arena *arena, const char *path) {
    bool is_output = strcmp(path, "-") == 0;
    return is_output ? nh_writer_of(arena, STDOUT_FILENO, "standard output") : nh_writer_open(arena, path);
}

void nh_writer_write(nh_writer *writer, const char *from, size_t length) {
    while (length > 0) {
        ssize_t put = write(writer->descriptor, from, length);
        if (put < 0 && can_go_on(writer)) continue;
        if (put < 0) fail_on_file(writer->context, "write", writer->name, errno);
        from += put;
        length -= (size_t)put;
    }
}

/* Some file systems report a full disk only when the file is closed. */
static void close_writer(nh_writer *writer) {
    int descriptor = writer->descriptor;
    writer->descriptor = -1;
    if (close(descriptor) != 0) fail_on_file(writer->context, "write", writer->name, errno);
}

void nh_writer_commit(nh_writer *writer) {
    if (writer->temporary != NULL && fsync(writer->descriptor) != 0)
        fail_on_file(writer->context, "write", writer->name, errno);
    if (writer->owned) close_writer(writer);
    if (writer->temporary == NULL) return;
    if (rename(writer->temporary, writer->target) != 0) fail_on_file(writer->context, "write", writer->name, errno);
    forget_temporary(writer->context, writer->temporary);
    writer->temporary = NULL;
}

static void write_whole(nh_context *context, nh_writer *(*open)(nh_arena *arena, const char *path), const char *path,
                        const char *from, size_t length) {
    nh_arena *own = nh_arena_create(context);
    nh_writer *writer = open(own, path);
    nh_writer_write(writer, from, length);
    nh_writer_commit(writer);
    nh_arena_destroy(own);
}

void nh_file_write(nh_context *context, const char *path, const char *from, size_t length) {
    write_whole(context, nh_writer_open, path, from, length);
}

typedef struct file_text {
    nh_context *context;
    const char *path, *from;
    size_t length;
} file_text;

static void write_protected(void *argument) {
    const file_text *w = argument;
    write_whole(w->context, nh_writer_to, w->path, w->from, w->length);
}

nh_status nh_context_write_file(nh_context *context, const char *path, const char *from, size_t length) {
    if (context == NULL || path == NULL || (from == NULL && length > 0)) return NH_E_USAGE;
    file_text w = {context, path, from, length};
    return nh_protect(context, write_protected, &w);
}
