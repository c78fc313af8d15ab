/* Names to read and print expressions with, for tests and fuzz targets: symbols of every role,
 * functions, abbreviations.
 *
 *     vocabulary v = vocabulary_make(context);
 *     nh_expr e;
 *     if (vocabulary_read(&v, "x'^2 + sin(theta)/m", &e)) puts(vocabulary_print(&v, e)); */
#ifndef NH_TESTS_VOCABULARY_H
#define NH_TESTS_VOCABULARY_H

#include <string.h>

#include "base/arena.h"
#include "expr/print/print.h"
#include "expr/read/read.h"

enum { VOCABULARY_MOST = 80 };

typedef struct vocabulary {
    nh_pool *pool;
    nh_arena *arena; /* of its own: texts, names */
    nh_expr symbols[VOCABULARY_MOST];
    uint32_t count;     /* of all */
    uint32_t functions; /* this many of them are functions; they precede the two abbreviations F1 and F2 */
    nh_read_names names;
} vocabulary;

static inline void vocabulary_add(vocabulary *v, nh_role role, const char *words) {
    nh_context *context = nh_pool_context(v->pool);
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        v->symbols[v->count++] = nh_expr_symbol(v->pool, role, nh_name_of(context, words, length), 0);
        words += length + strspn(words + length, " ");
    }
}

static inline void vocabulary_add_function(vocabulary *v, const char *name, uint32_t arity) {
    v->symbols[v->count++] = nh_expr_function(v->pool, nh_name_of_text(nh_pool_context(v->pool), name), arity);
    v->functions++;
}

static inline void vocabulary_index(vocabulary *v) {
    v->names = nh_read_names_of(v->pool, v->arena, v->count, v->symbols);
}

static inline bool vocabulary_read_bytes(vocabulary *v, const char *text, size_t length, nh_expr *e) {
    return nh_expr_read(v->pool, text, length, "text", &v->names, e);
}

static inline bool vocabulary_read(vocabulary *v, const char *text, nh_expr *e) {
    return vocabulary_read_bytes(v, text, strlen(text), e);
}

static inline void vocabulary_abbreviate(vocabulary *v, const char *name, const char *text) {
    nh_expr definition = NH_EXPR_ZERO;
    vocabulary_index(v);
    vocabulary_read(v, text, &definition);
    v->symbols[v->count++] = nh_expr_abbreviation(v->pool, nh_name_of_text(nh_pool_context(v->pool), name), definition);
}

static inline vocabulary vocabulary_make(nh_context *context) {
    vocabulary v = {.pool = nh_pool_create(context), .arena = nh_arena_create(context)};
    vocabulary_add(&v, NH_ROLE_COORDINATE, "x y z theta phi psi q1 q2 x1 x2 x[1] x[2] x[3] x[-1] u[2][3] x_Q θ");
    vocabulary_add(&v, NH_ROLE_PARAMETER, "m M R g l k a b c I I1 I3 m1 m2 m[3] n mass v_max μ");
    vocabulary_add(&v, NH_ROLE_TIME, "t");
    vocabulary_add(&v, NH_ROLE_MULTIPLIER, "lambda lambda1 lambda.roll mu.perp[3].x");
    vocabulary_add(&v, NH_ROLE_QUASI, "eta1 eta2");
    vocabulary_add_function(&v, "C", 1);
    vocabulary_add_function(&v, "f", 1);
    vocabulary_add_function(&v, "G", 2);
    vocabulary_add_function(&v, "h[2]", 3);
    vocabulary_abbreviate(&v, "F1", "x*sin(theta)^2*phi' + y^3*G(x, t)");
    vocabulary_abbreviate(&v, "F2", "sqrt(F1^2 + x'^2)/m");
    vocabulary_index(&v);
    return v;
}

static inline const char *vocabulary_print(vocabulary *v, nh_expr e) {
    nh_text text = nh_text_begin(v->arena);
    nh_expr_print(v->pool, &text, e);
    return nh_text_string(&text);
}

static inline const char *vocabulary_latex(vocabulary *v, nh_expr e) {
    nh_text text = nh_text_begin(v->arena);
    nh_expr_print_latex(v->pool, &text, e);
    return nh_text_string(&text);
}

static inline const char *vocabulary_json(vocabulary *v, nh_expr e) {
    nh_text text = nh_text_begin(v->arena);
    nh_expr_print_json(v->pool, &text, e);
    return nh_text_string(&text);
}

#endif
