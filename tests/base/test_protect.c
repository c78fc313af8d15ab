/* Protected calls: what they free, what they keep, and how limits, budgets and interrupts end a computation. */
#include "base/protect.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/limits.h"

static nh_context *limited_context(nh_limits limits) {
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    def.limits = limits;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    return context;
}

static void assert_ends(nh_context *context, test_body body, void *argument, const char *status, const char *code) {
    size_t before = nh_context_diag_count(context);
    assert_string_equal(nh_status_name(test_protect(context, body, argument)), status);
    assert_string_equal(test_last_code(context), code);
    assert_true(nh_context_diag_count(context) > before);
}

static void do_nothing(nh_context *context, void *unused) {
    (void)context;
    (void)unused;
}

/* ---- statuses ---- */

static void raise_status(nh_context *context, void *argument) {
    nh_raise(context, *(nh_status *)argument);
}

static void statuses(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, do_nothing, NULL), NH_OK);
    assert_int_equal(nh_context_diag_count(context), 0);
    for (nh_status status = NH_E_MODEL; status <= NH_E_INTERRUPT; status++) {
        assert_int_equal(test_protect(context, raise_status, &status), status);
        assert_int_equal(nh_context_diag_count(context), status);
        const nh_diag *diag = nh_context_diag(context, (size_t)status - 1);
        assert_int_equal(diag->status, status);
        assert_int_equal(diag->severity, NH_SEVERITY_ERROR);
        assert_true(strlen(diag->sentence) > 0);
        const char *code = status == NH_E_MEMORY      ? "memory"
                           : status == NH_E_LIMIT     ? "memory-limit"
                           : status == NH_E_INTERRUPT ? "interrupt"
                                                      : "failed";
        assert_string_equal(diag->code, code);
        assert_null(diag->file);
        assert_null(diag->hint);
    }
    nh_context_destroy(context);
}

static void fail_with_words(nh_context *context, void *unused) {
    (void)unused;
    char words[] = "seven";
    nh_fail(context, NH_E_NUMERIC, "some-code", "%s and %d", words, 8);
}

static void failing(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_ends(context, fail_with_words, NULL, "NH_E_NUMERIC", "some-code");
    assert_int_equal(nh_context_diag_count(context), 1);
    const nh_diag *diag = nh_context_diag(context, 0);
    assert_string_equal(diag->sentence, "seven and 8");
    assert_int_equal(diag->status, NH_E_NUMERIC);
    assert_int_equal(diag->line, 0);
    nh_context_destroy(context);
}

static void fail_inside(nh_context *context, void *argument) {
    int *passed = argument;
    nh_status status = NH_E_MODEL;
    assert_int_equal(test_protect(context, raise_status, &status), NH_E_MODEL);
    *passed = 1;
    assert_int_equal(test_protect(context, fail_with_words, NULL), NH_E_NUMERIC);
    *passed = 2;
    assert_int_equal(test_protect(context, do_nothing, NULL), NH_OK);
    nh_raise(context, NH_E_UNSUPPORTED);
}

static void nesting(void **state) {
    (void)state;
    nh_context *context = test_context();
    int passed = 0;
    assert_ends(context, fail_inside, &passed, "NH_E_UNSUPPORTED", "failed");
    assert_int_equal(passed, 2);
    assert_int_equal(nh_context_diag_count(context), 3);
    nh_context_destroy(context);
}

/* An error that was said is not said again; one of an earlier call does not count. */
static void add_and_raise(nh_context *context, void *unused) {
    (void)unused;
    nh_diag_add(context, &(nh_remark){.code = "first", .status = NH_E_MODEL}, "one");
    nh_diag_add(context, &(nh_remark){.code = "second", .severity = NH_SEVERITY_WARNING}, "two");
    nh_raise(context, NH_E_MODEL);
}

