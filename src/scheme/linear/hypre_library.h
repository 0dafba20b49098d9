/* The functions of libHYPRE that are called, for its usual build: int indices, double values. Handles are
 * pointers; MPI's communicator goes as eg_comm_start_mpi() gives it. */
#ifndef EG_SCHEME_LINEAR_HYPRE_LIBRARY_H
#define EG_SCHEME_LINEAR_HYPRE_LIBRARY_H

#define EG_HYPRE_FUNCTIONS(F)                                                                                \
    F(HYPRE_Init, (void))                                                                                    \
    F(HYPRE_ClearAllErrors, (void))                                                                          \
    F(HYPRE_IJMatrixCreate, (void *, int, int, int, int, void **))                                           \
    F(HYPRE_IJMatrixSetObjectType, (void *, int))                                                            \
    F(HYPRE_IJMatrixInitialize, (void *))                                                                    \
    F(HYPRE_IJMatrixSetValues, (void *, int, int *, const int *, const int *, const double *))               \
    F(HYPRE_IJMatrixAssemble, (void *))                                                                      \
    F(HYPRE_IJMatrixGetObject, (void *, void **))                                                            \
    F(HYPRE_IJMatrixDestroy, (void *))                                                                       \
    F(HYPRE_IJVectorCreate, (void *, int, int, void **))                                                     \
    F(HYPRE_IJVectorSetObjectType, (void *, int))                                                            \
    F(HYPRE_IJVectorInitialize, (void *))                                                                    \
    F(HYPRE_IJVectorSetValues, (void *, int, const int *, const double *))                                   \
    F(HYPRE_IJVectorGetValues, (void *, int, const int *, double *))                                         \
    F(HYPRE_IJVectorAssemble, (void *))                                                                      \
    F(HYPRE_IJVectorGetObject, (void *, void **))                                                            \
    F(HYPRE_IJVectorDestroy, (void *))                                                                       \
    F(HYPRE_BoomerAMGCreate, (void **))                                                                      \
    F(HYPRE_BoomerAMGSetMaxIter, (void *, int))                                                              \
    F(HYPRE_BoomerAMGSetTol, (void *, double))                                                               \
    F(HYPRE_BoomerAMGSetPrintLevel, (void *, int))                                                           \
    F(HYPRE_BoomerAMGSetCoarsenType, (void *, int))                                                          \
    F(HYPRE_BoomerAMGSetInterpType, (void *, int))                                                           \
    F(HYPRE_BoomerAMGSetRelaxType, (void *, int))                                                            \
    F(HYPRE_BoomerAMGSetStrongThreshold, (void *, double))                                                   \
    F(HYPRE_BoomerAMGSetup, (void *, void *, void *, void *))                                                \
    F(HYPRE_BoomerAMGSolve, (void *, void *, void *, void *))                                                \
    F(HYPRE_BoomerAMGDestroy, (void *))

#define EG_HYPRE_MEMBER(name, parameters) int(*name) parameters;
typedef struct eg_hypre_library {
    void *handle;
    EG_HYPRE_FUNCTIONS(EG_HYPRE_MEMBER)
    void (*HYPRE_DescribeError)(int, char *);
} eg_hypre_library;
#undef EG_HYPRE_MEMBER

enum {
    HYPRE_PARCSR = 5555,
    HYPRE_COARSEN_HMIS = 10,
    HYPRE_INTERPOLATION_EXTENDED = 6, /* extended + i */
    HYPRE_RELAX_SYMMETRIC = 6         /* Gauss and Seidel's, forwards and backwards */
};

#endif
