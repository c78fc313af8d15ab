/* Where the rows lose rank: all minors of the order of the rank vanish.
 *
 * Rows that share velocities, directly or through others, are a block; blocks lose rank each for itself. In a block the
 * rank is the number of rows that are independent at most states; redundant ones count, they may take over where others
 * fail. Minors are taken of the rows as they are, in all velocities: that keeps them short.
 *
 * Of larger blocks with redundant rows the shortest minors are taken: the rank drops at some of the places where these
 * vanish, and where it does is examined again. In larger blocks without redundant rows, rows are examined by pairs:
 * where two of them depend on each other the rank drops, but there may be other places. */
#include "facts/places/conditions_private.h"

#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "expr/inspect.h"

/* Blocks of rows that share velocities; rows and columns of one; minors of it; rows whose own rates are its premise. */
enum { MOST_BLOCKS = 24, MOST_ROWS = 6, MOST_MINORS = 100, MOST_COLUMNS = 24, MOST_CHAIN = 8 };
/* Of larger blocks: minors that are examined, and that are taken. */
enum { MOST_CHOICES = 20000, MOST_SHORT = 60 };

typedef NH_ARRAY(uint32_t) numbers;

typedef struct block {
    nh_places *p;
    nh_condition_kind kind;       /* of the places that are searched for */
    const nh_expr_matrix *matrix; /* the gradients of the rows, or another one */
    numbers rows;                 /* of the matrix */
    numbers columns;              /* those with entries in them, rising */
    uint32_t rank;
    nh_premise premise;
    bool is_sampled; /* not all minors are taken */
    nh_exprs rests;  /* minors without factors that all of them have */
    bool is_complete;
} block;

/* ---- blocks ---- */

/* The representative of x; paths are halved on the way. */
static uint32_t root_of(uint32_t *parent, uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
}

/* By velocity: the block that it belongs to. */
static uint32_t *join_columns(nh_arena *arena, const nh_lagrange *x) {
    uint32_t *parent = NH_NEW_ARRAY(arena, uint32_t, (size_t)x->n + 1);
    for (uint32_t i = 0; i < x->n; i++) parent[i] = i;
    for (uint32_t r = 0; r < x->acting; r++)
        for (uint32_t k = x->jacobian.start[r] + 1; k < x->jacobian.start[r + 1]; k++)
            parent[root_of(parent, x->jacobian.column[k])] = root_of(parent, x->jacobian.column[k - 1]);
    return parent;
}

static void add_number(numbers *list, uint32_t item) {
    size_t k = list->count;
    if (nh_is_among(item, list->count, list->items)) return;
    nh_array_push(list, item);
    for (; k > 0 && list->items[k - 1] > item; k--) list->items[k] = list->items[k - 1];
    list->items[k] = item;
}

static void add_columns(block *b, uint32_t row) {
    NH_ASSERT(row < b->matrix->rows);
    const nh_expr_matrix *m = b->matrix;
    nh_array_push(&b->rows, row);
    for (uint32_t k = m->start[row]; k < m->start[row + 1] && b->columns.count <= MOST_COLUMNS; k++)
        add_number(&b->columns, m->column[k]);
}

static void add_row(block *b, uint32_t row) {
    NH_ASSERT(row < b->p->a->lagrange.acting);
    const nh_admissible *a = b->p->a;
    bool is_used = row < a->lagrange.rows && !a->usual[a->lagrange.row[row]];
    for (uint32_t i = 0; i < a->bound; i++) is_used = is_used || a->bound_row[i] == row;
    b->rank += is_used;
    add_columns(b, row);
}

static block make_block(nh_places *p, nh_condition_kind kind, const nh_expr_matrix *matrix) {
    return (block){.p = p, .kind = kind, .matrix = matrix, .rows = {.arena = p->arena}, .columns = {.arena = p->arena}};
}

/* The blocks in the order of their first rows; the first ones only. */
static block *find_blocks(nh_places *p, uint32_t *count, bool *is_all) {
    const nh_lagrange *x = &p->a->lagrange;
    uint32_t *parent = join_columns(p->arena, x), *place = NH_NEW_ARRAY(p->arena, uint32_t, (size_t)x->n + 1);
    block *blocks = NH_NEW_ARRAY(p->arena, block, MOST_BLOCKS);
    *count = 0;
    *is_all = true;
    for (uint32_t r = 0; r < x->acting; r++) {
        if (x->jacobian.start[r] == x->jacobian.start[r + 1]) continue;
        uint32_t *at = &place[root_of(parent, x->jacobian.column[x->jacobian.start[r]])];
        if (*at == 0 && *count < MOST_BLOCKS) {
            blocks[*count] = make_block(p, NH_CONDITION_RANK, &x->jacobian);
            *at = ++*count;
        }
        if (*at != 0) add_row(&blocks[*at - 1], r);
        else *is_all = false;
    }
    return blocks;
}

