/* Edits of given texts: which there are, at which places, in which words; and no text, however odd, breaks them. */
#include "judging.h"

#include "truth/judge/edits.h"

static const char text[] = "param m = 1, k = 2, l[1..2] = 3\ncoord x, y, q[1..3]\nkinetic x'^2 + y'^2 + q[1]'^2\n"
                           "let s = x + y\n";

static nh_model *read_text(nh_context *context) {
    return read_judged(context, &(judge_def){.text = text});
}

static nh_edits edits_of(nh_context *context, const char *equation) {
    return nh_edits_of(read_text(context), nh_arena_create(context), equation, 100000);
}

static const nh_edit *find(const nh_edits *edits, const char *equation) {
    for (size_t i = 0; i < edits->count; i++)
        if (strcmp(edits->items[i].equation, equation) == 0) return &edits->items[i];
    return NULL;
}

/* That the edit is there, with these words. */
static void check_edit(const nh_edits *edits, nh_edit_kind kind, const char *equation, const char *words) {
    const nh_edit *edit = find(edits, equation);
    if (edit == NULL) fail_msg("there is no edit '%s'", equation);
    if (edit->kind != kind) fail_msg("'%s' is of the kind %d", equation, (int)edit->kind);
    if (strcmp(edit->words, words) != 0) fail_msg("'%s' is said to be '%s'", equation, edit->words);
}

static void check_none(const nh_edits *edits, const char *equation) {
    if (find(edits, equation) != NULL) fail_msg("there is an edit '%s'", equation);
}

static size_t count_of(const nh_edits *edits, nh_edit_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < edits->count; i++) count += edits->items[i].kind == kind;
    return count;
}

/* ---- each kind ---- */

PROTECTED_TEST(signs) {
    nh_edits edits = edits_of(context, "x'' = -k*x + m*y");
    check_edit(&edits, NH_EDIT_SIGN, "x'' = k*x + m*y", "with the sign of the first term on the right changed");
    check_edit(&edits, NH_EDIT_SIGN, "x'' = -k*x - m*y", "with the sign of the second term on the right changed");
    check_edit(&edits, NH_EDIT_SIGN, "-x'' = -k*x + m*y", "with the sign of the first term on the left changed");
    assert_int_equal(count_of(&edits, NH_EDIT_SIGN), 3);
}

/* Signs in exponents and after * are not those of terms. */
PROTECTED_TEST(unary_minus) {
    nh_edits edits = edits_of(context, "x^-2 = m*-y");
    check_edit(&edits, NH_EDIT_SIGN, "-x^-2 = m*-y", "with the sign of the first term on the left changed");
    check_edit(&edits, NH_EDIT_SIGN, "x^-2 = -m*-y", "with the sign of the first term on the right changed");
    assert_int_equal(count_of(&edits, NH_EDIT_SIGN), 2);
    check_none(&edits, "x^+2 = m*-y");
}

PROTECTED_TEST(nested_brackets) {
    nh_edits edits = edits_of(context, "m*(x'' - (k + m)*(x + y)) = 0");
    check_edit(&edits, NH_EDIT_SIGN, "m*(x'' + (k + m)*(x + y)) = 0", "with the sign of '(k + m)*(x + y)' changed");
    check_edit(&edits, NH_EDIT_SIGN, "m*(x'' - (k - m)*(x + y)) = 0", "with the sign of 'm' changed");
    check_edit(&edits, NH_EDIT_SIGN, "m*(x'' - (k + m)*(x - y)) = 0", "with the sign of 'y' changed");
    check_edit(&edits, NH_EDIT_LESS, "m*(x'' - (k + m)*(x)) = 0", "without the term y");
    check_edit(&edits, NH_EDIT_FACTOR, "m*(x'' - 2*(k + m)*(x + y)) = 0", "with 2 in front of '(k + m)*(x + y)'");
    check_edit(&edits, NH_EDIT_LESS, "(x'' - (k + m)*(x + y)) = 0", "without the factor m");
    check_edit(&edits, NH_EDIT_LESS, "m*(x'' - (x + y)) = 0", "without the factor (k + m)");
}

PROTECTED_TEST(indices) {
    nh_edits edits = edits_of(context, "q[1]'' = -l[2]*q[2]");
    check_edit(&edits, NH_EDIT_NAME, "q[1]'' = -l[1]*q[2]", "with l[1] in place of l[2]");
    check_edit(&edits, NH_EDIT_NAME, "q[1]'' = -l[2]*q[3]", "with q[3] in place of q[2]");
    check_edit(&edits, NH_EDIT_NAME, "q[3]'' = -l[2]*q[2]", "with q[3] in place of q[1]");
    check_edit(&edits, NH_EDIT_PRIME, "q[1]' = -l[2]*q[2]", "with q[1]' in place of q[1]''");
    check_edit(&edits, NH_EDIT_PRIME, "q[1]'' = -l[2]*q[2]'", "with q[2]' in place of q[2]");
    check_none(&edits, "q[2*1]'' = -l[2]*q[2]"); /* an index is no term */
    check_none(&edits, "q[-1]'' = -l[2]*q[2]");
    edits = edits_of(context, "q[1+1] = 0");
    check_none(&edits, "q[1-1] = 0");
}

