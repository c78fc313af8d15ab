/* Diagnostics: a list of pointers on the context; what they point to is constant, or lies in an arena of its own.
 *
 * Invariant: when a protected call begins the list has room for one more entry, and a diagnostic that is added leaves
 * room for one after it, so that running out of memory can be said without memory. */
#include "base/diag.h"

#include <string.h>

#include "base/assert.h"
#include "base/context_private.h"
#include "base/diag_private.h"
#include "base/text/text.h"

static const char *keep_text(nh_context *context, const char *string) {
    return string == NULL ? NULL : nh_arena_string(context->diag_arena, string);
}

static bool is_error(const nh_diag *diag) {
    return diag->severity == NH_SEVERITY_ERROR;
}

void nh_diag_add_list(nh_context *context, const nh_remark *remark, const char *format, va_list list) {
    NH_ASSERT(remark->code != NULL);
    nh_array_reserve(&context->diags, 2);
    nh_diag *diag = NH_NEW(context->diag_arena, nh_diag);
    *diag = (nh_diag){.code = remark->code, .severity = remark->severity, .status = remark->status};
    nh_text sentence = nh_text_begin(context->diag_arena);
    nh_text_format_list(&sentence, format, list);
    diag->sentence = nh_text_string(&sentence);
    diag->hint = keep_text(context, remark->hint);
    if (remark->place != NULL && remark->place->line > 0) {
        diag->file = keep_text(context, remark->place->file);
        diag->line = remark->place->line;
        diag->column = remark->place->column;
        diag->length = remark->place->length;
    }
    context->diags.items[context->diags.count++] = diag;
    context->errors += is_error(diag);
}

void nh_diag_add(nh_context *context, const nh_remark *remark, const char *format, ...) {
    va_list list;
    va_start(list, format);
    nh_diag_add_list(context, remark, format, list);
    va_end(list);
}

/* Where a diagnostic belongs: by line and column, what is elsewhere at the end. */
static uint64_t sort_key(const nh_diag *diag, const char *file) {
    bool same = file == NULL ? diag->file == NULL : diag->file != NULL && strcmp(diag->file, file) == 0;
    return same && diag->line > 0 ? (uint64_t)diag->line << 32 | diag->column : UINT64_MAX;
}

/* By insertion: there are few. */
void nh_diag_sort(nh_context *context, size_t first, const char *file) {
    const nh_diag **items = context->diags.items;
    for (size_t i = first + 1; i < context->diags.count; i++) {
        const nh_diag *now = items[i];
        uint64_t key = sort_key(now, file);
        size_t place = i;
        for (; place > first && sort_key(items[place - 1], file) > key; place--) items[place] = items[place - 1];
        items[place] = now;
    }
}

size_t nh_diag_errors(const nh_context *context) {
    return context->errors;
}

/* What a status means when nobody said more. */
static const nh_diag *bare_diag(nh_status status) {
#define NH_STATUS(name, words) {.code = "failed", .status = NH_##name, .sentence = (words)},
    static const nh_diag any[] = {
#include <nonholo/status.def>
    };
#undef NH_STATUS
    static const nh_diag memory = {.code = "memory", .status = NH_E_MEMORY, .sentence = "out of memory"};
    static const nh_diag interrupt = {.code = "interrupt", .status = NH_E_INTERRUPT, .sentence = "interrupted"};
    static const nh_diag limit = {.code = "memory-limit",
                                  .status = NH_E_LIMIT,
                                  .sentence = "the limit on memory was reached, or a size is beyond all limits"};
    switch (status) {
        case NH_E_MEMORY: return &memory;
        case NH_E_INTERRUPT: return &interrupt;
        case NH_E_LIMIT: return &limit;
        default: return &any[status];
    }
}

void nh_diag_make_room(nh_context *context) {
    if (context->diags.arena != NULL) nh_array_reserve(&context->diags, 1);
}

void nh_diag_put(nh_context *context, const nh_diag *constant) {
    nh_diags *diags = &context->diags;
    if (diags->count == diags->capacity) {
        if (diags->count == 0) return;
        context->errors -= is_error(diags->items[--diags->count]); /* one that was put before makes room */
    }
    diags->items[diags->count++] = constant;
    context->errors += is_error(constant);
}

void nh_diag_ensure(nh_context *context, nh_status status) {
    const nh_diags *diags = &context->diags;
    size_t before = context->frame->diag_count;
    for (size_t i = diags->count; i > before; i--)
        if (diags->items[i - 1]->status == status) return;
    nh_diag_put(context, bare_diag(status));
}

void nh_diag_forget(nh_context *context, size_t first) {
    nh_diags *diags = &context->diags;
    while (diags->count > first) context->errors -= is_error(diags->items[--diags->count]);
}

static bool say_the_same(const nh_diag *a, const nh_diag *b) {
    bool is_one_place = a->line == b->line && a->column == b->column;
    return is_one_place && a->severity == b->severity && strcmp(a->sentence, b->sentence) == 0;
}

void nh_diag_forget_repeated(nh_context *context, size_t first) {
    nh_diags *diags = &context->diags;
    size_t kept = first;
    for (size_t i = first; i < diags->count; i++) {
        const nh_diag *now = diags->items[i];
        size_t earlier = 0;
        while (earlier < kept && !say_the_same(diags->items[earlier], now)) earlier++;
        if (earlier == kept) diags->items[kept++] = now;
        else context->errors -= is_error(now);
    }
    diags->count = kept;
}

void nh_diag_soften(nh_context *context, size_t first) {
    for (size_t i = first; i < context->diags.count; i++) {
        const nh_diag *given = context->diags.items[i];
        if (!is_error(given)) continue;
        nh_diag *soft = NH_NEW(context->diag_arena, nh_diag);
        *soft = *given;
        soft->severity = NH_SEVERITY_WARNING;
        soft->status = NH_OK;
        context->diags.items[i] = soft;
        context->errors--;
    }
}

void nh_diag_cut(nh_context *context, size_t count, nh_arena_mark mark) {
    nh_diag_forget(context, count);
    nh_arena_release(context->diag_arena, mark);
}

size_t nh_context_diag_count(const nh_context *context) {
    return context->diags.count;
}

const nh_diag *nh_context_diag(const nh_context *context, size_t index) {
    return index < context->diags.count ? context->diags.items[index] : NULL;
}

void nh_context_clear_diags(nh_context *context) {
    NH_ASSERT(context->frame == NULL); /* frames hold marks of the arena */
    nh_diag_cut(context, 0, context->diag_begin);
}
