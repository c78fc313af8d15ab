/* Starts at which the rank of the rows drops.
 *
 * A homogeneous constraint, as dot(P', Q') = 0, holds at rest, but says nothing there: its gradient vanishes.
 * Whether the rank at a start is less than usual is determined by random admissible states around it. If so, what is
 * not held is drawn around the start until the rank is the usual one: velocities only, then coordinates too. */
#include <math.h>
#include <string.h>

#include "state/state_private.h"

/* How far from the start neighbours are searched for, relative to the size of the start: their coordinates and
 * velocities. Not far: other components of the admissible set may have another rank, as a closed chain of four has. */
static const double neighbours[][2] = {{0, 0.01}, {0, 0.1}, {1e-3, 0.01}, {1e-6, 0.01}, {0.01, 0.01}, {0.1, 0.1}};

/* States nearby by which the usual rank is told; attempts to draw a start of that rank. */
enum { NEIGHBOURS = sizeof neighbours / sizeof *neighbours, DRAWS = 24 };

/* Searches that are begun next to a guess. */
enum { BESIDE = 9 };
/* Of the size of the guess: what is less is no movement. */
#define MOVED 1e-6

/* What is left of a row that is independent at a neighbour. Where rows touch each other, as q1^2 = 0 does, states
 * satisfy them to half of the digits only: so much seems to be left of rows that depend on others all the same. */
#define CLEARLY 1e-5

static uint32_t rank_above(nh_start *start, double *z, double tolerance, bool *redundant) {
    double *v = z + start->s->n;
    nh_state state = {.t = start->t, .q = z, .v = v};
    return nh_state_rank_above(start->s, &state, tolerance, redundant);
}

static uint32_t rank_at(nh_start *start, double *z, bool *redundant) {
    return rank_above(start, z, NH_STATE_DEPENDENT, redundant);
}

static bool is_lost(nh_start *start, double *z, bool *lost) {
    double *v = z + start->s->n;
    nh_state state = {.t = start->t, .q = z, .v = v};
    uint32_t looks = start->s->looks; /* these do not count */
    bool answer = nh_states_find_lost(start->s, &state, lost);
    start->s->looks = looks;
    return answer;
}

/* Whether a row has no gradient there that is independent of the others, or has one only because a search that comes
 * ever nearer to such a place was ended. */
static bool is_singular(nh_start *start, double *z, bool *lost) {
    double *v = z + start->s->n;
    nh_state state = {.t = start->t, .q = z, .v = v};
    return is_lost(start, z, lost) || nh_state_is_next_to_singular(start->s, &state);
}

/* z = start->z, its coordinates and velocities moved by about these parts of their size; what is held only where
 * with_held says so. */
static void scatter_start(nh_start *start, double q, double v, bool with_held, double *z) {
    const nh_states *s = start->s;
    q *= nh_state_spread(start->z, s->n, 0);
    v *= nh_state_spread(start->z + s->n, s->n, 0);
    memcpy(z, start->z, s->size * sizeof *z);
    for (uint32_t i = 0; i < s->size; i++) {
        double part = (i < s->n ? q : v) * nh_random_normal(&start->random);
        if (with_held || s->given[i] != NH_GIVEN_HELD) z[i] += part;
    }
}

/* The usual rank: the largest among some neighbours that the rows allow, where that is above the rank at the start. */
static uint32_t usual_rank(nh_start *start, uint32_t best, double *z, bool *redundant, bool *best_redundant,
                           bool *lost) {
    nh_states *s = start->s;
    for (int i = 0; i < NEIGHBOURS; i++) {
        scatter_start(start, neighbours[i][0], neighbours[i][1], true, z);
        if (!nh_state_admit(s, start->t, z)) continue;
        uint32_t rank = rank_above(start, z, CLEARLY, redundant);
        if (rank <= best || is_lost(start, z, lost)) continue;
        best = rank;
        memcpy(best_redundant, redundant, s->model->rows.count * sizeof *redundant);
    }
    return best;
}

/* z: where the equations of the stage hold, from the guess. */
static bool settle_stage(nh_start *start, nh_stage stage, const double *guess, bool nearest, double *z) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, NULL, true);
    memcpy(s->reference, guess, s->size * sizeof *guess);
    if (nearest) return nh_state_solve(s, start->t, z, &start->random, 0);
    memcpy(z, guess, s->size * sizeof *z);
    nh_state_set_metric(s, start->t, z);
    return nh_state_restore(s, start->t, z);
}

/* The start around start->z with the highest rank, up to `most`, of some that are drawn; false when none is above
 * `rank`, and start->z is as before. Every other one is brought near to where it was drawn: rows like x y = 0 have
 * parts of lower rank that attract. */
static bool draw_start(nh_start *start, uint32_t rank, uint32_t most, double *guess, bool *redundant) {
    static const double sizes[] = {0.1, 0.3, 1};
    nh_states *s = start->s;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *z = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    double *best = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    uint32_t reached = rank;
    for (int i = 0; i < DRAWS && reached < most; i++) {
        nh_stage stage = i < DRAWS / 2 ? NH_STAGE_VELOCITIES : NH_STAGE_JOINT;
        double size = sizes[i / 2 % 3];
        scatter_start(start, stage == NH_STAGE_VELOCITIES ? 0 : size, size, false, guess);
        if (!settle_stage(start, stage, guess, i % 2 == 0, z)) continue;
        uint32_t here = rank_at(start, z, redundant);
        if (here <= reached || is_singular(start, z, redundant)) continue; /* next to a double root */
        reached = here;
        memcpy(best, z, s->size * sizeof *z);
    }
    if (reached > rank) memcpy(start->z, best, s->size * sizeof *z);
    nh_arena_release(scratch, mark);
    return reached > rank;
}

