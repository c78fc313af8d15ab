/* Families, found by name: base[index]rest. A row is looked for among the latest families only, since members of one
 * statement stand together; so the work is proportional to the rows. */
#include "family.h"

#include <stdlib.h>
#include <string.h>

#include "names.h"

enum { LOOK_BACK = 8 };

static bool have_equal_places(const nh_row_info *a, const nh_row_info *b) {
    if (a->file == NULL || b->file == NULL) return a->file == b->file;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool are_equal(nh_fact a, nh_fact b) {
    return a.truth == b.truth && a.by == b.by;
}

static bool belongs_to(const family *rows, const row_facts *row) {
    const nh_row_info *first = &rows->first->info, *now = &row->info;
    bool is_equal = first->kind == now->kind && first->degree == now->degree &&
                    first->homogeneous == now->homogeneous && first->rheonomic == now->rheonomic &&
                    are_equal(rows->first->check.redundant, row->check.redundant);
    return is_equal && have_equal_places(first, now) && have_equal_bases(first->name, now->name);
}

static void take(family *rows, const row_facts *row) {
    long index;
    bool is_next = rows->high >= rows->low && single_index(row->info.name, &index) && index == rows->high + 1;
    if (is_next) rows->high = index;
    else rows->high = rows->low - 1;
    rows->last = row;
    rows->count++;
}

static family begin_family(const row_facts *row) {
    long index;
    bool is_single = single_index(row->info.name, &index);
    return (family){row, row, 1, is_single ? index : 1, is_single ? index : 0};
}

family *find_families(const row_facts *rows, size_t row_count, bool imposed, size_t *count) {
    family *list = need(calloc(row_count + 1, sizeof *list));
    *count = 0;
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].info.imposed != imposed) continue;
        size_t k = *count, end = *count > LOOK_BACK ? *count - LOOK_BACK : 0;
        while (k > end && !belongs_to(&list[k - 1], &rows[i])) k--;
        if (k > end) take(&list[k - 1], &rows[i]);
        else list[(*count)++] = begin_family(&rows[i]);
    }
    return list;
}

void add_family_name(sink *out, const family *rows) {
    name_parts p = parts_of_name(rows->first->info.name);
    if (rows->count == 1) {
        sink_text(out, rows->first->info.name);
    } else if (rows->high >= rows->low) {
        sink_add(out, rows->first->info.name, p.base);
        sink_format(out, "[%ld..%ld]%s", rows->low, rows->high, p.rest);
    } else {
        sink_format(out, "%s ... %s (%zu rows)", rows->first->info.name, rows->last->info.name, rows->count);
    }
}
