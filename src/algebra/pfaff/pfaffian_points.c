/* What points tell of matrices of functions: a minor that is not zero at one point is zero almost nowhere, if
 * its entries are analytic. */
#include <string.h>

#include "algebra/pfaff/pfaffian_private.h"
#include "base/limits.h"
#include "base/random.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "num/guard.h"
#include "tape/ball_run.h"

/* Points that are tried, those with values that are enough, bits. */
enum { POINTS = 16, ENOUGH = 2, PRECISION = 128, MOST_ENTRIES = 4000000 };
#define CHANGED (UINT64_MAX / 2)

typedef struct rank_search {
    nh_arena *arena;
    const nh_tape *tape;
    nh_rat *values; /* of the symbols, at all points */
    uint32_t symbols, rows, columns, rank;
    const uint64_t *cost; /* as in ball_matrix; or NULL */
    uint64_t *work_cost;
    uint32_t *row, *column; /* of the pivots at the point with the largest rank, or NULL */
} rank_search;

typedef struct ball_matrix {
    uint32_t rows, columns, rank;
    nh_ball *a, *work;
    /* Of entries as pivots: the least is taken. NULL: the largest entry of the first row that has one. */
    uint64_t *cost;
    uint32_t *row, *column; /* which one is at each place */
} ball_matrix;

static nh_ball *entry_at(const ball_matrix *m, uint32_t i, uint32_t j) {
    return &m->a[(size_t)i * m->columns + j];
}

static uint64_t *cost_at(const ball_matrix *m, uint32_t i, uint32_t j) {
    return &m->cost[(size_t)i * m->columns + j];
}

/* Among those that are certainly not zero and not in the rows and columns of earlier pivots. */
static bool find_pivot(const ball_matrix *m, uint32_t *row, uint32_t *column) {
    double most = -1;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = m->rank; i < m->rows; i++)
        for (uint32_t j = m->rank; j < m->columns; j++) {
            bool certain = false;
            int sign = nh_ball_sign_of(entry_at(m, i, j), &certain);
            double size = nh_ball_double(entry_at(m, i, j)) * sign;
            uint64_t cost = m->cost == NULL ? i : *cost_at(m, i, j);
            if (!certain || sign == 0 || cost > least || (cost == least && size <= most)) continue;
            most = size;
            least = cost;
            *row = i;
            *column = j;
        }
    return most >= 0;
}

static void swap_entries(const ball_matrix *m, uint32_t i, uint32_t j, uint32_t other_i, uint32_t other_j) {
    nh_ball held = *entry_at(m, i, j);
    *entry_at(m, i, j) = *entry_at(m, other_i, other_j);
    *entry_at(m, other_i, other_j) = held;
    if (m->cost == NULL) return;
    uint64_t cost = *cost_at(m, i, j);
    *cost_at(m, i, j) = *cost_at(m, other_i, other_j);
    *cost_at(m, other_i, other_j) = cost;
}

static void swap_numbers(uint32_t *numbers, uint32_t i, uint32_t k) {
    uint32_t held = numbers[i];
    numbers[i] = numbers[k];
    numbers[k] = held;
}

static void bring_pivot(const ball_matrix *m, uint32_t row, uint32_t column) {
    uint32_t k = m->rank;
    for (uint32_t j = 0; j < m->columns && row != k; j++) swap_entries(m, row, j, k, j);
    for (uint32_t i = 0; i < m->rows && column != k; i++) swap_entries(m, i, column, i, k);
    swap_numbers(m->row, row, k);
    swap_numbers(m->column, column, k);
}

/* An entry that has changed is longer than any that was given. */
static void eliminate_column(const ball_matrix *m) {
    uint32_t k = m->rank;
    for (uint32_t i = k + 1; i < m->rows; i++) {
        if (nh_ball_is_zero(entry_at(m, i, k)) == NH_YES) continue;
        nh_ball_div(m->work, entry_at(m, i, k), entry_at(m, k, k), PRECISION);
        nh_ball_neg(m->work, m->work);
        for (uint32_t j = k + 1; j < m->columns; j++) {
            if (nh_ball_is_zero(entry_at(m, k, j)) == NH_YES) continue;
            nh_ball_fma(entry_at(m, i, j), m->work, entry_at(m, k, j), entry_at(m, i, j), PRECISION);
            if (m->cost != NULL) *cost_at(m, i, j) = CHANGED;
        }
    }
}

static bool are_finite(const nh_ball *balls, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!nh_ball_is_finite(&balls[i])) return false;
    return true;
}

