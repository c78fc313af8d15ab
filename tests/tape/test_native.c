/* Compiled tapes: the same bits as the interpreter for any number of lanes, a cache that survives everything, and compilers
 * that are missing, fail, or take too long. */
#define _GNU_SOURCE /* unshare, for a file system without execution */
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "programs.h"
#include "tape/native.h"
#include "tape/native_private.h"

/* ---- the same bits ---- */

typedef struct evaluation {
    const double *parameters, *inputs;
    double *interpreted;
} evaluation;

static evaluation interpret(programs *g, const nh_tape *tape, uint32_t lanes) {
    double *parameters = program_numbers(g, (size_t)nh_tape_parameters(tape) * lanes);
    double *inputs = program_numbers(g, (size_t)nh_tape_inputs(tape) * lanes);
    double *outputs = program_room(g, (size_t)nh_tape_outputs(tape) * lanes);
    double *work = program_room(g, nh_tape_work_size(tape, lanes));
    nh_tape_begin(tape, lanes, parameters, work);
    nh_tape_run(tape, lanes, inputs, outputs, work);
    return (evaluation){parameters, inputs, outputs};
}

static void check_lanes(programs *g, const nh_tape *tape, const nh_native *native, uint32_t lanes) {
    char what[32];
    snprintf(what, sizeof what, "%u lanes", lanes);
    evaluation e = interpret(g, tape, lanes);
    size_t size = nh_native_work_size(native, lanes), count = (size_t)nh_tape_outputs(tape) * lanes;
    double *work = program_room(g, size), *outputs = program_room(g, count);
    double untouched = outputs[count];
    nh_native_begin(native, lanes, e.parameters, work);
    nh_native_run(native, lanes, e.inputs, outputs, work);
    program_compare(what, count, outputs, e.interpreted);
    nh_native_run(native, lanes, e.inputs, outputs, work);
    program_compare(what, count, outputs, e.interpreted);
    assert_true(outputs[count] == untouched && work[size] == untouched);
}

static const char *say(const nh_context *context) {
    size_t count = nh_context_diag_count(context);
    return count > 0 ? nh_context_diag(context, count - 1)->sentence : "";
}

static void check_tape(programs *g, const nh_tape *tape, bool lanes) {
    static const uint32_t counts[] = {1, 3, 8, 11, 32};
    nh_native_def def = nh_default_native();
    def.lanes = lanes;
    const nh_native *native = nh_native_load(g->arena, tape, &def);
    if (native == NULL) print_error("%s\n", say(nh_arena_context(g->arena)));
    assert_non_null(native);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) check_lanes(g, tape, native, counts[i]);
}

PROTECTED_TEST(straight_code_has_the_same_bits) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 1);
    for (int i = 0; i < test_count(2); i++) check_tape(&g, programs_straight(&g, 220), true);
    for (uint32_t op = 0; op < NH_OPS; op++) assert_true(g.seen[op] > 0);
    check_tape(&g, programs_straight(&g, 40), false);
    check_tape(&g, programs_roundings(&g, 20), true);
}

PROTECTED_TEST(expressions_have_the_same_bits) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 2);
    for (int i = 0; i < test_count(2); i++) check_tape(&g, programs_expressions(&g, 5, 40), true);
}

PROTECTED_TEST(loops_have_the_same_bits) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 3);
    check_tape(&g, programs_loops(&g, 35), true);
    check_tape(&g, programs_loops(&g, 5), false);
}

PROTECTED_TEST(a_tape_of_nothing_loads) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 4);
    nh_tape_def def = {0};
    check_tape(&g, nh_builder_finish(nh_builder_create(g.arena, g.pool, &def)), true);
}

/* ---- a small tape, a compiler that counts, and a folder ---- */

static nh_tape *small_tape(programs *g, int64_t number) {
    nh_tape_def def = programs_def(g, 1, 1);
    nh_builder *b = nh_builder_create(g->arena, g->pool, &def);
    nh_expr sum =
        nh_expr_add(g->pool, nh_expr_mul(g->pool, def.inputs[0], def.parameters[0]), nh_expr_int(g->pool, number));
    nh_build_output(b, nh_build_expr(b, sum));
    return nh_builder_finish(b);
}

