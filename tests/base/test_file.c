/* Files: whole contents there and back, every kind of failure with its sentence, and writing that is all or nothing. */
#include "base/io/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

/* ---- helpers that do without the library ---- */

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *path, const char *text) {
    char bytes[200];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(bytes, text);
}

static int entries_of(const char *folder) {
    DIR *open = opendir(folder);
    assert_non_null(open);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
    closedir(open);
    return count;
}

/* A folder of its own for a test, so that nothing else is in it. */
static const char *fresh_folder(const char *name) {
    const char *path = test_path(name);
    assert_int_equal(mkdir(path, 0777), 0);
    return path;
}

static mode_t mode_of(const char *path) {
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode;
}

static void pause_briefly(void) {
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* ---- calls of the library as bodies ---- */

typedef struct job {
    const char *path, *bytes; /* bytes: to write, or what was read */
    size_t length;
    int descriptor; /* instead of the path, when positive */
} job;

static void read_file(nh_context *context, void *argument) {
    job *j = argument;
    nh_arena *arena = nh_arena_create(context);
    if (j->descriptor > 0) j->bytes = nh_file_read_open(arena, j->descriptor, j->path, &j->length);
    else j->bytes = nh_file_read(arena, j->path, &j->length);
    assert_int_equal(j->bytes[j->length], '\0');
}

static void write_file(nh_context *context, void *argument) {
    const job *j = argument;
    if (j->descriptor <= 0) {
        nh_file_write(context, j->path, j->bytes, j->length);
        return;
    }
    nh_writer *writer = nh_writer_of(nh_arena_create(context), j->descriptor, j->path);
    nh_writer_write(writer, j->bytes, j->length);
    nh_writer_commit(writer);
}

static job text_to(const char *path, const char *text) {
    return (job){.path = path, .bytes = text, .length = strlen(text)};
}

/* The call fails with one diagnostic that names the file and the reason. */
static void assert_fails(test_body body, job j, const char *code, const char *reason) {
    nh_context *context = test_context();
    size_t before = nh_context_memory(context);
    assert_string_equal(nh_status_name(test_protect(context, body, &j)), "NH_E_IO");
    assert_int_equal(nh_context_diag_count(context), 1);
    const nh_diag *diag = nh_context_diag(context, 0);
    assert_string_equal(diag->code, code);
    assert_int_equal(diag->status, NH_E_IO);
    char quoted[1200];
    snprintf(quoted, sizeof quoted, "cannot %s '%s': ", body == read_file ? "read" : "write", j.path);
    assert_memory_equal(diag->sentence, quoted, strlen(quoted));
    assert_true(strlen(diag->sentence) > strlen(quoted));
    assert_non_null(strstr(diag->sentence, reason));
    nh_context_clear_diags(context);
    assert_int_equal(nh_context_memory(context), before);
    nh_context_destroy(context);
}

static void write_well(const char *path, const char *text) {
    nh_context *context = test_context();
    job j = text_to(path, text);
    test_run(context, write_file, &j);
    nh_context_destroy(context);
}

/* ---- reading ---- */

static void there_and_back(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_random random = nh_random_make(test_seed(), 1);
    const size_t lengths[] = {0, 1, 2, 65534, 65535, 65536, 65537, 131071, 131072, 300000, 5000000};
    const char *path = test_path("back");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char *bytes = test_malloc(lengths[i] + 1);
        for (size_t k = 0; k < lengths[i]; k++) bytes[k] = (char)nh_random_u64(&random); /* with NULs */
        job out = {.path = path, .bytes = bytes, .length = lengths[i]}, in = {.path = path};
        test_run(context, write_file, &out);
        test_run(context, read_file, &in);
        assert_int_equal(in.length, lengths[i]);
        assert_memory_equal(in.bytes, bytes, lengths[i]);
        test_free(bytes);
    }
    nh_context_destroy(context);
    unlink(path);
}

