/* Sheets of equations of motion (paper/sheet.h) in print. */
#ifndef NH_OUT_SHEET_SHEET_H
#define NH_OUT_SHEET_SHEET_H

#include "base/text/text.h"
#include "out/json.h"
#include "paper/sheet.h"

/* In the notation of the language, at most 100 columns wide where that can be; every expression can be read back. */
void nh_sheet_print_text(nh_text *text, const nh_sheet *sheet);
/* Statements that `holds` reads after those of the model: a claim for each line, `let` for what the sheet names. Not
 * of a formulation whose motion is different. */
void nh_sheet_print_claims(nh_text *text, const nh_sheet *sheet);
/* A fragment for amsmath and KaTeX. */
void nh_sheet_print_latex(nh_text *text, const nh_sheet *sheet);
/* The same as a document of its own: what precedes the body, whose letters it provides for, and after. */
void nh_sheet_latex_begin(nh_text *text, const char *body);
void nh_sheet_latex_end(nh_text *text);
/* One JSON object, without a line end. */
void nh_sheet_print_json(nh_text *text, const nh_sheet *sheet);
/* The same as a value among others. */
void nh_sheet_write_json(nh_json *json, const char *key, const nh_sheet *sheet, bool is_shown);

#endif
