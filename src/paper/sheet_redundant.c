/* A note for rows that follow from the others only with the values that the parameters have.
 *
 * Rows are chosen at a state, in numbers: with k = 0 the row x' + y' + k z' = 0 is the same as x' + y' = 0, and is left
 * out. But the sheet is written in k, and a reader who puts in another value must know. So every row next to those of
 * the explicit form is examined on that form: it is 0 there whatever the parameters are, or with their values. */
#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "paper/sheet_private.h"

/* Rows up to which, and length to which, it is told what is left of a redundant one. */
enum { MOST_ROWS = 60, MOST_LENGTH = 2000 };

typedef struct redundancy_check {
    nh_sheet_job *job;
    nh_expr rest;       /* of the row, on the explicit form */
    const char *values; /* "k = 0", where it is 0 for these only; NULL: it is not */
} redundancy_check;

/* The parameter by its value; values are made from earlier parameters. */
static nh_expr with_values(const nh_sheet_job *job, nh_expr e, size_t from, size_t end) {
    for (size_t i = end; i-- > from;) {
        const nh_parameter *p = &job->model->parameters.items[i];
        if (p->value != NH_EXPR_UNDEFINED) e = nh_expr_substitute(job->pool, e, 1, &p->symbol, &p->value, true);
    }
    return e;
}

static void add_value(nh_sheet_job *job, nh_text *text, const nh_parameter *p) {
    if (text->length > 0) nh_text_add(text, ", ");
    nh_text_format(text, "%s = ", nh_sheet_text_of(job, p->symbol));
    nh_text_add(text, nh_sheet_text_of(job, p->value));
}

/* One parameter whose value does it, or all that are in the row. */
static const char *values_of(nh_sheet_job *job, nh_expr rest) {
    size_t count = job->model->parameters.count;
    nh_text all = nh_text_begin(job->arena), one = nh_text_begin(job->arena);
    for (size_t i = 0; i < count; i++) {
        const nh_parameter *p = &job->model->parameters.items[i];
        if (p->value == NH_EXPR_UNDEFINED || !nh_expr_depends_on(job->pool, rest, 1, &p->symbol)) continue;
        add_value(job, &all, p);
        if (nh_expr_is_zero(job->pool, with_values(job, rest, i, i + 1)) != NH_YES) continue;
        add_value(job, &one, p);
        return nh_text_string(&one);
    }
    return nh_text_string(&all);
}

static void look_here(void *argument) {
    redundancy_check *l = argument;
    nh_pool *pool = l->job->pool;
    nh_expr put_in = with_values(l->job, l->rest, 0, l->job->model->parameters.count);
    if (put_in == l->rest || nh_expr_is_zero(pool, put_in) != NH_YES) return;
    if (nh_expr_is_nonzero_somewhere(pool, l->rest)) l->values = values_of(l->job, l->rest);
}

void nh_sheet_note_redundant(nh_sheet_job *job) {
    NH_ASSERT(job->choice == NULL || job->choice->model == job->model);
    if (job->is_large || job->choice == NULL || job->choice->kind == NH_EXPLICIT_IMPLICIT) return;
    if (job->model->rows.count > MOST_ROWS) return;
    for (size_t i = 0; i < job->model->rows.count; i++) {
        const nh_row *row = &job->model->rows.items[i];
        if (!nh_row_restricts(row) || !job->a->redundant[i]) continue;
        redundancy_check l = {.job = job,
                              .rest = nh_explicit_restrict(job->choice, nh_row_rate(job->model, row), NULL)};
        if (l.rest == NH_EXPR_ZERO || nh_expr_length(job->pool, l.rest) > MOST_LENGTH) continue;
        if (!nh_sheet_attempt(job, look_here, &l) || l.values == NULL) continue;
        nh_sheet_note(job,
                      "The constraint %s is left out of the explicit form and everything computed from it: it follows "
                      "from the others for %s, but not for other values.",
                      nh_name_text(job->context, row->name), l.values);
    }
}
