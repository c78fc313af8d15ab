/* Kinds of explicit forms: known ones, with other names and in another order; branches of both signs;
 * what cannot be solved. */
#include "explicit_checks.h"

enum { ANY = -1, NAMES = 12 };

typedef struct known {
    const char *title;
    uint32_t n;
    const char *rows; /* $1 .. $9 are coordinates */
    nh_explicit_kind kind;
    int signs, pivots;     /* ANY */
    const char *dependent; /* digits; NULL: any */
} known;

#define L NH_EXPLICIT_LINEAR
#define Q NH_EXPLICIT_RATIONAL
#define R NH_EXPLICIT_RADICAL
#define P NH_EXPLICIT_PIECEWISE
#define T NH_EXPLICIT_TRANSCENDENTAL
#define I NH_EXPLICIT_IMPLICIT

static const known table[] = {
    {"constant speed", 3, "constraint c1: |[$1', $2', $3']| = 2\n", R, 1, 1, NULL},
    {"speed that changes", 3, "constraint c1: |[$1', $2', $3']| = 2 + cos(t)*$1\n", R, 1, ANY, NULL},
    {"parallel velocities", 4, "constraint c1: $2'*$3' - $1'*$4' = 0\n", Q, 0, 1, NULL},
    {"rolling", 4, "constraint c1: $1' = cos($4)*$3'\nconstraint c2: $2' = sin($4)*$3'\n", L, 0, 0, "12"},
    {"rolling, multiplied", 4,
     "constraint c1: $1'*sin($4) - $2'*cos($4) = 0\nconstraint c2: $1'*cos($4) + $2'*sin($4) = $3'\n", L, 0, 0, NULL},
    {"cone", 3, "constraint c1: $3'^2 = 4*($1'^2 + $2'^2)\nindependent $1', $2'\n", R, 1, ANY, "3"},
    {"third powers", 3, "constraint c1: $1'^3 + 2*$2'^3 + $3'^3 = 1 + $1^2\n", R, 0, ANY, NULL},
    {"fourth powers", 2, "constraint c1: $1'^4 + $2'^4 = 3 + $1^2\n", R, 1, ANY, NULL},
    {"equal speeds", 4, "constraint c1: |[$1', $2']| = |[$3', $4']|\n", R, 1, ANY, NULL},
    {"chain", 9, "constraint c1: $1'*$4' + $2'*$5' + $3'*$6' = 0\nconstraint c2: $4'*$7' + $5'*$8' + $6'*$9' = 0\n", Q,
     0, ANY, NULL},
    {"fifth powers, mixed", 2, "constraint c1: $1'^5 + $1'*$2' + $2'^5 + $1'^2 + $2'^2 = 2\n", I, 0, 0, NULL},
    {"exponentials", 2, "constraint c1: exp($1') + exp($2') + $1'*$2' = 3\n", I, 0, 0, NULL},
    {"sine", 3, "constraint c1: $3' = sin($2')*$1' + $3\nindependent $1', $2'\n", T, 0, 0, "3"},
    {"sine of a coordinate", 3, "constraint c1: $3' = sin($2)*$1'\nindependent $1', $2'\n", L, 0, 0, "3"},
    {"root of an exponential", 3, "constraint c1: $3'^2 = exp($2')\nindependent $1', $2'\n", T, 1, ANY, "3"},
    {"piece", 3, "constraint c1: $3' = mod($1', 2) + $2'\nindependent $1', $2'\n", P, 0, 0, "3"},
    {"pursuit", 2, "constraint c1: $1'*(cos(t) - $2) = $2'*(sin(t) - $1)\n", L, 0, 1, NULL},
    {"sphere", 3, "constraint c1: $1^2 + $2^2 + $3^2 = 4\n", L, 0, 1, NULL},
    {"root", 3, "constraint c1: $3' = sqrt($1'^2 + $2'^2 + 1)\nindependent $1', $2'\n", R, 0, 0, "3"},
    {"root, backwards", 3, "constraint c1: $3' = sqrt($1'^2 + $2'^2 + 1)\nindependent $3', $2'\n", R, 1, ANY, "1"},
    {"root that squaring turns linear", 2, "constraint c1: sqrt(1 + $1'^2) = $2' - $1'\nindependent $2'\n", Q, 0, 1,
     "1"},
    {"midpoint", 4,
     "constraint c1: ($1 - $3)*($1' - $3') + ($2 - $4)*($2' - $4') = 0\nconstraint c2: $1'^2 + $2'^2 = $3'^2 + $4'^2\n"
     "independent $1', $2'\n",
     L, 1, ANY, "34"},
    {"ratio", 3, "constraint c1: $1'/$2' = 1 + $3^2\n", L, 0, ANY, NULL},
    {"product", 3, "constraint c1: $3' = $1'*$2'\n", Q, 0, 0, "3"},
    {"absolute value", 2, "constraint c1: |$1'| = 4 + $2'\nindependent $2'\n", L, 1, 0, "1"},
    {"factors", 2, "constraint c1: ($1' - 3*$2')*($1' + 2*$2') = 0\n", L, 1, 0, NULL},
    {"after an implicit one", 3,
     "constraint c1: $1'^5 + $1' + sin($1') + $2' = 3\nconstraint c2: $3' = $1' + $2'^2\nindependent $2'\n", I, 0, 0,
     "13"},
    {"implicit, with coordinates", 3,
     "constraint c1: $1'^5 + $1' + $2*$2' + t = sin($3)\nconstraint c2: $3' = $1*$1' + $2'\nindependent $2'\n", I, 0, 0,
     "13"},
    /* two branches, one of which is $1' = $2' = 0; one branch */
    {"coupled squares", 4,
     "constraint c1: $1'*$3' = $2'^2\nconstraint c2: $2'*$4' = $1'^2*(1 + $1^2)\nindependent $3', $4'\n", R, 1, ANY,
     "12"},
    {"coupled products", 4,
     "constraint c1: $1'*$2' = 1 + $3'^2\nconstraint c2: $1'^2 = $2'*(2 + $4'^2)\nindependent $3', $4'\n", R, 0, ANY,
     "12"},
    {"a linear pair", 4, "constraint c1: $1*$3' + $2'*cos(t) = $4'\nconstraint c2: $3' - $2*$4' = t*$1'\n", L, 0, ANY,
     NULL},
};

