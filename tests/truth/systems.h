/* Small random systems as model texts: points and bodies or plain coordinates, one to four constraints of every kind,
 * among them redundant ones, some that lose rank, homogeneous ones, parameters of both signs, functions without a body,
 * special values on purpose.
 *
 *     const char *text = system_text(arena, seed);
 *
 * Nothing is known of these systems by construction: they are for comparing answers with each
 * other (contradictions.h). */
#ifndef NH_TESTS_TRUTH_SYSTEMS_H
#define NH_TESTS_TRUTH_SYSTEMS_H

#include "support.h"

#include <string.h>

#include "base/text/text.h"

enum { SYSTEM_ROWS = 4, SYSTEM_STREAM = 3001 };

typedef struct system_maker {
    nh_arena *arena;
    nh_random random;
    nh_text text;
    const char *const *coordinate; /* names */
    size_t n;
    bool has_points, has_space, has_function;
    size_t rows;
    const char *left[SYSTEM_ROWS], *right[SYSTEM_ROWS];
} system_maker;

static inline size_t system_below(system_maker *s, size_t count) {
    return (size_t)nh_random_below(&s->random, count);
}

static inline bool system_chance(system_maker *s, size_t one_in) {
    return system_below(s, one_in) == 0;
}

#define SYSTEM_PICK(s, list) ((list)[system_below((s), sizeof(list) / sizeof *(list))])

/* The template with %p, %q, %r replaced by three coordinates, different where there are enough. */
static inline const char *system_fill(system_maker *s, const char *template, const size_t names[3]) {
    nh_text text = nh_text_begin(s->arena);
    for (const char *c = template; *c; c++) {
        if (*c == '%') nh_text_add(&text, s->coordinate[names[(size_t)(*++c - 'p')]]);
        else nh_text_format(&text, "%c", *c);
    }
    return nh_text_string(&text);
}

typedef struct system_row {
    const char *left, *right;
} system_row;

static inline system_row system_draw_plain(system_maker *s) {
    static const system_row geometric[] = {
        {"%p^2 + %q^2", "4"}, {"%p", "a*%q + 1"}, {"%p", "sin(%q)"},   {"%p*%q", "1"},       {"%p", "a*t"},
        {"%p^2", "%q^2"},     {"%p - %q^2", "b"}, {"cos(%p)", "%q/4"}, {"(%p - %q)^2", "0"}, {"(%p - 1)*%q", "0"}};
    static const system_row linear[] = {{"%p'", "%q*%r'"},          {"%p'*sin(%r) - %q'*cos(%r)", "0"},
                                        {"a*%p' + b*%q'", "0"},     {"%p*%p' + %q*%q'", "0"},
                                        {"%p*%q' - %q*%p'", "%r'"}, {"%p'", "a*%q' + b*%r'"},
                                        {"(1 + %p^2)*%q'", "%r'"}};
    static const system_row affine[] = {{"%p'", "%q"}, {"%p'", "a*%q + b"},     {"%p' - %q*%r'", "t"},
                                        {"%p'", "a"},  {"%p' + %q'", "cos(t)"}, {"%q*%p'", "1"}};
    static const system_row homogeneous[] = {
        {"%p'*%q'", "%r'^2"}, {"%p'^2", "%q'^2"}, {"%p'*%q'", "0"},       {"%p'^2 + %q'^2", "%r'^2"},
        {"%p'^3", "%q'^3"},   {"|%p'|", "|%q'|"}, {"%p'^2", "a*%q'*%r'"}, {"%p'", "sqrt(%q'^2 + %r'^2)"}};
    static const system_row general[] = {{"%p'^2 + %q'^2", "c^2"},
                                         {"%p'^2", "a^2 + %q^2"},
                                         {"%p'^2 + a*%q'^2", "1"},
                                         {"%p'", "%q'^2 + %r"},
                                         {"%p'*%q'", "1"},
                                         {"%p'", "%q'*%r'"},
                                         {"%p'^2 + %q'", "0"},
                                         {"exp(%p')", "1 + %q'^2"},
                                         {"%p'", "sin(%q')"},
                                         {"%p'", "sqrt(1 + %q'^2)"},
                                         {"%p'", "max(%q', 0)"},
                                         {"%p'/(1 + %q'^2)", "%r"},
                                         {"%p'^2 + %q'^2 + %r'^2", "c^2"}};
    static const system_row singular[] = {{"(%p' - %q)^2", "0"}, {"(%p' - %q')^3", "0"}, {"%p'^2 + %q'^2", "0"}};
    switch (system_below(s, 12)) {
        case 0:
        case 1: return SYSTEM_PICK(s, geometric);
        case 2:
        case 3:
        case 4: return SYSTEM_PICK(s, linear);
        case 5:
        case 6: return SYSTEM_PICK(s, affine);
        case 7:
        case 8: return SYSTEM_PICK(s, homogeneous);
        case 9:
        case 10: return SYSTEM_PICK(s, general);
        default: return system_chance(s, 2) ? SYSTEM_PICK(s, singular) : SYSTEM_PICK(s, linear);
    }
}

