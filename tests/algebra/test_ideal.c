/* Ideals: bases against known ones, membership against values on curves given by a parameter, components against those
 * known in closed form, and all of it with other names and another order. */
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/ideal/ideal.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/print/print.h"
#include "expr/read/read.h"

enum { COORDINATES = 20, SYMBOLS = 23, MOST = 24, MOST_COMPONENTS = 4 };

/* Coordinates, then parameters. */
static const char *const words[SYMBOLS] = {"x1", "y1", "z1", "x2", "y2", "z2", "x3", "y3", "z3", "x4", "y4", "z4",
                                           "q1", "q2", "q3", "x",  "y",  "z",  "w",  "s",  "a",  "b",  "c"};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[SYMBOLS];
    nh_random random;
} fixture;

typedef struct list {
    uint32_t count;
    nh_expr items[MOST];
} list;

static fixture begin(nh_context *context, uint64_t stream) {
    fixture f = {nh_pool_create(context), nh_arena_create(context), .random = nh_random_make(test_seed(), stream)};
    for (int i = 0; i < SYMBOLS; i++)
        f.symbols[i] = nh_expr_symbol_text(f.pool, i < COORDINATES ? NH_ROLE_COORDINATE : NH_ROLE_PARAMETER, words[i]);
    f.names = nh_read_names_of(f.pool, f.arena, SYMBOLS, f.symbols);
    return f;
}

static void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static nh_expr read_part(fixture *f, const char *text, size_t length) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, length, NULL, &f->names, &e)) fail_msg("cannot read %.*s", (int)length, text);
    return e;
}

static nh_expr read_expr(fixture *f, const char *text) {
    return read_part(f, text, strlen(text));
}

/* Expressions with semicolons between them. */
static list read_list(fixture *f, const char *text) {
    list l = {0};
    while (*text != '\0') {
        size_t length = strcspn(text, ";");
        assert_true(l.count < MOST);
        l.items[l.count++] = read_part(f, text, length);
        text += length + (text[length] == ';');
    }
    return l;
}

static const char *text_of(fixture *f, nh_expr e) {
    nh_text text = nh_text_begin(f->arena);
    nh_expr_print(f->pool, &text, e);
    return nh_text_string(&text);
}

static nh_ideal *make(fixture *f, const list *equations, const list *variables) {
    return nh_ideal_make(f->pool, f->arena, equations->count, equations->items, variables->count, variables->items);
}

static nh_ideal *ideal_of(fixture *f, const char *equations, const char *variables) {
    list e = read_list(f, equations), v = read_list(f, variables);
    nh_ideal *ideal = make(f, &e, &v);
    if (ideal == NULL) fail_msg("no basis of %s", equations);
    return ideal;
}

static void assert_contains(fixture *f, const nh_ideal *ideal, const char *text, nh_truth truth) {
    nh_truth answer = nh_ideal_contains(ideal, read_expr(f, text));
    if (answer != truth) fail_msg("contains %s: %d, not %d", text, (int)answer, (int)truth);
}

static void assert_vanishes(fixture *f, const nh_ideal *ideal, const char *text, nh_truth truth) {
    nh_truth answer = nh_ideal_vanishes(ideal, read_expr(f, text));
    if (answer != truth) fail_msg("%s vanishes: %d, not %d", text, (int)answer, (int)truth);
}

/* ---- bases ---- */

/* Every one of these is in the basis, up to a number. */
static void assert_basis(fixture *f, const nh_ideal *ideal, const char *texts) {
    list expected = read_list(f, texts);
    const nh_expr *basis;
    assert_int_equal(nh_ideal_basis(ideal, &basis), expected.count);
    for (uint32_t i = 0; i < expected.count; i++) {
        bool is_there = false;
        for (uint32_t k = 0; k < expected.count && !is_there; k++)
            is_there = nh_expr_are_equal(f->pool, basis[k], expected.items[i]) == NH_YES ||
                       nh_expr_are_equal(f->pool, basis[k], nh_expr_neg(f->pool, expected.items[i])) == NH_YES;
        if (!is_there) fail_msg("not in the basis: %s", text_of(f, expected.items[i]));
    }
}

static const char cyclic[] = "x + y + z + w; x*y + y*z + z*w + w*x; x*y*z + y*z*w + z*w*x + w*x*y; x*y*z*w - 1";
static const char katsura[] = "x + 2*y + 2*z + 2*w - 1; x^2 + 2*y^2 + 2*z^2 + 2*w^2 - x; 2*x*y + 2*y*z + 2*z*w - y;"
                              "y^2 + 2*x*z + 2*y*w - z";

