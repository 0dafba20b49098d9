/* Stations of an FDSN StationXML file (schema 1.0 to 1.2): codes and places, and nothing else of it.
 *
 * Of each Network/Station its codes, Latitude, Longitude and Elevation; channels, responses and comments
 * are passed over. A station with several epochs has the place of the last one in the file. Needs libexpat
 * when the program is built; entities that a file declares are not read from elsewhere. */
#ifndef EG_IO_STATIONXML_H
#define EG_IO_STATIONXML_H

#include "base/base.h"

enum { EG_STATION_CODE = 8 }; /* letters of a code, at most */

typedef struct eg_geographic_station {
    char network[EG_STATION_CODE + 1], code[EG_STATION_CODE + 1];
    double latitude, longitude; /* rad, WGS 84 */
    double elevation;           /* m */
    int64_t line;
} eg_geographic_station;

/* Read it, do not change it. */
typedef struct eg_stationxml {
    eg_context *context;
    int64_t count, room;
    eg_geographic_station *station; /* [count] in the order of the file */
} eg_stationxml;

/* Reads a file of at most 256 MiB; the caller owns *stations. EG_INPUT, naming file, line and value, for
 * what is no XML or no StationXML, a station without a place, a latitude or longitude out of range, a code
 * that does not fit, no station at all; EG_USAGE in a program built without libexpat. */
eg_status eg_stationxml_read(eg_context *context, const char *path, eg_stationxml **stations);
/* Frees it and sets *stations to NULL; NULL is fine. */
void eg_stationxml_destroy(eg_stationxml **stations);

/* East and north (m) of a point in the plane that touches the ellipsoid WGS 84 at an origin, both at
 * height 0; angles in rad. Distances from the origin along the ground are longer by s^3 / (6 R^2): 4 mm at
 * 10 km, 4 m at 100 km. */
void eg_tangent_plane(const double origin[2], const double point[2], double east_north[2]);

#endif
