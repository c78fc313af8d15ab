/* Values of parameters at which constraints are others than in general: what is said about the model is what is said
 * about it with the number in the place of the parameter. */
#include "../state/state_support.h"

#include <ctype.h>

#include <nonholo/check.h>

#include "base/text/text.h"

typedef struct special {
    const char *value; /* of the parameter a */
    const char *rows;
} special;

#define MOVING "\ninit x' ~ 1, y' ~ 1, z' ~ 1, x = 1, y = 1"

static const special table[] = {
    {"0", "constraint c: (x^2 + a^2)*y' = z'*a\ninit x = 1"},
    {"0", "constraint c: x' = a*y'^2" MOVING},
    {"0", "constraint c: x' = a*y'^2 + y*z'" MOVING},
    {"0", "constraint c: x'*(y' - a) = a" MOVING},
    {"0", "constraint c: a*x'*y' = z'" MOVING},
    {"0", "constraint c: a*sin(x') = y'" MOVING},
    {"0", "constraint c: (2 + sin(x))*y' = a*t" MOVING},
    {"0", "constraint c: y'*z' = a" MOVING},
    {"0", "constraint c: x*y' = y*z' + a*t" MOVING},
    {"0", "constraint c: x'*x = a\nconstraint d: x*y' = a" MOVING},
    {"0", "constraint c: x'^2 = z*y'^2 + a\nconstraint d: z'^2 = (1 - a)*(2 + sin(x))*y'^2 + a" MOVING},
    {"0", "constraint c: z'*z' = a + x'^2\nconstraint d: (x*y + 1)*y' + a*x^2*x' + z' = a*t" MOVING},
    {"1", "constraint c: ((1 - a)*z*y + 1)*z' = x*x' + 1 - a" MOVING},
    {"1", "constraint c: (1 - a)*sin(x)*z' + x*x' = 1 - a" MOVING},
    {"1", "constraint c: x'^2 = a*y'^2" MOVING},
    {"1", "constraint c: (a - 1)*t*z' + x*x' = y'*(2 - a)" MOVING},
    {"-1", "constraint c: (a + 1)*y'*z' + x' = y*z'" MOVING},
    {"-1", "constraint c: x'*z' = 1 + a\nconstraint d: x'*y' = a^2 - 1" MOVING},
};

/* ---- two texts ---- */

static nh_check *check_of(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_model *model;
    nh_check *check;
    def.name = "test.nh";
    if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK) fail_msg("not read: %s", text);
    const nh_check_def how = nh_default_check();
    assert_int_equal(nh_check_make(model, &how, &check), NH_OK);
    return check;
}

/* The text with (value) for a. */
static void add_valued(nh_text *text, const special *x) {
    for (const char *at = x->rows; *at; at++) {
        bool is_word = (at > x->rows && isalpha((unsigned char)at[-1])) || isalpha((unsigned char)at[1]);
        if (*at == 'a' && !is_word) nh_text_format(text, "(%s)", x->value);
        else nh_text_add_bytes(text, at, 1);
    }
}

/* ---- comparison ---- */

static void compare(const char *rows, const char *what, nh_fact with, nh_fact number) {
    if (with.truth != number.truth)
        fail_msg("%s: %s is %d with a parameter, %d with a number", rows, what, with.truth, number.truth);
}

static size_t places_of(const nh_check *check, nh_condition_kind kind) {
    size_t found = 0;
    for (size_t i = 0; i < nh_check_get_info(check).conditions; i++) {
        nh_check_condition place;
        assert_int_equal(nh_check_get_condition(check, i, &place), NH_OK);
        found += place.kind == kind && !place.other_values;
    }
    return found;
}

static void compare_places(const char *rows, const nh_check *with, const nh_check *number) {
    nh_check_info a = nh_check_get_info(with), b = nh_check_get_info(number);
    for (int k = 0; k < NH_CONDITION_KINDS; k++) {
        size_t found = places_of(with, (nh_condition_kind)k), wanted = places_of(number, (nh_condition_kind)k);
        bool is_known = a.conditions_complete[k] != NH_EVIDENCE_NONE;
        bool is_same = k != NH_CONDITION_CHOICE; /* other velocities may be independent */
        if (is_same && found != wanted)
            fail_msg("%s: %zu places of kind %d, %zu with a number", rows, found, k, wanted);
        if (is_known != (b.conditions_complete[k] != NH_EVIDENCE_NONE))
            fail_msg("%s: kind %d is %d", rows, k, is_known);
    }
    if (a.components != b.components) fail_msg("%s: %zu components, %zu", rows, a.components, b.components);
}

static void compare_rows(const char *rows, const nh_check *with, const nh_check *number) {
    assert_int_equal(nh_check_row_count(with), nh_check_row_count(number));
    for (size_t i = 0; i < nh_check_row_count(with); i++) {
        nh_check_row a, b;
        assert_int_equal(nh_check_get_row(with, i, &a), NH_OK);
        assert_int_equal(nh_check_get_row(number, i, &b), NH_OK);
        compare(rows, "a row homogeneous", a.homogeneous, b.homogeneous);
        compare(rows, "a row dependent on time", a.rheonomic, b.rheonomic);
        compare(rows, "a row redundant", a.redundant, b.redundant);
        compare(rows, "a row integrable", a.integrable, b.integrable);
        bool is_null = a.factor != NULL && strcmp(a.factor, "0") == 0;
        if (is_null) fail_msg("%s: the factor 0", rows);
        if ((a.integral == NULL) != (b.integral == NULL)) fail_msg("%s: an integral", rows);
    }
}

static void compare_all(const char *rows, const nh_check *with, const nh_check *number) {
    nh_check_info a = nh_check_get_info(with), b = nh_check_get_info(number);
    assert_int_equal(a.m.value, b.m.value);
    compare(rows, "homogeneous", a.homogeneous, b.homogeneous);
    compare(rows, "alpha-bar = alpha", a.alpha_bar_equals_alpha, b.alpha_bar_equals_alpha);
    compare(rows, "the energy conserved", a.energy_conserved, b.energy_conserved);
    compare(rows, "Chaplygin", a.chaplygin, b.chaplygin);
    compare(rows, "regular", a.regular, b.regular);
    compare(rows, "regular everywhere", a.regular_everywhere, b.regular_everywhere);
    compare(rows, "regular without rows", a.regular_free_everywhere, b.regular_free_everywhere);
    compare(rows, "commutation", a.commutation, b.commutation);
    if (a.integrals_found != b.integrals_found) fail_msg("%s: functions that are constant", rows);
    for (size_t i = 0; i < a.integrals_found; i++) {
        nh_check_integral integral;
        assert_int_equal(nh_check_get_integral(with, i, &integral), NH_OK);
        if (integral.combination != NULL && strcmp(integral.combination, "0") == 0) fail_msg("%s: the rate 0", rows);
    }
    compare_rows(rows, with, number);
    compare_places(rows, with, number);
}

static void test_values(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_context *context = test_context();
        nh_arena *arena = nh_arena_create(context);
        const special *x = &table[i];
        nh_text with = nh_text_begin(arena), number = nh_text_begin(arena);
        static const char start[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + 2*z'^2)/2\n";
        nh_text_format(&with, "param a = %s\n%s%s", x->value, start, x->rows);
        nh_text_add(&number, start);
        add_valued(&number, x);
        compare_all(x->rows, check_of(context, nh_text_string(&with)), check_of(context, nh_text_string(&number)));
        nh_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
