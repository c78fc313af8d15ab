/* `implies`. For people the verdict, the sets on which it fails, and a state that shows it. */
#include <string.h>

#include "base/text/name.h"
#include "out/print/print_private.h"

/* Bytes of the equations after the words. */
enum { LONGEST_LINE = 100 };

/* What was asked, and the answer. */
typedef struct page {
    const nh_model *model;
    const nh_implies_def *def;
    const nh_implies_info *info;
    const nh_implies_exception *exceptions;
} page;

/* ---- text ---- */

static void add_names(nh_text *text, nh_strings names) {
    for (size_t i = 0; i < names.count; i++) nh_text_format(text, "%s%s", i > 0 ? ", " : "", names.items[i]);
}

static void add_question(nh_text *text, const page *p) {
    nh_text_format(text, "%s\n\n  ", nh_name_text(p->model->context, p->model->title));
    if (p->def->given.count > 0) add_names(text, p->def->given);
    else nh_text_add(text, "all constraints");
    nh_text_add(text, "  =>  ");
    add_names(text, p->def->then);
    nh_text_add(text, "\n  ");
}

/* Numbers that are 0 are many in states that are simple: they are said in one word. */
static void add_state(nh_text *text, const nh_model *model, const double *state) {
    size_t n = model->coordinates.count, shown = 0;
    for (size_t i = 0; i <= 2 * n; i++) {
        if (state[i] == 0) continue;
        nh_text_add(text, shown++ > 0 ? ", " : "");
        if (i == 0) nh_text_add(text, "t");
        else nh_text_format(text, "%s%s", nh_print_coordinate(model, (i - 1) % n), i > n ? "'" : "");
        nh_text_format(text, " = %s", DIGITS(state[i], 6));
    }
    if (shown == 0) nh_text_add(text, "all coordinates and velocities 0");
    else if (shown <= 2 * n) nh_text_add(text, ", the others 0");
}

static void add_witness(nh_text *text, const page *p, const double *state, double residual) {
    nh_text_format(text, "left minus right is %s\n      at ", DIGITS(residual, 6));
    add_state(text, p->model, state);
}

static void add_exception(nh_text *text, const page *p, const nh_implies_exception *item) {
    nh_text_format(text, "\n    %s", item->text);
    if (strcmp(item->text, item->equations) != 0 && strlen(item->equations) <= LONGEST_LINE)
        nh_text_format(text, ",  that is %s", item->equations);
    nh_text_add(text, "\n      ");
    if (item->witness == NULL) nh_text_add(text, "where it may fail");
    else add_witness(text, p, item->witness, item->residual);
}

static void add_exceptions(nh_text *text, const page *p) {
    for (size_t i = 0; i < p->info->exceptions; i++) add_exception(text, p, &p->exceptions[i]);
}

/* The values of parameters that a proof leaves out, and what is said about the answer. */
static void add_remarks(nh_text *text, const page *p) {
    if (p->info->but_for != NULL)
        nh_text_format(text, "\n  for all values of the parameters except %s", p->info->but_for);
    if (p->info->why != NULL) nh_text_format(text, "\n  %s", p->info->why);
}

static const char *evidence_of(nh_fact fact) {
    return fact.by == NH_EVIDENCE_PROVED ? "proved" : "certified";
}

static void add_yes(nh_text *text, const page *p) {
    nh_text_format(text, "implied, %s", evidence_of(p->info->implied));
    if (p->info->is_empty) nh_text_add(text, ": no state satisfies the premises");
    if (p->info->exceptions > 0) nh_text_add(text, ", except where");
    add_exceptions(text, p);
    add_remarks(text, p);
}

/* It fails on a set that is as large as those on which it holds. */
static void add_no_on_component(nh_text *text, const page *p) {
    nh_text_add(text, "not implied: it fails on a whole component, not only at exceptional states");
    add_exceptions(text, p);
    nh_text_format(text, "\n  elsewhere it holds, %s", evidence_of(p->info->elsewhere));
    add_remarks(text, p);
}

static void add_other(nh_text *text, const page *p) {
    const nh_implies_info *info = p->info;
    nh_text_add(text, info->is_valueless ? "no value" : info->implied.truth == NH_NO ? "not implied" : "undecided");
    if (info->why != NULL) nh_text_format(text, ": %s", info->why);
    if (info->witness == NULL) return;
    nh_text_format(text, "\n    %s fails: ", info->fails);
    add_witness(text, p, info->witness, info->residual);
}

static void print_text(nh_text *text, const page *p) {
    add_question(text, p);
    if (p->info->implied.truth == NH_YES) add_yes(text, p);
    else if (p->info->implied.truth == NH_NO && p->info->exceptions > 0) add_no_on_component(text, p);
    else add_other(text, p);
    nh_text_format(text, "\n\nseed %llu\n", nh_whole(p->def->seed));
}

/* ---- JSON ---- */

static void add_names_json(nh_json *json, const char *key, nh_strings names) {
    nh_json_open_line(json, key, '[');
    for (size_t i = 0; i < names.count; i++) nh_json_string(json, NULL, names.items[i]);
    nh_json_close(json);
}

static void add_residual(nh_json *json, const double *state, double residual) {
    if (state != NULL) nh_json_number(json, "residual", residual);
    else nh_json_null(json, "residual");
}

static void add_exception_json(nh_json *json, const page *p, const nh_implies_exception *item) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "condition", item->text);
    nh_json_string(json, "equations", item->equations);
    nh_json_fact(json, "fails", item->fails);
    nh_json_state(json, "witness", p->model, item->witness);
    add_residual(json, item->witness, item->residual);
    nh_json_close(json);
}

/* The conditions only, for who compares them, then all that is known of the sets. */
static void add_exceptions_json(nh_json *json, const page *p) {
    nh_json_open_line(json, "except", '[');
    for (size_t i = 0; i < p->info->exceptions; i++) nh_json_string(json, NULL, p->exceptions[i].text);
    nh_json_close(json);
    nh_json_open(json, "exceptions", '[');
    for (size_t i = 0; i < p->info->exceptions; i++) add_exception_json(json, p, &p->exceptions[i]);
    nh_json_close(json);
}

static void print_json(nh_text *text, const page *p) {
    const nh_implies_info *info = p->info;
    nh_json json = nh_print_open(text, p->model);
    add_names_json(&json, "given", p->def->given);
    add_names_json(&json, "then", p->def->then);
    nh_json_fact(&json, "implied", info->implied);
    nh_json_truth(&json, "complete", info->is_complete);
    nh_json_truth(&json, "empty", info->is_empty);
    nh_json_truth(&json, "valueless", info->is_valueless);
    nh_json_fact(&json, "elsewhere", info->elsewhere);
    add_exceptions_json(&json, p);
    nh_json_state(&json, "witness", p->model, info->witness);
    nh_json_string(&json, "fails", info->fails);
    add_residual(&json, info->witness, info->residual);
    nh_json_string(&json, "but_for", info->but_for);
    nh_json_string(&json, "why", info->why);
    nh_json_integer(&json, "seed", p->def->seed);
    nh_print_close(&json, p->model);
}

void nh_print_implies(nh_text *text, nh_print_as as, const nh_model *model, const nh_implication *found,
                      const nh_implies_def *def) {
    page p = {model, def, &found->info, found->exceptions};
    if (as == NH_PRINT_JSON) print_json(text, &p);
    else print_text(text, &p);
}
