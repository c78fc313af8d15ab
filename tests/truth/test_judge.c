/* Verdicts: each on small systems for which the answer is known. What is refuted comes with a state, and at that state
 * the equation is wrong by as much as is said, in doubles and by other code. */
#include "base/text/text.h"
#include "judging.h"
#include "true_equations.h"

static const char particle[] =
    "param m = 1, c = 2, g = 9.81\ncoord x, y, z\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]\n"
    "constraint speed: |P'| = c\nindependent x', y'\ninit z = 5, x' = 1.2, z' ~ 1\n";
static const char oscillator[] = "param m = 2, k = 3\nparam w = sqrt(k/m)\ncoord x\nkinetic m/2*x'^2\n"
                                 "potential k/2*x^2\ninit x = 1\n";
static const char plane[] = "param m = 1\ncoord x, y\npoint P = [x, y] mass m\n";

/* One equation about a text, with the lists of up to two. */
static judgement judge_one(nh_context *context, const char *text, const char *equation) {
    return judge_text(context, &(judge_def){.text = text, .equations = {equation}});
}

static const nh_judge_item *check_one(nh_context *context, const char *text, const char *equation,
                                      nh_judgement wanted) {
    judgement j = judge_one(context, text, equation);
    const nh_judge_item *item = check_item(&j, "equation", wanted);
    assert_int_equal(j.result->judgement, wanted);
    assert_string_equal(item->text, equation);
    if (wanted == NH_JUDGED_REFUTED) must_witness(j.model, item);
    return item;
}

/* ---- the four verdicts ---- */

PROTECTED_TEST(proved) {
    const nh_judge_item *item = check_one(context, particle, "x'' = g/c^2*x'*z'", NH_JUDGED_PROVED);
    assert_true(item->states >= 10 && item->sets >= 3 && item->bound < 1e-50 && item->repairs == 0);
    check_one(context, oscillator, "x'' = -w^2*x", NH_JUDGED_PROVED);
    check_one(context, plane, "x'' = 0", NH_JUDGED_PROVED);
    assert_null(check_one(context, plane, "1 = 1", NH_JUDGED_PROVED)->where);
}

PROTECTED_TEST(certified) {
    const nh_judge_item *item = check_one(context, particle, "exp(|P'|) = exp(c)", NH_JUDGED_CERTIFIED);
    assert_true(item->states >= 10 && item->bound < 1e-50 && item->bound > 0);
}

PROTECTED_TEST(refuted) {
    assert_null(check_one(context, particle, "x'' = g/c*x'*z'", NH_JUDGED_REFUTED)->values);
    check_one(context, particle, "z'' = -g", NH_JUDGED_REFUTED);
    check_one(context, particle, "lambda.speed = m*g*z'", NH_JUDGED_REFUTED);
    check_one(context, particle, "reaction(P).x = 0", NH_JUDGED_REFUTED);
    check_one(context, plane, "x = 0", NH_JUDGED_REFUTED);
    check_one(context, plane, "1 = 2", NH_JUDGED_REFUTED);
    check_one(context, particle, "x'' = (g + 10^-6)/c^2*x'*z'", NH_JUDGED_REFUTED);
}

/* Less than doubles can tell: only that it is seen. */
PROTECTED_TEST(refuted_by_little) {
    judgement j = judge_one(context, particle, "x'' = (g + 10^-40)/c^2*x'*z'");
    const nh_judge_item *item = check_item(&j, "equation", NH_JUDGED_REFUTED);
    assert_true(fabs(item->residual) > 1e-43 && fabs(item->residual) < 1e-39);
}

PROTECTED_TEST(undecided) {
    assert_non_null(check_one(context, particle, "lambda.speed = voronec.C[x]", NH_JUDGED_UNDECIDED)->why);
}

/* The gravest decides. */
PROTECTED_TEST(together) {
    static const char true_one[] = "x'' = 0", false_one[] = "x = 0", open_one[] = "alpha.x = 0";
    judgement j = judge_text(context, &(judge_def){.text = plane, .equations = {true_one, open_one}});
    assert_int_equal(j.result->judgement, NH_JUDGED_UNDECIDED);
    j = judge_text(context, &(judge_def){.text = plane, .equations = {true_one, open_one, false_one}});
    assert_int_equal(j.result->judgement, NH_JUDGED_REFUTED);
    check_item(&j, "equation[1]", NH_JUDGED_PROVED);
    check_item(&j, "equation[2]", NH_JUDGED_UNDECIDED);
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED);
}

/* ---- parameters ---- */

PROTECTED_TEST(parameters) {
    static const char equation[] = "lambda.speed = m^2*g*z'/c";
    const nh_judge_item *item = check_one(context, particle, equation, NH_JUDGED_REFUTED);
    assert_true(item->holds_with_own);
    assert_non_null(item->values);
    assert_non_null(strstr(item->values, "m = "));
    judgement j = judge_text(context, &(judge_def){.text = particle, .equations = {equation}, .set = {"m=1"}});
    check_holds(&j, "equation");
    j = judge_text(context, &(judge_def){.text = particle, .equations = {equation}, .set = {"m=2"}});
    item = check_item(&j, "equation", NH_JUDGED_REFUTED);
    assert_true(!item->holds_with_own);
    must_witness(j.model, item);
    assert_true(item->values == NULL || strstr(item->values, "m = ") == NULL);
}

/* One that is wrong with the values of the model does not hold with them, whatever is seen with others. */
PROTECTED_TEST(own_values) {
    const nh_judge_item *item = check_one(context, particle, "x'' = m*g*x'*z'/c", NH_JUDGED_REFUTED);
    assert_true(!item->holds_with_own && item->values == NULL);
}

