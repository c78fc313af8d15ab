/* Reading: pairs of texts that mean the same, random texts against the expression that was built along with them,
 * messages with their places, and texts of great depth. */
#include "expr/read/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "expr/calculus/calculus.h"
#include "vocabulary.h"

/* ---- meaning ---- */

static nh_expr must_read(vocabulary *v, const char *text) {
    nh_expr e = NH_EXPR_UNDEFINED;
    bool good = vocabulary_read(v, text, &e);
    if (!good) print_error("'%s': %s\n", text, test_last_code(nh_pool_context(v->pool)));
    assert_true(good);
    return e;
}

/* Precedence, spelled out by constructors. */
PROTECTED_TEST(operators) {
    vocabulary v = vocabulary_make(context);
    nh_pool *pool = v.pool;
    nh_expr x = must_read(&v, "x"), y = must_read(&v, "y"), z = must_read(&v, "z"), two = nh_expr_int(pool, 2);
    assert_int_equal(x, nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x"));
    assert_int_equal(must_read(&v, "0.125"), nh_expr_fraction(pool, 1, 8));
    assert_int_equal(must_read(&v, "x + y*z"), nh_expr_add(pool, x, nh_expr_mul(pool, y, z)));
    assert_int_equal(must_read(&v, "x - y - z"), nh_expr_sub(pool, nh_expr_sub(pool, x, y), z));
    assert_int_equal(must_read(&v, "x/y/z"), nh_expr_div(pool, nh_expr_div(pool, x, y), z));
    assert_int_equal(must_read(&v, "x/y*z"), nh_expr_mul(pool, nh_expr_div(pool, x, y), z));
    assert_int_equal(must_read(&v, "-x^2"), nh_expr_neg(pool, nh_expr_pow_int(pool, x, 2)));
    assert_int_equal(must_read(&v, "x'^2"), nh_expr_pow_int(pool, nh_expr_dot(pool, x), 2));
    assert_int_equal(must_read(&v, "x^y^z"), nh_expr_pow(pool, x, nh_expr_pow(pool, y, z)));
    assert_int_equal(must_read(&v, "x^-y^2"), nh_expr_pow(pool, x, nh_expr_neg(pool, nh_expr_pow_int(pool, y, 2))));
    assert_int_equal(must_read(&v, "x^-2*y"), nh_expr_mul(pool, nh_expr_pow_int(pool, x, -2), y));
    assert_int_equal(must_read(&v, "2^-x - y"), nh_expr_sub(pool, nh_expr_pow(pool, two, nh_expr_neg(pool, x)), y));
    assert_int_equal(must_read(&v, "x*-y + --z"), nh_expr_sub(pool, z, nh_expr_mul(pool, x, y)));
    assert_int_equal(must_read(&v, "|x|"), nh_expr_apply1(pool, NH_EXPR_ABS, x));
    assert_int_equal(must_read(&v, "if(x < y, z, 2)"), nh_expr_if(pool, nh_expr_sub(pool, x, y), z, two));
    assert_int_equal(must_read(&v, "1/0"), NH_EXPR_UNDEFINED);
}

/* Texts that mean the same. */
static const char *const same[][2] = {
    {"x+y", " ( x\n + # a comment\n y ) "},
    {"x'", "x\xE2\x80\xB2"},
    {"-x", "\xE2\x88\x92x"},
    {"x''", "(x')'"},
    {"(x*y)'", "x'*y + x*y'"},
    {"x^+2", "x*x"},
    {"u[2,3]", "u[2][3]"},
    {"u[1+1, 4-1]", "u[2][3]"},
    {"x[-1]", "x[2-3]"},
    {"x [ 3 ]'", "x[3]'"},
    {"m[3]'", "0"},
    {"t'", "1"},
    {"2*3^2", "18"},
    {"sqrt(x)", "x^(1/2)"},
    {"cbrt(x)", "x^(1/3)"},
    {"root(x, 5)", "x^(1/5)"},
    {"root(x, 1)", "x"},
    {"sqrt(x^2)", "abs(x)"},
    {"||x| - y|", "abs(abs(x) - y)"},
    {"|x|*|y|", "abs(x*y)"},
    {"|x + |y||", "abs(x + abs(y))"},
    {"|x|'", "sign(x)*x'"},
    {"|x|^2", "x^2"},
    {"min(x, y, 3, 1)", "min(1, y, x)"},
    {"max(x)", "x"},
    {"if(x > y, 1, 2)", "if(y < x, 1, 2)"},
    {"if(x <= y, 1, 2)", "if(y < x, 2, 1)"},
    {"if(x >= y, 1, 2)", "if(x < y, 2, 1)"},
    {"if(|x| < |y|, x, y)", "if(abs(x) - abs(y) < 0, x, y)"},
    {"pi", "acos(-1)"},
    {"atan2(y, x) + mod(x, 2)", "mod(x, 4/2) + atan2(y, x)"},
    {"C'(t)", "C(t)'"},
    {"C''(t)", "C(t)''"},
    {"f(x)'", "f'(x)*x'"},
    {"f'(x*y)", "diff(f, 1)(x*y)"},
    {"diff(G(x, y), x)", "diff(G, 1)(x, y)"},
    {"diff(G(x, y), x, y, y)", "diff(G, 1, 2, 2)(x, y)"},
    {"diff(diff(G(x, y), y), x)", "diff(G(x, y), x, y)"},
    {"diff(G, 2)(x + y, x)", "diff(G, 2)(y + x, x)"},
    {"diff(h[2], 3)(x, y, z)", "diff(h[2](x, y, z), z)"},
    {"diff(x^2*y, x)", "2*x*y"},
    {"diff(x'^2*y, x')", "2*x'*y"},
    {"diff(m*x, m) + diff(t^2, t)", "x + 2*t"},
    {"diff(F1, phi')", "diff(F1, phi')"},
    {"F1'", "diff(F1, x)*x' + diff(F1, y)*y' + diff(F1, theta)*theta' + diff(F1, phi')*phi'' + diff(F1, t)"},
    {"lambda.roll + mu.perp[3].x", "mu . perp [3] . x + lambda.roll"},
    {"(C(t))'^2", "C'(t)*C(t)'"},
    {"eta1'", "eta1'"},
};

PROTECTED_TEST(equal_texts) {
    vocabulary v = vocabulary_make(context);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        nh_expr a = must_read(&v, same[i][0]), b = must_read(&v, same[i][1]);
        if (a != b) print_error("'%s' and '%s'\n", same[i][0], same[i][1]);
        assert_int_equal(a, b);
    }
    assert_int_equal(must_read(&v, "diff(F1, theta)"),
                     nh_expr_diff(v.pool, must_read(&v, "F1"), must_read(&v, "theta")));
    assert_int_equal(must_read(&v, "lambda1''"), nh_expr_dot(v.pool, nh_expr_dot(v.pool, must_read(&v, "lambda1"))));
}

