/* Verification: built-in models hold to 100 digits; what was made wrong is seen, by states and, of formulations, by the
 * proofs; each verdict has a system that gets it. */
#include "../form/forms.h"

#include "form/agree.h"
#include "truth/verify/verify.h"

static const nh_verification *verify(nh_context *context, nh_model *model, const nh_verification_def *def) {
    return nh_verification_make(nh_arena_create(context), model, def);
}

static nh_model *read_text(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    def.name = "text";
    return files_model(context, &def, text, strlen(text), true);
}

static const nh_verify_item *item_of(const nh_verification *v, nh_verify_kind kind, const char *name) {
    for (size_t i = 0; i < v->items.count; i++)
        if (v->items.items[i].kind == kind && strcmp(v->items.items[i].name, name) == 0) return &v->items.items[i];
    fail_msg("there is no question about %s", name);
    return NULL;
}

static void check_verdict(const nh_verification *v, nh_verify_kind kind, const char *name, nh_verdict wanted) {
    const nh_verify_item *item = item_of(v, kind, name);
    if (item->verdict != wanted)
        fail_msg("%s: %s (%s), not %s", name, nh_verdict_name(item->verdict), item->why != NULL ? item->why : "-",
                 nh_verdict_name(wanted));
}

/* ---- built-in models ---- */

static void check_builtin(nh_context *context, void *argument) {
    const char *name = argument;
    const nh_builtin *builtin = nh_builtin_find(name);
    nh_model *model = read_text(context, builtin->text);
    const nh_verification *v =
        verify(context, model, &(nh_verification_def){.samples = 2, .digits = 100, .seed = test_seed()});
    assert_int_equal(v->info.states, v->info.has_start ? 3 : 2);
    for (size_t i = 0; i < v->items.count; i++) {
        const nh_verify_item *item = &v->items.items[i];
        if (item->verdict == NH_VERDICT_INAPPLICABLE) continue;
        if (item->verdict != NH_VERDICT_HOLDS || !(item->bound < 1e-50))
            fail_msg("%s, %s: %s, %g: %s", name, item->name, nh_verdict_name(item->verdict), item->bound, item->why);
    }
    nh_model_destroy(model);
}

static void builtins(void **state) {
    (void)state;
    static const char *const names[] = {"leibniz",  "rolling-disc", "steered-skate", "four-bar",    "powers",
                                        "chain",    "relativistic", "affine",        "trailers",    "planar-chain",
                                        "unicycle", "forced-speed", "suslov",        "appell-hamel"};
#ifdef __SANITIZE_ADDRESS__
    enum { COUNT = 3 };
#else
    enum { COUNT = sizeof names / sizeof *names };
#endif
    for (size_t i = 0; i < COUNT; i++) {
        nh_context *context = test_context();
        test_run(context, check_builtin, (void *)(uintptr_t)names[i]);
        nh_context_destroy(context);
    }
}

/* ---- claims ---- */

static const char speed[] =
    "param m = 1.3, c = 2, g = 9.81\ncoord x, y, z\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]\n"
    "constraint speed: |P'| = c\ninit z = 5, x' = 1.2, z' ~ 1\nindependent x', y'\n";

static const nh_verification *verify_claims(nh_context *context, const char *claims) {
    char text[3000];
    snprintf(text, sizeof text, "%s%s", speed, claims);
    return verify(context, read_text(context, text), &(nh_verification_def){.samples = 4, .digits = 40, .seed = 3});
}

