/* What the analysis finds of many short systems, each in other words too, against what mechanics says about them. */
#include "check_combinations.h"
#include "check_table.h"
#include "check_variants.h"

typedef struct trial {
    const system_case *system;
    variant which;
    const char *text;
    nh_check *check;
    nh_check_info info;
    int failures;
} trial;

static int facts_compared, combinations_compared, trials, open_systems;

/* All that is wrong is said, then the test fails. */
static void wrong(trial *t, const char *format, ...) {
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    print_message("%s, %s: %s\n", t->system->name, variant_names[t->which], text);
    t->failures++;
}

/* ---- numbers and names ---- */

static void compare_count(trial *t, const char *what, nh_count found, int wanted) {
    if (wanted == ANY || (wanted == UNCLAIMED && (found.by == NH_EVIDENCE_NONE || found.value == 0))) return;
    if (found.value != (size_t)wanted || found.by == NH_EVIDENCE_NONE)
        wrong(t, "%s is %zu (%s), not %d", what, found.value, nh_evidence_name(found.by), wanted);
}

/* Redundant rows as they are listed, and every other row certainly independent. */
static void compare_redundant(trial *t) {
    if (t->system->redundant == NULL) return;
    char found[200] = "";
    for (size_t i = 0; i < nh_check_row_count(t->check); i++) {
        nh_check_row row;
        assert_int_equal(nh_check_get_row(t->check, i, &row), NH_OK);
        if (row.redundant.truth == NH_UNKNOWN) wrong(t, "whether %s is redundant is unknown", row.name);
        if (row.redundant.truth != NH_YES) continue;
        if (row.redundant.by != NH_EVIDENCE_PROVED) wrong(t, "that %s is redundant is not proved", row.name);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s ", row.name);
    }
    if (strcmp(found, t->system->redundant) != 0) wrong(t, "redundant: %s", found);
}

/* ---- facts ---- */

static const char *truth_name(nh_truth truth) {
    return truth == NH_YES ? "yes" : truth == NH_NO ? "no" : "unknown";
}

static void compare_fact(trial *t, const char *what, nh_fact found, char wanted, bool must_prove) {
    if (wanted == '-' || (wanted == 'x' && found.truth != NH_NO)) return;
    nh_truth truth = wanted == 'n' ? NH_NO : wanted == 'u' ? NH_UNKNOWN : NH_YES;
    bool is_weak = wanted == 'y' && must_prove && found.by != NH_EVIDENCE_PROVED;
    if (found.truth != truth || is_weak || (found.truth != NH_UNKNOWN && found.by == NH_EVIDENCE_NONE))
        wrong(t, "%s: %s (%s), not %c", what, truth_name(found.truth), nh_evidence_name(found.by), wanted);
    facts_compared++;
}

/* Whether a choice of coordinates has a property is a question of these: turning changes it. */
static void compare_facts(trial *t) {
    const char *facts = t->system->facts;
    compare_fact(t, "alpha-bar = alpha", t->info.alpha_bar_equals_alpha, facts[0], true);
    compare_fact(t, "conserved energy", t->info.energy_conserved, facts[1], true);
    if (t->which != VARIANT_TURNED) compare_fact(t, "Chaplygin", t->info.chaplygin, facts[2], true);
    compare_fact(t, "regular", t->info.regular, facts[3], false);
    compare_fact(t, "regular without constraints", t->info.regular_free, facts[4], false);
}

static size_t homogeneous_rows(const nh_check *check) {
    size_t count = 0;
    while (nh_check_homogeneous(check, count) != NULL) count++;
    return count;
}

static void compare_form(trial *t) {
    const system_case *s = t->system;
    size_t rows = homogeneous_rows(t->check);
    if (t->which != VARIANT_TURNED && s->form != ANY && (int)t->info.form != s->form)
        wrong(t, "the explicit form is %s, not %s", nh_check_form_name(t->info.form),
              nh_check_form_name((nh_check_form)s->form));
    if (s->homogeneous != ANY && !s->nowhere && rows != (size_t)s->homogeneous)
        wrong(t, "%zu homogeneous rows, not %d", rows, s->homogeneous);
    if (t->info.independent_refused != s->refused) wrong(t, "refused: %d", (int)t->info.independent_refused);
    if (s->facts[2] == 'y' && t->info.chaplygin.truth == NH_YES && t->info.chaplygin_independent != (size_t)s->m)
        wrong(t, "Chaplygin with %zu independent velocities", t->info.chaplygin_independent);
}

