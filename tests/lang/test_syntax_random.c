/* Random expressions against the form that was written along with them, heaps of random words, texts of great depth
 * and length, and memory that runs out. */
#include "forms.h"

#include <pthread.h>

/* ---- expressions that are written along with their form ---- */

typedef struct builder {
    nh_random random;
    nh_text text;
} builder;

static uint32_t draw(builder *b, uint32_t bound) {
    return (uint32_t)nh_random_below(&b->random, bound);
}

static void say(builder *b, const char *piece) {
    static const char *const blanks[] = {"", "", "", " ", "\t", "\n", " # x ' (\n"};
    nh_text_add(&b->text, piece);
    nh_text_add(&b->text, blanks[draw(b, sizeof blanks / sizeof *blanks)]);
}

static void build_sum(builder *b, nh_text *form, int depth);

/* sum { "," sum }, after the head of the form */
static void build_items(builder *b, nh_text *form, uint32_t count, int depth) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) say(b, ",");
        nh_text_add(form, " ");
        build_sum(b, form, depth - 1);
    }
    nh_text_add(form, ")");
}

static void build_bracket(builder *b, nh_text *form, const char *open, const char *close, uint32_t count, int depth) {
    say(b, open);
    build_items(b, form, count, depth);
    say(b, close);
}

static void build_over(builder *b, nh_text *form, int depth) {
    say(b, "sum");
    say(b, "(");
    say(b, "k");
    say(b, "=");
    nh_text_add(form, "(sum k ");
    build_sum(b, form, depth - 1);
    say(b, " .. ");
    nh_text_add(form, " ");
    build_sum(b, form, depth - 1);
    say(b, ",");
    nh_text_add(form, " ");
    build_sum(b, form, depth - 1);
    nh_text_add(form, ")");
    say(b, ")");
}

static void build_if(builder *b, nh_text *form, int depth) {
    static const char *const relations[] = {"<", ">", "<=", ">=", "!="};
    const char *relation = relations[draw(b, 5)];
    say(b, "if");
    say(b, "(");
    nh_text_format(form, "(call if (%s ", relation);
    build_sum(b, form, depth - 1);
    say(b, relation);
    nh_text_add(form, " ");
    build_sum(b, form, depth - 1);
    nh_text_add(form, ")");
    say(b, ",");
    build_items(b, form, 1 + draw(b, 2), depth);
    form->length--; /* the bracket that build_items closed is not the last */
    nh_text_add(form, ")");
    say(b, ")");
}

static void build_primary(builder *b, nh_text *form, int depth) {
    static const char *const leaves[] = {"x", "theta1", "mass", "for", "7", "0.25", "1e-3", "sum"};
    uint32_t choice = depth <= 0 ? 0 : draw(b, 12), count = 1 + draw(b, 3);
    const char *leaf = leaves[draw(b, sizeof leaves / sizeof *leaves)];
    switch (choice) {
        case 6:
            say(b, "(");
            build_sum(b, form, depth - 1);
            say(b, ")");
            break;
        case 7:
            nh_text_add(form, "(vec");
            build_bracket(b, form, "[", "]", count, depth);
            break;
        case 8:
            nh_text_add(form, "(bars");
            build_bracket(b, form, "|", "|", 1, depth);
            break;
        case 9:
            nh_text_add(form, "(list");
            build_bracket(b, form, "(", ")", count + 1, depth);
            break;
        case 10: build_over(b, form, depth); break;
        case 11: build_if(b, form, depth); break;
        default: say(b, leaf); nh_text_add(form, leaf);
    }
}

/* Puts what is made of a form in its place: head, the form, and what follows. */
static void wrap(builder *b, nh_text *form, const char *head) {
    nh_text all = nh_text_begin(b->text.arena);
    nh_text_format(&all, "(%s %s", head, nh_text_string(form));
    *form = all;
}