/* Other values of the parameters admit states where those of the model do not: both are said. */
PROTECTED_TEST(own_states) {
    static const char fast[] = "param a = 1.25, c = -1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
                               "constraint r: x'^2 + y'^2 = c^2\nconstraint s: y' = a\n";
    judgement j = judge_text(context, &(judge_def){.text = fast, .equations = {"x' = y'"}});
    const nh_judge_item *item = check_item(&j, "equation", NH_JUDGED_REFUTED);
    assert_true(item->is_own_empty && item->values != NULL && !item->holds_with_own);
    j = judge_text(context, &(judge_def){.text = fast, .equations = {"x' = y'"}, .set = {"c=2"}});
    assert_false(check_item(&j, "equation", NH_JUDGED_REFUTED)->is_own_empty);
}

PROTECTED_TEST(free_parameters) {
    static const char text[] = "param m, k\ncoord x\nkinetic m/2*x'^2\npotential k/2*x^2\n";
    check_one(context, text, "m*x'' = -k*x", NH_JUDGED_PROVED);
    const nh_judge_item *item = check_one(context, text, "x'' = -k*x", NH_JUDGED_REFUTED);
    assert_true(!item->holds_with_own);
    assert_non_null(strstr(item->values, "m = "));
    check_one(context, text, "max(m, 0.1) = m", NH_JUDGED_REFUTED);  /* both signs are drawn */
    check_one(context, text, "max(m, -100) = m", NH_JUDGED_REFUTED); /* and the far sides of thresholds */
}

/* Values that are drawn are no special ones: multiples of 1/64, of one sign where the model has 0; functions that
 * are bounded, or never 0. */
PROTECTED_TEST(special_values) {
    static const char open[] = "param m\nfunction f(x)\ncoord x\nkinetic x'^2/2\npotential f(x)\n";
    check_one(context, open, "sin(64*pi*m) = 0", NH_JUDGED_REFUTED);
    check_one(context, open, "min(f(x), 6) = f(x)", NH_JUDGED_REFUTED);
    check_one(context, open, "max(abs(f(x)), 0.1) = abs(f(x))", NH_JUDGED_REFUTED);
    check_one(context, "param k = 0\ncoord x\nkinetic x'^2/2\ninit x = 1\n", "abs(k) = k", NH_JUDGED_REFUTED);
}

/* What looks true, and is not: each was once said to be proved or certified. */
PROTECTED_TEST(looks_true) {
    static const char spring[] = "param m = 1, k = 2\ncoord x\nkinetic m/2*x'^2\npotential k/2*x^2\ninit x = 1\n";
    static const char sphere[] = "param l = 1, g = 10\ncoord x, y, z\npoint P = [x, y, z] mass 1\ngravity [0, 0, -g]\n"
                                 "constraint c: dot(P, P) = l^2\ninit x = 0.6, z = -0.8, y' = 1\n";
    static const char later[] =
        "function C(t) = if(t < 3, 1, 2)\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x' = C(t)\n";
    static const char surface[] = "function f(x, y)\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential f(x, y)\n";
    static const char hidden[] = "param g = 10\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential g*z\n"
                                 "constraint a: x' = y\nconstraint b: x' = z\ninit y = 1, z = 1, y' = 1, z' = 1\n";
    check_one(context, spring, "if(x'' > 100000, 1, 0) = 0",
              NH_JUDGED_UNDECIDED); /* such states are not searched for */
    check_one(context, spring, "sign(x'' - 1000000) = -1", NH_JUDGED_UNDECIDED);
    judgement doubles =
        judge_one(context, spring, "sin(2^60*pi*x) = 0"); /* true of all doubles, which are no witnesses then */
    check_item(&doubles, "equation", NH_JUDGED_REFUTED);
    check_one(context, sphere, "z = -sqrt(l^2 - x^2 - y^2)", NH_JUDGED_REFUTED);
    check_one(context, later, "x' = 1", NH_JUDGED_REFUTED);
    check_one(context, surface, "diff(f,1,1)(x,y)*diff(f,2,2)(x,y) = diff(f,1,2)(x,y)^2", NH_JUDGED_REFUTED);
    check_one(context, hidden, "y'' = 0", NH_JUDGED_REFUTED);
    check_one(context, hidden, "y'' = z''", NH_JUDGED_CERTIFIED);
}

/* Where a row forces what no row says, and that was not found, nothing is known of the motions. */
PROTECTED_TEST(unknown_conditions) {
    static const char text[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint a: x' = y\n"
                               "constraint b: x' = z\ninit y = 1, z = 1, y' = 1, z' = 1\n";
    nh_read_def def = nh_default_read();
    const char *equations[] = {"y'' = z''"};
    def.name = "text";
    def.equations = (nh_strings){equations, 1};
    nh_model *model = files_model(context, &def, text, strlen(text), true); /* as the text says, not completed */
    nh_judge_def how = {.samples = 10, .digits = 50, .seed = test_seed()};
    const nh_judge_result *result = nh_judge_result_make(nh_arena_create(context), model, &how);
    assert_int_equal(result->judgement, NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(result->items.items[0].why, "constraint"));
}

/* What is made from others follows them, exactly. */
PROTECTED_TEST(derived_parameters) {
    static const char disc[] = "param m = 3, R = 0.7\nparam I = m*R^2/2\ncoord x, phi\nkinetic m/2*x'^2 + I/2*phi'^2\n"
                               "constraint roll: x' = R*phi'\nforce x: 1\ninit x = 0, x' = 1\n";
    check_one(context, disc, "3/2*m*x'' = 1", NH_JUDGED_PROVED);
    check_one(context, disc, "I = m*R^2/2", NH_JUDGED_PROVED);
    check_one(context, disc, "I = 3*R^2/2", NH_JUDGED_REFUTED);
    check_one(context, oscillator, "w^2*m = k", NH_JUDGED_PROVED);
    assert_true(check_one(context, oscillator, "w^2 = 3/2", NH_JUDGED_REFUTED)->holds_with_own);
}

/* A value in an exponent of the model stays what it is; one that is not given is any number, not a whole one alone. */
PROTECTED_TEST(exponents) {
    static const char text[] =
        "param p = 3, a = 2\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint power: x'^p = a*y'\n"
        "init x' = 1, y' ~ 0.5\n";
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"x'^3 = a*y'", "x'^3 = 2*y'"}});
    check_holds(&j, "equation[1]");
    const nh_judge_item *item = check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    assert_true(item->holds_with_own && strstr(item->values, "p = ") == NULL && strstr(item->values, "a = ") != NULL);
    must_witness(j.model, item);
    static const char open[] =
        "param p\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce x: 1\nconstraint power: x'^p = y'\n";
    judge_def def = {.text = open, .equations = {"y'' = p*x'^(p - 1)*x''", "y'' = 2*x'*x''", "cos(2*pi*p) = 1"}};
    j = judge_text(context, &def);
    check_holds(&j, "equation[1]");
    assert_non_null(strstr(check_item(&j, "equation[2]", NH_JUDGED_REFUTED)->values, "p = "));
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED);
}

