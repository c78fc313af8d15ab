/* Sheets in print. Text can be read back, to the same expressions, and keeps within its columns. LaTeX has its brackets
 * in pairs and no command that amsmath and KaTeX do not have. JSON can be read, and is the same within a page. */
#include "../form/forms.h"
#include "json_reader.h"

#include <ctype.h>

#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/read/read.h"
#include "out/sheet/sheet.h"
#include "out/sheet/sheet_private.h"
#include "paper/sheet.h"

/* ---- reading back ---- */

typedef struct reading {
    const subject *s;
    nh_read_names names;
} reading;

static const nh_sheet_lines *section_of(const nh_sheet *s, int i) {
    const nh_sheet_lines *all[] = {&s->constraints,   &s->explicit_form, &s->variables, &s->velocities,
                                   &s->abbreviations, &s->coefficients,  &s->equations, &s->rows};
    return i < 8 ? all[i] : NULL;
}

/* All names on the sheet. */
static nh_read_names names_of(const subject *s, const nh_sheet *sheet) {
    nh_exprs all = {.arena = s->arena};
    for (int i = 0; section_of(sheet, i) != NULL; i++)
        for (size_t k = 0; k < section_of(sheet, i)->count; k++) {
            const nh_sheet_line *line = &section_of(sheet, i)->items[k];
            for (uint32_t p = 0; p < line->left.count; p++) nh_array_push(&all, line->left.parts[p]);
            for (uint32_t p = 0; p < line->right.count; p++) nh_array_push(&all, line->right.parts[p]);
        }
    uint32_t count;
    nh_expr *names = nh_expr_names(s->model->pool, s->arena, all.count, all.items, &count);
    return nh_read_names_of(s->model->pool, s->arena, count, names);
}

static void check_side(const reading *r, const char *of, const nh_sheet_side *side) {
    nh_pool *pool = r->s->model->pool;
    nh_expr found = NH_EXPR_UNDEFINED, wanted = nh_expr_sum(pool, side->count, side->parts);
    nh_text text = nh_text_begin(r->s->arena);
    for (uint32_t i = 0; i < side->count; i++) {
        nh_text_add(&text, i == 0 ? "" : " + ");
        nh_expr_print(pool, &text, side->parts[i]);
    }
    if (side->count == 0) return;
    const char *string = nh_text_string(&text);
    if (!nh_expr_read(pool, string, strlen(string), NULL, &r->names, &found))
        fail_msg("%s, %s: not read: %s", r->s->name, of, string);
    if (found != wanted) fail_msg("%s, %s: read as something else: %s", r->s->name, of, string);
}

static void check_text(const subject *s, const nh_sheet *sheet) {
    reading r = {s, names_of(s, sheet)};
    for (int i = 0; section_of(sheet, i) != NULL; i++)
        for (size_t k = 0; k < section_of(sheet, i)->count; k++) {
            const nh_sheet_line *line = &section_of(sheet, i)->items[k];
            check_side(&r, line->of, &line->left);
            check_side(&r, line->of, &line->right);
        }
    nh_text text = nh_text_begin(s->arena);
    nh_sheet_print_text(&text, sheet);
    for (const char *from = nh_text_string(&text); *from != '\0';) {
        size_t length = strcspn(from, "\n");
        if (length > 100) fail_msg("%s: %zu columns: %.*s", s->name, length, (int)length, from);
        from += length + (from[length] == '\n');
    }
}

/* ---- LaTeX ---- */

static bool is_known_command(const char *word, size_t length) {
    static const char known[] = " begin end left right boldsymbol mathsf widehat operatorname times pmatrix "
                                "frac sqrt dot ddot dddot text textbf rlap quad qquad pm cdot partial "
                                "sin cos tan sinh cosh tanh exp log arcsin arccos arctan "
                                "operatorname mathrm tilde max min bmod lvert rvert le ge ne alpha beta gamma delta "
                                "epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma "
                                "tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi "
                                "Omega varepsilon vartheta varphi varrho textbackslash "
                                "textasciitilde textasciicircum bar dim wedge ";
    char wanted[60];
    snprintf(wanted, sizeof wanted, " %.*s ", (int)length, word);
    return strstr(known, wanted) != NULL;
}