/* Many small files in one arena take about as much memory as they are long. */
PROTECTED_TEST(small_files_are_small) {
    const char *path = test_path("small");
    put(path, "0123456789");
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < 200; i++) {
        size_t length;
        assert_string_equal(nh_file_read(arena, path, &length), "0123456789");
        assert_int_equal(length, 10);
    }
    assert_true(nh_context_memory(context) < 3 << 20);
    unlink(path);
}

static void unreadable(void **state) {
    (void)state;
    const char *plain = test_path("plain");
    put(plain, "x");
    assert_fails(read_file, (job){.path = test_path("missing")}, "file-missing", "there is no such file");
    assert_fails(read_file, (job){.path = test_path("missing/too")}, "file-missing", "there is no such file");
    assert_fails(read_file, (job){.path = ""}, "file-missing", "there is no such file");
    assert_fails(read_file, (job){.path = test_folder()}, "file", "irectory");
    assert_fails(read_file, (job){.path = test_path("plain/in")}, "file", "ot a directory");
    assert_fails(read_file, (job){.path = "bad", .descriptor = 999}, "file", "escriptor");
    const char *loop = test_path("loop");
    assert_int_equal(symlink(loop, loop), 0);
    assert_fails(read_file, (job){.path = loop}, "file", "symbolic links");
    assert_fails(write_file, text_to(loop, "x"), "file", "symbolic links");
    char name[400];
    memset(name, 'n', sizeof name);
    name[399] = '\0';
    assert_fails(read_file, (job){.path = test_path(name)}, "file", "too long");
    if (access("/proc/self/mem", R_OK) == 0) assert_fails(read_file, (job){.path = "/proc/self/mem"}, "file", "");
    unlink(plain);
    unlink(loop);
}

/* ---- pipes ---- */

typedef struct pipe_writer {
    int descriptor;
    const char *bytes;
    size_t length;
    nh_context *context; /* to interrupt when all is written, if not NULL */
} pipe_writer;

static void *write_pieces(void *argument) {
    const pipe_writer *w = argument;
    nh_random random = nh_random_make(test_seed(), 2);
    for (size_t at = 0; at < w->length;) {
        size_t piece = 1 + nh_random_below(&random, 9000);
        if (piece > w->length - at) piece = w->length - at;
        if (write(w->descriptor, w->bytes + at, piece) != (ssize_t)piece) break;
        at += piece;
        if (nh_random_below(&random, 8) == 0) pause_briefly();
    }
    if (w->context != NULL) nh_context_interrupt(w->context);
    else close(w->descriptor);
    return NULL;
}

static void from_a_pipe(void **state) {
    (void)state;
    enum { LENGTH = 200000 };
    nh_context *context = test_context();
    nh_random random = nh_random_make(test_seed(), 3);
    char *bytes = test_malloc(LENGTH);
    for (size_t k = 0; k < LENGTH; k++) bytes[k] = (char)nh_random_u64(&random);
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        int ends[2];
        pthread_t thread;
        assert_int_equal(pipe(ends), 0);
        if (nonblocking) fcntl(ends[0], F_SETFL, O_NONBLOCK);
        pipe_writer w = {.descriptor = ends[1], .bytes = bytes, .length = LENGTH};
        pthread_create(&thread, NULL, write_pieces, &w);
        job in = {.path = "a pipe", .descriptor = ends[0]};
        test_run(context, read_file, &in);
        pthread_join(thread, NULL);
        assert_int_equal(in.length, LENGTH);
        assert_memory_equal(in.bytes, bytes, LENGTH);
        assert_int_equal(close(ends[0]), 0); /* it was left open */
    }
    test_free(bytes);
    nh_context_destroy(context);
}

