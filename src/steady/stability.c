/* Values of what is varied, and the steady motion that is followed over them: from the one that is nearest to the
 * initial state up and down, each time from the one before. */
#include "steady/stability.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/values.h"
#include "num/guard.h"
#include "num/number.h"
#include "num/rational.h"
#include "steady/changes_private.h"
#include "steady/linearize.h"
#include "system/read.h"

enum { VALUES = 51, MAP_VALUES = 21, VARIED_MOST = 2, STARTS = 20, TRIES = 20 };
/* Where between both ends of a range nothing is special: there is decided what depends on what. */
#define GENERIC 0.381966011250105

/* One "NAME=A:B:N". */
typedef struct range {
    const char *name;
    const char *from_text, *to_text;
    nh_rat from, to;
    size_t count;
    nh_varied varied;
    uint32_t which;
} range;

typedef struct question {
    nh_arena *arena;
    const nh_model *model;
    const nh_stability_def *def;
    size_t varied;
    range range[VARIED_MOST];
    const nh_stability_info *answer;
} question;

/* ---- ranges ---- */

_Noreturn static void fail_range(const question *q, const char *text) {
    nh_fail(
        q->model->context, NH_E_USAGE, "range",
        "'%s' is not a range: write NAME=A:B or NAME=A:B:N, with different decimal numbers A and B, and a whole "
        "number N from 2 to %d",
        text, NH_STABILITY_VALUES_MAX);
}

/* A decimal number with a sign. */
static bool read_number(nh_arena *arena, const char *text, nh_rat *value) {
    bool is_negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    size_t length = strlen(digits);
    if (length == 0 || nh_rat_read(arena, digits, length, value) != length) return false;
    if (is_negative) *value = nh_rat_neg(arena, *value);
    return true;
}

/* The whole number from 2 on; 0: it is none. */
static size_t read_count(const char *text) {
    size_t count = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || count > NH_STABILITY_VALUES_MAX) return 0;
        count = 10 * count + (size_t)(*c - '0');
    }
    return count >= 2 && count <= NH_STABILITY_VALUES_MAX ? count : 0;
}

static range read_range(const question *q, const char *text) {
    range r = {.count = q->def->vary.count > 1 ? MAP_VALUES : VALUES};
    char *copy = (char *)nh_arena_text(q->arena, text, strlen(text));
    char *equals = strchr(copy, '=');
    char *colon = equals != NULL ? strchr(equals, ':') : NULL;
    if (colon == NULL || equals == copy) fail_range(q, text);
    char *second = strchr(colon + 1, ':');
    *equals = *colon = '\0';
    if (second != NULL) *second = '\0';
    r.name = copy;
    r.from_text = equals + 1;
    r.to_text = colon + 1;
    if (second != NULL) r.count = read_count(second + 1);
    bool is_read = read_number(q->arena, r.from_text, &r.from) && read_number(q->arena, r.to_text, &r.to);
    if (!is_read || r.count == 0 || nh_rat_eq(r.from, r.to)) fail_range(q, text);
    return r;
}

/* What the name is of. */
static bool find_named(const nh_model *model, range *r) {
    size_t length = strlen(r->name), n = model->coordinates.count;
    bool is_velocity = r->name[length - 1] == '\'';
    for (size_t i = 0; i < model->parameters.count && !is_velocity; i++)
        if (strcmp(nh_name_text(model->context, model->parameters.items[i].name), r->name) == 0) {
            r->varied = NH_VARIED_PARAMETER;
            r->which = (uint32_t)i;
            return true;
        }
    length -= is_velocity;
    for (size_t i = 0; i < n; i++) {
        const char *name = nh_name_text(model->context, model->coordinates.items[i].name);
        if (strlen(name) != length || strncmp(name, r->name, length) != 0) continue;
        r->varied = NH_VARIED_STATE;
        r->which = (uint32_t)(is_velocity ? n + i : i);
        return true;
    }
    return false;
}

static void read_ranges(question *q) {
    size_t all = 1;
    if (q->def->vary.count < 1 || q->def->vary.count > VARIED_MOST)
        nh_fail(q->model->context, NH_E_USAGE, "vary", "one or two quantities can be varied, not %zu",
                q->def->vary.count);
    for (size_t i = 0; i < q->def->vary.count; i++) {
        range *r = &q->range[q->varied++];
        *r = read_range(q, q->def->vary.items[i]);
        if (!find_named(q->model, r))
            nh_fail(q->model->context, NH_E_USAGE, "vary",
                    "'%s' is not a parameter, coordinate or velocity of the model", r->name);
        all *= r->count;
    }
    if (all > NH_STABILITY_VALUES_MAX)
        nh_fail(q->model->context, NH_E_USAGE, "range", "%zu values are too many: at most %d are possible", all,
                NH_STABILITY_VALUES_MAX);
}

