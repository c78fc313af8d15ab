/* One reading of a model: what the files of `lang` after the parser share.
 *
 * Reading goes twice over the statements (lang.c): first what declares names and what makes the energies, then all that
 * may speak about T, V, L. Each statement is made once for every member of its families (family.c). A node of the
 * syntax becomes a value (evaluate.c); one that is wrong gets its error where it is and becomes NH_QUANTITY_BAD, which
 * gives no further ones. */
#ifndef NH_LANG_READING_PRIVATE_H
#define NH_LANG_READING_PRIVATE_H

#include <nonholo/model.h>

#include "base/array.h"
#include "base/map.h"
#include "lang/parse/syntax.h"
#include "model/model.h"

enum {
    NH_READING_DEPTH_MAX = 2000,         /* of nested evaluation: through trees and functions that call others */
    NH_READING_MEMBERS_MAX = 1 << 24,    /* of all families and sums together */
    NH_READING_CALLS_MAX = 1 << 20,      /* of functions, with different arguments */
    NH_READING_CALL_BYTES_MAX = 1 << 29, /* of the expressions that they make */
    NH_READING_PRIMES_MAX = 4,           /* of one expression */
    NH_INDICES_MAX = 4,                  /* of one name, and of one `for` */
    NH_ARGUMENTS_MAX = 16,               /* of a function */
    NH_READING_TEXT_MAX = 1 << 22,       /* bytes of the text of a rotation; parts of an expression in it */
};

/* ---- names ---- */

typedef enum nh_meaning_kind {
    NH_MEANS_FAILED,                    /* its declaration was wrong: no further errors about it */
    NH_MEANS_NOTHING = NH_MEANS_FAILED, /* of a statement that declares no names */
    NH_MEANS_CONST,
    NH_MEANS_PARAMETER,
    NH_MEANS_COORDINATE,
    NH_MEANS_ORIENTATION, /* until a body of that name is declared */
    NH_MEANS_FUNCTION,
    NH_MEANS_LET,
    NH_MEANS_POINT,
    NH_MEANS_BODY,
    NH_MEANS_CONTACT,
    NH_MEANS_QUASI,
    NH_MEANS_FAMILY,
    NH_MEANS_WATCH, /* has no meaning of its own: r->watch_of */
} nh_meaning_kind;

typedef struct nh_meaning {
    nh_name name;
    nh_meaning_kind kind;
    uint32_t number;    /* in the array of its kind: in the model, of a family in reading->families */
    uint32_t statement; /* that declared it */
    uint32_t family;    /* whose member it is, or NH_MODEL_NONE */
    uint32_t line;
    bool is_used;
} nh_meaning;

typedef struct nh_family {
    nh_meaning_kind kind; /* of its members */
    bool is_used;         /* one of them */
    uint32_t indices;
    int64_t low[NH_INDICES_MAX], high[NH_INDICES_MAX]; /* of the members so far */
    NH_ARRAY(nh_name) members;
    size_t first; /* the meaning of the first member */
    bool is_run;  /* one index that rises by 1, and meanings side by side: a member is found by counting */
} nh_family;

/* A name that is known for a while: an index, an argument of a function. */
typedef struct nh_local {
    nh_name name;
    nh_quantity value;
} nh_local;

/* The other half of a function that has a body. */
typedef struct nh_function_body {
    const nh_syntax *syntax;
    nh_node node; /* 0: none */
    uint32_t statement;
    nh_name *arguments;
    nh_local *indices; /* of the family that it is a member of */
    uint32_t index_count;
    /* By quadrature: the function in closed form, with this symbol as its argument; node is 0 then. Its derivative has
     * no pole between its initial place and where these are positive. */
    bool is_closed;
    nh_expr closed, formal;
    nh_exprs within;
    const char *text; /* "B(t): B' = b0*sin(t), B(0) = 0" */
} nh_function_body;

typedef struct nh_call_result {
    uint32_t function, count;
    const nh_expr *key; /* count of them: the arguments, written as expressions */
    nh_quantity value;
    nh_needs needs;
} nh_call_result;

