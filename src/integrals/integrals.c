/* The search: structure first, then sums of terms of rising degree; then all that was found is judged. */
#include "integrals/integrals.h"

#include <stdio.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/integrable/integrable.h"
#include "integrals/integrals_private.h"
#include "integrals/limits_private.h"
#include "system/read.h"
#include "truth/judge/judge.h"

/* Degrees of coefficients that are tried; candidates that are judged; states at which each is judged with each set of
 * values, few, since nearly all candidates are proved. */
enum {
    MOST_FACTOR_DEGREE = 6,
    MOST_FRAME_DEGREE = 2,
    MOST_SQUARE_DEGREE = 2,
    MOST_BODY_DEGREE = 2,
    MOST_QUOTIENT_DEGREE = 1,
    MOST_CANDIDATES = 40,
    FEW_SAMPLES = 4
};

typedef struct candidate {
    nh_expr e;
    const char *text;
    const char *from;
    const char *when; /* parameters for which it is one; NULL: all */
} candidate;

typedef struct spaces {
    nh_ansatz_space own, frame, bodies;
} spaces;

typedef struct finder {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_integrals_def *def;
    nh_integrals_result *result;
    nh_flow *flow;
    nh_integral_search *search;
    const nh_ansatz_space *space;
    uint32_t velocities, factors; /* of the current ansatz */
    bool is_searched;             /* it was gone through */
    const char *when;             /* of what is found now */
    NH_ARRAY(candidate) candidates;
    NH_ARRAY(const char *) searched;
} finder;

static bool is_complete(const finder *f) {
    if (f->search == NULL) return f->candidates.count >= MOST_CANDIDATES;
    return nh_integral_search_count(f->search) >= f->result->info.most || f->candidates.count >= MOST_CANDIDATES;
}

static const char *text_of(finder *f, nh_expr e) {
    nh_text text = nh_text_begin(f->arena);
    nh_expr_print(f->pool, &text, e);
    return nh_text_string(&text);
}

/* Without a search all that is offered is judged, and what is no integral is refuted there. */
static bool offer_candidate(finder *f, nh_expr e, const char *text, const char *from) {
    if (e == NH_EXPR_UNDEFINED || is_complete(f)) return false;
    if (f->search != NULL && !nh_integral_search_takes(f->search, e)) return false;
    nh_array_push(&f->candidates, ((candidate){e, text != NULL ? text : text_of(f, e), from, f->when}));
    return true;
}

/* ---- structure ---- */

/* [Homogeneous] (17): the energy that belongs to L in the independent velocities. */
static nh_expr restricted_energy(const finder *f) {
    const nh_flow *flow = f->flow;
    nh_expr L = nh_flow_restrict(flow, f->model->L), E = nh_expr_neg(f->pool, L);
    for (uint32_t i = flow->times + flow->positions; i < flow->count; i++) {
        nh_expr p = nh_expr_diff(f->pool, L, flow->variables[i]);
        E = nh_expr_add(f->pool, E, nh_expr_mul(f->pool, flow->variables[i], p));
    }
    return E;
}

typedef struct kept_functions {
    finder *f;
    nh_admissible *a;
} kept_functions;

static void offer_positions(void *user) {
    kept_functions *k = user;
    nh_position_integrals found = nh_position_integrals_find(k->a);
    for (uint32_t i = 0; i < found.found; i++) offer_candidate(k->f, found.function[i], NULL, "constraints");
}

static void search_structure(finder *f, nh_admissible *a) {
    kept_functions kept = {f, a};
    (void)nh_attempt(f->model->context, &(nh_budget){.work = NH_WORK_KEPT_POSITIONS}, offer_positions, &kept);
    if (f->model->L == NH_EXPR_UNDEFINED) return;
    bool is_kept = offer_candidate(f, nh_model_energy(f->model), "E", "energy");
    if (!is_kept && f->flow != NULL) offer_candidate(f, restricted_energy(f), "E_star", "energy E_star");
}

