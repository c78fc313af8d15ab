/* The form of a model text, before any name in it has a meaning: statements, and trees of expressions.
 *
 * All of it lives in one arena; nodes are numbers into one array, made children first. The depth of a tree is limited
 * (NH_SYNTAX_DEPTH_MAX), so that walking it may recurse; what is long in a text, such as a sum of 10^6 terms or a list
 * of statements, is wide here, not deep. */
#ifndef NH_LANG_PARSE_SYNTAX_H
#define NH_LANG_PARSE_SYNTAX_H

#include "base/array.h"
#include "expr/read/token.h"

enum {
    NH_SYNTAX_DEPTH_MAX = 1000,
    NH_SYNTAX_NONE = -1, /* no token */
};

typedef uint32_t nh_node; /* 0: there is none */

typedef enum nh_node_kind {
    NH_NODE_NONE,    /* number 0, and what stands for a piece that has got its error */
    NH_NODE_NUMBER,  /* the token */
    NH_NODE_NAME,    /* the token */
    NH_NODE_SUM,     /* terms; one that is subtracted is a NEGATE */
    NH_NODE_PRODUCT, /* factors; one that is divided by is an INVERSE */
    NH_NODE_NEGATE,  /* of one */
    NH_NODE_INVERSE, /* of one */
    NH_NODE_POWER,   /* base, exponent */
    NH_NODE_PRIME,   /* of one; `count` primes */
    NH_NODE_INDEX,   /* what is indexed, indices: P[i], u[2,3]; u[2][3] is the same node as u[2,3] */
    NH_NODE_PART,    /* of one: v.x, B.omega, lambda.roll; the token is the word after the point */
    /* What is called (a NAME, PART, INDEX, or the CALL diff(g, 1)), arguments; `count` primes
     * before the bracket: g'(s). */
    NH_NODE_CALL,
    NH_NODE_VECTOR,  /* 1 to any number of components; the evaluator wants 2 or 3 */
    NH_NODE_LIST,    /* (a, b, c), two or more */
    NH_NODE_BARS,    /* |e| */
    NH_NODE_COMPARE, /* left, right; the token is the operator: < > <= >= != */
    /* sum(i = low..high, e): low, high, e; the token is the index. Of several, sum(i=.., j=.., e), nested */
    NH_NODE_SUM_OVER,
} nh_node_kind;

typedef struct nh_node_data {
    nh_node_kind kind;
    uint32_t token;                 /* the one that shows where it is */
    uint32_t from, behind;          /* the tokens that it consists of: from .. behind-1 */
    uint32_t first, count_children; /* in syntax->children */
    uint32_t count;                 /* of primes */
    uint32_t depth;                 /* 1 for a leaf */
} nh_node_data;

/* name, name[0], name[i=1..N], name[1..N, j=1..i]: one dimension each. */
typedef struct nh_dimension {
    int32_t index;     /* the token of the index's name, or NH_SYNTAX_NONE */
    nh_node low, high; /* high 0: a single member, low */
} nh_dimension;

/* What a piece of a statement is; which ones a statement has is above its parser in parse_statement.c. */
typedef enum nh_part_kind {
    NH_PART_VALUE, /* what follows = or :, or is all there is */
    NH_PART_LEFT,  /* of an equation or comparison, of `init`, of --set */
    NH_PART_RIGHT,
    NH_PART_GUESS, /* like RIGHT, after ~ */
    NH_PART_WORDS, /* a string; token only */
    NH_PART_LOW,   /* of a range */
    NH_PART_HIGH,
    NH_PART_STEP,
    NH_PART_ARGUMENT, /* of a function: token only */
    NH_PART_FIRST,    /* the things that a spring, a force, a torque, a drawing is about */
    NH_PART_SECOND,
    NH_PART_AT,
    NH_PART_ROTATION,
    NH_PART_MASS,
    NH_PART_INERTIA,
    NH_PART_COEFFICIENT, /* stiffness or coefficient */
    NH_PART_LENGTH,
    NH_PART_RADIUS,
    NH_PART_AXIS,
    NH_PART_NORMAL,
    NH_PART_SHAPE,     /* of a drawing: token only */
    NH_PART_VARIABLE,  /* of a curve: token only */
    NH_PART_DIRECTION, /* rising, falling: token only */
    NH_PART_TUBE,      /* of a torus */
    NH_PART_AXES,      /* of an ellipsoid: its half axes */
    NH_PART_ALONG,     /* of a blade */
    NH_PART_SIDE,      /* on, in: token only */
    NH_PART_SURFACE,   /* that a contact is on: token only */
    NH_PART_FUNCTION,  /* of a graph or an implicit surface */
    NH_PART_SURFACE_AT,
    NH_PART_SURFACE_AXIS, /* or normal */
    NH_PART_SURFACE_RADIUS,
    NH_PART_SURFACE_TUBE,
    NH_PART_SURFACE_AXES,
    NH_PART_ANGLE,
    NH_PART_SHAPE_ANGLE,    /* of a cone that is a body */
    NH_PART_SHAPE_FUNCTION, /* of a surface of revolution or an implicit one that is a body */
    NH_PART_MOTION, /* rolls, slides, blade: token only */
    NH_PART_SPIN,   /* spin, of `without spin`: token only */
    NH_PART_FRICTION,
} nh_part_kind;

