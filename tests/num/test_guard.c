/* The guard: results, jumps, the hooks before and after, failures at every allocation, threads. Its limits are in
 * test_guard_limits.c.
 *
 * Everything runs under an alarm: a lock that a failure left closed ends the program instead of the
 * patience of the reader. */
#include "num/guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/context.h"

#include "inside.h"

enum { ALARM_SECONDS = 600 };

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

/* Which of the threads that ever came here this is. */
static int thread_number(void) {
    static int count;
    static _Thread_local int number;
    if (number == 0) number = ++count;
    return number;
}

static void tell_thread(nh_context *context, void *argument) {
    (void)context;
    *(int *)argument = thread_number();
}

static int worker_number(nh_context *context) {
    int number = 0;
    test_run(context, go_inside, &(inside){tell_thread, &number});
    return number;
}

/* ---- before the hooks; these come first ---- */

static size_t gmp_taken, gmp_given;

static void *counted_alloc(size_t size) {
    gmp_taken++;
    return malloc(size);
}

static void *counted_resize(void *block, size_t old_size, size_t size) {
    (void)old_size;
    return realloc(block, size);
}

static void counted_free(void *block, size_t size) {
    (void)size;
    gmp_given++;
    free(block);
}

/* A program with hooks of its own for GMP, which takes numbers before ours are there. */
static fmpz_t old_fmpz;
static mpz_t old_mpz;
static nh_context *old_context;

static void test_without_hooks(void **state) {
    (void)state;
    mp_set_memory_functions(counted_alloc, counted_resize, counted_free);
    fmpz_init(old_fmpz);
    fmpz_fac_ui(old_fmpz, 100);
    mpz_init(old_mpz);
    mpz_fac_ui(old_mpz, 100);
    assert_true(gmp_taken > 0);
    nh_context_def def = nh_default_context();
    assert_int_equal(nh_context_create(&def, &old_context), NH_OK);
    assert_exercise(old_context);
}

static void check_old_numbers(nh_context *context, void *argument) {
    (void)context;
    mpz_t copy;
    mpz_init_set(copy, old_mpz);
    *(bool *)argument = fmpz_cmp(old_fmpz, old_fmpz) == 0 && mpz_cmp(copy, old_mpz) == 0;
    mpz_clear(copy);
}

/* Numbers and a worker that were there before the hooks continue. */
static void test_with_hooks(void **state) {
    (void)state;
    nh_install_hooks();
    nh_install_hooks();
    assert_exercise(old_context);
    bool right = false;
    test_run(old_context, go_inside, &(inside){check_old_numbers, &right});
    assert_true(right);
    nh_context_destroy(old_context);
    size_t taken = gmp_taken, given = gmp_given;
    mpz_mul(old_mpz, old_mpz, old_mpz); /* resizes an old block */
    fmpz_mul(old_fmpz, old_fmpz, old_fmpz);
    mpz_t back;
    mpz_init(back);
    fmpz_get_mpz(back, old_fmpz);
    assert_int_equal(mpz_cmp(back, old_mpz), 0);
    mpz_clear(back);
    mpz_clear(old_mpz);
    fmpz_clear(old_fmpz);
    assert_true(gmp_taken > taken && gmp_given > given);
}

static void make_longer(nh_context *context, void *argument) {
    (void)context;
    mpz_mul_2exp(argument, argument, 10000);
}

/* A worker takes nothing from the hooks of the program, and the program nothing from the context. A number of the
 * program stays the program's when a worker makes it longer. */
static void test_separate_memory(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context *context = context_of(test_memory_def(&memory));
    mpz_t number;
    mpz_init_set_ui(number, 7);
    size_t taken = gmp_taken;
    assert_exercise(context);
    test_run(context, go_inside, &(inside){make_longer, number});
    assert_int_equal(gmp_taken, taken);
    mpz_fdiv_q_2exp(number, number, 10000);
    assert_int_equal(mpz_cmp_ui(number, 7), 0);
    mpz_clear(number);
    uint64_t calls = memory.calls;
    unsigned right = 0;
    flint_exercise_all(NULL, &right);
    assert_int_equal(right, FLINT_ALL_RIGHT);
    assert_int_equal(memory.calls, calls);
    assert_true(gmp_taken > taken);
    nh_context_destroy(context);
    assert_int_equal(memory.blocks, 0);
    flint_cleanup();
}

/* ---- calls ---- */

