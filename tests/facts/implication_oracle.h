/* Every implication of tests/oracle/implications.txt, as it is or in other coordinates. */
#ifndef NH_TESTS_IMPLICATION_ORACLE_H
#define NH_TESTS_IMPLICATION_ORACLE_H

#include "implication_support.h"

#include <ctype.h>

#include "../oracle/oracle.h"

/* Other names; each point's plane turned by the rational rotation (3/5, 4/5); all lengths by the same factor. */
typedef struct variant {
    bool is_renamed, is_turned, is_scaled;
} variant;

enum { ORACLE_COUNT = 42, MOST_TEXTS = 8, MOST_INDICES = 5 };

typedef struct oracle_implication {
    const char *label, *excluded, *polynomial, *motion;
    const char *premises[MOST_TEXTS], *conclusions[MOST_TEXTS];
    size_t premise_count, conclusion_count;
    bool holds;
    const char *witness[2 * MOST_TEXTS * 2]; /* name, value, name, value, ... */
    size_t witness_count;
} oracle_implication;

static inline bool has_prefix(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static inline void take_entry(oracle_implication *x, const char *key, const char *rest) {
    if (strcmp(key, "label") == 0) x->label = rest;
    if (strcmp(key, "excluded") == 0) x->excluded = rest;
    if (strcmp(key, "excluded_polynomial") == 0) x->polynomial = rest;
    if (strcmp(key, "exceptional_motion") == 0) x->motion = rest;
    if (strcmp(key, "holds_generically") == 0) x->holds = strcmp(rest, "true") == 0;
    if (has_prefix(key, "premises")) x->premises[x->premise_count++] = rest;
    if (strcmp(key, "conclusion") == 0 || has_prefix(key, "conclusion.")) x->conclusions[x->conclusion_count++] = rest;
    if (!has_prefix(key, "witness.")) return;
    x->witness[x->witness_count++] = key + strlen("witness.");
    x->witness[x->witness_count++] = rest;
}

static inline oracle_implication *oracle_implications(nh_arena *arena, size_t *count) {
    oracle_case all = oracle_read(arena, NH_TEST_SOURCE "/oracle/implications.txt");
    oracle_implication *list = NH_NEW_ARRAY(arena, oracle_implication, 64);
    *count = 0;
    for (size_t i = 0; i < all.entries.count; i++) {
        char *key;
        size_t number = strtoul(all.entries.items[i].key, &key, 10);
        assert_true(number < 64 && *key == '.');
        if (number >= *count) *count = number + 1;
        take_entry(&list[number], key + 1, all.entries.items[i].rest);
    }
    return list;
}

/* ---- the text ---- */

/* Which of x1, y1, z1, x2, ... and of x, y, z occur. */
typedef struct occurring {
    bool has[MOST_INDICES][3]; /* [0]: without a number */
} occurring;

static inline void find_names(occurring *o, const char *text) {
    for (; *text != '\0'; text++) {
        if (!isalpha((unsigned char)*text)) continue;
        assert_true(*text >= 'x' && *text <= 'z');
        int number = isdigit((unsigned char)text[1]) ? text[1] - '0' : 0;
        assert_true(number < MOST_INDICES);
        o->has[number][*text - 'x'] = true;
    }
}

static inline occurring names_of(const oracle_implication *x) {
    occurring o = {0};
    for (size_t i = 0; i < x->premise_count; i++) find_names(&o, x->premises[i]);
    for (size_t i = 0; i < x->conclusion_count; i++) find_names(&o, x->conclusions[i]);
    return o;
}

/* The second axis of the plane: y, or z where there is no y. */
static inline int second_axis(const occurring *o) {
    for (int i = 0; i < MOST_INDICES; i++)
        if (o->has[i][1]) return 1;
    return 2;
}

/* A point without a second coordinate is on an axis, which would be turned, too. */
static inline bool can_turn(const occurring *o) {
    return !o->has[0][0];
}

static inline const char *own_name(variant v, int axis, int number, char *to) {
    static const char other[] = "bac";
    sprintf(to, number > 0 ? "%c%d" : "%c", v.is_renamed ? other[axis] : "xyz"[axis], number);
    return to;
}

static inline void add_name(nh_text *text, const occurring *o, variant v, int axis, int number, bool is_rate) {
    char first[8], second[8];
    int partner = second_axis(o);
    bool is_turned = v.is_turned && can_turn(o) && (axis == 0 || axis == partner);
    const char *prime = is_rate ? "'" : "", *scale = v.is_scaled ? "7/3*" : "";
    own_name(v, 0, number, first);
    own_name(v, partner, number, second);
    if (!is_turned) nh_text_format(text, "(%s%s%s)", scale, own_name(v, axis, number, first), prime);
    else if (axis == 0) nh_text_format(text, "(%s(3/5*%s%s - 4/5*%s%s))", scale, first, prime, second, prime);
    else nh_text_format(text, "(%s(4/5*%s%s + 3/5*%s%s))", scale, first, prime, second, prime);
}

static inline void add_expression(nh_text *text, const occurring *o, variant v, const char *from) {
    for (; *from != '\0'; from++) {
        if (!isalpha((unsigned char)*from)) {
            nh_text_add_char(text, *from);
            continue;
        }
        int axis = *from - 'x', number = isdigit((unsigned char)from[1]) ? from[1] - '0' : 0;
        from += number > 0;
        bool is_rate = from[1] == '\'';
        from += is_rate;
        add_name(text, o, v, axis, number, is_rate);
    }
}

static inline void add_points(nh_text *text, const occurring *o, variant v) {
    int points = 0;
    for (int i = 1; i < MOST_INDICES; i++) {
        if (!o->has[i][0]) continue;
        nh_text_format(text, "point P%d = [", i);
        for (int axis = 0; axis < 3; axis++) {
            if (axis > 0) nh_text_add(text, ", ");
            if (o->has[i][axis] || axis == 0 || axis == second_axis(o)) add_name(text, o, v, axis, i, false);
            else nh_text_add(text, "0");
        }
        nh_text_add(text, "]\n");
        points++;
    }
    if (points == 2) nh_text_add(text, "point B = (P1 + P2)/2\n");
}

/* With an assumption that `assumed` is not 0, unless that is NULL. */
static inline const char *oracle_model_text(nh_arena *arena, const oracle_implication *x, variant v, size_t premises,
                                            const char *assumed) {
    nh_text text = nh_text_begin(arena);
    occurring o = names_of(x);
    char name[8];
    for (int i = 0; i < MOST_INDICES; i++)
        for (int axis = 0; axis < 3; axis++) {
            bool is_partner = i > 0 && o.has[i][0] && axis == second_axis(&o);
            if (o.has[i][axis] || is_partner) nh_text_format(&text, "coord %s\n", own_name(v, axis, i, name));
        }
    add_points(&text, &o, v);
    if (assumed != NULL) {
        const char *end = strstr(assumed, " = 0");
        nh_text_add(&text, "assume ");
        add_expression(&text, &o, v,
                       nh_arena_text(arena, assumed, end != NULL ? (size_t)(end - assumed) : strlen(assumed)));
        nh_text_add(&text, " != 0\n");
    }
    for (size_t i = 0; i < premises; i++) {
        nh_text_format(&text, "condition g%zu: ", i);
        add_expression(&text, &o, v, x->premises[i]);
        nh_text_add(&text, " = 0\n");
    }
    for (size_t i = 0; i < x->conclusion_count; i++) {
        nh_text_format(&text, "condition f%zu: ", i);
        add_expression(&text, &o, v, x->conclusions[i]);
        nh_text_add(&text, " = 0\n");
    }
    return nh_text_string(&text);
}

static inline const char *names_with(nh_arena *arena, char letter, size_t count) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < count; i++) nh_text_format(&text, "%s%c%zu", i > 0 ? "," : "", letter, i);
    return nh_text_string(&text);
}

