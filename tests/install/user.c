/* The smallest program of a stranger: builds and runs against the installed library. */
#include <nonholo/nonholo.h>

#include <stdio.h>

int main(void) {
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    nh_status status = nh_context_create(&def, &context);
    const char *version = nh_version();
    printf("nonholo %s\n", version);
    nh_context_destroy(context);
    return status != NH_OK || version[0] == '\0';
}
