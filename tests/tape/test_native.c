/* Compiled tapes: the same bits as the interpreter for any number of lanes, and compilers that are missing,
 * fail, or take too long. */
#include "support.h"

#include <signal.h>
#include <time.h>

#include "native_place.h"

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

/* The sign of a sum that is 0: -(x y + z) is -0, and fma(-x, y, -z), which compilers like to make of it, +0. */
PROTECTED_TEST(signs_of_sums_stay) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 5);
    nh_tape_def def = programs_def(&g, 0, 3);
    nh_builder *builder = nh_builder_create(g.arena, g.pool, &def);
    nh_value x[3];
    for (int i = 0; i < 3; i++) x[i] = nh_build_expr(builder, def.inputs[i]);
    for (nh_op op = NH_OP_fma; op <= NH_OP_fnma; op++)
        nh_build_output(builder,
                        nh_build_op(builder, NH_OP_neg, nh_build_op(builder, op, x[0], x[1], x[2]), x[0], x[0]));
    nh_native_def native_def = nh_default_native();
    const nh_native *native = nh_native_load(g.arena, nh_builder_finish(builder), &native_def);
    assert_non_null(native);
    for (uint32_t lanes = 1; lanes <= 8; lanes += 7) {
        double *inputs = program_room(&g, (size_t)3 * lanes), *outputs = program_room(&g, (size_t)3 * lanes);
        double *work = program_room(&g, nh_native_work_size(native, lanes));
        for (int minus = 0; minus < 2; minus++) {
            for (uint32_t l = 0; l < lanes; l++)
                inputs[l] = 2, inputs[lanes + l] = 3, inputs[2 * lanes + l] = minus ? -6 : 6;
            nh_native_begin(native, lanes, NULL, work);
            nh_native_run(native, lanes, inputs, outputs, work);
            /* x y + z is 0 for z = -6, the other two for z = 6 */
            for (uint32_t i = minus ? 0 : lanes; i < (minus ? lanes : 3 * lanes); i++)
                assert_true(outputs[i] == 0 && signbit(outputs[i]));
        }
    }
}

PROTECTED_TEST(a_tape_of_nothing_loads) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 4);
    nh_tape_def def = {0};
    check_tape(&g, nh_builder_finish(nh_builder_create(g.arena, g.pool, &def)), true);
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

/* Not so when it is dead and only nobody has requested it yet. */
static bool is_running(long pid) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL) return kill((pid_t)pid, 0) == 0 && access("/proc/self/stat", R_OK) != 0;
    if (fscanf(file, "%*d %*s %c", &state) != 1) state = 'Z';
    fclose(file);
    return state != 'Z';
}

static void assert_nothing_runs(const place *p) {
    long pid = 0;
    FILE *file = fopen(p->log, "r");
    if (file == NULL) return; /* it was killed before it could start the other */
    bool started = fscanf(file, "%ld", &pid) == 1;
    fclose(file);
    for (int i = 0; started && i < 100 && is_running(pid); i++)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    assert_false(started && is_running(pid));
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
    assert_int_equal(test_protect(context, try_load, &a), NH_OK);
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
    assert_int_equal(test_protect(context, try_load, &a), NH_OK);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_code_has_the_same_bits),
        cmocka_unit_test(expressions_have_the_same_bits),
        cmocka_unit_test(loops_have_the_same_bits),
        cmocka_unit_test(signs_of_sums_stay),
        cmocka_unit_test(a_tape_of_nothing_loads),
        cmocka_unit_test(compilers_that_do_not_do_are_named),
        cmocka_unit_test(compilers_that_make_nothing_are_named),
        cmocka_unit_test(what_the_compiler_said_is_in_the_note),
        cmocka_unit_test(an_interrupt_ends_the_compiler),
        cmocka_unit_test(the_deadline_ends_the_compiler),
        cmocka_unit_test(ignored_children_do_no_harm),
    };
    return cmocka_run_group_tests(tests, set_environment, NULL);
}
