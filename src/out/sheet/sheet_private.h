/* What the printers of sheets share; only src/out sees it. */
#ifndef NH_OUT_SHEET_SHEET_PRIVATE_H
#define NH_OUT_SHEET_SHEET_PRIVATE_H

#include "expr/print/print.h"
#include "out/sheet/sheet.h"

typedef void (*nh_sheet_writer)(nh_pool *pool, nh_text *text, nh_expr e);

/* The parts of a side as one sum, "0" when there are none: with the signs that a person would write. */
void nh_sheet_write_side(nh_text *text, nh_pool *pool, const nh_sheet_side *side, nh_sheet_writer write);
/* The sections of a sheet that have lines, in their order. */
typedef struct nh_sheet_section {
    const char *key;     /* in JSON */
    const char *heading; /* for people */
    const nh_sheet_lines *lines;
    size_t first, end; /* these of the lines */
} nh_sheet_section;

enum { NH_SHEET_SECTIONS = 9 }; /* abbreviations are in two of them */
void nh_sheet_sections(const nh_sheet *sheet, nh_sheet_section sections[NH_SHEET_SECTIONS]);
/* Whether people see vectors in place of a line; of all lines of a section. */
bool nh_sheet_hides(const nh_sheet *sheet, const nh_sheet_section *section, const nh_sheet_line *line);
bool nh_sheet_is_hidden(const nh_sheet *sheet, const nh_sheet_section *section);
/* Of the assumptions, how many people see: with vectors those of the model, which come first. */
size_t nh_sheet_assumption_count(const nh_sheet *sheet);
/* sheet_latex.c: the left side of a line, a condition, and words with their special signs escaped. */
void nh_sheet_latex_left(nh_text *text, const nh_sheet *s, const nh_sheet_line *line);
void nh_sheet_latex_condition(nh_text *text, const nh_sheet *s, const nh_sheet_condition *c);
void nh_sheet_latex_escape(nh_text *text, const char *words);
/* "B[perp[1],x]" with its indices below. */
void nh_sheet_latex_coefficient(nh_text *text, const nh_sheet *s, const char *name);
/* latex_width.c: the width of a formula in points, about, at the size of 10 points. */
double nh_latex_width(nh_arena *arena, const char *from, const char *end);
/* latex_letters.c: what a preamble needs so that pdflatex takes all letters of the text. */
void nh_latex_add_letters(nh_text *text, const char *body);
/* How rows of an align* are written. */
typedef struct nh_sheet_latex_rows {
    void (*begin)(nh_text *text, const char *heading);
    void (*add_formula)(nh_text *text, nh_arena *arena, const char *formula);
    void (*end)(nh_text *text);
} nh_sheet_latex_rows;

/* sheet_geometry.c: what `reduced` says about the constraint submanifold; nothing of other formulations. */
void nh_sheet_geometry_text(nh_text *text, nh_arena *arena, const nh_sheet *sheet,
                            void (*add_wrapped)(nh_text *text, nh_arena *arena, const char *line));
void nh_sheet_geometry_latex(nh_text *text, nh_arena *arena, const nh_sheet *sheet, const nh_sheet_latex_rows *rows);
void nh_sheet_geometry_json(nh_json *json, nh_arena *arena, const nh_sheet *sheet);
/* sheet_structure.c: what long equations are made from, of a sheet that has it in their place. */
void nh_sheet_structure_text(nh_text *text, nh_arena *arena, const nh_sheet *s,
                             void (*add_wrapped)(nh_text *text, nh_arena *arena, const char *line));
void nh_sheet_structure_latex(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_latex_rows *rows);
void nh_sheet_structure_json_lines(nh_json *json, nh_arena *arena, const nh_sheet *s, const char *key);
/* sheet_vectors.c: the equations as vectors, of a sheet that has them. */
void nh_sheet_vectors_text(nh_text *text, nh_arena *arena, const nh_sheet *s,
                           void (*add_wrapped)(nh_text *text, nh_arena *arena, const char *line));
void nh_sheet_vectors_latex(nh_text *text, nh_arena *arena, const nh_sheet *s);
void nh_sheet_vectors_json(nh_json *json, nh_arena *arena, const nh_sheet *s);
/* Those of a section, as if they were its lines. */
void nh_sheet_vectors_json_lines(nh_json *json, nh_arena *arena, const nh_sheet *s, const char *key);
void nh_sheet_vectors_claims(nh_text *text, const nh_sheet *s); /* nothing where it has none */
/* "<", "!=" */
const char *nh_sheet_relation(nh_relation relation);

#endif