PROTECTED_TEST(exponents) {
    nh_edits edits = edits_of(context, "x'^2 = (k + y)/m");
    check_edit(&edits, NH_EDIT_POWER, "x'^3 = (k + y)/m", "with the exponent 3");
    check_edit(&edits, NH_EDIT_POWER, "x'^-1 = (k + y)/m", "with the exponent -1");
    check_edit(&edits, NH_EDIT_POWER, "x'^2 = (k + y)/m^2", "with m^2 in place of m");
    check_edit(&edits, NH_EDIT_POWER, "x'^2 = (k + y)^(1/2)/m", "with the exponent (1/2) on a bracket");
    check_edit(&edits, NH_EDIT_POWER, "x'^2 = (k + y^2)/m", "with y^2 in place of y");
    check_edit(&edits, NH_EDIT_FACTOR, "x'^2 = (k + y)*m", "with '*' in place of '/' before m");
    check_none(&edits, "x'^2^2 = (k + y)/m");
}

PROTECTED_TEST(functions) {
    nh_edits edits = edits_of(context, "x'' = sin(x)*cosh(y)");
    check_edit(&edits, NH_EDIT_NAME, "x'' = cos(x)*cosh(y)", "with cos in place of sin");
    check_edit(&edits, NH_EDIT_NAME, "x'' = sin(x)*sinh(y)", "with sinh in place of cosh");
    check_edit(&edits, NH_EDIT_NAME, "x'' = sin(y)*cosh(y)", "with y in place of x");
    check_none(&edits, "x'' = sin'(x)*cosh(y)");
}

PROTECTED_TEST(other_numbers) {
    nh_edits edits = edits_of(context, "x'' = 2*y + 3");
    check_edit(&edits, NH_EDIT_NAME, "x'' = 4*y + 3", "with 4 in place of 2");
    check_edit(&edits, NH_EDIT_NAME, "x'' = 2*y + 0", "with 0 in place of 3");
    check_none(&edits, "x'' = 0*y + 3"); /* that is a term less */
    check_edit(&edits, NH_EDIT_LESS, "x'' = y + 3", "without the factor 2");
}

PROTECTED_TEST(terms) {
    nh_edits edits = edits_of(context, "x'' = -k*x");
    check_edit(&edits, NH_EDIT_TERM, "x'' = -k*x + k*y", "with + k*y on the right");
    check_edit(&edits, NH_EDIT_TERM, "x'' = -k*x - m*x", "with - m*x on the right");
    check_edit(&edits, NH_EDIT_TERM, "x'' + y'' = -k*x", "with + y'' on the left");
    check_edit(&edits, NH_EDIT_LESS, "x'' = 0", "without the term k*x");
    check_edit(&edits, NH_EDIT_LESS, "0 = -k*x", "without the term x''");
}

/* ---- all of them ---- */

static const char *const samples[] = {
    "x'' = -k*x",
    "m*x'' + k*(x - l[1])/(1 + y^2)^2 = sin(x)*cos(y) - 3",
    "[x', y'] = s*[cos(x), sin(y)]",
    "diff(m*x'^2, x')' = -2*k*x",
    "-(-x) = --x",
    "|x'| + |y| = sqrt(x^2)",
    "sum(i=1..3, q[i]'^2) = 1",
    "x''=2",
};

/* Every edit is another text, has words, and the likely ones come first. */
PROTECTED_TEST(all_differ) {
    nh_model *model = read_text(context);
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
        nh_edits edits = nh_edits_of(model, nh_arena_create(context), samples[k], 100000);
        assert_true(edits.count > 20);
        for (size_t i = 0; i < edits.count; i++) {
            if (strcmp(edits.items[i].equation, samples[k]) == 0)
                fail_msg("'%s' is no edit: %s", samples[k], edits.items[i].words);
            assert_true(strlen(edits.items[i].words) > 5);
        }
        assert_int_equal(edits.items[0].kind, NH_EDIT_SIGN);
        assert_int_equal(edits.items[edits.count - 1].kind, NH_EDIT_TERM);
    }
}

