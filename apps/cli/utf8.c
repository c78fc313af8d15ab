/* UTF-8 without a locale, so that the program prints the same everywhere. Widths are those of Unicode's East Asian
 * Width, in ranges that are wide throughout, and of the blocks of combining marks. */
#include "utf8.h"

#include <stdbool.h>

size_t utf8_decode(const char *bytes, size_t length, uint32_t *code) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 0) return 0;
    unsigned char first = (unsigned char)bytes[0];
    size_t size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (size == 0 || size > length) return 0;
    uint32_t value = size == 1 ? first : first & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        if (((unsigned char)bytes[i] & 0xC0) != 0x80) return 0;
        value = value << 6 | ((unsigned char)bytes[i] & 0x3F);
    }
    bool is_surrogate = value >= 0xD800 && value < 0xE000;
    if (value < least[size] || value > 0x10FFFF || is_surrogate) return 0;
    *code = value;
    return size;
}

typedef struct range {
    uint32_t first, last;
} range;

static bool is_among(uint32_t code, const range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

int utf8_width(uint32_t code) {
    static const range none[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F},
                                 {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x2060, 0x2064},
                                 {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
    static const range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},  {0x3400, 0x4DBF},
                                 {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},
                                 {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F},
                                 {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
    if (is_among(code, none, sizeof none / sizeof *none)) return 0;
    return is_among(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}