static inline system_row system_draw_points(system_maker *s) {
    static const system_row rows[] = {{"|P'|", "c"},
                                      {"dot(P', Q')", "0"},
                                      {"|P'|", "|Q'|"},
                                      {"P'", "Q'"},
                                      {"|P - Q|", "2"},
                                      {"dot(P' + Q', P - Q)", "0"},
                                      {"dot(P' - Q', P - Q)", "0"},
                                      {"|P'|^2 + |Q'|^2", "c^2"},
                                      {"|P' - Q'|", "0"}};
    static const system_row space[] = {{"cross(P', Q')", "[0, 0, 0]"}, {"cross(P - Q, P' + Q')", "[0, 0, 0]"}};
    return s->has_space && system_chance(s, 4) ? SYSTEM_PICK(s, space) : SYSTEM_PICK(s, rows);
}

/* A constraint that says again, in other words, what others say; or one of its own. */
static inline void system_add_row(system_maker *s) {
    size_t i = s->rows, names[3];
    for (size_t j = 0; j < 3; j++) names[j] = system_below(s, s->n);
    for (size_t j = 0; s->n > 2 && j < 3; j++)
        while (names[j] == names[(j + 1) % 3] || names[j] == names[(j + 2) % 3]) names[j] = system_below(s, s->n);
    if (s->n == 2) names[1] = 1 - names[0];
    system_row row = s->has_points && system_chance(s, 2) ? system_draw_points(s) : system_draw_plain(s);
    s->left[i] = system_fill(s, row.left, names);
    s->right[i] = system_fill(s, row.right, names);
    bool is_vector = strncmp(s->left[i], "cross", 5) == 0 || strcmp(s->left[i], "P'") == 0;
    if (i > 0 && !is_vector && system_chance(s, 6) && strncmp(s->left[0], "cross", 5) != 0 &&
        strcmp(s->left[0], "P'") != 0) {
        static const char *const shapes[] = {"3*(%s - (%s))", "(1 + x^2)*(%s - (%s))", "a*(%s - (%s))"};
        nh_text again = nh_text_begin(s->arena);
        const char *shape = SYSTEM_PICK(s, shapes);
        const char *at = strstr(shape, "%s");
        nh_text_format(&again, "%.*s%s - (%s))", (int)(at - shape), shape, s->left[0], s->right[0]);
        s->left[i] = nh_text_string(&again);
        s->right[i] = "0";
    }
    s->rows++;
}

static inline void system_add_values(system_maker *s) {
    static const char *const values[] = {"1", "-1", "2", "0.5", "-3", "0", "1.25"};
    nh_text_format(&s->text, "param m = %s, k = %s\n", system_chance(s, 3) ? "2" : "1",
                   system_chance(s, 3) ? "0.5" : "1");
    nh_text_format(&s->text, "param a = %s, b = %s, c = %s\n", SYSTEM_PICK(s, values), SYSTEM_PICK(s, values),
                   SYSTEM_PICK(s, values));
    s->has_function = system_chance(s, 12);
    if (s->has_function) nh_text_add(&s->text, "function f(s)\n");
}

