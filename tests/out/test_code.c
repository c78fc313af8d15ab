/* The C files of derive: compiled, run and compared with the library, for a sample of the built-in models (long_code.c
 * has all) and for what these do not have. */
#include "code_files.h"
#include "facts/admissible.h"

static nh_model *read_text(nh_context *context, const char *text, nh_strings set) {
    nh_read_def def = nh_default_read();
    def.name = "test";
    def.set = set;
    return files_model(context, &def, text, strlen(text), true);
}

/* Without a compiler the test is skipped. */
static void run_or_skip(test_body body, void *argument) {
    nh_context *context = test_context();
    nh_arena *arena = nh_arena_create(context);
    bool can_compile = code_compiler(arena) != NULL;
    if (can_compile) test_run(context, body, argument);
    nh_context_destroy(context);
    if (!can_compile) print_message("skipped: there is no C compiler\n");
    if (!can_compile) skip();
}

#define COMPILED_TEST(name)                                                                                            \
    static void name##_body(nh_context *context, void *argument);                                                      \
    static void name(void **state) {                                                                                   \
        run_or_skip(name##_body, *state);                                                                              \
    }                                                                                                                  \
    static void name##_body(nh_context *context, __attribute__((unused)) void *argument)

/* ---- built-in models ---- */

static const nh_builtin *find_builtin(const char *name) {
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++)
        if (strcmp(nh_builtin_at(i)->name, name) == 0) return nh_builtin_at(i);
    fail_msg("there is no model '%s'", name);
    return NULL;
}

COMPILED_TEST(test_builtin) {
    const nh_builtin *builtin = find_builtin(argument);
    nh_model *model = read_text(context, builtin->text, (nh_strings){0});
    code_check_model(context, model, builtin->name, test_count(4), strcmp(builtin->name, "leibniz") == 0);
    nh_model_destroy(model);
}

/* ---- every function ---- */

static const char all_functions[] =
    "system \"All functions\"\n"
    "param p = 5/2, w = 1/3, b = -7\n"
    "coord x, y, z\n"
    "let F1 = x^2*y + z'^2\n"
    "kinetic (2 + sin(x)^2)*x'^2/2 + y'^2 + z'^2*(3 + cos(y)) + F1*x'*y'/100\n"
    "potential if(x < 0, x^2, x^4) + min(x, y, 1) + max(x, z, -1) + atan2(y, x) + abs(x - y)*3 + root(x, 5)*cbrt(y)\n"
    "potential tan(x/4) + asin(x/10) + acos(y/10) + atan(z) + sinh(x) + cosh(y) + tanh(z) + exp(-x) + log(5 + y)\n"
    "potential sqrt(10 + x) + x^7 + (4 + y)^p + y^(2/3) + (7 + z)^(3/2) + 1/(9 + x)^5 + z^80/10^30 + pi*x*w\n"
    "force x: -sign(x')*0.1 + mod(x, b) + mod(3*y, b) + mod(7*z, 2) + x'^(4/3) + 123456789123456789123/10^18*x\n"
    "constraint c: x'*cos(z) = y'*sin(z) + root(w, 7)\n"
    "init x = -0.7, y = 0.9, z = -0.4, x' = 1, z' = 0.5\n";

COMPILED_TEST(test_all_functions) {
    nh_model *model = read_text(context, all_functions, (nh_strings){0});
    code_check_model(context, model, "all-functions", test_count(20), true);
    nh_model_destroy(model);
}

/* ---- functions without a body, parameters without a value ---- */

static const char open_functions[] = "system \"Driven point\"\n"
                                     "param m = 2, k\n"
                                     "coord x, y, z\n"
                                     "function C(t)\n"
                                     "function g(a, b)\n"
                                     "kinetic m*(x'^2 + y'^2 + z'^2)/2\n"
                                     "potential k*g(x, y + z)\n"
                                     "constraint speed: x'^2 + y'^2 + z'^2 = C(t)^2\n"
                                     "init x = 1, y = 0.3, z = 0.2, y' = 0.5, z' = 0.4, x' ~ 2\n";

/* The same functions in C, for each of the files. */
static const char *user_functions(nh_arena *arena) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "#include <math.h>\n");
    for (unsigned i = 0; i < CODE_FORMS; i++) {
        nh_text_format(&text, "double form%u_driven_point_C(double t) { return 3.0 + exp(-t); }\n", i);
        nh_text_format(&text, "double form%u_driven_point_C_d1(double t) { return -exp(-t); }\n", i);
        nh_text_format(&text, "double form%u_driven_point_g_d1_0(double a, double b) { return 2.0 * a * b; }\n", i);
        nh_text_format(&text, "double form%u_driven_point_g_d0_1(double a, double b) { (void)b; return a * a; }\n", i);
    }
    return nh_text_string(&text);
}

