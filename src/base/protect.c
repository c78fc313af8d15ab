/* Protected calls: a chain of frames on the stack, left by longjmp. */
#include "base/protect.h"

#include <math.h>
#include <stdarg.h>

#include "base/assert.h"
#include "base/context_private.h"
#include "base/diag.h"
#include "base/diag_private.h"
#include "base/text/text.h"

/* The limits of the context as bounds of the outermost call. */
static void begin_call(nh_context *context) {
    const nh_limits *limits = &context->def.limits;
    context->started = nh_clock();
    context->pulse = (nh_pulse){0, 0};
    context->bounds = (nh_bounds){
        .work = limits->work > 0 ? limits->work : UINT64_MAX,
        .memory = limits->memory > 0 ? limits->memory : SIZE_MAX,
        .deadline = limits->seconds > 0 ? context->started + limits->seconds : INFINITY,
    };
}

static void enter_frame(nh_context *context, nh_frame *frame) {
    frame->outer = context->frame;
    frame->status = NH_OK;
    frame->arena_serial = context->arena_serial;
    frame->bounds = context->bounds;
    frame->diag_count = context->diags.count;
    if (context->scratch != NULL) frame->scratch = nh_arena_mark_here(context->scratch);
    if (context->diag_arena != NULL) frame->diags = nh_arena_mark_here(context->diag_arena);
    if (frame->outer == NULL) begin_call(context);
    context->frame = frame;
}

static void leave_frame(nh_context *context, nh_frame *frame) {
    NH_ASSERT(context->frame == frame);
    context->frame = frame->outer;
    context->bounds = frame->bounds;
    context->pulse.next = 0; /* the bounds changed: examine them at the next tick */
}

/* After a jump: what was made inside goes. */
static void discard_arenas(nh_context *context, const nh_frame *frame) {
    /* scratch first: what is registered with it may lie in the arenas */
    if (context->scratch != NULL && nh_arena_serial(context->scratch) <= frame->arena_serial)
        nh_arena_release(context->scratch, frame->scratch);
    while (context->arenas != NULL && nh_arena_serial(context->arenas) > frame->arena_serial)
        nh_arena_destroy(context->arenas);
}

/* setjmp is in a function of its own that keeps nothing in registers across it. */
static nh_status run_body(nh_context *context, nh_frame *frame, nh_body body, void *argument) {
    if (setjmp(frame->jump) == 0) {
        nh_diag_make_room(context);
        body(argument);
    }
    if (frame->status != NH_OK) discard_arenas(context, frame);
    leave_frame(context, frame);
    return frame->status;
}

nh_status nh_protect(nh_context *context, nh_body body, void *argument) {
    nh_frame frame;
    enter_frame(context, &frame);
    return run_body(context, &frame, body, argument);
}

static void tighten_bounds(nh_context *context, const nh_budget *budget) {
    nh_bounds *bounds = &context->bounds;
    uint64_t work = context->pulse.work + budget->work;
    size_t memory = context->memory + budget->memory;
    if (budget->work > 0 && work >= budget->work && work < bounds->work) bounds->work = work;
    if (budget->memory > 0 && memory >= budget->memory && memory < bounds->memory) bounds->memory = memory;
    if (budget->seconds > 0) bounds->deadline = fmin(bounds->deadline, nh_clock() + budget->seconds);
    context->pulse.next = 0;
}

nh_status nh_attempt(nh_context *context, const nh_budget *budget, nh_body body, void *argument) {
    NH_ASSERT(context->frame != NULL);
    nh_frame frame;
    enter_frame(context, &frame);
    tighten_bounds(context, budget);
    nh_status status = run_body(context, &frame, body, argument);
    if (status == NH_E_LIMIT) nh_diag_cut(context, frame.diag_count, frame.diags);
    else if (status != NH_OK) nh_raise(context, status);
    return status;
}

void *nh_protect_innermost(const nh_context *context) {
    return context->frame;
}

void nh_protect_unwind(nh_context *context, void *call) {
    context->frame = call;
}

void nh_raise(nh_context *context, nh_status status) {
    nh_frame *frame = context->frame;
    NH_ASSERT(frame != NULL && status != NH_OK);
    if (frame == NULL) __builtin_trap(); /* a public function without its protected call */
    nh_diag_ensure(context, status);
    frame->status = status;
    longjmp(frame->jump, 1);
}

void nh_fail(nh_context *context, nh_status status, const char *code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    nh_diag_add_list(context, &(nh_remark){.code = code, .severity = NH_SEVERITY_ERROR, .status = status}, format,
                     list);
    va_end(list);
    nh_raise(context, status);
}
