/* nonholo-bench [PART...]: speed as ratios in one run; all parts when none is named. Exit status 0 also when a goal is
 * missed: a busy machine is not an error. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static const struct part {
    const char *name;
    void (*run)(nh_context *context);
} parts[] = {{"tape", bench_tape},
             {"chain", bench_chain},
             {"read", bench_read},
             {"ode", bench_ode},
             {"accelerations", bench_accelerations},
             {"motion", bench_motion},
             {"algebra", bench_algebra},
             {"derive", bench_derive},
             {"linearize", bench_linearize},
             {"commands", bench_commands}};

enum { PARTS = sizeof parts / sizeof parts[0] };

static bool is_known(const char *name) {
    for (int i = 0; i < PARTS; i++)
        if (strcmp(parts[i].name, name) == 0) return true;
    return false;
}

static bool is_wanted(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return true;
    return count == 0;
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++)
        if (!is_known(arguments[i])) {
            fprintf(stderr, "nonholo-bench: there is no part '%s'\n", arguments[i]);
            return 2;
        }
    nh_install_hooks();
    nh_context_def def = nh_default_context();
    nh_context *context;
    if (nh_context_create(&def, &context) != NH_OK) return 1;
    bench_note("nonholo %s (%s), core %d", nh_version(), nh_version_libraries(), bench_pin());
    for (int i = 0; i < PARTS; i++)
        if (is_wanted(parts[i].name, count - 1, arguments + 1)) parts[i].run(context);
    bench_note("%d goals missed", bench_missed());
    nh_context_destroy(context);
    return 0;
}
