/* The status of a call.
 *
 * Functions that can fail return an nh_status and write their results through their last pointers. The diagnostics of
 * the context (<nonholo/context.h>) then say what went wrong and where. */
#ifndef NONHOLO_STATUS_H
#define NONHOLO_STATUS_H

#include <nonholo/linkage.h>

NH_BEGIN

typedef enum nh_status {
#define NH_STATUS(name, sentence) NH_##name,
#include <nonholo/status.def>
#undef NH_STATUS
} nh_status;

/* "NH_E_MODEL" for NH_E_MODEL; a constant string. An invalid number gives "NH_STATUS_INVALID". */
NH_API const char *nh_status_name(nh_status status);

/* One lower-case sentence without a full stop, such as "out of memory"; a constant string. */
NH_API const char *nh_status_text(nh_status status);

NH_END

#endif
