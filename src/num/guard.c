/* The guard: a worker thread, its memory, and the hooks of FLINT and GMP. See guard.h for what it promises.
 *
 * How a worker is left. A hook that must fail raises, which jumps to the protected call at the bottom of the
 * worker. The state that FLINT keeps for the thread may then be half changed, so the thread ends without FLINT's
 * clean-up, and all the blocks it ever took are freed, from the table and with the slabs. A worker that ends in
 * peace is cleaned up by FLINT.
 *
 * Locks. A jump must not leave a lock closed. What FLINT, Arb and MPFR keep between calls (pools of numbers, constants,
 * tables of primes) is local to the thread, and so they take no lock around memory. A FLINT without thread-local
 * storage would, for its list of clean-up functions and for its primes; such a build is refused below. */
#include "num/guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/context.h"
#include "base/limits.h"
#include "num/flint_private.h"
#include "num/guard_private.h"

#if !FLINT_USES_TLS
#error "nonholo needs a FLINT that is built with thread-local storage"
#endif

enum { STACK_SIZE = 64 << 20, BYTES_A_STEP = 256, STEPS_BETWEEN_CHECKS = 16 };

typedef enum task { IDLE, WORK, DONE, QUIT } task;

typedef struct guard {
    nh_context *context;
    pthread_t thread;
    bool running;  /* whether there is a thread */
    pid_t process; /* in which it was started */
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* of the task, by either side */
    task task;
    nh_body body;
    void *argument;
    nh_status status; /* how the body ended */

    void *bottom;     /* the protected call that a failure leaves to */
    size_t small;     /* blocks up to this size are in slabs; 0: none, an allocator of the caller sees all requests */
    nh_slabs slabs;   /* the small blocks that the worker holds */
    nh_blocks blocks; /* the others */
    size_t steps;     /* of work, since the clock was last examined */
} guard;

static _Thread_local guard *current; /* the guard whose worker this thread is */

bool nh_guard_inside(void) {
    return current != NULL;
}

nh_context *nh_guard_context(void) {
    NH_ASSERT(current != NULL);
    return current->context;
}

void nh_guard_poll(void) {
    NH_ASSERT(current != NULL);
    nh_tick_check(current->context);
}

/* ---- memory inside the worker ---- */

static _Noreturn void abandon_work(guard *g, nh_status why) {
    nh_protect_unwind(g->context, g->bottom);
    if (nh_should_stop(g->context) != NH_OK) nh_tick_check(g->context); /* says which limit it was */
    nh_raise(g->context, why);
}

/* Examines the limits, the clock and the interrupt flag now and then: the more often, the larger the requests are. */
static nh_status check_now_and_then(guard *g, size_t steps) {
    g->steps += steps;
    if (g->steps < STEPS_BETWEEN_CHECKS) return NH_OK;
    g->steps = 0;
    return nh_should_stop(g->context);
}

/* The size of a block of the worker, which tells where it is; 0: it belongs to whoever had the hooks before. */
static size_t size_of(const guard *g, const void *block) {
    size_t size = g->small > 0 ? nh_slabs_size(&g->slabs, block) : 0;
    return size > 0 ? size : nh_blocks_size(&g->blocks, block);
}

static void give_block(guard *g, void *block, size_t size) {
    if (size <= g->small) {
        nh_slabs_give(&g->slabs, g->context, block);
    } else {
        nh_blocks_take(&g->blocks, block, &size);
        nh_context_resize(g->context, block, size, 0, NULL);
    }
}

/* Memory as it comes from the context, a block that is resized included, which stays where it is if there is none. */
static void *take_large(guard *g, void *block, size_t old_size, size_t new_size, nh_status *why) {
    *why = nh_blocks_reserve(&g->blocks, 1, g->context);
    void *place = *why == NH_OK ? nh_context_resize(g->context, block, old_size, new_size, why) : NULL;
    if (place == NULL) return NULL;
    if (block != NULL) nh_blocks_take(&g->blocks, block, &old_size);
    nh_blocks_add(&g->blocks, place, new_size);
    return place;
}

