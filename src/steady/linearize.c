/* Linearised equations as plain data, with words. */
#include "steady/linearize.h"

#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "num/guard.h"
#include "num/number.h"
#include "steady/energy_private.h"
#include "steady/steady.h"
#include "steady/symbolic_private.h"

/* What differs from the initial state by less than this is the same except for rounding. */
#define SAME 1e-9
enum { NAMED_MOST = 8 };

typedef struct linear_answer {
    nh_arena *arena;
    const nh_steady_problem *p;
    const nh_steady_motion *motion;
    const nh_spectral *s;
    nh_linearize_info *info;
} linear_answer;

/* ---- names ---- */

static const char *coordinate_name(const nh_model *model, uint32_t i) {
    return nh_name_text(model->context, model->coordinates.items[i].name);
}

/* Of a place in (q, q', q''). */
static const char *name_at(nh_arena *arena, const nh_model *model, uint32_t at) {
    static const char *const marks[] = {"", "'", "''"};
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s%s", coordinate_name(model, at % n), marks[at / n]);
    return nh_text_string(&text);
}

/* Of a state z of the linearizer. */
static const char *name_of_state(const linear_answer *w, uint32_t z) {
    const nh_linearizer *l = w->p->l;
    return name_at(w->arena, w->p->model, z < l->places ? l->x[z] : l->n + l->independent[z - l->places]);
}

/* ---- matrices ---- */

static double *rows_of(nh_arena *arena, const nh_ball *a, size_t rows, size_t columns) {
    double *r = NH_NEW_ARRAY(arena, double, rows *columns + 1);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) r[i * columns + j] = nh_ball_double(&a[i + j * rows]) + 0.0;
    return r;
}

static void find_matrices(linear_answer *w) {
    const nh_spectral *s = w->s;
    const nh_linearizer *l = w->p->l;
    size_t count = s->pairs, m = l->m;
    nh_linearize_info *info = w->info;
    const char **names = NH_NEW_ARRAY(w->arena, const char *, count + 1);
    double *M = NH_NEW_ARRAY(w->arena, double, count *count + 1);
    double *C = NH_NEW_ARRAY(w->arena, double, count *count + 1);
    double *K = NH_NEW_ARRAY(w->arena, double, count *count + 1);
    for (size_t i = 0; i < count; i++) {
        names[i] = coordinate_name(w->p->model, l->independent[s->pair[i]]);
        for (size_t j = 0; j < count; j++) {
            size_t at = s->pair[i] + s->pair[j] * m;
            M[i * count + j] = nh_ball_double(&s->point.M[at]) + 0.0;
            C[i * count + j] = nh_ball_double(&s->point.C[at]) + 0.0;
            K[i * count + j] = nh_ball_double(&s->point.K[s->pair[i] + s->pair_place[j] * m]) + 0.0;
        }
    }
    info->coordinates = count;
    info->coordinate = names;
    info->M = M;
    info->C = C;
    info->K = K;
    const char **states = NH_NEW_ARRAY(w->arena, const char *, s->size + 1);
    for (uint32_t i = 0; i < s->size; i++) states[i] = name_of_state(w, w->p->kept[i]);
    info->states = s->size;
    info->state_name = states;
    info->A = rows_of(w->arena, s->A, s->size, s->size);
}

/* ---- what is 0, and why ---- */

static void name_ignorable(linear_answer *w) {
    const nh_steady_problem *p = w->p;
    const char **names = NH_NEW_ARRAY(w->arena, const char *, p->ignorables + 1);
    for (uint32_t i = 0; i < p->l->places; i++)
        if (p->is_ignorable[i]) names[w->info->ignorables++] = coordinate_name(p->model, p->l->x[i]);
    w->info->ignorable = names;
    names = NH_NEW_ARRAY(w->arena, const char *, w->motion->held + 1);
    for (uint32_t k = 0; k < w->motion->held; k++)
        if (w->motion->is_family[k]) names[w->info->family++] = name_at(w->arena, p->model, w->motion->held_at[k]);
    w->info->family_name = names;
}

