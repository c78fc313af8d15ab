/* The folder of compiled tapes.
 *
 * An entry is a shared object with a seal after it: the key, the length and a hash of the object, which loaders do not
 * examine. So a file that was cut, damaged, or is not ours is known before anything of it is run. An entry is made in a
 * folder next to it and renamed into its place: readers see all of it or nothing, and of two writers the second
 * wins. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/io/process.h"
#include "tape/native/native_private.h"

/* ---- keys ---- */

static uint64_t hash_with(uint64_t hash, const void *bytes, size_t length) {
    const char *at = bytes;
    hash = nh_hash_combine(hash, length);
    for (; length >= 8; at += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = nh_hash_combine(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, at, length);
    return nh_hash_combine(hash, rest);
}

/* Two hashes that begin differently. */
void nh_cache_key_add(nh_cache_key *key, const void *bytes, size_t length) {
    key->word[0] = hash_with(key->word[0], bytes, length);
    key->word[1] = hash_with(~key->word[1], bytes, length);
}

/* ---- the folder ---- */

static char *join_path(nh_arena *arena, const char *folder, const char *name) {
    nh_text path = nh_text_begin(arena);
    nh_text_format(&path, "%s/%s", folder, name);
    return path.bytes;
}

/* An environment variable that is the path of a folder; a relative path means nothing, as the XDG standard says. */
static const char *folder_from(const char *variable) {
    const char *value = getenv(variable);
    return value != NULL && value[0] == '/' ? value : NULL;
}

static const char *users_folder(nh_arena *arena) {
    const char *cache = folder_from("XDG_CACHE_HOME"), *home = folder_from("HOME");
    if (cache != NULL) return join_path(arena, cache, "nonholo/native");
    return home != NULL ? join_path(arena, home, ".cache/nonholo/native") : NULL;
}

/* Makes the folder and those above it. 0 or an errno. */
static int make_folders(nh_arena *arena, const char *folder) {
    char *path = nh_arena_string(arena, folder);
    for (char *slash = path + 1; *path != '\0'; slash++) {
        char was = *slash;
        if (was != '/' && was != '\0') continue;
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST && (was == '\0' || (errno != EACCES && errno != EROFS)))
            return errno;
        *slash = was;
        if (was == '\0') break;
    }
    return 0;
}

