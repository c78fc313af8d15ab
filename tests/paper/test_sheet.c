/* What is printed of the equations of motion is true: in numbers, for all formulations of models of every kind; and
 * short where a paper has it short. */
#include "sheets.h"

/* ---- in numbers ---- */

static void check_model_body(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *path = files_path(arena, NH_TEST_SOURCE "/../models", (const char *)argument, ".nh");
    const char *text = nh_file_read(arena, path, &length);
    subject s = subject_make(context, (const char *)argument, text);
    assert_true(check_sheets(&s) >= 2);
    subject_free(&s);
}

/* A model that has what the others lack: a given L, damping, a function without a body is in another test. */
PROTECTED_TEST(check_given_lagrangian) {
    subject s = subject_make(context, "given",
                             "param m = 2, k = 3, c = 0.5\ncoord x, y\nlagrangian m/2*(x'^2 + y'^2) - k/2*x^2 + x*y'\n"
                             "force x: -c*x'\nconstraint push: y' = x*x' + t\ninit x = 1, x' = 0.3, y' ~ 0\n");
    assert_true(check_sheets(&s) >= 6);
    subject_free(&s);
}

/* ---- in words ---- */

static const nh_sheet *sheet_of(const subject *s, const char *form) {
    const char *why = NULL;
    nh_admissible *a = nh_admissible_make(s->arena, s->model, 1);
    const nh_sheet *sheet = nh_sheet_make(s->arena, a, nh_form_find(form, NULL), &why);
    if (sheet == NULL) fail_msg("%s: %s", form, why);
    return sheet;
}

static void expect_line(const subject *s, const nh_sheet_line *line, const char *wanted) {
    nh_text text = nh_text_begin(s->arena);
    nh_expr_print(s->model->pool, &text, nh_expr_sum(s->model->pool, line->left.count, line->left.parts));
    nh_text_add(&text, " = ");
    nh_expr_print(s->model->pool, &text, nh_expr_sum(s->model->pool, line->right.count, line->right.parts));
    assert_string_equal(nh_text_string(&text), wanted);
}

static const char speed[] =
    "param m = 1, g = 9.81, c = 2\ncoord x, y, z\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]\n"
    "constraint speed: |P'| = c\ninit z = 5, x' = 1, y' = 1, z' ~ 1.4\n";

/* Gamma with |q| = 1 put in divides by nothing: at the initial state q1, q2 and q3 are 0. */
PROTECTED_TEST(writes_quaternions) {
    subject s =
        subject_make(context, "ball",
                     "param m = 1, r = 1, I1 = 0.4, I2 = 0.5, I3 = 0.7\ncoord x, y, q0, q1, q2, q3\n"
                     "body B { at [x, y, r], rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(I1, I2, I3) }\n"
                     "constraint roll: B.velocity([x, y, 0]) = 0\n"
                     "quasi p = B.Omega.x, q = B.Omega.y, s = B.Omega.z\ninit q0 = 1, B.Omega = [1, 0.2, 0.3]\n");
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    nh_random random = nh_random_make(test_seed(), 7);
    nh_state near = subject_state(&s);
    const char *why = NULL;
    const nh_sheet *sheet = nh_sheet_make(s.arena, a, nh_form_find("hamel", NULL), &why);
    expect_line(&s, &sheet->velocities.items[3], "q1' = q0*p/2 - q3*q/2 + q2*s/2");
    assert_int_equal(sheet->assumptions.count, 0);
    sheet_dynamics d = make_dynamics(&s, nh_chetaev_derive(s.model, s.arena), &random);
    check_sheet_at(&s, a, sheet, &d, &a->state);
    assert_true(nh_samples_draw(a->states, &random, &a->state, 0.3, &near));
    check_sheet_at(&s, a, sheet, &d, &near);
    subject_free(&s);
}