static void said_once(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_status status = NH_E_MODEL;
    assert_int_equal(test_protect(context, add_and_raise, NULL), NH_E_MODEL);
    assert_int_equal(nh_context_diag_count(context), 2);
    assert_ends(context, raise_status, &status, "NH_E_MODEL", "failed");
    assert_int_equal(nh_context_diag_count(context), 3);
    nh_context_destroy(context);
}

/* ---- what is freed ---- */

typedef struct made {
    nh_arena *outer, *arenas[3];
    int cleanups;
    nh_status end; /* NH_OK: the body returns */
} made;

static void count_cleanup(void *object) {
    ++*(int *)object;
}

static void make_arenas(nh_context *context, void *argument) {
    made *m = argument;
    for (int i = 0; i < 3; i++) {
        m->arenas[i] = nh_arena_create(context);
        nh_arena_on_release(m->arenas[i], count_cleanup, &m->cleanups);
        memset(nh_arena_alloc(m->arenas[i], 100000), i, 100000);
    }
    nh_arena *scratch = nh_scratch(context);
    nh_arena_on_release(scratch, count_cleanup, &m->cleanups);
    nh_arena_alloc(scratch, (size_t)2 << 20);
    if (m->end != NH_OK) nh_raise(context, m->end);
}

static void make_inside(nh_context *context, void *argument) {
    made *m = argument;
    nh_status end = m->end;
    m->end = NH_OK;
    assert_int_equal(test_protect(context, make_arenas, m), NH_OK);
    m->end = end;
    nh_raise(context, end);
}

static void freed_or_kept(void **state) {
    (void)state;
    nh_context *context = test_context();
    size_t before = nh_context_memory(context);
    made m = {.end = NH_E_NUMERIC};
    assert_int_equal(test_protect(context, make_arenas, &m), NH_E_NUMERIC);
    assert_int_equal(m.cleanups, 4);
    assert_int_equal(nh_context_memory(context), before);
    m = (made){.end = NH_E_NUMERIC};
    assert_int_equal(test_protect(context, make_inside, &m), NH_E_NUMERIC);
    assert_int_equal(m.cleanups, 4);
    assert_int_equal(nh_context_memory(context), before);
    m = (made){.end = NH_OK};
    assert_int_equal(test_protect(context, make_arenas, &m), NH_OK);
    assert_int_equal(m.cleanups, 0);
    assert_true(nh_context_memory(context) > before + 2000000);
    for (int i = 0; i < 3; i++) nh_arena_destroy(m.arenas[i]);
    assert_int_equal(m.cleanups, 3);
    nh_context_destroy(context);
    assert_int_equal(m.cleanups, 4);
}

/* An arena from outside is not touched, and one from outside may go inside. */
static void use_outer(nh_context *context, void *argument) {
    made *m = argument;
    memset(nh_arena_alloc(m->outer, 5000), 2, 5000);
    nh_arena_on_release(m->outer, count_cleanup, &m->cleanups);
    nh_arena_destroy(m->arenas[0]);
    nh_arena_create(context);
    nh_raise(context, NH_E_INTERNAL);
}

PROTECTED_TEST(outer_arenas) {
    made m = {.outer = nh_arena_create(context), .arenas = {nh_arena_create(context)}};
    char *text = nh_arena_text(m.outer, "before", 6);
    size_t before = nh_context_memory(context);
    assert_int_equal(test_protect(context, use_outer, &m), NH_E_INTERNAL);
    assert_int_equal(m.cleanups, 0);
    assert_string_equal(text, "before");
    assert_true(nh_context_memory(context) > before); /* 5000 more, one arena less */
    nh_arena_destroy(m.outer);
    assert_int_equal(m.cleanups, 1);
}

