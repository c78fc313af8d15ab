/* The geometry that `reduced` prints: the fields D span what the forms phi annihilate, the Cartan form and alpha belong
 * to L, the dimensions are those of [Examples]; and what it says about all of Q. */
#include "sheets.h"

#include "algebra/field/normal.h"

static const nh_sheet *sheet_of(const subject *s) {
    const char *why = NULL;
    nh_admissible *a = nh_admissible_make(s->arena, s->model, 1);
    const nh_sheet *sheet = nh_sheet_make(s->arena, a, nh_form_find("reduced", NULL), &why);
    if (sheet == NULL) fail_msg("%s", why);
    return sheet;
}

/* The coefficient of a basis form in a form: the sum of its terms. */
static nh_expr coefficient_in(const subject *s, const nh_sheet_form *form, nh_sheet_basis basis, uint32_t x,
                              uint32_t y) {
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < form->terms.count; i++) {
        const nh_sheet_term *term = &form->terms.items[i];
        bool has_y = basis == NH_SHEET_OMEGA_DV;
        if (term->basis != basis || term->x != x || (has_y && term->y != y)) continue;
        assert_null(term->name);
        sum = nh_expr_add(s->model->pool, sum, term->coefficient);
    }
    return nh_expr_expand_names(s->model->pool, sum);
}

static void expect_zero(const subject *s, nh_expr e, const char *what) {
    if (nh_expr_is_proved_zero(s->model->pool, e)) return;
    nh_text text = nh_text_begin(s->arena);
    nh_expr_print(s->model->pool, &text, e);
    fail_msg("%s: %s", what, nh_text_string(&text));
}

/* phi(D) = 0: omega^x(D[l]) is the coefficient of d/dx; of D[t] it is that less x', which must be 0 itself. */
static void check_annihilation(const subject *s, const nh_sheet_geometry *g) {
    nh_pool *pool = s->model->pool;
    uint32_t n = (uint32_t)s->n;
    for (size_t d = 0; d < g->distribution.count; d++) {
        const nh_sheet_form *field = &g->distribution.items[d];
        for (size_t r = 0; r < g->constraint_forms.count; r++) {
            nh_expr sum = NH_EXPR_ZERO;
            for (uint32_t x = 0; x < n; x++) {
                nh_expr along = coefficient_in(s, field, NH_SHEET_BY_PLACE, x, 0);
                if (d == 0) along = nh_expr_sub(pool, along, s->model->coordinates.items[x].v);
                nh_expr of_form = coefficient_in(s, &g->constraint_forms.items[r], NH_SHEET_OMEGA, x, 0);
                sum = nh_expr_add(pool, sum, nh_expr_mul(pool, of_form, along));
            }
            expect_zero(s, sum, field->name);
        }
    }
}

/* theta_L and alpha: sum B q'' + A is the Euler-Lagrange expression, found from L. */
static void check_system(const subject *s, const nh_sheet_geometry *g) {
    nh_pool *pool = s->model->pool;
    for (uint32_t x = 0; x < s->n; x++) {
        const nh_coordinate *c = &s->model->coordinates.items[x];
        nh_expr p = nh_expr_diff(pool, s->model->L, c->v);
        expect_zero(s, nh_expr_sub(pool, p, coefficient_in(s, &g->cartan, NH_SHEET_OMEGA, x, 0)), "theta_L");
        nh_expr sum = nh_expr_sub(pool, nh_expr_total_derivative(pool, p), nh_expr_diff(pool, s->model->L, c->q));
        sum = nh_expr_add(pool, sum, coefficient_in(s, &g->system, NH_SHEET_OMEGA_DT, x, 0));
        for (uint32_t y = 0; y < s->n; y++) {
            nh_expr fast = nh_expr_dot(pool, s->model->coordinates.items[y].v);
            nh_expr B = coefficient_in(s, &g->system, NH_SHEET_OMEGA_DV, x, y);
            sum = nh_expr_add(pool, sum, nh_expr_mul(pool, B, fast));
        }
        expect_zero(s, nh_expr_expand_names(pool, sum), "alpha");
    }
}

