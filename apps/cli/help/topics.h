/* The pages of `nonholo help`: topics.def lists them, the build puts their texts into the program. */
#ifndef NONHOLO_CLI_TOPICS_H
#define NONHOLO_CLI_TOPICS_H

#include <stddef.h>

typedef struct topic {
    const char *name, *summary;
    const char *const *lines; /* a NULL after the last */
} topic;

const topic *topic_at(size_t index); /* NULL after the last one */
const topic *find_topic(const char *name);

#endif