/* The reduced bases that SymPy's groebner finds, order grevlex. */
PROTECTED_TEST(test_bases) {
    fixture f = begin(context, 1);
    nh_ideal *twisted = ideal_of(&f, "y - x^2; z - x^3", "x; y; z");
    assert_basis(&f, twisted, "x^2 - y; x*y - z; y^2 - x*z");
    assert_int_equal(nh_ideal_dimension(twisted), 1);
    nh_ideal *cyclic4 = ideal_of(&f, cyclic, "x; y; z; w");
    assert_basis(&f, cyclic4,
                 "w^4*z^2 - 2*w^2 - w*y + w*z + y*z; w^3*z^2 + w^2*z^3 - w - z; w^5 + w^4*y - w - y;"
                 "-w^4 - w^3*y + w^3*z + w^2*y*z + w^2*z^2 - 1; -w^3 - w^2*y + w*z^2 + y*z^2; w^2 + 2*w*y + y^2;"
                 "w + x + y + z");
    assert_int_equal(nh_ideal_dimension(cyclic4), 1);
    assert_contains(&f, cyclic4, "(y + w)^2", NH_YES);
    assert_contains(&f, cyclic4, "y + w", NH_NO);
    assert_vanishes(&f, cyclic4, "y + w", NH_YES);
    assert_vanishes(&f, cyclic4, "y - w", NH_NO);
    nh_ideal *katsura3 = ideal_of(&f, katsura, "x; y; z; w");
    assert_basis(
        &f, katsura3,
        "32076*w^4 - 13032*w^3 + 2472*w^2 + 1332*w*y + 3682*w*z - 564*w - 39*y - 389*z;"
        "-36*w^3 + 108*w^2*y + 12*w^2 - 12*w*y + 2*w*z - 3*y - 4*z;"
        "180*w^3 + 162*w^2*z - 78*w^2 - 9*w*y - 34*w*z + 6*w + 3*y + 5*z;"
        "12*w^2 + 14*w*y + 8*w*z - 4*w + 7*y^2 - 2*y - z;"
        "-48*w^2 - 28*w*y - 46*w*z + 16*w + 14*y*z + y + 4*z; 27*w^2 + 14*w*y + 32*w*z - 9*w - y + 7*z^2 - 4*z;"
        "2*w + x + 2*y + 2*z - 1");
    assert_int_equal(nh_ideal_dimension(katsura3), 0);
    end(&f);
}

PROTECTED_TEST(test_corners) {
    fixture f = begin(context, 2);
    list none = {0}, variables = read_list(&f, "x; y; z");
    nh_ideal *all = make(&f, &none, &variables);
    const nh_expr *basis;
    assert_int_equal(nh_ideal_basis(all, &basis), 0);
    assert_int_equal(nh_ideal_dimension(all), 3);
    assert_contains(&f, all, "x", NH_NO);
    assert_vanishes(&f, all, "x - x", NH_YES);
    assert_int_equal(nh_ideal_components(f.arena, all).count, 1);
    nh_ideal *nothing = ideal_of(&f, "x*y - 1; x", "x; y; z");
    assert_basis(&f, nothing, "1");
    assert_int_equal(nh_ideal_dimension(nothing), -1);
    assert_contains(&f, nothing, "z + 5", NH_YES);
    nh_components components = nh_ideal_components(f.arena, nothing);
    assert_true(components.is_complete && components.count == 0);
    list undefined = {1, {NH_EXPR_UNDEFINED}};
    assert_null(make(&f, &undefined, &variables));
    assert_int_equal(nh_ideal_contains(all, NH_EXPR_UNDEFINED), NH_UNKNOWN);
    assert_int_equal(nh_ideal_dimension(ideal_of(&f, "x + y", "x; y; z; x")), 2);
    end(&f);
}

/* Parameters are generic: what has no variables is a number, and not zero. */
PROTECTED_TEST(test_parameters) {
    fixture f = begin(context, 3);
    nh_ideal *lines = ideal_of(&f, "a*x + b*y; c*x + y", "x; y");
    assert_basis(&f, lines, "x; y");
    assert_int_equal(nh_ideal_dimension(lines), 0);
    nh_ideal *dependent = ideal_of(&f, "a*x + b*y; a^2*x + a*b*y", "x; y");
    assert_basis(&f, dependent, "a*x + b*y");
    assert_contains(&f, dependent, "x/b + y/a", NH_YES);
    assert_contains(&f, dependent, "x/b - y/a", NH_NO);
    assert_basis(&f, ideal_of(&f, "a - b", "x"), "1");
    /* sines and roots of parameters */
    nh_ideal *turned = ideal_of(&f, "x*cos(a) + y*sin(a); x*sin(a) - y*cos(a) - sqrt(b)", "x; y");
    assert_contains(&f, turned, "x - sin(a)*sqrt(b)", NH_YES);
    assert_contains(&f, turned, "y + cos(a)*sqrt(b)", NH_YES);
    assert_vanishes(&f, turned, "x^2 + y^2 - b", NH_YES);
    assert_vanishes(&f, turned, "x^2 + y^2 - a", NH_NO);
    assert_int_equal(nh_ideal_dimension(turned), 0);
    end(&f);
}

/* ---- membership ---- */

