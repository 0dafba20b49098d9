/* BoomerAMG: finding the library, set-up, one cycle. */
#include "scheme/linear/hypre.h"

#include <dlfcn.h>
#include <string.h>

#include "comm/comm.h"
#include "scheme/linear/hypre_library.h"

static const double STRENGTH = 0.5; /* of coupling, as is usual in space */
enum { ERROR_TEXT = 256 };          /* what HYPRE_DescribeError may write */

struct eg_hypre {
    eg_context *context;
    eg_hypre_library library;
    void *matrix, *right, *solution, *cycle;       /* handles */
    void *parcsr, *right_vector, *solution_vector; /* what they hold */
    eg_precision precision;
    int rows;
    int *row; /* [rows] 0, 1, ... */
    double *values;
    float *narrow; /* [rows] where the vectors are f32 */
};

/* ---- the library */

static bool find_symbol(void *handle, const char *name, void *address)
{
    void *symbol = dlsym(handle, name);
    memcpy(address, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void *open_hypre(void)
{
    /* the first is that of the development package */
    static const char *const names[] = {"libHYPRE.so", "libHYPRE-2.32.0.so", "libHYPRE-2.28.0.so",
                                        "libHYPRE-2.26.0.so"};
    void *handle = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !handle; i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return handle;
}

static eg_status load(eg_context *context, eg_hypre_library *library)
{
    library->handle = open_hypre();
    if (!library->handle)
        return eg_fail(context, EG_USAGE,
                       "hypre is not installed: libHYPRE.so was not found (Debian and Ubuntu have "
                       "it in libhypre-dev)");
    const char *missing = NULL;
#define FIND(name, parameters)                                                                               \
    missing = find_symbol(library->handle, #name, &library->name) ? missing : #name;
    EG_HYPRE_FUNCTIONS(FIND)
    FIND(HYPRE_DescribeError, )
#undef FIND
    if (missing)
        return eg_fail(context, EG_USAGE, "the hypre that was found has no function %s", missing);
    if (dlsym(library->handle, "MPI_Comm_rank") != dlsym(RTLD_DEFAULT, "MPI_Comm_rank"))
        return eg_fail(context, EG_USAGE,
                       "the hypre that was found is linked with another MPI than this program");
    return EG_OK;
}

eg_status eg_hypre_check(eg_context *context)
{
    eg_hypre_library library;
    void *self;
    EG_TRY(load(context, &library));
    return eg_comm_start_mpi(context, &self);
}

static eg_status failed(const eg_hypre *h, int error)
{
    char text[ERROR_TEXT] = "";
    h->library.HYPRE_DescribeError(error, text);
    text[ERROR_TEXT - 1] = 0;
    h->library.HYPRE_ClearAllErrors();
    return eg_fail(h->context, EG_INPUT, "hypre: %s", text);
}

/* Calls a function of the library; fails with its words. */
#define CALL(h, function, ...)                                                                               \
    do {                                                                                                     \
        int call_error = (h)->library.HYPRE_##function(__VA_ARGS__);                                         \
        if (call_error)                                                                                      \
            return failed(h, call_error);                                                                    \
    } while (0)

/* ---- set-up */

static eg_status make_hypre_matrix(eg_hypre *h, const eg_sparse *matrix, void *self)
{
    EG_SCRATCH int *entries = NULL;
    int last = h->rows - 1;
    CALL(h, IJMatrixCreate, self, 0, last, 0, last, &h->matrix);
    CALL(h, IJMatrixSetObjectType, h->matrix, HYPRE_PARCSR);
    CALL(h, IJMatrixInitialize, h->matrix);
    EG_TRY(eg_alloc(h->context, h->rows, sizeof *entries, &entries));
    for (int i = 0; i < h->rows; i++)
        entries[i] = (int)(matrix->first[i + 1] - matrix->first[i]);
    int error = h->library.HYPRE_IJMatrixSetValues(h->matrix, h->rows, entries, h->row, matrix->column,
                                                   matrix->value);
    if (error)
        return failed(h, error);
    CALL(h, IJMatrixAssemble, h->matrix);
    CALL(h, IJMatrixGetObject, h->matrix, &h->parcsr);
    return EG_OK;
}

static eg_status make_hypre_vector(eg_hypre *h, void *self, void **vector, void **object)
{
    CALL(h, IJVectorCreate, self, 0, h->rows - 1, vector);
    CALL(h, IJVectorSetObjectType, *vector, HYPRE_PARCSR);
    CALL(h, IJVectorInitialize, *vector);
    CALL(h, IJVectorSetValues, *vector, h->rows, h->row, h->values);
    CALL(h, IJVectorAssemble, *vector);
    CALL(h, IJVectorGetObject, *vector, object);
    return EG_OK;
}

static eg_status make_cycle(eg_hypre *h)
{
    CALL(h, BoomerAMGCreate, &h->cycle);
    CALL(h, BoomerAMGSetMaxIter, h->cycle, 1);
    CALL(h, BoomerAMGSetTol, h->cycle, 0);
    CALL(h, BoomerAMGSetPrintLevel, h->cycle, 0);
    CALL(h, BoomerAMGSetCoarsenType, h->cycle, HYPRE_COARSEN_HMIS);
    CALL(h, BoomerAMGSetInterpType, h->cycle, HYPRE_INTERPOLATION_EXTENDED);
    CALL(h, BoomerAMGSetRelaxType, h->cycle, HYPRE_RELAX_SYMMETRIC);
    CALL(h, BoomerAMGSetStrongThreshold, h->cycle, STRENGTH);
    CALL(h, BoomerAMGSetup, h->cycle, h->parcsr, h->right_vector, h->solution_vector);
    return EG_OK;
}

static eg_status build_hypre(eg_hypre *h, const eg_sparse *matrix)
{
    void *self;
    EG_TRY(load(h->context, &h->library));
    EG_TRY(eg_comm_start_mpi(h->context, &self));
    EG_TRY(EG_ALLOC(h->context, EG_BLOCK(h->rows, h->row), EG_BLOCK(h->rows, h->values)));
    if (h->precision == EG_F32)
        EG_TRY(eg_alloc(h->context, h->rows, sizeof *h->narrow, &h->narrow));
    for (int i = 0; i < h->rows; i++)
        h->row[i] = i;
    CALL(h, Init, );
    EG_TRY(make_hypre_matrix(h, matrix, self));
    EG_TRY(make_hypre_vector(h, self, &h->right, &h->right_vector));
    EG_TRY(make_hypre_vector(h, self, &h->solution, &h->solution_vector));
    return make_cycle(h);
}

eg_status eg_hypre_create(const eg_sparse *matrix, eg_precision vectors, eg_hypre **hypre)
{
    assert(matrix->rows > 0);
    *hypre = NULL;
    EG_ENDS_WITH(eg_hypre_destroy) eg_hypre *made = NULL;
    EG_TRY(eg_alloc(matrix->context, 1, sizeof *made, &made));
    made->context = matrix->context;
    made->precision = vectors;
    made->rows = matrix->rows;
    EG_TRY(build_hypre(made, matrix));
    return eg_hand_over(&made, hypre);
}

void eg_hypre_destroy(eg_hypre **address)
{
    if (!address || !*address)
        return;
    eg_hypre *h = *address;
    if (h->cycle)
        h->library.HYPRE_BoomerAMGDestroy(h->cycle);
    if (h->matrix)
        h->library.HYPRE_IJMatrixDestroy(h->matrix);
    if (h->right)
        h->library.HYPRE_IJVectorDestroy(h->right);
    if (h->solution)
        h->library.HYPRE_IJVectorDestroy(h->solution);
    if (h->library.handle)
        dlclose(h->library.handle);
    EG_FREE(&h->row, &h->values, &h->narrow, address);
}

/* ---- z = M r */

static eg_status read_residual(eg_hypre *h, const eg_buffer *r)
{
    if (h->precision == EG_F64)
        return eg_buffer_read(r, 0, h->values, (int64_t)h->rows * 8);
    EG_TRY(eg_buffer_read(r, 0, h->narrow, (int64_t)h->rows * 4));
    for (int i = 0; i < h->rows; i++)
        h->values[i] = h->narrow[i];
    return EG_OK;
}

static eg_status write_correction(eg_hypre *h, eg_buffer *z)
{
    if (h->precision == EG_F64)
        return eg_buffer_write(z, 0, h->values, (int64_t)h->rows * 8);
    for (int i = 0; i < h->rows; i++)
        h->narrow[i] = (float)h->values[i];
    return eg_buffer_write(z, 0, h->narrow, (int64_t)h->rows * 4);
}

eg_status eg_hypre_apply(eg_hypre *h, const eg_buffer *r, eg_buffer *z)
{
    EG_TRY(read_residual(h, r));
    CALL(h, IJVectorSetValues, h->right, h->rows, h->row, h->values);
    memset(h->values, 0, (size_t)h->rows * sizeof *h->values);
    CALL(h, IJVectorSetValues, h->solution, h->rows, h->row, h->values);
    CALL(h, BoomerAMGSolve, h->cycle, h->parcsr, h->right_vector, h->solution_vector);
    CALL(h, IJVectorGetValues, h->solution, h->rows, h->row, h->values);
    return write_correction(h, z);
}
