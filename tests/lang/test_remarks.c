/* Warnings and notes; that one mistake gives one error; that reading continues; and that it ends, however
 * large a model would be. */
#include "readings.h"

#include "expr/read/token.h"

static const char prelude[] = "param m = 1\n"
                              "coord x, y, z\n"
                              "point P = [x, y, z] mass m\n"
                              "body B { at [x, y], rotation Rz(z), mass m, inertia m }\n";
enum { PRELUDE_LINES = 4 };

/* ---- warnings and notes ---- */

typedef struct remark {
    const char *text;
    size_t count;
    nh_severity severity;
    uint32_t line, column;
    const char *code, *sentence, *hint;
} remark;

static const remark remarks[] = {
#define REMARK(text, count, severity, line, column, code, sentence, hint)                                              \
    {text, count, NH_SEVERITY_##severity, line, column, code, sentence, hint},
#include "remarks.def"
#undef REMARK
};

static void check_remark(nh_context *context, const remark *m) {
    nh_arena *arena = nh_arena_create(context);
    reading r = read_good(context, joined(arena, prelude, m->text), (options){.set = NULL});
    const nh_diag *diag = NULL;
    size_t count = remarks_of(&r, false, &diag);
    if (count != m->count) fail_msg("%s: %zu remarks, not %zu", m->text, count, m->count);
    if (count > 0) {
        assert_string_equal(diag->sentence, m->sentence);
        assert_string_equal(diag->code, m->code);
        assert_string_equal(diag->hint ? diag->hint : "none", m->hint ? m->hint : "none");
        assert_int_equal(diag->severity, m->severity);
        assert_int_equal(diag->line, m->line + PRELUDE_LINES);
        assert_int_equal(diag->column, m->column);
    }
    forget(&r);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(every_remark) {
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) check_remark(context, &remarks[i]);
}

typedef struct whole {
    const char *text;
    options o;
    nh_severity severity;
    const char *code, *sentence, *hint;
} whole;

static const whole wholes[] = {
#define WHOLE(text, imposed, lifted, severity, code, sentence, hint)                                                   \
    {text, {.with = imposed, .without = lifted}, NH_SEVERITY_##severity, code, sentence, hint},
#include "whole_remarks.def"
#undef WHOLE
};

PROTECTED_TEST(every_remark_on_a_whole) {
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        const whole *m = &wholes[i];
        const nh_diag *diag = NULL;
        reading r = read_good(context, m->text, m->o);
        assert_int_equal(remarks_of(&r, false, &diag), 1);
        assert_string_equal(diag->sentence, m->sentence);
        assert_string_equal(diag->code, m->code);
        assert_string_equal(diag->hint ? diag->hint : "none", m->hint ? m->hint : "none");
        assert_int_equal(diag->severity, m->severity);
        forget(&r);
    }
}

/* ---- one mistake, one error ---- */

/* In each text only its first line is wrong. */
static const char *const single[] = {
    "let a = qqq\nlet b = a + 1\nlet c[i=1..3] = b*i\nlet d = c[2]\nkinetic d\nwatch w = d.x",
    "let a = (1\nlet b = a\npotential b",
    "const N = 1.5\ncoord u[1..N]\nkinetic u[1]'^2\nparam q[i=1..N] = i\npotential sum(i=1..N, q[i])",
    "const M = 1.5\nlet a = 2 for j = 1..M\nwatch w = a",
    "coord u[1..qqq], v\nkinetic u[1] + v",
    "param q[i=1..2] = qqq\nlet a = q[1] + q[2] + q[7]",
    "function f(s, s) = s\nlet a = f(x) + f(x, y) + f'(x)",
    "function f(s) = qqq\nlet a = f(x)\nlet b = f(y)\nkinetic a + b",
    "point Q = qqq\nspring P, Q stiffness 1\nforce Q: [1, 0]\ndraw trail Q\nwatch w = |Q'|",
    "body D { at qqq }\ntorque D: [1, 0, 0]\nwatch w = D.omega\nconstraint c: D.velocity(P) = 0\nwatch v = lambda.c",
    "quasi eta = qqq\nwatch w = eta\ninit eta = 1",
    "constraint c: qqq = 0\nwatch w = lambda.c\nwatch v = reaction(P, c)\ninit mu.c = 1\nwatch u = lambda.c[2].x",
    "condition c[i=1..2]: qqq = 0\nwatch w = lambda.c[1]",
    "constraint c: = 0\nwatch w = lambda.c",
    "let T = qqq\nwatch w = T",
    "let a = T + qqq\nwatch w = a",
    "system 5\nwatch w = x",
};

PROTECTED_TEST(one_error_each) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        reading r = read_with(context, joined(arena, prelude, single[i]), (options){.set = NULL});
        const nh_diag *error = NULL;
        size_t count = remarks_of(&r, true, &error), seen = nh_context_diag_count(context);
        if (count != 1)
            fail_msg("%s\n%zu errors; the last: %s", single[i], count, nh_context_diag(context, seen - 1)->sentence);
        assert_int_equal(error->line, PRELUDE_LINES + 1);
        assert_int_equal(r.status, NH_E_MODEL);
    }
    nh_arena_destroy(arena);
}