static nh_expr random_polynomial(fixture *f, uint32_t count, const nh_expr *symbols, int terms, int degree) {
    nh_expr sum = NH_EXPR_ZERO;
    for (int i = 0; i < terms; i++) {
        nh_expr term = nh_expr_int(f->pool, nh_random_between(&f->random, -9, 9));
        for (int64_t d = nh_random_between(&f->random, 0, degree); d > 0; d--)
            term = nh_expr_mul(f->pool, term, symbols[nh_random_below(&f->random, count)]);
        sum = nh_expr_add(f->pool, sum, term);
    }
    return sum;
}

/* On the curve (a, a^2, a^3) a polynomial vanishes just when it does for all a. */
PROTECTED_TEST(test_twisted_cubic) {
    fixture f = begin(context, 4);
    nh_ideal *ideal = ideal_of(&f, "y - x^2; z - x^3", "x; y; z");
    list v = read_list(&f, "x; y; z"), curve = read_list(&f, "a; a^2; a^3"),
         equations = read_list(&f, "y - x^2; z - x^3");
    int seen[2] = {0, 0};
    for (int k = test_count(60); k > 0; k--) {
        nh_expr e = nh_random_below(&f.random, 3) > 0 ? NH_EXPR_ZERO : random_polynomial(&f, 3, v.items, 1, 3);
        for (uint32_t i = 0; i < equations.count; i++)
            e = nh_expr_add(f.pool, e,
                            nh_expr_mul(f.pool, equations.items[i], random_polynomial(&f, 3, v.items, 3, 3)));
        nh_truth on_curve = nh_expr_is_zero(f.pool, nh_expr_substitute(f.pool, e, 3, v.items, curve.items, true));
        assert_int_not_equal(on_curve, NH_UNKNOWN);
        assert_int_equal(nh_ideal_contains(ideal, e), on_curve);
        assert_int_equal(nh_ideal_vanishes(ideal, nh_expr_mul(f.pool, e, e)), on_curve);
        seen[on_curve == NH_YES]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
    end(&f);
}

static void shuffle(fixture *f, uint32_t count, uint32_t *items) {
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)nh_random_below(&f->random, i), item = items[k];
        items[k] = items[i - 1];
        items[i - 1] = item;
    }
}

#ifdef __SANITIZE_ADDRESS__ /* ten times slower: a part will do */
enum { PART = 3 };
#else
enum { PART = 1 };
#endif

/* Combinations of random equations are in their ideal, and the dimension does not depend on the order of the variables.
 * With a parameter among the symbols in every other case. */
PROTECTED_TEST(test_combinations) {
    fixture f = begin(context, 13);
    list symbols = read_list(&f, "x; y; z; w");
    for (int k = test_count(120 / PART); k > 0; k--) {
        list equations = {.count = 2 + (uint32_t)nh_random_below(&f.random, 3)}, variables = symbols;
        nh_expr e = NH_EXPR_ZERO;
        variables.count = 3 + (uint32_t)k % 2;
        for (uint32_t i = 0; i < equations.count; i++) {
            equations.items[i] = random_polynomial(&f, 4, symbols.items, 3, 2);
            nh_expr factor = random_polynomial(&f, 4, symbols.items, 2, 2);
            e = nh_expr_add(f.pool, e, nh_expr_mul(f.pool, factor, equations.items[i]));
        }
        const nh_ideal *ideal = make(&f, &equations, &variables);
        assert_non_null(ideal);
        if (nh_ideal_contains(ideal, e) != NH_YES) fail_msg("not found: %s", text_of(&f, e));
        shuffle(&f, variables.count, variables.items);
        assert_int_equal(nh_ideal_dimension(make(&f, &equations, &variables)), nh_ideal_dimension(ideal));
    }
    end(&f);
}

/* Functions of the variables: with relations, or free. */
PROTECTED_TEST(test_functions) {
    fixture f = begin(context, 5);
    nh_ideal *circle = ideal_of(&f, "x - a*cos(q1); y - a*sin(q1)", "x; y; q1");
    assert_int_equal(nh_ideal_dimension(circle), 1);
    assert_contains(&f, circle, "x^2 + y^2 - a^2", NH_YES);
    assert_contains(&f, circle, "x*sin(2*q1) - 2*a*cos(q1)^2*sin(q1)", NH_YES);
    assert_contains(&f, circle, "x - y", NH_NO);
    nh_ideal *roots = ideal_of(&f, "sqrt(x) - y", "x; y");
    assert_vanishes(&f, roots, "x - y^2", NH_YES);
    assert_vanishes(&f, roots, "x - y", NH_NO);
    nh_ideal *absolute = ideal_of(&f, "|x| - y", "x; y");
    assert_vanishes(&f, absolute, "x^2 - y^2", NH_YES);
    assert_vanishes(&f, absolute, "x - y", NH_NO);
    assert_contains(&f, ideal_of(&f, "x^2 - 2", "x"), "(x - sqrt(2))*(x + sqrt(2))*y", NH_YES);
    /* q and its sine, a logarithm, an exponential: more room than there is, so that "no" is not certain */
    nh_ideal *both = ideal_of(&f, "x; y - sin(x)", "x; y");
    assert_vanishes(&f, both, "x*y", NH_YES);
    assert_vanishes(&f, both, "y", NH_UNKNOWN);
    nh_ideal *logarithm = ideal_of(&f, "log(x)*y", "x; y");
    assert_contains(&f, logarithm, "y*log(x)^2", NH_YES);
    assert_contains(&f, logarithm, "y", NH_UNKNOWN);
    assert_contains(&f, ideal_of(&f, "y", "x; y"), "log(x)", NH_UNKNOWN);
    assert_vanishes(&f, ideal_of(&f, "exp(x)*y", "x; y"), "y", NH_UNKNOWN);
    end(&f);
}

