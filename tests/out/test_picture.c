/* Pictures of the system: well-formed, whole, with what the model draws. How they look is for eyes. */
#include <unistd.h>

#include "base/io/file.h"
#include "out/picture/picture.h"
#include "out/picture/picture_private.h"

#include "svg.h"

static nh_model *read_model(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_model *model = NULL;
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) nh_raise(context, status);
    return model;
}

static nh_trajectory *move(nh_arena *arena, nh_model *model, double to, double step) {
    nh_run_def def = nh_default_run();
    def.to = to;
    def.step = step;
    def.sketch = true;
    return nh_simulate(arena, model, &def);
}

static const char *draw(nh_arena *arena, const char *text, double to) {
    nh_model *model = read_model(nh_arena_context(arena), text);
    const char *picture = nh_picture_svg(arena, model, move(arena, model, to, 0));
    nh_model_destroy(model);
    return picture;
}

static svg *read_picture(nh_arena *arena, const char *text, double to) {
    svg *s = NH_NEW(arena, svg);
    svg_read(s, draw(arena, text, to));
    assert_true(s->width == 800 && s->height >= 300 && s->height <= 600);
    return s;
}

static void check_has(const char *text, const char *part, bool wanted) {
    if ((strstr(text, part) != NULL) != wanted) fail_msg("'%s' is %sin\n%s", part, wanted ? "not " : "", text);
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

/* ---- views ---- */

#define POINT "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -1]\ninit x' = 1\n"

PROTECTED_TEST(planes) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = draw(arena, POINT, 3);
    check_has(text, ">x</text>", true);
    check_has(text, ">y</text>", true);
    check_has(text, ">z</text>", false);
    text = draw(arena, "coord x, z\npoint P = [x, 2, z] mass 1\ninit x' = 1, z' = 1\n", 1);
    check_has(text, ">z</text>", true);
    check_has(text, ">y</text>", false);
    text = draw(arena, "coord y, z\npoint P = [2, y, z] mass 1\ninit y' = 1, z' = 1\n", 1);
    check_has(text, ">x</text>", false);
    text = draw(arena, "coord x, y, z\npoint P = [x, y, z] mass 1\ninit x' = 1, y' = 2, z' = 1\n", 1);
    check_has(text, ">x</text>", true);
    check_has(text, ">y</text>", true);
    check_has(text, ">z</text>", true);
    /* a disc that lies in its plane, and one that is on it */
    text = draw(arena,
                "coord x, a\nbody B { at [x, 0], rotation Rz(a), mass 1, inertia 1 }\ndraw disc B radius 1\n"
                "init x' = 1, a' = 1\n",
                9);
    check_has(text, ">z</text>", false);
    text = draw(arena,
                "coord x, a\nbody B { at [x, x], rotation Rx(a), mass 1, inertia diag(1, 1, 1) }\ndraw disc B radius 1 "
                "axis [1, 0, 0]\n"
                "init x' = 1, a' = 1\n",
                9);
    check_has(text, ">z</text>", true);
}

/* A long way along y goes to the right, unless there is weight along y. */
PROTECTED_TEST(turned_page) {
    nh_arena *arena = nh_arena_create(context);
    const char *texts[] = {"coord x, y\npoint P = [x, y] mass 1\ninit x' = 1, y' = 5\n",
                           "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -1]\ninit x' = 1, y' = 50\n"};
    for (int i = 0; i < 2; i++) {
        nh_model *model = read_model(context, texts[i]);
        nh_picture p = {.arena = arena, .model = model};
        p.candidates.arena = p.moments.arena = arena;
        p.trajectory = move(arena, model, 1, 0);
        nh_picture_look(&p);
        nh_picture_choose_view(&p);
        assert_true(p.is_flat && p.right[i == 0 ? 1 : 0] == 1 && p.up[i == 0 ? 0 : 1] == (i == 0 ? -1 : 1));
        nh_model_destroy(model);
    }
}

/* A path of 3 to the right and 4.5 down. */
PROTECTED_TEST(equal_scales) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, POINT);
    nh_picture p = {.arena = arena, .model = model};
    p.candidates.arena = p.moments.arena = arena;
    p.trajectory = move(arena, model, 3, 0);
    nh_picture_look(&p);
    nh_picture_choose_view(&p);
    nh_picture_choose_moments(&p);
    nh_picture_lay_out(&p);
    double across[2], upwards[2];
    nh_picture_span(&p, p.right, across);
    nh_picture_span(&p, p.up, upwards);
    assert_true(fabs(across[1] - across[0] - 3) < 1e-6 && fabs(upwards[1] - upwards[0] - 4.5) < 1e-6);
    assert_true(p.map.m[0][0] == p.scale && p.map.m[1][1] == -p.scale && p.map.m[0][2] == 0);
    assert_true(fabs(4.5 * p.scale - (600 - NH_PICTURE_TOP - NH_PICTURE_BOTTOM)) < 1e-6);
    /* along the way: evenly, the ends among them */
    assert_int_equal(p.moments.count, NH_PICTURE_MOMENTS);
    assert_int_equal(p.moments.items[0], 0);
    assert_int_equal(p.moments.items[p.moments.count - 1], p.candidates.count - 1);
    nh_model_destroy(model);
}

