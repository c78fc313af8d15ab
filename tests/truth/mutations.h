/* Random mutations and rewritings of true equations, judged.
 *
 * A mutation is a slip of the pen: a sign, a factor, a term, an index, an exponent, a prime. It makes most equations
 * false, not all. A rewriting keeps what an equation says. The judge is right
 *
 *     when it refutes     if the equation is wrong at the state that it gives, in doubles and by code
 *                         of a run (check_witness)
 *     when it holds       if the equation is true at many states of several sets of values, in the same doubles
 *
 * so every verdict is checked, and which mutations happen to be true need not be known before. */
#ifndef NH_TESTS_MUTATIONS_H
#define NH_TESTS_MUTATIONS_H

#include "judging.h"
#include "true_equations.h"

#include "expr/inspect.h"
#include "model/inputs.h"
#include "tape/tape.h"

enum { MUTATION_TEXT = 2000, MUTATION_SETS = 4, MUTATION_STATES = 12 };

/* ---- tokens of a text, by the bytes ---- */

static inline bool is_letter(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static inline bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* A random place at which `fits` says yes, or -1. */
static inline int random_place(nh_random *random, const char *text, bool (*fits)(const char *text, size_t i)) {
    int found = -1;
    uint64_t count = 0;
    for (size_t i = 0; text[i] != '\0'; i++)
        if (fits(text, i) && nh_random_below(random, ++count) == 0) found = (int)i;
    return found;
}

/* The text with bytes from .. to-1 replaced. */
static inline void replace(char *out, const char *text, size_t from, size_t to, const char *by) {
    int length = snprintf(out, MUTATION_TEXT, "%.*s%s%s", (int)from, text, by, text + to);
    assert_true(length < MUTATION_TEXT);
}

/* ---- mutations ---- */

/* A sign between two terms, not that of an exponent. */
static inline bool is_plus_or_minus(const char *text, size_t i) {
    return (text[i] == '+' || text[i] == '-') && i > 0 && text[i - 1] != '^';
}

static inline bool is_number_start(const char *text, size_t i) {
    return isdigit((unsigned char)text[i]) && (i == 0 || (!is_word(text[i - 1]) && text[i - 1] != '.'));
}

/* The beginning of a word that is a factor: no function, no part of a path. */
static inline bool is_factor_start(const char *text, size_t i) {
    if (!is_letter(text[i]) || (i > 0 && (is_word(text[i - 1]) || text[i - 1] == '.'))) return false;
    while (is_word(text[i])) i++;
    return text[i] != '(';
}

/* A digit that is an index: q[2], q2. */
static inline bool is_index(const char *text, size_t i) {
    if (!isdigit((unsigned char)text[i]) || i == 0 || is_word(text[i + 1])) return false;
    return text[i - 1] == '[' || text[i - 1] == ',' || is_letter(text[i - 1]);
}

static inline bool is_exponent(const char *text, size_t i) {
    return i > 0 && text[i - 1] == '^' && isdigit((unsigned char)text[i]);
}

static inline bool is_prime(const char *text, size_t i) {
    return text[i] == '\'';
}

static inline bool is_star_or_slash(const char *text, size_t i) {
    return text[i] == '*' || text[i] == '/';
}

static inline bool mutate_sign(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_plus_or_minus);
    if (at < 0) {
        const char *sign = strchr(text, '=');
        replace(out, text, (size_t)(sign - text) + 1, (size_t)(sign - text) + 1, " -");
        return true;
    }
    replace(out, text, (size_t)at, (size_t)at + 1, text[at] == '+' ? "-" : "+");
    return true;
}

