/* Pictures: what gnuplot is told, and what comes of it. How they look is for eyes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/file.h"
#include "out/plot/plot.h"
#include "out/plot/plot_private.h"

#include "support.h"

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

/* The same without points for drawing. */
static nh_trajectory *move_rows(nh_arena *arena, nh_model *model, double to, double step) {
    nh_trajectory *found = move(arena, model, to, step);
    found->sketch = NULL;
    return found;
}

static const char *script_of(nh_arena *arena, const char *text, double to, double step) {
    nh_model *model = read_model(nh_arena_context(arena), text);
    const char *script = nh_plot_script(arena, model, move(arena, model, to, step), NH_PLOT_SVG);
    nh_model_destroy(model);
    return script;
}

static void check_has(const char *script, const char *part, bool wanted) {
    if ((strstr(script, part) != NULL) != wanted) fail_msg("'%s' is %sin\n%s", part, wanted ? "not " : "", script);
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

/* ---- what is chosen ---- */

static void formats(void **state) {
    (void)state;
    assert_int_equal(nh_plot_format_of("a.svg"), NH_PLOT_SVG);
    assert_int_equal(nh_plot_format_of("x.y/a.PNG"), NH_PLOT_PNG);
    assert_int_equal(nh_plot_format_of("a.pdf"), NH_PLOT_PDF);
    assert_int_equal(nh_plot_format_of("a.svg.gz"), NH_PLOT_FORMATS);
    assert_int_equal(nh_plot_format_of(".svg"), NH_PLOT_FORMATS);
    assert_int_equal(nh_plot_format_of(""), NH_PLOT_FORMATS);
}

#define IN_PLANE "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -1]\ninit x' = 1\n"

PROTECTED_TEST(plane) {
    nh_arena *arena = nh_arena_create(context);
    const char *script = script_of(arena, IN_PLANE, 1, 0.1);
    check_has(script, "set xlabel 'x'", true);
    check_has(script, "set ylabel 'y'", true);
    check_has(script, "$shadow0", false);
    check_has(script, "'T'", true);
    check_has(script, "'V'", true);
    check_has(script, "relative errors", false); /* no constraints, no invariants */
    script = script_of(arena, "coord x, z\npoint P = [x, 4, z] mass 1\ninit x' = 1, z' = 1\n", 1, 0.1);
    check_has(script, "set ylabel 'z'", true);
    check_has(script, "'E = T'", true);
    check_has(script, "'V'", false);
    check_has(script, "dt (8,8)", true); /* x and z are equal */
    /* one above the other */
    script =
        script_of(arena, "coord x, y\npoint P = [x, y] mass 1\npoint Q = [x, y, 1]\ninit x' = 1, y' = 2\n", 1, 0.1);
    assert_int_equal(count_of(script, "dt (8,8)"), 1);
    nh_arena_destroy(arena);
}

/* The number after `part`. */
static double number_behind(const char *script, const char *part) {
    const char *at = strstr(script, part);
    if (at == NULL) fail_msg("no '%s'", part);
    return strtod(at + strlen(part), NULL);
}

/* A pixel is the same length on both axes. */
PROTECTED_TEST(equal_scales) {
    nh_arena *arena = nh_arena_create(context);
    const char *script = strstr(script_of(arena, IN_PLANE, 3, 0.1), "set multiplot");
    double width = number_behind(script, "rmargin at screen ") - number_behind(script, "lmargin at screen ");
    double height = number_behind(script, "tmargin at screen ") - number_behind(script, "bmargin at screen ");
    const char *across = strstr(script, "xrange ["), *up = strstr(script, "yrange [");
    double x = number_behind(strchr(across, ':'), ":") - number_behind(across, "[");
    double y = number_behind(strchr(up, ':'), ":") - number_behind(up, "[");
    const char *size = strstr(script_of(arena, IN_PLANE, 3, 0.1), "size ");
    double pixels = number_behind(size, "size ") / number_behind(size, ",");
    if (!(fabs(x / (width * pixels) / (y / height) - 1) < 1e-6)) fail_msg("%g %g", x / (width * pixels), y / height);
    assert_true(x >= 3 && y >= 4.5); /* all of the path: 3 to the right, 4.5 down */
    nh_arena_destroy(arena);
}

PROTECTED_TEST(space) {
    nh_arena *arena = nh_arena_create(context);
    const char *body = "coord x, y, z\npoint P = [x, y, z] mass 1\n";
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%sinit x' = 1, y' = 2, z' = 3\n", body);
    const char *script = script_of(arena, nh_text_string(&text), 1, 0.1);
    check_has(script, "$shadow0", true);
    check_has(script, "shortened", false);
    text.length = 0;
    nh_text_format(&text, "%sinit x' = 1, y' = 2, z' = 300\n", body);
    check_has(script_of(arena, nh_text_string(&text), 1, 0.1), "'z, shortened 67 times'", true);
    /* one point on a line says nothing */
    text.length = 0;
    nh_text_format(&text, "%sinit z' = 3\n", body);
    check_has(script_of(arena, nh_text_string(&text), 1, 0.1), "$path0", false);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(groups) {
    nh_arena *arena = nh_arena_create(context);
    const char *script = script_of(arena,
                                   "coord th, x, big\nkinetic (th'^2 + x'^2 + big'^2)/2\npotential -cos(th)\n"
                                   "init th = 1, x' = 1, big' = 50\nwatch same = x\nwatch other = x^2\n"
                                   "invariant energy: E\nevent down: th\n",
                                   3, 0.1);
    check_has(script, "'angles, rad'", true);
    assert_int_equal(count_of(script, "set label 1 'coordinates'"), 2); /* x would be flat next to big */
    check_has(script, "title 'same'", false);
    check_has(script, "title 'other'", true);
    check_has(script, "title 'energy'", true);
    check_has(script, "title 'down'", true);
    check_has(script, "π/4", true);
    script =
        script_of(arena, "const N = 20\ncoord x[1..N], y\nkinetic y'^2 + sum(i=1..N, x[i]'^2)\ninit y' = 1\n", 1, 0.1);
    check_has(script, "'8 of 20 shown'", true);
    check_has(script, "title 'x[20]'", true);
    check_has(script, "title 'y'", true);
    nh_arena_destroy(arena);
}

/* ---- only what was computed ---- */

#define PENDULUM                                                                                                       \
    "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -9.81]\nconstraint rod: |P| = 1\ninit x = 1, y = 0\n"            \
    "event down: x\nwatch pull = lambda.rod\n"

/* Calls `check` with both numbers of every line of a block of data. */
static size_t each_pair(const char *script, const char *block, void (*check)(double, double)) {
    const char *at = strstr(script, block);
    size_t count = 0;
    if (at == NULL) fail_msg("no %s", block);
    for (at = strchr(at, '\n') + 1; strncmp(at, "EOD", 3) != 0; at = strchr(at, '\n') + 1, count++) {
        char *next;
        double a = strtod(at, &next);
        check(a, strtod(next, NULL));
    }
    return count;
}

static void check_circle(double x, double y) {
    if (!(fabs(hypot(x, y) - 1) < 1e-6)) fail_msg("(%g, %g) is off the circle", x, y);
}

static void check_at_rest(double t, double E) {
    if (!(fabs(E) < 1e-3)) fail_msg("E = %g at %g", E, t);
}

/* Rows far apart: the path stays on the circle, the energy on its line; the picture is that of rows close together. */
PROTECTED_TEST(sparse_rows) {
    nh_arena *arena = nh_arena_create(context);
    const char *script = script_of(arena, PENDULUM, 3, 0.5);
    assert_true(each_pair(script, "$path0 <<", check_circle) > 200);
    check_has(script, "$curve2_0 with lines lw 1.5 lc '#0072b2' title 'E'", true);
    assert_true(each_pair(script, "$curve2_0 <<", check_at_rest) > 200);
    check_has(script, "title 'pull'", true);
    assert_string_equal(script, script_of(arena, PENDULUM, 3, 0.01));
    assert_string_equal(script, script_of(arena, PENDULUM, 3, 0));
    nh_arena_destroy(arena);
}

/* Rows only: what is between them is known to nobody, unless they are the steps. */
PROTECTED_TEST(rows_alone) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, PENDULUM);
    const char *script = nh_plot_script(arena, model, move_rows(arena, model, 3, 0.5), NH_PLOT_SVG);
    assert_int_equal(each_pair(script, "$path0 <<", check_circle), 7);
    check_has(script, "$path0 with points", true);
    check_has(script, "$curve0_0 with points", true);
    assert_int_equal(count_of(script, "with lines"), 1); /* the event in the legend */
    script = nh_plot_script(arena, model, move_rows(arena, model, 3, 0), NH_PLOT_SVG);
    check_has(script, "$path0 with lines", true);
    check_has(script, "$curve0_0 with lines", true);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* Steps that are more than the points of the sketch have every extreme: they are drawn. */
PROTECTED_TEST(many_steps) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, IN_PLANE);
    nh_trajectory *found = move(arena, model, 1, 0), *sketch = (nh_trajectory *)found->sketch;
    found->values.items[found->columns + 1] = 77;
    check_has(nh_plot_script(arena, model, found, NH_PLOT_SVG), "\n77 ", false);
    sketch->values.count = 2 * sketch->columns;
    check_has(nh_plot_script(arena, model, found, NH_PLOT_SVG), "\n77 ", true);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* A long motion goes round the circle many times between points that are kept: no line crosses the circle. */
