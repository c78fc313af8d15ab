/* The formulations of the equations of motion that there are; docs/formulations.md has their equations.
 *
 *     nh_formulation formulation;
 *     for (size_t i = 0; nh_formulation_at(i, &formulation) == NH_OK; i++) puts(formulation.name);
 *
 * Whether one applies to a model is a question about the model: <nonholo/check.h>. */
#ifndef NONHOLO_FORMULATION_H
#define NONHOLO_FORMULATION_H

#include <stdbool.h>
#include <stddef.h>

#include <nonholo/status.h>

NH_BEGIN

/* Constant strings. */
typedef struct nh_formulation {
    const char *name;      /* "voronec" */
    const char *title;     /* "the generalised equations of Voronec" */
    const char *reference; /* "[Simple] (54)-(57)"; NULL: from none of the papers */
    /* Its motion is another one than that of all others, but for special systems; it has no constraint forces. */
    bool is_apart;
    bool has_settings; /* words behind its name, each after a colon: "vakonomic-modified:imposed:mass" */
} nh_formulation;

/* The i-th of them; the one of a name, with or without settings. NH_E_USAGE when there is none. */
NH_API nh_status nh_formulation_at(size_t i, nh_formulation *formulation);
NH_API nh_status nh_formulation_find(const char *name, nh_formulation *formulation);

NH_END

#endif
