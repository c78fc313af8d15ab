/* Saying that a call is wrong: a diagnostic needs memory, so it is made in a protected call like everything else. */
#include "api/border_private.h"
#include "base/protect.h"

static void refuse(nh_context *context, void *sentence) {
    nh_fail(context, NH_E_USAGE, "usage", "%s", (const char *)sentence);
}

nh_status nh_refuse(nh_context *context, const char *sentence) {
    if (context == NULL) return NH_E_USAGE;
    return nh_protect(context, refuse, (void *)sentence);
}