/* Code from a place where others can write could be anybody's. */
static bool is_ours(const struct stat *info) {
    return (info->st_uid == geteuid() || info->st_uid == 0) && (info->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool nh_cache_open(nh_arena *arena, const char *folder, nh_cache *cache) {
    nh_context *context = nh_arena_context(arena);
    struct stat info;
    if (folder == NULL) folder = users_folder(arena);
    if (folder == NULL) {
        nh_native_note(context, "native-folder",
                       "neither XDG_CACHE_HOME nor HOME is set, so there is no folder for the compiled code");
        return false;
    }
    int error = make_folders(arena, folder);
    if (error == 0 && stat(folder, &info) != 0) error = errno;
    if (error == 0 && !S_ISDIR(info.st_mode)) error = ENOTDIR;
    if (error != 0) {
        nh_native_note(context, "native-folder", "cannot use the folder '%s': %s", folder,
                       nh_process_reason(arena, error));
        return false;
    }
    if (!is_ours(&info)) {
        nh_native_note(context, "native-folder", "the folder '%s' belongs to another user, or others may write to it",
                       folder);
        return false;
    }
    *cache = (nh_cache){arena, folder};
    return true;
}

#define ENTRY_SUFFIX ".so"
enum { KEY_LENGTH = 32 };

const char *nh_cache_path(const nh_cache *cache, nh_cache_key key) {
    nh_text path = nh_text_begin(cache->arena);
    nh_text_format(&path, "%s%s/%016llx%016llx" ENTRY_SUFFIX, strchr(cache->folder, '/') != NULL ? "" : "./",
                   cache->folder, (unsigned long long)key.word[0], (unsigned long long)key.word[1]);
    return nh_text_string(&path);
}

/* ---- entries ---- */

typedef struct seal {
    char magic[8];
    nh_cache_key key;
    uint64_t length, hash; /* of the object in front */
} seal;

static const char magic[8] = {'n', 'o', 'n', 'h', 'o', 'l', 'o', '1'};

static void close_file(void *object) {
    int *descriptor = object;
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
}

/* -1 when it cannot be opened; closed with the arena, if not before. */
static int *open_file(nh_arena *arena, const char *path, int flags) {
    int *descriptor = NH_NEW(arena, int);
    *descriptor = -1;
    nh_arena_on_release(arena, close_file, descriptor);
    *descriptor = open(path, flags | O_CLOEXEC, 0600);
    return descriptor;
}

/* All bytes of an open file; NULL when it cannot be read or changes on the way. */
static const char *read_all(nh_arena *arena, int descriptor, size_t length) {
    char *bytes = nh_arena_alloc(arena, length + 1);
    size_t have = 0;
    while (have <= length) {
        ssize_t got = read(descriptor, bytes + have, length + 1 - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        have += (size_t)got;
    }
    return have == length ? bytes : NULL;
}

static bool is_sealed(nh_arena *arena, int descriptor, nh_cache_key key) {
    struct stat info;
    seal s;
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || !is_ours(&info)) return false;
    if (info.st_size <= (off_t)sizeof s) return false;
    size_t length = (size_t)info.st_size - sizeof s;
    const char *bytes = read_all(arena, descriptor, length + sizeof s);
    if (bytes == NULL) return false;
    memcpy(&s, bytes + length, sizeof s);
    return memcmp(s.magic, magic, sizeof magic) == 0 && memcmp(&s.key, &key, sizeof key) == 0 && s.length == length &&
           s.hash == hash_with(0, bytes, length);
}

bool nh_cache_has(const nh_cache *cache, nh_cache_key key) {
    nh_arena *own = nh_arena_create(nh_arena_context(cache->arena));
    const int *file = open_file(own, nh_cache_path(cache, key), O_RDONLY);
    bool whole = *file >= 0 && is_sealed(own, *file, key);
    if (whole) (void)futimens(*file, NULL); /* where that is not allowed, the entry is just as good */
    nh_arena_destroy(own);
    return whole;
}

static bool write_all(int descriptor, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        ssize_t put = write(descriptor, at, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        at += put;
        length -= (size_t)put;
    }
    return true;
}

/* Puts the seal after the object. */
static bool seal_file(nh_arena *arena, const char *path, nh_cache_key key) {
    int *file = open_file(arena, path, O_RDWR);
    struct stat info;
    if (*file < 0 || fstat(*file, &info) != 0) return false;
    const char *bytes = read_all(arena, *file, (size_t)info.st_size);
    if (bytes == NULL) {
        errno = EIO;
        return false;
    }
    seal s = {.key = key, .length = (uint64_t)info.st_size, .hash = hash_with(0, bytes, (size_t)info.st_size)};
    memcpy(s.magic, magic, sizeof magic);
    if (!write_all(*file, &s, sizeof s) || fchmod(*file, 0700) != 0) return false;
    int descriptor = *file;
    *file = -1;
    return close(descriptor) == 0;
}

bool nh_cache_put(const nh_cache *cache, nh_cache_key key, const char *path) {
    nh_context *context = nh_arena_context(cache->arena);
    nh_arena *own = nh_arena_create(context);
    bool done = seal_file(own, path, key) && rename(path, nh_cache_path(cache, key)) == 0;
    if (!done)
        nh_native_note(context, "native-folder", "cannot write the compiled code to '%s': %s", cache->folder,
                       nh_process_reason(own, errno));
    nh_arena_destroy(own);
    return done;
}

/* ---- folders to work in ---- */

#define WORKSHOP_PREFIX "making-"
enum { SECONDS_OF_A_WORKSHOP = 3600 };

/* With all files in it; takes no memory of an arena. */
static void remove_workshop(void *object) {
    const char *path = object;
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(path);
}

const char *nh_cache_workshop(const nh_cache *cache) {
    char *path = join_path(cache->arena, cache->folder, WORKSHOP_PREFIX "XXXXXX");
    nh_arena_on_release(cache->arena, remove_workshop, path);
    if (mkdtemp(path) != NULL) return path;
    nh_native_note(nh_arena_context(cache->arena), "native-folder", "cannot write to the folder '%s': %s",
                   cache->folder, nh_process_reason(cache->arena, errno));
    return NULL;
}

const char *nh_cache_write(const nh_cache *cache, const char *workshop, const char *name, const nh_text *text) {
    nh_arena *own = nh_arena_create(nh_arena_context(cache->arena));
    const char *path = join_path(cache->arena, workshop, name);
    int *file = open_file(own, path, O_WRONLY | O_CREAT | O_EXCL);
    bool written = *file >= 0 && write_all(*file, text->bytes, text->length);
    if (!written)
        nh_native_note(nh_arena_context(cache->arena), "native-folder", "cannot write '%s': %s", path,
                       nh_process_reason(own, errno));
    nh_arena_destroy(own);
    return written ? path : NULL;
}

/* ---- trimming ---- */

typedef struct entry {
    struct timespec used;
    const char *path;
} entry;

typedef NH_ARRAY(entry) entries;

static int by_age(const void *left, const void *right) {
    const entry *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec) return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    if (a->used.tv_nsec != b->used.tv_nsec) return a->used.tv_nsec < b->used.tv_nsec ? -1 : 1;
    return strcmp(a->path, b->path);
}

static bool is_entry(const char *name) {
    return strspn(name, "0123456789abcdef") == KEY_LENGTH && strcmp(name + KEY_LENGTH, ENTRY_SUFFIX) == 0;
}

static void consider_entry(const nh_cache *cache, entries *found, const char *name) {
    struct stat info;
    bool is_workshop = strncmp(name, WORKSHOP_PREFIX, strlen(WORKSHOP_PREFIX)) == 0;
    if (!is_workshop && !is_entry(name)) return;
    char *path = join_path(found->arena, cache->folder, name);
    if (lstat(path, &info) != 0) return;
    if (is_workshop && S_ISDIR(info.st_mode)) {
        if (info.st_mtim.tv_sec < time(NULL) - SECONDS_OF_A_WORKSHOP) remove_workshop(path);
    } else if (!is_workshop) {
        nh_array_push(found, ((entry){info.st_mtim, path}));
    }
}

static void close_folder(void *object) {
    DIR **folder = object;
    if (*folder != NULL) closedir(*folder);
}

void nh_cache_trim(const nh_cache *cache, size_t most) {
    nh_arena *own = nh_arena_create(nh_arena_context(cache->arena));
    entries found = {.arena = own};
    DIR **folder = NH_NEW(own, DIR *);
    nh_arena_on_release(own, close_folder, folder);
    *folder = opendir(cache->folder);
    while (*folder != NULL) {
        struct dirent *next = readdir(*folder);
        if (next == NULL) break;
        consider_entry(cache, &found, next->d_name);
    }
    if (found.count > most) {
        qsort(found.items, found.count, sizeof *found.items, by_age);
        for (size_t i = 0; i < found.count - most; i++) unlink(found.items[i].path);
    }
    nh_arena_destroy(own);
}