/* ---- components ---- */

typedef struct known_component {
    int dimension;
    const char *equations; /* NULL after the last */
} known_component;

typedef struct known_case {
    const char *equations, *variables;
    known_component components[MOST_COMPONENTS];
} known_case;

#define V12 "x1'; y1'; x2'; y2'"
#define V34 "; x3'; y3'; x4'; y4'"
#define P12 "x1; y1; x2; y2; "
#define DOT(i, j) "x" #i "'*x" #j "' + y" #i "'*y" #j "'"
#define CROSS(i, j) "x" #i "'*y" #j "' - y" #i "'*x" #j "'"
#define SPACE_DOT(i, j) DOT(i, j) " + z" #i "'*z" #j "'"
#define SPACE_CROSS(i, j) CROSS(i, j) "; y" #i "'*z" #j "' - z" #i "'*y" #j "'; z" #i "'*x" #j "' - x" #i "'*z" #j "'"
#define ALONG(vx, vy) "(x1 - x2)*(" vx ") + (y1 - y2)*(" vy ")"
#define ACROSS(vx, vy) "(x1 - x2)*(" vy ") - (y1 - y2)*(" vx ")"
#define SUM "x1' + x2'", "y1' + y2'"
#define DIFFERENCE "x1' - x2'", "y1' - y2'"
#define V1 "x1'", "y1'"
#define V2 "x2'", "y2'"
#define APPLY(macro, ...) macro(__VA_ARGS__)
#define SPEEDS "x1'^2 + y1'^2 - x2'^2 - y2'^2"
#define PLANE_CHAIN DOT(1, 2) ";" DOT(2, 3) ";" DOT(3, 4) ";" DOT(4, 1)
#define SPACE_CHAIN SPACE_DOT(1, 2) ";" SPACE_DOT(2, 3) ";" SPACE_DOT(3, 4) ";" SPACE_DOT(4, 1)
#define SPACE_VARIABLES "x1'; y1'; z1'; x2'; y2'; z2'; x3'; y3'; z3'; x4'; y4'; z4'"

