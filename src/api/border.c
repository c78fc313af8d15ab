/* Saying that a call is wrong: a diagnostic needs memory, so it is made in a protected call like everything else. */
#include "api/border_private.h"
#include "base/protect.h"

typedef struct refusal {
    nh_context *context;
    const char *sentence;
} refusal;

static void refuse(void *argument) {
    const refusal *r = argument;
    nh_fail(r->context, NH_E_USAGE, "usage", "%s", r->sentence);
}

nh_status nh_refuse(nh_context *context, const char *sentence) {
    if (context == NULL) return NH_E_USAGE;
    return nh_protect(context, refuse, &(refusal){context, sentence});
}