/* Scratch that the outer function holds stays. */
static void take_scratch(nh_context *context, void *argument) {
    nh_arena *scratch = nh_scratch(context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    memset(nh_arena_alloc(scratch, 30000), 9, 30000);
    if (*(bool *)argument) nh_raise(context, NH_E_MODEL);
    nh_arena_release(scratch, mark);
}

PROTECTED_TEST(outer_scratch) {
    nh_arena *scratch = nh_scratch(context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    char *held = nh_arena_alloc(scratch, 1000);
    memset(held, 3, 1000);
    for (int i = 0; i < 10; i++) {
        bool fails = i % 2 == 0;
        assert_int_equal(test_protect(context, take_scratch, &fails), fails ? NH_E_MODEL : NH_OK);
        char *more = nh_arena_alloc(scratch, 100);
        memset(more, 4, 100);
        for (int j = 0; j < 1000; j++) assert_int_equal(held[j], 3);
    }
    nh_arena_release(scratch, mark);
}

enum { DEPTH = 40, PER_ARENA = 100 };

static int order[DEPTH * PER_ARENA];
static int order_next;

static void check_order(void *object) {
    assert_int_equal((int *)object - order, --order_next);
}

static void go_deep(nh_context *context, void *argument) {
    int *depth = argument;
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < PER_ARENA; i++) {
        nh_arena_alloc(arena, 1000);
        nh_arena_on_release(arena, check_order, &order[order_next]);
        order_next++;
    }
    if (--*depth == 0) nh_raise(context, NH_E_NUMERIC);
    if (*depth % 2 == 0) test_attempt(context, &(nh_budget){0}, go_deep, depth); /* hands the failure on */
    else go_deep(context, depth);
}

/* Thousands of cleanups, from arenas of many levels: each once, the newest first. */
static void many_cleanups(void **state) {
    (void)state;
    nh_context *context = test_context();
    size_t before = nh_context_memory(context);
    for (int round = 0; round < 3; round++) {
        int depth = DEPTH;
        order_next = 0;
        assert_int_equal(test_protect(context, go_deep, &depth), NH_E_NUMERIC);
        assert_int_equal(depth, 0);
        assert_int_equal(order_next, 0);
        assert_int_equal(nh_context_memory(context), before);
    }
    nh_context_destroy(context);
}

/* ---- budgets ---- */

typedef struct attempt {
    nh_budget budget, inner;
    uint64_t steps, done; /* ticks to do, and done */
    size_t bytes;
    bool forever; /* ticks until it is stopped */
    nh_status end;
} attempt;

static void spend(nh_context *context, void *argument) {
    attempt *a = argument;
    nh_diag_add(context, &(nh_remark){.code = "inside", .severity = NH_SEVERITY_NOTE}, "a note");
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < a->bytes; i += 1000) nh_arena_alloc(arena, 1000);
    for (a->done = 0; a->done < a->steps || a->forever; a->done++) nh_tick(context, 1);
    if (a->end != NH_OK) nh_raise(context, a->end);
}

static nh_status try(nh_context *context, attempt *a) {
    return test_attempt(context, &a->budget, spend, a);
}

static void assert_refused(nh_context *context, attempt a) {
    size_t memory = nh_context_memory(context), diags = nh_context_diag_count(context);
    assert_string_equal(nh_status_name(try(context, &a)), "NH_E_LIMIT");
    assert_int_equal(nh_context_diag_count(context), diags);
    assert_true(nh_context_memory(context) <= memory + 4096); /* the arena of the diagnostics may have grown */
}

PROTECTED_TEST(budget_of_work) {
    nh_tick(context, 12345);
    attempt a = {.budget.work = 1000, .forever = true};
    assert_int_equal(try(context, &a), NH_E_LIMIT);
    assert_int_equal(a.done, 1000);
    a = (attempt){.budget.work = 1000, .steps = 1000};
    assert_int_equal(try(context, &a), NH_OK);
    assert_int_equal(nh_context_diag_count(context), 1); /* the note stays */
    a.steps = 1001;
    assert_refused(context, a);
    a = (attempt){.steps = 100000}; /* no budget, and the earlier ones are over */
    assert_int_equal(try(context, &a), NH_OK);
    nh_tick(context, 100000);
    a = (attempt){.budget.work = UINT64_MAX, .steps = 10};
    assert_int_equal(try(context, &a), NH_OK);
}

