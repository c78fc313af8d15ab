/* What ends a computation inside the guard: limits on memory and work, deadlines, interrupts, a library that gives up; and
 * that nothing is printed meanwhile. */
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"

#include "inside.h"

enum { ALARM_SECONDS = 600 }; /* against computations that nothing ends */

static nh_context *context_with_seconds(double seconds) {
    nh_context_def def = nh_default_context();
    def.limits.seconds = seconds;
    return context_of(def);
}

/* Seconds of work of this process. A bound on how late something is must not depend on who else uses the machine. */
static double work_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- work without end ---- */

/* Four sparse polynomials in eight variables, multiplied out to some hundred thousand terms and factored: six minutes. */
static void factor_polynomial(nh_context *context, void *argument) {
    enum { VARIABLES = 8, FACTORS = 4, TERMS = 30, DEGREE = 6 };
    nh_random random = nh_random_make(1, 1);
    (void)context;
    (void)argument;
    fmpz_mpoly_ctx_t ring;
    fmpz_mpoly_t p, q;
    fmpz_mpoly_factor_t factors;
    fmpz_mpoly_ctx_init(ring, VARIABLES, ORD_LEX);
    fmpz_mpoly_init(p, ring);
    fmpz_mpoly_init(q, ring);
    fmpz_mpoly_factor_init(factors, ring);
    fmpz_mpoly_one(p, ring);
    for (int i = 0; i < FACTORS; i++) {
        fmpz_mpoly_zero(q, ring);
        for (int j = 0; j < TERMS; j++) {
            ulong exponents[VARIABLES];
            for (int k = 0; k < VARIABLES; k++) exponents[k] = nh_random_below(&random, DEGREE);
            fmpz_mpoly_push_term_si_ui(q, nh_random_between(&random, -1000000, 1000000), exponents, ring);
        }
        fmpz_mpoly_sort_terms(q, ring);
        fmpz_mpoly_combine_like_terms(q, ring);
        fmpz_mpoly_mul(p, p, q, ring);
    }
    fmpz_mpoly_factor(factors, p, ring);
    fmpz_mpoly_factor_clear(factors, ring);
    fmpz_mpoly_clear(q, ring);
    fmpz_mpoly_clear(p, ring);
    fmpz_mpoly_ctx_clear(ring);
}

/* The product of two primes of 200 bits. FLINT tries elliptic curves for minutes, then its quadratic sieve. */
static void factor_integer(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    fmpz_t p, q;
    fmpz_factor_t factors;
    fmpz_init(p);
    fmpz_init(q);
    fmpz_factor_init(factors);
    fmpz_one(p);
    fmpz_mul_2exp(p, p, 200);
    fmpz_add_ui(q, p, 123456789012345u);
    fmpz_nextprime(p, p, 0);
    fmpz_nextprime(q, q, 0);
    fmpz_mul(p, p, q);
    fmpz_factor(factors, p);
    fmpz_factor_clear(factors);
    fmpz_clear(q);
    fmpz_clear(p);
}

/* Four gigabytes of digits: minutes. */
static void huge_factorial(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    fmpz_t r;
    fmpz_init(r);
    fmpz_fac_ui(r, 1000000000);
    fmpz_clear(r);
}

/* A series that never ends, for limits other than time; every round takes and gives memory. */
static void endless(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    for (ulong n = 1000;; n++) {
        fmpz_t r;
        fmpz_init(r);
        fmpz_fac_ui(r, n % 3000);
        fmpz_clear(r);
    }
}

/* Powers of 3, each the square of the one before, until memory ends. */
static void grow(nh_context *context, void *argument) {
    (void)context;
    fmpz_t r;
    fmpz_init_set_ui(r, 3);
    for (int i = 0; i < 40; i++) {
        fmpz_mul(r, r, r);
        if (argument != NULL) *(int *)argument = i;
    }
    fmpz_clear(r);
}

/* ---- limits ---- */

