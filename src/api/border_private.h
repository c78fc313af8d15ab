/* What the files of the border share: saying that a call is wrong. */
#ifndef NH_API_BORDER_PRIVATE_H
#define NH_API_BORDER_PRIVATE_H

#include <nonholo/context.h>

/* NH_E_USAGE, with a diagnostic of this sentence; context may be NULL: then without. */
nh_status nh_refuse(nh_context *context, const char *sentence);

#endif
