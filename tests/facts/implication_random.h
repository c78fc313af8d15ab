/* Random implications in three velocities, judged by points that are found without any of the code under test: rows are
 * sums of terms that are evaluated here, in long doubles, and steps of Levenberg and Marquardt from many starts lead to
 * real solutions of the given rows. At none of them may a conclusion fail that is implied everywhere; there is none
 * where no state satisfies what is given; and states that are shown are solutions. */
#ifndef NH_TESTS_IMPLICATION_RANDOM_H
#define NH_TESTS_IMPLICATION_RANDOM_H

#include "implication_support.h"

#include "base/random.h"

enum { RANDOM_N = 3, RANDOM_TERMS = 4, RANDOM_FACTORS = 3, RANDOM_STARTS = 40, RANDOM_STEPS = 120 };

typedef long double real;

/* What a term is multiplied by: of the linear form l, or of x' and y'. */
typedef enum atom_kind {
    ATOM_NONE,
    ATOM_FORM,
    ATOM_SIZE,
    ATOM_NORM,
    ATOM_SINE,
    ATOM_BELOW,
    ATOM_SIGN,
    ATOM_KINDS
} atom_kind;

typedef struct random_term {
    int factor;
    int powers[RANDOM_N];
    atom_kind kind;
    int form[RANDOM_N];
} random_term;

typedef struct random_sum {
    int count;
    random_term terms[RANDOM_TERMS];
} random_sum;

/* A product of sums, or the sum of their squares and of `constant`. */
typedef struct random_row {
    int count, constant;
    bool is_squares;
    random_sum sums[RANDOM_FACTORS];
} random_row;

/* ---- values ---- */

static inline real random_form_value(const int *form, const real *at) {
    real value = 0;
    for (int i = 0; i < RANDOM_N; i++) value += form[i] * at[i];
    return value;
}

static inline real random_atom_value(const random_term *t, const real *at) {
    real l = random_form_value(t->form, at);
    switch (t->kind) {
        case ATOM_FORM: return l;
        case ATOM_SIZE: return fabsl(l);
        case ATOM_NORM: return sqrtl(at[0] * at[0] + at[1] * at[1]);
        case ATOM_SINE: return sinl(l);
        case ATOM_BELOW: return 1 / l;
        case ATOM_SIGN: return (l > 0) - (l < 0);
        default: return 1;
    }
}

static inline real random_sum_value(const random_sum *s, const real *at) {
    real sum = 0;
    for (int i = 0; i < s->count; i++) {
        real value = s->terms[i].factor * random_atom_value(&s->terms[i], at);
        for (int k = 0; k < RANDOM_N; k++)
            for (int p = 0; p < s->terms[i].powers[k]; p++) value *= at[k];
        sum += value;
    }
    return sum;
}

static inline real random_row_value(const random_row *row, const real *at) {
    real value = row->is_squares ? row->constant : 1;
    for (int i = 0; i < row->count; i++) {
        real one = random_sum_value(&row->sums[i], at);
        value = row->is_squares ? value + one * one : value * one;
    }
    return value;
}

/* ---- texts ---- */

static const char *const random_names[RANDOM_N] = {"x'", "y'", "z'"};

static inline void random_form_text(nh_text *text, const int *form) {
    bool has_some = false;
    for (int i = 0; i < RANDOM_N; i++) {
        if (form[i] == 0) continue;
        nh_text_format(text, "%s%d*%s", has_some ? " + " : "", form[i], random_names[i]);
        has_some = true;
    }
}

static inline void random_atom_text(nh_text *text, const random_term *t) {
    static const char *const begins[ATOM_KINDS] = {"", "*(", "*abs(", "*sqrt(x'^2 + y'^2", "*sin(", "/(", "*sign("};
    if (t->kind == ATOM_NONE) return;
    nh_text_add(text, begins[t->kind]);
    if (t->kind != ATOM_NORM) random_form_text(text, t->form);
    nh_text_add(text, ")");
}