/* Examples 4, 6, 7, 8 of [Simple], and small ones. */
static const known_case cases[] = {
    {PLANE_CHAIN,
     V12 V34,
     {{5, PLANE_CHAIN ";" CROSS(1, 3) ";" CROSS(2, 4)}, {4, "x1'; y1'; x3'; y3'"}, {4, "x2'; y2'; x4'; y4'"}}},
    {SPACE_CHAIN, SPACE_VARIABLES, {{8, SPACE_CHAIN ";" SPACE_CROSS(1, 3)}, {8, SPACE_CHAIN ";" SPACE_CROSS(2, 4)}}},
    {APPLY(ALONG, DIFFERENCE) ";" SPEEDS,
     P12 V12,
     {{6, "x1' - x2'; y1' - y2'"}, {6, APPLY(ALONG, DIFFERENCE) ";" APPLY(ACROSS, SUM) ";" SPEEDS}}},
    {APPLY(ALONG, DIFFERENCE) ";" SPEEDS,
     V12,
     {{2, "x1' - x2'; y1' - y2'"}, {2, APPLY(ALONG, DIFFERENCE) ";" APPLY(ACROSS, SUM)}}},
    {APPLY(ACROSS, SUM) ";" SPEEDS,
     P12 V12,
     {{6, "x1' + x2'; y1' + y2'"}, {6, APPLY(ALONG, DIFFERENCE) ";" APPLY(ACROSS, SUM) ";" SPEEDS}}},
    {APPLY(ALONG, DIFFERENCE) ";" APPLY(ACROSS, SUM),
     P12 V12,
     {{6, "x1 - x2; y1 - y2"}, {6, APPLY(ALONG, DIFFERENCE) ";" APPLY(ACROSS, SUM) ";" SPEEDS}}},
    {CROSS(1, 2) ";" APPLY(ALONG, DIFFERENCE),
     P12 V12,
     {{6, "x1' - x2'; y1' - y2'"}, {6, APPLY(ALONG, V1) ";" APPLY(ALONG, V2) ";" CROSS(1, 2)}}},
    {CROSS(1, 2) ";" APPLY(ALONG, SUM),
     P12 V12,
     {{6, "x1' + x2'; y1' + y2'"}, {6, APPLY(ALONG, V1) ";" APPLY(ALONG, V2) ";" CROSS(1, 2)}}},
    {CROSS(1, 2) ";" APPLY(ALONG, SUM), V12, {{2, "x1' + x2'; y1' + y2'"}, {2, APPLY(ALONG, V1) ";" APPLY(ALONG, V2)}}},
    {DOT(1, 2) ";" APPLY(ALONG, V1),
     P12 V12,
     {{6, "x1'; y1'"}, {6, APPLY(ALONG, V1) ";" APPLY(ACROSS, V2) ";" DOT(1, 2)}}},
    {DOT(1, 2) ";" APPLY(ACROSS, V2),
     P12 V12,
     {{6, "x2'; y2'"}, {6, APPLY(ALONG, V1) ";" APPLY(ACROSS, V2) ";" DOT(1, 2)}}},
    {DOT(1, 2) ";" APPLY(ACROSS, V2), V12, {{2, "x2'; y2'"}, {2, APPLY(ALONG, V1) ";" APPLY(ACROSS, V2)}}},
    {"q3'*(q1'*sin(q3) - q2'*cos(q3))", "q1'; q2'; q3'", {{2, "q3'"}, {2, "q1'*sin(q3) - q2'*cos(q3)"}}},
    {"q3'*(q1'*sin(q3) - q2'*cos(q3))", "q1'; q2'; q3'; q3", {{3, "q3'"}, {3, "q1'*sin(q3) - q2'*cos(q3)"}}},
    {"x'^2 + y'^2", "x'; y'", {{0, "x'; y'"}}},
    {"x'^2 + y'^2 + 1", "x'; y'", {{0, NULL}}},
    {"a^2*x^2 + y^2 + b^2*c^4", "x; y", {{0, NULL}}},
    {"-a^2*x^2 - y^2", "x; y; z", {{1, "x; y"}}},
    {"a*x^2 + y^2", "x; y", {{1, "a*x^2 + y^2"}}},
    {"x^2 + x*y + y^2", "x; y", {{0, "x; y"}}},
    {"x^2 + 3*x*y + y^2", "x; y", {{1, "x^2 + 3*x*y + y^2"}}},
    {"(x - y*z)^2 + x^4*w^2", "x; y; z; w", {{2, "x; y"}, {2, "x; z"}, {2, "w; x - y*z"}}},
    {"x'^2 + y'^2 + z'^2 - c^2", "x'; y'; z'", {{2, "x'^2 + y'^2 + z'^2 - c^2"}}},
    {cyclic, "x; y; z; w", {{1, "x + z; y + w; z*w - 1"}, {1, "x + z; y + w; z*w + 1"}}},
    {"x*y; x*z", "x; y; z", {{2, "x"}, {1, "y; z"}}},
    {"x^3*y^2", "x; y; z", {{2, "x"}, {2, "y"}}},
    {"(x^2 + y^2)*(x - 1); (x^2 + y^2)*y", "x; y", {{0, "x; y"}, {0, "x - 1; y"}}},
    {"x*y; x^2 + y^2 - x^4", "x; y", {{0, "x; y"}, {0, "x - 1; y"}, {0, "x + 1; y"}}},
    {"exp(x)*y", "x; y", {{1, "y"}}},
    {"log(x)*y'", "x; y'", {{1, "log(x)"}, {1, "y'"}}},
    {"|x| - y", "x; y", {{1, "|x| - y; x - y"}, {1, "|x| - y; x + y"}}},
    {"x'^2 + y'^2 - z'^2; x'^2 - y'^2", "x'; y'; z'", {{1, "x' - y'; 2*y'^2 - z'^2"}, {1, "x' + y'; 2*y'^2 - z'^2"}}},
    {"x^2 - a^2*y^2", "x; y", {{1, "x - a*y"}, {1, "x + a*y"}}},
};

/* Whether both have the same solutions: what one has vanishes where the other does. */
static bool is_within(const nh_ideal *inner, const nh_ideal *outer) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(outer, &basis);
    for (uint32_t i = 0; i < count; i++)
        if (nh_ideal_vanishes(inner, basis[i]) != NH_YES) return false;
    return true;
}

static uint32_t count_known(const known_case *known) {
    uint32_t count = 0;
    while (count < MOST_COMPONENTS && known->components[count].equations != NULL) count++;
    return count;
}

/* The same with other symbols for the coordinates, and for their velocities: number i becomes number order[i]. */
static list rename_all(fixture *f, list l, const uint32_t *order) {
    nh_expr from[2 * COORDINATES], to[2 * COORDINATES];
    for (int i = 0; i < COORDINATES; i++) {
        from[2 * i] = f->symbols[i];
        to[2 * i] = f->symbols[order[i]];
        from[2 * i + 1] = nh_expr_dot(f->pool, from[2 * i]);
        to[2 * i + 1] = nh_expr_dot(f->pool, to[2 * i]);
    }
    for (uint32_t i = 0; i < l.count; i++)
        l.items[i] = nh_expr_substitute(f->pool, l.items[i], 2 * COORDINATES, from, to, true);
    return l;
}

