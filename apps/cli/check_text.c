/* `check` for people: what the system is, and its constraints as a table; then the answers (check_answers.c). */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "family.h"
#include "names.h"
#include "wrap.h"

enum { NAMES_MAX = 12, LABEL_WIDTH = 14, NAME_WIDTH_MAX = 24, COMBINATIONS_MAX = 6 };

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* ---- what it is ---- */

void begin_line(sink *out, const char *label) {
    sink_format(out, "  %-*s ", LABEL_WIDTH, label);
}

static const char *coordinate_at(const void *of, size_t i) {
    return nh_model_coordinate(of, i);
}

static void add_coordinates(sink *out, const session *s, size_t n) {
    begin_line(out, "coordinates");
    sink_format(out, "%zu: ", n);
    add_names(out, coordinate_at, s->model);
    sink_text(out, "\n");
}

/* "parameters     3, without a value: k, l (drawn for this check)"; nothing when there are none. */
static void add_parameters(sink *out, const session *s, const nh_model_info *info, bool has_state) {
    size_t shown = 0;
    if (info->parameters == 0) return;
    begin_line(out, "parameters");
    sink_format(out, "%zu", info->parameters);
    for (size_t i = 0; i < info->parameters && shown <= NAMES_MAX; i++) {
        nh_parameter_info parameter;
        if (nh_model_parameter(s->model, i, &parameter) != NH_OK || parameter.value != NULL) continue;
        sink_format(out, "%s %s", shown == 0 ? ", without a value:" : ",", shown < NAMES_MAX ? parameter.name : "...");
        shown++;
    }
    sink_text(out, shown > 0 && has_state ? " (drawn for this check)\n" : "\n");
}

static void add_functions(sink *out, const session *s, const nh_model_info *info) {
    size_t shown = 0;
    if (info->functions == 0) return;
    begin_line(out, "functions");
    sink_format(out, "%zu", info->functions);
    for (size_t i = 0; i < info->functions && shown <= NAMES_MAX; i++) {
        nh_function_info function;
        if (nh_model_function(s->model, i, &function) != NH_OK || !function.open) continue;
        sink_format(out, "%s %s", shown == 0 ? ", without a body:" : ",", shown < NAMES_MAX ? function.name : "...");
        shown++;
    }
    sink_text(out, "\n");
}

/* "made of        1 point, 2 bodies, 3 forces" */
static void add_parts(sink *out, const nh_model_info *info) {
    const struct {
        const char *one, *many;
        size_t count;
    } list[] = {{"point", "points", info->points},
                {"body", "bodies", info->bodies},
                {"spring or damper", "springs and dampers", info->links},
                {"force or torque", "forces and torques", info->forces}};
    bool is_first = true;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (list[i].count == 0) continue;
        if (is_first) begin_line(out, "made of");
        sink_format(out, "%s%zu %s", is_first ? "" : ", ", list[i].count,
                    list[i].count == 1 ? list[i].one : list[i].many);
        is_first = false;
    }
    if (!is_first) sink_text(out, "\n");
}

static void add_lagrangian(sink *out, const nh_model_info *info) {
    begin_line(out, "Lagrangian");
    sink_text(out, info->quadratic == NH_YES  ? "of degree 2 at most in the velocities"
                   : info->quadratic == NH_NO ? "not of degree 2 in the velocities"
                                              : "of unknown degree in the velocities");
    sink_format(out, "; %llu operation%s with forces and constraints\n", (unsigned long long)info->operations,
                plural((size_t)info->operations));
    begin_line(out, "time");
    sink_text(out, info->rheonomic == NH_YES  ? "the Lagrangian, a force or a constraint depends on it\n"
                   : info->rheonomic == NH_NO ? "nothing depends on it explicitly\n"
                                              : "whether anything depends on it is not known\n");
}

/* "freedoms       3: 8 coordinates less 5 independent rows, 1 geometric and 4 kinematic (proved)" */
static void add_freedoms(sink *out, const nh_check_info *about) {
    size_t k = about->k.value, geometric = about->geometric.value, rows = k + geometric;
    begin_line(out, "freedoms");
    if (about->m.by == NH_EVIDENCE_NONE) {
        sink_text(out, "not known\n");
        return;
    }
    sink_format(out, "%zu", about->m.value);
    if (rows > 0)
        sink_format(out, ": %zu coordinate%s less %zu independent row%s", about->n, plural(about->n), rows,
                    plural(rows));
    if (k > 0 && geometric > 0) sink_format(out, ", %zu geometric and %zu kinematic", geometric, k);
    sink_format(out, " (%s)\n", nh_evidence_name(about->m.by));
}

