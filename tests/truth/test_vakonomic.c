/* Judging along vakonomic motions: equations that were made from the extended Lagrangian by another program, with slips
 * in some of them, and numbers to 50 digits (tests/oracle/vakonomic_make.py); motions that are known; what must not be
 * said. */
#include "decimals.h"
#include "judging.h"

#include "base/io/file.h"

#define NUMBERS NH_TEST_SOURCE "/oracle/vakonomic.txt"

enum { MODELS = 4, EQUATIONS = JUDGE_TEXTS };

typedef struct system {
    const char *name, *text;
    const char *right[EQUATIONS], *wrong[EQUATIONS];
    const char *state[STATES], *accelerations[STATES], *rates[STATES];
    size_t rights, wrongs, samples;
} system_of;

/* ---- reading ---- */

static void read_line(nh_arena *arena, const char *line, system_of *systems, size_t *count, nh_text *model) {
    const char *rest;
    system_of *s = *count > 0 ? &systems[*count - 1] : NULL;
    if ((rest = line_after(line, "model")) != NULL) {
        assert_true(*count < MODELS);
        systems[(*count)++] = (system_of){.name = rest};
        *model = nh_text_begin(arena);
    } else if (line[0] == ' ') {
        nh_text_format(model, "%s\n", line + 2);
        s->text = nh_text_string(model);
    } else if ((rest = line_after(line, "true")) != NULL) {
        assert_true(s->rights + 1 < EQUATIONS);
        s->right[s->rights++] = rest;
    } else if ((rest = line_after(line, "false")) != NULL) {
        assert_true(s->wrongs + 1 < EQUATIONS);
        s->wrong[s->wrongs++] = rest;
    } else if ((rest = line_after(line, "state")) != NULL) {
        assert_true(s->samples < STATES);
        s->state[s->samples++] = rest;
    } else if ((rest = line_after(line, "accelerations")) != NULL) s->accelerations[s->samples - 1] = rest;
    else if ((rest = line_after(line, "rates")) != NULL) s->rates[s->samples - 1] = rest;
    else fail_msg("a line that is none: %s", line);
}

static void read_systems(nh_arena *arena, system_of *systems) {
    size_t length, count = 0;
    const char *text = nh_file_read(arena, NUMBERS, &length);
    nh_text model = nh_text_begin(arena);
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        read_line(arena, nh_arena_text(arena, text, size), systems, &count, &model);
        text += size + 1;
    }
    assert_int_equal(count, MODELS);
}

/* ---- equations ---- */

static judgement judge_vakonomic(nh_context *context, const system_of *s, const char *const *equations,
                                 const char *form) {
    judge_def def = {.text = s->text, .form = form, .samples = 4};
    for (size_t i = 0; equations[i] != NULL; i++) def.equations[i] = equations[i];
    return judge_text(context, &def);
}

PROTECTED_TEST(equations_of_another_program) {
    system_of systems[MODELS];
    nh_arena *arena = nh_arena_create(context);
    read_systems(arena, systems);
    for (size_t i = 0; i < MODELS; i++) {
        judgement j = judge_vakonomic(context, &systems[i], systems[i].right, "vakonomic");
        for (size_t k = 0; k < j.result->items.count; k++)
            check_item(&j, j.result->items.items[k].name, NH_JUDGED_PROVED);
        nh_model_destroy(j.model);
        j = judge_vakonomic(context, &systems[i], systems[i].wrong, "vakonomic");
        for (size_t k = 0; k < j.result->items.count; k++)
            assert_non_null(check_item(&j, j.result->items.items[k].name, NH_JUDGED_REFUTED)->multipliers);
        nh_model_destroy(j.model);
    }
    nh_arena_destroy(arena);
}

/* Where variations commute, the modified ones are the same. */
PROTECTED_TEST(equations_with_the_matrix_zero) {
    system_of systems[MODELS];
    nh_arena *arena = nh_arena_create(context);
    read_systems(arena, systems);
    judgement j = judge_vakonomic(context, &systems[1], systems[1].right, "vakonomic-modified:zero");
    for (size_t k = 0; k < j.result->items.count; k++) check_holds(&j, j.result->items.items[k].name);
    nh_model_destroy(j.model);
    nh_arena_destroy(arena);
}

/* With D1 g = 0 the algebraic ones have Chetaev's accelerations, whatever mu is: [Algebraic] Proposition 3. */
PROTECTED_TEST(chetaev_is_what_the_matrix_makes) {
    static const char *const equations[] = {"m*x'' = m*gs + lambda.skate*sin(theta)", "theta'' = 0", "E' = 0",
                                            "lambda.skate = -m*speed*theta' - m*gs*sin(theta)", NULL};
    judge_def def = {.model = "incline-skate", .form = "vakonomic-modified", .samples = 4};
    for (size_t i = 0; equations[i] != NULL; i++) def.equations[i] = equations[i];
    judgement j = judge_text(context, &def);
    check_item(&j, "equation[2]", NH_JUDGED_PROVED);
    check_item(&j, "equation[3]", NH_JUDGED_PROVED);
    check_item(&j, "equation[4]", NH_JUDGED_PROVED);
    nh_model_destroy(j.model);
    def.form = "vakonomic";
    j = judge_text(context, &def);
    check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[3]", NH_JUDGED_PROVED);
    check_item(&j, "equation[4]", NH_JUDGED_PROVED);
    nh_model_destroy(j.model);
}