/* x = 0 is forced where y = 0, and not where z = 0. */
PROTECTED_TEST(conditions_of_one_component) {
    static const char text[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: y*z = 0\n"
                               "constraint d: y' = x*z'\ninit x = 0, y = 0, z = 1, z' = 1\n";
    const nh_judge_item *item = check_one(context, text, "x = 0", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "component of the initial state"));
    check_one(context,
              "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: y = 1\n"
              "constraint d: y' = x*z'\nconstraint e: z' = 1 + y^2\ninit x = 0, z = 1\n",
              "x = 0", NH_JUDGED_CERTIFIED);
}

/* Pieces on which accelerations and multipliers decide: one side that was never seen may be anything. */
PROTECTED_TEST(sides_of_motion) {
    static const char text[] = "coord x, y, z\nparam k = 1, s = 2\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
                               "potential k*x^2/2\nconstraint c: x'^2 + y'^2 = s*z'^2\n";
    const nh_judge_item *item = check_one(context, text, "|x'' - 1e7| = 1e7 - x''", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "x'' - 10000000 > 0"));
    check_one(context, text, "if(lambda.c > 100, x, y) = y", NH_JUDGED_UNDECIDED);
    item = check_one(context, text, "|x''| + |x'' - 1e7| = |x''| + 1e7 - x''", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "x'' - 10000000"));
    check_one(context, text, "|lambda.c| = lambda.c", NH_JUDGED_REFUTED);
    check_one(context, text, "max(x'', 0) = (x'' + |x''|)/2", NH_JUDGED_CERTIFIED); /* both sides were seen */
    check_one(context, text, "if(lambda.c > 100, x, x) = x", NH_JUDGED_PROVED);
}

/* Thresholds close to an end of a range, of one parameter or of several. */
PROTECTED_TEST(ends_of_ranges) {
    static const char text[] =
        "coord x, y, z\nparam k = 1 in -2 .. 2, s = 2 in 1 .. 3\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
        "potential k*x^2/2\nconstraint c: x'^2 + y'^2 = s*z'^2\n";
    check_one(context, text, "if(k > 1.9999, x, y) = y", NH_JUDGED_REFUTED);
    check_one(context, text, "if(k < -1.9999999, x, y) = y", NH_JUDGED_REFUTED);
    check_one(context, text, "if(s > 2.99999, x, y) = y", NH_JUDGED_REFUTED);
    check_one(context, text, "if(k*s > 5.999, x, y) = y", NH_JUDGED_REFUTED);
    check_one(context, text, "if(k > 2, x, y) = y", NH_JUDGED_CERTIFIED);
}

PROTECTED_TEST(ranges) {
    static const char text[] = "param b = 1 in 0.5 .. 1.5\ncoord x\nkinetic x'^2/2\n";
    check_one(context, text, "max(b, 0.4) = b",
              NH_JUDGED_CERTIFIED); /* within the range, except for no reason of algebra */
    const nh_judge_item *item = check_one(context, text, "b = 1", NH_JUDGED_REFUTED);
    double b = strtod(item->values + strlen("b = "), NULL);
    assert_true(b > 0.5 && b < 1.5 && item->holds_with_own);
}

/* ---- branches, components, assumptions ---- */

PROTECTED_TEST(branches) {
    static const char root[] = "z' = sqrt(c^2 - x'^2 - y'^2)";
    const nh_judge_item *item = check_one(context, particle, root, NH_JUDGED_REFUTED);
    assert_true(item->state[6] < 0); /* the start is on the other branch */
    judgement j = judge_text(context, &(judge_def){.text = particle, .equations = {root}, .assume = {"z' > 0"}});
    check_holds(&j, "equation");
    j = judge_text(context, &(judge_def){.text = particle, .equations = {root}, .assume = {"z' < 0"}});
    must_witness(j.model, check_item(&j, "equation", NH_JUDGED_REFUTED));
    check_one(context, particle, "z'^2 = c^2 - x'^2 - y'^2", NH_JUDGED_PROVED);
}

/* x' y' = 0 has two components: what is true on one of them is not true. */
PROTECTED_TEST(components) {
    static const char text[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint product: x'*y' = 0\n"
                               "init x' = 1, y' ~ 0\n";
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"y' = 0", "x' = 0"}, .samples = 20});
    const nh_judge_item *item = check_item(&j, "equation[1]", NH_JUDGED_REFUTED);
    assert_true(fabs(item->state[4]) > 1e-3 && fabs(item->state[3]) < 1e-12);
    must_witness(j.model, item);
    item = check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    assert_true(fabs(item->state[3]) > 1e-3 && fabs(item->state[4]) < 1e-12);
    judge_def def = {.text = text, .equations = {"y' = 0", "x'' = 0"}, .assume = {"x' != 0"}};
    j = judge_text(context, &def);
    check_holds(&j, "equation[1]");
    check_holds(&j, "equation[2]");
}

