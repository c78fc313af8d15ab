/* What public functions have in common. A diagnostic needs memory, so it too is made in a protected call. */
#include "api/border_private.h"

#include <stdio.h>

#include "base/assert.h"
#include "base/protect.h"
#include "model/model.h"

typedef struct refusal {
    nh_context *context;
    const char *function, *sentence;
} refusal;

static void refuse_usage(void *argument) {
    const refusal *r = argument;
    bool has_name = r->function != NULL;
    nh_fail(r->context, NH_E_USAGE, "usage", "%s%s%s", has_name ? r->function : "", has_name ? ": " : "", r->sentence);
}

nh_status nh_refuse(nh_context *context, const char *function, const char *sentence) {
    NH_ASSERT(sentence != NULL);
    return context == NULL ? NH_E_USAGE : nh_protect(context, refuse_usage, &(refusal){context, function, sentence});
}

static void make_object(void *argument) {
    nh_make_request *m = argument;
    m->made = m->make(nh_arena_create(m->model->context), m->model, m->def);
}

nh_status nh_border_make(nh_make_request *making) {
    NH_ASSERT(making->function != NULL && making->make != NULL);
    if (making->model == NULL) return NH_E_USAGE;
    nh_context *context = making->model->context;
    if (!making->has_place) return nh_refuse(context, making->function, "the pointer for the result is NULL");
    if (making->wrong != NULL) return nh_refuse(context, NULL, making->wrong);
    nh_status status = nh_protect(context, make_object, making);
    if (status != NH_OK) making->made = NULL;
    return status;
}

nh_status nh_border_ask(nh_context *context, const char *function, const void *place, size_t number, size_t count,
                        const char *what) {
    NH_ASSERT(function != NULL && what != NULL && strlen(what) < 40);
    char sentence[80];
    if (place == NULL) return nh_refuse(context, function, "the pointer for the result is NULL");
    if (number < count) return NH_OK;
    (void)snprintf(sentence, sizeof sentence, "there is no %s of this number", what);
    return nh_refuse(context, function, sentence);
}

bool nh_are_strings(nh_strings list) {
    if (list.items == NULL) return list.count == 0;
    for (size_t i = 0; i < list.count; i++)
        if (list.items[i] == NULL) return false;
    return true;
}