/* A label of a constraint or condition, or of an event, watch, invariant, claim. */
typedef struct nh_label {
    nh_name name;
    uint32_t line;
    bool is_vector; /* its rows or columns have .x, .y, .z after it */
} nh_label;

/* One --set: what it sets, and whether a declaration took it. */
typedef struct nh_override {
    const nh_syntax *syntax;
    const nh_clause *clause;
    nh_name name;   /* the bare name */
    nh_name member; /* with its indices; the same as name when it has none */
    bool is_taken;
} nh_override;

typedef struct nh_reading {
    nh_context *context;
    nh_arena *arena; /* gone when reading ends */
    nh_pool *pool;
    nh_model *model;
    const nh_read_def *def;

    const nh_syntax *file;   /* of the model */
    const nh_syntax *syntax; /* of the text whose nodes are being evaluated: the file, or an option */
    uint32_t statement;      /* the number of the statement that is being made */
    bool is_late;            /* T, V, L may be spoken of */
    bool is_motion;          /* so may multipliers, reactions, coefficients, accelerations */
    bool is_start;           /* so may mu.NAME: an initial value */
    bool does_not_use;       /* looking a coordinate up does not count as using it */
    bool at_wanders;         /* the last B.at(r) had an r that varies */
    const nh_expr *formals;  /* while a function is differentiated by its arguments: the symbols that stand for them */
    uint32_t formal_count;
    uint32_t call_level;      /* of functions */
    size_t bytes_before_call; /* of the pool, when the outermost call began */
    size_t bytes_of_calls;    /* that earlier ones added */
    uint32_t zeros_asked;     /* how often it was asked whether a denominator is 0 everywhere */
    uint32_t depth;           /* of evaluation */
    uint32_t function;        /* the one whose body is being evaluated; NH_MODEL_NONE outside of them */
    uint64_t members;         /* made so far */
    uint64_t silenced;        /* errors beyond the limit, which are not in the diagnostics */
    uint32_t warnings;        /* and notes, so far */
    bool option_errors;       /* an error was about an option */
    size_t equation;          /* the number of the one that is being made */
    bool is_trial;            /* equations that are wrong are left out */
    uint32_t idle;            /* partial derivatives so far that are 0, or by an acceleration */
    nh_expr energy;           /* E, once it was spoken of; 0 before */
    bool has_title;
    bool sets_function; /* an option replaced a function */
    bool is_too_deep;   /* that was said */

    NH_ARRAY(nh_meaning) meanings;
    nh_map meaning_of; /* by name */
    nh_map line_of;    /* where a name is declared, now or later: by name without indices */
    nh_map deferred;   /* names that statements of the second round declare */
    /* a statement has named a formula: alpha.x, E_star, a coefficient; else no derivative searches for them */
    bool names_formulas;
    nh_map has_slopes; /* long sums whose derivatives by all their symbols are found */
    NH_ARRAY(nh_family) families;
    NH_ARRAY(nh_local) locals;
    size_t first_local;                /* those before are of the caller of a function */
    NH_ARRAY(nh_function_body) bodies; /* by function of the model */
    NH_ARRAY(nh_call_result) calls;
    nh_index call_of;
    NH_ARRAY(nh_quantity) values;  /* a stack */
    NH_ARRAY(nh_need) needs;       /* of what was evaluated for the present member: needs.c */
    NH_ARRAY(nh_needs) kept_needs; /* of names, */
    nh_map needs_of;               /* by kind and number */
    nh_map watch_of;               /* the first record of a watch, by name; NH_MODEL_NONE of the name of a family */
    NH_ARRAY(nh_label) labels[2];
    nh_map label_of[2];
    nh_map errors_at;        /* lines and columns of the file that have an error of this reading */
    nh_map failed_labels;    /* of constraints and conditions that were wrong, without indices */
    nh_map row_of;           /* rows of the model, by name */
    nh_map initial_of;       /* by quantity */
    nh_map transposition_of; /* by row and column */
    nh_map independent_of;   /* by coordinate */
    bool defers_quasis;      /* one had to wait for the energies: those after it wait too, to keep their order */
    NH_ARRAY(nh_override) overrides;
    nh_exprs quaternions; /* four each: made by this statement, without their unit constraint yet */
    NH_ARRAY(nh_initial) guesses; /* for coordinates of contacts: quantity ~ value, unless `init` speaks of it */
    nh_map folded;        /* names as they are compared for what may be meant: in lower case */
    nh_map spelt;         /* names as they are compared for looking alike: Greek letters as words */
    nh_map identities;    /* families and components that were dropped */
    nh_map warned;        /* families that got their warning */
    nh_map unit_of;       /* residuals of unit constraints that are there */
} nh_reading;

