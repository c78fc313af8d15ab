/* Texts that are very long, very deep, very broken: each ends with a model or with diagnostics, after work
 * in proportion to its length. Nothing here examines a clock; the limit on steps is what would stop a
 * reader that runs away. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "lang/lang.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SMALLER = 10 }; /* sanitizers and no optimisation */
#else
enum { SMALLER = 1 };
#endif

enum {
    MANY = 100000 / SMALLER,
    BYTES = 10000000 / SMALLER,
    STEPS_A_BYTE = 60, /* at most */
    STEPS_MORE = 200000,
};

/* ---- texts ---- */

typedef NH_ARRAY(char) bytes;

static void add(bytes *text, const char *piece) {
    for (; *piece != '\0'; piece++) nh_array_push(text, *piece);
}

static void repeat(bytes *text, const char *piece, int count) {
    for (int i = 0; i < count; i++) add(text, piece);
}

static void add_number(bytes *text, int number) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    add(text, digits);
}

/* ---- reading ---- */

typedef struct job {
    void (*write)(bytes *text);
    uint64_t work;
    nh_status status;
    size_t length;
} job;

static void read_it(nh_context *context, void *argument) {
    job *j = argument;
    nh_arena *arena = nh_arena_create(context);
    bytes text = {.arena = arena};
    nh_read_def def = nh_default_read();
    j->write(&text);
    j->length = text.count;
    uint64_t before = ((const nh_pulse *)context)->work;
    nh_model *model = nh_lang_read(context, &def, text.items, text.count, &j->status);
    j->work = ((const nh_pulse *)context)->work - before;
    assert_true((model != NULL) == (j->status == NH_OK));
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static const char *first_error(const nh_context *context) {
    size_t errors = 0;
    const char *code = "";
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        if (nh_context_diag(context, i)->severity != NH_SEVERITY_ERROR) continue;
        if (errors++ == 0) code = nh_context_diag(context, i)->code;
    }
    assert_true(errors <= 20);
    return code;
}

/* Reads what `write` writes, within steps in proportion to its length; wants this status, and this code for the
 * first error ("": any). */
static void check(void (*write)(bytes *text), nh_status status, const char *code) {
    nh_context_def def = nh_default_context();
    nh_context *context;
    def.seed = test_seed();
    def.limits.work = (uint64_t)STEPS_A_BYTE * 10 * BYTES;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    job j = {.write = write};
    nh_status ended = test_protect(context, read_it, &j);
    if (ended == NH_OK) ended = j.status;
    const char *found = first_error(context);
    assert_string_equal(nh_status_name(ended), nh_status_name(status));
    if (*code != '\0') assert_string_equal(found, code);
    if (j.work > (uint64_t)STEPS_A_BYTE * j.length + STEPS_MORE)
        fail_msg("%llu steps for %zu bytes", (unsigned long long)j.work, j.length);
    nh_context_destroy(context);
}

#define LARGE_TEST(name, status, code)                                                                                 \
    static void name##_text(bytes *text);                                                                              \
    static void name(void **state) {                                                                                   \
        (void)state;                                                                                                   \
        check(name##_text, status, code);                                                                              \
    }                                                                                                                  \
    static void name##_text(bytes *text)

/* ---- garbage ---- */

LARGE_TEST(garbage, NH_E_MODEL, "") {
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < BYTES; i++) nh_array_push(text, (char)nh_random_below(&random, 256));
}

LARGE_TEST(words, NH_E_MODEL, "") {
    static const char *const list[] = {
        "coord", "param", "point", "let", "constraint", "init",  "body", "for",  "sum(",       "sin(", "x",  "y",
        "P",     "i",     "mass",  "1",   "2.5",        "(",     ")",    "[",    "]",          "{",    "}",  "+",
        "-",     "*",     "/",     "^",   "'",          "|",     ",",    "=",    "~",          ":",    "..", "<",
        ".",     "\n",    "\n",    "#",   "\"",         "diff(", "if(",  "dot(", "quaternion("};
    nh_random random = nh_random_make(test_seed(), 2);
    while (text->count < BYTES) {
        add(text, list[nh_random_below(&random, sizeof list / sizeof *list)]);
        add(text, " ");
    }
}

