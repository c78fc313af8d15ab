/* The guard: the one door to FLINT, Arb, GMP and MPFR.
 *
 * These libraries abort when memory is out and cannot be left by a jump from the thread that called them, because they
 * keep state per thread. So whole computations with them run in a worker thread that belongs to the context. Its
 * allocations count against the limits on memory and work and examine the clock and the interrupt flag; when one
 * must fail, the worker is abandoned by a jump within itself, all its blocks are freed from a table, and the
 * computation is left on the caller's side with the status. The next call gets a fresh worker. While a body runs, the
 * caller waits: a context is still used by one thread at a time.
 *
 * A library that computes for long without asking for memory is only stopped when it next asks: where the size of a
 * result can be foreseen, foresee it, and put nh_guard_poll between calls. Two ends cannot be turned into a status: GMP
 * aborts on numbers beyond 2^37 bits and on divisions by zero, so both are excluded before the call.
 *
 * Objects of the libraries live between nh_guard_call's begin and end only: what is to last is copied out, into an
 * arena, as plain data. The body may use everything of the context; a jump out of it (nh_raise) arrives on the
 * caller's side. A budget (nh_attempt) goes around nh_guard_call: a library that fails ends the whole call, past
 * every attempt inside it. */
#ifndef NH_NUM_GUARD_H
#define NH_NUM_GUARD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/protect.h"

/* Runs body in the worker, or directly when already there (calls nest). Failures leave by a jump. */
void nh_guard_call(nh_context *context, nh_body body, void *argument);

/* Whether this thread is the worker of a guard; every function on balls asserts it. */
bool nh_guard_inside(void);

/* Examines limits, clock and interrupt from inside the worker, between two calls of a library. */
void nh_guard_poll(void);

/* Memory for objects of the libraries, inside the worker: freed by nh_guard_free, or with the worker. */
void *nh_guard_alloc(size_t count, size_t size); /* zeroed */
void nh_guard_free(void *block);

/* The versions of the libraries behind the guard, as one line; a constant string. */
const char *nh_guard_libraries(void);

/* The context whose worker this is; only inside. */
nh_context *nh_guard_context(void);

#endif