/* Only where the null space of the family was taken out is its 0 one. */
static void explain_zeros(linear_answer *w) {
    nh_linearize_info *info = w->info;
    size_t family = w->s->size - w->s->reduced;
    const char **why = NH_NEW_ARRAY(w->arena, const char *, info->ignorables + family + 1);
    for (size_t i = 0; i < info->ignorables; i++) {
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(&text, "%s is ignorable: nothing depends on it", info->ignorable[i]);
        why[info->zeros++] = nh_text_string(&text);
    }
    for (size_t i = 0; i < family; i++) {
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(&text, "family: there is a steady motion for each %s", info->family_name[i]);
        why[info->zeros++] = nh_text_string(&text);
    }
    info->zero = why;
}

/* The list with the explained zeros, where the real parts rise past 0. */
static void list_eigenvalues(linear_answer *w, const nh_spectrum *found) {
    nh_linearize_info *info = w->info;
    nh_eigenvalue *list = NH_NEW_ARRAY(w->arena, nh_eigenvalue, found->count + 1);
    nh_eigenvalue zero = {
        .multiplicity = info->zeros, .is_real = true, .is_on_axis = true, .is_explained = true, .re_text = "0"};
    zero.im_text = "0";
    bool is_pending = info->zeros > 0;
    for (size_t i = 0; i < found->count; i++) {
        if (is_pending && found->values[i].re >= 0) list[info->eigenvalues++] = zero;
        is_pending = is_pending && found->values[i].re < 0;
        list[info->eigenvalues++] = found->values[i];
    }
    if (is_pending) list[info->eigenvalues++] = zero;
    info->eigenvalue = list;
}

/* By their numbers in the list with the explained zeros. */
static void list_modes(linear_answer *w, const nh_spectrum *found) {
    nh_linearize_info *info = w->info;
    size_t zero = 0;
    while (zero < info->eigenvalues && !info->eigenvalue[zero].is_explained) zero++;
    for (size_t i = 0; i < found->modes.count; i++)
        found->modes.items[i].eigenvalue += found->modes.items[i].eigenvalue >= zero;
    info->modes = found->modes.count;
    info->mode = found->modes.items;
    info->shape = nh_spectral_shape(w->s);
}

/* ---- verdict ---- */

static const char *reason_of(const nh_linearize_info *info, const nh_spectrum *found, bool is_all_family) {
    bool has_family = info->family > 0;
    switch (info->stability) {
        case NH_STABILITY_UNSTABLE: return "an eigenvalue has a positive real part";
        case NH_STABILITY_ASYMPTOTIC:
            return has_family ? "all eigenvalues except those of ignorable coordinates and of the family have negative "
                                "real parts: nearby motions tend to a steady motion of the family"
                              : "all eigenvalues except those of ignorable coordinates have negative real parts";
        case NH_STABILITY_SPECTRAL:
            return "no eigenvalue has a positive real part, but some lie on the imaginary axis: the linearised "
                   "equations do not prove stability";
        case NH_STABILITY_STABLE:
            return is_all_family
                       ? "all states nearby are steady"
                       : "the energy, which is conserved, has a strict minimum there on the admissible states";
        case NH_STABILITY_UNDECIDED: break;
    }
    return found->unexplained > 0 ? "an eigenvalue may be 0 for an unknown reason: nonlinear terms decide"
                                  : "could not prove that no real part is positive";
}

static const char *verdict_of(nh_stability stability, bool is_all_family) {
    switch (stability) {
        case NH_STABILITY_UNSTABLE: return "unstable";
        case NH_STABILITY_SPECTRAL: return "spectrally stable";
        case NH_STABILITY_STABLE: return is_all_family ? "stable (by family)" : "stable (by energy)";
        case NH_STABILITY_ASYMPTOTIC: return "asymptotically stable";
        case NH_STABILITY_UNDECIDED: break;
    }
    return "undecided";
}

