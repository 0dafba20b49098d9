/* shots: which a case asks for, and where they take sources and receivers. */
#ifndef EG_RUN_SEISMIC_SHOTS_H
#define EG_RUN_SEISMIC_SHOTS_H

#include "run/models/seismic/sources.h"
#include "run/models/seismic/stations.h"

/* Zero-initialise. */
typedef struct eg_waves_shots {
    const eg_setup *setup;  /* NULL: the case has none */
    eg_shots run;           /* those that are run */
    eg_waves_stations list; /* of the case */
    int64_t *which;         /* [run.count] their numbers in the list, from 0 on */
    bool follow[3];         /* axes along which receivers go with a shot */
    bool drop;              /* receivers outside the mesh are left out */
} eg_waves_shots;

/* The shots of the case; none without that key. The setup outlives them; the caller closes them, also after a
 * failure. EG_CASE, EG_INPUT where one is wrong, or the case asks for what cannot be had with shots. */
eg_status eg_waves_open_shots(const eg_setup *setup, eg_waves_shots *shots);
void eg_waves_close_shots(eg_waves_shots *shots);

/* The current shot; NULL where the case has none. */
const eg_waves_station *eg_waves_shot(const eg_waves_shots *shots);
/* Its number in the list, from 1 on; 0 where the case has none. */
int eg_waves_shot_number(const eg_waves_shots *shots);
/* Makes the k-th of those that are run the current one. */
void eg_waves_choose_shot(eg_waves_shots *shots, int64_t k);
/* A place of the case where the current shot takes it: of a receiver along axes that follow, [3]; NULL: of a
 * source. */
void eg_waves_move(const eg_waves_shots *shots, const bool *follow, const eg_waves_place *place, double x[3]);
/* Fails as eg_waves_refuse_place(), of what the current shot has taken to x: "shot 'line_07': a source". */
eg_status eg_waves_refuse_moved(const eg_setup *setup, const eg_waves_shots *shots,
                                const eg_waves_place *place, const double x[3], const char *what);
/* Keeps or restores the shot that a run is in, and what is known of those before; the caller then takes
 * sources and receivers there. Nothing without shots. EG_CHECKPOINT. */
eg_status eg_waves_persist_shots(eg_waves_shots *shots, const eg_persist *persist);

#endif
