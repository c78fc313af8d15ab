/* Reads a file of reference numbers, ID.txt; convert.py says what its lines mean.
 *
 *     oracle_case c = oracle_read(arena, path);
 *     oracle_entry T = *oracle_first(&c, "T");                                    // T.rest: the expression
 *     for (size_t i = 0; i < c.blocks.count; i++)
 *         if (strcmp(c.blocks.items[i].kind, "sample") == 0) ... oracle_get(&c.blocks.items[i], "qdd", n) ... */
#ifndef NH_TESTS_ORACLE_H
#define NH_TESTS_ORACLE_H

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/io/file.h"

/* A line of the case: its first word, what follows, and that again as a first word and what follows. */
typedef struct oracle_entry {
    const char *key, *rest, *name, *text;
} oracle_entry;

typedef struct oracle_numbers {
    const char *name;
    size_t count;
    const double *values;
    const char *text; /* of all of them, with blanks between */
} oracle_numbers;

typedef struct oracle_block {
    const char *kind; /* "sample", "trajectory", "trajectory vakonomic", "state" */
    NH_ARRAY(oracle_numbers) numbers;
} oracle_block;

typedef struct oracle_case {
    nh_arena *arena;
    NH_ARRAY(oracle_entry) entries;
    NH_ARRAY(oracle_block) blocks;
} oracle_case;

/* The first word of a text; *rest is what follows, without blanks before it. */
static inline const char *oracle_word(nh_arena *arena, const char *text, const char **rest) {
    size_t length = strcspn(text, " ");
    *rest = text + length + strspn(text + length, " ");
    return nh_arena_text(arena, text, length);
}

static inline oracle_numbers oracle_read_numbers(nh_arena *arena, const char *line) {
    const char *rest;
    oracle_numbers numbers = {.name = oracle_word(arena, line, &rest)};
    NH_ARRAY(double) values = {.arena = arena};
    numbers.text = rest;
    while (*rest) {
        char *end;
        nh_array_push(&values, strtod(rest, &end));
        rest = end + strspn(end, " ");
    }
    numbers.count = values.count;
    numbers.values = values.items;
    return numbers;
}

static inline bool oracle_begins_block(const char *line) {
    return strcmp(line, "sample") == 0 || strcmp(line, "state") == 0 || strncmp(line, "trajectory", 10) == 0;
}

static inline void oracle_read_line(oracle_case *c, const char *line) {
    if (line[0] == ' ') {
        oracle_block *block = &c->blocks.items[c->blocks.count - 1];
        nh_array_push(&block->numbers, oracle_read_numbers(c->arena, line + strspn(line, " ")));
    } else if (oracle_begins_block(line)) {
        nh_array_push(&c->blocks, ((oracle_block){.kind = line, .numbers = {.arena = c->arena}}));
    } else {
        oracle_entry entry = {0};
        entry.key = oracle_word(c->arena, line, &entry.rest);
        entry.name = oracle_word(c->arena, entry.rest, &entry.text);
        nh_array_push(&c->entries, entry);
    }
}

static inline oracle_case oracle_read(nh_arena *arena, const char *path) {
    oracle_case c = {.arena = arena, .entries = {.arena = arena}, .blocks = {.arena = arena}};
    size_t length;
    const char *text = nh_file_read(arena, path, &length);
    while (*text) {
        size_t size = strcspn(text, "\n");
        if (size > 0) oracle_read_line(&c, nh_arena_text(arena, text, size));
        text += size + (text[size] == '\n');
    }
    return c;
}

/* The first entry with this key, or NULL. */
static inline const oracle_entry *oracle_first(const oracle_case *c, const char *key) {
    for (size_t i = 0; i < c->entries.count; i++)
        if (strcmp(c->entries.items[i].key, key) == 0) return &c->entries.items[i];
    return NULL;
}

/* All entries with this key, in their order. */
static inline const oracle_entry **oracle_all(const oracle_case *c, const char *key, uint32_t *count) {
    const oracle_entry **found = NH_NEW_ARRAY(c->arena, const oracle_entry *, c->entries.count);
    *count = 0;
    for (size_t i = 0; i < c->entries.count; i++)
        if (strcmp(c->entries.items[i].key, key) == 0) found[(*count)++] = &c->entries.items[i];
    return found;
}

/* The numbers of that name, or NULL when there are none, or not as many; count 0 means any number. */
static inline const double *oracle_get(const oracle_block *block, const char *name, size_t count) {
    for (size_t i = 0; i < block->numbers.count; i++) {
        const oracle_numbers *numbers = &block->numbers.items[i];
        if (strcmp(numbers->name, name) == 0 && (count == 0 || numbers->count == count)) return numbers->values;
    }
    return NULL;
}

/* The text of the numbers of that name, or NULL. */
static inline const char *oracle_text(const oracle_block *block, const char *name) {
    for (size_t i = 0; i < block->numbers.count; i++)
        if (strcmp(block->numbers.items[i].name, name) == 0) return block->numbers.items[i].text;
    return NULL;
}

/* How many numbers of that name there are. */
static inline size_t oracle_count(const oracle_block *block, const char *name) {
    for (size_t i = 0; i < block->numbers.count; i++)
        if (strcmp(block->numbers.items[i].name, name) == 0) return block->numbers.items[i].count;
    return 0;
}

#endif
