/* A small reader of SVG for tests: whether a picture is well-formed, what it has, and whether all of it is within its
 * view box. It knows what our pictures use. */
#ifndef NH_TESTS_SVG_H
#define NH_TESTS_SVG_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { SVG_DEPTH = 16, SVG_NAME = 32, SVG_VALUE = 65536 };

typedef struct svg {
    const char *at;
    size_t depth;
    char open[SVG_DEPTH][SVG_NAME];
    char tag[SVG_NAME];   /* of the element that is read */
    double numbers[16];   /* of its attributes, by svg_attributes */
    double width, height; /* of the view box */
    double low[2], high[2];
    size_t circles, ellipses, paths, texts, groups, moments;
    char data[SVG_VALUE], transform[SVG_NAME * 4], class[SVG_NAME];
} svg;

static const char *const svg_attributes[] = {"x", "y", "width", "height", "cx", "cy", "rx", "ry", "r", "x1", NULL};

static inline void svg_widen(svg *s, double x, double y, double dx, double dy) {
    s->low[0] = fmin(s->low[0], x - dx);
    s->high[0] = fmax(s->high[0], x + dx);
    s->low[1] = fmin(s->low[1], y - dy);
    s->high[1] = fmax(s->high[1], y + dy);
}

static inline double svg_number(const char **at) {
    char *end;
    while (**at == ' ' || **at == ',') ++*at;
    double value = strtod(*at, &end);
    if (end == *at) fail_msg("no number at '%.20s'", *at);
    *at = end;
    return value;
}

/* M x y, l dx dy, h dx, Z. */
static inline void svg_follow(svg *s) {
    double x = 0, y = 0;
    for (const char *at = s->data; *at != '\0';) {
        char command = *at++;
        if (command == 'Z') continue;
        if (command == 'M') x = svg_number(&at), y = svg_number(&at);
        else if (command == 'l') x += svg_number(&at), y += svg_number(&at);
        else if (command == 'h') x += svg_number(&at);
        else fail_msg("'%c' in a path", command);
        svg_widen(s, x, y, 0, 0);
    }
}

static inline void svg_round(svg *s, double cx, double cy, double rx, double ry) {
    double angle = 0;
    if (s->transform[0] != '\0') {
        assert_memory_equal(s->transform, "rotate(", 7);
        angle = strtod(s->transform + 7, NULL) * acos(-1) / 180;
    }
    svg_widen(s, cx, cy, hypot(rx * cos(angle), ry * sin(angle)), hypot(rx * sin(angle), ry * cos(angle)));
}

static inline void svg_element(svg *s) {
    const double *n = s->numbers;
    if (strcmp(s->tag, "svg") == 0) s->width = n[2], s->height = n[3];
    if (strcmp(s->tag, "rect") == 0) svg_widen(s, n[0] + n[2] / 2, n[1] + n[3] / 2, n[2] / 2, n[3] / 2);
    if (strcmp(s->tag, "path") == 0) svg_follow(s), s->paths++;
    if (strcmp(s->tag, "circle") == 0) svg_round(s, n[4], n[5], n[8], n[8]), s->circles++;
    if (strcmp(s->tag, "ellipse") == 0) svg_round(s, n[4], n[5], n[6], n[7]), s->ellipses++;
    if (strcmp(s->tag, "text") == 0) svg_widen(s, n[0], n[1], 0, 0), s->texts++;
    if (strcmp(s->tag, "g") == 0) s->groups++, s->moments += strcmp(s->class, "moment") == 0;
}

static inline size_t svg_copy(char *to, size_t size, const char *from, const char *ends) {
    size_t length = strcspn(from, ends);
    assert_true(length + 1 < size);
    memcpy(to, from, length);
    to[length] = '\0';
    return length;
}

/* name="value" */
static inline void svg_attribute(svg *s) {
    char name[SVG_NAME];
    static char value[SVG_VALUE];
    s->at += svg_copy(name, sizeof name, s->at, "= >");
    if (s->at[0] != '=' || s->at[1] != '"') fail_msg("attribute '%s' has no value", name);
    s->at += 2;
    s->at += svg_copy(value, sizeof value, s->at, "\"<");
    if (*s->at++ != '"') fail_msg("attribute '%s' does not end", name);
    for (size_t i = 0; svg_attributes[i] != NULL; i++)
        if (strcmp(name, svg_attributes[i]) == 0) s->numbers[i] = strtod(value, NULL);
    if (strcmp(name, "d") == 0) snprintf(s->data, sizeof s->data, "%s", value);
    if (strcmp(name, "transform") == 0) svg_copy(s->transform, sizeof s->transform, value, "");
    if (strcmp(name, "class") == 0) svg_copy(s->class, sizeof s->class, value, "");
}

static inline void svg_tag(svg *s) {
    bool is_end = *s->at == '/';
    s->at += is_end;
    s->at += svg_copy(s->tag, sizeof s->tag, s->at, " />");
    if (is_end) {
        if (s->depth == 0 || strcmp(s->open[--s->depth], s->tag) != 0) fail_msg("</%s> ends nothing", s->tag);
    } else {
        memset(s->numbers, 0, sizeof s->numbers);
        s->data[0] = s->transform[0] = s->class[0] = '\0';
        while (*s->at == ' ') s->at++, svg_attribute(s);
        bool is_whole = *s->at == '/';
        s->at += is_whole;
        svg_element(s);
        assert_true(s->depth < SVG_DEPTH);
        if (!is_whole) svg_copy(s->open[s->depth++], SVG_NAME, s->tag, "");
    }
    if (*s->at++ != '>') fail_msg("<%s does not end: '%.20s'", s->tag, s->at - 1);
}

static inline void svg_characters(svg *s) {
    static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    for (; *s->at != '\0' && *s->at != '<'; s->at++) {
        bool is_known = *s->at != '&';
        for (size_t i = 0; i < 4; i++) is_known |= strncmp(s->at, entities[i], strlen(entities[i])) == 0;
        if (!is_known || *s->at == '>') fail_msg("'%.10s' in a text", s->at);
    }
}

/* Reads the whole picture; fails the test when it is not well-formed or something is outside of it. */
static inline void svg_read(svg *s, const char *text) {
    *s = (svg){.at = text, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    while (*s->at != '\0') {
        svg_characters(s);
        if (*s->at == '\0') break;
        s->at++;
        svg_tag(s);
    }
    if (s->depth > 0) fail_msg("<%s> does not end", s->open[s->depth - 1]);
    if (!(s->low[0] >= 0 && s->low[1] >= 0 && s->high[0] <= s->width && s->high[1] <= s->height))
        fail_msg("from (%g, %g) to (%g, %g) in a picture of %g x %g", s->low[0], s->low[1], s->high[0], s->high[1],
                 s->width, s->height);
}

#endif