static const char *name_momentum(const finder *f, const nh_coordinate *x) {
    nh_text from = nh_text_begin(f->arena);
    nh_text_format(&from, "momentum of %s", nh_name_text(f->model->context, x->name));
    return nh_text_string(&from);
}

static nh_expr shorter_of(const finder *f, nh_expr a, nh_expr b) {
    bool is_shorter = b != NH_EXPR_UNDEFINED && nh_expr_length(f->pool, b) < nh_expr_length(f->pool, a);
    return is_shorter ? b : a;
}

/* Those that the ansatz found are called momenta; others that are constant are offered. */
static void search_momenta(finder *f) {
    if (f->model->L == NH_EXPR_UNDEFINED) return;
    for (size_t i = 0; i < f->model->coordinates.count; i++) {
        const nh_coordinate *x = &f->model->coordinates.items[i];
        nh_expr p = nh_expr_diff(f->pool, nh_expr_expand_names(f->pool, f->model->L), x->v);
        bool is_known = nh_expr_is_number(f->pool, p);
        for (size_t k = 0; f->search != NULL && k < f->candidates.count && !is_known; k++) {
            candidate *known = &f->candidates.items[k];
            is_known = nh_integral_search_is_function_of(f->search, p, known->e);
            if (is_known && strcmp(known->from, "ansatz") == 0) known->from = name_momentum(f, x);
        }
        if (is_known) continue;
        p = shorter_of(f, shorter_of(f, p, nh_expr_normal(f->pool, p)), nh_expr_factored(f->pool, p));
        offer_candidate(f, p, NULL, name_momentum(f, x));
    }
}

/* ---- ansatz ---- */

static void offer_relation(finder *f, const nh_relation_terms *relation) {
    nh_expr e = nh_integral_with_coefficients(f->search, f->arena, relation);
    if (e != NH_EXPR_UNDEFINED) offer_candidate(f, nh_ansatz_space_polish(f->space, e), NULL, "ansatz");
}

static void search_degree(void *user) {
    finder *f = user;
    nh_exprs terms = {.arena = f->arena};
    f->is_searched = nh_ansatz_space_terms(f->space, f->velocities, f->factors, &terms);
    if (!f->is_searched) return;
    nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
    for (size_t i = 0; i < found.count && !is_complete(f); i++) offer_relation(f, &found.items[i]);
}

/* The factors of rising degree, as far as there are not too many terms: how far. */
static uint32_t search_factors(finder *f, const nh_ansatz_space *space, uint32_t from, uint32_t most) {
    f->space = space, f->is_searched = true;
    for (f->factors = from; f->factors <= most && f->is_searched && !is_complete(f); f->factors++) {
        nh_budget budget = {.work = NH_WORK_ANSATZ};
        if (nh_attempt(f->model->context, &budget, search_degree, f) != NH_OK) f->is_searched = false;
        if (f->is_searched) from = f->factors + 1;
    }
    return from;
}

/* w^2 g: the squares of integrals w sqrt(g), such as that of Routh, which are sums of few terms. */
static void search_squares_of(void *user) {
    finder *f = user;
    for (size_t i = 0; i < f->space->velocities.count && !is_complete(f); i++) {
        nh_exprs terms = {.arena = f->arena};
        (void)nh_ansatz_space_squares(f->space, MOST_SQUARE_DEGREE, i, &terms);
        nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
        for (size_t k = 0; k < found.count && !is_complete(f); k++) offer_relation(f, &found.items[k]);
    }
}

static void search_squares(finder *f, const nh_ansatz_space *space) {
    nh_budget budget = {.work = NH_WORK_ANSATZ};
    f->space = space;
    (void)nh_attempt(f->model->context, &budget, search_squares_of, f);
}

