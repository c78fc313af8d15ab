/* The first half of the words: what the system is, and its constraints as a table; then come the
 * answers (check_answers.c). */
#include "out/check/check_words.h"

#include <string.h>

#include "base/assert.h"
#include "num/number.h"
#include "out/check/check_private.h"

/* Names of a list; combinations that are shown; bytes of an expression. */
enum { NAMES_MAX = 12, COMBINATIONS_MAX = 6, EXPRESSION_MAX = 500 };

/* ---- the pen ---- */

nh_words_section *nh_pen_section(nh_words_pen *pen, const char *title) {
    nh_words_section *section = NH_NEW(pen->arena, nh_words_section);
    *section = (nh_words_section){.title = title, .lines = {.arena = pen->arena}};
    nh_array_push(&pen->sections, section);
    return section;
}

nh_text *nh_pen_line(nh_words_pen *pen, const char *label) {
    NH_ASSERT(pen->sections.count > 0);
    pen->line = (nh_words_line){.label = label};
    pen->text = nh_text_begin(pen->arena);
    return &pen->text;
}

nh_text *nh_pen_title_line(nh_words_pen *pen) {
    nh_text *text = nh_pen_line(pen, NULL);
    pen->line.is_in_title = true;
    return text;
}

void nh_pen_wrapped(nh_words_pen *pen, const char *text) {
    NH_ASSERT(pen->line.wrap_end == 0);
    pen->line.wrap_from = pen->text.length;
    nh_text_add(&pen->text, text);
    pen->line.wrap_end = pen->text.length;
}

void nh_pen_expression(nh_words_pen *pen, const char *text) {
    if (text != NULL && strlen(text) <= EXPRESSION_MAX) nh_pen_wrapped(pen, text);
    else nh_text_add(&pen->text, pen->too_long);
}

void nh_pen_end(nh_words_pen *pen) {
    NH_ASSERT(pen->sections.count > 0);
    pen->line.text = nh_text_string(&pen->text);
    nh_array_push(&pen->sections.items[pen->sections.count - 1]->lines, pen->line);
}

void nh_pen_say(nh_words_pen *pen, const char *label, const char *text) {
    nh_text_add(nh_pen_line(pen, label), text);
    nh_pen_end(pen);
}

static const char *plural_of(size_t count) {
    return count == 1 ? "" : "s";
}

/* ---- what it is ---- */

static void say_coordinates(nh_words_pen *pen) {
    size_t n = pen->facts->info.coordinates;
    nh_text *text = nh_pen_line(pen, "coordinates");
    nh_text_format(text, "%zu: ", n);
    nh_names_add(text, pen->facts->coordinates, n);
    nh_pen_end(pen);
}

/* ", without a value: k, l", nothing when there are none. */
static void add_open(nh_text *text, const char *what, const char *const *names, size_t count) {
    for (size_t i = 0; i < count && i <= NAMES_MAX; i++)
        nh_text_format(text, "%s %s", i == 0 ? what : ",", i < NAMES_MAX ? names[i] : "...");
}

/* "parameters          3, without a value: k, l (drawn for this check)" */
static void say_parameters(nh_words_pen *pen) {
    const nh_model_info *info = &pen->facts->info;
    bool is_drawn = info->parameters_open > 0 && pen->facts->about.state != NH_CHECK_NONE;
    if (info->parameters == 0) return;
    nh_text *text = nh_pen_line(pen, "parameters");
    nh_text_format(text, "%zu", info->parameters);
    add_open(text, ", without a value:", pen->facts->parameters_open, info->parameters_open);
    if (is_drawn) nh_text_add(text, " (drawn for this check)");
    nh_pen_end(pen);
}

static void say_functions(nh_words_pen *pen) {
    const nh_model_info *info = &pen->facts->info;
    if (info->functions == 0) return;
    nh_text *text = nh_pen_line(pen, "functions");
    nh_text_format(text, "%zu", info->functions);
    add_open(text, ", without a body:", pen->facts->functions_open, info->functions_open);
    if (info->functions_open > 0) nh_text_add(text, " (answers are for generic functions)");
    nh_pen_end(pen);
}