static void assert_known(fixture *f, const known_case *known, const uint32_t *order, bool is_shuffled) {
    list equations = rename_all(f, read_list(f, known->equations), order);
    list variables = rename_all(f, read_list(f, known->variables), order);
    if (is_shuffled) shuffle(f, equations.count, equations.items);
    if (is_shuffled) shuffle(f, variables.count, variables.items);
    const nh_ideal *ideal = make(f, &equations, &variables);
    assert_non_null(ideal);
    nh_components found = nh_ideal_components(f->arena, ideal);
    assert_true(found.is_complete);
    if (found.count != count_known(known)) fail_msg("%s: %u components", known->equations, found.count);
    for (uint32_t i = 0; i < found.count; i++) {
        assert_true(i == 0 || nh_ideal_dimension(found.component[i - 1]) >= nh_ideal_dimension(found.component[i]));
        assert_true(is_within(found.component[i], ideal));
        list expected = rename_all(f, read_list(f, known->components[i].equations), order);
        const nh_ideal *one = make(f, &expected, &variables);
        uint32_t k = 0;
        while (k < found.count && !(is_within(one, found.component[k]) && is_within(found.component[k], one))) k++;
        if (k == found.count) fail_msg("%s: no component %s", known->equations, known->components[i].equations);
        assert_int_equal(nh_ideal_dimension(found.component[k]), known->components[i].dimension);
    }
}

PROTECTED_TEST(test_components) {
    fixture f = begin(context, 6);
    uint32_t order[COORDINATES];
    for (uint32_t i = 0; i < COORDINATES; i++) order[i] = i;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) assert_known(&f, &cases[k], order, false);
    end(&f);
}

/* Names and orders do not matter. */
PROTECTED_TEST(test_names) {
    fixture f = begin(context, 7);
    uint32_t order[COORDINATES];
    for (uint32_t i = 0; i < COORDINATES; i++) order[i] = i;
    for (int n = test_count(3); n > 0; n--)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            shuffle(&f, COORDINATES, order);
            assert_known(&f, &cases[k], order, true);
        }
    end(&f);
}

/* ---- points ---- */

typedef struct known_points {
    const char *equations, *variables;
    const char *points[3]; /* values of the variables by a, b, c, s, w: families of solutions */
} known_points;

static const known_points families[] = {
    {PLANE_CHAIN,
     V12 V34,
     {"a; b; -b*c; a*c; a*s; b*s; -b*w; a*w", "0; 0; a; b; 0; 0; c; s", "a; b; 0; 0; c; s; 0; 0"}},
    {SPACE_CHAIN,
     SPACE_VARIABLES,
     {"a; b; c; s*b - w*c; c - s*a; w*a - b; w*a; w*b; w*c; 3*b - s*c; 2*c - 3*a; s*a - 2*b",
      "s*b - w*c; c - s*a; w*a - b; a; b; c; 3*b - s*c; 2*c - 3*a; s*a - 2*b; w*a; w*b; w*c"}},
    {APPLY(ALONG, DIFFERENCE) ";" SPEEDS,
     P12 V12,
     {"a; b; c; s; w*(a - c) - 2*(b - s); w*(b - s) + 2*(a - c); w*(a - c) + 2*(b - s); w*(b - s) - 2*(a - c)",
      "a; b; c; s; w; 3; w; 3", "a; b; a; b; c; s; s; c"}},
    {CROSS(1, 2) ";" APPLY(ALONG, DIFFERENCE),
     P12 V12,
     {"a; b; c; s; -w*(b - s); w*(a - c); 3*(b - s); -3*(a - c)", "a; b; c; s; w; 3; w; 3",
      "a; b; a; b; c; s; w*c; w*s"}},
    /* Remark 7 of [Simple]: P1' along, P2' across D12; D12 and D23 perpendicular; and the derivative of that */
    {"x1'*(x1 - x2) + y1'*(y1 - y2); x2'*(y1 - y2) - y2'*(x1 - x2);"
     "(x1 - x2)*(x2 - x3) + (y1 - y2)*(y2 - y3);"
     "(x1' - x2')*(x2 - x3) + (y1' - y2')*(y2 - y3) + (x1 - x2)*(x2' - x3') + (y1 - y2)*(y2' - y3')",
     P12 "x3; y3; " V12 "; x3'; y3'",
     {"a; b; a; b; c; s; (s - b)*w; (a - c)*w; 0; 0; 3; 5",
      "a; b; a - c; b - s; a - c + w*s; b - s - w*c; -2*s; 2*c; 3*c; 3*s; (2*w + 3)*c - 5*s; (2*w + 3)*s + 5*c"}},
    {"q3'*(q1'*sin(q3) - q2'*cos(q3))", "q1'; q2'; q3'", {"a*cos(q3); a*sin(q3); b", "a; b; 0"}},
};

