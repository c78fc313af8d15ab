/* Dependent velocities for a state: the simplest form, and of several the best conditioned one.
 *
 * The volume of a choice is |det| of the rows, scaled to length 1, by its velocities. Where the choices are few all are
 * examined; where they are more, one is found by elimination and improved by exchanging one velocity at a time; in
 * large systems elimination decides by itself. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "num/linear/dense.h"
#include "state/explicit/explicit_private.h"
#include "state/state_private.h"

/* Choices that are examined one by one, velocities up to which exchanges are tried, and how many of them. */
enum { CHOICES_MOST = 3000, DENSE_MOST = 200, EXCHANGES_MOST = 20000, ROUNDS_MOST = 40 };
/* A choice of less than this part of the largest volume is taken only when there is no other. */
#define SMALL_VOLUME 1e-6
/* Volumes that differ by less are equal: then the first coordinates stay independent. */
#define EQUAL_VOLUME 1e-9
/* An exchange may shrink the volume by this for a simpler form, and must enlarge it by that for the same. */
#define EXCHANGE_SHRINKS 1e-2
#define EXCHANGE_GROWS 1.5

typedef struct chooser {
    const nh_outline *o;
    nh_arena *arena;
    const bool *allowed; /* n */
    double *dense;       /* k x n, by columns: the rows at the state; NULL in large systems */
    uint32_t *dependent; /* k: the best so far, rising */
} chooser;

static double *dense_rows(const nh_outline *o, nh_arena *arena) {
    double *a = NH_NEW_ARRAY(arena, double, (size_t)o->k * o->n + 1);
    for (uint32_t r = 0; r < o->k; r++)
        for (uint32_t e = o->start[r]; e < o->start[r + 1]; e++)
            a[r + (size_t)o->entry[e].velocity * o->k] = o->entry[e].value;
    return a;
}

static void fill_square(const chooser *c, const uint32_t *dependent, double *square) {
    uint32_t k = c->o->k;
    for (uint32_t d = 0; d < k; d++)
        memcpy(square + (size_t)d * k, c->dense + (size_t)dependent[d] * k, k * sizeof *square);
}

/* ---- all of them ---- */

/* binomial(n, k), or CHOICES_MOST + 1 when it is more than that. */
static uint32_t count_choices(uint32_t n, uint32_t k) {
    uint64_t count = 1;
    if (k > n) return 0;
    if (k > n - k) k = n - k;
    for (uint32_t i = 1; i <= k && count <= CHOICES_MOST; i++) count = count * (n - k + i) / i;
    return count > CHOICES_MOST ? CHOICES_MOST + 1 : (uint32_t)count;
}

/* The next k numbers out of n, in lexicographic order. */
static void next_choice(uint32_t n, uint32_t k, uint32_t *pick) {
    uint32_t i = k;
    while (i > 0 && pick[i - 1] == n - k + i - 1) i--;
    if (i == 0) return;
    pick[i - 1]++;
    for (; i < k; i++) pick[i] = pick[i - 1] + 1;
}

/* Numbers in a falling list of coordinates, as coordinates that rise. */
static void to_coordinates(uint32_t k, const uint32_t *pick, const uint32_t *falling, uint32_t *dependent) {
    for (uint32_t i = 0; i < k; i++) dependent[i] = falling[pick[k - 1 - i]];
}

static void first_choice(uint32_t k, uint32_t *pick) {
    for (uint32_t i = 0; i < k; i++) pick[i] = i;
}

/* False when all volumes are zero. */
static bool look_at_all(chooser *c, uint32_t count, uint32_t places, const uint32_t *falling) {
    uint32_t k = c->o->k, *pick = NH_NEW_ARRAY(c->arena, uint32_t, (size_t)k + 1);
    uint32_t *now = NH_NEW_ARRAY(c->arena, uint32_t, (size_t)k + 1), best_class = UINT32_MAX;
    double *square = NH_NEW_ARRAY(c->arena, double, (size_t)k *k + 1), largest = 0, best = 0;
    double *volume = NH_NEW_ARRAY(c->arena, double, count);
    nh_lu *lu = nh_lu_make(c->arena, (int)k);
    first_choice(k, pick);
    for (uint32_t i = 0; i < count; i++, next_choice(places, k, pick)) {
        to_coordinates(k, pick, falling, now);
        fill_square(c, now, square);
        volume[i] = nh_lu_factor(lu, square) ? fabs(nh_lu_determinant(lu)) : 0;
        largest = fmax(largest, volume[i]);
    }
    first_choice(k, pick);
    for (uint32_t i = 0; i < count && largest > 0; i++, next_choice(places, k, pick)) {
        if (!(volume[i] > 0 && volume[i] >= SMALL_VOLUME * largest)) continue;
        to_coordinates(k, pick, falling, now);
        uint32_t difficulty = nh_outline_class(c->o, now);
        bool is_better = difficulty < best_class || (difficulty == best_class && volume[i] > best * (1 + EQUAL_VOLUME));
        if (!is_better) continue;
        best_class = difficulty;
        best = volume[i];
        memcpy(c->dependent, now, k * sizeof *now);
    }
    return largest > 0;
}

