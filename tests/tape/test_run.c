/* Tapes over doubles: any number of lanes gives the bits of one lane, on every machine; lanes do not touch each other,
 * and nothing outside the given arrays is touched. */
#include "tape/vm.h"
#include "tapes.h"

static const uint32_t lane_counts[] = {1, 2, 7, 8, 9, 31, 32, 33, 64, 100};

enum { LANE_COUNTS = sizeof lane_counts / sizeof *lane_counts, MOST_LANES = 100 };

/* The machines that this processor has. */
static uint32_t machines(const nh_vm *list[3]) {
    uint32_t count = 0;
    list[count++] = &nh_vm_base;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) list[count++] = &nh_vm_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) list[count++] = &nh_vm_avx512;
#endif
    return count;
}

/* ---- one set of numbers for many lanes ---- */

typedef struct bundle {
    programs *g;
    nh_tape *tape;
    double *parameters, *inputs; /* [i*MOST_LANES + l] */
    double *outputs;             /* likewise; what one lane alone gives */
} bundle;

/* Lane l of rows of `from` lanes to column `column` of rows of `to` lanes. */
static void copy_lane(uint32_t rows, const double *in, uint32_t from, uint32_t l, double *out, uint32_t to,
                      uint32_t column) {
    for (uint32_t i = 0; i < rows; i++) out[(size_t)i * to + column] = in[(size_t)i * from + l];
}

static void run_alone(bundle *b) {
    const nh_tape *tape = b->tape;
    double *p = program_room(b->g, tape->parameters), *x = program_room(b->g, tape->inputs),
           *y = program_room(b->g, tape->outputs);
    double *work = program_room(b->g, nh_tape_work_size(tape, 1));
    for (uint32_t l = 0; l < MOST_LANES; l++) {
        copy_lane(tape->parameters, b->parameters, MOST_LANES, l, p, 1, 0);
        copy_lane(tape->inputs, b->inputs, MOST_LANES, l, x, 1, 0);
        nh_tape_begin(tape, 1, p, work);
        nh_tape_run(tape, 1, x, y, work);
        copy_lane(tape->outputs, y, 1, 0, b->outputs, MOST_LANES, l);
    }
}

static bundle bundle_begin(programs *g, nh_tape *tape) {
    bundle b = {.g = g, .tape = tape};
    b.parameters = program_numbers(g, (size_t)tape->parameters * MOST_LANES);
    b.inputs = program_numbers(g, (size_t)tape->inputs * MOST_LANES);
    b.outputs = program_room(g, (size_t)tape->outputs * MOST_LANES);
    /* some lanes of numbers that are none, among the others */
    static const double strange[] = {NAN, INFINITY, -INFINITY, 1e308, -0.0, 5e-324};
    for (uint32_t l = 3; l < MOST_LANES; l += 11)
        for (uint32_t i = 0; i < tape->inputs; i++)
            if (programs_below(g, 2) == 0) b.inputs[(size_t)i * MOST_LANES + l] = strange[programs_below(g, 6)];
    run_alone(&b);
    return b;
}

/* An array with a wall on both sides. */
typedef struct walled {
    double *room, *data;
    size_t count;
} walled;

static const double wall = 0x1.fedcba9876543p+99;

enum { WALL = 64 };

static walled walled_begin(nh_arena *arena, size_t count) {
    walled w = {.count = count};
    w.room = nh_arena_alloc_aligned(arena, (count + 2 * WALL) * sizeof(double), 64);
    w.data = w.room + WALL;
    for (size_t i = 0; i < count + 2 * WALL; i++) w.room[i] = wall;
    return w;
}

static void walled_check(const walled *w) {
    for (size_t i = 0; i < WALL; i++) {
        assert_true(w->room[i] == wall);
        assert_true(w->data[w->count + i] == wall);
    }
}

/* The lanes first .. first+lanes-1 together, twice, against each by itself. */
static void check_lanes(bundle *b, uint32_t first, uint32_t lanes) {
    const nh_tape *tape = b->tape;
    nh_arena *arena = nh_arena_create(nh_arena_context(b->g->arena));
    walled work = walled_begin(arena, nh_tape_work_size(tape, lanes)),
           y = walled_begin(arena, (size_t)tape->outputs * lanes);
    walled p = walled_begin(arena, (size_t)tape->parameters * lanes),
           x = walled_begin(arena, (size_t)tape->inputs * lanes);
    for (uint32_t l = 0; l < lanes; l++) {
        copy_lane(tape->parameters, b->parameters, MOST_LANES, first + l, p.data, lanes, l);
        copy_lane(tape->inputs, b->inputs, MOST_LANES, first + l, x.data, lanes, l);
    }
    nh_tape_begin(tape, lanes, p.data, work.data);
    for (int again = 0; again < 2; again++) {
        nh_tape_run(tape, lanes, x.data, y.data, work.data);
        for (uint32_t i = 0; i < tape->outputs; i++)
            program_compare(tape->vm->name, lanes, y.data + (size_t)i * lanes,
                            b->outputs + (size_t)i * MOST_LANES + first);
    }
    walled_check(&work), walled_check(&x), walled_check(&y), walled_check(&p);
    nh_arena_destroy(arena);
}

