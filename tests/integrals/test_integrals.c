/* First integrals that are found, compared with those that the literature knows: what is known is a function of what is
 * found, and what is found is independent. The comparison does not go through the search: both become watches of the
 * model, and their differentials are compared at points. */
#include "support.h"

#include <string.h>

#include "base/text/text.h"
#include "integrals/integrals.h"
#include "integrals/integrals_private.h"

enum { MOST_KNOWN = 6 };

typedef struct known_integrals {
    const char *model;             /* the name of a built-in model, or a text */
    const char *known[MOST_KNOWN]; /* NULL behind the last */
    size_t count;                  /* found, at least; SIZE_MAX: as many as are known */
} known_integrals;

#define PLANE "coord x, y\nkinetic (x'^2 + y'^2)/2\n"

static const known_integrals table[] = {
    {"top",
     {"E", "top.Omega.z", "dot([I1*top.Omega.x, I1*top.Omega.y, I3*top.Omega.z], inverse(top.R)*[0, 0, 1])"},
     SIZE_MAX},
    {"chaplygin-ball", {"E", "K.x", "K.y", "K.z", "dot(K, K)"}, 4},
    {"ball-on-turntable", {"B.omega.z", "x'^2 + y'^2"}, 4},
    {"turntable", {"B.omega.z", "5*x' + 2*R*B.omega.y", "5*y' - 2*R*B.omega.x"}, SIZE_MAX},
    {"coin", {"E"}, SIZE_MAX},
    {"sleigh", {"E"}, SIZE_MAX},
    {"leibniz", {"x'/y'", "x - y*x'/y'"}, SIZE_MAX},
    {"leibniz-plane", {"q1'/q2'"}, 2},
    {"dog-and-man", {"x'^2 + y'^2"}, 2},
    {"decelerated", {"sqrt(t)*q1'", "sqrt(t)*q2'", "q1 - 2*t*q1'", "q2 - 2*t*q2'", "q3 - 2*t*q3'"}, 5},
    {"knife-edge", {"E", "phi'", "phi'*(x'*cos(phi) + y'*sin(phi)) - g*sin(alpha)*sin(phi)"}, 3},
    {PLANE "potential y", {"E", "x'", "y'*x' + x"}, SIZE_MAX},
    {PLANE "potential (x^2 + y^2)/2", {"E", "x*y' - y*x'", "x'*y' + x*y"}, SIZE_MAX},
    {PLANE "param k = 1\npotential k*(x^2 + y^2)^2", {"E", "x*y' - y*x'"}, SIZE_MAX},
    /* the nonholonomic oscillator, with its reducing multiplier */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n",
     {"E", "x'*sqrt(1 + y^2)", "y'"},
     SIZE_MAX},
    /* quartic, without another one */
    {PLANE "potential x^4 + x^2*y + 3*y^4", {"E"}, SIZE_MAX},
};

/* ---- reading ---- */

static const nh_builtin *builtin_of(const char *name) {
    return nh_builtin_find(name);
}

static const char *text_with(nh_arena *arena, const char *text, const char *prefix, size_t count,
                             const char *const *e) {
    nh_text result = nh_text_begin(arena);
    nh_text_add(&result, text);
    for (size_t i = 0; i < count; i++) nh_text_format(&result, "\nwatch %s%zu = %s", prefix, i, e[i]);
    nh_text_add(&result, "\n");
    return nh_text_string(&result);
}

static nh_expr watch_of(const nh_model *model, const char *prefix, size_t number) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_text name = nh_text_begin(arena);
    nh_text_format(&name, "%s%zu", prefix, number);
    nh_expr value = NH_EXPR_UNDEFINED;
    for (size_t i = 0; i < model->records.count; i++)
        if (strcmp(nh_name_text(model->context, model->records.items[i].name), nh_text_string(&name)) == 0)
            value = model->records.items[i].value;
    nh_arena_destroy(arena);
    assert_int_not_equal(value, NH_EXPR_UNDEFINED);
    return value;
}

/* ---- one line of the table ---- */

static void compare_with(nh_context *context, nh_arena *arena, const char *text, size_t found, size_t known) {
    nh_model *model = test_read_model(context, text);
    const char *why;
    nh_flow *flow = nh_flow_make(arena, nh_admissible_make(arena, model, 1), &why);
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

static void check_one(nh_context *context, void *argument) {
    const known_integrals *x = argument;
    nh_arena *arena = nh_arena_create(context);
    const nh_builtin *builtin = builtin_of(x->model);
    const char *text = builtin != NULL ? builtin->text : x->model;
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

static void test_table(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        known_integrals x = table[i];
        test_run(context, check_one, &x);
    }
    nh_context_destroy(context);
}

/* ---- random systems ---- */

/* Free particles in turned axes: with a potential of u = a x + b y alone, b x - a y moves uniformly. */
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
    check_one(context, &x);
    nh_arena_destroy(arena);
}

/* A generic quartic potential: the energy alone. */
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
    check_one(context, &x);
    nh_arena_destroy(arena);
}

static void test_random(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 30);
    nh_context *context = test_context();
    for (int i = 0; i < test_count(5); i++) {
        test_run(context, check_hidden_momentum, &random);
        test_run(context, check_nothing_else, &random);
    }
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
