/* Tapes as C: the same bits as the interpreter under all compilers and options, and a file that a reader and a strict
 * compiler accept. */
#include "support.h"

#include <dlfcn.h>
#include <locale.h>

#include "base/text/text.h"
#include "programs.h"
#include "tape/native/print_c.h"
#include "tape/native/print_c_private.h"

/* ---- compiling ---- */

typedef struct compiled {
    void *handle;
    size_t (*work)(void), (*work_lanes)(void), (*inputs)(void), (*parameters)(void), (*outputs)(void);
    void (*begin)(const double *parameters, double *work);
    void (*run)(const double *inputs, double *outputs, double *work);
    void (*begin_lanes)(const double *parameters, double *work, size_t stride);
    void (*run_lanes)(const double *inputs, double *outputs, double *work, size_t stride);
} compiled;

static void find(const compiled *code, const char *name, void *function) {
    void *found = dlsym(code->handle, name);
    if (found == NULL) print_error("%s is missing\n", name);
    assert_non_null(found);
    memcpy(function, &found, sizeof found);
}

/* Runs a compiler on a text; its words are seen when it fails. */
static void compile(const char *command, const char *text, const char *source, const char *object) {
    char line[2048];
    program_write(source, text);
    snprintf(line, sizeof line, "%s %s -o %s >&2", command, source, object);
    if (system(line) != 0) {
        print_error("failed: %s\n", line);
        fail();
    }
}

static compiled load(const char *command, const char *text, bool lanes) {
    static int serial;
    char name[64], line[1024];
    snprintf(name, sizeof name, "printed%d.so", serial++);
    const char *object = test_path(name);
    snprintf(line, sizeof line, "%s -fPIC -shared -lm", command);
    compile(line, text, test_path("printed.c"), object);
    compiled code = {.handle = dlopen(object, RTLD_NOW | RTLD_LOCAL)};
    if (code.handle == NULL) print_error("%s\n", dlerror());
    assert_non_null(code.handle);
    find(&code, "some_work", &code.work);
    find(&code, "some_parameters", &code.parameters);
    find(&code, "some_inputs", &code.inputs);
    find(&code, "some_outputs", &code.outputs);
    find(&code, "some_begin", &code.begin);
    find(&code, "some_run", &code.run);
    if (!lanes) return code;
    find(&code, "some_work_lanes", &code.work_lanes);
    find(&code, "some_begin_lanes", &code.begin_lanes);
    find(&code, "some_run_lanes", &code.run_lanes);
    return code;
}

static const char *print(programs *g, const nh_tape *tape, bool lanes, bool document) {
    nh_text text = nh_text_begin(g->arena);
    nh_print_c_def def = nh_default_print_c();
    def.prefix = "some";
    def.lanes = lanes;
    def.document = document;
    nh_tape_print_c(tape, &text, &def);
    return nh_text_string(&text);
}

/* ---- comparing ---- */

/* What the interpreter computes, for lanes side by side. */
typedef struct expected {
    uint32_t lanes;
    double *parameters, *inputs, *outputs;
} expected;

static expected interpret(programs *g, const nh_tape *tape, uint32_t lanes) {
    expected e = {.lanes = lanes};
    e.parameters = program_numbers(g, (size_t)nh_tape_parameters(tape) * lanes);
    e.inputs = program_numbers(g, (size_t)nh_tape_inputs(tape) * lanes);
    e.outputs = program_room(g, (size_t)nh_tape_outputs(tape) * lanes);
    double *work = program_room(g, nh_tape_work_size(tape, lanes));
    nh_tape_begin(tape, lanes, e.parameters, work);
    nh_tape_run(tape, lanes, e.inputs, e.outputs, work);
    return e;
}