static void add_one(nh_context *context, void *argument) {
    assert_true(nh_guard_inside());
    assert_ptr_equal(nh_guard_context(), context);
    ++*(int *)argument;
}

static void add_deep(nh_context *context, void *argument) {
    int before = thread_number();
    for (int i = 0; i < 10; i++) test_guard_call(context, add_one, argument);
    *(int *)argument += thread_number() == before ? 100 : 0;
}

static void test_results(void **state) {
    (void)state;
    nh_context *context = test_context();
    int count = 0;
    assert_null(*nh_context_guard(context));
    assert_false(nh_guard_inside());
    test_run(context, go_inside, &(inside){add_one, &count});
    assert_int_equal(count, 1);
    test_run(context, go_inside, &(inside){add_deep, &count});
    assert_int_equal(count, 111);
    for (int i = 0; i < 1000; i++) test_run(context, go_inside, &(inside){add_one, &count});
    assert_int_equal(count, 1111);
    assert_false(nh_guard_inside());
    assert_non_null(*nh_context_guard(context));
    nh_context_destroy(context);
    assert_non_null(strstr(nh_guard_libraries(), "FLINT "));
}

static void make_and_raise(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    nh_arena_alloc(arena, 10000);
    nh_arena_alloc(nh_scratch(context), 10000);
    fmpz_t number; /* not cleared: it goes with the worker */
    fmpz_init(number);
    fmpz_fac_ui(number, 1000);
    nh_guard_alloc(100, 10);
    if (argument != NULL) nh_fail(context, NH_E_MODEL, "test-code", "sentence %d of %s", 7, (const char *)argument);
    nh_raise(context, NH_E_NUMERIC);
}

static void test_jumps(void **state) {
    (void)state;
    nh_context *context = test_context();
    int count = 0;
    test_run(context, go_inside, &(inside){add_one, &count});
    size_t memory = 0;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(run_inside(context, make_and_raise, "test"), NH_E_MODEL);
        assert_int_equal(nh_context_diag_count(context), 1);
        assert_string_equal(test_last_code(context), "test-code");
        assert_string_equal(nh_context_diag(context, 0)->sentence, "sentence 7 of test");
        nh_context_clear_diags(context);
        assert_int_equal(run_inside(context, make_and_raise, NULL), NH_E_NUMERIC);
        assert_int_equal(nh_context_diag_count(context), 1);
        nh_context_clear_diags(context);
        if (i == 3) memory = nh_context_memory(context);
    }
    assert_int_equal(nh_context_memory(context), memory); /* nothing piles up */
    assert_exercise(context);
    nh_context_destroy(context);
}

/* A failure arrives at the innermost protected call of the caller, not further out. */
static void catch_and_go_on(nh_context *context, void *argument) {
    nh_status caught = run_inside(context, make_and_raise, NULL);
    *(int *)argument = (int)caught;
    int count = 0;
    test_guard_call(context, add_one, &count);
    *(int *)argument += 1000 * count;
}

static void test_innermost(void **state) {
    (void)state;
    nh_context *context = test_context();
    int result = 0;
    test_run(context, catch_and_go_on, &result);
    assert_int_equal(result, 1000 + NH_E_NUMERIC);
    nh_context_destroy(context);
}

static void raise_in_depth(nh_context *context, void *argument) {
    test_guard_call(context, make_and_raise, argument);
}

/* Inside the worker a protected call may catch what is not a failure of a library, and the worker continues. */
static void catch_inside(nh_context *context, void *argument) {
    assert_int_equal(test_protect(context, raise_in_depth, NULL), NH_E_NUMERIC);
    tell_thread(context, argument);
}

static void test_worker_is_kept(void **state) {
    (void)state;
    nh_context *context = test_context();
    int first = worker_number(context), caught = 0;
    for (int i = 0; i < 10; i++) assert_int_equal(worker_number(context), first);
    test_run(context, go_inside, &(inside){catch_inside, &caught});
    assert_int_equal(caught, first);
    assert_int_equal(worker_number(context), first);
    assert_int_equal(run_inside(context, make_and_raise, NULL), NH_E_NUMERIC);
    int second = worker_number(context);
    assert_int_not_equal(second, first);
    assert_int_equal(worker_number(context), second);
    assert_int_not_equal(second, thread_number());
    nh_context_destroy(context);
}

static void read_mask(nh_context *context, void *argument) {
    (void)context;
    pthread_sigmask(SIG_BLOCK, NULL, argument);
}

