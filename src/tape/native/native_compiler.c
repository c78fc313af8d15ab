/* Running the compiler: base/io/process.h does it, here stands what is said and where the compiler is. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/io/process.h"
#include "tape/native/native_private.h"

typedef NH_ARRAY(const char *) words;

/* ---- finding it ---- */

static words split_command(nh_arena *arena, const char *command) {
    words found = {.arena = arena};
    for (;;) {
        command += strspn(command, " \t");
        size_t length = strcspn(command, " \t");
        if (length == 0) return found;
        nh_array_push(&found, nh_arena_text(arena, command, length));
        command += length;
    }
}

static uint64_t identify_compiler(const words *command, const struct stat *info) {
    uint64_t hash = nh_hash_combine((uint64_t)info->st_size, (uint64_t)info->st_mtim.tv_sec);
    hash = nh_hash_combine(hash, (uint64_t)info->st_mtim.tv_nsec);
    for (size_t i = 0; i < command->count; i++)
        hash = nh_hash_combine(hash, nh_hash_bytes(command->items[i], strlen(command->items[i])));
    return hash;
}

bool nh_compiler_find(nh_arena *arena, const char *command, nh_compiler *compiler) {
    if (command == NULL) command = getenv("CC");
    words found = split_command(arena, command != NULL ? command : "");
    if (found.count == 0) nh_array_push(&found, "cc");
    struct stat info;
    const char *path = nh_process_find(arena, found.items[0]);
    if (path == NULL || stat(path, &info) != 0) {
        nh_native_note(nh_arena_context(arena), "native-compiler", "compiler '%s' not found", found.items[0]);
        return false;
    }
    found.items[0] = path;
    *compiler = (nh_compiler){found.items, found.count, identify_compiler(&found, &info)};
    return true;
}

/* ---- running it ---- */

static const char *const *words_of(nh_arena *arena, const nh_compiler *compiler, const nh_compiler_job *job) {
    words all = {.arena = arena};
    nh_array_append(&all, compiler->count, compiler->words);
    for (const char *const *argument = job->arguments; *argument != NULL; argument++) nh_array_push(&all, *argument);
    nh_array_push(&all, NULL);
    return all.items;
}

/* The line that says what went wrong: the first with "error", or the first. */
static const char *compiler_complaint(nh_arena *arena, const char *said) {
    const char *line = strstr(said, "error");
    while (line != NULL && line > said && line[-1] != '\n') line--;
    if (line == NULL) line = said + strspn(said, "\r\n");
    return nh_arena_text(arena, line, strcspn(line, "\r\n"));
}

static void note_end(nh_arena *arena, const nh_compiler *compiler, const nh_process_end *end) {
    nh_context *context = nh_arena_context(arena);
    const char *name = compiler->words[0], *line = compiler_complaint(arena, end->said);
    if (end->error != 0)
        nh_native_note(context, "native-compiler", "cannot start the compiler '%s': %s", name,
                       nh_process_reason(arena, end->error));
    else if (end->stop != NH_OK)
        nh_native_note(context, "native-stopped", "%s",
                       end->stop == NH_E_INTERRUPT ? "the compilation was interrupted"
                                                   : "a limit was reached while they were compiled");
    else
        nh_native_note(context, "native-compiler", "the compiler '%s' failed with %s %d%s%s", name,
                       end->signal != 0 ? "signal" : "exit status", end->signal != 0 ? end->signal : end->status,
                       *line != '\0' ? ": " : "", line);
}

bool nh_compiler_run(nh_arena *arena, const nh_compiler *compiler, const nh_compiler_job *job) {
    nh_arena *own = nh_arena_create(nh_arena_context(arena));
    nh_text folder = nh_text_begin(own);
    nh_text_format(&folder, "TMPDIR=%s", job->folder);
    const char *variables[] = {nh_text_string(&folder), "LC_ALL=C", NULL}; /* messages in English */
    nh_process_call call = {.words = words_of(own, compiler, job), .variables = variables, .doing = "compiling"};
    nh_process_end end = nh_process_run(own, &call);
    bool done = nh_process_is_good(&end);
    if (!done) note_end(own, compiler, &end);
    nh_arena_destroy(own);
    return done;
}