/* "made of             1 point, 2 bodies, 3 forces" */
static void say_parts(nh_words_pen *pen) {
    const nh_model_info *info = &pen->facts->info;
    const struct {
        const char *one, *many;
        size_t count;
    } list[] = {{"point", "points", info->points},
                {"body", "bodies", info->bodies},
                {"spring or damper", "springs and dampers", info->links},
                {"force or torque", "forces and torques", info->forces}};
    nh_text *text = nh_pen_line(pen, "made of");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        size_t count = list[i].count;
        if (count == 0) continue;
        nh_text_format(text, "%s%zu %s", text->length == 0 ? "" : ", ", count, count == 1 ? list[i].one : list[i].many);
    }
    if (text->length > 0) nh_pen_end(pen);
}

static void say_lagrangian(nh_words_pen *pen) {
    const nh_model_info *info = &pen->facts->info;
    nh_text *text = nh_pen_line(pen, "Lagrangian");
    nh_text_add(text, info->quadratic == NH_YES  ? "at most quadratic in the velocities"
                      : info->quadratic == NH_NO ? "not quadratic in the velocities"
                                                 : "degree in the velocities unknown");
    nh_text_format(text, "; %llu operation%s, forces and constraints included", (unsigned long long)info->operations,
                   plural_of((size_t)info->operations));
    nh_pen_end(pen);
    nh_pen_say(pen, "time",
               info->rheonomic == NH_YES  ? "the Lagrangian, a force or a constraint depends on it explicitly"
               : info->rheonomic == NH_NO ? "no explicit dependence"
                                          : "unknown whether anything depends on it");
}

/* "degrees of freedom  3: 8 coordinates - 5 independent constraints, 1 geometric and 4 kinematic (proved)" */
/* "free accelerations  1: 2 degrees of freedom - 1 independent constraint on accelerations (certified)" */
static void say_free_accelerations(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    nh_text *text = nh_pen_line(pen, "free accelerations");
    bool is_known = about->bound.by != NH_EVIDENCE_NONE;
    size_t m = about->m.value, bound = about->bound.value;
    if (!is_known)
        nh_text_add(text, "unknown: the number of independent constraints on accelerations could not be determined; "
                          "perhaps there are no accelerations that satisfy them");
    else
        nh_text_format(text, "%zu: %zu degree%s of freedom - %zu independent constraint%s on accelerations (%s)",
                       m - bound, m, plural_of(m), bound, plural_of(bound), nh_evidence_name(about->bound.by));
    nh_pen_end(pen);
}

static void say_degrees_of_freedom(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    size_t k = about->k.value, geometric = about->geometric.value, rows = k + geometric;
    nh_text *text = nh_pen_line(pen, "degrees of freedom");
    if (about->m.by == NH_EVIDENCE_NONE) {
        nh_text_add(text, about->open != NULL ? "unknown: " : "unknown");
        if (about->open != NULL) nh_pen_wrapped(pen, about->open);
        nh_pen_end(pen);
        return;
    }
    nh_text_format(text, "%zu", about->m.value);
    if (rows > 0)
        nh_text_format(text, ": %zu coordinate%s - %zu independent constraint%s", about->n, plural_of(about->n), rows,
                       plural_of(rows));
    if (k > 0 && geometric > 0) nh_text_format(text, ", %zu geometric and %zu kinematic", geometric, k);
    nh_text_format(text, " (%s)", nh_evidence_name(about->m.by));
    nh_pen_end(pen);
    if (pen->facts->info.accelerated > 0) say_free_accelerations(pen);
}

static void say_state(nh_words_pen *pen) {
    const nh_check_facts *facts = pen->facts;
    nh_text *text = nh_pen_line(pen, "reference state");
    switch (facts->about.state) {
        case NH_CHECK_START: nh_text_add(text, "the initial state of the model"); break;
        case NH_CHECK_RANDOM:
            nh_text_format(text, "a random admissible state, seed %llu", (unsigned long long)facts->seed);
            break;
        case NH_CHECK_NONE:
            nh_text_add(text, facts->about.has_no_states ? "none exists: the constraints contradict each other (proved)"
                              : facts->info.functions_open > 0 ? "none found: only algebra can answer"
                                                               : "none found");
            break;
    }
    if (facts->about.rank_drops_at_start) nh_text_add(text, "; at the initial state itself the constraints lose rank");
    nh_pen_end(pen);
}

/* ---- constraints ---- */