static inline void random_row_text(nh_text *text, const random_row *row) {
    if (row->is_squares) nh_text_format(text, "%d", row->constant);
    for (int i = 0; i < row->count; i++) {
        nh_text_add(text, row->is_squares ? " + (" : i > 0 ? "*(" : "(");
        for (int k = 0; k < row->sums[i].count; k++) {
            const random_term *t = &row->sums[i].terms[k];
            nh_text_format(text, "%s%d", k > 0 ? " + " : "", t->factor);
            for (int n = 0; n < RANDOM_N; n++)
                if (t->powers[n] > 0) nh_text_format(text, "*%s^%d", random_names[n], t->powers[n]);
            random_atom_text(text, t);
        }
        nh_text_add(text, row->is_squares ? ")^2" : ")");
    }
}

/* ---- drawing ---- */

static inline random_term random_term_draw(nh_random *random, bool is_plain) {
    random_term t = {.factor = (int)nh_random_between(random, 1, 3)};
    if (nh_random_below(random, 2) == 0) t.factor = -t.factor;
    for (int64_t degree = nh_random_between(random, 0, 2); degree > 0; degree--)
        t.powers[nh_random_below(random, RANDOM_N)]++;
    for (int i = 0; i < RANDOM_N; i++) t.form[i] = (int)nh_random_between(random, -1, 1);
    t.form[nh_random_below(random, RANDOM_N)] = 1;
    if (!is_plain && nh_random_below(random, 3) == 0) t.kind = (atom_kind)nh_random_below(random, ATOM_KINDS);
    return t;
}

static inline random_row random_row_draw(nh_random *random) {
    random_row row = {.count = (int)nh_random_between(random, 1, RANDOM_FACTORS)};
    bool is_plain = nh_random_below(random, 2) == 0;
    row.is_squares = nh_random_below(random, 4) == 0;
    row.constant = nh_random_below(random, 4) == 0;
    for (int i = 0; i < row.count; i++) {
        row.sums[i].count = (int)nh_random_between(random, 1, row.count > 1 ? 2 : RANDOM_TERMS);
        for (int k = 0; k < row.sums[i].count; k++) row.sums[i].terms[k] = random_term_draw(random, is_plain);
    }
    return row;
}

/* One that often follows: a factor, or one of the squares; else any. */
static inline random_row random_conclusion_draw(nh_random *random, const random_row *given) {
    random_row row = random_row_draw(random);
    if (nh_random_below(random, 4) == 0) return row;
    row = (random_row){.count = 1};
    row.sums[0] = given->sums[nh_random_below(random, (uint64_t)given->count)];
    if (nh_random_below(random, 2) == 0)
        row.sums[row.count++] = given->sums[nh_random_below(random, (uint64_t)given->count)];
    return row;
}

/* ---- solutions ---- */

static inline real random_distance(int count, const random_row *rows, const real *at, real *values) {
    real sum = 0;
    for (int i = 0; i < count; i++) {
        values[i] = random_row_value(&rows[i], at);
        sum += values[i] * values[i];
    }
    return sum;
}

static inline void random_slopes(const random_row *row, const real *at, real *slopes) {
    for (int k = 0; k < RANDOM_N; k++) {
        real left[RANDOM_N], right[RANDOM_N], h = 1e-7L;
        for (int i = 0; i < RANDOM_N; i++) left[i] = right[i] = at[i];
        left[k] -= h;
        right[k] += h;
        slopes[k] = (random_row_value(row, right) - random_row_value(row, left)) / (2 * h);
    }
}

/* d with (J^T J + damping) d = -J^T f, by Cramer's rule. */
static inline void random_step(int count, const random_row *rows, const real *at, const real *f, real damping,
                               real *d) {
    real a[3][3] = {{0}}, b[3] = {0}, slopes[3];
    for (int i = 0; i < count; i++) {
        random_slopes(&rows[i], at, slopes);
        for (int r = 0; r < 3; r++) {
            b[r] -= slopes[r] * f[i];
            for (int c = 0; c < 3; c++) a[r][c] += slopes[r] * slopes[c];
        }
    }
    for (int r = 0; r < 3; r++) a[r][r] += damping;
    real whole = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
                 a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    for (int k = 0; k < 3; k++) {
        real m[3][3];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) m[r][c] = c == k ? b[r] : a[r][c];
        d[k] = (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])) /
               whole;
    }
}