static void check_latex_text(const char *name, const char *latex) {
    int groups = 0, brackets = 0, environments = 0;
    for (const char *c = latex; *c != '\0'; c++) {
        if (*c == '{') groups++;
        if (*c == '}') groups--;
        if (*c != '\\') continue;
        size_t length = 0;
        while (isalpha((unsigned char)c[1 + length])) length++;
        if (length == 0) {
            c++; /* \\ \, \{ and the like */
            continue;
        }
        if (!is_known_command(c + 1, length)) fail_msg("%s: unknown command \\%.*s", name, (int)length, c + 1);
        brackets += strncmp(c + 1, "left", length) == 0 && length == 4;
        brackets -= strncmp(c + 1, "right", length) == 0 && length == 5;
        environments += strncmp(c + 1, "begin", length) == 0 && length == 5;
        environments -= strncmp(c + 1, "end", length) == 0 && length == 3;
        assert_true(groups >= 0 && brackets >= 0 && environments >= 0);
        c += length;
    }
    if (groups != 0 || brackets != 0 || environments != 0) fail_msg("%s: brackets are open", name);
}

/* Rows end outside of all brackets. */
static void check_rows(const char *name, const char *latex) {
    int brackets = 0;
    for (const char *c = latex; *c != '\0'; c++) {
        if (strncmp(c, "\\left", 5) == 0 && !isalpha((unsigned char)c[5])) brackets++;
        if (strncmp(c, "\\right", 6) == 0 && !isalpha((unsigned char)c[6])) brackets--;
        if (strncmp(c, "\\\\\n", 3) == 0 && brackets != 0) fail_msg("%s: a row ends within brackets", name);
    }
}

static void check_latex(const subject *s, const nh_sheet *sheet) {
    nh_text text = nh_text_begin(s->arena);
    nh_sheet_print_latex(&text, sheet);
    check_latex_text(s->name, nh_text_string(&text));
    check_rows(s->name, nh_text_string(&text));
}

/* ---- JSON ---- */

/* Within a page and without blanks it is the same. */
static void check_compact_json(const subject *s, const nh_sheet *sheet, const char *wide) {
    nh_text text = nh_text_begin(s->arena);
    nh_json json = nh_json_begin(&text);
    json.is_compact = json.is_for_html = true;
    nh_json_open(&json, NULL, '{');
    nh_sheet_write_json(&json, "sheet", sheet, false);
    nh_json_close(&json);
    const char *compact = nh_text_string(&text);
    const json_value *a = json_at(json_read(s->arena, compact, text.length), "sheet"),
                     *b = json_read(s->arena, wide, strlen(wide));
    assert_null(strpbrk(compact, "<>&\n"));
    assert_int_equal(a->count, b->count);
    for (a = a->first, b = b->first; a != NULL; a = a->next, b = b->next) {
        assert_string_equal(a->key, b->key);
        assert_int_equal(a->count, b->count);
        if (a->kind == '"') assert_string_equal(a->bytes, b->bytes);
    }
}

static void check_json(const subject *s, const nh_sheet *sheet) {
    nh_text text = nh_text_begin(s->arena);
    nh_sheet_print_json(&text, sheet);
    const char *json = nh_text_string(&text);
    const json_value *read = json_read(s->arena, json, text.length);
    if (read == NULL) fail_msg("%s: no JSON: %s", s->name, json);
    assert_int_equal(json_at(read, "equations")->count, sheet->equations.count);
    for (size_t i = 0; i < sheet->equations.count; i++)
        assert_string_equal(json_text(json_item(json_at(read, "equations"), i), "of"), sheet->equations.items[i].of);
    for (const char *const *key = (const char *const[]){"\"format\": 1", "\"unknowns\": [", "\"explicit\": [",
                                                        "\"definitions\": [", "\"coefficients\": [", "\"equations\": [",
                                                        "\"rows\": [", "\"assumptions\": [", NULL};
         *key != NULL; key++)
        assert_non_null(strstr(json, *key));
    check_compact_json(s, sheet, json);
}

/* ---- all ---- */

