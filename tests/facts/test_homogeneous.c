/* Propositions 1 to 3 of [Homogeneous]: rows that are homogeneous in the velocities, of whatever degrees, give
 * alpha-bar = alpha for every choice of dependent velocities, (24); that is so exactly when alpha is homogeneous of
 * degree 1, and exactly when A q' = 0. Where it fails, it fails for every choice. */
#include "../state/explicit_checks.h"

#include "algebra/field/normal.h"
#include "facts/analysis.h"
#include "facts/homogeneous.h"

enum { STATES = 2 };

typedef struct propositions {
    explicit_case *c;
    const char *text;
    bool holds;                   /* (24), as the paper says */
    uint32_t choices;             /* examined */
    uint32_t proofs, scaled, all; /* of the dependent velocities in closed form */
} propositions;

static const char *const homogeneous[] = {
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: x'^2 + y'^2 = z'^2\nconstraint b: w' = x*y'",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: x'^3 + y'^3 = 2*z'^3\nconstraint b: w'^2 = "
    "x'^2 + y'*z'",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x'^4 + y'^4 = (1 + x^2)*z'^4",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: sqrt(x'^2 + 3*y'^2) = 2*z' + x'",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: x'/y' = z'/w'",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: x^2 + y^2 + z^2 = 4\nconstraint b: x'^2 + y'^2 "
    "= w'^2",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: (x' - y')*(1 + x'^2) = 0",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: x'*cos(t) = y'*sin(t + 1)\n"
    "constraint b: z'^2 = x'^2 + y'^2*(2 + sin(t))",
    "coord x1, y1, z1, x2, y2, z2\npoint P = [x1, y1, z1] mass 1\npoint Q = [x2, y2, z2] mass 2\n"
    "constraint a: dot(P', Q') = 0\nconstraint b: z1' = x1*x2'",
    "coord x1, y1, z1, x2, y2, z2\npoint P = [x1, y1, z1] mass 1\npoint Q = [x2, y2, z2] mass 2\n"
    "constraint a: |P'| = |Q'|\nconstraint b: x1' = y2*y2'",
    "coord x1, y1, z1, x2, y2, z2\npoint P = [x1, y1, z1] mass 1\npoint Q = [x2, y2, z2] mass 2\n"
    "constraint a: cross(P', Q') = 0",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: x'*y' = z'^2\nconstraint b: x'^2*w' = y'^3 + "
    "x*z'^3",
};

static const char *const others[] = {
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x'^2 + y'^2 + z'^2 = 3",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = 1 + y'\nconstraint b: z'^2 = x'^2 + y'^2",
    "coord x, y\nkinetic x'^2 + y'^2\nconstraint a: x'*y' = 1",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x'^3 + y'^2*z' = 2",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x - y = sin(t)",
    "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x'^2 + y' = z'",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: w' = x*y'\nconstraint b: x'^2 + y'^2 = 4",
    "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: w'^2 = x'^2 + y'^2 + 1\nconstraint b: x' = z'",
};

/* Not homogeneous as they are written, and homogeneous all the same. */
static const struct {
    const char *text;
    uint32_t rows; /* that are replaced */
} disguised[] = {
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: (x' - y')*(1 + x'^2) = 0", 1},
    {"coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: (x'^2 + y'^2 - z'^2)*(2 + w'^2) = 0\n"
     "constraint b: w' = x*y'\ninit x = 1, x' = 1, y' = 1, z' ~ 1.4, w' ~ 1",
     1},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = y'\nconstraint b: z' = 2*x' + (x' - y')^2", 1},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = y' + sin(x' - y')/2 + (z' - y')^2*(x' - y')\n"
     "init x' ~ 1, y' = 1, z' = 1.2",
     1},
    {"coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\nconstraint a: (x' - z*y')*(1 + y'^2) = 0\n"
     "constraint b: (w'^2 - x'^2 - y'^2)*(3 + x'^4) = 0\ninit z = 1, x' ~ 1, y' = 1, w' ~ 1.4",
     2},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: exp(x' - x*y')*(2 + z'^2) = 2 + z'^2", 1},
    {"coord x, y\nkinetic x'^2 + y'^2\nconstraint a: x'^3 + x' = y'^3 + y'", 1},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: (x'*y' - z'^2)^3 + x'*y' = z'^2\n"
     "init x' = 1, y' = 1.3, z' ~ 1.1",
     1},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: sinh(x'*z) + x'*z = sinh(y'*z) + y'*z\n"
     "init z = 1, x' ~ 1, y' = 1, z' = 1",
     1},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x'^5 + x' + z'*y' = y'^5 + y' + z'*x'\n"
     "constraint b: z'^3 + z' + x'^2 = x^3*x'^3 + x*x' + y'^2\ninit x = 1.2, x' = 1, y' ~ 1, z' ~ 1.2",
     2},
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = 2*y'\nconstraint b: (z' - x')*(1 + x'^2 + y'^2) = "
     "x' - 2*y'",
     1},
};

/* ---- one choice ---- */

/* sum_i dalpha_d/dq_i' q_i', [Homogeneous] (19) */
static nh_expr alpha_bar(const explicit_case *c, uint32_t d) {
    nh_pool *pool = c->s.model->pool;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < c->form->m; i++) {
        nh_expr v = c->s.model->coordinates.items[c->form->independent[i]].v;
        nh_expr first = nh_explicit_first(c->form, d, v);
        assert_true(first != NH_EXPR_UNDEFINED);
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, first, v));
    }
    return sum;
}