static void name_kind(linear_answer *w) {
    size_t n = w->p->l->n;
    double *state = NH_NEW_ARRAY(w->arena, double, 1 + 2 * n);
    bool is_at_rest = true;
    memcpy(state, w->motion->values, (1 + 2 * n) * sizeof *state);
    for (size_t i = 1; i < 1 + 2 * n; i++) {
        if (fabs(state[i]) < 1e-30) state[i] = 0; /* what encloses 0 closely: unknowns are known to 40 digits */
        is_at_rest &= i <= n || state[i] == 0;
    }
    w->info->kind = is_at_rest ? "equilibrium" : "steady motion";
    w->info->state = state;
    w->info->moved = w->motion->moved;
}

const nh_linearize_info *nh_linearized_at(nh_arena *arena, const nh_steady_motion *motion, int digits, bool with_modes,
                                          const char **why) {
    const nh_steady_problem *p = motion->p;
    nh_spectral s;
    nh_linearize_info *info = NH_NEW(arena, nh_linearize_info);
    linear_answer w = {arena, p, motion, &s, info};
    int prec = nh_steady_bits(digits);
    if (!nh_spectral_make(&s, p, arena, motion, NULL, prec)) {
        *why = s.why;
        return NULL;
    }
    name_kind(&w);
    name_ignorable(&w);
    find_matrices(&w);
    explain_zeros(&w);
    nh_spectrum found = nh_spectrum_find(&s, arena, digits, with_modes, prec);
    list_eigenvalues(&w, &found);
    list_modes(&w, &found);
    info->stability = found.stability;
    if (motion->held > motion->family && info->stability == NH_STABILITY_ASYMPTOTIC)
        info->stability = NH_STABILITY_UNDECIDED;
    bool may_decide = info->stability == NH_STABILITY_SPECTRAL || info->stability == NH_STABILITY_UNDECIDED;
    bool is_at_rest = strcmp(info->kind, "equilibrium") == 0;
    if (may_decide && is_at_rest && nh_steady_has_minimum(p, arena, &s, prec)) info->stability = NH_STABILITY_STABLE;
    if (s.reduced == 0 && info->stability == NH_STABILITY_ASYMPTOTIC) info->stability = NH_STABILITY_STABLE;
    info->verdict = verdict_of(info->stability, s.reduced == 0);
    info->reason = reason_of(info, &found, s.reduced == 0);
    nh_spectral_free(&s, p);
    return info;
}

void nh_linearized_bare(nh_arena *arena, const nh_steady_motion *motion, nh_linearize_info *info, const char *why) {
    linear_answer w = {arena, motion->p, motion, NULL, info};
    name_kind(&w);
    name_ignorable(&w);
    info->verdict = verdict_of(NH_STABILITY_UNDECIDED, false);
    info->reason = why;
}

/* ---- states that are not steady ---- */

typedef struct list_text {
    nh_text text;
    size_t count;
} list_text;

static void add_nonzero(list_text *list, const char *name, const nh_ball *value, double scale) {
    char number[NH_NUMBER_SIZE];
    double middle = nh_ball_double(value);
    if (nh_ball_is_zero(value) != NH_NO || fabs(middle) <= SAME * scale || list->count++ >= NAMED_MOST) return;
    nh_number_digits(number, middle, 6);
    nh_text_format(&list->text, "%s%s = %s", list->count > 1 ? ", " : "", name, number);
}