static void test_memory_limit(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    def.limits.memory = 8 << 20;
    nh_context *context = context_of(def);
    for (int i = 0; i < 3; i++) {
        int last = 0;
        assert_int_equal(run_inside(context, grow, &last), NH_E_LIMIT);
        assert_string_equal(test_last_code(context), "memory-limit");
        assert_in_range(last, 15, 30);
        assert_in_range(nh_context_memory_peak(context), 1 << 20, 8 << 20);
        assert_true(nh_context_memory(context) < 1 << 20);
        assert_exercise(context);
    }
    nh_context_destroy(context);
}

static void attempt_inside(nh_context *context, void *argument) {
    inside call = {grow, NULL};
    nh_budget budget = {.memory = 4 << 20};
    *(nh_status *)argument = test_attempt(context, &budget, go_inside, &call);
}

static void test_memory_budget(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (int i = 0; i < 3; i++) {
        nh_status status = NH_OK;
        test_run(context, attempt_inside, &status);
        assert_int_equal(status, NH_E_LIMIT);
        assert_int_equal(nh_context_diag_count(context), 0);
        assert_true(nh_context_memory_peak(context) < 6 << 20);
        assert_exercise(context);
    }
    nh_context_destroy(context);
}

/* A library that fails ends the whole call, past an attempt that is made inside. */
static void grow_in_attempt(nh_context *context, void *argument) {
    nh_budget budget = {.memory = 1 << 20};
    test_attempt(context, &budget, grow, NULL);
    *(bool *)argument = true;
}

static void test_attempt_inside(void **state) {
    (void)state;
    nh_context *context = test_context();
    bool went_on = false;
    assert_int_equal(run_inside(context, grow_in_attempt, &went_on), NH_E_LIMIT);
    assert_false(went_on);
    assert_string_equal(test_last_code(context), "memory-limit");
    assert_exercise(context);
    nh_context_destroy(context);
}

/* The limit on work counts what the libraries ask for, and so ends a computation at the same place every time. */
static void count_rounds(nh_context *context, void *argument) {
    (void)context;
    for (;;) {
        fmpz_t r;
        fmpz_init(r);
        fmpz_fac_ui(r, 1000);
        fmpz_clear(r);
        ++*(uint64_t *)argument;
    }
}

static void test_work_limit(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    def.limits.work = 20000;
    uint64_t rounds[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        nh_context *context = context_of(def);
        assert_int_equal(run_inside(context, count_rounds, &rounds[i]), NH_E_LIMIT);
        assert_string_equal(test_last_code(context), "work-limit");
        nh_context_destroy(context);
    }
    assert_true(rounds[0] > 0);
    assert_int_equal(rounds[0], rounds[1]);
}

static void check_deadline(test_body body) {
    nh_context *context = context_with_seconds(0.5);
    double begin = nh_clock(), work = work_clock();
    assert_int_equal(run_inside(context, body, NULL), NH_E_LIMIT);
    assert_string_equal(test_last_code(context), "time-limit");
    assert_true(nh_clock() - begin >= 0.5);
    assert_true(work_clock() - work < 2);
    assert_exercise(context);
    nh_context_destroy(context);
}

static void test_deadline_polynomial(void **state) {
    (void)state;
    check_deadline(factor_polynomial);
}

static void test_deadline_integer(void **state) {
    (void)state;
    check_deadline(factor_integer);
}

static void test_deadline_factorial(void **state) {
    (void)state;
    check_deadline(huge_factorial);
}

static void attempt_for_a_moment(nh_context *context, void *argument) {
    inside call = {factor_polynomial, NULL};
    nh_budget budget = {.seconds = 0.1};
    *(nh_status *)argument = test_attempt(context, &budget, go_inside, &call);
}

static void test_time_budget(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_status status = NH_OK;
    double work = work_clock();
    test_run(context, attempt_for_a_moment, &status);
    assert_int_equal(status, NH_E_LIMIT);
    assert_true(work_clock() - work < 1.6);
    assert_int_equal(nh_context_diag_count(context), 0);
    assert_exercise(context);
    nh_context_destroy(context);
}

/* ---- interrupts ---- */

static void *interrupt_soon(void *argument) {
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    nh_context_interrupt(argument);
    return NULL;
}

static void poll_forever(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    for (;;) nh_guard_poll();
}