static inline bool mutate_factor(nh_random *random, const char *text, char *out) {
    static const char *const factors[] = {"2*", "3*", "(1/2)*", "(-1)*"};
    bool is_operator = nh_random_below(random, 3) == 0;
    int at = random_place(random, text, is_operator ? is_star_or_slash : is_factor_start);
    if (at < 0) return false;
    if (is_operator) replace(out, text, (size_t)at, (size_t)at + 1, text[at] == '*' ? "/" : "*");
    else replace(out, text, (size_t)at, (size_t)at, factors[nh_random_below(random, 4)]);
    return true;
}

static inline bool mutate_number(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_number_start);
    if (at < 0) return false;
    size_t end = (size_t)at;
    while (is_word(text[end])) end++;
    char other[2] = {(char)('1' + nh_random_below(random, 5)), '\0'};
    replace(out, text, (size_t)at, end, other);
    return true;
}

/* One more on the right, made from a word of the text: a word where it can be read, else it is drawn again. */
static inline bool mutate_term(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_factor_start);
    if (at < 0) return false;
    size_t end = (size_t)at;
    while (is_word(text[end]) || text[end] == '[' || text[end] == ']' || text[end] == '\'' || text[end] == '.') end++;
    char more[MUTATION_TEXT];
    snprintf(more, sizeof more, " %c %.*s", nh_random_below(random, 2) == 0 ? '+' : '-', (int)(end - (size_t)at),
             text + at);
    replace(out, text, strlen(text), strlen(text), more);
    return true;
}

/* A factor that is taken away with its * or /. */
static inline bool mutate_less(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_star_or_slash);
    if (at < 0 || !is_letter(text[at + 1])) return false;
    size_t end = (size_t)at + 1;
    while (is_word(text[end]) || text[end] == '\'') end++;
    if (text[end] == '(' || text[end] == '.') return false;
    replace(out, text, (size_t)at, end, "");
    return true;
}

static inline bool mutate_index(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_index);
    if (at < 0) return false;
    char other[2] = {(char)('1' + nh_random_below(random, 3)), '\0'};
    replace(out, text, (size_t)at, (size_t)at + 1, other);
    return true;
}

static inline bool mutate_exponent(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_exponent);
    if (at < 0) return false;
    char other[2] = {(char)('1' + nh_random_below(random, 4)), '\0'};
    replace(out, text, (size_t)at, (size_t)at + 1, other);
    return true;
}

static inline bool mutate_prime(nh_random *random, const char *text, char *out) {
    int at = random_place(random, text, is_prime);
    if (at < 0) return false;
    bool is_more = nh_random_below(random, 2) == 0;
    replace(out, text, (size_t)at, (size_t)at + 1, is_more ? "''" : "");
    return true;
}

typedef bool (*mutator)(nh_random *random, const char *text, char *out);

static const mutator mutators[] = {mutate_sign, mutate_factor, mutate_number,   mutate_term,
                                   mutate_less, mutate_index,  mutate_exponent, mutate_prime};

/* A text that differs; whether it can be read is not asked. */
static inline void mutate(nh_random *random, const char *text, char *out) {
    do *out = '\0';
    while (!mutators[nh_random_below(random, sizeof mutators / sizeof *mutators)](random, text, out) ||
           strcmp(text, out) == 0);
}

/* ---- rewritings ---- */

/* What a rewriting is made from. */
typedef struct rewriting {
    nh_random *random;
    const nh_model *model;
    const true_system *system;
    true_kind kind;
    const char *other; /* another true equation of the system, with scalar sides */
    char left[MUTATION_TEXT], right[MUTATION_TEXT];
} rewriting;

static inline const char *random_coordinate(const rewriting *r) {
    return nh_model_coordinate(r->model, nh_random_below(r->random, r->model->coordinates.count));
}

