/* The context: what every other object of the library lives in.
 *
 * A context holds the memory, the limits, the diagnostics and the random seed of one piece of work. It is used by one
 * thread at a time; several contexts may be used by several threads at once. Nothing in the library is global and
 * mutable, except for the hooks of nh_install_hooks below.
 *
 *     nh_context_def def = nh_default_context();
 *     def.limits.seconds = 60;
 *     nh_context *context;
 *     if (nh_context_create(&def, &context) != NH_OK) return 1;
 *     ...
 *     nh_context_destroy(context);
 */
#ifndef NONHOLO_CONTEXT_H
#define NONHOLO_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nonholo/export.h>
#include <nonholo/print.h>
#include <nonholo/status.h>

NH_BEGIN

typedef struct nh_context nh_context;

/* Where memory comes from. One function serves all three calls:
 *   block NULL:   return new_size bytes, aligned for any type, or NULL when there is none;
 *   new_size 0:   give the block of old_size bytes back, return NULL; this never fails;
 *   otherwise:    resize the block, keep its contents, return its new place, or NULL and leave it as it was.
 * old_size is always the size that was asked for. The function may be called from another thread while the thread
 * that uses the context waits; never from two threads at once for one context. */
typedef struct nh_allocator {
    void *user; /* handed to every call; may be NULL */
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
} nh_allocator;

/* How far one call of the library may go. Zero means no limit. A call that reaches one ends with NH_E_LIMIT and a
 * diagnostic that names it; everything the call had made is freed (names that were seen stay known) and the context can
 * be used again. Work is counted in steps of the program and so gives the same end on every machine, except within
 * FLINT and GMP, whose requests for memory are counted instead; seconds are the last resort. Not counted as memory are
 * the stack of a worker thread and what LAPACK and SuiteSparse take while they factor; they also do not look at the
 * clock within one factorisation. */
typedef struct nh_limits {
    size_t memory;  /* bytes held by the context and all objects in it; default 16 GiB */
    uint64_t nodes; /* nodes of expressions in one pool; default 2^28 */
    uint64_t work;  /* steps of one call; default none */
    double seconds; /* wall time of one call; default none */
} nh_limits;

/* What is known of a long computation while it runs. */
typedef struct nh_progress {
    const char *what; /* what is being done, such as "integrating"; lives until the callback returns */
    double fraction;  /* 0 to 1, or negative when the end is not known */
    double seconds;   /* wall time since the call of the library began */
} nh_progress;

/* Called from inside long computations, in the thread that does the work, at most some times a second.
 * Must not call the library for this context, except nh_context_interrupt. */
typedef void (*nh_progress_fn)(void *user, const nh_progress *progress);

/* What a context is made from. Always start from nh_default_context(). */
typedef struct nh_context_def {
    nh_allocator allocator;  /* default: the C library's */
    nh_limits limits;        /* default: see nh_limits */
    uint64_t seed;           /* of all random draws; default 1 */
    nh_progress_fn progress; /* may be NULL; default NULL */
    void *progress_user;     /* handed to progress; default NULL */
    uint32_t magic;          /* set by nh_default_context; a def without it is refused */
} nh_context_def;

NH_API nh_context_def nh_default_context(void);

/* NH_E_USAGE when def is NULL, was not made by nh_default_context, or has a limit of seconds that is negative or not a
 * number; NH_E_MEMORY when there is no memory, NH_E_LIMIT when the limit on memory is too low for a context; *context
 * is then NULL. Memory that the context takes from def->allocator is given back by nh_context_destroy, which accepts
 * NULL. Objects made in a context must not be used after it is destroyed. */
NH_API nh_status nh_context_create(const nh_context_def *def, nh_context **context);
NH_API void nh_context_destroy(nh_context *context);

/* In the functions below the context must not be NULL.
 *
 * Asks the computation that runs in this context to stop: it ends with NH_E_INTERRUPT, or with what it has.
 * May be called from a signal handler and from any thread. The request stays until nh_context_clear_interrupt. */
NH_API void nh_context_interrupt(nh_context *context);
NH_API void nh_context_clear_interrupt(nh_context *context);
/* Removes the temporary files of results that are being written in this context. For a program that ends at once, from
 * a signal handler: the computation in this context must not go on. */