/* All elements of the basis vanish there. */
static bool is_solution(fixture *f, const nh_ideal *ideal, const list *variables, const list *values) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(ideal, &basis);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr e = nh_expr_substitute(f->pool, basis[i], variables->count, variables->items, values->items, true);
        if (nh_expr_is_zero(f->pool, e) != NH_YES) return false;
    }
    return true;
}

/* Solutions given by parameters are solutions of the basis and of one component; one that is moved is none. */
PROTECTED_TEST(test_points) {
    fixture f = begin(context, 8);
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        const nh_ideal *ideal = ideal_of(&f, families[k].equations, families[k].variables);
        nh_components found = nh_ideal_components(f.arena, ideal);
        list variables = read_list(&f, families[k].variables);
        assert_true(found.is_complete && found.count == 2 + (k == 0));
        for (int i = 0; i < 3 && families[k].points[i] != NULL; i++) {
            list values = read_list(&f, families[k].points[i]);
            assert_int_equal(values.count, variables.count);
            assert_true(is_solution(&f, ideal, &variables, &values));
            uint32_t within = 0;
            for (uint32_t c = 0; c < found.count; c++)
                within += is_solution(&f, found.component[c], &variables, &values);
            if (within == 0) fail_msg("%s: in no component: %s", families[k].equations, families[k].points[i]);
            for (uint32_t v = 0; v < values.count; v++)
                values.items[v] = nh_expr_add(f.pool, values.items[v], nh_expr_int(f.pool, 7 + (int64_t)(v * v)));
            assert_false(is_solution(&f, ideal, &variables, &values));
        }
    }
    end(&f);
}

/* Of a chain of n velocities in the plane, each parallel, or each perpendicular, to the next, all are parallel or
 * perpendicular to one direction, up to some that are 0: none of the ends, and no two neighbours. So the components are
 * counted by Fibonacci's numbers, and all have the dimension n + 1. */
PROTECTED_TEST(test_open_chains) {
    static const char *const names[][2] = {{"x1", "y1"}, {"x2", "y2"}, {"x3", "y3"},
                                           {"x4", "y4"}, {"q1", "q2"}, {"z", "w"}};
    static const uint32_t counts[] = {1, 2, 3, 5, 8};
    fixture f = begin(context, 11);
    for (uint32_t n = 2; n <= 6; n++)
        for (int is_cross = 0; is_cross < 2; is_cross++) {
            list equations = {.count = n - 1}, variables = {.count = 2 * n};
            for (uint32_t i = 0; i < 2 * n; i++) variables.items[i] = read_expr(&f, names[i / 2][i % 2]);
            for (uint32_t i = 0; i + 1 < n; i++) {
                const nh_expr *v = &variables.items[2 * i];
                nh_expr first = nh_expr_mul(f.pool, v[0], v[is_cross ? 3 : 2]);
                nh_expr second = nh_expr_mul(f.pool, v[1], v[is_cross ? 2 : 3]);
                equations.items[i] = is_cross ? nh_expr_sub(f.pool, first, second) : nh_expr_add(f.pool, first, second);
            }
            nh_components found = nh_ideal_components(f.arena, make(&f, &equations, &variables));
            assert_true(found.is_complete);
            assert_int_equal(found.count, counts[n - 2]);
            for (uint32_t i = 0; i < found.count; i++)
                assert_int_equal(nh_ideal_dimension(found.component[i]), (int)n + 1);
        }
    end(&f);
}

/* What was saturated has more elements: on the general solution of the closed chain opposite
 * velocities are parallel. */
PROTECTED_TEST(test_closed_chain) {
    fixture f = begin(context, 9);
    const nh_ideal *chain = ideal_of(&f, PLANE_CHAIN, V12 V34);
    assert_contains(&f, chain, CROSS(1, 3), NH_NO);
    assert_vanishes(&f, chain, CROSS(1, 3), NH_NO);
    assert_vanishes(&f, chain, "(" CROSS(1, 3) ")*x2'*x4'", NH_YES);
    nh_components found = nh_ideal_components(f.arena, chain);
    assert_int_equal(found.count, 3);
    assert_contains(&f, found.component[0], CROSS(1, 3), NH_YES);
    assert_contains(&f, found.component[0], CROSS(2, 4), NH_YES);
    assert_contains(&f, found.component[0], "x1'*x3'", NH_NO);
    assert_vanishes(&f, found.component[0], "x1'*x3'", NH_NO);
    end(&f);
}

/* ---- ends ---- */

