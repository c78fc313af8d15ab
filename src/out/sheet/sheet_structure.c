/* What long equations are made from: one form for all of them, the model's own statements, the short entries of M.
 *
 * The formulas are those at the head of paper/sheet_structure.c. */
#include <string.h>

#include "base/assert.h"
#include "out/sheet/sheet_private.h"

typedef struct formula {
    const char *text, *latex;
    bool is_of_bodies, is_of_points; /* only where there are bodies; where there are none */
} formula;

static const formula along_all[] = {
    {"M*q'' + h = Q + transpose(A)*lambda", "M\\ddot{q} + h = Q + A^T\\lambda", false, false},
    {"A*q'' + b = 0", "A\\ddot{q} + b = 0", false, false},
};

static const formula along_some[] = {
    {"transpose(N)*(M*q'' + h - Q) = 0", "N^T\\left(M\\ddot{q} + h - Q\\right) = 0", false, false},
    {"A*q'' + b = 0", "A\\ddot{q} + b = 0", false, false},
    {"A*N = 0", "A N = 0", false, false},
};

static const formula parts[] = {
    {"M[i,j] = sum(m*dot(diff(c, q[i]), diff(c, q[j])) + dot(diff(Omega, q[i]'), I*diff(Omega, q[j]')))",
     "M_{ij} = \\sum m\\,\\frac{\\partial c}{\\partial q_i}\\cdot\\frac{\\partial c}{\\partial q_j} + "
     "\\frac{\\partial\\Omega}{\\partial\\dot{q}_i}\\cdot I\\frac{\\partial\\Omega}{\\partial\\dot{q}_j}",
     true, false},
    {"h[i] = sum(m*dot(diff(c, q[i]), a) + dot(diff(Omega, q[i]'), I*alpha + cross(Omega, I*Omega)))",
     "h_i = \\sum m\\,\\frac{\\partial c}{\\partial q_i}\\cdot a + "
     "\\frac{\\partial\\Omega}{\\partial\\dot{q}_i}\\cdot\\left(I\\alpha + \\Omega\\times I\\Omega\\right)",
     true, false},
    {"M[i,j] = sum(m*dot(diff(c, q[i]), diff(c, q[j])))",
     "M_{ij} = \\sum m\\,\\frac{\\partial c}{\\partial q_i}\\cdot\\frac{\\partial c}{\\partial q_j}", false, true},
    {"h[i] = sum(m*dot(diff(c, q[i]), a))", "h_i = \\sum m\\,\\frac{\\partial c}{\\partial q_i}\\cdot a", false, true},
    {"Q[i] = -diff(V, q[i]) + sum(dot(F, diff(P, q[i])))",
     "Q_i = -\\frac{\\partial V}{\\partial q_i} + \\sum F\\cdot\\frac{\\partial P}{\\partial q_i}", false, false},
    {"A[r,i] = diff(r, q[i]')", "A_{ri} = \\frac{\\partial r}{\\partial\\dot{q}_i}", false, false},
};

static bool is_said(const nh_sheet *s, const formula *f) {
    bool has_bodies = s->model->bodies.count > 0;
    return (!f->is_of_bodies || has_bodies) && (!f->is_of_points || !has_bodies);
}

static const formula *equations_of(const nh_sheet *s, size_t *count) {
    NH_ASSERT(s->structure.is_there);
    bool is_projected = s->structure.is_projected;
    *count = is_projected ? sizeof along_some / sizeof *along_some : sizeof along_all / sizeof *along_all;
    if (s->model->rows.count == 0) *count = 1;
    return is_projected ? along_some : along_all;
}

/* "q = (x, y)"; "N is 1 for (x', y')". */
static const char *text_of_coordinates(nh_arena *arena, const nh_sheet *s) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "q = (");
    for (size_t i = 0; i < s->model->coordinates.count; i++)
        nh_text_format(&text, "%s%s", i > 0 ? ", " : "",
                       nh_name_text(s->model->context, s->model->coordinates.items[i].name));
    nh_text_add(&text, ")");
    return nh_text_string(&text);
}

typedef struct sentence {
    const char *text;
    bool is_of_bodies, is_of_points, is_of_displacements;
} sentence;

