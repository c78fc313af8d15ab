/* Point symmetries of systems that have them by their making, their momenta, brackets; parameters with which there are
 * more integrals; functions that are given. */
#include "known.h"

#include "algebra/field/normal.h"
#include "truth/judge/judge.h"

enum { MOST = 8 };

typedef struct known_symmetries {
    const char *model;
    const char *text[MOST]; /* fields; NULL behind the last */
    const char *rate[MOST]; /* of their momenta */
    const char *bracket[MOST];
} known_symmetries;

static const known_symmetries table[] = {
    {"sleigh",
     {"x = 1", "y = 1", "x = y, y = -x, phi = -1"},
     {"-lambda.edge*sin(phi)", "lambda.edge*cos(phi)", "lambda.edge*(a - x*cos(phi) - y*sin(phi))"},
     {"[X1, X3] = -X2", "[X2, X3] = X1"}},
    {"top", {"q1 = q2, q2 = -q1", "q0 = -q3, q3 = q0"}, {"0", "0"}, {NULL}},
    {"knife-edge", {"y = 1"}, {"lambda.edge*cos(phi)"}, {NULL}},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential (x^2 + y^2 + z^2)^2\n",
     {"x = y, y = -x", "x = z, z = -x", "y = z, z = -y"},
     {"0", "0", "0"},
     {"[X1, X2] = X3", "[X1, X3] = -X2", "[X2, X3] = X1"}},
    /* a damper does work on the symmetry */
    {"coord x, y\nparam c = 1\nkinetic (x'^2 + y'^2)/2\npotential y^2 + y^3\nforce x: -c*x'\n",
     {"x = 1"},
     {"-c*x'"},
     {NULL}},
    /* a constraint that breaks all but one */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n",
     {"x = 1", "z = 1"},
     {"-lambda.c*y", "lambda.c"},
     {NULL}},
    /* rotations of angles: two that do not act along a coordinate */
    {"coord theta, phi\nkinetic (theta'^2 + sin(theta)^2*phi'^2)/2\n",
     {"phi = 1", "theta = sin(phi), phi = cos(phi)*cos(theta)/sin(theta)",
      "theta = -cos(phi), phi = sin(phi)*cos(theta)/sin(theta)"},
     {"0", "0", "0"},
     {"3 brackets"}},
    {"coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^4 + x^2*y + 3*y^4\n", {NULL}, {NULL}, {NULL}},
    /* conserved for a > 0, and not for a < 0 */
    {"param a = -1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce x: -a^2*x\nforce y: -|a|*a*y\ninit x = 1, y = 1\n",
     {"x = 1", "y = 1", "x = y, y = -x"},
     {"-a^2*x", "-a*abs(a)*y", NULL},
     {"[X1, X3] = -X2", "[X2, X3] = X1"}},
};

static bool is_listed(const char *const *list, const char *text) {
    for (size_t i = 0; i < MOST && list[i] != NULL; i++)
        if (strcmp(list[i], text) == 0) return true;
    return false;
}

static void check_symmetries(nh_context *context, void *argument) {
    const known_symmetries *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, known_text(arena, x->model));
    nh_integrals_def def = nh_default_integrals();
    def.degree = 1;
    const nh_integrals_result *found = nh_integrals_find(arena, model, &def);
    size_t count = 0, brackets = 0;
    while (count < MOST && x->text[count] != NULL) count++;
    while (brackets < MOST && x->bracket[brackets] != NULL) brackets++;
    if (found->symmetries.count != count) fail_msg("%s: %zu symmetries", x->model, found->symmetries.count);
    for (size_t i = 0; i < count; i++) {
        const nh_integrals_symmetry *s = &found->symmetries.items[i];
        if (!is_listed(x->text, s->text)) fail_msg("%s: %s", x->model, s->text);
        for (size_t k = 0; k < count; k++) {
            if (strcmp(x->text[k], s->text) != 0) continue;
            if (x->rate[k] == NULL) assert_null(s->rate);
            else assert_string_equal(s->rate, x->rate[k]);
            assert_int_equal(s->by, x->rate[k] == NULL ? NH_EVIDENCE_NONE : NH_EVIDENCE_PROVED);
        }
    }
    bool is_count = brackets == 1 && strcmp(x->bracket[0], "3 brackets") == 0;
    assert_int_equal(found->info.commutator_count, is_count ? 3 : brackets);
    for (size_t i = 0; i < found->info.commutator_count && !is_count; i++)
        if (!is_listed(x->bracket, found->info.commutators[i])) fail_msg("%s", found->info.commutators[i]);
    assert_true(found->info.brackets && found->info.open_symmetries == 0);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_table(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        known_symmetries x = table[i];
        test_run(context, check_symmetries, &x);
    }
    nh_context_destroy(context);
}

