/* Energies: T against differences of positions, closed forms and systems of points; V against numbers; E against its
 * definition. */
#include <stdio.h>

#include "expr/inspect.h"
#include "models.h"

/* A derivative along the motion of a seed, by differences. */
typedef struct along {
    const nh_model *model;
    nh_expr e;
    uint64_t seed;
    long double t;
} along;

static long double value_along(void *user, long double offset) {
    const along *a = user;
    moment m;
    moment_fill(&m, a->model, a->seed, a->t + offset);
    return value_at(a->model, a->e, &m);
}

static long double square_of_speed(const nh_model *model, nh_vector position, uint64_t seed, long double t) {
    long double square = 0;
    for (int i = 0; i < 3; i++) square += powl(slope_of(value_along, &(along){model, position.x[i], seed, t}), 2);
    return square;
}

PROTECTED_TEST(points) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m M l a");
    declare_function(model, "C", "C(t)");
    declare_coordinates(model, "x y theta");
    nh_vector first = vector_of(model, "x", "y + C(t)*x", "0");
    nh_vector second = vector_of(model, "x + l*sin(theta)", "y*x", "a*t^2 - l*cos(theta)");
    declare_point(model, "P", first, "m");
    declare_point(model, "Marker", vector_of(model, "x*y", "theta", "x"), NULL);
    declare_point(model, "Q", second, "M + m");
    declare_term(model, NH_TERM_KINETIC, "a*theta'^2*x^2/2 + x'*y");
    nh_model_build_energies(model);
    moment m;
    for (int k = 0; k < test_count(10); k++) {
        uint64_t seed = test_seed() + (uint64_t)k;
        long double t = 0.3L * k;
        moment_fill(&m, model, seed, t);
        long double m1 = value_at(model, expr_of(model, "m"), &m), m2 = value_at(model, expr_of(model, "M + m"), &m);
        long double own = value_at(model, expr_of(model, "a*theta'^2*x^2/2 + x'*y"), &m);
        long double expected =
            m1 / 2 * square_of_speed(model, first, seed, t) + m2 / 2 * square_of_speed(model, second, seed, t) + own;
        assert_close(value_at(model, model->T, &m), expected, DIFFERENCE_TOLERANCE);
    }
    assert_int_equal(model->V, NH_EXPR_ZERO);
    assert_int_equal(model->L, model->T);
    nh_model_destroy(model);
}

/* A disc that rolls, slides and leans: T by Koenig's theorem in closed form. */
PROTECTED_TEST(disc) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m R I1 I3 g");
    declare_coordinates(model, "x y phi theta psi");
    nh_matrix3 rotation = euler_rotation(model, "phi", "theta", "psi");
    declare_body(model, "D", vector_of(model, "x", "y", "R*sin(theta)"), rotation, "Rz(phi)*Rx(theta)*Rz(psi)");
    nh_rigid_body *disc = &model->bodies.items[0];
    disc->mass = expr_of(model, "m");
    disc->inertia = nh_matrix3_diag(expr_of(model, "I1"), expr_of(model, "I1"), expr_of(model, "I3"));
    declare_gravity(model, vector_of(model, "0", "0", "-g"));
    nh_model_build_energies(model);
    nh_expr T = expr_of(model, "m*(x'^2 + y'^2 + (R*cos(theta)*theta')^2)/2 + I1*(theta'^2 + (phi'*sin(theta))^2)/2 + "
                               "I3*(psi' + phi'*cos(theta))^2/2");
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.3L * k);
        long double kinetic = value_at(model, T, &m),
                    potential = value_at(model, expr_of(model, "m*g*R*sin(theta)"), &m);
        assert_close(value_at(model, model->T, &m), kinetic, ROUNDING_TOLERANCE);
        assert_close(value_at(model, model->V, &m), potential, ROUNDING_TOLERANCE);
        assert_close(value_at(model, model->L, &m), kinetic - potential, ROUNDING_TOLERANCE);
    }
    print_message("T of the disc: %llu operations, in closed form %llu\n",
                  (unsigned long long)nh_expr_operations(model->pool, 1, &model->T),
                  (unsigned long long)nh_expr_operations(model->pool, 1, &T));
    nh_model_destroy(model);
}

/* ---- a body and the points that it consists of ---- */

/* Pairs of equal masses at r and -r: the centre of mass is the origin of the body frame. */
static const int64_t pairs[][4] = {{1, 2, -1, 3}, {0, 1, 5, 2}, {-3, 1, 1, 1}, {2, 2, 0, 4}}; /* r, mass */

static void add_pair_inertia(int64_t inertia[3][3], const int64_t pair[4]) {
    int64_t square = pair[0] * pair[0] + pair[1] * pair[1] + pair[2] * pair[2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) inertia[i][j] += 2 * pair[3] * ((i == j ? square : 0) - pair[i] * pair[j]);
}

static nh_vector moving_center(nh_model *model) {
    return vector_of(model, "x + t", "y*cos(phi)", "x*y");
}

