/* The balance of energy in quasi-velocities, [Rheonomous] (18): against the rate of the energy along the motion, and
 * that each part is there when its cause is, and only then. */
#include "quasis.h"

#include "expr/calculus/calculus.h"

#ifdef __SANITIZE_ADDRESS__
enum { DRAWS = 1 };
#else
enum { DRAWS = 3 };
#endif

enum { PARTS = 5 };
static const char *const causes[PARTS] = {"forces", "geometry", "potential", "constraints", "quasi-velocities"};

static nh_balance *balance_of(const quasi_case *c) {
    const char *why = NULL;
    nh_balance *balance = nh_hamel_balance(c->s.model, c->s.arena, c->choice, &why);
    if (balance == NULL) fail_msg("%s: %s", c->s.name, why);
    assert_int_equal(balance->parts.count, PARTS);
    for (size_t i = 0; i < PARTS; i++) assert_string_equal(balance->parts.items[i].name, causes[i]);
    return balance;
}

static double *parts_at(const quasi_case *c, const nh_balance *balance, const double *x) {
    nh_expr list[PARTS];
    for (size_t i = 0; i < PARTS; i++) list[i] = balance->parts.items[i].value;
    return values_at(&c->s, c->choice, &c->state, x, PARTS, list);
}

/* The energy is the Legendre transform of L~, and its rate along the motion, which Maggi's equations
 * give, the sum of the parts. */
static void check_balance(const quasi_case *c) {
    const nh_balance *balance = balance_of(c);
    const nh_quasi_frame *f = c->f;
    const double *x = quasi_wanted(c), *parts = parts_at(c, balance, x);
    nh_expr legendre = nh_expr_neg(f->pool, c->h.L), rate = nh_expr_total_derivative(f->pool, balance->energy);
    for (uint32_t i = 0; i < f->m; i++)
        legendre = nh_expr_add(f->pool, legendre, nh_expr_mul(f->pool, f->symbols[i], c->h.p.e[i]));
    double energy = value_at(&c->s, c->choice, &c->state, x, balance->energy), sum = 0;
    double wanted = value_at(&c->s, c->choice, &c->state, x, rate), size = 1 + fabs(wanted) + largest(parts, PARTS);
    for (size_t i = 0; i < PARTS; i++) sum += parts[i];
    check_near(&c->s, "E", energy, *entries_at(&c->s, c->e, &c->state, 1, &legendre), 1e-9 * (1 + fabs(energy)));
    check_near(&c->s, "dE/dt", sum, wanted, 1e-9 * size);
}

PROTECTED_TEST(test_rate) {
    nh_random random = nh_random_make(test_seed(), 0);
    for (size_t i = 0; i < QUASI_SYSTEMS; i++)
        for (int draw = 0; draw < test_count(DRAWS); draw++) {
            nh_arena *arena = nh_arena_create(context);
            const quasi_system *system = &quasi_systems[i];
            quasi_kind kind = {draw % 2 == 0, draw % 3 != 2};
            const char *text = quasi_text(system, arena, &random, system->n - system->k, kind);
            quasi_case c = quasi_begin(context, system->name, text, &random);
            check_balance(&c);
            subject_free(&c.s);
        }
}

/* ---- causes ---- */

/* A system with causes, and with what is there when they are not. */
typedef struct cause_text {
    const char *with, *without;
} cause_text;

static const cause_text cause_texts[PARTS] = {
    {"force q1: -q1' + q2\n", ""},
    {"kinetic sin(t)*q1'^2/4 + t*q2*q1' + t*q3\n", "kinetic q1'^2/4 + q2*q1' + q3\n"},
    {"potential sin(t)*q1*q3\n", "potential q1*q3\n"},
    {"constraint edge: (1 + t^2)*q1'*sin(q3) - q2'*cos(q3 + t) = q1 + t\n",
     "constraint edge: (1 + t^2)*q1'*sin(q3) - q2'*cos(q3 + t) = 0\n"},
    {"quasi u = q1'*cos(q3 + t) + q2' + q1*t, w = (2 + t)*q3' + q2'\n",
     "quasi u = q1'*cos(q3 + t) + q2', w = (2 + t)*q3' + q2'\n"},
};

/* A part is 0 to the letter without its cause, and has a value with it, whatever the other causes are. Time in
 * alpha and Z is no cause. */
static void check_causes(nh_context *context, uint32_t set, nh_random *random) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "coord q1, q2, q3\nkinetic q1'^2 + q2'^2 + (1 + q1^2)*q3'^2\n");
    for (uint32_t i = 0; i < PARTS; i++)
        nh_text_format(&text, "%s", set >> i & 1 ? cause_texts[i].with : cause_texts[i].without);
    quasi_case c = quasi_begin(context, "causes", nh_text_string(&text), random);
    assert_false(c.f->is_plain);
    const nh_balance *balance = balance_of(&c);
    const double *parts = parts_at(&c, balance, NULL);
    for (uint32_t i = 0; i < PARTS; i++) {
        if (!(set >> i & 1)) assert_int_equal(balance->parts.items[i].value, NH_EXPR_ZERO);
        else assert_true(fabs(parts[i]) > 1e-6);
    }
    check_balance(&c);
    subject_free(&c.s);
}

PROTECTED_TEST(test_causes) {
    nh_random random = nh_random_make(test_seed(), 1);
    for (uint32_t set = 0; set < 1 << PARTS; set++) check_causes(context, set, &random);
}

/* Where hamel does not apply there is no balance. */
PROTECTED_TEST(test_none) {
    subject s = subject_make(context, "speed", "coord x, y\nkinetic x'^2 + y'^2\nconstraint c: x'^2 + y'^2 = 4\n");
    const uint32_t rows[] = {0}, dependent[] = {0};
    const char *why = NULL;
    const nh_explicit *choice = nh_explicit_make(s.arena, s.model, 1, rows, dependent);
    assert_null(nh_hamel_balance(s.model, s.arena, choice, &why));
    assert_string_equal(why, "the constraint 'c' is not linear in the velocities");
    subject_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rate),
        cmocka_unit_test(test_causes),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests_name("hamel_balance", tests, NULL, NULL);
}