/* alpha(c q_i') = c alpha(q_i') for c > 0, with the velocities of the state. */
static bool is_scaled(const explicit_case *c, uint32_t d) {
    const double factor = 1.7;
    nh_state fast = {c->s.state.t, c->s.state.q, NH_NEW_ARRAY(c->s.arena, double, c->s.n)};
    double value;
    for (uint32_t i = 0; i < c->s.n; i++) fast.v[i] = factor * c->s.state.v[i];
    case_evaluate_at(c, &fast, 1, &c->form->dependent[d].alpha, &value);
    return fabs(value - factor * c->s.state.v[c->dependent[d]]) <= 1e-8 * case_speed(c);
}

/* Alpha in closed form: by algebra, and along the ray. */
static void look_at_closed(propositions *p, const explicit_case *c, uint32_t d) {
    nh_pool *pool = c->s.model->pool;
    if (c->form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) return;
    nh_expr defect = nh_expr_sub(pool, alpha_bar(c, d), c->form->dependent[d].alpha);
    bool is_proved = nh_expr_is_proved_zero(pool, nh_explicit_restrict(c->form, defect, c->signs));
    if (is_proved != is_scaled(c, d))
        fail_msg("alpha-bar = alpha is %sproved, alpha is %shomogeneous: %s\n%s", is_proved ? "" : "not ",
                 is_proved ? "not " : "", case_text(c, c->form->dependent[d].alpha), p->text);
    p->proofs += is_proved;
    p->all++;
}

/* A q' = A_d (alpha - alpha-bar), row by row; returns the size of the left side. */
static double compare_work(const propositions *p, const explicit_case *c, const double *difference) {
    nh_model *model = c->s.model;
    double most = 0;
    for (uint32_t r = 0; r < c->k; r++) {
        nh_expr rate = nh_row_rate(model, &model->rows.items[c->rows[r]]);
        double work = 0, other = 0, size = 1;
        for (uint32_t i = 0; i < c->s.n; i++) {
            double slope = case_value(c, nh_expr_diff(model->pool, rate, model->coordinates.items[i].v));
            work += slope * c->s.state.v[i];
            size += fabs(slope * c->s.state.v[i]);
            for (uint32_t d = 0; d < c->k; d++)
                if (c->dependent[d] == i) other += slope * difference[d];
        }
        if (!(fabs(work - other) <= 1e-8 * size)) fail_msg("A q' is %g, not %g: %s", work, other, p->text);
        most = fmax(most, fabs(work) / size);
    }
    return most;
}

static void look_at_choice(propositions *p, explicit_case *c) {
    double *difference = NH_NEW_ARRAY(c->s.arena, double, c->k + 1), most = 0;
    case_make(c);
    if (!case_is_usable(c)) return;
    for (uint32_t d = 0; d < c->k; d++) {
        difference[d] = c->s.state.v[c->dependent[d]] - case_value(c, alpha_bar(c, d));
        most = fmax(most, fabs(difference[d]) / case_speed(c));
        look_at_closed(p, c, d);
    }
    double work = compare_work(p, c, difference);
    if (p->holds && !(most <= 1e-9 && work <= 1e-9))
        fail_msg("alpha-bar differs by %g, A q' = %g: %s", most, work, p->text);
    if (!p->holds && !(most >= 1e-5 && work >= 1e-6))
        fail_msg("alpha-bar differs by %g, A q' = %g: %s", most, work, p->text);
    p->choices++;
}

/* ---- all choices at some states ---- */

/* The next k of n numbers, rising; false after the last. */
static bool next_choice(uint32_t *choice, uint32_t k, uint32_t n) {
    for (uint32_t i = k; i-- > 0;) {
        if (choice[i] + (k - i) >= n) continue;
        choice[i]++;
        for (uint32_t j = i + 1; j < k; j++) choice[j] = choice[j - 1] + 1;
        return true;
    }
    return false;
}

