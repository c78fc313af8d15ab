/* Pfaffian systems for tests: read from text, or made at random with a known answer; and checks that share nothing with
 * src/algebra/pfaffian*.c.
 *
 * A form is written with d in front of the names of its variables: "dz - y*dx". */
#ifndef NH_TESTS_PFAFFIAN_H
#define NH_TESTS_PFAFFIAN_H

#include <stdio.h>
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/pfaff/pfaffian.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/print/print.h"
#include "expr/read/read.h"

enum { PF_MOST = 64, PF_LEVELS = 12, PF_PARAMETERS = 6 };

typedef struct pf {
    nh_pool *pool;
    nh_arena *arena;
    nh_random random;
    uint32_t count, rank;
    nh_expr x[PF_MOST], d[PF_MOST], p[PF_PARAMETERS];
    nh_expr *forms; /* rank x count */
} pf;

static inline pf pf_begin(nh_context *context, uint64_t stream) {
    static const char *const fixed[PF_PARAMETERS] = {"R", "L", "k", "m", "n", "c"};
    pf f = {nh_pool_create(context), nh_arena_create(context), nh_random_make(test_seed(), stream), .count = 0};
    for (int i = 0; i < PF_PARAMETERS; i++) f.p[i] = nh_expr_symbol_text(f.pool, NH_ROLE_PARAMETER, fixed[i]);
    return f;
}

static inline void pf_end(pf *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static inline void pf_add_variable(pf *f, const char *name) {
    bool is_time = strcmp(name, "t") == 0;
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "d%s", name);
    f->x[f->count] = nh_expr_symbol_text(f->pool, is_time ? NH_ROLE_TIME : NH_ROLE_COORDINATE, name);
    f->d[f->count++] = nh_expr_symbol_text(f->pool, NH_ROLE_MULTIPLIER, nh_text_string(&text));
}

/* Names with blanks between them. */
static inline void pf_add_variables(pf *f, const char *names) {
    for (const char *at = names; *at != 0;) {
        size_t length = strcspn(at, " ");
        pf_add_variable(f, nh_arena_text(f->arena, at, length));
        at += length + (at[length] == ' ');
    }
}

static inline nh_expr pf_read(pf *f, const char *text) {
    nh_expr known[2 * PF_MOST + PF_PARAMETERS], e;
    memcpy(known, f->x, f->count * sizeof *known);
    memcpy(known + f->count, f->d, f->count * sizeof *known);
    memcpy(known + 2 * f->count, f->p, PF_PARAMETERS * sizeof *known);
    nh_read_names names = nh_read_names_of(f->pool, f->arena, 2 * f->count + PF_PARAMETERS, known);
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &names, &e)) fail_msg("cannot read %s", text);
    return e;
}

/* Forms with semicolons between them. */
static inline void pf_read_forms(pf *f, const char *texts) {
    f->forms = NH_NEW_ARRAY(f->arena, nh_expr, PF_MOST * PF_MOST);
    for (const char *at = texts; *at != 0; f->rank++) {
        size_t length = strcspn(at, ";");
        nh_expr form = pf_read(f, nh_arena_text(f->arena, at, length));
        nh_expr_gradient(f->pool, form, f->count, f->d, &f->forms[(size_t)f->rank * f->count]);
        at += length + (at[length] == ';');
    }
}

static inline nh_pfaffian pf_system(const pf *f) {
    return (nh_pfaffian){f->count, f->x, f->rank, f->forms};
}

static inline const char *pf_text(pf *f, const nh_pfaffian *system) {
    nh_text text = nh_text_begin(f->arena);
    for (uint32_t a = 0; a < system->rank; a++) {
        for (uint32_t j = 0; j < system->count; j++) {
            nh_text_format(&text, j == 0 ? "" : ", ");
            nh_expr_print(f->pool, &text, system->forms[(size_t)a * system->count + j]);
        }
        nh_text_format(&text, "\n");
    }
    return nh_text_string(&text);
}