static uint32_t rank_of(ball_matrix m) {
    uint32_t row = 0, column = 0;
    while (m.rank < m.rows && m.rank < m.columns && find_pivot(&m, &row, &column)) {
        bring_pivot(&m, row, column);
        eliminate_column(&m);
        m.rank++;
        nh_guard_poll();
    }
    return m.rank;
}

static uint32_t *count_up(nh_arena *arena, uint32_t count) {
    uint32_t *numbers = NH_NEW_ARRAY(arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) numbers[i] = i;
    return numbers;
}

/* The values are in y. */
static void look_at_point(rank_search *s, nh_ball *y, nh_ball *work) {
    ball_matrix m = {s->rows, s->columns, 0, y, work, s->work_cost, NULL, NULL};
    m.row = count_up(s->arena, s->rows);
    m.column = count_up(s->arena, s->columns);
    if (m.cost != NULL) memcpy(m.cost, s->cost, (size_t)s->rows * s->columns * sizeof *m.cost);
    uint32_t rank = rank_of(m);
    if (rank <= s->rank) return;
    s->rank = rank;
    s->row = m.row;
    s->column = m.column;
}

static void search_inside(void *argument) {
    rank_search *s = argument;
    size_t size = (size_t)s->rows * s->columns;
    uint32_t most = s->rows < s->columns ? s->rows : s->columns, seen = 0;
    nh_ball *x = nh_balls_new((size_t)s->symbols + 1), *y = nh_balls_new(size), *work = nh_balls_new(1);
    for (size_t p = 0; p < POINTS && seen < ENOUGH && s->rank < most; p++) {
        for (uint32_t i = 0; i < s->symbols; i++) nh_ball_set_rational(&x[i], s->values[p * s->symbols + i], PRECISION);
        nh_tape_run_balls(s->tape, NULL, x, y, PRECISION);
        nh_tick(nh_guard_context(), nh_tape_operations_run(s->tape) + size);
        if (!are_finite(y, size)) continue;
        seen++;
        look_at_point(s, y, work);
    }
    nh_balls_free(work, 1);
    nh_balls_free(y, size);
    nh_balls_free(x, (size_t)s->symbols + 1);
}

/* Moderate and small ones, since roots and arcs have no value at some; positive first, then of either sign. */
static nh_rat draw_coordinate(nh_random *random, size_t point) {
    static const int64_t scales[4] = {1, 8, 3, 40};
    int64_t numerator = nh_random_between(random, 100, 3000);
    bool is_negative = point >= 4 && nh_random_between(random, 0, 1) == 1;
    return nh_rat_make(is_negative ? -numerator : numerator, 1009 * scales[point % 4]);
}

/* Functions without a definition have no values. */
static bool have_values(nh_pool *pool, size_t count, const nh_expr *e) {
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) {
        nh_expr_kind kind = nh_expr_kind_of(pool, walk->order[i]);
        found = kind == NH_EXPR_CALL || kind == NH_EXPR_NO_VALUE;
    }
    nh_walk_end(walk);
    return !found;
}

static void search_points(nh_pool *pool, nh_arena *arena, const nh_expr *a, rank_search *s) {
    size_t size = (size_t)s->rows * s->columns;
    if (size == 0 || size > MOST_ENTRIES || !have_values(pool, size, a)) return;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, size, a, &s->symbols);
    nh_tape_def def = {.input_count = s->symbols, .inputs = symbols, .output_count = (uint32_t)size, .outputs = a};
    s->arena = arena;
    s->tape = nh_tape_make(arena, pool, &def);
    s->values = NH_NEW_ARRAY(arena, nh_rat, (size_t)s->symbols * POINTS + 1);
    nh_random random = nh_random_make(1, NH_STREAM_PFAFFIAN);
    for (size_t i = 0; i < (size_t)s->symbols * POINTS; i++) s->values[i] = draw_coordinate(&random, i / s->symbols);
    nh_guard_call(nh_pool_context(pool), search_inside, s);
}

uint32_t nh_pfaffian_rank_at_points(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                    const uint32_t **chosen) {
    rank_search s = {.rows = rows, .columns = columns};
    search_points(pool, arena, a, &s);
    *chosen = s.row;
    return s.rank;
}

bool nh_pfaffian_choose_columns(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                const uint64_t *cost, uint32_t *chosen) {
    rank_search s = {.rows = rows, .columns = columns, .cost = cost};
    s.work_cost = NH_NEW_ARRAY(arena, uint64_t, (size_t)rows * columns + 1);
    search_points(pool, arena, a, &s);
    for (uint32_t i = 0; i < rows && s.rank == rows; i++) chosen[i] = s.column[i];
    return s.rank == rows;
}