/* A pipe that says something and then nothing, but stays open: interrupts and the time limit still work. */
static void from_a_silent_pipe(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    nh_context *context = test_context();
    pthread_t thread;
    pipe_writer w = {.descriptor = ends[1], .bytes = "abc", .length = 3, .context = context};
    pthread_create(&thread, NULL, write_pieces, &w);
    job in = {.path = "a pipe", .descriptor = ends[0]};
    assert_int_equal(test_protect(context, read_file, &in), NH_E_INTERRUPT);
    assert_string_equal(test_last_code(context), "interrupt");
    pthread_join(thread, NULL);
    nh_context_destroy(context);
    nh_context_def def = nh_default_context();
    def.limits.seconds = 0.01;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    assert_int_equal(test_protect(context, read_file, &in), NH_E_LIMIT);
    assert_string_equal(test_last_code(context), "time-limit");
    nh_context_destroy(context);
    close(ends[0]);
    close(ends[1]);
}

/* Beyond the limit on texts, of a file that does not end. */
static void too_long(void **state) {
    (void)state;
    if (access("/dev/zero", R_OK) != 0) skip();
    nh_context *context = test_context();
    size_t before = nh_context_memory(context);
    job in = {.path = "/dev/zero"};
    assert_int_equal(test_protect(context, read_file, &in), NH_E_IO);
    assert_string_equal(test_last_code(context), "file-size");
    assert_int_equal(nh_context_memory(context), before);
    nh_context_destroy(context);
}

static void without_end(void **state) {
    (void)state;
    if (access("/dev/zero", R_OK) != 0) skip();
    nh_context_def def = nh_default_context();
    nh_context *context;
    def.limits.memory = 3000000;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    size_t before = nh_context_memory(context);
    job in = {.path = "/dev/zero"};
    assert_int_equal(test_protect(context, read_file, &in), NH_E_LIMIT);
    assert_string_equal(test_last_code(context), "memory-limit");
    assert_int_equal(nh_context_memory(context), before);
    nh_context_destroy(context);
}

/* ---- signals ---- */

static nh_context *signalled;
static pthread_t main_thread;
static atomic_bool finished;

static void on_signal(int number) {
    (void)number;
    nh_context_interrupt(signalled);
}

/* Again and again, since the first may come before the call that it is to interrupt. */
static void *send_signals(void *unused) {
    (void)unused;
    while (!atomic_load(&finished)) {
        pause_briefly();
        pthread_kill(main_thread, SIGUSR1);
    }
    return NULL;
}

/* A call that blocks in the system ends when a signal asks for it. */
static void assert_interrupted(test_body body, job j) {
    struct sigaction action = {.sa_handler = on_signal}, old;
    pthread_t thread;
    signalled = test_context();
    main_thread = pthread_self();
    atomic_store(&finished, false);
    sigaction(SIGUSR1, &action, &old);
    pthread_create(&thread, NULL, send_signals, NULL);
    nh_status status = test_protect(signalled, body, &j);
    atomic_store(&finished, true);
    pthread_join(thread, NULL);
    sigaction(SIGUSR1, &old, NULL);
    assert_string_equal(nh_status_name(status), "NH_E_INTERRUPT");
    assert_string_equal(test_last_code(signalled), "interrupt");
    nh_context_destroy(signalled);
}

static void interrupted_by_signals(void **state) {
    (void)state;
    static char bytes[1000000];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_interrupted(read_file, (job){.path = "a pipe", .descriptor = ends[0]});
    assert_interrupted(write_file,
                       (job){.path = "a pipe", .descriptor = ends[1], .bytes = bytes, .length = sizeof bytes});
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    assert_interrupted(write_file,
                       (job){.path = "a pipe", .descriptor = ends[1], .bytes = bytes, .length = sizeof bytes});
    close(ends[0]);
    close(ends[1]);
    const char *fifo = test_path("fifo"); /* nobody at its other end */
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_interrupted(read_file, (job){.path = fifo});
    assert_interrupted(write_file, text_to(fifo, "x"));
    unlink(fifo);
}

/* An interrupt that came earlier does not keep what was computed from being written. */
static void written_after_interrupt(void **state) {
    (void)state;
    nh_context *context = test_context();
    const char *path = test_path("late");
    job j = text_to(path, "what there is");
    nh_context_interrupt(context);
    test_run(context, write_file, &j);
    assert_holds(path, "what there is");
    nh_context_destroy(context);
    unlink(path);
}

