/* Equations as vectors: which models have them, that each line holds in numbers, and that nothing else has them. */
#include "sheets.h"

#define FREE "orientation B\n"
#define INERTIA "inertia matrix(0.3, 0.4, 0.5, 0.02, 0.03, -0.04)"
#define START "init B.R = Rz(0.3)*Rx(0.4)*Ry(0.2)\n"

/* How many equations and normals a sheet has; 0: no vectors. */
static int count_statements(const nh_sheet *sheet) {
    int count = 0;
    for (size_t i = 0; i < sheet->vectors.count; i++) {
        nh_sheet_vector_sort sort = sheet->vectors.items[i].sort;
        count += sort == NH_VECTOR_EQUATION || sort == NH_VECTOR_NORMAL;
    }
    return count;
}

static void expect_vectors(nh_context *context, const char *name, const char *text, int statements) {
    subject s = subject_make(context, name, text);
    const char *why = NULL;
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    nh_random random = nh_random_make(test_seed(), 7);
    nh_state near = subject_state(&s);
    const nh_sheet *sheet = nh_sheet_make(s.arena, a, nh_form_find("hamel", NULL), &why);
    assert_non_null(sheet);
    if (count_statements(sheet) != statements) fail_msg("%s: %d statements", name, count_statements(sheet));
    assert_true(sheet->has_components == (statements == 0));
    sheet_dynamics d = make_dynamics(&s, nh_chetaev_derive(s.model, s.arena), &random);
    check_sheet_at(&s, a, sheet, &d, &a->state);
    for (int i = 0; i < 3 && nh_samples_draw(a->states, &random, &a->state, 0.2, &near); i++)
        check_sheet_at(&s, a, sheet, &d, &near);
    subject_free(&s);
}

PROTECTED_TEST(test_fixed_point) {
    expect_vectors(context, "euler", FREE "body B { " INERTIA " }\ninit B.Omega = [1, 2, 3]\n", 1);
    expect_vectors(context, "top",
                   "param m = 2, g = 9.8\n" FREE "body B { at B.R*[0.1, 0.2, 0.3], mass m, " INERTIA " }\n"
                   "gravity [0, 0, -g]\n" START "init B.Omega = [1, 2, 3]\n",
                   1);
    expect_vectors(context, "side", /* a force that is no weight */
                   "param m = 2\n" FREE "body B { at B.R*[0.1, 0.2, 0.3], mass m, " INERTIA " }\n"
                   "gravity [3, 0, -9.8]\n" START "init B.Omega = [1, 2, 3]\n",
                   1);
}

PROTECTED_TEST(test_rows_on_angular_velocity) {
    expect_vectors(context, "suslov",
                   FREE "body B { " INERTIA " }\nconstraint s: dot([1, 2, 2], B.Omega) = 0\n"
                        "init B.Omega ~ [2, -1, 0]\n",
                   2);
    expect_vectors(context, "veselova",
                   FREE "body B { " INERTIA " }\nconstraint v: B.omega.z = 0\n" START "init B.Omega ~ [1, 2, 3]\n", 2);
    expect_vectors(context, "both",
                   FREE "body B { " INERTIA " }\nconstraint v: B.omega.z = 0\nconstraint s: B.Omega.x = 0\n" START
                        "init B.Omega ~ [0, 2, 3]\n",
                   3);
}

PROTECTED_TEST(test_rolling) {
    static const char body[] =
        "param m = 2, r = 0.5, g = 9.8\ncoord x, y, z\n" FREE "body B { at [x, y, z], mass m, " INERTIA
        " }\ngravity [0, 0, -g]\n" START "init B.Omega ~ [1, 2, 3]\n";
    static const char *const contacts[] = {
        "contact C: sphere of B radius r on plane rolls\n",
        "contact C: disc of B radius r axis [0, 1, 0] on plane rolls\n",
        "contact C: ellipsoid of B axes [0.5, 0.6, 0.7] on plane rolls\n",
        "contact C: sphere of B radius r on plane rolls without spin\n",
    };
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "%s%s", body, contacts[i]);
        expect_vectors(context, contacts[i], nh_text_string(&text), i == 3 ? 2 : 1);
    }
}

/* Another velocity that is free, another mass, a surface that moves. */
PROTECTED_TEST(test_none) {
    expect_vectors(context, "slides",
                   "param m = 2\ncoord x, y\n" FREE "body B { at [x, y, 1], mass m, " INERTIA " }\n"
                   "constraint c: x' = B.omega.y\n",
                   0);
    expect_vectors(context, "rider", "param m = 2\n" FREE "body B { " INERTIA " }\npoint P = B.R*[1, 0, 0] mass m\n",
                   0);
    expect_vectors(context, "turntable",
                   "param m = 2\ncoord x, y\n" FREE "body B { at [x, y, 1], mass m, " INERTIA " }\n"
                   "constraint a: x' - B.omega.y = -3*y\nconstraint b: y' + B.omega.x = 3*x\n",
                   0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_point),
        cmocka_unit_test(test_rows_on_angular_velocity),
        cmocka_unit_test(test_rolling),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