static void check_tape(programs *g, nh_tape *tape) {
    const nh_vm *list[3];
    uint32_t count = machines(list);
    bundle b = bundle_begin(g, tape);
    for (uint32_t m = 0; m < count; m++) {
        tape->vm = list[m];
        for (uint32_t i = 0; i < LANE_COUNTS; i++)
            check_lanes(&b, programs_below(g, MOST_LANES - lane_counts[i] + 1), lane_counts[i]);
    }
}

PROTECTED_TEST(test_lanes_of_straight_code) {
    for (int i = 0; i < test_count(6); i++) {
        nh_arena *arena = nh_arena_create(context);
        programs g = programs_begin(arena, (uint64_t)i);
        check_tape(&g, programs_straight(&g, 400));
        for (int op = 0; op < NH_OPS; op++) assert_true(g.seen[op] > 0);
        nh_pool_destroy(g.pool);
        nh_arena_destroy(arena);
    }
}

PROTECTED_TEST(test_lanes_of_expressions) {
    for (int i = 0; i < test_count(30); i++) {
        nh_arena *arena = nh_arena_create(context);
        programs g = programs_begin(arena, (uint64_t)i + 100);
        check_tape(&g, programs_expressions(&g, 5, 30));
        nh_pool_destroy(g.pool);
        nh_arena_destroy(arena);
    }
}

PROTECTED_TEST(test_lanes_of_loops) {
    /* members fill whole blocks, and leave a rest */
    static const uint32_t sizes[] = {16, 31, 32, 33, 70};
    for (int i = 0; i < test_count(5); i++) {
        nh_arena *arena = nh_arena_create(context);
        programs g = programs_begin(arena, (uint64_t)i + 200);
        nh_tape *tape = programs_loops(&g, sizes[i % 5]);
        assert_true(tape->loop_count > 0);
        check_tape(&g, tape);
        nh_pool_destroy(g.pool);
        nh_arena_destroy(arena);
    }
}

static void test_chosen_machine(void **state) {
    (void)state;
    const nh_vm *list[3];
    uint32_t count = machines(list);
    assert_ptr_equal(nh_vm_choose(), list[count - 1]);
    assert_string_equal(nh_vm_base.name, "base");
    for (uint32_t i = 0; i < count; i++) assert_true(list[i]->width >= 1 && list[i]->width <= 8);
}

/* ---- what changes, and what stays ---- */

PROTECTED_TEST(test_parameters_again) {
    /* new parameters give new results, old ones the old results, whatever was run in between */
    programs g = programs_begin(nh_arena_create(context), 300);
    nh_tape *tape = programs_straight(&g, 200);
    bundle b = bundle_begin(&g, tape);
    double *work = program_room(&g, nh_tape_work_size(tape, 40)), *y = program_room(&g, (size_t)tape->outputs * 40);
    double *first = program_room(&g, (size_t)tape->outputs * 40);
    double *p = program_numbers(&g, (size_t)tape->parameters * 40),
           *q = program_numbers(&g, (size_t)tape->parameters * 40);
    nh_tape_begin(tape, 40, p, work);
    nh_tape_run(tape, 40, b.inputs, first, work);
    nh_tape_begin(tape, 40, q, work);
    nh_tape_run(tape, 40, b.inputs, y, work);
    size_t equal = 0;
    for (size_t i = 0; i < (size_t)tape->outputs * 40; i++) equal += program_same(y[i], first[i]);
    assert_true(equal < (size_t)tape->outputs * 40);
    nh_tape_begin(tape, 40, p, work);
    for (int i = 0; i < 3; i++) nh_tape_run(tape, 40, b.inputs + i, y, work);
    nh_tape_run(tape, 40, b.inputs, y, work);
    program_compare("again", (size_t)tape->outputs * 40, y, first);
}

static void run_many(nh_tape *tape, const double *p, const double *x, double *y, double *work) {
    nh_tape_begin(tape, 33, p, work);
    for (int i = 0; i < 10; i++) nh_tape_run(tape, 33, x, y, work);
}

static void test_nothing_is_allocated(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context_def def = test_memory_def(&memory);
    nh_context *context = NULL;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    programs g = programs_begin(nh_arena_create(context), 400);
    nh_tape *tape = programs_loops(&g, 40);
    double *p = program_numbers(&g, (size_t)tape->parameters * 33), *x = program_numbers(&g, (size_t)tape->inputs * 33);
    double *y = program_room(&g, (size_t)tape->outputs * 33), *work = program_room(&g, nh_tape_work_size(tape, 33));
    uint64_t calls = memory.calls;
    run_many(tape, p, x, y, work);
    assert_int_equal(memory.calls, calls);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes_of_straight_code), cmocka_unit_test(test_lanes_of_expressions),
        cmocka_unit_test(test_lanes_of_loops),         cmocka_unit_test(test_chosen_machine),
        cmocka_unit_test(test_parameters_again),       cmocka_unit_test(test_nothing_is_allocated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
