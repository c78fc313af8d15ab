/* Distance of words: Levenshtein's, with swaps of neighbours (optimal string alignment), in thirds of a change. */
#include "base/text/closest.h"

#include <string.h>

#include "base/text/utf8.h"

enum { CHANGE = 3, CASE_CHANGE = 1 };

/* The characters of a name; NH_CLOSEST_MAX + 1 when there are more than that. Broken bytes count as characters. */
static uint32_t characters_of(const char *name, uint32_t codes[NH_CLOSEST_MAX]) {
    size_t length = strlen(name), at = 0;
    uint32_t count = 0;
    while (at < length && count < NH_CLOSEST_MAX) {
        size_t used = nh_utf8_decode(name + at, length - at, &codes[count]);
        if (used == 0) codes[count] = (unsigned char)name[at];
        at += used > 0 ? used : 1;
        count++;
    }
    return at < length ? NH_CLOSEST_MAX + 1 : count;
}

static bool differ_in_case(uint32_t a, uint32_t b) {
    return (a ^ b) == 0x20 && nh_utf8_is_letter(a) && a < 0x80;
}

static uint32_t smaller_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t edit_distance(const uint32_t *a, uint32_t m, const uint32_t *b, uint32_t n) {
    uint32_t rows[3][NH_CLOSEST_MAX + 1]; /* of the table d[i][j]: i-2, i-1, i in turn */
    for (uint32_t j = 0; j <= n; j++) rows[0][j] = CHANGE * j;
    for (uint32_t i = 1; i <= m; i++) {
        uint32_t *now = rows[i % 3];
        const uint32_t *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = CHANGE * i;
        for (uint32_t j = 1; j <= n; j++) {
            uint32_t exchange = a[i - 1] == b[j - 1] ? 0 : differ_in_case(a[i - 1], b[j - 1]) ? CASE_CHANGE : CHANGE;
            now[j] = smaller_of(before[j - 1] + exchange, CHANGE + smaller_of(before[j], now[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller_of(now[j], earlier[j - 2] + CHANGE);
        }
    }
    return rows[m % 3][n];
}

uint32_t nh_closest_distance(const char *a, const char *b) {
    uint32_t left[NH_CLOSEST_MAX], right[NH_CLOSEST_MAX];
    uint32_t m = characters_of(a, left), n = characters_of(b, right);
    return m > NH_CLOSEST_MAX || n > NH_CLOSEST_MAX ? UINT32_MAX : edit_distance(left, m, right, n);
}

/* Near enough: one change for each three characters, at least one, but not all of a short name. */
nh_closest nh_closest_begin(const char *wanted) {
    nh_closest search = {.found = NULL};
    search.length = characters_of(wanted, search.wanted);
    uint32_t changes = search.length < 6 ? 1 : search.length / 3;
    search.nearest = search.length <= 1 ? CASE_CHANGE + 1 : CHANGE * changes + 1;
    return search;
}

void nh_closest_offer(nh_closest *search, const char *name) {
    uint32_t codes[NH_CLOSEST_MAX];
    uint32_t length = characters_of(name, codes);
    if (length > NH_CLOSEST_MAX || search->length > NH_CLOSEST_MAX || length == 0) return;
    if (length == 1 && search->length == 2 && codes[0] != search->wanted[0]) return; /* `xb` is not a misspelt `b` */
    uint32_t found = edit_distance(search->wanted, search->length, codes, length);
    if (found >= search->nearest) return;
    search->nearest = found;
    search->found = name;
}

const char *nh_closest_found(const nh_closest *search) {
    return search->found;
}
