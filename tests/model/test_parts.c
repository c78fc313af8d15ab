/* How T and L depend on the velocities: A, b, c against T, the mass matrix against differences of L; rows as
 * equations. */
#include "models.h"

static nh_model *model_with(nh_context *context, nh_term_kind kind, const char *first, const char *potential) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m k l");
    declare_function(model, "C", "C(t)");
    declare_coordinates(model, "x y z");
    declare_term(model, kind, first);
    if (potential != NULL) declare_term(model, NH_TERM_POTENTIAL, potential);
    nh_model_build_energies(model);
    return model;
}

/* 1/2 v A v + b v + c; with A = mass and no b and c: the quadratic part of L. */
static long double form_at(const nh_model *model, const nh_expr_matrix *A, const nh_expr *b, nh_expr c, moment *m) {
    long double sum = value_at(model, c, m);
    for (uint32_t i = 0; i < A->rows; i++) {
        sum += b == NULL ? 0 : value_at(model, b[i], m) * *velocity_at(m, i);
        for (uint32_t k = A->start[i]; k < A->start[i + 1]; k++)
            sum += value_at(model, A->entry[k], m) * *velocity_at(m, i) * *velocity_at(m, A->column[k]) / 2;
    }
    return sum;
}

static void check_parts(nh_model *model, nh_expr T) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_kinetic_parts parts = nh_model_kinetic_parts(model, arena);
    assert_int_equal(parts.is_quadratic, NH_YES);
    moment m;
    for (int k = 0; k < test_count(10); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
        assert_close(form_at(model, &parts.A, parts.b, parts.c, &m), value_at(model, T, &m), ROUNDING_TOLERANCE);
        /* the parts are free of velocities: each is the same at other ones */
        moment other = m;
        for (size_t i = 0; i < m.n; i++) *velocity_at(&other, i) += 1;
        for (size_t i = 0; i < m.n; i++)
            assert_true(value_at(model, parts.b[i], &m) == value_at(model, parts.b[i], &other));
        assert_true(value_at(model, parts.c, &m) == value_at(model, parts.c, &other));
    }
    nh_arena_destroy(arena);
}

PROTECTED_TEST(quadratic) {
    nh_model *scleronomic = model_with(context, NH_TERM_KINETIC, "m*(x'^2 + x*x'*y' + z'^2*cos(y)^2)/2", "k*x^2");
    check_parts(scleronomic, scleronomic->T);
    nh_model *rheonomic =
        model_with(context, NH_TERM_KINETIC, "m*(x'*C(t) + C(t)'*y + y')^2 + (z' + t)^2*x", "k*x^2*t");
    check_parts(rheonomic, rheonomic->T);
    nh_model *direct = model_with(context, NH_TERM_LAGRANGIAN, "(x' + y)^2 - z*x'*l + x'*y' - cos(x)", NULL);
    check_parts(direct, direct->L);
    nh_model_destroy(scleronomic);
    nh_model_destroy(rheonomic);
    nh_model_destroy(direct);
}

PROTECTED_TEST(as_written) {
    nh_model *model = model_with(context, NH_TERM_KINETIC, "m*(x' + t)^2/2 + k*y'^2*x^2/2", "l*x");
    nh_kinetic_parts parts = nh_model_kinetic_parts(model, model->arena);
    assert_int_equal(parts.A.start[3], 2);
    assert_int_equal(parts.A.entry[0], expr_of(model, "m"));
    assert_int_equal(parts.A.entry[1], expr_of(model, "k*x^2"));
    assert_ptr_equal(parts.A.entry, parts.mass.entry);
    assert_int_equal(parts.b[0], expr_of(model, "m*t"));
    assert_int_equal(parts.b[1], NH_EXPR_ZERO);
    assert_int_equal(parts.c, expr_of(model, "m*t^2/2"));
    nh_model_destroy(model);
}

/* A potential with velocities in it: A is of T only, the mass matrix of L. */
PROTECTED_TEST(potential_with_velocities) {
    nh_model *linear = model_with(context, NH_TERM_KINETIC, "m*(x'^2 + y'^2)/2 + z'^2", "k*(x*y' - y*x') + l*z");
    check_parts(linear, linear->T);
    nh_model *square = model_with(context, NH_TERM_KINETIC, "m*(x'^2 + y'^2)/2 + z'^2", "k*x'^2 - l*x'*y'");
    check_parts(square, square->T);
    nh_kinetic_parts parts = nh_model_kinetic_parts(square, square->arena);
    assert_int_equal(parts.A.start[3], 3);
    assert_int_equal(parts.mass.start[3], 5);
    assert_int_equal(parts.A.entry[0], expr_of(square, "m"));
    assert_int_equal(parts.mass.entry[0], expr_of(square, "m - 2*k"));
    assert_int_equal(parts.mass.entry[1], expr_of(square, "l"));
    nh_model_destroy(linear);
    nh_model_destroy(square);
}