/* The text with these names, declared in this order. */
static const char *written(nh_arena *arena, const known *item, const char *const *names, const uint32_t *order) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "coord ");
    for (uint32_t i = 0; i < item->n; i++) nh_text_format(&text, "%s%s", i > 0 ? ", " : "", names[order[i]]);
    nh_text_add(&text, "\nkinetic 1/2*(");
    for (uint32_t i = 0; i < item->n; i++) nh_text_format(&text, "%s%s'^2", i > 0 ? " + " : "", names[i]);
    nh_text_add(&text, ")\n");
    for (const char *c = item->rows; *c != 0; c++) {
        if (*c == '$') nh_text_add(&text, names[*++c - '1']);
        else nh_text_add_char(&text, *c);
    }
    return nh_text_string(&text);
}

static void check_dependent(const explicit_case *c, const known *item, const char *const *names) {
    assert_int_equal(strlen(item->dependent), c->k);
    for (const char *digit = item->dependent; *digit != 0; digit++) {
        uint32_t wanted = subject_unknown(&c->s, names[*digit - '1']);
        bool found = false;
        for (uint32_t d = 0; d < c->k; d++) found = found || c->dependent[d] == wanted;
        if (!found) fail_msg("%s: %s' is not dependent", item->title, names[*digit - '1']);
    }
}