static void *take_place(guard *g, void *block, size_t old_size, size_t new_size, nh_status *why) {
    bool small = new_size <= g->small;
    if (block != NULL && !small && old_size > g->small) return take_large(g, block, old_size, new_size, why);
    void *place = small ? nh_slabs_take(&g->slabs, g->context, new_size, why) : take_large(g, NULL, 0, new_size, why);
    if (place == NULL || block == NULL) return place;
    memcpy(place, block, old_size < new_size ? old_size : new_size);
    give_block(g, block, old_size);
    return place;
}

/* A new or resized block of the worker. Memory is the only sign of the work that a library does, so it counts as work,
 * a large block as many steps. */
static void *take_block(guard *g, void *block, size_t old_size, size_t new_size) {
    size_t steps = 1 + new_size / BYTES_A_STEP;
    nh_status why = check_now_and_then(g, steps);
    void *place = why == NH_OK ? take_place(g, block, old_size, new_size, &why) : NULL;
    if (place == NULL) abandon_work(g, why);
    ((nh_pulse *)g->context)->work += steps;
    return place;
}

static void *guarded_alloc(guard *g, size_t size) {
    return take_block(g, NULL, 0, size > 0 ? size : 1);
}

/* False when the block is not one of the worker's. */
static bool guarded_resize(guard *g, void **block, size_t size) {
    size_t old_size = size_of(g, *block);
    if (old_size > 0) *block = take_block(g, *block, old_size, size > 0 ? size : 1);
    return old_size > 0;
}

static bool guarded_free(guard *g, void *block) {
    size_t size = size_of(g, block);
    if (size > 0) give_block(g, block, size);
    return size > 0;
}

void *nh_guard_alloc(size_t count, size_t size) {
    size_t bytes;
    NH_ASSERT(current != NULL);
    if (__builtin_mul_overflow(count, size, &bytes)) abandon_work(current, NH_E_LIMIT);
    return memset(guarded_alloc(current, bytes), 0, bytes);
}

void nh_guard_free(void *block) {
    NH_ASSERT(current != NULL);
    if (block == NULL) return;
    bool known = guarded_free(current, block);
    NH_ASSERT(known);
    (void)known;
}

/* ---- the hooks, global to the process: outside a worker, what was there before ---- */

static struct {
    void *(*gmp_alloc)(size_t);
    void *(*gmp_resize)(void *, size_t, size_t);
    void (*gmp_free)(void *, size_t);
    void *(*flint_alloc)(size_t);
    void *(*flint_alloc_zero)(size_t, size_t);
    void *(*flint_resize)(void *, size_t);
    void (*flint_free)(void *);
} before;

static void *gmp_alloc(size_t size) {
    return current != NULL ? guarded_alloc(current, size) : before.gmp_alloc(size);
}

static void *gmp_resize(void *block, size_t old_size, size_t size) {
    if (current != NULL && guarded_resize(current, &block, size)) return block;
    return before.gmp_resize(block, old_size, size);
}

static void gmp_free(void *block, size_t size) {
    if (current == NULL || !guarded_free(current, block)) before.gmp_free(block, size);
}

static void *flint_alloc(size_t size) {
    return current != NULL ? guarded_alloc(current, size) : before.flint_alloc(size);
}

static void *flint_alloc_zero(size_t count, size_t size) {
    return current != NULL ? nh_guard_alloc(count, size) : before.flint_alloc_zero(count, size);
}

static void *flint_resize(void *block, size_t size) {
    if (current != NULL && block == NULL) return guarded_alloc(current, size);
    if (current != NULL && guarded_resize(current, &block, size)) return block;
    return before.flint_resize(block, size);
}

static void flint_free_block(void *block) {
    if (block == NULL) return;
    if (current == NULL || !guarded_free(current, block)) before.flint_free(block);
}

/* FLINT's last word when a contract is broken. */
static __attribute__((noreturn)) void on_abort(void) { /* not _Noreturn, which is no part of a function's type */
    if (current == NULL) abort();
    nh_protect_unwind(current->context, current->bottom);
    nh_fail(current->context, NH_E_INTERNAL, "flint-abort", "the library FLINT gave up on a computation");
}

