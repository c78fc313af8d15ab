/* Equations as vectors: as text, in LaTeX, in JSON, and as claims, component by component.
 *
 * As text they are in the notation of the language; the matrix of inertia, which it does not have, is I. */
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "out/sheet/sheet_private.h"

/* How one notation writes what is not an expression. */
typedef struct notation {
    nh_pool *pool;
    nh_sheet_writer write;
    bool is_latex, is_aligned; /* with & before the sign of equality */
} notation;

static notation plain_notation(const nh_sheet *s) {
    return (notation){s->model->pool, nh_expr_print, false, false};
}

static notation latex_notation(const nh_sheet *s, bool is_aligned) {
    return (notation){s->model->pool, nh_expr_print_latex, true, is_aligned};
}

static void write_vector(nh_text *text, const notation *n, const nh_sheet_vector *v);

/* A name of the sheet or of the model: "Omega", "B.c". */
static void write_name(nh_text *text, const notation *n, const char *name, const char *style, bool is_dotted) {
    const char *dot = n->is_latex ? strrchr(name, '.') : NULL; /* "B.c" is c with the index B */
    nh_expr symbol = nh_expr_symbol_text(n->pool, NH_ROLE_PARAMETER, dot != NULL ? dot + 1 : name);
    if (n->is_latex) nh_text_format(text, is_dotted ? "\\dot{\\%s{" : "\\%s{", style);
    n->write(n->pool, text, symbol);
    if (n->is_latex) nh_text_add(text, is_dotted ? "}}" : "}");
    if (dot == NULL) return;
    nh_text_add(text, "_{\\mathrm{");
    nh_sheet_latex_escape(text, nh_arena_text(text->arena, name, (size_t)(dot - name)));
    nh_text_add(text, "}}");
}

static void write_named(nh_text *text, const notation *n, const nh_sheet_vector *v) {
    write_name(text, n, v->name, "boldsymbol", v->dots > 0);
    if (v->dots > 0 && !n->is_latex) nh_text_add(text, "'");
}

static void write_list(nh_text *text, const notation *n, nh_vector shown) {
    nh_text_add(text, n->is_latex ? "\\left(" : "[");
    for (int k = 0; k < 3; k++) {
        if (k > 0) nh_text_add(text, n->is_latex ? ",\\; " : ", ");
        n->write(n->pool, text, shown.x[k]);
    }
    nh_text_add(text, n->is_latex ? "\\right)^T" : "]");
}

/* v in brackets where it is a sum, and, in LaTeX, a product of vectors too. */
static void write_factor(nh_text *text, const notation *n, const nh_sheet_vector *v) {
    bool is_sum = v->kind == NH_VECTOR_PLUS, is_cross = v->kind == NH_VECTOR_CROSS && n->is_latex;
    if (is_sum || is_cross) nh_text_add(text, n->is_latex ? "\\left(" : "(");
    write_vector(text, n, v);
    if (is_sum || is_cross) nh_text_add(text, n->is_latex ? "\\right)" : ")");
}

static void write_times(nh_text *text, const notation *n, const nh_sheet_vector *v) {
    bool is_sum = nh_expr_kind_of(n->pool, v->factor) == NH_EXPR_SUM && nh_expr_arity(n->pool, v->factor) > 3;
    if (v->factor == NH_EXPR_MINUS_ONE) nh_text_add(text, "-");
    else {
        if (is_sum) nh_text_add(text, n->is_latex ? "\\left(" : "(");
        n->write(n->pool, text, v->factor);
        if (is_sum) nh_text_add(text, n->is_latex ? "\\right)" : ")");
        nh_text_add(text, n->is_latex ? "\\, " : "*");
    }
    write_factor(text, n, v->a);
}

static void write_plus(nh_text *text, const notation *n, const nh_sheet_vector *v) {
    nh_text second = nh_text_begin(text->arena);
    write_vector(text, n, v->a);
    write_vector(&second, n, v->b);
    const char *string = nh_text_string(&second);
    nh_text_add(text, string[0] == '-' ? " - " : " + ");
    nh_text_add(text, string[0] == '-' ? string + 1 : string);
}

