/* The table of topics. */
#include "help/topics.h"

#include <string.h>

#define TOPIC(name, summary) extern const char *const help_##name[];
#include "help/topics.def"
#undef TOPIC

static const topic topics[] = {
#define TOPIC(name, summary) {#name, summary, help_##name},
#include "help/topics.def"
#undef TOPIC
};

const topic *topic_at(size_t index) {
    return index < sizeof topics / sizeof *topics ? &topics[index] : NULL;
}

const topic *find_topic(const char *name) {
    for (size_t i = 0; topic_at(i) != NULL; i++)
        if (strcmp(topics[i].name, name) == 0) return &topics[i];
    return NULL;
}