/* ---- exchanges ---- */

typedef struct exchange {
    uint32_t out, in; /* number of a dependent velocity; coordinate */
    uint32_t difficulty;
    double growth;
} exchange;

static void put_dependent(uint32_t k, uint32_t *dependent, uint32_t out, uint32_t in) {
    NH_ASSERT(out < k);
    uint32_t i = out;
    for (; i > 0 && dependent[i - 1] > in; i--) dependent[i] = dependent[i - 1];
    for (; i + 1 < k && dependent[i + 1] < in; i++) dependent[i] = dependent[i + 1];
    dependent[i] = in;
}

static bool is_better(const exchange *a, const exchange *b) {
    return a->difficulty < b->difficulty || (a->difficulty == b->difficulty && a->growth > b->growth);
}

/* table: rows by all velocities, solved for the dependent ones: its entries are the factors by which volumes grow. */
static exchange best_exchange(const chooser *c, const double *table, uint32_t now, uint32_t *tried) {
    uint32_t k = c->o->k, *list = NH_NEW_ARRAY(c->arena, uint32_t, (size_t)k + 1);
    exchange best = {0, NH_EXPLICIT_NONE, now, EXCHANGE_GROWS};
    bool *is_dependent = NH_NEW_ARRAY(c->arena, bool, (size_t)c->o->n + 1);
    for (uint32_t d = 0; d < k; d++) is_dependent[c->dependent[d]] = true;
    for (uint32_t in = 0; in < c->o->n; in++)
        for (uint32_t out = 0; out < k && c->allowed[in] && !is_dependent[in]; out++) {
            exchange e = {out, in, 0, fabs(table[out + (size_t)in * k])};
            if (!(e.growth >= EXCHANGE_SHRINKS) || ++*tried > EXCHANGES_MOST) continue;
            memcpy(list, c->dependent, k * sizeof *list);
            put_dependent(k, list, out, in);
            e.difficulty = nh_outline_class(c->o, list);
            if (is_better(&e, &best)) best = e;
        }
    return best;
}

static void improve_choice(chooser *c) {
    uint32_t k = c->o->k, n = c->o->n, tried = 0, now = nh_outline_class(c->o, c->dependent);
    double *square = NH_NEW_ARRAY(c->arena, double, (size_t)k *k + 1);
    double *table = NH_NEW_ARRAY(c->arena, double, (size_t)k *n + 1);
    nh_lu *lu = nh_lu_make(c->arena, (int)k);
    for (int round = 0; round < ROUNDS_MOST && tried < EXCHANGES_MOST; round++) {
        fill_square(c, c->dependent, square);
        memcpy(table, c->dense, (size_t)k * n * sizeof *table);
        if (!nh_lu_factor(lu, square)) return;
        nh_lu_solve(lu, table, (int)n);
        exchange e = best_exchange(c, table, now, &tried);
        if (e.in == NH_EXPLICIT_NONE) return;
        put_dependent(k, c->dependent, e.out, e.in);
        now = e.difficulty;
    }
}

/* ---- choosing ---- */

/* Among the velocities that are allowed; false when the rows cannot be solved for any k of them. */
static bool choose_among(chooser *c, bool anyway) {
    const nh_outline *o = c->o;
    uint32_t *falling = NH_NEW_ARRAY(c->arena, uint32_t, (size_t)o->n + 1), places = 0;
    for (uint32_t i = o->n; i > 0; i--)
        if (c->allowed[i - 1]) falling[places++] = i - 1;
    if (places < o->k) return false;
    if (places == o->k) {
        for (uint32_t d = 0; d < o->k; d++) c->dependent[d] = falling[o->k - 1 - d];
        return nh_outline_is_solvable(o, c->dependent);
    }
    uint32_t count = count_choices(places, o->k);
    if (c->dense != NULL && count <= CHOICES_MOST && look_at_all(c, count, places, falling))
        return nh_outline_is_solvable(o, c->dependent);
    if (!nh_outline_eliminate(o, c->allowed, anyway, c->dependent)) return false;
    if (c->dense != NULL) improve_choice(c);
    return nh_outline_is_solvable(o, c->dependent);
}

/* allowed: what the model does not call independent; how many it does. */
static uint32_t find_allowed(const nh_model *model, bool *allowed) {
    uint32_t n = (uint32_t)model->coordinates.count, named = 0;
    for (uint32_t i = 0; i < n; i++) allowed[i] = true;
    for (size_t i = 0; i < model->independents.count; i++) allowed[model->independents.items[i].coordinate] = false;
    for (uint32_t i = 0; i < n; i++) named += !allowed[i];
    return named;
}