/* ---- what is drawn ---- */

PROTECTED_TEST(shapes) {
    nh_arena *arena = nh_arena_create(context);
    svg *s =
        read_picture(arena,
                     "coord x, phi\nbody B { at [x, 0, 1], rotation Ry(phi), mass 1, inertia diag(1, 2, 1) }\n"
                     "point P[i=1..2] = B.at([i, 0, 0])\ninit x' = 2, phi' = 1\n"
                     "draw trail P, B\ndraw segment P[1], P[2]\ndraw arrow B, B.c'\n"
                     "draw disc B radius 1 axis [0, 1, 0]\ndraw sphere P radius 0.1\n"
                     "draw ellipsoid B [1, 0.5, 1]\ndraw box B [1, 1, 2]\n"
                     "draw curve [cos(s), sin(s), 0] for s = 0 .. 2*pi\ndraw plane at [0, 0, 0] normal [0, 0, 1]\n",
                     10);
    assert_true(s->moments >= 5 && s->moments <= 9);
    /* at each moment disc, two spheres, ellipsoid; and the shadows of one */
    assert_int_equal(s->ellipses, 4 * s->moments + 4);
}

PROTECTED_TEST(standing_still) {
    nh_arena *arena = nh_arena_create(context);
    svg *s = read_picture(arena, "coord x, y\npoint P = [x, y] mass 1\ninit x = 1\n", 1);
    assert_int_equal(s->moments, 1);
    s = read_picture(arena, "coord x, y\npoint P = [x, y] mass 1\ninit x = 1\ndraw segment P, [0, 0]\n", 1);
    assert_int_equal(s->moments, 1);
    /* round and round: never twice at the same place */
    s = read_picture(arena, "coord a\npoint P = [cos(a), sin(a)] mass 1\ndraw segment [0, 0], P\ninit a' = 1\n", 60);
    assert_true(s->moments >= 5 && s->moments <= 9);
}

PROTECTED_TEST(ground_in_plane) {
    nh_arena *arena = nh_arena_create(context);
    const char *ball =
        "coord x, a\nbody B { at [x, 0, 1], rotation Ry(a), mass 1, inertia diag(1, 1, 1) }\ninit x' = 1, a' = 1\n"
        "draw disc B radius 1 axis [0, 1, 0]\ndraw plane\n";
    svg *s = read_picture(arena, ball, 9);
    check_has(draw(arena, ball, 9), "#b8c0c9", true); /* hatched */
    assert_int_equal(s->ellipses, s->moments);
}

PROTECTED_TEST(chart) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = draw(arena, "coord q[1..9]\nkinetic q[i]'^2/2 for i = 1..9\ninit q[1]' = 1, q[9] = 3\n", 2);
    svg *s = NH_NEW(arena, svg);
    svg_read(s, text);
    check_has(text, ">q[1]</text>", true);
    check_has(text, ">q[9]</text>", true);
    assert_int_equal(count_of(text, "stroke-width=\"1.6\""), 5);
    text = draw(arena, "coord x\npoint P = [x, 0] mass 1\ninit x' = 1\ndraw none\n", 2);
    check_has(text, ">x</text>", true);
    assert_int_equal(count_of(text, "moment"), 0);
    svg_read(s, text);
}

PROTECTED_TEST(left_out) {
    nh_arena *arena = nh_arena_create(context);
    svg *s = read_picture(arena, POINT "draw trail P\ndraw arrow P, P''\n", 2);
    assert_true(s->moments > 1);
    assert_string_equal(test_last_code(context), "not-drawn");
}

/* Arrows that are much longer than everything else are shortened. */
PROTECTED_TEST(long_arrows) {
    nh_arena *arena = nh_arena_create(context);
    svg *s = read_picture(arena, POINT "draw trail P\ndraw arrow P, 1000*P'\n", 2);
    assert_true(s->moments >= 5);
}

/* ---- texts ---- */