static nh_model *turning_model(nh_context *context) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "g h a");
    declare_coordinates(model, "x y phi theta psi");
    declare_gravity(model, vector_of(model, "0", "h", "-g"));
    declare_gravity(model, vector_of(model, "a", "0", "g/3"));
    return model;
}

static nh_model *as_body(nh_context *context) {
    nh_model *model = turning_model(context);
    int64_t inertia[3][3] = {{0}}, mass = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        add_pair_inertia(inertia, pairs[i]);
        mass += 2 * pairs[i][3];
    }
    declare_body(model, "B", moving_center(model), euler_rotation(model, "phi", "theta + t^2", "psi"), NULL);
    nh_rigid_body *body = &model->bodies.items[0];
    body->mass = nh_expr_int(model->pool, mass);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) body->inertia.r[i][j] = nh_expr_int(model->pool, inertia[i][j]);
    declare_body(model, "Frame", vector_of(model, "x", "x", "x"), euler_rotation(model, "phi", "psi", "x"), NULL);
    nh_model_build_energies(model);
    return model;
}

static void declare_material_point(nh_model *model, const int64_t pair[4], int sign) {
    nh_vector r;
    for (int i = 0; i < 3; i++) r.x[i] = nh_expr_int(model->pool, sign * pair[i]);
    nh_vector arm = nh_matrix3_apply(model->pool, euler_rotation(model, "phi", "theta + t^2", "psi"), r);
    declare_point(model, "P", nh_vector_add(model->pool, moving_center(model), arm), NULL);
    model->points.items[model->points.count - 1].mass = nh_expr_int(model->pool, pair[3]);
}

static nh_model *as_points(nh_context *context) {
    nh_model *model = turning_model(context);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        declare_material_point(model, pairs[i], 1);
        declare_material_point(model, pairs[i], -1);
    }
    nh_model_build_energies(model);
    return model;
}

PROTECTED_TEST(body_of_points) {
    nh_model *body = as_body(context), *points_model = as_points(context);
    for (int k = 0; k < test_count(20); k++) {
        moment a, b;
        moment_fill(&a, body, test_seed() + (uint64_t)k, 0.1L * k);
        moment_fill(&b, points_model, test_seed() + (uint64_t)k, 0.1L * k);
        assert_close(value_at(body, body->T, &a), value_at(points_model, points_model->T, &b), ROUNDING_TOLERANCE);
        assert_close(value_at(body, body->V, &a), value_at(points_model, points_model->V, &b), ROUNDING_TOLERANCE);
    }
    nh_model_destroy(body);
    nh_model_destroy(points_model);
}

/* ---- V and L ---- */

PROTECTED_TEST(potentials) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m k g l c");
    declare_coordinates(model, "x y z");
    nh_vector P = vector_of(model, "x", "y", "z"), O = vector_of(model, "1", "0", "t");
    declare_gravity(model, vector_of(model, "0", "0", "-g")); /* before the mass */
    declare_point(model, "P", P, "m");
    declare_link(model, false, P, O, "k", NULL);
    declare_link(model, false, O, P, "2*k", "l");
    declare_link(model, true, P, O, "c", NULL); /* a damper is no energy */
    declare_term(model, NH_TERM_POTENTIAL, "x*y'*c");
    nh_model_build_energies(model);
    nh_expr V = expr_of(model, "x*y'*c + m*g*z + k*((x - 1)^2 + y^2 + (z - t)^2)/2 + "
                               "k*(sqrt((x - 1)^2 + y^2 + (z - t)^2) - l)^2");
    moment m;
    for (int i = 0; i < test_count(20); i++) {
        moment_fill(&m, model, test_seed() + (uint64_t)i, 0.1L * i);
        assert_close(value_at(model, model->V, &m), value_at(model, V, &m), ROUNDING_TOLERANCE);
        assert_close(value_at(model, model->L, &m), value_at(model, model->T, &m) - value_at(model, V, &m),
                     ROUNDING_TOLERANCE);
    }
    assert_int_equal(model->T, expr_of(model, "m*(x'^2 + y'^2 + z'^2)/2"));
    nh_model_destroy(model);
}

PROTECTED_TEST(given_directly) {
    nh_model *model = nh_model_begin(context);
    assert_int_equal(model->L, NH_EXPR_UNDEFINED);
    declare_coordinates(model, "x");
    declare_term(model, NH_TERM_LAGRANGIAN, "x'^2/2");
    declare_term(model, NH_TERM_LAGRANGIAN, "-cos(x)");
    nh_model_build_energies(model);
    assert_int_equal(model->L, expr_of(model, "x'^2/2 - cos(x)"));
    assert_int_equal(model->T, NH_EXPR_UNDEFINED);
    assert_int_equal(model->V, NH_EXPR_UNDEFINED);
    assert_int_equal(nh_model_energy(model), expr_of(model, "x'^2/2 + cos(x)"));
    nh_model_destroy(model);
}