/* R is a function of all velocities: the equations follow from it with multipliers, so constraints are not put in. */
PROTECTED_TEST(keeps_routh) {
    subject s = subject_make(context, "cyclic",
                             "coord r, s, a\nlagrangian (r'^2 + s'^2)/2 + r^2*a'^2/2\nconstraint g: r' = s*s'\n"
                             "init r = 1, s = 0.5, s' = 0.3, a' = 0.4\n");
    const nh_sheet *sheet = sheet_of(&s, "routh");
    assert_string_equal(sheet->coefficients.items[0].name, "R");
    expect_line(&s, &sheet->coefficients.items[0], "0 = r'^2/2 - p_a^2/(2*r^2) + s'^2/2");
    subject_free(&s);
}

/* The root is written as the velocity that it is, the constraint is used where it was written. */
PROTECTED_TEST(writes_roots) {
    subject s = subject_make(context, "speed", speed);
    const nh_sheet *sheet = sheet_of(&s, "voronec");
    expect_line(&s, &sheet->explicit_form.items[0], "z' = sigma.z*sqrt(c^2 - x'^2 - y'^2)");
    expect_line(&s, &sheet->equations.items[0], "(x'^2 + z'^2)*x'' + x'*y'*y'' = g*x'*z'");
    assert_int_equal(sheet->sign_count, 1);
    sheet = sheet_of(&s, "chetaev");
    expect_line(&s, &sheet->constraints.items[0], "sqrt(x'^2 + y'^2 + z'^2) = c");
    expect_line(&s, &sheet->equations.items[2], "m*z'' = lambda.speed*z'/c - m*g");
    expect_line(&s, &sheet->rows.items[0], "x'*x'' + y'*y'' + z'*z'' = 0");
    subject_free(&s);
}

/* Names that the author gives below his system are found in its equations. */
PROTECTED_TEST(finds_names) {
    subject s =
        subject_make(context, "sleigh",
                     "param m = 1, J = 0.2, a = 0.5\ncoord x, y, phi\n"
                     "kinetic m/2*(x'^2 + y'^2) + J/2*phi'^2\nconstraint edge: x'*sin(phi) - y'*cos(phi) + a*phi' = 0\n"
                     "quasi v = x'*cos(phi) + y'*sin(phi), w = phi'\nlet I = J + m*a^2\ninit phi' = 1\n");
    const nh_sheet *sheet = sheet_of(&s, "hamel");
    expect_line(&s, &sheet->equations.items[0], "m*v' - m*a*w^2 = 0");
    expect_line(&s, &sheet->equations.items[1], "I*w' + m*a*v*w = 0");
    assert_int_equal(sheet->abbreviations.count, 1);
    expect_line(&s, &sheet->abbreviations.items[0], "I = J + m*a^2");
    subject_free(&s);
}

static bool has_assumption(const subject *s, const nh_sheet *sheet, const char *wanted, nh_relation relation) {
    for (size_t i = 0; i < sheet->assumptions.count; i++) {
        nh_text text = nh_text_begin(s->arena);
        nh_expr_print(s->model->pool, &text, sheet->assumptions.items[i].left);
        if (strcmp(nh_text_string(&text), wanted) == 0 && sheet->assumptions.items[i].relation == relation) return true;
    }
    return false;
}

/* What the explicit form needs is listed where the equations do without it too; of a root the radicand. */
PROTECTED_TEST(lists_assumptions) {
    subject s = subject_make(context, "speed", speed);
    const nh_sheet *sheet = sheet_of(&s, "chetaev");
    assert_true(has_assumption(&s, sheet, "c^2 - x'^2 - y'^2", NH_GREATER) ||
                has_assumption(&s, sheet, "c^2 - x'^2 - y'^2", NH_GREATER_EQUAL));
    subject_free(&s);
    s = subject_make(context, "apart",
                     "param a = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npoint P = [x, y, 0]\nassume |P| > 0\n"
                     "constraint c: x*x' - a*y' = 0\ninit x = 1, y = 1, x' = 1, y' ~ 1\nindependent y'\n");
    sheet = sheet_of(&s, "chetaev");
    assert_true(has_assumption(&s, sheet, "x^2 + y^2", NH_GREATER));
    assert_true(has_assumption(&s, sheet, "x", NH_NOT_EQUAL));
    subject_free(&s);
}