/* ---- components that steps from the start never reach ---- */

static const char in_plane[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\n";

/* The plane with one constraint c and a start. */
static const char *bound(nh_context *context, const char *constraint, const char *start) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_text_format(&text, "%sconstraint c: %s\ninit %s\n", in_plane, constraint, start);
    return nh_text_string(&text);
}

/* Each was once certified: what is true on the component of the start only is refuted on another one. */
PROTECTED_TEST(far_components) {
    static const struct {
        const char *constraint, *start, *equation;
    } cases[] = {
        {"x*(x - 100) = 0", "x = 0", "x = 0"},
        {"x*(x - 100)*(x + 5000) = 0", "x = 0", "x*(x - 100) = 0"},
        {"(x' - 1)*(x' - 100) = 0", "x' = 1", "x' = 1"},
        {"(x' - 1)*(x' - 100)*(y' - 1000) = 0", "x' = 1", "(x' - 1)*(x' - 100) = 0"},
        {"(x' - y')*(x' - y'^3 - 100) = 0", "x' = 1, y' = 1", "x' = y'"},
        {"sin(x)*(x - 100.5) = 0", "x = 0", "sin(x) = 0"},
        {"log(x)^2 = 100", "x ~ 0.0001", "log(x) = -10"},
        {"(sqrt(x'^2 + y'^2) - 1)*(sqrt(x'^2 + y'^2) - 1000) = 0", "x' = 1, y' ~ 0.1", "x'^2 + y'^2 = 1"},
        {"cos(x'/1000)*(y' - 1) = 0", "y' = 1", "y' = 1"},
        {"(x' - 2 - sin(t))*(x' - 2000 - 1000*sin(t)) = 0", "x' = 2", "x' = 2 + sin(t)"},
        {"(x' - 2 - sin(t)/2)*(x' - 2000 - 500*sin(t)) = 0", "x' = 2", "x' = 2 + sin(t)/2"},
        {"(x' - 2 - sin(y))*(x' - 2000 - 1000*sin(y)) = 0", "x' = 2", "x' = 2 + sin(y)"},
        {"(x - 1)*(x - 1000)*(sin(y) - 2) = 0", "x = 1", "x = 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_one(context, bound(context, cases[i].constraint, cases[i].start), cases[i].equation, NH_JUDGED_REFUTED);
}

/* What is true on all of them holds. */
PROTECTED_TEST(all_components) {
    static const struct {
        const char *constraint, *start, *equation;
    } cases[] = {
        {"x*(x - 100) = 0", "x = 0", "exp(x*(x - 100)) = 1"},
        {"x*(x - 100) = 0", "x = 0", "abs(y'') = 0"},
        {"(x' - 1)*(x' - 100) = 0", "x' = 1", "x'' = 0"},
        {"(x' - y')*(x' - y'^3 - 100) = 0", "x' = 1, y' = 1", "(x'' - y'')*(x'' - 3*y'^2*y'') = 0"},
        {"log(x)^2 = 100", "x ~ 0.0001", "abs(log(x)) = 10"},
        {"exp(x)*(x' - 50) = 0", "x' = 50", "max(x', 3) = 50"}, /* a factor that is never 0 is no component */
        {"(1 + x^2)*(x' - 50) = 0", "x' = 50", "max(x', 3) = 50"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        judgement j = judge_one(context, bound(context, cases[i].constraint, cases[i].start), cases[i].equation);
        check_holds(&j, "equation");
    }
}

/* Two rows with two factors each: four components, and each of them counts. */
PROTECTED_TEST(choices_of_components) {
    static const char text[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint a: x*(x - 100) = 0\n"
                               "constraint b: (y - x)*(y - 200) = 0\ninit x = 0, y = 0\n";
    check_one(context, text, "x = 0", NH_JUDGED_REFUTED);
    check_one(context, text, "y*(y - 200) = 0", NH_JUDGED_REFUTED); /* y = x = 100 */
    check_one(context, text, "y*(y - 200)*(y - 100) = 0", NH_JUDGED_CERTIFIED);
}

/* Components move with the parameters. */
PROTECTED_TEST(components_and_parameters) {
    static const char text[] = "param a = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x*(x - 100*a) = 0\n"
                               "init x = 0\n";
    const nh_judge_item *item = check_one(context, text, "x*(x - 100) = 0", NH_JUDGED_REFUTED);
    assert_true(item->holds_with_own);
    check_one(context, text, "x*(x - 100*a) = 0", NH_JUDGED_PROVED); /* the constraint itself */
    check_one(context, text, "sin(x)*(x - 100*a) = 0", NH_JUDGED_CERTIFIED);
    static const char special[] = "param a = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
                                  "constraint c: x*(x - 100) + (a - 1)*y = 0\ninit x = 0\n";
    judgement j = judge_text(context, &(judge_def){.text = special, .equations = {"x = 0"}, .set = {"a=1"}});
    check_item(&j, "equation", NH_JUDGED_REFUTED); /* with this value only there are two */
}

/* On x = 1 the row binds nothing: no state of it is certified, and states of the other
 * component do not stand for it. */
PROTECTED_TEST(components_without_states) {
    const char *text = bound(context, "(x - 1)*(y' - 5) = 0", "x = 0, y' = 5");
    const nh_judge_item *item = check_one(context, text, "max(y'', 0) = 0", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "component"));
    assert_non_null(strstr(item->why, "x - 1 = 0"));
    item = check_one(context, text, "y' = 5", NH_JUDGED_PROVED);
    assert_non_null(strstr(item->where, "x - 1"));
    judgement j =
        judge_text(context, &(judge_def){.text = text, .equations = {"max(y'', 0) = 0"}, .assume = {"x != 1"}});
    check_holds(&j, "equation"); /* the component is left out */
}

/* A proof is about all states where at each of them one of the choices serves; what all choices need is said once. */
PROTECTED_TEST(places) {
    static const char speed[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: x'^2 + y'^2 = 4\n"
                                "init x' = 1\n";
    static const char constant[] = "param c = 2, b = 1\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
                                   "constraint speed: x'^2 + b^2*y'^2 + z'^2 = c^2\ninit x' = 1\n";
    static const char sphere[] = "param a\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
                                 "constraint c: a*(x*x' + y*y' + z*z') = 0\n";
    static const char blade[] = "param a\ncoord x, y, p\nkinetic (x'^2 + y'^2 + p'^2)/2\n"
                                "constraint c: a*(x'*sin(p) - y'*cos(p)) = 0\n";
    static const char signs[] =
        "coord x, y, u, v\npoint P = [x, y] mass 2\npoint Q = [u, v] mass 1\ngravity [0, -9.81]\n"
        "constraint r0: |u'| = |v'|\nconstraint r1: v*x' - x*v' = y'\nconstraint r2: u'*y' = x'^2\n"
        "init x ~ 2, x' ~ 2, y ~ 0, y' ~ 0, u ~ -0.75, u' ~ 0.5, v ~ -0.75, v' ~ 0.5\n";
    assert_null(check_one(context, speed, "x'*x'' + y'*y'' = 0", NH_JUDGED_PROVED)->where);
    /* where all dependent velocities are 0 so is c; not b, with which y' counts */
    assert_string_equal(check_one(context, constant, "x'*z'' = z'*x''", NH_JUDGED_PROVED)->where, "c is not 0");
    const char *where = check_one(context, sphere, "dot([x, y, z], [x', y', z']) = 0", NH_JUDGED_PROVED)->where;
    assert_true(strstr(where, "x are not 0") != NULL && strstr(where, ", or ") != NULL);
    where = check_one(context, blade, "x'*sin(p) = y'*cos(p)", NH_JUDGED_PROVED)->where;
    assert_string_equal(where, "a is not 0");
    where = check_one(context, signs, "(E)' = 0", NH_JUDGED_PROVED)->where; /* in the words of the model */
    assert_null(strstr(where, "sigma."));
    assert_non_null(strstr(where, "v^2 - 4*x"));
    assert_non_null(strstr(where, "v^2 + 4*x"));
}

/* Both sides of what is made of pieces, wherever they meet. */
PROTECTED_TEST(far_pieces) {
    static const char wall[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential if(x > 5000, x^2, 0)\ninit x' = 1\n";
    check_one(context, bound(context, "if(x < 10000, x' - 1, x' - 2) = 0", "x' = 1"), "x' = 1", NH_JUDGED_REFUTED);
    check_one(context, bound(context, "x' = if(t < 1000, 1, 2)", "x' = 1"), "x' = 1", NH_JUDGED_REFUTED);
    check_one(context, wall, "x'' = 0", NH_JUDGED_REFUTED);
    check_one(context, wall, "y'' = 0", NH_JUDGED_PROVED);
    check_one(context, plane, "if(x > 10^7, 1, 0) = 0", NH_JUDGED_REFUTED);
    check_one(context, plane, "max(x, -100000) = x", NH_JUDGED_REFUTED);
    check_one(context, plane, "abs(x - 1000) = 1000 - x", NH_JUDGED_REFUTED);
    check_one(context, bound(context, "x'^3 - 3*x' = y'", "x' = 1"), "min(x', 50) = x'", NH_JUDGED_REFUTED);
}

/* ---- multipliers of rows that depend on each other ---- */

static void check_undetermined(nh_context *context, const char *text, const char *equation) {
    const nh_judge_item *item = check_one(context, text, equation, NH_JUDGED_UNDECIDED);
    assert_string_equal(item->why, "multipliers of constraints that depend on each other are not determined");
}

PROTECTED_TEST(same_row_twice) {
    static const char text[] = "param m = 1, g = 10\ncoord x, y\npoint P = [x, y] mass m\ngravity [0, -g]\n"
                               "constraint a: y = 0\nconstraint b: y = 0\ninit x' = 1\n";
    check_undetermined(context, text, "lambda.b = 0");
    check_undetermined(context, text, "lambda.a = m*g");
    check_undetermined(context, text, "lambda.a = 5");
    check_undetermined(context, text, "lambda.a*lambda.b = 0");
    check_undetermined(context, text, "reaction(P, b).y = 0");
    check_one(context, text, "lambda.a + lambda.b = m*g", NH_JUDGED_PROVED);
    check_one(context, text, "abs(lambda.a + lambda.b) = m*g", NH_JUDGED_CERTIFIED);
    check_one(context, text, "reaction(P, a).y + reaction(P, b).y = m*g", NH_JUDGED_CERTIFIED);
    check_one(context, text, "reaction(P).y = m*g", NH_JUDGED_PROVED);
    check_one(context, text, "y'' = 0", NH_JUDGED_PROVED);
    judgement j = judge_one(context, text, "lambda.a + lambda.b = m");
    check_item(&j, "equation", NH_JUDGED_REFUTED);
}

/* Combinations, also where all multipliers that are solved for are 0, and where rows move. */
PROTECTED_TEST(combined_rows) {
    static const char three[] = "param m = 1, g = 10\ncoord x, y, z\npoint P = [x, y, z] mass m\n"
                                "gravity [0, 0, -g]\nconstraint a: z' = 0\nconstraint b: z' + x' = 0\n"
                                "constraint c: x' = 0\ninit y' = 1\n";
    static const char rest[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint a: x' = 0\nconstraint b: x' = 0\n";
    static const char moving[] = "param m = 1, w = 2\ncoord x, y\npoint P = [x, y] mass m\n"
                                 "constraint a: x' = sin(w*t)\nconstraint b: 2*x' = 2*sin(w*t)\n"
                                 "constraint c: (1 + y^2)*x' = (1 + y^2)*sin(w*t)\ninit y' = 1\n";
    check_undetermined(context, three, "lambda.c = 0");
    check_one(context, three, "lambda.a + lambda.b = m*g", NH_JUDGED_PROVED);
    check_one(context, three, "lambda.b + lambda.c = 0", NH_JUDGED_PROVED);
    check_undetermined(context, rest, "lambda.a = 0");
    check_undetermined(context, rest, "lambda.b = 0");
    check_one(context, rest, "lambda.a + lambda.b = 0", NH_JUDGED_PROVED);
    check_undetermined(context, moving, "lambda.a = m*w*cos(w*t)");
    check_one(context, moving, "lambda.a + 2*lambda.b + (1 + y^2)*lambda.c = m*w*cos(w*t)", NH_JUDGED_PROVED);
}

/* Along a motion, and with geometric rows that are the same on the constraints only. */
PROTECTED_TEST(multipliers_along) {
    static const char circle[] = "param m = 1, l = 1\ncoord x, y\npoint P = [x, y] mass m\n"
                                 "constraint a: x^2 + y^2 = l^2\nconstraint b: dot(P, P') = 0\ninit x = 1, y' = 1\n";
    judgement j = judge_text(context, &(judge_def){.text = circle,
                                                   .motion = "x = l*cos(t), y = l*sin(t)",
                                                   .equations = {"lambda.b = 0", "2*lambda.a + lambda.b = -m"}});
    check_item(&j, "equation[1]", NH_JUDGED_UNDECIDED);
    check_holds(&j, "equation[2]");
    check_undetermined(context, circle, "lambda.b = 0");
    check_one(context, circle, "2*lambda.a + lambda.b = -m*dot(P', P')/l^2", NH_JUDGED_CERTIFIED);
}

/* None, or one that leaves nothing. */
PROTECTED_TEST(assumptions) {
    static const char root[] = "sqrt(x^2) = x";
    check_one(context, plane, root, NH_JUDGED_REFUTED);
    judgement j = judge_text(context, &(judge_def){.text = plane, .equations = {root}, .assume = {"x > 0"}});
    check_holds(&j, "equation");
    j = judge_text(context, &(judge_def){.text = plane, .equations = {root}, .assume = {"x > 0", "x < 0"}});
    const nh_judge_item *item = check_item(&j, "equation", NH_JUDGED_UNDECIDED);
    assert_true(item->states == 0 && item->why != NULL);
}

/* No admissible state at all. */
PROTECTED_TEST(no_states) {
    judgement j = judge_one(context, "coord x, y\nkinetic x'^2 + y'^2\nconstraint none: x^2 + y^2 = -1\n", "x'' = 0");
    assert_int_equal(check_item(&j, "equation", NH_JUDGED_UNDECIDED)->states, 0);
    j = judge_one(context, "coord x, y\nkinetic x'^2 + y'^2\nconstraint none: x'^2 + y'^2 = -1\n", "1 = 1");
    assert_non_null(check_item(&j, "equation", NH_JUDGED_UNDECIDED)->why);
}

PROTECTED_TEST(few_states) {
    static const char identity[] = "exp(|P'|) = exp(c)";
    judge_def def = {.text = particle, .equations = {identity, "x'' = g/c^2*x'*z'"}, .samples = 1};
    judgement j = judge_text(context, &def);
    check_item(&j, "equation[2]", NH_JUDGED_PROVED);
    assert_true(check_item(&j, "equation[1]", NH_JUDGED_CERTIFIED)->states >= 3); /* with other values */
    def.set[0] = "m=1", def.set[1] = "c=2", def.set[2] = "g=9.81";
    j = judge_text(context, &def);
    assert_true(item_of(&j, "equation[1]")->sets == 1 && item_of(&j, "equation[1]")->states >= 3);
    j = judge_text(context, &(judge_def){.text = particle, .equations = {identity}, .samples = 40});
    assert_true(check_item(&j, "equation", NH_JUDGED_CERTIFIED)->states >= 100);
}

/* ---- what is asked ---- */

PROTECTED_TEST(vectors) {
    judgement j = judge_text(context, &(judge_def){.text = particle, .equations = {"m*P'' = lambda.speed*P'/c"}});
    check_holds(&j, "equation.x");
    check_holds(&j, "equation.y");
    must_witness(j.model, check_item(&j, "equation.z", NH_JUDGED_REFUTED)); /* the weight is missing */
    assert_int_equal(j.result->judgement, NH_JUDGED_REFUTED);
}

PROTECTED_TEST(families) {
    static const char text[] = "const N = 3\nparam k[i=1..N] = i\ncoord x[1..N]\nkinetic sum(i=1..N, x[i]'^2)/2\n"
                               "potential sum(i=1..N, k[i]*x[i]^2)/2\n";
    static const char more[] = "let first = x[1]\nclaim motion[i=1..N]: x[i]'' = -k[i]*x[i]\n"
                               "claim wrong[i=1..2]: x[i]'' = -k[1]*x[i]\nclaim alone: first'' =\n    -k[1]*first\n";
    judgement j = judge_text(context, &(judge_def){.text = text, .more = more});
    assert_int_equal(j.result->items.count, 6);
    check_item(&j, "motion[1]", NH_JUDGED_PROVED);
    check_item(&j, "motion[3]", NH_JUDGED_PROVED);
    check_item(&j, "wrong[1]", NH_JUDGED_PROVED);
    must_witness(j.model, check_item(&j, "wrong[2]", NH_JUDGED_REFUTED));
    assert_null(item_of(&j, "wrong[2]")->text);
    assert_string_equal(check_item(&j, "alone", NH_JUDGED_PROVED)->text, "first'' = -k[1]*first");
}

/* An equation that is a family, and one next to a claim of the model that is called so, have names of their own. */
PROTECTED_TEST(names) {
    static const char text[] = "coord x[1..3]\nkinetic sum(i=1..3, x[i]'^2)/2\npotential x[1]^2/2\n"
                               "claim equation: x[2]'' = 0\ninvariant equation_3: x[2]'\n";
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"x[i]'' = 0 for i = 1..3"}});
    assert_int_equal(j.result->items.count, 3);
    must_witness(j.model, check_item(&j, "equation_2", NH_JUDGED_REFUTED));
    check_item(&j, "equation_4", NH_JUDGED_PROVED);
    check_item(&j, "equation_5", NH_JUDGED_PROVED);
    assert_null(item_of(&j, "equation_2")->text);
}

/* A name without a value: the equation is not decided, and why is said. */
PROTECTED_TEST(no_value) {
    const nh_judge_item *item = check_one(context, particle, "voronec.C[x] = 0", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "voronec.C[x]"));
    item = check_one(context, particle, "alpha.x = 0", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "independent"));
}

PROTECTED_TEST(coefficients) {
    judgement j = judge_text(context, &(judge_def){.text = particle,
                                                   .equations = {"voronec.Tstar = m*c^2/2", "voronec.Tstar = m*c^2",
                                                                 "diff(alpha.z, x') = -x'/z'", "alphabar.z = alpha.z",
                                                                 "E_star = E - m*c^2", "diff(voronec.Tstar, x') = 0"}});
    check_holds(&j, "equation[1]");
    check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    check_holds(&j, "equation[3]");
    check_item(&j, "equation[4]", NH_JUDGED_REFUTED);
    check_holds(&j, "equation[5]");
    check_holds(&j, "equation[6]");
}

/* A function without a body may be any function: what holds, holds for all that are tried, and is not
 * proved by one of them. */
PROTECTED_TEST(open_functions) {
    static const char text[] = "function f(x)\nfunction h(x, y)\nparam m\ncoord x, y\npoint P = [x, y] mass m\n"
                               "potential f(x) + h(x, y)\n";
    check_one(context, text, "m*y'' = -diff(h(x, y), y)", NH_JUDGED_CERTIFIED);
    check_one(context, text, "m*x'' = -diff(f(x), x)", NH_JUDGED_REFUTED);
    const nh_judge_item *item = check_one(context, text, "m*y'' = diff(h(x, y), y)", NH_JUDGED_REFUTED);
    assert_non_null(strstr(item->values, "h("));
}

/* With a body that is given it is decided. */
PROTECTED_TEST(given_functions) {
    judgement j = judge_text(context, &(judge_def){.text = "function f(x)\ncoord x\nkinetic x'^2/2\npotential f(x)\n",
                                                   .equations = {"x'' = -2*x", "x'' = -f(x)"},
                                                   .set = {"f(x)=x^2"}});
    check_holds(&j, "equation[1]");
    must_witness(j.model, check_item(&j, "equation[2]", NH_JUDGED_REFUTED));
}

/* ---- motions ---- */

static judgement judge_motion(nh_context *context, const char *text, const char *motion) {
    return judge_text(context, &(judge_def){.text = text, .motion = motion});
}

PROTECTED_TEST(motions) {
    judgement j = judge_motion(context, oscillator, "x = A*cos(w*t) + B*sin(w*t)");
    check_holds(&j, "x''");
    j = judge_motion(context, oscillator, "s = w*t + delta, x = A*cos(s)");
    check_holds(&j, "x''");
    j = judge_motion(context, oscillator, "x = A*cos(2*w*t)");
    const nh_judge_item *item = check_item(&j, "x''", NH_JUDGED_REFUTED);
    assert_null(item->text);
    assert_true(!item->holds_with_own);
    j = judge_motion(context, oscillator, "x = cos(w*t)^2");
    check_item(&j, "x''", NH_JUDGED_REFUTED);
    j = judge_motion(context, plane, "x = a*t + b, y = 1");
    assert_int_equal(j.result->judgement, NH_JUDGED_PROVED);
}

/* The rows are fulfilled, the equations of motion are not; and the other way round. */
PROTECTED_TEST(motions_and_rows) {
    static const char text[] = "param c = 2\ncoord x, y\npoint P = [x, y] mass 1\nconstraint speed: |P'| = c\n"
                               "init x' = 1, y' ~ 1\n";
    judgement j = judge_motion(context, text, "x = c*cos(t), y = c*sin(t)");
    check_holds(&j, "speed");
    check_item(&j, "x''", NH_JUDGED_REFUTED);
    j = judge_motion(context, text, "x = a*t, y = b*t");
    check_item(&j, "speed", NH_JUDGED_REFUTED);
    j = judge_motion(context, text, "x = c*cos(p)*t + q, y = c*sin(p)*t + r");
    check_holds(&j, "speed");
    check_holds(&j, "x''");
    check_holds(&j, "y''");
}

/* The residual at the time that is given, by hand: x'' = -k/m x, and the motion says -4 k/m x. */
PROTECTED_TEST(motion_witness) {
    judgement j = judge_text(context, &(judge_def){.text = oscillator, .motion = "x = cos(2*w*t)"});
    const nh_judge_item *item = check_item(&j, "x''", NH_JUDGED_REFUTED);
    assert_null(item->values);
    double t = item->state[0], w = sqrt(1.5), x = cos(2 * w * t);
    assert_true(fabs(item->state[1] - x) < 1e-12 && fabs(item->state[2] + 2 * w * sin(2 * w * t)) < 1e-12);
    assert_true(fabs(item->residual - 3 * w * w * x) < 1e-10);
}

/* Between the times at which they have a kink these satisfy the equations of motion. */
PROTECTED_TEST(motions_with_kinks) {
    static const char free[] = "coord x\nkinetic x'^2/2\ninit x = 1\n";
    static const char *const motions[] = {"x = acos(cos(t))", "x = A*asin(sin(t))", "x = atan(tan(t))",
                                          "x = exp(log((t - 2)^2)/2)", "x = t + atan(1/(t - 3)) + atan(t - 3)"};
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        judgement j = judge_motion(context, free, motions[i]);
        assert_non_null(strstr(check_item(&j, "x''", NH_JUDGED_UNDECIDED)->why, "kink"));
    }
    /* a kink after all times that are examined: no proof says that there is none */
    judgement far = judge_motion(context, free, "x = sqrt(t^2 - 2000*t + 1000000)");
    check_item(&far, "x''", NH_JUDGED_CERTIFIED);
    judgement j = judge_motion(context, oscillator, "x = A*sqrt(1 - cos(2*w*t))");
    check_item(&j, "x''", NH_JUDGED_UNDECIDED);
    j = judge_motion(context, free, "x = cbrt((t - 3)^3)");
    check_holds(&j, "x''");
    j = judge_text(context, &(judge_def){.text = free, .motion = "x = acos(cos(t))", .assume = {"t < 3"}});
    check_holds(&j, "x''"); /* before the first one */
}

