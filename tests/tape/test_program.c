/* Programs: the bits are the same before and after they become machine code, and nothing is said
 * unless code was requested. */
#include "support.h"

#include "native_place.h"
#include "tape/program.h"

static double run_once(nh_program *program, double x) {
    double output = 0;
    nh_program_run(program, &x, &output);
    return output;
}

/* 3 x + 10, by the small tape. */
static nh_program *make(programs *g, nh_native_use use) {
    nh_program *program = nh_program_make(g->arena, small_tape(g, 10), use);
    nh_program_begin(program, &(double){3});
    return program;
}

PROTECTED_TEST(never_stays_interpreted) {
    programs g = programs_begin(nh_arena_create(context), 1);
    nh_program *program = make(&g, NH_NATIVE_NEVER);
    assert_false(nh_program_is_native(program));
    for (int i = 0; i < 100000; i++) assert_true(run_once(program, i) == 3.0 * i + 10);
    assert_false(nh_program_is_native(program));
}

PROTECTED_TEST(always_is_native_at_once) {
    SKIP_WITHOUT("cc");
    programs g = programs_begin(nh_arena_create(context), 1);
    nh_program *program = make(&g, NH_NATIVE_ALWAYS);
    assert_true(nh_program_is_native(program));
    assert_true(run_once(program, 2) == 16);
    nh_program_begin(program, &(double){4});
    assert_true(run_once(program, 2) == 18);
}

/* The compiler is run once the interpreter has worked long enough; the next program finds the code soon. */
PROTECTED_TEST(auto_compiles_when_that_pays) {
    SKIP_WITHOUT("cc");
    char cache[600];
    snprintf(cache, sizeof cache, "%s/auto", test_folder());
    setenv("XDG_CACHE_HOME", cache, 1);
    programs g = programs_begin(nh_arena_create(context), 1);
    nh_program *program = make(&g, NH_NATIVE_AUTO);
    uint64_t runs = 0, again = 0;
    for (; !nh_program_is_native(program) && runs < 100000000; runs++)
        assert_true(run_once(program, (double)(runs % 7)) == 3.0 * (double)(runs % 7) + 10);
    assert_true(nh_program_is_native(program));
    assert_true(run_once(program, 2) == 16);
    nh_program *second = make(&g, NH_NATIVE_AUTO);
    for (; !nh_program_is_native(second) && again < runs; again++) assert_true(run_once(second, 2) == 16);
    assert_true(nh_program_is_native(second) && again < runs / 100);
    assert_int_equal(nh_context_diag_count(context), 0);
    setenv("XDG_CACHE_HOME", test_folder(), 1);
}

PROTECTED_TEST(without_a_compiler_it_stays_interpreted) {
    setenv("CC", "/no/such/compiler", 1);
    programs g = programs_begin(nh_arena_create(context), 1);
    nh_program *program = nh_program_make(g.arena, small_tape(&g, 77), NH_NATIVE_AUTO);
    nh_program_begin(program, &(double){3});
    for (int i = 0; i < 1000000; i++) assert_true(run_once(program, 2) == 83);
    assert_false(nh_program_is_native(program));
    assert_int_equal(nh_context_diag_count(context), 0);
    program = nh_program_make(g.arena, small_tape(&g, 77), NH_NATIVE_ALWAYS);
    nh_program_begin(program, &(double){3});
    assert_true(!nh_program_is_native(program) && run_once(program, 2) == 83);
    assert_string_equal(test_last_code(context), "native-compiler");
    unsetenv("CC");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_stays_interpreted),
        cmocka_unit_test(always_is_native_at_once),
        cmocka_unit_test(auto_compiles_when_that_pays),
        cmocka_unit_test(without_a_compiler_it_stays_interpreted),
    };
    return cmocka_run_group_tests(tests, set_environment, NULL);
}
