/* Rows that hold whatever the motion is: dropped with a note where that is proved, with a warning where it
 * is all of a constraint.
 *
 * Candidates are found by numbers: residuals at random values of all symbols. Beyond some thousands of rows the first
 * of a statement speaks for its others. */
#include <math.h>

#include "algebra/domain/identity.h"
#include "base/random.h"
#include "expr/inspect.h"
#include "lang/reading_private.h"
#include "tape/tape.h"

enum { ROWS_TESTED = 4096, LANES = 6 };

static bool can_evaluate(nh_reading *r, nh_expr e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_symbol_of(r->pool, symbols[i])->role == NH_ROLE_FUNCTION) return false;
    return true;
}

/* Whether both were made by one statement. */
static bool is_same_statement(const nh_row *a, const nh_row *b) {
    return a->family == b->family && a->place.line == b->place.line && a->place.column == b->place.column;
}

/* The numbers of the rows to test, and their residuals. */
typedef struct candidates {
    uint32_t count;
    uint32_t *row;
    nh_expr *residual;
} candidates;

static candidates rows_to_test(nh_reading *r) {
    size_t rows = r->model->rows.count;
    candidates list = {.row = NH_NEW_ARRAY(r->arena, uint32_t, rows),
                       .residual = NH_NEW_ARRAY(r->arena, nh_expr, rows)};
    for (size_t i = 0; i < rows; i++) {
        const nh_row *now = &r->model->rows.items[i];
        bool is_repeated = i >= ROWS_TESTED && now->label != now[-1].label && is_same_statement(now, now - 1);
        if (is_repeated || !can_evaluate(r, now->residual)) continue;
        list.row[list.count] = (uint32_t)i;
        list.residual[list.count++] = now->residual;
    }
    return list;
}

/* Residuals at random values of all symbols; lanes side by side. */
static const double *evaluate_rows(nh_reading *r, uint32_t count, const nh_expr *e) {
    uint32_t inputs;
    const nh_expr *symbols = nh_expr_symbols(r->pool, r->arena, count, e, &inputs);
    nh_tape_def def = {.input_count = inputs, .inputs = symbols, .output_count = count, .outputs = e, .loop_from = 16};
    nh_tape *tape = nh_tape_make(r->arena, r->pool, &def);
    double *values = NH_NEW_ARRAY(r->arena, double, (size_t)inputs *LANES + 1);
    double *result = NH_NEW_ARRAY(r->arena, double, (size_t)count *LANES);
    double *work = nh_arena_alloc_aligned(r->arena, nh_tape_work_size(tape, LANES) * sizeof(double), 64);
    nh_random random = nh_random_make(1, NH_STREAM_IDENTITIES);
    for (size_t i = 0; i < (size_t)inputs * LANES; i++) {
        size_t symbol = i / LANES, lane = i % LANES; /* half of the lanes keep to where roots and logarithms exist */
        values[i] = nh_random_uniform(&random, 0.25, 1.75);
        if (lane >= LANES / 2 && (symbol + lane) % 2 == 0) values[i] = -values[i];
    }
    nh_tape_begin(tape, LANES, values, work);
    nh_tape_run(tape, LANES, values, result, work);
    return result;
}

/* The component of a row: 1, 2, 3 for .x, .y, .z, else 0. */
static int component_of(const nh_reading *r, const nh_row *row) {
    if (row->name == row->label) return 0;
    return NH_NAME(r, row->name)[nh_name_length(r->context, row->name) - 1] - 'x' + 1;
}

static bool is_alone(const nh_reading *r, size_t i) {
    const nh_row *rows = r->model->rows.items;
    bool before = i > 0 && rows[i - 1].label == rows[i].label;
    return !before && (i + 1 == r->model->rows.count || rows[i + 1].label != rows[i].label);
}

void nh_reading_note_identity(nh_reading *r, const nh_row *row, bool is_alone_there) {
    bool is_new;
    nh_array_push(&r->model->identities, *row);
    uint64_t key = (uint64_t)row->family << 8 | (uint64_t)component_of(r, row);
    nh_map_slot(&r->identities, key, &is_new);
    nh_severity severity = is_alone_there ? NH_SEVERITY_WARNING : NH_SEVERITY_NOTE;
    if (!is_alone_there && nh_place_is_option(row->place)) return; /* z of a vector in a plane, of a question */
    if (is_new)                                                    /* once for a family */
        nh_reading_warn(r, row->place, severity, (nh_words){"identity", NULL}, "'%s' holds identically; it is dropped",
                        NH_NAME(r, row->name));
}

static void warn_of_unproved(nh_reading *r, const nh_row *row) {
    nh_reading_warn(r, row->place, NH_SEVERITY_WARNING, (nh_words){"identity", NULL},
                    "'%s' seems to hold for every motion", NH_NAME(r, row->name));
}

/* Marks the rows of this one's family and component that are proved to hold. */
static void prove_rows(nh_reading *r, size_t first, bool *dropped) {
    const nh_row *about = &r->model->rows.items[first];
    for (size_t i = first; i < r->model->rows.count && r->model->rows.items[i].family == about->family; i++) {
        const nh_row *row = &r->model->rows.items[i];
        if (component_of(r, row) != component_of(r, about)) continue;
        nh_truth holds = nh_expr_is_zero(r->pool, row->residual);
        dropped[i] = holds == NH_YES;
        if (dropped[i] && !row->is_unit && !row->is_contact) nh_reading_note_identity(r, row, is_alone(r, i));
        if (holds == NH_UNKNOWN && i == first && !row->is_unit && !row->is_contact) warn_of_unproved(r, row);
        if (!dropped[i]) break;
    }
}