/* A row that goes for one value of a parameter is told of; one that always goes is not. */
PROTECTED_TEST(notes_rows_left_out) {
    static const char text[] = "param m = 1, k = 0\ncoord x, y, z\nkinetic m/2*(x'^2 + y'^2 + z'^2)\n"
                               "constraint a: x' + y' = 0\nconstraint b: x' + y' + k*z' = 0\n"
                               "constraint c: 2*x' + 2*y' = 0\ninit x' = 1, y' = -1, z' = 1\n";
    subject s = subject_make(context, "rows", text);
    const nh_sheet *sheet = sheet_of(&s, "voronec");
    assert_int_equal(sheet->notes.count, 1);
    assert_non_null(strstr(sheet->notes.items[0], "The constraint b is left out"));
    assert_non_null(strstr(sheet->notes.items[0], "k = 0"));
    subject_free(&s);
}

/* Without numbers velocities are chosen by algebra. */
PROTECTED_TEST(does_without_numbers) {
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    const char text[] =
        "param m = 1\ncoord x, y\nfunction C(t)\nkinetic m/2*(x'^2 + y'^2)\nconstraint c: y' = C(t)*x'\n";
    nh_model *model = files_model(context, &def, text, strlen(text), true);
    nh_admissible *a = nh_admissible_make(arena, model, 1);
    const char *why = NULL;
    const nh_sheet *sheet = nh_sheet_make(arena, a, nh_form_find("voronec", NULL), &why);
    assert_non_null(sheet);
    assert_int_equal(sheet->equations.count, 1);
    nh_model_destroy(model);
}

/* A term that is wider than a line gets abbreviations, each made from earlier ones. */
PROTECTED_TEST(shortens) {
    subject s = subject_make(
        context, "wide",
        "param a = 1, b = 2, c = 3\ncoord x, y\n"
        "kinetic x'^2/2*(1 + sin(a*x + b*y)*cos(b*x + c*y)*exp(a*x*y + b*y^2 + c*x^2)*sqrt(1 + a*x^2 + b*y^2 + "
        "c*x^2*y^2)*(a + b*sin(x) + c*cos(y)*(1 + x^2 + y^2)))^2 + y'^2/2\ninit x = 1, x' = 1\n");
    const nh_sheet *sheet = sheet_of(&s, "chetaev");
    assert_true(sheet->abbreviations.count > 0);
    nh_map seen = nh_map_make(s.arena);
    for (size_t i = 0; i < sheet->abbreviations.count; i++) {
        uint32_t count;
        const nh_sheet_line *line = &sheet->abbreviations.items[i];
        const nh_expr *names = nh_expr_names(s.model->pool, s.arena, line->right.count, line->right.parts, &count);
        for (uint32_t k = 0; k < count; k++)
            if (nh_expr_symbol_of(s.model->pool, names[k])->role == NH_ROLE_ABBREVIATION)
                assert_non_null(nh_map_get(&seen, names[k]));
        nh_map_put(&seen, line->left.parts[0], 1);
    }
    subject_free(&s);
}

static void check_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model_body, *state);
    nh_context_destroy(context);
}

/* ---- transposition matrices ---- */

/* What is listed has been compared; all else is 0. */
static void check_unlisted(const subject *s, const nh_sheet *sheet, const sheet_dynamics *d) {
    assert_true(sheet->coefficients.count > 0);
    for (uint32_t i = 0; i < d->equations->omegas; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(s->model->pool, d->equations->omega[i]);
        const char *name = nh_name_text(s->model->context, symbol->name);
        bool is_listed = false;
        for (size_t k = 0; k < sheet->coefficients.count; k++)
            is_listed |= strcmp(sheet->coefficients.items[k].name, name) == 0;
        if (!is_listed && !(fabs(nh_dynamics_omega(d->dynamics)[i]) < 1e-12))
            fail_msg("%s of %s is not listed", name, s->name);
    }
}