COMPILED_TEST(test_open_functions) {
    static const char *const bodies[] = {"C(t)=3+exp(-t)", "g(a,b)=a^2*b", "k=3"};
    nh_model *model = read_text(context, open_functions, (nh_strings){0});
    nh_model *twin = read_text(context, open_functions, (nh_strings){.count = 3, .items = bodies});
    code_subject s = {.name = "open", .context = context, .model = model, .arena = nh_arena_create(context)};
    code_build(&s, code_compiler(s.arena), user_functions(s.arena), false);
    assert_true(s.count >= 6);
    code_prepare(&s, twin);
    code_check_parameters(&s);
    assert_true(isnan(s.p[1])); /* k */
    code_check_states(&s, test_count(10));
    assert_true(s.compared >= 6 * (int)s.count);
    code_end(&s);
    nh_model_destroy(twin);
    nh_model_destroy(model);
}

/* ---- names ---- */

COMPILED_TEST(test_names) {
    static const char text[] = "system \"9 */ bad ?"
                               "?/ names\\n\"\n"
                               "param X = 2, double = 3, sin_1 = 1 \"a */ b /* c \\\\\", int[i=1..2] = i\n"
                               "coord x_1, x[1..1], e1, q, t_\n"
                               "function solve(s) = s^2\n"
                               "function power(s)\n"
                               "let e2 = x_1^2 + e1'^2, M = e2 + x_1, f = M^2 + sin(q)\n"
                               "kinetic double*(x_1'^2 + x[1]'^2 + e1'^2 + q'^2 + t_'^2)/2 + int[2]*x_1'^2\n"
                               "potential f*sin_1 + solve(x_1)*X + 0*power(q)\n"
                               "constraint for_1: x_1'*cos(q) = e1'*sin(q)\n"
                               "init q = 0.3, e1' = 1, t_' = 2\n";
    nh_model *model = read_text(context, text, (nh_strings){0});
    code_check_model(context, model, "names", 3, true);
    nh_model_destroy(model);
}

/* ---- refusals ---- */

PROTECTED_TEST(test_refusals) {
    static const char *const large[] = {"N=30"};
    nh_arena *arena = nh_arena_create(context);
    const char *why = NULL;
    nh_model *model = read_text(context, find_builtin("chain")->text, (nh_strings){.count = 1, .items = large});
    assert_null(nh_code_print(arena, model, nh_form_find("chetaev", NULL), 1, &why));
    assert_string_equal(
        why, "the C file is for systems of at most 100 accelerations and multipliers together; this one has 119");
    model = read_text(context, find_builtin("leibniz")->text, (nh_strings){0});
    assert_null(nh_code_print(arena, model, nh_form_find("chaplygin", NULL), 1, &why));
    assert_string_equal(why, "the constraint 'speed' is not linear in the velocities");
}

/* ---- where there is no answer ---- */

COMPILED_TEST(test_singular) {
    nh_model *model = read_text(context, find_builtin("leibniz")->text, (nh_strings){0});
    code_subject s = {.name = "singular", .context = context, .model = model, .arena = nh_arena_create(context)};
    code_build(&s, code_compiler(s.arena), "", false);
    code_prepare(&s, model);
    double q[3] = {0}, v[3] = {0};
    for (uint32_t i = 0; i < s.count; i++) {
        assert_int_equal(s.function[i](0, q, v, s.parameters, s.a, s.lambda), 1);
        v[0] = 1.2;
        v[2] = 1.6;
        assert_int_equal(s.function[i](0, q, v, s.parameters, s.a, s.lambda), 0);
        v[0] = NAN;
        assert_int_equal(s.function[i](0, q, v, s.parameters, s.a, s.lambda), 1);
        v[0] = v[2] = 0;
    }
    code_end(&s);
    nh_model_destroy(model);
}

