/* Deriving and simplifying against SymPy and against a person: the rolling disc of [Examples] 5.6 and the unicycle of [Rheonomous] 3.3.
 *
 * Time is CPU time from a model that is read to accelerations that can be evaluated, each time in a context of its own; of SymPy it is the best of a few processes,
 * without the import. Its time, and its number of operations, count only when its values at a state are ours.
 *
 * plain     ours: Lagrange's equations without tidying (model/lagrange.h), all accelerations and multipliers as one program, and one evaluation. The program is that of
 *           nh_dynamics_solve, which is not tidied. The library's own derivation always tidies; its time is told beside.
 * trigsimp  ours: what a run does before its first step, without compiling.
 *
 * Operations: as algebra.h counts those of a tape; in peers/sympy_algebra.py powers take the multiplications of repeated squaring, as they do in tapes. */
#include "algebra.h"

#include <math.h>
#include <string.h>

#include "algebra/simplify.h"
#include "bench.h"
#include "disc.h"
#include "model/inputs.h"
#include "model/values.h"
#include "sim/dynamics.h"
#include "sympy.h"

enum { OWN_ROUNDS = 50, PEER_ROUNDS = 3, MOST_NUMBERS = 64 };

/* ---- time ---- */

typedef enum way { PLAIN, LIBRARY, SIMPLIFIED } way;

typedef struct derivation {
    way way;
    double state[2 * DISC_Q], x[DISC_Q]; /* where, and the accelerations there */
    double seconds;                      /* the best so far */
} derivation;

static void derive(nh_context *context, void *argument) {
    derivation *d = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, disc_text);
    double began = bench_clock();
    nh_lagrange plain = {0};
    if (d->way == PLAIN) plain = nh_lagrange_derive(model, arena, false);
    nh_equations *equations = d->way == PLAIN ? nh_chetaev_of(model, arena, &plain) : nh_chetaev_derive(model, arena);
    nh_dynamics *dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, disc_parameters);
    (void)nh_dynamics_choose(dynamics, 0, d->state, d->state + DISC_Q);
    const double *x = d->way == SIMPLIFIED
                          ? nh_dynamics_accelerate(dynamics, DISC_GIVEN, 0, d->state, d->state + DISC_Q)
                          : nh_dynamics_solve(dynamics, 0, d->state, d->state + DISC_Q).x;
    d->seconds = fmin(d->seconds, bench_clock() - began);
    if (x == NULL) nh_fail(context, NH_E_INTERNAL, "bench", "the accelerations are not determined");
    memcpy(d->x, x, sizeof d->x);
}

/* The fastest of some processes. */
static sympy_answer fastest(const char *task, size_t count, const double *numbers) {
    sympy_answer best = sympy_ask(task, count, numbers);
    for (int i = 1; i < PEER_ROUNDS && best.missing[0] == 0 && !best.is_stopped; i++) {
        sympy_answer answer = sympy_ask(task, count, numbers);
        if (answer.missing[0] != 0 || answer.seconds < best.seconds) best = answer;
    }
    return best;
}

/* An answer that is not ours does not count. */
static void check_values(sympy_answer *peer, size_t count, const double *own) {
    if (peer->missing[0] != 0 || peer->is_stopped) return;
    if ((size_t)peer->count != count || !(algebra_difference(peer->count, own, peer->values) < ALGEBRA_SAME))
        strcpy(peer->missing, "SymPy's values are not ours");
}

/* The time of a way, and its accelerations at a state. */
static bool time_derivation(derivation *d) {
    nh_random random = nh_random_make(1, 1);
    algebra_disc_state(&random, d->state);
    d->seconds = INFINITY;
    for (int i = 0; i < OWN_ROUNDS; i++)
        if (!algebra_alone(derive, d)) return false;
    return true;
}

static void compare_time(const char *what, const char *task, way kind, double goal) {
    derivation d = {.way = kind};
    double numbers[DISC_PARAMETERS + 2 * DISC_Q];
    if (!time_derivation(&d)) return;
    memcpy(numbers, disc_parameters, sizeof disc_parameters);
    memcpy(numbers + DISC_PARAMETERS, d.state, sizeof d.state);
    sympy_answer peer = fastest(task, DISC_PARAMETERS + 2 * DISC_Q, numbers);
    check_values(&peer, DISC_FREE, d.x + DISC_GIVEN);
    if (peer.missing[0] != 0) {
        bench_not_measured(what, peer.missing);
        return;
    }
    bench_line(what, peer.seconds / d.seconds, ">=", goal);
    bench_note("    ours %.3f ms, SymPy %s%.3f s", 1e3 * d.seconds, peer.is_stopped ? "more than " : "", peer.seconds);
    derivation library = {.way = LIBRARY};
    if (kind == PLAIN && time_derivation(&library))
        bench_note("    with the library's derivation, which tidies: %.3f ms, ratio %.3g", 1e3 * library.seconds,
                   peer.seconds / library.seconds);
}