PROTECTED_TEST(budget_of_memory) {
    attempt a = {.budget.memory = 1000000, .bytes = 300000};
    assert_int_equal(try(context, &a), NH_OK);
    assert_int_equal(try(context, &a), NH_OK); /* counted from what is held at the start */
    a.bytes = 1100000;
    assert_refused(context, a);
    a = (attempt){.bytes = 3000000};
    assert_int_equal(try(context, &a), NH_OK);
    a = (attempt){.budget.memory = SIZE_MAX, .bytes = 3000000};
    assert_int_equal(try(context, &a), NH_OK);
    a = (attempt){.budget.memory = 1, .bytes = 1};
    assert_refused(context, a);
}

PROTECTED_TEST(budget_of_seconds) {
    attempt a = {.budget.seconds = 0.02, .forever = true};
    double began = nh_clock();
    assert_refused(context, a);
    assert_true(nh_clock() - began >= 0.02);
    assert_true(nh_clock() - began < 10);
    a = (attempt){.budget.seconds = 1000, .steps = 10000};
    assert_int_equal(try(context, &a), NH_OK);
    nh_tick(context, 10000); /* the deadline of the first is gone */
}

PROTECTED_TEST(all_budgets) {
    attempt a = {.budget = {.work = 100000, .memory = 1000000, .seconds = 1000}, .steps = 100, .bytes = 1000};
    assert_int_equal(try(context, &a), NH_OK);
    a.bytes = 2000000;
    assert_refused(context, a);
    a.bytes = 0;
    a.steps = 200000;
    assert_refused(context, a);
}

static void attempt_model(nh_context *context, void *argument) {
    test_attempt(context, &(nh_budget){.work = 100000}, spend, argument);
    assert_true(false);
}

/* A failure that is no limit continues outwards, with its diagnostics. */
static void other_failures(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (nh_status status = NH_E_MODEL; status <= NH_E_INTERRUPT; status++) {
        if (status == NH_E_LIMIT) continue;
        attempt a = {.end = status};
        nh_context_clear_diags(context);
        assert_int_equal(test_protect(context, attempt_model, &a), status);
        assert_int_equal(nh_context_diag_count(context), 2);
        assert_string_equal(nh_context_diag(context, 0)->code, "inside");
    }
    nh_context_destroy(context);
}

/* The inner attempt is cut by the outer budget; the outer one then finds itself at its end. */
static void attempt_inside(nh_context *context, void *argument) {
    attempt *a = argument;
    a->end = test_attempt(context, &a->inner, spend, a);
    nh_status end = a->end;
    a->end = NH_OK;
    for (int i = 0; i < 10; i++) nh_tick(context, 1);
    a->end = end;
}

PROTECTED_TEST(attempt_in_attempt) {
    attempt a = {.inner.work = 100, .forever = true};
    assert_int_equal(test_attempt(context, &(nh_budget){.work = 1000}, attempt_inside, &a), NH_OK);
    assert_int_equal(a.end, NH_E_LIMIT);
    assert_int_equal(a.done, 100);
    a = (attempt){.inner.work = 1000, .forever = true};
    assert_int_equal(test_attempt(context, &(nh_budget){.work = 100}, attempt_inside, &a), NH_E_LIMIT);
    assert_int_equal(a.done, 100);
    a = (attempt){.inner.seconds = 1000, .forever = true};
    assert_int_equal(test_attempt(context, &(nh_budget){.seconds = 0.01}, attempt_inside, &a), NH_E_LIMIT);
    assert_int_equal(nh_context_diag_count(context), 0);
}

/* Thousands of attempts that come to nothing leave nothing behind. */
PROTECTED_TEST(attempts_leave_nothing) {
    attempt a = {.inner.work = 10, .forever = true};
    size_t before = 0;
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(test_attempt(context, &(nh_budget){.work = 100}, attempt_inside, &a), NH_OK);
        assert_int_equal(a.end, NH_E_LIMIT);
        a.end = NH_OK;
        if (i == 10) before = nh_context_memory(context);
    }
    assert_int_equal(nh_context_memory(context), before);
    assert_int_equal(nh_context_diag_count(context), 0);
}

