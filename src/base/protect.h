/* The protected call: how a computation is left from any depth.
 *
 * Memory that is out, a limit, an interrupt or a wrong input end a computation by one jump to the innermost protected
 * call, which frees every arena that was made and every scratch block that was taken inside it, and returns a status.
 * So inner code has no ladders of "if NULL", and the border (module `api`) turns every end into a status. */
#ifndef NH_BASE_PROTECT_H
#define NH_BASE_PROTECT_H

#include <nonholo/context.h>

typedef void (*nh_body)(void *argument);

/* Runs body(argument). NH_OK when it returns, else the status that it was left with.
 * The outermost call of a context starts its work count and its clock anew. */
nh_status nh_protect(nh_context *context, nh_body body, void *argument);

/* A bound on a part of a computation, within the limits of the context; zero means no further bound. */
typedef struct nh_budget {
    uint64_t work;  /* steps */
    size_t memory;  /* bytes beyond those held at the start */
    double seconds; /* wall time */
} nh_budget;

/* Like nh_protect, inside the bounds of the budget. A limit that is reached is an answer here ("it takes too long"):
 * the call returns NH_E_LIMIT and its diagnostic is dropped. Every other failure continues outwards by a jump. */
nh_status nh_attempt(nh_context *context, const nh_budget *budget, nh_body body, void *argument);

/* The innermost protected call as a place to leave to: after nh_protect_unwind what is raised next goes there, past the
 * calls inside it. For the guard of num/guard.h, inside which no call may be left half way. */
void *nh_protect_innermost(const nh_context *context);
void nh_protect_unwind(nh_context *context, void *call);

/* Leaves the innermost protected call with the status. nh_fail first adds an error diagnostic without a place. */
_Noreturn void nh_raise(nh_context *context, nh_status status);
_Noreturn void nh_fail(nh_context *context, nh_status status, const char *code, const char *format, ...)
    NH_PRINTF(4, 5);

#endif
