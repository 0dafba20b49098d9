#include "element/tiles.h"

enum { ROWS = EG_TILE_ROWS, TERMS = 4, THREADS = 32 };

static int tile_count(const eg_tiles *tiles)
{
    return (tiles->rows + ROWS - 1) / ROWS;
}

static int step_count(const eg_tiles *tiles)
{
    return (tiles->end - tiles->first + TERMS - 1) / TERMS;
}

int64_t eg_tiles_values(const eg_tiles *tiles)
{
    return (int64_t)tile_count(tiles) * step_count(tiles) * tiles->count * THREADS * 2;
}

static double tile_entry(const eg_tiles *tiles, int matrix, int row, int term)
{
    if (row >= tiles->rows || term < tiles->first)
        return 0;
    return tiles->at[matrix * tiles->apart + row * tiles->row_apart + term * tiles->term_apart];
}

void eg_tiles_fill(const eg_tiles *tiles, double *to)
{
    int steps = step_count(tiles);
    for (int tile = 0; tile < tile_count(tiles); tile++)
        for (int step = 0; step < steps; step++)
            for (int matrix = 0; matrix < tiles->count; matrix++)
                for (int t = 0; t < THREADS; t++, to += 2) {
                    int row = tile * ROWS + t / TERMS, term = tiles->end - TERMS * (steps - step) + t % TERMS;
                    to[0] = tile_entry(tiles, matrix, row, term);
                    to[1] = tile_entry(tiles, matrix, row + ROWS / 2, term);
                }
}