/* ---- writing ---- */

static void whole_files(void **state) {
    (void)state;
    const char *folder = fresh_folder("whole"), *path = test_path("whole/f");
    mode_t mask = umask(027);
    write_well(path, "first");
    umask(mask);
    assert_holds(path, "first");
    assert_int_equal(mode_of(path) & 07777, 0640);
    assert_int_equal(chmod(path, 0604), 0);
    write_well(path, "2");
    assert_holds(path, "2");
    assert_int_equal(mode_of(path) & 07777, 0604);
    write_well(path, "");
    assert_holds(path, "");
    assert_int_equal(entries_of(folder), 1);
}

/* The old file is there until the moment of the commit. */
PROTECTED_TEST(all_or_nothing) {
    const char *folder = fresh_folder("all"), *path = test_path("all/f"), *new_path = test_path("all/new");
    put(path, "old");
    nh_arena *arena = nh_arena_create(context);
    nh_writer *writer = nh_writer_open(arena, path), *other = nh_writer_open(arena, new_path);
    nh_writer_write(writer, "new ", 4);
    nh_writer_write(other, "more", 4);
    assert_holds(path, "old");
    assert_int_equal(access(new_path, F_OK), -1);
    nh_writer_write(writer, "file", 4);
    nh_writer_write(writer, NULL, 0);
    assert_int_equal(entries_of(folder), 3);
    nh_writer_commit(writer);
    assert_holds(path, "new file");
    assert_int_equal(entries_of(folder), 2);
    nh_writer *again = nh_writer_open(arena, path), *twice = nh_writer_open(arena, path); /* the last commit wins */
    nh_writer_write(again, "again", 5);
    nh_writer_write(twice, "twice", 5);
    nh_writer_commit(twice);
    assert_holds(path, "twice");
    nh_writer_commit(again);
    assert_holds(path, "again");
    nh_arena_destroy(arena); /* `other` was not committed */
    assert_int_equal(entries_of(folder), 1);
    assert_holds(path, "again");
}

static void open_and_leave(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    nh_writer *writer = nh_writer_open(arena, argument);
    nh_writer_write(writer, "half", 4);
    nh_fail(context, NH_E_NUMERIC, "some-code", "in the middle");
}

static void commit_over_folder(nh_context *context, void *argument) {
    const char *path = argument;
    nh_writer *writer = nh_writer_open(nh_arena_create(context), path);
    nh_writer_write(writer, "bytes", 5);
    assert_int_equal(mkdir(path, 0777), 0);
    nh_writer_commit(writer);
}

static void commit_without_folder(nh_context *context, void *argument) {
    char **paths = argument;
    nh_writer *writer = nh_writer_open(nh_arena_create(context), paths[0]);
    nh_writer_write(writer, "bytes", 5);
    assert_int_equal(rename(paths[1], paths[2]), 0);
    nh_writer_commit(writer);
}

static void open_and_remove(nh_context *context, void *argument) {
    char *const *paths = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_writer *first = nh_writer_open(arena, paths[0]), *second = nh_writer_open(arena, paths[1]);
    nh_writer_write(first, "new", 3);
    nh_writer_commit(first);
    nh_writer_write(second, "new", 3);
    assert_int_equal(entries_of(paths[2]), 3);
    nh_context_remove_temporaries(context);
    assert_int_equal(entries_of(paths[2]), 2);
    nh_arena_destroy(arena);
}

/* What a program does that ends at once: the file that has its name stays, what has a temporary one goes. */
static void removed_at_once(void **state) {
    (void)state;
    nh_context *context = test_context();
    char folder[1024], path[1024], other[1024];
    snprintf(folder, sizeof folder, "%s", fresh_folder("gone"));
    snprintf(path, sizeof path, "%s", test_path("gone/f"));
    snprintf(other, sizeof other, "%s", test_path("gone/g"));
    put(other, "old");
    test_run(context, open_and_remove, (char *[]){path, other, folder});
    assert_holds(path, "new");
    assert_holds(other, "old");
    assert_int_equal(entries_of(folder), 2);
    nh_context_remove_temporaries(context); /* there are none */
    assert_int_equal(entries_of(folder), 2);
    nh_context_destroy(context);
}