/* What can follow a name; a call only there. */
static void build_postfix(builder *b, nh_text *form, int depth) {
    nh_text inner = nh_text_begin(b->text.arena);
    bool is_name = draw(b, 2) == 0;
    if (is_name) {
        say(b, "P");
        nh_text_add(&inner, "P");
    } else {
        build_primary(b, &inner, depth);
    }
    const char *first = nh_text_string(&inner);
    bool is_number = first[0] >= '0' && first[0] <= '9';
    uint32_t last = 9; /* no two index brackets and no two primes in a row: they are one node */
    for (uint32_t i = draw(b, 4); i > 0 && !is_number && depth > 0; i--) {
        uint32_t choice = draw(b, 4);
        if (choice == last) continue;
        if (choice == 0) {
            say(b, "'");
            wrap(b, &inner, "'");
            nh_text_add(&inner, ")");
        } else if (choice == 1) {
            say(b, ".");
            say(b, "omega");
            wrap(b, &inner, ". omega");
            nh_text_add(&inner, ")");
        } else if (choice == 2) {
            wrap(b, &inner, "index");
            build_bracket(b, &inner, "[", "]", 1 + draw(b, 2), depth);
        } else if (last == 1 || (last == 9 && is_name)) {
            wrap(b, &inner, "call");
            build_bracket(b, &inner, "(", ")", 1 + draw(b, 2), depth);
        } else {
            continue;
        }
        last = choice;
    }
    nh_text_add(form, nh_text_string(&inner));
}

static void build_power(builder *b, nh_text *form, int depth) {
    bool is_power = depth > 0 && draw(b, 4) == 0, is_negative = draw(b, 3) == 0;
    if (!is_power) {
        build_postfix(b, form, depth);
        return;
    }
    nh_text_add(form, "(^ ");
    build_postfix(b, form, depth);
    say(b, "^");
    if (is_negative) say(b, "-");
    nh_text_add(form, is_negative ? " (neg " : " ");
    build_power(b, form, depth - 1);
    nh_text_add(form, is_negative ? "))" : ")");
}

static void build_signed(builder *b, nh_text *form, int depth) {
    bool is_negative = draw(b, 6) == 0;
    if (is_negative) say(b, "-");
    if (is_negative) nh_text_add(form, "(neg ");
    build_power(b, form, depth);
    if (is_negative) nh_text_add(form, ")");
}

/* product { ("+" | "-") product }, or signed { ("*" | "/") signed } */
static void build_list(builder *b, nh_text *form, int depth, bool is_sum) {
    uint32_t more = depth <= 0 ? 0 : draw(b, 3);
    if (more > 0) nh_text_add(form, is_sum ? "(+ " : "(* ");
    for (uint32_t i = 0; i <= more; i++) {
        bool is_inverse = i > 0 && draw(b, 2) == 0;
        if (i > 0) {
            say(b, is_sum ? (is_inverse ? "-" : "+") : (is_inverse ? "/" : "*"));
            nh_text_add(form, " ");
        }
        if (is_inverse) nh_text_add(form, is_sum ? "(neg " : "(inv ");
        if (is_sum) build_list(b, form, depth, false);
        else build_signed(b, form, depth);
        if (is_inverse) nh_text_add(form, ")");
    }
    if (more > 0) nh_text_add(form, ")");
}

static void build_sum(builder *b, nh_text *form, int depth) {
    build_list(b, form, depth, true);
}

PROTECTED_TEST(random_expressions) {
    builder b = {.random = nh_random_make(test_seed(), 1)};
    for (int i = 0; i < test_count(3000); i++) {
        nh_arena *arena = nh_arena_create(context);
        b.text = nh_text_begin(arena);
        nh_text form = nh_text_begin(arena);
        nh_text_add(&b.text, "kinetic (");
        nh_text_add(&form, "(kinetic { value:");
        build_sum(&b, &form, (int)draw(&b, 4));
        nh_text_add(&b.text, ")");
        nh_text_add(&form, "})");
        form_check(context, nh_text_string(&b.text), nh_text_string(&form));
        nh_arena_destroy(arena);
    }
}

/* ---- heaps of words ---- */

static const char *const heap[] = {
    "let ",  "coord ",  "x",        "y ",     "(",        ")",     "[",         "]",      "{",      "}",
    "|",     "'",       ".",        "..",     ",",        "=",     "+",         "-",      "*",      "^",
    "\n",    "\n",      "for ",     "sum(",   "if(",      "body ", "draw ",     "trail ", "box ",   "param ",
    "in ",   "1",       "\"s\"",    "init ",  "~",        "<",     "simulate ", "t ",     " ",      "at ",
    "mass ", "spring ", "\nlet a=", ";",      "\nevent ", ":",     "\nbody B{", "claim ", "a = b ", "stiffness ",
    "#",     "!=",      "\xC2\xB2", "point ", "i=1..N",
};