/* "these velocities ...", "these accelerations are not 0: ..." */
_Noreturn static void fail_not_steady(nh_arena *arena, const nh_steady_problem *p, const nh_steady_motion *motion) {
    const nh_linearizer *l = p->l;
    size_t n = l->n;
    int prec = nh_steady_bits(0);
    nh_linear_point point = nh_linear_point_new(l);
    nh_ball *parameters = nh_balls_new(p->model->parameters.count + 1);
    nh_steady_parameters(p, parameters, prec);
    nh_steady_initial(p, point.inputs, prec);
    bool is_known = nh_linear_accelerate(l, parameters, &point, prec);
    list_text velocities = {nh_text_begin(arena), 0}, accelerations = {nh_text_begin(arena), 0};
    double scale = 0;
    for (size_t i = 0; i < 2 * n; i++) scale = fmax(scale, fabs(nh_ball_double(&point.inputs[1 + n + i])));
    for (uint32_t i = 0; i < l->places; i++)
        if (!p->is_ignorable[i])
            add_nonzero(&velocities, name_at(arena, p->model, (uint32_t)n + l->x[i]), &point.inputs[1 + n + l->x[i]],
                        scale);
    for (uint32_t k = 0; k < l->m && is_known; k++)
        add_nonzero(&accelerations, name_at(arena, p->model, 2 * (uint32_t)n + l->independent[k]),
                    &point.inputs[1 + 2 * n + l->independent[k]], scale);
    const char *v = nh_text_string(&velocities.text), *a = nh_text_string(&accelerations.text);
    nh_balls_free(parameters, p->model->parameters.count + 1);
    nh_linear_point_free(l, &point);
    nh_remark remark = {"not-steady", NH_SEVERITY_ERROR, NH_E_HYPOTHESIS, NULL,
                        "'nonholo steady' finds steady motions"};
    bool has_both = velocities.count > 0 && accelerations.count > 0, has_none = !*v && !*a;
    nh_diag_add(p->model->context, &remark, "the initial state is not steady%s%s%s%s%s%s%s", has_none ? "; " : "",
                has_none ? (motion->why != NULL ? motion->why : "its steady motion is elsewhere") : "",
                velocities.count > 0 ? ": these velocities are not 0: " : "", v, has_both ? ";" : "",
                accelerations.count > 0
                    ? (has_both ? " these accelerations are not 0: " : ": these accelerations are not 0: ")
                    : "",
                a);
    nh_raise(p->model->context, NH_E_HYPOTHESIS);
}

/* ---- the question ---- */

typedef struct question {
    nh_arena *arena;
    const nh_model *model;
    const nh_linearize_def *def;
    const uint32_t *names; /* of independent velocities */
    nh_steady_problem *p;  /* with them; without where a steady motion is searched for in the list */
    nh_steady_motion motion;
    const nh_linearize_info *answer;
} question;

/* The coordinates that are named. */
static uint32_t *read_names(const question *q) {
    const nh_strings *given = &q->def->independent;
    uint32_t *names = NH_NEW_ARRAY(q->arena, uint32_t, given->count + 1);
    for (size_t k = 0; k < given->count; k++) {
        size_t i = 0;
        while (i < q->model->coordinates.count && strcmp(coordinate_name(q->model, (uint32_t)i), given->items[k]) != 0)
            i++;
        if (i == q->model->coordinates.count)
            nh_fail(q->model->context, NH_E_USAGE, "no-coordinate", "there is no coordinate '%s'", given->items[k]);
        names[k] = (uint32_t)i;
    }
    return names;
}

double *nh_steady_guess(nh_arena *arena, const nh_steady_problem *p) {
    double *guess = NH_NEW_ARRAY(arena, double, 1 + 2 * (size_t)p->l->n);
    guess[0] = p->start.t;
    for (size_t i = 0; i < p->l->n; i++) {
        guess[1 + i] = p->start.q[i];
        guess[1 + p->l->n + i] = p->start.v[i];
    }
    return guess;
}

