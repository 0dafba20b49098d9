/* eigen: eigenvalues of a small real matrix, and eigenvectors where all of them are real, as those of a hyperbolic
 * system are. Matrices are [n][n], row by row. */
#ifndef EG_PHYSICS_LINEAR_EIGEN_H
#define EG_PHYSICS_LINEAR_EIGEN_H

#include "physics/linear/linear.h"

/* Eigenvalues by their real and imaginary parts, in no order: Householder's Hessenberg form of the balanced matrix,
 * then Francis' double shifts. false: they do not converge, as where a value is not finite. */
bool eg_eigenvalues(int n, const double *matrix, double *real, double *imaginary);

/* What keeps a matrix from real eigenvalues with as many eigenvectors as it has rows. */
typedef enum eg_eigen_fault {
    EG_EIGEN_FINE,
    EG_EIGEN_COMPLEX,   /* value + i imaginary is one */
    EG_EIGEN_DEFECTIVE, /* `value` stands `times` times, with fewer eigenvectors */
    EG_EIGEN_DIVERGED
} eg_eigen_fault;

/* The eigenvalues in ascending order, those within 1e-6 of the largest of each other as one, and those within it of
 * 0 as 0; column j of vectors[n][n] belongs to value j. */
typedef struct eg_eigen {
    double value[EG_LINEAR_VARIABLES], vectors[EG_LINEAR_VARIABLES * EG_LINEAR_VARIABLES];
    eg_eigen_fault fault;
    double wrong, imaginary;
    int times;
} eg_eigen;
void eg_eigen_find(int n, const double *matrix, eg_eigen *eigen);

/* The inverse, by elimination with the pivots of rows scaled to the same size; false where a pivot is below 1e-12 of
 * its row. */
bool eg_eigen_invert(int n, const double *matrix, double *inverse);

#endif
