/* Candidates are judged like equations that a person wrote: rate = 0. What is refuted is left out. */
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/finder_private.h"
#include "system/read.h"
#include "truth/judge/judge.h"

/* States at which each is judged with each set of values: few, since nearly all candidates are proved. */
enum { FEW_SAMPLES = 4 };

/* The settings of the model, and these values of parameters. */
static nh_strings settings_with(const nh_model *model, nh_arena *arena, const nh_flow_values *values) {
    nh_strings set = model->source.def.set;
    if (values == NULL) return set;
    const char **items = NH_NEW_ARRAY(arena, const char *, set.count + values->symbol.count + 1);
    for (size_t i = 0; i < set.count; i++) items[i] = set.items[i];
    for (size_t i = 0; i < values->symbol.count; i++) {
        nh_text text = nh_text_begin(arena);
        nh_expr_print(model->pool, &text, values->symbol.items[i]);
        nh_text_add(&text, "=");
        nh_expr_print(model->pool, &text, values->value.items[i]);
        items[set.count + i] = nh_text_string(&text);
    }
    return (nh_strings){items, set.count + values->symbol.count};
}

const nh_judge_result *nh_integrals_judge(nh_arena *arena, const nh_model *model, const nh_integrals_question *q,
                                          nh_model **again) {
    NH_ASSERT(q->count > 0);
    nh_read_def def = model->source.def;
    def.equations = (nh_strings){q->equations, q->count};
    def.set = settings_with(model, arena, q->values);
    *again = nh_read_again(model, &def, true);
    if (*again == NULL) return NULL;
    nh_judge_def asked = {.samples = FEW_SAMPLES, .digits = 50, .seed = q->seed};
    return nh_judge_result_make(arena, *again, &asked);
}

static int degree_in_velocities(const nh_finder *f, nh_expr e) {
    const nh_expr *v = nh_model_velocities(f->model, f->arena);
    uint32_t n = (uint32_t)f->model->coordinates.count;
    nh_degree degree = nh_expr_degree(f->pool, nh_expr_expand_names(f->pool, e), n, v);
    int64_t value;
    if (!nh_expr_depends_on(f->pool, e, n, v)) return 0;
    return degree.polynomial && nh_rat_get_int(degree.degree, &value) ? (int)value : -1;
}

static void take_item(nh_finder *f, const nh_integral_candidate *c, const nh_judge_item *judged) {
    nh_text latex = nh_text_begin(f->arena);
    nh_expr_print_latex(f->pool, &latex, c->e);
    nh_integral item = {.text = c->text, .latex = nh_text_string(&latex), .from = c->from};
    item.degree = degree_in_velocities(f, c->e);
    item.by = judged->judgement == NH_JUDGED_PROVED ? NH_EVIDENCE_PROVED : NH_EVIDENCE_CERTIFIED;
    item.when = c->when;
    item.where = judged->where != NULL ? nh_arena_string(f->arena, judged->where) : NULL;
    nh_array_push(&f->result->items, item);
    nh_array_push(&f->result->functions, c->e);
}

/* Those from `first` to `behind`, which hold for the same values of parameters. */
static void judge_some(nh_finder *f, size_t first, size_t behind) {
    NH_ASSERT(first < behind && behind <= f->candidates.count);
    const nh_integral_candidate *c = &f->candidates.items[first];
    nh_arena *arena = nh_arena_create(f->model->context);
    nh_integrals_question q = {NH_NEW_ARRAY(arena, const char *, behind - first), behind - first, c->values,
                               f->def->seed};
    for (size_t i = 0; i < q.count; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "(%s)' = 0", c[i].text);
        q.equations[i] = nh_text_string(&text);
    }
    nh_model *again = NULL;
    const nh_judge_result *judged = nh_integrals_judge(arena, f->model, &q, &again);
    for (size_t i = 0; i < q.count; i++) {
        bool is_there = judged != NULL && i < judged->items.count;
        nh_judgement judgement = is_there ? judged->items.items[i].judgement : NH_JUDGED_UNDECIDED;
        if (judgement <= NH_JUDGED_CERTIFIED) take_item(f, &c[i], &judged->items.items[i]);
        else if (judgement != NH_JUDGED_REFUTED) f->result->info.undecided++;
    }
    nh_arena_destroy(arena);
    if (again != NULL) nh_model_destroy(again);
}

void nh_finder_judge(nh_finder *f) {
    for (size_t first = 0, behind; first < f->candidates.count; first = behind) {
        behind = first + 1;
        const nh_integral_candidate *c = f->candidates.items;
        while (behind < f->candidates.count && c[behind].values == c[first].values) behind++;
        judge_some(f, first, behind);
    }
}
