/* receivers: which rank samples which receiver, and the samples of a run, fetched from the device while it
 * goes on. */
#ifndef EG_RUN_SEISMIC_RECEIVERS_H
#define EG_RUN_SEISMIC_RECEIVERS_H

#include "run/model.h"
#include "run/models/seismic/seismograms.h"
#include "run/models/seismic/shots.h"
#include "run/models/seismic/sources.h"
#include "run/models/seismic/stations.h"
#include "scheme/stepper/stepper.h"

/* Receivers, and their samples so far. */
typedef struct eg_waves_receivers {
    const eg_setup *setup; /* NULL: not opened */
    const eg_waves_shots *shots;
    eg_stepper *solver;
    int variables; /* that are kept, those that the files need: */
    int variable[EG_LINEAR_VARIABLES];
    int64_t expected;      /* samples of the whole run; 0: not known */
    eg_waves_stations all; /* of the case */
    int count;             /* of the current shot, or of the case */
    int own;               /* that this rank owns: */
    int *owner;            /* [count] rank */
    int64_t *own_cell;     /* [own] */
    double (*own_offset)[2], (*own_reference)[3];
    double interval;
    eg_waves_stations stations; /* [count] where the current shot has them; names are those of all[] */
    int64_t samples, room;      /* of each receiver */
    double *values;             /* [room][own][variables]; at the end on rank 0 [samples][count][variables] */
} eg_waves_receivers;

/* The receivers of the case, and which of them are this rank's; the caller sets their solver. Of shots, those
 * of all shots are looked up, and the receivers are those of the first. Collective. EG_CASE, EG_INPUT where
 * one is wrong or lies outside the mesh. Setup and shots outlive them. */
eg_status eg_waves_open_receivers(const eg_setup *setup, eg_waves_shots *shots,
                                  eg_waves_receivers *receivers);
/* Takes them to the current shot, without samples. Collective. EG_CASE, EG_INPUT where one lies outside the
 * mesh. */
eg_status eg_waves_place_receivers(eg_waves_receivers *receivers);
/* The same in the mesh that the setup has now, with the samples that there are; all are collected.
 * Collective. */
eg_status eg_waves_relocate_receivers(eg_waves_receivers *receivers);
void eg_waves_close_receivers(eg_waves_receivers *receivers);
eg_status eg_waves_collect_samples(eg_waves_receivers *receivers, const eg_time_state *now);
/* Samples so far; those that wait on the device are read first. */
eg_status eg_waves_persist_samples(eg_waves_receivers *receivers, const eg_time_state *now,
                                   const eg_persist *persist);
eg_status eg_waves_write_samples(eg_waves_receivers *receivers, const eg_waves_sources *sources,
                                 const char *folder);

/* ---- ground.c */
/* Adds the height of the mesh's surface to the vertical coordinate of each station. Collective, also where `status`
 * is a failure of this rank. EG_CASE where there is no mesh below one. */
eg_status eg_waves_put_on_ground(const eg_setup *setup, eg_waves_stations *stations, eg_status status);

/* ---- need.c */
/* What samples of all receivers take on rank 0, and their copies for SEG-Y: added to need->all; what is not
 * known without reading a file is named as left out. */
void eg_waves_need_receivers(const eg_model_kind *kind, const eg_case *loaded, eg_model_need *need);

#endif
