/* The virtual work of all constraint forces is that of the multipliers, along the motion of every model and every
 * system of tests/oracle that has its inertia in points and bodies: the sum of J^T R, and of torques with the
 * derivatives of the angular velocities, is A^T lambda. */
#include "../lang/files.h"

#include <math.h>

#include "form/equations.h"
#include "model/values.h"
#include "motion/run/run.h"
#include "tape/tape.h"

enum { LEAST = 55, TIMES = 4 };

typedef struct subject {
    nh_model *model;
    nh_arena *arena;
    nh_equations *equations;
    const nh_trajectory *found;
    size_t n, first; /* first: the column of the first constraint force */
} subject;

static bool is_suitable(const nh_model *model) {
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED) return false;
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_KINETIC || model->terms.items[i].kind == NH_TERM_LAGRANGIAN)
            return false;
    return model->initials.count > 0 && model->points.count + model->bodies.count > 0;
}

static const nh_point *point_of(const nh_model *model, const char *name) {
    for (size_t i = 0; i < model->points.count; i++)
        if (strcmp(nh_name_text(model->context, model->points.items[i].name), name) == 0)
            return &model->points.items[i];
    return NULL;
}

static const nh_rigid_body *body_of(const nh_model *model, const char *name) {
    for (size_t i = 0; i < model->bodies.count; i++)
        if (strcmp(nh_name_text(model->context, model->bodies.items[i].name), name) == 0)
            return &model->bodies.items[i];
    return NULL;
}

/* What the force of this column moves: the derivatives of a position by the coordinates, of an angular
 * velocity by the velocities. */
static void add_slopes(const subject *s, const char *column, nh_exprs *values) {
    char function[32], name[64], component;
    assert_int_equal(sscanf(column, "%31[a-z](%63[^)]).%c", function, name, &component), 3);
    const nh_point *point = point_of(s->model, name);
    const nh_rigid_body *body = body_of(s->model, name);
    bool is_torque = strcmp(function, "reactiontorque") == 0;
    nh_vector moved = is_torque ? body->rotation.omega : body != NULL ? body->center : point->position;
    for (size_t i = 0; i < s->n; i++) {
        const nh_coordinate *coordinate = &s->model->coordinates.items[i];
        nh_expr by = is_torque ? coordinate->v : coordinate->q;
        nh_array_push(values, nh_expr_diff(s->model->pool, moved.x[component - 'x'], by));
    }
}

/* Slopes of all forces, of all rows, of the lengths of quaternions: n each. */
static nh_exprs list_slopes(const subject *s) {
    nh_exprs values = {.arena = s->arena};
    for (size_t k = s->first; k < s->found->columns; k++) add_slopes(s, s->found->column[k].name, &values);
    for (uint32_t j = 0; j < s->equations->rows; j++)
        for (size_t i = 0; i < s->n; i++)
            nh_array_push(&values,
                          nh_expr_diff(s->model->pool, s->equations->rates[j], s->model->coordinates.items[i].v));
    for (size_t j = 0; j < s->model->rows.count; j++)
        for (size_t i = 0; s->model->rows.items[j].is_unit && i < s->n; i++)
            nh_array_push(&values, nh_expr_diff(s->model->pool, s->model->rows.items[j].residual,
                                                s->model->coordinates.items[i].q));
    return values;
}

static void evaluate(const subject *s, const nh_exprs *values, const double *row, double *numbers) {
    nh_expr *inputs = NH_NEW_ARRAY(s->arena, nh_expr, 1 + 2 * s->n);
    inputs[0] = s->model->time;
    memcpy(inputs + 1, nh_model_coordinates(s->model, s->arena), s->n * sizeof *inputs);
    memcpy(inputs + 1 + s->n, nh_model_velocities(s->model, s->arena), s->n * sizeof *inputs);
    nh_tape_def def = {.input_count = (uint32_t)(1 + 2 * s->n),
                       .inputs = inputs,
                       .parameter_count = (uint32_t)s->model->parameters.count,
                       .parameters = nh_model_parameter_symbols(s->model, s->arena),
                       .output_count = (uint32_t)values->count,
                       .outputs = values->items};
    nh_tape *tape = nh_tape_make(s->arena, s->model->pool, &def);
    double *work = nh_arena_alloc_aligned(s->arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    nh_tape_begin(tape, 1, nh_model_parameter_values(s->model, s->arena), work);
    nh_tape_run(tape, 1, row, numbers, work);
}

/* The length of a quaternion is no motion: what pulls at it is left out. */
static void leave_out(const double *g, size_t n, double *work) {
    double along = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        along += g[i] * work[i];
        square += g[i] * g[i];
    }
    for (size_t i = 0; i < n; i++) work[i] -= along / square * g[i];
}

