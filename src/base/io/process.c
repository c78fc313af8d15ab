/* Running another program.
 *
 * It runs in a process group of its own, so that a Ctrl-C of the terminal reaches us first and all of it can be killed.
 * What it says comes through pipes, whose end also tells when it is done. What it reads goes through a socket: one that
 * nobody reads any more gives an error there, where a pipe would send a signal to this process. */
#include "base/io/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/text.h"

extern char **environ;

typedef NH_ARRAY(const char *) words;

const char *nh_process_reason(nh_arena *arena, int error) {
    char reason[128];
    if (strerror_r(error, reason, sizeof reason) != 0) snprintf(reason, sizeof reason, "error %d", error);
    return nh_arena_string(arena, reason);
}

/* ---- finding it ---- */

static bool is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

const char *nh_process_find(nh_arena *arena, const char *name) {
    if (strchr(name, '/') != NULL) return is_program(name) ? name : NULL;
    const char *path = getenv("PATH");
    if (path == NULL) path = "/usr/local/bin:/usr/bin:/bin";
    while (*path != '\0') {
        size_t length = strcspn(path, ":");
        nh_text full = nh_text_begin(arena);
        nh_text_add_bytes(&full, path, length);
        nh_text_add_char(&full, '/');
        nh_text_add(&full, name);
        if (length > 0 && is_program(nh_text_string(&full))) return nh_text_string(&full);
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* ---- starting it ---- */

enum { KEPT = 1 << 14, PIECE = 1 << 16, MILLISECONDS_BETWEEN_CHECKS = 20 };
enum { INPUT, OUTPUT, ERRORS, STREAMS };

typedef struct child {
    pid_t pid;           /* 0 when it does not run */
    int ours[STREAMS];   /* our ends; -1 when closed, or never open */
    int theirs[STREAMS]; /* its ends, until it has them */
    int status;          /* 0 too when nobody knows: a process can ask not to be told of its children */
    const char *input;
    size_t input_left;
    NH_ARRAY(char) output;
    size_t said_length;
    char said[KEPT + 1];
} child;

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

/* Kills what still runs. Also called when the computation is left by a jump. */
static void end_child(void *object) {
    child *c = object;
    for (int i = 0; i < STREAMS; i++) {
        close_end(&c->ours[i]);
        close_end(&c->theirs[i]);
    }
    if (c->pid <= 0) return;
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {}
    c->pid = 0;
}

/* Where this process has closed its standard streams, a new end may have one of their numbers, and be
 * overwritten in the child. */
static bool lift_descriptor(int *end) {
    if (*end > STDERR_FILENO) return true;
    int higher = fcntl(*end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (higher < 0) return false;
    close(*end);
    *end = higher;
    return true;
}

static bool set_up_ends(child *c, int stream) {
    return lift_descriptor(&c->ours[stream]) && lift_descriptor(&c->theirs[stream]) &&
           fcntl(c->ours[stream], F_SETFD, FD_CLOEXEC) == 0 && fcntl(c->theirs[stream], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(c->ours[stream], F_SETFL, O_NONBLOCK) == 0;
}

static bool open_input(child *c) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    c->ours[INPUT] = ends[0], c->theirs[INPUT] = ends[1];
    return set_up_ends(c, INPUT);
}

static bool open_pipe(child *c, int stream) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    c->ours[stream] = ends[0], c->theirs[stream] = ends[1];
    return set_up_ends(c, stream);
}

static bool open_streams(child *c, const nh_process_call *call) {
    return (call->input == NULL || open_input(c)) && (!call->keeps_output || open_pipe(c, OUTPUT)) &&
           open_pipe(c, ERRORS);
}

/* Whether the entry NAME=... of an environment has the name of one of these. */
static bool is_replaced(const char *entry, const char *const *variables) {
    size_t length = strcspn(entry, "=");
    for (; variables != NULL && *variables != NULL; variables++)
        if (strncmp(*variables, entry, length) == 0 && (*variables)[length] == '=') return true;
    return false;
}

static char **make_environment(nh_arena *arena, const char *const *variables) {
    words all = {.arena = arena};
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (!is_replaced(*entry, variables)) nh_array_push(&all, *entry);
    for (; variables != NULL && *variables != NULL; variables++) nh_array_push(&all, *variables);
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
    int output = c->theirs[OUTPUT] >= 0 ? c->theirs[OUTPUT] : c->theirs[ERRORS];
    int error = c->theirs[INPUT] >= 0 ? posix_spawn_file_actions_adddup2(actions, c->theirs[INPUT], 0)
                                      : posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, output, 1);
    return error != 0 ? error : posix_spawn_file_actions_adddup2(actions, c->theirs[ERRORS], 2);
}

/* 0, or an errno. */
static int start_child(child *c, char **arguments, char **variables) {
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
    for (int i = 0; i < STREAMS; i++) close_end(&c->theirs[i]);
    return error;
}

/* ---- waiting for it ---- */

static bool is_over_for_now(ssize_t got) {
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Hands it what it still has to read; no more when it does not want it. */
static void feed_child(child *c) {
    ssize_t put = send(c->ours[INPUT], c->input, c->input_left, MSG_NOSIGNAL);
    if (put > 0) c->input += put, c->input_left -= (size_t)put;
    if (c->input_left == 0 || (put < 0 && !is_over_for_now(put))) close_end(&c->ours[INPUT]);
}

/* False when there is no more for now. */
static bool read_output(child *c) {
    nh_array_reserve(&c->output, PIECE);
    ssize_t got = read(c->ours[OUTPUT], c->output.items + c->output.count, PIECE);
    if (got > 0) c->output.count += (size_t)got;
    if (got == 0 || (got < 0 && !is_over_for_now(got))) close_end(&c->ours[OUTPUT]);
    return got > 0;
}

static bool read_errors(child *c) {
    char spare[4096];
    bool full = c->said_length == KEPT;
    ssize_t got =
        read(c->ours[ERRORS], full ? spare : c->said + c->said_length, full ? sizeof spare : KEPT - c->said_length);
    if (got > 0 && !full) c->said_length += (size_t)got;
    if (got == 0 || (got < 0 && !is_over_for_now(got))) close_end(&c->ours[ERRORS]);
    return got > 0;
}

/* Talks to it, for some milliseconds at most. */
static void talk_to_child(child *c) {
    struct pollfd wanted[STREAMS];
    bool is_open = false;
    for (int i = 0; i < STREAMS; i++) {
        wanted[i] = (struct pollfd){.fd = c->ours[i], .events = i == INPUT ? POLLOUT : POLLIN};
        is_open = is_open || c->ours[i] >= 0;
    }
    if (poll(wanted, STREAMS, is_open ? MILLISECONDS_BETWEEN_CHECKS : 1) <= 0) return;
    if (wanted[INPUT].revents != 0) feed_child(c);
    if (wanted[OUTPUT].revents != 0) read_output(c);
    if (wanted[ERRORS].revents != 0) read_errors(c);
}

/* What it wrote before its end. A process that it left behind may hold the other ends: there is no waiting for that. */
static void drain_child(child *c) {
    while (c->ours[OUTPUT] >= 0 && read_output(c)) {}
    while (c->ours[ERRORS] >= 0 && read_errors(c)) {}
}

static bool is_over(child *c) {
    pid_t ended = waitpid(c->pid, &c->status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    c->pid = 0;
    return true;
}

static nh_status await_child(nh_context *context, child *c, const char *doing) {
    for (;;) {
        talk_to_child(c);
        if (is_over(c)) break;
        nh_status stop = nh_should_stop(context);
        if (stop != NH_OK) return stop;
        nh_progress_tell(context, doing, -1);
    }
    drain_child(c);
    return NH_OK;
}

/* ---- the whole ---- */

static nh_process_end result_of(nh_arena *arena, const child *c) {
    nh_process_end end = {.output = c->output.items,
                          .output_length = c->output.count,
                          .said = nh_arena_text(arena, c->said, c->said_length)};
    if (WIFSIGNALED(c->status)) end.signal = WTERMSIG(c->status);
    else end.status = WEXITSTATUS(c->status);
    return end;
}

nh_process_end nh_process_run(nh_arena *arena, const nh_process_call *call) {
    nh_context *context = nh_arena_context(arena);
    nh_arena *own = nh_arena_create(context);
    child *c = NH_NEW(own, child);
    for (int i = 0; i < STREAMS; i++) c->ours[i] = c->theirs[i] = -1;
    c->input = call->input, c->input_left = call->input_length;
    c->output.arena = arena;
    nh_arena_on_release(own, end_child, c);
    char **variables = make_environment(own, call->variables);
    int error = open_streams(c, call) ? start_child(c, (char **)call->words, variables) : errno;
    nh_status stop = error == 0 ? await_child(context, c, call->doing) : NH_OK;
    nh_process_end end = result_of(arena, c);
    end.error = error;
    end.stop = stop;
    nh_arena_destroy(own);
    return end;
}

bool nh_process_is_good(const nh_process_end *end) {
    return end->error == 0 && end->stop == NH_OK && end->status == 0 && end->signal == 0;
}
