/* Values of what is varied, and the steady motion that is followed over them: from the one that is nearest to the
 * initial state up and down, each time from the one before. */
#include "steady/branch/stability.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/values.h"
#include "num/guard.h"
#include "steady/branch/exact_private.h"
#include "steady/linearize.h"
#include "steady/range_private.h"

enum { VALUES = 51, MAP_VALUES = 21, VARIED_MOST = 2 };

typedef struct question {
    nh_arena *arena;
    const nh_model *model;
    const nh_stability_def *def;
    size_t varied;
    nh_range range[VARIED_MOST];
    const nh_stability_info *answer;
} question;

/* ---- ranges ---- */

static void read_ranges(question *q) {
    size_t all = 1;
    if (q->def->vary.count < 1 || q->def->vary.count > VARIED_MOST)
        nh_fail(q->model->context, NH_E_USAGE, "vary", "one or two quantities can be varied, not %zu",
                q->def->vary.count);
    for (size_t i = 0; i < q->def->vary.count; i++) {
        nh_range *r = &q->range[q->varied++];
        *r = nh_range_read(q->arena, q->model, q->def->vary.items[i], q->def->vary.count > 1 ? MAP_VALUES : VALUES);
        all *= r->count;
    }
    if (all > NH_STABILITY_VALUES_MAX)
        nh_fail(q->model->context, NH_E_USAGE, "range", "%zu values are too many: at most %d are possible", all,
                NH_STABILITY_VALUES_MAX);
}

/* ---- one branch ---- */

typedef struct sweep {
    const question *q;
    const nh_range *r;
    const nh_model *model;  /* with a value of the range at which nothing is special */
    const nh_model *begins; /* with that of the user, which says where the branch begins */
    double outer;           /* the value of the other range */
    nh_arena *work;         /* what is not part of the answer */
    nh_steady_problem *p;
    nh_looked *looked; /* one for each value */
    nh_stability_row *rows;
    nh_changes *changes; /* NULL: they are not searched for */
    size_t begin;        /* the first value that was examined */
} sweep;

static void look_at(sweep *w, const nh_steady_branch *branch, size_t i) {
    nh_ball *value = nh_balls_new(1);
    nh_looked *to = &w->looked[i];
    nh_ball_set_rational(value, nh_range_value(w->r, i), nh_steady_bits(w->q->def->digits));
    nh_tick_check(w->model->context);
    to->value = nh_ball_save(w->work, value);
    to->at = nh_branch_look(branch, w->work, value, false);
    nh_balls_free(value, 1);
}

/* What is known at each value, for the answer. */
static void keep_rows(const sweep *w, const nh_steady_branch *branch) {
    for (size_t i = 0; i < w->r->count; i++) {
        nh_stability_row *row = &w->rows[i];
        nh_indicators *at = &w->looked[i].at;
        double value = nh_range_double(w->r, i);
        row->value[0] = w->q->varied > 1 ? w->outer : value;
        row->value[1] = w->q->varied > 1 ? value : 0;
        if (at->motion.is_found) {
            nh_ball_load(branch->p->value, w->looked[i].value);
            at->info = row->linear =
                nh_linearized_at(w->q->arena, &at->motion, w->q->def->digits, i == w->begin, &at->why);
        }
        if (row->linear == NULL) row->why = nh_arena_text(w->q->arena, at->why, strlen(at->why));
    }
}

