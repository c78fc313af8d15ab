/* Results as the program prints them, for people or as JSON: one file a command, and the diagnostics. What is printed
 * is data, which the border collects; nothing is computed here. All of them add to a text. */
#ifndef NH_OUT_PRINT_PRINT_H
#define NH_OUT_PRINT_PRINT_H

#include <nonholo/eval.h>
#include <nonholo/floquet.h>
#include <nonholo/judge.h>
#include <nonholo/linearize.h>
#include <nonholo/lyapunov.h>
#include <nonholo/periodic.h>
#include <nonholo/print.h>
#include <nonholo/stability.h>
#include <nonholo/steady.h>

#include "base/text/text.h"
#include "facts/implies/implication.h"
#include "integrals/integrals.h"
#include "motion/run/compare.h"
#include "out/csv.h"
#include "out/json.h"
#include "out/report/report.h"
#include "truth/displacements/displacements.h"
#include "truth/verify/verify.h"

/* A motion, and what was written of it. */
typedef struct nh_run_facts {
    const nh_model *model;
    nh_model_info about; /* its counts */
    const nh_report_motion *motion;
    uint64_t seed;
    nh_csv_choice columns; /* that are in the CSV, or would be */
    const char *csv;       /* NULL: there is none; likewise the page */
    const char *report;    /* the page */
    nh_strings plots, pictures;
} nh_run_facts;

void nh_print_run(nh_text *text, nh_print_as as, const nh_run_facts *facts);

/* Motions side by side, and what was written of them. */
typedef struct nh_compare_facts {
    const nh_comparison *comparison;
    nh_compare_info info;
    double rtol, atol;
    uint64_t seed;
    nh_csv_choice columns; /* that are in the CSV, or would be, without `form` */
    const char *csv;       /* NULL: there is none */
    nh_strings plots;
} nh_compare_facts;

void nh_print_compare(nh_text *text, nh_print_as as, const nh_compare_facts *facts);

/* What was evaluated. */
typedef struct nh_eval_facts {
    const nh_model *model;
    const char *form;   /* the name of the formulation */
    int digits;         /* 0: doubles */
    size_t constraints; /* rows that are imposed */
    nh_eval_info info;
    nh_names columns;
    const char *path; /* of the file with the numbers; NULL: none has them */
    /* Where none has them: the fields of all rows, each with a NUL after it; NULL: they are not known. */
    const char *rows;
} nh_eval_facts;

void nh_print_eval(nh_text *text, nh_print_as as, const nh_eval_facts *facts);

/* bodies: those that were drawn for functions without one. */
void nh_print_verify(nh_text *text, nh_print_as as, const nh_model *model, const nh_verification *v,
                     const nh_strings *bodies, uint64_t seed);
/* def: what was asked. */
void nh_print_implies(nh_text *text, nh_print_as as, const nh_model *model, const nh_implication *found,
                      const nh_implies_def *def);

void nh_print_integrals(nh_text *text, nh_print_as as, const nh_model *model, const nh_integrals_result *found,
                        const nh_integrals_def *def);

/* What was judged. */
typedef struct nh_judge_facts {
    const nh_model *model;
    int digits;
    uint64_t seed;
    nh_judgement judgement; /* of all together */
    size_t count;
    const nh_judge_item *items;
} nh_judge_facts;

void nh_print_judge(nh_text *text, nh_print_as as, const nh_judge_facts *facts);

void nh_print_linearize(nh_text *text, nh_print_as as, const nh_model *model, const nh_linearize_info *info);
void nh_print_floquet(nh_text *text, nh_print_as as, const nh_model *model, const nh_floquet_info *info);
/* The same as part of an answer. */
void nh_print_periodic_motion(nh_text *text, const nh_model *model, const nh_floquet_info *info);
void nh_json_periodic_motion(nh_json *json, const nh_model *model, const nh_floquet_info *info);
void nh_print_periodic(nh_text *text, nh_print_as as, const nh_model *model, const nh_periodic_info *info);
void nh_print_lyapunov(nh_text *text, nh_print_as as, const nh_model *model, const nh_lyapunov_info *info,
                       const char *csv);
void nh_print_steady(nh_text *text, nh_print_as as, const nh_model *model, const nh_steady_info *info);
void nh_print_stability(nh_text *text, nh_print_as as, const nh_model *model, const nh_stability_info *info);
/* The matrices as formulas, which there are. */
void nh_print_linearize_latex(nh_text *text, const nh_linearize_info *info);
/* One eigenvalue, or a pair of conjugates; a list of them, for JSON. */
bool nh_are_conjugate(const nh_eigenvalue *first, const nh_eigenvalue *second);
void nh_print_eigenvalue(nh_text *text, const nh_eigenvalue *value, bool is_pair);
void nh_print_mode_part(nh_text *text, const nh_mode_part *part);
void nh_json_eigenvalues(nh_json *json, size_t count, const nh_eigenvalue *values);
void nh_json_changes(nh_json *json, const nh_stability_info *info); /* the list "changes" */

/* Displacements, which are printed state by state: open, at, at, ..., close. */
typedef struct nh_displacements_page {
    nh_text *text;
    nh_print_as as;
    const nh_model *model;
    double tolerance;
    bool is_start;        /* the one state is the initial state of the model */
    nh_json json;         /* while it is open */
    size_t count, failed; /* states that were printed; those at which something has no value */
} nh_displacements_page;

void nh_print_displacements_open(nh_displacements_page *page);
void nh_print_displacements_at(nh_displacements_page *page, const nh_displacements_info *info);
void nh_print_displacements_close(nh_displacements_page *page, uint64_t seed);
/* For people in place of all this, where the numbers are in a table. */
void nh_print_displacements_summary(nh_text *text, const nh_model *model, size_t count, size_t failed,
                                    const char *table);

void nh_print_diags(nh_text *text, nh_print_as as, const nh_context *context, const nh_diags_def *def);

/* The text of a model, under this name, with the source of a built-in one; NULL: it is none. As JSON only. */
void nh_print_model(nh_text *text, const nh_model *model, const char *name, const char *source, const char *shown);

/* The built-in models, and how they moved. */
void nh_print_builtins(nh_text *text, nh_print_as as, size_t count, const nh_builtin *builtins);
void nh_print_builtin_motions(nh_text *text, nh_print_as as, size_t count, const nh_builtin_motion *motions);

#endif
