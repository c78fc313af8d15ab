/* Characters, through utf8proc; only those of its functions that take no memory are used. */
#include "base/text/utf8.h"

#include <string.h>
#include <utf8proc.h>

#include "base/assert.h"
#include "base/protect.h"

size_t nh_utf8_decode(const char *bytes, size_t length, uint32_t *code) {
    if (length == 0) return 0;
    if ((unsigned char)bytes[0] < 0x80) {
        *code = (unsigned char)bytes[0];
        return 1;
    }
    utf8proc_int32_t found;
    size_t few = length < NH_UTF8_MAX ? length : NH_UTF8_MAX;
    utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)few, &found);
    if (used <= 0) return 0;
    *code = (uint32_t)found;
    return (size_t)used;
}

size_t nh_utf8_encode(uint32_t code, char bytes[NH_UTF8_MAX]) {
    utf8proc_ssize_t used = utf8proc_encode_char((utf8proc_int32_t)code, (utf8proc_uint8_t *)bytes);
    NH_ASSERT(used > 0);
    return (size_t)used;
}

size_t nh_utf8_count(const char *bytes, size_t length) {
    size_t count = 0;
    for (size_t at = 0; at < length; count++) {
        uint32_t code;
        size_t used = nh_utf8_decode(bytes + at, length - at, &code);
        at += used > 0 ? used : 1;
    }
    return count;
}

int nh_utf8_width(uint32_t code) {
    return utf8proc_charwidth((utf8proc_int32_t)code);
}

int nh_utf8_columns(const char *string) {
    int columns = 0;
    for (size_t length = strlen(string); length > 0;) {
        uint32_t code;
        size_t used = nh_utf8_decode(string, length, &code);
        columns += used > 0 ? nh_utf8_width(code) : 1;
        string += used > 0 ? used : 1;
        length -= used > 0 ? used : 1;
    }
    return columns;
}

/* ---- kinds ---- */

static utf8proc_category_t category_of(uint32_t code) {
    return utf8proc_category((utf8proc_int32_t)code);
}

bool nh_utf8_is_letter(uint32_t code) {
    if (code < 0x80) return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
    utf8proc_category_t category = category_of(code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool nh_utf8_is_digit(uint32_t code) {
    if (code < 0x80) return code >= '0' && code <= '9';
    return category_of(code) == UTF8PROC_CATEGORY_ND;
}

bool nh_utf8_is_mark(uint32_t code) {
    utf8proc_category_t category = category_of(code);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool nh_utf8_is_space(uint32_t code) {
    return code == ' ' || code == '\t' || category_of(code) == UTF8PROC_CATEGORY_ZS;
}

bool nh_utf8_is_control(uint32_t code) {
    switch (category_of(code)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP: return true;
        default: return false;
    }
}

/* ---- normal forms ---- */

bool nh_utf8_take_mark(uint32_t code, uint32_t *letter, uint32_t *mark) {
    utf8proc_int32_t apart[8];
    int boundary = 0;
    utf8proc_ssize_t count =
        utf8proc_decompose_char((utf8proc_int32_t)code, apart, 8, UTF8PROC_DECOMPOSE | UTF8PROC_STABLE, &boundary);
    if (count < 2 || count > 8 || !nh_utf8_is_mark((uint32_t)apart[count - 1])) return false;
    *mark = (uint32_t)apart[count - 1];
    count = utf8proc_normalize_utf32(apart, count - 1, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    *letter = (uint32_t)apart[0];
    return count == 1;
}

const char *nh_utf8_nfc(nh_arena *arena, const char *bytes, size_t length, size_t *result_length) {
    const utf8proc_option_t options = UTF8PROC_COMPOSE | UTF8PROC_STABLE;
    nh_context *context = nh_arena_context(arena);
    utf8proc_ssize_t count = /* a first pass only counts */
        utf8proc_decompose((const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length, NULL, 0, options);
    if (count < 0) nh_fail(context, NH_E_INTERNAL, "utf8", "a text that should be UTF-8 is not");
    nh_arena *scratch = nh_scratch(context);
    bool is_scratch = scratch == arena;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    utf8proc_int32_t *codes = nh_arena_alloc(scratch, ((size_t)count + 1) * sizeof *codes);
    count = utf8proc_decompose((const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length, codes, count, options);
    count = utf8proc_normalize_utf32(codes, count, options);
    NH_ASSERT(count >= 0);
    char *result = nh_arena_alloc(arena, NH_UTF8_MAX * (size_t)count + 1);
    size_t used = 0;
    for (utf8proc_ssize_t i = 0; i < count; i++) used += nh_utf8_encode((uint32_t)codes[i], result + used);
    result[used] = '\0';
    if (!is_scratch) nh_arena_release(scratch, mark);
    *result_length = used;
    return result;
}