typedef struct nh_part {
    nh_part_kind kind;
    uint32_t token; /* where it begins */
    nh_node node;   /* 0 where it is a token only */
} nh_part;

/* One declaration of a statement: `param a = 1, b` has two. */
typedef struct nh_clause {
    int32_t name;                         /* the token of the name or label that it declares, or NH_SYNTAX_NONE */
    int32_t component;                    /* of a label such as roll.x: the token of x, y or z, or NH_SYNTAX_NONE */
    uint32_t first_dimension, dimensions; /* in syntax->dimensions */
    uint32_t first_part, parts;           /* in syntax->parts */
    uint32_t from, behind;                /* its tokens */
} nh_clause;

/* for i = a..b */
typedef struct nh_binding {
    uint32_t index; /* token */
    nh_node low, high;
} nh_binding;

typedef enum nh_statement_kind {
#define STATEMENT(NAME, word, ...) NH_STATEMENT_##NAME,
#include "lang/statements.def"
#undef STATEMENT
    NH_STATEMENT_SET,      /* the text of --set: LEFT (a NAME, INDEX or CALL) and RIGHT; no word of the language */
    NH_STATEMENT_EQUATION, /* a = b only: LEFT and RIGHT */
    NH_STATEMENT_SECTION,  /* the text of --section: VALUE, RIGHT and DIRECTION if there are any */
    NH_STATEMENT_KINDS
} nh_statement_kind;

typedef struct nh_statement {
    nh_statement_kind kind;
    bool is_broken;                   /* it got an error: declare its names as failed, make nothing */
    uint32_t from, behind;            /* its tokens */
    uint32_t first_clause, clauses;   /* in syntax->clauses */
    uint32_t first_binding, bindings; /* the last `for`, in syntax->bindings; outer first */
} nh_statement;

typedef struct nh_syntax {
    nh_context *context;
    nh_arena *arena;
    const char *text;
    nh_tokens tokens;
    NH_ARRAY(nh_node_data) nodes;
    NH_ARRAY(nh_node) children;
    NH_ARRAY(nh_dimension) dimensions;
    NH_ARRAY(nh_part) parts;
    NH_ARRAY(nh_clause) clauses;
    NH_ARRAY(nh_binding) bindings;
    NH_ARRAY(nh_statement) statements;
} nh_syntax;

/* Reads the form of a whole model file. Errors go to the diagnostics of the context, up to NH_TOKEN_ERRORS_MAX; what
 * could be understood is there all the same. The text must live as long as the arena. file may be NULL. */
nh_syntax *nh_syntax_read(nh_arena *arena, const char *text, size_t length, const char *file);
/* The same of a text and one that is added after it. */
nh_syntax *nh_syntax_read_both(nh_arena *arena, const char *text, size_t length, const char *file,
                               const nh_added_text *more);
/* Reads a text that is one statement of this kind without its word: "x' = 2" as INIT, "m = 3" as SET. */
nh_syntax *nh_syntax_read_as(nh_arena *arena, nh_statement_kind kind, const char *text, size_t length,
                             const char *file);
/* The same for an option, given next to a file: the errors of both count against one limit. */
nh_syntax *nh_syntax_read_option(const nh_syntax *file, nh_statement_kind kind, const char *text, const char *option);

const nh_node_data *nh_syntax_node(const nh_syntax *syntax, nh_node node);
nh_node nh_syntax_child(const nh_syntax *syntax, nh_node node, uint32_t i);
const nh_token *nh_syntax_token(const nh_syntax *syntax, uint32_t token);
/* The piece of this kind in a clause, or NULL. */
const nh_part *nh_syntax_part(const nh_syntax *syntax, const nh_clause *clause, nh_part_kind kind);
/* The place of tokens from .. behind-1, to the end of the first line when there are several. */
nh_place nh_syntax_place(const nh_syntax *syntax, uint32_t from, uint32_t behind);
/* The kind of statement that a word begins, or NH_STATEMENT_KINDS. */
nh_statement_kind nh_statement_kind_of(const nh_context *context, nh_name word);
const char *nh_statement_word(nh_statement_kind kind);

#endif
