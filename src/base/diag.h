/* Adding diagnostics to the context; reading them is public (<nonholo/context.h>). */
#ifndef NH_BASE_DIAG_H
#define NH_BASE_DIAG_H

#include <nonholo/context.h>

/* A piece of an input: line and column from 1, in characters; line 0 when there is no place. */
typedef struct nh_place {
    const char *file; /* copied; may be NULL */
    uint32_t line, column, length;
} nh_place;

/* What kind of remark, and what it comes with. The strings are copied, except code, which must be a constant. */
typedef struct nh_remark {
    const char *code;
    nh_severity severity;
    nh_status status;      /* for an error: the status it will end with */
    const nh_place *place; /* may be NULL */
    const char *hint;      /* may be NULL */
} nh_remark;

void nh_diag_add(nh_context *context, const nh_remark *remark, const char *format, ...) NH_PRINTF(3, 4);
/* Brings the diagnostics from number `first` on into the order of their places in this file; those of other files, or
 * without a place, stay after them in the order in which they came. */
void nh_diag_sort(nh_context *context, size_t first, const char *file);
/* Drops the diagnostics from number `first` on: of something that was tried, and is of no concern. */
void nh_diag_forget(nh_context *context, size_t first);
/* Drops those from number `first` on that say about the same place what an earlier one says: of something that was
 * done again in another way. */
void nh_diag_forget_repeated(nh_context *context, size_t first);
/* Errors among those from number `first` on become warnings: what was found wrong does not end what is being done. */
void nh_diag_soften(nh_context *context, size_t first);
/* How many errors there are (warnings and notes not counted). */
size_t nh_diag_errors(const nh_context *context);

#endif
