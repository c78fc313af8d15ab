/* First integrals as JSON, for `integrals` and for reports. */
#ifndef NH_OUT_INTEGRALS_PRIVATE_H
#define NH_OUT_INTEGRALS_PRIVATE_H

#include "integrals/integrals.h"
#include "out/json.h"

/* "proved", "certified" */
const char *nh_integrals_word(nh_evidence by);
/* Members of the object that is open: "integrals", "symmetries", ..., "why". */
void nh_integrals_write_json(nh_json *json, const nh_integrals_result *found);

#endif