/* Each next to one that is wrong by little. */
PROTECTED_TEST(claims) {
    const nh_verification *v = verify_claims(
        context, "claim right: x'' = g/c^2*x'*z'\nclaim wrong: x'' = (g + 10^-35)/c^2*x'*z'\n"
                 "claim force: reaction(P) = m*g*z'/c^2*P'\nclaim noforce: reaction(P).x = 1.0001*m*g*z'/c^2*x'\n"
                 "claim rate: E' = lambda.speed*c\nclaim norate: E' = -lambda.speed*c\n"
                 "claim star: E_star = E + (alphabar.z - alpha.z)*m*z'\nclaim nostar: E_star = E\n"
                 "claim bar: alphabar.z*z' = -(x'^2 + y'^2)\nclaim nobar: alphabar.z = alpha.z\n"
                 "claim tstar: voronec.Tstar = m*c^2/2\nclaim notstar: voronec.Tstar = m*c^2\n"
                 /* (22): alphabar - alpha = -c^2/z' here */
                 "claim B: voronec.B[speed][x]*x' + voronec.B[speed][y]*y' = c^2*z''/z'^2\n"
                 "claim noB: voronec.B[speed][x]*x' + voronec.B[speed][y]*y' = c^2*y''/z'^2\n"
                 "claim lift: z'' = maggi.N[z][x]*x'' + maggi.N[z][y]*y''\n");
    static const char *const hold[] = {"right", "force.x", "force.y", "force.z", "rate",
                                       "star",  "bar",     "tstar",   "B",       "lift"};
    static const char *const fail[] = {"wrong", "noforce", "norate", "nostar", "nobar", "notstar", "noB"};
    for (size_t i = 0; i < sizeof hold / sizeof *hold; i++)
        check_verdict(v, NH_VERIFY_CLAIM, hold[i], NH_VERDICT_HOLDS);
    for (size_t i = 0; i < sizeof fail / sizeof *fail; i++)
        check_verdict(v, NH_VERIFY_CLAIM, fail[i], NH_VERDICT_FAILS);
    assert_int_equal(v->info.verdict, NH_VERDICT_FAILS);
    const nh_verify_item *item = item_of(v, NH_VERIFY_CLAIM, "nostar");
    assert_true(item->state < v->states.count && item->bound > 1e-3);
    assert_true(item_of(v, NH_VERIFY_CLAIM, "wrong")->bound < 1e-33);
}

/* Forces whose place is not known are spread over the masses: linear systems in balls. */
PROTECTED_TEST(shares) {
    static const char text[] =
        "param m = 1.3, k = 2, tau = 0.7\ncoord r, th, s, ph\npoint P = [r*cos(th), r*sin(th), 0] mass m\n"
        "point Q = [s*cos(ph) + r, s*sin(ph), 0] mass 2*m\npotential k*r^2*s/2\nforce th: tau\nforce ph: -tau*ph'\n"
        "constraint rod: r = 1 + t/5\nconstraint bar: s = 2\ninit r ~ 1, th = 0.3, th' = 1, s ~ 2, ph = 1, ph' = -0.5\n"
        "claim sum: reaction(P).x*cos(th) + reaction(P).y*sin(th) + reaction(Q).x = lambda.rod\n"
        "claim turn: reaction(P).x*sin(th) = reaction(P).y*cos(th)\n"
        "claim bar: reaction(Q).x*cos(ph) + reaction(Q).y*sin(ph) = lambda.bar\n"
        "claim nobar: reaction(Q).x*cos(ph) + reaction(Q).y*sin(ph) = lambda.rod\n";
    const nh_verification *v =
        verify(context, read_text(context, text), &(nh_verification_def){.samples = 4, .digits = 40});
    check_verdict(v, NH_VERIFY_CLAIM, "sum", NH_VERDICT_HOLDS);
    check_verdict(v, NH_VERIFY_CLAIM, "turn", NH_VERDICT_HOLDS);
    check_verdict(v, NH_VERIFY_CLAIM, "bar", NH_VERDICT_HOLDS);
    check_verdict(v, NH_VERIFY_CLAIM, "nobar", NH_VERDICT_FAILS);
}

/* Random states of a chain may be ones at which a point rests: there the claims of the paper are wrong, but these are
 * states of another component. */
PROTECTED_TEST(components) {
    nh_model *model = read_text(context, nh_builtin_find("planar-chain")->text);
    const nh_verification *v = verify(context, model, &(nh_verification_def){.samples = 60, .digits = 10, .seed = 1});
    assert_int_equal(v->info.verdict, NH_VERDICT_HOLDS);
    size_t elsewhere = 0;
    for (size_t i = 0; i < v->states.count; i++) { /* x[4]' x[1]' + z[4]' z[1]' = 0 is the claim closure[4] */
        const double *x = v->states.items[i] + 9, *z = x + 4;
        elsewhere += fabs(x[3] * x[0] + z[3] * z[0]) > 1e-3;
    }
    assert_true(elsewhere > 0);
    assert_int_equal(item_of(v, NH_VERIFY_CLAIM, "closure[4]")->states, v->info.near);
    assert_int_equal(item_of(v, NH_VERIFY_FORM, "voronec")->states, v->info.states);
}