/* An option about something that failed says nothing more, and the status is that of the text. */
PROTECTED_TEST(options_of_failed_names) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = joined(arena, prelude, "param q = qqq\nconstraint c: q = 0\n");
    static const options tried[] = {{.set = "q=1", .init = NULL}, {.without = "c"}, {.with = "c.x"}};
    for (size_t i = 1; i < 3; i++) {
        reading r = read_with(context, text, tried[i]);
        const nh_diag *error = NULL;
        assert_int_equal(remarks_of(&r, true, &error), 1);
        assert_int_equal(r.status, NH_E_MODEL);
    }
    reading r = read_with(context, joined(arena, prelude, "param q = (1\n"), tried[0]);
    const nh_diag *error = NULL;
    assert_int_equal(remarks_of(&r, true, &error), 1);
    assert_int_equal(r.status, NH_E_MODEL);
    nh_arena_destroy(arena);
}

/* ---- continuing ---- */

PROTECTED_TEST(goes_on) {
    reading r = read_with(context,
                          "coord x\nlet a = qq1\nlet b = (\nkinetic x'^2 + qq2\nconstraint c: qq3 = 0\n"
                          "watch w = qq4\ndraw trail qq5\ninit x = qq6\n",
                          (options){.init = "qq7=1", .with = "qq8"});
    static const uint32_t lines[] = {2, 3, 4, 5, 6, 7, 8, 1, 1}; /* in the order of the text, then the options */
    assert_int_equal(nh_context_diag_count(context) - r.first, 9);
    for (size_t i = 0; i < 9; i++) assert_int_equal(nh_context_diag(context, r.first + i)->line, lines[i]);
    assert_int_equal(r.status, NH_E_USAGE);
}

PROTECTED_TEST(twenty) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    for (int i = 0; i < 50; i++) nh_text_format(&text, "let a%d = qqq%d\n", i, i);
    reading r = read_with(context, nh_text_string(&text), (options){.with = "a", .init = "b=1"});
    assert_int_equal(nh_context_diag_count(context) - r.first, NH_TOKEN_ERRORS_MAX);
    assert_null(r.model);
    nh_arena_destroy(arena);
}

/* ---- an end ---- */

static void read_limited(nh_context *context, void *argument) {
    reading r = read_with(context, argument, (options){.set = NULL});
    forget(&r);
}

/* Ends with a limit, and the note says in which line. */
static void check_limit(const char *text, const char *code, const char *sentence, uint32_t line) {
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, read_limited, (void *)text), NH_E_LIMIT);
    assert_int_equal(nh_context_diag_count(context), 2);
    bool is_first =
        strcmp(nh_context_diag(context, 0)->code, "reading-stopped") == 0; /* what has a place comes first */
    assert_string_equal(nh_context_diag(context, is_first)->code, code);
    assert_string_equal(nh_context_diag(context, is_first)->sentence, sentence);
    assert_string_equal(nh_context_diag(context, !is_first)->sentence, "reading stopped here");
    assert_string_equal(nh_context_diag(context, !is_first)->code, "reading-stopped");
    assert_int_equal(nh_context_diag(context, !is_first)->line, line);
    nh_context_destroy(context);
}

static const char many_members[] = "the families and sums of the model have more than 16777216 members";

static void large_families(void **state) {
    (void)state;
    check_limit("coord x\ncoord y[1..10^9]", "members-limit", many_members, 2);
    check_limit("coord x\nkinetic x' for i = 1..10^9", "members-limit", many_members, 2);
    check_limit("coord x\nkinetic sum(i=1..10^9, x'^i)", "members-limit", many_members, 2);
    check_limit("coord x\nlet a = 9^9^9^9", "number-size", "a power would have more than 67108864 binary digits", 2);
}

/* n functions, each made from the one before it: the body of each has one or two calls of that. */
static const char *chain(nh_arena *arena, int n, const char *body, const char *end) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "coord x, y\nkinetic x'^2 + y'^2\nfunction f0(s) = s\n");
    for (int i = 1; i < n; i++) {
        nh_text_format(&text, "function f%d(s) = ", i);
        for (const char *c = body; *c != '\0'; c++) {
            if (*c == '@') nh_text_format(&text, "f%d", i - 1);
            else nh_text_add_char(&text, *c);
        }
        nh_text_add(&text, "\n");
    }
    nh_text_format(&text, end, n - 1);
    return nh_text_string(&text);
}

