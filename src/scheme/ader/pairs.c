/* Products by both derivatives of the reference cell, for tensor cores: two matrices share tiles, since their
 * columns are the same (kernels/ader/products.h). */
#include "scheme/ader/internal.h"

eg_status eg_ader_join_derivatives(eg_scope *scope, const eg_modal *modal, bool transposed, double **joined)
{
    int modes = modal->modes, tiles = (modes + EG_PAIR_ROWS - 1) / EG_PAIR_ROWS;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK((int64_t)tiles * EG_TILE_ROWS * modes, *joined)));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < modes; k++)
            for (int l = 0; l < modes; l++) {
                int row = k / EG_PAIR_ROWS * EG_TILE_ROWS + i * EG_PAIR_ROWS + k % EG_PAIR_ROWS;
                int at = transposed ? l * modes + k : k * modes + l;
                (*joined)[row * modes + l] = modal->derivative[i * modes * modes + at];
            }
    return EG_OK;
}

void eg_ader_add_derivatives(const double *joined, int modes, int rows, int end, eg_tiles *product,
                             int *count)
{
    for (int row = 0; row < rows; row += EG_PAIR_ROWS) {
        int first = eg_modal_count(eg_modal_degree(row) + 1); /* the others are 0 */
        product[(*count)++] = (eg_tiles){&joined[2 * row * modes], 1, EG_TILE_ROWS, first, end, 0, modes, 1};
    }
}

void eg_ader_add_volume(const double *joined, int modes, eg_tiles *product, int *count)
{
    for (int row = 0; row < modes; row += EG_PAIR_ROWS) {
        int last = row + EG_PAIR_ROWS < modes ? row + EG_PAIR_ROWS - 1 : modes - 1;
        int end = eg_modal_count(eg_modal_degree(last)); /* the others are 0 */
        product[(*count)++] = (eg_tiles){&joined[2 * row * modes], 1, EG_TILE_ROWS, 0, end, 0, modes, 1};
    }
}