/* At the state that is given the claim is wrong, by its numbers. */
PROTECTED_TEST(refuting_state) {
    const nh_verification *v = verify_claims(context, "claim low: (x' - 1.2)*(z - 5)*x' = 0\n");
    const nh_verify_item *item = item_of(v, NH_VERIFY_CLAIM, "low");
    assert_int_equal(item->verdict, NH_VERDICT_FAILS);
    const double *at = v->states.items[item->state];
    assert_true(fabs((at[4] - 1.2) * (at[3] - 5) * at[4]) > 0);
    assert_true(fabs(hypot(hypot(at[4], at[5]), at[6]) - 2) < 1e-12);
    assert_true(v->info.has_start && item->state > 0); /* at the start it holds */
}

PROTECTED_TEST(undecided) {
    const nh_verification *v = verify_claims(
        context, "claim nowhere: sqrt(-1 - x^2) = 0\nclaim unknown: voronec.C[x] = 0\nclaim right: |P'| = c\n");
    check_verdict(v, NH_VERIFY_CLAIM, "nowhere", NH_VERDICT_UNDECIDED);
    check_verdict(v, NH_VERIFY_CLAIM, "unknown", NH_VERDICT_UNDECIDED);
    check_verdict(v, NH_VERIFY_CLAIM, "right", NH_VERDICT_HOLDS);
    assert_non_null(strstr(item_of(v, NH_VERIFY_CLAIM, "unknown")->why, "voronec.C[x]"));
    assert_true(isinf(item_of(v, NH_VERIFY_CLAIM, "nowhere")->bound));
    assert_int_equal(v->info.verdict, NH_VERDICT_UNDECIDED);
}

/* Where constraints are not homogeneous E_star is only known when the model says what is independent. */
PROTECTED_TEST(star_needs_a_choice) {
    static const char affine[] =
        "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: y' = x' + 1\nclaim e: E_star = E_star\n"
        "claim f: E_star - x'^2/2 = x'^2/2 + %s\ninit x' = 1, y' ~ 2%s\n";
    char text[500];
    snprintf(text, sizeof text, affine, "0", "");
    const nh_verification *v =
        verify(context, read_text(context, text), &(nh_verification_def){.samples = 2, .digits = 30});
    check_verdict(v, NH_VERIFY_CLAIM, "f", NH_VERDICT_UNDECIDED);
    /* L* = (x'^2 + (x' + 1)^2)/2: E* = x'^2 - 1/2 */
    snprintf(text, sizeof text, affine, "(-1/2)", "\nindependent x'");
    v = verify(context, read_text(context, text), &(nh_verification_def){.samples = 2, .digits = 30});
    check_verdict(v, NH_VERIFY_CLAIM, "f", NH_VERDICT_HOLDS);
}

/* ---- formulations ---- */

/* Maggi's equations with 10^-30 more force. */
static nh_equations *derive_false(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    nh_equations *e = nh_maggi_derive(model, arena, choice, why);
    nh_expr little = nh_expr_pow(model->pool, nh_expr_int(model->pool, 10), nh_expr_int(model->pool, -30));
    e->force[0] = nh_expr_add(model->pool, e->force[0], little);
    return e;
}

static nh_equations *derive_never(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    (void)model, (void)arena, (void)choice;
    *why = "never";
    return NULL;
}

PROTECTED_TEST(false_formulation) {
    static const nh_form wrong = {.name = "wrong", .derive_with = derive_false};
    static const nh_form never = {.name = "never", .derive_with = derive_never};
    const nh_form *const forms[] = {nh_form_find("chetaev", NULL), nh_form_find("voronec", NULL), &wrong, &never, NULL};
    nh_model *model = read_text(context, speed);
    const nh_verification *v =
        verify(context, model, &(nh_verification_def){.samples = 3, .digits = 50, .seed = 1, .forms = forms});
    check_verdict(v, NH_VERIFY_FORM, "chetaev", NH_VERDICT_HOLDS);
    check_verdict(v, NH_VERIFY_FORM, "voronec", NH_VERDICT_HOLDS);
    check_verdict(v, NH_VERIFY_FORM, "wrong", NH_VERDICT_FAILS);
    check_verdict(v, NH_VERIFY_FORM, "never", NH_VERDICT_INAPPLICABLE);
    assert_string_equal(item_of(v, NH_VERIFY_FORM, "never")->why, "never");
    assert_true(item_of(v, NH_VERIFY_FORM, "wrong")->bound < 1e-28);
    assert_true(item_of(v, NH_VERIFY_FORM, "voronec")->is_proved);
    assert_false(item_of(v, NH_VERIFY_FORM, "wrong")->is_proved);
    assert_int_equal(v->info.verdict, NH_VERDICT_FAILS);
    /* with fewer digits it is not a difference that would have to be seen, but it is certain all the same */
    v = verify(context, model, &(nh_verification_def){.samples = 1, .digits = 20, .seed = 1, .forms = forms});
    check_verdict(v, NH_VERIFY_FORM, "wrong", NH_VERDICT_FAILS);
}

