/* Linear systems in balls. Matrices are column-major like those of num/linear/dense.h. Inside the guard only. */
#ifndef NH_NUM_BALL_BALL_LINEAR_H
#define NH_NUM_BALL_BALL_LINEAR_H

#include "num/ball/ball.h"

/* LU with pivoting of the n x n matrix a, in place, with 1 on the diagonal of L; row[k] becomes the original row that
 * stands k-th. False when some pivot column contains no ball that excludes zero: the matrix may be singular, or the
 * precision too low; a is then spoilt. True proves that every matrix within a is regular. */
bool nh_ball_lu_factor(nh_ball *a, int n, int *row, int prec);
/* x := a^-1 b from the factors, for n x columns right sides; x may not be b. */
void nh_ball_lu_solve(nh_ball *x, const nh_ball *lu, int n, const int *row, const nh_ball *b, int columns, int prec);
/* Solves a x = b with the error bound of a preconditioned solve: tighter than LU in balls when n is large. Keeps a and
 * b, and x when it returns false, which means what it does for nh_ball_lu_factor. x may not be a or b. */
bool nh_ball_solve(nh_ball *x, const nh_ball *a, int n, const nh_ball *b, int columns, int prec);

#endif