static void failing_body(nh_context *context, void *unused) {
    (void)unused;
    fixture f = begin(context, 12);
    const nh_ideal *ideal = ideal_of(&f, "x*(a*y - sin(q1)); x*cos(q1)", "x; y; q1");
    assert_contains(&f, ideal, "x*cos(q1)*y", NH_YES);
    nh_components found = nh_ideal_components(f.arena, ideal);
    assert_true(found.is_complete);
    end(&f);
}

/* Numbers that depend on each other, which the field does not see, are not divided by; other numbers are. */
PROTECTED_TEST(test_numbers) {
    static const char *const zeros[] = {"log(4) - 2*log(2)",
                                        "log(6) - log(2) - log(3)",
                                        "atan(1/2) + atan(1/3) - pi/4",
                                        "asin(1/3) + acos(1/3) - pi/2",
                                        "8*sin(pi/5)^2 - 5 + sqrt(5)",
                                        "sqrt(2 + sqrt(2)) - 2*cos(pi/8)",
                                        "exp(log(3)/2) - sqrt(3)",
                                        "log(4*cos(pi/5)^2 - 2*cos(pi/5))",
                                        "log(c^2) - 2*log(c)"};
    fixture f = begin(context, 11);
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        nh_text product = nh_text_begin(f.arena), sum = nh_text_begin(f.arena), squares = nh_text_begin(f.arena);
        nh_text_format(&product, "(%s)*x", zeros[i]);
        nh_text_format(&sum, "x; x + (%s)", zeros[i]);
        nh_text_format(&squares, "(%s)^2*x^2 + y^2", zeros[i]);
        assert_true(nh_ideal_vanishes(ideal_of(&f, nh_text_string(&product), "x; y"), f.symbols[15]) == NH_UNKNOWN);
        assert_true(nh_ideal_dimension(ideal_of(&f, nh_text_string(&sum), "x; y")) >= 0);
        nh_components parts = nh_ideal_components(f.arena, ideal_of(&f, nh_text_string(&squares), "x; y"));
        bool is_in_all = true;
        for (uint32_t k = 0; k < parts.count; k++)
            is_in_all = is_in_all && nh_ideal_vanishes(parts.component[k], f.symbols[15]) == NH_YES;
        if (parts.is_complete && is_in_all) fail_msg("%s counts as a number that is not 0", zeros[i]);
    }
    assert_contains(&f, ideal_of(&f, "(log(4) - log(3))*x", "x; y"), "x", NH_YES);
    assert_contains(&f, ideal_of(&f, "(log(c) - c)*x", "x; y"), "x", NH_YES);
    assert_contains(&f, ideal_of(&f, "x - log(4)*y; x - 2*log(2)*y", "x; y"), "x^2 - log(4)*x*y", NH_YES);
    assert_int_equal(nh_ideal_dimension(ideal_of(&f, "x - log(4); x - log(3)", "x; y")), -1);
    end(&f);
}

PROTECTED_TEST(test_memory_failures) {
    (void)context;
    assert_true(test_every_failure(failing_body, NULL, 60) > 20);
}

/* Twelve dense equations of degree two: the basis would have a degree of 13 and hundreds of thousands of terms. */
PROTECTED_TEST(test_hopeless) {
    fixture f = begin(context, 10);
    list variables = {.count = 12}, equations = {.count = 12};
    for (uint32_t i = 0; i < 12; i++) variables.items[i] = f.symbols[i];
    for (uint32_t i = 0; i < 12; i++)
        for (uint32_t k = 0; k < 12; k++) {
            nh_expr line = random_polynomial(&f, 12, f.symbols, 12, 1);
            nh_expr term = nh_expr_mul(f.pool, f.symbols[k], nh_expr_add(f.pool, line, f.symbols[(i + k) % 12]));
            equations.items[i] = nh_expr_add(f.pool, equations.items[i], term);
        }
    for (uint32_t i = 0; i < 12; i++)
        equations.items[i] = nh_expr_add(f.pool, equations.items[i], nh_expr_int(f.pool, 3 + i));
    assert_null(make(&f, &equations, &variables));
    /* twelve products: their basis is known, and has 4096 components */
    for (uint32_t i = 0; i < 12; i++) {
        variables.items[12 + i] = nh_expr_dot(f.pool, variables.items[i]);
        equations.items[i] = nh_expr_mul(f.pool, variables.items[i], variables.items[12 + i]);
    }
    variables.count = 24;
    const nh_ideal *products = make(&f, &equations, &variables);
    assert_int_equal(nh_ideal_dimension(products), 12);
    assert_false(nh_ideal_components(f.arena, products).is_complete);
    assert_contains(&f, ideal_of(&f, "x", "x; y"), "x*y", NH_YES); /* and all continues */
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bases),        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_parameters),   cmocka_unit_test(test_twisted_cubic),
        cmocka_unit_test(test_functions),    cmocka_unit_test(test_components),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_points),
        cmocka_unit_test(test_closed_chain), cmocka_unit_test(test_open_chains),
        cmocka_unit_test(test_combinations), cmocka_unit_test(test_memory_failures),
        cmocka_unit_test(test_hopeless),     cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