/* ---- numbers ---- */

typedef long double pf_number;

/* Gauss-Jordan with the largest pivots, in place; the rank, and the columns of the pivots. */
static inline uint32_t pf_eliminate(uint32_t rows, uint32_t columns, pf_number *a, uint32_t *pivot) {
    uint32_t rank = 0;
    for (; rank < rows; rank++) {
        uint32_t row = rank, column = 0;
        pf_number most = 0;
        for (uint32_t i = rank; i < rows; i++)
            for (uint32_t j = 0; j < columns; j++)
                if (fabsl(a[i * columns + j]) > most) most = fabsl(a[i * columns + j]), row = i, column = j;
        if (most < 1e-9L) break;
        pivot[rank] = column;
        for (uint32_t j = 0; j < columns; j++) {
            pf_number held = a[row * columns + j];
            a[row * columns + j] = a[rank * columns + j];
            a[rank * columns + j] = held;
        }
        for (uint32_t i = 0; i < rows; i++) {
            pf_number factor = a[i * columns + column] / a[rank * columns + column];
            if (i == rank) continue;
            for (uint32_t j = 0; j < columns; j++) a[i * columns + j] -= factor * a[rank * columns + j];
            a[i * columns + column] = 0;
        }
    }
    return rank;
}

/* The matrix at a point, its rows scaled; false where an entry has no value. */
static inline bool pf_values(pf *f, uint32_t count, const nh_expr *e, uint64_t seed, pf_number *values) {
    long double x[PF_MOST + PF_PARAMETERS];
    nh_expr symbols[PF_MOST + PF_PARAMETERS];
    nh_random random = nh_random_make(seed, 5);
    for (uint32_t i = 0; i < f->count + PF_PARAMETERS; i++) {
        x[i] = nh_random_uniform(&random, 0.15, 0.55);
        symbols[i] = i < f->count ? f->x[i] : f->p[i - f->count];
    }
    point at = {.seed = seed, .count = f->count + PF_PARAMETERS, .symbols = symbols, .values = x};
    for (uint32_t i = 0; i < count; i++) {
        evaluated v = evaluate(f->pool, e[i], &at);
        if (!is_known(v)) return false;
        values[i] = v.value;
    }
    return true;
}

static inline void pf_scale_rows(uint32_t rows, uint32_t columns, pf_number *a) {
    for (uint32_t i = 0; i < rows; i++) {
        pf_number most = 0;
        for (uint32_t j = 0; j < columns; j++) most = fmaxl(most, fabsl(a[i * columns + j]));
        for (uint32_t j = 0; j < columns && most > 0; j++) a[i * columns + j] /= most;
    }
}

/* A basis of the directions along which the forms vanish, from their elimination. */
static inline uint32_t pf_kernel(uint32_t rank, uint32_t columns, const pf_number *a, const uint32_t *pivot,
                                 pf_number *kernel) {
    uint32_t count = 0;
    for (uint32_t j = 0; j < columns; j++) {
        bool is_pivot = false;
        for (uint32_t i = 0; i < rank; i++) is_pivot = is_pivot || pivot[i] == j;
        if (is_pivot) continue;
        pf_number *v = &kernel[(size_t)count++ * columns];
        for (uint32_t i = 0; i < columns; i++) v[i] = i == j;
        for (uint32_t i = 0; i < rank; i++) v[pivot[i]] = -a[i * columns + j] / a[i * columns + pivot[i]];
    }
    return count;
}

/* dtheta(u, v) = sum_ij (d theta_j / dx_i)(u_i v_j - v_i u_j), where dtheta = sum of d[j*n + i] dx_i ^ dx_j. */
static inline pf_number pf_curve(uint32_t n, const pf_number *d, const pf_number *u, const pf_number *v,
                                 pf_number *size) {
    pf_number sum = 0;
    *size = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            pf_number term = d[j * n + i] * (u[i] * v[j] - v[i] * u[j]);
            sum += term;
            *size += fabsl(term);
        }
    return sum;
}