/* `reached`: one more than the degree of the factors. */
static void say_searched(finder *f, const nh_ansatz_space *space, uint32_t reached) {
    if (reached == 0) return;
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "degree %u in %s, coefficients of degree %u%s", (unsigned)f->velocities,
                   nh_ansatz_space_velocities(space), (unsigned)(reached - 1), nh_ansatz_space_words(space));
    nh_array_push(&f->searched, nh_text_string(&text));
}

/* What people write comes first: constant coefficients, then the frame of the body. */
static void search_polynomials(finder *f, const spaces *all) {
    for (f->velocities = 1; f->velocities <= (uint32_t)f->def->degree && !is_complete(f); f->velocities++) {
        uint32_t own = search_factors(f, &all->own, 0, 0);
        if (f->velocities == 2) search_squares(f, &all->frame);
        if (all->frame.velocities.count > 0)
            say_searched(f, &all->frame, search_factors(f, &all->frame, 0, MOST_FRAME_DEGREE));
        if (all->bodies.velocities.count > 0)
            say_searched(f, &all->bodies, search_factors(f, &all->bodies, 0, MOST_BODY_DEGREE));
        say_searched(f, &all->own, own == 0 ? 0 : search_factors(f, &all->own, own, MOST_FACTOR_DEGREE));
    }
}

/* Quotients: sums of few terms over each velocity. x'/y' is constant where both rates are proportional to them. */
static void search_quotients_of(void *user) {
    finder *f = user;
    for (size_t i = 0; i < f->space->velocities.count && !is_complete(f); i++) {
        nh_exprs terms = {.arena = f->arena};
        nh_expr below = nh_expr_pow_int(f->pool, f->space->velocities.items[i], -1);
        if (!nh_ansatz_space_terms(f->space, 1, f->factors, &terms)) return;
        for (size_t k = 0; k < terms.count; k++) terms.items[k] = nh_expr_mul(f->pool, terms.items[k], below);
        nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
        for (size_t k = 0; k < found.count && !is_complete(f); k++) offer_relation(f, &found.items[k]);
    }
}

static void search_quotients(finder *f, const nh_ansatz_space *space) {
    f->space = space;
    if (is_complete(f)) return;
    for (f->factors = 0; f->factors <= MOST_QUOTIENT_DEGREE; f->factors++) {
        nh_budget budget = {.work = NH_WORK_ANSATZ};
        if (nh_attempt(f->model->context, &budget, search_quotients_of, f) != NH_OK) return;
    }
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "quotients of degree 1 over 1 in %s, coefficients of degree %u%s",
                   nh_ansatz_space_velocities(space), MOST_QUOTIENT_DEGREE, nh_ansatz_space_words(space));
    nh_array_push(&f->searched, nh_text_string(&text));
}

/* ---- judging ---- */

static const nh_judge_result *judge_rates(const finder *f, nh_arena *arena, nh_model **again) {
    size_t count = f->candidates.count;
    const char **texts = NH_NEW_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "(%s)' = 0", f->candidates.items[i].text);
        texts[i] = nh_text_string(&text);
    }
    nh_read_def def = f->model->source.def;
    def.equations = (nh_strings){texts, count};
    *again = nh_read_again(f->model, &def, true);
    if (*again == NULL) return NULL;
    nh_judge_def asked = {.samples = FEW_SAMPLES, .digits = 50, .seed = f->def->seed};
    return nh_judge_result_make(arena, *again, &asked);
}

static int degree_in_velocities(const finder *f, nh_expr e) {
    const nh_expr *v = nh_model_velocities(f->model, f->arena);
    uint32_t n = (uint32_t)f->model->coordinates.count;
    nh_degree degree = nh_expr_degree(f->pool, nh_expr_expand_names(f->pool, e), n, v);
    int64_t value;
    if (!nh_expr_depends_on(f->pool, e, n, v)) return 0;
    return degree.polynomial && nh_rat_get_int(degree.degree, &value) ? (int)value : -1;
}