static void written_by_the_border(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_int_equal(nh_context_write_file(context, test_path("border"), "new", 3), NH_OK);
    assert_holds(test_path("border"), "new");
    assert_int_equal(nh_context_write_file(context, test_path("border"), NULL, 0), NH_OK);
    assert_holds(test_path("border"), "");
    assert_int_equal(nh_context_write_file(context, test_path("nowhere/f"), "new", 3), NH_E_IO);
    assert_string_equal(test_last_code(context), "file-missing");
    assert_int_equal(nh_context_write_file(NULL, "f", "new", 3), NH_E_USAGE);
    assert_int_equal(nh_context_write_file(context, NULL, "new", 3), NH_E_USAGE);
    assert_int_equal(nh_context_write_file(context, "f", NULL, 3), NH_E_USAGE);
    nh_context_destroy(context);
}

static void abandoned(void **state) {
    (void)state;
    nh_context *context = test_context();
    char folder[1024], path[1024], sub[1024], moved[1024], inside[1024];
    snprintf(folder, sizeof folder, "%s", fresh_folder("left"));
    snprintf(path, sizeof path, "%s", test_path("left/f"));
    put(path, "old");
    assert_int_equal(test_protect(context, open_and_leave, path), NH_E_NUMERIC);
    assert_int_equal(nh_context_diag_count(context), 1);
    assert_holds(path, "old");
    assert_int_equal(entries_of(folder), 1);
    /* between writing and commit the file becomes a folder */
    unlink(path);
    assert_int_equal(test_protect(context, commit_over_folder, path), NH_E_IO);
    assert_non_null(strstr(nh_context_diag(context, 1)->sentence, "left/f"));
    assert_int_equal(entries_of(folder), 1);
    assert_true(S_ISDIR(mode_of(path)));
    /* or the whole folder goes away */
    snprintf(sub, sizeof sub, "%s", fresh_folder("left/sub"));
    snprintf(moved, sizeof moved, "%s", test_path("left/moved"));
    snprintf(inside, sizeof inside, "%s", test_path("left/sub/f"));
    char *paths[] = {inside, sub, moved};
    assert_int_equal(test_protect(context, commit_without_folder, paths), NH_E_IO);
    assert_string_equal(test_last_code(context), "file-missing");
    nh_context_destroy(context);
}

/* A device of the test's own, which a broken writer may replace: never one in /dev, where that would harm the machine.
 * NULL where there are none to be had: only root can make them. Linux has null and full as 1, 3 and 1, 7. */
static const char *device(const char *name, unsigned minor_number) {
    const char *path = test_path(name);
    if (mknod(path, S_IFCHR | 0600, (dev_t)(1 << 8 | minor_number)) != 0) return NULL;
    if (access(path, W_OK) == 0 && close(open(path, O_WRONLY)) == 0) return path;
    unlink(path);
    return NULL;
}

static void unwritable(void **state) {
    (void)state;
    const char *plain = test_path("plain");
    int before = entries_of(test_folder());
    put(plain, "x");
    assert_fails(write_file, text_to(test_path("no/f"), "x"), "file-missing", "there is no such");
    assert_fails(write_file, text_to("", "x"), "file-missing", "there is no such");
    assert_fails(write_file, text_to(test_folder(), "x"), "file", "irectory");
    assert_fails(write_file, text_to(test_path("plain/f"), "x"), "file", "ot a directory");
    assert_fails(write_file, text_to(test_path("plain/"), "x"), "file", "ot a directory");
    assert_fails(write_file, text_to(test_path("new/"), "x"), "file-missing", "there is no such");
    assert_fails(write_file, (job){.path = "bad", .descriptor = 999, .bytes = "x", .length = 1}, "file", "escriptor");
    int open_full = open("/dev/full", O_WRONLY);
    if (open_full > 0) {
        job j = {.path = "an open one", .descriptor = open_full, .bytes = "x", .length = 1};
        assert_fails(write_file, j, "file-full", "the disk is full");
        close(open_full);
    }
    const char *full = device("full", 7);
    if (full != NULL) {
        assert_fails(write_file, text_to(full, "x"), "file-full", "the disk is full");
        assert_true(S_ISCHR(mode_of(full)));
        unlink(full);
    }
    assert_holds(plain, "x");
    unlink(plain);
    assert_int_equal(entries_of(test_folder()), before);
}

