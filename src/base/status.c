/* Names and sentences of the statuses, from the one table; names of evidences. */
#include <nonholo/fact.h>
#include <nonholo/status.h>

#include <stddef.h>

static const struct {
    const char *name, *text;
} statuses[] = {
#define NH_STATUS(name, sentence) {"NH_" #name, sentence},
#include <nonholo/status.def>
#undef NH_STATUS
};

static size_t row_of(nh_status status) {
    size_t count = sizeof statuses / sizeof *statuses;
    return (size_t)status < count ? (size_t)status : count;
}

const char *nh_status_name(nh_status status) {
    return row_of(status) < sizeof statuses / sizeof *statuses ? statuses[row_of(status)].name : "NH_STATUS_INVALID";
}

const char *nh_status_text(nh_status status) {
    return row_of(status) < sizeof statuses / sizeof *statuses ? statuses[row_of(status)].text : "no such status";
}

const char *nh_evidence_name(nh_evidence evidence) {
    return evidence == NH_EVIDENCE_PROVED ? "proved" : evidence == NH_EVIDENCE_CERTIFIED ? "certified" : "unknown";
}
