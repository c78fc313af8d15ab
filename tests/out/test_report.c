/* Pages about a model: their data against closed forms, against what check, derive and run say, and against
 * the types of the page. */
#include "report_reader.h"

static size_t count_of(const char *text, const char *piece) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, piece)) != NULL; at += strlen(piece)) count++;
    return count;
}

/* ---- a motion in closed form ---- */

/* A bead on a wheel of radius 2 that turns with the speed 3: x = 2 cos 3t, y = 2 sin 3t, held by a force of
 * 2*9*m towards the centre. */
static const char wheel[] = "# A bead on a wheel.\n#\n# The second paragraph,\n# in two lines.\n#     coord x\n#   (a) "
                            "one,\n#   --set m=2\n# After it.\n# - An item,\n#   longer.\n# - Another.\n\n"
                            "system \"Wheel\"\nparam m = 1.5\ncoord x, y\npoint P = [x, y] mass m\npoint F = [1, 1]\n"
                            "constraint ring: |P| = 2\ninit x = 2, y = 0, y' = 6\nwatch height = y + 10\n"
                            "invariant momentum: x*y' - y*x'\nclaim good: x*x' + y*y' = 0\nclaim bad: x = 2\n"
                            "event top: y\ndraw trail P\ndraw disc P radius 0.25\ndraw segment F, P\n";

static void check_curves(const subject *s, const json_value *motion, const numbers *times) {
    numbers x = curve_of(s, motion, "coordinates", "x"), y = curve_of(s, motion, "coordinates", "y");
    numbers v = curve_of(s, motion, "velocities", "x'"), T = curve_of(s, motion, "energies", "E = T");
    numbers height = curve_of(s, motion, "watches", "height"),
            lambda = curve_of(s, motion, "multipliers", "lambda.ring");
    numbers force = curve_of(s, motion, "forces", "reaction(P).x"),
            error = curve_of(s, motion, "residuals", "constraints");
    const size_t counts[] = {x.count, y.count, v.count, T.count, height.count, lambda.count, force.count, error.count};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) assert_int_equal(counts[i], times->count);
    for (size_t i = 0; i < times->count; i++) {
        double t = times->values[i], a = 3 * t;
        check_value("x", t, x.values[i], 2 * cos(a), 1e-6);
        check_value("y", t, y.values[i], 2 * sin(a), 1e-6);
        check_value("x'", t, v.values[i], -6 * sin(a), 1e-6);
        check_value("T", t, T.values[i], 1.5 * 36 / 2, 1e-6);
        check_value("height", t, height.values[i], 10 + 2 * sin(a), 1e-6);
        check_value("lambda", t, lambda.values[i], -1.5 * 18, 1e-6);
        check_value("force", t, force.values[i], -1.5 * 18 * cos(a), 1e-6);
        assert_true(error.values[i] >= 0 && error.values[i] < 1e-12);
    }
}

static const json_value *figure_of(const json_value *scene, const char *kind) {
    const json_value *figures = json_at(scene, "figures");
    for (const json_value *f = figures->first; f != NULL; f = f->next)
        if (strcmp(json_text(f, "kind"), kind) == 0) return f;
    fail_msg("there is no %s", kind);
    return NULL;
}