/* ---- checks ---- */

typedef struct oracle_answer {
    nh_model *model;
    const nh_implication *found;
} oracle_answer;

static inline oracle_answer ask_oracle(nh_context *context, nh_arena *arena, const oracle_implication *x, variant v,
                                       size_t premises, const char *assumed) {
    nh_model *model = implication_model(context, oracle_model_text(arena, x, v, premises, assumed), (nh_strings){0});
    asked_rows rows = {names_with(arena, 'g', premises), names_with(arena, 'f', x->conclusion_count)};
    return (oracle_answer){model, implication_ask(arena, model, rows)};
}

/* "x1'^2 = 0" */
static inline nh_expr read_polynomial(nh_arena *arena, const oracle_implication *x, variant v, const nh_model *model,
                                      const char *polynomial) {
    nh_text text = nh_text_begin(arena);
    occurring o = names_of(x);
    const char *end = strstr(polynomial, " = 0");
    size_t length = end != NULL ? (size_t)(end - polynomial) : strlen(polynomial);
    add_expression(&text, &o, v, nh_arena_text(arena, polynomial, length));
    return implication_read(model, nh_text_string(&text), strlen(nh_text_string(&text)));
}

/* Whether "P1' = 0" occurs in "P1' = 0 (a remark)", or in "P2' = 0 or P1' = 0". Of coordinates the
 * words differ with these. */