PROTECTED_TEST(nothing_at_all) {
    nh_model_destroy(NULL);
    nh_model *model = nh_model_begin(context);
    nh_model_build_energies(model);
    nh_model_build_forces(model);
    assert_int_equal(model->T, NH_EXPR_ZERO);
    assert_int_equal(model->L, NH_EXPR_ZERO);
    assert_int_equal(nh_model_energy(model), NH_EXPR_ZERO);
    nh_model_destroy(model);
}

/* ---- E ---- */

typedef struct pushed {
    const nh_model *model;
    moment *m;
    size_t coordinate;
} pushed;

static long double lagrangian_pushed(void *user, long double offset) {
    const pushed *p = user;
    moment m = *p->m;
    *velocity_at(&m, p->coordinate) += offset;
    return value_at(p->model, p->model->L, &m);
}

static void check_energy(nh_model *model) {
    nh_expr E = nh_model_energy(model);
    moment m;
    for (int k = 0; k < test_count(10); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.1L * k);
        for (size_t i = 0; i < m.n; i++) *velocity_at(&m, i) /= 8; /* below the speed of light */
        long double expected = -value_at(model, model->L, &m);
        for (size_t i = 0; i < m.n; i++)
            expected += *velocity_at(&m, i) * slope_of(lagrangian_pushed, &(pushed){model, &m, i});
        assert_close(value_at(model, E, &m), expected, DIFFERENCE_TOLERANCE);
    }
}

static nh_model *model_of_term(nh_context *context, nh_term_kind kind, const char *text) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m k");
    declare_coordinates(model, "x y");
    declare_term(model, kind, text);
    declare_term(model, kind == NH_TERM_LAGRANGIAN ? kind : NH_TERM_POTENTIAL, "k*x^2*y/2");
    nh_model_build_energies(model);
    return model;
}

PROTECTED_TEST(energy) {
    static const struct {
        nh_term_kind kind;
        const char *text;
    } cases[] = {
        {NH_TERM_KINETIC, "m*(x'^2 + y'^2*cos(x)^2)/2"},
        {NH_TERM_KINETIC, "m*(x'^2 + (y' + t)^2)/2"},
        {NH_TERM_POTENTIAL, "k*x'*y + x*y"},
        {NH_TERM_LAGRANGIAN, "-m*sqrt(1 - x'^2 - y'^2)"},
        {NH_TERM_LAGRANGIAN, "m*sqrt(x'^2 + y'^2)*sin(y)"},
        {NH_TERM_LAGRANGIAN, "m*x'^4 - k*x'*y'*t + x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_model *model = model_of_term(context, cases[i].kind, cases[i].text);
        check_energy(model);
        if (i == 0) assert_int_equal(nh_model_energy(model), nh_expr_add(model->pool, model->T, model->V));
        nh_model_destroy(model);
    }
}

/* ---- size ---- */

static nh_expr member(nh_model *model, const char *family, int i) {
    char name[32];
    snprintf(name, sizeof name, "%s[%d]", family, i);
    declare_coordinate(model, name_of(model, name));
    return model->coordinates.items[model->coordinates.count - 1].q;
}

/* A chain of points with springs and dampers between neighbours, and gravity. */
static uint32_t nodes_of_chain(nh_context *context, int count) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m k c g");
    declare_gravity(model, vector_of(model, "0", "0", "-g"));
    nh_expr mass = model->parameters.items[0].symbol;
    for (int i = 0; i < count; i++) {
        nh_vector P = {{member(model, "x", i), member(model, "y", i), member(model, "z", i)}};
        nh_model_add(model, points, NH_ITEM_POINT, ((nh_point){.position = P, .mass = mass}));
    }
    for (size_t i = 0; i + 1 < model->points.count; i++) {
        nh_link link = {.from = model->points.items[i].position, .to = model->points.items[i + 1].position};
        link.length = NH_EXPR_UNDEFINED;
        link.coefficient = model->parameters.items[1].symbol;
        nh_model_add(model, links, NH_ITEM_LINK, link);
        link.is_damper = true;
        nh_model_add(model, links, NH_ITEM_LINK, link);
    }
    nh_model_build_energies(model);
    nh_model_build_forces(model);
    nh_model_energy(model);
    nh_arena *arena = nh_arena_create(context);
    assert_int_equal(nh_model_kinetic_parts(model, arena).is_quadratic, NH_YES);
    nh_arena_destroy(arena);
    uint32_t nodes = nh_pool_count(model->pool);
    nh_model_destroy(model);
    return nodes;
}

PROTECTED_TEST(chain_is_linear) {
    uint32_t less = nodes_of_chain(context, 1000), more = nodes_of_chain(context, 2000);
    print_message("%.1f expressions a point\n", (double)(more - less) / 1000);
    assert_true(more < 2 * less + 100 && more > less);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points),         cmocka_unit_test(disc),
        cmocka_unit_test(body_of_points), cmocka_unit_test(potentials),
        cmocka_unit_test(given_directly), cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(energy),         cmocka_unit_test(chain_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
