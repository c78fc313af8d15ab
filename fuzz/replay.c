/* Runs a fuzz target over all files of a folder, in the order of their names: replay_NAME FOLDER... */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void *checked(void *memory) {
    if (memory != NULL) return memory;
    fprintf(stderr, "out of memory\n");
    exit(1);
}

static void replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    struct stat info;
    if (file == NULL || stat(path, &info) != 0) {
        perror(path);
        exit(1);
    }
    uint8_t *data = checked(malloc((size_t)info.st_size + 1));
    size_t size = fread(data, 1, (size_t)info.st_size, file);
    fclose(file);
    uint8_t *exact =
        checked(malloc(size > 0 ? size : 1)); /* no byte more, so that AddressSanitizer sees a read after the end */
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    free(data);
}

/* The names in the folder, sorted; *count of them. */
static char **list_folder(const char *folder, size_t *count) {
    DIR *open = opendir(folder);
    if (open == NULL) {
        perror(folder);
        exit(1);
    }
    char **names = NULL;
    *count = 0;
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        names = checked(realloc(names, (*count + 1) * sizeof *names));
        names[(*count)++] = checked(strdup(entry->d_name));
    }
    closedir(open);
    if (*count > 1) qsort(names, *count, sizeof *names, by_name);
    return names;
}

static size_t replay_folder(const char *folder) {
    size_t count;
    char **names = list_folder(folder, &count);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(folder) + strlen(names[i]) + 2;
        char *path = checked(malloc(length));
        snprintf(path, length, "%s/%s", folder, names[i]);
        printf("%s\n", names[i]);
        fflush(stdout); /* the last name is the one to blame */
        replay_file(path);
        free(path);
        free(names[i]);
    }
    free(names);
    return count;
}

int main(int argc, char **argv) {
    LLVMFuzzerInitialize(&argc, &argv);
    size_t count = 0;
    for (int i = 1; i < argc; i++) count += replay_folder(argv[i]);
    printf("%zu inputs\n", count);
    return count > 0 ? 0 : 1;
}
