/* Brackets in balls against the growth that algebra proves, level by level, and what they decide
 * where algebra is too long. */
#include "support.h"

#include <string.h>

#include <nonholo/check.h>

#include "base/text/text.h"
#include "facts/integrable/brackets.h"
#include "facts/integrable/integrable.h"
#include "facts/rank.h"

typedef struct bracket_case {
    const char *name;
    const char *coordinates;
    const char *rows;
    uint32_t kept;      /* functions next to geometric rows */
    bool has_time;      /* it counts as a coordinate */
    uint32_t growth[6]; /* up to a 0 */
} bracket_case;

static const char *text_of(nh_arena *arena, const bracket_case *c) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "coord %s\n%s\nkinetic 0", c->coordinates, c->rows);
    for (const char *at = c->coordinates; *at; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ", ");
        nh_text_format(&text, " + %.*s'^2", (int)length, at);
        at += length;
    }
    nh_text_add(&text, "\n");
    return nh_text_string(&text);
}

/* ---- one system ---- */

/* The growth at a level: the last entry from where it ends. */
static uint32_t level(const uint32_t *growth, uint32_t count, uint32_t s) {
    return growth[s < count ? s : count - 1];
}

static void compare_levels(const char *name, const nh_brackets *b, uint32_t count, const uint32_t *growth) {
    assert_true(b->has_third || b->dimension[1] == level(growth, count, 2));
    for (uint32_t s = 0; s < NH_BRACKETS_LEVELS; s++)
        if (b->dimension[s] != level(growth, count, s))
            fail_msg("%s: level %u: %u, not %u", name, s + 1, b->dimension[s], level(growth, count, s));
}

/* Growth is told only where it is all of it. */
static uint32_t compare_growth(const char *name, const nh_brackets *b, uint32_t kept, uint32_t count,
                               const uint32_t *growth) {
    uint32_t dimension[NH_BRACKETS_LEVELS], found = nh_brackets_growth(b, kept, dimension);
    if (found != 0 && found != count) fail_msg("%s: %u entries, not %u", name, found, count);
    for (uint32_t s = 0; s < found; s++) assert_int_equal(dimension[s], growth[s]);
    return found;
}

static nh_admissible *admit(nh_arena *arena, nh_model *model) {
    nh_admissible *a = nh_admissible_make(arena, model, test_seed());
    (void)nh_rank_find(a);
    return a;
}

/* ---- systems whose growth is known ---- */

#define TILTED "let T = Rz(phi)*Rx(theta)\n"
#define QUATERNION "constraint u: q0^2 + q1^2 + q2^2 + q3^2 = 1\ninit q0 ~ 1, q1 ~ 0.2, q2 ~ 0.3, q3 ~ 0.1\n"
#define AXLES                                                                                                          \
    "constraint a: sin(a0)*x' = cos(a0)*y'\n"                                                                          \
    "constraint b: sin(a1)*(x' + sin(a1)*a1') = cos(a1)*(y' - cos(a1)*a1')\n"