/* A signal to the process never lands in a worker, and the thread that calls keeps its mask. */
static void test_signals(void **state) {
    (void)state;
    nh_context *context = test_context();
    sigset_t before, after, inner;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    test_run(context, go_inside, &(inside){read_mask, &inner});
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    static const int signals[] = {SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        assert_int_equal(sigismember(&inner, signals[i]), 1);
        assert_int_equal(sigismember(&before, signals[i]), sigismember(&after, signals[i]));
    }
    nh_context_destroy(context);
}

static void use_guard_memory(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    for (size_t size = 0; size < 300; size += 7) {
        unsigned char *block = nh_guard_alloc(size, 3);
        for (size_t i = 0; i < 3 * size; i++) assert_int_equal(block[i], 0);
        memset(block, 255, 3 * size);
        nh_guard_free(block);
    }
    nh_guard_free(NULL);
    flint_free(NULL);
    nh_guard_poll();
}

static void ask_too_much(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    nh_guard_alloc(SIZE_MAX / 16 + 2, 16); /* wraps around to 16 */
}

static void test_guard_memory(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, go_inside, &(inside){use_guard_memory, NULL});
    assert_int_equal(run_inside(context, ask_too_much, NULL), NH_E_LIMIT);
    assert_string_equal(test_last_code(context), "memory-limit");
    nh_context_destroy(context);
}

/* ---- whole computations ---- */

static void at_high_precision(nh_context *context, void *argument) {
    (void)context;
    *(bool *)argument = exercise_precision(10000);
}

static void test_computations(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (int i = 0; i < 3; i++) {
        bool right = false;
        assert_exercise(context);
        assert_exercise(context);
        test_run(context, go_inside, &(inside){at_high_precision, &right});
        assert_true(right);
        assert_int_equal(run_inside(context, make_and_raise, NULL), NH_E_NUMERIC);
    }
    nh_context_destroy(context);
}

/* ---- failures at every allocation ---- */

static void test_failures(void **state) {
    (void)state;
    uint64_t injected = test_every_failure(flint_exercise_body, NULL, (uint64_t)test_count(150));
    assert_in_range(injected, test_count(100), test_count(300));
}

/* How many requests for memory the exercise makes: the versions of FLINT differ. */
static uint64_t count_requests(void) {
    test_memory memory = {0};
    nh_context *context = context_of(test_memory_def(&memory));
    uint64_t before = memory.calls;
    test_run(context, flint_exercise_body, NULL);
    uint64_t requests = memory.calls - before;
    nh_context_destroy(context);
    return requests;
}

/* From some allocation on there is no memory at all, then there is again. */
static void test_failures_to_stay(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 1);
    uint64_t requests = count_requests();
    assert_true(requests > 1000);
    for (int i = 0; i < test_count(40); i++) {
        test_memory memory = {.fail_from_then = true};
        nh_context *context = context_of(test_memory_def(&memory));
        memory.fail_at = memory.calls + 1 + nh_random_below(&random, i % 2 == 0 ? 10 : requests);
        assert_int_equal(test_protect(context, flint_exercise_body, NULL), NH_E_MEMORY);
        assert_string_equal(test_last_code(context), "memory");
        assert_int_equal(test_protect(context, flint_exercise_body, NULL), NH_E_MEMORY);
        memory.fail_at = 0;
        if (i % 3 != 0) test_run(context, flint_exercise_body, NULL);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
        assert_int_equal(memory.bytes, 0);
    }
}

/* ---- many contexts, many threads ---- */

static void test_many_contexts(void **state) {
    (void)state;
    enum { MANY = 24 };
    nh_context *contexts[MANY];
    for (int i = 0; i < MANY; i++) contexts[i] = test_context();
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MANY; i++) {
            int count = i;
            test_run(contexts[i], go_inside, &(inside){add_one, &count});
            assert_int_equal(count, i + 1);
            if (i % 3 == 0) assert_int_equal(run_inside(contexts[i], make_and_raise, NULL), NH_E_NUMERIC);
        }
    assert_exercise(contexts[3]);
    for (int i = 0; i < MANY; i++) nh_context_destroy(contexts[(i * 7) % MANY]);
}

static void test_destroy_after_failure(void **state) {
    (void)state;
    for (int i = 0; i < test_count(20); i++) {
        test_memory memory = {0};
        nh_context *context = context_of(test_memory_def(&memory));
        if (i % 2 == 0) assert_exercise(context);
        assert_int_equal(run_inside(context, make_and_raise, NULL), NH_E_NUMERIC);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
    }
}

