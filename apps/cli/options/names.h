/* Names after an option that takes several with commas between them, and may be repeated. */
#ifndef NONHOLO_CLI_NAMES_H
#define NONHOLO_CLI_NAMES_H

#include "options/options.h"

/* Commas, and one name more for each that was given. */
size_t count_pieces(const values *list);
/* The caller frees them by free_names. A comma within brackets is part of a name. */
const char **split_names(const values *list, size_t *count);
void free_names(const char **names, size_t count); /* accepts NULL */
/* False, after a message, when one of them is empty or there twice. */
bool check_names(const char *option_word, size_t count, const char **names);

#endif