static nh_rat value_at(const question *q, const range *r, size_t i) {
    nh_rat part = nh_rat_div(q->arena, nh_rat_int((int64_t)i), nh_rat_int((int64_t)r->count - 1));
    nh_rat whole = nh_rat_mul(q->arena, nh_rat_sub(q->arena, r->to, r->from), part);
    return nh_rat_add(q->arena, r->from, whole);
}

static double double_at(const question *q, const range *r, size_t i) {
    return nh_rat_double(q->model->context, value_at(q, r, i));
}

/* ---- the model with other values ---- */

/* With the quantity at this value; NULL: there is none. */
static nh_model *read_with(const question *q, const nh_model *model, const range *r, double value) {
    nh_read_def def = model->source.def;
    nh_strings *list = r->varied == NH_VARIED_PARAMETER ? &def.set : &def.init;
    const char **items = NH_NEW_ARRAY(q->arena, const char *, list->count + 1);
    nh_text text = nh_text_begin(q->arena);
    char digits[NH_NUMBER_SIZE];
    nh_number_shortest(digits, value);
    nh_text_format(&text, "%s=%s", r->name, digits);
    for (size_t i = 0; i < list->count; i++) items[i] = list->items[i];
    items[list->count] = nh_text_string(&text);
    *list = (nh_strings){items, list->count + 1};
    return nh_read_again(model, &def, model->source.is_trial);
}

/* ---- one branch ---- */

typedef struct sweep {
    const question *q;
    const range *r;
    const nh_model *model;  /* with a value of the range at which nothing is special */
    const nh_model *begins; /* with that of the user, which says where the branch begins */
    double outer;           /* the value of the other range */
    nh_arena *work;         /* what is not part of the answer */
    nh_looked *looked;      /* one for each value */
    nh_stability_row *rows;
    nh_changes *changes; /* NULL: they are not looked for */
} sweep;

/* t, q, q' of the initial state of a model. */
static double *initial_of(nh_arena *arena, const nh_model *model) {
    size_t n = model->coordinates.count;
    const double *parameters = nh_model_parameter_values(model, arena);
    double *values = NH_NEW_ARRAY(arena, double, 1 + 2 * n);
    nh_state state = {.q = values + 1, .v = values + 1 + n};
    values[0] = nh_model_start_time(model, arena, parameters);
    nh_start_status status = nh_states_start(nh_states_make(arena, model, parameters), values[0], &state);
    if (status == NH_START_NOT_FOUND) nh_raise(model->context, NH_E_MODEL);
    if (status == NH_START_NONE)
        nh_fail(model->context, NH_E_MODEL, "no-start", "the model has no initial state, and none was found");
    return values;
}

/* The value that is nearest to that of the model. */
static size_t nearest_value(const sweep *w, const double *initial) {
    const range *r = w->r;
    double own = r->varied == NH_VARIED_PARAMETER ? nh_model_parameter_values(w->begins, w->work)[r->which]
                                                  : initial[1 + r->which];
    size_t best = 0;
    for (size_t i = 1; i < r->count; i++)
        if (fabs(double_at(w->q, r, i) - own) < fabs(double_at(w->q, r, best) - own)) best = i;
    return best;
}

static void look_at(sweep *w, const nh_branch *branch, size_t i) {
    nh_ball *value = nh_balls_new(1);
    nh_looked *to = &w->looked[i];
    nh_ball_set_rational(value, value_at(w->q, w->r, i), nh_steady_bits(w->q->def->digits));
    nh_tick_check(w->model->context);
    to->value = nh_ball_save(w->work, value);
    to->at = nh_branch_look(branch, w->work, value, false);
    nh_balls_free(value, 1);
}