static void install_functions(void) {
    mp_get_memory_functions(&before.gmp_alloc, &before.gmp_resize, &before.gmp_free);
    __flint_get_memory_functions(&before.flint_alloc, &before.flint_alloc_zero, &before.flint_resize,
                                 &before.flint_free);
    mp_set_memory_functions(gmp_alloc, gmp_resize, gmp_free);
    __flint_set_memory_functions(flint_alloc, flint_alloc_zero, flint_resize, flint_free_block);
    flint_set_abort(on_abort);
}

void nh_install_hooks(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install_functions);
}

/* ---- the worker ---- */

static void run_body(void *argument) {
    guard *g = argument;
    g->bottom = nh_protect_innermost(g->context);
    g->body(g->argument);
}

static void change_task(guard *g, task to) {
    pthread_mutex_lock(&g->mutex);
    g->task = to;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->mutex);
}

/* Waits until the task is one of the two. */
static task wait_for(guard *g, task one, task other) {
    pthread_mutex_lock(&g->mutex);
    while (g->task != one && g->task != other) pthread_cond_wait(&g->changed, &g->mutex);
    task now = g->task;
    pthread_mutex_unlock(&g->mutex);
    return now;
}

static void *run_worker(void *argument) {
    guard *g = argument;
    current = g;
    bool failed = false;
    while (!failed && wait_for(g, WORK, QUIT) == WORK) {
        g->status = nh_protect(g->context, run_body, g);
        failed = g->status != NH_OK;
        change_task(g, DONE);
    }
    if (!failed) flint_cleanup();
    current = NULL;
    return NULL;
}

/* Signals are for the threads of the program, not for ours; but a fault of ours must reach its handler. */
static int create_thread(guard *g, const pthread_attr_t *attributes) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t all, old;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&g->thread, attributes, run_worker, g);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error;
}

static void start_thread(guard *g) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    g->task = IDLE;
    g->process = getpid();
    int error = create_thread(g, &attributes);
    pthread_attr_destroy(&attributes);
    if (error != 0) nh_fail(g->context, NH_E_MEMORY, "memory", "the system cannot start another thread");
    g->running = true;
}

/* Joins the thread, which is at its end, and frees all that it held. */
static void join_thread(guard *g) {
    pthread_join(g->thread, NULL);
    g->running = false;
    nh_slabs_free(&g->slabs, g->context);
    nh_blocks_free(&g->blocks, g->context);
}

/* A process made by fork has a copy of the worker's memory, but no worker. */
static void forget_lost_worker(guard *g) {
    if (!g->running || g->process == getpid()) return;
    pthread_mutex_init(&g->mutex, NULL); /* whatever state they were copied in */
    pthread_cond_init(&g->changed, NULL);
    g->running = false;
    nh_slabs_free(&g->slabs, g->context);
    nh_blocks_free(&g->blocks, g->context);
}

static void end_guard(void *object) {
    guard *g = object;
    forget_lost_worker(g);
    if (g->running) {
        change_task(g, QUIT);
        join_thread(g);
    }
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->mutex);
    *nh_context_guard(g->context) = NULL;
}

static guard *guard_of(nh_context *context) {
    void **slot = nh_context_guard(context);
    if (*slot == NULL) {
        nh_arena *arena = nh_context_arena(context);
        guard *g = NH_NEW(arena, guard);
        g->context = context;
        g->small = nh_context_is_plain(context) ? NH_SMALL_BLOCK : 0;
        pthread_mutex_init(&g->mutex, NULL);
        pthread_cond_init(&g->changed, NULL);
        nh_arena_on_release(arena, end_guard, g);
        *slot = g;
    }
    return *slot;
}

void nh_guard_call(nh_context *context, nh_body body, void *argument) {
    if (current != NULL && current->context == context) {
        body(argument);
        return;
    }
    guard *g = guard_of(context);
    forget_lost_worker(g);
    if (!g->running) start_thread(g);
    g->body = body;
    g->argument = argument;
    change_task(g, WORK);
    wait_for(g, DONE, DONE);
    if (g->status == NH_OK) return;
    join_thread(g);
    nh_raise(context, g->status);
}

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *nh_guard_libraries(void) {
    return "FLINT " FLINT_VERSION
           ", GMP " VERSION(__GNU_MP_VERSION, __GNU_MP_VERSION_MINOR, __GNU_MP_VERSION_PATCHLEVEL);
}
