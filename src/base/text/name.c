/* The table of interned names of a context. */
#include "base/text/name.h"

#include <string.h>

#include "base/assert.h"
#include "base/context_private.h"
#include "base/hash.h"

typedef struct wanted_name {
    const nh_context *context;
    const char *bytes;
    size_t length;
} wanted_name;

static bool is_same(const void *user, uint32_t number) {
    const wanted_name *name = user;
    const nh_name_entry *entry = &name->context->names.items[number];
    return entry->length == name->length && memcmp(entry->text, name->bytes, name->length) == 0;
}

nh_name nh_name_of(nh_context *context, const char *bytes, size_t length) {
    if (length == 0) return 0;
    uint64_t hash = nh_hash_bytes(bytes, length);
    uint32_t found = nh_index_find(&context->name_index, hash, is_same, &(wanted_name){context, bytes, length});
    if (found != NH_INDEX_NONE) return found;
    if (context->names.count >= NH_INDEX_NONE) nh_raise(context, NH_E_LIMIT);
    nh_name_entry entry = {nh_arena_text(context->own, bytes, length), length};
    nh_array_reserve(&context->names, 1); /* before the index knows the name: either step may be the last */
    nh_name name = (nh_name)context->names.count;
    nh_index_add(&context->name_index, hash, name);
    nh_array_push(&context->names, entry);
    return name;
}

nh_name nh_name_of_text(nh_context *context, const char *text) {
    return nh_name_of(context, text, strlen(text));
}

const char *nh_name_text(const nh_context *context, nh_name name) {
    NH_ASSERT(name < context->names.count);
    return context->names.items[name].text;
}

size_t nh_name_length(const nh_context *context, nh_name name) {
    NH_ASSERT(name < context->names.count);
    return context->names.items[name].length;
}
