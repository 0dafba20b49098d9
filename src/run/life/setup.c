/* From the case file to a model on a device, and the run's files. */
#include "run/internal.h"
#include "field/halo.h"
#include "run/given/given.h"
#include "run/restart/transfer.h"

#include <string.h>

/* ---- mesh
 * ------------------------------------------------------------------------------------------------
 */

static eg_status make_box(eg_run *run, const eg_node *box)
{
    const eg_node *origin = eg_node_child(box, "origin"), *size = eg_node_child(box, "size");
    const eg_node *cells = eg_node_child(box, "cells");
    eg_box_options options = {.element = eg_node_is(eg_node_child(box, "element"), "triangle")
                                             ? EG_BOX_TRIANGLE
                                             : EG_BOX_QUADRANGLE};
    for (int i = 0; i < 2; i++) {
        options.origin[i] = eg_node_real(eg_node_item(origin, i));
        options.size[i] = eg_node_real(eg_node_item(size, i));
        options.cells[i] = eg_node_integer(eg_node_item(cells, i));
    }
    return eg_plane_box(run->context, &options, &run->mesh);
}

static eg_status make_mesh(eg_run *run)
{
    const eg_node *gmsh = eg_case_find(run->loaded, "mesh.gmsh");
    if (gmsh)
        return eg_plane_read_gmsh(run->context, eg_node_path(gmsh), &run->mesh);
    return make_box(run, eg_case_find(run->loaded, "mesh.box"));
}

/* ---- model
 * ---------------------------------------------------------------------------------------------- */

/* What only rank 0 does: it makes the mesh, checks the names of the case against it, joins what is periodic, and finds out
 * what all ranks have to know of the whole. */
static eg_status look_at_whole(eg_run *run, const eg_model_kind *kind, eg_text *found)
{
    eg_whole *whole = &run->whole;
    EG_TRY(make_mesh(run));
    eg_setup setup = {.context = run->context,
                      .kind = kind,
                      .loaded = run->loaded,
                      .mesh = run->mesh,
                      .restoring = run->safety.from != NULL,
                      .notes = &run->notes};
    eg_mesh *mesh = &run->mesh->base;
    if (eg_case_find(run->loaded, "mesh.gmsh")) /* a box is conforming */
        EG_TRY(eg_names_check_conforming(run->loaded, mesh));
    EG_TRY(eg_names_check_materials(run->loaded, mesh));
    EG_TRY(eg_names_check_boundaries(run->loaded, mesh, kind->boundary_words));
    EG_TRY(eg_names_join(run->loaded, mesh));
    setup.mesh_hash = whole->hash = run->mesh->base.class->hash(&run->mesh->base);
    if (kind->steps->survey)
        EG_TRY(kind->steps->survey(&setup, found));
    whole->nodes = run->mesh->nodes;
    memcpy(whole->cells_of_type, run->mesh->cells_of_type, sizeof whole->cells_of_type);
    eg_plane_summarise(run->mesh, &whole->summary);
    memcpy(whole->worst, run->mesh->base.centroid[whole->summary.quality_min_cell],
           sizeof whole->worst);
    return EG_OK;
}

/* Gives each rank its cells. */
static eg_status prepare_mesh(eg_run *run, const eg_model_kind *kind)
{
    eg_text found = {.context = run->context};
    eg_status status = EG_OK;
    if (eg_run_is_first(run))
        status = look_at_whole(run, kind, &found);
    status = eg_run_distribute(run, kind->steps, &found, status);
    eg_text_free(&found);
    EG_TRY(status);
    return eg_record_locate(run);
}

/* Where the initial state is that of another run's checkpoint, to the last bit. */
static eg_status restore_state(eg_run *run, const eg_setup *setup)
{
    eg_checkpoint *from = NULL;
    eg_status status = eg_run_agree(run, eg_transfer_checkpoint(setup, &from));
    if (status == EG_OK && from)
        status = eg_resume_state(run, from);
    eg_checkpoint_close(&from);
    return status;
}

