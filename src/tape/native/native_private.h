/* What the files that implement tape/native/native.h share; only src/tape sees it. */
#ifndef NH_TAPE_NATIVE_NATIVE_PRIVATE_H
#define NH_TAPE_NATIVE_NATIVE_PRIVATE_H

#include <stdbool.h>

#include "base/text/text.h"

/* Adds the note that explains why a tape stays interpreted, unless there is one of this code. */
void nh_native_note(nh_context *context, const char *code, const char *format, ...) NH_PRINTF(3, 4);

/* ---- native_compiler.c ---- */

typedef struct nh_compiler {
    const char **words; /* count of them: the path of the program, then options */
    size_t count;
    uint64_t identity; /* a hash of its path, size and time: another one after an update */
} nh_compiler;

/* Searches for the program in PATH. False, with a note, when there is none. */
bool nh_compiler_find(nh_arena *arena, const char *command, nh_compiler *compiler);

typedef struct nh_compiler_job {
    const char *folder;           /* for the temporary files of the compiler */
    const char *const *arguments; /* after the words of the compiler; ends with NULL */
} nh_compiler_job;

/* Runs the compiler and waits. False, with a note, when it fails or the computation should stop;
 * nothing of it runs any more. */
bool nh_compiler_run(nh_arena *arena, const nh_compiler *compiler, const nh_compiler_job *job);

/* ---- native_cache.c ---- */

typedef struct nh_cache_key {
    uint64_t word[2];
} nh_cache_key;

void nh_cache_key_add(nh_cache_key *key, const void *bytes, size_t length);

typedef struct nh_cache {
    nh_arena *arena;
    const char *folder;
} nh_cache;

/* The given folder, or the user's. False, with a note, when it is not there and cannot be made, or
 * others may write to it. */
bool nh_cache_open(nh_arena *arena, const char *folder, nh_cache *cache);
const char *nh_cache_path(const nh_cache *cache, nh_cache_key key);
/* Whether the entry is there, whole, and ours. It then counts as used now. */
bool nh_cache_has(const nh_cache *cache, nh_cache_key key);
/* A new folder inside the cache, removed with all that is in it when the arena goes. NULL, with a
 * note, when there is none. */
const char *nh_cache_workshop(const nh_cache *cache);
/* A new file there; its path. NULL, with a note, when it cannot be written. */
const char *nh_cache_write(const nh_cache *cache, const char *workshop, const char *name, const nh_text *text);
/* Makes the file the entry of the key. False, with a note, when that fails. */
bool nh_cache_put(const nh_cache *cache, nh_cache_key key, const char *file);
/* Removes the oldest entries beyond `most`, and what processes that were killed have left. */
void nh_cache_trim(const nh_cache *cache, size_t most);

#endif