/* Rows that depend on each other at one place, except for rounding: 0.1/0.7 and 0.3/2.1 are not the same double. */
COMPILED_TEST(test_nearly_singular) {
    static const char text[] = "coord x, y\n"
                               "kinetic x'^2 + y'^2\n"
                               "constraint a: 0.1*x' + 0.7*y' = 0\n"
                               "constraint b: (0.3 + y)*x' + 2.1*y' = 0\n"
                               "init x = 0, y = 1\n";
    nh_model *model = read_text(context, text, (nh_strings){0});
    code_subject s = {.name = "nearly", .context = context, .model = model, .arena = nh_arena_create(context)};
    code_build(&s, code_compiler(s.arena), "", false);
    code_prepare(&s, model);
    const double zero[2] = {0, 0}, one[2] = {0, 1};
    assert_true(s.count >= 6);
    for (uint32_t i = 0; i < s.count; i++) {
        assert_int_equal(s.function[i](0, one, zero, s.parameters, s.a, s.lambda), 0);
        assert_int_equal(s.function[i](0, zero, zero, s.parameters, s.a, s.lambda), 1);
    }
    code_end(&s);
    nh_model_destroy(model);
}

/* ---- the example in the file ---- */

/* The number after "NAME = ". */
static double printed(const char *output, const char *name) {
    const char *place = strstr(output, name);
    assert_non_null(place);
    return strtod(place + strlen(name), NULL);
}

COMPILED_TEST(test_example) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_text(context, find_builtin("rolling-disc")->text, (nh_strings){0});
    const char *file = nh_code_print(arena, model, nh_form_find("voronec", NULL), 1, NULL);
    const char *path = code_format(arena, "%s", test_path("example.c"));
    const char *program = code_format(arena, "%s", test_path("example"));
    code_write(path, file);
    (void)code_run(arena, code_compiler(arena),
                   code_format(arena, CODE_WARNINGS " -std=c99 -D%s_MAIN -o %s %s -lm", code_prefix_of(arena, file),
                               program, path));
    const char *output = code_run(arena, program, "");
    const double *parameters = nh_model_parameter_values(model, arena);
    nh_states *states = nh_states_make(arena, model, parameters);
    double q[5], v[5];
    nh_state state = {.q = q, .v = v};
    assert_int_equal(nh_states_start(states, 0, &state), NH_START_FOUND);
    nh_dynamics *dynamics = nh_dynamics_make(arena, nh_chetaev_derive(model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, parameters);
    nh_solution solution = nh_dynamics_solve(dynamics, 0, q, v);
    assert_int_equal(solution.status, NH_SOLVED);
    assert_true(fabs(printed(output, "theta'' = ") - solution.x[4]) < 1e-12 * (1 + fabs(solution.x[4])));
    assert_true(fabs(solution.x[4]) > 0.1);
    assert_true(fabs(printed(output, "lambda.roll.y = ") - solution.lambda[1]) <
                1e-12 * (1 + fabs(solution.lambda[1])));
    assert_true(fabs(solution.lambda[1]) > 0.1);
}

/* ---- the page ---- */

/* What is between two marks of docs/code.md. */
static const char *page_part(nh_arena *arena, const char *page, const char *from, const char *to) {
    const char *begin = strstr(page, from);
    assert_non_null(begin);
    begin += strlen(from);
    const char *end = strstr(begin, to);
    assert_non_null(end);
    return nh_arena_text(arena, begin, (size_t)(end - begin));
}

/* The program of the page, with the file of the default formulation, prints what the page says. */
COMPILED_TEST(test_page) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *page = nh_file_read(arena, NH_TEST_SOURCE "/../docs/code.md", &length);
    nh_model *model = read_text(context, find_builtin("leibniz")->text, (nh_strings){0});
    const char *path = code_format(arena, "%s", test_path("page.c"));
    const char *program = code_format(arena, "%s", test_path("page"));
    code_write(test_path("leibniz.c"), nh_code_print(arena, model, nh_form_require(context, NULL), 1, NULL));
    code_write(path, page_part(arena, page, "```c\n", "```"));
    (void)code_run(arena, code_compiler(arena),
                   code_format(arena, CODE_WARNINGS " -std=c99 -O2 -o %s %s -lm", program, path));
    nh_text shown = nh_text_begin(arena);
    for (const char *line = code_run(arena, program, ""); *line != '\0'; line = strchr(line, '\n') + 1)
        nh_text_format(&shown, "    %.*s\n", (int)strcspn(line, "\n"), line);
    assert_string_equal(nh_text_string(&shown), page_part(arena, page, "$ ./example\n", "\n`nonholo run"));
}

/* The same model gives the same bytes. */
PROTECTED_TEST(test_same_bytes) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_text(context, find_builtin("pursuit-space")->text, (nh_strings){0});
    const char *first = nh_code_print(arena, model, nh_form_find("reduced", NULL), 1, NULL);
    nh_model *again = read_text(context, find_builtin("pursuit-space")->text, (nh_strings){0});
    assert_string_equal(first, nh_code_print(arena, again, nh_form_find("reduced", NULL), 1, NULL));
}

