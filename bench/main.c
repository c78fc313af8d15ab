/* nonholo-bench: speed as ratios in one run. Exit status 0 also when a goal is missed: a busy machine is no error. */
#include <stdio.h>

#include "bench.h"

int main(void) {
    nh_install_hooks();
    nh_context_def def = nh_default_context();
    nh_context *context;
    if (nh_context_create(&def, &context) != NH_OK) return 1;
    bench_note("nonholo %s (%s), core %d", nh_version(), nh_version_libraries(), bench_pin());
    bench_tape(context);
    bench_chain(context);
    bench_read(context);
    bench_ode(context);
    bench_note("%d goals missed", bench_missed());
    nh_context_destroy(context);
    return 0;
}