/* That dtheta = 0 modulo the forms, at a point: for all pairs of directions along which they vanish. */
static inline void pf_check_closed(pf *f, const nh_pfaffian *part, uint64_t seed, uint32_t rank, const pf_number *a,
                                   const uint32_t *pivot) {
    uint32_t n = part->count;
    pf_number *kernel = NH_NEW_ARRAY(f->arena, pf_number, (size_t)n * n + 1);
    pf_number *d = NH_NEW_ARRAY(f->arena, pf_number, (size_t)n * n + 1), size;
    nh_expr *gradients = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)n * n + 1);
    uint32_t free = pf_kernel(rank, n, a, pivot, kernel);
    for (uint32_t k = 0; k < part->rank; k++) {
        for (uint32_t j = 0; j < n; j++)
            nh_expr_gradient(f->pool, part->forms[(size_t)k * n + j], n, f->x, &gradients[(size_t)j * n]);
        if (!pf_values(f, n * n, gradients, seed, d)) return;
        for (uint32_t p = 0; p < free; p++)
            for (uint32_t q = 0; q < p; q++)
                if (fabsl(pf_curve(n, d, &kernel[(size_t)p * n], &kernel[(size_t)q * n], &size)) > 1e-9L * size)
                    fail_msg("not integrable:\n%sin\n%s", pf_text(f, part),
                             pf_text(f, &(nh_pfaffian){n, f->x, f->rank, f->forms}));
    }
}

/* At a point: the forms of the part are independent, combinations of those of the system, and integrable. */
static inline bool pf_check_at(pf *f, const nh_pfaffian *part, uint64_t seed) {
    uint32_t n = f->count, pivot[PF_MOST], total = f->rank + part->rank;
    pf_number *a = NH_NEW_ARRAY(f->arena, pf_number, (size_t)total * n + 1), *both = &a[(size_t)part->rank * n];
    if (!pf_values(f, part->rank * n, part->forms, seed, a) || !pf_values(f, f->rank * n, f->forms, seed, both))
        return false;
    pf_scale_rows(total, n, a);
    pf_number *copy = NH_NEW_ARRAY(f->arena, pf_number, (size_t)total * n + 1);
    memcpy(copy, a, (size_t)total * n * sizeof *a);
    if (pf_eliminate(total, n, copy, pivot) != f->rank) fail_msg("not in the system:\n%s", pf_text(f, part));
    uint32_t rank = pf_eliminate(part->rank, n, a, pivot);
    if (rank != part->rank) fail_msg("not independent:\n%s", pf_text(f, part));
    pf_check_closed(f, part, seed, rank, a, pivot);
    return true;
}

static inline void pf_check_part(pf *f, const nh_pfaffian *part) {
    int seen = 0;
    for (uint64_t seed = 1; seed <= 6 && seen < 2; seed++) seen += pf_check_at(f, part, seed);
    if (seen == 0 && f->rank > 0) fail_msg("no values:\n%s", pf_text(f, part));
}

/* ---- answers ---- */

typedef struct pf_expected {
    uint32_t part, levels;
    uint32_t dimension[PF_LEVELS];
} pf_expected;

typedef struct pf_tally {
    int systems, unknown_parts, unknown_growths;
} pf_tally;

static inline void pf_check_growth(pf *f, const pf_expected *expected, const nh_growth *growth) {
    nh_pfaffian system = pf_system(f);
    bool is_same = growth->count == expected->levels;
    for (uint32_t i = 0; i < growth->count && is_same; i++) is_same = growth->dimension[i] == expected->dimension[i];
    nh_text text = nh_text_begin(f->arena);
    for (uint32_t i = 0; i < growth->count; i++) nh_text_format(&text, " %u", growth->dimension[i]);
    if (!is_same) fail_msg("grows%s:\n%s", nh_text_string(&text), pf_text(f, &system));
}