static void add_words(nh_text *text, nh_random *random, uint64_t count) {
    for (uint64_t k = 0; k < count; k++) nh_text_add(text, heap[nh_random_below(random, sizeof heap / sizeof *heap)]);
}

static void check_node(const nh_syntax *s, nh_node node) {
    const nh_node_data *data = nh_syntax_node(s, node);
    uint32_t depth = 0;
    assert_true(data->from < data->behind && data->behind <= s->tokens.count);
    for (uint32_t i = 0; i < data->count_children; i++) {
        nh_node child = nh_syntax_child(s, node, i);
        assert_true(child > 0 && child < node);
        if (nh_syntax_node(s, child)->depth > depth) depth = nh_syntax_node(s, child)->depth;
    }
    assert_int_equal(data->depth, depth + 1);
    assert_true(data->depth <= NH_SYNTAX_DEPTH_MAX);
}

/* What holds of every form; a part without its tree only where the statement is broken. */
static void check_syntax(const nh_context *context, size_t before, const nh_syntax *s) {
    for (nh_node node = 1; node < s->nodes.count; node++) check_node(s, node);
    bool has_broken = false;
    for (size_t i = 0; i < s->statements.count; i++) {
        const nh_statement *statement = &s->statements.items[i];
        has_broken |= statement->is_broken;
        assert_true(statement->from <= statement->behind);
        assert_true(nh_syntax_token(s, statement->behind)->kind <= NH_TOKEN_NEWLINE);
        assert_true(statement->first_clause + statement->clauses <= s->clauses.count);
        for (uint32_t k = 0; k < statement->clauses && !statement->is_broken; k++) {
            const nh_clause *clause = &s->clauses.items[statement->first_clause + k];
            assert_true(clause->first_part + clause->parts <= s->parts.count);
            assert_true(statement->from <= clause->from && clause->behind <= statement->behind);
        }
    }
    if (has_broken) assert_true(diags_since(context, before) > 0);
    assert_true(diags_since(context, before) <= NH_TOKEN_ERRORS_MAX);
}

PROTECTED_TEST(random_words) {
    nh_random random = nh_random_make(test_seed(), 2);
    for (int i = 0; i < test_count(3000); i++) {
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        nh_text text = nh_text_begin(arena);
        add_words(&text, &random, nh_random_below(&random, 60));
        const char *string = nh_text_string(&text);
        const nh_syntax *s = nh_syntax_read(arena, string, text.length, NULL);
        check_syntax(context, before, s);
        before = nh_context_diag_count(context);
        nh_statement_kind kind = (nh_statement_kind)nh_random_below(&random, NH_STATEMENT_KINDS);
        check_syntax(context, before, nh_syntax_read_as(arena, kind, string, text.length, NULL));
        nh_arena_destroy(arena);
    }
}

/* ---- depth and length ---- */

typedef struct load {
    const char *before, *piece, *middle, *closing, *after;
    uint32_t times;
    const char *sentence; /* of the error, or NULL */
} load;

static const char *const too_deep = "this is nested too deeply";

