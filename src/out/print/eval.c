/* The summary of `eval`; as JSON with the numbers, where no file has them. */
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/print/print_private.h"

static void print_text(nh_text *text, const nh_eval_facts *e) {
    const nh_eval_info *info = &e->info;
    nh_text_format(text, "system: %s\n", nh_name_text(e->model->context, e->model->title));
    nh_text_format(text, "states: %zu", info->states);
    if (info->given > info->states) nh_text_format(text, " of %zu", info->given);
    nh_text_format(text, ", formulation %s, ", e->form);
    if (e->digits == 0) nh_text_add(text, "in doubles\n");
    else nh_text_format(text, "in ball arithmetic, %d digits\n", e->digits);
    if (info->failed > 0)
        nh_text_format(text, "without a value: %zu state%s; %s\n", info->failed, nh_plural(info->failed),
                       info->message);
    if (e->digits > 0 && info->digits_least > 0)
        nh_text_format(text, "certified: at least %d digits\n", info->digits_least);
    if (info->zeros > 0)
        nh_text_format(text, "not distinguished from 0: %zu number%s\n", info->zeros, nh_plural(info->zeros));
    if (e->constraints > 0)
        nh_text_format(text, "constraints: largest residual %s, relative to their terms\n", DIGITS(info->residual, 2));
    if (e->path != NULL)
        nh_text_format(text, "written: %s, %zu row%s of %zu columns\n", e->path, info->states, nh_plural(info->states),
                       e->columns.count);
}

static void add_rows(nh_json *json, const nh_eval_facts *e) {
    const char *field = e->rows;
    if (field == NULL) {
        nh_json_null(json, "rows");
        return;
    }
    nh_json_open(json, "rows", '[');
    for (size_t row = 0; row < e->info.states; row++) {
        nh_json_open(json, NULL, '[');
        for (size_t i = 0; i < e->columns.count; i++, field += strlen(field) + 1) nh_json_digits(json, NULL, field);
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* Null where there are none. */
static void add_digits(nh_json *json, const char *key, int digits) {
    if (digits > 0) nh_json_integer(json, key, (uint64_t)digits);
    else nh_json_null(json, key);
}

static void print_json(nh_text *text, const nh_eval_facts *e) {
    const nh_eval_info *info = &e->info;
    nh_json json = nh_print_open(text, e->model);
    nh_json_string(&json, "form", e->form);
    nh_json_integer(&json, "states", info->states);
    nh_json_integer(&json, "failed", info->failed);
    nh_json_integer(&json, "inapplicable", info->inapplicable);
    nh_json_string(&json, "message", info->message);
    add_digits(&json, "digits", e->digits);
    add_digits(&json, "digits_least", info->digits_least);
    nh_json_integer(&json, "zeros", info->zeros);
    nh_json_number(&json, "max_constraint_residual", info->residual);
    nh_json_open_line(&json, "columns", '[');
    for (size_t i = 0; i < e->columns.count; i++) nh_json_string(&json, NULL, e->columns.items[i]);
    nh_json_close(&json);
    nh_json_string(&json, "file", e->path);
    add_rows(&json, e);
    nh_print_close(&json, e->model);
}

void nh_print_eval(nh_text *text, nh_print_as as, const nh_eval_facts *facts) {
    NH_ASSERT(facts->path != NULL || facts->columns.count > 0);
    if (as == NH_PRINT_JSON) print_json(text, facts);
    else print_text(text, facts);
}