/* An expression that is nowhere 0, or any one. */
static inline void random_factor(const rewriting *r, char *out, bool is_nonzero) {
    const char *q = random_coordinate(r), *s = random_coordinate(r);
    switch (nh_random_below(r->random, is_nonzero ? 5 : 7)) {
        case 0: snprintf(out, 200, "(2 + sin(%s))", q); break;
        case 1: snprintf(out, 200, "(1 + %s'^2)", q); break;
        case 2: snprintf(out, 200, "exp(%s/5)", q); break;
        case 3: snprintf(out, 200, "(3/2 + %s^2)", q); break;
        case 4: snprintf(out, 200, "(7/3)"); break;
        case 5: snprintf(out, 200, "(%s - %s')", q, s); break;
        default: snprintf(out, 200, "(%s'*%s)", q, s); break;
    }
}

static inline void cut(const char *equation, char *left, char *right) {
    const char *sign = strchr(equation, '=');
    assert_non_null(sign);
    snprintf(left, MUTATION_TEXT, "%.*s", (int)(sign - equation), equation);
    snprintf(right, MUTATION_TEXT, "%s", sign + 1);
}

typedef bool (*rewriter)(const rewriting *r, char *out);

#define REWRITE(...) (assert_true(snprintf(out, MUTATION_TEXT, __VA_ARGS__) < MUTATION_TEXT), true)

static inline bool move_terms(const rewriting *r, char *out) {
    if (nh_random_below(r->random, 2) == 0) return REWRITE("%s - (%s) = 0", r->left, r->right);
    return REWRITE("0 = %s - (%s)", r->right, r->left);
}

static inline bool swap_sides(const rewriting *r, char *out) {
    return REWRITE("-(%s) = -(%s)", r->right, r->left);
}

static inline bool multiply(const rewriting *r, char *out) {
    char f[200];
    random_factor(r, f, true);
    if (nh_random_below(r->random, 3) == 0) return REWRITE("(%s)/(%s) = (%s)/(%s)", r->left, f, r->right, f);
    return REWRITE("%s*(%s) = (%s)*%s", f, r->left, r->right, f);
}

/* e - e, once as a square that is written out. */
static inline bool add_nothing(const rewriting *r, char *out) {
    char a[200], b[200];
    if ((r->kind & TRUE_VECTOR) != 0) return false;
    random_factor(r, a, false);
    random_factor(r, b, false);
    if (nh_random_below(r->random, 2) == 0) return REWRITE("%s + %s = %s + %s", r->left, a, r->right, a);
    return REWRITE("%s + (%s + %s)^2 - %s^2 = %s + 2*%s*%s + %s^2", r->left, a, b, a, r->right, a, b, b);
}

/* (a + b) e = a e + b e */
static inline bool expand(const rewriting *r, char *out) {
    char a[200], b[200];
    random_factor(r, a, true);
    random_factor(r, b, true);
    return REWRITE("(%s + %s)*(%s) = %s*(%s) + %s*(%s)", a, b, r->left, a, r->right, b, r->right);
}

static inline bool insert_one(const rewriting *r, char *out) {
    const char *q = random_coordinate(r);
    return REWRITE("(sin(%s)^2 + cos(%s)^2)*(%s) = %s", q, q, r->left, r->right);
}

/* One of two expressions that are equal by the constraints in place of the other, everywhere. */
static inline bool use_constraint(const rewriting *r, char *out) {
    char text[2 * MUTATION_TEXT + 4];
    const char *from = r->system->from;
    if (from == NULL) return false;
    size_t length = strlen(from), count = 0, at = 0;
    snprintf(text, sizeof text, "%s = %s", r->left, r->right);
    for (size_t i = 0; text[i] != '\0' && at + 200 < MUTATION_TEXT;) {
        bool is_whole =
            strncmp(text + i, from, length) == 0 && (i == 0 || (!is_word(text[i - 1]) && text[i - 1] != '.'));
        bool is_cut = text[i + length] == '\'' || text[i + length] == '(' || is_word(text[i + length]);
        if (is_whole && !is_cut) {
            at += (size_t)snprintf(out + at, MUTATION_TEXT - at, "%s", r->system->to);
            i += length;
            count++;
        } else out[at++] = text[i++];
    }
    out[at] = '\0';
    return count > 0;
}

