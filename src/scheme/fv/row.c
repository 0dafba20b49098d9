/* The values of a cell that follow from others: the root of its depth. */
#include "scheme/fv/internal.h"

#include <math.h>
#include <string.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* A root, of no subnormal number, that says that friction balances nothing (kernels/fv/kinds.h). */
static double unpacked_root(eg_precision precision, double root)
{
    int packed = precision == EG_F64 ? SW_PART_BITS : 53 - 24 + SW_PART_BITS_F32;
    uint64_t bits;
    memcpy(&bits, &root, sizeof bits);
    bits &= ~(((uint64_t)1 << packed) - 1);
    memcpy(&root, &bits, sizeof bits);
    return root;
}

double eg_fv_root(const eg_fv *fv, double stored)
{
    bool wide = fv->layout.precision == EG_F64;
    double root = wide ? sqrt(stored) : (double)sqrtf((float)stored);
    return fv->friction ? unpacked_root(fv->layout.precision, root) : root;
}

void eg_fv_complete_row(const eg_stepper *stepper, void *row)
{
    const eg_fv *fv = eg_fv_of((eg_stepper *)stepper);
    const eg_layout *layout = &fv->layout;
    double depth = eg_layout_load(layout, row, 0);
    for (int v = 1; v < 3 && !(depth > fv->dry); v++)
        eg_layout_store(layout, row, v, 0);
    /* over sub-grid ground the pass that follows makes the level */
    eg_layout_store(layout, row, 3, fv->strips > 0 ? 0 : eg_fv_root(fv, depth));
}
