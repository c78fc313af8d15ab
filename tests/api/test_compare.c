/* Comparisons through the public interface: against the reference trajectories of the vakonomic equations, whose
 * differences are computed here a second time; motions that coincide; wrong calls; formulations that do not apply;
 * motions that end early; files. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "base/text/text.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

static const char *const both[] = {"chetaev", "vakonomic"};

static const char skate[] = "coord x, y, th\n"
                            "kinetic (x'^2 + y'^2 + th'^2)/2\n"
                            "potential -x\n"
                            "constraint skate: x'*sin(th) = y'*cos(th)\n"
                            "init th' = 1\n"
                            "simulate t = 0 .. 1\n"
                            "watch place = x + y\n";

static nh_compare_def def_of(size_t count, const char *const *forms) {
    nh_compare_def def = nh_default_compare();
    def.forms = forms;
    def.form_count = count;
    return def;
}

static const char *last_sentence(const nh_context *context) {
    return nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
}

static nh_compare *must_compare(nh_model *model, const nh_compare_def *def) {
    nh_compare *compare = NULL;
    nh_status status = nh_compare_make(model, def, &compare);
    if (status != NH_OK) fail_msg("status %d", (int)status);
    assert_non_null(compare);
    return compare;
}

static nh_compare_part part_of(const nh_compare *compare, size_t i) {
    nh_compare_part part;
    assert_int_equal(nh_compare_get(compare, i, &part), NH_OK);
    return part;
}

/* ---- reference trajectories ---- */

typedef struct stored {
    const oracle_block *begin, *states;
    size_t count;
} stored;

/* The next trajectory of this kind from a block on; begin is NULL when there is none. */
static stored find_stored(const oracle_case *data, const char *kind, size_t from) {
    stored s = {.begin = NULL};
    for (size_t i = from; i < data->blocks.count && s.begin == NULL; i++)
        if (strcmp(data->blocks.items[i].kind, kind) == 0) s.begin = &data->blocks.items[i];
    if (s.begin == NULL) return s;
    s.states = s.begin + 1;
    while (s.states + s.count < data->blocks.items + data->blocks.count && strcmp(s.states[s.count].kind, "state") == 0)
        s.count++;
    return s;
}

static double stored_value(const stored *s, size_t row, size_t n, size_t i) {
    return i < n ? oracle_get(&s->states[row], "q", n)[i] : oracle_get(&s->states[row], "qd", n)[i - n];
}

/* What a difference in a coordinate or velocity is relative to. */
static double stored_size(const stored *s, size_t n, size_t i) {
    double own = 0, all = 0;
    for (size_t row = 0; row < s->count; row++)
        for (size_t k = i < n ? 0 : n; k < (i < n ? n : 2 * n); k++) {
            double value = fabs(stored_value(s, row, n, k));
            if (k == i && value > own) own = value;
            if (value > all) all = value;
        }
    return own > 1e-6 * all ? own : all;
}

typedef struct expected {
    double difference, relative, parted; /* the last one is not a number when they do not part */
} expected;

static expected expect_of(const stored *one, const stored *other, size_t n, double visible) {
    expected e = {0, 0, NAN};
    assert_int_equal(one->count, other->count);
    for (size_t row = 0; row < one->count; row++)
        for (size_t i = 0; i < 2 * n; i++) {
            double difference = fabs(stored_value(one, row, n, i) - stored_value(other, row, n, i));
            double relative = difference == 0 ? 0 : difference / stored_size(one, n, i);
            e.difference = fmax(e.difference, difference);
            e.relative = fmax(e.relative, relative);
            if (isnan(e.parted) && relative > visible) e.parted = *oracle_get(&one->states[row], "t", 1);
        }
    return e;
}

static bool are_near(double a, double b) {
    return fabs(a - b) <= 1e-8 * (1 + fabs(b));
}