static void check_model_body(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *text =
        nh_file_read(arena, files_path(arena, NH_TEST_SOURCE "/../models", (const char *)argument, ".nh"), &length);
    subject s = subject_make(context, (const char *)argument, text);
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const nh_form *form;
    for (size_t i = 0; (form = nh_form_at(i)) != NULL; i++) {
        const char *why = NULL;
        const nh_sheet *sheet = nh_sheet_make(s.arena, a, form, &why);
        if (sheet == NULL) continue;
        check_text(&s, sheet);
        check_latex(&s, sheet);
        check_json(&s, sheet);
    }
    subject_free(&s);
}

/* Titles and labels with signs that mean something to LaTeX and JSON. */
PROTECTED_TEST(escapes) {
    subject s = subject_make(context, "escapes",
                             "system \"50% of a_b & {c} #1 $2 ~ ^ \\\\ x\"\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
                             "constraint a_b: x'^2 + y'^2 = 1\ninit x' = 1\n");
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const char *why = NULL;
    const nh_sheet *sheet = nh_sheet_make(s.arena, a, nh_form_find("chetaev", NULL), &why);
    nh_text text = nh_text_begin(s.arena);
    nh_sheet_print_latex(&text, sheet);
    assert_non_null(
        strstr(nh_text_string(&text), "50\\% of a\\_b \\& \\{c\\} \\#1 \\$2 \\textasciitilde{} \\textasciicircum{} "));
    check_latex_text("escapes", nh_text_string(&text));
    check_json(&s, sheet);
    subject_free(&s);
}

/* Names precede what uses them: in the text of a sheet each abbreviation is defined
 * before it is seen elsewhere. */
PROTECTED_TEST(defines_first) {
    subject s = subject_make(context, "first",
                             "param a = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nlet beta = a + x^2\nlet gam = 1 + y^2\n"
                             "potential gam*beta\nconstraint c: y' = beta*x'\ninit x' = 1, y' ~ 1\n");
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const char *why = NULL;
    const nh_sheet *sheet = nh_sheet_make(s.arena, a, nh_form_find("voronec", NULL), &why);
    nh_text text = nh_text_begin(s.arena);
    nh_sheet_print_text(&text, sheet);
    const char *printed = nh_text_string(&text), *rows = strstr(printed, "\nconstraints\n");
    const char *early = strstr(printed, "  beta = "), *late = strstr(printed, "  gam = ");
    assert_true(rows != NULL && early != NULL && early < rows);
    assert_true(late != NULL && late > rows && late < strstr(printed, "equations of motion"));
    subject_free(&s);
}

/* ---- vectors ---- */

/* Chaplygin's ball: the lines of the textbook, as text and in LaTeX; components where they are wanted. */
PROTECTED_TEST(vectors) {
    subject s = subject_make(context, "ball",
                             "param m = 1, R = 2, J1 = 3, J2 = 4, J3 = 5\ncoord x, y\norientation B\n"
                             "body B { at [x, y, R], mass m, inertia diag(J1, J2, J3) }\n"
                             "constraint roll: B.velocity([x, y, 0]) = 0\ninit B.Omega ~ [1, 2, 3]\n");
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const char *why = NULL;
    nh_sheet *sheet = nh_sheet_make(s.arena, a, nh_form_find("hamel", NULL), &why);
    nh_text text = nh_text_begin(s.arena), latex = nh_text_begin(s.arena), components = nh_text_begin(s.arena);
    nh_sheet_print_text(&text, sheet);
    nh_sheet_print_latex(&latex, sheet);
    assert_non_null(strstr(nh_text_string(&text),
                           "equations of motion\n  I*Omega' + cross(Omega, I*Omega) + m*R^2*cross(gamma, cross(Omega', "
                           "gamma)) = 0\n\nkinematics\n  B.R' = B.R*hat(Omega)\n  gamma' = cross(gamma, Omega)\n"
                           "  B.c' = B.R*cross(Omega, R*gamma)\n"));
    assert_null(strstr(nh_text_string(&text), "Ltilde"));
    assert_non_null(strstr(nh_text_string(&latex),
                           "\\mathsf{I}\\, \\dot{\\boldsymbol{\\Omega}} + \\boldsymbol{\\Omega}\\times \\mathsf{I}\\, "
                           "\\boldsymbol{\\Omega} + "));
    check_latex_text("vectors", nh_text_string(&latex));
    check_json(&s, sheet);
    sheet->has_components = true;
    nh_sheet_print_text(&components, sheet);
    assert_non_null(strstr(nh_text_string(&components), "Ltilde"));
    assert_null(strstr(nh_text_string(&components), "cross("));
    subject_free(&s);
}