LARGE_TEST(zeros, NH_E_MODEL, "") {
    for (int i = 0; i < BYTES; i++) nh_array_push(text, '\0');
}

LARGE_TEST(errors, NH_E_MODEL, "unknown-name") {
    repeat(text, "let a = b\n", MANY);
}

LARGE_TEST(errors_with_candidates, NH_E_MODEL, "unknown-name") {
    for (int i = 0; i < MANY / 2; i++) {
        add(text, "param abcdefg");
        add_number(text, i);
        add(text, "\n");
    }
    repeat(text, "kinetic abcdefgh + abcdefghi(1)\n", MANY / 2);
}

LARGE_TEST(warnings, NH_OK, "") {
    add(text, "coord x\nkinetic x'^2\n");
    for (int i = 0; i < MANY / 2; i++) {
        add(text, "let name");
        add_number(text, i);
        add(text, " = x\nlet Name");
        add_number(text, i);
        add(text, " = x\n");
    }
}

/* ---- depth ---- */

static void nest(bytes *text, const char *open, const char *close) {
    add(text, "coord x\nfunction f(s) = s\nkinetic x'^2\npotential ");
    repeat(text, open, MANY);
    add(text, "x");
    repeat(text, close, MANY);
    add(text, "\n");
}

LARGE_TEST(deep_parentheses, NH_E_MODEL, "nesting") {
    nest(text, "(", ")");
}

LARGE_TEST(deep_brackets, NH_E_MODEL, "nesting") {
    nest(text, "[", "]");
}

LARGE_TEST(deep_bars, NH_E_MODEL, "nesting") {
    nest(text, "|(", ")|");
}

LARGE_TEST(deep_signs, NH_E_MODEL, "nesting") {
    nest(text, "-", "");
}

LARGE_TEST(deep_powers, NH_E_MODEL, "nesting") {
    nest(text, "2^", "");
}

LARGE_TEST(deep_primes, NH_E_MODEL, "derivative") {
    nest(text, "", "'");
}

LARGE_TEST(deep_calls, NH_E_MODEL, "nesting") {
    nest(text, "f(", ")");
}

LARGE_TEST(deep_functions, NH_E_MODEL, "nesting") {
    nest(text, "sin(", ")");
}

LARGE_TEST(deep_indices, NH_E_MODEL, "nesting") {
    nest(text, "x[", "]");
}

LARGE_TEST(deep_sums, NH_E_MODEL, "nesting") {
    nest(text, "sum(i=1..2, ", ")");
}

LARGE_TEST(deep_open, NH_E_MODEL, "") {
    nest(text, "(", "");
}

LARGE_TEST(deep_closed, NH_E_MODEL, "") {
    nest(text, "", ")");
}

/* Each calls the one before: deep only when they are substituted. */
LARGE_TEST(deep_bodies, NH_E_MODEL, "nesting") {
    add(text, "coord x\nkinetic x'^2\nfunction f[0](s) = s\nfunction f[i=1..");
    add_number(text, MANY);
    add(text, "](s) = 1 + (2*sin(f[i-1](s)))\npotential f[");
    add_number(text, MANY);
    add(text, "](x)\n");
    repeat(text, "#", BYTES / 10); /* families are short to write: let the steps be of their size */
}

LARGE_TEST(own_body, NH_E_MODEL, "declared-later") {
    add(text, "coord x\nkinetic x'^2\nfunction f(s) = 1 + f(s+1)\npotential f(x)\n");
}

/* As deep as is allowed, through functions: the most that the stack has to bear. */
LARGE_TEST(deep_enough, NH_OK, "") {
    add(text,
        "coord x\nkinetic x'^2\nfunction f[0](s) = s\nfunction f[i=1..1900](s) = f[i-1](s)\npotential f[1900](x)\n");
    repeat(text, "#", BYTES / 10);
}

LARGE_TEST(deep_derivatives, NH_OK, "") {
    add(text, "coord x\nkinetic x'^2\nfunction f[0](s) = exp(s)\nfunction f[i=1..1900](s) = f[i-1]'(s)\npotential "
              "f[1900](x)\n");
    repeat(text, "#", BYTES / 10);
}

/* ---- length ---- */