static nh_model *read_case(nh_context *context, nh_arena *arena, const char *name, const oracle_case *data,
                           const stored *vakonomic) {
    uint32_t rows;
    size_t length;
    const oracle_entry **row = oracle_all(data, "constraint", &rows);
    const double *mu = oracle_get(vakonomic->begin, "mu0", rows);
    const char **init = NH_NEW_ARRAY(arena, const char *, rows);
    for (uint32_t i = 0; i < rows; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "mu.%s = %.17g", row[i]->name, mu[i]);
        init[i] = nh_text_string(&text);
    }
    nh_read_def def = nh_default_read();
    def.init = (nh_strings){init, rows};
    nh_model *model = NULL;
    const char *text = nh_file_read(arena, files_path(arena, FOLDER, name, ".nh"), &length);
    assert_int_equal(nh_model_read(context, &def, text, length, &model), NH_OK);
    return model;
}

static size_t cases, parted;

static void check_stored(nh_model *model, nh_arena *arena, const char *name, const stored *one, const stored *other) {
    nh_model_info about;
    double *times = NH_NEW_ARRAY(arena, double, one->count);
    for (size_t i = 0; i < one->count; i++) times[i] = *oracle_get(&one->states[i], "t", 1);
    nh_compare_def def = def_of(2, both);
    def.run.rtol = def.run.atol = 1e-12;
    def.run.at = times;
    def.run.at_count = one->count;
    nh_compare *compare = must_compare(model, &def);
    assert_int_equal(nh_model_get_info(model, &about), NH_OK);
    expected e = expect_of(one, other, about.coordinates, def.visible);
    nh_compare_part part = part_of(compare, 1);
    if (!are_near(part.difference, e.difference) || !are_near(part.relative, e.relative))
        fail_msg("%s: %.17g, %.17g, not %.17g, %.17g", name, part.difference, part.relative, e.difference, e.relative);
    if (part.has_parted ? part.parted != e.parted : !isnan(e.parted) || !isnan(part.parted))
        fail_msg("%s: parted at %g, not %g", name, part.parted, e.parted);
    assert_int_equal(part.rows, one->count);
    parted += part.has_parted;
    cases++;
    nh_compare_destroy(compare);
}

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    stored one = find_stored(&data, "trajectory", 0), other = find_stored(&data, "trajectory vakonomic", 0);
    while (other.begin != NULL) {
        nh_model *model = read_case(context, arena, name, &data, &other);
        check_stored(model, arena, name, &one, &other);
        nh_model_destroy(model);
        other = find_stored(&data, "trajectory vakonomic", (size_t)(other.begin - data.blocks.items) + 1);
    }
    nh_arena_destroy(arena);
}

static void reference_trajectories(void **state) {
    (void)state;
    static const char *const names[] = {
        "t003_cone",          "t003_cone_sideforce",        "t003_constant_speed",
        "t003_disc_vertical", "t003_disc_vertical_incline", "t003_perpendicular_velocities",
        "t003_skate_incline"};
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) test_run(context, check_case, (void *)names[i]);
    assert_int_equal(cases, 14);
    assert_true(parted > 0 && parted < cases); /* the vertical disc on a level plane is the same in both */
    nh_context_destroy(context);
}

/* ---- motions that coincide ---- */

/* Constraints that can be integrated: every formulation has the same motion, the vakonomic ones too. The errors are
 * those of the tolerance. */
static void coinciding(void **state) {
    (void)state;
    static const char pendulum[] = "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -9.81]\nconstraint rod: |P| = 1\n"
                                   "init x = 1, y = 0\nsimulate t = 0 .. 2\n";
    static const char *const forms[] = {"chetaev", "vakonomic", "maggi", "voronec", "hamel", "udwadia", "appell"};
    enum { FORMS = sizeof forms / sizeof *forms };
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, pendulum);
    nh_compare_def def = def_of(FORMS, forms);
    nh_compare *compare = must_compare(model, &def);
    nh_compare_info info = nh_compare_get_info(compare);
    assert_true(info.parts == FORMS && info.motions == FORMS && info.first == 0 && info.from == 0 && info.to == 2);
    for (size_t i = 0; i < FORMS; i++) {
        nh_compare_part part = part_of(compare, i);
        assert_string_equal(part.name, forms[i]);
        assert_true(part.status == NH_OK && part.outcome == NH_OUTCOME_FINISHED && part.end == 2 && part.why == NULL);
        assert_true(part.steps > 0 && part.evaluations > part.steps && part.seconds >= 0 && !part.has_parted);
        assert_int_equal(nh_run_get_info(nh_compare_run(compare, i)).rows, 201); /* of 200 intervals */
        if (i == 0) assert_true(part.rows == 0 && isnan(part.difference) && isnan(part.relative) && isnan(part.energy));
        else assert_true(part.rows == 201 && part.common == 2 && part.relative < 1e-8 && part.energy < 1e-7);
        if (i > 0) assert_true(part.multipliers < 1e-6); /* -mu' is lambda where D g = 0 */
    }
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* With multipliers mu that are not 0 at the start: the vakonomic motion is Chetaev's for all mu where the commutation
 * condition [Algebraic] (53) holds. It fails on the cone, [Examples] 5.5, where the motions coincide under vertical
 * gravity all the same, and part under a force to the side. */
