/* Simplifying against SymPy and against a person: the rolling disc of [Examples] 5.6 and the unicycle of [Rheonomous]
 * 3.3. Deriving by itself is in derive_sympy.c.
 *
 * Time is CPU time from a model that is read to accelerations that can be evaluated; of SymPy it is the
 * best of a few processes, without the import. Its time, and its number of operations, count only when its
 * values at a state are ours.
 *
 * Operations: as algebra.h counts those of a tape; in peers/sympy_algebra.py powers take the multiplications of
 * repeated squaring, as they do in tapes. */
#include "algebra.h"

#include <string.h>

#include "algebra/tidy/simplify.h"
#include "bench.h"
#include "derivation.h"
#include "disc.h"
#include "model/inputs.h"
#include "model/values.h"
#include "sympy.h"

enum { MOST_NUMBERS = 64 };
static const char program[] = "sympy_algebra.py";

/* ---- time ---- */

static void compare_time(void) {
    const char *what = "disc derived, simplified and solved, SymPy with trigsimp / ours";
    derivation d = {.text = disc_text, .way = DERIVATION_SIMPLIFIED};
    if (!derivation_time(&d)) return;
    sympy_answer peer = sympy_fastest(program, "trigsimp", derivation_count(&d), d.numbers);
    sympy_check(&peer, DISC_FREE, d.x + DISC_GIVEN);
    if (peer.missing[0] != 0) {
        bench_not_measured(what, peer.missing);
        return;
    }
    bench_line(what, peer.seconds / d.seconds, ">=", 300);
    bench_note("    ours %.3f ms, SymPy %s%.3f s", 1e3 * d.seconds, peer.is_stopped ? "more than " : "", peer.seconds);
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
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
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
    sympy_answer peer = sympy_ask(program, task, l.number_count, l.numbers);
    if (peer.is_stopped) strcpy(peer.missing, "SymPy takes too long");
    sympy_check(&peer, l.count, l.values);
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
    compare_time();
    algebra_compare_disc();
    if (unicycle != NULL)
        compare_length("operations of the unicycle's coefficients / SymPy's after simplify, cse", unicycle->text,
                       "unicycle", true);
    compare_length("the same for the disc", disc_text, "disc", false);
}