/* ---- errors.c ---- */

typedef struct nh_words {
    const char *code;
    const char *hint; /* may be NULL */
} nh_words;

/* Whether a place is in an option, not in the text of the model. */
bool nh_place_is_option(nh_place place);
nh_place nh_reading_place(const nh_reading *r, nh_node node);
nh_place nh_reading_token_place(const nh_reading *r, uint32_t token);
/* How many there were, with those that were not reported. */
uint64_t nh_reading_errors(const nh_reading *r);
/* Whether the limit is reached: further ones are only counted, and no search for what was meant is worth it. */
bool nh_reading_is_silent(const nh_reading *r);
void nh_reading_error(nh_reading *r, nh_node node, nh_words words, const char *format, ...) NH_PRINTF(4, 5);
void nh_reading_error_at(nh_reading *r, nh_place place, nh_words words, const char *format, ...) NH_PRINTF(4, 5);
void nh_reading_warn(nh_reading *r, nh_place place, nh_severity severity, nh_words words, const char *format, ...)
    NH_PRINTF(5, 6);
/* A text in the reading's arena, for hints and for rotations. */
const char *nh_reading_text(nh_reading *r, const char *format, ...) NH_PRINTF(2, 3);
/* An expression as a text of the language, in the reading's arena. Shared parts are written out each time: what gets
 * too long ends the reading. */
const char *nh_reading_print(nh_reading *r, nh_expr e);
#define NH_NAME(r, name) nh_name_text((r)->context, (name))

/* ---- scope.c ---- */

/* The meaning of a name, visible from the present statement; NULL when there is none. Counts as a use. */
nh_meaning *nh_scope_find(nh_reading *r, nh_name name);
/* The same for the member of a family with these indices. */
nh_meaning *nh_scope_find_member(nh_reading *r, nh_name base, uint32_t count, const int64_t *index);
/* Gives a name its meaning; false, with an error, when it has one already. base is the name without indices (name
 * itself when there are none). */
bool nh_scope_declare(nh_reading *r, nh_meaning_kind kind, nh_name base, uint32_t indices, const int64_t *index,
                      uint32_t number, nh_place place);
/* A family whose range is empty is known all the same. */
void nh_scope_declare_empty(nh_reading *r, nh_meaning_kind kind, nh_name base, uint32_t indices, nh_place place);
/* Declares the names of a statement that failed; silent. */
void nh_scope_declare_failed(nh_reading *r, nh_name base);
/* "x[3]" */
nh_name nh_scope_member(nh_reading *r, nh_name base, uint32_t count, const int64_t *index);
/* The known name that is nearest to this one, or NULL. */
const char *nh_scope_nearest(nh_reading *r, nh_name name);
/* A declared name that differs from this one only in case or in the shape of a Greek letter; 0 when there is none. */
nh_name nh_scope_alike(nh_reading *r, nh_name name);
nh_quantity *nh_scope_local(nh_reading *r, nh_name name);
bool nh_scope_is_deferred(nh_reading *r, nh_name name);
/* Whether a name is visible; does not count as a use. */
bool nh_scope_is_visible(nh_reading *r, nh_name name);
/* Whether the name has a meaning, without counting as a use. */
bool nh_scope_is_known(const nh_reading *r, nh_name name);
/* Enters a label, of a vector with those of its components; false, with an error, when there is one. kind 0: of
 * constraints and conditions, 1: of what is recorded. */