/* ---- minors ---- */

/* How many ways there are to choose k of n, which is at most MOST_COLUMNS. */
static uint64_t count_choices(size_t n, uint32_t k) {
    NH_ASSERT(k <= n);
    uint64_t result = 1;
    for (uint32_t i = 0; i < k; i++) result = result * (n - i) / (i + 1);
    return result;
}

static nh_expr entry_of(const nh_expr_matrix *m, uint32_t row, uint32_t column) {
    NH_ASSERT(row < m->rows && column < m->columns);
    for (uint32_t k = m->start[row]; k < m->start[row + 1]; k++)
        if (m->column[k] == column) return m->entry[k];
    return NH_EXPR_ZERO;
}

/* The entries of a minor; how many are not zero, 0 when a whole row or column is. */
static uint32_t fill_minor(const block *b, const uint32_t *rows, const uint32_t *columns, nh_expr *matrix) {
    NH_ASSERT(b->rank <= MOST_ROWS);
    uint32_t filled = 0, in_column[MOST_ROWS] = {0}, k = b->rank;
    for (uint32_t i = 0; i < k; i++) {
        uint32_t before = filled;
        for (uint32_t j = 0; j < k; j++) {
            nh_expr e = entry_of(b->matrix, b->rows.items[rows[i]], b->columns.items[columns[j]]);
            matrix[i * k + j] = e;
            filled += e != NH_EXPR_ZERO;
            in_column[j] += e != NH_EXPR_ZERO;
        }
        if (filled == before) return 0;
    }
    for (uint32_t j = 0; j < k; j++)
        if (in_column[j] == 0) return 0;
    return filled;
}

/* The factors of each minor that is not identically zero. */
typedef struct minors {
    NH_ARRAY(nh_exprs) factors;
    bool is_complete;   /* all of them were found */
    bool is_never_zero; /* one of them never vanishes */
} minors;

static void add_minor(const block *b, minors *m, const nh_expr *matrix) {
    nh_expr e = matrix[0];
    if (b->rank > 1 && nh_linear_determinant(b->p->pool, b->rank, matrix, &e) != NH_LINEAR_DONE) {
        m->is_complete = false;
        return;
    }
    if (e == NH_EXPR_ZERO || nh_expr_is_proved_zero(b->p->pool, e) || nh_places_is_null(b->p, e)) return;
    nh_exprs factors = nh_places_factors(b->p, e);
    m->is_never_zero = m->is_never_zero || factors.count == 0;
    nh_array_push(&m->factors, factors);
}

/* Those with this many entries that are not zero, until there are enough. */
static void add_minors(const block *b, minors *m, uint32_t from, uint32_t to) {
    uint32_t rows[MOST_ROWS], columns[MOST_ROWS], k = b->rank;
    nh_expr matrix[MOST_ROWS * MOST_ROWS] = {0};
    for (uint32_t i = 0; i < k; i++) rows[i] = i;
    do {
        for (uint32_t i = 0; i < k; i++) columns[i] = i;
        do {
            uint32_t filled = fill_minor(b, rows, columns, matrix);
            if (filled >= from && filled <= to) add_minor(b, m, matrix);
            if (m->is_never_zero || m->factors.count > MOST_MINORS) return;
        } while (nh_next_choice(k, (uint32_t)b->columns.count, columns));
    } while (nh_next_choice(k, (uint32_t)b->rows.count, rows));
}

static minors find_minors(const block *b) {
    minors m = {.factors = {.arena = b->p->arena}, .is_complete = true};
    uint32_t most = b->rank * b->rank;
    if (b->rank > b->columns.count) return m; /* contradictory rows: there are no minors */
    if (!b->is_sampled) add_minors(b, &m, 1, most);
    for (uint32_t filled = b->rank; b->is_sampled && filled <= most && m.factors.count < MOST_SHORT; filled++)
        if (!m.is_never_zero) add_minors(b, &m, filled, filled);
    return m;
}

/* ---- places ---- */

static bool is_common(const minors *m, nh_expr factor) {
    for (size_t i = 0; i < m->factors.count; i++)
        if (!nh_exprs_has(&m->factors.items[i], factor)) return false;
    return true;
}

