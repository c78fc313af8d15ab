/* Eigenvalues of real matrices in balls, and roots of real polynomials. Inside the guard only.
 *
 * Certified: for every real matrix within the given one, the enclosures hold all n eigenvalues, counted with their
 * multiplicities. Eigenvalues that this precision does not separate are a cluster: they share one enclosure, a square
 * of the complex plane that holds as many eigenvalues as the cluster has members, and no others. A multiple eigenvalue
 * is always a cluster; one of m close eigenvalues in a Jordan block is wide, about the m-th root of the accuracy. */
#ifndef NH_NUM_BALL_BALL_EIGEN_H
#define NH_NUM_BALL_BALL_EIGEN_H

#include "num/ball/ball.h"

/* The real parts rise from enclosure to enclosure, by their midpoints; of equal ones the smaller imaginary part in
 * absolute value comes first. Members of a cluster are together. Conjugates are exactly conjugate, and the one with
 * the positive imaginary part comes first. A simple eigenvalue has the imaginary part 0 exactly where it is proved to
 * be real, and otherwise one that is not 0. */
typedef struct nh_ball_eigen {
    int n;
    nh_ball *re, *im;               /* n of each */
    int *multiplicity;              /* n: how many members the cluster of each one has; 1: simple */
    nh_ball *vector_re, *vector_im; /* n x n, column-major, NULL where not requested: see nh_ball_eigen_find */
} nh_ball_eigen;

/* The eigenvalues of a, n x n, column-major; prec is that of the result where a allows it. False, and nothing to free,
 * only when an entry is not finite.
 *
 * with_vectors: column k holds an eigenvector of eigenvalue k, such that one entry, about the largest one, is 1
 * exactly; real where the eigenvalue is. A column that is not finite is not known: that of every member of a cluster
 * is not. */
bool nh_ball_eigen_find(nh_ball_eigen *r, const nh_ball *a, int n, bool with_vectors, int prec);
/* The roots of c[0] + c[1] x + ... + c[degree] x^degree, without vectors. False also when c[degree] contains 0. */
bool nh_ball_eigen_roots(nh_ball_eigen *r, const nh_ball *coefficients, int degree, int prec);
void nh_ball_eigen_free(nh_ball_eigen *r);

/* How many eigenvalues certainly have a real part of each sign; 0 is certain where a ball is the exact 0. */
typedef struct nh_ball_eigen_signs {
    int negative, zero, positive, unknown;
} nh_ball_eigen_signs;
nh_ball_eigen_signs nh_ball_eigen_count(const nh_ball_eigen *r);
nh_truth nh_ball_eigen_all_negative(const nh_ball_eigen *r);  /* all real parts < 0; yes when there are none */
nh_truth nh_ball_eigen_some_positive(const nh_ball_eigen *r); /* some real part > 0 */

#endif
