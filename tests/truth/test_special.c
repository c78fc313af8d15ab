/* Special values of the parameters: what is found is so with the number in the text, and where nothing else is said to
 * change an answer, nothing does. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nonholo/check.h>

#include "base/text/text.h"
#include "support.h"

#define NUMBERS NH_TEST_SOURCE "/oracle/special.txt"

enum { RANDOM_SYSTEMS = 8, LEAST_FOUND = 6, MOST_VALUES = 12 };
#define ZERO 1e-40 /* what is less is 0 in 50 digits */

static nh_check *check_of(nh_context *context, const char *text, bool with_special) {
    nh_check_def def = nh_default_check();
    nh_check *check;
    def.with_special = with_special;
    def.without_places = true;
    assert_int_equal(nh_check_make(test_read_model(context, text), &def, &check), NH_OK);
    return check;
}

/* The answer of a check; of a number whether it is `count`. */
static nh_truth answer_of(const nh_check *check, const nh_check_special *s, size_t count) {
    nh_check_info info = nh_check_get_info(check);
    nh_check_row row = {0};
    for (size_t i = 0; s->row != NULL && i < nh_check_row_count(check); i++) {
        assert_int_equal(nh_check_get_row(check, i, &row), NH_OK);
        if (strcmp(row.name, s->row) == 0) break;
    }
    const struct {
        const char *answer;
        nh_truth truth;
    } answers[] = {{"homogeneous", row.homogeneous.truth},
                   {"rheonomic", row.rheonomic.truth},
                   {"integrable", row.integrable.truth},
                   {"integrable_together", info.commutation.truth},
                   {"energy_conserved", info.energy_conserved.truth},
                   {"alpha_bar_equals_alpha", info.alpha_bar_equals_alpha.truth},
                   {"chaplygin", info.chaplygin.truth},
                   {"regular", info.regular.truth},
                   {"regular_free", info.regular_free.truth},
                   {"m", info.m.value == count ? NH_YES : NH_NO},
                   {"integrals", info.integrals.value == count ? NH_YES : NH_NO}};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].answer, s->answer) == 0) return answers[i].truth;
    fail_msg("no such answer: %s", s->answer);
    return NH_UNKNOWN;
}

/* ---- numbers in the text ---- */

/* The text with (value) for every word `name`, and without the line that gives it a value. */
static const char *put_number(nh_arena *arena, const char *text, const char *name, const char *value) {
    nh_text result = nh_text_begin(arena);
    size_t length = strlen(name);
    for (const char *at = text; *at != '\0'; at++) {
        bool is_word = strncmp(at, name, length) == 0 && !isalnum((unsigned char)at[length]) &&
                       (at == text || !isalnum((unsigned char)at[-1]));
        bool is_param = (at == text || at[-1] == '\n') && strncmp(at, "param ", 6) == 0 &&
                        strncmp(at + 6, name, length) == 0 && at[6 + length] == ' ';
        if (is_param) at = strchr(at, '\n');
        else if (is_word) nh_text_format(&result, "(%s)", value);
        if (is_word) at += length - 1;
        if (!is_param && !is_word) nh_text_add_bytes(&result, at, 1);
    }
    return nh_text_string(&result);
}

/* "a = 1 and b = a": one after the other. */
static const char *put_numbers(nh_arena *arena, const char *text, const char *where) {
    char copy[200], *next = copy;
    snprintf(copy, sizeof copy, "%s", where);
    while (next != NULL) {
        char *now = next;
        next = strstr(now, " and ");
        if (next != NULL) *next = '\0';
        if (next != NULL) next += 5;
        char *value = strstr(now, " = ");
        assert_non_null(value);
        *value = '\0';
        text = put_number(arena, text, now, value + 3);
    }
    return text;
}

static void expect_answer(nh_context *context, const char *text, const nh_check_special *s, bool is_here) {
    nh_check *check = check_of(context, text, false);
    nh_count count = is_here ? s->count_here : s->count_generic;
    nh_fact fact = is_here ? s->here : s->generic;
    bool is_count = s->count_here.by != NH_EVIDENCE_NONE;
    nh_truth truth = answer_of(check, s, count.value), wanted = is_count ? NH_YES : fact.truth;
    if (truth != wanted && truth != NH_UNKNOWN)
        fail_msg("%s\n%s %s: %d, expected %d (%s)", text, s->answer, s->row != NULL ? s->row : "", truth, wanted,
                 s->where != NULL ? s->where : "for all values");
    nh_check_destroy(check);
}

/* Whether a value of one parameter is listed for the answer. */
static bool is_listed(const nh_check *check, const nh_check_special *s, const char *name, const char *value) {
    char words[40];
    nh_check_special other;
    snprintf(words, sizeof words, "%s = %s", name, value);
    for (size_t i = 0; nh_check_get_special(check, i, &other) == NH_OK; i++) {
        bool is_same_row = (other.row == NULL) == (s->row == NULL) && (!s->row || strcmp(other.row, s->row) == 0);
        if (is_same_row && strcmp(other.answer, s->answer) == 0 && other.where && strcmp(other.where, words) == 0)
            return true;
    }
    return false;
}