static void check_places(const subject *s, const json_value *scene, const numbers *times) {
    numbers disc = numbers_at(s, figure_of(scene, "disc"), "data"),
            rod = numbers_at(s, figure_of(scene, "segment"), "data");
    numbers trail = numbers_at(s, json_item(json_at(scene, "trails"), 0), "points");
    const json_value *arrow = json_item(json_at(scene, "arrows"), 0);
    numbers at = numbers_at(s, arrow, "at"), v = numbers_at(s, arrow, "velocity"), f = numbers_at(s, arrow, "force");
    assert_string_equal(json_text(arrow, "name"), "P");
    assert_string_equal(json_text(json_item(json_at(scene, "trails"), 0), "name"), "P");
    assert_int_equal(json_at(scene, "arrows")->count, 1); /* F stands still */
    assert_int_equal(disc.count, 12 * times->count);
    assert_int_equal(rod.count, 6 * times->count);
    assert_int_equal(trail.count, 3 * times->count);
    for (size_t i = 0; i < times->count; i++) {
        double t = times->values[i], P[3] = {2 * cos(3 * t), 2 * sin(3 * t), 0}, rate[3] = {-3 * P[1], 3 * P[0], 0};
        const double F[3] = {1, 1, 0};
        for (size_t k = 0; k < 3; k++) {
            check_value("disc", t, disc.values[12 * i + k], P[k], 1e-6);
            check_value("from", t, rod.values[6 * i + k], F[k], 1e-6);
            check_value("to", t, rod.values[6 * i + 3 + k], P[k], 1e-6);
            check_value("trail", t, trail.values[3 * i + k], P[k], 1e-6);
            check_value("at", t, at.values[3 * i + k], P[k], 1e-6);
            check_value("velocity", t, v.values[3 * i + k], rate[k], 1e-6);
            check_value("force", t, f.values[3 * i + k], -13.5 * P[k], 1e-5);
        }
        double radius = hypot(hypot(disc.values[12 * i + 3], disc.values[12 * i + 4]), disc.values[12 * i + 5]);
        check_value("radius", t, radius, 0.25, 1e-6);
    }
}

PROTECTED_TEST(closed_form) {
    subject s = make_subject(context, wheel, 2);
    const json_value *data = make_data(&s), *motion = json_at(data, "motion");
    numbers times = numbers_at(&s, motion, "times");
    assert_true(times.count > 100 && times.values[0] == 0 && times.values[times.count - 1] == 2);
    for (size_t i = 1; i < times.count; i++) assert_true(times.values[i] > times.values[i - 1]);
    check_curves(&s, motion, &times);
    check_places(&s, json_at(motion, "scene"), &times);
    const json_value *claims = json_at(motion, "claims");
    assert_int_equal(json_at(json_item(claims, 0), "holds")->kind, 't');
    assert_int_equal(json_at(json_item(claims, 1), "holds")->kind, 'f');
    assert_int_equal(json_at(motion, "events")->count, 1); /* at pi/3 */
    assert_string_equal(json_text(json_item(json_at(motion, "invariants"), 0), "name"), "momentum");
    assert_int_equal(json_at(motion, "joined")->kind, 't');
    assert_string_equal(json_text(motion, "outcome"), "finished");
    free_subject(&s);
}

/* ---- what the model says ---- */

static const char *joined_pieces(const subject *s, const json_value *data) {
    nh_text text = nh_text_begin(s->arena);
    for (const json_value *piece = json_at(json_at(data, "model"), "pieces")->first; piece != NULL;
         piece = piece->next) {
        assert_int_equal(piece->count, 2);
        nh_text_add_bytes(&text, json_item(piece, 1)->bytes, json_item(piece, 1)->length);
    }
    return nh_text_string(&text);
}

PROTECTED_TEST(words) {
    subject s = make_subject(context, wheel, 0.1);
    s.def.file = "wheel.nh";
    s.def.command = "nonholo report wheel.nh --set 'm=2'";
    s.def.date = "2026-01-31";
    s.def.seed = UINT64_MAX;
    const json_value *data = make_data(&s), *about = json_at(data, "about"), *repeat = json_at(data, "repeat");
    assert_string_equal(json_text(data, "title"), "Wheel");
    assert_string_equal(json_text(data, "version"), nh_version());
    assert_int_equal(about->count, 8);
    assert_string_equal(json_item(about, 0)->bytes, "A bead on a wheel.");
    assert_string_equal(json_item(about, 1)->bytes, "The second paragraph, in two lines.");
    assert_string_equal(json_item(about, 2)->bytes, "`coord x`");
    assert_string_equal(json_item(about, 3)->bytes, "(a) one,");
    assert_string_equal(json_item(about, 4)->bytes, "`--set m=2`");
    assert_string_equal(json_item(about, 5)->bytes, "After it.");
    assert_string_equal(json_item(about, 6)->bytes, "- An item, longer.");
    assert_string_equal(json_item(about, 7)->bytes, "- Another.");
    assert_string_equal(joined_pieces(&s, data), wheel);
    assert_string_equal(json_text(json_at(data, "model"), "file"), "wheel.nh");
    assert_string_equal(json_text(repeat, "command"), s.def.command);
    assert_string_equal(json_text(repeat, "date"), "2026-01-31");
    assert_string_equal(json_text(repeat, "seed"), "18446744073709551615");
    assert_non_null(strstr(json_text(data, "picture"), "<svg"));
    const json_value *references = json_at(data, "references"); /* of the formulations */
    assert_true(references->count >= 2);
    assert_string_equal(json_text(json_item(references, 0), "tag"), "[Simple]");
    assert_non_null(
        strstr(json_text(json_item(references, 0), "paper"), "A simple approach to nonlinear nonholonomic systems"));
    free_subject(&s);
}