PROTECTED_TEST(long_motion) {
    nh_arena *arena = nh_arena_create(context);
    const char *script = script_of(arena, PENDULUM, 600, 100);
    size_t count = each_pair(script, "$path0 <<", check_circle);
    assert_true(count > 1000 && count < 5000);
    check_has(script, "$path0 with points", true);
    check_has(script, "$curve0_0 with lines", true);
    check_has(script_of(arena, PENDULUM, 60, 100), "$path0 with lines", true);
    nh_arena_destroy(arena);
}

/* Lines of events are within the axes. */
PROTECTED_TEST(events_within) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, PENDULUM);
    nh_trajectory *found = move(arena, model, 3, 0.5);
    assert_int_equal(found->happenings.count, 3);
    assert_int_equal(count_of(nh_plot_script(arena, model, found, NH_PLOT_SVG), "set arrow from "), 3);
    found->sketch = NULL;
    found->values.count = 3 * found->columns; /* to t = 1 */
    assert_int_equal(count_of(nh_plot_script(arena, model, found, NH_PLOT_SVG), "set arrow from "), 1);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* ---- texts ---- */

PROTECTED_TEST(literal_texts) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_plot_add_quoted(&text, "a'b`c`\n$d\\");
    nh_plot_add_shortened(&text, "αβγδ", 3);
    nh_plot_add_shortened(&text, "αβγ", 3);
    assert_string_equal(nh_text_string(&text), "'a′b`c` $d\\''αβ…''αβγ'");
    nh_arena_destroy(arena);
}

