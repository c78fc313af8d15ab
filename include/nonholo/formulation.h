/* The available formulations of the equations of motion; docs/formulations.md has their equations.
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
    /* It defines different motions from the other formulations, except for special systems, and has no constraint
     * forces. */
    bool is_apart;
    bool has_settings; /* words after its name, separated by colons: "vakonomic-modified:imposed:mass" */
} nh_formulation;

/* The i-th formulation; the formulation of a name, with or without settings. NH_E_USAGE when there is none. */
NH_API nh_status nh_formulation_at(size_t i, nh_formulation *formulation);
NH_API nh_status nh_formulation_find(const char *name, nh_formulation *formulation);

NH_END

#endif
