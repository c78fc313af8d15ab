/* Pages with several motions of a model: their data against closed forms, their differences against their curves. */
#include "report_reader.h"

/* A skate on a slope, [Algebraic] 4: under the Chetaev condition it turns evenly, th = w t, and slides along a cycloid,
 * x = a/(2 w^2) sin(w t)^2, y = a/(2 w^2) (w t - sin(w t) cos(w t)). */
#define SKATE                                                                                                          \
    "param a = 3, w = 2\ncoord x, y, th\npoint P = [x, y] mass 1\nkinetic th'^2/2\npotential -a*x\n"                   \
    "constraint edge: x'*sin(th) = y'*cos(th)\ninit th' = w, mu.edge = 0.5\ndraw disc P radius 0.1\ndraw trail P\n"
static const double a = 3, w = 2;

static double exact(char coordinate, double t) {
    if (coordinate == 'h') return w * t;
    double part = coordinate == 'x' ? pow(sin(w * t), 2) : w * t - sin(w * t) * cos(w * t);
    return a / (2 * w * w) * part;
}

/* A page about two motions; that of `second` has its points at the times of the first, unless it is to have its own. */
typedef struct pair {
    subject s;
    nh_run *other;
    const json_value *first, *second;
} pair;

static pair make_pair(nh_context *context, const char *text, const char *first, const char *second, nh_run_def def,
                      bool has_times) {
    pair p = {.s = read_subject(context, text)};
    def.sketch = true;
    def.form = first;
    assert_int_equal(nh_run_make(p.s.model, &def, &p.s.def.run), NH_OK);
    def.form = second;
    if (has_times) def.sketch_at = nh_run_get_sketch_times(p.s.def.run, &def.sketch_count);
    assert_int_equal(nh_run_make(p.s.model, &def, &p.other), NH_OK);
    p.s.def.others = &p.other;
    p.s.def.other_count = 1;
    const json_value *data = make_data(&p.s), *others = json_at(data, "others");
    assert_int_equal(others->count, 1);
    p.first = json_at(data, "motion");
    p.second = others->first;
    assert_string_equal(json_text(p.first, "name"), first);
    assert_string_equal(json_text(p.second, "name"), second);
    return p;
}

static void free_pair(const pair *p) {
    nh_run_destroy(p->other);
    free_subject(&p->s);
}

static nh_run_def span(double to) {
    nh_run_def def = nh_default_run();
    def.to = to;
    return def;
}

/* ---- what the page is told ---- */

static double number_at(const json_value *of, const char *key) {
    const json_value *value = json_at(of, key);
    return value->kind == 'n' ? NAN : strtod(value->bytes, NULL);
}

static double largest_of(const numbers *values) {
    double largest = 0;
    for (size_t i = 0; i < values->count; i++)
        if (fabs(values->values[i]) > largest) largest = fabs(values->values[i]);
    return largest;
}

/* The curve of a coordinate among the differences. */
static numbers difference_of(const pair *p, const char *name) {
    const json_value *curves = json_at(json_at(json_at(p->second, "difference"), "panel"), "curves");
    for (const json_value *c = curves->first; c != NULL; c = c->next)
        if (strcmp(json_text(c, "name"), name) == 0) return numbers_at(&p->s, c, "values");
    fail_msg("there is no difference of %s", name);
    abort();
}

static double value_at_time(const numbers *times, const numbers *values, double t) {
    size_t i = 0;
    while (i < times->count && times->values[i] != t) i++;
    assert_true(i < times->count && times->count == values->count);
    return values->values[i];
}

/* From the curves of both, which floats may round. */
static double check_difference(const pair *p, const char *name, double size, double *visible) {
    numbers one = curve_of(&p->s, p->first, "coordinates", name), two = curve_of(&p->s, p->second, "coordinates", name);
    numbers ones = numbers_at(&p->s, p->first, "times"), twos = numbers_at(&p->s, p->second, "times");
    numbers apart = difference_of(p, name), times = numbers_at(&p->s, json_at(p->second, "difference"), "times");
    assert_int_equal(apart.count, times.count);
    for (size_t i = 0; i < apart.count; i++) {
        double t = times.values[i], gap = fabs(value_at_time(&ones, &one, t) - value_at_time(&twos, &two, t));
        check_value("the difference", t, apart.values[i], gap / size, 1e-6);
        if (apart.values[i] > 1e-6 && !(t >= *visible)) *visible = t;
    }
    return largest_of(&apart);
}

/* Every frame of the first until this time is one of the second, and all of them are compared. */
static void check_times(const pair *p, double end) {
    numbers ones = numbers_at(&p->s, p->first, "times"), twos = numbers_at(&p->s, p->second, "times");
    numbers common = numbers_at(&p->s, json_at(p->second, "difference"), "times");
    size_t at = 0, compared = 0;
    for (size_t i = 0; i < ones.count && fabs(ones.values[i]) <= fabs(end); i++) {
        while (at < twos.count && twos.values[at] != ones.values[i]) at++;
        assert_true(at < twos.count);
        compared++;
    }
    assert_true(compared > 100 && common.count == compared);
}