/* ---- limits ---- */

static void tick_forever(nh_context *context, void *argument) {
    for (*(uint64_t *)argument = 0;; ++*(uint64_t *)argument) nh_tick(context, 1);
}

static void tick_some(nh_context *context, void *argument) {
    for (uint64_t i = 0; i < *(uint64_t *)argument; i++) nh_tick(context, 1);
}

/* Exactly as many steps as the limit says, in every call anew. */
static void limit_of_work(void **state) {
    (void)state;
    for (uint64_t limit = 1; limit < 20000; limit = 3 * limit + 7) {
        nh_context *context = limited_context((nh_limits){.work = limit});
        for (int round = 0; round < 3; round++) {
            uint64_t steps = 0, more = limit + 1;
            assert_ends(context, tick_forever, &steps, "NH_E_LIMIT", "work-limit");
            assert_int_equal(steps, limit);
            test_run(context, tick_some, &limit);
            assert_ends(context, tick_some, &more, "NH_E_LIMIT", "work-limit");
        }
        nh_context_destroy(context);
    }
}

static void tick_once(nh_context *context, void *argument) {
    nh_tick(context, 500);
    nh_tick(context, *(uint64_t *)argument);
}

/* A step that is larger than all numbers is still larger than the limit. */
static void huge_steps(void **state) {
    (void)state;
    nh_context *context = limited_context((nh_limits){.work = 1000});
    uint64_t steps[] = {501, UINT64_MAX / 2, UINT64_MAX - 499, UINT64_MAX - 100, UINT64_MAX};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_ends(context, tick_once, &steps[i], "NH_E_LIMIT", "work-limit");
    steps[0] = 500;
    test_run(context, tick_once, steps);
    nh_context_destroy(context);
}

static void limit_of_seconds(void **state) {
    (void)state;
    nh_context *context = limited_context((nh_limits){.seconds = 0.02});
    uint64_t steps;
    for (int round = 0; round < 2; round++) {
        double began = nh_clock();
        assert_ends(context, tick_forever, &steps, "NH_E_LIMIT", "time-limit");
        assert_true(nh_clock() - began >= 0.02 && nh_clock() - began < 10);
        test_run(context, do_nothing, NULL);
    }
    nh_context_destroy(context);
    context = limited_context((nh_limits){.seconds = 1e-300});
    assert_ends(context, tick_forever, &steps, "NH_E_LIMIT", "time-limit");
    nh_context_destroy(context);
}

static void fill_memory(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    for (;;) nh_arena_alloc(arena, *(size_t *)argument);
}

static void limit_of_memory(void **state) {
    (void)state;
    nh_context *context = limited_context((nh_limits){.memory = 3000000});
    size_t before = nh_context_memory(context);
    for (size_t size = 1; size < 10000000; size = 10 * size + 1) {
        assert_ends(context, fill_memory, &size, "NH_E_LIMIT", "memory-limit");
        assert_int_equal(nh_context_memory(context), before);
        assert_true(nh_context_memory_peak(context) <= 3000000);
    }
    assert_true(nh_context_memory_peak(context) > 1500000);
    test_run(context, do_nothing, NULL);
    nh_context_destroy(context);
}

static void ask_nodes(nh_context *context, void *argument) {
    nh_limit_nodes(context, *(uint64_t *)argument);
}

static void limit_of_nodes(void **state) {
    (void)state;
    nh_context *context = limited_context((nh_limits){.nodes = 77});
    uint64_t count = 77;
    test_run(context, ask_nodes, &count);
    count = 78;
    assert_ends(context, ask_nodes, &count, "NH_E_LIMIT", "node-limit");
    assert_non_null(strstr(nh_context_diag(context, 0)->sentence, "77"));
    nh_context_destroy(context);
    context = limited_context((nh_limits){0});
    count = UINT64_MAX;
    test_run(context, ask_nodes, &count);
    nh_context_destroy(context);
}

