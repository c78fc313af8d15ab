/* Model files as tests: one cmocka test for every *.nh file of a folder, or for every model that there is: those of
 * models/, which are built in, and those of tests/models. */
#ifndef NH_TESTS_FILES_H
#define NH_TESTS_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include <nonholo/model.h>

#include "base/io/file.h"
#include "lang/lang.h"

enum { FILES_MAX = 400, FILES_NAME = 120 };

typedef struct files {
    size_t count;
    char names[FILES_MAX][FILES_NAME]; /* without ".nh", sorted */
    struct CMUnitTest tests[FILES_MAX];
} files;

static inline int files_order(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Adds the files of root/folder, each as folder/name. */
static inline void files_add(files *f, const char *root, const char *folder) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", root, folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name);
        if (length <= 3 || strcmp(entry->d_name + length - 3, ".nh") != 0) continue;
        assert_true(f->count < FILES_MAX && strlen(folder) + length < FILES_NAME);
        snprintf(f->names[f->count++], FILES_NAME, "%s%s%.*s", folder, folder[0] ? "/" : "", (int)length - 3,
                 entry->d_name);
    }
    closedir(directory);
    qsort(f->names, f->count, FILES_NAME, files_order);
}

static inline void files_list(files *f, const char *folder) {
    f->count = 0;
    files_add(f, folder, "");
}

/* All models, as paths from tests/ without ".nh". */
static inline void files_list_models(files *f) {
    static const char *const sources[] = {"algebraic", "classics", "examples", "homogeneous", "rheonomous", "simple"};
    f->count = 0;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char folder[40];
        snprintf(folder, sizeof folder, "../models/%s", sources[i]);
        files_add(f, NH_TEST_SOURCE, folder);
    }
    if (f->count != nh_builtin_count()) fail_msg("these are not all folders of models/");
    files_add(f, NH_TEST_SOURCE, "models");
}

/* The name of a file without its folder. */
static inline const char *files_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static inline int files_run_listed(const char *group, files *f, CMUnitTestFunction test) {
    for (size_t i = 0; i < f->count; i++)
        f->tests[i] = (struct CMUnitTest){.name = f->names[i], .test_func = test, .initial_state = f->names[i]};
    return _cmocka_run_group_tests(group, f->tests, f->count, NULL, NULL);
}

/* Runs the test for every file, with its name as the state, and fails when there are fewer than `least`. */
static inline int files_run(const char *group, const char *folder, size_t least, CMUnitTestFunction test) {
    static files f;
    files_list(&f, folder);
    if (f.count < least) {
        fprintf(stderr, "%s has %zu model files, not %zu\n", folder, f.count, least);
        return 1;
    }
    return files_run_listed(group, &f, test);
}

/* The same for all models. */
static inline int files_run_models(const char *group, CMUnitTestFunction test) {
    static files f;
    files_list_models(&f);
    return files_run_listed(group, &f, test);
}

static inline const char *files_path(nh_arena *arena, const char *folder, const char *name, const char *ending) {
    size_t size = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = NH_NEW_ARRAY(arena, char, size);
    snprintf(path, size, "%s/%s%s", folder, name, ending);
    return path;
}

static inline const char *files_severity(nh_severity severity) {
    return severity == NH_SEVERITY_ERROR ? "error" : severity == NH_SEVERITY_WARNING ? "warning" : "note";
}

/* Reads a model and fails, with all diagnostics, on errors and, where they are not wanted, on warnings. */
static inline nh_model *files_model(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                                    bool allow_warnings) {
    size_t before = nh_context_diag_count(context);
    nh_status status = NH_OK;
    nh_model *model = nh_lang_read(context, def, text, length, &status);
    bool is_bad = !model || status != NH_OK;
    for (size_t i = before; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity == NH_SEVERITY_NOTE || (allow_warnings && diag->severity == NH_SEVERITY_WARNING)) continue;
        print_error("%s:%u:%u: %s: %s [%s] %s\n", def->name, diag->line, diag->column, files_severity(diag->severity),
                    diag->sentence, diag->code, diag->hint ? diag->hint : "");
        is_bad = true;
    }
    if (is_bad) fail_msg("%s was not read cleanly", def->name);
    return model;
}

/* Whether a model has a start, and no function without a body. */
static inline bool files_can_move(const nh_model *model) {
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED) return false;
    return model->initials.count > 0;
}

#endif