static void write_cross(nh_text *text, const notation *n, const nh_sheet_vector *v) {
    nh_text_add(text, n->is_latex ? "" : "cross(");
    if (n->is_latex) write_factor(text, n, v->a);
    else write_vector(text, n, v->a);
    nh_text_add(text, n->is_latex ? "\\times " : ", ");
    if (n->is_latex) write_factor(text, n, v->b);
    else write_vector(text, n, v->b);
    nh_text_add(text, n->is_latex ? "" : ")");
}

/* The rotation of the body, or its inverse. */
static void write_rotation(nh_text *text, const notation *n, const char *body, bool is_inverse) {
    if (n->is_latex) {
        nh_text_add(text, "\\mathsf{R}_{\\mathrm{");
        nh_sheet_latex_escape(text, body);
        nh_text_add(text, is_inverse ? "}}^T\\, " : "}}\\, ");
    } else nh_text_format(text, is_inverse ? "inverse(%s.R)*" : "%s.R*", body);
}

static void write_vector(nh_text *text, const notation *n, const nh_sheet_vector *v) {
    switch (v->kind) {
        case NH_VECTOR_NAMED: write_named(text, n, v); break;
        case NH_VECTOR_LIST: write_list(text, n, v->shown); break;
        case NH_VECTOR_TIMES: write_times(text, n, v); break;
        case NH_VECTOR_CROSS: write_cross(text, n, v); break;
        case NH_VECTOR_PLUS: write_plus(text, n, v); break;
        case NH_VECTOR_TURNED:
        case NH_VECTOR_MOVED:
            write_rotation(text, n, v->name, v->kind == NH_VECTOR_TURNED);
            write_factor(text, n, v->a);
            break;
        case NH_VECTOR_APPLIED:
            write_name(text, n, v->name, "mathsf", false);
            nh_text_add(text, n->is_latex ? "\\, " : "*");
            write_factor(text, n, v->a);
            break;
    }
}

/* ---- lines ---- */

static bool is_diagonal(const nh_matrix3 *m) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j && m->r[i][j] != NH_EXPR_ZERO) return false;
    return true;
}

/* diag(xx, yy, zz) or matrix(xx, yy, zz, xy, xz, yz), as in a model. */
static void write_matrix(nh_text *text, const notation *n, const nh_matrix3 *m) {
    static const int places[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    bool is_plain = is_diagonal(m);
    if (n->is_latex && !is_plain) {
        nh_text_add(text, "\\begin{pmatrix}");
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                n->write(n->pool, text, m->r[i][j]);
                nh_text_add(text, j < 2 ? " & " : i < 2 ? " \\\\ " : "\\end{pmatrix}");
            }
        return;
    }
    nh_text_add(text, n->is_latex ? "\\operatorname{diag}\\left(" : is_plain ? "diag(" : "matrix(");
    for (int k = 0; k < (is_plain ? 3 : 6); k++) {
        if (k > 0) nh_text_add(text, n->is_latex ? ",\\; " : ", ");
        n->write(n->pool, text, m->r[places[k][0]][places[k][1]]);
    }
    nh_text_add(text, n->is_latex ? "\\right)" : ")");
}

/* R' = R*hat(Omega) */
static void write_rotation_rate(nh_text *text, const notation *n, const nh_sheet_vector_line *line) {
    if (n->is_latex) {
        nh_text_add(text, "\\dot{\\mathsf{R}}_{\\mathrm{");
        nh_sheet_latex_escape(text, line->left->name);
        nh_text_add(text, n->is_aligned ? "}} &= " : "}} = ");
    } else nh_text_format(text, "%s.R' = ", line->left->name);
    write_rotation(text, n, line->left->name, false);
    nh_text_add(text, n->is_latex ? "\\widehat{" : "hat(");
    write_vector(text, n, line->right);
    nh_text_add(text, n->is_latex ? "}" : ")");
}

