/* The same system in other words: coordinates renamed and in another order, turned by a rational rotation, or measured
 * in other units. By substitution of words in the text of a model.
 *
 * Every coordinate x becomes (an expression in new coordinates), so that x' becomes (...)': what is said about the
 * system stays true, and the names of rows stay. */
#ifndef NH_TESTS_CHECK_VARIANTS_H
#define NH_TESTS_CHECK_VARIANTS_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/arena.h"
#include "base/text/text.h"

typedef enum variant {
    VARIANT_PLAIN,
    VARIANT_RENAMED, /* other names in reversed order */
    VARIANT_SCALED,  /* coordinates by 7/3, time by 5/2 */
    VARIANT_TURNED,  /* two or three coordinates by a rotation */
    VARIANTS,
} variant;

static const char *const variant_names[VARIANTS] = {"plain", "renamed", "scaled", "turned"};

enum { VARIANT_WORDS = 16, VARIANT_LENGTH = 160 };

/* What stands for each word. */
typedef struct wording {
    int count;
    char word[VARIANT_WORDS][24], with[VARIANT_WORDS][VARIANT_LENGTH];
} wording;

/* Splits "x y z" into words that stand for themselves. */
static inline wording wording_of(const char *coordinates) {
    wording w = {0};
    for (const char *next = coordinates; *next;) {
        size_t length = strcspn(next, " ");
        assert_true(w.count < VARIANT_WORDS && length < sizeof w.word[0]);
        snprintf(w.word[w.count], sizeof w.word[0], "%.*s", (int)length, next);
        snprintf(w.with[w.count], sizeof w.with[0], "%.*s", (int)length, next);
        w.count++;
        next += length + strspn(next + length, " ");
    }
    return w;
}

static inline bool is_word_byte(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The text with the words replaced; what follows a point, P.x, is no coordinate. */
static inline void add_reworded(nh_text *out, const wording *w, const char *text) {
    char before = 0;
    while (*text) {
        size_t length = 0;
        while (is_word_byte(text[length])) length++;
        int found = w->count;
        if (length > 0 && before != '.')
            for (found = 0; found < w->count; found++)
                if (strlen(w->word[found]) == length && strncmp(w->word[found], text, length) == 0) break;
        size_t step = length > 0 ? length : 1;
        if (found < w->count) nh_text_add(out, w->with[found]);
        else nh_text_format(out, "%.*s", (int)step, text);
        before = text[step - 1];
        text += step;
    }
}

static inline int number_of_word(const wording *w, const char *word) {
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->word[i], word) == 0) return i;
    fail_msg("%s is no coordinate", word);
    return 0;
}

/* ---- rotations ---- */

/* A rotation as integers over a common denominator, of the quaternion (a, b, c, d) by Euler and Rodrigues; of the first
 * two axes when b = c = 0. */
static inline int rotation_of(int a, int b, int c, int d, int matrix[3][3]) {
    int entries[3][3] = {
        {a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
        {2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
        {2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d},
    };
    memcpy(matrix, entries, sizeof entries);
    return a * a + b * b + c * c + d * d;
}

static inline void turn_words(wording *w, const char *turned, nh_random *random) {
    wording axes = wording_of(turned);
    int matrix[3][3], parts[4], number[3];
    assert_true(axes.count == 2 || axes.count == 3);
    for (int i = 0; i < 4; i++) parts[i] = (int)nh_random_between(random, 1, 3);
    if (axes.count == 2) parts[1] = parts[2] = 0;
    int below = rotation_of(parts[0], parts[1], parts[2], parts[3], matrix);
    for (int i = 0; i < axes.count; i++) number[i] = number_of_word(w, axes.word[i]);
    for (int i = 0; i < axes.count; i++) {
        char *with = w->with[number[i]];
        size_t used = (size_t)snprintf(with, VARIANT_LENGTH, "((");
        for (int j = 0; j < axes.count; j++)
            used += (size_t)snprintf(with + used, VARIANT_LENGTH - used, "%s(%d)*%s", j > 0 ? " + " : "", matrix[i][j],
                                     axes.word[j]);
        snprintf(with + used, VARIANT_LENGTH - used, ")/%d)", below);
    }
}

/* ---- variants ---- */

static inline void rename_words(wording *w) {
    static const char *const names[VARIANT_WORDS] = {"ξ",  "zeta_2", "Q9", "s",  "φ1", "v3", "W7", "h_",
                                                     "n1", "βeta",   "u",  "y_", "k8", "o1", "A2", "q"};
    for (int i = 0; i < w->count; i++) snprintf(w->with[i], VARIANT_LENGTH, "%s", names[i]);
}

static inline void scale_words(wording *w) {
    for (int i = 0; i < w->count; i++) snprintf(w->with[i], VARIANT_LENGTH, "(7/3*%s)", w->word[i]);
    assert_true(w->count < VARIANT_WORDS);
    snprintf(w->word[w->count], sizeof w->word[0], "t");
    snprintf(w->with[w->count++], VARIANT_LENGTH, "(5/2*t)");
}

/* The text of the model, which does not declare its coordinates: "x y z" does. turned: the coordinates of a plane or of
 * space that are rotated. */
static inline const char *variant_text(nh_arena *arena, const char *coordinates, const char *body, const char *turned,
                                       variant which, nh_random *random) {
    wording w = wording_of(coordinates);
    int n = w.count;
    nh_text text = nh_text_begin(arena);
    if (which == VARIANT_RENAMED) rename_words(&w);
    if (n > 0) nh_text_add(&text, "coord ");
    for (int i = 0; i < n; i++) {
        int shown = which == VARIANT_RENAMED ? n - 1 - i : i;
        nh_text_format(&text, "%s%s", i > 0 ? ", " : "", w.with[shown]);
    }
    nh_text_add(&text, "\n");
    if (which == VARIANT_SCALED) scale_words(&w);
    if (which == VARIANT_TURNED) turn_words(&w, turned, random);
    add_reworded(&text, &w, body);
    return nh_text_string(&text);
}

#endif
