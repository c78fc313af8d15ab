/* `check` for people. */
#include <stdlib.h>

#include "check.h"
#include "family.h"

enum { NAMES_MAX = 12 };

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void add_coordinates(sink *out, const session *s, size_t n) {
    sink_format(out, "coordinates: n = %zu:", n);
    for (size_t i = 0; i < n && i < NAMES_MAX; i++)
        sink_format(out, "%s %s", i > 0 ? "," : "", nh_model_coordinate(s->model, i));
    sink_format(out, "%s\n", n > NAMES_MAX ? ", ..." : "");
}

/* "parameters: 3, 1 of them without a value"; nothing when there are none. */
static void add_symbols(sink *out, const char *what, size_t count, size_t open, const char *lack) {
    if (count == 0) return;
    sink_format(out, "%s: %zu", what, count);
    if (open > 0) sink_format(out, ", %zu of them without a %s", open, lack);
    sink_text(out, "\n");
}

/* Which ones have none, as far as a line goes. */
static void add_open(sink *out, const session *s, const nh_model_info *info) {
    size_t shown = 0;
    for (size_t i = 0; i < info->parameters && shown <= NAMES_MAX; i++) {
        nh_parameter_info parameter;
        if (nh_model_parameter(s->model, i, &parameter) != NH_OK || parameter.value != NULL) continue;
        sink_format(out, "%s%s", shown == 0 ? "  without a value: " : ", ", shown < NAMES_MAX ? parameter.name : "...");
        shown++;
    }
    for (size_t i = 0; i < info->functions && shown <= NAMES_MAX; i++) {
        nh_function_info function;
        if (nh_model_function(s->model, i, &function) != NH_OK || !function.open) continue;
        sink_format(out, "%s%s", shown == 0 ? "  without a body: " : ", ", shown < NAMES_MAX ? function.name : "...");
        shown++;
    }
    if (shown > 0) sink_text(out, "\n");
}

static void add_count(sink *out, const char *what, size_t count) {
    if (count > 0) sink_format(out, "%s: %zu\n", what, count);
}

static void add_contents(sink *out, const session *s, const nh_model_info *info) {
    add_coordinates(out, s, info->coordinates);
    add_symbols(out, "parameters", info->parameters, info->parameters_open, "value");
    add_symbols(out, "functions", info->functions, info->functions_open, "body");
    add_open(out, s, info);
    add_count(out, "consts", info->consts);
    add_count(out, "abbreviations", info->abbreviations);
    add_count(out, "points", info->points);
    add_count(out, "bodies", info->bodies);
    add_count(out, "springs and dampers", info->links);
    add_count(out, "forces and torques", info->forces);
}

static void add_lagrangian(sink *out, const nh_model_info *info) {
    const char *degree = info->quadratic == NH_YES  ? "of degree 2 at most in the velocities"
                         : info->quadratic == NH_NO ? "not of degree 2 in the velocities"
                                                    : "its degree in the velocities is not decided";
    sink_format(out, "lagrangian: %s\n", degree);
    sink_text(out, info->rheonomic == NH_YES  ? "time: the Lagrangian, a force or a constraint depends on it\n"
                   : info->rheonomic == NH_NO ? "time: nothing depends on it explicitly\n"
                                              : "time: whether anything depends on it is not decided\n");
    sink_format(out, "operations: %llu to evaluate Lagrangian, forces and constraints once\n",
                (unsigned long long)info->operations);
}

/* ---- rows ---- */

static void add_kind(sink *out, const nh_row_info *row) {
    if (row->kind == NH_ROW_UNKNOWN) sink_text(out, "kind not decided");
    else sink_text(out, nh_row_kind_name(row->kind));
    bool has_degree =
        row->kind == NH_ROW_HOMOGENEOUS || row->kind == NH_ROW_POWER_AFFINE || row->kind == NH_ROW_GENERAL;
    if (has_degree) sink_format(out, ", degree %g", row->degree);
    if (row->kind == NH_ROW_UNKNOWN && row->homogeneous == NH_YES) sink_text(out, ", homogeneous");
    if (row->rheonomic == NH_YES) sink_text(out, ", rheonomic");
    if (row->rheonomic == NH_UNKNOWN) sink_text(out, ", perhaps rheonomic");
}

static void add_family(sink *out, const family *rows) {
    sink_text(out, "  ");
    add_family_name(out, rows);
    sink_text(out, ": ");
    add_kind(out, rows->first);
    if (rows->first->file != NULL) sink_format(out, " (%s:%u)", rows->first->file, rows->first->line);
    else if (rows->first->line > 0) sink_format(out, " (line %u)", rows->first->line);
    sink_text(out, "\n");
}

static void add_rows(sink *out, const facts *found, bool imposed) {
    size_t count;
    family *list = find_families(found->rows, found->row_count, imposed, &count);
    for (size_t i = 0; i < count; i++) add_family(out, &list[i]);
    free(list);
}

static void add_constraints(sink *out, const facts *found) {
    const nh_model_info *info = &found->info;
    size_t total = info->geometric + info->kinematic;
    if (total == 0) {
        sink_text(out, "\nconstraints: none\n");
    } else {
        sink_format(out, "\nconstraints: %zu row%s, %zu geometric and %zu kinematic\n", total, plural(total),
                    info->geometric, info->kinematic);
        add_rows(out, found, true);
    }
    if (info->conditions == 0) return;
    sink_format(out, "\nconditions, not imposed: %zu row%s\n", info->conditions, plural(info->conditions));
    add_rows(out, found, false);
}

/* ---- the rest ---- */

static void add_start(sink *out, const session *s, const facts *found) {
    size_t count = found->info.initial_values;
    sink_text(out, "\nstart: ");
    if (found->is_random) sink_format(out, "to be drawn with the seed %llu", (unsigned long long)s->given->seed);
    else if (count == 0) sink_text(out, "none is given");
    if (count > 0) sink_format(out, "%s%zu initial value%s", found->is_random ? ", with " : "", count, plural(count));
    sink_text(out, found->is_random || count > 0 ? "; not made admissible here\n" : "\n");
}

/* What the model says beyond this, so that nothing that was accepted is passed over in silence. */
static void add_unused(sink *out, const nh_model_info *info) {
    const struct {
        const char *what;
        size_t count;
    } list[] = {
        {"assumptions, not used here", info->assumptions},
        {"independent velocities, not used here", info->independents},
        {"quasi-velocities, not solved for here", info->quasi_velocities},
        {"entries of the transposition matrix, not used here", info->transpositions},
        {"time span, not simulated here", info->has_span},
        {"stops and events, not used here", info->events},
        {"watches, not evaluated here", info->watches},
        {"invariants, not tested here", info->invariants},
        {"claims, not tested here", info->claims},
        {"drawings, not drawn here", info->drawings},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) add_count(out, list[i].what, list[i].count);
    sink_text(out, "not decided by this version: independent rows (m, k), redundancy, integrability, formulations\n");
}

void check_text(sink *out, const session *s, const facts *found) {
    sink_format(out, "system: %s\n", found->info.title);
    add_contents(out, s, &found->info);
    add_lagrangian(out, &found->info);
    add_constraints(out, found);
    add_start(out, s, found);
    add_unused(out, &found->info);
}
