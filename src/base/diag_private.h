/* What protected calls need of the diagnostics; only src/base sees it. */
#ifndef NH_BASE_DIAG_PRIVATE_H
#define NH_BASE_DIAG_PRIVATE_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/diag.h"

void nh_diag_add_list(nh_context *context, const nh_remark *remark, const char *format, va_list list);
/* Adds an error that is a constant, without taking memory. */
void nh_diag_put(nh_context *context, const nh_diag *constant);
/* Sees to it that a computation which ends with this status has a diagnostic, without taking memory. */
void nh_diag_ensure(nh_context *context, nh_status status);
/* Makes room for one diagnostic, if there is none. */
void nh_diag_make_room(nh_context *context);
/* Drops all diagnostics from this number on, and what they took of their arena since the mark. */
void nh_diag_cut(nh_context *context, size_t count, nh_arena_mark mark);

#endif
