/* What the functions nh_X_print share. */
#ifndef NH_API_PRINT_PRIVATE_H
#define NH_API_PRINT_PRIVATE_H

#include <nonholo/print.h>

#include "api/border_private.h"
#include "base/text/text.h"

/* Which object is printed, and by what. */
typedef struct nh_print_request {
    const char *name; /* of the public function, for messages */
    void (*print)(nh_text *text, nh_print_as as, void *object);
    void *object;        /* NULL: it is wrong, and nothing else is examined */
    nh_context *context; /* of the object */
    nh_arena *arena;     /* of the object; it gets the text */
} nh_print_request;

/* Checks the arguments and prints in a protected call. *text is NULL when the status is not NH_OK. */
nh_status nh_print_object(const nh_print_request *request, nh_print_as as, const char **text);

/* In a public function: prints an object that knows its context and its arena, and may be NULL. */
#define NH_PRINT(object, print, as, text)                                                                              \
    nh_print_object(&(nh_print_request){__func__, print, object, NH_CONTEXT_OF(object),                                \
                                        (object) != NULL ? (object)->arena : NULL},                                    \
                    as, text)

#endif
