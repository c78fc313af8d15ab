/* What the files of the check share. */
#ifndef NH_API_CHECK_PRIVATE_H
#define NH_API_CHECK_PRIVATE_H

#include <nonholo/check.h>

#include "facts/analysis.h"
#include "facts/places/conditions.h"
#include "facts/places/parts.h"
#include "out/check/check.h"

struct nh_check {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the check */
    uint64_t seed;
    const nh_analysis *analysis;
    nh_conditions places;
    nh_parts parts;
    nh_check_info info;
    size_t row_count;
    nh_check_row *rows;
    const char **independent, **chaplygin, **homogeneous;
    const nh_check_formulation *formulations;
    size_t formulation_count;
    const nh_check_energy *energies;
    size_t energy_count;
    const nh_check_special *special;
    bool has_special;
    nh_check_dependent *dependent;
    nh_check_condition *conditions;
    nh_check_component *components;
    nh_check_integral *integrals;
    nh_check_coefficient *coefficients;
    nh_check_hidden *hidden;
    const nh_check_facts *facts; /* NULL until they are requested */
};

/* In the arena, which is not the scratch arena. */
const nh_check_formulation *nh_check_find_formulations(nh_arena *arena, const nh_analysis *x, size_t *count);

/* Likewise; in words. */
const nh_check_energy *nh_check_find_energies(nh_arena *arena, const nh_analysis *x, size_t *count);

/* What the printers are given; made once, and lives as long as the check. Within a protected call. */
const nh_check_facts *nh_check_find_facts(nh_check *check);

#endif