/* Along a motion an equation need not be true elsewhere. */
PROTECTED_TEST(equations_along) {
    judgement j = judge_text(
        context, &(judge_def){.text = oscillator,
                              .motion = "x = A*cos(w*t)",
                              .equations = {"x'^2 + w^2*x^2 = w^2*A^2", "x' = -w*A*sin(w*t)", "x' = -A*sin(w*t)"}});
    check_holds(&j, "equation[1]");
    check_holds(&j, "equation[2]");
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED);
}

/* ---- the table ---- */

static void judge_system(nh_context *context, void *argument) {
    const char *name = argument;
    judge_def def = {.model = name, .samples = 4, .digits = 30};
    size_t count = 0;
    for (size_t i = 0; i < TRUE_EQUATIONS; i++)
        if (strcmp(true_equations[i].model, name) == 0) def.equations[count++] = true_equations[i].equation;
    assert_true(count >= 2 && count < JUDGE_TEXTS);
    judgement j = judge_text(context, &def);
    assert_true(j.result->items.count >= count);
    for (size_t i = 0; i < j.result->items.count; i++) check_holds(&j, j.result->items.items[i].name);
}

static void true_table(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    enum { STEP = 6 };
#else
    enum { STEP = 1 };
#endif
    for (size_t i = 0; i < TRUE_SYSTEMS; i += STEP) {
        nh_context *context = test_context();
        test_run(context, judge_system, (void *)(uintptr_t)true_systems[i].model);
        nh_context_destroy(context);
    }
}

