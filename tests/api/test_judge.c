/* Judgements through the public interface: wrong calls, items, limits and interrupts, memory that runs out. */
#include <math.h>
#include <string.h>

#include <nonholo/judge.h>

#include "support.h"

static const char skate[] = "system \"Skate\"\nparam m = 2\ncoord x, y, th\nkinetic m/2*(x'^2 + y'^2) + th'^2/2\n"
                            "potential x\nconstraint skate: x'*sin(th) = y'*cos(th)\nclaim own: th'' = 0\n"
                            "init x = 1, th = 0.5, x' ~ 1, th' = 2\n";

/* Equations, up to the first NULL, and a motion. */
typedef struct asked {
    const char *equations[5];
    const char *motion, *more, *assume;
} asked;

static nh_status read(nh_context *context, const char *text, const asked *a, nh_model **model) {
    nh_read_def def = nh_default_read();
    while (def.equations.count < 5 && a->equations[def.equations.count] != NULL) def.equations.count++;
    def.equations.items = a->equations;
    def.motion = a->motion;
    def.more = a->more;
    def.more_length = a->more != NULL ? strlen(a->more) : 0;
    def.assume = (nh_strings){&a->assume, a->assume != NULL};
    *model = NULL;
    return nh_model_read(context, &def, text, strlen(text), model);
}

static nh_model *must_read(nh_context *context, const char *text, const asked *a) {
    nh_model *model;
    if (read(context, text, a, &model) != NH_OK) fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static const char *last_sentence(const nh_context *context) {
    return nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
}

static void refuse(nh_context *context, nh_model *model, const nh_judge_def *def, const char *word) {
    nh_judge *judge = (nh_judge *)&context; /* anything but NULL */
    assert_int_equal(nh_judge_make(model, def, &judge), NH_E_USAGE);
    assert_null(judge);
    if (strstr(last_sentence(context), word) == NULL) fail_msg("'%s' is not in: %s", word, last_sentence(context));
}

/* ---- wrong calls ---- */

static void wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, &(asked){.equations = {"th'' = 0"}});
    nh_model *plain = must_read(context, skate, &(asked){0});
    nh_judge_def def = nh_default_judge(), zero = {0};
    nh_judge *judge = (nh_judge *)&context;
    assert_int_equal(nh_judge_make(NULL, &def, &judge), NH_E_USAGE);
    assert_null(judge);
    assert_int_equal(nh_judge_make(NULL, NULL, NULL), NH_E_USAGE);
    assert_int_equal(nh_judge_make(model, &def, NULL), NH_E_USAGE);
    refuse(context, model, NULL, "nh_default_judge");
    refuse(context, model, &zero, "nh_default_judge");
    refuse(context, plain, &def, "nothing to judge"); /* its own claims are the business of nh_verify */
    nh_model_destroy(plain);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void ranges(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, &(asked){.equations = {"th'' = 0"}});
    static const int digits[] = {0, -1, NH_JUDGE_DIGITS_MAX + 1};
    static const size_t samples[] = {0, NH_JUDGE_SAMPLES_MAX + 1, SIZE_MAX};
    for (size_t i = 0; i < 3; i++) {
        nh_judge_def def = nh_default_judge();
        def.digits = digits[i];
        refuse(context, model, &def, "digits");
        def = nh_default_judge();
        def.samples = samples[i];
        refuse(context, model, &def, "samples");
    }
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    def.digits = NH_JUDGE_DIGITS_MAX;
    def.samples = 1;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_verdict(judge), NH_JUDGED_PROVED);
    nh_judge_destroy(judge);
    def.digits = 1;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void nothing(void **state) {
    (void)state;
    nh_judge_item item;
    assert_int_equal(nh_judge_verdict(NULL), NH_JUDGED_UNDECIDED);
    assert_int_equal(nh_judge_count(NULL), 0);
    assert_int_equal(nh_judge_get_item(NULL, 0, &item), NH_E_USAGE);
    nh_judge_destroy(NULL);
}

static void names(void **state) {
    (void)state;
    assert_string_equal(nh_judgement_name(NH_JUDGED_PROVED), "proved");
    assert_string_equal(nh_judgement_name(NH_JUDGED_CERTIFIED), "certified");
    assert_string_equal(nh_judgement_name(NH_JUDGED_REFUTED), "refuted");
    assert_string_equal(nh_judgement_name(NH_JUDGED_UNDECIDED), "undecided");
    assert_string_equal(nh_judgement_name(NH_JUDGED_NO_VALUE), "no value");
    assert_string_equal(nh_judgement_name((nh_judgement)77), "undecided");
}