/* ---- the document ---- */

static const char *preamble_for(nh_arena *arena, const char *body) {
    nh_text text = nh_text_begin(arena);
    nh_sheet_latex_begin(&text, body);
    return nh_text_string(&text);
}

/* Letters that are not ASCII are provided for, and only those. */
PROTECTED_TEST(letters) {
    nh_arena *arena = nh_arena_create(context);
    assert_null(strstr(preamble_for(arena, "x"), "fontenc"));
    assert_null(strstr(preamble_for(arena, "x"), "Unicode"));
    assert_non_null(strstr(preamble_for(arena, "gr\xC3\xB6\xC3\x9F"
                                               "e"),
                           "\\usepackage[T1]{fontenc}"));
    const char *greek = preamble_for(arena, "\xCE\xAC"); /* alpha with an accent */
    assert_non_null(strstr(greek, "\\DeclareUnicodeCharacter{03AC}{\\ensuremath{\\acute{\\alpha}}}"));
    const char *cyrillic = preamble_for(arena, "\xD0\xA9"); /* shcha */
    assert_non_null(strstr(cyrillic, "{T2A is not installed: Cyrillic is transliterated}"));
    assert_non_null(strstr(cyrillic, "\\DeclareUnicodeCharacter{0429}{Shch}"));
    assert_non_null(strstr(preamble_for(arena, "\xE6\xBB\x91"), "\\DeclareUnicodeCharacter{6ED1}{[U+6ED1]}"));
}

/* Points of a line as TeX has them, to some hundredths. */
PROTECTED_TEST(widths) {
    static const struct {
        const char *latex;
        double width;
    } cases[] = {
        {"m \\ddot{x} + \\frac{\\lambda_1 \\dot{x}}{c}", 45.15},
        {"K_{16} \\left(\\dot{q}_1^2 + q_2\\right) \\cos \\theta", 79.97},
        {"\\sqrt{c^2 - \\dot{x}^2 - \\dot{y}^2}", 63.21},
        {"\\frac{K_{12} K_{19}}{K_{10} K_{16}} \\left(\\frac{2 K_{15} K_{154}}{K_{16}^2} - "
         "\\frac{K_{162}}{K_{16}}\\right)",
         133.6},
    };
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double width = nh_latex_width(arena, cases[i].latex, cases[i].latex + strlen(cases[i].latex));
        if (width < 0.93 * cases[i].width || width > 1.1 * cases[i].width)
            fail_msg("%s: %g points, %g in TeX", cases[i].latex, width, cases[i].width);
    }
}

static void check_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model_body, *state);
    nh_context_destroy(context);
}

int main(void) {
    static char names[][40] = {"simple/leibniz",           "simple/spring-pair",     "rheonomous/skate-pendulum",
                               "examples/rolling-disc",    "examples/dog-and-man",   "classics/sleigh",
                               "classics/driven-pendulum", "algebraic/vertical-disc"};
#ifdef __SANITIZE_ADDRESS__
    enum { MODELS = 2 }; /* slow there, and the same code */
#else
    enum { MODELS = sizeof names / sizeof *names };
#endif
    enum { OWN = 5 };
    struct CMUnitTest tests[MODELS + OWN] = {cmocka_unit_test(escapes), cmocka_unit_test(defines_first),
                                             cmocka_unit_test(letters), cmocka_unit_test(widths),
                                             cmocka_unit_test(vectors)};
    for (size_t i = 0; i < MODELS; i++)
        tests[OWN + i] = (struct CMUnitTest){.name = names[i], .test_func = check_model, .initial_state = names[i]};
    return _cmocka_run_group_tests("out.sheet", tests, OWN + MODELS, NULL, NULL);
}