/* ---- gauge momenta ---- */

typedef struct known_field {
    const char *model, *integral; /* the text of the integral */
    const char *field, *generators;
    bool is_gauge;
} known_field;

/* The fields are known: by the equation of the momentum, f' p + f p' = 0, or from the literature. */
static const known_field fields[] = {
    {"nonholonomic-oscillator", "sqrt(y^2 + 1)*x'", "x = 1/sqrt(y^2 + 1), z = y/sqrt(y^2 + 1)",
     "X1/sqrt(y^2 + 1) + X2*y/sqrt(y^2 + 1)", true},
    {"snakeboard-free", "psi' + theta'", "psi = 1/J_r", "X3/J_r", false},
    /* no symmetry: gravity has a component along x, and x occurs in the constraint with phi */
    {"knife-edge", "phi'", "phi = 1/J", NULL, false},
    {"coord theta, phi\nparam A = 1, C = 2\nkinetic A*(theta'^2 + sin(theta)^2*phi'^2)/2\npotential C*cos(theta)\n",
     "A*sin(theta)^2*phi'", "phi = 1", "X1", false},
    /* Jellett's: the field keeps the contact */
    {"chaplygin-top", "B.Omega.z*(e*I3 + R*(I1 - I3)*cos(theta)) - I1*R*B.omega.z",
     "x = -e*R*cos(psi)*sin(theta), y = -e*R*sin(psi)*sin(theta), psi = -R, phi = e",
     "R*X2*(x - e*sin(psi)*sin(theta)) - R*X1*(y + e*cos(psi)*sin(theta)) + e*X3 + R*X4", true},
    /* a velocity that has nothing to do with the constraint */
    {"coord x, y, z, w\nkinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\nconstraint c: w' = y*x'\n", "z'", "z = 1", "X2", false},
};

/* "x = a, z = b" gives diff(L, x')*(a) + diff(L, z')*(b), which is the integral at admissible states. */
static void check_momentum(nh_context *context, const char *text, const nh_integral *item) {
    nh_arena *arena = nh_arena_create(context);
    nh_text momentum = nh_text_begin(arena);
    for (const char *at = item->field; *at != '\0';) {
        size_t name = strcspn(at, " "), end = name + 3;
        while (at[end] != '\0' && strncmp(at + end, ", ", 2) != 0) end++;
        nh_text_format(&momentum, "%sdiff(L, %.*s')*(%.*s)", momentum.length > 0 ? " + " : "", (int)name, at,
                       (int)(end - name - 3), at + name + 3);
        at += end + (at[end] != '\0' ? 2 : 0);
    }
    const char *both[] = {nh_text_string(&momentum), item->text}, *why;
    nh_model *model = test_read_model(context, text_with(arena, text, "both", 2, both));
    nh_flow *flow = nh_flow_make(arena, nh_admissible_make(arena, model, 1), (nh_flow_def){false, NULL}, &why);
    nh_expr p = nh_flow_restrict(flow, watch_of(model, "both", 0)),
            I = nh_flow_restrict(flow, watch_of(model, "both", 1));
    if (!nh_expr_is_proved_zero(model->pool, nh_expr_sub(model->pool, p, I))) fail_msg("%s: %s", item->text, both[0]);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void check_field(nh_context *context, void *argument) {
    const known_field *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, known_text(arena, x->model));
    nh_integrals_def def = nh_default_integrals();
    const nh_integrals_result *found = nh_integrals_find(arena, model, &def);
    bool is_there = false;
    for (size_t i = 0; i < found->items.count; i++) {
        const nh_integral *item = &found->items.items[i];
        if (strcmp(item->text, x->integral) != 0) continue;
        is_there = true;
        if (item->field == NULL) fail_msg("%s: no field of %s", x->model, x->integral);
        check_momentum(context, known_text(arena, x->model), item);
        assert_string_equal(item->field, x->field);
        if (x->generators == NULL) assert_null(item->generators);
        else if (item->generators == NULL) fail_msg("%s: no generators of %s", x->model, x->integral);
        else assert_string_equal(item->generators, x->generators);
        assert_true(item->is_gauge == x->is_gauge);
    }
    if (!is_there) fail_msg("%s: no integral %s", x->model, x->integral);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_fields(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        known_field x = fields[i];
        test_run(context, check_field, &x);
    }
    nh_context_destroy(context);
}