/* A function without a body may be any one; a formulation that there is not, or that does not apply, is refused. */
static void open_function(void **state) {
    (void)state;
    nh_context *context = test_context();
    static const char *const texts[] = {"function f(x)\ncoord x\nkinetic x'^2\npotential f(x)\n",
                                        "function f(x)\nparam m = 1\ncoord x\nkinetic m*x'^2\npotential f(x)\n",
                                        "function f(x)\nparam m\ncoord x\nkinetic m*x'^2\npotential f(x)\n"};
    for (size_t i = 0; i < 3; i++) {
        nh_model *model = must_read(context, texts[i], &(asked){.equations = {"x'' = 0"}});
        nh_judge_def def = nh_default_judge();
        nh_judge *judge;
        nh_judge_item item;
        assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
        assert_int_equal(nh_judge_get_item(judge, 0, &item), NH_OK);
        assert_int_equal(item.judgement, NH_JUDGED_REFUTED);
        assert_non_null(strstr(item.values, "f("));
        nh_judge_destroy(judge);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

static void forms(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, &(asked){.equations = {"th'' = 0"}});
    static const struct {
        const char *form;
        nh_status status;
    } cases[] = {{"voronec", NH_OK}, {"voronek", NH_E_USAGE}, {"hamilton", NH_E_HYPOTHESIS}, {NULL, NH_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_judge_def def = nh_default_judge();
        nh_judge *judge = (nh_judge *)&context;
        def.form = cases[i].form;
        assert_int_equal(nh_judge_make(model, &def, &judge), cases[i].status);
        assert_true((judge != NULL) == (cases[i].status == NH_OK));
        nh_judge_destroy(judge);
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Texts that cannot be read are errors of reading, and of the option. */
static void wrong_texts(void **state) {
    (void)state;
    nh_context *context = test_context();
    static const asked wrong[] = {
        {.equations = {""}},
        {.equations = {"x''"}},
        {.equations = {"x'' = "}},
        {.equations = {"a = b"}},
        {.equations = {"x = [1, 2]"}},
        {.equations = {"x = 0", "x = = 0"}},
        {.motion = "x = 1"},
        {.motion = "x = t, y = t, th"},
        {.motion = ""},
        {.motion = "x = y, y = 0, th = 0"},
        {.equations = {"x = 0"}, .assume = "m = 2"},
        {.motion = "x = 0, y = 0, th = w*t", .assume = "x = 0"},
        {.motion = "x = 1, x = 2, y = 0, th = 0"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nh_model *model = (nh_model *)&context;
        assert_int_equal(read(context, skate, &wrong[i], &model), NH_E_USAGE);
        assert_null(model);
    }
    nh_model *model;
    assert_int_equal(read(context, skate, &(asked){.more = "claim a: x = thta\n"}, &model), NH_E_MODEL);
    nh_context_destroy(context);
}

/* ---- items ---- */

static void items(void **state) {
    (void)state;
    nh_context *context = test_context();
    asked a = {.equations = {"th'' = 0", "m*x'' = -1", "exp(log(m)*2) = m^2", "voronec.C[x] = 0", "log(-1 - x^2) = 0"}};
    nh_model *model = must_read(context, skate, &a);
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    nh_judge_item item = {0};
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_verdict(judge), NH_JUDGED_REFUTED);
    assert_int_equal(nh_judge_count(judge), 5);
    static const nh_judgement wanted[] = {NH_JUDGED_PROVED, NH_JUDGED_REFUTED, NH_JUDGED_CERTIFIED, NH_JUDGED_UNDECIDED,
                                          NH_JUDGED_NO_VALUE};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(nh_judge_get_item(judge, i, &item), NH_OK);
        assert_int_equal(item.judgement, wanted[i]);
        assert_string_equal(item.text, a.equations[i]);
        assert_true((item.state != NULL) == (wanted[i] == NH_JUDGED_REFUTED));
        assert_true((item.why != NULL) == (wanted[i] >= NH_JUDGED_UNDECIDED));
        assert_true((item.states > 0) == (wanted[i] <= NH_JUDGED_CERTIFIED) || wanted[i] == NH_JUDGED_REFUTED);
        assert_true(item.repairs == 0 || item.repair != NULL);
    }
    assert_int_equal(nh_judge_get_item(judge, 5, &item), NH_E_USAGE);
    assert_int_equal(nh_judge_get_item(judge, 0, NULL), NH_E_USAGE);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* m x'' = -cos(th)^2 - m th' sin(th) (x' cos(th) + y' sin(th)) here: the residual by hand. */
static void witness(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, &(asked){.equations = {"m*x'' = -1"}});
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    nh_judge_item item;
    def.has_repairs = false;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_get_item(judge, 0, &item), NH_OK);
    assert_int_equal(item.judgement, NH_JUDGED_REFUTED);
    assert_null(item.values); /* it is wrong with m = 2 */
    const double *at = item.state, th = at[3], speed = at[4] * cos(th) + at[5] * sin(th);
    assert_true(fabs(at[4] * sin(th) - at[5] * cos(th)) < 1e-12);
    double force = -cos(th) * cos(th) - 2 * at[6] * sin(th) * speed;
    assert_true(fabs(item.residual - force - 1) < 1e-9 * (1 + fabs(force)));
    assert_true(!item.holds_with_own && item.repairs == 0);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A motion has the rows and accelerations as items; equations next to it are examined along it. */
static void motion(void **state) {
    (void)state;
    nh_context *context = test_context();
    asked a = {.motion = "x = x0 - w^2*0*t, y = 0, th = 0", .equations = {"y = 0"}};
    nh_model *model = must_read(context, skate, &a);
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    nh_judge_item item;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_count(judge), 5);
    size_t refuted = 0;
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(nh_judge_get_item(judge, i, &item), NH_OK);
        refuted += item.judgement == NH_JUDGED_REFUTED;
        if (strcmp(item.name, "x''") == 0) assert_true(item.residual < 0); /* it would fall */
    }
    assert_int_equal(refuted, 1);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The texts of the options need not live on; nor do diagnostics come from what was tried. */
static void texts_are_copied(void **state) {
    (void)state;
    nh_context *context = test_context();
    char text[] = "m*x'' = -1", motionless[sizeof skate];
    strcpy(motionless, skate);
    nh_model *model = must_read(context, motionless, &(asked){.equations = {text}});
    memset(text, '?', sizeof text - 1);
    memset(motionless, '?', sizeof motionless - 1);
    size_t diags = nh_context_diag_count(context);
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    nh_judge_item item;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_get_item(judge, 0, &item), NH_OK);
    assert_string_equal(item.text, "m*x'' = -1");
    assert_int_equal(nh_context_diag_count(context), diags);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Nothing is left behind, and the same comes again. */
static void again(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, &(asked){.equations = {"m*x'' = -1", "th'' = x"}});
    nh_judge_def def = nh_default_judge();
    double first = 0;
    size_t held = 0;
    for (int i = 0; i < 4; i++) {
        nh_judge *judge;
        nh_judge_item item;
        assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
        assert_int_equal(nh_judge_get_item(judge, 1, &item), NH_OK);
        if (i > 0) assert_true(item.residual == first);
        first = item.residual;
        nh_judge_destroy(judge);
        if (i > 1) assert_int_equal(nh_context_memory(context), held);
        held = nh_context_memory(context);
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- limits ---- */

static void interrupt_now(void *user, const nh_progress *progress) {
    if (progress->fraction >= 0) nh_context_interrupt(*(nh_context **)user);
}

static void interrupted(void **state) {
    (void)state;
    nh_context *context = NULL;
    nh_context_def context_def = nh_default_context();
    context_def.progress = interrupt_now;
    context_def.progress_user = &context;
    assert_int_equal(nh_context_create(&context_def, &context), NH_OK);
    nh_model *model = must_read(context, skate, &(asked){.equations = {"m*x'' = -1"}});
    nh_judge_def def = nh_default_judge();
    nh_judge *judge = (nh_judge *)&context;
    def.samples = 2000;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_E_INTERRUPT);
    assert_null(judge);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Each ends with the status, and the context can be used again. */
static void limited(void **state) {
    (void)state;
    static const uint64_t work[] = {3000, 10000, 30000, 100000, 300000};
    size_t limited = 0;
    for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
        nh_context *context = NULL;
        nh_context_def context_def = nh_default_context();
        context_def.limits.work = work[i];
        assert_int_equal(nh_context_create(&context_def, &context), NH_OK);
        nh_model *model = must_read(context, skate, &(asked){.equations = {"m*x'' = -1"}});
        nh_judge_def def = nh_default_judge();
        nh_judge *judge = (nh_judge *)&context;
        nh_status status = nh_judge_make(model, &def, &judge);
        if (status != NH_OK) assert_int_equal(status, NH_E_LIMIT);
        assert_true((status == NH_OK) == (judge != NULL));
        limited += status == NH_E_LIMIT;
        nh_judge_destroy(judge);
        nh_model_destroy(model);
        nh_context_destroy(context);
    }
    assert_true(limited > 0);
}

/* ---- memory ---- */

static void judge_once(nh_context *context, void *argument) {
    const asked *a = argument;
    nh_model *model = NULL;
    nh_judge_def def = nh_default_judge();
    nh_judge *judge = NULL;
    def.samples = 1;
    def.digits = 10;
    nh_status status = read(context, skate, a, &model);
    if (status == NH_OK) status = nh_judge_make(model, &def, &judge);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory(void **state) {
    (void)state;
    static asked equation = {.equations = {"th'' = x'"}}, moving = {.motion = "x = a, y = 0, th = 0"};
    assert_true(test_every_failure(judge_once, &equation, (uint64_t)test_count(30)) > 0);
    assert_true(test_every_failure(judge_once, &moving, (uint64_t)test_count(15)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls),      cmocka_unit_test(ranges),
        cmocka_unit_test(nothing),          cmocka_unit_test(names),
        cmocka_unit_test(open_function),    cmocka_unit_test(forms),
        cmocka_unit_test(wrong_texts),      cmocka_unit_test(items),
        cmocka_unit_test(witness),          cmocka_unit_test(motion),
        cmocka_unit_test(texts_are_copied), cmocka_unit_test(again),
        cmocka_unit_test(interrupted),      cmocka_unit_test(limited),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