/* A thread with a context of its own; counts what went wrong, because only the main thread may assert. */
typedef struct user {
    pthread_t thread;
    int rounds;
    int wrong;
} user;

static void *use_guard(void *argument) {
    user *self = argument;
    for (int i = 0; i < self->rounds; i++) {
        test_memory memory = {0};
        nh_context_def def = test_memory_def(&memory);
        nh_context *context;
        if (nh_context_create(&def, &context) != NH_OK) return NULL;
        uint64_t calls = 1; /* of one exercise: there are some in each, since none outlives its call */
        for (int k = 0; k < 3; k++) {
            unsigned right = 0;
            uint64_t before = memory.calls;
            self->wrong += run_inside(context, flint_exercise_all, &right) != NH_OK || right != FLINT_ALL_RIGHT;
            calls = memory.calls - before;
            self->wrong += run_inside(context, make_and_raise, NULL) != NH_E_NUMERIC;
        }
        self->wrong += calls < 200;
        memory.fail_at = memory.calls + 1 + (uint64_t)(200 * i) % (calls / 2 + 1);
        unsigned unused;
        self->wrong += run_inside(context, flint_exercise_all, &unused) != NH_E_MEMORY;
        nh_context_destroy(context);
        self->wrong += memory.blocks != 0;
    }
    return NULL;
}

/* Another user of the libraries in the process, who knows nothing of guards. */
static void *use_plainly(void *argument) {
    user *self = argument;
    for (int i = 0; i < 3 * self->rounds; i++) {
        unsigned right = 0;
        flint_exercise_all(NULL, &right);
        self->wrong += right != FLINT_ALL_RIGHT;
    }
    flint_cleanup();
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    enum { USERS = 4 };
    user users[USERS];
    nh_install_hooks();
    for (int i = 0; i < USERS; i++) {
        users[i] = (user){.rounds = test_count(4)};
        assert_int_equal(pthread_create(&users[i].thread, NULL, i < 3 ? use_guard : use_plainly, &users[i]), 0);
    }
    for (int i = 0; i < USERS; i++) {
        assert_int_equal(pthread_join(users[i].thread, NULL), 0);
        assert_int_equal(users[i].wrong, 0);
    }
}

/* One context handed from thread to thread: the worker stays the same. */
static void *use_context(void *argument) {
    nh_context *context = argument;
    unsigned right = 0;
    nh_status status = run_inside(context, flint_exercise_all, &right);
    return status == NH_OK && right == FLINT_ALL_RIGHT ? argument : NULL;
}

static void test_handed_over(void **state) {
    (void)state;
    nh_context *context = test_context();
    int worker = worker_number(context);
    for (int i = 0; i < 4; i++) {
        pthread_t thread;
        void *result;
        assert_int_equal(pthread_create(&thread, NULL, use_context, context), 0);
        assert_int_equal(pthread_join(thread, &result), 0);
        assert_ptr_equal(result, context);
    }
    assert_int_equal(worker_number(context), worker);
    nh_context_destroy(context);
}

/* When the system has no room for the stack of another thread, the call says so, and the next one may work. */
static void test_no_thread(void **state) {
    (void)state;
#ifdef HAS_ASAN
    skip(); /* its shadow memory needs all of the address space */
#else
    nh_context *context = test_context();
    struct rlimit old, tight;
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    tight = old;
    tight.rlim_cur = 16 << 20; /* below what is in use: nothing more is given out */
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    int count = 0;
    nh_status status = run_inside(context, add_one, &count);
    assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
    assert_int_equal(status, NH_E_MEMORY);
    assert_int_equal(count, 0);
    assert_int_equal(nh_context_diag_count(context), 1);
    assert_exercise(context);
    nh_context_destroy(context);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_hooks), /* these two in this order, first */
        cmocka_unit_test(test_with_hooks),
        cmocka_unit_test(test_separate_memory),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_innermost),
        cmocka_unit_test(test_worker_is_kept),
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_guard_memory),
        cmocka_unit_test(test_computations),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_failures_to_stay),
        cmocka_unit_test(test_many_contexts),
        cmocka_unit_test(test_destroy_after_failure),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_handed_over),
        cmocka_unit_test(test_no_thread),
    };
    alarm(ALARM_SECONDS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