static void compare_state(trial *t, size_t warnings) {
    const system_case *s = t->system;
    if ((warnings > 0) != s->warns) wrong(t, "%zu warnings", warnings);
    if (t->info.rank_drops_at_start != s->rank_drops) wrong(t, "rank drops: %d", (int)t->info.rank_drops_at_start);
    if ((t->info.state == NH_CHECK_NONE) != s->nowhere) wrong(t, "state %d", (int)t->info.state);
}

/* ---- one system in some words ---- */

static size_t warnings_from(const nh_context *context, size_t first) {
    size_t count = 0;
    for (size_t i = first; i < nh_context_diag_count(context); i++)
        count += nh_context_diag(context, i)->severity == NH_SEVERITY_WARNING;
    return count;
}

static void examine(nh_context *context, trial *t) {
    nh_read_def read = nh_default_read();
    read.name = t->system->name;
    nh_model *model = files_model(context, &read, t->text, strlen(t->text), true);
    nh_check_def def = nh_default_check();
    def.seed = test_seed();
    size_t first = nh_context_diag_count(context);
    def.without_places = true;
    assert_int_equal(nh_check_make(model, &def, &t->check), NH_OK);
    t->info = nh_check_get_info(t->check);
    compare_count(t, "m", t->info.m, t->system->m);
    compare_count(t, "k", t->info.k, t->system->k);
    compare_count(t, "geometric", t->info.geometric, t->system->geometric);
    compare_redundant(t);
    compare_facts(t);
    compare_form(t);
    compare_state(t, warnings_from(context, first));
    nh_check_destroy(t->check);
    combinations_compared +=
        combinations_check(context, model, t->text, t->system->open == NULL && !t->system->nowhere);
    nh_model_destroy(model);
    trials++;
}

static bool makes_sense(const system_case *s, variant which) {
    if (which == VARIANT_TURNED) return s->turned != NULL && !s->only_renamed;
    return which <= VARIANT_RENAMED || !s->only_renamed;
}

static void check_system(nh_context *context, void *argument) {
    const system_case *s = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 61);
    int failures = 0;
    for (int which = 0; which < VARIANTS; which++) {
        if (!makes_sense(s, (variant)which)) continue;
        trial t = {.system = s, .which = (variant)which};
        t.text = variant_text(arena, s->coordinates, s->text, s->turned, (variant)which, &random);
        examine(context, &t);
        if (t.failures > 0 && s->open == NULL) print_error("%s\n", t.text);
        failures += t.failures;
    }
    nh_arena_destroy(arena);
    open_systems += s->open != NULL;
    if (s->open != NULL && failures > 0) print_message("%s, open: %s\n", s->name, s->open);
    else assert_int_equal(failures, 0);
}

static void test_system(void **state) {
    nh_context *context = test_context();
    test_run(context, check_system, *state);
    nh_context_destroy(context);
}

/* Runs last: how much was examined. */
static void test_counts(void **state) {
    (void)state;
    print_message("%d texts, %d facts, %d combinations\n", trials, facts_compared, combinations_compared);
    assert_true(SYSTEMS - open_systems >= 90);
    assert_true(trials >= 400 && facts_compared >= 1700 && combinations_compared >= 90);
}

int main(void) {
    static struct CMUnitTest tests[SYSTEMS + 1];
    static system_case given[SYSTEMS]; /* the state of a test is not constant */
    memcpy(given, systems, sizeof systems);
    for (size_t i = 0; i < SYSTEMS; i++)
        tests[i] = (struct CMUnitTest){.name = given[i].name, .test_func = test_system, .initial_state = &given[i]};
    tests[SYSTEMS] = (struct CMUnitTest){.name = "counts", .test_func = test_counts};
    return _cmocka_run_group_tests("check table", tests, SYSTEMS + 1, NULL, NULL);
}