/* Text that would be a page of its own, everywhere where a model has text. */
PROTECTED_TEST(hostile_texts) {
    static const char text[] = "# </script><script>alert(1)</script> <!-- & @REPORT_DATA@\n"
                               "system \"</title><script>alert(2)</script> & @REPORT_DATA@\"\n"
                               "param m = 1 \"<img src=x onerror=alert(3)>\"\ncoord x\nkinetic m*x'^2/2\ninit x' = 1\n"
                               "# ]]> --> <!--<script>\n";
    subject s = make_subject(context, text, 1);
    size_t length, plain_length;
    const char *page = write_page(&s, &length);
    const json_value *data = data_of(&s, page);
    assert_string_equal(joined_pieces(&s, data), text);
    assert_string_equal(json_text(data, "title"), "</title><script>alert(2)</script> & @REPORT_DATA@");
    assert_non_null(strstr(page, "<title>&lt;/title&gt;&lt;script&gt;alert(2)&lt;/script&gt; &amp; @REPORT_DATA@"));
    assert_null(strstr(page, "alert(1)</script>"));
    assert_null(strstr(page, "<img src=x"));
    assert_int_equal(strlen(page), length);
    subject plain = make_subject(context, "coord x\nkinetic x'^2/2\ninit x' = 1\n", 1);
    const char *other = write_page(&plain, &plain_length);
    assert_int_equal(count_of(page, "<script"), count_of(other, "<script"));
    assert_int_equal(count_of(page, "</script"), count_of(other, "</script"));
    assert_int_equal(count_of(page, "<!--"), count_of(other, "<!--"));
    free_subject(&plain);
    free_subject(&s);
}

/* ---- what follows from it ---- */

PROTECTED_TEST(equations) {
    subject s = make_subject(context, wheel, 0.1);
    const json_value *list = json_at(make_data(&s), "equations");
    assert_int_equal(list->count, nh_check_formulation_count(s.def.check));
    size_t shown = 0;
    for (size_t i = 0; i < list->count; i++) {
        const json_value *item = json_item(list, i);
        nh_check_formulation form;
        assert_int_equal(nh_check_get_formulation(s.def.check, i, &form), NH_OK);
        assert_string_equal(json_text(item, "form"), form.name);
        bool has_sheet = json_at(item, "sheet")->kind == '{';
        assert_int_equal(has_sheet, form.applies.truth == NH_YES);
        assert_int_equal(json_at(item, "why")->kind, has_sheet ? 'n' : '"');
        shown += has_sheet;
        if (!has_sheet) continue;
        nh_derive_def def = nh_default_derive();
        nh_derive *one;
        const char *latex;
        def.form = form.name;
        assert_int_equal(nh_derive_make(s.model, &def, &one), NH_OK);
        assert_int_equal(nh_derive_print(one, NH_DERIVE_LATEX, &latex), NH_OK);
        assert_string_equal(json_text(item, "latex"), latex);
        nh_derive_destroy(one);
    }
    assert_true(shown >= 5);
    free_subject(&s);
}

/* A bound on the work leaves out all but the first, and says why. */
PROTECTED_TEST(bounded_equations) {
    subject s = read_subject(context, wheel);
    nh_derive_def def = nh_default_derive();
    def.form = "all";
    def.work = 1;
    assert_int_equal(nh_derive_make(s.model, &def, &s.def.derivation), NH_OK);
    const json_value *list = json_at(make_data(&s), "equations");
    for (size_t i = 0; i < list->count; i++) {
        const json_value *item = json_item(list, i);
        assert_int_equal(json_at(item, "sheet")->kind == '{', i == 0);
        if (i > 0) assert_true(json_at(item, "why")->length > 0);
    }
    free_subject(&s);
}

