/* Jobs of linear algebra in a field, elimination, and what is assumed; only src/algebra sees it. */
#ifndef NH_ALGEBRA_LINEAR_LINEAR_PRIVATE_H
#define NH_ALGEBRA_LINEAR_LINEAR_PRIVATE_H

#include "algebra/field/field_private.h"
#include "algebra/linear/linear.h"

/* ---- linear_job.c: one call of the guard, within a budget ---- */

/* Entries become elements, rationalised, in the same order; then work is called. It leaves its answer in `answer`. */
typedef struct nh_linear_job {
    nh_pool *pool;
    size_t count[2]; /* two lists of entries, the second one may be empty */
    const nh_expr *entries[2];
    void (*work)(struct nh_linear_job *job, nh_field *field, const nh_element *first, const nh_element *second);
    void *user;
    nh_linear_answer answer;
} nh_linear_job;

/* UNKNOWN when an entry has no value, or when all this takes too long. */
nh_linear_answer nh_linear_run(nh_linear_job *job);
/* The same with elements as they were entered: sines and roots may be below the fraction line, and nothing was
 * multiplied to both sides of it. */
nh_linear_answer nh_linear_run_as_entered(nh_linear_job *job);

/* Whether a point was found at which a is certainly not zero. */
bool nh_linear_is_certainly_nonzero(nh_field *field, nh_element a);
/* The shorter one of a and the same with a denominator free of sines and roots; the second only where
 * it is not long to find. */
nh_element nh_linear_shorter(nh_field *field, nh_element a);

/* ---- linear.c ---- */

/* Common factors of all numerators out, the first one that is not zero with a positive leading coefficient. The
 * denominators are 1; one of the elements is not zero. */
void nh_linear_make_primitive(nh_field *field, uint32_t count, nh_element *v);

/* ---- linear_assume.c ---- */

typedef struct nh_linear_parts {
    nh_field *field;
    NH_ARRAY(nh_mpoly *) parts; /* irreducible where that was found, different, with positive leading coefficients */
    uint32_t positive_count;    /* symbols that are known to be positive */
    const nh_expr *positive;
} nh_linear_parts;

/* What is certain whatever the symbols are. */
typedef struct nh_linear_sign {
    int sign; /* 1: never negative, -1: never positive, 0: not known */
    bool is_never_zero;
} nh_linear_sign;

nh_linear_parts nh_linear_parts_make(nh_field *field);
void nh_linear_assume(nh_linear_parts *parts, nh_mpoly *p); /* that p is not zero */
nh_linear_assumptions nh_linear_assumptions_of(const nh_linear_parts *parts, nh_arena *arena);
nh_linear_sign nh_linear_sign_of(const nh_linear_parts *parts, nh_mpoly *p);

/* ---- linear_blocks.c ---- */

/* Rows and columns that hang together by entries that are not zero; numbers of blocks from 0, in the order of their
 * first rows, then those of columns of zeros. In a symmetric matrix row i and column i belong together. */
typedef struct nh_linear_blocks {
    uint32_t count;
    uint32_t *of_row, *of_column;
} nh_linear_blocks;

nh_linear_blocks nh_linear_blocks_of(nh_arena *arena, uint32_t rows, uint32_t columns, const nh_element *a,
                                     bool is_symmetric);
/* The numbers i < size with of[i] == block, in the arena. */
uint32_t *nh_linear_members(nh_arena *arena, uint32_t size, const uint32_t *of, uint32_t block, uint32_t *count);

/* ---- linear_eliminate.c ---- */

/* The least common multiple of denominators, as an element. */
nh_element nh_linear_common_denominator(nh_field *field, size_t count, const nh_element *a);
/* (p x - y z) / before */
nh_element nh_linear_step(nh_field *field, nh_element p, nh_element x, nh_element y, nh_element z, nh_element before);
/* How long an element is, for the choice of pivots; 0 for a number. */
size_t nh_linear_length(nh_field *field, nh_element a);

/* One block [A | B], eliminated: after scaling and exchange the place (i, j), i < rank, has the minor of rows 0..i and
 * columns 0..i-1, j; below, A is zero. */
typedef struct nh_elimination {
    nh_field *field;
    uint32_t rows, columns, width; /* B has width - columns columns */
    nh_element *a;
    uint32_t *row, *column; /* which row, which column of the whole matrix is at each place */
    nh_element rows_scale;  /* the product of what the rows were multiplied by */
    nh_element *side_scale; /* what each column of B was multiplied by in addition */
    uint32_t rank;
    nh_element pivot; /* the last one, a minor of order `rank`; 1 when there is none */
    bool is_known;
    bool is_expanded; /* a is as it was: the pivot is its determinant; the rank is the size, or less and not known */
} nh_elimination;

/* Whole matrices: a, rows x columns, and b, rows x sides (NULL for none). */
typedef struct nh_linear_system {
    uint32_t rows, columns, sides;
    const nh_element *a, *b;
} nh_linear_system;

/* One block of it, eliminated; a small square one may be expanded when its determinant is not zero. */
nh_elimination nh_linear_eliminate(nh_field *field, const nh_linear_system *system, const nh_linear_blocks *blocks,
                                   uint32_t block);
/* The same for determinants and solutions: also when the determinant is zero or not known. */
nh_elimination nh_linear_eliminate_or_expand(nh_field *field, const nh_linear_system *system,
                                             const nh_linear_blocks *blocks, uint32_t block);
/* y, rank elements: the part of A at the pivots times y is the pivot times that column. Free of fractions. */
void nh_linear_back(const nh_elimination *e, uint32_t column, nh_element *y);
/* That the last pivot is not zero, which is enough: all entries are minors, so the pivots before it were divided
 * by and multiplied with. But where |u| is among the entries a pivot may be zero in a whole region, |x| + x for
 * one; then all of them. */
void nh_linear_assume_pivots(nh_linear_parts *parts, const nh_elimination *e);

/* Whether |u| is among the generators: made by roots too, sqrt(x^2 + 2 x + 1). */
bool nh_linear_has_absolute_values(const nh_field *field);

/* ---- linear_expand.c ---- */

bool nh_linear_is_to_expand(const nh_elimination *e);
void nh_linear_expand(nh_elimination *e);
/* By sets of columns, as bits: the minor of the first rows, as many as the set has, and these columns. One more bit,
 * after those of A, stands for the column `side` unless that is the width. */
nh_element *nh_linear_minors(const nh_elimination *e, uint32_t side);
uint32_t nh_linear_first_bits(uint32_t count);
void nh_linear_cramer(const nh_elimination *e, uint32_t side, nh_element *y); /* nh_linear_back of such */

#endif