/* ---- the length of coefficients ---- */

typedef struct length {
    const char *text;
    size_t count;
    double numbers[MOST_NUMBERS], values[SYMPY_MOST_VALUES]; /* parameters, q, v; the coefficients there */
    size_t number_count;
    algebra_operations own;
} length;

static void set_numbers(length *l, nh_model *model, nh_arena *arena) {
    nh_random random = nh_random_make(1, 3);
    const double *parameters = nh_model_parameter_values(model, arena);
    size_t p = model->parameters.count, n = model->coordinates.count;
    l->number_count = p + 2 * n;
    if (l->number_count > MOST_NUMBERS) nh_fail(nh_arena_context(arena), NH_E_INTERNAL, "bench", "too many numbers");
    memcpy(l->numbers, parameters, p * sizeof *parameters);
    for (size_t i = p; i < l->number_count; i++) l->numbers[i] = nh_random_uniform(&random, -1.2, 1.2);
}

static void evaluate(length *l, nh_arena *arena, const nh_model *model, const nh_tape *tape) {
    size_t p = model->parameters.count;
    double inputs[1 + MOST_NUMBERS] = {0};
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    memcpy(inputs + 1, l->numbers + p, (l->number_count - p) * sizeof *inputs);
    nh_tape_begin(tape, 1, l->numbers, work);
    nh_tape_run(tape, 1, inputs, l->values, work);
}

static void measure_length(nh_context *context, void *argument) {
    length *l = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, l->text);
    nh_reduced r = algebra_reduce(arena, model);
    nh_tape_def def = nh_model_tape_def(model, arena, false);
    nh_expr list[SYMPY_MOST_VALUES];
    if (r.rests > 0 || r.unknowns > 5) nh_fail(context, NH_E_INTERNAL, "bench", "the rows were not put in");
    l->count = algebra_coefficients(&r, list);
    nh_expr_simplify_all(model->pool, arena, l->count, list);
    def.output_count = (uint32_t)l->count;
    def.outputs = list;
    def.loop_from = 0;
    nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    l->own = algebra_count(tape);
    set_numbers(l, model, arena);
    evaluate(l, arena, model, tape);
}

/* Sines and cosines are among SymPy's operations, so they are here. */
static void compare_length(const char *what, const char *text, const char *task, bool is_goal) {
    length l = {.text = text};
    if (!algebra_alone(measure_length, &l)) return;
    sympy_answer peer = sympy_ask(task, l.number_count, l.numbers);
    if (peer.is_stopped) strcpy(peer.missing, "SymPy takes too long");
    check_values(&peer, l.count, l.values);
    if (peer.missing[0] != 0) {
        bench_not_measured(what, peer.missing);
        return;
    }
    long with_state = l.own.with_state + l.own.functions, all = with_state + l.own.of_parameters;
    if (is_goal) bench_line(what, (double)all / (double)peer.operations, "<=", 1);
    bench_note("    %s: %ld operations, SymPy %ld; without those of parameters alone %ld, SymPy %ld", task, all,
               peer.operations, with_state, peer.with_state);
}

void bench_algebra(nh_context *context) {
    const nh_builtin *unicycle = nh_builtin_find("unicycle");
    (void)context;
    bench_note("\nalgebra of the rolling disc and the unicycle");
    compare_time("disc derived and solved, unsimplified, SymPy's LagrangesMethod / ours", "plain", PLAIN, 1000);
    compare_time("disc derived, simplified and solved, SymPy with trigsimp / ours", "trigsimp", SIMPLIFIED, 300);
    algebra_compare_disc();
    if (unicycle != NULL)
        compare_length("operations of the unicycle's coefficients / SymPy's after simplify, cse", unicycle->text,
                       "unicycle", true);
    compare_length("the same for the disc", disc_text, "disc", false);
}
