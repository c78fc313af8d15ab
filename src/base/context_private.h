/* The inside of a context; only src/base sees it. */
#ifndef NH_BASE_CONTEXT_PRIVATE_H
#define NH_BASE_CONTEXT_PRIVATE_H

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/protect.h"

/* Where the current computation has to end, in absolute numbers: the limits of the context cut
 * by the budgets in force. */
typedef struct nh_bounds {
    uint64_t work;   /* steps; UINT64_MAX: none */
    size_t memory;   /* bytes; SIZE_MAX: none */
    double deadline; /* of nh_clock; infinite: none */
} nh_bounds;

/* A protected call in progress; lives on the stack of nh_protect. */
typedef struct nh_frame {
    jmp_buf jump;
    struct nh_frame *outer;
    nh_status status;
    uint64_t arena_serial; /* arenas with a higher serial were made inside */
    nh_arena_mark scratch;
    nh_bounds bounds; /* those outside, restored at the end */
    size_t diag_count;
    nh_arena_mark diags; /* of their arena */
} nh_frame;

typedef NH_ARRAY(const nh_diag *) nh_diags;
typedef struct nh_name_entry {
    const char *text;
    size_t length;
} nh_name_entry;
typedef NH_ARRAY(nh_name_entry) nh_name_entries;

/* More files at once than this are written as well; they are not removed when the process is about to end. */
enum { NH_TEMPORARIES = 16 };

struct nh_context {
    nh_pulse pulse; /* first: nh_tick relies on it */
    nh_context_def def;
    nh_bounds bounds;
    size_t memory, memory_peak; /* bytes taken from the allocator */
    atomic_bool interrupted;
    /* Paths of files that are being written; NULL: the place is free. */
    _Atomic(const char *) temporaries[NH_TEMPORARIES];

    nh_frame *frame;       /* innermost protected call, NULL outside */
    nh_arena *arenas;      /* newest first */
    uint64_t arena_serial; /* of the newest arena ever made */
    nh_arena *own;         /* lives as long as the context: names, attachments */
    nh_arena *scratch;

    nh_arena *diag_arena; /* the diagnostics and their strings */
    nh_arena_mark diag_begin;
    nh_diags diags; /* in the own arena; see diag.c for the room that it keeps */
    size_t errors;  /* how many of them are errors */

    nh_name_entries names; /* by nh_name */
    nh_index name_index;

    double started;       /* of nh_clock, when the outermost protected call began */
    double progress_last; /* when the callback was last called */
    void *guard;          /* of module num */
    void *factors;        /* likewise */
};

#endif