static const load loads[] = {
    {"let a = ", "(", "x", ")", "", 1000, NULL},
    {"let a = ", "(", "x", ")", "", 1001, too_deep},
    {"let a = ", "(", "x", "", "", 100000, too_deep},
    {"let a = ", "f(1 + 2*", "x", ")", "", 330, NULL},
    {"let a = ", "f(1 + 2*", "x", ")", "", 340, too_deep},
    {"let a = ", "(x+y*", "x", "", "", 100000, too_deep},
    {"let a = ", "sum(i=1..2,", "x", ")", "", 990, NULL},
    {"let a = ", "[1,", "x", "]", "", 990, NULL},
    {"let a = ", "|-", "x", "|", "", 490, NULL},
    {"let a = ", "x^-", "x", "", "", 490, NULL},
    {"let a = x", "[1", "", "]", "", 100000, too_deep},
    {"let a = ", "|", "", "", "", 100000, too_deep},
    {"let a = ", "-", "x", "", "", 100000, too_deep},
    {"let a = ", "x^", "x", "", "", 100000, too_deep},
    {"let a = x", ".y", "", "", "", 100000, too_deep},
    {"let a = sum(", "i=1..2,", "x)", "", "", 100000, too_deep},
    {"let a = x", "'", "", "", "", 100000, NULL},
    {"let a = x", "[1]", "", "", "", 100000, NULL},
    {"let a = x", " + x*y", "", "", "", 300000, NULL},
    {"coord x", ", x", "", "", "", 100000, NULL},
    {"coord x", ", 3", "", "", "", 100000, "expected a name before '3'"},
    {"param x", ", y = (1", "", "", "", 100000, "this '(' is never closed"},
    {"", "let a = x + 1\n", "", "", "", 100000, NULL},
    {"", "\n", "let a = 1", "", "", 300000, NULL},
    {"let a = x for ", "i=1..2,", "j=1..2", "", "", 100000, NULL},
    {"body B {", "\n,", "}", "", "", 100000, NULL},
    {"draw trail P", ", P", "", "", "", 100000, NULL},
};

static void check_load(nh_context *context, const load *l) {
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, l->before);
    for (uint32_t i = 0; i < l->times; i++) nh_text_add(&text, l->piece);
    nh_text_add(&text, l->middle);
    for (uint32_t i = 0; i < l->times; i++) nh_text_add(&text, l->closing);
    nh_text_add(&text, l->after);
    check_syntax(context, before, nh_syntax_read(arena, text.bytes, text.length, NULL));
    bool good = diags_since(context, before) == (l->sentence == NULL ? 0U : 1U);
    if (good && l->sentence != NULL) good = strcmp(nh_context_diag(context, before)->sentence, l->sentence) == 0;
    if (!good) print_error("%u times '%s': %s\n", (unsigned)l->times, l->piece, test_last_code(context));
    assert_true(good);
    nh_arena_destroy(arena);
}

static void check_loads(nh_context *context, void *unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) check_load(context, &loads[i]);
}

static void *in_thread(void *unused) {
    (void)unused;
    test_in_context(check_loads);
    return NULL;
}

/* In a thread of the usual stack. */
static void deep_and_long(void **state) {
    (void)state;
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
    assert_int_equal(pthread_create(&thread, &attributes, in_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

/* A megabyte of bytes, and one of words. */
PROTECTED_TEST(garbage) {
    nh_random random = nh_random_make(test_seed(), 3);
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    size_t length = (size_t)1 << 20;
    char *bytes = nh_arena_alloc(arena, length);
    for (size_t i = 0; i < length; i++) bytes[i] = (char)nh_random_below(&random, 256);
    check_syntax(context, before, nh_syntax_read(arena, bytes, length, NULL));
    assert_int_equal(diags_since(context, before), NH_TOKEN_ERRORS_MAX);
    before = nh_context_diag_count(context);
    nh_text text = nh_text_begin(arena);
    add_words(&text, &random, length / 3);
    check_syntax(context, before, nh_syntax_read(arena, text.bytes, text.length, NULL));
    assert_int_equal(diags_since(context, before), NH_TOKEN_ERRORS_MAX);
    nh_arena_destroy(arena);
}

/* ---- memory and work ---- */

static const char *const sample = "const N = 3\nparam m[i=1..N] = 1 + i/10 \"mass\" in 0 .. 2\ncoord x[1..N], y\n"
                                  "body B { at [x[1], y]\n rotation Rz(y), mass m[1] }\nfoo\nlet a = (2 x)\n"
                                  "init x[i]' = 1, y ~ sum(k=1..N, m[k]) for i = 1..N\ndraw trail B, B.c\n";

static void read_sample(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    const nh_syntax *s = nh_syntax_read(arena, sample, strlen(sample), "sample.nh");
    assert_int_equal(s->statements.count, 7);
    nh_arena_destroy(arena);
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(test_every_failure(read_sample, NULL, 0) > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions), cmocka_unit_test(random_words),
        cmocka_unit_test(deep_and_long),      cmocka_unit_test(garbage),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
