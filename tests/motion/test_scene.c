/* Shapes in space at a known state, by value. */
#include <math.h>
#include <string.h>

#include "motion/scene/scene.h"

#include "support.h"

static nh_model *read_model(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_model *model = NULL;
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) nh_raise(context, status);
    return model;
}

static void check_vector(const char *what, const double found[3], double x, double y, double z) {
    double away = fabs(found[0] - x) + fabs(found[1] - y) + fabs(found[2] - z);
    if (!(away < 1e-12)) fail_msg("%s is [%g, %g, %g], not [%g, %g, %g]", what, found[0], found[1], found[2], x, y, z);
}

static const nh_figure *find(const nh_scene *scene, const nh_figure *figures, nh_figure_kind kind, size_t number) {
    size_t i = 0, count = nh_scene_figures(scene);
    for (; i < count; i++)
        if (figures[i].kind == kind && number-- == 0) break;
    if (i == count) fail_msg("there is no such figure of kind %d", kind);
    return &figures[i];
}

/* The body is at [3, 0, 1], turned by a quarter about z: its x axis is y in space, its y axis is -x. */
static const double known_state[] = {0, 3, 1.57079632679489661923, 0.5, 0};

#define BODY                                                                                                           \
    "param R = 2\ncoord x, phi\n"                                                                                      \
    "body B { at [x, 0, 1], rotation Rz(phi), mass 1, inertia diag(1, 2, 1) }\n"                                       \
    "point P[i=1..2] = B.at([i, 0, 0])\ninit x' = 1\n"

/* ---- what the model draws ---- */

PROTECTED_TEST(lines) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, BODY "draw segment P[1], P[2]\ndraw arrow B, 2*B.c'\n"
                                               "draw plane at [0, 0, x] normal [0, 0, -R]\n"
                                               "draw curve [R*s, s^2, x] for s = 0 .. R\n"
                                               "draw curve [s, 0, 0] for s = -1 .. 1\n");
    nh_scene *scene = nh_scene_make(arena, model);
    const nh_figure *figures = nh_scene_look(scene, arena, known_state);
    assert_int_equal(nh_scene_figures(scene), 5);
    assert_int_equal(nh_scene_trails(scene), 0);
    const nh_figure *f = find(scene, figures, NH_FIGURE_SEGMENT, 0);
    check_vector("the start", f->at, 3, 1, 1);
    check_vector("the end", f->to, 3, 2, 1);
    assert_int_equal(f->drawing, 0);
    assert_true(f->is_good && !f->is_fixed);
    f = find(scene, figures, NH_FIGURE_ARROW, 0);
    check_vector("the foot", f->at, 3, 0, 1);
    check_vector("the head", f->to, 4, 0, 1);
    f = find(scene, figures, NH_FIGURE_PLANE, 0);
    check_vector("the place", f->at, 0, 0, 3);
    check_vector("the normal", f->axes[2], 0, 0, -1);
    f = find(scene, figures, NH_FIGURE_CURVE, 0);
    assert_int_equal(f->drawing, 3);
    assert_false(f->is_fixed);
    check_vector("the first point", f->points[0], 0, 0, 3);
    check_vector("the middle", f->points[f->point_count / 2], 2, 1, 3);
    check_vector("the last point", f->points[f->point_count - 1], 4, 4, 3);
    f = find(scene, figures, NH_FIGURE_CURVE, 1); /* its variable has the same name */
    assert_true(f->is_fixed);
    check_vector("the first point", f->points[0], -1, 0, 0);
    check_vector("the last point", f->points[f->point_count - 1], 1, 0, 0);
    nh_model_destroy(model);
}

PROTECTED_TEST(solids) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, BODY "draw disc B radius R axis [3, 0, 0]\ndraw disc P[1] radius 1\n"
                                               "draw sphere B radius R\ndraw sphere [1, 2, 3] radius 0.5\n"
                                               "draw ellipsoid B [1, 2, 3]\ndraw box B [1, 2, 3]\n");
    nh_scene *scene = nh_scene_make(arena, model);
    const nh_figure *figures = nh_scene_look(scene, arena, known_state), *f = find(scene, figures, NH_FIGURE_DISC, 0);
    check_vector("the centre", f->at, 3, 0, 1);
    check_vector("the normal", f->axes[2], 0, 1, 0); /* x of the body */
    for (int i = 0; i < 2; i++) {
        const double *a = f->axes[i], *b = f->axes[1 - i];
        assert_true(fabs(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] - 4) < 1e-12);
        assert_true(fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) < 1e-12 && fabs(a[1]) < 1e-12);
    }
    assert_true(f->turns);
    f = find(scene, figures, NH_FIGURE_DISC, 1);
    check_vector("the normal in space", f->axes[2], 0, 0, 1);
    assert_false(f->turns);
    f = find(scene, figures, NH_FIGURE_SPHERE, 0);
    check_vector("a radius", f->axes[0], 0, 2, 0);
    f = find(scene, figures, NH_FIGURE_SPHERE, 1);
    check_vector("the centre", f->at, 1, 2, 3);
    check_vector("a radius", f->axes[1], 0, 0.5, 0);
    assert_true(f->is_fixed && !f->turns);
    f = find(scene, figures, NH_FIGURE_ELLIPSOID, 0);
    check_vector("the first half axis", f->axes[0], 0, 1, 0);
    check_vector("the second half axis", f->axes[1], -2, 0, 0);
    check_vector("the third half axis", f->axes[2], 0, 0, 3);
    f = find(scene, figures, NH_FIGURE_BOX, 0);
    check_vector("half of the first edge", f->axes[0], 0, 0.5, 0);
    check_vector("half of the second edge", f->axes[1], -1, 0, 0);
    nh_model_destroy(model);
}