static void steps(void **state) {
    (void)state;
    const double ranges[][3] = {{10, 5, 2}, {10, 6, 2}, {1, 3, 0.5}, {0.07, 10, 0.01}, {1e9, 1, 1e9}, {0, 5, 1}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        double step = nh_plot_step(ranges[i][0], ranges[i][1]);
        if (!(fabs(step - ranges[i][2]) < 1e-9 * ranges[i][2])) fail_msg("%g of %g", step, ranges[i][0]);
    }
}

/* ---- thinning ---- */

/* Of very many rows few are left, with every extreme and both ends, and a gap where there was one. */
PROTECTED_TEST(thinned) {
    nh_arena *arena = nh_arena_create(context);
    size_t rows = 300000;
    nh_random random = nh_random_make(test_seed(), 3);
    double *values = NH_NEW_ARRAY(arena, double, rows);
    for (size_t i = 0; i < rows; i++) values[i] = sin((double)i * 0.001);
    size_t high = 1 + (size_t)(nh_random_unit(&random) * 299998), low = 299999 - high / 2, none = 7777;
    values[high] = 5;
    values[low] = -7;
    values[none] = NAN;
    const double *series[] = {values, values, values};
    for (size_t count = 1; count <= 3; count++) {
        nh_plot_rows chosen = nh_plot_thin(arena, rows, NH_PLOT_FEW, count, series);
        bool has_high = high == none, has_low = low == none, has_none = false;
        assert_true(chosen.count < 9000);
        for (size_t i = 0; i < chosen.count; i++) {
            assert_true(i == 0 || chosen.items[i] > chosen.items[i - 1]);
            has_high = has_high || chosen.items[i] == high;
            has_low = has_low || chosen.items[i] == low;
            has_none = has_none || chosen.items[i] == none;
        }
        assert_true(has_high && has_low && has_none);
        assert_int_equal(chosen.items[0], 0);
        assert_int_equal(chosen.items[chosen.count - 1], rows - 1);
    }
    assert_int_equal(nh_plot_thin(arena, 100, NH_PLOT_FEW, 1, series).count, 100);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(gaps) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, IN_PLANE);
    nh_trajectory *found = move_rows(arena, model, 1, 0.25);
    found->values.items[2 * found->columns + 1] = NAN;
    found->values.items[3 * found->columns + 2] = INFINITY;
    const char *script = nh_plot_script(arena, model, found, NH_PLOT_SVG);
    check_has(script, "nan", false);
    check_has(script, "inf", false);
    check_has(script, "\n\n", true);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* ---- gnuplot ---- */