/* Takes the marked rows out of the model and out of its list of items. */
static void drop_rows(nh_reading *r, const bool *dropped) {
    nh_model *model = r->model;
    uint32_t *number = NH_NEW_ARRAY(r->arena, uint32_t, model->rows.count);
    uint32_t rows = 0, items = 0;
    for (size_t i = 0; i < model->rows.count; i++) {
        number[i] = rows;
        if (!dropped[i]) model->rows.items[rows++] = model->rows.items[i];
    }
    for (size_t i = 0; i < model->items.count; i++) {
        nh_item item = model->items.items[i];
        if (item.kind == NH_ITEM_ROW && dropped[item.number]) continue;
        if (item.kind == NH_ITEM_ROW) item.number = number[item.number];
        model->items.items[items++] = item;
    }
    model->rows.count = rows;
    model->items.count = items;
    r->row_of = nh_map_make(r->arena);
    for (size_t i = 0; i < rows; i++) nh_map_put(&r->row_of, model->rows.items[i].name, i);
}

/* ---- norms ---- */

/* What vanishes where e, a multiple of |s| or of sqrt(k s^2 + ... + l u^2), does: s, ..., u. False: it is no such norm.
 */
static bool list_components(nh_reading *r, nh_expr e, nh_exprs *list) {
    nh_rat ignored;
    int64_t exponent;
    e = nh_expr_split(r->pool, e, &ignored);
    if (nh_expr_kind_of(r->pool, e) == NH_EXPR_ABS) {
        nh_array_push(list, nh_expr_split(r->pool, nh_expr_args(r->pool, e)[0], &ignored));
        return true;
    }
    if (nh_expr_kind_of(r->pool, e) != NH_EXPR_PRODUCT || nh_expr_arity(r->pool, e) != 2) return false;
    nh_expr sum = nh_expr_args(r->pool, e)[0];
    bool is_root = nh_expr_args(r->pool, e)[1] == nh_expr_fraction(r->pool, 1, 2);
    if (!is_root || nh_expr_kind_of(r->pool, sum) != NH_EXPR_SUM) return false;
    if (nh_expr_args(r->pool, sum)[0] != NH_EXPR_ZERO) return false;
    for (uint32_t i = 1; i < nh_expr_arity(r->pool, sum); i += 2) {
        nh_expr term = nh_expr_args(r->pool, sum)[i], factor = nh_expr_args(r->pool, sum)[i + 1];
        bool is_power = nh_expr_kind_of(r->pool, term) == NH_EXPR_PRODUCT && nh_expr_arity(r->pool, term) == 2;
        bool is_square = is_power && nh_expr_get_int(r->pool, nh_expr_args(r->pool, term)[1], &exponent) &&
                         exponent > 0 && exponent % 2 == 0;
        if (!is_square || nh_rat_sign(nh_expr_rational(r->pool, factor)) <= 0) return false;
        nh_array_push(list, nh_expr_split(r->pool, nh_expr_args(r->pool, term)[0], &ignored));
    }
    return true;
}

/* Whether each of them is the residual of another row, up to a number. */
static bool are_rows(nh_reading *r, const nh_exprs *components, const bool *dropped, size_t but) {
    for (size_t k = 0; k < components->count; k++) {
        bool is_row = false;
        for (size_t i = 0; i < r->model->rows.count && !is_row; i++) {
            nh_rat ignored;
            const nh_row *row = &r->model->rows.items[i];
            bool is_other = i != but && !dropped[i] && row->is_imposed;
            is_row = is_other && nh_expr_split(r->pool, row->residual, &ignored) == components->items[k];
        }
        if (!is_row) return false;
    }
    return true;
}

/* |P' - Q'| = 0 next to P' = Q' says nothing more, and has no gradient where these hold: there would be no
 * accelerations. */
static bool drop_norms(nh_reading *r, bool *dropped) {
    bool any = false;
    for (size_t i = 0; i < r->model->rows.count; i++) {
        const nh_row *row = &r->model->rows.items[i];
        nh_exprs components = {.arena = r->arena};
        if (dropped[i] || !row->is_imposed || !list_components(r, row->residual, &components)) continue;
        if (!are_rows(r, &components, dropped, i)) continue;
        dropped[i] = any = true;
        nh_reading_warn(r, row->place, NH_SEVERITY_NOTE, (nh_words){"norm", NULL},
                        "'%s' follows from other constraints and has no gradient where they hold; it is dropped",
                        NH_NAME(r, row->name));
    }
    return any;
}

/* Zero in all lanes where it has a value, and it has one in some. */
static bool seems_zero(const double *lanes) {
    bool has_value = false;
    for (int lane = 0; lane < LANES; lane++) {
        if (!isfinite(lanes[lane])) continue;
        if (fabs(lanes[lane]) >= 1e-12) return false;
        has_value = true;
    }
    return has_value;
}

void nh_drop_identities(nh_reading *r) {
    candidates list = rows_to_test(r);
    if (r->model->rows.count == 0) return;
    const double *values = list.count > 0 ? evaluate_rows(r, list.count, list.residual) : NULL;
    bool *dropped = NH_NEW_ARRAY(r->arena, bool, r->model->rows.count), any = drop_norms(r, dropped);
    for (uint32_t i = 0; i < list.count; i++) {
        if (dropped[list.row[i]] || !seems_zero(values + i * (size_t)LANES)) continue;
        prove_rows(r, list.row[i], dropped);
        any = true;
    }
    if (any) drop_rows(r, dropped);
}