/* The steady motion that the initial state is one of. */
static nh_steady_motion find_initial(const question *q) {
    nh_steady_problem *p = q->p;
    nh_steady_search search = {.guess = nh_steady_guess(q->arena, p), .holds_initial = true, .with_family = true};
    search.digits = nh_steady_digits(q->def->digits);
    nh_steady_motion motion = nh_steady_find(p, q->arena, &search);
    if (!motion.is_found || motion.moved > SAME) fail_not_steady(q->arena, p, &motion);
    return motion;
}

/* The one with this number in the list of `steady`, which has independent velocities of its own. */
static nh_steady_motion find_listed(const question *q) {
    size_t named = q->def->independent.count;
    nh_steady_problem *p = q->p;
    int digits = nh_steady_digits(q->def->digits);
    nh_steady_starts starts = {.random = q->def->starts};
    nh_steady_list list = nh_steady_list_find(q->arena, p, &starts, digits);
    if (q->def->steady > list.count)
        nh_fail(q->model->context, NH_E_USAGE, "no-steady", "there is no steady motion %zu: the last one found is %zu",
                q->def->steady, list.count);
    nh_steady_motion found = list.items[q->def->steady - 1];
    if (named == 0) return found;
    const double *values = found.values;
    nh_state at = {.q = (double *)values + 1, .v = (double *)values + 1 + found.p->l->n};
    p = nh_steady_problem_make(q->arena, q->model, named, q->names, &at);
    if (p == NULL) nh_fail(q->model->context, NH_E_HYPOTHESIS, "singular", "singular configuration");
    p->conserved = q->p->conserved;
    nh_steady_search search = {.guess = values, .wanted = values + 1, .holds_initial = true, .with_family = true};
    search.digits = digits;
    nh_steady_motion again = nh_steady_find(p, q->arena, &search);
    if (!again.is_found || again.moved > SAME)
        nh_fail(q->model->context, NH_E_HYPOTHESIS, "independent",
                "the steady motion %zu is not found with these independent velocities", q->def->steady);
    return again;
}

static void answer_question(void *argument) {
    question *q = argument;
    q->motion = q->def->steady > 0 ? find_listed(q) : find_initial(q);
    const char *why = NULL;
    q->answer = nh_linearized_at(q->arena, &q->motion, q->def->digits, true, &why);
    if (q->answer == NULL) nh_fail(q->model->context, NH_E_HYPOTHESIS, "singular", "no linearised equations: %s", why);
}

/* The answer with the matrices as formulas, outside the guard. */
static const nh_linearize_info *add_formulas(const question *q) {
    const nh_linearizer *l = q->motion.p->l;
    nh_linearize_info *info = NH_NEW(q->arena, nh_linearize_info);
    *info = *q->answer;
    uint32_t *pair = NH_NEW_ARRAY(q->arena, uint32_t, info->coordinates + 1);
    uint32_t *place = NH_NEW_ARRAY(q->arena, uint32_t, info->coordinates + 1);
    for (size_t i = 0; i < info->coordinates; i++) {
        while (strcmp(coordinate_name(q->model, l->independent[pair[i]]), info->coordinate[i]) != 0) pair[i]++;
        while (l->x[place[i]] != l->independent[pair[i]]) place[i]++;
    }
    nh_symbolic_request r = {q->motion.p, &q->motion, (uint32_t)info->coordinates, pair, place, NH_EXPR_UNDEFINED,
                             false,       false};
    info->formulas = nh_symbolic_matrices(q->arena, &r);
    return info;
}

const nh_linearize_info *nh_linearized(nh_arena *arena, const nh_model *model, const nh_linearize_def *def) {
    question q = {.arena = arena, .model = model, .def = def};
    q.names = read_names(&q);
    if (def->steady == 0) nh_states_require_initials(model);
    q.p = nh_steady_problem_make(arena, model, def->steady > 0 ? 0 : def->independent.count, q.names, NULL);
    nh_guard_call(model->context, answer_question, &q);
    return def->formulas ? add_formulas(&q) : q.answer;
}