PROTECTED_TEST(parts_are_left_out) {
    subject s = read_subject(context, "param k\ncoord x\nkinetic x'^2/2\npotential k*x\n");
    const json_value *data = make_data(&s);
    assert_int_equal(json_at(data, "analysis")->kind, 'n');
    assert_int_equal(json_at(data, "motion")->kind, 'n');
    assert_int_equal(json_at(data, "picture")->kind, 'n');
    assert_int_equal(json_at(data, "equations")->count, 0);
    assert_int_equal(json_at(json_at(data, "repeat"), "command")->kind, 'n');
    free_subject(&s);
}

/* ---- large and strange motions ---- */

PROTECTED_TEST(long_motion) {
    subject s = make_subject(context, "coord x\nkinetic x'^2/2\npotential 5000*x^2\ninit x = 1\nwatch w = x^2\n", 100);
    size_t length;
    const char *page = write_page(&s, &length);
    const json_value *motion = json_at(data_of(&s, page), "motion");
    numbers times = numbers_at(&s, motion, "times"), x = curve_of(&s, motion, "coordinates", "x");
    numbers v = curve_of(&s, motion, "velocities", "x'");
    assert_true(times.count > 3000 && times.count <= 10000 && length < 4000000);
    assert_true(times.values[0] == 0 && times.values[times.count - 1] == 100);
    double largest = 0;
    for (size_t i = 0; i < times.count; i++) {
        check_value("E", times.values[i], v.values[i] * v.values[i] / 2 + 5000 * x.values[i] * x.values[i], 5000, 1e-4);
        largest = fmax(largest, fabs(x.values[i]));
    }
    assert_true(largest > 0.999); /* the envelope is seen */
    free_subject(&s);
}

PROTECTED_TEST(many_figures) {
    static const char text[] = "const N = 700\ncoord x[1..N]\npoint P[i=1..N] = [x[i], i] mass 1\n"
                               "init x[i] = i/100, x[i]' = 1 for i = 1..N\n"
                               "draw segment P[i], P[i+1] for i = 1..N-1\ndraw trail P[i] for i = 1..N\n";
    subject s = read_subject(context, text);
    nh_run_def run = nh_default_run();
    run.to = 1;
    run.sketch = true;
    assert_int_equal(nh_run_make(s.model, &run, &s.def.run), NH_OK);
    size_t length;
    const char *page = write_page(&s, &length);
    const json_value *scene = json_at(json_at(data_of(&s, page), "motion"), "scene");
    assert_true(json_at(scene, "figures")->count <= 600 && json_at(scene, "trails")->count <= 16);
    assert_true(length < 12000000);
    free_subject(&s);
}

/* A curve that has no value at the start, then grows: it is there in the frames where it has one, with as many points
 * in each. The box holds a figure that is fast. */
PROTECTED_TEST(growing_curve) {
    subject s =
        make_subject(context,
                     "coord x\npoint P = [x, 0] mass 1\ninit x = 0, x' = 1\n"
                     "draw curve [s, sqrt(x - 1 - s), 0] for s = 0 .. 1\ndraw segment P, [x, 100*sin(50*x), 3]\n",
                     3);
    const json_value *motion = json_at(make_data(&s), "motion"), *scene = json_at(motion, "scene");
    const json_value *curve = figure_of(scene, "curve");
    numbers times = numbers_at(&s, motion, "times"), points = numbers_at(&s, curve, "data");
    size_t count = (size_t)strtoul(json_at(curve, "count")->bytes, NULL, 10), shown = 0;
    assert_int_equal(points.count, 3 * count * times.count);
    for (size_t i = 0; i < times.count; i++) {
        const double *frame = points.values + 3 * count * i;
        double t = times.values[i];
        bool is_there = !isnan(frame[0]);
        assert_true(is_there || t < 1.02);
        for (size_t k = 0; is_there && k < count; k++)
            check_value("height", t, frame[3 * k + 1] * frame[3 * k + 1], t - 1 - frame[3 * k], 1e-5);
        shown += is_there;
    }
    assert_true(shown > times.count / 2);
    double low = strtod(json_item(json_at(scene, "low"), 1)->bytes, NULL);
    numbers rod = numbers_at(&s, figure_of(scene, "segment"), "data");
    for (size_t i = 0; i < times.count; i++) assert_true(rod.values[6 * i + 4] >= low - 1e-4);
    free_subject(&s);
}

