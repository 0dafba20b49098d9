/* Matrices as tensor cores take them (kernels/target/tensor.h): tiles of 16 rows, four terms at a time. */
#ifndef EG_ELEMENT_TILES_H
#define EG_ELEMENT_TILES_H

#include <stdint.h>

enum { EG_TILE_ROWS = 16, EG_PAIR_ROWS = EG_TILE_ROWS / 2 };

/* `count` matrices of one shape, which are multiplied with the same columns. Entry (row, term) of matrix i is
 * at[i * apart + row * row_apart + term * term_apart]; terms are [first, end). */
typedef struct eg_tiles {
    const double *at;
    int count, rows, first, end;
    int64_t apart, row_apart, term_apart;
} eg_tiles;

/* Values of them in tiles, and these: [tile of 16 rows][four terms][matrix][thread][2]. Thread t has rows
 * t / 4 and t / 4 + 8 of term t % 4. Terms that are missing to a multiple of four are zeros in front. */
int64_t eg_tiles_values(const eg_tiles *tiles);
void eg_tiles_fill(const eg_tiles *tiles, double *to);

#endif
