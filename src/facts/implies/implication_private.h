/* What the files of an implication share; only the files of src/facts/implies see it. See implication.h. */
#ifndef NH_FACTS_IMPLIES_IMPLICATION_PRIVATE_H
#define NH_FACTS_IMPLIES_IMPLICATION_PRIVATE_H

#include "algebra/ideal/ideal.h"
#include "base/array.h"
#include "base/random.h"
#include "base/text/text.h"
#include "facts/implies/implication.h"

/* ---- implication_rows.c ---- */

/* An assumption, or what a row needs to have a value: difference relation 0. */
typedef struct nh_premise {
    nh_expr difference;
    nh_relation relation;
} nh_premise;

/* One row that is requested. */
typedef struct nh_conclusion {
    const char *name;
    nh_expr residual;
    nh_exprs nonzero;           /* where one of these is 0 it has no value */
    nh_exprs nonnegative;       /* where one of these is negative it has no value */
    NH_ARRAY(nh_premise) needs; /* that it has a value, as it was written, beyond those that its form shows: y'/y' */
    bool is_partial;            /* it may have no value somewhere */
} nh_conclusion;

/* Rows as expressions in t, q, q'. Parameters have the values of the model, as far as it has them; where it is
 * generic they are variables. */
typedef struct nh_question {
    const nh_model *model;
    nh_pool *pool;
    nh_context *context;
    nh_arena *arena;
    uint64_t seed;
    nh_exprs given;         /* with the rates of geometric rows, and what sums of squares among them say */
    NH_ARRAY(bool) is_rate; /* of the given rows: where it has no value the row that it is the rate of counts only */
    NH_ARRAY(nh_conclusion) then;
    NH_ARRAY(nh_premise) assumed;
    nh_exprs nonnegative;             /* not negative at states: under roots, and in assumptions */
    uint32_t assumed_signs;           /* the first of these are assumed */
    nh_exprs nonzero;                 /* where one of these is 0 a given row has no value, or an assumption fails */
    nh_exprs signs, given_signs;      /* sign(u) occurs in a conclusion, in a given row; u */
    nh_exprs variables;               /* t, q, q'; f(0); where it is generic the parameters, too */
    uint32_t state_count, call_count; /* t, q, q': the first of them; f(0), ...: after these */
    uint32_t position_count;          /* t, q: the first of them */
    nh_map values;                    /* of parameters: what is put in */
    nh_exprs open, numbers;           /* parameters without a value, and some numbers for them at states */
    bool has_parameters;              /* some row contains a parameter */
    bool is_pieced, has_functions;    /* a row is made of pieces; has functions without a body */
    bool is_thin;                     /* one of the given rows is 0 on no open set */
} nh_question;

/* implication_calls.c: equal calls of functions without a body join the given rows. */
void nh_question_add_calls(nh_question *q);

/* Whether a number of this sign, with 0 after the relation, breaks it. */
bool nh_relation_fails(nh_relation relation, int sign);
/* In the arena. Leaves with NH_E_USAGE when a name is not known. */
nh_question *nh_question_make(nh_arena *arena, const nh_model *model, const nh_implies_def *def, bool is_generic);
/* e in t, q, q', as the rows are. */
nh_expr nh_question_expr(const nh_question *q, nh_expr e);
/* The same with numbers for all parameters. */
nh_expr nh_question_number(const nh_question *q, nh_expr e);
nh_ideal *nh_question_ideal(const nh_question *q, nh_arena *arena, const nh_exprs *equations);

/* A sum of terms none of which is negative, |x| + sqrt(y) + 1: where it is 0 all of its terms are, which are added to
 * `zero`; true where the constant cannot be. */
bool nh_question_positive_sum(const nh_question *q, nh_expr e, nh_exprs *zero);
/* Whether u < 0 everywhere: -1 - x^2. */
bool nh_question_is_negative(const nh_question *q, nh_expr u);
/* The equations of a set, or of all states: the given rows, where it is NULL. */
uint32_t nh_question_equations(const nh_question *q, const nh_ideal *set, const nh_expr **equations);
/* Those of them without roots and absolute values; as many as all when these have none: then there is nothing new. The
 * signs of roots often make no difference to the dimension of a set, and much to how states are found. */
