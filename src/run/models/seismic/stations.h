/* stations: the receivers that a case asks for, one by one, along lines, on grids and in tables; and
 * places in messages. */
#ifndef EG_RUN_SEISMIC_STATIONS_H
#define EG_RUN_SEISMIC_STATIONS_H

#include "io/seismogram/stationxml.h"
#include "io/table/records.h"
#include "run/model.h"

enum { EG_STATIONS_MOST = 10000000 }; /* of a grid */

/* A place that the case names, a row of a table, or one of a CMTSOLUTION. */
typedef struct eg_waves_place {
    double x[3];             /* m; z is 0 in the plane */
    const eg_node *node;     /* of the case */
    const eg_records *table; /* NULL: none */
    int64_t row;
    const char *file; /* that gives the place at this line; NULL: the case does */
    int64_t line;
} eg_waves_place;

/* Fails with EG_CASE at the node, or with EG_INPUT at the file's line: "the receiver 'a' at (1, 2) lies
 * outside the mesh". */
eg_status eg_waves_refuse_place(const eg_setup *setup, const eg_waves_place *place, const char *what);
/* The place of a row, from its columns x, y and, in space, z. EG_INPUT. */
eg_status eg_waves_read_place(const eg_node *node, const eg_records *table, int64_t row, int dimension,
                              eg_waves_place *place);

/* Where a mesh lies on the Earth: rad, m; axes x, y, z, each by east, north, up. */
typedef struct eg_waves_frame {
    double origin[3], axes[3][3];
} eg_waves_frame;

/* The frame of a map with the keys origin and x_azimuth, of a mesh of that dimension. */
void eg_waves_read_frame(const eg_node *map, int dimension, eg_waves_frame *frame);
/* A place (rad, and m above the height that origin's elevation counts from) on the tangent plane at the
 * origin, in the axes of the mesh. */
void eg_waves_to_frame(const eg_waves_frame *frame, const double latitude_longitude[2], double elevation,
                       double x[3]);

typedef struct eg_waves_station {
    char *name;                 /* of letters, digits, _ and -: of files and columns */
    const char *code, *network; /* at most 8 characters, for SAC; "": none */
    eg_waves_place place;
    const eg_geographic_station *geographic; /* of the inventory; NULL: its place on the Earth is not known */
} eg_waves_station;

/* Zero-initialise. */
typedef struct eg_waves_stations {
    int64_t count, room;
    const char *what;          /* "receiver" */
    eg_waves_station *station; /* [count] */
    eg_records *table;
    eg_stationxml *inventory;
} eg_waves_stations;

/* All places of a map as `output.receivers`: `at`, then `lines`, `grids`, `table`, `stationxml`; none where
 * it is NULL. `what`, static, is what one is called: "receiver". The caller frees them. EG_CASE, EG_INPUT
 * where a table or a name is wrong, or two have one name. */
eg_status eg_waves_list_stations(const eg_setup *setup, const eg_node *map, const char *what,
                                 eg_waves_stations *list);
void eg_waves_free_stations(eg_waves_stations *list);

#endif
