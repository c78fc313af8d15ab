/* Families of points, [Simple] Ex. 2-4: every formulation has as many entries and operations as there are points, and
 * all of them give the same accelerations. */
#include "forms.h"

#include "expr/inspect.h"

static const char points[] = "param m[i=1..N] = 1 + i/10\ncoord x[1..N], y[1..N], z[1..N]\n"
                             "point P[i=1..N] = [x[i], y[i], z[i]] mass m[i]\ngravity [0, 0, -1]\n"
                             "spring P[i], P[i+1] stiffness 2 for i = 1..N-1\n"
                             "init P[i] = [i, sin(i), cos(3*i)] for i = 1..N\n";

/* What a family adds to these. */
typedef struct family {
    const char *name, *text;
} family;

static const family families[] = {
    {"equal speeds", "constraint equal[i=2..N]: |P[1]'| = |P[i]'|\nindependent x[i]', y[i]' for i = 1..N\n"
                     "independent z[1]'\ninit P[i]' ~ [sin(i)/2, cos(2*i)/2, 2 + sin(5*i)] for i = 1..N\n"},
    {"parallel velocities", "constraint parallel[i=2..N]: cross(P[1]', P[i]') = 0\nindependent x[i]' for i = 1..N\n"
                            "independent y[1]', z[1]'\ninit P[i]' = (2 + sin(3*i))*[1, 0.4, -0.7] for i = 1..N\n"},
    {"parallel velocities, any choice",
     "constraint y_of[i=2..N]: x[1]'*y[i]' = y[1]'*x[i]'\nconstraint z_of[i=2..N]: x[1]'*z[i]' = z[1]'*x[i]'\n"
     "init P[i]' = (2 + sin(3*i))*[1, 0.4, -0.7] for i = 1..N\n"},
    {"equal speeds, any choice", "constraint equal[i=2..N]: |P[1]'| = |P[i]'|\n"
                                 "init P[i]' ~ [sin(i)/2, cos(2*i)/2, 2 + sin(5*i)] for i = 1..N\n"},
    {"neighbours parallel",
     "constraint y_of[i=2..N]: x[i-1]'*y[i]' = y[i-1]'*x[i]'\nconstraint z_of[i=2..N]: x[i-1]'*z[i]' = z[i-1]'*x[i]'\n"
     "init P[i]' = (2 + sin(3*i))*[1, 0.4, -0.7] for i = 1..N\n"},
    {"perpendicular velocities", "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n"
                                 "init P[i]' ~ [cos(i), sin(2*i), cos(5*i + 1)] for i = 1..N\n"},
    {"perpendicular, neighbours of a point nearly parallel",
     "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n"
     "init x[i]' = 1, y[i]' ~ i, z[i]' ~ (-1)^i*i for i = 1..N\n"},
};

static subject make(nh_context *context, const family *f, int count) {
    char text[2000];
    snprintf(text, sizeof text, "const N = %d\n%s%s", count, points, f->text);
    return subject_make(context, f->name, text);
}

/* Entries of the equations and what it takes to evaluate them. */
static double size_of(const subject *s, const nh_equations *e) {
    nh_exprs all = {.arena = s->arena};
    for (uint32_t i = 0; i < e->matrix.start[e->count]; i++) nh_array_push(&all, e->matrix.entry[i]);
    for (uint32_t i = 0; i < e->lift.start[s->n]; i++) nh_array_push(&all, e->lift.entry[i]);
    for (uint32_t i = 0; i < e->count; i++) nh_array_push(&all, e->force[i]);
    for (uint32_t i = 0; i < s->n; i++) nh_array_push(&all, e->rest[i]);
    return (double)all.count + (double)nh_expr_operations(s->model->pool, all.count, all.items);
}

/* size[i]: by formulation, 0 where it does not apply. */
static void measure(nh_context *context, const family *f, int count, double *size) {
    subject s = make(context, f, count);
    nh_state state = subject_start(&s);
    const nh_explicit *choice = choice_at(&s, &state);
    const double *wanted = accelerations_by(&s, derive(&s, "maggi", choice), &state);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_form *form = nh_form_at(i);
        bool is_in_velocities = form->variables != NULL && strcmp(form->variables, "independent velocities") == 0;
        const nh_equations *e = is_in_velocities ? derive(&s, form->name, choice) : NULL;
        size[i] = 0;
        if (e == NULL) continue;
        size[i] = size_of(&s, e);
        check_all_near(&s, form->name, s.n, accelerations_by(&s, e, &state), wanted, 1e-8);
    }
    subject_free(&s);
}

/* Twice as many points again add twice as much as the first doubling; with products of all pairs
 * it would be four times. */
static void check_growth(nh_context *context, const family *f) {
    enum { MOST_FORMS = 40 };
    double size[3][MOST_FORMS];
    int counted = 0;
    for (int i = 0; i < 3; i++) measure(context, f, 8 << i, size[i]);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        if (size[0][i] == 0) continue;
        double ratio = (size[2][i] - size[1][i]) / (size[1][i] - size[0][i]);
        if (!(ratio < 2.3))
            fail_msg("%s, %s: %g, %g, %g", f->name, nh_form_at(i)->name, size[0][i], size[1][i], size[2][i]);
        counted++;
    }
    assert_true(counted >= 5);
}

PROTECTED_TEST(growth) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) check_growth(context, &families[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
