/* The summary of `compare`. For people a table, then a sentence for each motion. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/print/print_private.h"

/* Of the table: columns, and bytes of a cell. */
enum { COLUMNS = 9, CELL = 96 };

typedef char cells[COLUMNS][CELL];

static const nh_compare_part *part_at(const nh_compare_facts *c, size_t i) {
    return &c->comparison->items[i].part;
}

static const nh_compared *first_of(const nh_compare_facts *c) {
    return &c->comparison->items[c->comparison->first];
}

static size_t count_rows(const nh_compare_facts *c) {
    size_t rows = 0;
    for (size_t i = 0; i < c->comparison->count; i++)
        if (c->comparison->items[i].trajectory != NULL) rows += c->comparison->items[i].trajectory->rows;
    return rows;
}

static const char *first_name(const nh_compare_facts *c) {
    return first_of(c)->part.name;
}

/* ---- what was compared ---- */

/* "DOP853", or several: each once, in the order of the motions. */
static void add_methods(nh_text *out, const nh_comparison *comparison) {
    for (size_t i = 0, added = 0; i < comparison->count; i++) {
        const nh_trajectory *t = comparison->items[i].trajectory;
        bool is_new = t != NULL;
        for (size_t k = 0; k < i && is_new; k++) {
            const nh_trajectory *other = comparison->items[k].trajectory;
            is_new = other == NULL || other->method != t->method;
        }
        if (is_new) nh_text_format(out, "%s%s", added++ > 0 ? ", " : "", t->method);
    }
}

static void add_problem(nh_text *out, const nh_compare_facts *c) {
    const nh_compare_info *info = &c->info;
    const nh_model *model = c->comparison->model;
    size_t rows = first_of(c)->trajectory->rows;
    nh_text_format(out, "system: %s\n", nh_name_text(model->context, model->title));
    nh_text_format(out, "compared: %zu motion%s from %s to %s, at %zu time%s\n", info->motions,
                   nh_plural(info->motions), DIGITS(info->from, 10), DIGITS(info->to, 10), rows, nh_plural(rows));
    nh_text_add(out, "  ");
    add_methods(out, c->comparison);
    nh_text_format(out, "; rtol = %s, atol = %s; a difference counts as visible above %s of the size of the motion\n",
                   DIGITS(c->rtol, 6), DIGITS(c->atol, 6), DIGITS(info->visible, 6));
    if (model->random_start) nh_text_format(out, "initial state: random, seed %llu\n", nh_whole(c->seed));
}

/* ---- the table ---- */

static void set_cell(cells row, int column, int digits, double value) {
    if (!isnan(value)) snprintf(row[column], CELL, "%s", DIGITS(value, digits));
}

static void fill_row(cells row, const nh_compare_part *part) {
    memset(row, 0, sizeof(cells));
    snprintf(row[0], CELL, "%s", part->name);
    if (part->status != NH_OK) {
        snprintf(row[1], CELL, "%s", "none");
        return;
    }
    set_cell(row, 1, 6, part->end);
    snprintf(row[2], CELL, "%llu", nh_whole(part->steps));
    snprintf(row[3], CELL, "%llu", nh_whole(part->evaluations));
    set_cell(row, 4, 2, part->seconds);
    set_cell(row, 5, 2, part->difference);
    set_cell(row, 6, 2, part->relative);
    set_cell(row, 7, 6, part->parted);
    set_cell(row, 8, 2, part->energy);
}

static void add_row(nh_text *out, cells row, const int widths[COLUMNS]) {
    nh_text_format(out, "  %-*s", widths[0], row[0]);
    int last = COLUMNS - 1;
    while (last > 0 && row[last][0] == '\0') last--;
    for (int k = 1; k <= last; k++) nh_text_format(out, "  %*s", widths[k], row[k]);
    nh_text_add(out, "\n");
}