static void check_cycloid(const pair *p, const json_value *motion) {
    numbers times = numbers_at(&p->s, motion, "times");
    numbers x = curve_of(&p->s, motion, "coordinates", "x"), y = curve_of(&p->s, motion, "coordinates", "y");
    numbers th = curve_of(&p->s, motion, "coordinates", "th");
    for (size_t i = 0; i < times.count; i++) {
        double t = times.values[i];
        check_value("x", t, x.values[i], exact('x', t), 1e-7);
        check_value("y", t, y.values[i], exact('y', t), 1e-7);
        check_value("th", t, th.values[i], exact('h', t), 1e-7);
    }
}

/* ---- tests ---- */

PROTECTED_TEST(two_formulations) {
    pair p = make_pair(context, SKATE, "vakonomic", "chetaev", span(3), true);
    numbers x = curve_of(&p.s, p.first, "coordinates", "x"), y = curve_of(&p.s, p.first, "coordinates", "y");
    numbers angle = curve_of(&p.s, p.first, "coordinates", "th");
    check_times(&p, 3);
    check_cycloid(&p, p.second);
    double length = fmax(fmax(largest_of(&x), largest_of(&y)), exact('y', 3)), turn = fmax(largest_of(&angle), 6);
    double visible = NAN, most = check_difference(&p, "x", length, &visible);
    most = fmax(most, check_difference(&p, "y", length, &visible));
    most = fmax(most, check_difference(&p, "th", turn, &visible));
    const json_value *difference = json_at(p.second, "difference");
    assert_true(number_at(difference, "threshold") == 1e-6);
    assert_true(most > 0.1 && number_at(difference, "visible") == visible && visible > 0);
    check_value("the largest difference", 0, number_at(difference, "largest"), most, 1e-6);
    numbers own = difference_of(&p, json_text(difference, "coordinate"));
    check_value("that of the coordinate", 0, largest_of(&own), most, 1e-6);
    (void)curve_of(&p.s, p.first, "multipliers", "mu'.edge");
    (void)curve_of(&p.s, p.second, "multipliers", "lambda.edge");
    assert_int_equal(json_at(json_at(p.second, "scene"), "arrows")->count, 0);
    assert_int_equal(json_at(json_at(p.second, "scene"), "figures")->count, 1);
    free_pair(&p);
}

PROTECTED_TEST(same_motion) {
    pair p = make_pair(context, SKATE, "chetaev", "maggi", span(3), true);
    const json_value *difference = json_at(p.second, "difference");
    check_cycloid(&p, p.first);
    check_cycloid(&p, p.second);
    assert_true(isnan(number_at(difference, "visible")));
    assert_true(number_at(difference, "largest") < 1e-8);
    free_pair(&p);
}

/* The vakonomic motion goes down the slope and is stopped; the other one is not. */
#define STOPPED SKATE "stop when x > 1\n"

PROTECTED_TEST(early_end) {
    for (int order = 0; order < 2; order++) {
        const char *forms[2] = {"chetaev", "vakonomic"};
        pair p = make_pair(context, STOPPED, forms[order], forms[1 - order], span(4), true);
        const json_value *shorter = order == 0 ? p.second : p.first, *longer = order == 0 ? p.first : p.second;
        double end = number_at(json_at(shorter, "numbers"), "end"), visible = NAN;
        numbers few = numbers_at(&p.s, shorter, "times"), many = numbers_at(&p.s, longer, "times");
        assert_true(end < 3.9 && many.values[many.count - 1] == 4 && few.values[few.count - 1] == end);
        check_times(&p, end);
        check_cycloid(&p, longer);
        numbers one = curve_of(&p.s, p.first, "coordinates", "th"), two = curve_of(&p.s, p.second, "coordinates", "th");
        (void)check_difference(&p, "th", fmax(largest_of(&one), largest_of(&two)), &visible);
        assert_true(visible > 0 && visible < end);
        free_pair(&p);
    }
}

/* A motion with shorter steps has points of its own between those of the first. */
PROTECTED_TEST(shorter_steps) {
    pair p = make_pair(context, SKATE, "chetaev", "vakonomic", span(12), true);
    numbers few = numbers_at(&p.s, p.first, "times"), many = numbers_at(&p.s, p.second, "times");
    double steps = number_at(json_at(p.second, "numbers"), "steps");
    assert_true((double)few.count < steps && (double)many.count > steps);
    assert_int_equal(json_at(p.second, "joined")->kind, 't');
    check_times(&p, 12);
    for (size_t i = 1; i < many.count; i++) assert_true(many.values[i] > many.values[i - 1]);
    free_pair(&p);
}

PROTECTED_TEST(backwards) {
    pair p = make_pair(context, SKATE, "chetaev", "vakonomic", span(-2), true);
    numbers times = numbers_at(&p.s, p.second, "times");
    check_times(&p, -2);
    assert_true(times.values[1] < 0 && times.values[times.count - 1] == -2);
    assert_true(number_at(json_at(p.second, "difference"), "visible") < 0);
    free_pair(&p);
}

