/* Any bytes as a CSV of states: reading ends with as many finite numbers as there are rows and columns, exact ones the same, or with one
 * error at a place within the text. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "truth/eval/state_table.h"

static const char *const names[] = {"t", "x", "a[1]", "x'", "a[1]'"};
enum { NAMES = sizeof names / sizeof *names };

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    nh_install_hooks();
    return 0;
}

typedef struct reading {
    const fuzz_input *input;
    nh_arena *arena;
    const nh_state_table *table;
} reading;

static void read_table(nh_context *context, void *argument) {
    reading *r = argument;
    nh_state_table_def def = {NAMES, names, false, true};
    r->arena = nh_arena_create(context);
    r->table = nh_state_table_read(r->arena, "f", (const char *)r->input->data, r->input->size, &def);
}

static void check_error(const nh_context *context, const fuzz_input *input) {
    const nh_diag *d = nh_context_diag(context, nh_context_diag_count(context) - 1);
    FUZZ_CHECK(d->line >= 1 && d->line <= input->size + 1 && d->column >= 1 && d->column <= input->size + 1, "%s",
               d->sentence);
    FUZZ_CHECK(strlen(d->sentence) > 0 && d->status == NH_E_IO, "%s", d->code);
}

static void check_table(nh_context *context, nh_arena *arena, const nh_state_table *table) {
    for (size_t i = 0; i < table->states; i++) {
        const nh_rat *numbers = nh_state_table_exact(table, arena, i);
        const double *values = table->values + i * NAMES;
        for (size_t k = 0; k < NAMES; k++) {
            FUZZ_CHECK(isfinite(values[k]), "number %zu of state %zu", k, i);
            double exact = nh_rat_double(context, numbers[k]);
            FUZZ_CHECK(exact == values[k], "%.17g and %.17g", exact, values[k]);
        }
    }
}

static void body(nh_context *context, void *argument) {
    reading r = {.input = argument};
    nh_status status = test_protect(context, read_table, &r);
    if (status == NH_E_IO) check_error(context, argument);
    else if (status != NH_OK) nh_raise(context, status);
    else check_table(context, r.arena, r.table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_run(body, data, size);
    return 0;
}
