/* What the functions nh_X_print share. */
#ifndef NH_API_PRINT_PRIVATE_H
#define NH_API_PRINT_PRIVATE_H

#include <nonholo/print.h>

#include "base/text.h"

/* Which object is printed, and by what. */
typedef struct nh_printing {
    const char *name; /* of the public function, for messages */
    void (*print)(nh_text *text, nh_print_as as, void *object);
    void *object;        /* NULL: it is wrong, and nothing else is looked at */
    nh_context *context; /* of the object */
    nh_arena *arena;     /* of the object; it gets the text */
} nh_printing;

/* Checks the arguments and prints in a protected call. *text is NULL when the status is not NH_OK. */
nh_status nh_print_object(const nh_printing *printing, nh_print_as as, const char **text);

#endif
