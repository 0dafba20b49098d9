/* Seismograms in the Adaptable Seismic Data Format, version 1.0.3 (L. Krischer and others, Geophys. J. Int. 207,
 * 2016): HDF5 with traces of all stations, their StationXML, and the event's QuakeML.
 *
 *   attributes file_format, file_format_version
 *   /QuakeML                                          bytes of a document; without an event an empty catalogue
 *   /Waveforms/NET.STA/NET.STA.LOC.CHA__START__END__synthetic    float64 [samples]; sampling_rate (Hz), starttime (ns
 *                                                     since 1970)
 *   /Waveforms/NET.STA/StationXML                     bytes, of stations whose place on the Earth is known
 *   /Provenance, /AuxiliaryData                       empty
 *
 * The file is made in memory. */
#ifndef EG_IO_ASDF_H
#define EG_IO_ASDF_H

#include "io/seismogram/mseed.h"
#include "io/seismogram/stationxml.h"

typedef struct eg_asdf_options {
    double dt;           /* s */
    int64_t samples;     /* of each trace, at least 1 */
    int64_t start;       /* of the first sample, ms since 1970-01-01T00:00:00 UTC, years 1 to 9999 */
    const char *quakeml; /* the path of a file that is copied; NULL: none */
} eg_asdf_options;

typedef struct eg_asdf eg_asdf;

/* Whether traces from `start` (ms since 1970) on of so many seconds have dates that ASDF holds: nanoseconds of 64 bits,
 * about 1677-09-22 to 2262-04-11. */
bool eg_asdf_holds(int64_t start, double seconds);

/* Begins a file; the caller destroys it. EG_INPUT where the QuakeML cannot be read, EG_CASE for a start that is out of
 * range, EG_IO where HDF5 fails. */
eg_status eg_asdf_create(eg_context *context, const eg_asdf_options *options, eg_asdf **asdf);
/* Adds a trace. */
eg_status eg_asdf_add(eg_asdf *asdf, const eg_seed_name *name, const double *values);
/* Adds the StationXML of a station, of these codes: its network, code, place and nothing else. */
eg_status eg_asdf_add_station(eg_asdf *asdf, const eg_seed_name *name, const eg_geographic_station *station);
/* Writes the file under a temporary name, synchronises and renames it. EG_IO. */
eg_status eg_asdf_write(eg_asdf *asdf, const char *path);
/* Frees it and sets *asdf to NULL; NULL is fine. */
void eg_asdf_destroy(eg_asdf **asdf);

#endif