static void write_line(nh_text *text, const notation *n, const nh_sheet_vector_line *line) {
    const char *equals = n->is_aligned ? " &= " : " = ";
    if (line->sort == NH_VECTOR_ROTATION) {
        write_rotation_rate(text, n, line);
        return;
    }
    if (line->sort == NH_VECTOR_NORMAL) {
        if (!n->is_latex) nh_text_add(text, "dot(");
        write_vector(text, n, line->left);
        nh_text_add(text, n->is_latex ? "\\cdot " : ", ");
        write_vector(text, n, line->right);
        nh_text_format(text, "%s%s0", n->is_latex ? "" : ")", equals);
        return;
    }
    if (line->sort == NH_VECTOR_MATRIX) write_name(text, n, line->left->name, "mathsf", false);
    else write_vector(text, n, line->left);
    nh_text_add(text, equals);
    if (line->sort == NH_VECTOR_MATRIX) write_matrix(text, n, &line->matrix);
    else if (line->right == NULL) nh_text_add(text, "0");
    else write_vector(text, n, line->right);
}

/* ---- sections ---- */

/* Three: what the names are, equations, kinematics. */
static int section_of(const nh_sheet_vector_line *line) {
    return line->sort == NH_VECTOR_DEFINITION || line->sort == NH_VECTOR_MATRIX     ? 0
           : line->sort == NH_VECTOR_KINEMATICS || line->sort == NH_VECTOR_ROTATION ? 2
                                                                                    : 1;
}

/* Words behind a formula stay in its line up to this length of both. */
enum { MOST_COLUMNS = 84 };

static const char *const headings[] = {"vectors in the frame of the body", "equations of motion", "kinematics"};

/* "contact C: sphere of B radius R on plane rolls": it stands for its rows. */
static const char *text_of_contact(nh_arena *arena, const nh_sheet *s, size_t number) {
    const nh_contact *contact = &s->model->contacts.items[number];
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "contact %s: %s", nh_name_text(s->model->context, contact->name), contact->text);
    return nh_text_string(&text);
}

void nh_sheet_vectors_text(nh_text *text, nh_arena *arena, const nh_sheet *s,
                           void (*add_wrapped)(nh_text *text, nh_arena *arena, const char *line)) {
    NH_ASSERT(s->vectors.count > 0);
    for (size_t i = 0; i < s->model->contacts.count; i++) add_wrapped(text, arena, text_of_contact(arena, s, i));
    const notation plain = plain_notation(s);
    for (int section = 0; section < 3; section++) {
        nh_text_format(text, "\n%s\n", headings[section]);
        for (size_t i = 0; i < s->vectors.count; i++) {
            const nh_sheet_vector_line *line = &s->vectors.items[i];
            nh_text row = nh_text_begin(arena);
            if (section_of(line) != section) continue;
            write_line(&row, &plain, line);
            bool is_short = line->words != NULL && row.length + strlen(line->words) < MOST_COLUMNS;
            if (is_short) nh_text_format(&row, "    # %s", line->words);
            add_wrapped(text, arena, nh_text_string(&row));
            if (line->words != NULL && !is_short) nh_text_format(text, "      # %s\n", line->words);
        }
    }
}