uint32_t nh_question_plain_equations(const nh_question *q, const nh_ideal *set, const nh_expr **equations);

/* ---- implication_exact.c, implication_balls.c ---- */

/* How large a set of states is: the dimension of the states (t, q, q'), and of the positions (t, q) that they have. */
typedef struct nh_extent {
    int states, positions;
} nh_extent;

/* A state to search for: of the set, at which all given rows and the assumptions hold. */
typedef struct nh_wanted_state {
    const nh_ideal *on; /* NULL: of all */
    bool is_failing;    /* a conclusion fails at it */
    bool has_values;    /* all conclusions have values at it */
    uint32_t avoid_count;
    const nh_ideal *const *avoid; /* it is in none of these */
} nh_wanted_state;

typedef struct nh_found_state {
    const double *state; /* t, q, q', rounded */
    uint32_t row;        /* of the conclusions: the first that fails */
    double residual;
    /* Of the wanted states around it, or around another one of the set, which are a manifold there; -1: not known. */
    nh_extent extent;
} nh_found_state;

/* A state of rational numbers, small ones if it can be. */
bool nh_question_find_exact(const nh_question *q, const nh_wanted_state *wanted, nh_found_state *found);
/* A state that is enclosed in balls. */
bool nh_question_find_certified(const nh_question *q, const nh_wanted_state *wanted, nh_found_state *found);
/* Both, one after the other. */
bool nh_question_find(const nh_question *q, const nh_wanted_state *wanted, nh_found_state *found);
/* Whether the conclusions are 0, to many digits, at several states of the set, and nowhere seen to fail. */
bool nh_question_seems_true(const nh_question *q, const nh_ideal *on);
/* The value of e at all states of the set where it is the same everywhere and a rational number;
 * false: that was not found. */
bool nh_question_constant(const nh_question *q, const nh_ideal *on, nh_expr e, nh_rat *value);

/* ---- implication_sets.c ---- */

typedef enum nh_set_kind {
    NH_SET_HOLDS,     /* all conclusions hold on it */
    NH_SET_FAILS,     /* one of them fails at a state of it */
    NH_SET_OPEN,      /* neither is known */
    NH_SET_VALUELESS, /* one of them has no value there */
    NH_SET_VOID,      /* it has no states */
} nh_set_kind;

typedef struct nh_set {
    const nh_ideal *ideal;
    nh_set_kind kind;
    nh_evidence by; /* of HOLDS */
    nh_found_state at;
} nh_set;

typedef struct nh_sets {
    NH_ARRAY(nh_set) list; /* those that are not void */
    const nh_ideal *all;   /* of the given rows; NULL: it takes too long */
    bool is_complete;      /* every state that satisfies the given rows is in one of them */
    bool is_implied; /* the conclusions are in the radical of the ideal: they hold at all states, in sets or not */
} nh_sets;

/* Without states only what is proved is distinguished from the rest, which is open. */
nh_sets nh_question_sets(const nh_question *q, bool has_states);
/* Whether the set has no states: an assumption fails on all of it, or a given row has no value. */
bool nh_question_is_void(const nh_question *q, const nh_ideal *set);
/* Whether the solutions of a are solutions of b. */
bool nh_question_is_within(const nh_ideal *a, const nh_ideal *b);

/* ---- implication_bounds.c ---- */

/* Whether the ideal knows all relations between what occurs in its equations: then what does not follow is not so at
 * some solution, and its dimension is that of its solutions. */
bool nh_question_knows_all(const nh_ideal *set);
/* The real states of the set, and their positions, have no higher dimensions than these. */
nh_extent nh_question_bound(const nh_question *q, const nh_ideal *set);
/* Whether e is certainly 0 on no open set of states. */
bool nh_question_is_thin(const nh_question *q, nh_expr e);

/* ---- implication_words.c ---- */

/* What holds on the set besides the given rows: in words of the model, and in coordinates. */
typedef struct nh_set_words {
    const char *text, *equations;
    nh_exprs zero; /* the same */
} nh_set_words;

/* Whether the words are true of the set, too. */
bool nh_question_words_fit(const nh_set_words *words, const nh_set *set);

nh_set_words nh_question_words(const nh_question *q, const nh_sets *sets, const nh_set *set);

#endif
