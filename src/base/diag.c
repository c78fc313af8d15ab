/* Diagnostics: a list on the context, its strings in an arena of their own.
 *
 * Invariant: the list has room for one more entry, so that running out of memory can be said without memory. */
#include "base/diag.h"

#include <string.h>

#include "base/assert.h"
#include "base/context_private.h"
#include "base/diag_private.h"
#include "base/text.h"

static const char *keep(nh_context *context, const char *string) {
    return string == NULL ? NULL : nh_arena_text(context->diag_arena, string, strlen(string));
}

void nh_diag_add_list(nh_context *context, const nh_remark *remark, const char *format, va_list list) {
    NH_ASSERT(remark->code != NULL);
    nh_array_reserve(&context->diags, 2);
    nh_diag diag = {.code = remark->code, .severity = remark->severity, .status = remark->status};
    nh_text sentence = nh_text_begin(context->diag_arena);
    nh_text_format_list(&sentence, format, list);
    diag.sentence = nh_text_string(&sentence);
    diag.hint = keep(context, remark->hint);
    if (remark->place != NULL && remark->place->line > 0) {
        diag.file = keep(context, remark->place->file);
        diag.line = remark->place->line;
        diag.column = remark->place->column;
        diag.length = remark->place->length;
    }
    context->diags.items[context->diags.count++] = diag;
}

void nh_diag_add(nh_context *context, const nh_remark *remark, const char *format, ...) {
    va_list list;
    va_start(list, format);
    nh_diag_add_list(context, remark, format, list);
    va_end(list);
}

size_t nh_diag_errors(const nh_context *context) {
    size_t errors = 0;
    for (size_t i = 0; i < context->diags.count; i++) errors += context->diags.items[i].severity == NH_SEVERITY_ERROR;
    return errors;
}

/* What a status means when nobody said more. */
static nh_diag bare_diag(nh_status status) {
    nh_diag diag = {.code = "failed", .severity = NH_SEVERITY_ERROR, .status = status, .sentence = nh_status_text(status)};
    if (status == NH_E_MEMORY) diag.code = "memory";
    if (status == NH_E_INTERRUPT) diag.code = "interrupt";
    if (status == NH_E_LIMIT) {
        diag.code = "memory-limit";
        diag.sentence = "the memory limit of the context was reached";
    }
    return diag;
}

void nh_diag_ensure(nh_context *context, nh_status status) {
    nh_diags *diags = &context->diags;
    size_t before = context->frame->diag_count;
    for (size_t i = diags->count; i > before; i--)
        if (diags->items[i - 1].status == status) return;
    if (diags->count < diags->capacity) diags->items[diags->count++] = bare_diag(status);
}

void nh_diag_cut(nh_context *context, size_t count) {
    if (count < context->diags.count) context->diags.count = count;
}

size_t nh_context_diag_count(const nh_context *context) {
    return context->diags.count;
}

const nh_diag *nh_context_diag(const nh_context *context, size_t index) {
    return index < context->diags.count ? &context->diags.items[index] : NULL;
}

static void restart(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *fresh = nh_arena_create(context);
    nh_diags empty = {.arena = fresh};
    nh_array_reserve(&empty, 1);
    nh_arena_destroy(context->diag_arena);
    context->diag_arena = fresh;
    context->diags = empty;
}

void nh_context_clear_diags(nh_context *context) {
    context->diags.count = 0;
    /* without memory for a fresh arena the old one goes on; its strings then take up room until the next time */
    if (nh_protect(context, restart, NULL) != NH_OK) context->diags.count = 0;
}