/* 3 x + number for x = 2. */
static double value_of(const nh_native *native) {
    double work[64], output = 0;
    assert_true(nh_native_work_size(native, 1) <= 64);
    nh_native_begin(native, 1, &(double){3}, work);
    nh_native_run(native, 1, &(double){2}, &output, work);
    return output;
}

static void write_script(const char *path, const char *text) {
    program_write(path, text);
    assert_int_equal(chmod(path, 0755), 0);
}

typedef struct place {
    char folder[512], script[512], log[512];
    nh_native_def def;
} place;

/* An empty folder for the cache, and a compiler that writes a line for every run. */
static void set_up(place *p, const char *name) {
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

static int compiler_runs(const place *p) {
    FILE *file = fopen(p->log, "r");
    int lines = 0;
    if (file == NULL) return 0;
    for (int c = getc(file); c != EOF; c = getc(file)) lines += c == '\n';
    fclose(file);
    return lines;
}

/* How many files of the folder end with so; *last is the path of one of them. */
static int count_files(const char *folder, const char *ending, char *last) {
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

static double load_value(programs *g, const place *p, int64_t number) {
    const nh_native *native = nh_native_load(g->arena, small_tape(g, number), &p->def);
    if (native == NULL) print_error("%s\n", say(nh_arena_context(g->arena)));
    assert_non_null(native);
    return value_of(native);
}

/* ---- the cache ---- */

PROTECTED_TEST(the_second_load_does_not_compile) {
    SKIP_WITHOUT("cc");
    place p;
    set_up(&p, "second");
    programs g = programs_begin(nh_arena_create(context), 5);
    assert_true(load_value(&g, &p, 10) == 16);
    assert_int_equal(compiler_runs(&p), 1);
    assert_true(load_value(&g, &p, 10) == 16);
    assert_int_equal(compiler_runs(&p), 1);
    assert_true(load_value(&g, &p, 11) == 17);
    assert_int_equal(compiler_runs(&p), 2);
    p.def.lanes = false;
    assert_true(load_value(&g, &p, 10) == 16);
    assert_int_equal(compiler_runs(&p), 3);
    assert_int_equal(count_files(p.folder, "", NULL), 3); /* and nothing beside the entries */
    assert_int_equal(nh_context_diag_count(context), 0);
}

PROTECTED_TEST(another_compiler_compiles_anew) {
    SKIP_WITHOUT("cc");
    place p;
    char command[600];
    set_up(&p, "another");
    programs g = programs_begin(nh_arena_create(context), 6);
    assert_true(load_value(&g, &p, 10) == 16);
    struct timespec times[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
    assert_int_equal(utimensat(AT_FDCWD, p.script, times, 0), 0); /* as after an update */
    assert_true(load_value(&g, &p, 10) == 16);
    assert_int_equal(compiler_runs(&p), 2);
    snprintf(command, sizeof command, "  %s\t-g0 ", p.script); /* another option */
    p.def.compiler = command;
    assert_true(load_value(&g, &p, 10) == 16);
    assert_int_equal(compiler_runs(&p), 3);
}

static void damage(const char *path, int way) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    int file = open(path, O_RDWR);
    assert_true(file >= 0);
    if (way == 0) assert_int_equal(ftruncate(file, 0), 0);
    if (way == 1) assert_int_equal(ftruncate(file, info.st_size / 2), 0);
    if (way == 2) assert_int_equal(pwrite(file, "foreign", 7, 0), 7);
    if (way == 3) assert_int_equal(pwrite(file, "?", 1, info.st_size / 2), 1);
    if (way == 4) assert_int_equal(pwrite(file, "x", 1, info.st_size), 1);
    if (way == 5) assert_int_equal(fchmod(file, 0777), 0); /* anybody could have written it */
    close(file);
}

PROTECTED_TEST(a_damaged_entry_is_made_anew) {
    SKIP_WITHOUT("cc");
    place p;
    char path[1024], other[1100];
    set_up(&p, "damaged");
    programs g = programs_begin(nh_arena_create(context), 7);
    for (int way = 0; way <= 6; way++) {
        g.arena = nh_arena_create(context);
        assert_true(load_value(&g, &p, 10) == 16);
        nh_arena_destroy(g.arena); /* unloaded before the file under it is cut */
        assert_int_equal(compiler_runs(&p), way + 1);
        assert_int_equal(count_files(p.folder, ".so", path), 1);
        if (way < 6) damage(path, way);
    }
    g.arena = nh_arena_create(context);
    snprintf(other, sizeof other, "%s.old", path); /* whole, but of another tape */
    assert_int_equal(rename(path, other), 0);
    assert_true(load_value(&g, &p, 20) == 26);
    assert_int_equal(count_files(p.folder, ".so", path), 1);
    assert_int_equal(rename(other, path), 0);
    assert_true(load_value(&g, &p, 20) == 26);
    assert_int_equal(compiler_runs(&p), 9); /* 7 so far, one for the new tape, one in place of the foreign entry */
}

/* ---- children ---- */

/* Runs a part of a test in a process of its own: 0 when it says so. 77: it could not be arranged. */
static int in_child(int (*part)(const place *p), const place *p) {
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

static void try_load(nh_context *context, void *argument) {
    attempt *a = argument;
    programs g = programs_begin(nh_arena_create(context), 8);
    const nh_native *native = nh_native_load(g.arena, small_tape(&g, 10), &a->place->def);
    if (native != NULL) a->value = value_of(native);
    else snprintf(a->code, sizeof a->code, "%s", test_last_code(context));
}

/* The code of the note, or "" when it loads and gives the right value. */
static const char *outcome(const place *p) {
    static attempt a;
    nh_context *context;
    nh_context_def def = nh_default_context();
    a = (attempt){.place = p};
    if (nh_context_create(&def, &context) != NH_OK) return "context";
    nh_status status = nh_protect(context, try_load, &a);
    nh_context_destroy(context);
    if (status != NH_OK) return "left";
    return *a.code == '\0' && a.value != 16 ? "wrong" : a.code;
}

static int loads(const place *p) {
    return strcmp(outcome(p), "") == 0 ? 0 : 1;
}

static void several_processes_fill_it_at_once(void **state) {
    (void)state;
    enum { PROCESSES = 4 };
    SKIP_WITHOUT("cc");
    place p;
    pid_t children[PROCESSES];
    set_up(&p, "several");
    fflush(NULL);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) _exit(loads(&p));
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_int_equal(count_files(p.folder, "", NULL), 1);
    int runs = compiler_runs(&p);
    assert_true(runs >= 1 && runs <= PROCESSES);
    assert_int_equal(loads(&p), 0);
    assert_int_equal(compiler_runs(&p), runs);
}

/* ---- folders that cannot be used ---- */

/* In the child: as somebody who is not root, with a folder that is full of right entries and read-only. */
static int read_only(const place *p) {
    char own[600];
    place mine = *p;
    snprintf(own, sizeof own, "%s/own", test_folder());
    mine.def.folder = own;
    mine.def.compiler = "cc";
    if (mkdir(own, 0700) != 0 || chmod(test_folder(), 0755) != 0) return 77;
    if (geteuid() == 0 && (chown(own, 65534, 65534) != 0 || setgid(65534) != 0 || setuid(65534) != 0)) return 77;
    if (access(own, W_OK) != 0) return 77;
    if (strcmp(outcome(&mine), "") != 0) return 1;
    if (chmod(own, 0500) != 0) return 77;
    if (strcmp(outcome(&mine), "") != 0) return 2; /* what is there serves */
    mine.def.lanes = false;
    return strcmp(outcome(&mine), "native-folder") == 0 ? 0 : 3;
}

static void a_read_only_folder_serves_what_it_has(void **state) {
    (void)state;
    SKIP_WITHOUT("cc");
    place p;
    set_up(&p, "read-only");
    int result = in_child(read_only, &p);
    if (result == 77) skip();
    assert_int_equal(result, 0);
}

static void folders_that_cannot_be_used_are_named(void **state) {
    (void)state;
    SKIP_WITHOUT("cc");
    place p;
    set_up(&p, "unusable");
    p.def.folder = "/dev/null/cache";
    assert_string_equal(outcome(&p), "native-folder");
    p.def.folder = "/dev/null";
    assert_string_equal(outcome(&p), "native-folder");
    p.def.folder = "";
    assert_string_equal(outcome(&p), "native-folder");
    p.def.folder = test_path("open-to-all");
    assert_int_equal(mkdir(p.def.folder, 0700), 0);
    assert_int_equal(chmod(p.def.folder, 0777), 0);
    assert_string_equal(outcome(&p), "native-folder");
}

/* In the child: the environment says where. */
static int by_environment(const place *p) {
    place mine = *p;
    char home[600];
    snprintf(home, sizeof home, "%s/home", test_folder());
    mine.def.folder = NULL;
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    if (strcmp(outcome(&mine), "native-folder") != 0) return 1;
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", home, 1);
    setenv("CC", p->script, 1);
    mine.def.compiler = NULL;
    if (strcmp(outcome(&mine), "") != 0) return 2;
    snprintf(home, sizeof home, "%s/home/.cache/nonholo/native", test_folder());
    return count_files(home, ".so", NULL) == 1 && compiler_runs(p) == 1 ? 0 : 3;
}

static void the_environment_says_where(void **state) {
    (void)state;
    SKIP_WITHOUT("cc");
    place p;
    set_up(&p, "environment");
    assert_int_equal(in_child(by_environment, &p), 0);
}

/* In the child: on a file system of its own that forbids execution. */
static int without_execution(const place *p) {
    char folder[600];
    place mine = *p;
    snprintf(folder, sizeof folder, "%s/noexec", test_folder());
    if (mkdir(folder, 0700) != 0 || unshare(CLONE_NEWNS) != 0) return 77;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return 77;
    if (mount("tmpfs", folder, "tmpfs", MS_NOEXEC, "mode=0700") != 0) return 77;
    mine.def.folder = folder;
    if (strcmp(outcome(&mine), "native-load") != 0) return 1;
    if (strcmp(outcome(&mine), "native-load") != 0) return 2;
    return compiler_runs(p) == 1 ? 0 : 3; /* it does not help to compile again */
}

static void a_folder_without_execution_is_said(void **state) {
    (void)state;
    SKIP_WITHOUT("cc");
    place p;
    set_up(&p, "noexec");
    int result = in_child(without_execution, &p);
    if (result == 77) skip();
    assert_int_equal(result, 0);
}

/* ---- compilers that do not do ---- */

static void compilers_that_do_not_do_are_named(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "#!/bin/sh\necho 'tape.c:1: error: no'\nexit 3\n", /* fails */
        "#!/bin/sh\nkill -9 $$\n",                         /* dies */
        "no program at all\n",                             /* cannot be started */
        "#!/bin/sh\nyes | head -c 1000000\nexit 1\n",      /* says too much */
    };
    place p;
    set_up(&p, "wrong");
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        write_script(p.script, scripts[i]);
        assert_string_equal(outcome(&p), "native-compiler");
    }
    const char *const programs_[] = {"/bin/false", "nonholo-no-such-program", "/no/such/program", "/", "/etc/passwd"};
    for (size_t i = 0; i < sizeof programs_ / sizeof *programs_; i++) {
        p.def.compiler = programs_[i];
        assert_string_equal(outcome(&p), "native-compiler");
    }
    assert_int_equal(count_files(p.folder, "", NULL), 0);
}

