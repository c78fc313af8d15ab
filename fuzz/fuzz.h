/* What the fuzz targets share. A target is a program for libFuzzer (clang, preset `fuzz`); the same file with replay.c
 * runs over the corpus in every build, as the test fuzz.NAME. */
#ifndef NH_FUZZ_FUZZ_H
#define NH_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <nonholo/nonholo.h>

#include "../tests/support/body.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
    size_t at; /* next byte */
} fuzz_input;

/* Says what is wrong and ends the process, so that the fuzzer keeps the input. */
#define FUZZ_CHECK(condition, ...)                                                                                     \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "\n%s:%d: %s\n", __FILE__, __LINE__, #condition);                                          \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fprintf(stderr, "\n");                                                                                     \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The next byte, 0 after the last. */
static inline uint8_t fuzz_byte(fuzz_input *input) {
    return input->at < input->size ? input->data[input->at++] : 0;
}

/* Runs the body in a context of its own with limits that no sensible input reaches; reaching one is fine. */
static inline void fuzz_run(test_body body, const uint8_t *data, size_t size) {
    nh_context_def def = nh_default_context();
    def.limits = (nh_limits){.memory = (size_t)512 << 20, .nodes = 20000, .work = 300000, .seconds = 20};
    nh_context *context = NULL;
    FUZZ_CHECK(nh_context_create(&def, &context) == NH_OK, "no context");
    fuzz_input input = {data, size, 0};
    nh_status status = test_protect(context, body, &input);
    FUZZ_CHECK(status == NH_OK || status == NH_E_LIMIT, "%s", nh_status_name(status));
    nh_context_destroy(context);
}

#endif