/* ---- quasi-velocities ---- */

typedef struct known_separation {
    const char *model;
    const char *definition[4], *rate[4], *positions; /* NULL after the last; of none: none are proposed */
} known_separation;

/* The equations of Euler and of Kirchhoff, and those of the sleigh, are in the textbooks. */
static const known_separation separations[] = {
    {"coord phi, theta, psi\nparam I1 = 1, I2 = 2, I3 = 3\n"
     "body B { at [0, 0, 0], rotation Rz(phi)*Rx(theta)*Rz(psi), mass 1, inertia diag(I1, I2, I3) }\n",
     {"eta1 = cos(theta)*phi' + psi'", "eta2 = sin(psi)*sin(theta)*phi' + cos(psi)*theta'",
      "eta3 = cos(psi)*sin(theta)*phi' - sin(psi)*theta'"},
     {"eta1' = (I1 - I2)*eta2*eta3/I3", "eta2' = (I2 - I3)*eta1*eta3/I1", "eta3' = (I3 - I1)*eta1*eta2/I2"},
     ""},
    {"coord x, y, phi\nparam a, b, c\n"
     "kinetic (a*(x'*cos(phi) + y'*sin(phi))^2 + b*(y'*cos(phi) - x'*sin(phi))^2 + c*phi'^2)/2\n",
     {"eta1 = phi'", "eta2 = cos(phi)*x' + sin(phi)*y'", "eta3 = cos(phi)*y' - sin(phi)*x'"},
     {"eta1' = (a - b)*eta2*eta3/c", "eta2' = b*eta1*eta3/a", "eta3' = -a*eta1*eta2/b"},
     ""},
    {"sleigh",
     {"eta1 = phi'", "eta2 = cos(phi)*x' + sin(phi)*y'"},
     {"eta1' = -m*a*eta1*eta2/(J + m*a^2)", "eta2' = a*eta1^2"},
     ""},
    /* the velocities of its angles do so already */
    {"coin", {NULL}, {NULL}, NULL},
    /* no symmetry */
    {"coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^4 + x^2*y + 3*y^4\n", {NULL}, {NULL}, NULL},
};

static void check_separation(nh_context *context, void *argument) {
    const known_separation *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, known_text(arena, x->model));
    nh_integrals_def def = nh_default_integrals();
    def.degree = 1;
    nh_integrals_separation s = nh_integrals_find(arena, model, &def)->separation;
    size_t count = 0;
    while (count < 4 && x->definition[count] != NULL) count++;
    if (s.count != count) fail_msg("%s: %zu quasi-velocities", x->model, s.count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(s.definitions[i], x->definition[i]);
        assert_string_equal(s.rates[i], x->rate[i]);
    }
    if (count > 0) assert_string_equal(s.positions, x->positions);
    if (count > 0) assert_int_equal(s.by, NH_EVIDENCE_PROVED);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_separation(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof separations / sizeof *separations; i++) {
        known_separation x = separations[i];
        test_run(context, check_separation, &x);
    }
    nh_context_destroy(context);
}

/* ---- special values ---- */

static bool has_integral(const nh_integrals_result *found, const char *text, const char *when) {
    for (size_t i = 0; i < found->items.count; i++) {
        const nh_integral *item = &found->items.items[i];
        bool is_when = item->when == NULL ? when == NULL : when != NULL && strcmp(item->when, when) == 0;
        if (strcmp(item->text, text) == 0 && is_when) return true;
    }
    return false;
}