static inline bool add_row(const rewriting *r, char *out) {
    char f[200];
    const char *row = r->system->row, *prime = nh_random_below(r->random, 2) == 0 ? "'" : "";
    if (row == NULL || (r->kind & TRUE_VECTOR) != 0) return false;
    random_factor(r, f, false);
    return REWRITE("%s + %s*(%s)%s = %s", r->left, f, row, prime, r->right);
}

static inline bool add_equation(const rewriting *r, char *out) {
    char f[200], left[MUTATION_TEXT], right[MUTATION_TEXT];
    if ((r->kind & TRUE_VECTOR) != 0 || r->other == NULL) return false;
    cut(r->other, left, right);
    random_factor(r, f, false);
    return REWRITE("%s + %s*(%s) = %s + %s*(%s)", r->left, f, left, r->right, f, right);
}

static const rewriter rewriters[] = {move_terms, swap_sides,     multiply, add_nothing, expand,
                                     insert_one, use_constraint, add_row,  add_equation};

static inline void rewrite(const rewriting *r, char *out) {
    while (!rewriters[nh_random_below(r->random, sizeof rewriters / sizeof *rewriters)](r, out)) continue;
}

/* ---- a batch of them ---- */

/* A true equation, and what it is about. */
typedef struct source {
    const char *equation;
    true_kind kind;
} source;

enum { MOST_SOURCES = 200 };

typedef struct batch {
    nh_context *context;
    nh_random *random;
    const true_system *system;
    source sources[MOST_SOURCES];
    size_t count;
    nh_model *base; /* the model without equations */
    size_t wanted_mutations, wanted_rewritings;
    char (*texts)[MUTATION_TEXT]; /* what was made */
    size_t made, mutations;       /* mutations come first */
} batch;

/* What was seen of all batches. */
typedef struct tally {
    size_t mutations, refuted, still_true, mutations_open;
    size_t unconfirmed; /* refuted at states at which doubles cannot tell */
    size_t rewritings, proved, certified, rewritings_open;
    size_t doubtful; /* held, and in doubles neither true nor false */
    size_t unseen;   /* held, and in doubles without a value: coefficients are not computed along a motion */
} tally;

/* Derivatives beyond the second have no values: what has some is undecided, rightly. */
static inline bool has_third_derivative(const nh_model *model, nh_arena *arena, nh_expr e) {
    uint32_t count;
    e = nh_expr_expand_names(model->pool, e);
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(model->pool, symbols[i]);
        if (symbol->role == NH_ROLE_COORDINATE && symbol->order > 2) return true;
    }
    return false;
}

/* Whether it can be read; a mutation must also be without third derivatives. */
static inline bool can_be_read(const batch *b, const char *equation, bool is_mutation) {
    nh_read_def def = b->base->source.def;
    def.equations = (nh_strings){&equation, 1};
    nh_model *model = nh_read_again(b->base, &def, true);
    nh_arena *arena = nh_arena_create(b->context);
    bool is_there = false, is_beyond = false;
    for (size_t i = 0; model != NULL && i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        is_there |= record->is_judged;
        is_beyond |= is_mutation && record->is_judged && has_third_derivative(model, arena, record->value);
    }
    nh_arena_destroy(arena);
    nh_model_destroy(model);
    return is_there && !is_beyond;
}

/* One that is nothing but what is allowed; NULL: there is none. */
static inline const source *random_source(const batch *b, unsigned allowed) {
    const source *found = NULL;
    uint64_t count = 0;
    for (size_t i = 0; i < b->count; i++)
        if (((unsigned)b->sources[i].kind & ~allowed) == 0 && nh_random_below(b->random, ++count) == 0)
            found = &b->sources[i];
    return found;
}