void nh_sheet_vectors_latex(nh_text *text, nh_arena *arena, const nh_sheet *s) {
    NH_ASSERT(s->vectors.count > 0);
    const notation latex = latex_notation(s, true);
    if (s->model->contacts.count > 0) nh_text_add(text, "\\begin{align*}\n");
    for (size_t i = 0; i < s->model->contacts.count; i++) {
        nh_text_add(text, i == 0 ? "&\\text{" : "\\\\\n&\\text{");
        nh_sheet_latex_escape(text, text_of_contact(arena, s, i));
        nh_text_add(text, "}");
    }
    if (s->model->contacts.count > 0) nh_text_add(text, "\n\\end{align*}\n");
    for (int section = 0; section < 3; section++) {
        nh_text_format(text, "\\begin{alignat*}{2}\n&\\rlap{\\textbf{%s}}", headings[section]);
        for (size_t i = 0; i < s->vectors.count; i++) {
            const nh_sheet_vector_line *line = &s->vectors.items[i];
            if (section_of(line) != section) continue;
            nh_text_add(text, "\\\\\n");
            write_line(text, &latex, line);
            if (line->words == NULL) continue;
            nh_text_add(text, " &&\\qquad \\text{");
            nh_sheet_latex_escape(text, line->words);
            nh_text_add(text, "}");
        }
        nh_text_add(text, "\n\\end{alignat*}\n");
    }
}

void nh_sheet_vectors_json(nh_json *json, nh_arena *arena, const nh_sheet *s) {
    const notation plain = plain_notation(s), latex = latex_notation(s, false);
    static const char *const keys[] = {"definition", "equation", "kinematics"};
    if (s->vectors.count == 0) return;
    nh_json_open(json, "vectors", '[');
    for (size_t i = 0; i < s->vectors.count; i++) {
        const nh_sheet_vector_line *line = &s->vectors.items[i];
        nh_text row = nh_text_begin(arena), formula = nh_text_begin(arena);
        write_line(&row, &plain, line);
        write_line(&formula, &latex, line);
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "part", keys[section_of(line)]);
        nh_json_string(json, "text", nh_text_string(&row));
        nh_json_string(json, "latex", nh_text_string(&formula));
        nh_json_string(json, "words", line->words);
        nh_json_close(json);
    }
    nh_json_close(json);
}

void nh_sheet_vectors_json_lines(nh_json *json, nh_arena *arena, const nh_sheet *s, const char *key) {
    static const char *const keys[] = {"definitions", "equations", "velocities"};
    const notation plain = plain_notation(s), latex = latex_notation(s, false);
    for (size_t i = 0; i < s->vectors.count; i++) {
        const nh_sheet_vector_line *line = &s->vectors.items[i];
        nh_text row = nh_text_begin(arena), formula = nh_text_begin(arena);
        if (strcmp(keys[section_of(line)], key) != 0) continue;
        write_line(&row, &plain, line);
        write_line(&formula, &latex, line);
        nh_json_open(json, NULL, '{');
        nh_json_string(json, section_of(line) == 1 ? "of" : "name", line->left->name != NULL ? line->left->name : "");
        nh_json_string(json, "text", nh_text_string(&row));
        nh_json_string(json, "latex", nh_text_string(&formula));
        if (section_of(line) == 1) nh_json_string(json, "factor", "1");
        nh_json_close(json);
    }
}

/* ---- claims ---- */

static void add_component(nh_text *text, nh_pool *pool, const char *prefix, size_t number, char axis, nh_expr e) {
    nh_text_format(text, "claim %s_vector_%zu%c: ", prefix, number, axis);
    nh_expr_print(pool, text, e);
    nh_text_add(text, " = 0\n");
}

void nh_sheet_vectors_claims(nh_text *text, const nh_sheet *s) {
    nh_pool *pool = s->model->pool;
    for (size_t i = 0; i < s->vectors.count; i++) {
        const nh_sheet_vector_line *line = &s->vectors.items[i];
        if (section_of(line) == 0 || line->sort == NH_VECTOR_ROTATION) continue;
        if (line->sort == NH_VECTOR_NORMAL) {
            nh_expr e = nh_vector_dot(pool, line->left->value, line->right->value);
            add_component(text, pool, s->form->name, i, '_', e);
            continue;
        }
        nh_vector e = line->left->value;
        if (line->right != NULL) e = nh_vector_sub(pool, e, line->right->value);
        for (int k = 0; k < 3; k++)
            if (e.x[k] != NH_EXPR_ZERO) add_component(text, pool, s->form->name, i, "xyz"[k], e.x[k]);
    }
}
