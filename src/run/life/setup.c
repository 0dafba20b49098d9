/* From the case file to a model on a device, and the run's files. */
#include "run/given/given.h"
#include "run/given/inputs.h"
#include "run/judge/judge.h"
#include "run/life/life.h"
#include "run/observe/observe.h"
#include "run/restart/restart.h"
#include "run/restart/transfer.h"
#include "field/halo.h"

/* Of a model without a clock the moment is the checkpoint's, and known before the model is brought back. */
static eg_status restore_model(eg_run *run, const eg_setup *setup)
{
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *other = NULL;
    if (!run->checkpointing.from) {
        if (run->class->steps) /* where the initial state is another run's checkpoint, to the last bit */
            EG_TRY(eg_run_agree(run, eg_transfer_checkpoint(setup, &other)));
        return other ? eg_resume_state(run, other) : EG_OK;
    }
    if (!run->class->steps)
        EG_TRY(eg_run_agree(run, eg_resume_time_state(run)));
    return eg_resume_model(run, run->mesh->origin);
}

static eg_status make_model(eg_run *run)
{
    const eg_model_class *class = run->class;
    eg_setup setup = eg_run_begin_setup(run);
    setup.comm = run->comm;
    setup.link = run->link;
    setup.device = run->device;
    setup.survey = run->survey;
    setup.precision = run->precision;
    setup.lanes = run->options.lanes;
    EG_TRY(eg_run_agree(run, eg_model_begin(&setup, &run->model)));
    EG_TRY(class->build(run->model, &setup));
    EG_TRY(restore_model(run, &setup));
    return class->steps ? eg_run_read_clock(run) : EG_OK;
}

/* The initial state is evaluated anew on each mesh, until it asks for no other cells. */
static eg_status make_adapted_model(eg_run *run)
{
    const eg_adaptation *a = run->adaptation;
    bool changed = true;
    EG_TRY(make_model(run));
    if (a->every == 0 || run->checkpointing.from)
        return a->every > 0 ? eg_adaptation_resume(run) : EG_OK;
    for (int i = a->lowest; i <= a->highest && changed; i++) {
        EG_TRY(eg_adaptation_begin(run, &changed));
        if (changed)
            EG_TRY(make_model(run));
    }
    return EG_OK;
}

static void log_setup(eg_run *run)
{
    const eg_device_info *device = eg_device_describe(run->device);
    const char *precision = eg_run_precision(run);
    eg_model_cost cost;
    if (!eg_run_is_first(run))
        return;
    eg_model_find_cost(run->model, &cost);
    eg_run_log(run, "case %s, hash %016llx", eg_case_name(run->loaded),
               (unsigned long long)eg_case_hash(run->loaded));
    eg_run_log(run, "mesh %s: %lld cells, %lld unknowns", run->mesh->origin, (long long)run->mesh->all,
               (long long)cost.unknowns);
    if (eg_comm_size(run->comm) > 1)
        eg_run_log(run, "ranks %d%s, of this one %lld cells; of each %lld to %lld %s",
                   eg_comm_size(run->comm), eg_comm_ranks(run->comm).before ? " that share unequally" : "",
                   (long long)run->mesh->own, (long long)run->share.least, (long long)run->share.most,
                   eg_model_space(run->model)->shared_nodes ? "nodes" : "cells");
    eg_run_log_exchange(run);
    if (cost.lanes > 0)
        eg_run_log(run, "device %s: %s, %s, %d lanes", device->spec, device->name, precision, cost.lanes);
    else
        eg_run_log(run, "device %s: %s, %s", device->spec, device->name, precision);
    eg_run_log(run, "kernels by %s", device->compiler);
    eg_run_log_notes(run);
    eg_verdicts_log(run);
}

/* Lanes, precision and device, as options and case want them. */
static eg_status open_device(eg_run *run)
{
    const eg_run_options *options = &run->options;
    if (options->lanes < 0 || (options->lanes & (options->lanes - 1)) || options->lanes > 1024)
        return eg_fail(
            run->context, EG_USAGE,
            "the number of lanes is %d; it must be a power of two up to 1024, or 0 for the default",
            options->lanes);
    run->precision = eg_node_is(eg_case_find(run->loaded, "numerics.precision"), "f32") ? EG_F32 : EG_F64;
    EG_TRY(eg_ranks_open_device(run->context, run->comm, options->device, &run->device));
    eg_run_use_threads(run);
    return EG_OK;
}

/* What a rank does for itself, behind the device: that is asked for early, since a run on a device that is
 * not there should not first build its mesh. */
static eg_status prepare_rank(eg_run *run)
{
    EG_TRY(eg_schedule_create(run->loaded, &run->schedule));
    EG_TRY(eg_inputs_take(run));
    EG_TRY(eg_run_check_projections(run));
    EG_TRY(eg_run_check_raster_units(run));
    EG_PARTS(read, run);
    return eg_run_check_memory(run);
}

/* What parts get back from the checkpoint; the schedule. */
static eg_status resume_parts(eg_run *run)
{
    EG_PARTS(resume, run);
    run->steps_before = run->now.steps;
    const eg_time_state now = eg_run_due_state(run);
    eg_schedule_pass(&run->schedule, &now);
    return EG_OK;
}

static eg_status make_objects(eg_run *run)
{
    EG_TRY(eg_run_make_mesh(run));
    EG_TRY(eg_run_agree(run, eg_run_check_device(run)));
    EG_PARTS(check, run);
    EG_TRY(make_adapted_model(run));
    EG_PARTS(create, run);
    EG_TRY(eg_run_agree(run, eg_run_check_products(run, run->options.output)));
    EG_TRY(eg_run_check_work(run));
    return run->checkpointing.from ? resume_parts(run) : EG_OK;
}

eg_status eg_run_setup_model(eg_run *run)
{
    run->kind = eg_model_kind_of(eg_case_model_of(run->loaded));
    run->class = run->kind->class;
    EG_TRY(eg_run_agree(run, open_device(run)));
    EG_TRY(eg_run_share_work(run));
    EG_TRY(eg_run_agree(run, prepare_rank(run)));
    eg_run_check_threads(run);
    if (eg_comm_size(run->comm) > 1) {
        /* a device that opens beside the mesh: all ranks hear that one has failed */
        EG_TRY(eg_run_agree(run, eg_device_finish(run->device)));
        EG_TRY(eg_halo_connect(run->context, run->device, run->comm, &run->link, run->no_link,
                               sizeof run->no_link));
    }
    return make_objects(run);
}

eg_status eg_run_setup_steps(eg_run *run)
{
    if (EG_HAS(run->class->solves, prepare))
        EG_TRY(run->class->solves->prepare(run->model));
    eg_memory_give_back(run->context); /* steps need less */
    return EG_OK;
}

eg_status eg_run_setup(eg_run *run)
{
    EG_TRY(eg_run_setup_model(run));
    EG_PARTS(open, run);
    EG_TRY(eg_run_setup_steps(run));
    if (!run->checkpointing.from)
        EG_TRY(eg_verdicts_judge(run, EG_JUDGED_SETUP));
    log_setup(run);
    if (run->checkpointing.from || run->kind->is_steady)
        return EG_OK;
    EG_PARTS(serve, run, &run->now, true);
    return EG_OK;
}
