/* How to write a row that has lost its gradient: a shorter equation with the same real solutions, and nothing where
 * the row is that already. */
#include "support.h"

#include <string.h>

#include "base/text/text.h"
#include "facts/lost.h"
#include "lang/lang.h"

typedef struct lost_case {
    const char *row, *hint; /* NULL: there is none */
    double q[2], v[2];      /* where it has no gradient */
} lost_case;

static const lost_case cases[] = {
    {"(x' - y)^2 = 0", "write y - x' = 0 instead", {0, 1}, {1, 0}},
    {"x'^2 + y'^2 = 0", "write y' = 0 and x' = 0 instead", {1, 1}, {0, 0}},
    {"(x - 1)*x' = y*y'", NULL, {1, 0}, {1, 1}},
    {"y*y' = x*x' - x'", NULL, {1, 0}, {1, 1}},
    {"2*x*x' = -2*y*y'", NULL, {0, 0}, {1, 1}},
};

PROTECTED_TEST(hints) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const lost_case *c = &cases[i];
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_status status;
        nh_text_format(&text, "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: %s\n", c->row);
        nh_read_def def = nh_default_read();
        nh_model *model = nh_lang_read(context, &def, nh_text_string(&text), text.length, &status);
        assert_non_null(model);
        double q[] = {c->q[0], c->q[1]}, v[] = {c->v[0], c->v[1]};
        nh_lost lost = nh_lost_find(arena, nh_states_make(arena, model, NULL), &(nh_state){0, q, v}, "there");
        if (lost.reason == NULL) fail_msg("%s: its gradient is not lost", c->row);
        if ((c->hint == NULL) != (lost.hint == NULL) || (c->hint != NULL && strcmp(c->hint, lost.hint) != 0))
            fail_msg("%s: %s", c->row, lost.hint != NULL ? lost.hint : "no hint");
        nh_model_destroy(model);
        nh_arena_destroy(arena);
    }
}

/* Rows that follow from the others around the state, though another branch is not far, or rounding is as
 * large as what is small. */
static const lost_case kept[] = {
    {"x'*y' = a - 2\nconstraint d: x' = 0", NULL, {0, 1}, {0, 0.2}},
    {"x'*y' = a - 2\nconstraint d: x' = 0", NULL, {0, 1}, {0, 1e-6}},
    {"x'*y' = a - 2\nconstraint d: x' = 0", NULL, {0, 1}, {-2e-17, 1e-9}},
    {"x' = 0\nconstraint d: x'*y' = a - 2", NULL, {0, 1}, {0, 1e-9}},
    {"x'*y' = 0\nconstraint d: x'*(y' + y - 1) = 0", NULL, {0, 1}, {0, 1e-3}},
    {"x'*y' = 0\nconstraint d: x'*y'^2 = 0", NULL, {0, 1}, {1e-6, 0}},
};

PROTECTED_TEST(followers) {
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const lost_case *c = &kept[i];
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_status status;
        nh_text_format(&text, "param a = 2\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: %s\n", c->row);
        nh_read_def def = nh_default_read();
        nh_model *model = nh_lang_read(context, &def, nh_text_string(&text), text.length, &status);
        assert_non_null(model);
        nh_states *states = nh_states_make(arena, model, (double[]){2});
        for (uint64_t seed = 1; seed <= 5; seed++) {
            nh_random random = nh_random_make(seed, NH_STREAM_LOST);
            double q[] = {c->q[0], c->q[1], nh_random_normal(&random)};
            double v[] = {c->v[0], c->v[1], nh_random_normal(&random)};
            nh_lost lost = nh_lost_find(arena, states, &(nh_state){0, q, v}, "there");
            if (lost.reason != NULL) fail_msg("%s: %s", c->row, lost.reason);
        }
        nh_model_destroy(model);
        nh_arena_destroy(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hints), cmocka_unit_test(followers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