/* What is requested at most is what there is without a limit, cut off. */
PROTECTED_TEST(at_most) {
    nh_model *model = read_text(context);
    nh_edits all = edits_of(context, samples[1]);
    static const size_t limits[] = {0, 1, 7, 50, 300};
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        nh_edits some = nh_edits_of(model, nh_arena_create(context), samples[1], limits[k]);
        assert_int_equal(some.count, limits[k] < all.count ? limits[k] : all.count);
        for (size_t i = 0; i < some.count; i++) assert_string_equal(some.items[i].equation, all.items[i].equation);
    }
}

/* ---- odd texts ---- */

/* Each edit is the text with one place changed: they begin and end alike. */
static void check_place(const char *equation, const nh_edit *edit) {
    size_t length = strlen(equation), other = strlen(edit->equation), front = 0, back = 0;
    while (front < length && equation[front] == edit->equation[front]) front++;
    while (back < length - front && back < other && equation[length - 1 - back] == edit->equation[other - 1 - back])
        back++;
    assert_true(front + back <= length && other <= length + 400);
    assert_non_null(edit->words);
}

static void survive(nh_context *context, const nh_model *model, const char *equation) {
    nh_arena *arena = nh_arena_create(context);
    nh_edits edits = nh_edits_of(model, arena, equation, 3000);
    for (size_t i = 0; i < edits.count; i++) check_place(equation, &edits.items[i]);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(odd_texts) {
    static const char *const odd[] = {
        "",
        " ",
        "=",
        "==",
        "x",
        "x =",
        "= x",
        "(",
        ")",
        "((x = y",
        "x)) = y",
        "[x = y",
        "x] = [",
        "q[ = 1",
        "q[1 = 1",
        "q[1]] = 1",
        "q[",
        "x' = '",
        "'''",
        "^",
        "x^ = ^2",
        "x^^2 = 1",
        "-",
        "- -",
        "x - = + y",
        "*",
        "x* = /y",
        ",",
        "x,,y = 1",
        ". = .",
        "x. = .y",
        "lambda.  = 1",
        "sin( = 1",
        "sin()",
        "sin = 1",
        "1..2 = 1",
        "1e = 1e-",
        "|x = 1",
        "|| = |",
        "\"x\" = 1",
        "\"x = 1",
        "# x = 1",
        "x = 1 # y",
        "x = 1; y",
        "\\",
        "@ = x",
        "x = y = q[1]",
        "{x} = 1",
        "for i = 1..2",
        "x = i for i = 1..2",
        "\xce\xb8' = \xce\xb8",
        "x\xe2\x80\xb2 = \xe2\x88\x92y",
        "\xff\xfe = x",
        "\xce = x",
        "x\xcc\x87 = y",
        "x = 1\ny = 2",
        "\n",
        "x =\n\n y",
        "\t x\t=\ty",
        "\r\n",
    };
    nh_model *model = read_text(context);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) survive(context, model, odd[i]);
}

static char *repeated(nh_context *context, const char *part, size_t times) {
    size_t length = strlen(part);
    char *result = NH_NEW_ARRAY(nh_arena_create(context), char, length *times + 1);
    for (size_t i = 0; i < times; i++) memcpy(result + i * length, part, length);
    return result;
}

PROTECTED_TEST(long_texts) {
    static const char *const parts[] = {"(", ")", "[", "]", "x + ", "-", "x*", "'", "q[", "^2", "sin(", "(x + y)*"};
    nh_model *model = read_text(context);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) survive(context, model, repeated(context, parts[i], 500));
}

/* Characters of the language in any order. */
PROTECTED_TEST(random_texts) {
    static const char *const parts[] = {"x",  "y'", "q[1]", "q[",  "]", "(",  ")", "+", "-",    "*",       "/",
                                        "^2", "^",  "=",    "sin", ",", "'",  ".", " ", "1.5",  "..",      "|",
                                        "m",  "\n", "\"",   "#",   "t", "s'", "0", "2", "l[2]", "\xce\xb8"};
    nh_model *model = read_text(context);
    nh_random random = nh_random_of(context, 5);
    for (int i = 0; i < test_count(400); i++) {
        char equation[400] = "";
        for (uint64_t k = nh_random_below(&random, 30); k > 0; k--)
            strcat(equation, parts[nh_random_below(&random, sizeof parts / sizeof *parts)]);
        survive(context, model, equation);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs),         cmocka_unit_test(unary_minus), cmocka_unit_test(nested_brackets),
        cmocka_unit_test(indices),       cmocka_unit_test(exponents),   cmocka_unit_test(functions),
        cmocka_unit_test(other_numbers), cmocka_unit_test(terms),       cmocka_unit_test(all_differ),
        cmocka_unit_test(at_most),       cmocka_unit_test(odd_texts),   cmocka_unit_test(long_texts),
        cmocka_unit_test(random_texts),
    };
    return cmocka_run_group_tests_name("truth.edits", tests, NULL, NULL);
}
