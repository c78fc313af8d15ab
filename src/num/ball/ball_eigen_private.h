/* What the files of eigenvalues share: approximations, and the basis that they give. */
#ifndef NH_NUM_BALL_BALL_EIGEN_PRIVATE_H
#define NH_NUM_BALL_BALL_EIGEN_PRIVATE_H

#include "num/ball/ball_private.h"

/* Approximate eigenvalues and eigenvectors, in groups: those of a group are to be enclosed together. Nothing here is
 * certain; that the enclosures are right does not depend on it. */
typedef struct nh_eigen_guess {
    int n;
    slong bits;      /* the precision of the approximations */
    slong prec;      /* that of bases and of proofs */
    acb_mat_t a;     /* the matrix */
    acb_ptr value;   /* n approximate eigenvalues */
    acb_mat_t right; /* their approximate eigenvectors, in columns */
    int count;
    int *group; /* n: of each value, from 0 below count, every number in use */
} nh_eigen_guess;

/* a, column-major, is finite. */
void nh_eigen_guess_init(nh_eigen_guess *guess, const nh_ball *a, int n, int prec);
void nh_eigen_guess_clear(nh_eigen_guess *guess);
/* Joins groups that could not be distinguished: is_pair[first * count + second], one of the two orders; NULL: any two.
 * Bad vectors of one group make the discs of all groups wide. So only those of the pairs are joined that are about as
 * close as the closest one, and others perhaps in a later round. There is a pair. */
void nh_eigen_guess_join(nh_eigen_guess *guess, const bool *is_pair);
/* Exact vectors, group by group: approximately a basis of the invariant subspace of each. */
void nh_eigen_guess_basis(acb_mat_t basis, const nh_eigen_guess *guess);

#endif