/* Numbers for a that are not listed. */
static void expect_generic(nh_context *context, nh_arena *arena, const char *text, const nh_check *check,
                           const nh_check_special *s) {
    static const char *const values[] = {"0", "1", "-1", "2", "-2", "3/4"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!is_listed(check, s, "a", values[i]))
            expect_answer(context, put_number(arena, text, "a", values[i]), s, false);
}

/* How many special values were found; each is put into the text. */
static size_t expect_all(nh_context *context, nh_arena *arena, const char *text) {
    nh_check *check = check_of(context, text, true);
    nh_check_special s;
    size_t found = 0;
    assert_true(nh_check_get_info(check).is_special_known);
    for (size_t i = 0; i < nh_check_get_info(check).special; i++) {
        assert_int_equal(nh_check_get_special(check, i, &s), NH_OK);
        if (s.where != NULL) expect_answer(context, put_numbers(arena, text, s.where), &s, true);
        if (s.only == NH_EVIDENCE_PROVED) expect_generic(context, arena, text, check, &s);
        found += s.where != NULL;
    }
    nh_check_destroy(check);
    return found;
}

/* ---- a table ---- */

#define START "param a = 5/7\nparam b = -9/4\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"

typedef struct expectation {
    const char *text, *where, *answer, *row; /* where NULL: for all values */
    bool is_only;
} expectation;

static const expectation table[] = {
    {START "constraint c: z' = y*x' + a*x*y'\n", "a = 1", "integrable", "c", true},
    {START "constraint c: z' = y*x' + a*x*y'\n", NULL, "energy_conserved", NULL, true},
    {START "constraint c: z' = y*x'\nforce x: -a*b*x'\n", "a = 0", "energy_conserved", NULL, true},
    {START "constraint c: z' = y*x'\nforce x: -a*b*x'\n", "b = 0", "energy_conserved", NULL, true},
    {START "constraint c: z' = y*x'\nforce x: -(a^2 + b^2)*x'\n", "a = 0 and b = 0", "energy_conserved", NULL, true},
    {START "constraint c: z' = y*x'\nforce x: -(a^2 + 1)*x'\n", NULL, "energy_conserved", NULL, true},
    {START "constraint c: x'^2 + y'^2 + z'^2 = 4\npotential a*z\n", "a = 0", "energy_conserved", NULL, false},
    {START "constraint c: x' = a*y'\nconstraint d: x' = b*y'\n", "b = a", "m", NULL, false},
    {START "constraint c: x' = a*y' + (b - 2)*t\n", "b = 2", "rheonomic", "c", false},
    {START "constraint c: x' = a + y'\n", "a = 0", "alpha_bar_equals_alpha", NULL, true},
    {START "constraint c: x' = (b - a)*z*y' + z'\n", "b = a", "integrable_together", NULL, true},
    {START "constraint c: z' = y*x' + 2*x*y'\npotential a*z\n", "a = 0", "chaplygin", NULL, false},
    {START "constraint c: z' = y*x' + b*x*y'\npotential a*z\n", "b = 0", "chaplygin", NULL, false},
    {START "constraint c: z' = sin(x)*y' + a*cos(y)*x'\n", NULL, "integrable", "c", true},
};

static bool is_expected(const nh_check_special *s, const expectation *x) {
    bool is_same_row = (s->row == NULL) == (x->row == NULL) && (x->row == NULL || strcmp(s->row, x->row) == 0);
    bool is_there = (s->where == NULL) == (x->where == NULL) && (x->where == NULL || strcmp(s->where, x->where) == 0);
    return is_same_row && is_there && strcmp(s->answer, x->answer) == 0;
}

static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_context *context = test_context();
        nh_check *check = check_of(context, table[i].text, true);
        nh_check_special s;
        bool is_found = false;
        for (size_t k = 0; !is_found && nh_check_get_special(check, k, &s) == NH_OK; k++)
            is_found = is_expected(&s, &table[i]);
        if (!is_found) fail_msg("%s: not %s", table[i].text, table[i].where);
        assert_int_equal(s.only == NH_EVIDENCE_PROVED, table[i].is_only);
        nh_check_destroy(check);
        nh_context_destroy(context);
    }
}

/* What is assumed is no special value, and others remain all that there are. */
static void test_assumption(void **state) {
    (void)state;
    static const char text[] = START "constraint c: z' = y*x'\nforce x: -a*b*x'\nassume a > 0\n";
    static const char wide[] = START "constraint c: z' = y*x'\nforce x: -a*b*x'\nassume a > b\n";
    nh_context *context = test_context();
    nh_check *check = check_of(context, text, true);
    nh_check_special s;
    for (size_t i = 0; nh_check_get_special(check, i, &s) == NH_OK; i++) {
        if (s.where != NULL) assert_null(strstr(s.where, "a = 0"));
        if (strcmp(s.answer, "energy_conserved") == 0) assert_string_equal(s.where, "b = 0");
        if (strcmp(s.answer, "energy_conserved") == 0) assert_int_equal(s.only, NH_EVIDENCE_PROVED);
    }
    nh_check_destroy(check);
    check = check_of(context, wide, true); /* a = 0 is allowed for b < 0 */
    assert_true(is_listed(check, &(nh_check_special){.answer = "energy_conserved"}, "a", "0"));
    nh_check_destroy(check);
    nh_context_destroy(context);
}

