/* Running the compiler: no shell, nothing printed, stopped when the computation is to stop.
 *
 * It runs in a process group of its own, so that a Ctrl-C of the terminal reaches us first and all of it can be killed. What
 * it says comes through a pipe, whose end also tells when it is done. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/limits.h"
#include "tape/native_private.h"

extern char **environ;

typedef NH_ARRAY(const char *) words;

/* ---- finding it ---- */

static words split(nh_arena *arena, const char *command) {
    words found = {.arena = arena};
    for (;;) {
        command += strspn(command, " \t");
        size_t length = strcspn(command, " \t");
        if (length == 0) return found;
        nh_array_push(&found, nh_arena_text(arena, command, length));
        command += length;
    }
}

static bool is_program(const char *path, struct stat *info) {
    return stat(path, info) == 0 && S_ISREG(info->st_mode) && access(path, X_OK) == 0;
}

/* The path of the program as execvp would find it; NULL when there is none. An empty part of PATH means the folder we are in,
 * which is not looked at. */
static const char *search(nh_arena *arena, const char *name, struct stat *info) {
    if (strchr(name, '/') != NULL) return is_program(name, info) ? name : NULL;
    const char *path = getenv("PATH");
    if (path == NULL) path = "/usr/local/bin:/usr/bin:/bin";
    while (*path != '\0') {
        size_t length = strcspn(path, ":");
        nh_text full = nh_text_begin(arena);
        nh_text_add_bytes(&full, path, length);
        nh_text_add_char(&full, '/');
        nh_text_add(&full, name);
        if (length > 0 && is_program(nh_text_string(&full), info)) return nh_text_string(&full);
        path += length + (path[length] == ':');
    }
    return NULL;
}

static uint64_t identify(const words *command, const struct stat *info) {
    uint64_t hash = nh_hash_combine((uint64_t)info->st_size, (uint64_t)info->st_mtim.tv_sec);
    hash = nh_hash_combine(hash, (uint64_t)info->st_mtim.tv_nsec);
    for (size_t i = 0; i < command->count; i++)
        hash = nh_hash_combine(hash, nh_hash_bytes(command->items[i], strlen(command->items[i])));
    return hash;
}

bool nh_compiler_find(nh_arena *arena, const char *command, nh_compiler *compiler) {
    if (command == NULL) command = getenv("CC");
    words found = split(arena, command != NULL ? command : "");
    if (found.count == 0) nh_array_push(&found, "cc");
    struct stat info;
    const char *path = search(arena, found.items[0], &info);
    if (path == NULL) {
        nh_native_note(nh_arena_context(arena), "native-compiler", "there is no program '%s' to compile it with",
                       found.items[0]);
        return false;
    }
    found.items[0] = path;
    *compiler = (nh_compiler){found.items, found.count, identify(&found, &info)};
    return true;
}

/* ---- starting it ---- */

enum { KEPT_OUTPUT = 4096, MILLISECONDS_BETWEEN_CHECKS = 20 };

typedef struct child {
    pid_t pid;  /* 0 when it does not run */
    int from;   /* reads what it says; -1 when it will say no more */
    int to;     /* its end of the pipe, until it has it */
    int status; /* 0 too when nobody knows: a process can ask not to be told of its children */
    size_t length;
    char said[KEPT_OUTPUT + 1]; /* the beginning */
} child;

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

/* Kills what still runs. Also called when the computation is left by a jump. */
static void end_child(void *object) {
    child *c = object;
    close_end(&c->from);
    close_end(&c->to);
    if (c->pid <= 0) return;
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {}
    c->pid = 0;
}

static bool open_pipe(child *c) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    c->from = ends[0], c->to = ends[1];
    return fcntl(c->from, F_SETFD, FD_CLOEXEC) == 0 && fcntl(c->to, F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(c->from, F_SETFL, O_NONBLOCK) == 0;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* Our environment, with messages in English and temporary files in the folder. */
static char **environment(nh_arena *arena, const char *folder) {
    words all = {.arena = arena};
    nh_text temporary = nh_text_begin(arena);
    nh_text_format(&temporary, "TMPDIR=%s", folder);
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (!begins(*entry, "TMPDIR=") && !begins(*entry, "LC_ALL=")) nh_array_push(&all, *entry);
    nh_array_push(&all, nh_text_string(&temporary));
    nh_array_push(&all, "LC_ALL=C");
    nh_array_push(&all, NULL);
    return (char **)all.items;
}

static char **arguments_of(nh_arena *arena, const nh_compiler *compiler, const nh_compiler_job *job) {
    words all = {.arena = arena};
    for (size_t i = 0; i < compiler->count; i++) nh_array_push(&all, compiler->words[i]);
    for (const char *const *argument = job->arguments; *argument != NULL; argument++) nh_array_push(&all, *argument);
    nh_array_push(&all, NULL);
    return (char **)all.items;
}

/* Default signals, none blocked, whatever this process does with them. */
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error =
        posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    return error != 0 ? error : posix_spawnattr_setsigmask(attributes, &none);
}

