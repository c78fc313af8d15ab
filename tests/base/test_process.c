/* Other programs: found, fed, heard, stopped. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io/process.h"

#include "support.h"

static nh_process_end run_shell(nh_arena *arena, const char *script, nh_process_call call) {
    const char *words[] = {"/bin/sh", "-c", script, NULL};
    call.words = words;
    call.doing = "testing";
    return nh_process_run(arena, &call);
}

PROTECTED_TEST(finds_programs) {
    nh_arena *arena = nh_arena_create(context);
    assert_non_null(nh_process_find(arena, "sh"));
    assert_string_equal(nh_process_find(arena, "/bin/sh"), "/bin/sh");
    assert_null(nh_process_find(arena, "/bin"));
    assert_null(nh_process_find(arena, "no-such-program-anywhere"));
    nh_arena_destroy(arena);
}

/* More than a pipe holds, both ways at once. */
PROTECTED_TEST(passes_bytes) {
    nh_arena *arena = nh_arena_create(context);
    size_t length = 1u << 20;
    char *bytes = NH_NEW_ARRAY(arena, char, length);
    for (size_t i = 0; i < length; i++) bytes[i] = (char)(i * 2654435761u >> 24);
    nh_process_call call = {.input = bytes, .input_length = length, .keeps_output = true};
    nh_process_end end = run_shell(arena, "cat", call);
    assert_true(nh_process_is_good(&end));
    assert_int_equal(end.output_length, length);
    assert_memory_equal(end.output, bytes, length);
    assert_string_equal(end.said, "");
    nh_arena_destroy(arena);
}

/* One that does not read what it is given does no harm: no signal comes. */
PROTECTED_TEST(need_not_read) {
    nh_arena *arena = nh_arena_create(context);
    size_t length = 1u << 20;
    nh_process_call call = {.input = NH_NEW_ARRAY(arena, char, length), .input_length = length};
    nh_process_end end = run_shell(arena, "exit 0", call);
    assert_true(nh_process_is_good(&end));
    call.input_length = 0;
    end = run_shell(arena, "read line || echo nothing", call);
    assert_string_equal(end.said, "nothing\n");
    nh_arena_destroy(arena);
}

PROTECTED_TEST(says_how_it_ended) {
    nh_arena *arena = nh_arena_create(context);
    nh_process_end end = run_shell(arena, "echo out; echo err >&2; exit 3", (nh_process_call){.keeps_output = true});
    assert_false(nh_process_is_good(&end));
    assert_int_equal(end.status, 3);
    assert_int_equal(end.signal, 0);
    assert_int_equal(end.output_length, 4);
    assert_memory_equal(end.output, "out\n", 4);
    assert_string_equal(end.said, "err\n");
    end = run_shell(arena, "echo out; kill -TERM $$", (nh_process_call){0});
    assert_false(nh_process_is_good(&end));
    assert_int_equal(end.signal, SIGTERM);
    assert_string_equal(end.said, "out\n");
    const char *words[] = {"/no/such/program", NULL};
    end = nh_process_run(arena, &(nh_process_call){.words = words, .doing = "testing"});
    assert_false(nh_process_is_good(&end));
    assert_int_not_equal(end.error, 0);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(has_variables) {
    nh_arena *arena = nh_arena_create(context);
    setenv("NH_TEST_ONE", "old", 1);
    setenv("NH_TEST_ONE_MORE", "stays", 1);
    const char *variables[] = {"NH_TEST_ONE=new", NULL};
    nh_process_call call = {.variables = variables};
    nh_process_end end = run_shell(arena, "echo $NH_TEST_ONE $NH_TEST_ONE_MORE", call);
    assert_string_equal(end.said, "new stays\n");
    nh_arena_destroy(arena);
}

/* Even when this process has no standard streams, whose numbers are free then. */
static int without_streams(nh_arena *arena) {
    for (int i = 0; i < 3; i++) close(i);
    nh_process_call call = {.input = "given", .input_length = 5, .keeps_output = true};
    nh_process_end end = run_shell(arena, "cat; echo said >&2", call);
    bool good = nh_process_is_good(&end) && end.output_length == 5 && memcmp(end.output, "given", 5) == 0;
    return good && strcmp(end.said, "said\n") == 0 ? 0 : 1;
}

PROTECTED_TEST(needs_no_streams) {
    nh_arena *arena = nh_arena_create(context);
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) _exit(without_streams(arena));
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    nh_arena_destroy(arena);
}

/* An interrupt kills it, and what it has started. */
PROTECTED_TEST(is_stopped) {
    nh_arena *arena = nh_arena_create(context);
    nh_context_interrupt(context);
    nh_process_end end = run_shell(arena, "sleep 1000 & sleep 1000", (nh_process_call){0});
    assert_int_equal(end.stop, NH_E_INTERRUPT);
    assert_false(nh_process_is_good(&end));
    nh_context_clear_interrupt(context);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_programs),    cmocka_unit_test(passes_bytes),  cmocka_unit_test(need_not_read),
        cmocka_unit_test(says_how_it_ended), cmocka_unit_test(has_variables), cmocka_unit_test(is_stopped),
        cmocka_unit_test(needs_no_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