NH_API void nh_context_remove_temporaries(nh_context *context);
/* Writes a file, replacing it whole or not at all: what is written goes to a temporary neighbour that then takes
 * its place. A symbolic link is followed, the mode of an existing file is kept, what is no regular file is
 * written directly; "-" is standard output: the descriptor, not the stream of stdio. NH_E_IO, and a diagnostic,
 * when it cannot be written. */
NH_API nh_status nh_context_write_file(nh_context *context, const char *path, const char *from, size_t length);

/* The longest text that is read, of a model or of states, in bytes. A file that does not end sooner, such as /dev/zero,
 * is refused with NH_E_IO, a longer text with NH_E_LIMIT. */
#define NH_TEXT_MAX (1 << 28)

/* Bytes now taken from the allocator, and the most that were ever taken at once. */
NH_API size_t nh_context_memory(const nh_context *context);
NH_API size_t nh_context_memory_peak(const nh_context *context);

/* How serious a diagnostic is. Errors come with a status other than NH_OK. */
typedef enum nh_severity {
    NH_SEVERITY_ERROR = 0,
    NH_SEVERITY_WARNING = 1,
    NH_SEVERITY_NOTE = 2,
} nh_severity;

/* One remark about an input or a computation: data, not text on a screen. The library never prints. */
typedef struct nh_diag {
    const char *code; /* a short stable name, such as "memory-limit" or "unknown-name"; never NULL */
    nh_severity severity;
    nh_status status;     /* the status that an error comes with; NH_OK for warnings and notes */
    const char *file;     /* the name the input was given under; NULL when there is no place */
    uint32_t line;        /* from 1; 0 when there is no place */
    uint32_t column;      /* from 1, in characters of the line; 0 when there is no place */
    uint32_t length;      /* of the marked text, in characters */
    const char *sentence; /* what is wrong, in plain words; never NULL */
    const char *hint;     /* what was probably meant; NULL when there is none */
} nh_diag;

/* The diagnostics since the context was made or cleared, in the order in which they came. A diagnostic and its strings
 * live until nh_context_clear_diags. nh_context_diag returns NULL when index is not below the count. */
NH_API size_t nh_context_diag_count(const nh_context *context);
NH_API const nh_diag *nh_context_diag(const nh_context *context, size_t index);
NH_API void nh_context_clear_diags(nh_context *context);
/* Adds a diagnostic of the program that uses the library, to be told with the others. Its strings are copied, except
 * the code, which must be a constant. NH_E_USAGE without a code or a sentence. */
NH_API nh_status nh_context_add_diag(nh_context *context, const nh_diag *diag);

/* A text that diagnostics may speak of, under the name that they give as their file; of an option "--set m=2". */
typedef struct nh_diag_text {
    const char *name;
    const char *text;
    size_t length;
} nh_diag_text;

/* How diagnostics are printed for people; 0 is the default of everything. */
typedef struct nh_diags_def {
    size_t first;              /* those from this number on */
    bool errors_alone;         /* without warnings and notes */
    bool has_colours;          /* as terminals show them */
    const nh_diag_text *texts; /* the line that a diagnostic speaks of is shown where its text is among these */
    size_t text_count;
} nh_diags_def;

/* The diagnostics in print; def may be NULL. As JSON an object with the errors and warnings, all of them. *text lives
 * as long as the context. */
NH_API nh_status nh_context_print(nh_context *context, nh_print_as as, const nh_diags_def *def, const char **text);

/* FLINT and GMP, which nonholo computes with, take memory through hooks that are global to a process, and end the
 * process when memory is out. This call sets hooks under which a computation of nonholo that meets the memory limit,
 * the time limit or an interrupt inside these libraries ends with a status instead. The program `nonholo` calls it
 * first thing in main; a program that uses FLINT or GMP itself with hooks of its own may prefer not to. Then these
 * libraries abort when memory is out, their memory is not limited, and a computation with them that ends early, by an
 * error or an interrupt, leaks what they held. Call it once, before other threads use FLINT or GMP; memory that they
 * gave out before stays valid, and their use outside nonholo goes on as before. There is no way back. */
NH_API void nh_install_hooks(void);

NH_END

#endif