/* ---- proofs ---- */

static const struct {
    const char *name, *text;
} linear[] = {
    {"a skate", "param m = 1.4\ncoord x, y, th\nkinetic m/2*(x'^2+y'^2) + th'^2/5 + x'*th'*cos(th)/6\npotential x/2\n"
                "force th: 0.2 - th'^3\nconstraint skate: x'*sin(th) = y'*cos(th)\n"
                "init x = 0.1, y = 0.2, th = 0.7, x' ~ 1, y' ~ 1, th' = 0.6\n"},
    {"a disc", "param m = 1.2, R = 0.6, I = 0.3, J = 0.2\ncoord x, y, phi, psi\n"
               "kinetic m/2*(x'^2+y'^2) + J/2*phi'^2 + I/2*psi'^2\nforce psi: 0.4 - psi'/5\n"
               "constraint fx: x' = R*cos(phi)*psi' + 0.3*t\nconstraint fy: y' = R*sin(phi)*psi'\n"
               "init x = 0.1, y = 0.2, phi = 0.6, psi = 0.3, phi' = 0.7, psi' = 0.9, x' ~ 0, y' ~ 0\n"},
    {"a root", "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential z\nconstraint c: x'^2 + y'^2 + z'^2 = 4\n"
               "init x = 0.3, y = -0.4, z = 0.1, x' = 0.9, y' = 0.8, z' ~ 1.5\n"},
};

/* Adds 10^-9 to one expression and asks again. */
static void check_spoilt(const subject *s, const nh_equations *e, const nh_explicit *choice, nh_expr *entry,
                         const char *what) {
    nh_pool *pool = s->model->pool;
    nh_expr right = *entry;
    *entry = nh_expr_add(pool, right, nh_expr_pow(pool, nh_expr_int(pool, 10), nh_expr_int(pool, -9)));
    if (nh_agree_by_algebra(e, choice, s->arena) != NH_UNKNOWN) fail_msg("%s, %s: %s", s->name, e->form, what);
    *entry = right;
}

static void check_proof(const subject *s, const nh_form *form, const nh_explicit *choice) {
    const char *why = NULL;
    nh_equations *e =
        form->derive != NULL ? form->derive(s->model, s->arena) : form->derive_with(s->model, s->arena, choice, &why);
    if (e == NULL) return;
    if (nh_agree_by_algebra(e, choice, s->arena) != NH_YES) fail_msg("%s, %s: no proof", s->name, form->name);
    check_spoilt(s, e, choice, &e->matrix.entry[0], "matrix");
    check_spoilt(s, e, choice, &e->force[e->count - 1], "force");
    if (e->rows > 0) check_spoilt(s, e, choice, &e->jacobian.entry[0], "jacobian");
    if (e->rows > 0) check_spoilt(s, e, choice, &e->drift[0], "drift");
    if (e->rows > 0) {
        e->rows--; /* one that binds is missing */
        if (nh_agree_by_algebra(e, choice, s->arena) != NH_UNKNOWN) fail_msg("%s, %s: a row less", s->name, e->form);
        e->rows++;
    }
    if (e->variables == NULL) return;
    if (e->velocities[0] != NH_EXPR_UNDEFINED) check_spoilt(s, e, choice, &e->velocities[0], "velocities");
    check_spoilt(s, e, choice, &e->lift.entry[0], "lift");
    check_spoilt(s, e, choice, &e->rest[s->n - 1], "rest");
}

PROTECTED_TEST(proofs) {
    for (size_t i = 0; i < sizeof linear / sizeof *linear; i++) {
        subject s = subject_make(context, linear[i].name, linear[i].text);
        nh_state start = subject_start(&s);
        const nh_explicit *choice = choice_at(&s, &start);
        for (size_t k = 0; nh_form_at(k) != NULL; k++)
            if (!nh_form_at(k)->is_apart) check_proof(&s, nh_form_at(k), choice);
        subject_free(&s);
    }
}

/* ---- the rest ---- */