/* ---- the last choice ---- */

static bool is_last(const nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows) {
    const nh_last_choice *last = &states->last_choice;
    size_t size = states->n * sizeof(double);
    return last->state != NULL && last->k == k && last->state[0] == at->t &&
           memcmp(last->state + 1, at->q, size) == 0 && memcmp(last->state + 1 + states->n, at->v, size) == 0 &&
           (k == 0 || memcmp(last->rows, rows, k * sizeof *rows) == 0);
}

static void remember_choice(nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                            const uint32_t *dependent, bool refused) {
    nh_last_choice *last = &states->last_choice;
    size_t n = states->n;
    if (last->state == NULL) {
        last->rows = NH_NEW_ARRAY(states->arena, uint32_t, n + 1);
        last->dependent = NH_NEW_ARRAY(states->arena, uint32_t, n + 1);
        last->state = NH_NEW_ARRAY(states->arena, double, 2 * n + 1);
    }
    last->k = k;
    last->refused = refused;
    last->state[0] = at->t;
    memcpy(last->state + 1, at->q, n * sizeof(double));
    memcpy(last->state + 1 + n, at->v, n * sizeof(double));
    if (k > 0) memcpy(last->rows, rows, k * sizeof *rows);
    if (k > 0) memcpy(last->dependent, dependent, k * sizeof *dependent);
}

static bool choose_dependent(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                             uint32_t *dependent) {
    const nh_model *model = states->model;
    nh_arena *work = nh_arena_create(nh_arena_context(arena));
    const nh_outline *o = nh_outline_make(work, states, at, k, rows);
    bool *allowed = NH_NEW_ARRAY(work, bool, (size_t)o->n + 1);
    chooser c = {.o = o, .arena = work, .allowed = allowed};
    c.dependent = NH_NEW_ARRAY(work, uint32_t, (size_t)k + 1);
    if (o->n <= DENSE_MOST) c.dense = dense_rows(o, work);
    uint32_t named = find_allowed(model, allowed);
    bool is_kept = choose_among(&c, named == 0);
    if (!is_kept && named > 0) {
        for (uint32_t i = 0; i < o->n; i++) allowed[i] = true;
        (void)choose_among(&c, true);
    }
    if (k > 0) memcpy(dependent, c.dependent, k * sizeof *dependent);
    nh_arena_destroy(work);
    return !is_kept && named > 0;
}

void nh_explicit_choose(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                        uint32_t *dependent, bool *refused) {
    if (!is_last(states, at, k, rows)) {
        NH_ASSERT(k <= states->n && nh_are_below(k, rows, states->model->rows.count));
        bool is_refused = choose_dependent(arena, states, at, k, rows, dependent);
        remember_choice(states, at, k, rows, dependent, is_refused);
    }
    const nh_last_choice *last = &states->last_choice;
    if (k > 0) memcpy(dependent, last->dependent, k * sizeof *dependent);
    NH_ASSERT(nh_is_rising(k, dependent, states->n));
    if (refused != NULL) *refused = last->refused;
}

bool nh_explicit_serves(nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                        const uint32_t *dependent) {
    NH_ASSERT(nh_are_below(k, rows, states->model->rows.count) && nh_are_below(k, dependent, states->n));
    nh_arena *work = nh_arena_create(states->model->context);
    bool serves = nh_outline_is_solvable(nh_outline_make(work, states, at, k, rows), dependent);
    nh_arena_destroy(work);
    return serves;
}

void nh_explicit_parts_of(const nh_explicit *form, uint32_t *rows, uint32_t *dependent) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < form->k; d++) dependent[d] = form->dependent[d].coordinate;
    for (uint32_t i = 0; i < form->model->rows.count; i++)
        for (uint32_t d = 0; d < form->k; d++)
            if (form->dependent[d].row == i) rows[count++] = i;
    NH_ASSERT(count == form->k);
}

const char *nh_explicit_words(const nh_explicit *form, nh_arena *arena) {
    NH_ASSERT(form->m + form->k == form->model->coordinates.count);
    enum { MOST_WORDS = 12 };
    const nh_model *model = form->model;
    nh_text text = nh_text_begin(arena);
    for (uint32_t i = 0; i < form->m && i < MOST_WORDS; i++)
        nh_text_format(&text, "%s%s'", i == 0 ? "" : ", ",
                       nh_name_text(model->context, model->coordinates.items[form->independent[i]].name));
    if (form->m > MOST_WORDS) nh_text_add(&text, ", ...");
    if (form->m == 0) nh_text_add(&text, "none");
    return nh_text_string(&text);
}