static const char *drawn(nh_arena *arena, nh_model *model, const nh_trajectory *trajectory, const char *name) {
    size_t length;
    nh_plot_write(model, trajectory, test_path(name));
    const char *bytes = nh_file_read(arena, test_path(name), &length);
    assert_true(length > 500);
    return bytes;
}

/* Any number of rows, none among them; the same bytes each time; nothing of this machine in them. */
PROTECTED_TEST(draws) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, "system \"It's & that\"\n" IN_PLANE "constraint c: x' = 1 + t\n");
    nh_trajectory *found = move(arena, model, 1, 0.01);
    const char *svg = drawn(arena, model, found, "a.svg");
    check_has(svg, "It′s &amp; that", true);
    check_has(svg, test_folder(), false);
    check_has(svg, "</svg>", true);
    assert_string_equal(svg, drawn(arena, model, found, "b.svg"));
    assert_memory_equal(drawn(arena, model, found, "a.png"), "\x89PNG", 4);
    assert_memory_equal(drawn(arena, model, found, "a.pdf"), "%PDF", 4);
    found->sketch = NULL;
    for (size_t rows = 0; rows < 4; rows++) {
        found->values.count = rows * found->columns;
        drawn(arena, model, found, "few.svg");
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void try_to_draw(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, IN_PLANE);
    nh_plot_write(model, move(arena, model, 1, 0.1), argument);
}

static void check_failure(const char *path, nh_status wanted, const char *word) {
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, try_to_draw, (void *)path), wanted);
    check_has(nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence, word, true);
    nh_context_destroy(context);
}

/* Before anything is computed. */
static void check_check(const char *path, nh_status wanted, const char *word) {
    nh_context *context = test_context();
    assert_int_equal(nh_run_check_plot(context, path), wanted);
    size_t count = nh_context_diag_count(context);
    if (word == NULL) assert_int_equal(count, 0);
    else check_has(nh_context_diag(context, count - 1)->sentence, word, true);
    nh_context_destroy(context);
}

static void write_program(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
}

static void failures(void **state) {
    (void)state;
    char path[4096], *before = strdup(getenv("PATH"));
    check_failure("a.bmp", NH_E_USAGE, ".svg, .png or .pdf");
    check_check("a.bmp", NH_E_USAGE, ".svg, .png or .pdf");
    check_check(test_path("never.svg"), NH_OK, NULL);
    check_check(test_path("none/a.svg"), NH_E_IO, "cannot write");
    check_failure(test_path("none/a.svg"), NH_E_IO, "cannot write");
    setenv("PATH", "/nowhere", 1);
    check_failure(test_path("never.svg"), NH_E_UNSUPPORTED, "gnuplot-nox");
    check_check(test_path("never.svg"), NH_E_UNSUPPORTED, "gnuplot-nox");
    snprintf(path, sizeof path, "%s:%s", test_folder(), before);
    setenv("PATH", path, 1);
    write_program(test_path("gnuplot"),
                  "#!/bin/sh\ncat >/dev/null\necho half\necho 1st >&2; echo '  2nd ' >&2\nexit 7\n");
    check_failure(test_path("never.svg"), NH_E_IO, "gnuplot failed with exit status 7: 2nd");
    write_program(test_path("gnuplot"), "#!/bin/sh\nkill -KILL $$\n");
    check_failure(test_path("never.svg"), NH_E_IO, "gnuplot failed with signal 9");
    write_program(test_path("gnuplot"), "#!/bin/sh\nexit 0\n"); /* no picture is a failure too */
    check_failure(test_path("never.svg"), NH_E_IO, "gnuplot failed");
    assert_int_not_equal(access(test_path("never.svg"), F_OK), 0);
    setenv("PATH", before, 1);
    free(before);
}

/* Memory that runs out anywhere leaves nothing behind: no block, no process. */
static void memory_fails(void **state) {
    (void)state;
    assert_true(test_every_failure(try_to_draw, (void *)test_path("memory.svg"), 40) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats),       cmocka_unit_test(plane),         cmocka_unit_test(equal_scales),
        cmocka_unit_test(space),         cmocka_unit_test(groups),        cmocka_unit_test(sparse_rows),
        cmocka_unit_test(rows_alone),    cmocka_unit_test(many_steps),    cmocka_unit_test(long_motion),
        cmocka_unit_test(events_within), cmocka_unit_test(literal_texts), cmocka_unit_test(steps),
        cmocka_unit_test(thinned),       cmocka_unit_test(gaps),          cmocka_unit_test(draws),
        cmocka_unit_test(failures),      cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