static void add_table(nh_text *out, const nh_compare_facts *c) {
    static const char *const heads[COLUMNS] = {"form",       "end",      "steps",      "evaluations", "seconds",
                                               "difference", "relative", "visible at", "energy"};
    size_t rows = c->info.parts + 1;
    cells *table = NH_NEW_ARRAY(out->arena, cells, rows);
    int widths[COLUMNS] = {0};
    for (int k = 0; k < COLUMNS; k++) snprintf(table[0][k], CELL, "%s", heads[k]);
    for (size_t i = 1; i < rows; i++) fill_row(table[i], part_at(c, i - 1));
    for (size_t i = 0; i < rows; i++)
        for (int k = 0; k < COLUMNS; k++)
            if ((int)strlen(table[i][k]) > widths[k]) widths[k] = (int)strlen(table[i][k]);
    nh_text_add(out, "\n");
    for (size_t i = 0; i < rows; i++) add_row(out, table[i], widths);
    nh_text_add(out, "\n");
}

/* ---- sentences ---- */

/* "they differ by at most 0.2 (in x at t = 3), 0.04 of the size of the motion" */
static void add_largest(nh_text *out, const nh_compare_part *part) {
    if (isnan(part->difference)) {
        nh_text_add(out, "there is nothing to compare");
        return;
    }
    if (part->difference == 0) {
        nh_text_add(out, "there is no difference");
        return;
    }
    nh_text_format(out, "they differ by at most %s (in %s at t = %s), %s %s the size of the motion",
                   DIGITS(part->difference, 2), part->column, DIGITS(part->t, 6), DIGITS(part->relative, 2),
                   part->relative < 1 ? "of" : "times");
}

static void add_others(nh_text *out, const nh_compare_part *part) {
    if (!isnan(part->energy)) nh_text_format(out, "; E differs by at most %s", DIGITS(part->energy, 2));
    if (!isnan(part->multipliers))
        nh_text_format(out, ", multipliers (lambda, or -mu') by at most %s", DIGITS(part->multipliers, 2));
}

static void add_difference(nh_text *out, const nh_compare_facts *c, const nh_compare_part *part) {
    if (part->rows == 0) {
        nh_text_format(out, "%s and %s have no time in common and cannot be compared\n", part->name, first_name(c));
        return;
    }
    if (part->rows == 1 && !part->has_parted) {
        nh_text_format(out, "%s and %s have only the time t = %s in common, which is not enough to compare them\n",
                       part->name, first_name(c), DIGITS(part->common, 6));
        return;
    }
    if (part->has_parted)
        nh_text_format(out, "%s departs from %s, visibly from t = %s on: ", part->name, first_name(c),
                       DIGITS(part->parted, 6));
    else nh_text_format(out, "%s and %s coincide: ", part->name, first_name(c));
    add_largest(out, part);
    add_others(out, part);
    bool is_short = part->outcome != NH_OUTCOME_FINISHED || first_of(c)->part.outcome != NH_OUTCOME_FINISHED;
    if (is_short) nh_text_format(out, "; compared up to t = %s", DIGITS(part->common, 6));
    nh_text_add(out, "\n");
}

static void add_sentence(nh_text *out, const nh_compare_facts *c, size_t i) {
    NH_ASSERT(i < c->comparison->count);
    const nh_compare_part *part = part_at(c, i);
    if (part->status != NH_OK) {
        nh_text_format(out, "%s is skipped: %s\n", part->name, part->why);
        return;
    }
    if (part->outcome != NH_OUTCOME_FINISHED)
        nh_text_format(out, "%s is %s at t = %s: %s\n", part->name, nh_outcome_name(part->outcome),
                       DIGITS(part->end, 10), part->why);
    if (i != c->info.first) add_difference(out, c, part);
}

/* ---- files ---- */

static void add_files(nh_text *out, const nh_compare_facts *c) {
    size_t columns = 1 + c->columns.count, rows = count_rows(c);
    for (size_t i = 0; i < c->plots.count; i++) nh_text_format(out, "plot: %s\n", c->plots.items[i]);
    if (c->csv != NULL)
        nh_text_format(out, "written: %s, %zu row%s of %zu column%s\n",
                       strcmp(c->csv, "-") == 0 ? "to standard output" : c->csv, rows, nh_plural(rows), columns,
                       nh_plural(columns));
    else if (c->plots.count == 0)
        nh_text_format(out, "nothing written (use -o FILE to save all motions: %zu row%s of %zu columns)\n", rows,
                       nh_plural(rows), columns);
}

