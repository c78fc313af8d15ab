/* What all of linear algebra has in common: entries become elements of one field, within a budget. */
#include "algebra/domain/identity.h"
#include "algebra/linear/linear_private.h"

/* What one call may cost before it is given up. */
#define MOST_WORK 50000000
#define MOST_MEMORY ((size_t)1 << 30)

/* False when an entry has no value. Equal entries are entered once. */
static bool enter_list(nh_field *field, nh_map *known, size_t count, const nh_expr *entries, nh_element *all) {
    for (size_t i = 0; i < count; i++) {
        bool is_new;
        uint64_t *place = nh_map_slot(known, entries[i], &is_new);
        nh_element *element = is_new ? NH_NEW(field->arena, nh_element) : (nh_element *)(uintptr_t)*place;
        *place = (uintptr_t)element;
        if (is_new && !nh_field_enter(field, entries[i], element)) return false;
        all[i] = *element;
    }
    return true;
}

static void rationalise_all(nh_field *field, size_t count, nh_element *all) {
    for (size_t i = 0; i < count; i++) all[i] = nh_element_rationalise(field, all[i]);
}

typedef struct request {
    nh_linear_job *job;
    bool is_rationalised;
} request;

/* Whether no other field is needed: the work is done, or cannot be. */
static bool work_in(nh_field *field, void *question) {
    const request *r = question;
    nh_linear_job *job = r->job;
    nh_element *all[2];
    nh_map known = nh_map_make(field->arena);
    bool have_values = true;
    for (int i = 0; i < 2; i++) {
        all[i] = NH_NEW_ARRAY(field->arena, nh_element, job->count[i] + 1);
        have_values = have_values && enter_list(field, &known, job->count[i], job->entries[i], all[i]);
    }
    if (!field->is_settled) return false;
    if (!have_values) return true;
    for (int i = 0; i < 2 && r->is_rationalised; i++) rationalise_all(field, job->count[i], all[i]);
    job->work(job, field, all[0], all[1]);
    return true;
}

static nh_linear_answer run_request(request r) {
    nh_budget budget = {.work = MOST_WORK, .memory = MOST_MEMORY};
    r.job->answer = NH_LINEAR_UNKNOWN;
    bool is_done = nh_field_ask(r.job->pool, &budget, work_in, &r);
    return is_done ? r.job->answer : NH_LINEAR_UNKNOWN;
}

nh_linear_answer nh_linear_run(nh_linear_job *job) {
    return run_request((request){job, true});
}

nh_linear_answer nh_linear_run_as_entered(nh_linear_job *job) {
    return run_request((request){job, false});
}

/* Each sine or root in a denominator may square its length. */
enum { MOST_ROOTS = 2, MOST_TERMS = 8 };

static uint32_t roots_in(const nh_field *field, nh_mpoly *p) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < field->generators.count; v++)
        count += field->generators.items[v].kind != NH_GENERATOR_FREE && nh_mpoly_uses(p, v);
    return count;
}

nh_element nh_linear_shorter(nh_field *field, nh_element a) {
    uint32_t roots = roots_in(field, a.den);
    if (roots == 0 || roots > MOST_ROOTS || nh_mpoly_terms(a.den) > MOST_TERMS) return a;
    nh_element other = nh_element_rationalise(field, a);
    bool is_longer =
        nh_mpoly_terms(other.num) + nh_mpoly_terms(other.den) > nh_mpoly_terms(a.num) + nh_mpoly_terms(a.den);
    return is_longer ? a : other;
}

bool nh_linear_is_certainly_nonzero(nh_field *field, nh_element a) {
    nh_rat value;
    if (nh_element_is_zero(a)) return false;
    if (nh_element_is_number(field, a, &value)) return true;
    return nh_expr_is_nonzero_somewhere(field->pool, nh_field_expr(field, a));
}