static inline void system_add_bodies(system_maker *s) {
    static const char *const plain[] = {"x", "y", "z", "w"}, *const pair[] = {"x", "y", "u", "v"},
                             *const apart[] = {"x", "y", "z", "u", "v", "w"}, *const body[] = {"x", "y", "th"};
    switch (system_below(s, 6)) {
        case 0:
            s->coordinate = pair, s->n = 4, s->has_points = true;
            nh_text_add(&s->text, "coord x, y, u, v\npoint P = [x, y] mass m\npoint Q = [u, v] mass k\n");
            if (system_chance(s, 2)) nh_text_add(&s->text, "gravity [0, -9.81]\n");
            break;
        case 1:
            s->coordinate = apart, s->n = 6, s->has_points = s->has_space = true;
            nh_text_add(&s->text, "coord x, y, z, u, v, w\npoint P = [x, y, z] mass m\npoint Q = [u, v, w] mass k\n");
            break;
        case 2:
            s->coordinate = body, s->n = 3;
            nh_text_add(&s->text, "coord x, y, th\nbody B { at [x, y], rotation Rz(th), mass m, inertia k }\n");
            s->left[0] = "dot(B.c', B.R*[0, 1])", s->right[0] = system_chance(s, 2) ? "0" : "a*th'";
            s->rows = system_chance(s, 2);
            break;
        default:
            s->coordinate = plain, s->n = 2 + system_below(s, 3);
            nh_text_add(&s->text, "coord x, y");
            for (size_t i = 2; i < s->n; i++) nh_text_format(&s->text, ", %s", plain[i]);
            nh_text_add(&s->text, system_chance(s, 2) ? "\nkinetic (m*x'^2 + k*y'^2)/2"
                                                      : "\nkinetic (m*x'^2 + (1 + x^2)*y'^2 + x'*y')/2");
            for (size_t i = 2; i < s->n; i++) nh_text_format(&s->text, " + %s'^2/2", plain[i]);
            nh_text_add(&s->text, "\n");
    }
}

static inline void system_add_forces(system_maker *s) {
    static const char *const forces[] = {"potential k*x^2/2 + x*y\n", "potential a*y\n", "force x: -k*x'\n",
                                         "force y: cos(t)\n", "potential cos(x)*y\nforce y: -y'\n"};
    if (s->has_function) nh_text_add(&s->text, system_chance(s, 2) ? "potential f(x)\n" : "force y: f(t)\n");
    if (system_chance(s, 2)) nh_text_add(&s->text, SYSTEM_PICK(s, forces));
}

/* Guesses near special values: the reader moves them onto the constraints. */
static inline void system_add_start(system_maker *s) {
    static const char *const values[] = {"0", "1", "0.5", "-0.75", "1.3", "2"};
    nh_text_add(&s->text, "init ");
    for (size_t i = 0; i < s->n; i++)
        nh_text_format(&s->text, "%s%s ~ %s, %s' ~ %s", i == 0 ? "" : ", ", s->coordinate[i], SYSTEM_PICK(s, values),
                       s->coordinate[i], SYSTEM_PICK(s, values));
    nh_text_add(&s->text, "\n");
}

static inline const char *system_text(nh_arena *arena, uint64_t seed) {
    system_maker s = {.arena = arena, .random = nh_random_make(seed, SYSTEM_STREAM), .text = nh_text_begin(arena)};
    system_add_values(&s);
    system_add_bodies(&s);
    system_add_forces(&s);
    for (size_t count = 1 + system_below(&s, s.n < SYSTEM_ROWS ? s.n - 1 : SYSTEM_ROWS - 1); s.rows < count;)
        system_add_row(&s);
    for (size_t i = 0; i < s.rows; i++) nh_text_format(&s.text, "constraint r%zu: %s = %s\n", i, s.left[i], s.right[i]);
    system_add_start(&s);
    return nh_text_string(&s.text);
}

#endif