static const struct {
    const char *text;
    bool parts;
} beside[] = {
#define SPACE "coord x, y, z\nkinetic (x'^2 + 2*y'^2 + 3*z'^2)/2\npotential x*y + z\n"
#define START "init x = 0.75, y = 0.5, z ~ 0.5, x' = 1, y' = 0.25, z' ~ 1, mu.g = 0.6\nsimulate t = 0 .. 0.5\n"
#define CONE                                                                                                           \
    "constraint g: (x'^2 + y'^2)*16 = 25*z'^2\ninit x' = 2, y' = 1, z' ~ 1.7, mu.g = 0.3\nsimulate t = 0 .. 0.3\n"
    {SPACE "constraint g: x*x' + y*y' + z*z' = t\n" START, false},         /* exact */
    {SPACE "constraint g: y*z*x' + x*z*y' + 2*x*y*z' = 0\n" START, false}, /* with an integrating factor */
    {SPACE "constraint g: (x*x' + y*y' + z*z')^2 = 2\n" START, false},     /* (df/dt)^2 = C */
    {SPACE "constraint g: x^2 + y^2 + z^2 = 1 + t\n" START, false},        /* geometric */
    {"coord x, y, z, w\nkinetic (x'^2 + 2*y'^2 + z'^2 + w'^2)/2\npotential z*w + x\n"
     "constraint a: x' + z'*w + z*w' + y*(y' + 2*z*z') = 0\nconstraint b: w*(x' + z'*w + z*w') + x*(y' + 2*z*z') = 0\n"
     "init x = 1, y = 0.5, z = 0.75, w = 0.5, z' = 1, w' = 1, mu.a = 0.6, mu.b = -0.3\nsimulate t = 0 .. 0.5\n",
     false}, /* together, none of them by itself */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 9.81*z\n" CONE, false},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 9.81*z - x\n" CONE, true},
};

static void commuting(void **state) {
    (void)state;
    static const char *const forms[] = {"chetaev", "vakonomic", "vakonomic-modified:zero", "vakonomic-modified"};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        nh_context *context = test_context();
        nh_model *model = test_read_model(context, beside[i].text);
        nh_compare_def def = def_of(4, forms);
        nh_compare *compare = must_compare(model, &def);
        for (size_t k = 1; k < 4; k++) {
            nh_compare_part part = part_of(compare, k);
            bool parts = beside[i].parts && k < 3; /* least: Chetaev's motion always */
            assert_int_equal(part.outcome, NH_OUTCOME_FINISHED);
            if (part.has_parted != parts || (parts ? !(part.relative > 0.01) : !(part.relative < 1e-8)))
                fail_msg("%s%s is %g from chetaev", beside[i].text, forms[k], part.relative);
        }
        nh_compare_destroy(compare);
        nh_model_destroy(model);
        nh_context_destroy(context);
    }
}