/* Returns how many results are numbers. */
static size_t check_scalar(programs *g, const nh_tape *tape, const compiled *code, const char *what) {
    expected e = interpret(g, tape, 1);
    assert_int_equal(code->parameters(), nh_tape_parameters(tape));
    assert_int_equal(code->inputs(), nh_tape_inputs(tape));
    assert_int_equal(code->outputs(), nh_tape_outputs(tape));
    double *work = program_room(g, code->work()), *outputs = program_room(g, nh_tape_outputs(tape));
    double beyond_work = work[code->work()], beyond = outputs[nh_tape_outputs(tape)];
    code->begin(e.parameters, work);
    code->run(e.inputs, outputs, work);
    size_t numbers = program_compare(what, nh_tape_outputs(tape), outputs, e.outputs);
    code->run(e.inputs, outputs, work); /* nothing that begin left is lost */
    program_compare(what, nh_tape_outputs(tape), outputs, e.outputs);
    assert_true(work[code->work()] == beyond_work && outputs[nh_tape_outputs(tape)] == beyond);
    return numbers;
}

/* The first 8 of 11 lanes, in rows of 11. */
static void check_lanes(programs *g, const nh_tape *tape, const compiled *code, const char *what) {
    enum { ROW = 11, LANES = 8 };
    expected e = interpret(g, tape, ROW);
    size_t outputs = nh_tape_outputs(tape);
    double *work = program_room(g, code->work_lanes()), *got = program_room(g, outputs * ROW);
    double untouched = got[outputs * ROW];
    code->begin_lanes(e.parameters, work, ROW);
    code->run_lanes(e.inputs, got, work, ROW);
    assert_true(work[code->work_lanes()] == untouched);
    for (size_t i = 0; i < outputs; i++) {
        program_compare(what, LANES, got + i * ROW, e.outputs + i * ROW);
        for (size_t l = LANES; l < ROW; l++) assert_true(got[i * ROW + l] == untouched);
    }
}

static size_t check(programs *g, const nh_tape *tape, const char *command) {
    compiled code = load(command, print(g, tape, true, false), true);
    size_t numbers = check_scalar(g, tape, &code, command);
    check_lanes(g, tape, &code, command);
    dlclose(code.handle);
    return numbers;
}

/* ---- tests ---- */

static const char *const commands[] = {
    "cc -O0",               /* 2 lanes in a register, fma by the library */
    "cc -O1 -mavx2 -mfma",  /* 4 lanes */
    "cc -O2 -march=native", /* as wide as can be */
    "cc -O3 -march=native -std=c11",
    "clang -O2 -march=native",
};

static bool can_run(const char *command) {
    char name[16];
    sscanf(command, "%15s", name);
    if (!program_exists(name)) return false;
#if defined __x86_64__
    if (strstr(command, "avx2") != NULL) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return true;
#else
    return strstr(command, "avx2") == NULL;
#endif
}

PROTECTED_TEST(straight_code_has_the_same_bits_everywhere) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 1);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i += 2) {
        if (!can_run(commands[i])) continue;
        const nh_tape *tape = programs_straight(&g, 180);
        size_t numbers = check(&g, tape, commands[i]);
        assert_true(numbers > nh_tape_outputs(tape) / 4);
    }
    for (uint32_t op = 0; op < NH_OPS; op++) assert_true(g.seen[op] > 0);
}

/* What depends on parameters only is cut as well. */
PROTECTED_TEST(long_code_is_cut_into_parts) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 14);
    const nh_tape *tape = programs_straight(&g, 900);
    const char *text = print(&g, tape, true, false);
    assert_true(nh_tape_operations_run(tape) > NH_PRINT_C_PART);
    assert_non_null(strstr(text, "some_run_1("));
    if (nh_tape_operations_prelude(tape) > NH_PRINT_C_PART) assert_non_null(strstr(text, "some_begin_lanes_1("));
    check(&g, tape, "cc -O0 -march=native");
}

PROTECTED_TEST(loops_have_the_same_bits_everywhere) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 2);
    int cut = 0; /* how often a body had more than one part */
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (i == 2 || !can_run(commands[i])) continue; /* -O3 does more to loops than -O2 */
        const nh_tape *tape = programs_loops(&g, 21);
        if (strstr(print(&g, tape, true, false), "some_loop2_body_lanes_1(") != NULL) cut++;
        check(&g, tape, commands[i]);
    }
    assert_true(cut > 0);
}

PROTECTED_TEST(without_lanes_loops_are_the_same) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 3);
    const nh_tape *tape = programs_loops(&g, 37);
    compiled code = load("cc -O1 -march=native", print(&g, tape, false, true), false);
    check_scalar(&g, tape, &code, "without lanes");
    dlclose(code.handle);
}

