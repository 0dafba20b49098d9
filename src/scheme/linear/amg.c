/* The multigrid cycle: made, described, and given back. */
#include "scheme/linear/amg_internal.h"

/* On a GPU a launch costs as much as some 1e5 rows. */
enum { FUSED_ON_GPU = 100000 };

static void set_options(eg_amg *amg, const eg_amg_options *given)
{
    int suits = eg_device_describe(amg->device)->gpu ? FUSED_ON_GPU : 0;
    eg_amg_options *o = &amg->options;
    *o = *given;
    o->degree = o->degree ? o->degree : 1;
    o->kcycle_levels = o->kcycle_levels ? o->kcycle_levels : 2;
    o->coarsest = o->coarsest ? o->coarsest : EG_AMG_COARSEST;
    o->fused = o->fused ? o->fused : suits;
    o->strength = o->strength > 0 ? o->strength : 0.4;
    assert(o->degree >= 1 && o->degree <= EG_AMG_DEGREE);
    assert(o->coarsest >= 1 && o->strength <= 1);
}

static eg_status make_amg_program(eg_amg *amg)
{
    EG_TRY(eg_sparse_kernels_create(&amg->owned, amg->device, amg->options.precision, amg->options.lanes,
                                    &amg->products));
    const eg_program_options options = {.file = "linear/amg.c",
                                        .precision = amg->options.precision,
                                        .lanes = amg->products.lanes,
                                        .items = EG_SELL_ITEMS};
    EG_TRY(eg_owner_program(&amg->owned, amg->device, &options, &amg->program));
    return EG_KERNELS(amg->program, {"amg_correct", &amg->correct}, {"amg_finish", &amg->finish},
                      {"amg_dots", &amg->dots}, {"amg_deflate", &amg->deflate}, {"amg_second", &amg->second},
                      {"amg_small_first", &amg->small_first}, {"amg_small_second", &amg->small_second},
                      {"amg_dense", &amg->dense}, {"amg_take", &amg->take}, {"amg_give", &amg->give},
                      {"amg_combine", &amg->combine});
}

/* The finest level's vectors in the precision of the cycle, where the caller has another. */
static eg_status make_ends(eg_amg *amg)
{
    int64_t bytes = amg->level[0].rows * (int64_t)eg_real_size(amg->options.precision);
    if (amg->options.precision == amg->options.vectors)
        return EG_OK;
    EG_TRY(eg_owner_buffer(&amg->owned, amg->device, "right-hand side of the cycle", bytes, &amg->in));
    return eg_owner_buffer(&amg->owned, amg->device, "result of the cycle", bytes, &amg->out);
}

eg_status eg_amg_create(eg_device *device, const eg_sparse *matrix, const eg_amg_options *options,
                        eg_amg **amg)
{
    assert(matrix->rows > 0 && matrix->rows == matrix->columns);
    EG_ENDS_WITH(eg_amg_destroy) eg_amg *made = NULL;
    *amg = NULL;
    EG_TRY(eg_alloc(matrix->context, 1, sizeof *made, &made));
    made->context = made->owned.context = matrix->context;
    made->device = device;
    set_options(made, options);
    EG_TRY(make_amg_program(made));
    EG_TRY(eg_amg_build(made, matrix));
    EG_TRY(make_ends(made));
    return eg_hand_over(&made, amg);
}

void eg_amg_destroy(eg_amg **address)
{
    if (!address || !*address)
        return;
    eg_owner_end(&(*address)->owned);
    EG_FREE(address);
}

void eg_amg_describe(const eg_amg *amg, eg_amg_info *info)
{
    *info = (eg_amg_info){.levels = amg->levels,
                          .dense = amg->full != NULL,
                          .device_bytes = eg_owner_device_bytes(&amg->owned),
                          .launches = amg->launches};
    for (int k = 0; k < amg->levels; k++) {
        info->rows[k] = amg->level[k].rows;
        info->entries[k] = amg->level[k].entries;
        info->radius[k] = amg->level[k].radius;
        info->varies = info->varies || amg->level[k].is_kcycle;
        info->complexity += (double)amg->level[k].entries / (double)amg->level[0].entries;
    }
}