/* ---- random texts ---- */

typedef struct builder {
    vocabulary *v;
    nh_random random;
    nh_text text;
} builder;

static uint32_t draw(builder *b, uint32_t bound) {
    return (uint32_t)nh_random_below(&b->random, bound);
}

static void say(builder *b, const char *piece) {
    static const char *const blanks[] = {"", "", "", "", "", " ", "\t", "\n", " # x ' (\n"};
    nh_text_add(&b->text, piece);
    nh_text_add(&b->text, blanks[draw(b, sizeof blanks / sizeof *blanks)]);
}

static nh_expr build_sum(builder *b, int depth);

static nh_expr build_leaf(builder *b) {
    static const char *const words[] = {"x",           "y",    "theta", "m", "x[2]", "u[2,3]",
                                        "lambda.roll", "eta1", "pi",    "t", "7",    "0.25"};
    const char *word = words[draw(b, sizeof words / sizeof *words)];
    nh_expr e = must_read(b->v, word);
    say(b, word);
    nh_expr_kind kind = nh_expr_kind_of(b->v->pool, e);
    nh_role role = kind == NH_EXPR_SYMBOL ? nh_expr_symbol_of(b->v->pool, e)->role : NH_ROLE_PARAMETER;
    if (role == NH_ROLE_COORDINATE && draw(b, 3) == 0) {
        say(b, "'");
        e = nh_expr_dot(b->v->pool, e);
    }
    return e;
}

