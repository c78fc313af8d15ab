/* The models that come with the library; the build makes the table from models/ (cmake/EmbedModels.cmake). */
#include "api/builtin_private.h"

#include <string.h>

#include <nonholo/model.h>

#include "base/closest.h"

size_t nh_builtin_count(void) {
    return nh_builtin_number;
}

const nh_builtin *nh_builtin_at(size_t index) {
    return index < nh_builtin_number ? &nh_builtin_table[index] : NULL;
}

/* The table is in the order of sources, so this looks at all of it; there are some dozens. */
const nh_builtin *nh_builtin_find(const char *name) {
    for (size_t i = 0; name != NULL && i < nh_builtin_number; i++)
        if (strcmp(nh_builtin_table[i].name, name) == 0) return &nh_builtin_table[i];
    return NULL;
}

const char *nh_nearest(const char *word, size_t count, const char *const *words) {
    if (word == NULL || words == NULL) return NULL;
    nh_closest search = nh_closest_begin(word);
    for (size_t i = 0; i < count; i++)
        if (words[i] != NULL) nh_closest_offer(&search, words[i]);
    return nh_closest_found(&search);
}
