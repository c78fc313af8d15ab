/* nonholo version: what this is. */
#include <stdio.h>

#include "command.h"

exit_status run_version(int count, char **words) {
    if (count > 0) {
        complain("'version' takes no arguments, but there is '%s'", words[0]);
        return EXIT_USAGE;
    }
    printf("nonholo %s (%s)\n", nh_version(), nh_version_libraries());
    return EXIT_DONE;
}