/* A body in the plane is flat: it has two sides all the same, or no light would fall on it. */
PROTECTED_TEST(flat_body) {
    subject s = make_subject(
        context, "coord x, a\nbody B { at [x, 0], rotation Rz(a), mass 1, inertia 1 }\ninit x = 1, a' = 1, x' = 1\n",
        1);
    const json_value *scene = json_at(json_at(make_data(&s), "motion"), "scene");
    numbers body = numbers_at(&s, figure_of(scene, "ellipsoid"), "data");
    for (size_t i = 0; i < body.count; i += 12) {
        const double *a = body.values + i + 3;
        double volume = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
                        a[2] * (a[3] * a[7] - a[4] * a[6]);
        assert_true(volume > 1e-3);
    }
    free_subject(&s);
}

/* Backwards, and one that ends at once. */
PROTECTED_TEST(strange_motions) {
    subject s = make_subject(context, "coord x\nkinetic x'^2/2\ninit x = 1, x' = 2\n", -3);
    numbers times = numbers_at(&s, json_at(make_data(&s), "motion"), "times");
    assert_true(times.values[0] == 0 && times.values[times.count - 1] == -3);
    free_subject(&s);
    s = make_subject(context, "coord x\nkinetic x'^2/2\nforce x: sqrt(-1 - t)\ninit x = 0\n", 2);
    const json_value *motion = json_at(make_data(&s), "motion");
    assert_string_equal(json_text(motion, "outcome"), "singular");
    assert_true(json_at(motion, "message")->length > 0);
    free_subject(&s);
}

/* A curve that hardly moves keeps all its digits. */
PROTECTED_TEST(small_changes) {
    subject s = make_subject(context, "coord x\nkinetic x'^2/2\ninit x = 1000000, x' = 1\n", 1e-3);
    const json_value *motion = json_at(make_data(&s), "motion");
    numbers times = numbers_at(&s, motion, "times"), x = curve_of(&s, motion, "coordinates", "x");
    for (size_t i = 0; i < times.count; i++)
        check_value("x", times.values[i], x.values[i] - 1e6, times.values[i], 1e-8);
    free_subject(&s);
}

/* ---- the border ---- */

PROTECTED_TEST(same_bytes) {
    subject s = make_subject(context, wheel, 1);
    size_t first, second;
    const char *one = write_page(&s, &first), *two = write_page(&s, &second);
    assert_int_equal(first, second);
    assert_memory_equal(one, two, first);
    free_subject(&s);
}

PROTECTED_TEST(wrong_calls) {
    subject s = make_subject(context, wheel, 0.1),
            other = make_subject(context, "coord x\nkinetic x'^2/2\ninit x' = 1\n", 1);
    nh_report_def def = nh_default_report(), unmade = {0};
    const char *path = test_path("wrong.html");
    assert_int_equal(nh_report_write(NULL, &def, path), NH_E_USAGE);
    assert_int_equal(nh_report_write(s.model, NULL, path), NH_E_USAGE);
    assert_int_equal(nh_report_write(s.model, &unmade, path), NH_E_USAGE);
    assert_int_equal(nh_report_write(s.model, &def, NULL), NH_E_USAGE);
    assert_int_equal(nh_report_write(s.model, &def, "/nowhere/at/all.html"), NH_E_IO);
    def.run = other.def.run;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    def = nh_default_report();
    def.check = other.def.check;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    def = nh_default_report();
    def.derivation = other.def.derivation;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    free_subject(&other);
    free_subject(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form),       cmocka_unit_test(words),
        cmocka_unit_test(hostile_texts),     cmocka_unit_test(equations),
        cmocka_unit_test(bounded_equations), cmocka_unit_test(parts_are_left_out),
        cmocka_unit_test(long_motion),       cmocka_unit_test(many_figures),
        cmocka_unit_test(growing_curve),     cmocka_unit_test(flat_body),
        cmocka_unit_test(strange_motions),   cmocka_unit_test(small_changes),
        cmocka_unit_test(same_bytes),        cmocka_unit_test(wrong_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