static void test_interrupt(void **state) {
    (void)state;
    static const test_body bodies[] = {factor_polynomial, endless, poll_forever};
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        pthread_t thread;
        double work = work_clock();
        assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, context), 0);
        assert_int_equal(run_inside(context, bodies[i], NULL), NH_E_INTERRUPT);
        assert_string_equal(test_last_code(context), "interrupt");
        assert_true(work_clock() - work < 1.7);
        assert_int_equal(pthread_join(thread, NULL), 0);
        nh_context_clear_interrupt(context);
        nh_context_clear_diags(context);
        assert_exercise(context);
    }
    nh_context_destroy(context);
}

/* An interrupt that nobody clears must not get into the way of the end of a context. */
static void test_interrupt_stays(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_exercise(context);
    nh_context_interrupt(context);
    assert_int_equal(run_inside(context, endless, NULL), NH_E_INTERRUPT);
    nh_context_destroy(context);
    context = test_context();
    assert_exercise(context);
    nh_context_interrupt(context);
    nh_context_destroy(context); /* with a worker that cleans up after itself */
}

/* ---- silence ---- */

static int saved[2] = {-1, -1};
static FILE *heard;

static void listen(void) {
    heard = tmpfile();
    assert_non_null(heard);
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++) {
        saved[i] = dup(i + 1);
        dup2(fileno(heard), i + 1);
    }
}

/* What was written to standard output and standard error since then, in bytes. */
static long stop_listening(void) {
    struct stat about;
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++) {
        dup2(saved[i], i + 1);
        close(saved[i]);
        saved[i] = -1;
    }
    assert_int_equal(fstat(fileno(heard), &about), 0);
    return (long)about.st_size;
}

static int end_silence(void **state) {
    (void)state;
    if (saved[0] >= 0) stop_listening();
    if (heard != NULL) fclose(heard);
    heard = NULL;
    return 0;
}

/* Neither limits nor interrupts nor missing memory make a library print. */
static void test_silence(void **state) {
    (void)state;
    test_seed(); /* prints */
    listen();
    uint64_t injected = test_every_failure(flint_exercise_body, NULL, 30);
    nh_context_def def = nh_default_context();
    def.limits.memory = 8 << 20;
    def.limits.seconds = 0.1;
    nh_context *context = context_of(def);
    nh_status grown = run_inside(context, grow, NULL), late = run_inside(context, endless, NULL);
    nh_context_interrupt(context);
    nh_status interrupted = run_inside(context, endless, NULL);
    nh_context_destroy(context);
    long bytes = stop_listening();
    assert_int_equal(bytes, 0);
    assert_true(injected >= 30);
    assert_int_equal(grown, NH_E_LIMIT);
    assert_int_equal(late, NH_E_LIMIT);
    assert_int_equal(interrupted, NH_E_INTERRUPT);
}

static void divide_by_zero(nh_context *context, void *argument) {
    (void)context;
    (void)argument;
    fmpz_t a, b;
    fmpz_init_set_ui(a, 1);
    fmpz_init(b);
    fmpz_fdiv_q(a, a, b);
}

/* A broken contract inside FLINT does not end the process. FLINT 2 says so on standard output first; that goes to a file. */
static void test_abort(void **state) {
    (void)state;
    nh_context *context = test_context();
    listen();
    nh_status status = run_inside(context, divide_by_zero, NULL);
    stop_listening();
    assert_int_equal(status, NH_E_INTERNAL);
    assert_string_equal(test_last_code(context), "flint-abort");
    assert_exercise(context);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_memory_budget),
        cmocka_unit_test(test_attempt_inside),
        cmocka_unit_test(test_work_limit),
        cmocka_unit_test(test_deadline_polynomial),
        cmocka_unit_test(test_deadline_integer),
        cmocka_unit_test(test_deadline_factorial),
        cmocka_unit_test(test_time_budget),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_interrupt_stays),
        cmocka_unit_test_teardown(test_silence, end_silence),
        cmocka_unit_test_teardown(test_abort, end_silence),
    };
    alarm(ALARM_SECONDS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