static void compilers_that_make_nothing_are_named(void **state) {
    (void)state;
    place p;
    set_up(&p, "nothing");
    p.def.compiler = "/bin/true";
    assert_string_equal(outcome(&p), "native-folder");
    write_script(p.script, "#!/bin/sh\nfor last; do :; done\necho rubbish >\"$last\"\n");
    p.def.compiler = p.script;
    assert_string_equal(outcome(&p), "native-load");
}

PROTECTED_TEST(what_the_compiler_said_is_in_the_note) {
    place p;
    set_up(&p, "says");
    write_script(p.script, "#!/bin/sh\necho 'in tape.c'\necho 'tape.c:1: error: no such thing' >&2\nexit 3\n");
    programs g = programs_begin(nh_arena_create(context), 9);
    assert_null(nh_native_load(g.arena, small_tape(&g, 1), &p.def));
    assert_int_equal(nh_context_diag_count(context), 1);
    const nh_diag *note = nh_context_diag(context, 0);
    assert_int_equal(note->severity, NH_SEVERITY_NOTE);
    assert_int_equal(note->status, NH_OK);
    assert_non_null(strstr(note->sentence, "exit status 3: tape.c:1: error: no such thing"));
}

/* ---- stopping ---- */

static void interrupt(void *user, const nh_progress *progress) {
    (void)progress;
    nh_context_interrupt(*(nh_context **)user);
}