static nh_expr build_call(builder *b, int depth) {
    static const char *const unary[] = {"sin", "cos", "tan", "exp", "log", "abs", "sign", "atan", "sqrt", "cbrt"};
    uint32_t which = draw(b, 10);
    say(b, unary[which]);
    say(b, "(");
    nh_expr argument = build_sum(b, depth - 1);
    say(b, ")");
    if (which == 8) return nh_expr_sqrt(b->v->pool, argument);
    if (which == 9) return nh_expr_root(b->v->pool, argument, 3);
    return nh_expr_apply1(b->v->pool, nh_expr_function_kind(unary[which], strlen(unary[which])), argument);
}

static nh_expr build_if(builder *b, int depth) {
    static const char *const relations[] = {"<", ">", "<=", ">="};
    nh_pool *pool = b->v->pool;
    nh_expr e[4];
    uint32_t relation = draw(b, 4);
    const char *const behind[] = {relations[relation], ",", ",", ")"};
    say(b, "if");
    say(b, "(");
    for (int i = 0; i < 4; i++) {
        e[i] = build_sum(b, depth - 1);
        say(b, behind[i]);
    }
    if (relation == 0) return nh_expr_if(pool, nh_expr_sub(pool, e[0], e[1]), e[2], e[3]);
    if (relation == 1) return nh_expr_if(pool, nh_expr_sub(pool, e[1], e[0]), e[2], e[3]);
    if (relation == 2) return nh_expr_if(pool, nh_expr_sub(pool, e[1], e[0]), e[3], e[2]);
    return nh_expr_if(pool, nh_expr_sub(pool, e[0], e[1]), e[3], e[2]);
}

static nh_expr build_primary(builder *b, int depth) {
    uint32_t choice = depth <= 0 ? 0 : draw(b, 8);
    nh_expr e;
    switch (choice) {
        case 4:
        case 5: return build_call(b, depth);
        case 6:
            say(b, "(");
            e = build_sum(b, depth - 1);
            say(b, ")");
            return e;
        case 7:
            if (draw(b, 2) == 0) return build_if(b, depth);
            say(b, "|");
            e = nh_expr_apply1(b->v->pool, NH_EXPR_ABS, build_sum(b, depth - 1));
            say(b, "|");
            return e;
        default: return build_leaf(b);
    }
}

/* Exponents are small numbers or have symbols: towers of numbers grow beyond all limits. */
static nh_expr build_power(builder *b, int depth) {
    nh_expr base = build_primary(b, depth);
    if (draw(b, 4) != 0) return base;
    say(b, "^");
    bool negative = draw(b, 3) == 0;
    if (negative) say(b, "-");
    int64_t number = 1 + draw(b, 3);
    bool is_number = draw(b, 2) == 0 || nh_expr_is_number(b->v->pool, base);
    nh_expr exponent;
    if (is_number) {
        char digits[2] = {(char)('0' + number), '\0'};
        say(b, digits);
        exponent = nh_expr_int(b->v->pool, number);
    } else {
        say(b, "theta");
        exponent = must_read(b->v, "theta");
    }
    return nh_expr_pow(b->v->pool, base, negative ? nh_expr_neg(b->v->pool, exponent) : exponent);
}

static nh_expr build_signed(builder *b, int depth) {
    if (draw(b, 5) != 0) return build_power(b, depth);
    say(b, "-");
    return nh_expr_neg(b->v->pool, build_power(b, depth));
}

static nh_expr build_product(builder *b, int depth) {
    nh_expr e = build_signed(b, depth);
    for (uint32_t more = draw(b, 3); more > 0; more--) {
        bool divide = draw(b, 3) == 0;
        say(b, divide ? "/" : "*");
        nh_expr factor = build_signed(b, depth);
        e = divide ? nh_expr_div(b->v->pool, e, factor) : nh_expr_mul(b->v->pool, e, factor);
    }
    return e;
}