/* From the first value up, then down. */
static void follow_branch(void *argument) {
    sweep *w = argument;
    nh_steady_problem *p = w->p;
    nh_steady_branch branch = {.p = p, .digits = w->q->def->digits};
    p->value = nh_balls_new(1);
    size_t first = 0;
    nh_steady_motion begin = nh_branch_begin(&branch, w->work, w->r, w->begins, &first);
    w->begin = first;
    branch.last = &begin;
    look_at(w, &branch, first);
    for (int side = 0; side < 2; side++) {
        branch.last = &w->looked[first].at.motion;
        for (size_t k = 1; side == 0 ? first + k < w->r->count : k <= first; k++) {
            size_t i = side == 0 ? first + k : first - k;
            look_at(w, &branch, i);
            if (w->looked[i].at.motion.is_found) branch.last = &w->looked[i].at.motion;
        }
    }
    keep_rows(w, &branch);
    if (w->changes != NULL) {
        if (nh_rat_sign(nh_rat_sub(w->work, w->r->to, w->r->from)) < 0) /* values fall */
            for (size_t i = 0; i < w->r->count / 2; i++) {
                nh_looked swapped = w->looked[i];
                w->looked[i] = w->looked[w->r->count - 1 - i];
                w->looked[w->r->count - 1 - i] = swapped;
            }
        nh_changes_find(w->changes, &branch, w->r->count, w->looked);
    }
    nh_balls_free(p->value, 1);
}

/* The values of the range r, of a model with those of the user except for the other range; the number of the one with
 * which the branch begins. */
static size_t sweep_range(question *q, const nh_model *begins, const nh_range *r, double outer, nh_stability_row *rows,
                          nh_changes *changes) {
    nh_model *generic = nh_range_generic(r, begins);
    sweep w = {.q = q, .r = r, .model = generic != NULL ? generic : begins, .begins = begins, .outer = outer};
    w.work = nh_arena_create(q->model->context);
    w.looked = NH_NEW_ARRAY(w.work, nh_looked, r->count);
    w.rows = rows;
    w.changes = changes;
    w.p = nh_steady_problem_make(w.work, w.model, 0, NULL, NULL);
    nh_guard_call(q->model->context, follow_branch, &w);
    if (changes != NULL) nh_changes_solve(changes, w.model, r);
    nh_arena_destroy(w.work);
    nh_model_destroy(generic);
    return w.begin;
}

/* ---- the question ---- */

static void answer_question(question *q) {
    nh_stability_info *info = NH_NEW(q->arena, nh_stability_info);
    nh_changes changes = {.arena = q->arena};
    info->varied = q->varied;
    info->rows = 1;
    for (size_t i = 0; i < q->varied; i++) {
        info->name[i] = q->range[i].name;
        info->count[i] = q->range[i].count;
        info->rows *= q->range[i].count;
    }
    nh_stability_row *rows = NH_NEW_ARRAY(q->arena, nh_stability_row, info->rows);
    if (q->varied == 1) info->begin = sweep_range(q, q->model, &q->range[0], 0, rows, &changes);
    for (size_t i = 0; i < q->range[0].count && q->varied > 1; i++) {
        double outer = nh_range_double(&q->range[0], i);
        nh_model *model = nh_range_model(&q->range[0], q->model, outer);
        if (model == NULL)
            nh_fail(q->model->context, NH_E_MODEL, "no-model", "the model cannot be read with %s = %g",
                    q->range[0].name, outer);
        (void)sweep_range(q, model, &q->range[1], outer, rows + i * q->range[1].count, NULL);
        nh_model_destroy(model);
    }
    info->row = rows;
    info->changes = changes.count;
    info->change = changes.items;
    q->answer = info;
}

const nh_stability_info *nh_stability_answer(nh_arena *arena, const nh_model *model, const nh_stability_def *def) {
    question q = {.arena = arena, .model = model, .def = def};
    read_ranges(&q);
    answer_question(&q);
    return q.answer;
}

nh_model *nh_stability_model(nh_arena *arena, const nh_model *model, const nh_stability_info *info) {
    double value = info->row[info->begin].value[0];
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s=0:1", info->name[0]);
    nh_range range = nh_range_read(arena, model, nh_text_string(&text), 2);
    if (range.varied != NH_VARIED_PARAMETER) return NULL;
    if (nh_model_parameter_values(model, arena)[range.which] == value) return NULL;
    return nh_range_model(&range, model, value);
}
