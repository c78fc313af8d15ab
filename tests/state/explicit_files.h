/* What is checked of the explicit form of every model file, at its start and at random states. */
#ifndef NH_TESTS_EXPLICIT_FILES_H
#define NH_TESTS_EXPLICIT_FILES_H

#include "explicit_checks.h"

/* Long forms take long: of those no derivatives are examined. False where a condition of the form fails: at random
 * states rows may vanish altogether, as where two points meet. */
static inline bool explicit_check_here(explicit_case *c, const char *name, nh_random *random, bool is_thorough) {
    case_choose(c);
    uint32_t signs = 0;
    assert_int_equal(c->form->m + c->form->k, c->s.n);
    assert_int_equal(c->form->k, c->k);
    for (uint32_t d = 0; d < c->k; d++) {
        const nh_dependent *item = &c->form->dependent[d];
        assert_int_equal(item->coordinate, c->dependent[d]);
        assert_true(item->kind <= c->form->kind);
        if (item->sign != NH_EXPR_UNDEFINED) assert_int_equal(item->sign, c->form->sign[signs++]);
        for (uint32_t e = 0; e < d; e++) assert_int_not_equal(item->row, c->form->dependent[e].row);
    }
    assert_int_equal(signs, c->form->signs);
    if (!case_is_usable(c)) return false;
    case_check_alpha(c, name, 1e-8);
    case_check_restriction(c, name);
    if (is_thorough) {
        uint32_t compared = case_check_first(c, name) + case_check_second(c, name, test_count(12));
        assert_true(c->k == 0 || compared > 0);
    }
    (void)case_check_change(c, name, random);
    return true;
}

static inline void explicit_check_file(nh_context *context, const char *folder, const char *name) {
    nh_random random = nh_random_make(test_seed(), 41);
    explicit_case c = case_of(subject_of_file(context, folder, name));
    double t = subject_time(&c.s);
    bool is_usable = false;
    for (int i = 0; i < test_count(2); i++) {
        c.s.state.t = t;
        if (i == 0 && c.s.model->initials.count > 0) (void)nh_states_start(c.s.states, t, &c.s.state);
        else if (!nh_states_random(c.s.states, &random, t, 200, &c.s.state)) fail_msg("%s: no state", name);
        is_usable = explicit_check_here(&c, name, &random, c.s.n <= 12) || is_usable;
    }
    if (!is_usable) fail_msg("%s: nowhere", name);
    subject_end(&c.s);
}

#endif
