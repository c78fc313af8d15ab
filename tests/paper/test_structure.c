/* What long equations are made from: the formulas that are printed give Lagrange's equations, in numbers; which sheets
 * have them in place of components; statements as they were written. */
#include "sheets.h"

#include "model/lagrange.h"

/* One mass: a point, or a body. */
typedef struct mass {
    nh_expr m;
    nh_vector c, Omega;
    nh_matrix3 I;
} mass;

static size_t list_masses(const subject *s, mass *list) {
    size_t count = 0;
    nh_matrix3 none = nh_matrix3_diag(NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO);
    for (size_t i = 0; i < s->model->points.count; i++) {
        const nh_point *p = &s->model->points.items[i];
        if (p->mass != NH_EXPR_UNDEFINED) list[count++] = (mass){p->mass, p->position, nh_vector_zero(), none};
    }
    for (size_t i = 0; i < s->model->bodies.count; i++) {
        const nh_rigid_body *b = &s->model->bodies.items[i];
        list[count++] = (mass){b->mass, b->center, b->rotation.Omega, b->inertia};
    }
    return count;
}

static nh_vector derive_vector(nh_pool *pool, nh_vector a, nh_expr by) {
    for (int k = 0; k < 3; k++) a.x[k] = nh_expr_diff(pool, a.x[k], by);
    return a;
}

/* With all accelerations 0. */
static nh_vector without_accelerations(const subject *s, nh_vector a) {
    nh_expr *x = nh_model_accelerations(s->model, s->arena), *zeros = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->n; i++) zeros[i] = NH_EXPR_ZERO;
    nh_expr_substitute_all(s->model->pool, 3, a.x, s->n, x, zeros, true);
    return a;
}

/* M[i,j] and h[i] by the printed formulas. */
static nh_expr printed_M(const subject *s, const mass *list, size_t count, uint32_t x, uint32_t y) {
    nh_pool *pool = s->model->pool;
    const nh_coordinate *q = s->model->coordinates.items;
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < count; i++) {
        nh_vector turn = nh_matrix3_apply(pool, list[i].I, derive_vector(pool, list[i].Omega, q[y].v));
        nh_expr centre =
            nh_vector_dot(pool, derive_vector(pool, list[i].c, q[x].q), derive_vector(pool, list[i].c, q[y].q));
        nh_expr about = nh_vector_dot(pool, derive_vector(pool, list[i].Omega, q[x].v), turn);
        sum = nh_expr_add(pool, sum, nh_expr_add(pool, nh_expr_mul(pool, list[i].m, centre), about));
    }
    return sum;
}

static nh_expr printed_h(const subject *s, const mass *list, size_t count, uint32_t x) {
    nh_pool *pool = s->model->pool;
    const nh_coordinate *q = s->model->coordinates.items;
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < count; i++) {
        nh_vector a = without_accelerations(s, nh_vector_rate(pool, nh_vector_rate(pool, list[i].c)));
        nh_vector alpha = without_accelerations(s, nh_vector_rate(pool, list[i].Omega));
        nh_vector H = nh_matrix3_apply(pool, list[i].I, list[i].Omega);
        nh_vector turn =
            nh_vector_add(pool, nh_matrix3_apply(pool, list[i].I, alpha), nh_vector_cross(pool, list[i].Omega, H));
        nh_expr centre = nh_vector_dot(pool, derive_vector(pool, list[i].c, q[x].q), a);
        nh_expr about = nh_vector_dot(pool, derive_vector(pool, list[i].Omega, q[x].v), turn);
        sum = nh_expr_add(pool, sum, nh_expr_add(pool, nh_expr_mul(pool, list[i].m, centre), about));
    }
    return sum;
}

static void expect_equal(const sheet_check *c, const char *what, nh_expr one, nh_expr other) {
    nh_expr both[] = {one, other};
    const double *values = sheet_values(c, 2, both);
    if (!(fabs(values[0] - values[1]) <= 1e-9 * (1 + fabs(values[1]))))
        fail_msg("%s: %s is %.17g, not %.17g", c->s->name, what, values[0], values[1]);
}

static nh_expr entry_of(const nh_lagrange *x, uint32_t i, uint32_t j) {
    for (uint32_t k = x->matrix.start[i]; k < x->matrix.start[i + 1]; k++)
        if (x->matrix.column[k] == j) return x->matrix.entry[k];
    return NH_EXPR_ZERO;
}

static void check_formulas(const subject *s, const sheet_check *c) {
    nh_pool *pool = s->model->pool;
    mass *list = NH_NEW_ARRAY(s->arena, mass, s->model->points.count + s->model->bodies.count + 1);
    size_t count = list_masses(s, list);
    nh_lagrange x = nh_lagrange_derive(s->model, s->arena, false);
    for (uint32_t i = 0; i < s->n; i++) {
        nh_expr Q = s->model->Q[i];
        if (s->model->V != NH_EXPR_UNDEFINED)
            Q = nh_expr_sub(pool, Q, nh_expr_diff(pool, s->model->V, s->model->coordinates.items[i].q));
        expect_equal(c, "Q - h", nh_expr_sub(pool, Q, printed_h(s, list, count, i)), x.force[i]);
        for (uint32_t j = 0; j < s->n; j++) expect_equal(c, "M", printed_M(s, list, count, i, j), entry_of(&x, i, j));
    }
}

