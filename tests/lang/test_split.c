/* Where statements end, and the first line of a file. */
#include "forms.h"

typedef struct example {
    const char *text, *form;
} example;

static const example examples[] = {
    {"", ""},
    {"\n \n# only a comment\n", ""},
    {"\xEF\xBB\xBFlet a = 1\r\nlet b = 2\r\n", "(let {a value:1}) (let {b value:2})"},
    {"let a = 1\n\n\n# a remark\nlet b = 2", "(let {a value:1}) (let {b value:2})"},
    {"let a = 1 # + 2\nlet b = 2", "(let {a value:1}) (let {b value:2})"},
    /* an open bracket */
    {"let a = (x *\n y)\nlet b = 2", "(let {a value:(* x y)}) (let {b value:2})"},
    {"let a = f(x,\n\n y\n)\nlet b = 2", "(let {a value:(call f x y)}) (let {b value:2})"},
    {"gravity [0,\n 0\n ,-g\n]", "(gravity { value:(vec 0 0 (neg g))})"},
    {"coord x[\n1..3\n], y", "(coord {x [1 3]} {y})"},
    /* a line that ends in an operator */
    {"let a =\n x +\n y -\n z *\n u /\n v ^\n 2\nlet b = 1",
     "(let {a value:(+ x y (neg (* z u (inv (^ v 2)))))}) (let {b value:1})"},
    {"coord x,\n  y,\n\n # z,\n  u", "(coord {x} {y} {u})"},
    {"constraint c:\n a =\n b", "(constraint {c left:a right:b})"},
    {"assume a <\n b\nassume a >\n b\nassume a !=\n b",
     "(assume { value:(< a b)}) (assume { value:(> a b)}) (assume { value:(!= a b)})"},
    {"assume a <=\n b\nassume a >=\n b", "(assume { value:(<= a b)}) (assume { value:(>= a b)})"},
    {"simulate t = 0 ..\n 10\ninit x ~\n 1", "(simulate { low:0 high:10}) (init { left:x guess:1})"},
    /* a line that begins with an operator */
    {"let a = x\n + y\n - z\n * u\n / v\n ^ 2", "(let {a value:(+ x y (neg (* z u (inv (^ v 2)))))})"},
    {"coord x\n , y\n\n # none\n , z", "(coord {x} {y} {z})"},
    {"constraint c\n : a\n = b", "(constraint {c left:a right:b})"},
    {"assume a\n < b\nassume a\n > b\nassume a\n != b",
     "(assume { value:(< a b)}) (assume { value:(> a b)}) (assume { value:(!= a b)})"},
    {"assume a\n <= b\nassume a\n >= b", "(assume { value:(<= a b)}) (assume { value:(>= a b)})"},
    {"simulate t = 0\n .. 10\ninit x\n ~ 1", "(simulate { low:0 high:10}) (init { left:x guess:1})"},
    /* braces */
    {"body A {\n mass 1\n inertia (\n 2\n )\n}\nbody B\n{\n at [x,\n y]\n}\ncoord z",
     "(body {A mass:1 inertia:2}) (body {B at:(vec x y)}) (coord {z})"},
    /* the first line */
    {"nonholo 1\ncoord x", "(coord {x})"},
    {"# first\n\nnonholo 1 # the version\ncoord x", "(coord {x})"},
    {"nonholo 1", ""},
    /* words of statements elsewhere than at the start of a line */
    {"constraint point: lambda.draw = mu.stop[\nx]",
     "(constraint {point left:(. draw lambda) right:(index (. stop mu) x)})"},
};

PROTECTED_TEST(ends) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        form_check(context, examples[i].text, examples[i].form);
}

/* Texts with an error, and what is made of the lines around it. */
static const example broken[] = {
    {"let a = (x\n y\nlet b = 2", "!(let {a value:x}) (let {b value:2})"},
    {"let a = [x,\ncoord y\nlet b = 2", "!(let {a value:(none)}) (coord {y}) (let {b value:2})"},
    {"body B { at P\ncoord x", "!(body {B at:P}) (coord {x})"},
    {"let a = x +\ncoord y", "!(let {a value:(none)}) (coord {y})"},
    /* a prime and a bar do not continue a line */
    {"let a = x\n'\ncoord y", "(let {a value:x}) (coord {y})"},
    {"let a = x\n|y|\ncoord y", "(let {a value:x}) (coord {y})"},
    {"coord y\nnonholo 1\ncoord z", "(coord {y}) (coord {z})"},
    {"nonholo 2\ncoord z", "(coord {z})"},
    {"coord x\n(y)\ncoord z", "(coord {x}) (coord {z})"},
    {"let a = (x]\nlet b = 1", "!(let {a value:x}) (let {b value:1})"},
    {"let a = x)\n+ 1\nlet b = 1", "!(let {a value:x}) (let {b value:1})"},
    {"let a = f(x; y)\nlet b = 1", "!(let {a value:(call f x)}) (let {b value:1})"},
    {"let a = 1; let b = 1", "(let {a value:1}) (let {b value:1})"},
};

