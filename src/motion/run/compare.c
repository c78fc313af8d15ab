/* Measures of a comparison. Rows are compared as long as they stand at the same times, to the last bit: times of rows
 * follow from the span and the spacing only, and a motion that ends early has its last row somewhere else. */
#include "motion/run/compare.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text/closest.h"
#include "base/text/name.h"
#include "base/text/text.h"

/* Of all coordinates, or velocities: a column that stays below may be rounding only. */
#define TINY 1e-6

/* ---- columns ---- */

typedef NH_ARRAY(nh_column) column_list;

/* The number of each column, by its name as a number. */
static nh_map number_columns(nh_arena *arena, size_t count, const nh_column *columns) {
    nh_map numbers = nh_map_make(arena);
    for (size_t i = 0; i < count; i++)
        nh_map_put(&numbers, nh_name_of_text(nh_arena_context(arena), columns[i].name), i);
    return numbers;
}

/* SIZE_MAX: there is none of that name. */
static size_t number_of(const nh_map *numbers, nh_context *context, const char *name) {
    const uint64_t *found = nh_map_get(numbers, nh_name_of_text(context, name));
    return found != NULL ? (size_t)*found : SIZE_MAX;
}

/* The columns with those of a motion that are new, each before the next one of that motion that is known. */
static column_list merge_columns(const column_list *all, const nh_trajectory *t) {
    nh_map known = number_columns(all->arena, all->count, all->items);
    column_list merged = {.arena = all->arena};
    size_t taken = 0, pending = 0; /* of the known ones; of the motion, the first that is new and not taken */
    for (size_t i = 0; i <= t->columns; i++) {
        bool is_end = i == t->columns;
        size_t at = is_end ? all->count : number_of(&known, nh_arena_context(all->arena), t->column[i].name);
        if (at == SIZE_MAX) continue;
        while (taken < at && taken < all->count) nh_array_push(&merged, all->items[taken++]);
        for (; pending < i; pending++) nh_array_push(&merged, t->column[pending]);
        pending = i + 1;
    }
    return merged;
}

static const size_t *find_own(nh_arena *arena, const nh_comparison *c, const nh_trajectory *t) {
    nh_map numbers = number_columns(arena, t->columns, t->column);
    size_t *own = NH_NEW_ARRAY(arena, size_t, c->columns);
    for (size_t i = 0; i < c->columns; i++) own[i] = number_of(&numbers, nh_arena_context(arena), c->column[i].name);
    return own;
}

static void set_columns(nh_arena *arena, nh_comparison *c) {
    column_list all = {.arena = arena};
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i].trajectory != NULL) all = merge_columns(&all, c->items[i].trajectory);
    c->column = all.items;
    c->columns = all.count;
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i].trajectory != NULL) c->items[i].own = find_own(arena, c, c->items[i].trajectory);
}

/* ---- rows ---- */

static size_t count_rows(const nh_trajectory *t) {
    return t->values.count / t->columns;
}

static double value_at(const nh_trajectory *t, size_t row, size_t column) {
    return t->values.items[row * t->columns + column];
}

size_t nh_comparison_rows(const nh_comparison *c, size_t item) {
    NH_ASSERT(item < c->count && c->first < c->count);
    const nh_trajectory *one = c->items[c->first].trajectory, *other = c->items[item].trajectory;
    size_t row = 0, most = count_rows(one) < count_rows(other) ? count_rows(one) : count_rows(other);
    while (row < most && value_at(one, row, 0) == value_at(other, row, 0)) row++;
    return row;
}

/* ---- sizes ---- */

static double largest_in(const nh_trajectory *t, size_t rows, size_t column) {
    double most = 0;
    for (size_t i = 0; i < rows; i++) most = fmax(most, fabs(value_at(t, i, column)));
    return most;
}

static double largest_of(size_t count, const double *values) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, values[i]);
    return most;
}