/* An exponent keeps its value, so that nothing is said about all values: for n = 0 the constraint is integrable. */
static void test_exponent(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_check *check = check_of(context, START "param n = 2\nconstraint c: z' = y^n*x' + a*y'\n", true);
    nh_check_special s;
    for (size_t i = 0; nh_check_get_special(check, i, &s) == NH_OK; i++) {
        assert_int_equal(s.only, NH_EVIDENCE_NONE);
        assert_non_null(s.where);
    }
    nh_check_destroy(check);
    nh_context_destroy(context);
}

/* ---- random systems ---- */

static const char *draw(nh_random *random, size_t count, const char *const *list) {
    return list[nh_random_below(random, count)];
}

#define DRAW(random, list) draw(random, sizeof(list) / sizeof *(list), list)

static const char *draw_system(nh_arena *arena, nh_random *random) {
    static const char *const coefficients[] = {"0", "y",       "x",      "(a - 1)", "(b + 2)*x",      "a*y",
                                               "z", "(a-b)*z", "sin(x)", "a*b",     "(b - 1)*cos(x)", "(a + 1)*t"};
    static const char *const free[] = {"0", "0", "0", "a", "(b - 2)*t"};
    static const char *const potentials[] = {"0", "b*x", "(a - 1)*z", "x*y", "a*t*x"};
    static const char *const forces[] = {"0", "-a*x'", "(b + 1)*y'", "b"};
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, START);
    nh_text_format(&text, "potential %s\n", DRAW(random, potentials));
    nh_text_format(&text, "force y: %s\n", DRAW(random, forces));
    nh_text_format(&text, "constraint c: z' = %s*x' + %s*y' + %s\n", DRAW(random, coefficients),
                   DRAW(random, coefficients), DRAW(random, free));
    if (nh_random_below(random, 3) == 0)
        nh_text_format(&text, "constraint d: x' = %s*y'\n", DRAW(random, coefficients));
    return nh_text_string(&text);
}

static void test_random(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 0);
    size_t found = 0;
    int count = test_count(RANDOM_SYSTEMS);
    for (int i = 0; i < count; i++) {
        nh_context *context = test_context();
        nh_arena *arena = nh_arena_create(context);
        found += expect_all(context, arena, draw_system(arena, &random));
        nh_arena_destroy(arena);
        nh_context_destroy(context);
    }
    if (count >= RANDOM_SYSTEMS) assert_true(found >= LEAST_FOUND);
}

/* ---- numbers that were made elsewhere ---- */

typedef struct number {
    char value[20];
    double turn, rate; /* 0 where the constraint is integrable, where the energy is conserved */
} number;

static void expect_numbers(const char *text, size_t count, const number *numbers) {
    nh_context *context = test_context();
    nh_check *check = check_of(context, text, true);
    const nh_check_special integrable = {.answer = "integrable", .row = "c"}, energy = {.answer = "energy_conserved"};
    nh_check_info info = nh_check_get_info(check);
    nh_check_row row;
    assert_int_equal(nh_check_get_row(check, 0, &row), NH_OK);
    for (size_t i = 0; i < count; i++) {
        const number *n = &numbers[i];
        bool is_integrable = (row.integrable.truth == NH_YES) != is_listed(check, &integrable, "a", n->value);
        bool is_conserved = (info.energy_conserved.truth == NH_YES) != is_listed(check, &energy, "a", n->value);
        if (is_integrable != (n->turn < ZERO)) fail_msg("%sa = %s: integrable %d", text, n->value, is_integrable);
        if (is_conserved != (n->rate < ZERO)) fail_msg("%sa = %s: conserved %d", text, n->value, is_conserved);
    }
    nh_check_destroy(check);
    nh_context_destroy(context);
}

static void test_numbers(void **state) {
    (void)state;
    char line[300], text[2000] = "";
    number numbers[MOST_VALUES];
    size_t count = 0, systems = 0;
    FILE *file = fopen(NUMBERS, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' && count > 0) expect_numbers(text, count, numbers);
        if (line[0] == '#') text[count = 0] = '\0';
        systems += line[0] == '#';
        if (line[0] == ':') strncat(text, line + 2, sizeof text - strlen(text) - 1);
        number *n = &numbers[count];
        if (line[0] == '=' && sscanf(line, "= %19s %lf %lf", n->value, &n->turn, &n->rate) == 3) count++;
        assert_true(count < MOST_VALUES);
    }
    expect_numbers(text, count, numbers);
    assert_true(systems > 8);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_assumption),
                                       cmocka_unit_test(test_exponent), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
