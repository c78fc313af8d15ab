/* Any bytes as the text of an expression: reading ends with an expression that is printed and read back as itself, or
 * with 1 to 20 errors at places within the text. */
#include "fuzz.h"

#include <string.h>

#include "base/text/utf8.h"
#include "vocabulary.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    nh_install_hooks();
    return 0;
}

static size_t line_count(const char *text, size_t length) {
    size_t lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n' || (text[i] == '\r' && (i + 1 >= length || text[i + 1] != '\n'));
    return lines;
}

static void check_errors(const nh_context *context, const char *text, size_t length) {
    size_t count = nh_context_diag_count(context), lines = line_count(text, length);
    FUZZ_CHECK(count >= 1 && count <= NH_TOKEN_ERRORS_MAX, "%zu errors", count);
    for (size_t i = 0; i < count; i++) {
        const nh_diag *d = nh_context_diag(context, i);
        FUZZ_CHECK(d->line >= 1 && d->line <= lines && d->column >= 1 && d->column <= length + 1, "%s", d->sentence);
        FUZZ_CHECK(strlen(d->sentence) > 0 && d->status == NH_E_MODEL, "%s", d->code);
    }
}

static void body(nh_context *context, void *argument) {
    const fuzz_input *input = argument;
    const char *text = (const char *)input->data;
    vocabulary v = vocabulary_make(context);
    nh_expr e, back;
    if (!vocabulary_read_bytes(&v, text, input->size, &e)) {
        check_errors(context, text, input->size);
        return;
    }
    FUZZ_CHECK(nh_context_diag_count(context) == 0, "diagnostics without an error");
    const char *printed = vocabulary_print(&v, e);
    FUZZ_CHECK(vocabulary_read(&v, printed, &back), "%s", printed);
    FUZZ_CHECK(back == e, "%s\n%s", printed, vocabulary_print(&v, back));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_run(body, data, size);
    return 0;
}