LARGE_TEST(families, NH_OK, "") {
    for (int i = 0; i < MANY; i++) {
        add(text, "param a");
        add_number(text, i);
        add(text, "[1..2] = 1\n");
    }
}

LARGE_TEST(terms, NH_OK, "") {
    add(text, "coord x\nkinetic x'^2\npotential x");
    repeat(text, " + 3*x", 10 * MANY);
    add(text, "\n");
}

/* One by one the derivatives of a potential of this many terms would take as many steps for each of them. */
LARGE_TEST(gradient_of_many_terms, NH_OK, "") {
    for (int i = 0; i < MANY / 20; i++) {
        add(text, "coord x");
        add_number(text, i);
        add(text, "\nkinetic x");
        add_number(text, i);
        add(text, "'^2\npotential x");
        add_number(text, i);
        add(text, "^2\n");
    }
    for (int i = 0; i < MANY / 20; i++) {
        add(text, "let F");
        add_number(text, i);
        add(text, " = diff(V, x");
        add_number(text, i);
        add(text, ")\nwatch W");
        add_number(text, i);
        add(text, " = F");
        add_number(text, i);
        add(text, "\n");
    }
}

LARGE_TEST(points, NH_OK, "") {
    add(text, "coord x, y, z\n");
    for (int i = 0; i < MANY; i++) {
        add(text, "point P");
        add_number(text, i);
        add(text, " = [x, y, z + ");
        add_number(text, i);
        add(text, "] mass 1\n");
    }
}

LARGE_TEST(arguments, NH_E_MODEL, "arguments") {
    add(text, "function f(a");
    for (int i = 0; i < MANY; i++) {
        add(text, ", a");
        add_number(text, i);
    }
    add(text, ")\n");
}

LARGE_TEST(one_name, NH_E_MODEL, "") {
    add(text, "coord ");
    repeat(text, "x", 10 * MANY);
    add(text, "\nkinetic ");
    repeat(text, "x", 10 * MANY);
    add(text, "'^2\n");
}

/* ---- numbers ---- */

LARGE_TEST(members, NH_E_LIMIT, "members-limit") {
    add(text, "coord x[1..10^9]\n");
}

LARGE_TEST(members_of_empty, NH_E_LIMIT, "members-limit") {
    add(text, "potential 1 for i = 1..10^9, j = 1..0\n");
}

LARGE_TEST(members_of_sum, NH_E_LIMIT, "members-limit") {
    add(text, "potential sum(i = 1..10^5, sum(j = 1..10^9, i*j))\n");
}

LARGE_TEST(tower, NH_E_LIMIT, "") {
    add(text, "let a = 9^9^9^9\n");
}

LARGE_TEST(digits, NH_OK, "") {
    add(text, "coord x\nkinetic x'^2\nparam a = ");
    repeat(text, "7", MANY);
    add(text, ", b = 0.");
    repeat(text, "7", MANY);
    add(text, ", c = a*b\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(garbage),
        cmocka_unit_test(words),
        cmocka_unit_test(zeros),
        cmocka_unit_test(errors),
        cmocka_unit_test(errors_with_candidates),
        cmocka_unit_test(warnings),
        cmocka_unit_test(deep_parentheses),
        cmocka_unit_test(deep_brackets),
        cmocka_unit_test(deep_bars),
        cmocka_unit_test(deep_signs),
        cmocka_unit_test(deep_powers),
        cmocka_unit_test(deep_primes),
        cmocka_unit_test(deep_calls),
        cmocka_unit_test(deep_functions),
        cmocka_unit_test(deep_indices),
        cmocka_unit_test(deep_sums),
        cmocka_unit_test(deep_open),
        cmocka_unit_test(deep_closed),
        cmocka_unit_test(deep_bodies),
        cmocka_unit_test(own_body),
        cmocka_unit_test(deep_enough),
        cmocka_unit_test(deep_derivatives),
        cmocka_unit_test(families),
        cmocka_unit_test(terms),
        cmocka_unit_test(gradient_of_many_terms),
        cmocka_unit_test(points),
        cmocka_unit_test(arguments),
        cmocka_unit_test(one_name),
        cmocka_unit_test(members),
        cmocka_unit_test(members_of_empty),
        cmocka_unit_test(members_of_sum),
        cmocka_unit_test(tower),
        cmocka_unit_test(digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