bool nh_scope_label(nh_reading *r, int kind, nh_name name, bool is_vector, nh_place place);
/* The label of a constraint or condition; NULL when there is none. */
const nh_label *nh_scope_find_label(const nh_reading *r, nh_name name);
/* Whether the constraint that a text such as "roll[2].x" names was declared wrongly. */
bool nh_scope_label_failed(const nh_reading *r, const char *text);
/* "roll.x" for 0, and so on. */
nh_name nh_scope_component(nh_reading *r, nh_name name, uint32_t i);

/* ---- family.c ---- */

/* Counts one more member against the limit. */
void nh_reading_count_member(nh_reading *r);
/* Ends the reading when this many more members would be beyond the limit. */
void nh_reading_expect_members(nh_reading *r, int64_t count);

/* What is made for each member: its name is base with the present indices of loops. */
typedef struct nh_member {
    const nh_statement *statement;
    const nh_clause *clause;
    nh_name base, name; /* 0: the clause declares nothing */
    uint32_t indices;
    int64_t index[NH_INDICES_MAX];
    uint32_t number; /* of this member within its clause, from 0 */
    nh_place place;
} nh_member;

typedef void (*nh_maker)(nh_reading *r, const nh_member *member);
/* Calls the maker for every clause and member of the statement. */
void nh_family_make(nh_reading *r, const nh_statement *statement, nh_maker make);

/* ---- evaluate.c ---- */

nh_quantity nh_evaluate(nh_reading *r, nh_node node);
/* With the type that is wanted; false after an error. what is named in it: "a mass". */
bool nh_evaluate_scalar(nh_reading *r, nh_node node, const char *what, nh_expr *result);
bool nh_evaluate_vector(nh_reading *r, nh_node node, const char *what,
                        nh_vector *result); /* 0 is a vector, a body its centre */
bool nh_evaluate_int(nh_reading *r, nh_node node, const char *what, int64_t *result);
/* A scalar free of coordinates, velocities and time. */
bool nh_evaluate_constant(nh_reading *r, nh_node node, const char *what, nh_expr *result);
/* a - b of one type, with 1 or 3 components; 0 after an error. */
uint32_t nh_evaluate_difference(nh_reading *r, nh_node left, nh_node right, nh_expr result[3]);
/* As a vector: a body is its centre, 0 the zero vector; false when it is none. */
bool nh_quantity_to_vector(const nh_reading *r, nh_quantity value, nh_vector *vector);
nh_quantity nh_quantity_bad(void);
nh_quantity nh_quantity_scalar(nh_expr e);
nh_quantity nh_quantity_vector(nh_vector v);
nh_quantity nh_quantity_rotation(nh_rotation rotation, const char *text);
const char *nh_quantity_describe(nh_quantity value); /* "a vector" */

/* Whether e may be differentiated: an error when it contains an argument of a function that is being
 * differentiated itself. */
bool nh_reading_can_differentiate(nh_reading *r, nh_node node, nh_expr e);

/* ---- needs.c ---- */

void nh_needs_add(nh_reading *r, nh_need_kind kind, nh_expr e);
/* Those from that place of r->needs on, each once. */
nh_needs nh_needs_since(const nh_reading *r, size_t first, nh_arena *arena);
/* What was evaluated before is used here. */
void nh_needs_bring(nh_reading *r, nh_needs needs);
/* The name of this kind and number stands for what was evaluated for the present member; bringing its needs
 * along where it is used. */
void nh_needs_keep(nh_reading *r, nh_meaning_kind kind, uint32_t number);
void nh_needs_of_name(nh_reading *r, nh_meaning_kind kind, uint32_t number);
void nh_needs_of_power(nh_reading *r, nh_expr base, nh_expr exponent);
void nh_needs_of_call(nh_reading *r, nh_expr_kind kind, const nh_expr *arguments);
/* e came from differentiation, which has needs of its own. */
void nh_needs_of_derivative(nh_reading *r, nh_expr e);