static const bracket_case cases[] = {
    {"contact", "x, y, z", "constraint a: z' = y*x'", 0, false, {2, 3}},
    {"skate", "x, y, phi", "constraint a: x'*sin(phi) = y'*cos(phi)", 0, false, {2, 3}},
    {"skate, twice",
     "x, y, phi",
     "constraint a: x'*sin(phi) = y'*cos(phi)\nconstraint b: 2*phi*x'*sin(phi) = 2*phi*y'*cos(phi)",
     0,
     false,
     {2, 3}},
    {"flat where it starts", "x, y, z", "constraint a: z' = y^2*x'\ninit y = 0", 0, false, {2, 3}},
    {"flat", "x, y, z", "constraint a: x*x' + y*y' + z*z' = 0\ninit x = 1, y = 2, z = 3", 1, false, {2}},
    {"one flat", "x, y, z, w", "constraint a: w' = x*x'\nconstraint b: z' = y*x'", 1, false, {2, 3}},
    {"upright disc",
     "x, y, psi, phi",
     "constraint a: x' = 2*cos(phi)*psi'\nconstraint b: y' = 2*sin(phi)*psi'",
     0,
     false,
     {2, 3, 4}},
    {"tilted disc",
     "x, y, phi, theta, psi",
     "constraint a: x' = -2*cos(phi)*psi'\nconstraint b: y' = -2*sin(phi)*psi' + cos(theta)*theta'\n"
     "init theta = 0.3",
     0,
     false,
     {3, 4, 5}},
    {"disc with its height",
     "x, y, z, phi, theta, psi",
     TILTED "let n = T*[0, 0, 1]\nlet w = phi'*[0, 0, 1] + theta'*[cos(phi), sin(phi), 0] + psi'*(T*[0, 1, 0])\n"
            "constraint r: [x', y', z'] = cross(w, n)\ninit theta = 0.3",
     1,
     false,
     {3, 4, 5}},
    {"ball",
     "x, y, q0, q1, q2, q3",
     QUATERNION "constraint a: x' = 2*(q0*q2' - q2*q0' + q3*q1' - q1*q3')\n"
                "constraint b: y' = -2*(q0*q1' - q1*q0' + q2*q3' - q3*q2')",
     0,
     false,
     {3, 5}},
    {"two axles", "x, y, a0, a1", AXLES "init a0 = 0.2, a1 = 0.5", 0, false, {2, 3, 4}},
    {"three axles",
     "x, y, a0, a1, a2",
     AXLES "constraint c: sin(a2)*(x' + sin(a1)*a1' + sin(a2)*a2') = cos(a2)*(y' - cos(a1)*a1' - cos(a2)*a2')\n"
           "init a0 = 0.2, a1 = 0.5",
     0,
     false,
     {2, 3, 4, 5}},
    {"Engel", "x, y, z, w", "constraint a: y' = z*x'\nconstraint b: z' = w*x'", 0, false, {2, 3, 4}},
    {"Cartan",
     "x, y, z, u, v",
     "constraint a: z' = y*x'\nconstraint b: u' = z*x'\nconstraint c: v' = z*y'",
     0,
     false,
     {2, 3, 5}},
    {"free of step 3",
     "x, y, z, a, b, c",
     "constraint a: a' = x*y'\nconstraint b: b' = y*z'\nconstraint c: c' = z*x'",
     0,
     false,
     {3, 6}},
    {"bound and free",
     "x, y, z, w, s",
     "constraint g: s = x*y\nconstraint a: z' = s*x'\nconstraint b: w' = z*y'",
     0,
     false,
     {2, 3, 4}},
    {"knife on a sphere",
     "x, y, z, w",
     "constraint s: x^2 + y^2 + z^2 = 14\nconstraint a: w' = y*x' - x*y'\ninit x ~ 1, y ~ 2, z ~ 3",
     0,
     false,
     {2, 3}},
    {"Engel on a sphere",
     "x, y, z, w, u",
     "constraint s: x^2 + y^2 + z^2 = 14\nconstraint a: w' = y*x' - x*y'\nconstraint b: u' = w*x'\n"
     "init x ~ 1, y ~ 2, z ~ 3",
     0,
     false,
     {2, 3, 4}},
    {"dog", "x, y", "param c = 1\nconstraint a: x*y' = (y - c*t)*x'\ninit x = 1", 0, true, {2, 3}},
    {"affine", "x, y, z", "constraint a: y' = z\nconstraint b: z' = x", 0, true, {2, 3, 4}},
    {"growing sphere",
     "x, y, z, w",
     "constraint s: x^2 + y^2 + z^2 = 14 + t\nconstraint a: w' = y*x' - x*y' + t*z\ninit x ~ 1, y ~ 2, z ~ 3",
     0,
     true,
     {3, 4}},
};

