/* The summary of `compare` for people: a table, then a sentence for each motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

enum { COLUMNS = 9, CELL = 96 };

typedef char cells[COLUMNS][CELL];

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static unsigned long long whole(uint64_t count) {
    return (unsigned long long)count;
}

static nh_compare_part part_at(const comparison *c, size_t i) {
    nh_compare_part part = {0};
    (void)nh_compare_get(c->compare, i, &part);
    return part;
}

static const char *first_name(const comparison *c) {
    return part_at(c, c->info.first).name;
}

/* ---- what was compared ---- */

static void add_problem(sink *out, const session *s, const comparison *c) {
    const nh_compare_info *info = &c->info;
    nh_run_info first = nh_run_get_info(nh_compare_run(c->compare, info->first));
    sink_format(out, "system: %s\n", c->model.title);
    sink_format(out, "compared: %zu motion%s from %.10g to %.10g, by %zu row%s\n", info->motions, plural(info->motions),
                info->from, info->to, first.rows, plural(first.rows));
    sink_format(out, "  DOP853; rtol = %g, atol = %g; a difference above %g of the size of the motion is visible\n",
                c->def.run.rtol, c->def.run.atol, info->visible);
    if (c->model.random_start) sink_format(out, "start: drawn with the seed %llu\n", whole(s->given->seed));
}

/* ---- the table ---- */

static void set_cell(cells row, int column, const char *format, double value) {
    if (!isnan(value)) snprintf(row[column], CELL, format, value);
}

static void fill_row(cells row, const nh_compare_part *part) {
    memset(row, 0, sizeof(cells));
    snprintf(row[0], CELL, "%s", part->name);
    if (part->status != NH_OK) {
        snprintf(row[1], CELL, "%s", "none");
        return;
    }
    set_cell(row, 1, "%.6g", part->end);
    snprintf(row[2], CELL, "%llu", whole(part->steps));
    snprintf(row[3], CELL, "%llu", whole(part->evaluations));
    set_cell(row, 4, "%.2g", part->seconds);
    set_cell(row, 5, "%.2g", part->difference);
    set_cell(row, 6, "%.2g", part->relative);
    set_cell(row, 7, "%.6g", part->parted);
    set_cell(row, 8, "%.2g", part->energy);
}

static void add_row(sink *out, cells row, const int widths[COLUMNS]) {
    sink_format(out, "  %-*s", widths[0], row[0]);
    int last = COLUMNS - 1;
    while (last > 0 && row[last][0] == '\0') last--;
    for (int k = 1; k <= last; k++) sink_format(out, "  %*s", widths[k], row[k]);
    sink_text(out, "\n");
}

static void add_table(sink *out, const comparison *c) {
    static const char *const heads[COLUMNS] = {"form",       "end",      "steps",     "evaluations", "seconds",
                                               "difference", "relative", "parted at", "energy"};
    size_t rows = c->info.parts + 1;
    cells *table = need(calloc(rows, sizeof *table));
    int widths[COLUMNS] = {0};
    for (int k = 0; k < COLUMNS; k++) snprintf(table[0][k], CELL, "%s", heads[k]);
    for (size_t i = 1; i < rows; i++) {
        nh_compare_part part = part_at(c, i - 1);
        fill_row(table[i], &part);
    }
    for (size_t i = 0; i < rows; i++)
        for (int k = 0; k < COLUMNS; k++)
            if ((int)strlen(table[i][k]) > widths[k]) widths[k] = (int)strlen(table[i][k]);
    sink_text(out, "\n");
    for (size_t i = 0; i < rows; i++) add_row(out, table[i], widths);
    sink_text(out, "\n");
    free(table);
}

/* ---- sentences ---- */

/* "they differ by at most 0.2 (in x at t = 3), 0.04 of the size of the motion" */
static void add_largest(sink *out, const nh_compare_part *part) {
    if (isnan(part->difference)) {
        sink_text(out, "there is nothing to compare");
        return;
    }
    if (part->difference == 0) {
        sink_text(out, "there is no difference at all");
        return;
    }
    sink_format(out, "they differ by at most %.2g (in %s at t = %.6g), %.2g %s the size of the motion",
                part->difference, part->column, part->t, part->relative, part->relative < 1 ? "of" : "times");
}

static void add_others(sink *out, const nh_compare_part *part) {
    if (!isnan(part->energy)) sink_format(out, "; E differs by at most %.2g", part->energy);
    if (!isnan(part->multipliers))
        sink_format(out, ", multipliers (lambda, or -mu') by at most %.2g", part->multipliers);
}

static void add_difference(sink *out, const comparison *c, const nh_compare_part *part) {
    if (part->rows == 0) {
        sink_format(out, "%s and %s have no row in common: they are not compared\n", part->name, first_name(c));
        return;
    }
    if (part->rows == 1 && !part->has_parted) {
        sink_format(out, "%s and %s have one row in common, at t = %.6g: that says nothing of their motions\n",
                    part->name, first_name(c), part->common);
        return;
    }
    if (part->has_parted)
        sink_format(out, "%s parts from %s: visible from t = %.6g on; ", part->name, first_name(c), part->parted);
    else sink_format(out, "%s and %s coincide: ", part->name, first_name(c));
    add_largest(out, part);
    add_others(out, part);
    nh_run_info first = nh_run_get_info(nh_compare_run(c->compare, c->info.first));
    bool is_short = part->outcome != NH_OUTCOME_FINISHED || first.outcome != NH_OUTCOME_FINISHED;
    if (is_short) sink_format(out, "; compared up to t = %.6g", part->common);
    sink_text(out, "\n");
}

static void add_sentence(sink *out, const comparison *c, size_t i) {
    nh_compare_part part = part_at(c, i);
    if (part.status != NH_OK) {
        sink_format(out, "%s is left out: %s\n", part.name, part.why);
        return;
    }
    if (part.outcome != NH_OUTCOME_FINISHED)
        sink_format(out, "%s is %s at t = %.10g: %s\n", part.name, nh_outcome_name(part.outcome), part.end, part.why);
    if (i != c->info.first) add_difference(out, c, &part);
}

/* ---- files ---- */

static void add_files(sink *out, const comparison *c) {
    size_t columns = 1 + (c->columns != NULL ? c->column_count : c->info.columns);
    for (size_t i = 0; i < c->plots_written; i++) sink_format(out, "drawn: %s\n", c->plots->items[i]);
    if (!c->is_written) {
        if (c->plots_written == 0)
            sink_format(out, "written: nothing; -o FILE writes all motions, %zu row%s of %zu columns\n", c->rows,
                        plural(c->rows), columns);
        return;
    }
    sink_format(out, "written: %s, %zu row%s of %zu column%s\n",
                strcmp(c->path, "-") == 0 ? "to standard output" : c->path, c->rows, plural(c->rows), columns,
                plural(columns));
}

void compare_text(sink *out, const session *s, const comparison *c) {
    add_problem(out, s, c);
    add_table(out, c);
    for (size_t i = 0; i < c->info.parts; i++) add_sentence(out, c, i);
    add_files(out, c);
}