static nh_expr build_sum(builder *b, int depth) {
    nh_expr e = build_product(b, depth);
    for (uint32_t more = draw(b, 3); more > 0; more--) {
        bool subtract = draw(b, 2) == 0;
        say(b, subtract ? "-" : "+");
        nh_expr term = build_product(b, depth);
        e = subtract ? nh_expr_sub(b->v->pool, e, term) : nh_expr_add(b->v->pool, e, term);
    }
    return e;
}

PROTECTED_TEST(random_texts) {
    vocabulary v = vocabulary_make(context);
    builder b = {.v = &v, .random = nh_random_make(test_seed(), 1)};
    for (int i = test_count(3000); i > 0; i--) {
        b.text = nh_text_begin(v.arena);
        nh_expr built = build_sum(&b, 3);
        nh_expr read = must_read(&v, nh_text_string(&b.text));
        if (read != built) print_error("%s\n", nh_text_string(&b.text));
        assert_int_equal(read, built);
    }
}

/* ---- messages ---- */

typedef struct complaint {
    const char *text;
    const char *place;    /* "line:column+length" of the first error */
    const char *sentence; /* of the first error */
    const char *hint;     /* or NULL */
    size_t errors;        /* all of them; 0 means 1 */
} complaint;

static const complaint complaints[] = {
    {"", "1:1+0", "expected a number or a name before the end of the text", NULL, 0},
    {"x +", "1:4+0", "expected a number or a name before the end of the text", NULL, 0},
    {"x +\n  * y", "2:3+1", "expected a number or a name before '*'", NULL, 0},
    {"x ** 2", "1:4+1", "expected a number or a name before '*'", "write ^ for a power", 0},
    {"thta", "1:1+4", "unknown name 'thta'", "did you mean 'theta'?", 0},
    {"x + thta*thta + phii", "1:5+4", "unknown name 'thta'", "did you mean 'theta'?", 2},
    {"energy", "1:1+6", "unknown name 'energy'", NULL, 0},
    {"x[4]", "1:1+1", "unknown name 'x[4]'", "did you mean 'x[1]'?", 0},
    {"\xCF\x80", "1:1+1", "unknown name '\xCF\x80'", "write pi", 0},
    {"sinn(x)", "1:1+4", "unknown function 'sinn'", "did you mean 'sin'?", 0},
    {"ln(x)", "1:1+2", "unknown function 'ln'", "the natural logarithm is log(x)", 0},
    {"g2(x) + g2(thta)", "1:1+2", "unknown function 'g2'", NULL, 2},
    {"x^2'", "1:4+1", "this ' applies to the exponent, which is constant", "write (x^2)'", 0},
    {"y + (x + 1)^n'", "1:14+1", "this ' applies to the exponent, which is constant", "write ((x + 1)^n)'", 0},
    {"2'", "1:2+1", "a number has no time derivative", NULL, 0},
    {"2 x", "1:3+1", "expected an operator before 'x'", "write 2*x for a product", 0},
    {"2x", "1:2+1", "expected an operator before 'x'", "write 2*x for a product", 0},
    {"x y + 2(x)", "1:3+1", "expected an operator before 'y'", "write x*y for a product", 2},
    {"x(y)", "1:2+1", "expected an operator before '('", "'x' is not a function: write * for a product", 0},
    {"(x)(y)", "1:4+1", "expected an operator before '('", "write * for a product", 0},
    {"x'(y)", "1:3+1", "expected an operator before '('", "write * for a product", 0},
    {"(x + y", "1:1+1", "this '(' is never closed", NULL, 0},
    {"sin(x", "1:1+3", "this '(' is never closed", NULL, 0},
    {"x[3", "1:2+1", "this '[' is never closed", NULL, 0},
    {"|x", "1:1+1", "this '|' is never closed", NULL, 0},
    {"x)", "1:2+1", "unmatched ')'", NULL, 0},
    {"x|", "1:2+1", "unmatched '|'", NULL, 0},
    {"(x + y]", "1:7+1", "']' does not match the '(' in line 1, column 1", NULL, 0},
    {"(|x)", "1:4+1", "')' does not match the '|' in line 1, column 2", NULL, 0},
    {"(x, y)", "1:3+1", "unexpected comma", NULL, 0},
    {"()", "1:2+1", "expected a number or a name before ')'", NULL, 0},
    {"[x, y]", "1:1+1", "expected a number or a name before '['", "a vector is not allowed in a scalar expression", 0},
    {"(x)[1]", "1:4+1", "unexpected '['", "only a name can have an index", 0},
    {"(x).y", "1:4+1", "unexpected '.'", "only a name can be followed by '.'", 0},
    {"x[1/2]", "1:3+1", "an index must be an integer", NULL, 0},
    {"x[y]", "1:3+1", "an index must be an integer", NULL, 0},
    {"x[thta]", "1:3+4", "unknown name 'thta'", "did you mean 'theta'?", 0},
    {"x = y", "1:3+1", "unexpected '='", NULL, 0},
    {"x \"y\"", "1:3+3", "unexpected text in quotes", NULL, 0},
    {"\"y\"", "1:1+3", "unexpected text in quotes", NULL, 0},
    {"+x", "1:1+1", "a binary + needs a left operand", NULL, 0},
    {"x < y", "1:3+1", "a comparison is allowed only as the first argument of if(a < b, e1, e2)", NULL, 0},
    {"if(x < y < z, 1, 2)", "1:10+1", "a comparison is allowed only as the first argument of if(a < b, e1, e2)", NULL,
     0},
    {"if(x, y, z)", "1:1+2", "'if' needs a comparison and two expressions", "write if(a < b, e1, e2)", 0},
    {"if(x < y, z)", "1:1+2", "'if' needs a comparison and two expressions", "write if(a < b, e1, e2)", 0},
    {"if(x = y, 1, 2)", "1:6+1", "unexpected '='", "compare with <, >, <= or >=", 0},
    {"sin(x, y)", "1:1+3", "'sin' takes 1 argument, not 2", NULL, 0},
    {"sin()", "1:1+3", "'sin' takes 1 argument, not 0", NULL, 0},
    {"atan2(x) + C(x, y)", "1:1+5", "'atan2' takes 2 arguments, not 1", NULL, 2},
    {"root(x, y)", "1:9+1", "the order of a root must be a positive integer", NULL, 0},
    {"root(x, 0)", "1:9+1", "the order of a root must be a positive integer", NULL, 0},
    {"diff(x)", "1:1+4", "'diff' takes 2 or more arguments, not 1", NULL, 0},
    {"diff(x, x + y)", "1:9+1", "differentiate with respect to a coordinate, a velocity, a parameter or the time", NULL,
     0},
    {"diff(x, F1)", "1:9+2", "differentiate with respect to a coordinate, a velocity, a parameter or the time", NULL,
     0},
    {"diff(G, 3)(x, y)", "1:9+1", "expected the number of an argument, 1 to 2", NULL, 0},
    {"diff(G, 1) + x", "1:10+1", "expected arguments, as in diff(G, 1)(...)", NULL, 0},
    {"G'(x, y)", "1:1+1", "'G' has several arguments: G' does not say with respect to which one",
     "write diff(G, 1)(...) for the derivative with respect to its first argument", 0},
    {"sin'(x)", "1:1+3", "only a declared function can have a ' before its arguments", NULL, 0},
    {"x\xC2\xB2 + thta", "1:2+1", "superscript '2' is not part of the language", "write ^2", 2},
    {"x\xC2\xB7y", "1:2+1", "the character '\xC2\xB7' (U+00B7) is not part of the language", "write *", 0},
    {"\xE1\xBA\x8B*y", "1:1+1", "'\xE1\xBA\x8B': a derivative cannot be written with dots over a letter", "write x'",
     0},
    {"\xE2\x80\x9Cx\xE2\x80\x9D", "1:1+1", "the character '\xE2\x80\x9C' (U+201C) is not part of the language",
     "write \"", 2},
    {"1..2", "1:2+2", "unexpected '..'", NULL, 0},
};