static void add_degree(nh_text *text, double degree) {
    char digits[NH_NUMBER_SIZE];
    nh_text_add(text, ", degree ");
    nh_text_add_bytes(text, digits, nh_number_digits(digits, degree, 6));
}

static void add_kind(nh_text *text, const nh_row_info *row) {
    bool has_degree =
        row->kind == NH_ROW_HOMOGENEOUS || row->kind == NH_ROW_POWER_AFFINE || row->kind == NH_ROW_GENERAL;
    nh_text_add(text, row->kind == NH_ROW_UNKNOWN ? "kind unknown" : nh_row_kind_name(row->kind));
    if (has_degree && row->degree > 0) add_degree(text, row->degree);
    if (row->kind == NH_ROW_UNKNOWN && row->homogeneous == NH_YES) nh_text_add(text, ", homogeneous");
    if (row->unit) nh_text_add(text, ": the length of a unit quaternion");
    if (row->rheonomic == NH_YES) nh_text_add(text, ", rheonomic");
    if (row->rheonomic == NH_UNKNOWN) nh_text_add(text, ", perhaps rheonomic");
}

/* ", redundant here (proved)": what depends on other rows there. */
static void add_redundancy(nh_text *text, const nh_check_row *row) {
    if (row->redundant.truth == NH_YES)
        nh_text_format(text, ", redundant here (%s)", nh_evidence_name(row->redundant.by));
    if (row->redundant.truth == NH_UNKNOWN) nh_text_add(text, ", perhaps redundant");
}

/* ", the derivative of a constraint on velocities (proved)": of rows with accelerations. */
static void add_derivative(nh_text *text, const nh_check_row_facts *row) {
    nh_truth truth = row->integrable.truth;
    if (row->info.curved) nh_text_add(text, ", not linear");
    nh_text_add(text, truth == NH_UNKNOWN ? ", perhaps the derivative of a constraint on velocities"
                      : truth == NH_NO    ? ", not the derivative of a constraint on velocities"
                                          : ", the derivative of a constraint on velocities");
    if (truth != NH_UNKNOWN) nh_text_format(text, " (%s)", nh_evidence_name(row->integrable.by));
}

/* ", integrable (proved)": of kinematic rows, alone except for geometric ones. */
static void add_integrability(nh_text *text, const nh_check_facts *facts, const nh_check_row_facts *row) {
    bool is_on_surface = row->integrable.truth == NH_YES && facts->info.geometric > 0;
    if (row->info.kind == NH_ROW_GEOMETRIC) return;
    if (row->info.kind == NH_ROW_ACCELERATION) {
        add_derivative(text, row);
        return;
    }
    nh_text_add(text, row->integrable.truth == NH_UNKNOWN ? ", perhaps integrable"
                      : row->integrable.truth == NH_NO    ? ", not integrable"
                                                          : ", integrable");
    if (is_on_surface) nh_text_add(text, " on the geometric constraints");
    if (row->integrable.truth != NH_UNKNOWN) nh_text_format(text, " (%s)", nh_evidence_name(row->integrable.by));
}

static void say_family(nh_words_pen *pen, const nh_row_family *family) {
    const nh_row_info *row = &family->first->info;
    nh_text *text = nh_pen_line(pen, nh_row_family_name(pen->arena, family));
    add_kind(text, row);
    bool has_states = !pen->facts->about.has_no_states; /* else nothing is said about what a row does */
    if (has_states) add_integrability(text, pen->facts, family->first);
    if (has_states && row->imposed) add_redundancy(text, &family->first->check);
    if (row->file != NULL) nh_text_format(text, " (%s:%u)", row->file, row->line);
    else if (row->line > 0) nh_text_format(text, " (line %u)", row->line);
    nh_pen_end(pen);
}

/* What the redundant rows are made from: of a family the first. */
static void say_combinations(nh_words_pen *pen, const nh_row_family *families, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const nh_check_row *row = &families[i].first->check;
        if (row->combination == NULL || found++ >= COMBINATIONS_MAX) continue;
        nh_text_format(nh_pen_line(pen, NULL), "the gradient of %s in terms of the others: ", row->name);
        nh_pen_wrapped(pen, row->combination);
        nh_pen_end(pen);
    }
    if (found <= COMBINATIONS_MAX) return;
    nh_text_format(nh_pen_line(pen, NULL), "and %zu more%s", found - COMBINATIONS_MAX, pen->elsewhere);
    nh_pen_end(pen);
}

