/* Sentences about starts: what moved, what was drawn, what contradicts what. */
#include <math.h>
#include <string.h>

#include "analysis/state_private.h"
#include "base/text.h"
#include "expr/print.h"
#include "num/number.h"

enum { LISTED = 6, DIGITS = 6, ELEMENTS_MOST = 80 };

/* A change below this, relative, is rounding. */
#define UNCHANGED 1e-13

static void add_number(nh_text *text, double value, int digits) {
    char buffer[NH_NUMBER_SIZE];
    nh_number_digits(buffer, value, digits);
    nh_text_add(text, buffer);
}

/* ", " between the items of a list that is cut when it is long; false when the item is not to be added. */
static bool next_item(nh_text *text, int *count) {
    ++*count;
    if (*count > 1 && *count <= LISTED + 1) nh_text_add(text, ", ");
    if (*count == LISTED + 1) nh_text_add(text, "...");
    return *count <= LISTED;
}

static const char *row_name(const nh_start *start, uint32_t row) {
    const nh_model *model = start->s->model;
    return nh_name_text(model->context, model->rows.items[row].name);
}

static const nh_place *row_place(const nh_start *start, uint32_t row) {
    return &start->s->model->rows.items[row].place;
}

/* ---- held values that were moved ---- */

static void list_moved(nh_start *start, nh_text *text, const nh_place **place) {
    nh_states *s = start->s;
    int count = 0;
    for (uint32_t i = 0; i < s->size; i++) {
        double change = fabs(start->z[i] - start->held[i]);
        if (s->given[i] != NH_GIVEN_HELD || change <= UNCHANGED * nh_state_held_size(start, i)) continue;
        const nh_initial *item = &s->model->initials.items[s->given_by[i]];
        if (*place == NULL) *place = &item->place;
        if (!next_item(text, &count)) continue;
        nh_expr_print_decimals(s->model->pool, text, item->quantity);
        nh_text_add(text, " from ");
        add_number(text, start->held[i], 10);
        nh_text_add(text, " to ");
        add_number(text, start->z[i], 10);
    }
}

/* Relations: their value was quantity - residual. */
static void list_moved_relations(nh_start *start, nh_text *text, const nh_place **place) {
    nh_states *s = start->s;
    int count = *place == NULL ? 0 : 1;
    nh_state_choose(start, NH_STAGE_JOINT, NULL, true);
    (void)nh_state_evaluate(s, start->t, start->z);
    for (uint32_t e = s->rows; e < s->count; e++) {
        if (!s->is_active[e] || nh_state_relative(s, e, start->z) <= NH_STATE_HOLDS) continue;
        const nh_initial *item = &s->model->initials.items[s->equations[e].number];
        if (*place == NULL) *place = &item->place;
        if (!next_item(text, &count)) continue;
        nh_expr_print_decimals(s->model->pool, text, item->quantity);
        nh_text_add(text, " by ");
        add_number(text, s->value[e], 10);
    }
}

void nh_state_report_moved(nh_start *start) {
    nh_context *context = start->s->model->context;
    nh_text text = nh_text_begin(start->s->arena);
    const nh_place *place = NULL;
    list_moved(start, &text, &place);
    list_moved_relations(start, &text, &place);
    nh_remark remark = {"start", NH_SEVERITY_WARNING, NH_OK, place, NULL};
    nh_diag_add(context, &remark, "the initial values break the constraints a little and were moved: %s",
                nh_text_string(&text));
}

/* ---- rank ---- */

static const nh_place *list_lost(nh_start *start, nh_text *text, const bool *here, const bool *usual) {
    const nh_place *place = NULL;
    int count = 0;
    for (uint32_t i = 0; i < start->s->model->rows.count; i++) {
        if (!here[i] || usual[i]) continue;
        if (place == NULL) place = row_place(start, i);
        if (next_item(text, &count)) nh_text_format(text, "'%s'", row_name(start, i));
    }
    return place;
}

void nh_state_report_drawn(nh_start *start, const bool *here, const bool *usual) {
    nh_text text = nh_text_begin(start->s->arena);
    const nh_place *place = list_lost(start, &text, here, usual);
    nh_remark remark = {"start", NH_SEVERITY_NOTE, NH_OK, place, "give velocities that are not 0 to choose the start"};
    nh_diag_add(start->s->model->context, &remark,
                "at the start the constraints say less than nearby (%s): a start nearby was drawn",
                nh_text_string(&text));
}

void nh_state_report_singular(nh_start *start, const bool *here, const bool *usual) {
    nh_text text = nh_text_begin(start->s->arena);
    const nh_place *place = list_lost(start, &text, here, usual);
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, place,
                        "choose other initial values, or guess them with ~ instead of ="};
    nh_diag_add(start->s->model->context, &remark,
                "with the given initial values the rank of the constraints drops at the start (%s)",
                nh_text_string(&text));
}

/* ---- contradictions ---- */

/* An element of a contradiction: an equation, or a held unknown. */
typedef struct elements {
    nh_start *start;
    nh_stage stage;
    uint32_t count;
    uint32_t *number; /* an equation, or s->count + an unknown */
    bool *is_out;
} elements;

