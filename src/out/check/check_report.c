/* `check` on a page: the words, and the rows as LaTeX. web/src/report.ts has the types, interface Analysis. */
#include "base/assert.h"
#include "expr/print/print.h"
#include "out/check/check_private.h"

/* ---- words ---- */

static void add_line(nh_json *json, const nh_words_line *line) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "label", line->label != NULL ? line->label : "");
    nh_json_string(json, "text", line->text);
    nh_json_close(json);
}

static void add_section(nh_json *json, const nh_words_section *section) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "title", section->title);
    nh_json_open(json, "lines", '[');
    for (size_t i = 0; i < section->lines.count; i++) add_line(json, &section->lines.items[i]);
    nh_json_close(json);
    nh_json_close(json);
}

/* ---- rows ---- */

static void add_fact(nh_json *json, const char *key, nh_fact fact) {
    static const char *const words[] = {[NH_UNKNOWN] = "unknown", [NH_YES] = "yes", [NH_NO] = "no"};
    nh_json_open(json, key, '{');
    nh_json_string(json, "truth", words[fact.truth]);
    nh_json_string(json, "by", nh_evidence_name(fact.truth == NH_UNKNOWN ? NH_EVIDENCE_NONE : fact.by));
    nh_json_close(json);
}

static const char *latex_of(nh_arena *arena, const nh_check_facts *facts, const nh_check_row_facts *row) {
    nh_text text = nh_text_begin(arena);
    nh_expr_print_latex(facts->model->pool, &text, row->residual);
    return nh_text_string(&text);
}

static void add_row(nh_json *json, nh_arena *arena, const nh_check_facts *facts, const nh_check_row_facts *known) {
    const nh_row_info *row = &known->info;
    const nh_fact unknown = {NH_UNKNOWN, NH_EVIDENCE_NONE};
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", row->name);
    nh_json_truth(json, "imposed", row->imposed);
    nh_json_string(json, "kind", nh_row_kind_name(row->kind));
    if (row->kind == NH_ROW_UNKNOWN) nh_json_null(json, "degree");
    else nh_json_number(json, "degree", row->degree);
    add_fact(json, "homogeneous", known->homogeneous);
    add_fact(json, "rheonomic", known->rheonomic);
    add_fact(json, "redundant", row->imposed ? known->check.redundant : unknown);
    add_fact(json, "integrable", known->integrable);
    nh_json_string(json, "text", row->text);
    nh_json_string(json, "latex", latex_of(arena, facts, known));
    nh_json_integer(json, "line", row->line);
    nh_json_close(json);
}

static void add_rows(nh_json *json, nh_arena *arena, const nh_check_facts *facts, bool is_imposed) {
    for (size_t i = 0; i < facts->row_count; i++)
        if (facts->rows[i].info.imposed == is_imposed) add_row(json, arena, facts, &facts->rows[i]);
}

void nh_check_write_report(nh_json *json, const char *key, const nh_check_facts *facts) {
    NH_ASSERT(key != NULL);
    nh_arena *arena = nh_arena_create(facts->model->context);
    nh_words words = nh_check_words(arena, facts, NH_WORDS_FOR_PAGE);
    nh_json_open(json, key, '{');
    nh_json_open(json, "sections", '[');
    for (size_t i = 0; i < words.count; i++) add_section(json, words.items[i]);
    nh_json_close(json);
    nh_json_open(json, "rows", '[');
    add_rows(json, arena, facts, true);
    add_rows(json, arena, facts, false);
    nh_json_close(json);
    nh_json_close(json);
    nh_arena_destroy(arena);
}