static void check_complaint(vocabulary *v, const complaint *c) {
    nh_context *context = nh_pool_context(v->pool);
    size_t before = nh_context_diag_count(context);
    nh_expr e = NH_EXPR_ONE;
    char place[40];
    assert_false(vocabulary_read(v, c->text, &e));
    assert_int_equal(e, NH_EXPR_UNDEFINED);
    const nh_diag *diag = nh_context_diag(context, before);
    assert_non_null(diag);
    snprintf(place, sizeof place, "%u:%u+%u", diag->line, diag->column, diag->length);
    size_t errors = nh_context_diag_count(context) - before, expected = c->errors > 0 ? c->errors : 1;
    bool same_hint = (diag->hint == NULL) == (c->hint == NULL) && (c->hint == NULL || strcmp(diag->hint, c->hint) == 0);
    if (strcmp(place, c->place) != 0 || strcmp(diag->sentence, c->sentence) != 0 || !same_hint || errors != expected)
        print_error("'%s': %s %s (%s), %zu errors\n", c->text, place, diag->sentence,
                    diag->hint != NULL ? diag->hint : "no hint", errors);
    assert_string_equal(place, c->place);
    assert_string_equal(diag->sentence, c->sentence);
    assert_true(same_hint);
    assert_int_equal(errors, expected);
    assert_string_equal(diag->file, "text");
    assert_true(diag->severity == NH_SEVERITY_ERROR && diag->status == NH_E_MODEL);
}