static const struct {
    const char *text;
    uint32_t dimension_Q, rank_C;
    nh_truth rank, regular;
    size_t integrals;
} systems[] = {
    /* 5.1: one constraint of degree 2 */
    {"param m = 2\ncoord x, y, z\nkinetic m/2*(x'^2 + y'^2 + z'^2)\nassume t > 0\n"
     "constraint speed: x'^2 + y'^2 + z'^2 = 1/t\ninit x' = 0.3, y' = 0.4, z' ~ 0.8\nsimulate t = 1 .. 2\n",
     6, 5, NH_YES, NH_YES, 0},
    /* 5.2: 1 + G^2 > 0 */
    {"param m = 2, c = 0.5\ncoord x, y\nkinetic m/2*(x'^2 + y'^2)\nassume x > 0\n"
     "constraint pursuit: (y - c*t)/x*x' = y'\ninit x = 1, y = 0.3, x' = -1\n",
     4, 3, NH_YES, NH_YES, 0},
    /* 5.6, upright: two linear rows */
    {"param m = 2, R = 0.5, I = 0.3, J = 0.2\ncoord x, y, psi, phi\n"
     "kinetic m/2*(x'^2 + y'^2) + I*psi'^2/2 + J*phi'^2/2\nconstraint a: x' = R*cos(phi)*psi'\n"
     "constraint b: y' = R*sin(phi)*psi'\ninit psi' = 1, phi' = 0.4\n",
     7, 5, NH_YES, NH_YES, 0},
    /* 5.7: Euler's angles, which fail where sin(theta) = 0 */
    {"param k = 0.6, R = 0.5, W = 2\ncoord x, y, theta, phi, psi\n"
     "kinetic (x'^2 + y'^2 + k^2*(theta'^2 + phi'^2 + psi'^2 + 2*phi'*psi'*cos(theta)))/2\n"
     "constraint a: x' - R*theta'*sin(psi) + R*phi'*sin(theta)*cos(psi) + W*y = 0\n"
     "constraint b: y' + R*theta'*cos(psi) + R*phi'*sin(theta)*sin(psi) - W*x = 0\n"
     "init x = 1, theta = 1, phi' = 0.4, psi' = 0.3, theta' = 0.2\n",
     9, 7, NH_YES, NH_NO, 0},
    /* semiholonomic, and singular at a place */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint a: x*x' + y*y' = 0\nconstraint b: z' = x*y'\n"
     "init x = 1, y = 1, x' ~ -1, y' = 1\n",
     5, 3, NH_NO, NH_YES, 1},
    /* a geometric row takes two dimensions from Q and has no form on it; on the circle all rows can be integrated */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 3*y\nforce x: -x'\nconstraint a: x^2 + y^2 = 1\n"
     "constraint b: z' = x*y'\ninit x = 0.6, y ~ 0.8, y' = 1\n",
     4, 3, NH_YES, NH_YES, 1},
};

PROTECTED_TEST(geometry_of_small_systems) {
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        subject s = subject_make(context, "geometry", systems[i].text);
        const nh_sheet_geometry *g = &sheet_of(&s)->geometry;
        assert_true(g->is_there);
        assert_int_equal(g->dimension_J, 2 * s.n + 1);
        if (g->dimension_Q != systems[i].dimension_Q || g->rank_C != systems[i].rank_C)
            fail_msg("dim Q = %u, rank C = %u: %s", g->dimension_Q, g->rank_C, systems[i].text);
        assert_int_equal(g->distribution.count, g->rank_C);
        assert_int_equal(g->dimension_Q - g->rank_C, g->constraint_forms.count);
        if (g->rank.truth != systems[i].rank || g->regular.truth != systems[i].regular)
            fail_msg("rank %d, regular %d: %s", (int)g->rank.truth, (int)g->regular.truth, systems[i].text);
        assert_int_equal(g->semiholonomic.found, systems[i].integrals);
        check_annihilation(&s, g);
        check_system(&s, g);
        subject_free(&s);
    }
}

/* Other formulations have none. */
PROTECTED_TEST(geometry_of_reduced_alone) {
    subject s = subject_make(context, "geometry", systems[0].text);
    const char *why = NULL;
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const nh_sheet *sheet = nh_sheet_make(s.arena, a, nh_form_find("voronec", NULL), &why);
    assert_non_null(sheet);
    assert_false(sheet->geometry.is_there);
    subject_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_of_small_systems),
        cmocka_unit_test(geometry_of_reduced_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