/* Every matrix, with one of the equations each: in closed form, against the numbers. */
static void check_matrices(nh_context *context, const char *name, const char *text) {
    subject s = subject_make(context, name, text);
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    nh_random random = nh_random_make(test_seed(), 9);
    for (int omega = NH_OMEGA_LEAST; omega < NH_OMEGA_USUAL; omega++) {
        nh_text form = nh_text_begin(s.arena);
        nh_text_format(&form, "vakonomic-modified:%s:%s", nh_variant_word((nh_variant)(omega % NH_VARIANTS)),
                       nh_omega_word((nh_omega)omega));
        const char *why = NULL;
        const nh_form *found = nh_form_require(context, nh_text_string(&form));
        const nh_sheet *sheet = nh_sheet_make(s.arena, a, found, &why);
        sheet_dynamics d = make_dynamics(&s, nh_form_full_equations(found, s.model, s.arena), &random);
        assert_int_equal(nh_dynamics_solve(d.dynamics, a->state.t, a->state.q, a->state.v).status, NH_SOLVED);
        check_sheet_at(&s, a, sheet, &d, &a->state);
        check_unlisted(&s, sheet, &d);
    }
    subject_free(&s);
}

PROTECTED_TEST(writes_matrices) {
    check_matrices(context, "affine",
                   "coord x, y, z\nkinetic (x'^2 + 2*y'^2 + 3*z'^2)/2\npotential x\nconstraint a: x' - y*z' = 1/2\n"
                   "init x = 1, y = 0.5, z = 0.25, y' = 0.75, z' = 1\n");
    check_matrices(context, "geometric, redundant",
                   "coord x, y, z\nkinetic (x'^2 + 2*y'^2 + 3*z'^2)/2\npotential x\nconstraint a: x' = y*z'\n"
                   "constraint b: 2*x' = 2*y*z'\nconstraint f: z = x*y\ninit x = 1, y = 0.5, y' = 0.75\n");
}

/* Where p is a combination of the rows it is not said that there is a matrix, or how much of it is open. */
PROTECTED_TEST(writes_contradictions) {
    subject s = subject_make(context, "speed", speed);
    const char *why = NULL;
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const nh_sheet *sheet =
        nh_sheet_make(s.arena, a, nh_form_require(context, "vakonomic-modified:least60:imposed"), &why);
    const char *last = sheet->notes.items[sheet->notes.count - 1];
    assert_non_null(strstr(last, "dL/dq' is a combination of the rows dg/dq'"));
    for (size_t i = 0; i < sheet->notes.count; i++) assert_null(strstr(sheet->notes.items[i], "entries open"));
    for (size_t i = 0; i < sheet->notes.count; i++) assert_null(strstr(sheet->notes.items[i], "whatever mu is"));
    subject_free(&s);
}

int main(void) {
    static char names[][40] = {"simple/leibniz",        "simple/spring-pair",        "simple/given-speed",
                               "simple/velocity-cone",  "rheonomous/skate-pendulum", "examples/dog-and-man",
                               "examples/rolling-disc", "classics/sleigh",           "classics/driven-pendulum",
                               "classics/knife-edge",   "algebraic/vertical-disc",   "homogeneous/linear-rheonomic"};
#ifdef __SANITIZE_ADDRESS__
    enum { MODELS = 2 }; /* slow there, and the same code */
#else
    enum { MODELS = sizeof names / sizeof *names };
#endif
    enum { OWN = 11 };
    struct CMUnitTest tests[MODELS + OWN] = {cmocka_unit_test(check_given_lagrangian),
                                             cmocka_unit_test(writes_roots),
                                             cmocka_unit_test(writes_quaternions),
                                             cmocka_unit_test(keeps_routh),
                                             cmocka_unit_test(finds_names),
                                             cmocka_unit_test(lists_assumptions),
                                             cmocka_unit_test(notes_rows_left_out),
                                             cmocka_unit_test(does_without_numbers),
                                             cmocka_unit_test(shortens),
                                             cmocka_unit_test(writes_matrices),
                                             cmocka_unit_test(writes_contradictions)};
    for (size_t i = 0; i < MODELS; i++)
        tests[OWN + i] = (struct CMUnitTest){.name = names[i], .test_func = check_model, .initial_state = names[i]};
    return _cmocka_run_group_tests("paper.sheet", tests, OWN + MODELS, NULL, NULL);
}