PROTECTED_TEST(messages) {
    vocabulary v = vocabulary_make(context);
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) check_complaint(&v, &complaints[i]);
}

PROTECTED_TEST(twenty_errors) {
    vocabulary v = vocabulary_make(context);
    nh_text text = nh_text_begin(v.arena);
    for (int i = 0; i < 30; i++) nh_text_format(&text, "unknown%d + ", i);
    nh_text_add(&text, "(");
    nh_expr e;
    assert_false(vocabulary_read(&v, nh_text_string(&text), &e));
    assert_int_equal(nh_context_diag_count(context), 20);
    assert_false(vocabulary_read(&v, "thta", &e)); /* the next text has its own twenty */
    assert_int_equal(nh_context_diag_count(context), 21);
    assert_int_equal(must_read(&v, "x"), nh_expr_symbol_text(v.pool, NH_ROLE_COORDINATE, "x"));
}

/* ---- names of the caller ---- */

static bool find_anything(void *user, nh_pool *pool, nh_name name, bool is_function, nh_expr *result) {
    ++*(int *)user;
    if (is_function) *result = nh_expr_function(pool, name, 0);
    else *result = nh_expr_symbol(pool, NH_ROLE_PARAMETER, name, 0);
    return true;
}

static bool find_nothing(void *user, nh_pool *pool, nh_name name, bool is_function, nh_expr *result) {
    (void)user, (void)pool, (void)name, (void)is_function, (void)result;
    return false;
}

PROTECTED_TEST(names_are_asked_for) {
    nh_pool *pool = nh_pool_create(context);
    int asked = 0;
    nh_read_names any = {.user = &asked, .find = find_anything}, none = {.find = find_nothing};
    nh_expr e;
    assert_true(nh_expr_read(pool, "a + a*pi - b[1,2]*a + now()", 27, NULL, &any, &e));
    assert_int_equal(asked, 4);                                  /* a, pi, b[1][2], now: each once */
    assert_true(nh_expr_read(pool, "pi/2", 4, NULL, &none, &e)); /* pi has a meaning of its own */
    assert_int_equal(e, nh_expr_scale(pool, nh_rat_make(1, 2), NH_EXPR_PI));
    assert_false(nh_expr_read(pool, "t", 1, NULL, &none, &e));
    assert_string_equal(test_last_code(context), "unknown-name");
    assert_null(nh_context_diag(context, 0)->file);
    assert_false(nh_expr_read(pool, "x(", 1, NULL, &none, &e));
}