static void take_item(finder *f, const candidate *c, const nh_judge_item *judged) {
    nh_text latex = nh_text_begin(f->arena);
    nh_expr_print_latex(f->pool, &latex, c->e);
    nh_integral item = {.text = c->text, .latex = nh_text_string(&latex), .from = c->from};
    item.degree = degree_in_velocities(f, c->e);
    item.by = judged->judgement == NH_JUDGED_PROVED ? NH_EVIDENCE_PROVED : NH_EVIDENCE_CERTIFIED;
    item.when = c->when;
    item.where = judged->where != NULL ? nh_arena_string(f->arena, judged->where) : NULL;
    nh_array_push(&f->result->items, item);
}

static void judge_candidates(finder *f) {
    nh_arena *arena = nh_arena_create(f->model->context);
    nh_model *again = NULL;
    const nh_judge_result *judged = f->candidates.count > 0 ? judge_rates(f, arena, &again) : NULL;
    for (size_t i = 0; i < f->candidates.count; i++) {
        bool is_there = judged != NULL && i < judged->items.count;
        nh_judgement judgement = is_there ? judged->items.items[i].judgement : NH_JUDGED_UNDECIDED;
        if (judgement <= NH_JUDGED_CERTIFIED) take_item(f, &f->candidates.items[i], &judged->items.items[i]);
        else if (judgement != NH_JUDGED_REFUTED) f->result->info.undecided++;
    }
    nh_arena_destroy(arena);
    if (again != NULL) nh_model_destroy(again);
}

/* ---- all of it ---- */

static void search_spaces(finder *f) {
    spaces all = {nh_ansatz_space_make(f->arena, f->flow, 0, NULL), {0}, {0}};
    all.frame = nh_ansatz_space_of_frames(f->arena, f->flow);
    all.bodies = nh_ansatz_space_of_bodies(f->arena, f->flow, &all.own);
    search_polynomials(f, &all);
    search_quotients(f, &all.own);
}

/* With these definitions there may be more. */
static void search_defined(finder *f, nh_admissible *a) {
    const char *why;
    nh_flow *flow = nh_flow_make(f->arena, a, (nh_flow_def){true, NULL}, &why);
    if (flow == NULL || flow->definitions == 0 || is_complete(f)) return;
    f->flow = flow;
    f->search = nh_integral_search_make(f->arena, flow);
    for (size_t i = 0; i < f->candidates.count; i++)
        (void)nh_integral_search_takes(f->search, f->candidates.items[i].e);
    f->when = nh_flow_definitions(flow);
    search_spaces(f);
}

static void search_all(finder *f, nh_admissible *a) {
    f->result->info.most = f->flow->count - (f->flow->times == 0);
    f->search = nh_integral_search_make(f->arena, f->flow);
    search_structure(f, a);
    search_spaces(f);
    search_momenta(f);
    search_defined(f, a);
}

const nh_integrals_result *nh_integrals_find(nh_arena *arena, const nh_model *model, const nh_integrals_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && def->degree >= 1);
    nh_integrals_result *result = NH_NEW(arena, nh_integrals_result);
    result->items.arena = arena;
    finder f = {.model = model, .pool = model->pool, .arena = arena, .def = def, .result = result};
    f.candidates.arena = f.searched.arena = arena;
    nh_admissible *a = nh_admissible_make(arena, model, def->seed);
    f.flow = nh_flow_make(arena, a, (nh_flow_def){false, NULL}, &result->info.why);
    if (f.flow != NULL) search_all(&f, a);
    else if (a->open == NULL) search_structure(&f, a), search_momenta(&f);
    if (def->has_measure) result->measure = nh_measure_find(arena, a);
    judge_candidates(&f);
    result->info.count = result->items.count;
    result->info.searched_count = f.searched.count;
    result->info.searched = f.searched.items;
    return result;
}