static void print_text(nh_text *out, const nh_compare_facts *c) {
    add_problem(out, c);
    add_table(out, c);
    for (size_t i = 0; i < c->info.parts; i++) add_sentence(out, c, i);
    add_files(out, c);
}

/* ---- JSON ---- */

static void add_motion(nh_json *j, const nh_compared *item) {
    if (item->trajectory == NULL) return;
    nh_json_number(j, "t_end", item->part.end);
    nh_json_integer(j, "steps", item->part.steps);
    nh_json_integer(j, "rhs_evaluations", item->part.evaluations);
    nh_json_integer(j, "rows", item->trajectory->rows);
}

/* parted: null where nothing was compared. */
static void add_difference_json(nh_json *j, const nh_compare_part *part) {
    nh_json_integer(j, "compared_rows", part->rows);
    nh_json_number(j, "compared_to", part->common);
    nh_json_number(j, "difference", part->difference);
    nh_json_string(j, "column", part->column);
    nh_json_number(j, "t", part->t);
    nh_json_number(j, "relative", part->relative);
    if (part->rows == 0) nh_json_null(j, "parted");
    else nh_json_truth(j, "parted", part->has_parted);
    nh_json_number(j, "t_parted", part->parted);
    nh_json_number(j, "energy_difference", part->energy);
    nh_json_number(j, "multiplier_difference", part->multipliers);
}

static void add_part(nh_json *j, const nh_compared *item, bool is_first) {
    const nh_compare_part *part = &item->part;
    bool has_motion = item->trajectory != NULL;
    nh_json_open(j, NULL, '{');
    nh_json_string(j, "form", part->name);
    nh_json_truth(j, "applies", part->status != NH_E_HYPOTHESIS);
    nh_json_string(j, "status", has_motion ? nh_outcome_name(part->outcome) : NULL);
    nh_json_string(j, "message", part->why);
    add_motion(j, item);
    if (has_motion && !is_first) add_difference_json(j, part);
    nh_json_close(j);
}

static void add_files_json(nh_json *j, const nh_compare_facts *c) {
    nh_json_integer(j, "rows", count_rows(c));
    nh_json_open_line(j, "columns", '[');
    nh_json_string(j, NULL, "form");
    for (size_t i = 0; i < c->columns.count; i++)
        nh_json_string(j, NULL, c->comparison->column[c->columns.columns[i]].name);
    nh_json_close(j);
    nh_json_string(j, "file", c->csv);
    nh_json_open_line(j, "plots", '[');
    for (size_t i = 0; i < c->plots.count; i++) nh_json_string(j, NULL, c->plots.items[i]);
    nh_json_close(j);
}

static void print_json(nh_text *text, const nh_compare_facts *c) {
    const nh_comparison *all = c->comparison;
    nh_json j = nh_print_open(text, all->model);
    nh_json_string(&j, "first", first_name(c));
    nh_json_number(&j, "from", c->info.from);
    nh_json_number(&j, "to", c->info.to);
    nh_json_number(&j, "rtol", c->rtol);
    nh_json_number(&j, "atol", c->atol);
    nh_json_number(&j, "visible", c->info.visible);
    nh_json_open(&j, "motions", '[');
    for (size_t i = 0; i < all->count; i++) add_part(&j, &all->items[i], i == all->first);
    nh_json_close(&j);
    add_files_json(&j, c);
    nh_json_integer(&j, "seed", c->seed);
    nh_print_close(&j, all->model);
}

void nh_print_compare(nh_text *text, nh_print_as as, const nh_compare_facts *facts) {
    if (as == NH_PRINT_JSON) print_json(text, facts);
    else print_text(text, facts);
}