/* ---- energies ---- */

PROTECTED_TEST(energies) {
    static const char *const equations[] = {"E_ext' = 0", "E' = 0", "E_ext = E + mu.a*(x'*y + z')", NULL};
    static const char text[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential x*y\n"
                               "constraint a: z' = y*x' + 1\n";
    judge_def def = {.text = text, .form = "vakonomic", .samples = 4};
    for (size_t i = 0; equations[i] != NULL; i++) def.equations[i] = equations[i];
    judgement j = judge_text(context, &def);
    check_item(&j, "equation[1]", NH_JUDGED_PROVED);
    check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED); /* it is z' - y x' = 1 times mu that is added */
    nh_model_destroy(j.model);
    def.equations[0] = "E_ext = E + mu.a";
    def.equations[1] = NULL;
    j = judge_text(context, &def);
    check_item(&j, "equation", NH_JUDGED_PROVED);
    nh_model_destroy(j.model);
}

/* ---- the transposition matrix ---- */

/* A skate with a matrix of this many entries, which is that for which D1 g = 0, except for the entries that are
 * drawn. */
static const char *skate_with_matrix(nh_arena *arena, nh_random *random, bool is_right) {
    static const char *const right[] = {"cos(phi)*sin(phi)*phi'",
                                        "sin(phi)^2*phi'",
                                        "-sin(phi)*along",
                                        "-cos(phi)^2*phi'",
                                        "-cos(phi)*sin(phi)*phi'",
                                        "cos(phi)*along",
                                        "0",
                                        "0",
                                        "0"};
    static const char *const names[] = {"x", "y", "phi"}, *const drawn[] = {"0", "x'", "phi'", "y'*sin(phi)", "along"};
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "param m = 1.5, J = 0.5\ncoord x, y, phi\nkinetic m*(x'^2 + y'^2)/2 + J*phi'^2/2\n"
                       "let along = x'*cos(phi) + y'*sin(phi)\n"
                       "constraint c: x'*sin(phi) = y'*cos(phi)\n");
    for (size_t i = 0; i < 9; i++) {
        bool is_drawn = !is_right && nh_random_below(random, 3) == 0;
        const char *entry = is_drawn ? drawn[nh_random_below(random, sizeof drawn / sizeof *drawn)] : right[i];
        nh_text_format(&text, "transposition omega[%s, %s] = %s\n", names[i / 3], names[i % 3], entry);
    }
    return nh_text_string(&text);
}

/* The conditions as they are named, and written out along (cos, sin, 0) and (0, 0, 1), which span the displacements. */
static const char *const asked[] = {
    "transposition.D1dq[c,x]^2 + transposition.D1dq[c,y]^2 + transposition.D1dq[c,phi]^2 = 0",
    "(cos(phi)*transposition.D1[c,x] + sin(phi)*transposition.D1[c,y])^2 + transposition.D1[c,phi]^2 = 0",
    "transposition.pdq[x]^2 + transposition.pdq[y]^2 + transposition.pdq[phi]^2 = 0",
    "(cos(phi)*transposition.p[x] + sin(phi)*transposition.p[y])^2 + transposition.p[phi]^2 = 0",
    "transposition.D[c,x] = cos(phi)*phi'",
    "transposition.D[c,phi] = -along",
    "transposition.D1[c,y] = sin(phi)*phi' - sin(phi)*transposition.omega[x,y] + cos(phi)*transposition.omega[y,y]",
    "transposition.p[y] = m*(x'*transposition.omega[x,y] + y'*transposition.omega[y,y]) "
    "+ J*phi'*transposition.omega[phi,y]",
    NULL};

PROTECTED_TEST(matrices) {
    nh_random random = nh_random_make(test_seed(), 1);
    size_t fails = 0;
    int count = test_count(12);
    for (int i = 0; i < count; i++) {
        nh_arena *arena = nh_arena_create(context);
        judge_def def = {.text = skate_with_matrix(arena, &random, i == 0), .samples = 3};
        for (size_t k = 0; asked[k] != NULL; k++) def.equations[k] = asked[k];
        judgement j = judge_text(context, &def);
        const nh_judge_item *items = j.result->items.items;
        assert_int_equal(items[0].judgement, items[1].judgement);
        assert_int_equal(items[2].judgement, items[3].judgement);
        if (i == 0) assert_true(item_holds(&items[0]) && item_holds(&items[2]));
        fails += !item_holds(&items[0]);
        for (size_t k = 4; asked[k] != NULL; k++) assert_int_equal(items[k].judgement, NH_JUDGED_PROVED);
        nh_model_destroy(j.model);
        nh_arena_destroy(arena);
    }
    assert_true(fails > 0);
}

