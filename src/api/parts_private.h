/* What reports and comparisons need of the objects of the border. */
#ifndef NH_API_PARTS_PRIVATE_H
#define NH_API_PARTS_PRIVATE_H

#include <nonholo/report.h>

#include "out/report/report.h"

/* Whether the object is of this model. */
bool nh_derive_is_of(const nh_derive *derivation, const nh_model *model);
bool nh_run_is_of(const nh_run *run, const nh_model *model);
bool nh_integrals_is_of(const nh_integrals *integrals, const nh_model *model);
bool nh_stability_is_of(const nh_stability_study *study, const nh_model *model);

/* In the arena, or in the object. */
const nh_report_form *nh_derive_get_forms(const nh_derive *derivation, size_t *count);
const nh_integrals_result *nh_integrals_get(const nh_integrals *integrals);
const nh_integrals_result *nh_run_get_integrals(const nh_run *run); /* NULL: none were requested */
const nh_report_motion *nh_run_get_motion(const nh_run *run, nh_arena *arena);
const nh_trajectory *nh_run_get_trajectory(const nh_run *run);

/* That a report of which it is the first motion was written there. Within a protected call. */
void nh_run_note_report(const nh_run *run, const char *path);

#endif