/* ---- evaluate_names.c ---- */

nh_quantity nh_evaluate_name(nh_reading *r, nh_node node);
/* An error when the name that this token is has no meaning at all. */
void nh_check_name(nh_reading *r, uint32_t token);
nh_quantity nh_evaluate_index(nh_reading *r, nh_node node);
nh_quantity nh_evaluate_part(nh_reading *r, nh_node node);
/* The meaning of a NAME or INDEX node that names something declared; NULL when it does not, silently. */
nh_meaning *nh_reading_named(nh_reading *r, nh_node node, bool *failed);
/* "perp[3].x": the text of a path of names, indices and parts, with the values of the indices; 0
 * when the node is none. */
nh_name nh_reading_path(nh_reading *r, nh_node node);

/* An error, and true, where e, the value of the node, is 0 everywhere: what cannot be divided by, nor have a logarithm.
 * what: "it is a divisor". */
bool nh_refuse_zero(nh_reading *r, nh_node node, nh_expr e, const char *what);

/* ---- evaluate_call.c, evaluate_function.c, unknowns.c ---- */

nh_quantity nh_evaluate_call(nh_reading *r, nh_node node);
/* Whether a function of the language has this name. */
bool nh_is_function_name(nh_name name, const nh_context *context);
/* The function, of the model or the language, of which this is likely to be a misspelt name; NULL: none. */
const char *nh_nearest_function(const nh_reading *r, const char *name);
/* A function of t without a body that no statement declares. */
void nh_declare_function_of_time(nh_reading *r, nh_name name, nh_place place);
nh_quantity nh_call_function(nh_reading *r, nh_node node, uint32_t function, uint32_t primes);
nh_quantity nh_call_derivative(nh_reading *r, nh_node node);
/* The value of a function for as many numbers as it has arguments, or its derivative by the argument of this number
 * from 1; 0: itself. Errors are at the node. */
nh_quantity nh_call_at(nh_reading *r, nh_node node, uint32_t function, const nh_expr *arguments, uint32_t by);
/* lambda.NAME, alpha.x, voronec.B[roll,x]: true when the node is one of these; its value or an
 * error is then in *value. */
bool nh_evaluate_unknown(nh_reading *r, nh_node node, nh_quantity *value);
/* Whether the token begins a name of something that the equations of motion determine. */
bool nh_is_motion_name(const nh_reading *r, uint32_t token);
nh_quantity nh_call_reaction(nh_reading *r, nh_node node, const char *function);
/* The same with the names of explicit forms, energies and coefficients as functions of the state and its accelerations,
 * so that it can be differentiated. */
nh_expr nh_unknowns_as_functions(nh_reading *r, nh_expr e);
/* Whether a coefficient of a formulation with variables of its own, momenta or quasi-velocities, occurs in it. */
bool nh_unknowns_have_variables(nh_reading *r, nh_expr e);
/* The same with symbols in place of the names of quasi-velocities: they are variables. */
nh_expr nh_unknowns_in_quasis(nh_reading *r, nh_expr e);
/* Whether next to such coefficients something stands that depends on the velocities: it is no
 * function of their variables. */
bool nh_unknowns_have_velocities(nh_reading *r, nh_expr e);
/* A factor for a derivative by a velocity, a quasi-velocity or a momentum: 1 where that is a variable of all formulas
 * in e. Whether it is so is known when they are derived; the factor is a symbol "hamel by v" for each formulation. */
nh_expr nh_unknowns_variable(nh_reading *r, nh_expr e, nh_expr by);
/* Whether something occurs in it that has no formula: a multiplier, a constraint force. */
bool nh_unknowns_are_in(nh_reading *r, nh_expr e);
/* energy_names.c: T, V, L, E, E_star, E_quasi by name. */
nh_quantity nh_late_name(nh_reading *r, nh_node node, nh_name name);
bool nh_is_late_name(const nh_reading *r, nh_name name);
/* What has parts, and the part that a path such as "T.A[x][y]" or "E.forces" names. */
bool nh_is_energy_head(const char *head);
nh_quantity nh_energy_part(nh_reading *r, nh_node node, const char *path);

