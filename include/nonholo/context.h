/* The context: it owns every other object of the library.
 *
 * A context holds the memory, the limits, the diagnostics and the random seed of one piece of work. Use it from one
 * thread at a time; different threads may use different contexts. The library has no global mutable state, except for
 * the hooks of nh_install_hooks below.
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

#include <nonholo/linkage.h>
#include <nonholo/print.h>
#include <nonholo/status.h>

NH_BEGIN

typedef struct nh_context nh_context;

/* A memory allocator. One function serves all three calls:
 *   block NULL:   return new_size bytes, aligned for any type, or NULL when out of memory;
 *   new_size 0:   free the block of old_size bytes, return NULL; this never fails;
 *   otherwise:    resize the block, keep its contents, return its new address; or return NULL and leave it unchanged.
 * old_size is always the size that was requested. The function may be called from another thread while the thread that
 * uses the context waits, but never from two threads at once for one context. */
typedef struct nh_allocator {
    void *user; /* passed to every call; may be NULL */
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
} nh_allocator;

/* Limits on one call of the library. Zero means no limit. A call that reaches a limit returns NH_E_LIMIT with a
 * diagnostic that names it; everything the call allocated is freed (except interned names), and the context can be used
 * again. Work is counted in steps of the program, so that the same input stops at the same point on every machine;
 * within FLINT and GMP, requests for memory are counted instead. The limit on seconds is the last resort. The stack of
 * a worker thread and the memory that LAPACK and SuiteSparse use during a factorisation do not count as memory, and
 * the clock is not checked within one factorisation. */
typedef struct nh_limits {
    size_t memory;  /* bytes held by the context and all objects in it; default 16 GiB */
    uint64_t nodes; /* nodes of expressions in one pool; default 2^28 */
    uint64_t work;  /* steps of one call; default none */
    double seconds; /* wall time of one call; default none */
} nh_limits;

/* The progress of a long computation. */
typedef struct nh_progress {
    const char *what; /* the current task, such as "integrating"; lives until the callback returns */
    double fraction;  /* 0 to 1, or negative when unknown */
    double seconds;   /* wall time since the library was called */
} nh_progress;

/* Called during long computations, in the thread that does the work, at most a few times per second. It must not call
 * the library for this context, except nh_context_interrupt. */
typedef void (*nh_progress_fn)(void *user, const nh_progress *progress);

/* Options of a context. Always start from nh_default_context(). */
typedef struct nh_context_def {
    nh_allocator allocator;  /* default: the C library's */
    nh_limits limits;        /* default: see nh_limits */
    uint64_t seed;           /* for random choices; default 1 */
    nh_progress_fn progress; /* may be NULL; default NULL */
    void *progress_user;     /* passed to progress; default NULL */
    uint32_t magic;          /* set by nh_default_context; a def without it is rejected */
} nh_context_def;

NH_API nh_context_def nh_default_context(void);

/* Creates a context. Returns NH_E_USAGE when def is NULL, does not come from nh_default_context, or has a limit of
 * seconds that is negative or not a number; NH_E_MEMORY when out of memory; NH_E_LIMIT when the limit on memory is too
 * low for a context. *context is then NULL. nh_context_destroy, which accepts NULL, returns all memory to
 * def->allocator. Objects of a context must not be used after it is destroyed. */
NH_API nh_status nh_context_create(const nh_context_def *def, nh_context **context);
NH_API void nh_context_destroy(nh_context *context);

/* In the functions below the context must not be NULL.
 *
 * Asks the computation that runs in this context to stop: it returns NH_E_INTERRUPT, or the results so far. May be
 * called from a signal handler and from any thread. The request stays in force until nh_context_clear_interrupt. */
NH_API void nh_context_interrupt(nh_context *context);
NH_API void nh_context_clear_interrupt(nh_context *context);
/* Removes the temporary files of results that this context is writing. For a signal handler of a program that exits
 * immediately: the computation in this context must not continue. */