/* The limit of the context inside an attempt: an answer there, and the end at the next step outside. */
static void limits_in_attempt(nh_context *context, void *argument) {
    attempt *a = argument;
    a->end = NH_OK;
    assert_int_equal(try(context, a), NH_E_LIMIT);
    assert_int_equal(nh_context_diag_count(context), 0);
    assert_int_equal(nh_should_stop(context), a->bytes > 0 ? NH_OK : NH_E_LIMIT);
    a->end = NH_E_LIMIT;
    nh_tick(context, 1);
}

static void limits_and_budgets(void **state) {
    (void)state;
    nh_context *context = limited_context((nh_limits){.work = 500});
    attempt a = {.budget.work = 1000000, .forever = true};
    assert_ends(context, limits_in_attempt, &a, "NH_E_LIMIT", "work-limit");
    assert_int_equal(a.done, 500);
    assert_int_equal(a.end, NH_E_LIMIT);
    nh_context_destroy(context);
    context = limited_context((nh_limits){.seconds = 0.01});
    a = (attempt){.budget.seconds = 1000, .forever = true};
    assert_ends(context, limits_in_attempt, &a, "NH_E_LIMIT", "time-limit");
    nh_context_destroy(context);
    context = limited_context((nh_limits){.memory = 1000000});
    a = (attempt){.budget.memory = 100000000, .bytes = 2000000};
    test_run(context, limits_in_attempt, &a); /* the memory is free again */
    nh_context_destroy(context);
}

static void stop_reasons(nh_context *context, void *argument) {
    nh_status *expected = argument;
    if (*expected == NH_E_LIMIT) {
        double began = nh_clock();
        while (nh_clock() <= began + 0.001) continue;
    }
    assert_int_equal(nh_should_stop(context), *expected);
    nh_context_interrupt(context);
    assert_int_equal(nh_should_stop(context), NH_E_INTERRUPT);
    nh_context_clear_interrupt(context);
    assert_int_equal(nh_should_stop(context), *expected);
}

static void should_stop(void **state) {
    (void)state;
    nh_status expected = NH_OK;
    nh_context *context = limited_context((nh_limits){.seconds = 1000, .work = 5});
    test_run(context, stop_reasons, &expected);
    nh_context_destroy(context);
    expected = NH_E_LIMIT;
    context = limited_context((nh_limits){.seconds = 0.001});
    test_run(context, stop_reasons, &expected);
    nh_context_destroy(context);
}

/* ---- interrupts ---- */

static void interrupt_before(void **state) {
    (void)state;
    nh_context *context = test_context();
    uint64_t steps;
    nh_context_interrupt(context);
    for (int i = 0; i < 3; i++) { /* the request stays */
        assert_ends(context, tick_forever, &steps, "NH_E_INTERRUPT", "interrupt");
        assert_int_equal(steps, 0);
    }
    attempt a = {.forever = true};
    assert_ends(context, attempt_model, &a, "NH_E_INTERRUPT", "interrupt");
    nh_context_clear_interrupt(context);
    steps = 100000;
    test_run(context, tick_some, &steps);
    nh_context_destroy(context);
}

static void *interrupt_later(void *argument) {
    nh_context_interrupt(argument);
    return NULL;
}

static void interrupt_from_thread(void **state) {
    (void)state;
    nh_context *context = test_context(), *other = test_context();
    for (int i = 0; i < 10; i++) {
        pthread_t thread;
        uint64_t steps;
        assert_int_equal(pthread_create(&thread, NULL, interrupt_later, context), 0);
        assert_ends(context, tick_forever, &steps, "NH_E_INTERRUPT", "interrupt");
        pthread_join(thread, NULL);
        nh_context_clear_interrupt(context);
    }
    uint64_t steps = 10000;
    test_run(other, tick_some, &steps);
    nh_context_destroy(context);
    nh_context_destroy(other);
}

/* ---- progress ---- */

typedef struct told {
    nh_context *context; /* to interrupt, if not NULL */
    int calls;
    nh_progress last;
} told;

