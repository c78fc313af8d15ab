/* Normal forms of expressions: one field each, in one call of the guard. */
#include "algebra/field/normal.h"

#include <string.h>

#include "algebra/field/field_private.h"
#include "expr/answers.h"
#include "expr/inspect.h"

/* What one normal form may cost before it is given up. */
#define MOST_WORK 1000000000
#define MOST_MEMORY ((size_t)1 << 30)

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

static bool run_normalisation(nh_field *field, void *question) {
    job *work = question;
    nh_element a;
    work->has_value = nh_field_enter(field, work->e, &a);
    work->is_done = field->is_settled;
    if (work->is_done && work->has_value) take_result(work, field, a);
    return work->is_done;
}

/* False when it takes too long. */
static bool try_fields(job *work) {
    nh_budget budget = {.work = MOST_WORK, .memory = MOST_MEMORY};
    return nh_field_ask(work->pool, &budget, run_normalisation, work) && work->is_done;
}

static void find_forms(nh_pool *pool, nh_expr e, wanted_form wanted, bool is_joined, nh_expr *forms) {
    nh_question question = wanted == FACTORED ? NH_ASKED_FACTORED : NH_ASKED_EXPANDED;
    const nh_answer *answer = is_joined ? nh_answer_find(pool, question, e) : NULL;
    if (answer != NULL) {
        memcpy(forms, answer->items, NH_FORMS * sizeof *forms);
        return;
    }
    uint64_t begun = nh_answer_begin(pool);
    job work = {.pool = pool, .e = e, .wanted = wanted, .is_joined = is_joined};
    for (int i = 0; i < NH_FORMS; i++) work.results[i] = e;
    bool has_value = !try_fields(&work) || work.has_value;
    for (int i = 0; i < NH_FORMS; i++) forms[i] = has_value ? work.results[i] : NH_EXPR_UNDEFINED;
    if (is_joined) nh_answer_keep(pool, question, e, begun, NH_FORMS, forms);
}

static nh_expr normal_form(nh_pool *pool, nh_expr e, wanted_form wanted) {
    nh_expr forms[NH_FORMS];
    find_forms(pool, e, wanted, false, forms);
    return forms[0];
}

nh_expr nh_expr_normal(nh_pool *pool, nh_expr e) {
    return normal_form(pool, e, EXPANDED);
}

nh_expr nh_expr_factored(nh_pool *pool, nh_expr e) {
    return normal_form(pool, e, FACTORED);
}

void nh_expr_normal_forms(nh_pool *pool, nh_expr e, nh_expr forms[NH_FORMS]) {
    find_forms(pool, e, EXPANDED, true, forms);
}

void nh_expr_factored_forms(nh_pool *pool, nh_expr e, nh_expr forms[NH_FORMS]) {
    find_forms(pool, e, FACTORED, true, forms);
}

bool nh_expr_is_proved_zero(nh_pool *pool, nh_expr e) {
    job work = {.pool = pool, .e = e};
    return try_fields(&work) && work.has_value && work.is_zero;
}

nh_expr nh_expr_shortest(nh_pool *pool, nh_expr e) {
    nh_expr forms[] = {nh_expr_normal(pool, e), nh_expr_factored(pool, e)};
    for (int i = 0; i < 2; i++)
        if (forms[i] != NH_EXPR_UNDEFINED && nh_expr_length(pool, forms[i]) < nh_expr_length(pool, e)) e = forms[i];
    return e;
}