/* A name as long as a file system allows leaves no room after it for the name of the temporary file. */
static void long_names(void **state) {
    (void)state;
    const char *folder = fresh_folder("long");
    char name[300] = "long/";
    memset(name + 5, 'n', 255);
    write_well(test_path(name), "first");
    write_well(test_path(name), "second");
    assert_holds(test_path(name), "second");
    assert_int_equal(entries_of(folder), 1);
    name[5 + 255] = 'n';
    assert_fails(write_file, text_to(test_path(name), "x"), "file", "too long");
    assert_int_equal(entries_of(folder), 1);
}

/* A file that may not grow beyond some size stands for a disk that gets full in the middle. */
static void out_of_space(void **state) {
    (void)state;
    static char bytes[20000];
    struct rlimit old, small = {.rlim_cur = 5000};
    const char *folder = fresh_folder("space"), *path = test_path("space/f");
    put(path, "old");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small.rlim_max = old.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_fails(write_file, (job){.path = path, .bytes = bytes, .length = sizeof bytes}, "file", "too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_holds(path, "old");
    assert_int_equal(entries_of(folder), 1);
}

/* In a process of its own, without the rights of root. */
static int check_rights(const char *path) {
    if (getuid() == 0 && setuid(65534) != 0) return 2;
    nh_context *context = test_context();
    job in = {.path = path}, out = text_to(path, "new");
    int wrong = test_protect(context, write_file, &out) != NH_E_IO;
    wrong |= strstr(nh_context_diag(context, 0)->sentence, "ermission") == NULL;
    wrong |= test_protect(context, read_file, &in) != NH_OK;
    return wrong;
}

static void rights(void **state) {
    (void)state;
    const char *path = test_path("rights/f");
    assert_int_equal(chmod(test_folder(), 0755), 0);
    assert_int_equal(chmod(fresh_folder("rights"), 0777), 0);
    put(path, "old");
    assert_int_equal(chmod(path, 0444), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(check_rights(path));
    int end;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end));
    assert_int_equal(WEXITSTATUS(end), 0);
    assert_holds(path, "old");
    assert_int_equal(entries_of(test_path("rights")), 1);
}

static void links(void **state) {
    (void)state;
    const char *folder = fresh_folder("links"), *other = fresh_folder("targets");
    const char *link_path = test_path("links/link"), *chain = test_path("links/chain"), *file = test_path("targets/f");
    put(file, "old");
    assert_int_equal(chmod(file, 0600), 0);
    assert_int_equal(symlink("../targets/f", link_path), 0);
    assert_int_equal(symlink(link_path, chain), 0);
    write_well(link_path, "through a link");
    assert_holds(file, "through a link");
    write_well(chain, "through two");
    assert_holds(file, "through two");
    assert_int_equal(mode_of(file) & 07777, 0600);
    assert_true(S_ISLNK(mode_of(link_path)) && S_ISLNK(mode_of(chain)) && S_ISREG(mode_of(file)));
    unlink(file); /* now they lead nowhere: the file is made where they point to */
    write_well(chain, "made");
    assert_holds(file, "made");
    assert_true(S_ISLNK(mode_of(link_path)) && S_ISLNK(mode_of(chain)) && S_ISREG(mode_of(file)));
    assert_int_equal(entries_of(folder), 2);
    assert_int_equal(entries_of(other), 1);
    assert_int_equal(chdir(folder), 0);
    write_well("link", "relative");
    assert_int_equal(chdir("/"), 0);
    assert_holds(file, "relative");
    assert_int_equal(entries_of(folder), 2);
}