static void check_case(nh_context *context, void *argument) {
    const bracket_case *c = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, text_of(arena, c));
    nh_admissible *a = admit(arena, model);
    uint32_t count = 0;
    while (c->growth[count] > 0) count++;
    nh_integrability x = nh_integrability_find(a);
    if (x.growth_by != NH_EVIDENCE_PROVED || x.growth.count != count || x.together.count.value != c->kept)
        fail_msg("%s: algebra proves %u entries, %zu functions", c->name, x.growth.count,
                 (size_t)x.together.count.value);
    assert_memory_equal(x.growth.dimension, c->growth, count * sizeof *c->growth);
    assert_int_equal(x.growth_has_time, c->has_time);
    nh_brackets b = nh_brackets_find(a, 0);
    assert_int_equal(b.has_time, c->has_time);
    assert_int_equal(b.all, c->growth[count - 1] + c->kept);
    compare_levels(c->name, &b, count, c->growth);
    assert_true(nh_brackets_leave(&b) >= c->kept);
    assert_true(nh_brackets_leave(&b) == c->kept || count > NH_BRACKETS_LEVELS);
    uint32_t found = compare_growth(c->name, &b, c->kept, count, c->growth);
    bool is_largest = c->growth[1] == c->growth[0] * (c->growth[0] + 1) / 2;
    assert_int_equal(found, count < 3 || (count == 3 && is_largest) ? count : 0);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* ---- random systems ---- */

enum { COORDINATES = 5 };

static const char *const names[] = {"x", "y", "A", "B", "C", "t"};

/* "(2)*x*A", a monomial in the first of the names. */
static void add_monomial(nh_text *text, nh_random *random, uint32_t count, uint32_t degree) {
    nh_text_format(text, "(%d)", (int)nh_random_between(random, 1, 3));
    for (uint32_t k = 0; k < degree; k++) nh_text_format(text, "*%s", names[nh_random_below(random, count)]);
}

/* A' - c1 x' - c2 y' [- c3], the c monomials in all coordinates, or in time. */
static const char *form(nh_arena *arena, nh_random *random, int row) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "(%s'", names[2 + row]);
    for (int i = 0; i < 3; i++) {
        if (nh_random_below(random, i == 2 ? 6 : 3) > (i < 2)) continue;
        nh_text_add(&text, " - ");
        add_monomial(&text, random, i == 2 ? 6 : 5, (uint32_t)nh_random_below(random, 3));
        if (i < 2) nh_text_format(&text, "*%s'", names[i]);
    }
    nh_text_add(&text, ")");
    return nh_text_string(&text);
}

/* Rows in x, y and functions A, B, C of the coordinates, and combinations of them: what is simple is well hidden, and a
 * mistake in a derivative makes brackets grow that do not. */
static void add_rows(nh_text *text, nh_arena *arena, nh_random *random) {
    const char *forms[3];
    nh_text_add(text, "let C = c + ");
    add_monomial(text, random, 2, 2);
    nh_text_add(text, "\nlet B = b + x*y + c*");
    add_monomial(text, random, 2, 1);
    nh_text_add(text, "\nlet A = a + b*c + x*");
    add_monomial(text, random, 2, 1);
    for (int i = 0; i < 3; i++) forms[i] = form(arena, random, i);
    for (int i = 0; i < 3; i++) {
        nh_text_format(text, "\nconstraint r%d: %s", i, forms[i]);
        for (int j = i + 1; j < 3; j++) {
            nh_text_format(text, " + %s*", forms[j]);
            add_monomial(text, random, 2, (uint32_t)nh_random_below(random, 3));
        }
        nh_text_add(text, " = 0");
    }
}

static void check_random(nh_context *context, nh_random *random, uint32_t *grown) {
    nh_arena *arena = nh_arena_create(context);
    nh_text rows = nh_text_begin(arena);
    add_rows(&rows, arena, random);
    nh_text_add(&rows, "\ninit x ~ 0.3, y ~ -0.7, a ~ 1.1, b ~ 0.4, c ~ -0.9");
    bracket_case c = {.name = nh_text_string(&rows), .coordinates = "x, y, a, b, c", .rows = nh_text_string(&rows)};
    nh_model *model = test_read_model(context, text_of(arena, &c));
    nh_admissible *a = admit(arena, model);
    nh_integrability x = nh_integrability_find(a);
    assert_int_equal(x.growth_by, NH_EVIDENCE_PROVED);
    nh_brackets b = nh_brackets_find(a, 0);
    assert_int_equal(b.all, COORDINATES + b.has_time);
    uint32_t dimension[8];
    for (uint32_t s = 0; s < x.growth.count; s++)
        dimension[s] = x.growth.dimension[s] + (b.has_time && !x.growth_has_time);
    compare_levels(c.name, &b, x.growth.count, dimension);
    (void)compare_growth(c.name, &b, (uint32_t)x.together.count.value, x.growth.count, dimension);
    *grown += x.growth.count >= 3;
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_random) {
    nh_random random = nh_random_make(test_seed(), 4711);
    uint32_t grown = 0;
    int count = test_count(20);
    for (int i = 0; i < count; i++) check_random(context, &random, &grown);
    assert_true(grown > 0);
}

