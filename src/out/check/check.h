/* What `check` has found, in print: for people, for programs, and for a page. */
#ifndef NH_OUT_CHECK_CHECK_H
#define NH_OUT_CHECK_CHECK_H

#include <nonholo/check.h>

#include "model/model.h"
#include "out/json.h"

/* What a row is, and what is known about it; of a condition that is not imposed `check` is empty. */
typedef struct nh_check_row_facts {
    nh_row_info info;
    nh_check_row check;
    nh_fact homogeneous, rheonomic; /* of conditions too */
    nh_fact integrable;             /* alone; likewise */
    nh_expr residual;               /* what is 0 */
} nh_check_row_facts;

/* All that is known. The lists have as many items as info and about say. */
typedef struct nh_check_facts {
    const nh_model *model;
    uint64_t seed; /* of the random states */
    nh_model_info info;
    nh_fact rheonomic; /* L, a force or a constraint */
    nh_check_info about;
    const char *const *coordinates;
    const char *const *parameters_open; /* those without a value */
    const char *const *functions_open;  /* those without a body */
    const nh_check_row_facts *rows;     /* as the model has them, conditions among them */
    size_t row_count;
    const char *const *independent, *const *chaplygin_independent, *const *homogeneous;
    const nh_check_dependent *dependent;
    const nh_check_condition *conditions;
    const nh_check_component *components;
    const nh_check_integral *integrals;
    const nh_check_coefficient *coefficients;
    const nh_check_hidden *hidden;
    const size_t *growth;
    const nh_check_energy *energies;
    size_t energy_count;
    const nh_check_special *special; /* about.special of them */
    bool has_special;                /* they were searched for */
    const nh_check_formulation *formulations;
    size_t formulation_count;
} nh_check_facts;

/* For people; lines of at most 110 columns where that can be. */
void nh_check_print_text(nh_text *text, const nh_check_facts *facts);
/* One JSON object and a line end, with the warnings and notes that the context of the model has now. */
void nh_check_print_json(nh_text *text, const nh_check_facts *facts);
/* For a page, as a value among others: the words in sections, and the rows with their LaTeX; the interface
 * Analysis of web/src/report.ts. */
void nh_check_write_report(nh_json *json, const char *key, const nh_check_facts *facts);

#endif