static void look_at_state(propositions *p) {
    explicit_case *c = p->c;
    case_choose(c);
    for (uint32_t i = 0; i < c->k; i++) c->dependent[i] = i;
    do {
        if (case_steepness(c) < 30) look_at_choice(p, c);
    } while (next_choice(c->dependent, c->k, c->s.n));
}

static propositions look_at_system(nh_context *context, const char *text, bool holds) {
    propositions p = {.text = text, .holds = holds};
    for (int i = 0; i < test_count(STATES); i++) {
        explicit_case c = case_of_text(context, text, 71 + (uint64_t)i);
        p.c = &c;
        look_at_state(&p);
        nh_admissible *a = nh_admissible_make(c.s.arena, c.s.model, test_seed() + (uint64_t)i);
        nh_fact fact = nh_homogeneous_fact(a);
        if (fact.truth != (holds ? NH_YES : NH_NO)) fail_msg("the fact is %d: %s", (int)fact.truth, text);
        if (holds && fact.by != NH_EVIDENCE_PROVED) fail_msg("the fact is not proved: %s", text);
        subject_end(&c.s);
    }
    return p;
}

PROTECTED_TEST(test_homogeneous_rows_have_it) {
    uint32_t choices = 0, closed = 0;
    for (size_t i = 0; i < sizeof homogeneous / sizeof *homogeneous; i++) {
        propositions p = look_at_system(context, homogeneous[i], true);
        if (p.choices < 2 * STATES) fail_msg("%u choices: %s", p.choices, p.text);
        if (p.proofs < p.all) fail_msg("%u of %u are proved: %s", p.proofs, p.all, p.text);
        choices += p.choices;
        closed += p.all;
    }
    print_message("%u choices, %u dependent velocities in closed form\n", choices, closed);
    assert_true(choices >= 100 && closed >= 150);
}

PROTECTED_TEST(test_where_it_fails_all_choices_fail) {
    uint32_t choices = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        propositions p = look_at_system(context, others[i], false);
        if (p.choices < STATES) fail_msg("%u choices: %s", p.choices, p.text);
        if (p.all > 0 && p.proofs == p.all) fail_msg("all are proved: %s", p.text);
        choices += p.choices;
    }
    print_message("%u choices\n", choices);
    assert_true(choices >= 35);
}

/* ---- homogeneous rows in place of others ---- */

static void check_replacement(explicit_case *c, const nh_analysis *x) {
    nh_random random = nh_random_make(test_seed(), 79);
    int compared = 0;
    for (int i = 0; i < 60 && compared < 10; i++) {
        if (!nh_samples_draw(x->admissible->states, &random, &x->admissible->state, 0.1, &c->s.state)) continue;
        for (uint32_t r = 0; r < x->homogeneous_count; r++) {
            double value = case_value(c, x->homogeneous[r]), size = pow(1 + case_speed(c), 4);
            if (!(fabs(value) <= 1e-9 * size)) fail_msg("%s is %g", case_text(c, x->homogeneous[r]), value);
        }
        compared++;
    }
    assert_true(compared >= 5);
}

/* No row vanishes identically, each is homogeneous as it is written, and depends on velocities. */
static void check_degrees(const explicit_case *c, const nh_analysis *x) {
    for (uint32_t r = 0; r < x->homogeneous_count; r++) {
        nh_kind kind = nh_kind_of(c->s.model->pool, x->homogeneous[r]);
        if (kind.homogeneous != NH_YES || !(kind.degree >= 1))
            fail_msg("%s is not homogeneous", case_text(c, x->homogeneous[r]));
        assert_false(nh_expr_is_proved_zero(c->s.model->pool, x->homogeneous[r]));
    }
}

PROTECTED_TEST(test_rows_in_place_of_others) {
    uint32_t rows = 0;
    for (size_t i = 0; i < sizeof disguised / sizeof *disguised; i++) {
        explicit_case c = case_of(subject_of_text(context, disguised[i].text));
        const nh_analysis *x = nh_analysis_make(c.s.arena, c.s.model, test_seed());
        c.form = x->admissible->form;
        c.signs = x->admissible->signs;
        if (x->alpha_bar_equals_alpha.truth != NH_YES) fail_msg("not found to be homogeneous: %s", disguised[i].text);
        if (x->homogeneous_count != disguised[i].rows)
            fail_msg("%u rows, not %u: %s", x->homogeneous_count, disguised[i].rows, disguised[i].text);
        check_replacement(&c, x);
        check_degrees(&c, x);
        rows += x->homogeneous_count;
        subject_end(&c.s);
    }
    assert_int_equal(rows, 13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_homogeneous_rows_have_it),
        cmocka_unit_test(test_where_it_fails_all_choices_fail),
        cmocka_unit_test(test_rows_in_place_of_others),
    };
    return cmocka_run_group_tests_name("homogeneous", tests, NULL, NULL);
}
