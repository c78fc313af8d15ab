/* nonholo version: what this is. */
#include <stdio.h>

#include "command.h"

exit_status run_version(const options *given) {
    (void)given;
    printf("nonholo %s (%s)\n", nh_version(), nh_version_libraries());
    return EXIT_DONE;
}