/* Without a start the seed decides at which state velocities are chosen, and it is the choice of all commands. */
PROTECTED_TEST(test_seed_of_choice) {
    static const char blade[] = "coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2\n"
                                "constraint blade: x'*sin(phi) = y'*cos(phi)\n";
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_text(context, blade, (nh_strings){0});
    int with_x = 0, count = 8;
    for (int seed = 1; seed <= count; seed++) {
        const char *file = nh_code_print(arena, model, nh_form_find("voronec", NULL), (uint64_t)seed, NULL);
        nh_admissible *a = nh_admissible_make(arena, model, (uint64_t)seed);
        bool is_x = a->form->independent[0] == 0;
        assert_non_null(strstr(file, is_x ? "state: x', phi'" : "state: y', phi'"));
        with_x += is_x;
    }
    assert_in_range(with_x, 1, count - 1); /* else the seed decided nothing */
}

/* All kinds: roots with signs, redundant rows, geometric rows, time, quasi-velocities, momenta,
 * no constraints, names. */
static const char *const sample[] = {
    "leibniz",         "right-angle", "pursuit-space",      "four-bar",       "driven-pendulum",
    "turntable-quasi", "unicycle",    "homogeneous-powers", "pendulum-curve", "coin"};

/* ---- multipliers that are numbers of the state ---- */

typedef int (*vakonomic_accelerations)(double t, const double q[], const double v[], const double mu[],
                                       const double p[], double a[], double rate[]);

/* The vakonomic equations, next to the library. */
COMPILED_TEST(test_vakonomic) {
    const char *name = argument;
    nh_model *model = read_text(context, find_builtin(name)->text, (nh_strings){0});
    code_subject s = {.name = name, .context = context, .model = model, .arena = nh_arena_create(context)};
    const char *forms[] = {"vakonomic", "vakonomic-modified:imposed:zero"}, *path = test_path("vakonomic.c");
    nh_random random = nh_random_make(test_seed(), 8);
    int compared = 0;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        const nh_form *form = nh_form_require(context, forms[k]);
        const char *file = nh_code_print(s.arena, model, form, 1, NULL);
        assert_non_null(file);
        code_write(path, file);
        const char *library = code_format(s.arena, "%s-%s-%zu.so", path, name, k);
        (void)code_run(s.arena, code_compiler(s.arena),
                       code_format(s.arena, CODE_WARNINGS " -std=c99 -O1 -shared -fPIC -o %s %s -lm", library, path));
        (void)code_run(s.arena, code_compiler(s.arena),
                       code_format(s.arena, CODE_WARNINGS " -std=c99 -D%s_MAIN -fsyntax-only %s",
                                   code_prefix_of(s.arena, file), path));
        void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        assert_non_null(opened);
        vakonomic_accelerations function;
        *(void **)&function = dlsym(opened, code_format(s.arena, "%s_accelerations", code_prefix_of(s.arena, file)));
        assert_non_null(function);
        code_prepare(&s, model);
        nh_dynamics *dynamics =
            nh_dynamics_make(s.arena, nh_form_full_equations(form, model, s.arena), NH_NATIVE_NEVER);
        nh_dynamics_set(dynamics, s.parameters);
        nh_state at = {.q = NH_NEW_ARRAY(s.arena, double, s.n), .v = NH_NEW_ARRAY(s.arena, double, s.n)};
        for (int i = 0; i < test_count(6); i++) {
            if (!nh_states_random(s.states, &random, 0.25 * i, 100, &at)) continue;
            double *mu = nh_dynamics_extras(dynamics);
            for (size_t r = 0; r < s.rows; r++) mu[r] = nh_random_uniform(&random, -0.4, 0.4);
            nh_solution own = nh_dynamics_solve(dynamics, at.t, at.q, at.v);
            if (own.status != NH_SOLVED || own.least_pivot < 1e-3) continue;
            assert_int_equal(function(at.t, at.q, at.v, mu, s.parameters, s.a, s.lambda), 0);
            for (size_t r = 0; r < s.rows; r++) s.lambda[r] = -s.lambda[r];
            s.form[0] = form;
            code_compare(&s, 0, "acceleration", s.n, s.a, own.x, 0);
            code_compare(&s, 0, "rate", s.rows, s.lambda, own.lambda, 0);
            compared++;
        }
        assert_int_equal(dlclose(opened), 0);
        assert_int_equal(remove(library), 0);
    }
    assert_true(compared > 0);
    nh_model_destroy(model);
}