/* With e = 0 the first is Garnier's system, which has a second integral. */
static void check_special(nh_context *context, void *argument) {
    (void)argument;
    static const char two_springs[] = "coord x, y\nparam k = 1, c = 2, e = 1 in 0 .. 2\nkinetic (x'^2 + y'^2)/2\n"
                                      "potential k*x^2/2 + c*y^2/2 + x^4 + 2*x^2*y^2 + y^4 + e*x*y^5\n";
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, two_springs);
    nh_integrals_def def = nh_default_integrals();
    const nh_integrals_result *found = nh_integrals_find(arena, model, &def);
    assert_int_equal(found->items.count, 1);
    def.has_special = true;
    found = nh_integrals_find(arena, model, &def);
    assert_true(has_integral(found, "E", NULL));
    for (size_t i = 1; i < found->items.count; i++) assert_string_equal(found->items.items[i].when, "e = 0");
    nh_model_destroy(model);
    model = test_read_model(context, "coord x, y\nparam k = 1, c = 2\nkinetic (x'^2 + y'^2)/2\npotential k*x^2/2 + "
                                     "c*y^2/2 + (x^2 + y^2)^3\n");
    found = nh_integrals_find(arena, model, &def);
    assert_true(has_integral(found, "x*y' - y*x'", "c = k") || has_integral(found, "y*x' - x*y'", "c = k"));
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_special(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, check_special, NULL);
    nh_context_destroy(context);
}

/* ---- linear equations ---- */

/* Of the disc, with Legendre's; each is judged as it is printed. The sleigh has one for each of its velocities, none of
 * them in a position. */
static void check_linear(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    nh_integrals_def def = nh_default_integrals();
    def.degree = 1;
    nh_model *model = test_read_model(context, known_text(arena, "coin"));
    const nh_integrals_result *found = nh_integrals_find(arena, model, &def);
    assert_int_equal(found->linear.count, 1);
    const nh_integrals_linear *l = &found->linear.items[0];
    assert_true(strcmp(l->variable, "theta") == 0 && l->count == 2);
    assert_string_equal(l->special, "Legendre's equation in sin(theta), of the degree nu with nu*(nu + 1) = "
                                    "-m*C*R^2/(A*(C + m*R^2))");
    nh_integrals_question q = {NH_NEW_ARRAY(arena, const char *, l->count), l->count, NULL, 1};
    for (size_t i = 0; i < l->count; i++) q.equations[i] = l->equations[i];
    nh_model *again = NULL;
    const nh_judge_result *judged = nh_integrals_judge(arena, model, &q, &again);
    assert_int_equal(judged->items.count, 2);
    for (size_t i = 0; i < 2; i++) assert_int_equal(judged->items.items[i].judgement, NH_JUDGED_PROVED);
    nh_model_destroy(again);
    nh_model_destroy(model);
    model = test_read_model(context, known_text(arena, "sleigh"));
    assert_int_equal(nh_integrals_find(arena, model, &def)->linear.count, 0);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_linear(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, check_linear, NULL);
    nh_context_destroy(context);
}

/* ---- functions that are given ---- */

/* (x' + 1) exp(-x) is constant for x'' = x'^2 + x'; the equations have no exponential in them. */
static void check_given(nh_context *context, void *argument) {
    (void)argument;
    static const char text[] = "coord x\nkinetic x'^2/2\nforce x: x'^2 + x'\n";
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    nh_integrals_def asked = nh_default_integrals();
    asked.degree = 1;
    nh_model *model = test_read_model(context, text);
    assert_int_equal(nh_integrals_find(arena, model, &asked)->items.count, 0);
    nh_model_destroy(model);
    const char *functions[] = {"exp(-x), exp(2*x)"};
    def.factors = (nh_strings){functions, 1};
    assert_int_equal(nh_model_read(context, &def, text, sizeof text - 1, &model), NH_OK);
    const nh_integrals_result *found = nh_integrals_find(arena, model, &asked);
    assert_int_equal(found->items.count, 1);
    assert_string_equal(found->items.items[0].text, "exp(-x)*x' + exp(-x)");
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_given(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, check_given, NULL);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),   cmocka_unit_test(test_fields), cmocka_unit_test(test_separation),
        cmocka_unit_test(test_special), cmocka_unit_test(test_linear), cmocka_unit_test(test_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