static inline void check_words(const nh_implication *found, const char *expected, const char *what) {
    for (size_t i = 0; i < found->info.exceptions && (expected[0] == 'P' || expected[0] == 'B'); i++)
        if (strstr(expected, found->exceptions[i].text) == NULL)
            fail_msg("%s: '%s' in place of '%s'", what, found->exceptions[i].text, expected);
}

/* Every set that the oracle excludes is a component of the states at which the premises hold: two equations in the
 * plane, and P1 = P2 or B' = 0 are two that make both superfluous. Where it says something of positions only it is an
 * exception, since there are no such states at other positions. Where it says something of velocities it is as large as
 * the set on which the conclusion follows: it is not implied as it stands, but outside of it. */
static inline void check_exceptions(const oracle_answer *a, const char *excluded, const char *what) {
    const nh_implies_info *info = &a->found->info;
    bool is_component = strchr(excluded, '\'') != NULL;
    const nh_fact *fact = is_component ? &info->elsewhere : &info->implied;
    assert_true(info->implied.truth == (is_component ? NH_NO : NH_YES) && info->witness != NULL);
    if (fact->truth != NH_YES || fact->by != NH_EVIDENCE_PROVED) fail_msg("%s: %d", what, fact->truth);
    if (info->exceptions == 0) fail_msg("%s: no exception", what);
    for (size_t i = 0; i < info->exceptions; i++) {
        assert_int_equal(a->found->exceptions[i].fails.truth, NH_YES);
        implication_check_witness(a->model, a->found->exceptions[i].witness, a->found->exceptions[i].residual, what);
    }
}

/* At the witness of the oracle one of the sets that are named. */
static inline void check_oracle_witness(const oracle_implication *x, const oracle_answer *a) {
    const nh_model *model = a->model;
    bool is_in_one = false;
    for (size_t i = 0; i < a->found->info.exceptions; i++) {
        expr_list set = {0};
        bool is_in = true;
        implication_add_equations(model, &set, a->found->exceptions[i].equations);
        for (uint32_t k = 0; k < set.count; k++) {
            for (size_t w = 0; w < x->witness_count; w += 2) {
                nh_expr symbol = implication_read(model, x->witness[w], strlen(x->witness[w]));
                nh_expr value = implication_read(model, x->witness[w + 1], strlen(x->witness[w + 1]));
                set.items[k] = nh_expr_substitute(model->pool, set.items[k], 1, &symbol, &value, true);
            }
            is_in = is_in && set.items[k] == NH_EXPR_ZERO;
        }
        is_in_one = is_in_one || is_in;
    }
    if (!is_in_one) fail_msg("%s: the witness is in no set that is named", x->label);
}

