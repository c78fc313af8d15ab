/* Trajectories as CSV: names in quotes, numbers that read back, chosen columns, no half files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "out/csv.h"

#include "support.h"

static const nh_column odd_names[] = {{.name = "t"}, {.name = "d[1,2]"}, {.name = "say \"x\""}, {.name = "θ'"}};
enum { COLUMNS = sizeof odd_names / sizeof *odd_names };

static nh_trajectory *trajectory_of(nh_arena *arena, size_t rows, const double *values) {
    nh_trajectory *trajectory = NH_NEW(arena, nh_trajectory);
    trajectory->columns = COLUMNS;
    trajectory->column = odd_names;
    trajectory->values.arena = arena;
    for (size_t i = 0; i < rows * COLUMNS; i++) nh_array_push(&trajectory->values, values[i]);
    return trajectory;
}

static const char *written(nh_arena *arena, const nh_trajectory *trajectory, nh_csv_choice choice) {
    const char *path = test_path("rows.csv");
    nh_writer *writer = nh_writer_open(arena, path);
    nh_csv_write(arena, writer, trajectory, choice);
    nh_writer_commit(writer);
    size_t length;
    return nh_file_read(arena, path, &length);
}

PROTECTED_TEST(names_and_numbers) {
    nh_arena *arena = nh_arena_create(context);
    const double values[] = {0, 0.1, -1e300, NAN, 1, 1.0 / 3, INFINITY, -0.0};
    nh_trajectory *trajectory = trajectory_of(arena, 2, values);
    assert_string_equal(written(arena, trajectory, (nh_csv_choice){0}), "t,\"d[1,2]\",\"say \"\"x\"\"\",θ'\n"
                                                                        "0,0.1,-1e+300,\n"
                                                                        "1,0.3333333333333333,inf,-0\n");
    nh_arena_destroy(arena);
}

PROTECTED_TEST(choice) {
    nh_arena *arena = nh_arena_create(context);
    const double values[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const size_t columns[] = {3, 0, 3};
    nh_trajectory *trajectory = trajectory_of(arena, 2, values);
    nh_csv_choice chosen = {columns, 3};
    assert_string_equal(written(arena, trajectory, chosen), "θ',t,θ'\n3,0,3\n7,4,7\n");
    trajectory->values.count = 0;
    assert_string_equal(written(arena, trajectory, chosen), "θ',t,θ'\n");
    nh_arena_destroy(arena);
}

/* More than the buffer holds; every number reads back to the same bits. */
PROTECTED_TEST(many_rows) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 1);
    size_t rows = (size_t)test_count(3000);
    double *values = NH_NEW_ARRAY(arena, double, rows *COLUMNS);
    for (size_t i = 0; i < rows * COLUMNS; i++)
        values[i] = ldexp(nh_random_unit(&random) - 0.5, (int)(i % 2000) - 1000);
    char *at = (char *)strchr(written(arena, trajectory_of(arena, rows, values), (nh_csv_choice){0}), '\n');
    for (size_t i = 0; i < rows * COLUMNS; i++) {
        assert_int_equal(*at, i % COLUMNS == 0 ? '\n' : ',');
        double value = strtod(at + 1, &at);
        if (memcmp(&value, &values[i], sizeof value) != 0) fail_msg("%.17g became %.17g", values[i], value);
    }
    assert_string_equal(at, "\n");
    nh_arena_destroy(arena);
}

static void write_to_full(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    const double values[COLUMNS] = {0};
    nh_csv_write(arena, nh_writer_open(arena, "/dev/full"), trajectory_of(arena, 1, values), (nh_csv_choice){0});
}

static void full_disk(void **state) {
    (void)state;
    if (access("/dev/full", W_OK) != 0) skip();
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, write_to_full, NULL), NH_E_IO);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers),
        cmocka_unit_test(choice),
        cmocka_unit_test(many_rows),
        cmocka_unit_test(full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