/* Those that are listed are entries of that matrix; angular velocities are those of the bodies. */
static void check_entries(const subject *s, const sheet_check *c, const nh_sheet_structure *structure) {
    nh_lagrange x = nh_lagrange_derive(s->model, s->arena, false);
    size_t found = 0, turns = 0;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t j = i; j < s->n; j++) {
            const nh_coordinate *q = s->model->coordinates.items;
            nh_text name = nh_text_begin(s->arena);
            nh_text_format(&name, "M[%s,%s]", nh_name_text(s->model->context, q[i].name),
                           nh_name_text(s->model->context, q[j].name));
            if (found == structure->entries.count) continue;
            const nh_sheet_line *line = &structure->entries.items[found];
            if (strcmp(line->name, nh_text_string(&name)) != 0) continue;
            expect_equal(c, line->name, line->right.count > 0 ? line->right.parts[0] : NH_EXPR_ZERO,
                         entry_of(&x, i, j));
            found++;
        }
    assert_int_equal(found, structure->entries.count);
    for (size_t b = 0; b < s->model->bodies.count; b++)
        for (int k = 0; k < 3; k++) {
            nh_text name = nh_text_begin(s->arena);
            nh_text_format(&name, "%s.Omega.%c", nh_name_text(s->model->context, s->model->bodies.items[b].name),
                           "xyz"[k]);
            if (turns == structure->angular_velocities.count) continue;
            const nh_sheet_line *line = &structure->angular_velocities.items[turns];
            if (strcmp(line->name, nh_text_string(&name)) != 0) continue;
            expect_equal(c, line->name, line->right.parts[0], s->model->bodies.items[b].rotation.Omega.x[k]);
            turns++;
        }
    assert_int_equal(turns, structure->angular_velocities.count);
}

static nh_sheet *short_sheet(const subject *s, nh_admissible *a, const char *form) {
    const char *why = NULL;
    nh_sheet *sheet = nh_sheet_make_in(NH_SHEET_SHORT, s->arena, a, nh_form_find(form, NULL), &why);
    assert_non_null(sheet);
    return sheet;
}

static void check_model_body(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *path = files_path(arena, NH_TEST_SOURCE "/../models", (const char *)argument, ".nh");
    subject s = subject_make(context, (const char *)argument, nh_file_read(arena, path, &length));
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const nh_sheet *sheet = short_sheet(&s, a, "chetaev"), *other = short_sheet(&s, a, "voronec");
    sheet_check c = {.s = &s, .sheet = sheet, .state = &a->state};
    c.accelerations = NH_NEW_ARRAY(s.arena, double, s.n + 1);
    check_formulas(&s, &c);
    assert_true(other->structure.is_there && other->structure.is_projected && other->equations.count == 0);
    check_entries(&s, &c, &other->structure);
    if (!sheet->structure.is_there) assert_true(sheet->equations.count > 0);
    else assert_false(sheet->structure.is_projected);
    subject_free(&s);
}

static void check_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model_body, *state);
    nh_context_destroy(context);
}

/* What is short stays; so does what has energies of its own. */
PROTECTED_TEST(test_none) {
    subject s = subject_make(context, "sleigh",
                             "param m = 1, J = 2\ncoord x, y, phi\nkinetic m*(x'^2 + y'^2)/2 + J*phi'^2/2\n"
                             "constraint blade: x'*sin(phi) = y'*cos(phi)\ninit phi = 0.3, x' = 1, y' ~ 0.3\n");
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    assert_false(short_sheet(&s, a, "chetaev")->structure.is_there);
    assert_false(short_sheet(&s, a, "voronec")->structure.is_there);
    subject_free(&s);
}

/* Statements over several lines, with comments, and abbreviations that they need; not those that they do not. */
PROTECTED_TEST(test_statements) {
    subject s = subject_make(
        context, "arm",
        "param m = 1, a = 1, b = 2, c = 3\ncoord p, q, r, u\n"
        "let first = Rz(p)*Rx(q) # of the arm\nlet idle = a + b\n"
        "let last = first*Ry(r)*Rz(u)*Rx(p)*Ry(q)\n"
        "body arm { at last*[a, b, c] + first*[1, 2, 3]   # its centre\n    rotation last\n    mass m,\n"
        "    inertia matrix(1, 2, 3, 0.1, 0.2, 0.3) }\ngravity [0, 0, -9]\ninit p = 0.1, q = 0.2, r = 0.3, u = 0.4\n");
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    const nh_sheet_structure *structure = &short_sheet(&s, a, "chetaev")->structure;
    assert_true(structure->is_there);
    assert_int_equal(structure->declared.count, 4);
    assert_string_equal(structure->declared.items[0], "let first = Rz(p)*Rx(q)");
    assert_string_equal(structure->declared.items[1], "let last = first*Ry(r)*Rz(u)*Rx(p)*Ry(q)");
    assert_string_equal(
        structure->declared.items[2],
        "body arm { at last*[a, b, c] + first*[1, 2, 3], rotation last, mass m, inertia matrix(1, 2, 3, "
        "0.1, 0.2, 0.3) }");
    assert_string_equal(structure->declared.items[3], "gravity [0, 0, -9]");
    subject_free(&s);
}

int main(void) {
    static char names[][40] = {"classics/bicycle", "simple/closed-chain", "classics/rattleback",
                               "simple/knife-chain-cartesian"};
    enum { MODELS = sizeof names / sizeof *names, OWN = 2 };
    struct CMUnitTest tests[MODELS + OWN] = {cmocka_unit_test(test_none), cmocka_unit_test(test_statements)};
    for (size_t i = 0; i < MODELS; i++)
        tests[OWN + i] = (struct CMUnitTest){.name = names[i], .test_func = check_model, .initial_state = names[i]};
    return _cmocka_run_group_tests("paper.structure", tests, OWN + MODELS, NULL, NULL);
}
