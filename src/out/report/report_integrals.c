/* First integrals on the page, with their values along the motion. */
#include <string.h>

#include "base/assert.h"
#include "out/integrals_private.h"
#include "out/report/report_private.h"

/* Where the run noted it: of integrals without a value at the initial state there is nothing. */
static const nh_run_invariant *find_note(const nh_report_motion *motion, const char *text) {
    for (size_t i = 0; motion != NULL && i < motion->info.invariants; i++)
        if (strcmp(motion->invariants[i].name, text) == 0) return &motion->invariants[i];
    return NULL;
}

static void add_values(nh_json *json, const nh_report *report) {
    nh_json_open(json, "values", '[');
    for (size_t i = 0; i < report->integrals->items.count; i++) {
        const nh_run_invariant *note = find_note(report->motion, report->integrals->items.items[i].text);
        if (note == NULL) {
            nh_json_null(json, NULL);
            continue;
        }
        nh_json_open(json, NULL, '{');
        nh_json_number(json, "start", note->start);
        nh_json_number(json, "drift", note->drift);
        nh_json_close(json);
    }
    nh_json_close(json);
}

void nh_report_write_integrals(nh_json *json, const nh_report *report) {
    if (report->integrals == NULL) {
        nh_json_null(json, "integrals");
        return;
    }
    NH_ASSERT(report->integrals->items.count == report->integrals->functions.count);
    nh_json_open(json, "integrals", '{');
    nh_integrals_write_json(json, report->integrals);
    add_values(json, report);
    nh_json_close(json);
}
