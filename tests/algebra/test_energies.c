/* Kinetic energies that the model makes from points and bodies are, identically, the corrected expressions of the
 * papers: proved by normal forms. */
#include <string.h>

#include "../lang/files.h"

#include "algebra/domain/identity.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"

typedef struct pair {
    const char *model, *id; /* a built-in model; a case of tests/oracle with its kinetic energy as one line */
} pair;

static const pair pairs[] = {
    {"rolling-disc", "s004_5_6_disc_geometric"},
    {"unicycle", "t001_unicycle_rider"},
    {"skate-pendulum", "t001_skate_pendulum"},
    {"turntable", "s004_5_7_ball_const_euler"},
};

/* What follows `kinetic` in the file of the case. */
static const char *printed_energy(nh_arena *arena, const char *id) {
    size_t length;
    const char *text = nh_file_read(arena, files_path(arena, NH_TEST_SOURCE "/oracle", id, ".nh"), &length);
    const char *line = strstr(text, "\nkinetic ");
    assert_non_null(line);
    line += strlen("\nkinetic ");
    return nh_arena_text(arena, line, strcspn(line, "\n"));
}

/* Parameters that are given by others, as I = m R^2/2, are replaced by what they are given by. */
static nh_expr with_defaults(const nh_model *model, nh_expr e) {
    e = nh_expr_expand_names(model->pool, e);
    for (size_t i = model->parameters.count; i-- > 0;) {
        const nh_parameter *parameter = &model->parameters.items[i];
        if (parameter->value == NH_EXPR_UNDEFINED || nh_expr_is_number(model->pool, parameter->value)) continue;
        e = nh_expr_substitute(model->pool, e, 1, &parameter->symbol, &parameter->value, true);
    }
    return e;
}

static nh_truth is_printed_energy(nh_context *context, nh_arena *arena, const pair *p) {
    nh_text text = nh_text_begin(arena);
    nh_read_def def = nh_default_read();
    nh_text_format(&text, "%s\nclaim printed: T = %s\n", nh_builtin_find(p->model)->text, printed_energy(arena, p->id));
    def.name = p->model;
    nh_model *model = files_model(context, &def, nh_text_string(&text), strlen(nh_text_string(&text)), true);
    const nh_record *last = &model->records.items[model->records.count - 1];
    nh_truth answer = nh_expr_is_zero(model->pool, with_defaults(model, last->value));
    nh_model_destroy(model);
    return answer;
}

PROTECTED_TEST(are_printed) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        nh_truth answer = is_printed_energy(context, arena, &pairs[i]);
        if (answer != NH_YES) fail_msg("%s: %s", pairs[i].model, answer == NH_NO ? "refuted" : "unknown");
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(are_printed)};
    return cmocka_run_group_tests_name("energies", tests, NULL, NULL);
}