static void check_known(nh_context *context, const known *item, const char *const *names, const uint32_t *order,
                        uint64_t stream) {
    nh_arena *arena = nh_arena_create(context);
    explicit_case c = case_of_text(context, written(arena, item, names, order), stream);
    case_choose(&c);
    bool is_wrong = c.form->kind != item->kind || (item->signs != ANY && (int)c.form->signs != item->signs) ||
                    (item->pivots != ANY && (int)c.form->pivots.count != item->pivots);
    if (is_wrong || c.refused)
        fail_msg("%s: %s, %u signs, %zu pivots%s", item->title, nh_explicit_kind_name(c.form->kind), c.form->signs,
                 c.form->pivots.count, c.refused ? ", refused" : "");
    if (item->dependent != NULL) check_dependent(&c, item, names);
    case_check_alpha(&c, item->title, 1e-8);
    uint32_t compared = case_check_first(&c, item->title) + case_check_second(&c, item->title, 8);
    assert_true(compared > 0);
    case_check_restriction(&c, item->title);
    subject_end(&c.s);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(known_kinds) {
    static const char *const names[][NAMES] = {{"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"},
                                               {"x", "y", "z", "u", "v", "w", "X", "Y", "Z"},
                                               {"zeta", "b", "Y", "alpha", "a", "m2", "k", "r", "C"}};
    nh_random random = nh_random_make(test_seed(), 51);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (uint64_t variant = 0; variant < 6; variant++) {
            uint32_t order[NAMES];
            for (uint32_t k = 0; k < NAMES; k++) order[k] = k;
            for (uint32_t k = table[i].n; k > 1 && variant > 0; k--) {
                uint32_t other = (uint32_t)nh_random_below(&random, k), kept = order[k - 1];
                order[k - 1] = order[other];
                order[other] = kept;
            }
            check_known(context, &table[i], names[variant % 3], order, 60 + variant);
        }
}

/* ---- signs ---- */

static explicit_case case_by_hand(nh_context *context, const char *text, const double *v, uint32_t dependent) {
    explicit_case c = case_of(subject_of_text(context, text));
    memcpy(c.s.state.v, v, c.s.n * sizeof *v);
    assert_true(nh_states_residual(c.s.states, &c.s.state, NULL) < 1e-13);
    case_rows(&c);
    assert_int_equal(c.k, 1);
    c.dependent[0] = dependent;
    case_make(&c);
    return c;
}

static void check_sign(nh_context *context, const char *text, const double *v, uint32_t dependent, double wanted) {
    explicit_case c = case_by_hand(context, text, v, dependent);
    assert_int_equal(c.form->signs, 1);
    if (c.signs[0] != wanted) fail_msg("%s: %g: %s", text, c.signs[0], case_text(&c, c.form->dependent[0].alpha));
    case_check_alpha(&c, text, 1e-12);
    c.signs[0] = -wanted; /* the other branch is different */
    assert_true(fabs(case_value(&c, c.form->dependent[0].alpha) - v[dependent]) > 0.1);
    subject_end(&c.s);
}

PROTECTED_TEST(both_branches) {
    const char *speed =
        "param c = 3\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: |[x', y', z']| = c\n";
    check_sign(context, speed, (double[]){2, 2, 1}, 2, 1);
    check_sign(context, speed, (double[]){2, 2, -1}, 2, -1);
    check_sign(context, speed, (double[]){-2, 2, -1}, 0, -1);
    const char *mixed = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x'^2 + 2*x'*y' - 3*y'^2 + y' = 1\n";
    check_sign(context, mixed, (double[]){1, 0}, 0, 1);
    check_sign(context, mixed, (double[]){-1, 0}, 0, -1);
}

PROTECTED_TEST(name_of_sign) {
    explicit_case c =
        case_by_hand(context, "coord x, z\nkinetic x'^2 + z'^2\nconstraint c: x'^2 + z'^2 = 25\n", (double[]){3, 4}, 1);
    assert_string_equal(case_text(&c, c.form->dependent[0].sign), "sigma.z");
    assert_string_equal(case_text(&c, c.form->dependent[0].alpha), "sigma.z*sqrt(25 - x'^2)");
    assert_int_equal(c.s.model->parameters.count, 0);
    subject_end(&c.s);
}

/* The turning point is a condition. */
PROTECTED_TEST(conditions) {
    explicit_case c = case_by_hand(
        context, "coord x, z\nkinetic x'^2 + z'^2\nconstraint c: x*z'^2 + z'^2 + x'^2 = 25\n", (double[]){3, 4}, 1);
    bool turning = false, leading = false;
    double values[8];
    assert_true(c.form->pivots.count <= 8);
    c.s.state.v[0] = 5;
    case_evaluate_at(&c, &c.s.state, (uint32_t)c.form->pivots.count, c.form->pivots.nonzero, values);
    for (size_t i = 0; i < c.form->pivots.count; i++) turning = turning || values[i] == 0;
    c.s.state.v[0] = 3;
    c.s.state.q[0] = -1;
    case_evaluate_at(&c, &c.s.state, (uint32_t)c.form->pivots.count, c.form->pivots.nonzero, values);
    for (size_t i = 0; i < c.form->pivots.count; i++) leading = leading || values[i] == 0;
    assert_true(turning && leading);
    subject_end(&c.s);
}

/* ---- what cannot be solved ---- */

PROTECTED_TEST(hopeless) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_text_add(&text, "coord q[1..8]\nkinetic 1/2*sum(i=1..8, q[i]'^2)\n");
    nh_text_add(&text, "constraint c[r=1..4]: sum(i=1..8, sum(j=1..8, (mod(i*j + r*i + r*r*j, 7) - 3)*q[i]'*q[j]'))"
                       " + sum(i=1..8, mod(i + r, 3)*(q[i]'^3 + q[i]')) + cos(r*q[1]'*q[2]') = 1/2\n");
    explicit_case c = case_of_text(context, nh_text_string(&text), 3);
    case_choose(&c);
    assert_int_equal(c.k, 4);
    assert_int_equal(c.form->kind, NH_EXPLICIT_IMPLICIT);
    for (uint32_t d = 0; d < c.k; d++) assert_int_equal(c.form->dependent[d].kind, NH_EXPLICIT_IMPLICIT);
    assert_true(case_check_first(&c, "hopeless") > 0);
    assert_true(case_check_second(&c, "hopeless", 4) > 0);
    subject_end(&c.s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_kinds), cmocka_unit_test(both_branches),
                                       cmocka_unit_test(name_of_sign), cmocka_unit_test(conditions),
                                       cmocka_unit_test(hopeless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
