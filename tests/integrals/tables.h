/* First integrals that are found, compared with those that the literature knows: what is known is a function of what is
 * found, and what is found is independent. The comparison does not go through the search: both become watches of the
 * model, and their differentials are compared at points. */
#ifndef NH_TESTS_INTEGRALS_TABLES_H
#define NH_TESTS_INTEGRALS_TABLES_H

#include "known.h"

enum { MOST_KNOWN = 6 };

#define PLANE "coord x, y\nkinetic (x'^2 + y'^2)/2\n"

typedef struct known_integrals {
    const char *model;             /* the name of a built-in model or of one in tests/models, or a text */
    const char *known[MOST_KNOWN]; /* NULL after the last */
    size_t count;                  /* found, at least; SIZE_MAX: as many as are known */
} known_integrals;

/* ---- one line of the table ---- */

static void compare_with(nh_context *context, nh_arena *arena, const char *text, size_t found, size_t known) {
    nh_model *model = test_read_model(context, text);
    const char *why;
    nh_flow *flow = nh_flow_make(arena, nh_admissible_make(arena, model, 1), (nh_flow_def){true, NULL}, &why);
    assert_non_null(flow);
    nh_integral_search *search = nh_integral_search_make(arena, flow);
    for (size_t i = 0; i < found; i++)
        if (!nh_integral_search_takes(search, watch_of(model, "found", i))) fail_msg("dependent: %zu of\n%s", i, text);
    for (size_t i = 0; i < known; i++) {
        nh_expr e = watch_of(model, "known", i);
        nh_integral_search *alone = nh_integral_search_make(arena, flow);
        if (!nh_integral_search_takes(alone, e)) fail_msg("not constant: %zu of\n%s", i, text);
        if (nh_integral_search_takes(search, e)) fail_msg("missed: %zu of\n%s", i, text);
    }
    nh_model_destroy(model);
}

static void check_known(nh_context *context, void *argument) {
    const known_integrals *x = argument;
    nh_arena *arena = nh_arena_create(context);
    const char *text = known_text(arena, x->model);
    nh_model *model = test_read_model(context, text);
    nh_integrals_def def = nh_default_integrals();
    const nh_integrals_result *found = nh_integrals_find(arena, model, &def);
    const char **texts = NH_NEW_ARRAY(arena, const char *, found->items.count + 1);
    for (size_t i = 0; i < found->items.count; i++) texts[i] = found->items.items[i].text;
    size_t known = 0;
    while (known < MOST_KNOWN && x->known[known] != NULL) known++;
    size_t least = x->count == SIZE_MAX ? known : x->count;
    if (found->items.count < least || (x->count == SIZE_MAX && found->items.count != known))
        fail_msg("%s: %zu found", x->model, found->items.count);
    text = text_with(arena, text, "found", found->items.count, texts);
    text = text_with(arena, text, "known", known, x->known);
    compare_with(context, arena, text, found->items.count, known);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void check_table(size_t count, const known_integrals *table) {
    nh_context *context = test_context();
    for (size_t i = 0; i < count; i++) {
        known_integrals x = table[i];
        test_run(context, check_known, &x);
    }
    nh_context_destroy(context);
}

/* ---- random systems ---- */

/* Free particles in turned axes: with a potential of u = a x + b y only, b x - a y moves uniformly. */
static void check_hidden_momentum(nh_context *context, void *argument) {
    nh_random *random = argument;
    nh_arena *arena = nh_arena_create(context);
    int a = (int)nh_random_between(random, 1, 5), b = (int)nh_random_between(random, 1, 5);
    int p = (int)nh_random_between(random, 2, 4), m = (int)nh_random_between(random, 1, 3);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text,
                   "coord x, y, z\nparam k = 2\nkinetic (x'^2 + y'^2 + %d*z'^2)/2\npotential k*(%d*x + %d*y)^%d\n", m,
                   a, b, p);
    if (nh_random_below(random, 2) == 0)
        nh_text_format(&text, "constraint c: z' = (%d*x + %d*y)*(%d*x' + %d*y')\n", a, b, a, b);
    else nh_text_format(&text, "potential z^4 + z*(%d*x + %d*y)^3\n", a, b);
    nh_text known = nh_text_begin(arena);
    nh_text_format(&known, "%d*x' - %d*y'", b, a);
    known_integrals x = {nh_text_string(&text), {nh_text_string(&known)}, 1};
    check_known(context, &x);
    nh_arena_destroy(arena);
}

/* Two oscillators in turned axes: each has an energy of its own, of degree 2 in the velocities. */
static void check_hidden_energy(nh_context *context, void *argument) {
    nh_random *random = argument;
    nh_arena *arena = nh_arena_create(context);
    int a = (int)nh_random_between(random, 1, 5), b = (int)nh_random_between(random, 1, 5);
    int p = (int)nh_random_between(random, 2, 4), q = (int)nh_random_between(random, 3, 4);
    nh_text text = nh_text_begin(arena), known = nh_text_begin(arena);
    nh_text_format(&text, "%sparam k = 2\npotential k*(%d*x + %d*y)^%d + (%d*x - %d*y)^%d\n", PLANE, a, b, p, b, a, q);
    nh_text_format(&known, "(%d*x' + %d*y')^2/2 + %d*k*(%d*x + %d*y)^%d", a, b, a * a + b * b, a, b, p);
    known_integrals x = {nh_text_string(&text), {"E", nh_text_string(&known)}, SIZE_MAX};
    check_known(context, &x);
    nh_arena_destroy(arena);
}

/* A generic quartic potential: the energy only. */
static void check_nothing_else(nh_context *context, void *argument) {
    nh_random *random = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, PLANE "potential x^4 + y^4");
    for (int i = 1; i < 4; i++)
        nh_text_format(&text, " + %d*x^%d*y^%d", (int)nh_random_between(random, 1, 9), i, 4 - i);
    nh_text_format(&text, " + %d*x^3 + %d*x*y^2", (int)nh_random_between(random, 1, 9),
                   (int)nh_random_between(random, 1, 9));
    known_integrals x = {nh_text_string(&text), {"E"}, SIZE_MAX};
    check_known(context, &x);
    nh_arena_destroy(arena);
}

/* Of each kind this many. */
static void check_random(int count) {
    nh_random random = nh_random_make(test_seed(), 30);
    nh_context *context = test_context();
    for (int i = 0; i < count; i++) {
        test_run(context, check_hidden_momentum, &random);
        test_run(context, check_hidden_energy, &random);
        test_run(context, check_nothing_else, &random);
    }
    nh_context_destroy(context);
}

#endif