/* Nothing that is said may be wrong; what is not known is counted. */
static inline void pf_check(pf *f, const pf_expected *expected, pf_tally *tally) {
    nh_pfaffian system = pf_system(f), part;
    nh_growth growth;
    tally->systems++;
    if (nh_pfaffian_integrable_part(f->pool, f->arena, &system, &part) == NH_LINEAR_DONE) {
        if (part.rank != expected->part) fail_msg("part of rank %u:\n%s", part.rank, pf_text(f, &system));
        pf_check_part(f, &part);
    } else tally->unknown_parts++;
    if (nh_pfaffian_growth(f->pool, f->arena, &system, &growth) == NH_LINEAR_DONE) {
        pf_check_growth(f, expected, &growth);
        assert_int_equal(growth.dimension[growth.count - 1], f->count - expected->part);
    } else tally->unknown_growths++;
}

/* ---- many variables ---- */

typedef enum pf_chain { PF_RODS, PF_SKATES, PF_TRAILERS, PF_COUPLED, PF_CHAINS } pf_chain;

/* Points in the plane, each joined to the next by a rod; rods that carry a skate each, which may move freely sideways;
 * a tractor with trailers; random forms that share variables. */
static inline void pf_add_link(pf *f, pf_chain kind, int i, int links) {
    nh_text text = nh_text_begin(f->arena);
    if (kind == PF_RODS)
        nh_text_format(&text, "(x%d - x%d)*(dx%d - dx%d) + (y%d - y%d)*(dy%d - dy%d)", i, i + 1, i, i + 1, i, i + 1, i,
                       i + 1);
    if (kind == PF_SKATES) nh_text_format(&text, "sin(a%d)*dx%d - cos(a%d)*dy%d", i, i, i, i);
    if (kind == PF_TRAILERS) {
        nh_text_format(&text, "sin(a%d)*dx0 - cos(a%d)*dy0", i, i);
        for (int k = 1; k <= i; k++) nh_text_format(&text, " + L*cos(a%d - a%d)*da%d", i, k, k);
    }
    if (kind == PF_COUPLED) {
        int other = (int)nh_random_below(&f->random, (uint64_t)links);
        nh_text_format(&text, "dx%d - y%d*sin(a%d)*da%d - x%d*dy%d", i, other, i, other, other, i);
    }
    nh_expr form = pf_read(f, nh_text_string(&text));
    nh_expr_gradient(f->pool, form, f->count, f->d, &f->forms[(size_t)f->rank++ * f->count]);
}

static inline void pf_make_chain(pf *f, pf_chain kind, int links) {
    for (int i = 0; i <= links; i++) {
        bool has_point = kind != PF_TRAILERS || i == 0, has_angle = kind != PF_RODS;
        const char *const names[] = {"x", "y", "a"};
        for (int k = 0; k < 3; k++) {
            nh_text text = nh_text_begin(f->arena);
            nh_text_format(&text, "%s%d", names[k], i);
            if (k == 2 ? has_angle : has_point) pf_add_variable(f, nh_text_string(&text));
        }
    }
    f->forms = NH_NEW_ARRAY(f->arena, nh_expr, PF_MOST * PF_MOST);
    for (int i = 0; i < links; i++) pf_add_link(f, kind, i, links);
}

/* ---- random systems ---- */

/* Systems with nothing integrable, and their growth. The letters a .. f stand for variables, s for
 * something that is constant along the forms. */
typedef struct pf_pattern {
    uint32_t variables, rank, levels;
    uint32_t dimension[4];
    const char *forms;
} pf_pattern;