static inline void make_mutation(batch *b) {
    enum { TRIES = 50 };
    char *out = b->texts[b->made];
    const source *e = random_source(b, TRUE_VECTOR);
    for (int i = 0; e != NULL && i < TRIES; i++) {
        mutate(b->random, e->equation, out);
        if (!can_be_read(b, out, true)) continue;
        b->made++;
        return;
    }
}

static inline void make_rewriting(batch *b) {
    char *out = b->texts[b->made];
    const source *e = random_source(b, TRUE_VECTOR | TRUE_NAMED), *other = random_source(b, TRUE_PLAIN);
    rewriting r = {.random = b->random, .model = b->base, .system = b->system, .kind = e->kind};
    r.other = other != NULL ? other->equation : NULL;
    cut(e->equation, r.left, r.right);
    rewrite(&r, out);
    if (!can_be_read(b, out, false)) fail_msg("%s: this is no equation: %s", b->system->model, out);
    b->made++;
}

/* Those of the table. */
static inline void list_sources(batch *b) {
    for (size_t i = 0; i < TRUE_EQUATIONS; i++)
        if (strcmp(true_equations[i].model, b->system->model) == 0)
            b->sources[b->count++] = (source){true_equations[i].equation, true_equations[i].kind};
}

static inline void make_batch(batch *b) {
    nh_arena *arena = nh_arena_create(b->context);
    size_t count = b->wanted_mutations + b->wanted_rewritings;
    b->texts = nh_arena_alloc(arena, (count + 1) * sizeof *b->texts);
    for (size_t i = 0; i < b->wanted_mutations; i++) make_mutation(b);
    b->mutations = b->made;
    for (size_t i = 0; i < b->wanted_rewritings; i++) make_rewriting(b);
}

/* ---- true or not, in doubles ---- */

/* The largest residual of each record, relative to the size of its terms, over all states; not a number: it had no
 * value. */
typedef struct residuals {
    double *largest;
    size_t states;
} residuals;

/* The value of a parameter in a set; not a number: it stays as it is. Those without a value get one in every set,
 * numbers in all but the first. */
static inline double draw_parameter(const batch *b, const nh_model *model, const nh_parameter *p, int set) {
    if (p->is_set) return NAN;
    if (p->value == NH_EXPR_UNDEFINED) return nh_random_uniform(b->random, 0.3, 2);
    if (set == 0 || !nh_expr_is_number(model->pool, p->value)) return NAN;
    double own = nh_rat_double(b->context, nh_expr_rational(model->pool, p->value));
    return (own != 0 ? own : 0.4) * nh_random_uniform(b->random, 0.7, 1.3);
}

static inline nh_strings draw_set(const batch *b, nh_arena *arena, const nh_model *model, int number) {
    nh_strings given = model->source.def.set;
    const char **set = NH_NEW_ARRAY(arena, const char *, given.count + model->parameters.count + 1);
    size_t count = 0;
    for (; count < given.count; count++) set[count] = given.items[count];
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        double value = draw_parameter(b, model, p, number);
        if (isnan(value)) continue;
        char *text = NH_NEW_ARRAY(arena, char, 100);
        snprintf(text, 100, "%s=%.3f", nh_name_text(b->context, p->name), value);
        set[count++] = text;
    }
    return (nh_strings){set, count};
}

/* Whether no assumption is near its limit: a velocity of 1e-17 is not 0 in doubles, and yet belongs
 * to a point that rests. */