static const sentence words[] = {
    {"sums over all masses m, c being their centres, Omega angular velocities and I inertias in the frame of the body",
     true, false, false},
    {"a and alpha are c'' and Omega' with all accelerations 0", true, false, false},
    {"sums over all masses m, at c; a is c'' with all accelerations 0", false, true, false},
    {"V is the potential with that of gravity, F any other force, at P", false, false, false},
    {"r are the rates of the constraints, b is r' with all accelerations 0", false, false, false},
    {"the columns of N are the displacements that the constraints allow; N is 1 for the independent velocities", false,
     false, true},
};

static bool is_needed(const nh_sheet *s, const sentence *w) {
    const formula f = {.is_of_bodies = w->is_of_bodies, .is_of_points = w->is_of_points};
    return is_said(s, &f) && (!w->is_of_displacements || s->structure.is_projected);
}

static const char *text_of_entry(nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line, nh_sheet_writer write) {
    nh_text text = nh_text_begin(arena);
    if (write == nh_expr_print) nh_text_add(&text, line->name);
    else nh_sheet_latex_coefficient(&text, s, line->name);
    nh_text_add(&text, " = ");
    nh_sheet_write_side(&text, s->model->pool, &line->right, write);
    return nh_text_string(&text);
}

static const char *text_of_count(nh_arena *arena, const nh_sheet *s) {
    nh_text text = nh_text_begin(arena);
    size_t n = s->model->coordinates.count;
    nh_text_format(&text, "entries of M on and above the diagonal: %zu, of which %u are not 0; the short ones are",
                   n * (n + 1) / 2, s->structure.entries_in_all);
    return nh_text_string(&text);
}

/* How much of a statement or a sentence goes into a line: to the last comma outside of brackets that fits, else to the
 * last blank. */
static size_t length_of_line(const char *rest, size_t columns) {
    size_t length = strlen(rest), comma = 0, blank = 0;
    int depth = 0; /* the braces of a body do not count */
    if (length <= columns) return length;
    for (size_t i = 1; i <= columns; i++) {
        depth += (strchr("([", rest[i - 1]) != NULL) - (strchr(")]", rest[i - 1]) != NULL);
        if (rest[i] != ' ') continue;
        blank = i;
        if (rest[i - 1] == ',' && depth == 0) comma = i;
    }
    return comma > 0 ? comma : blank > 0 ? blank : length;
}

static void add_statement(nh_text *text, const char *rest) {
    enum { COLUMNS = 96, INDENT = 2, HANGING = 6 };
    for (size_t indent = INDENT; *rest != '\0'; indent = HANGING) {
        size_t end = length_of_line(rest, COLUMNS - indent);
        nh_text_add_repeated(text, ' ', indent);
        nh_text_add_bytes(text, rest, end);
        nh_text_add(text, "\n");
        rest += end + (rest[end] == ' ');
    }
}

void nh_sheet_structure_text(nh_text *text, nh_arena *arena, const nh_sheet *s,
                             void (*add_wrapped)(nh_text *text, nh_arena *arena, const char *line)) {
    size_t count;
    const formula *equations = equations_of(s, &count);
    nh_text_add(text, "\nmasses, forces and constraints, as declared\n");
    for (size_t i = 0; i < s->structure.declared.count; i++) add_statement(text, s->structure.declared.items[i]);
    nh_text_add(text, "\nequations of motion\n");
    for (size_t i = 0; i < count; i++) add_wrapped(text, arena, equations[i].text);
    nh_text_add(text, "\ncoefficients\n");
    add_wrapped(text, arena, text_of_coordinates(arena, s));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_said(s, &parts[i])) add_wrapped(text, arena, parts[i].text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_needed(s, &words[i])) add_statement(text, words[i].text);
    nh_text_add(text, "\n");
    add_wrapped(text, arena, text_of_count(arena, s));
    for (size_t i = 0; i < s->structure.entries.count; i++)
        add_wrapped(text, arena, text_of_entry(arena, s, &s->structure.entries.items[i], nh_expr_print));
    const nh_sheet_lines *turns = &s->structure.angular_velocities;
    if (turns->count > 0) nh_text_add(text, "\nangular velocities, those components that are short\n");
    for (size_t i = 0; i < turns->count; i++)
        add_wrapped(text, arena, text_of_entry(arena, s, &turns->items[i], nh_expr_print));
}

/* ---- LaTeX ---- */