static const pf_pattern pf_patterns[] = {
    {3, 1, 2, {2, 3}, "dc - b*da"},
    {3, 1, 2, {2, 3}, "dc - s*b^2*da"},
    {3, 1, 2, {2, 3}, "dc - tan(s + b)*da"},
    {4, 2, 3, {2, 3, 4}, "dc - R*cos(a)*db;dd - R*sin(a)*db"},
    {4, 2, 3, {2, 3, 4}, "db - c*da;dc - d*da"},
    {5, 1, 2, {4, 5}, "de - b*da - d*dc"},
    {5, 3, 4, {2, 3, 4, 5}, "db - c*da;dc - d*da;dd - e*da"},
    {5, 3, 3, {2, 3, 5}, "db - c*da;dc - d*da;de - d^2*da"},
    {6, 3, 2, {3, 6}, "dd - b*da;de - c*db;df - a*dc"},
};
enum { PF_PATTERNS = sizeof pf_patterns / sizeof *pf_patterns };

/* A function of some of the first `count` expressions. */
static inline nh_expr pf_function(pf *f, uint32_t count, const nh_expr *of) {
    static const char *const texts[] = {"m*n", "m^2",   "sin(m)", "cos(m + n)", "R*m",         "exp(m/2)",
                                        "m",   "k*m*n", "m - n",  "m/(1+n^2)",  "sqrt(1+m^2)", "L*cos(m)"};
    uint64_t which = nh_random_below(&f->random, sizeof texts / sizeof *texts);
    nh_expr e = pf_read(f, texts[which]), to[2], from[2] = {f->p[3], f->p[4]};
    if (count == 0) return NH_EXPR_ZERO;
    for (int i = 0; i < 2; i++) to[i] = of[nh_random_below(&f->random, count)];
    return nh_expr_substitute(f->pool, e, 2, from, to, false);
}

/* Forms in new variables: for each of the old ones y_i = x_i + f(x_1 .. x_(i-1)), which can be turned round; the order
 * is that of the variables or the other one. t stays. */
static inline void pf_change_variables(pf *f, int functions) {
    uint32_t n = f->count;
    nh_expr y[PF_MOST], before[PF_MOST], dy[PF_MOST];
    bool is_turned = nh_random_below(&f->random, 2) == 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = is_turned ? n - 1 - k : k;
        before[k] = f->x[i];
        bool stays = nh_expr_symbol_of(f->pool, f->x[i])->role == NH_ROLE_TIME ||
                     (int)nh_random_below(&f->random, n) >= functions;
        y[i] = stays ? f->x[i] : nh_expr_add(f->pool, f->x[i], pf_function(f, k, before));
    }
    for (uint32_t i = 0; i < n; i++) {
        nh_expr terms[PF_MOST];
        for (uint32_t j = 0; j < n; j++) terms[j] = nh_expr_mul(f->pool, nh_expr_diff(f->pool, y[i], f->x[j]), f->d[j]);
        dy[i] = nh_expr_sum(f->pool, n, terms);
    }
    for (uint32_t a = 0; a < f->rank; a++) {
        nh_expr *row = &f->forms[(size_t)a * n], terms[PF_MOST];
        for (uint32_t i = 0; i < n; i++)
            terms[i] = nh_expr_mul(f->pool, nh_expr_substitute(f->pool, row[i], n, f->x, y, false), dy[i]);
        nh_expr_gradient(f->pool, nh_expr_sum(f->pool, n, terms), n, f->d, row);
    }
}

/* Row a becomes row a + g row b, many times, and rows are multiplied by functions that are seldom zero. */
static inline void pf_mix_rows(pf *f, int steps) {
    uint32_t n = f->count;
    for (int k = 0; k < steps; k++) {
        uint32_t a = (uint32_t)nh_random_below(&f->random, f->rank), b = (uint32_t)nh_random_below(&f->random, f->rank);
        nh_expr g = pf_function(f, n, f->x);
        if (g == NH_EXPR_ZERO) continue;
        for (uint32_t j = 0; j < n; j++) {
            nh_expr other = nh_expr_mul(f->pool, g, f->forms[(size_t)b * n + j]);
            f->forms[(size_t)a * n + j] = a == b ? other : nh_expr_add(f->pool, f->forms[(size_t)a * n + j], other);
        }
    }
}

