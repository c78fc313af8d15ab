/* What the files of the border share: objects in arenas of their own, and saying that a call is wrong. */
#ifndef NH_API_BORDER_PRIVATE_H
#define NH_API_BORDER_PRIVATE_H

#include <nonholo/model.h>

#include "base/arena.h"

/* NH_E_USAGE, with a diagnostic of this sentence, after the name of the public function unless that is NULL. The
 * context may be NULL: then without. */
nh_status nh_refuse(nh_context *context, const char *function, const char *sentence);

/* In a public function: that a call for the object is wrong. The object, which knows its context, may be NULL: that is
 * what is wrong then, and there is nowhere to say so. */
#define NH_CONTEXT_OF(object) ((object) != NULL ? (object)->context : NULL)
#define NH_REFUSE(object, sentence) nh_refuse(NH_CONTEXT_OF(object), __func__, sentence)

/* Whether the list and all in it are there. */
bool nh_are_strings(nh_strings list);

/* What the default functions put into a def: one that has another number was not made by its own. No two are equal; a
 * def that gets another shape gets another number. */
enum {
    NH_MAGIC_CHECK = 0x6e686331,
    NH_MAGIC_COMPARE = 0x6e687332,
    NH_MAGIC_DERIVE = 0x6e686431,
    NH_MAGIC_DISPLACEMENTS = 0x6e687831,
    NH_MAGIC_EVAL = 0x6e686531,
    NH_MAGIC_EXPORT = 0x6e686231,
    NH_MAGIC_FLOQUET = 0x6e686631,
    NH_MAGIC_IMPLIES = 0x6e686931,
    NH_MAGIC_INTEGRALS = 0x6e686c31,
    NH_MAGIC_JUDGE = 0x6e686a31,
    NH_MAGIC_LINEARIZE = 0x6e686d31,
    NH_MAGIC_LYAPUNOV = 0x6e687931,
    NH_MAGIC_READ = 0x6e687231,
    NH_MAGIC_PERIODIC = 0x6e687032,
    NH_MAGIC_REPORT = 0x6e687031,
    NH_MAGIC_RUN = 0x6e687232,
    NH_MAGIC_STABILITY = 0x6e687432,
    NH_MAGIC_STEADY = 0x6e687431,
    NH_MAGIC_VERIFY = 0x6e687631,
};

/* Making an object of a model. */
typedef struct nh_make_request {
    const char *function; /* the public one */
    const nh_model *model;
    const void *def;
    const char *wrong; /* with the arguments; NULL: nothing */
    bool has_place;    /* for the result */
    /* In the arena, which the object owns from then on. */
    void *(*make)(nh_arena *arena, const nh_model *model, const void *def);
    void *made; /* NULL where the status is not NH_OK */
} nh_make_request;

/* Checks and makes, in a protected call. */
nh_status nh_border_make(nh_make_request *making);

/* NH_OK where the object, which may be NULL, has an item of this number, of which `what` is the name, and
 * there is a place for it. */
nh_status nh_border_ask(nh_context *context, const char *function, const void *place, size_t number, size_t count,
                        const char *what);
#define NH_ASK(object, place, number, count, what)                                                                     \
    nh_border_ask(NH_CONTEXT_OF(object), __func__, place, number, (object) != NULL ? (count) : 0, what)

#endif