/* Columns t, q, q' are the first ones of every motion. */
const double *nh_comparison_sizes(nh_arena *arena, const nh_comparison *c, size_t item) {
    NH_ASSERT(item < c->count);
    const nh_trajectory *one = c->items[c->first].trajectory, *other = c->items[item].trajectory;
    size_t n = c->model->coordinates.count, rows = nh_comparison_rows(c, item);
    double *sizes = NH_NEW_ARRAY(arena, double, 2 * n);
    for (size_t kind = 0; kind < 2 * n; kind += n) {
        double *own = sizes + kind;
        for (size_t i = 0; i < n; i++) own[i] = largest_in(one, rows, 1 + kind + i);
        double all = largest_of(n, own);
        for (size_t i = 0; i < n; i++)
            if (!(own[i] > TINY * all)) own[i] = all;
        for (size_t i = 0; all == 0 && i < n; i++) own[i] = largest_in(other, rows, 1 + kind + i);
    }
    return sizes;
}

/* ---- differences ---- */

static double difference_in(const nh_comparison *c, size_t item, size_t row, size_t column) {
    const nh_trajectory *one = c->items[c->first].trajectory, *other = c->items[item].trajectory;
    return fabs(value_at(other, row, column) - value_at(one, row, column));
}

double nh_comparison_at(const nh_comparison *c, size_t item, size_t row, const double *sizes) {
    double most = 0;
    for (size_t i = 0; i < 2 * c->model->coordinates.count; i++) {
        NH_ASSERT(item < c->count && sizes != NULL);
        double difference = difference_in(c, item, row, 1 + i);
        if (difference > 0) most = fmax(most, difference / sizes[i]);
    }
    return most;
}

/* The largest difference of a coordinate or velocity; the first of equal ones. */
static void measure_motion(const nh_comparison *c, size_t item) {
    nh_compare_part *part = &c->items[item].part;
    const nh_trajectory *t = c->items[item].trajectory;
    part->difference = -1;
    for (size_t row = 0; row < part->rows; row++)
        for (size_t i = 1; i <= 2 * c->model->coordinates.count; i++) {
            NH_ASSERT(item < c->count);
            double difference = difference_in(c, item, row, i);
            if (!(difference > part->difference)) continue;
            part->difference = difference;
            part->column = t->column[i].name;
            part->t = value_at(t, row, 0);
        }
    if (part->difference < 0) part->difference = part->t = NAN; /* there are no coordinates */
}

static void measure_parting(nh_arena *arena, const nh_comparison *c, size_t item) {
    nh_compare_part *part = &c->items[item].part;
    const double *sizes = nh_comparison_sizes(arena, c, item);
    part->relative = 0;
    for (size_t row = 0; row < part->rows; row++) {
        double relative = nh_comparison_at(c, item, row, sizes);
        part->relative = fmax(part->relative, relative);
        if (part->has_parted || !(relative > c->visible)) continue;
        part->has_parted = true;
        part->parted = value_at(c->items[item].trajectory, row, 0);
    }
}

/* The largest difference of energies; not a number when they have no values. */
static double difference_of_energies(const nh_comparison *c, size_t item) {
    const nh_compared *one = &c->items[c->first], *other = &c->items[item];
    double most = NAN;
    for (size_t k = 0; k < c->columns; k++) {
        bool is_common = one->own[k] != SIZE_MAX && other->own[k] != SIZE_MAX;
        if (c->column[k].kind != NH_COLUMN_ENERGY || !is_common) continue;
        for (size_t row = 0; row < other->part.rows; row++)
            most = fmax(most, fabs(value_at(other->trajectory, row, other->own[k]) -
                                   value_at(one->trajectory, row, one->own[k])));
    }
    return most;
}

/* The column of the multiplier lambda of a row, or of its rate mu' with *sign -1; SIZE_MAX: it has none. */
static size_t find_multiplier(const nh_trajectory *t, size_t row, double *sign) {
    for (size_t i = 0; i < t->columns; i++) {
        bool is_rate = t->column[i].kind == NH_COLUMN_MULTIPLIER_RATE;
        if ((t->column[i].kind != NH_COLUMN_MULTIPLIER && !is_rate) || t->column[i].number != row) continue;
        *sign = is_rate ? -1 : 1;
        return i;
    }
    return SIZE_MAX;
}

/* The largest difference of multipliers, -mu' in place of lambda where they are integrated. */
static double difference_of_multipliers(const nh_comparison *c, size_t item) {
    const nh_trajectory *one = c->items[c->first].trajectory, *other = c->items[item].trajectory;
    double most = NAN;
    for (size_t i = 0; i < c->model->rows.count; i++) {
        double first = 1, second = 1;
        size_t a = find_multiplier(one, i, &first), b = find_multiplier(other, i, &second);
        if (a == SIZE_MAX || b == SIZE_MAX) continue;
        for (size_t row = 0; row < c->items[item].part.rows; row++)
            most = fmax(most, fabs(second * value_at(other, row, b) - first * value_at(one, row, a)));
    }
    return most;
}

