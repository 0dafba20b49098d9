/* What the medium and the initial state have between the points at which they are taken. */
#include "run/judge/between.h"
#include "run/models/waves/internal.h"

/* ADER-DG projects data by points of quadrature. */
static int exact_of(const eg_waves *waves)
{
    return waves->setup.mesh ? EG_ADER_EXACT(waves->stepper->degree + 1) : 0;
}

/* Of a velocity, and of what may be left out. */
static bool may_be_zero(const eg_waves_kind *kind, int key)
{
    return !kind->key[0][1] || key >= kind->keys - kind->optional;
}

/* Of one key of all regions. */
static eg_status judge_key(const eg_waves *waves, int key, int degree)
{
    const eg_setup *setup = &waves->setup;
    EG_SCRATCH eg_given *given = NULL;
    const eg_node *varied = NULL;
    int regions = setup->cells->regions.count;
    EG_TRY(eg_comm_agree(setup->comm, eg_alloc(setup->context, regions, sizeof *given, &given)));
    for (int r = 0; r < regions; r++) {
        given[r] = waves->regions.of[r].plane[key];
        varied = waves->regions.of[r].constant ? varied : given[r].node;
    }
    if (!varied)
        return EG_OK;
    const eg_between between = {.run = setup->run,
                                .given = given,
                                .measure =
                                    may_be_zero(waves->kind, key) ? EG_BETWEEN_DISTANCE : EG_BETWEEN_RATIO,
                                .degree = degree,
                                .exact = degree > 0 ? exact_of(waves) : 0};
    return eg_between_judge(&between, NULL, eg_node_name(varied), degree > 0 ? "nodes" : "centres of cells");
}

eg_status eg_waves_judge_medium(const eg_waves *waves, int degree)
{
    for (int k = 0; k < waves->kind->keys; k++)
        EG_TRY(judge_key(waves, k, degree));
    return EG_OK;
}

eg_status eg_waves_judge_unseen(const eg_waves *waves)
{
    for (int v = 0; v < waves->initial.told && !waves->setup.restoring; v++) {
        const eg_given given = {.node = waves->initial.node[v]};
        const eg_between between = {.run = waves->setup.run,
                                    .given = &given,
                                    .everywhere = true,
                                    .degree = waves->stepper->degree,
                                    .exact = exact_of(waves)};
        if (given.node)
            EG_TRY(eg_between_judge(&between, given.node, eg_node_name(given.node), "nodes"));
    }
    return EG_OK;
}
