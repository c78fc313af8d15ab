/* Numbers as base64 of their bytes, little-endian: half the length of digits, and read without rounding. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "out/report/report_private.h"

#define FLAT 1e-3 /* motion to size: below this a float has too few digits for a curve that fills its panel */

static void put_bytes(uint8_t *to, uint64_t bits, size_t size) {
    for (size_t k = 0; k < size; k++) to[k] = (uint8_t)(bits >> (8 * k));
}

static const char *encode_base64(nh_arena *arena, const char *head, const uint8_t *bytes, size_t length) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t start = strlen(head), groups = (length + 2) / 3;
    char *text = nh_arena_alloc(arena, start + 4 * groups + 1), *next = text + start;
    memcpy(text, head, start + 1);
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t bits = (uint32_t)bytes[i] << 16;
        if (left > 1) bits |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2) bits |= bytes[i + 2];
        for (int k = 0; k < 4; k++) *next++ = letters[bits >> (18 - 6 * k) & 63];
        if (left < 3) next[-1] = '=';
        if (left < 2) next[-2] = '=';
    }
    *next = '\0';
    return text;
}

void nh_report_pack_floats(nh_json *json, const char *key, nh_arena *arena, size_t count, const float *values) {
    NH_ASSERT(key != NULL && (count == 0 || values != NULL));
    uint8_t *bytes = nh_arena_alloc(arena, 4 * count + 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_bytes(bytes + 4 * i, bits, sizeof bits);
    }
    nh_json_string(json, key, encode_base64(arena, "f32:", bytes, 4 * count));
}

/* "f64:..." */
static void pack_doubles(nh_json *json, const char *key, nh_arena *arena, size_t count, const double *values) {
    uint8_t *bytes = nh_arena_alloc(arena, 8 * count + 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_bytes(bytes + 8 * i, bits, sizeof bits);
    }
    nh_json_string(json, key, encode_base64(arena, "f64:", bytes, 8 * count));
}

void nh_report_pack_times(nh_json *json, const nh_report_film *film) {
    double *times = NH_NEW_ARRAY(film->arena, double, film->count + 1);
    for (size_t i = 0; i < film->count; i++) times[i] = film->plot->times[film->rows[i]];
    pack_doubles(json, "times", film->arena, film->count, times);
}

/* Whether single precision shows the curve as well: it moves by a part of its size, and floats reach so far. */
static bool is_coarse(size_t count, const double *values) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i])) continue;
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    double size = fmax(fabs(low), fabs(high));
    return size < 1e30 && size > 1e-30 && high - low > FLAT * size;
}

void nh_report_pack_curve(nh_json *json, const char *key, const nh_report_film *film, const double *values) {
    NH_ASSERT(values != NULL);
    double *picked = NH_NEW_ARRAY(film->arena, double, film->count + 1);
    float *rounded = NH_NEW_ARRAY(film->arena, float, film->count + 1);
    for (size_t i = 0; i < film->count; i++) {
        picked[i] = values[film->rows[i]];
        rounded[i] = (float)picked[i];
    }
    if (is_coarse(film->count, picked)) nh_report_pack_floats(json, key, film->arena, film->count, rounded);
    else pack_doubles(json, key, film->arena, film->count, picked);
}
