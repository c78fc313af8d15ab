/* Files: read whole, written so that a reader sees the old file or the new one, never a half.
 * Every failure leaves by nh_fail with NH_E_IO and a sentence that names the file and the reason. */
#ifndef NH_BASE_IO_FILE_H
#define NH_BASE_IO_FILE_H

#include "base/arena.h"

/* All bytes of the file, NH_TEXT_MAX of them at most, with a NUL after them, in the arena. */
const char *nh_file_read(nh_arena *arena, const char *path, size_t *length);
/* The same from an open descriptor, which stays open; name stands for it in messages. */
const char *nh_file_read_open(nh_arena *arena, int descriptor, const char *name, size_t *length);

/* A file being written. What is written goes to a temporary neighbour that takes the place of the file on
 * commit; a writer that was not committed when its arena goes leaves the old file as it was. A path that is no
 * regular file (a pipe, a terminal, /dev/full) is written directly. A symbolic link is followed; the mode of an
 * existing file is kept. */
typedef struct nh_writer nh_writer;

nh_writer *nh_writer_open(nh_arena *arena, const char *path);
/* Writes to an open descriptor, which stays open. */
nh_writer *nh_writer_of(nh_arena *arena, int descriptor, const char *name);
/* One of the two: "-" is standard output. */
nh_writer *nh_writer_to(nh_arena *arena, const char *path);
void nh_writer_write(nh_writer *writer, const char *from, size_t length);
void nh_writer_commit(nh_writer *writer);

/* Open, write, commit. */
void nh_file_write(nh_context *context, const char *path, const char *from, size_t length);

#endif
