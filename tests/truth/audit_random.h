/* An audit of random systems, one after the other; each in a context of its own. */
#ifndef NH_TESTS_TRUTH_AUDIT_RANDOM_H
#define NH_TESTS_TRUTH_AUDIT_RANDOM_H

#include "contradictions.h"
#include "systems.h"

typedef struct audit_sum {
    uint64_t seed;
    size_t systems, contradictory, judged, decided, claims, claims_held;
} audit_sum;

static inline void audit_one(nh_context *context, void *argument) {
    audit_sum *sum = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_text name = nh_text_begin(arena);
    nh_text_format(&name, "system %llu", (unsigned long long)sum->seed);
    audit a = audit_begin(context, arena, nh_text_string(&name), system_text(arena, sum->seed));
    a.seed = sum->seed;
    audit_all(&a);
    if (a.contradictions > 0) print_message("%s", nh_text_string(&a.found));
    sum->systems++;
    sum->contradictory += a.contradictions > 0;
    sum->judged += a.judged;
    sum->decided += a.decided;
    sum->claims += a.claims;
    sum->claims_held += a.claims_held;
    nh_arena_destroy(arena);
}

/* Systems first, first + 1, ...: each contradiction is printed with the text that shows it. */
static inline void audit_random(uint64_t first, size_t count) {
    audit_sum sum = {0};
    for (size_t i = 0; i < count; i++) {
        nh_context *context = test_context();
        sum.seed = first + i;
        test_run(context, audit_one, &sum);
        nh_context_destroy(context);
    }
    print_message("%zu systems, %zu of %zu equations decided, %zu of %zu printed lines hold\n", sum.systems,
                  sum.decided, sum.judged, sum.claims_held, sum.claims);
    if (sum.contradictory > 0) fail_msg("%zu of %zu systems with contradictions", sum.contradictory, sum.systems);
}

#endif