static inline bool is_without_exclusion(const oracle_implication *x) {
    const char *end = " without the exclusion";
    return strlen(x->label) > strlen(end) && strcmp(x->label + strlen(x->label) - strlen(end), end) == 0;
}

/* Where the exceptional motions are assumed away it is implied. */
static inline void check_assumed(nh_context *context, nh_arena *arena, const oracle_implication *x, variant v,
                                 size_t premises, const char *excluded) {
    if (v.is_renamed && v.is_turned && v.is_scaled) return; /* each is enough by itself */
    oracle_answer a = ask_oracle(context, arena, x, v, premises, excluded);
    const nh_implies_info *info = &a.found->info;
    bool is_proved = info->implied.truth == NH_YES && info->implied.by == NH_EVIDENCE_PROVED;
    if (!is_proved || info->exceptions > 0 || info->is_empty)
        fail_msg("%s, assumed: %d", x->label, info->implied.truth);
    nh_model_destroy(a.model);
}

/* Without its last premise, which says that the motion is exceptional, it holds except for these motions. */
static inline void check_exclusion(nh_context *context, nh_arena *arena, const oracle_implication *x, variant v) {
    oracle_answer a = ask_oracle(context, arena, x, v, x->premise_count - 1, NULL);
    nh_expr excluded = read_polynomial(arena, x, v, a.model, x->premises[x->premise_count - 1]);
    check_exceptions(&a, x->premises[x->premise_count - 1], x->label);
    check_words(a.found, x->motion, x->label);
    implication_check_union(a.model, arena, a.found, excluded, x->label);
    if (!v.is_renamed && !v.is_turned && !v.is_scaled) check_oracle_witness(x, &a);
    nh_model_destroy(a.model);
    check_assumed(context, arena, x, v, x->premise_count - 1, x->premises[x->premise_count - 1]);
}

static inline void check_oracle(nh_context *context, nh_arena *arena, const oracle_implication *x, variant v) {
    oracle_answer a = ask_oracle(context, arena, x, v, x->premise_count, NULL);
    const nh_implies_info *info = &a.found->info;
    bool has_exclusion = x->polynomial != NULL && *x->polynomial != '\0';
    if (x->holds && has_exclusion) {
        check_exceptions(&a, x->polynomial, x->label);
        check_words(a.found, x->excluded, x->label);
        implication_check_union(a.model, arena, a.found, read_polynomial(arena, x, v, a.model, x->polynomial),
                                x->label);
        check_assumed(context, arena, x, v, x->premise_count, x->polynomial);
    } else if (x->holds) {
        assert_true(info->implied.truth == NH_YES && info->implied.by == NH_EVIDENCE_PROVED);
        assert_true(info->is_complete && !info->is_empty && info->exceptions == 0);
    } else {
        if (info->implied.truth != NH_NO) fail_msg("%s: %d", x->label, (int)info->implied.truth);
        implication_check_witness(a.model, info->witness, info->residual, x->label);
        assert_int_equal(info->exceptions, 0);
    }
    nh_model_destroy(a.model);
    if (is_without_exclusion(x)) check_exclusion(context, arena, x, v);
}

static inline void check_all_oracle(nh_context *context, variant v) {
    nh_arena *arena = nh_arena_create(context);
    size_t count;
    const oracle_implication *list = oracle_implications(arena, &count);
    assert_int_equal(count, ORACLE_COUNT);
    for (size_t i = 0; i < count; i++) check_oracle(context, arena, &list[i], v);
    nh_arena_destroy(arena);
}

#endif