static void measure_item(nh_arena *arena, const nh_comparison *c, size_t item) {
    NH_ASSERT(item < c->count);
    nh_compared *now = &c->items[item];
    nh_compare_part *part = &now->part;
    part->common = part->difference = part->t = part->relative = part->parted = part->energy = part->multipliers = NAN;
    if (now->trajectory == NULL || item == c->first) return;
    part->rows = nh_comparison_rows(c, item);
    if (part->rows == 0) return;
    part->common = value_at(now->trajectory, part->rows - 1, 0);
    measure_motion(c, item);
    measure_parting(arena, c, item);
    part->energy = difference_of_energies(c, item);
    part->multipliers = difference_of_multipliers(c, item);
}

void nh_comparison_measure(nh_arena *arena, nh_comparison *c) {
    NH_ASSERT(c->first < c->count && c->items[c->first].trajectory != NULL);
    set_columns(arena, c);
    for (size_t i = 0; i < c->count; i++) measure_item(arena, c, i);
}

/* ---- columns that are requested ---- */

static void add_name(column_list *columns, const char *head, const char *name, const char *tail) {
    nh_text text = nh_text_begin(columns->arena);
    nh_text_format(&text, "%s%s%s", head, name, tail);
    nh_array_push(columns, ((nh_column){.name = nh_text_string(&text)}));
}

/* The names of all that a motion of the model may have, except for constraint forces. */
static column_list possible_names(nh_arena *arena, const nh_model *model) {
    static const char *const heads[] = {"lambda.", "mu.", "mu'."};
    column_list names = {.arena = arena};
    add_name(&names, "t", "", "");
    add_name(&names, "E", "", "");
    for (size_t i = 0; i < 2 * model->coordinates.count; i++) {
        const char *name = nh_name_text(model->context, model->coordinates.items[i / 2].name);
        add_name(&names, "", name, i % 2 == 0 ? "" : "'");
    }
    for (size_t i = 0; i < 3 * model->rows.count; i++)
        if (model->rows.items[i / 3].is_imposed)
            add_name(&names, heads[i % 3], nh_name_text(model->context, model->rows.items[i / 3].name), "");
    for (size_t i = 0; i < model->records.count; i++)
        if (model->records.items[i].kind == NH_RECORD_WATCH)
            add_name(&names, "", nh_name_text(model->context, model->records.items[i].name), "");
    return names;
}

void nh_comparison_check_columns(const nh_model *model, const nh_run_def *def) {
    nh_arena *arena = nh_arena_create(model->context);
    column_list names = possible_names(arena, model);
    nh_map numbers = number_columns(arena, names.count, names.items);
    for (size_t i = 0; i < def->column_count; i++) {
        bool is_force = strncmp(def->columns[i], "reaction", 8) == 0; /* which of them there are is not known yet */
        if (is_force || number_of(&numbers, model->context, def->columns[i]) != SIZE_MAX) continue;
        nh_closest search = nh_closest_begin(def->columns[i]);
        for (size_t k = 0; k < names.count; k++) nh_closest_offer(&search, names.items[k].name);
        const char *nearest = nh_closest_found(&search);
        if (nearest != NULL)
            nh_fail(model->context, NH_E_USAGE, "column", "there is no column '%s', did you mean '%s'?",
                    def->columns[i], nearest);
        nh_fail(model->context, NH_E_USAGE, "column",
                "there is no column '%s'; there are t, coordinates, velocities as x', lambda.NAME, mu.NAME, mu'.NAME, "
                "E, watches",
                def->columns[i]);
    }
    nh_arena_destroy(arena);
}

void nh_comparison_find_columns(nh_arena *arena, const nh_comparison *c, const nh_run_def *def) {
    nh_map numbers = number_columns(arena, c->columns, c->column);
    for (size_t i = 0; i < def->column_count; i++)
        if (number_of(&numbers, c->model->context, def->columns[i]) == SIZE_MAX)
            nh_fail(c->model->context, NH_E_USAGE, "column", "none of these motions has a column '%s'",
                    def->columns[i]);
}
