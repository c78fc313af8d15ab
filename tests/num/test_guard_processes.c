/* The guard in a forked process, and contexts inside each other's workers. */
#include <sys/wait.h>
#include <unistd.h>

#include "num/guard.h"
#include "num/rational.h"
#include "support.h"

/* 3^500, which takes the worker. */
static void compute(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    nh_rat power = nh_rat_pow(arena, nh_rat_int(3), 500);
    *(int64_t *)argument = nh_rat_bits(power);
    nh_arena_destroy(arena);
}

static void test_forked(void **state) {
    (void)state;
    nh_context *context = test_context();
    int64_t bits = 0, expected = 0;
    test_run(context, compute, &expected);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(20); /* a hang ends the child, and so fails the test */
        bool right = test_protect(context, compute, &bits) == NH_OK && bits == expected;
        nh_context_destroy(context);
        _exit(right ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    test_run(context, compute, &bits);
    assert_int_equal(bits, expected);
    nh_context_destroy(context);
}

static void test_destroyed_after_fork(void **state) {
    (void)state;
    nh_context *context = test_context();
    int64_t bits;
    test_run(context, compute, &bits);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(20);
        nh_context_destroy(context);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    nh_context_destroy(context);
}

typedef struct pair {
    nh_context *other;
    nh_status status;
    bool same_context;
    int64_t bits;
} pair;

static void inside_other(nh_context *context, void *argument) {
    pair *p = argument;
    p->same_context = nh_guard_context() == context;
    compute(context, &p->bits);
}

static void call_other(nh_context *context, void *argument) {
    (void)context;
    test_guard_call(((pair *)argument)->other, inside_other, argument);
}

/* A body that uses another context gets that context's worker. */
static void inside_one(nh_context *context, void *argument) {
    (void)context;
    pair *p = argument;
    p->status = test_protect(p->other, call_other, p);
}

static void guarded(nh_context *context, void *argument) {
    test_guard_call(context, inside_one, argument);
}

static void test_two_contexts(void **state) {
    (void)state;
    nh_context *context = test_context();
    pair p = {.other = test_context(), .status = NH_E_INTERNAL};
    test_run(context, guarded, &p);
    assert_int_equal(p.status, NH_OK);
    assert_true(p.same_context);
    assert_true(p.bits >= 793); /* log2(3^500) = 792.5 */
    nh_context_destroy(p.other);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forked),
        cmocka_unit_test(test_destroyed_after_fork),
        cmocka_unit_test(test_two_contexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
