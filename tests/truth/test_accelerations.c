/* Constraints on accelerations: every formulation, in doubles and in balls, next to numbers that were made from Gauss'
 * principle without multipliers, to 50 digits (tests/oracle/accelerations_make.py). */
#include "decimals.h"

#include "base/io/file.h"

#define NUMBERS NH_TEST_SOURCE "/oracle/accelerations.txt"

enum { MODELS = 9 };

typedef struct sample {
    const char *state, *accelerations, *multipliers, *rate; /* numbers with blanks between */
} sample;

typedef struct system {
    const char *name, *text;
    size_t samples;
    sample sample[STATES];
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
    } else if ((rest = line_after(line, "state")) != NULL) {
        assert_true(s->samples < STATES);
        s->sample[s->samples++].state = rest;
    } else if ((rest = line_after(line, "accelerations")) != NULL) s->sample[s->samples - 1].accelerations = rest;
    else if ((rest = line_after(line, "lambda")) != NULL) s->sample[s->samples - 1].multipliers = rest;
    else if ((rest = line_after(line, "rate")) != NULL) s->sample[s->samples - 1].rate = rest;
    else fail_msg("a line that is none: %s", line);
}

static size_t read_systems(nh_arena *arena, system_of *systems) {
    size_t length, count = 0;
    const char *text = nh_file_read(arena, NUMBERS, &length);
    nh_text model = nh_text_begin(arena);
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        read_line(arena, nh_arena_text(arena, text, size), systems, &count, &model);
        text += size + 1;
    }
    return count;
}

/* ---- comparing ---- */

/* t, accelerations, multipliers, those of other variables, E, dE/dt, residual. */
static void compare_rows(const comparison *c, const system_of *system, result *r, size_t n, size_t rows) {
    assert_int_equal(r->rows, system->samples);
    for (size_t i = 0; i < r->rows; i++) {
        const sample *s = &system->sample[i];
        compare_numbers(c, n, r->field[i] + 1, s->accelerations, "an acceleration");
        compare_numbers(c, rows, r->field[i] + 1 + n, s->multipliers, "a multiplier");
        compare_numbers(c, 1, r->field[i] + r->fields - 2, s->rate, "dE/dt");
    }
}

/* Whether the formulation applies; then its numbers are right. */
static bool is_right(comparison *c, nh_model *model, const system_of *system, int digits) {
    nh_model_info about;
    nh_eval_info info;
    nh_eval *eval;
    result *r = NH_NEW(c->arena, result);
    nh_eval_def def = nh_default_eval();
    def.form = c->form;
    def.digits = digits;
    def.row = keep_row;
    def.row_user = r;
    c->most = digits > 0 ? pow(10, -RIGHT) : 1e-11;
    assert_int_equal(nh_model_get_info(model, &about), NH_OK);
    nh_status status = nh_eval_make(model, &def, &eval);
    if (status == NH_E_HYPOTHESIS) return false;
    assert_int_equal(status, NH_OK);
    const char *path = test_path("states.csv");
    const char *states[STATES];
    for (size_t i = 0; i < system->samples; i++) states[i] = system->sample[i].state;
    write_states(c->arena, eval, system->samples, states, path);
    assert_int_equal(nh_eval_file(eval, path, NULL, &info), NH_OK);
    bool applies = info.inapplicable == 0;
    if (applies) compare_rows(c, system, r, about.coordinates, about.geometric + about.kinematic + about.accelerated);
    nh_eval_destroy(eval);
    return applies;
}

/* ---- tests ---- */

/* This many formulations apply to each system, in the order of the file. */
static const size_t applying[MODELS] = {8, 8, 7, 8, 9, 8, 8, 8, 9};
static const char *const forms[] = {"chetaev", "udwadia", "maggi", "voronec",   "acceleration", "appell",
                                    "reduced", "hamel",   "routh", "chaplygin", "hamilton",     "vakonomic"};

PROTECTED_TEST(numbers_of_gauss) {
    system_of systems[MODELS];
    nh_arena *arena = nh_arena_create(context);
    assert_int_equal(read_systems(arena, systems), MODELS);
    for (size_t i = 0; i < MODELS; i++) {
        nh_model *model = test_read_model(context, systems[i].text);
        size_t found = 0;
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            comparison c = {.context = context, .arena = arena, .name = systems[i].name, .form = forms[k]};
            bool applies = is_right(&c, model, &systems[i], DIGITS);
            assert_int_equal(is_right(&c, model, &systems[i], 0), applies);
            found += applies;
        }
        if (found != applying[i]) fail_msg("%s: %zu formulations apply", systems[i].name, found);
        nh_model_destroy(model);
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_gauss),
    };
    return cmocka_run_group_tests_name("truth.accelerations", tests, NULL, NULL);
}