static void *read_slowly(void *argument) {
    job *j = argument;
    static char bytes[400000];
    int descriptor = j->descriptor > 0 ? j->descriptor : open(j->path, O_RDONLY);
    for (ssize_t got = 1; got > 0; j->length += (size_t)got) {
        got = read(descriptor, bytes + j->length, 20000);
        if (j->length % 3 == 0) pause_briefly();
        if (got < 0) break;
    }
    close(descriptor);
    j->bytes = bytes;
    return NULL;
}

/* What is no regular file is written as it is: nothing takes its place. */
static void written_directly(void **state) {
    (void)state;
    const char *folder = fresh_folder("direct"), *fifo = test_path("direct/fifo");
    const char *null = device("direct/null", 3);
    if (null != NULL) {
        write_well(null, "nothing");
        assert_true(S_ISCHR(mode_of(null)));
        unlink(null);
    }
    assert_int_equal(mkfifo(fifo, 0600), 0);
    job in = {.path = fifo};
    pthread_t thread;
    pthread_create(&thread, NULL, read_slowly, &in);
    write_well(fifo, "through a pipe");
    pthread_join(thread, NULL);
    assert_int_equal(in.length, 14);
    assert_memory_equal(in.bytes, "through a pipe", 14);
    assert_true(S_ISFIFO(mode_of(fifo)));
    assert_int_equal(entries_of(folder), 1);
}

static void to_a_pipe(void **state) {
    (void)state;
    static char bytes[200000];
    for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (char)(k * k >> 3);
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        int ends[2];
        pthread_t thread;
        nh_context *context = test_context();
        assert_int_equal(pipe(ends), 0);
        if (nonblocking) fcntl(ends[1], F_SETFL, O_NONBLOCK);
        job in = {.descriptor = ends[0]}, out = {.path = "a pipe", .descriptor = ends[1], .bytes = bytes};
        out.length = sizeof bytes;
        pthread_create(&thread, NULL, read_slowly, &in);
        test_run(context, write_file, &out);
        nh_context_destroy(context);
        assert_int_equal(close(ends[1]), 0); /* it was left open */
        pthread_join(thread, NULL);
        assert_int_equal(in.length, sizeof bytes);
        assert_memory_equal(in.bytes, bytes, sizeof bytes);
    }
}

static void to_a_closed_pipe(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    assert_fails(write_file, (job){.path = "a pipe", .descriptor = ends[1], .bytes = "x", .length = 1}, "file", "pipe");
    close(ends[1]);
}

/* No descriptor stays open, whatever happened above. */
static void all_closed(void **state) {
    (void)state;
    for (int descriptor = 3; descriptor < 100; descriptor++) {
        struct stat info;
        if (fstat(descriptor, &info) != 0) continue;
        char path[64], target[1024];
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(path, target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        assert_null(strstr(target, test_folder()));
        assert_false(S_ISFIFO(info.st_mode) && strstr(target, "pipe:") == NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(small_files_are_small),
        cmocka_unit_test(unreadable),
        cmocka_unit_test(from_a_pipe),
        cmocka_unit_test(from_a_silent_pipe),
        cmocka_unit_test(without_end),
        cmocka_unit_test(too_long),
        cmocka_unit_test(interrupted_by_signals),
        cmocka_unit_test(written_after_interrupt),
        cmocka_unit_test(whole_files),
        cmocka_unit_test(all_or_nothing),
        cmocka_unit_test(abandoned),
        cmocka_unit_test(removed_at_once),
        cmocka_unit_test(written_by_the_border),
        cmocka_unit_test(unwritable),
        cmocka_unit_test(long_names),
        cmocka_unit_test(out_of_space),
        cmocka_unit_test(rights),
        cmocka_unit_test(links),
        cmocka_unit_test(written_directly),
        cmocka_unit_test(to_a_pipe),
        cmocka_unit_test(to_a_closed_pipe),
        cmocka_unit_test(all_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