/* From the initial state, then from random ones. */
static void begin_branch(sweep *w, nh_branch *branch, size_t first, const double *initial) {
    size_t n = branch->p->l->n;
    nh_random random = nh_random_make(nh_context_seed(w->model->context), NH_STREAM_STABILITY_STARTS);
    double *guess = NH_NEW_ARRAY(w->work, double, 1 + 2 * n);
    nh_state state = {.q = guess + 1, .v = guess + 1 + n};
    nh_steady_motion from = {.values = memcpy(guess, initial, (1 + 2 * n) * sizeof *guess)};
    branch->last = &from;
    look_at(w, branch, first);
    const char *why = w->looked[first].at.why; /* as from the state that the user gave */
    for (int i = 0; i < STARTS && !w->looked[first].at.motion.is_found; i++)
        if (nh_states_random(branch->p->states, &random, guess[0], TRIES, &state)) look_at(w, branch, first);
    if (!w->looked[first].at.motion.is_found)
        nh_fail(w->model->context, NH_E_HYPOTHESIS, "not-steady", "no steady motion is found at %s = %g: %s",
                w->r->name, double_at(w->q, w->r, first), why);
}

/* That the family has members that differ by what is varied. */
static void require_family(const sweep *w, const nh_steady_motion *motion) {
    if (w->r->varied != NH_VARIED_STATE) return;
    for (uint32_t k = 0; k < motion->held; k++)
        if (motion->held_at[k] == w->r->which && motion->is_family[k]) return;
    nh_text text = nh_text_begin(w->work);
    size_t n = w->model->coordinates.count;
    for (uint32_t k = 0; k < motion->held; k++)
        if (motion->is_family[k])
            nh_text_format(&text, "%s%s%s", text.length > 0 ? ", " : "",
                           nh_name_text(w->model->context, w->model->coordinates.items[motion->held_at[k] % n].name),
                           motion->held_at[k] < n ? "" : "'");
    nh_fail(w->model->context, NH_E_HYPOTHESIS, "no-family", "the steady motions do not differ by %s: they %s%s",
            w->r->name, text.length > 0 ? "differ by " : "are isolated", nh_text_string(&text));
}

/* What is known at each value, for the answer. */
static void keep_rows(const sweep *w, const nh_branch *branch) {
    for (size_t i = 0; i < w->r->count; i++) {
        nh_stability_row *row = &w->rows[i];
        nh_indicators *at = &w->looked[i].at;
        double value = double_at(w->q, w->r, i);
        row->value[0] = w->q->varied > 1 ? w->outer : value;
        row->value[1] = w->q->varied > 1 ? value : 0;
        if (at->motion.is_found) {
            nh_ball_load(branch->p->value, w->looked[i].value);
            at->info = row->linear = nh_linearized_at(w->q->arena, &at->motion, w->q->def->digits, &at->why);
        }
        if (row->linear == NULL) row->why = nh_arena_text(w->q->arena, at->why, strlen(at->why));
    }
}

/* From the first value up, then down. */
static void follow_branch(void *argument) {
    sweep *w = argument;
    const double *initial = initial_of(w->work, w->begins);
    nh_steady_problem *p = nh_steady_problem_make(w->work, w->model, 0, NULL, NULL);
    nh_branch branch = {.p = p, .digits = w->q->def->digits};
    p->value = nh_balls_new(1);
    nh_steady_problem_vary(p, w->r->varied, w->r->which);
    size_t first = nearest_value(w, initial);
    begin_branch(w, &branch, first, initial);
    require_family(w, &w->looked[first].at.motion);
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

/* The values of the range r, of a model with those of the user but for the other range. */
static void sweep_range(question *q, const nh_model *begins, const range *r, double outer, nh_stability_row *rows,
                        nh_changes *changes) {
    double low = nh_rat_double(q->model->context, r->from), high = nh_rat_double(q->model->context, r->to);
    nh_model *generic = NULL;
    if (r->varied == NH_VARIED_PARAMETER) generic = read_with(q, begins, r, low + GENERIC * (high - low));
    sweep w = {.q = q, .r = r, .model = generic != NULL ? generic : begins, .begins = begins, .outer = outer};
    w.work = nh_arena_create(q->model->context);
    w.looked = NH_NEW_ARRAY(w.work, nh_looked, r->count);
    w.rows = rows;
    w.changes = changes;
    nh_guard_call(q->model->context, follow_branch, &w);
    nh_arena_destroy(w.work);
    nh_model_destroy(generic);
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
    if (q->varied == 1) sweep_range(q, q->model, &q->range[0], 0, rows, &changes);
    for (size_t i = 0; i < q->range[0].count && q->varied > 1; i++) {
        double outer = double_at(q, &q->range[0], i);
        nh_model *model = read_with(q, q->model, &q->range[0], outer);
        if (model == NULL)
            nh_fail(q->model->context, NH_E_MODEL, "no-model", "the model cannot be read with %s = %g",
                    q->range[0].name, outer);
        sweep_range(q, model, &q->range[1], outer, rows + i * q->range[1].count, NULL);
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