static void check_row(const subject *s, const char *name, const double *row, const nh_exprs *values) {
    size_t forces = s->found->columns - s->first, rows = s->equations->rows;
    double *slopes = NH_NEW_ARRAY(s->arena, double, values->count), size = 1;
    double *work = NH_NEW_ARRAY(s->arena, double, s->n);
    evaluate(s, values, row, slopes);
    for (size_t k = 0; k < forces + rows; k++) {
        double force = k < forces ? row[s->first + k] : -row[1 + 2 * s->n + (k - forces)];
        assert_true(isfinite(force));
        for (size_t i = 0; i < s->n; i++) {
            work[i] += slopes[k * s->n + i] * force;
            size = fmax(size, fabs(slopes[k * s->n + i] * force));
        }
    }
    for (size_t k = forces + rows; k < values->count / s->n; k++) leave_out(slopes + k * s->n, s->n, work);
    for (size_t i = 0; i < s->n; i++)
        if (!(fabs(work[i]) <= 1e-11 * size))
            fail_msg("%s: at t = %g the work on coordinate %zu is off by %g of %g", name, row[0], i, work[i], size);
}

static const nh_trajectory *move(nh_arena *arena, nh_model *model) {
    double from = 0, to = 10, times[TIMES];
    if (model->spans.count > 0) {
        from = nh_model_constant(model, arena, model->spans.items[0].from);
        to = nh_model_constant(model, arena, model->spans.items[0].to);
    }
    for (int i = 0; i < TIMES; i++) times[i] = from + (to - from) * 0.05 * i;
    nh_run_def run = nh_default_run();
    run.to = times[TIMES - 1];
    run.from = from;
    run.at = times;
    run.at_count = TIMES;
    run.reactions = true;
    return nh_simulate(arena, model, &run);
}

static int checked;

static void check_file(nh_context *context, void *argument) {
    const char *path = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = path;
    const char *text = nh_file_read(arena, path, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    if (is_suitable(model)) {
        subject s = {.model = model, .arena = arena, .n = model->coordinates.count};
        s.found = move(arena, model);
        s.equations = nh_chetaev_derive(model, arena);
        s.first = s.found->columns;
        while (strncmp(s.found->column[s.first - 1].name, "reaction", 8) == 0) s.first--;
        assert_true(s.first < s.found->columns);
        nh_exprs slopes = list_slopes(&s);
        size_t rows = s.found->values.count / s.found->columns;
        assert_true(rows > 1);
        for (size_t i = 0; i < rows; i++) check_row(&s, path, s.found->values.items + i * s.found->columns, &slopes);
        checked++;
    }
    nh_model_destroy(model);
}

static void check_files(const files *f, const char *root) {
    for (size_t i = 0; i < f->count; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s.nh", root, f->names[i]);
        nh_context *context = test_context();
        test_run(context, check_file, path);
        nh_context_destroy(context);
    }
}

static files list;

static void test_models(void **state) {
    (void)state;
    files_list_models(&list);
    check_files(&list, NH_TEST_SOURCE);
}

static void test_oracle(void **state) {
    (void)state;
    files_list(&list, NH_TEST_SOURCE "/oracle");
    check_files(&list, NH_TEST_SOURCE "/oracle");
}

static void test_enough(void **state) {
    (void)state;
    if (checked < LEAST) fail_msg("only %d systems were looked at", checked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_enough),
    };
    return cmocka_run_group_tests_name("reaction of models", tests, NULL, NULL);
}
