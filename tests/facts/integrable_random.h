/* Random linear and affine constraints of which it is known by construction how many functions they keep constant, as
 * model texts: through charts of geometric rows, values of parameters and rows that depend on each other.
 *
 * The rows are sums of g (f)' with random functions f, as many as are kept, and of contact forms in other coordinates,
 * which keep nothing; mixed by a triangular matrix of functions with 1 on its diagonal. Parameters that are 0 stand
 * before what would spoil it, and equal ones make rows redundant. */
#ifndef NH_TESTS_INTEGRABLE_RANDOM_H
#define NH_TESTS_INTEGRABLE_RANDOM_H

#include "support.h"

#include <string.h>

#include <nonholo/check.h>

#include "base/text/text.h"

enum { RANDOM_ROWS = 4 };

typedef struct random_system {
    nh_arena *arena;
    nh_random random;
    const char *text;
    size_t kept, rows; /* independent kinematic rows */
    bool has_time, has_surface;
} random_system;

static inline const char *random_pick(random_system *s, size_t count, const char *const *from) {
    return from[nh_random_below(&s->random, count)];
}

/* A function of the coordinates of the integrable part. */
static inline const char *random_function(random_system *s, size_t i) {
    static const char *const shapes[] = {"a%zu + a1*a3",           "a%zu + sin(a4)",        "a%zu + a2^2*a4",
                                         "a%zu*(2 + a4^2) + a3",   "a%zu - a3^2 + a4",      "a%zu + cos(a3)*a4",
                                         "a%zu + a1*a2*a3/2 + a4", "exp(a%zu/3)*(3 + a4^2)"};
    nh_text text = nh_text_begin(s->arena);
    nh_text_format(&text, random_pick(s, sizeof shapes / sizeof *shapes, shapes), i + 1);
    if (s->has_time && nh_random_below(&s->random, 2) == 0) nh_text_add(&text, " + t*a4");
    return nh_text_string(&text);
}

static inline const char *random_factor(random_system *s) {
    static const char *const factors[] = {"0", "1", "a3", "b2", "a1*a4", "sin(a3)", "b1 - a4", "k", "2/3*a2"};
    static const char *const surface[] = {"u", "v*a3", "u*v"};
    if (s->has_surface && nh_random_below(&s->random, 3) == 0) return random_pick(s, 3, surface);
    return random_pick(s, sizeof factors / sizeof *factors, factors);
}

static inline const char *random_contact(random_system *s) {
    static const char *const forms[] = {"b3' - b2*b1'", "sin(b3)*b1' - cos(b3)*b2'", "b2*b1' - b1*b2' + b3'"};
    static const char *const affine[] = {"b3' - b2*b1' - b1", "b3' - b2 - t*b1'"};
    return s->has_time ? random_pick(s, 2, affine) : random_pick(s, 3, forms);
}

/* kept functions, and a contact form perhaps. */
static inline random_system random_system_make(nh_arena *arena, uint64_t seed) {
    random_system s = {.arena = arena, .random = nh_random_make(seed, 1201)};
    const char *part[RANDOM_ROWS];
    s.has_time = nh_random_below(&s.random, 3) == 0;
    s.has_surface = nh_random_below(&s.random, 3) == 0;
    s.kept = nh_random_below(&s.random, 3);
    bool has_contact = s.kept == 0 || nh_random_below(&s.random, 2) == 0;
    s.rows = s.kept + has_contact;
    for (size_t i = 0; i < s.kept; i++) {
        nh_text row = nh_text_begin(arena);
        nh_text_format(&row, "(%s)'", random_function(&s, i));
        part[i] = nh_text_string(&row);
    }
    if (has_contact) part[s.kept] = random_contact(&s);
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "param k = 1, l = 1, e = 0\ncoord a1, a2, a3, a4, b1, b2, b3");
    if (s.has_surface) nh_text_add(&text, ", u, v");
    nh_text_add(&text, "\nlagrangian a1'^2 + a2'^2 + a3'^2 + a4'^2 + b1'^2 + b2'^2 + b3'^2");
    nh_text_add(&text,
                s.has_surface ? " + u'^2 + v'^2\nconstraint surface: u^2 + v^2 = 1\ninit u ~ 0.6, v ~ 0.8\n" : "\n");
    for (size_t i = 0; i < s.rows; i++) {
        nh_text_format(&text, "constraint r%zu: %s", i, part[i]);
        for (size_t j = i + 1; j < s.rows; j++) nh_text_format(&text, " + (%s)*(%s)", random_factor(&s), part[j]);
        if (nh_random_below(&s.random, 3) == 0) nh_text_add(&text, " + e*b2*a1'");
        nh_text_add(&text, " = 0\n");
    }
    if (nh_random_below(&s.random, 4) == 0)
        nh_text_format(&text, "constraint again: k*(%s) - l*(%s) + (%s) = 0\n", part[0], part[0], part[0]);
    s.text = nh_text_string(&text);
    return s;
}

/* 1: the number was found; 0: it is not known. Fails when it is different. */
static inline int random_system_check(nh_context *context, uint64_t seed) {
    nh_arena *arena = nh_arena_create(context);
    random_system s = random_system_make(arena, seed);
    nh_read_def read = nh_default_read();
    nh_check_def def = nh_default_check();
    nh_model *model;
    nh_check *check;
    if (nh_model_read(context, &read, s.text, strlen(s.text), &model) != NH_OK)
        fail_msg("%s: %s", s.text, nh_context_diag(context, 0)->sentence);
    def.without_places = true;
    def.seed = seed;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    nh_check_info info = nh_check_get_info(check);
    bool is_known = info.integrals.by != NH_EVIDENCE_NONE;
    if (is_known && info.integrals.value != s.kept)
        fail_msg("%s: %zu functions, not %zu", s.text, info.integrals.value, s.kept);
    nh_truth whole = s.kept == s.rows ? NH_YES : NH_NO;
    if (info.commutation.truth != NH_UNKNOWN && info.commutation.truth != whole) fail_msg("%s: together", s.text);
    size_t all = 7 + (size_t)s.has_surface + (size_t)info.growth_has_time;
    if (info.growth > 0 && nh_check_growth(check, info.growth - 1) != all - s.kept) fail_msg("%s: growth", s.text);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
    return is_known;
}

#endif