/* ---- one maker a statement: make_*.c ---- */

#define STATEMENT(NAME, word, ...) void nh_make_##word(nh_reading *r, const nh_member *member);
#include "lang/statements.def"
#undef STATEMENT

/* The node of a piece of the member's clause; 0 when it is not there. */
nh_node nh_member_node(const nh_reading *r, const nh_member *member, nh_part_kind kind);
/* The number of the coordinate that a scalar is; false when it is none. */
bool nh_reading_coordinate(nh_reading *r, nh_expr e, uint32_t order, uint32_t *number);
/* A vector that says where something is: without velocities. */
bool nh_evaluate_position(nh_reading *r, nh_node node, const char *what, nh_vector *result);
/* Declares the member's name for the thing that was just added as this number. */
bool nh_member_declare(nh_reading *r, const nh_member *member, nh_meaning_kind kind, uint32_t number);

/* orientation.c: the orientation of this name, NULL when there is none; and the one whose first coordinate this is. */
const nh_orientation *nh_find_orientation(const nh_reading *r, nh_name name);
const nh_orientation *nh_orientation_of_coordinate(const nh_reading *r, uint32_t coordinate);
/* B.q0 .. B.q3, B.R, B.omega, B.Omega of an orientation or of the body that has it; false when the word is none of
 * these. */
bool nh_part_of_orientation(nh_reading *r, const nh_orientation *orientation, const char *word, nh_quantity *value);
/* make_contact.c: C.point and the other parts of a contact. */
nh_quantity nh_part_of_contact(nh_reading *r, nh_node node, uint32_t contact, const char *word);
/* The events of all contacts, when their rows are known: that one lifts off. */
void nh_watch_contacts(nh_reading *r);
/* Initial values for the coordinates of points of contact, if the model has any for others. */
void nh_guess_contacts(nh_reading *r);
/* The rows of the unit constraints of the quaternions that a statement made, labelled unit.NAME. */
void nh_make_units(nh_reading *r, const nh_member *member);

/* ---- identities.c, options.c, warnings.c ---- */

/* Drops rows that are proved to hold whatever the motion is. */
void nh_drop_identities(nh_reading *r);
/* Says that a row was dropped, once for a family; a warning when it was all of its constraint, else a note. */
void nh_reading_note_identity(nh_reading *r, const nh_row *row, bool is_alone_there);

/* "--set m=2", as the file of diagnostics and places; long ones are cut. */
const char *nh_option_name(nh_reading *r, const char *option, const char *text);
/* Whether its one statement has no error; errors beyond the limit are not in the diagnostics. */
bool nh_option_is_whole(const nh_syntax *syntax);
void nh_options_read_sets(nh_reading *r);
/* The --set for this member, or NULL; marks it as taken. */
nh_override *nh_options_override(nh_reading *r, const nh_member *member);
void nh_options_read_inits(nh_reading *r);
void nh_options_apply_conditions(nh_reading *r);
void nh_options_check_taken(nh_reading *r);
/* judged.c: --motion, --field, --assume, --equation, --section, --in, conditions. */
void nh_options_read_judged(nh_reading *r);
/* What --transposition asks. */
void nh_transposition_make_claims(nh_reading *r);
/* The claims that a motion makes, when all rows are known. */
void nh_motion_make_claims(nh_reading *r);
/* The event of a section. */
void nh_make_section(nh_reading *r, const nh_member *member);
/* A claim of this name that is judged. */
void nh_make_judged(nh_reading *r, const nh_member *member, nh_name name);
void nh_warn_about_model(nh_reading *r);
/* A name that differs from another only in case, or in the shape of a Greek letter. */
void nh_warn_about_name(nh_reading *r, nh_name name, nh_place place);

#endif