static void add_state(sink *out, const session *s, const facts *found) {
    begin_line(out, "state at hand");
    switch (found->about.state) {
        case NH_CHECK_START: sink_text(out, "the start of the model"); break;
        case NH_CHECK_RANDOM:
            sink_format(out, "a random admissible state, seed %llu", (unsigned long long)s->given->seed);
            break;
        case NH_CHECK_NONE: sink_text(out, "none was found: algebra alone answers"); break;
    }
    sink_text(out, found->about.rank_drops_at_start ? "; at the start itself the rows lose rank\n" : "\n");
}

/* ---- constraints ---- */

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

/* ", redundant (proved)": what depends on rows before it. */
static void add_redundancy(sink *out, const nh_check_row *row) {
    if (row->redundant.truth == NH_YES) sink_format(out, ", redundant (%s)", nh_evidence_name(row->redundant.by));
    if (row->redundant.truth == NH_UNKNOWN) sink_text(out, ", perhaps redundant");
}

static size_t name_length(const family *rows) {
    sink name = {0};
    add_family_name(&name, rows);
    size_t length = name.length;
    sink_free(&name);
    return length;
}

static void add_family(sink *out, const family *rows, size_t width) {
    const nh_row_info *row = &rows->first->info;
    sink_text(out, "  ");
    add_family_name(out, rows);
    for (size_t i = name_length(rows); i < width + 2; i++) sink_text(out, " ");
    add_kind(out, row);
    if (row->imposed) add_redundancy(out, &rows->first->check);
    if (row->file != NULL) sink_format(out, " (%s:%u)", row->file, row->line);
    else if (row->line > 0) sink_format(out, " (line %u)", row->line);
    sink_text(out, "\n");
}

/* What the redundant rows are made from: of a family the first. */
static void add_combinations(sink *out, const family *list, size_t count) {
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < count; i++) {
        const nh_check_row *row = &list[i].first->check;
        if (row->combination == NULL) continue;
        left += shown == COMBINATIONS_MAX;
        if (shown == COMBINATIONS_MAX) continue;
        sink_format(out, "  the gradient of %s, by those of rows before it: ", row->name);
        add_wrapped(out, 6, row->combination);
        sink_text(out, "\n");
        shown++;
    }
    if (left > 0) sink_format(out, "  likewise %zu more, see --json\n", left);
}

/* A line each. */
static void add_rows(sink *out, const facts *found, bool imposed) {
    size_t count, width = 0;
    family *list = find_families(found->rows, found->row_count, imposed, &count);
    for (size_t i = 0; i < count; i++) {
        size_t length = name_length(&list[i]);
        if (length > width && length <= NAME_WIDTH_MAX) width = length;
    }
    for (size_t i = 0; i < count; i++) add_family(out, &list[i], width);
    add_combinations(out, list, count);
    free(list);
}

/* "; together affine", where rows are of several kinds. */
static void add_kind_together(sink *out, const facts *found) {
    bool is_mixed = false;
    for (size_t i = 0; i < found->row_count; i++)
        is_mixed = is_mixed || (found->rows[i].info.imposed && found->rows[i].info.kind != found->about.kind);
    if (!is_mixed || found->about.kind == NH_ROW_UNKNOWN) return;
    sink_format(out, "; together %s", nh_row_kind_name(found->about.kind));
    if (found->about.degree > 1) sink_format(out, ", degree %g", found->about.degree);
}

static void add_constraints(sink *out, const facts *found) {
    size_t geometric = found->info.geometric, kinematic = found->info.kinematic, total = geometric + kinematic;
    if (total == 0) sink_text(out, "\nconstraints: none\n");
    if (total > 0) {
        sink_format(out, "\nconstraints: %zu row%s, ", total, plural(total));
        if (geometric > 0 && kinematic > 0) sink_format(out, "%zu geometric and %zu kinematic", geometric, kinematic);
        else sink_text(out, geometric > 0 ? "geometric" : "kinematic");
        add_kind_together(out, found);
        sink_text(out, "\n");
        add_rows(out, found, true);
    }
    if (found->info.conditions == 0) return;
    sink_format(out, "\nconditions, not imposed: %zu row%s\n", found->info.conditions, plural(found->info.conditions));
    add_rows(out, found, false);
}

void check_text(sink *out, const session *s, const facts *found) {
    sink_format(out, "%s\n\n", found->info.title);
    add_coordinates(out, s, found->info.coordinates);
    add_parameters(out, s, &found->info, found->about.state != NH_CHECK_NONE);
    add_functions(out, s, &found->info);
    add_parts(out, &found->info);
    add_lagrangian(out, &found->info);
    add_freedoms(out, &found->about);
    add_state(out, s, found);
    add_constraints(out, found);
    add_answers(out, found);
    sink_text(out, "\nnot decided by this version: integrability\n");
}
