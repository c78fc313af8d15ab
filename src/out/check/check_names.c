/* Names are taken apart at their outer brackets, and families found by them. A row is searched for among the latest
 * families only, since members of one statement are together; so the work is proportional to the rows. */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "out/check/check_private.h"

/* Names of a list; names with rising numbers that become a range; families among which a row is searched for. */
enum { MOST_NAMES = 12, SHORTEST_RUN = 3, LOOK_BACK = 8 };

/* ---- one name ---- */

/* The parts of a name: base of this many bytes, what occurs in brackets, the rest. */
typedef struct name_parts {
    size_t base;
    const char *index, *rest;
    bool has_index;
} name_parts;

static name_parts parts_of(const char *name) {
    const char *open = strchr(name, '['), *close = strrchr(name, ']');
    bool has_index = open != NULL && close != NULL && close > open;
    if (!has_index) return (name_parts){strlen(name), "", "", false};
    return (name_parts){(size_t)(open - name), open + 1, close + 1, true};
}

/* The index when it is one whole number. */
static bool single_index(const char *name, long *value) {
    name_parts p = parts_of(name);
    if (!p.has_index) return false;
    char *end;
    *value = strtol(p.index, &end, 10);
    return end != p.index && end + 1 == p.rest;
}

/* Whether two names differ in the index only. */
static bool have_equal_bases(const char *a, const char *b) {
    name_parts p = parts_of(a), q = parts_of(b);
    return p.has_index && q.has_index && p.base == q.base && strncmp(a, b, p.base) == 0 && strcmp(p.rest, q.rest) == 0;
}

static void add_range(nh_text *text, const char *name, long low, long high) {
    name_parts p = parts_of(name);
    nh_text_add_bytes(text, name, p.base);
    nh_text_format(text, "[%ld..%ld]%s", low, high, p.rest);
}

/* ---- lists of names ---- */

/* How many names from the i-th on are members of one family in a row; *low is the index of the first. */
static size_t run_length(const char *const *names, size_t count, size_t i, long *low) {
    NH_ASSERT(i < count);
    size_t length = 1;
    long index;
    if (!single_index(names[i], low)) return 1;
    while (i + length < count && have_equal_bases(names[i], names[i + length]) &&
           single_index(names[i + length], &index) && index == *low + (long)length)
        length++;
    return length;
}

void nh_names_add(nh_text *text, const char *const *names, size_t count) {
    size_t i = 0;
    for (size_t shown = 0; i < count && shown < MOST_NAMES; shown++) {
        long low;
        size_t length = run_length(names, count, i, &low);
        if (i > 0) nh_text_add(text, ", ");
        if (length < SHORTEST_RUN) {
            nh_text_add(text, names[i++]);
            continue;
        }
        add_range(text, names[i], low, low + (long)length - 1);
        i += length;
    }
    if (i < count) nh_text_add(text, ", ...");
}

/* ---- families of rows ---- */

static bool have_equal_places(const nh_row_info *a, const nh_row_info *b) {
    if (a->file == NULL || b->file == NULL) return a->file == b->file;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool are_equal(nh_fact a, nh_fact b) {
    return a.truth == b.truth && a.by == b.by;
}

static bool belongs_to(const nh_row_family *family, const nh_check_row_facts *row) {
    const nh_row_info *first = &family->first->info, *now = &row->info;
    bool is_equal = first->kind == now->kind && first->degree == now->degree &&
                    first->homogeneous == now->homogeneous && first->rheonomic == now->rheonomic &&
                    are_equal(family->first->check.redundant, row->check.redundant) &&
                    are_equal(family->first->integrable, row->integrable);
    return is_equal && have_equal_places(first, now) && have_equal_bases(first->name, now->name);
}

static void take_row(nh_row_family *family, const nh_check_row_facts *row) {
    long index;
    bool is_next = family->high >= family->low && single_index(row->info.name, &index) && index == family->high + 1;
    if (is_next) family->high = index;
    else family->high = family->low - 1;
    family->last = row;
    family->count++;
}

static nh_row_family begin_family(const nh_check_row_facts *row) {
    long index;
    bool is_single = single_index(row->info.name, &index);
    return (nh_row_family){row, row, 1, is_single ? index : 1, is_single ? index : 0};
}

const nh_row_family *nh_row_families(nh_arena *arena, const nh_check_facts *facts, bool is_imposed, size_t *count) {
    NH_ARRAY(nh_row_family) list = {.arena = arena};
    for (size_t i = 0; i < facts->row_count; i++) {
        const nh_check_row_facts *row = &facts->rows[i];
        if (row->info.imposed != is_imposed) continue;
        size_t k = list.count, end = list.count > LOOK_BACK ? list.count - LOOK_BACK : 0;
        while (k > end && !belongs_to(&list.items[k - 1], row)) k--;
        if (k > end) take_row(&list.items[k - 1], row);
        else nh_array_push(&list, begin_family(row));
    }
    *count = list.count;
    return list.items;
}

const char *nh_row_family_name(nh_arena *arena, const nh_row_family *family) {
    NH_ASSERT(family->count > 0 && family->first != NULL);
    const char *first = family->first->info.name;
    if (family->count == 1) return first;
    nh_text text = nh_text_begin(arena);
    if (family->high >= family->low) add_range(&text, first, family->low, family->high);
    else nh_text_format(&text, "%s ... %s (%zu rows)", first, family->last->info.name, family->count);
    return nh_text_string(&text);
}
