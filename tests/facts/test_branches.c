/* States drawn from each branch: how many branches there are, and that what is drawn is on its branch and satisfies the
 * rows, wherever that is. */
#include "../state/state_support.h"

#include "facts/places/branches.h"

#define PLANE "coord x, y\nkinetic (x'^2 + y'^2)/2\n"

typedef struct expected {
    const char *text;
    uint32_t proper, all; /* branches */
} expected;

static const expected table[] = {
    {PLANE, 0, 0},
    {PLANE "constraint c: x' = y'\n", 0, 1},
    {PLANE "constraint c: x*(x - 100) = 0\n", 2, 5},
    {PLANE "constraint c: (x' - 1)*(x' - 100)*(y' - 1000) = 0\n", 3, 7},
    {PLANE "constraint c: (1 + x^2)*(x' - 100) = 0\n", 0, 1},
    {PLANE "constraint c: exp(x)*(x' - 100) = 0\n", 0, 1},
    {PLANE "constraint c: sin(x)*(x - 1000) = 0\n", 2, 3},
    {PLANE "constraint c: sin(x)*(x - 1000) = 0\nconstraint d: sin(y)*(y - 20) = 0\n", 4, 9}, /* and four choices */
    {PLANE "param a = 1\nconstraint c: x*(x - 100) + (a - 1)*y = 0\n", 2, 3},
    {PLANE "constraint c: (x' - 2 - sin(t))*(x' - 2000 - 1000*sin(t)) = 0\n", 2, 3},
    {PLANE "constraint c: if(x < 10000, x' - 1, x' - 2) = 0\n", 0, 5},
};

/* Several states of each that is proper; at all of them the rows hold, too. */
static void check_states(subject *s, const nh_branch *branch, const char *text) {
    nh_random random = nh_random_make(test_seed(), 1);
    nh_branch_way *way = nh_branch_way_make(s->arena, s->states, branch);
    uint32_t found = 0;
    for (int i = 0; i < 40; i++) {
        if (!nh_branch_draw(way, &random, 0.5, &s->state)) continue;
        found++;
        assert_true(s->state.t == 0.5 && nh_branch_has(way, &s->state));
        double residual = nh_states_residual(s->states, &s->state, NULL);
        if (!(residual < 1e-9)) fail_msg("%s: %g", text, residual);
        s->state.q[0] += 0.1, s->state.v[0] += 0.1, s->state.v[1] += 0.2;
        assert_true(!nh_branch_has(way, &s->state));
    }
    if (found < 5 && branch->is_proper) fail_msg("%s: %u states", text, found);
}

static void check_one(nh_context *context, void *argument) {
    const expected *x = argument;
    subject s = subject_of_text(context, x->text);
    nh_branch_set branches = nh_branches_find(s.arena, s.model);
    uint32_t proper = 0;
    for (uint32_t i = 0; i < branches.count; i++) {
        proper += branches.items[i].is_proper;
        assert_true(strlen(nh_branch_words(s.arena, s.model, &branches.items[i])) > 4);
        check_states(&s, &branches.items[i], x->text);
    }
    if (proper != x->proper || branches.count != x->all) fail_msg("%s: %u, %u", x->text, proper, branches.count);
    subject_end(&s);
}

static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_context *context = test_context();
        test_run(context, check_one, (void *)&table[i]);
        nh_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