static void hear(void *user, const nh_progress *progress) {
    told *t = user;
    assert_string_equal(progress->what, "counting");
    assert_true(progress->fraction >= t->last.fraction && progress->fraction <= 1);
    assert_true(progress->seconds >= t->last.seconds);
    t->last = *progress;
    t->calls++;
    if (t->context != NULL) nh_context_interrupt(t->context);
}

static void tell(nh_context *context, void *argument) {
    double began = nh_clock(), now;
    while ((now = nh_clock()) - began < *(double *)argument) {
        char what[] = "counting";
        nh_progress_tell(context, what, (now - began) / *(double *)argument);
        nh_tick(context, 1);
        memset(what, 'x', sizeof what - 1);
    }
}

static void progress(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    told t = {0};
    def.progress = hear;
    def.progress_user = &t;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    double seconds = 0.25, began = nh_clock();
    test_run(context, tell, &seconds);
    assert_true(t.calls >= 1 && t.calls <= (nh_clock() - began) / 0.1 + 1);
    assert_true(t.last.seconds > 0 && t.last.seconds <= nh_clock() - began);
    while (nh_clock() - began < 0.36) continue;
    t = (told){.context = context};
    seconds = 100;
    began = nh_clock();
    assert_ends(context, tell, &seconds, "NH_E_INTERRUPT", "interrupt");
    assert_int_equal(t.calls, 1);
    assert_true(t.last.seconds >= 0 && t.last.seconds <= nh_clock() - began); /* since this call began */
    nh_context_destroy(context);
    context = test_context();
    seconds = 0.001;
    test_run(context, tell, &seconds); /* nobody to tell */
    nh_context_destroy(context);
}

/* ---- past the inner calls ---- */

static void leave_far(nh_context *context, void *argument) {
    nh_arena_create(context);
    nh_protect_unwind(context, *(void **)argument);
    nh_raise(context, NH_E_LIMIT);
}

static void unwind_middle(nh_context *context, void *argument) {
    nh_arena_create(context);
    test_attempt(context, &(nh_budget){.work = 100}, leave_far, argument);
    assert_true(false);
}

static void unwind_outer(nh_context *context, void *argument) {
    *(void **)argument = nh_protect_innermost(context);
    test_protect(context, unwind_middle, argument);
    assert_true(false);
}

static void unwinding(void **state) {
    (void)state;
    nh_context *context = test_context();
    size_t before = nh_context_memory(context);
    void *call;
    assert_null(nh_protect_innermost(context));
    assert_ends(context, unwind_outer, &call, "NH_E_LIMIT", "memory-limit");
    assert_null(nh_protect_innermost(context));
    assert_int_equal(nh_context_memory(context), before);
    uint64_t steps = 100000;
    test_run(context, tick_some, &steps); /* the budget of the attempt is gone */
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses),
        cmocka_unit_test(failing),
        cmocka_unit_test(nesting),
        cmocka_unit_test(said_once),
        cmocka_unit_test(freed_or_kept),
        cmocka_unit_test(outer_arenas),
        cmocka_unit_test(outer_scratch),
        cmocka_unit_test(many_cleanups),
        cmocka_unit_test(budget_of_work),
        cmocka_unit_test(budget_of_memory),
        cmocka_unit_test(budget_of_seconds),
        cmocka_unit_test(all_budgets),
        cmocka_unit_test(other_failures),
        cmocka_unit_test(attempt_in_attempt),
        cmocka_unit_test(attempts_leave_nothing),
        cmocka_unit_test(limit_of_work),
        cmocka_unit_test(huge_steps),
        cmocka_unit_test(limit_of_seconds),
        cmocka_unit_test(limit_of_memory),
        cmocka_unit_test(limit_of_nodes),
        cmocka_unit_test(limits_and_budgets),
        cmocka_unit_test(should_stop),
        cmocka_unit_test(interrupt_before),
        cmocka_unit_test(interrupt_from_thread),
        cmocka_unit_test(progress),
        cmocka_unit_test(unwinding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