/* A compiler that never ends, and leaves the number of a process that it started. */
static void set_up_endless(place *p, const char *name) {
    char text[1024];
    set_up(p, name);
    snprintf(text, sizeof text, "#!/bin/sh\nsleep 1000 &\necho $! >'%s'\nwait\n", p->log);
    write_script(p->script, text);
}

static void assert_nothing_runs(const place *p) {
    long pid = 0;
    FILE *file = fopen(p->log, "r");
    if (file == NULL) return; /* it was killed before it could start the other */
    if (fscanf(file, "%ld", &pid) == 1)
        for (int i = 0; i < 100 && kill((pid_t)pid, 0) == 0; i++) {
            char path[64], state = 'Z';
            snprintf(path, sizeof path, "/proc/%ld/stat", pid);
            FILE *stat_file = fopen(path, "r");
            if (stat_file == NULL) break;
            if (fscanf(stat_file, "%*d %*s %c", &state) == 1 && state == 'Z')
                i = 100; /* dead, and nobody asks for it */
            fclose(stat_file);
            if (i == 99) fail_msg("process %ld still runs", pid);
            usleep(20000);
        }
    fclose(file);
}

static void an_interrupt_ends_the_compiler(void **state) {
    (void)state;
    place p;
    nh_context *context;
    nh_context_def def = nh_default_context();
    attempt a = {.place = &p};
    set_up_endless(&p, "endless");
    def.progress = interrupt;
    def.progress_user = &context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    assert_int_equal(nh_protect(context, try_load, &a), NH_OK);
    assert_string_equal(a.code, "native-stopped");
    assert_int_equal(count_files(p.folder, "", NULL), 0);
    assert_nothing_runs(&p);
    nh_context_destroy(context);
}

