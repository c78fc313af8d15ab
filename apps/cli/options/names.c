#include "options/names.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"

/* This many pieces at most. */
size_t count_pieces(const values *list) {
    size_t count = list->count;
    for (size_t i = 0; i < list->count; i++)
        for (const char *at = list->items[i]; *at != '\0'; at++) count += *at == ',';
    return count;
}

/* The name that begins here ends at a comma that is not within brackets: a[1,2] is one name. */
static size_t name_length(const char *text) {
    int depth = 0;
    size_t i = 0;
    for (; text[i] != '\0' && (text[i] != ',' || depth > 0); i++) depth += (text[i] == '[') - (text[i] == ']');
    return i;
}

const char **split_names(const values *list, size_t *count) {
    const char **names = need(calloc(count_pieces(list) + 1, sizeof *names));
    *count = 0;
    for (size_t i = 0; i < list->count; i++)
        for (const char *at = list->items[i];; at++) {
            size_t length = name_length(at);
            names[(*count)++] = need(strndup(at, length));
            at += length;
            if (*at == '\0') break;
        }
    return names;
}

void free_names(const char **names, size_t count) {
    for (size_t i = 0; names != NULL && i < count; i++) free((char *)names[i]);
    free(names);
}

bool check_names(const char *option_word, size_t count, const char **names) {
    for (size_t i = 0; i < count; i++) {
        bool is_empty = names[i][0] == '\0', is_double = false;
        for (size_t k = 0; k < i; k++) is_double |= strcmp(names[i], names[k]) == 0;
        if (is_empty) complain("%s needs names with commas between them (a,b), not an empty one", option_word);
        else if (is_double) complain("%s names '%s' twice: name each once", option_word, names[i]);
        if (is_empty || is_double) return false;
    }
    return true;
}
