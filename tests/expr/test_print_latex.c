/* LaTeX and JSON: the showcase, names, and that brackets of all kinds come in pairs in what random expressions give. */
#include "expr/print/print.h"

#include <string.h>

#include "support.h"

#include "printing.h"
#include "showcase.h"

static nh_expr must_read(vocabulary *v, const char *text) {
    nh_expr e = NH_EXPR_UNDEFINED;
    assert_true(vocabulary_read(v, text, &e));
    return e;
}

PROTECTED_TEST(the_showcase) {
    vocabulary v = vocabulary_make(context);
    for (int i = 0; i < SHOWCASE_COUNT; i++)
        assert_string_equal(vocabulary_latex(&v, must_read(&v, showcase[i].input)), showcase[i].latex);
}

PROTECTED_TEST(names) {
    static const char *const cases[][2] = {
        {"x", "x"},
        {"theta1", "\\theta_1"},
        {"theta", "\\theta"},
        {"\xCE\xB8", "\\theta"},
        {"\xCE\xB8_2", "\\theta_2"},
        {"phi", "\\phi"},
        {"\xCF\x86", "\\varphi"},
        {"Omega", "\\Omega"},
        {"Alpha", "\\mathrm{A}"},
        {"x_Q", "x_Q"},
        {"m[3]", "m_3"},
        {"m[12]", "m_{12}"},
        {"x[-1]", "x_{-1}"},
        {"u[2][3]", "u_{2,3}"},
        {"u[2,3]", "u_{2,3}"},
        {"m12", "m_{12}"},
        {"x1_Q", "x_{1,Q}"},
        {"x_Q1", "x_{Q1}"},
        {"x_theta", "x_{\\theta}"},
        {"x_theta1", "x_{\\theta_{1}}"},
        {"v_max", "v_{\\mathrm{max}}"},
        {"mass", "\\mathrm{mass}"},
        {"mass2", "\\mathrm{mass}_2"},
        {"lambda.roll", "\\lambda_{\\mathrm{roll}}"},
        {"lambda.perp[3].x", "\\lambda_{\\mathrm{perp},3,x}"},
        {"(B.R*[0, 1, 0]).z", "\\left(B_R e_2\\right)_z"},
        {"(B[2].R*[1, 0, 0]).x", "\\left(B_{2,R} e_1\\right)_x"},
        {"x_", "x_{\\_}"},
        {"_", "\\mathrm{}_{\\_}"},
        {"_x", "\\mathrm{}_x"},
        {"", "\\mathrm{}"},
        {"\xD0\xB6", "\\text{\xD0\xB6}"}, /* formulas have no such letters, text in them has */
        {"\xD0\xB6\xD0\xB7", "\\text{\xD0\xB6\xD0\xB7}"},
        {"gr\xC3\xB6\xC3\x9F"
         "e1",
         "\\text{gr\xC3\xB6\xC3\x9F"
         "e}_1"},
        {"a%b#{}\\^~", "\\mathrm{a\\%b\\#\\{\\}\\backslash \\^{}\\~{}}"},
    };
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_text text = nh_text_begin(arena);
        nh_print_name_latex(&text, cases[i][0], strlen(cases[i][0]));
        assert_string_equal(nh_text_string(&text), cases[i][1]);
    }
}

/* ---- pairs ---- */

static size_t occurrences(const char *text, const char *word) {
    size_t count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) count++;
    return count;
}

/* After the argument of a command or of ^: a group in braces, or one character. */
static const char *skip_argument(const char *c) {
    if (*c != '{') return c + 1;
    for (long depth = 0; *c != '\0'; c++) {
        depth += (*c == '{') - (*c == '}');
        if (depth == 0) return c + 1;
    }
    return c;
}

/* Braces match, \left and \right too, and no exponent follows an exponent. */
static bool is_latex(const char *text) {
    long depth = 0;
    for (const char *c = text; *c != '\0'; c++) {
        depth += (*c == '{') - (*c == '}');
        if (depth < 0 || (*c == '^' && *skip_argument(c + 1) == '^')) return false;
    }
    return depth == 0 && occurrences(text, "\\left") == occurrences(text, "\\right") &&
           occurrences(text, "\\begin{cases}") == occurrences(text, "\\end{cases}");
}

/* ---- JSON ---- */

/* A checker with a stack of its own: returns the place after the value, or NULL. */
static const char *skip_string(const char *c) {
    if (*c++ != '"') return NULL;
    for (; *c != '"'; c++) {
        if ((unsigned char)*c < 0x20) return NULL;
        if (*c == '\\' && *++c == 'u') {
            if (strspn(c + 1, "0123456789abcdef") < 4) return NULL;
            c += 4;
        }
    }
    return c + 1;
}

static const char *skip_blanks(const char *c) {
    return c + strspn(c, " ");
}

/* A key and its colon, at the start of an object or after a comma in it. */
static const char *skip_key(const char *c) {
    c = skip_string(skip_blanks(c));
    return c != NULL && *c == ':' ? skip_blanks(c + 1) : NULL;
}