/* ---- rows that depend on each other ---- */

/* Four rows of rank 3: at phi = pi/2 two of those that come first in the text are the same. */
static const char wheels[] =
    "param R = 0.1, m = 0.5, Ia = 0.01, Il = 0.02, w = 0.5, p0 = 0.3\ncoord x, y, phi, s, u\nlet A = Rz(phi)\n"
    "point O = [x, y, R] mass 0.01\n"
    "body U { at O + A*[0, w/2, 0], rotation A*Ry(s), mass m, inertia diag(Il, Ia, Il) }\n"
    "body V { at O - A*[0, w/2, 0], rotation A*Ry(u), mass m, inertia diag(Il, Ia, Il) }\n"
    "force O + A*[0.2, 0, 0]: [0.3, 2, 0]\n"
    "constraint a: U.velocity(U.c - [0, 0, R]) = 0\nconstraint b: V.velocity(V.c - [0, 0, R]) = 0\n"
    "quasi along = dot(O', A*[1, 0, 0])\ninit phi = p0, phi' = 1, along = 0.7\n";
/* Three rows of rank 1, the first of which vanishes at t = pi/2. */
static const char turns[] = "param p0 = 0\ncoord x, y, z\npoint P = [x, y, z] mass 1\nforce P: [0, -1, cos(z)]\n"
                            "constraint a: cos(t + p0)*(y' - x*z') = 0\nconstraint b: sin(t + p0)*(y' - x*z') = 0\n"
                            "constraint c: 1000*cos(2*(t + p0))*(y' - x*z') = 0\ninit x = 0.3, x' = 1, z' = 1\n";

/* Written where the first rows serve, called where they do not. */
COMPILED_TEST(test_redundant) {
    static const char *const elsewhere[] = {"p0 = 1.2", "p0 = 1.570796", "p0 = 1.5707963267948966", "p0 = 3"};
    code_subject s = {.name = argument == wheels ? "wheels" : "turns", .context = context};
    s.arena = nh_arena_create(context);
    s.model = read_text(context, argument, (nh_strings){0});
    code_build(&s, code_compiler(s.arena), "", true);
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        nh_model *twin = read_text(context, argument, (nh_strings){&elsewhere[i], 1});
        int before = s.compared;
        s.has_rank = false;
        code_prepare(&s, twin);
        nh_state state = {.q = NH_NEW_ARRAY(s.arena, double, s.n), .v = NH_NEW_ARRAY(s.arena, double, s.n)};
        assert_int_equal(nh_states_start(s.states, 0, &state), NH_START_FOUND);
        code_check_state(&s, &state); /* formulations with charts may refuse it */
        assert_true(s.compared >= before + 2 && s.function[0](0, state.q, state.v, s.parameters, s.a, s.lambda) == 0);
    }
    code_end(&s);
    nh_model_destroy(s.model);
}

int main(void) {
#ifdef __SANITIZE_ADDRESS__ /* slow there, and the same code */
    enum { SAMPLE = 3 };
#else
    enum { SAMPLE = sizeof sample / sizeof *sample };
#endif
    const struct CMUnitTest others[] = {cmocka_unit_test(test_all_functions),
                                        cmocka_unit_test(test_open_functions),
                                        cmocka_unit_test(test_names),
                                        cmocka_unit_test(test_refusals),
                                        cmocka_unit_test(test_singular),
                                        cmocka_unit_test(test_nearly_singular),
                                        cmocka_unit_test(test_example),
                                        cmocka_unit_test(test_same_bytes),
                                        cmocka_unit_test(test_page),
                                        cmocka_unit_test(test_seed_of_choice),
                                        {"skate", test_vakonomic, NULL, NULL, (void *)(uintptr_t) "incline-skate"},
                                        {"speed", test_vakonomic, NULL, NULL, (void *)(uintptr_t) "constant-speed"},
                                        {"wheels", test_redundant, NULL, NULL, (void *)(uintptr_t)wheels},
                                        {"turns", test_redundant, NULL, NULL, (void *)(uintptr_t)turns}};
    static struct CMUnitTest tests[SAMPLE + sizeof others / sizeof *others];
    size_t count = 0;
    for (; count < SAMPLE; count++)
        tests[count] = (struct CMUnitTest){
            .name = sample[count], .test_func = test_builtin, .initial_state = (void *)(uintptr_t)sample[count]};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) tests[count++] = others[i];
    return _cmocka_run_group_tests("code", tests, count, NULL, NULL);
}