static inline bool are_assumed_well(const numbers *n, const nh_state *state) {
    const nh_model *model = n->model;
    size_t count = model->assumptions.count, q = model->coordinates.count;
    nh_tape_def def = nh_model_tape_def(model, n->arena, false, 0, NULL);
    nh_expr *outputs = NH_NEW_ARRAY(n->arena, nh_expr, count + 1);
    double *inputs = NH_NEW_ARRAY(n->arena, double, 2 * q + 1), *values = NH_NEW_ARRAY(n->arena, double, count + 1);
    for (size_t i = 0; i < count; i++)
        outputs[i] = nh_expr_sub(model->pool, model->assumptions.items[i].left, model->assumptions.items[i].right);
    def.outputs = outputs;
    def.output_count = (uint32_t)count;
    const nh_tape *tape = nh_tape_make(n->arena, model->pool, &def);
    double *work = nh_arena_alloc_aligned(n->arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    inputs[0] = state->t;
    memcpy(inputs + 1, state->q, q * sizeof *inputs);
    memcpy(inputs + 1 + q, state->v, q * sizeof *inputs);
    nh_tape_begin(tape, 1, n->parameters, work);
    nh_tape_run(tape, 1, inputs, values, work);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(values[i]) > 1e-6)) return false;
    return nh_states_are_assumed(n->states, state);
}

/* A state near the start, or one to which a state elsewhere was moved. */
static inline bool draw_state(const numbers *n, nh_random *random, int i, nh_state *state) {
    if (!nh_states_random(n->states, random, n->start + nh_random_unit(random), 20, state)) return false;
    for (size_t k = 0; i % 2 == 1 && k < n->model->coordinates.count; k++) {
        state->q[k] += nh_random_normal(random);
        state->v[k] = 2 * nh_random_normal(random);
    }
    return (i % 2 == 0 || nh_states_project(n->states, state)) && are_assumed_well(n, state) &&
           nh_states_residual(n->states, state, NULL) < 1e-13;
}

static inline void look_at_set(const batch *b, nh_model *model, residuals *r) {
    numbers n = numbers_of(model);
    nh_state state = numbers_state(&n);
    for (int i = 0; i < MUTATION_STATES; i++) {
        nh_observation found;
        if (!draw_state(&n, b->random, i, &state) || !numbers_at(&n, &state, &found)) continue;
        r->states++;
        for (size_t k = 0; k < model->records.count; k++) {
            double residual = fabs(found.records[k]) / (1e-3 + found.sizes[k]);
            if (!isnan(residual)) r->largest[k] = isnan(r->largest[k]) ? residual : fmax(r->largest[k], residual);
        }
    }
    nh_arena_destroy(n.arena);
}

/* Of all records of the model that is judged. */
static inline residuals look_in_doubles(const batch *b, nh_arena *arena, const nh_model *model) {
    residuals r = {.largest = NH_NEW_ARRAY(arena, double, model->records.count + 1)};
    for (size_t k = 0; k < model->records.count; k++) r.largest[k] = NAN;
    for (int i = 0; i < MUTATION_SETS; i++) {
        nh_read_def def = model->source.def;
        def.set = draw_set(b, arena, model, i);
        nh_model *other = nh_read_again(model, &def, true);
        assert_non_null(other);
        assert_int_equal(other->records.count, model->records.count);
        look_at_set(b, other, &r);
        nh_model_destroy(other);
    }
    return r;
}

#define TRUE_BELOW 1e-7
#define FALSE_ABOVE 1e-5

/* ---- verdicts ---- */

static inline void check_mutation(const batch *b, const nh_judge_item *item, double residual, tally *t) {
    t->mutations++;
    t->refuted += item->judgement == NH_JUDGED_REFUTED;
    t->mutations_open += item->judgement == NH_JUDGED_UNDECIDED;
    if (item->judgement == NH_JUDGED_UNDECIDED) print_message("%s: %s: %s\n", b->system->model, item->text, item->why);
    if (!item_holds(item)) return;
    t->still_true++;
    t->unseen += isnan(residual) != 0;
    t->doubtful += residual >= TRUE_BELOW;
    if (residual > FALSE_ABOVE) fail_msg("%s: %s is false and holds", b->system->model, item->text);
}