static int set_actions(posix_spawn_file_actions_t *actions, const child *c) {
    int error = posix_spawn_file_actions_adddup2(actions, c->to, 1);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, c->to, 2);
    return error != 0 ? error : posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
}

/* 0, or an errno. */
static int start(child *c, char **arguments, char **variables) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = set_attributes(&attributes);
        if (error == 0) error = set_actions(&actions, c);
        if (error == 0) error = posix_spawn(&c->pid, arguments[0], &actions, &attributes, arguments, variables);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    if (error != 0) c->pid = 0;
    close_end(&c->to);
    return error;
}

/* ---- waiting for it ---- */

/* Reads what it says, for some milliseconds at most. */
static void listen_to(child *c) {
    char spare[KEPT_OUTPUT];
    struct pollfd wanted = {.fd = c->from, .events = POLLIN};
    if (poll(&wanted, 1, c->from >= 0 ? MILLISECONDS_BETWEEN_CHECKS : 1) <= 0) return;
    bool full = c->length == KEPT_OUTPUT;
    ssize_t got = read(c->from, full ? spare : c->said + c->length, full ? sizeof spare : KEPT_OUTPUT - c->length);
    if (got > 0 && !full) c->length += (size_t)got;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) close_end(&c->from);
}

/* Whether it is over. */
static bool is_over(child *c) {
    pid_t ended = waitpid(c->pid, &c->status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    c->pid = 0;
    return true;
}

static nh_status await(nh_context *context, child *c) {
    for (;;) {
        listen_to(c);
        if (is_over(c)) return NH_OK;
        nh_status stop = nh_should_stop(context);
        if (stop != NH_OK) return stop;
        nh_progress_tell(context, "compiling", -1);
    }
}

/* ---- the end ---- */

/* The line that says what went wrong: the first with "error", or the first. */
static const char *complaint(nh_arena *arena, child *c) {
    c->said[c->length] = '\0';
    const char *line = strstr(c->said, "error");
    while (line != NULL && line > c->said && line[-1] != '\n') line--;
    if (line == NULL) line = c->said + strspn(c->said, "\r\n");
    return nh_arena_text(arena, line, strcspn(line, "\r\n"));
}

static bool judge(nh_arena *arena, const nh_compiler *compiler, child *c) {
    nh_context *context = nh_arena_context(arena);
    if (WIFEXITED(c->status) && WEXITSTATUS(c->status) == 0) return true;
    const char *line = complaint(arena, c);
    const char *how = WIFSIGNALED(c->status) ? "signal" : "exit status";
    int number = WIFSIGNALED(c->status) ? WTERMSIG(c->status) : WEXITSTATUS(c->status);
    nh_native_note(context, "native-compiler", "the compiler '%s' failed with %s %d%s%s", compiler->words[0], how,
                   number, *line != '\0' ? ": " : "", line);
    return false;
}

bool nh_compiler_run(nh_arena *arena, const nh_compiler *compiler, const nh_compiler_job *job) {
    nh_context *context = nh_arena_context(arena);
    nh_arena *own = nh_arena_create(context);
    child *c = NH_NEW(own, child);
    c->from = c->to = -1;
    nh_arena_on_release(own, end_child, c);
    char **arguments = arguments_of(own, compiler, job), **variables = environment(own, job->folder);
    int error = open_pipe(c) ? start(c, arguments, variables) : errno;
    bool done = false;
    if (error != 0) {
        nh_native_note(context, "native-compiler", "cannot start the compiler '%s': %s", compiler->words[0],
                       nh_native_reason(own, error));
    } else {
        nh_status stop = await(context, c);
        if (stop == NH_OK) done = judge(own, compiler, c);
        else
            nh_native_note(context, "native-stopped", "%s while it was compiled",
                           stop == NH_E_INTERRUPT ? "an interrupt came" : "a limit was reached");
    }
    nh_arena_destroy(own);
    return done;
}