PROTECTED_TEST(literal_texts) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = draw(arena, "system \"a < b & 'c' > d </title><script>\"\n" POINT, 1);
    svg *s = NH_NEW(arena, svg);
    svg_read(s, text);
    check_has(text, "<title>a &lt; b &amp; 'c' &gt; d &lt;/title&gt;&lt;script&gt;</title>", true);
    check_has(text, "<script", false);
}

/* ---- rows ---- */

PROTECTED_TEST(rows) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, POINT);
    svg *s = NH_NEW(arena, svg);
    /* the same picture whatever the rows are */
    const char *few = nh_picture_svg(arena, model, move(arena, model, 3, 1.5));
    const char *many = nh_picture_svg(arena, model, move(arena, model, 3, 0.01));
    assert_string_equal(few, many);
    assert_string_equal(few, nh_picture_svg(arena, model, move(arena, model, 3, 1.5)));
    /* without points of its own: dots */
    nh_trajectory *rows = move(arena, model, 3, 0.5);
    rows->sketch = NULL;
    const char *dots = nh_picture_svg(arena, model, rows);
    svg_read(s, dots);
    assert_true(count_of(dots, "h0") >= 7 && count_of(few, "h0") == 0);
    /* no rows at all */
    rows->values.count = 0;
    svg_read(s, nh_picture_svg(arena, model, rows));
    nh_model_destroy(model);
}

/* Values that are no numbers, or beyond all bounds, are left out. */
PROTECTED_TEST(gaps) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, POINT);
    nh_trajectory *found = move(arena, model, 3, 0.01);
    nh_trajectory *points = (nh_trajectory *)found->sketch;
    svg *s = NH_NEW(arena, svg);
    size_t count = points->values.count / points->columns;
    points->values.items[points->columns * (count / 2) + 1] = NAN;
    points->values.items[points->columns * (count / 3) + 2] = 1e200;
    points->values.items[points->columns * (count - 1) + 1] = INFINITY;
    svg_read(s, nh_picture_svg(arena, model, found));
    for (size_t i = 0; i < count; i++) points->values.items[points->columns * i + 1] = NAN;
    svg_read(s, nh_picture_svg(arena, model, found));
    nh_model_destroy(model);
}

/* Very small, very large, far away. */
PROTECTED_TEST(sizes) {
    nh_arena *arena = nh_arena_create(context);
    const char *scales[] = {"1e-150*[x, y, x*y]", "1e90*[x, y, x*y]", "[x, y, x*y] + 1e9*[1, 1, 1]", "0*[x, y, 0]",
                            "1e-250*[x, y, 0]"};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "coord x, y\nkinetic x'^2 + y'^2\ninit x' = 1, y' = 1\ndraw trail %s\ndraw sphere %s radius 0\n",
                 scales[i], scales[i]);
        (void)read_picture(arena, text, 2);
    }
}

PROTECTED_TEST(large) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = draw(arena,
                            "const N = 1000\ncoord x[1..N], y[1..N]\npoint P[i=1..N] = [x[i], y[i] + i/N] mass 1\n"
                            "draw segment P[i], P[i+1] for i = 1..N-1\ndraw trail P\n"
                            "init x[i]' = 1 for i = 1..N\n",
                            1);
    svg *s = NH_NEW(arena, svg);
    svg_read(s, text);
    if (strlen(text) > 300000) fail_msg("%zu bytes", strlen(text));
}

/* ---- failures ---- */

static void write_one(nh_context *context, void *path) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, POINT "draw sphere P radius 0.1\ndraw trail P\n");
    nh_picture_write(model, move(arena, model, 1, 0.1), path);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void check_failure(const char *path, nh_status wanted) {
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, write_one, (void *)path), wanted);
    nh_context_destroy(context);
}

static void failures(void **state) {
    (void)state;
    check_failure("a.png", NH_E_USAGE);
    check_failure(".svg", NH_E_USAGE);
    check_failure(test_path("none/a.svg"), NH_E_IO);
    check_failure(test_path("a.SVG"), NH_OK);
    assert_int_equal(access(test_path("a.SVG"), F_OK), 0);
}

static void memory_fails(void **state) {
    (void)state;
    assert_true(test_every_failure(write_one, (void *)test_path("memory.svg"), 60) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes),        cmocka_unit_test(turned_page),    cmocka_unit_test(equal_scales),
        cmocka_unit_test(shapes),        cmocka_unit_test(standing_still), cmocka_unit_test(ground_in_plane),
        cmocka_unit_test(chart),         cmocka_unit_test(left_out),       cmocka_unit_test(long_arrows),
        cmocka_unit_test(literal_texts), cmocka_unit_test(rows),           cmocka_unit_test(gaps),
        cmocka_unit_test(sizes),         cmocka_unit_test(large),          cmocka_unit_test(failures),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
