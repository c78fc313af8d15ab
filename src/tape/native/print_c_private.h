/* What the files of the C printer share; only src/tape sees it. */
#ifndef NH_TAPE_NATIVE_PRINT_C_PRIVATE_H
#define NH_TAPE_NATIVE_PRINT_C_PRIVATE_H

#include "tape/native/print_c.h"
#include "tape/tape_private.h"

/* Operations and stores in one C function. Compilers take more than linear time beyond some hundreds. */
enum { NH_PRINT_C_PART = 200 };

/* Lanes of the wide functions, and the length of the rows of their working space. A vector register may hold fewer: the
 * wide code is then run several times. */
enum { NH_PRINT_C_LANES = 8 };

/* Something to print in its place: an operation, or "output k is this value". */
typedef struct nh_print_c_item {
    bool is_store;
    uint32_t number; /* of the instruction, or of the store */
} nh_print_c_item;

/* Straight-line code cut into parts, each of which becomes a C function. A value that is used outside the part that
 * computes it goes through the working space; the others are local variables. Parts 0 .. begin_parts-1 are those that
 * run when parameters are set (none for the body of a loop). */
typedef struct nh_print_c_unit {
    const nh_code *code;
    bool is_body;        /* of a loop: externals are in g, outputs in o */
    uint32_t parameters; /* externals that are parameters, and rows of the working space that hold them */
    nh_print_c_item *items;
    uint32_t parts, begin_parts;
    uint32_t *first; /* parts + 1: where each part begins in items */
    uint32_t *row;   /* by place: its row in the working space if it crosses parts, else NO_ROW */
    uint32_t *seen;  /* by place: the serial of the last part that has it in a local variable */
    uint32_t rows;   /* of the working space */
    uint32_t serial; /* of the part that is printed now */
} nh_print_c_unit;

typedef struct nh_print_c {
    const nh_tape *tape;
    const nh_print_c_def *def;
    nh_text *text;
    nh_arena *scratch;
    nh_print_c_unit main;
    nh_print_c_unit *bodies; /* by loop */
    uint32_t main_rows;      /* rows of the main code; a multiple of 8, so that what follows is aligned */
    uint32_t body_rows;      /* rows of the loop body that has most; they share theirs */
    bool wide;               /* what is printed now: lanes, or a single double */
} nh_print_c;

/* print_c_code.c */
nh_print_c_unit nh_print_c_main(nh_print_c *print);
nh_print_c_unit nh_print_c_body(nh_print_c *print, const nh_code *body);
/* The functions PREFIX_NAME_0 .. (for lanes: PREFIX_NAME_lanes_0 ..) of some parts. */
void nh_print_c_parts(nh_print_c *print, nh_print_c_unit *unit, const char *name, uint32_t begin, uint32_t end);
/* "_lanes" in names of what is printed wide, else "". */
const char *nh_print_c_suffix(const nh_print_c *print);
void nh_print_c_double(nh_text *text, double value);

/* print_c_loop.c */
void nh_print_c_tables(nh_print_c *print);
void nh_print_c_bodies(nh_print_c *print);
void nh_print_c_loops(nh_print_c *print);

#endif
