/* seismograms: what is written of the samples of receivers, and the files. They hold variables of the
 * state, or what follows from them, for every scheme. */
#ifndef EG_RUN_SEISMIC_SEISMOGRAMS_H
#define EG_RUN_SEISMIC_SEISMOGRAMS_H

#include "io/seismogram/mseed.h"
#include "io/seismogram/segy.h"
#include "physics/linear/linear.h"
#include "run/models/seismic/stations.h"

/* All samples of a run. */
typedef struct eg_waves_samples {
    const eg_setup *setup;
    const eg_waves_stations *stations;
    const double *source; /* place [3] of the first source; NULL: none */
    const char *shot;     /* its name: that of its files; NULL: "receivers" */
    int record;           /* its number from 1 on, the field record; 0: 1 */
    double interval;      /* s; the first sample is of time 0 */
    int64_t count;
    int columns; /* variables that values[] holds, each where column[variable] says; 0: all, in their order */
    int column[EG_LINEAR_VARIABLES];
    const double *values; /* [count][stations][columns] */
} eg_waves_samples;

/* ---- components.c */

enum { EG_COMPONENTS = 2 * EG_LINEAR_VARIABLES };

/* One number of a receiver: a variable, minus the mean of some (pressure), or the integral of one over
 * time. */
typedef struct eg_component {
    char name[32], column[32 + EG_UNIT_COLUMN]; /* "velocity_x", "velocity_x_m_per_s" */
    char code[9];                               /* of SAC */
    const char *unit;
    int parts, variable; /* so many variables from this one on */
    double factor;       /* of their sum */
    bool integrated;
} eg_component;

/* The components of output.receivers.variables in its order; without that key all variables. Returns how
 * many. */
int eg_waves_components(const eg_setup *setup, eg_component list[EG_COMPONENTS]);

/* The variables that they need, in ascending order; returns how many. */
int eg_waves_needed_variables(const eg_setup *setup, int variable[EG_LINEAR_VARIABLES]);

/* What one of them adds from sample k to sample k + 1, where it is integrated: the integral of the
 * polynomial of degree 3 through samples k - 1 to k + 2, at both ends of the run through the four nearest,
 * of degree 2 or 1 where there are fewer samples. */
double eg_waves_increment(const eg_waves_samples *samples, int64_t station, const eg_component *component,
                          int64_t k);
/* Its value at sample k where it is not. */
double eg_waves_value(const eg_waves_samples *samples, int64_t station, const eg_component *component,
                      int64_t k);

/* ---- seed.c */

/* Whether the case has a date of time 0, time.start; in ms since 1970-01-01T00:00:00 UTC, else 0. */
bool eg_waves_start_time(const eg_setup *setup, int64_t *milliseconds);
/* The network code of a station: its own, else that of the case, else "". */
const char *eg_waves_network(const eg_setup *setup, const eg_waves_station *station);
/* The codes of what it records at an interval; SEED has some, or eg_waves_check_seed() has failed. */
void eg_waves_seed_name(const eg_setup *setup, const eg_waves_station *station, const eg_component *component,
                        double dt, eg_seed_name *name);
/* EG_CASE where the case's network code is none, or too long for SAC. */
eg_status eg_waves_check_network(const eg_setup *setup);
/* EG_CASE where the date of time 0 or of the end is none that the formats hold. */
eg_status eg_waves_check_dates(const eg_setup *setup);
/* EG_CASE where miniSEED cannot hold variables, interval or codes. */
eg_status eg_waves_check_seed(const eg_setup *setup, const eg_waves_stations *stations);

/* ---- seismograms.c */

/* EG_CASE where a format cannot hold what the case asks for of these stations. */
eg_status eg_waves_check_files(const eg_setup *setup, const eg_waves_stations *stations);
/* Writes all formats of the case into a folder, which is made. */
eg_status eg_waves_write_files(const eg_waves_samples *samples, const char *folder);

#endif