/* The product of the factors that are not common to all; 1 when there is none. */
static nh_expr rest_of(const block *b, const minors *m, size_t i) {
    const nh_exprs *factors = &m->factors.items[i];
    nh_expr rest = NH_EXPR_ONE;
    for (size_t k = 0; k < factors->count; k++)
        if (!is_common(m, factors->items[k])) rest = nh_expr_mul(b->p->pool, rest, factors->items[k]);
    return rest;
}

/* Factors that all minors have are places of their own; what is left of the minors is listed. */
static bool add_common(block *b, const minors *m) {
    bool is_all = true;
    if (m->factors.count == 0) return false; /* they vanish everywhere: the rank is not what was thought */
    const nh_exprs *first = &m->factors.items[0];
    for (size_t i = 0; i < first->count; i++)
        if (is_common(m, first->items[i]))
            is_all = nh_places_add_factor(b->p, b->kind, b->premise, first->items[i], NH_EXPR_ZERO) && is_all;
    for (size_t i = 0; i < m->factors.count; i++) {
        nh_expr rest = rest_of(b, m, i);
        if (!nh_exprs_has(&b->rests, rest)) nh_array_push(&b->rests, rest);
    }
    if (nh_exprs_has(&b->rests, NH_EXPR_ONE)) b->rests.count = 0;
    return is_all;
}

/* ---- a second look ---- */

/* A symbol in which e is linear with a number as coefficient, and what it is where e vanishes;
 * undefined: there is none. */
static nh_expr solve_simply(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr *value) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr slope = nh_expr_diff(pool, e, symbols[i]), zero = NH_EXPR_ZERO;
        if (!nh_expr_is_number(pool, slope) || slope == NH_EXPR_ZERO) continue;
        if (nh_expr_symbol_of(pool, symbols[i])->role != NH_ROLE_COORDINATE) continue;
        nh_expr rest = nh_expr_substitute(pool, e, 1, &symbols[i], &zero, true);
        *value = nh_expr_neg(pool, nh_expr_div(pool, rest, slope));
        return symbols[i];
    }
    return NH_EXPR_UNDEFINED;
}

/* Whether the rank is seen to be lower there, with those of the equations that can be put in. */
static bool drops_at(const block *b, const nh_condition *c) {
    nh_pool *pool = b->p->pool;
    nh_arena *arena = b->p->arena;
    uint32_t rows = (uint32_t)b->rows.count, columns = (uint32_t)b->columns.count, size = rows * columns;
    nh_expr *all = NH_NEW_ARRAY(arena, nh_expr, (size_t)size + c->count);
    nh_linear_minor minor;
    for (uint32_t i = 0; i < size; i++)
        all[i] = entry_of(b->matrix, b->rows.items[i / columns], b->columns.items[i % columns]);
    for (uint32_t i = 0; i < c->count; i++) all[size + i] = c->zero[i];
    for (uint32_t i = 0; i < c->count; i++) {
        nh_expr value, symbol = solve_simply(pool, arena, all[size + i], &value);
        if (symbol != NH_EXPR_UNDEFINED) nh_expr_substitute_all(pool, size + c->count, all, 1, &symbol, &value, true);
    }
    return nh_linear_rank(pool, arena, rows, columns, all, &minor) == NH_LINEAR_DONE && minor.rank < b->rank;
}

/* Conditions from number `from` on that are not seen to hold go; whether none does. */
static bool is_seen_to_drop(const block *b, size_t from) {
    nh_places *p = b->p;
    size_t kept = from;
    for (size_t i = from; i < p->list.count; i++)
        if (drops_at(b, &p->list.items[i])) p->list.items[kept++] = p->list.items[i];
    bool is_all = kept == p->list.count;
    p->list.count = kept;
    return is_all;
}

/* ---- one block ---- */

static void search_minors(void *argument) {
    block *b = argument;
    minors m = find_minors(b);
    b->is_complete = m.is_never_zero || (add_common(b, &m) && m.is_complete);
}

static void search_rests(void *argument) {
    block *b = argument;
    b->is_complete = nh_places_split(b->p, b->kind, b->premise, (uint32_t)b->rests.count, b->rests.items);
}

static void look_again(void *argument) {
    block *b = argument;
    b->is_complete = is_seen_to_drop(b, b->p->from);
}

/* Where ideals take too long: all minors at once. */
static void add_rests(void *argument) {
    block *b = argument;
    b->is_complete = nh_places_add_whole(b->p, b->kind, (uint32_t)b->rests.count, b->rests.items);
}