/* Rows without a value at the guess. */
static void find_undefined(nh_start *start, double *z, bool *undefined) {
    nh_states *s = start->s;
    memcpy(z, start->z, s->n * sizeof *z);
    memcpy(z + s->n, start->guess + s->n, s->n * sizeof *z);
    (void)nh_state_evaluate(s, start->t, z);
    for (uint32_t e = s->geometric; e < s->rows; e++) {
        double sum = s->value[e];
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) sum += s->slope[k];
        undefined[s->equations[e].number] = !isfinite(sum);
    }
}

/* ---- singular solutions that attract ---- */

/* The largest coordinate and the largest velocity of the guess. */
typedef struct guess_sizes {
    double q, v;
} guess_sizes;

static guess_sizes sizes_of(const nh_start *start) {
    uint32_t n = start->s->n;
    return (guess_sizes){nh_state_spread(start->guess, n, 0), nh_state_spread(start->guess + n, n, 0)};
}

/* Whether the solution is elsewhere than the guess. */
static bool was_moved(const nh_start *start) {
    const nh_states *s = start->s;
    guess_sizes size = sizes_of(start);
    for (uint32_t i = 0; i < s->size; i++)
        if (fabs(start->z[i] - start->guess[i]) > MOVED * (i < s->n ? size.q : size.v)) return true;
    return false;
}

/* The solution nearest to the guess, of some that are found from points around it, at which rows have gradients. */
static bool find_beside(nh_start *start, nh_stage stage, double *z, double *best, bool *lost) {
    static const double sizes[] = {0.1, 0.3, 1};
    nh_states *s = start->s;
    double least = INFINITY, way;
    for (int i = 0; i < BESIDE; i++) {
        nh_state_choose(start, stage, NULL, true);
        for (uint32_t k = 0; k < s->size; k++) s->reference[k] = s->is_free[k] ? start->guess[k] : start->z[k];
        bool is_nearer = nh_state_solve_beside(s, start->t, z, &start->random, sizes[i % 3], &way) && way < least;
        if (!is_nearer || is_singular(start, z, lost)) continue;
        least = way;
        memcpy(best, z, s->size * sizeof *z);
    }
    return isfinite(least);
}

/* What is almost 0 relative to the guess is left over from a search that ended at a double root. */
static void clear_rests(nh_start *start, double *z) {
    const nh_states *s = start->s;
    guess_sizes size = sizes_of(start);
    memcpy(z, start->z, s->size * sizeof *z);
    for (uint32_t i = 0; i < s->size; i++)
        if (s->given[i] != NH_GIVEN_HELD && fabs(z[i]) <= MOVED * (i < s->n ? size.q : size.v)) z[i] = 0;
    double *v = z + s->n;
    nh_state state = {.t = start->t, .q = z, .v = v};
    if (nh_states_residual(start->s, &state, NULL) <= NH_STATE_HOLDS) memcpy(start->z, z, s->size * sizeof *z);
}

/* Steps of least norm run along symmetries: from x' = 0, y' = 1/2 those for x'^2 = y'^2 come to rest, though x' =
 * y' = 1/4 is nearer. So where the search ended at a state at which a row has no gradient, or next to one, it is
 * begun next to the guess. */
static void leave_singular(nh_start *start) {
    nh_states *s = start->s;
    nh_arena *arena = nh_arena_create(s->model->context);
    bool *lost = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
    double *z = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1),
           *best = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    if (was_moved(start) && is_singular(start, start->z, lost)) {
        bool is_found =
            find_beside(start, NH_STAGE_VELOCITIES, z, best, lost) || find_beside(start, NH_STAGE_JOINT, z, best, lost);
        if (is_found) memcpy(start->z, best, s->size * sizeof *z);
        else clear_rests(start, z);
    }
    nh_arena_destroy(arena);
}

nh_start_status nh_state_make_regular(nh_start *start) {
    nh_states *s = start->s;
    bool is_drawn = s->is_drawn;
    leave_singular(start);
    size_t rows = s->model->rows.count + 1;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    bool *here = NH_NEW_ARRAY(scratch, bool, rows), *usual = NH_NEW_ARRAY(scratch, bool, rows);
    bool *work = NH_NEW_ARRAY(scratch, bool, rows), *lost = NH_NEW_ARRAY(scratch, bool, rows);
    double *z = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    uint32_t rank = rank_at(start, start->z, here), most = usual_rank(start, rank, z, work, usual, lost);
    nh_start_status status = NH_START_FOUND;
    if (is_drawn && most <= rank) {
        memset(usual, 0, rows * sizeof *usual);
        find_undefined(start, z, here);
        nh_state_report_drawn(start, here, usual);
    }
    if (most > rank) {
        if (draw_start(start, rank, most, z, work)) nh_state_report_drawn(start, here, usual);
        else {
            nh_state_report_singular(start, here, usual);
            status = NH_START_NOT_FOUND;
        }
    }
    nh_arena_release(scratch, mark);
    return status;
}