/* ---- where there is nothing to look at ---- */

static const char *const nothing[] = {
    "coord x, y\nkinetic x'^2 + y'^2\nconstraint a: x' = y*y'",                     /* one direction */
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x'^2 + y'^2 = z'^2",  /* not linear */
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x^2 + y^2 + z^2 = 3", /* geometric only */
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2",
    /* Pieces. */
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: z' = (max(y, 0) - (abs(y) + y)/2)*x'\ninit y = 0",
    "param c\nfunction f(u)\ncoord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: z' = f(y)*x'", /* no numbers */
};

PROTECTED_TEST(test_nothing) {
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_model *model = test_read_model(context, nothing[i]);
        uint32_t dimension[NH_BRACKETS_LEVELS];
        nh_brackets b = nh_brackets_find(admit(arena, model), 0);
        if (b.rows != 0) fail_msg("%s: %u rows", nothing[i], b.rows);
        assert_int_equal(nh_brackets_growth(&b, 0, dimension), 0);
        nh_model_destroy(model);
        nh_arena_destroy(arena);
    }
}

/* Rows that are left out must be known to follow from others. */
PROTECTED_TEST(test_left_out) {
    nh_arena *arena = nh_arena_create(context);
    const char *text =
        "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: z' = y*x'\nconstraint b: 2*z' = 2*y*x'";
    nh_model *model = test_read_model(context, text);
    nh_admissible *a = nh_admissible_make(arena, model, test_seed());
    assert_int_equal(nh_brackets_find(a, 0).rows, 0);
    (void)nh_rank_find(a);
    assert_int_equal(nh_brackets_find(a, 0).rows, 1);
    assert_int_equal(nh_brackets_find(a, 1).rows, 0); /* all is known */
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* ---- what is decided where algebra is too long ---- */

static void check_model(nh_context *context, const char *name, int integrals, size_t growth) {
    nh_model *model = test_read_model(context, nh_builtin_find(name)->text);
    nh_check *check;
    nh_check_def def = nh_default_check();
    def.without_places = true;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    nh_check_info info = nh_check_get_info(check);
    assert_int_equal(info.commutation.truth, NH_NO);
    assert_int_equal(info.commutation.by, NH_EVIDENCE_CERTIFIED);
    assert_int_equal(info.integrals.by, NH_EVIDENCE_CERTIFIED);
    assert_int_equal(info.integrals.value, integrals);
    assert_int_equal(info.growth, growth);
    nh_check_destroy(check);
    nh_model_destroy(model);
}

static void test_models(void **state) {
    nh_context *context = test_context();
    (void)state;
    check_model(context, "bicycle", 0, 0);
    check_model(context, "rattleback", 0, 2);
    nh_context_destroy(context);
}

enum { CASES = sizeof cases / sizeof *cases };

int main(void) {
    static struct CMUnitTest tests[CASES + 4];
    for (int i = 0; i < CASES; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, test_case, NULL, NULL, (void *)&cases[i]};
    tests[CASES] = (struct CMUnitTest)cmocka_unit_test(test_random);
    tests[CASES + 1] = (struct CMUnitTest)cmocka_unit_test(test_nothing);
    tests[CASES + 2] = (struct CMUnitTest)cmocka_unit_test(test_models);
    tests[CASES + 3] = (struct CMUnitTest)cmocka_unit_test(test_left_out);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
