/* Sparse linear algebra in double (hides SuiteSparse: AMD and CAMD for the ordering, LDL, KLU).
 *
 * A pattern is fixed once; the ordering and the symbolic factorisation are done for it; then numbers are factored again
 * and again on it without allocating (LU allocates when it has to choose its pivots anew). Sizes of zero are allowed.
 * Objects refer to the arrays of their pattern, which have to live as long. After a factorisation that said false
 * nothing may be asked of the object but what is said to answer then; it can factor again. */
#ifndef NH_NUM_LINEAR_SPARSE_H
#define NH_NUM_LINEAR_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Compressed columns: column j has the rows row[start[j]] .. row[start[j+1]-1], rising, each once. */
typedef struct nh_pattern {
    int rows, columns;
    const int *start; /* columns + 1 */
    const int *row;   /* start[columns] */
} nh_pattern;

/* A list of entries (i, j), to make a pattern of. */
typedef struct nh_entries {
    int count;
    int *i, *j;
} nh_entries;

nh_entries nh_entries_make(nh_arena *arena, size_t most);
void nh_entries_add(nh_entries *entries, uint32_t i, uint32_t j);

/* A pattern from count entries (i, j) in any order, with repetitions; place[e], if not NULL, becomes the position of
 * entry e among the values of the pattern (repeated entries share one: their values add). */
nh_pattern nh_pattern_make(nh_arena *arena, int rows, int columns, int count, const int *i, const int *j, int *place);

/* The pattern whose column i has the entries column[start[i]] .. column[start[i+1]-1]: a matrix
 * kept by rows, transposed. */
nh_pattern nh_pattern_of_rows(nh_arena *arena, uint32_t rows, uint32_t columns, const uint32_t *start,
                              const uint32_t *column);

/* y := y + factor * a x, and y := y + factor * a^T x. */
void nh_sparse_multiply(const nh_pattern *pattern, const double *values, double factor, const double *x, double *y);
void nh_sparse_multiply_transposed(const nh_pattern *pattern, const double *values, double factor, const double *x,
                                   double *y);

/* A fill-reducing ordering of a symmetric pattern (only the union with its transpose counts): order[k] is the row that
 * is eliminated k-th. group, if not NULL, gives each row a number from 0 below the size; rows of a lower group go
 * first. The arena only names the context. */
void nh_sparse_order(nh_arena *arena, const nh_pattern *pattern, const int *group, int *order);

/* Groups for the order of [W, J^T; J, 0] with W positive definite: unknowns, then equations, but unknowns that occur in
 * very many equations after these, since eliminating them first would couple all equations; equations that have no
 * others come last. Column i of `transposed` is equation i; group has room for unknowns and equations. With independent
 * equations, or a little of -1 on the diagonal of those that are not, LDL^T exists in this order as long as equations
 * of the second group are independent by their unknowns of the first. */
void nh_sparse_saddle_groups(nh_arena *arena, const nh_pattern *transposed, int *group);

/* LDL^T of a symmetric matrix given by a pattern with both triangles, without pivoting, in the given order (NULL: one
 * by nh_sparse_order). For matrices of any inertia whose leading minors in that order do not vanish; how well that went
 * is determined by nh_sparse_ldl_growth. */
typedef struct nh_sparse_ldl nh_sparse_ldl;
nh_sparse_ldl *nh_sparse_ldl_make(nh_arena *arena, const nh_pattern *pattern, const int *order);
bool nh_sparse_ldl_factor(nh_sparse_ldl *ldl, const double *values); /* false on a zero pivot, or when not finite */
void nh_sparse_ldl_solve(nh_sparse_ldl *ldl, double *b);             /* in place, one right side */
/* The largest entry of |L||D||L|^T over the largest |a|: 1 for a definite matrix; a growth of 10^k costs about k digits
 * of the solution. Infinite after false. */
double nh_sparse_ldl_growth(nh_sparse_ldl *ldl);
int nh_sparse_ldl_fill(const nh_sparse_ldl *ldl); /* entries of L below the diagonal; known once it is made */
double nh_sparse_ldl_pivot(const nh_sparse_ldl *ldl, int i); /* the pivot of row i of the matrix */
int nh_sparse_ldl_negative(const nh_sparse_ldl *ldl);        /* how many pivots, and so eigenvalues, are negative */

/* The rank of a matrix given by its transpose: column i of the pattern is row i. is_dependent[i]: row i is a
 * combination of those before it, within the tolerance relative to what is taken away. order: in which order rows
 * are taken, all of them;
 * NULL: as they are numbered. The arena only names the context. */
int nh_sparse_rank(nh_arena *arena, const nh_pattern *transposed, const double *values, double tolerance,
                   const uint32_t *order, bool *is_dependent);

/* LU with pivoting (KLU). The first factorisation chooses the pivots; later ones keep them while they are good: at most
 * about two digits are given away before they are chosen anew. KLU's memory is not counted by the context. */
typedef struct nh_sparse_lu nh_sparse_lu;
nh_sparse_lu *nh_sparse_lu_make(nh_arena *arena, const nh_pattern *pattern);
bool nh_sparse_lu_factor(nh_sparse_lu *lu, const double *values); /* false when exactly singular or not finite */
/* A cheap estimate: the smallest pivot over the largest, of the matrix with each row divided by its largest entry; 0
 * after false. It sees a matrix that is singular, and may miss one that is only ill conditioned. */
double nh_sparse_lu_rcond(nh_sparse_lu *lu);
void nh_sparse_lu_solve(nh_sparse_lu *lu, double *b);
void nh_sparse_lu_solve_transposed(nh_sparse_lu *lu, double *b);

#endif
