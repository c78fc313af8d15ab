/* What the tests of compiled tapes share: a small tape, a compiler that counts its runs, a folder for the cache, processes
 * that try it out. */
#ifndef NH_TESTS_NATIVE_PLACE_H
#define NH_TESTS_NATIVE_PLACE_H

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs.h"
#include "tape/native/native.h"

static inline const char *say(const nh_context *context) {
    size_t count = nh_context_diag_count(context);
    return count > 0 ? nh_context_diag(context, count - 1)->sentence : "";
}

static inline nh_tape *small_tape(programs *g, int64_t number) {
    nh_tape_def def = programs_def(g, 1, 1);
    nh_builder *b = nh_builder_create(g->arena, g->pool, &def);
    nh_expr sum =
        nh_expr_add(g->pool, nh_expr_mul(g->pool, def.inputs[0], def.parameters[0]), nh_expr_int(g->pool, number));
    nh_build_output(b, nh_build_expr(b, sum));
    return nh_builder_finish(b);
}

/* 3 x + number for x = 2. */
static inline double value_of(const nh_native *native) {
    double work[64], output = 0;
    assert_true(nh_native_work_size(native, 1) <= 64);
    nh_native_begin(native, 1, &(double){3}, work);
    nh_native_run(native, 1, &(double){2}, &output, work);
    return output;
}

static inline void write_script(const char *path, const char *text) {
    program_write(path, text);
    assert_int_equal(chmod(path, 0755), 0);
}

typedef struct place {
    char folder[512], script[512], log[512];
    nh_native_def def;
} place;

/* An empty folder for the cache, and a compiler that writes a line for every run. */
static inline void set_up(place *p, const char *name) {
    char text[2048];
    snprintf(p->folder, sizeof p->folder, "%s/%s/cache", test_folder(), name);
    snprintf(p->script, sizeof p->script, "%s-cc", test_path(name));
    snprintf(p->log, sizeof p->log, "%s.log", test_path(name));
    snprintf(text, sizeof text, "#!/bin/sh\necho run >>'%s'\nexec cc \"$@\"\n", p->log);
    write_script(p->script, text);
    p->def = nh_default_native();
    p->def.folder = p->folder;
    p->def.compiler = p->script;
}

static inline int compiler_runs(const place *p) {
    FILE *file = fopen(p->log, "r");
    int lines = 0;
    if (file == NULL) return 0;
    for (int c = getc(file); c != EOF; c = getc(file)) lines += c == '\n';
    fclose(file);
    return lines;
}

/* How many files of the folder end with so; *last is the path of one of them. */
static inline int count_files(const char *folder, const char *ending, char *last) {
    DIR *open = opendir(folder);
    int count = 0;
    assert_non_null(open);
    for (const struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length < strlen(ending)) continue;
        if (strcmp(entry->d_name + length - strlen(ending), ending) != 0) continue;
        if (last != NULL) snprintf(last, 1024, "%s/%s", folder, entry->d_name);
        count++;
    }
    closedir(open);
    return count;
}

static inline double load_value(programs *g, const place *p, int64_t number) {
    const nh_native *native = nh_native_load(g->arena, small_tape(g, number), &p->def);
    if (native == NULL) print_error("%s\n", say(nh_arena_context(g->arena)));
    assert_non_null(native);
    return value_of(native);
}

/* Runs a part of a test in a process of its own: 0 when it says so. 77: it could not be arranged. */
static inline int in_child(int (*part)(const place *p), const place *p) {
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) _exit(part(p));
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

typedef struct attempt {
    const place *place;
    char code[32]; /* of the note, "" when it loads */
    double value;
} attempt;

static inline void try_load(nh_context *context, void *argument) {
    attempt *a = argument;
    programs g = programs_begin(nh_arena_create(context), 8);
    const nh_native *native = nh_native_load(g.arena, small_tape(&g, 10), &a->place->def);
    if (native != NULL) a->value = value_of(native);
    else snprintf(a->code, sizeof a->code, "%s", test_last_code(context));
}

/* The code of the note, or "" when it loads and gives the right value. */
static inline const char *outcome(const place *p) {
    static attempt a;
    nh_context *context;
    nh_context_def def = nh_default_context();
    a = (attempt){.place = p};
    if (nh_context_create(&def, &context) != NH_OK) return "context";
    nh_status status = test_protect(context, try_load, &a);
    nh_context_destroy(context);
    if (status != NH_OK) return "left";
    return *a.code == '\0' && a.value != 16 ? "wrong" : a.code;
}

static inline int loads(const place *p) {
    return strcmp(outcome(p), "") == 0 ? 0 : 1;
}

/* Nothing goes to the folder of who runs the tests. */
static inline int set_environment(void **state) {
    (void)state;
    setenv("HOME", test_folder(), 1);
    setenv("XDG_CACHE_HOME", test_folder(), 1);
    unsetenv("CC");
    return 0;
}

#endif
