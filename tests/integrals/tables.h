/* First integrals that are found, compared with those that the literature knows: what is known is a function of what is
 * found, and what is found is independent. The comparison does not go through the search: both become watches of the
 * model, and their differentials are compared at points. */
#ifndef NH_TESTS_INTEGRALS_TABLES_H
#define NH_TESTS_INTEGRALS_TABLES_H

#include <math.h>

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
    int a = (int)nh_random_between(random, 1, 20), b = (int)nh_random_between(random, 1, 20);
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
    int a = (int)nh_random_between(random, 1, 20), b = (int)nh_random_between(random, 1, 20);
    int p = (int)nh_random_between(random, 2, 4), q = (int)nh_random_between(random, 3, 4);
    nh_text text = nh_text_begin(arena), known = nh_text_begin(arena);
    nh_text_format(&text, "%sparam k = 2\npotential k*(%d*x + %d*y)^%d + (%d*x - %d*y)^%d\n", PLANE, a, b, p, b, a, q);
    nh_text_format(&known, "(%d*x' + %d*y')^2/2 + %d*k*(%d*x + %d*y)^%d", a, b, a * a + b * b, a, b, p);
    known_integrals x = {nh_text_string(&text), {"E", nh_text_string(&known)}, SIZE_MAX};
    check_known(context, &x);
    nh_arena_destroy(arena);
}

/* ---- potentials of the plane, and Bertrand's equation ---- */

/* c[0] x y^3 + c[1] x^2 y^2 + c[2] x^3 y + c[3] x^3 + c[4] x y^2 + x^4 + y^4 */
typedef struct plane_potential {
    int c[5];
} plane_potential;

/* V_x, V_y, V_xx, V_xy, V_yy */
static void derive_potential(const plane_potential *p, double x, double y, double *d) {
    const int *c = p->c;
    d[0] = 4 * x * x * x + c[0] * y * y * y + 2 * c[1] * x * y * y + 3 * c[2] * x * x * y + 3 * c[3] * x * x +
           c[4] * y * y;
    d[1] = 4 * y * y * y + 3 * c[0] * x * y * y + 2 * c[1] * x * x * y + c[2] * x * x * x + 2 * c[4] * x * y;
    d[2] = 12 * x * x + 2 * c[1] * y * y + 6 * c[2] * x * y + 6 * c[3] * x;
    d[3] = 3 * c[0] * y * y + 4 * c[1] * x * y + 3 * c[2] * x * x + 2 * c[4] * y;
    d[4] = 12 * y * y + 6 * c[0] * x * y + 2 * c[1] * x * x + 2 * c[4] * x;
}

/* Whether there is an integral A x'^2 + B x' y' + C y'^2 + W beside the energy: A = a y^2 + b y + c, C = a x^2 + b' x,
 * B = c1 - 2 a x y - b x - b' y, and Bertrand's equation V_x (2 A_y - B_x) + V_y (B_y - 2 C_x) + 2 V_xy (A - C) + B
 * (V_yy - V_xx) = 0, which is linear in a, b, b', c, c1. */
static bool has_second_integral(const plane_potential *p) {
    enum { UNKNOWNS = 5, POINTS = 12 };
    double m[POINTS][UNKNOWNS], d[5];
    for (int i = 0; i < POINTS; i++) {
        double x = 0.3 + 0.17 * i, y = 1.1 - 0.23 * i * (1 + 0.1 * i), k;
        derive_potential(p, x, y, d);
        k = d[4] - d[2];
        m[i][0] = 6 * y * d[0] - 6 * x * d[1] + 2 * d[3] * (y * y - x * x) - 2 * x * y * k;
        m[i][1] = 3 * d[0] + 2 * d[3] * y - x * k;
        m[i][2] = -3 * d[1] - 2 * d[3] * x - y * k;
        m[i][3] = 2 * d[3];
        m[i][4] = k;
    }
    int rank = 0;
    for (int column = 0; column < UNKNOWNS; column++) { /* complete pivoting over rows, columns of size 1 */
        double size = 0, largest = 0;
        int pivot = rank;
        for (int i = 0; i < POINTS; i++) size = fmax(size, fabs(m[i][column]));
        for (int i = rank; i < POINTS; i++)
            if (fabs(m[i][column]) > largest) largest = fabs(m[i][column]), pivot = i;
        if (size == 0 || largest < 1e-9 * (1 + size)) continue;
        for (int k = 0; k < UNKNOWNS; k++) {
            double kept = m[rank][k];
            m[rank][k] = m[pivot][k], m[pivot][k] = kept;
        }
        for (int i = rank + 1; i < POINTS; i++) {
            double factor = m[i][column] / m[rank][column];
            for (int k = 0; k < UNKNOWNS; k++) m[i][k] -= factor * m[rank][k];
        }
        rank++;
    }
    return rank < UNKNOWNS;
}

/* Nearly all have the energy alone; those that separate in other axes have one more. */
static void check_plane_potential(nh_context *context, void *argument) {
    nh_random *random = argument;
    nh_arena *arena = nh_arena_create(context);
    plane_potential p;
    for (int i = 0; i < 5; i++) p.c[i] = (int)nh_random_between(random, 1, 9);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, PLANE "potential x^4 + y^4 + %d*x*y^3 + %d*x^2*y^2 + %d*x^3*y + %d*x^3 + %d*x*y^2\n", p.c[0],
                   p.c[1], p.c[2], p.c[3], p.c[4]);
    known_integrals x = {nh_text_string(&text), {"E"}, SIZE_MAX};
    if (has_second_integral(&p)) x.count = 2;
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
        test_run(context, check_plane_potential, &random);
    }
    nh_context_destroy(context);
}

#endif