static void list_elements(elements *all) {
    const nh_states *s = all->start->s;
    nh_state_choose(all->start, all->stage, NULL, true);
    for (uint32_t e = 0; e < s->count; e++)
        if (s->is_active[e]) all->number[all->count++] = e;
    for (uint32_t i = 0; i < s->size; i++)
        if (s->given[i] == NH_GIVEN_HELD && !s->is_free[i] &&
            (all->stage == NH_STAGE_JOINT || (i >= s->n) == (all->stage == NH_STAGE_VELOCITIES)))
            all->number[all->count++] = s->count + i;
}

/* Whether what is not left out can hold together. */
static bool can_hold(elements *all, double *z) {
    nh_start *start = all->start;
    nh_states *s = start->s;
    nh_state_choose(start, all->stage, NULL, true);
    for (uint32_t k = 0; k < all->count; k++) {
        if (!all->is_out[k]) continue;
        if (all->number[k] < s->count) s->is_active[all->number[k]] = false;
        else s->is_free[all->number[k] - s->count] = true;
    }
    memcpy(s->reference, start->z, s->size * sizeof *z);
    return nh_state_solve(s, start->t, z, &start->random, 3);
}

/* Leaves out one after the other what the contradiction does not need; what stays is a smallest set. False when
 * there is none, or the search is too long. */
static bool shrink(elements *all, nh_arena *arena) {
    double *z = NH_NEW_ARRAY(arena, double, (size_t)all->start->s->size + 1);
    if (all->count > ELEMENTS_MOST || can_hold(all, z)) return false;
    for (uint32_t k = 0; k < all->count; k++) {
        all->is_out[k] = true;
        if (can_hold(all, z)) all->is_out[k] = false;
    }
    return true;
}

static void describe(const elements *all, nh_text *text) {
    const nh_states *s = all->start->s;
    int count = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        if (all->is_out[k] || !next_item(text, &count)) continue;
        uint32_t number = all->number[k];
        if (number < s->rows) {
            bool is_rate = s->equations[number].kind == NH_EQUATION_RATE;
            const nh_row *row = &s->model->rows.items[s->equations[number].number];
            nh_text_format(text, "constraint '%s'%s", nh_name_text(s->model->context, row->name),
                           is_rate && row->is_geometric ? " differentiated" : "");
        } else {
            uint32_t item = number < s->count ? s->equations[number].number : s->given_by[number - s->count];
            nh_text_add(text, "init ");
            nh_expr_print_decimals(s->model->pool, text, s->model->initials.items[item].quantity);
        }
    }
}

/* The worst equation of the stage at start->z; s->rows when its values are not finite. */
static double worst_of_stage(nh_start *start, nh_stage stage, uint32_t *worst) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, NULL, true);
    if (!nh_state_evaluate(s, start->t, start->z)) return NAN;
    double residual = nh_state_worst(s, start->z, worst);
    return residual <= s->holds ? 0 : residual;
}

static void say_worst(nh_start *start, uint32_t worst, const char *hint) {
    nh_states *s = start->s;
    nh_text amount = nh_text_begin(s->arena);
    add_number(&amount, fabs(s->value[worst]), DIGITS);
    bool is_relation = worst >= s->rows;
    uint32_t number = s->equations[worst].number;
    const nh_place *place = is_relation ? &s->model->initials.items[number].place : row_place(start, number);
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, place, hint};
    const char *by = nh_text_string(&amount);
    if (is_relation)
        nh_diag_add(s->model->context, &remark, "this initial value cannot be held at the start: it is off by %s", by);
    else
        nh_diag_add(s->model->context, &remark, "constraint '%s'%s cannot hold at the start: it is off by %s",
                    row_name(start, number),
                    s->equations[worst].kind == NH_EQUATION_RATE && s->model->rows.items[number].is_geometric
                        ? ", differentiated,"
                        : "",
                    by);
}

static void say_undefined(nh_start *start) {
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, NULL, "guess other initial values: init x ~ ..."};
    nh_diag_add(start->s->model->context, &remark,
                "no start was found: a constraint has no value at the initial values, as by a division by 0");
}

void nh_state_report_failure(nh_start *start) {
    nh_states *s = start->s;
    nh_arena *arena = nh_arena_create(s->model->context);
    elements all = {.start = start, .stage = NH_STAGE_POSITIONS};
    all.number = NH_NEW_ARRAY(arena, uint32_t, (size_t)s->count + s->size + 1);
    all.is_out = NH_NEW_ARRAY(arena, bool, (size_t)s->count + s->size + 1);
    uint32_t worst = 0;
    double residual = worst_of_stage(start, NH_STAGE_POSITIONS, &worst);
    if (residual == 0) {
        all.stage = NH_STAGE_VELOCITIES;
        residual = worst_of_stage(start, NH_STAGE_VELOCITIES, &worst);
    }
    nh_text text = nh_text_begin(arena);
    list_elements(&all);
    if (residual > 0 && shrink(&all, arena)) {
        nh_text_add(&text, "these contradict each other: ");
        describe(&all, &text);
    } else nh_text_add(&text, "guess values nearer to an admissible state: init x ~ ...");
    if (!(residual > 0)) say_undefined(start);
    else {
        worst_of_stage(start, all.stage, &worst);
        say_worst(start, worst, nh_text_string(&text));
    }
    nh_arena_destroy(arena);
}