/* The next line of words as a formula, further ones indented; NULL at the end. */
static const char *next_words(nh_arena *arena, const char **rest, bool is_first, const char *style) {
    enum { COLUMNS = 76 }; /* in letters of one width, on a page and on the page of a report */
    nh_text row = nh_text_begin(arena);
    if (**rest == '\0') return NULL;
    size_t end = length_of_line(*rest, COLUMNS);
    nh_text_format(&row, "%s\\%s{", is_first ? "" : "\\quad ", style);
    nh_sheet_latex_escape(&row, nh_arena_text(arena, *rest, end));
    nh_text_add(&row, "}");
    *rest += end + ((*rest)[end] == ' ');
    return nh_text_string(&row);
}

static void add_words(nh_text *text, nh_arena *arena, const char *plain, const char *style,
                      const nh_sheet_latex_rows *rows) {
    const char *row = NULL;
    while ((row = next_words(arena, &plain, row == NULL, style)) != NULL) rows->add_formula(text, arena, row);
}

void nh_sheet_structure_latex(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_latex_rows *rows) {
    size_t count;
    const formula *equations = equations_of(s, &count);
    rows->begin(text, "masses, forces and constraints, as declared");
    for (size_t i = 0; i < s->structure.declared.count; i++)
        add_words(text, arena, s->structure.declared.items[i], "texttt", rows);
    rows->end(text);
    rows->begin(text, "equations of motion");
    for (size_t i = 0; i < count; i++) rows->add_formula(text, arena, equations[i].latex);
    rows->end(text);
    rows->begin(text, "coefficients");
    add_words(text, arena, text_of_coordinates(arena, s), "text", rows);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_said(s, &parts[i])) rows->add_formula(text, arena, parts[i].latex);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_needed(s, &words[i])) add_words(text, arena, words[i].text, "text", rows);
    add_words(text, arena, text_of_count(arena, s), "text", rows);
    for (size_t i = 0; i < s->structure.entries.count; i++)
        rows->add_formula(text, arena, text_of_entry(arena, s, &s->structure.entries.items[i], nh_expr_print_latex));
    rows->end(text);
    const nh_sheet_lines *turns = &s->structure.angular_velocities;
    if (turns->count == 0) return;
    rows->begin(text, "angular velocities, those components that are short");
    for (size_t i = 0; i < turns->count; i++)
        rows->add_formula(text, arena, text_of_entry(arena, s, &turns->items[i], nh_expr_print_latex));
    rows->end(text);
}

/* ---- JSON ---- */

static void add_json(nh_json *json, const char *name_key, const char *text, const char *latex) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, name_key, "");
    nh_json_string(json, "text", text);
    nh_json_string(json, "latex", latex);
    if (strcmp(name_key, "of") == 0) nh_json_string(json, "factor", "1");
    nh_json_close(json);
}

static void add_json_words(nh_json *json, nh_arena *arena, const char *plain, const char *style) {
    const char *row = NULL, *from = plain;
    while ((row = next_words(arena, &plain, row == NULL, style)) != NULL) {
        add_json(json, "name", nh_arena_text(arena, from, (size_t)(plain - from)), row);
        from = plain;
    }
}

void nh_sheet_structure_json_lines(nh_json *json, nh_arena *arena, const nh_sheet *s, const char *key) {
    size_t count;
    const formula *equations = equations_of(s, &count);
    for (size_t i = 0; i < s->structure.declared.count && strcmp(key, "constraints") == 0; i++)
        add_json_words(json, arena, s->structure.declared.items[i], "texttt");
    for (size_t i = 0; i < count && strcmp(key, "equations") == 0; i++)
        add_json(json, "of", equations[i].text, equations[i].latex);
    if (strcmp(key, "coefficients") != 0) return;
    add_json_words(json, arena, text_of_coordinates(arena, s), "text");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_said(s, &parts[i])) add_json(json, "name", parts[i].text, parts[i].latex);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_needed(s, &words[i])) add_json_words(json, arena, words[i].text, "text");
    add_json_words(json, arena, text_of_count(arena, s), "text");
    const nh_sheet_lines *const lists[] = {&s->structure.entries, &s->structure.angular_velocities};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            add_json(json, "name", text_of_entry(arena, s, &lists[k]->items[i], nh_expr_print),
                     text_of_entry(arena, s, &lists[k]->items[i], nh_expr_print_latex));
}