/* "c is the derivative of x' - y, which is constant", with the factor where there is one; of a family the first. */
static void say_derivatives(nh_words_pen *pen, const nh_row_family *families, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const nh_check_row *row = &families[i].first->check;
        if (families[i].first->info.kind != NH_ROW_ACCELERATION || row->integral == NULL) continue;
        nh_text *text = nh_pen_line(pen, NULL);
        bool has_factor = row->factor != NULL && strcmp(row->factor, "1") != 0;
        nh_text_format(text, "constant by %s: ", row->name);
        nh_pen_wrapped(pen, row->integral);
        if (has_factor) nh_text_format(text, ", whose derivative is (%s)*%s", row->factor, row->name);
        nh_pen_end(pen);
    }
}

/* A line each. */
static void say_rows(nh_words_pen *pen, bool is_imposed) {
    size_t count;
    const nh_row_family *families = nh_row_families(pen->arena, pen->facts, is_imposed, &count);
    for (size_t i = 0; i < count; i++) say_family(pen, &families[i]);
    say_combinations(pen, families, count);
    say_derivatives(pen, families, count);
}

/* "; together affine", where the constraints are of several kinds. */
static void add_kind_together(nh_text *text, const nh_check_facts *facts) {
    bool is_mixed = false;
    for (size_t i = 0; i < facts->row_count; i++)
        is_mixed = is_mixed || (facts->rows[i].info.imposed && facts->rows[i].info.kind != facts->about.kind &&
                                facts->rows[i].info.kind != NH_ROW_ACCELERATION);
    if (!is_mixed || facts->about.kind == NH_ROW_UNKNOWN) return;
    nh_text_format(text, "; together %s", nh_row_kind_name(facts->about.kind));
    if (facts->about.degree > 1) add_degree(text, facts->about.degree);
}

static void say_constraints(nh_words_pen *pen) {
    size_t geometric = pen->facts->info.geometric, kinematic = pen->facts->info.kinematic;
    size_t accelerated = pen->facts->info.accelerated, all = geometric + kinematic + accelerated;
    nh_pen_section(pen, "constraints")->is_table = true;
    nh_text *text = nh_pen_title_line(pen);
    if (all == 0) nh_text_add(text, "none");
    else nh_text_format(text, "%zu, ", all);
    if (geometric > 0 && kinematic > 0) nh_text_format(text, "%zu geometric and %zu kinematic", geometric, kinematic);
    else if (geometric + kinematic > 0) nh_text_add(text, geometric > 0 ? "geometric" : "kinematic");
    if (accelerated > 0) nh_text_add(text, geometric + kinematic > 0 ? ", and " : "");
    if (accelerated > 0 && geometric + kinematic > 0) nh_text_format(text, "%zu ", accelerated);
    if (accelerated > 0) nh_text_add(text, "on accelerations");
    if (geometric + kinematic > 0) add_kind_together(text, pen->facts);
    nh_pen_end(pen);
    say_rows(pen, true);
}

static void say_conditions(nh_words_pen *pen) {
    size_t count = pen->facts->info.conditions;
    if (count == 0) return;
    nh_pen_section(pen, "conditions (not imposed)")->is_table = true;
    nh_text_format(nh_pen_title_line(pen), "%zu", count);
    nh_pen_end(pen);
    say_rows(pen, false);
}

nh_words nh_check_words(nh_arena *arena, const nh_check_facts *facts, nh_words_for reader) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    bool is_page = reader == NH_WORDS_FOR_PAGE;
    nh_words_pen pen = {.arena = arena,
                        .facts = facts,
                        .too_long = is_page ? "(too long to show)" : "(long, see --json)",
                        .elsewhere = is_page ? "" : ", see --json",
                        .sections = {.arena = arena}};
    nh_pen_section(&pen, "");
    say_coordinates(&pen);
    say_parameters(&pen);
    say_functions(&pen);
    say_parts(&pen);
    say_lagrangian(&pen);
    if (!facts->about.has_no_states) say_degrees_of_freedom(&pen);
    say_state(&pen);
    say_constraints(&pen);
    say_conditions(&pen);
    if (!facts->about.has_no_states) nh_check_write_answers(&pen);
    return pen.sections;
}
