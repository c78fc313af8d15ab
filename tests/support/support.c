#include "support.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t number_from(const char *variable, uint64_t otherwise) {
    const char *text = getenv(variable);
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : otherwise;
}

uint64_t test_seed(void) {
    static bool said = false;
    uint64_t seed = number_from("NH_TEST_SEED", 1);
    if (!said) printf("NH_TEST_SEED=%llu\n", (unsigned long long)seed);
    said = true;
    return seed;
}

int test_count(int n) {
    uint64_t factor = number_from("NH_TEST_FACTOR", 1);
    return factor > 0 ? (int)((uint64_t)n * factor) : 1;
}

static nh_context *context_from(nh_context_def def) {
    nh_context *context = NULL;
    nh_install_hooks();
    def.seed = test_seed();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    return context;
}

nh_context *test_context(void) {
    return context_from(nh_default_context());
}

static void print_diags(const nh_context *context) {
    for (size_t i = 0; i < nh_context_diag_count(context); i++)
        print_error("%s: %s\n", nh_context_diag(context, i)->code, nh_context_diag(context, i)->sentence);
}

void test_run(nh_context *context, test_body body, void *argument) {
    nh_status status = test_protect(context, body, argument);
    if (status != NH_OK) print_diags(context);
    assert_string_equal(nh_status_name(status), "NH_OK");
}

void test_in_context(test_body body) {
    nh_context *context = test_context();
    test_run(context, body, NULL);
    nh_context_destroy(context);
}

const char *test_last_code(const nh_context *context) {
    size_t count = nh_context_diag_count(context);
    return count > 0 ? nh_context_diag(context, count - 1)->code : "";
}

/* Memory with its size in front and a mark, to check what the library says about it. */
typedef union header {
    struct {
        size_t size, mark;
    };
    max_align_t align;
} header;

#define MARK ((size_t)0x6d61726b6d61726bu)

static bool is_failing(test_memory *memory) {
    memory->calls++;
    if (memory->fail_at == 0 || memory->calls < memory->fail_at) return false;
    if (memory->calls > memory->fail_at && !memory->fail_from_then) return false;
    memory->failed++;
    return true;
}

static void *checked_resize(void *user, void *block, size_t old_size, size_t new_size) {
    test_memory *memory = user;
    header *old = block != NULL ? (header *)block - 1 : NULL;
    if (old != NULL) {
        assert_true(old->mark == MARK);
        assert_int_equal(old->size, old_size);
    }
    if (new_size > 0 && is_failing(memory)) return NULL;
    if (old != NULL) memory->blocks--, memory->bytes -= old_size;
    if (new_size == 0) {
        if (old != NULL) old->mark = 0;
        free(old);
        return NULL;
    }
    header *moved = realloc(old, sizeof(header) + new_size);
    assert_non_null(moved);
    moved->size = new_size;
    moved->mark = MARK;
    memory->blocks++, memory->bytes += new_size;
    if (memory->bytes > memory->peak) memory->peak = memory->bytes;
    return moved + 1;
}

nh_context_def test_memory_def(test_memory *memory) {
    nh_context_def def = nh_default_context();
    def.allocator = (nh_allocator){memory, checked_resize};
    return def;
}

/* One run with request number fail_at failing (0: none); returns how many requests the body made. */
static uint64_t run_with_failure(test_body body, void *argument, uint64_t fail_at) {
    test_memory memory = {0};
    nh_context *context = context_from(test_memory_def(&memory));
    uint64_t before = memory.calls;
    memory.fail_at = fail_at > 0 ? before + fail_at : 0;
    nh_status status = test_protect(context, body, argument);
    uint64_t calls = memory.calls - before;
    if (memory.failed == 0) assert_int_equal(status, NH_OK);
    else if (status != NH_OK) assert_string_equal(nh_status_name(status), "NH_E_MEMORY");
    if (status == NH_E_MEMORY) assert_string_equal(test_last_code(context), "memory");
    memory.fail_at = 0;
    test_run(context, body, argument);
    nh_context_destroy(context);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(memory.bytes, 0);
    return calls;
}

uint64_t test_every_failure(test_body body, void *argument, uint64_t most) {
    uint64_t requests = run_with_failure(body, argument, 0);
    uint64_t stride = most > 0 && requests > most ? (requests + most - 1) / most : 1;
    uint64_t injected = 0;
    for (uint64_t at = 1; at <= requests; at += stride, injected++) run_with_failure(body, argument, at);
    return injected;
}

static char folder[256];
static pid_t folder_owner;

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *walk) {
    (void)info;
    (void)type;
    (void)walk;
    return remove(path);
}

static void remove_folder(void) {
    if (getpid() == folder_owner) nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *test_folder(void) {
    if (*folder != '\0') return folder;
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nonholo-test-XXXXXX", base != NULL && *base != '\0' ? base : "/tmp");
    assert_non_null(mkdtemp(folder));
    folder_owner = getpid();
    atexit(remove_folder);
    return folder;
}

const char *test_path(const char *name) {
    static char paths[8][1024];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
    return path;
}

nh_model *test_read_model(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_model *model;
    def.name = "case";
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) fail_msg("%s: %s", text, nh_context_diag(context, 0)->sentence);
    return model;
}