/* The places where all minors that were taken vanish; whether these are all. */
static bool search_places(block *b) {
    if (!nh_places_try(b->p, search_minors, b)) return false;
    bool is_complete = b->is_complete;
    size_t common = b->p->list.count;
    if (b->rests.count == 0) return is_complete;
    if (nh_places_try(b->p, search_rests, b)) return b->is_complete && is_complete;
    b->p->list.count = common;
    b->is_complete = false;
    if (!b->is_sampled) (void)nh_places_try(b->p, add_rests, b);
    return b->is_complete && is_complete;
}

/* Whether all places were found. */
static bool search_all_minors(block *b) {
    if (b->rank == 0) return true;
    if (b->rank > MOST_ROWS || b->rows.count > MOST_COLUMNS || b->columns.count > MOST_COLUMNS) return false;
    uint64_t count = count_choices(b->rows.count, b->rank) * count_choices(b->columns.count, b->rank);
    b->rests = (nh_exprs){.arena = b->p->arena};
    b->is_sampled = count > MOST_MINORS;
    if (b->is_sampled && (b->rows.count == b->rank || count > MOST_CHOICES)) return false;
    b->p->from = b->p->list.count;
    bool is_complete = search_places(b);
    if (!b->is_sampled) return is_complete;
    if (nh_places_try(b->p, look_again, b)) return is_complete && b->is_complete;
    b->p->list.count = b->p->from;
    return false;
}

static nh_premise rates_of(const block *b) {
    nh_exprs rates = {.arena = b->p->arena};
    for (size_t i = 0; i < b->rows.count; i++)
        if (b->rows.items[i] < b->p->a->lagrange.rows) nh_array_push(&rates, b->p->a->lagrange.rates[b->rows.items[i]]);
    return (nh_premise){(uint32_t)rates.count, rates.items};
}

/* Some rows of the block as a block, of which nothing else is known. */
static block part_of(const block *b, uint32_t count, const uint32_t *rows) {
    NH_ASSERT(nh_are_below(count, rows, b->matrix->rows));
    block part = make_block(b->p, b->kind, b->matrix);
    for (uint32_t i = 0; i < count; i++) add_row(&part, rows[i]);
    part.premise = rates_of(&part);
    return part;
}

/* Pairs of rows that share velocities. */
static void search_pairs(const block *b) {
    if (b->rows.count > MOST_CHAIN || b->rows.count > b->rank) return;
    for (size_t i = 0; i < b->rows.count; i++)
        for (size_t k = i + 1; k < b->rows.count; k++) {
            uint32_t pair[2] = {b->rows.items[i], b->rows.items[k]};
            block both = part_of(b, 2, pair), one = part_of(b, 1, pair), other = part_of(b, 1, pair + 1);
            if (both.columns.count < one.columns.count + other.columns.count) (void)search_all_minors(&both);
        }
}

static void prune_places(void *argument) {
    const block *b = argument;
    nh_places_prune(b->p, NH_CONDITION_RANK, b->premise);
}

static bool search_block(block *b) {
    const nh_expr_matrix *m = b->matrix;
    b->premise = nh_places_rows(b->p, m->start[m->rows], m->entry);
    if (b->premise.count == 0 && b->rows.count <= MOST_CHAIN) b->premise = rates_of(b);
    if (search_all_minors(b)) return true;
    search_pairs(b);
    b->p->from = 0;
    (void)nh_places_try(b->p, prune_places, b);
    return false;
}

bool nh_places_rank_of(nh_places *p, nh_condition_kind kind, const nh_expr_matrix *matrix, uint32_t rank) {
    NH_ASSERT(kind < NH_CONDITION_KINDS && rank <= matrix->rows);
    block b = make_block(p, kind, matrix);
    b.rank = rank;
    b.premise = nh_places_rows(p, matrix->start[matrix->rows], matrix->entry);
    for (uint32_t i = 0; i < matrix->rows; i++) add_columns(&b, i);
    return search_all_minors(&b);
}

void nh_places_rank(nh_places *p) {
    uint32_t count;
    bool is_all;
    block *blocks = find_blocks(p, &count, &is_all);
    for (uint32_t i = 0; i < count; i++) is_all = search_block(&blocks[i]) && is_all;
    is_all = is_all && p->a->bound_by != NH_EVIDENCE_NONE;
    p->complete[NH_CONDITION_RANK] = is_all ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
}