/* ---- not quadratic ---- */

typedef struct pushed {
    const nh_model *model;
    const moment *m;
    size_t first, second;
    long double step; /* along the first */
} pushed;

static long double lagrangian_pushed(void *user, long double offset) {
    const pushed *p = user;
    moment m = *p->m;
    *velocity_at(&m, p->first) += p->step;
    *velocity_at(&m, p->second) += offset;
    return value_at(p->model, p->model->L, &m);
}

static long double slope_pushed(void *user, long double offset) {
    pushed p = *(const pushed *)user;
    p.step = offset;
    return slope_of(lagrangian_pushed, &p);
}

static long double entry_at(const nh_model *model, const nh_expr_matrix *A, uint32_t i, uint32_t j, const moment *m) {
    for (uint32_t k = A->start[i]; k < A->start[i + 1]; k++)
        if (A->column[k] == j) return value_at(model, A->entry[k], m);
    return 0;
}

static void check_mass(const nh_model *model, const nh_expr_matrix *mass, const moment *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        for (uint32_t j = 0; j < m->n; j++) {
            long double expected = slope_of(slope_pushed, &(pushed){model, m, i, j, 0});
            assert_close(entry_at(model, mass, i, j, m), expected, 1e-8L);
        }
    }
}

PROTECTED_TEST(not_quadratic) {
    static const char *const texts[] = {
        "-m*sqrt(1 - x'^2 - y'^2 - z'^2) - k*x^2",
        "m*x'^4 + x'*y'*z'*x + z'^2",
        "m*x'^2/2 + k*log(y'^2 + 1)",
    };
    for (size_t c = 0; c < sizeof texts / sizeof *texts; c++) {
        nh_model *model = model_with(context, NH_TERM_LAGRANGIAN, texts[c], NULL);
        nh_kinetic_parts parts = nh_model_kinetic_parts(model, model->arena);
        assert_int_equal(parts.is_quadratic, NH_UNKNOWN);
        moment m;
        for (int k = 0; k < test_count(5); k++) {
            moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
            for (size_t i = 0; i < m.n; i++) *velocity_at(&m, i) /= 8;
            check_mass(model, &parts.mass, &m);
        }
        nh_model_destroy(model);
    }
}

/* No second derivative of these contains a velocity, and yet they are no polynomials. */
PROTECTED_TEST(pieces_are_no_polynomial) {
    static const char *const texts[] = {"abs(x') + y'^2", "max(x', y') + z'^2", "if(x' < 0, x'^2, 2*x'^2)"};
    for (size_t c = 0; c < sizeof texts / sizeof *texts; c++) {
        nh_model *model = model_with(context, NH_TERM_LAGRANGIAN, texts[c], NULL);
        assert_int_equal(nh_model_kinetic_parts(model, model->arena).is_quadratic, NH_UNKNOWN);
        nh_model_destroy(model);
    }
    nh_model *model = model_with(context, NH_TERM_LAGRANGIAN, "if(x < 0, x'^2, 2*x'^2) + abs(y)*z'", NULL);
    assert_int_equal(nh_model_kinetic_parts(model, model->arena).is_quadratic, NH_YES);
    nh_model_destroy(model);
}

/* A name is looked through. */
PROTECTED_TEST(with_abbreviations) {
    nh_model *model = nh_model_begin(context);
    declare_coordinates(model, "x y");
    nh_expr w = nh_expr_abbreviation(model->pool, name_of(model, "w"), expr_of(model, "x'*cos(y) + t"));
    nh_let let = {.name = name_of(model, "w"), .value = {.kind = NH_QUANTITY_SCALAR, .scalar = w}};
    nh_model_add(model, lets, NH_ITEM_LET, let);
    declare_term(model, NH_TERM_KINETIC, "w^2/2 + y'^2/2");
    nh_model_build_energies(model);
    check_parts(model, model->T);
    nh_model_destroy(model);
}

/* ---- rows ---- */

PROTECTED_TEST(rates) {
    nh_model *model = model_with(context, NH_TERM_KINETIC, "x'^2", NULL);
    nh_row geometric = {.residual = expr_of(model, "x*y - C(t)"), .is_geometric = true};
    assert_int_equal(nh_row_rate(model, &geometric), expr_of(model, "x'*y + x*y' - C(t)'"));
    nh_row kinematic = {.residual = expr_of(model, "x'*y' - z*t"), .is_geometric = false};
    assert_int_equal(nh_row_rate(model, &kinematic), kinematic.residual);
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadratic),
        cmocka_unit_test(as_written),
        cmocka_unit_test(potential_with_velocities),
        cmocka_unit_test(not_quadratic),
        cmocka_unit_test(pieces_are_no_polynomial),
        cmocka_unit_test(with_abbreviations),
        cmocka_unit_test(rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
