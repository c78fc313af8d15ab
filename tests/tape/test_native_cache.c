/* The cache of compiled tapes: found again, damaged, filled by several at once, in folders that cannot be used. */
#define _GNU_SOURCE /* unshare, for a file system without execution */
#include "support.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <time.h>

#include "native_place.h"
#include "tape/native/native_private.h"

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
    assert_int_equal(count_files(p.folder, "", NULL), 3); /* and nothing next to the entries */
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

/* ---- several processes ---- */

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_load_does_not_compile),
        cmocka_unit_test(another_compiler_compiles_anew),
        cmocka_unit_test(a_damaged_entry_is_made_anew),
        cmocka_unit_test(several_processes_fill_it_at_once),
        cmocka_unit_test(a_read_only_folder_serves_what_it_has),
        cmocka_unit_test(folders_that_cannot_be_used_are_named),
        cmocka_unit_test(the_environment_says_where),
        cmocka_unit_test(a_folder_without_execution_is_said),
        cmocka_unit_test(the_oldest_entries_go_first),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, set_environment, NULL);
}
