/* The life of a context, and its memory account. */
#include "base/context.h"

#include <math.h>
#include <stdlib.h>

#include "base/assert.h"
#include "base/context_private.h"
#include "base/diag_private.h"

enum { DEF_MAGIC = 0x6e686f31 };

static void *libc_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

nh_context_def nh_default_context(void) {
    return (nh_context_def){
        .allocator = {.resize = libc_resize},
        .limits = {.memory = (size_t)16 << 30, .nodes = UINT64_C(1) << 28},
        .seed = 1,
        .magic = DEF_MAGIC,
    };
}

static void open_arenas(void *argument) {
    nh_context *context = argument;
    context->own = nh_arena_create(context);
    context->names.arena = context->own;
    context->name_index = nh_index_make(context->own);
    nh_array_push(&context->names, ((nh_name_entry){"", 0}));
    context->diags.arena = context->own;
    nh_diag_make_room(context);
    context->diag_arena = nh_arena_create(context);
    context->diag_begin = nh_arena_mark_here(context->diag_arena);
    context->scratch = nh_arena_create(context);
}

nh_status nh_context_create(const nh_context_def *def, nh_context **result) {
    if (result == NULL) return NH_E_USAGE;
    *result = NULL;
    if (def == NULL || def->magic != DEF_MAGIC || def->allocator.resize == NULL) return NH_E_USAGE;
    if (!(def->limits.seconds >= 0)) return NH_E_USAGE;
    nh_context *context = def->allocator.resize(def->allocator.user, NULL, 0, sizeof *context);
    if (context == NULL) return NH_E_MEMORY;
    *context = (nh_context){.def = *def, .memory = sizeof *context, .memory_peak = sizeof *context};
    context->bounds = (nh_bounds){UINT64_MAX, SIZE_MAX, INFINITY};
    atomic_init(&context->interrupted, false);
    for (int i = 0; i < NH_TEMPORARIES; i++) atomic_init(&context->temporaries[i], NULL);
    nh_status status = nh_protect(context, open_arenas, context);
    if (status != NH_OK) nh_context_destroy(context);
    else *result = context;
    return status;
}

void nh_context_destroy(nh_context *context) {
    if (context == NULL) return;
    NH_ASSERT(context->frame == NULL);
    while (context->arenas != NULL) nh_arena_destroy(context->arenas);
    size_t size = sizeof *context;
    NH_ASSERT(context->memory == size);
    context->def.allocator.resize(context->def.allocator.user, context, size, 0);
}

void nh_context_interrupt(nh_context *context) {
    atomic_store(&context->interrupted, true);
}

void nh_context_clear_interrupt(nh_context *context) {
    atomic_store(&context->interrupted, false);
}

size_t nh_context_memory(const nh_context *context) {
    return context->memory;
}

size_t nh_context_memory_peak(const nh_context *context) {
    return context->memory_peak;
}

nh_arena *nh_context_arena(nh_context *context) {
    return context->own;
}

uint64_t nh_context_seed(const nh_context *context) {
    return context->def.seed;
}

void **nh_context_guard(nh_context *context) {
    return &context->guard;
}

void **nh_context_factors(nh_context *context) {
    return &context->factors;
}

bool nh_context_is_plain(const nh_context *context) {
    return context->def.allocator.resize == libc_resize;
}

static void *refuse_context(nh_status *why, nh_status status) {
    if (why != NULL) *why = status;
    return NULL;
}

void *nh_context_resize(nh_context *context, void *block, size_t old_size, size_t new_size, nh_status *why) {
    size_t others = context->memory - old_size;
    if (new_size > old_size && (new_size > SIZE_MAX - others || others + new_size > context->bounds.memory))
        return refuse_context(why, NH_E_LIMIT);
    void *moved = context->def.allocator.resize(context->def.allocator.user, block, old_size, new_size);
    if (moved == NULL && new_size > 0) return refuse_context(why, NH_E_MEMORY);
    context->memory = others + new_size;
    if (context->memory > context->memory_peak) context->memory_peak = context->memory;
    return moved;
}
