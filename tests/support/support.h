/* What the tests share: a context, a seed, a count, an allocator that can fail. */
#ifndef NH_TESTS_SUPPORT_H
#define NH_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <nonholo/nonholo.h>

#include "base/protect.h"
#include "base/random.h"

/* From NH_TEST_SEED, or 1. Printed once by the first test that asks. */
uint64_t test_seed(void);
/* n times NH_TEST_FACTOR, at least 1. */
int test_count(int n);

/* A context with the test's seed and the hooks installed; destroyed by the test. */
nh_context *test_context(void);
/* Runs the body in a protected call and fails the test, with the diagnostics, unless it returns. */
void test_run(nh_context *context, nh_body body, void *argument);
/* The code of the last diagnostic, or "". */
const char *test_last_code(const nh_context *context);

/* An allocator that counts, checks sizes, and lets one call fail. */
typedef struct test_memory {
    size_t blocks, bytes;  /* now held */
    uint64_t calls;        /* requests for memory so far */
    uint64_t fail_at;      /* the request that fails, from 1; 0: none */
    bool fail_from_then;   /* all later ones fail too */
    uint64_t failed;       /* how many did */
} test_memory;

nh_context_def test_memory_def(test_memory *memory);

/* Runs the body once for every request for memory that it makes (or for a sample of about `most` of them, 0: all), each time
 * in a new context with that request failing, and checks: it ends with NH_E_MEMORY or NH_OK, nothing is leaked, and
 * the same context can run the body again. Returns how many failures were injected. */
uint64_t test_every_failure(nh_body body, void *argument, uint64_t most);

#endif
