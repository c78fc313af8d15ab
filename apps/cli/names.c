/* Names are taken apart at their outer brackets. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 12, SHORTEST_RUN = 3 };

name_parts parts_of_name(const char *name) {
    const char *open = strchr(name, '['), *close = strrchr(name, ']');
    bool has_index = open != NULL && close != NULL && close > open;
    if (!has_index) return (name_parts){strlen(name), "", "", false};
    return (name_parts){(size_t)(open - name), open + 1, close + 1, true};
}

bool single_index(const char *name, long *value) {
    name_parts p = parts_of_name(name);
    if (!p.has_index) return false;
    char *end;
    *value = strtol(p.index, &end, 10);
    return end != p.index && end + 1 == p.rest;
}

bool have_equal_bases(const char *a, const char *b) {
    name_parts p = parts_of_name(a), q = parts_of_name(b);
    return p.has_index && q.has_index && p.base == q.base && strncmp(a, b, p.base) == 0 && strcmp(p.rest, q.rest) == 0;
}

/* How many names from the i-th on are members of one family in a row. */
static size_t run_length(name_at name, const void *of, size_t i) {
    const char *first = name(of, i), *next;
    long low, index;
    size_t count = 1;
    if (!single_index(first, &low)) return 1;
    while ((next = name(of, i + count)) != NULL && have_equal_bases(first, next) && single_index(next, &index) &&
           index == low + (long)count)
        count++;
    return count;
}

void add_names(sink *out, name_at name, const void *of) {
    size_t i = 0;
    for (size_t shown = 0; name(of, i) != NULL && shown < MOST_NAMES; shown++) {
        const char *first = name(of, i);
        size_t length = run_length(name, of, i);
        sink_text(out, i > 0 ? ", " : "");
        if (length >= SHORTEST_RUN) {
            name_parts p = parts_of_name(first);
            long low = strtol(p.index, NULL, 10);
            sink_add(out, first, p.base);
            sink_format(out, "[%ld..%ld]%s", low, low + (long)length - 1, p.rest);
            i += length;
        } else {
            sink_text(out, first);
            i++;
        }
    }
    if (name(of, i) != NULL) sink_text(out, ", ...");
}