PROTECTED_TEST(own_times) {
    pair p = make_pair(context, SKATE, "chetaev", "vakonomic", span(3), false);
    numbers one = numbers_at(&p.s, p.first, "times"), two = numbers_at(&p.s, p.second, "times");
    assert_true(two.values[0] == 0 && two.values[two.count - 1] == 3 && one.values[5] != two.values[5]);
    assert_int_equal(json_at(p.second, "difference")->kind, 'n');
    (void)curve_of(&p.s, p.second, "coordinates", "x");
    free_pair(&p);
}

/* Rows only: those at the same times are compared. */
PROTECTED_TEST(rows_alone) {
    subject s = read_subject(context, SKATE);
    nh_run_def def = span(2);
    nh_run *other;
    def.step = 0.01;
    assert_int_equal(nh_run_make(s.model, &def, &s.def.run), NH_OK);
    def.form = "vakonomic";
    assert_int_equal(nh_run_make(s.model, &def, &other), NH_OK);
    s.def.others = &other;
    s.def.other_count = 1;
    const json_value *second = json_at(make_data(&s), "others")->first, *difference = json_at(second, "difference");
    assert_int_equal(numbers_at(&s, second, "times").count, 201);
    assert_true(number_at(difference, "visible") > 0 && number_at(difference, "visible") < 0.1);
    nh_run_destroy(other);
    free_subject(&s);
}

/* The times go one way, and the given ones are among them. */
static void check_given(const nh_run *run, size_t count, const double *given) {
    size_t kept, next = 0;
    const double *times = nh_run_get_sketch_times(run, &kept);
    assert_non_null(times);
    for (size_t i = 0; i < kept; i++) {
        assert_true(i == 0 || times[i] > times[i - 1]);
        next += next < count && times[i] == given[next];
    }
    assert_int_equal(next, count);
}

PROTECTED_TEST(given_times) {
    subject s = read_subject(context, SKATE);
    const double times[] = {0, 0.25, 0.5, 1, 1.75, 2};
    nh_run_def def = span(2);
    nh_run *again, *longer;
    size_t count = 7, same;
    def.sketch_at = times;
    def.sketch_count = sizeof times / sizeof *times;
    assert_int_equal(nh_run_make(s.model, &def, &again), NH_OK);
    assert_null(nh_run_get_sketch_times(again, &count));
    assert_int_equal(count, 0);
    nh_run_destroy(again);
    def.sketch = true; /* points where the steps ask for more, too */
    assert_int_equal(nh_run_make(s.model, &def, &again), NH_OK);
    check_given(again, def.sketch_count, times);
    nh_run_destroy(again);
    def.to = 4; /* and after the given times as usual */
    assert_int_equal(nh_run_make(s.model, &def, &longer), NH_OK);
    check_given(longer, def.sketch_count, times);
    const double *kept = nh_run_get_sketch_times(longer, &count);
    assert_true(count > 200 && kept[count - 1] == 4);
    nh_run_destroy(longer);
    def = span(2); /* the same steps ask for no more */
    def.sketch = true;
    assert_int_equal(nh_run_make(s.model, &def, &s.def.run), NH_OK);
    def.sketch_at = nh_run_get_sketch_times(s.def.run, &def.sketch_count);
    assert_int_equal(nh_run_make(s.model, &def, &again), NH_OK);
    kept = nh_run_get_sketch_times(again, &same);
    assert_int_equal(same, def.sketch_count);
    assert_memory_equal(kept, def.sketch_at, same * sizeof *kept);
    assert_null(nh_run_get_sketch_times(NULL, NULL));
    nh_run_destroy(again);
    free_subject(&s);
}

PROTECTED_TEST(wrong_calls) {
    subject s = make_subject(context, SKATE, 1), other = make_subject(context, SKATE, 1);
    const char *path = test_path("wrong.html");
    nh_run *runs[2] = {s.def.run, other.def.run}, *none = NULL;
    nh_report_def def = s.def;
    def.others = runs;
    def.other_count = 2;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    def.other_count = 1;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_OK);
    def.run = NULL;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    def = s.def;
    def.other_count = 1;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    def.others = &none;
    assert_int_equal(nh_report_write(s.model, &def, path), NH_E_USAGE);
    nh_run_def run = span(1);
    double wrong = NAN;
    run.sketch_count = 1;
    assert_int_equal(nh_run_make(s.model, &run, &none), NH_E_USAGE);
    run.sketch_at = &wrong;
    assert_int_equal(nh_run_make(s.model, &run, &none), NH_E_USAGE);
    free_subject(&other);
    free_subject(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_formulations), cmocka_unit_test(same_motion), cmocka_unit_test(early_end),
        cmocka_unit_test(shorter_steps),    cmocka_unit_test(backwards),   cmocka_unit_test(own_times),
        cmocka_unit_test(rows_alone),       cmocka_unit_test(given_times), cmocka_unit_test(wrong_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