PROTECTED_TEST(trails) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, BODY "draw trail P, B, [1, R, 3]\n");
    nh_scene *scene = nh_scene_make(arena, model);
    double x[12];
    assert_int_equal(nh_scene_figures(scene), 0);
    assert_int_equal(nh_scene_trails(scene), 4);
    nh_scene_look_trails(scene, known_state, x);
    check_vector("P[1]", x, 3, 1, 1);
    check_vector("P[2]", x + 3, 3, 2, 1);
    check_vector("B", x + 6, 3, 0, 1);
    check_vector("a place", x + 9, 1, 2, 3);
    assert_true(nh_scene_trail(scene, 3)->is_fixed && !nh_scene_trail(scene, 0)->is_fixed);
    nh_model_destroy(model);
}

PROTECTED_TEST(nothing) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, BODY "draw none\n");
    nh_scene *scene = nh_scene_make(arena, model);
    assert_int_equal(nh_scene_figures(scene) + nh_scene_trails(scene) + nh_scene_left_out(scene), 0);
    nh_model_destroy(model);
    model = read_model(context, "coord x\nkinetic x'^2/2\ninit x = 1\n");
    scene = nh_scene_make(arena, model);
    assert_int_equal(nh_scene_figures(scene) + nh_scene_trails(scene), 0);
    nh_model_destroy(model);
}

/* ---- what it has by itself ---- */

PROTECTED_TEST(by_itself) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, "coord x, phi\npoint F = [0, 0, 0]\npoint Q = [x, 0, 1]\n"
                                          "body B { at [x, 0, 1], rotation Rz(phi), mass 2, inertia diag(10, 13, 5) }\n"
                                          "body D { at [0, x, 0], mass 1, inertia 8 }\nbody E { at [0, 0, x] }\n"
                                          "spring F, B stiffness 1\ninit x' = 1\n");
    nh_scene *scene = nh_scene_make(arena, model);
    const nh_figure *figures = nh_scene_look(scene, arena, known_state), *f = find(scene, figures, NH_FIGURE_SPRING, 0);
    check_vector("the end of the spring", f->to, 3, 0, 1);
    assert_int_equal(f->drawing, NH_MODEL_NONE);
    f = find(scene, figures, NH_FIGURE_ELLIPSOID, 0); /* 2/5 a^2 = 13 + 5 - 10, over 2 */
    check_vector("a half axis", f->axes[0], 0, sqrt(10), 0);
    check_vector("another one", f->axes[1], -sqrt(2.5), 0, 0);
    f = find(scene, figures, NH_FIGURE_ELLIPSOID, 1); /* a round plate: m r^2/2 = 8 */
    check_vector("a radius of the plate", f->axes[0], 4, 0, 0);
    check_vector("its thickness", f->axes[2], 0, 0, 0);
    f = find(scene, figures, NH_FIGURE_FRAME, 0);
    check_vector("an axis of the frame", f->axes[1], 0, 1, 0);
    f = find(scene, figures, NH_FIGURE_POINT, 0);
    assert_true(f->is_fixed);
    assert_int_equal(nh_scene_trails(scene), 3); /* not of what is fixed; Q and B are at one place */
    nh_model_destroy(model);
}

/* ---- what has no value ---- */

PROTECTED_TEST(left_out) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model =
        read_model(context, "param k\ncoord x\npoint P = [x, 0] mass 1\nconstraint still: x' = 1\ninit x = 1\n"
                            "draw arrow P, P''\ndraw sphere P radius k\n"
                            "draw segment P, [sqrt(-x), 0, 0]\ndraw curve [s, sqrt(s), 0] for s = -1 .. 1\n");
    nh_scene *scene = nh_scene_make(arena, model);
    const double at[] = {0, 1, 1};
    const nh_figure *figures = nh_scene_look(scene, arena, at);
    assert_int_equal(nh_scene_left_out(scene), 2);
    assert_int_equal(nh_scene_figures(scene), 2);
    assert_false(find(scene, figures, NH_FIGURE_SEGMENT, 0)->is_good);
    const nh_figure *f = find(scene, figures, NH_FIGURE_CURVE, 0); /* the half that there is */
    assert_true(f->is_good && f->point_count > 40 && f->point_count < 60);
    check_vector("its end", f->points[f->point_count - 1], 1, 1, 0);
    nh_model_destroy(model);
}

/* ---- memory ---- */

static void try_to_look(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model =
        read_model(context, BODY "draw disc B radius R\ndraw curve [s, x, 0] for s = 0 .. 1\ndraw trail P\n");
    double x[6];
    nh_scene *scene = nh_scene_make(arena, model);
    (void)nh_scene_look(scene, arena, known_state);
    nh_scene_look_trails(scene, known_state, x);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void memory_fails(void **unused) {
    (void)unused;
    assert_true(test_every_failure(try_to_look, NULL, 60) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),        cmocka_unit_test(solids),    cmocka_unit_test(trails),
        cmocka_unit_test(nothing),      cmocka_unit_test(by_itself), cmocka_unit_test(left_out),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