/* A tolerance that is large makes an error that is seen, and so does a bound for it that is small. */
static void errors_are_seen(void **state) {
    (void)state;
    static const char *const forms[] = {"chetaev", "maggi"};
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_compare_def def = def_of(2, forms);
    def.run.rtol = def.run.atol = 1e-2;
    nh_compare *rough = must_compare(model, &def);
    def.run.rtol = def.run.atol = 1e-10;
    nh_compare *fine = must_compare(model, &def);
    def.visible = 1e-300;
    nh_compare *strict = must_compare(model, &def);
    assert_true(part_of(rough, 1).relative > 100 * part_of(fine, 1).relative);
    assert_false(part_of(fine, 1).has_parted);
    assert_true(part_of(strict, 1).has_parted && part_of(strict, 1).relative == part_of(fine, 1).relative);
    nh_compare_destroy(rough);
    nh_compare_destroy(fine);
    nh_compare_destroy(strict);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* One of them rests at 0, and gives no size: that of the other is taken. In th' = -mu a multiplier at the start moves
 * what the Chetaev condition leaves at rest. */
static void from_rest(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "coord y, th\nkinetic (y'^2 + th'^2)/2\nconstraint a: y' = th\n"
                                               "init y = 0, th = 0, th' = 0, mu.a = 1\nsimulate t = 0 .. 1\n");
    nh_compare_def def = def_of(2, both);
    nh_compare *compare = must_compare(model, &def);
    nh_compare_part part = part_of(compare, 1);
    const nh_run *first = nh_compare_run(compare, 0);
    for (size_t i = 1; i <= 4; i++) assert_true(nh_run_value(first, nh_run_get_info(first).rows - 1, i) == 0);
    assert_true(part.has_parted && part.relative == 1 && part.difference > 0.1 && part.parted > 0);
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* What rests compared with something that moves has the size of that: x = 4 + 8 t. */
static void beside_another(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model =
        test_read_model(context, "coord x, y, th\nkinetic (x'^2 + y'^2 + th'^2)/2\nconstraint a: y' = th\n"
                                 "init x = 4, x' = 8, y = 0, th = 0, th' = 0, mu.a = 1\nsimulate t = 0 .. 1\n");
    nh_compare_def def = def_of(2, both);
    nh_compare *compare = must_compare(model, &def);
    const nh_run *other = nh_compare_run(compare, 1);
    size_t last = nh_run_get_info(other).rows - 1;
    double wanted = 0;
    for (size_t i = 2; i <= 6; i++) {
        double value = fabs(nh_run_value(other, last, i));
        if (i != 4) wanted = fmax(wanted, value / (i < 4 ? 12 : 8)); /* all of them grow */
    }
    nh_compare_part part = part_of(compare, 1);
    assert_true(wanted > 0.01 && fabs(part.relative - wanted) < 1e-9);
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- formulations that do not apply, motions that end ---- */

static void hypotheses(void **state) {
    (void)state;
    static const char *const three[] = {"chaplygin", "chetaev", "voronec"}, *const two[] = {"chetaev", "chaplygin"};
    static const char *const none[] = {"chaplygin", "hamilton"};
    nh_context *context = test_context();
    nh_model *model =
        test_read_model(context, "coord x, y, z\npoint P = [x, y, z] mass 1\ngravity [0, 0, -9.81]\n"
                                 "constraint speed: |P'| = 2\ninit x' = 1, y' = 1, z' ~ 1.4\nsimulate t = 0 .. 1\n");
    nh_compare_def def = def_of(3, three);
    nh_compare *compare = must_compare(model, &def);
    assert_int_equal(nh_compare_get_info(compare).first, 1);
    assert_int_equal(nh_compare_get_info(compare).motions, 2);
    nh_compare_part left = part_of(compare, 0), other = part_of(compare, 2);
    assert_true(left.status == NH_E_HYPOTHESIS && strstr(left.why, "not linear") != NULL);
    assert_null(nh_compare_run(compare, 0));
    assert_true(other.relative < 1e-7 && other.rows == 201);
    const nh_diag *warning = nh_context_diag(context, nh_context_diag_count(context) - 1);
    assert_int_equal(warning->severity, NH_SEVERITY_WARNING);
    nh_compare_destroy(compare);
    def = def_of(2, two);
    assert_int_equal(nh_compare_make(model, &def, &compare), NH_E_HYPOTHESIS);
    assert_null(compare);
    assert_non_null(strstr(last_sentence(context), "only 'chetaev' applies"));
    def = def_of(2, none);
    assert_int_equal(nh_compare_make(model, &def, &compare), NH_E_HYPOTHESIS);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Rows are compared as far as both go; the last row of a motion that stops is at no common time. */
static void early_ends(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_text text = nh_text_begin(nh_scratch(context));
    nh_text_format(&text, "%sstop when x > 1/4\n", skate);
    nh_model *model = test_read_model(context, nh_text_string(&text));
    nh_compare_def def = def_of(2, both);
    def.run.to = 3;
    def.run.step = 0.5;
    nh_compare *compare = must_compare(model, &def);
    nh_compare_part first = part_of(compare, 0), part = part_of(compare, 1);
    assert_true(first.outcome == NH_OUTCOME_STOPPED && fabs(first.end - acos(sqrt(0.5))) < 1e-9); /* x = sin(t)^2/2 */
    assert_true(part.outcome == NH_OUTCOME_STOPPED && part.end > first.end && part.why != NULL);
    assert_true(part.rows == 2 && part.common == 0.5);
    assert_int_equal(nh_run_get_info(nh_compare_run(compare, 0)).rows, 3);
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* An interrupt before it begins leaves nothing; the context is as before. */
static void interrupts(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_compare_def def = def_of(2, both);
    nh_compare *compare = NULL;
    nh_context_interrupt(context);
    nh_status status = nh_compare_make(model, &def, &compare);
    if (status == NH_OK) assert_int_equal(part_of(compare, 1).status, NH_E_INTERRUPT);
    else assert_int_equal(status, NH_E_INTERRUPT);
    nh_compare_destroy(compare);
    nh_context_clear_interrupt(context);
    compare = must_compare(model, &def);
    assert_true(part_of(compare, 1).has_parted);
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- wrong calls ---- */

static void refuse(nh_context *context, nh_model *model, const nh_compare_def *def, const char *word) {
    nh_compare *compare = (nh_compare *)&context; /* anything but NULL */
    assert_int_equal(nh_compare_make(model, def, &compare), NH_E_USAGE);
    assert_null(compare);
    if (strstr(last_sentence(context), word) == NULL) fail_msg("'%s' is not in: %s", word, last_sentence(context));
}

static void wrong_defs(void **state) {
    (void)state;
    static const char *const twice[] = {"maggi", "maggi"}, *const unknown[] = {"chetaev", "voronek"},
                             *const hole[] = {"maggi", NULL};
    static const char *const method[] = {"rk4"}, *const column[] = {"lambda.skat"}, *const absent[] = {"mu.skate"};
    static const char *const same[] = {"chetaev", "maggi"};
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_compare_def def = def_of(2, both), zero = {0};
    nh_compare *compare = NULL;
    assert_int_equal(nh_compare_make(NULL, &def, &compare), NH_E_USAGE);
    assert_int_equal(nh_compare_make(model, &def, NULL), NH_E_USAGE);
    refuse(context, model, NULL, "nh_default_compare");
    refuse(context, model, &zero, "nh_default_compare");
    def = def_of(1, both), refuse(context, model, &def, "two");
    def = def_of(0, NULL), refuse(context, model, &def, "two");
    def = def_of(2, NULL), refuse(context, model, &def, "NULL");
    def = def_of(2, hole), refuse(context, model, &def, "NULL");
    def = def_of(2, twice), refuse(context, model, &def, "twice");
    def = def_of(2, unknown), refuse(context, model, &def, "did you mean 'voronec'");
    def = def_of(2, both), def.methods = method, def.method_count = 1;
    refuse(context, model, &def, "there is no method 'rk4'");
    def = def_of(2, both), def.visible = 0, refuse(context, model, &def, "visible");
    def = def_of(2, both), def.run.rtol = -1, refuse(context, model, &def, "tolerance");
    def = def_of(2, both), def.run.columns = column, def.run.column_count = 1;
    refuse(context, model, &def, "did you mean 'lambda.skate'");
    def = def_of(2, same), def.run.columns = absent, def.run.column_count = 1;
    refuse(context, model, &def, "none of these motions");
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void wrong_questions(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, skate);
    nh_compare_def def = def_of(2, both);
    nh_compare *compare = must_compare(model, &def);
    nh_compare_part part;
    const size_t far[] = {99};
    assert_int_equal(nh_compare_get_info(NULL).parts, 0);
    assert_int_equal(nh_compare_get(NULL, 0, &part), NH_E_USAGE);
    assert_int_equal(nh_compare_get(compare, 2, &part), NH_E_USAGE);
    assert_int_equal(nh_compare_get(compare, 0, NULL), NH_E_USAGE);
    assert_true(nh_compare_run(NULL, 0) == NULL && nh_compare_run(compare, 2) == NULL);
    assert_true(nh_compare_column(NULL, 0) == NULL && nh_compare_column(compare, 99) == NULL);
    assert_int_equal(nh_compare_write_csv(NULL, "x"), NH_E_USAGE);
    assert_int_equal(nh_compare_write_csv(compare, NULL), NH_E_USAGE);
    assert_int_equal(nh_compare_write_csv(compare, test_path("none/a.csv")), NH_E_IO);
    assert_int_equal(nh_compare_write_columns(compare, "x", 1, far), NH_E_USAGE);
    assert_int_equal(nh_compare_write_columns(compare, "x", 1, NULL), NH_E_USAGE);
    assert_int_equal(nh_compare_write_plot(NULL, "x.svg"), NH_E_USAGE);
    assert_int_equal(nh_compare_write_plot(compare, NULL), NH_E_USAGE);
    assert_int_equal(nh_compare_write_plot(compare, "x.jpg"), NH_E_USAGE);
    nh_compare_destroy(NULL);
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- files ---- */

/* The columns of both, in an order that keeps that of each; empty where there is none. */
PROTECTED_TEST(columns) {
    static const char *const names[] = {"t",        "x",         "y", "th",   "x'", "y'", "th'", "lambda.skate",
                                        "mu.skate", "mu'.skate", "E", "place"};
    static const double times[] = {0, 1};
    const size_t chosen[] = {0, 8, 7, 6};
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, skate);
    nh_compare_def def = def_of(2, both);
    size_t length;
    def.run.at = times;
    def.run.at_count = 1;
    nh_compare *compare = must_compare(model, &def);
    assert_int_equal(nh_compare_get_info(compare).columns, sizeof names / sizeof *names);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(nh_compare_column(compare, i), names[i]);
    assert_int_equal(nh_compare_write_columns(compare, test_path("a.csv"), 4, chosen), NH_OK);
    assert_string_equal(nh_file_read(arena, test_path("a.csv"), &length), "form,t,mu.skate,lambda.skate,th'\n"
                                                                          "chetaev,0,,-0,1\nvakonomic,0,0,,1\n");
    assert_int_equal(nh_compare_write_columns(compare, test_path("a.csv"), 0, chosen), NH_OK);
    assert_string_equal(nh_file_read(arena, test_path("a.csv"), &length), "form\nchetaev\nvakonomic\n");
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* Every request for memory fails once. */
static void do_everything(nh_context *context, void *unused) {
    (void)unused;
    nh_model *model;
    nh_read_def read = nh_default_read();
    nh_compare_def def = def_of(2, both);
    nh_compare *compare = NULL;
    nh_status status = nh_model_read(context, &read, skate, strlen(skate), &model);
    if (status == NH_OK) status = nh_compare_make(model, &def, &compare);
    if (status == NH_OK) status = nh_compare_write_csv(compare, test_path("memory.csv"));
    nh_compare_destroy(compare);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory_fails(void **state) {
    (void)state;
    assert_true(test_every_failure(do_everything, NULL, 60) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_trajectories),
        cmocka_unit_test(coinciding),
        cmocka_unit_test(commuting),
        cmocka_unit_test(errors_are_seen),
        cmocka_unit_test(from_rest),
        cmocka_unit_test(beside_another),
        cmocka_unit_test(hypotheses),
        cmocka_unit_test(early_ends),
        cmocka_unit_test(interrupts),
        cmocka_unit_test(wrong_defs),
        cmocka_unit_test(wrong_questions),
        cmocka_unit_test(columns),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