/* A solution from a random start, of which some numbers are whole. */
static inline bool random_solve(nh_random *random, int count, const random_row *rows, real *at) {
    real values[2], damping = 1e-3L;
    for (int i = 0; i < RANDOM_N; i++)
        at[i] =
            nh_random_below(random, 4) == 0 ? (real)nh_random_between(random, -1, 1) : nh_random_uniform(random, -2, 2);
    real distance = random_distance(count, rows, at, values);
    for (int k = 0; k < RANDOM_STEPS && distance > 1e-36L; k++) {
        real d[RANDOM_N], to[RANDOM_N], others[2];
        random_step(count, rows, at, values, damping, d);
        for (int i = 0; i < RANDOM_N; i++) to[i] = at[i] + d[i];
        real now = random_distance(count, rows, to, others);
        bool is_better = now < distance;
        damping = is_better ? damping / 10 : damping * 10;
        if (damping > 1e10L) return false;
        if (!is_better) continue;
        for (int i = 0; i < RANDOM_N; i++) at[i] = to[i];
        distance = random_distance(count, rows, at, values);
    }
    return distance <= 1e-34L;
}

/* ---- the check ---- */

static inline void random_check_state(const nh_implication *found, int count, const random_row *given,
                                      const random_row *then, const double *state, const char *what) {
    real at[RANDOM_N];
    for (int i = 0; i < RANDOM_N; i++) at[i] = state[1 + RANDOM_N + i];
    for (int i = 0; i < count; i++)
        if (!(fabsl(random_row_value(&given[i], at)) < 1e-9L)) fail_msg("%s: no state", what);
    if (!(fabsl(random_row_value(then, at)) > 1e-9L)) fail_msg("%s: it does not fail at the state", what);
    assert_non_null(found);
}

/* Near a solution of high multiplicity all is known to few digits. */
static inline void random_check_solutions(nh_random *random, const nh_implies_info *info, int count,
                                          const random_row *given, const random_row *then, const char *what) {
    for (int k = 0; k < RANDOM_STARTS; k++) {
        real at[RANDOM_N];
        if (!random_solve(random, count, given, at)) continue;
        if (info->is_empty) fail_msg("%s: there is a state, %Lg %Lg %Lg", what, at[0], at[1], at[2]);
        real value = random_row_value(then, at);
        if (isfinite(value) && fabsl(value) > 3e-2L)
            fail_msg("%s: %Lg at %.18Lg %.18Lg %.18Lg", what, value, at[0], at[1], at[2]);
    }
}

/* What was said: 0 yes, 1 no, 2 neither. */
static inline int random_check(nh_context *context, nh_random *random) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    int count = (int)nh_random_between(random, 1, 2);
    random_row given[2] = {random_row_draw(random), random_row_draw(random)};
    random_row then = random_conclusion_draw(random, &given[0]);
    nh_text_add(&text, "coord x, y, z\n");
    for (int i = 0; i < count; i++) {
        nh_text_format(&text, "condition g%d: ", i);
        random_row_text(&text, &given[i]);
        nh_text_add(&text, " = x' - x'\n");
    }
    nh_text_add(&text, "condition f: ");
    random_row_text(&text, &then);
    nh_text_add(&text, " = 0\n");
    const char *what = nh_text_string(&text);
    nh_status status;
    nh_read_def def = nh_default_read();
    nh_model *model = nh_lang_read(context, &def, what, strlen(what), &status);
    int answer = 2;
    if (model != NULL &&
        model->rows.count ==
            (size_t)count + 1) { /* a row without symbols is refused, one that holds identically is left out */
        const nh_implication *found = implication_ask(arena, model, (asked_rows){count == 1 ? "g0" : "g0,g1", "f"});
        const nh_implies_info *info = &found->info;
        if (info->witness != NULL) random_check_state(found, count, given, &then, info->witness, what);
        for (size_t i = 0; i < info->exceptions; i++)
            if (found->exceptions[i].witness != NULL)
                random_check_state(found, count, given, &then, found->exceptions[i].witness, what);
        if (info->implied.truth == NH_YES && info->exceptions == 0)
            random_check_solutions(random, info, count, given, &then, what);
        answer = info->implied.truth == NH_YES ? 0 : info->implied.truth == NH_NO ? 1 : 2;
    }
    if (model != NULL) nh_model_destroy(model);
    nh_arena_destroy(arena);
    return answer;
}

#endif
