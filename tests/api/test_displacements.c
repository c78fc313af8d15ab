/* Displacements through the public interface: wrong calls, states from files, tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/displacements.h>

#include "support.h"

/* A skate: the second row says the same. */
static const char skate[] = "coord x, y, th\nkinetic (x'^2 + y'^2 + th'^2)/2\nconstraint a: x'*sin(th) = y'*cos(th)\n"
                            "constraint b: 2*x'*sin(th) = 2*y'*cos(th)\ninit x' = 1, th' = 2\n";

static nh_model *must_read(nh_context *context, const char *text, const char *field) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    def.field = field;
    if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
        fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static nh_displacements *must_make(nh_model *model) {
    nh_displacements *d = NULL;
    nh_displacements_def def = nh_default_displacements();
    assert_int_equal(nh_displacements_make(model, &def, &d), NH_OK);
    return d;
}

static const char *last_sentence(const nh_context *context) {
    return nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
}

static void refuse(nh_context *context, nh_model *model, const nh_displacements_def *def, const char *word) {
    nh_displacements *d = (nh_displacements *)&context; /* anything but NULL */
    assert_int_equal(nh_displacements_make(model, def, &d), NH_E_USAGE);
    assert_null(d);
    assert_non_null(strstr(last_sentence(context), word));
}

static void test_wrong(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, NULL);
    nh_displacements_def def = nh_default_displacements(), empty = {.tolerance = 1e-9};
    refuse(context, model, &empty, "nh_default_displacements");
    refuse(context, model, NULL, "nh_default_displacements");
    for (int i = 0; i < 3; i++) {
        def.tolerance = (double[]){0, 1, NAN}[i];
        refuse(context, model, &def, "tolerance");
    }
    assert_int_equal(nh_displacements_make(NULL, &def, NULL), NH_E_USAGE);
    nh_displacements *d = must_make(model);
    nh_displacements_info info;
    double state[7] = {0, 0, 0, 0, 1, 0, 2};
    size_t count;
    const double *states;
    assert_int_equal(nh_displacements_at(d, NULL, &info), NH_E_USAGE);
    assert_int_equal(nh_displacements_at(d, state, NULL), NH_E_USAGE);
    assert_int_equal(nh_displacements_at(NULL, state, &info), NH_E_USAGE);
    assert_int_equal(nh_displacements_start(d, NULL), NH_E_USAGE);
    assert_int_equal(nh_displacements_read(d, NULL, &count, &states), NH_E_USAGE);
    assert_int_equal(nh_displacements_write(d, 1, NULL, "-"), NH_E_USAGE);
    state[1] = INFINITY;
    assert_int_equal(nh_displacements_write(d, 1, state, "-"), NH_E_USAGE);
    assert_null(nh_displacements_input(d, 7));
    assert_int_equal(nh_displacements_inputs(NULL), 0);
    nh_displacements_destroy(d);
    nh_displacements_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_large(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = must_read(context, "const N = 501\ncoord x[1..N]\nkinetic x[1]'^2\n", NULL);
    nh_displacements_def def = nh_default_displacements();
    nh_displacements *d;
    assert_int_equal(nh_displacements_make(model, &def, &d), NH_E_UNSUPPORTED);
    assert_null(d);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_start(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, "x = cos(th), y = sin(th)");
    nh_displacements *d = must_make(model);
    double state[7];
    nh_displacements_info info;
    assert_int_equal(nh_displacements_inputs(d), 7);
    assert_string_equal(nh_displacements_input(d, 6), "th'");
    assert_int_equal(nh_displacements_start(d, state), NH_OK);
    assert_int_equal(nh_displacements_at(d, state, &info), NH_OK);
    assert_true(state[4] == 1 && state[6] == 2 && info.state == state);
    assert_true(info.rank == 1 && info.row[1].redundant && info.field_is_chetaev && !info.field_is_vakonomic);
    assert_string_equal(info.row[1].name, "b");
    assert_true(info.row[1].left == 2 * info.row[0].left && info.row[0].left == -2);
    nh_displacements_destroy(d);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_files(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate, NULL);
    nh_displacements *d = must_make(model);
    char path[512], table[512], line[512];
    size_t count;
    const double *states;
    snprintf(path, sizeof path, "%s/states.csv", test_folder());
    snprintf(table, sizeof table, "%s/table.csv", test_folder());
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("th',th,x,y,x',y'\n2,0,0,0,1,0\n0,0,1,1,3,0\n", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(nh_displacements_read(d, path, &count, &states), NH_OK);
    assert_true(count == 2 && states[6] == 2 && states[7 + 4] == 3);
    assert_int_equal(nh_displacements_write(d, count, states, table), NH_OK);
    file = fopen(table, "rb");
    assert_non_null(file);
    for (int i = 0; i < 3; i++) assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "0,1,2,1,0,0,0,0,3,3,0,0,6,6,0,0,0,0\n");
    fclose(file);
    assert_int_equal(nh_displacements_read(d, "/nowhere/states.csv", &count, &states), NH_E_IO);
    assert_true(count == 0 && states == NULL);
    nh_displacements_destroy(d);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
