/* Normal forms of expressions: one field each, in one call of the guard. */
#include "algebra/field/normal.h"

#include "algebra/field/field_private.h"
#include "base/protect.h"
#include "num/guard.h"

/* What one normal form may cost before it is given up. */
#define MOST_WORK 1000000000
#define MOST_MEMORY ((size_t)1 << 30)
/* How often a field is made anew because an angle has a larger denominator than was known. */
enum { MOST_FIELDS = 8 };

typedef enum wanted_form { ZERO, EXPANDED, FACTORED } wanted_form;

typedef struct job {
    nh_pool *pool;
    nh_expr e;
    wanted_form wanted;
    bool is_joined; /* with angles put together too */
    bool is_done, has_value, is_zero;
    nh_expr results[NH_FORMS]; /* the first one first: it is there even when the others take too long */
} job;

static void take_expanded(job *work, nh_field *field, nh_element a) {
    a = nh_element_rationalise(field, a);
    work->results[0] = nh_field_expr(field, a);
    if (!work->is_joined) return;
    work->results[1] = nh_field_expr_joined(field, a, true);
    work->results[2] = nh_field_expr_joined(field, a, false);
}

static void take_factored(job *work, nh_field *field, nh_element a) {
    work->results[0] = nh_field_expr_factored(field, a);
    if (!work->is_joined) return;
    work->results[1] = nh_field_expr_factored_joined(field, a, true);
    work->results[2] = nh_field_expr_factored_joined(field, a, false);
}

static void take_result(job *work, nh_field *field, nh_element a) {
    work->is_zero = nh_element_is_zero(a);
    if (work->wanted == EXPANDED) take_expanded(work, field, a);
    if (work->wanted == FACTORED) take_factored(work, field, a);
}

static void normalise(void *argument) {
    job *work = argument;
    nh_arena *arena = nh_arena_create(nh_pool_context(work->pool));
    nh_field *field = NULL;
    for (int i = 0; i < MOST_FIELDS && !work->is_done; i++) {
        nh_element a;
        nh_field *earlier = field;
        field = nh_field_make(work->pool, arena, earlier);
        if (earlier != NULL) nh_field_free(earlier);
        work->has_value = nh_field_enter(field, work->e, &a);
        work->is_done = field->is_settled;
        if (work->is_done && work->has_value) take_result(work, field, a);
    }
    if (field != NULL) nh_field_free(field);
    nh_arena_destroy(arena);
}

static void call(void *argument) {
    nh_guard_call(nh_pool_context(((job *)argument)->pool), normalise, argument);
}

/* False when it takes too long. */
static bool try(job *work) {
    nh_budget budget = {.work = MOST_WORK, .memory = MOST_MEMORY};
    return nh_attempt(nh_pool_context(work->pool), &budget, call, work) == NH_OK && work->is_done;
}

static void find_forms(nh_pool *pool, nh_expr e, wanted_form wanted, bool is_joined, nh_expr *forms) {
    job work = {.pool = pool, .e = e, .wanted = wanted, .is_joined = is_joined};
    for (int i = 0; i < NH_FORMS; i++) work.results[i] = e;
    bool has_value = !try(&work) || work.has_value;
    for (int i = 0; i < NH_FORMS; i++) forms[i] = has_value ? work.results[i] : NH_EXPR_UNDEFINED;
}

static nh_expr normal(nh_pool *pool, nh_expr e, wanted_form wanted) {
    nh_expr forms[NH_FORMS];
    find_forms(pool, e, wanted, false, forms);
    return forms[0];
}

nh_expr nh_expr_normal(nh_pool *pool, nh_expr e) {
    return normal(pool, e, EXPANDED);
}

nh_expr nh_expr_factored(nh_pool *pool, nh_expr e) {
    return normal(pool, e, FACTORED);
}

void nh_expr_normal_forms(nh_pool *pool, nh_expr e, nh_expr forms[NH_FORMS]) {
    find_forms(pool, e, EXPANDED, true, forms);
}

void nh_expr_factored_forms(nh_pool *pool, nh_expr e, nh_expr forms[NH_FORMS]) {
    find_forms(pool, e, FACTORED, true, forms);
}

bool nh_expr_is_proved_zero(nh_pool *pool, nh_expr e) {
    job work = {.pool = pool, .e = e};
    return try(&work) && work.has_value && work.is_zero;
}
