/* Families, found by name: base[index]rest. A row is looked for among the latest families only, since members of one
 * statement stand together; so the work is proportional to the rows. */
#include "family.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_BACK = 8 };

/* The parts of a name: base of so many bytes, what stands in brackets, the rest. */
typedef struct parts {
    size_t base;
    const char *index, *rest;
    bool has_index;
} parts;

static parts parts_of(const char *name) {
    const char *open = strchr(name, '['), *close = strrchr(name, ']');
    bool has_index = open != NULL && close != NULL && close > open;
    if (!has_index) return (parts){strlen(name), "", "", false};
    return (parts){(size_t)(open - name), open + 1, close + 1, true};
}

/* The index when it is one whole number. */
static bool single_index(const char *name, long *value) {
    parts p = parts_of(name);
    if (!p.has_index) return false;
    char *end;
    *value = strtol(p.index, &end, 10);
    return end != p.index && end + 1 == p.rest;
}

static bool have_equal_names(const char *a, const char *b) {
    parts p = parts_of(a), q = parts_of(b);
    return p.has_index && q.has_index && p.base == q.base && strncmp(a, b, p.base) == 0 && strcmp(p.rest, q.rest) == 0;
}

static bool have_equal_places(const nh_row_info *a, const nh_row_info *b) {
    if (a->file == NULL || b->file == NULL) return a->file == b->file;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool belongs_to(const family *rows, const nh_row_info *row) {
    const nh_row_info *first = rows->first;
    bool is_equal = first->kind == row->kind && first->degree == row->degree &&
                    first->homogeneous == row->homogeneous && first->rheonomic == row->rheonomic;
    return is_equal && have_equal_places(first, row) && have_equal_names(first->name, row->name);
}

static void take(family *rows, const nh_row_info *row) {
    long index;
    bool is_next = rows->high >= rows->low && single_index(row->name, &index) && index == rows->high + 1;
    if (is_next) rows->high = index;
    else rows->high = rows->low - 1;
    rows->last = row;
    rows->count++;
}

static family begin_family(const nh_row_info *row) {
    long index;
    bool is_single = single_index(row->name, &index);
    return (family){row, row, 1, is_single ? index : 1, is_single ? index : 0};
}

family *find_families(const nh_row_info *rows, size_t row_count, bool imposed, size_t *count) {
    family *list = need(calloc(row_count + 1, sizeof *list));
    *count = 0;
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].imposed != imposed) continue;
        size_t k = *count, end = *count > LOOK_BACK ? *count - LOOK_BACK : 0;
        while (k > end && !belongs_to(&list[k - 1], &rows[i])) k--;
        if (k > end) take(&list[k - 1], &rows[i]);
        else list[(*count)++] = begin_family(&rows[i]);
    }
    return list;
}

void add_family_name(sink *out, const family *rows) {
    parts p = parts_of(rows->first->name);
    if (rows->count == 1) {
        sink_text(out, rows->first->name);
    } else if (rows->high >= rows->low) {
        sink_add(out, rows->first->name, p.base);
        sink_format(out, "[%ld..%ld]%s", rows->low, rows->high, p.rest);
    } else {
        sink_format(out, "%s ... %s (%zu rows)", rows->first->name, rows->last->name, rows->count);
    }
}