/* What follows a complete value: closing brackets, then a comma; *c is behind it. False at the
 * end or when it is wrong. */
static bool go_on(const char **c, nh_text *open) {
    while (open->length > 0 && **c == open->bytes[open->length - 1]) open->length--, ++*c;
    if (open->length == 0 || **c != ',') return false;
    *c = skip_blanks(*c + 1);
    if (open->bytes[open->length - 1] == '}') *c = skip_key(*c);
    return *c != NULL;
}

static bool is_json(nh_arena *arena, const char *c) {
    nh_text open = nh_text_begin(arena); /* the brackets that are due */
    for (;;) {
        if (*c == '{' || *c == '[') {
            nh_text_add_char(&open, *c == '{' ? '}' : ']');
            c = *c == '{' ? skip_key(c + 1) : skip_blanks(c + 1);
            if (c == NULL) return false;
            continue;
        }
        c = *c == '"' ? skip_string(c) : strspn(c, "0123456789") > 0 ? c + strspn(c, "0123456789") : NULL;
        if (c == NULL) return false;
        if (!go_on(&c, &open)) return c != NULL && open.length == 0 && *c == '\0';
    }
}

PROTECTED_TEST(json_of_each_kind) {
    static const char *const cases[][2] = {
        {"-1/3", "\"-1/3\""},
        {"pi", "{\"constant\": \"pi\"}"},
        {"0/0", "{\"constant\": \"undefined\"}"},
        {"x''", "{\"symbol\": \"x\", \"order\": 2}"},
        {"2*x", "{\"op\": \"*\", \"args\": [\"2\", {\"symbol\": \"x\"}]}"},
        {"1 + x - y",
         "{\"op\": \"+\", \"args\": [{\"symbol\": \"x\"}, {\"op\": \"*\", \"args\": [\"-1\", {\"symbol\": \"y\"}]}, "
         "\"1\"]}"},
        {"x^2", "{\"op\": \"^\", \"args\": [{\"symbol\": \"x\"}, \"2\"]}"},
        {"3*x/y", "{\"op\": \"*\", \"args\": [\"3\", {\"symbol\": \"x\"}, {\"op\": \"^\", \"args\": [{\"symbol\": "
                  "\"y\"}, \"-1\"]}]}"},
        {"a^x", "{\"op\": \"^\", \"args\": [{\"symbol\": \"a\"}, {\"symbol\": \"x\"}]}"},
        {"if(x < 0, 1, 2)", "{\"op\": \"if\", \"args\": [{\"symbol\": \"x\"}, \"1\", \"2\"]}"},
        {"max(y, x)", "{\"op\": \"max\", \"args\": [{\"symbol\": \"x\"}, {\"symbol\": \"y\"}]}"},
        {"f(x)", "{\"call\": \"f\", \"args\": [{\"symbol\": \"x\"}]}"},
        {"diff(G(x, y), y)", "{\"call\": \"G\", \"by\": [0, 1], \"args\": [{\"symbol\": \"x\"}, {\"symbol\": \"y\"}]}"},
        {"diff(F1, theta)", "{\"op\": \"diff\", \"args\": [{\"symbol\": \"F1\"}, {\"symbol\": \"theta\"}]}"},
        {"u[2,3]", "{\"symbol\": \"u[2][3]\"}"},
    };
    vocabulary v = vocabulary_make(context);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(vocabulary_json(&v, must_read(&v, cases[i][0])), cases[i][1]);
    nh_expr odd = nh_expr_symbol_text(v.pool, NH_ROLE_PARAMETER, "a\"b\\c\n\xCE\xB8");
    assert_string_equal(vocabulary_json(&v, odd), "{\"symbol\": \"a\\\"b\\\\c\\u000a\xCE\xB8\"}");
    assert_true(is_json(v.arena, vocabulary_json(&v, odd)));
    assert_false(is_json(v.arena, "{\"a\": [1, 2}") || is_json(v.arena, "[1,, 2]") || is_json(v.arena, "{1}"));
}

PROTECTED_TEST(random_expressions) {
    assert_false(is_latex("{x^2}^{3}^4") || is_latex("{x") || is_latex("\\left(x)"));
    int rounds = test_count(15);
    for (int round = 0; round < rounds; round++) {
        vocabulary v = vocabulary_make(context);
        random_exprs g = printing_generator(&v, 100 + (uint64_t)round);
        for (int i = 0; i < 200; i++) {
            nh_expr e = random_expr(&g, 1 + random_below(&g, 40));
            const char *latex = vocabulary_latex(&v, e), *json = vocabulary_json(&v, e);
            if (!is_latex(latex) || !is_json(v.arena, json)) print_error("%s\n%s\n", latex, json);
            assert_true(is_latex(latex));
            assert_true(is_json(v.arena, json));
        }
        nh_pool_destroy(v.pool);
        nh_arena_destroy(v.arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_showcase),
        cmocka_unit_test(names),
        cmocka_unit_test(json_of_each_kind),
        cmocka_unit_test(random_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