PROTECTED_TEST(parts_of_balances) {
    static const char text[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential t*x\nforce y: -y'\n"
                               "constraint c: x' = 2*y'\ninit x = 1, y = 2, y' = 4, x' ~ 8\n";
    const nh_verification *v =
        verify(context, read_text(context, text), &(nh_verification_def){.samples = 3, .digits = 30});
    const nh_verify_item *item = item_of(v, NH_VERIFY_BALANCE, "E");
    assert_int_equal(item->verdict, NH_VERDICT_HOLDS);
    assert_int_equal(item->parts, 2);
    assert_string_equal(item->part[0].name, "forces");
    assert_string_equal(item->part[1].name, "potential");
    double largest = 0;
    for (size_t i = 0; i < v->states.count; i++) largest = fmax(largest, fabs(v->states.items[i][1]));
    assert_true(fabs(item->part[1].largest - largest) < 1e-12 * largest);
    check_verdict(v, NH_VERIFY_REACTIONS, "virtual work", NH_VERDICT_HOLDS);
    check_verdict(v, NH_VERIFY_REACTIONS, "power", NH_VERDICT_HOLDS);
}

/* Parameters without a value get one; a system without states is undecided; nothing to be asked about is not asked. */
PROTECTED_TEST(corners) {
    nh_verification_def def = {.samples = 3, .digits = 30, .seed = 5};
    const nh_verification *v = verify(
        context,
        read_text(context, "param m, k = 2\ncoord x\nkinetic m*x'^2/2\npotential k*x^2/2\nclaim a: m*x'' = -k*x\n"),
        &def);
    assert_int_equal(v->info.drawn, 1);
    assert_int_equal(v->info.verdict, NH_VERDICT_HOLDS);
    assert_int_equal(v->info.near, 0);
    for (size_t i = 0; i < v->items.count; i++) assert_int_not_equal(v->items.items[i].kind, NH_VERIFY_REACTIONS);
    v = verify(context, read_text(context, "coord x, y\nkinetic (x'^2+y'^2)/2\nconstraint c: x'^2 + y'^2 = -1\n"),
               &def);
    assert_int_equal(v->info.states, 0);
    assert_non_null(v->info.message);
    assert_int_equal(v->info.verdict, NH_VERDICT_UNDECIDED);
    v = verify(context, read_text(context, "coord x, y\nkinetic x'^2/2\ninit x' = 1\n"), &def); /* y moves no mass */
    check_verdict(v, NH_VERIFY_FORM, "chetaev", NH_VERDICT_UNDECIDED);
    check_verdict(v, NH_VERIFY_FORM, "udwadia", NH_VERDICT_INAPPLICABLE);
    assert_non_null(strstr(item_of(v, NH_VERIFY_FORM, "chetaev")->why, "determine the accelerations"));
}

/* Rows that depend on each other, and a claim about the multipliers that this leaves open. */
PROTECTED_TEST(redundant_rows) {
    static const char text[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential z\nconstraint a: x' = y*z'\n"
                               "constraint b: 2*x' = 2*y*z'\ninit x = 1, y = 2, z' = 1, x' ~ 2\n";
    const nh_verification *v =
        verify(context, read_text(context, text), &(nh_verification_def){.samples = 3, .digits = 60});
    assert_int_equal(v->info.verdict, NH_VERDICT_HOLDS);
    assert_true(item_of(v, NH_VERIFY_FORM, "udwadia")->is_proved);
}

PROTECTED_TEST(same_again) {
    nh_verification_def def = {.samples = 3, .digits = 30, .seed = 7};
    const nh_verification *a = verify(context, read_text(context, speed), &def),
                          *b = verify(context, read_text(context, speed), &def);
    assert_int_equal(a->states.count, b->states.count);
    for (size_t i = 0; i < a->states.count; i++)
        assert_memory_equal(a->states.items[i], b->states.items[i], 7 * sizeof(double));
    for (size_t i = 0; i < a->items.count; i++) assert_true(a->items.items[i].bound == b->items.items[i].bound);
    def.seed = 8;
    b = verify(context, read_text(context, speed), &def);
    assert_memory_not_equal(a->states.items[1], b->states.items[1], 7 * sizeof(double));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builtins),
        cmocka_unit_test(claims),
        cmocka_unit_test(shares),
        cmocka_unit_test(components),
        cmocka_unit_test(refuting_state),
        cmocka_unit_test(undecided),
        cmocka_unit_test(star_needs_a_choice),
        cmocka_unit_test(false_formulation),
        cmocka_unit_test(proofs),
        cmocka_unit_test(parts_of_balances),
        cmocka_unit_test(corners),
        cmocka_unit_test(redundant_rows),
        cmocka_unit_test(same_again),
    };
    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