static inline void pf_add_pattern(pf *f, const pf_pattern *pattern, uint32_t first, nh_expr constant) {
    pf own = *f;
    own.count = own.rank = 0;
    for (uint32_t i = 0; i < pattern->variables; i++) pf_add_variable(&own, (char[]){(char)('a' + i), 0});
    pf_add_variable(&own, "s");
    pf_read_forms(&own, pattern->forms);
    nh_expr to[PF_MOST];
    for (uint32_t i = 0; i < pattern->variables; i++) to[i] = f->x[first + i];
    to[pattern->variables] = constant;
    for (uint32_t a = 0; a < pattern->rank; a++, f->rank++)
        for (uint32_t i = 0; i < pattern->variables; i++)
            f->forms[(size_t)f->rank * f->count + first + i] =
                nh_expr_substitute(f->pool, own.forms[(size_t)a * own.count + i], own.count, own.x, to, false);
}

static inline void pf_expect_pattern(pf_expected *expected, const pf_pattern *pattern) {
    uint32_t levels = pattern->levels > expected->levels ? pattern->levels : expected->levels;
    for (uint32_t i = expected->levels; i < levels; i++)
        expected->dimension[i] = expected->dimension[expected->levels - 1];
    expected->levels = levels;
    for (uint32_t i = 0; i < levels; i++)
        expected->dimension[i] += pattern->dimension[i < pattern->levels ? i : pattern->levels - 1];
}

/* dx_1 .. dx_part, nothing about the variables after them (`idle`; t is one of them where has_time), then patterns;
 * then all is made hard to see. */
static inline pf_expected pf_random(pf *f, uint32_t part, uint32_t idle, uint32_t patterns, bool has_time) {
    const pf_pattern *chosen[2] = {NULL, NULL};
    pf_expected expected = {.part = part, .levels = 1, .dimension = {idle + has_time}};
    uint32_t first = part + idle + has_time;
    for (uint32_t i = 0; i < part + idle; i++) pf_add_variable(f, (char[]){'x', (char)('1' + i), 0});
    if (has_time) pf_add_variable(f, "t");
    for (uint32_t i = 0; i < patterns; i++) {
        chosen[i] = &pf_patterns[nh_random_below(&f->random, i == 0 ? PF_PATTERNS : 4)];
        pf_expect_pattern(&expected, chosen[i]);
        for (uint32_t k = 0; k < chosen[i]->variables; k++)
            pf_add_variable(f, (char[]){i == 0 ? 'y' : 'z', (char)('1' + k), 0});
    }
    f->forms = NH_NEW_ARRAY(f->arena, nh_expr, PF_MOST * PF_MOST);
    for (uint32_t a = 0; a < part; a++) f->forms[(size_t)f->rank++ * f->count + a] = NH_EXPR_ONE;
    for (uint32_t i = 0; i < patterns; first += chosen[i++]->variables)
        pf_add_pattern(f, chosen[i], first, part > 0 ? f->x[0] : f->p[2]);
    pf_change_variables(f, 3);
    pf_mix_rows(f, (int)nh_random_between(&f->random, 0, 4));
    return expected;
}

static inline void pf_check_random(nh_context *context, nh_random *random, pf_tally *tally) {
    pf f = pf_begin(context, nh_random_below(random, 1u << 30));
    uint32_t part = (uint32_t)nh_random_below(random, 4), idle = (uint32_t)nh_random_below(random, 3);
    uint32_t patterns = (uint32_t)nh_random_below(random, 5);
    patterns = patterns == 4 ? 2 : patterns > 0;
    bool has_time = nh_random_below(random, 2) == 0;
    pf_expected expected = pf_random(&f, part + (part + patterns == 0), idle, patterns, has_time);
    pf_check(&f, &expected, tally);
    pf_end(&f);
}

#endif
