/* Reports: one HTML file about a model, its equations and a motion, that needs nothing else.
 *
 * The page is web/dist/report.html, inside the library. It gets its data as JSON (web/src/report.ts has the types):
 * everything that can be computed is computed here, the page only shows it. */
#ifndef NH_OUT_REPORT_REPORT_H
#define NH_OUT_REPORT_REPORT_H

#include <nonholo/stability.h>

#include "integrals/integrals.h"
#include "motion/run/run.h"
#include "out/check/check.h"
#include "paper/sheet.h"

/* A piece of the model text. */
typedef struct nh_report_piece {
    const char *kind; /* "comment", "keyword", ...; "" */
    const char *text;
    size_t length;
} nh_report_piece;

/* A formulation. */
typedef struct nh_report_form {
    const char *name, *title;
    const nh_sheet *sheet; /* NULL: there is none here, */
    const char *why;       /* because of this */
} nh_report_form;

/* A motion, with what the border says about it. */
typedef struct nh_report_motion {
    const nh_trajectory *trajectory;
    const char *name; /* of the formulation, as it was given: "vakonomic" */
    nh_run_info info;
    double rtol, atol;
    size_t constraints;                 /* rows that are imposed */
    const nh_run_invariant *invariants; /* info.invariants */
    const nh_run_claim *claims;         /* info.claims */
    const nh_run_event *events;         /* info.events */
} nh_report_motion;

typedef struct nh_report {
    const nh_model *model;
    const char *file;    /* the name of the model's file; NULL: it has none */
    const char *command; /* that makes it again; NULL: not told */
    const char *date;    /* NULL: not told */
    const char *version;
    uint64_t seed;
    const nh_report_piece *pieces;
    size_t piece_count;
    const nh_check_facts *check; /* NULL: left out */
    const nh_report_form *forms;
    size_t form_count;
    const nh_report_motion *motion; /* NULL: left out */
    /* further motions of the model, which are shown with the first and measured by it */
    const nh_report_motion *const *others;
    size_t other_count;
    const nh_integrals_result *integrals; /* NULL: left out */
    const nh_stability_info *stability;   /* NULL: left out */
    const char *const
        *papers; /* "author, title [Tag]": those whose tag is somewhere in the report are in its references */
    size_t paper_count;
} nh_report;

/* The whole page; in the arena. */
const char *nh_report_print(nh_arena *arena, const nh_report *report, size_t *length);

#endif