/* The same seed gives the same judgement. */
PROTECTED_TEST(repeated) {
    judgement a = judge_one(context, particle, "z'' = -g"), b = judge_one(context, particle, "z'' = -g");
    const nh_judge_item *first = item_of(&a, "equation"), *second = item_of(&b, "equation");
    assert_true(first->residual == second->residual);
    assert_memory_equal(first->state, second->state, 7 * sizeof *first->state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proved),
        cmocka_unit_test(certified),
        cmocka_unit_test(refuted),
        cmocka_unit_test(refuted_by_little),
        cmocka_unit_test(undecided),
        cmocka_unit_test(together),
        cmocka_unit_test(parameters),
        cmocka_unit_test(own_values),
        cmocka_unit_test(own_states),
        cmocka_unit_test(free_parameters),
        cmocka_unit_test(special_values),
        cmocka_unit_test(looks_true),
        cmocka_unit_test(derived_parameters),
        cmocka_unit_test(exponents),
        cmocka_unit_test(places),
        cmocka_unit_test(conditions_of_one_component),
        cmocka_unit_test(sides_of_motion),
        cmocka_unit_test(ends_of_ranges),
        cmocka_unit_test(ranges),
        cmocka_unit_test(branches),
        cmocka_unit_test(unknown_conditions),
        cmocka_unit_test(components),
        cmocka_unit_test(far_components),
        cmocka_unit_test(all_components),
        cmocka_unit_test(choices_of_components),
        cmocka_unit_test(components_and_parameters),
        cmocka_unit_test(components_without_states),
        cmocka_unit_test(far_pieces),
        cmocka_unit_test(same_row_twice),
        cmocka_unit_test(combined_rows),
        cmocka_unit_test(multipliers_along),
        cmocka_unit_test(assumptions),
        cmocka_unit_test(no_states),
        cmocka_unit_test(few_states),
        cmocka_unit_test(vectors),
        cmocka_unit_test(families),
        cmocka_unit_test(names),
        cmocka_unit_test(no_value),
        cmocka_unit_test(coefficients),
        cmocka_unit_test(open_functions),
        cmocka_unit_test(given_functions),
        cmocka_unit_test(motions),
        cmocka_unit_test(motions_and_rows),
        cmocka_unit_test(motion_witness),
        cmocka_unit_test(motions_with_kinks),
        cmocka_unit_test(equations_along),
        cmocka_unit_test(true_table),
        cmocka_unit_test(repeated),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