PROTECTED_TEST(expressions_have_the_same_bits) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 4);
    for (int i = 0; i < test_count(2); i++) check(&g, programs_expressions(&g, 8, 60), "cc -O1 -march=native");
}

/* Without a word about it on the command line. */
PROTECTED_TEST(nothing_is_fused) {
    programs g = programs_begin(nh_arena_create(context), 15);
    const nh_tape *tape = programs_roundings(&g, 20);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!can_run(commands[i])) continue;
        compiled code = load(commands[i], print(&g, tape, false, false), false);
        check_scalar(&g, tape, &code, commands[i]);
        dlclose(code.handle);
    }
}

/* A chain, from expressions to the loops that are found in them. */
PROTECTED_TEST(chains_have_the_same_bits) {
    enum { POINTS = 50 };
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 13);
    nh_tape_def def = programs_def(&g, 1, POINTS + 2);
    nh_expr forces[POINTS];
    for (uint32_t i = 0; i < POINTS; i++) {
        nh_expr left = nh_expr_sub(g.pool, def.inputs[i + 1], def.inputs[i]);
        nh_expr right = nh_expr_sub(g.pool, def.inputs[i + 2], def.inputs[i + 1]);
        nh_expr force =
            nh_expr_sub(g.pool, nh_expr_pow_int(g.pool, right, 3), nh_expr_apply1(g.pool, NH_EXPR_SIN, left));
        forces[i] = nh_expr_mul(g.pool, def.parameters[0], force);
    }
    def.output_count = POINTS;
    def.outputs = forces;
    def.loop_from = 16;
    check(&g, nh_tape_make(g.arena, g.pool, &def), "cc -O1 -march=native");
}

/* Outputs that nothing is computed for, a thousand of them, and the same one twice. */
PROTECTED_TEST(leaves_can_be_outputs) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 5);
    nh_tape_def def = programs_def(&g, 3, 4);
    nh_builder *b = nh_builder_create(g.arena, g.pool, &def);
    for (uint32_t i = 0; i < 1000; i++) {
        nh_expr e = i % 4 == 0   ? def.inputs[i % 3]
                    : i % 4 == 1 ? def.parameters[i % 3]
                                 : nh_expr_fraction(g.pool, i, 7);
        if (i % 4 == 3) e = nh_expr_mul(g.pool, def.parameters[0], def.parameters[1]);
        nh_build_output(b, nh_build_expr(b, e));
    }
    check(&g, nh_builder_finish(b), "cc -O1");
}

PROTECTED_TEST(nothing_at_all_is_a_tape_too) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 6);
    nh_tape_def def = {0};
    const nh_tape *empty = nh_builder_finish(nh_builder_create(g.arena, g.pool, &def));
    check(&g, empty, "cc -O1 -Wall -Wextra -Wpedantic -Werror");
    nh_builder *b = nh_builder_create(g.arena, g.pool, &def);
    nh_build_output(b, nh_build_expr(b, nh_expr_sqrt(g.pool, nh_expr_int(g.pool, 2))));
    check(&g, nh_builder_finish(b), "cc -O1 -Wall -Wextra -Wpedantic -Werror");
}

/* The number that is printed, as a compiler reads it. */
static double reread(nh_arena *arena, double value) {
    nh_text text = nh_text_begin(arena);
    nh_print_c_double(&text, value);
    return strtod(nh_text_string(&text), NULL);
}

PROTECTED_TEST(constants_are_exact) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_of(context, 7);
    const double given[] = {
        0, -0.0, 1, -1, 1.5, 0x1p-1022, 0x1p-1074, -0x1.fffffffffffffp-1023, 0x1.fffffffffffffp+1023};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        assert_true(program_same(reread(arena, given[i]), given[i]));
    for (int i = 0; i < test_count(1000); i++) {
        uint64_t bits = nh_random_u64(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) assert_true(program_same(reread(arena, value), value));
    }
}