/* A list of symbols with derivatives is found by the names without them. */
PROTECTED_TEST(names_of_a_list) {
    vocabulary v = vocabulary_make(context);
    nh_expr accelerated = must_read(&v, "y''"), call = must_read(&v, "diff(G, 1)(x + y, t)");
    nh_expr derivative = must_read(&v, "diff(F1, phi')");
    nh_expr symbols[] = {accelerated, nh_expr_args(v.pool, call)[0], derivative};
    vocabulary few = v;
    few.names = nh_read_names_of(v.pool, v.arena, 3, symbols);
    assert_int_equal(must_read(&few, "y'"), must_read(&v, "y'"));
    assert_int_equal(must_read(&few, "G(y, 1)"), must_read(&v, "G(y, 1)"));
    assert_int_equal(must_read(&few, "F1*phi"), must_read(&v, "F1*phi")); /* phi: what F1 is differentiated by */
    nh_expr e;
    assert_false(vocabulary_read(&few, "x", &e));
}

/* ---- great texts ---- */

enum { GREAT = 1000000 };

static char *repeated(nh_arena *arena, const char *before, const char *middle, const char *after, size_t times) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < times; i++) nh_text_add(&text, before);
    nh_text_add(&text, middle);
    for (size_t i = 0; i < times; i++) nh_text_add(&text, after);
    return text.bytes;
}

PROTECTED_TEST(great_depth) {
    vocabulary v = vocabulary_make(context);
    nh_expr x = must_read(&v, "x"), e;
    assert_int_equal(must_read(&v, repeated(v.arena, "(", "x", ")", GREAT)), x);
    assert_int_equal(must_read(&v, repeated(v.arena, "-", "x", "", GREAT)), x);
    assert_int_equal(must_read(&v, repeated(v.arena, "|", "x", "|", GREAT)), nh_expr_apply1(v.pool, NH_EXPR_ABS, x));
    assert_int_equal(must_read(&v, repeated(v.arena, "(1 + ", "x", ")", GREAT)),
                     nh_expr_add(v.pool, x, nh_expr_int(v.pool, GREAT)));
    nh_expr tower = must_read(&v, repeated(v.arena, "x^", "y", "", GREAT));
    for (int i = 0; i < GREAT; i++) tower = nh_expr_args(v.pool, tower)[1];
    assert_int_equal(tower, must_read(&v, "y"));
    assert_int_equal(nh_expr_symbol_of(v.pool, must_read(&v, repeated(v.arena, "", "x", "'", GREAT / 10)))->order,
                     GREAT / 10);
    const char *const open[] = {"(", "sin(", "x[", "|", "-", "if(", "diff(", "x^"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        assert_false(vocabulary_read(&v, repeated(v.arena, open[i], "", "", GREAT / 4), &e));
    assert_false(vocabulary_read(&v, repeated(v.arena, "x[1]", "", "", 1), &e) &&
                 vocabulary_read(&v, repeated(v.arena, "", "x", "[1]", GREAT / 4), &e));
}

/* ---- failures ---- */

static void failing_body(nh_context *context, void *argument) {
    (void)argument;
    vocabulary v = vocabulary_make(context);
    nh_expr e;
    vocabulary_read(&v, "if(x < u[2,3], diff(F1, theta)*sin(x - y)^2, C'(t)/sqrt(2)) + (x*y)'", &e);
    vocabulary_read(&v, "thta + sinn(x[", &e);
}

static void every_allocation_fails(void **state) {
    (void)state;
    test_every_failure(failing_body, NULL, (uint64_t)test_count(200));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators),       cmocka_unit_test(equal_texts),   cmocka_unit_test(random_texts),
        cmocka_unit_test(messages),        cmocka_unit_test(twenty_errors), cmocka_unit_test(names_are_asked_for),
        cmocka_unit_test(names_of_a_list), cmocka_unit_test(great_depth),   cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