static void the_deadline_ends_the_compiler(void **state) {
    (void)state;
    place p;
    nh_context *context;
    nh_context_def def = nh_default_context();
    attempt a = {.place = &p};
    set_up_endless(&p, "deadline");
    def.limits.seconds = 0.3;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    assert_int_equal(nh_protect(context, try_load, &a), NH_OK);
    assert_string_equal(a.code, "native-stopped");
    assert_int_equal(count_files(p.folder, "", NULL), 0);
    assert_nothing_runs(&p);
    nh_context_destroy(context);
}

/* A process that does not care for its children cannot ask how they ended; the code is there all the same. */
static int without_children(const place *p) {
    signal(SIGCHLD, SIG_IGN);
    return loads(p);
}

static void ignored_children_do_no_harm(void **state) {
    (void)state;
    SKIP_WITHOUT("cc");
    place p;
    set_up(&p, "ignored");
    assert_int_equal(in_child(without_children, &p), 0);
}

/* ---- trimming ---- */

static void make_file(const char *folder, const char *name, time_t seconds) {
    char path[1024];
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (strchr(name, '-') != NULL) assert_int_equal(mkdir(path, 0700), 0);
    else program_write(path, "x");
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

PROTECTED_TEST(the_oldest_entries_go_first) {
    place p;
    char name[64], path[1024];
    set_up(&p, "trim");
    nh_cache cache;
    assert_true(nh_cache_open(nh_arena_create(context), p.folder, &cache));
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "%032x.so", i * 7 % 10);
        make_file(p.folder, name, 1000000 + 100 * i);
    }
    make_file(p.folder, "notes.txt", 1);
    make_file(p.folder, "making-abcdef", 1);
    make_file(p.folder, "making-ghijkl", time(NULL));
    nh_cache_trim(&cache, 4);
    assert_int_equal(count_files(p.folder, ".so", NULL), 4);
    for (int i = 0; i < 10; i++) {
        snprintf(path, sizeof path, "%s/%032x.so", p.folder, i * 7 % 10);
        assert_int_equal(access(path, F_OK), i >= 6 ? 0 : -1);
    }
    assert_int_equal(count_files(p.folder, "notes.txt", NULL), 1);
    assert_int_equal(count_files(p.folder, "ghijkl", NULL), 1);
    assert_int_equal(count_files(p.folder, "abcdef", NULL), 0);
}