PROTECTED_TEST(huge_constants_compile) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 8);
    nh_tape_def def = {0};
    nh_builder *b = nh_builder_create(g.arena, g.pool, &def);
    const int64_t exponents[] = {400, -400, 308, -323};
    for (size_t i = 0; i < 4; i++) {
        nh_rat number = nh_rat_pow(g.arena, nh_rat_int(10), exponents[i]);
        nh_build_output(b, nh_build_number(b, number));
        nh_build_output(b, nh_build_number(b, nh_rat_neg(g.arena, number)));
    }
    nh_build_output(b, nh_build_expr(b, NH_EXPR_PI));
    check(&g, nh_builder_finish(b), "cc -O1 -Wall -Wextra -Wpedantic -Werror");
}

/* ---- the file for a reader ---- */

static const char *document(programs *g, const nh_tape *tape, bool lanes) {
    static const char *const inputs[] = {"theta", "\xcf\x86 in rad", "x */ y", "a /* b", "\n?\?/", "u\\", "v"};
    static const char *const parameters[] = {"m", "g", "l", "c", "k"};
    nh_text text = nh_text_begin(g->arena);
    nh_print_c_def def = {.prefix = "some", .lanes = lanes, .document = true};
    def.input_names = inputs;
    def.parameter_names = parameters;
    nh_tape_print_c(tape, &text, &def);
    return nh_text_string(&text);
}

PROTECTED_TEST(strict_compilers_accept_the_documented_file) {
    static const char *const strict[] = {
        "cc -std=c11 -O1 -c -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wconversion "
        "-Werror",
        "clang -std=c11 -c -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wconversion "
        "-Werror",
    };
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 9);
    const nh_tape *straight = programs_straight(&g, 60), *loops = programs_loops(&g, 19);
    for (size_t i = 0; i < sizeof strict / sizeof *strict; i++) {
        if (!can_run(strict[i])) continue;
        compile(strict[i], document(&g, straight, false), test_path("strict.c"), test_path("strict.o"));
        compile(strict[i], print(&g, loops, true, true), test_path("strict.c"), test_path("strict.o"));
    }
}

PROTECTED_TEST(names_and_usage_are_in_the_comments) {
    programs g = programs_begin(nh_arena_create(context), 10);
    const char *text = document(&g, programs_straight(&g, 40), false);
    const char *const wanted[] = {"x[0]  theta", "p[2]  l", "some_run(inputs, outputs, work)", "/* 1/3 */", "x * / y"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) assert_non_null(strstr(text, wanted[i]));
    assert_null(strstr(text, "some_run_lanes"));
}

/* Another locale has another decimal point; the text has none of it. */
PROTECTED_TEST(same_tape_same_bytes) {
    programs g = programs_begin(nh_arena_create(context), 11);
    const nh_tape *tape = programs_straight(&g, 300);
    const char *first = print(&g, tape, true, true);
    bool other = setlocale(LC_ALL, "de_DE.UTF-8") != NULL || setlocale(LC_ALL, "fr_FR.UTF-8") != NULL;
    const char *second = print(&g, tape, true, true);
    if (other) setlocale(LC_ALL, "C");
    assert_string_equal(first, second);
}

static void print_all(nh_context *context, void *unused) {
    (void)unused;
    programs g = programs_begin(nh_arena_create(context), 12);
    print(&g, programs_straight(&g, 40), true, true);
    print(&g, programs_loops(&g, 17), true, true);
}

static void memory_may_run_out(void **state) {
    (void)state;
    assert_true(test_every_failure(print_all, NULL, 40) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_code_has_the_same_bits_everywhere),
        cmocka_unit_test(long_code_is_cut_into_parts),
        cmocka_unit_test(loops_have_the_same_bits_everywhere),
        cmocka_unit_test(without_lanes_loops_are_the_same),
        cmocka_unit_test(expressions_have_the_same_bits),
        cmocka_unit_test(nothing_is_fused),
        cmocka_unit_test(chains_have_the_same_bits),
        cmocka_unit_test(leaves_can_be_outputs),
        cmocka_unit_test(nothing_at_all_is_a_tape_too),
        cmocka_unit_test(constants_are_exact),
        cmocka_unit_test(huge_constants_compile),
        cmocka_unit_test(strict_compilers_accept_the_documented_file),
        cmocka_unit_test(names_and_usage_are_in_the_comments),
        cmocka_unit_test(same_tape_same_bytes),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
