/* point_keys: the keys of point sources and receivers. */
#ifndef EG_RUN_SEISMIC_POINT_KEYS_H
#define EG_RUN_SEISMIC_POINT_KEYS_H

#include "run/model.h"

/* Why a run that goes on keeps its receivers. */
#define EG_RECEIVERS_RESUME .resume = "seismograms begin at time 0, with one interval"

/* Time functions, lists and tables of sources; how they are spread over cells; receivers. Then, of the plane
 * or of space, places of receivers and shots, forces, moments and fault planes; and what the receivers of a
 * system tell. */
extern const eg_case_part eg_waves_source_keys, eg_waves_receiver_keys, eg_waves_inventory_keys,
    eg_plane_source_keys, eg_space_source_keys, eg_plane_place_keys, eg_space_place_keys, eg_plane_shot_keys,
    eg_space_shot_keys, eg_waves_couple_keys, eg_plane_couple_keys, eg_space_force_keys, eg_space_moment_keys,
    eg_elastic_variable_keys, eg_acoustic_variable_keys, eg_sh_variable_keys;

#endif