PROTECTED_TEST(broken_ends) {
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        const nh_syntax *s = nh_syntax_read(arena, broken[i].text, strlen(broken[i].text), NULL);
        if (diags_since(context, before) != 1) print_error("'%s'\n", broken[i].text);
        assert_int_equal(diags_since(context, before), 1);
        assert_string_equal(form_of(arena, s), broken[i].form);
        nh_arena_destroy(arena);
    }
}

/* ---- what can be asked of the form ---- */

/* Tokens of statements, clauses and nodes, and the places that they give. */
PROTECTED_TEST(places) {
    const char *text = "coord x\nlet a = b,\n  c = (d +\n e)*f'";
    nh_arena *arena = nh_arena_create(context);
    const nh_syntax *s = nh_syntax_read(arena, text, strlen(text), "m.nh");
    assert_int_equal(s->statements.count, 2);
    const nh_statement *let = &s->statements.items[1];
    assert_true(nh_token_is(context, nh_syntax_token(s, let->from), "let"));
    assert_int_equal(nh_syntax_token(s, let->behind)->kind, NH_TOKEN_END);
    nh_place place = nh_syntax_place(s, let->from, let->behind);
    assert_string_equal(place.file, "m.nh");
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 1);
    assert_int_equal(place.length, 10);
    const nh_clause *clause = &s->clauses.items[let->first_clause + 1];
    assert_true(nh_token_is(context, nh_syntax_token(s, (uint32_t)clause->name), "c"));
    assert_int_equal(clause->from, clause->name);
    assert_int_equal(clause->behind, let->behind);
    assert_null(nh_syntax_part(s, clause, NH_PART_MASS));
    const nh_part *value = nh_syntax_part(s, clause, NH_PART_VALUE);
    const nh_node_data *product = nh_syntax_node(s, value->node);
    assert_int_equal(product->kind, NH_NODE_PRODUCT);
    assert_int_equal(product->from, value->token);
    assert_int_equal(product->behind, let->behind);
    assert_int_equal(product->depth, 3);
    assert_true(nh_token_is(context, nh_syntax_token(s, product->token), "*"));
    place = nh_syntax_place(s, product->from, product->behind);
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 7);
    assert_int_equal(place.length, 4);
    const nh_node_data *prime = nh_syntax_node(s, nh_syntax_child(s, value->node, 1));
    place = nh_syntax_place(s, prime->from, prime->behind);
    assert_int_equal(place.line, 4);
    assert_int_equal(place.column, 5);
    assert_int_equal(place.length, 2);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(words) {
    for (nh_statement_kind kind = 0; kind < NH_STATEMENT_SET; kind++) {
        nh_name word = nh_name_of_text(context, nh_statement_word(kind));
        assert_int_equal(nh_statement_kind_of(context, word), kind);
    }
    assert_string_equal(nh_statement_word(NH_STATEMENT_CONSTRAINT), "constraint");
    assert_string_equal(nh_statement_word(NH_STATEMENT_SET), "");
    assert_int_equal(nh_statement_kind_of(context, nh_name_of_text(context, "mass")), NH_STATEMENT_KINDS);
    assert_int_equal(nh_statement_kind_of(context, nh_name_of_text(context, "coords")), NH_STATEMENT_KINDS);
    assert_int_equal(nh_statement_kind_of(context, 0), NH_STATEMENT_KINDS);
}

/* ---- one statement ---- */

typedef struct single {
    nh_statement_kind kind;
    const char *text, *form;
} single;

static const single singles[] = {
    {NH_STATEMENT_SET, "m = 2", "( { left:m right:2})"},
    {NH_STATEMENT_SET, "m[3] = 1", "( { left:(index m 3) right:1})"},
    {NH_STATEMENT_SET, "C(t) = 1/sqrt(t)", "( { left:(call C t) right:(* 1 (inv (call sqrt t)))})"},
    {NH_STATEMENT_SET, "m[i] = i for i = 1..3", "( { left:(index m i) right:i} for:i 1 3)"},
    {NH_STATEMENT_EQUATION, "\n a\n = b\n", "( { left:a right:b})"},
    {NH_STATEMENT_INIT, "x' = 2, y ~ 1", "(init { left:(' x) right:2} { left:y guess:1})"},
    {NH_STATEMENT_INIT, "init x' = 2", "(init { left:(' x) right:2})"},
    {NH_STATEMENT_CONSTRAINT, "c: a = b", "(constraint {c left:a right:b})"},
    {NH_STATEMENT_CONSTRAINT, "constraint: a = b", "(constraint {constraint left:a right:b})"},
    {NH_STATEMENT_WATCH, "v = P'", "(watch {v value:(' P)})"},
};

PROTECTED_TEST(one) {
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        nh_arena *arena = nh_arena_create(context);
        const nh_syntax *s = nh_syntax_read_as(arena, singles[i].kind, singles[i].text, strlen(singles[i].text), NULL);
        assert_string_equal(form_of(arena, s), singles[i].form);
        assert_int_equal(nh_context_diag_count(context), 0);
        nh_arena_destroy(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends),  cmocka_unit_test(broken_ends), cmocka_unit_test(places),
        cmocka_unit_test(words), cmocka_unit_test(one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