/* ---- motions ---- */

static const char plane[] = "coord x, y, z\nlagrangian (x'^2 + y'^2)/2\nconstraint area: z' = (x*y' - y*x')/2\n";

static nh_judgement judge_plane(nh_context *context, const char *motion, const char *form) {
    judgement j = judge_text(context, &(judge_def){.text = plane, .form = form, .motion = motion, .samples = 4});
    nh_judgement verdict = j.result->judgement;
    nh_model_destroy(j.model);
    return verdict;
}

/* Shortest curves of the Heisenberg group: circles, with mu their curvature. */
PROTECTED_TEST(motions) {
    const char *circle = "x = R*cos(w*t), y = R*sin(w*t), z = R^2*w*t/2, mu.area = w";
    assert_int_equal(judge_plane(context, circle, "vakonomic"), NH_JUDGED_PROVED);
    circle = "x = R*cos(w*t), y = R*sin(w*t), z = R^2*w*t/2, mu.area = -w";
    assert_int_equal(judge_plane(context, circle, "vakonomic"), NH_JUDGED_REFUTED);
    circle = "x = R*cos(w*t), y = R*sin(w*t), z = R^2*w*t/2, mu.area = w + t";
    assert_int_equal(judge_plane(context, circle, "vakonomic"), NH_JUDGED_REFUTED);
    circle = "x = a*t, y = b*t, z = 0, mu.area = abs(t - 5) - abs(t - 5)";
    assert_int_equal(judge_plane(context, circle, "vakonomic"), NH_JUDGED_PROVED);
    circle = "x = a*t, y = b*t, z = 0, mu.area = acos(cos(t))/10^30";
    assert_int_not_equal(judge_plane(context, circle, "vakonomic"), NH_JUDGED_PROVED);
    circle = "x = a*t, y = b*t, z = 0";
    assert_int_equal(judge_plane(context, circle, NULL), NH_JUDGED_PROVED);
}

/* mu of a geometric row need not be given, and may be any. */
PROTECTED_TEST(geometric_rows) {
    static const char circle[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint g: x^2 + y^2 = 1\n";
    judgement j = judge_text(context, &(judge_def){.text = circle,
                                                   .form = "vakonomic",
                                                   .motion = "x = cos(w*t), y = sin(w*t)",
                                                   .equations = {"mu.g = 0", "mu.g' = x*x'' + y*y'' + 2*w^2"}});
    check_item(&j, "equation[1]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    check_item(&j, "x''", NH_JUDGED_PROVED);
    nh_model_destroy(j.model);
}

/* ---- numbers ---- */

PROTECTED_TEST(numbers_of_eval) {
    system_of systems[MODELS];
    nh_arena *arena = nh_arena_create(context);
    read_systems(arena, systems);
    for (size_t i = 0; i < MODELS; i++) {
        const system_of *s = &systems[i];
        nh_model *model = test_read_model(context, s->text);
        nh_model_info about;
        nh_eval_info info;
        nh_eval *eval;
        result *r = NH_NEW(arena, result);
        nh_eval_def def = nh_default_eval();
        def.form = "vakonomic";
        def.digits = DIGITS;
        def.row = keep_row;
        def.row_user = r;
        assert_int_equal(nh_model_get_info(model, &about), NH_OK);
        assert_int_equal(nh_eval_make(model, &def, &eval), NH_OK);
        write_states(arena, eval, s->samples, s->state, test_path("states.csv"));
        assert_int_equal(nh_eval_file(eval, test_path("states.csv"), NULL, &info), NH_OK);
        comparison c = {.context = context, .arena = arena, .name = s->name, .form = "vakonomic"};
        c.most = pow(10, -RIGHT);
        assert_int_equal(r->rows, s->samples);
        for (size_t k = 0; k < r->rows; k++) {
            compare_numbers(&c, about.coordinates, r->field[k] + 1, s->accelerations[k], "an acceleration");
            compare_numbers(&c, about.kinematic, r->field[k] + 1 + about.coordinates, s->rates[k], "a rate");
        }
        nh_eval_destroy(eval);
        nh_model_destroy(model);
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equations_of_another_program),
        cmocka_unit_test(equations_with_the_matrix_zero),
        cmocka_unit_test(chetaev_is_what_the_matrix_makes),
        cmocka_unit_test(energies),
        cmocka_unit_test(matrices),
        cmocka_unit_test(motions),
        cmocka_unit_test(geometric_rows),
        cmocka_unit_test(numbers_of_eval),
    };
    return cmocka_run_group_tests_name("truth.vakonomic", tests, NULL, NULL);
}