static eg_status make_model(eg_run *run, const eg_model_kind *kind)
{
    const eg_model_class *class = kind->steps;
    const eg_setup setup = {.context = run->context,
                            .kind = kind,
                            .loaded = run->loaded,
                            .comm = run->comm,
                            .link = run->link,
                            .device = run->device,
                            .mesh = run->mesh,
                            .survey = run->survey,
                            .precision = run->precision,
                            .lanes = run->options.lanes,
                            .restoring = run->safety.from != NULL,
                            .mesh_hash = run->whole.hash,
                            .notes = eg_run_is_first(run) ? &run->notes : NULL};
    EG_TRY(class->create(&setup, &run->model));
    if (run->safety.from)
        EG_TRY(eg_resume_model(run, run->mesh->base.origin));
    else
        EG_TRY(restore_state(run, &setup));
    eg_time *clock = class->clock(run->model);
    EG_TRY(eg_time_readback_begin(clock));
    return eg_time_readback_end(clock, &run->now);
}

static void log_setup(eg_run *run)
{
    const eg_device_info *device = eg_device_describe(run->device);
    eg_model_cost cost;
    if (!eg_run_is_first(run))
        return;
    run->model->class->cost(run->model, &cost);
    eg_run_log(run, "case %s, hash %016llx", eg_case_name(run->loaded),
               (unsigned long long)eg_case_hash(run->loaded));
    eg_run_log(run, "mesh %s: %lld cells", run->mesh->base.origin, (long long)run->mesh->base.all);
    if (eg_comm_size(run->comm) > 1)
        eg_run_log(run, "ranks %d, of this one %lld cells", eg_comm_size(run->comm),
                   (long long)run->mesh->base.own);
    eg_run_log_exchange(run);
    eg_run_log(run, "device %s: %s, %s, %d lanes", device->spec, device->name,
               run->precision == EG_F64 ? "f64" : "f32", cost.lanes);
    eg_run_log(run, "kernels by %s", device->compiler);
    eg_run_log_notes(run);
}

eg_status eg_run_open_device(eg_run *run)
{
    const eg_run_options *options = &run->options;
    if (options->lanes < 0 || (options->lanes & (options->lanes - 1)) || options->lanes > 1024)
        return eg_fail(run->context, EG_USAGE,
                       "lanes are %d; they must be a power of two up to 1024", options->lanes);
    run->precision =
        eg_node_is(eg_case_find(run->loaded, "numerics.precision"), "f32") ? EG_F32 : EG_F64;
    EG_TRY(eg_ranks_open_device(run->context, run->comm, options->device, &run->device));
    eg_run_use_threads(run);
    return EG_OK;
}

/* What a rank does for itself. The device is asked for early: a run on a device that is not there should not first
 * build its mesh. */
static eg_status prepare(eg_run *run)
{
    EG_TRY(eg_run_open_device(run));
    EG_TRY(eg_schedule_create(run->loaded, &run->schedule));
    EG_TRY(eg_inputs_take(run));
    return eg_run_check_memory(run);
}

eg_status eg_stepping_setup(eg_run *run)
{
    const eg_model_kind *kind = eg_model_of_case(run->loaded);
    EG_TRY(eg_run_agree(run, prepare(run)));
    eg_run_check_threads(run);
    if (eg_comm_size(run->comm) > 1)
        EG_TRY(eg_halo_connect(run->context, run->device, run->comm, &run->link, run->no_link,
                               sizeof run->no_link));
    EG_TRY(prepare_mesh(run, kind));
    EG_TRY(make_model(run, kind));
    eg_safety_create(run);
    EG_TRY(eg_observer_create(run));
    if (run->safety.from)
        EG_TRY(eg_resume_observer(run));
    EG_TRY(eg_output_create(run));
    EG_TRY(eg_run_agree(run, eg_record_create(run)));
    log_setup(run);
    if (run->safety.from)
        return EG_OK;
    EG_TRY(eg_output_snapshot(run));
    return eg_record_row(run);
}