NH_API void nh_context_remove_temporaries(nh_context *context);
/* Writes a file atomically: the data go to a temporary file in the same folder, which then replaces the file. Symbolic
 * links are followed, the mode of an existing file is kept, and anything but a regular file is written directly. "-" is
 * standard output (the descriptor, not the stream of stdio). Returns NH_E_IO with a diagnostic when the file cannot be
 * written. */
NH_API nh_status nh_context_write_file(nh_context *context, const char *path, const char *from, size_t length);

/* The maximum length in bytes of a text that is read, of a model or of states. A longer file, such as /dev/zero, is
 * rejected with NH_E_IO, a longer text with NH_E_LIMIT. */
#define NH_TEXT_MAX (1 << 28)

/* Bytes currently allocated, and the maximum so far. */
NH_API size_t nh_context_memory(const nh_context *context);
NH_API size_t nh_context_memory_peak(const nh_context *context);

/* The severity of a diagnostic. Errors come with a status other than NH_OK. */
typedef enum nh_severity {
    NH_SEVERITY_ERROR = 0,
    NH_SEVERITY_WARNING = 1,
    NH_SEVERITY_NOTE = 2,
} nh_severity;

/* A diagnostic about an input or a computation, as data. The library never prints. */
typedef struct nh_diag {
    const char *code; /* a short stable name, such as "memory-limit" or "unknown-name"; never NULL */
    nh_severity severity;
    nh_status status;     /* the status returned with an error; NH_OK for warnings and notes */
    const char *file;     /* the name of the input; NULL when the diagnostic has no position */
    uint32_t line;        /* from 1; 0 when there is no position */
    uint32_t column;      /* from 1, in characters of the line; 0 when there is no position */
    uint32_t length;      /* of the marked text, in characters */
    const char *sentence; /* what is wrong, in words; never NULL */
    const char *hint;     /* a suggestion; NULL when there is none */
} nh_diag;

/* The diagnostics since the context was created or cleared, in order. A diagnostic and its strings live until
 * nh_context_clear_diags. nh_context_diag returns NULL when index is out of range. */
NH_API size_t nh_context_diag_count(const nh_context *context);
NH_API const nh_diag *nh_context_diag(const nh_context *context, size_t index);
NH_API void nh_context_clear_diags(nh_context *context);
/* Adds a diagnostic of the calling program, to be reported with the others. Its strings are copied, except the code,
 * which must be a constant. Returns NH_E_USAGE without a code or a sentence. */
NH_API nh_status nh_context_add_diag(nh_context *context, const nh_diag *diag);

/* A text that diagnostics may refer to, with the name that they give as their file; for an option "--set m=2". */
typedef struct nh_diag_text {
    const char *name;
    const char *text;
    size_t length;
} nh_diag_text;

/* How diagnostics are printed as text; the default of all fields is 0. */
typedef struct nh_diags_def {
    size_t first;              /* the first diagnostic to print */
    bool errors_alone;         /* without warnings and notes */
    bool has_colours;          /* with escape sequences of terminals */
    const nh_diag_text *texts; /* the line that a diagnostic refers to is shown when its text is one of these */
    size_t text_count;
    const char *const *left_out; /* codes of notes that are not printed */
    size_t left_out_count;
} nh_diags_def;

/* Prints the diagnostics; def may be NULL. As JSON, one object with all errors and warnings. *text lives as long as the
 * context. */
NH_API nh_status nh_context_print(nh_context *context, nh_print_as as, const nh_diags_def *def, const char **text);

/* FLINT and GMP allocate memory through hooks that are global to the process, and abort the process when out of memory.
 * This call installs hooks that let a computation of nonholo return a status instead, when it reaches the memory limit,
 * the time limit or an interrupt inside these libraries. The program `nonholo` calls it first in main. A program that
 * uses FLINT or GMP itself with hooks of its own may prefer not to call it. Then these libraries abort when out of
 * memory, their memory is not limited, and a computation that ends early, by an error or an interrupt, leaks their
 * memory. Call it once, before other threads use FLINT or GMP. Memory that they allocated before stays valid, and their
 * use outside nonholo is not affected. The call cannot be undone. */
NH_API void nh_install_hooks(void);

NH_END

#endif
