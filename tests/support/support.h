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

#include "base/random.h"
#include "body.h"

/* From NH_TEST_SEED, or 1. Printed once by the first test that asks. */
uint64_t test_seed(void);
/* n times NH_TEST_FACTOR, at least 1. */
int test_count(int n);

/* A context with the test's seed and the hooks installed; destroyed by the test. */
nh_context *test_context(void);
/* Runs the body in a protected call and fails the test, with the diagnostics, unless it returns. */
void test_run(nh_context *context, test_body body, void *argument);
/* The same in a context of its own. */
void test_in_context(test_body body);
/* Defines a test for cmocka whose body, which follows, runs in a protected call of a context of its own. */
#define PROTECTED_TEST(name)                                                                                           \
    static void name##_body(nh_context *context, void *unused);                                                        \
    static void name(void **state) {                                                                                   \
        (void)state;                                                                                                   \
        test_in_context(name##_body);                                                                                  \
    }                                                                                                                  \
    static void name##_body(nh_context *context, __attribute__((unused)) void *unused)
/* Reads a model; fails the test, with the first diagnostic, when it is wrong. */
nh_model *test_read_model(nh_context *context, const char *text);
/* The code of the last diagnostic, or "". */
const char *test_last_code(const nh_context *context);

/* An allocator that counts, checks sizes, and lets one call fail. */
typedef struct test_memory {
    size_t blocks, bytes; /* now held */
    size_t peak;          /* the most bytes ever held */
    uint64_t calls;       /* requests for memory so far */
    uint64_t fail_at;     /* the request that fails, from 1; 0: none */
    bool fail_from_then;  /* all later ones fail too */
    uint64_t failed;      /* how many did */
} test_memory;

nh_context_def test_memory_def(test_memory *memory);

/* Runs the body once for every request for memory that it makes (or for a sample of at most `most` of them, 0: all), each time
 * in a new context with that request failing, and checks: it ends with NH_E_MEMORY or NH_OK, nothing is leaked, and
 * the same context can run the body again. Returns how many failures were injected. */
uint64_t test_every_failure(test_body body, void *argument, uint64_t most);

/* A folder of this process, empty at first and removed with all that is in it when the process ends. */
const char *test_folder(void);
/* The path of a file in that folder; valid until this was called eight more times. */
const char *test_path(const char *name);

#endif