/* So deep that it is refused, whatever the calls occur in. */
static void check_nesting(nh_context *context, const char *body) {
    nh_arena *arena = nh_arena_create(context);
    reading r = read_with(context, chain(arena, 10000, body, "potential f%d(x)\n"), (options){.set = NULL});
    const nh_diag *error = NULL;
    if (remarks_of(&r, true, &error) != 1) fail_msg("%s is nested without an error", body);
    assert_string_equal(error->code, "nesting");
    assert_int_equal(r.status, NH_E_MODEL);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(deep_functions) {
    nh_arena *arena = nh_arena_create(context);
    static const char *const bodies[] = {"@(s) + 1",      "@(s)",           "if(1 < 2, @(s), 0)", "|[@(s), 0]|",
                                         "diff(@, 1)(s)", "sqrt(1 + @(s))", "sum(i=1..1, @(s))",  "@'(s)"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) check_nesting(context, bodies[i]);
    reading good = read_good(context, chain(arena, 900, "@(s) + 1", "potential f%d(x)\n"), (options){.set = NULL});
    forget(&good);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(doubling_functions) {
    nh_arena *arena = nh_arena_create(context);
    static const char *const bodies[] = {"@(s) + 2*@(s)", "@(@(s))", "@(s) + @(s + s)"};
    static const char *const ends[] = {"potential f%d(x)\n", "potential f%d([x, y]).y\n"};
    for (int i = 0; i < 6; i++) {
        reading r =
            read_good(context, chain(arena, i / 2 == 1 ? 12 : 60, bodies[i / 2], ends[i % 2]), (options){.set = NULL});
        forget(&r);
    }
    nh_arena_destroy(arena);
}

static const char long_rotation[] = "a rotation is too long to write out; name parts of it with let";

/* Texts of rotations: of products of products, and of angles that are short only as long as their parts are shared. */
PROTECTED_TEST(long_rotations) {
    nh_arena *arena = nh_arena_create(context);
    check_limit(chain(arena, 40, "@(s)*@(s)", "let R = f%d(Rz(x))\n"), "text-limit", long_rotation, 43);
    check_limit(chain(arena, 60, "sin(@(s)) + cos(@(s))", "let R = Rz(f%d(x))\n"), "text-limit", long_rotation, 63);
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "coord x\nkinetic x'^2\nlet R0 = Rz(1)\n");
    for (int i = 1; i < 30; i++) nh_text_format(&text, "let R%d = R%d*inverse(R%d)\n", i, i - 1, i - 1);
    reading r = read_good(context, nh_text_string(&text), (options){.set = NULL}); /* each by its name */
    forget(&r);
    nh_arena_destroy(arena);
}

/* Functions of functions whose calls, or whose results, grow without end. */
PROTECTED_TEST(growing_functions) {
    nh_arena *arena = nh_arena_create(context);
    check_limit(chain(arena, 40, "@(@(s))*@(@(s)) + s", "potential f%d(x)\n"), "calls-limit",
                "more than 1048576 function calls", 43);
#ifndef __SANITIZE_ADDRESS__ /* where it takes long */
    check_limit("coord x\nkinetic x'^2\nfunction f[0](s) = s*s + s\nfunction f[i=1..40](s) = f[i-1](f[i-1](s))\n"
                "potential f[40](x)\n",
                "calls-limit", "function calls expand to expressions of more than 512 megabytes", 5);
#endif
    nh_arena_destroy(arena);
}

PROTECTED_TEST(fifty_warnings) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    for (int i = 0; i < 200; i++) nh_text_format(&text, "coord q%d\n", i);
    reading r = read_good(context, nh_text_string(&text), (options){.set = NULL});
    const nh_diag *first = NULL;
    assert_int_equal(remarks_of(&r, false, &first), 51);
    assert_string_equal(nh_context_diag(context, r.first + 50)->sentence, "further warnings are not shown");
    forget(&r);
    nh_arena_destroy(arena);
}

/* B.at(B.at(...)')' */
PROTECTED_TEST(nested_derivatives) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "coord x, y\nbody B { at [x, y], mass 1 }\nlet a = ");
    for (int i = 0; i < 40; i++) nh_text_add(&text, "B.at(");
    nh_text_add(&text, "[x, y]");
    for (int i = 0; i < 40; i++) nh_text_add(&text, i < 39 ? ")'*0" : ")");
    reading r = read_good(context, nh_text_string(&text), (options){.set = NULL});
    forget(&r);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_remark),
        cmocka_unit_test(every_remark_on_a_whole),
        cmocka_unit_test(one_error_each),
        cmocka_unit_test(options_of_failed_names),
        cmocka_unit_test(goes_on),
        cmocka_unit_test(twenty),
        cmocka_unit_test(large_families),
        cmocka_unit_test(deep_functions),
        cmocka_unit_test(doubling_functions),
        cmocka_unit_test(long_rotations),
        cmocka_unit_test(nested_derivatives),
        cmocka_unit_test(growing_functions),
        cmocka_unit_test(fifty_warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