static inline void check_rewriting(const batch *b, const nh_judge_item *item, double residual, tally *t) {
    t->rewritings++;
    t->proved += item->judgement == NH_JUDGED_PROVED;
    t->certified += item->judgement == NH_JUDGED_CERTIFIED;
    t->rewritings_open += item->judgement == NH_JUDGED_UNDECIDED;
    if (item->judgement == NH_JUDGED_UNDECIDED) print_message("%s: %s: %s\n", b->system->model, item->text, item->why);
    if (item->judgement == NH_JUDGED_REFUTED) fail_msg("%s: %s is true and refuted", b->system->model, item->text);
    if (residual > FALSE_ABOVE) fail_msg("%s: %s is no rewriting: %g", b->system->model, item->text, residual);
}

static inline void check_batch(batch *b, tally *t) {
    nh_arena *arena = nh_arena_create(b->context);
    const char **texts = NH_NEW_ARRAY(arena, const char *, b->made + 1);
    for (size_t i = 0; i < b->made; i++) texts[i] = b->texts[i];
    nh_read_def def = b->base->source.def;
    def.equations = (nh_strings){texts, b->made};
    nh_model *model = nh_read_again(b->base, &def, true);
    assert_non_null(model);
    nh_judge_def how = {.samples = 6, .digits = 30, .seed = nh_random_u64(b->random) >> 1};
    const nh_judge_result *judged = nh_judge_result_make(arena, model, &how);
    residuals r = look_in_doubles(b, arena, model);
    for (size_t i = 0; i < judged->items.count; i++) {
        const nh_judge_item *item = &judged->items.items[i];
        size_t number = (size_t)strtoul(item->name, NULL, 10);
        double residual = r.largest[record_of(model, item->name)];
        if (item->judgement == NH_JUDGED_REFUTED && number < b->mutations)
            t->unconfirmed += !check_witness(model, item);
        if (number < b->mutations) check_mutation(b, item, residual, t);
        else check_rewriting(b, item, residual, t);
    }
    nh_model_destroy(model);
    nh_model_destroy(b->base);
    nh_arena_destroy(arena);
}

typedef struct mutation_task {
    nh_random *random;
    const true_system *system;
    size_t mutations, rewritings;
    tally *t;
} mutation_task;

static inline void run_task(nh_context *context, void *argument) {
    const mutation_task *task = argument;
    batch b = {.context = context, .random = task->random, .system = task->system};
    b.wanted_mutations = task->mutations;
    b.wanted_rewritings = task->rewritings;
    list_sources(&b);
    b.base = read_judged(context, &(judge_def){.model = b.system->model});
    make_batch(&b);
    check_batch(&b, task->t);
}

static inline void print_tally(const tally *t) {
    print_message(
        "%zu mutations: %zu refuted (%zu where doubles cannot tell), %zu still true (in doubles %zu doubtful, %zu "
        "without a value), %zu undecided\n",
        t->mutations, t->refuted, t->unconfirmed, t->still_true, t->doubtful, t->unseen, t->mutations_open);
    print_message("%zu rewritings: %zu proved, %zu certified, %zu undecided\n", t->rewritings, t->proved, t->certified,
                  t->rewritings_open);
}

static inline void check_tally(const tally *t) {
    print_tally(t);
    assert_true(t->refuted > 0 && t->proved > 0);
    assert_true(50 * t->mutations_open <= t->mutations && 50 * t->rewritings_open <= t->rewritings);
    assert_true(20 * (t->doubtful + t->unseen) <= t->mutations && 20 * t->unconfirmed <= t->mutations);
}

/* This many of both for every `step`-th system. */
static inline void judge_mutations(size_t mutations, size_t rewritings, size_t step) {
    tally t = {0};
    nh_random random = nh_random_make(test_seed(), 71);
    for (size_t i = nh_random_below(&random, step); i < TRUE_SYSTEMS; i += step) {
        nh_context *context = test_context();
        mutation_task task = {&random, &true_systems[i], mutations, rewritings, &t};
        test_run(context, run_task, &task);
        nh_context_destroy(context);
    }
    check_tally(&t);
}

#endif
