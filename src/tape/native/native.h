/* A tape as machine code: printed as C, compiled by the system's compiler, loaded, and kept in a cache on disk.
 *
 * The first load of a tape takes as long as the compiler, some 50 ms and 0.2 ms an operation; later ones, in this
 * process or another, well below a millisecond. The bits are those of nh_tape_run.
 *
 * The cache is a folder of the user, ${XDG_CACHE_HOME:-$HOME/.cache}/nonholo/native. An entry is found by a
 * hash of the C text, the compiler, its options and the processor; it is checked before it is loaded and made
 * anew if it was damaged. Several processes may use the folder at once. The oldest entries go when there are
 * more than NH_NATIVE_ENTRIES. */
#ifndef NH_TAPE_NATIVE_NATIVE_H
#define NH_TAPE_NATIVE_NATIVE_H

#include "tape/tape.h"

enum { NH_NATIVE_ENTRIES = 256 };

typedef struct nh_native nh_native;

typedef struct nh_native_def {
    /* a program and perhaps options, separated by blanks; NULL: the environment's CC, or else cc */
    const char *compiler;
    const char *folder; /* the cache; made if need be. NULL: see above */
    bool must_exist;    /* nothing is compiled: NULL, without a note, when the code is not in the cache */
    bool lanes;         /* for many lanes too; without them it compiles in half the time, and lanes run one by one */
} nh_native_def;

nh_native_def nh_default_native(void); /* with lanes */

/* The code, which is unloaded when the arena goes. The tape is not needed any more.
 * NULL when there is no compiler, or it fails, or the folder cannot be used, or the interrupt or the deadline of the
 * context came while it compiled: a note among the diagnostics, "native-compiler", "native-folder", "native-load" or
 * "native-stopped", then says why. The caller continues with the interpreter. */
nh_native *nh_native_load(nh_arena *arena, const nh_tape *tape, const nh_native_def *def);

/* As nh_tape_work_size, nh_tape_begin and nh_tape_run (tape/tape.h); the contents of work are not theirs. Outputs must
 * not overlap inputs or work. */
size_t nh_native_work_size(const nh_native *native, uint32_t lanes);
void nh_native_begin(const nh_native *native, uint32_t lanes, const double *parameters, double *work);
void nh_native_run(const nh_native *native, uint32_t lanes, const double *inputs, double *outputs, double *work);

#endif