/* ---- memory ---- */

static place scarce;

static void load_scarce(nh_context *context, void *unused) {
    (void)unused;
    programs g = programs_begin(nh_arena_create(context), 10);
    const nh_native *native = nh_native_load(g.arena, small_tape(&g, 10), &scarce.def);
    if (native != NULL) assert_true(value_of(native) == 16);
}

/* A compiler that is as good as done: it copies what was made before. */
static void memory_may_run_out(void **state) {
    (void)state;
    SKIP_WITHOUT("cc");
    char path[1024], text[4096];
    set_up(&scarce, "memory");
    assert_int_equal(loads(&scarce), 0);
    assert_int_equal(count_files(scarce.folder, ".so", path), 1);
    snprintf(text, sizeof text, "#!/bin/sh\nfor last; do :; done\ncp '%s' \"$last\"\n", path);
    char copier[600];
    snprintf(copier, sizeof copier, "%s-copy", scarce.script);
    write_script(copier, text);
    scarce.def.compiler = copier;
    test_every_failure(load_scarce, NULL, 25);
    assert_int_equal(count_files(scarce.folder, ".so", NULL), 2);
    assert_int_equal(count_files(scarce.folder, "", NULL), 2);
}

/* Nothing goes to the folder of who runs the tests. */
static int set_environment(void **state) {
    (void)state;
    setenv("HOME", test_folder(), 1);
    setenv("XDG_CACHE_HOME", test_folder(), 1);
    unsetenv("CC");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_code_has_the_same_bits),
        cmocka_unit_test(expressions_have_the_same_bits),
        cmocka_unit_test(loops_have_the_same_bits),
        cmocka_unit_test(a_tape_of_nothing_loads),
        cmocka_unit_test(the_second_load_does_not_compile),
        cmocka_unit_test(another_compiler_compiles_anew),
        cmocka_unit_test(a_damaged_entry_is_made_anew),
        cmocka_unit_test(several_processes_fill_it_at_once),
        cmocka_unit_test(a_read_only_folder_serves_what_it_has),
        cmocka_unit_test(folders_that_cannot_be_used_are_named),
        cmocka_unit_test(the_environment_says_where),
        cmocka_unit_test(a_folder_without_execution_is_said),
        cmocka_unit_test(compilers_that_do_not_do_are_named),
        cmocka_unit_test(compilers_that_make_nothing_are_named),
        cmocka_unit_test(what_the_compiler_said_is_in_the_note),
        cmocka_unit_test(an_interrupt_ends_the_compiler),
        cmocka_unit_test(the_deadline_ends_the_compiler),
        cmocka_unit_test(ignored_children_do_no_harm),
        cmocka_unit_test(the_oldest_entries_go_first),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, set_environment, NULL);
}
