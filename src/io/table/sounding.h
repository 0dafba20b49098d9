/* Soundings: height, pressure and potential temperature of the air, one row a height.
 *
 * A table of records (io/table/records.h) with the columns height, pressure and theta, in any order, of SI
 * units or those that the header names: "height (km), pressure (hPa), theta (K)". Rows go from the lowest to
 * the highest. */
#ifndef EG_IO_SOUNDING_H
#define EG_IO_SOUNDING_H

#include "physics/atmosphere/background.h"

/* Reads a sounding; the caller owns it. EG_INPUT with file, line, column and a way out for what a table of
 * records refuses, fewer than two rows, a height that is not above the one before it, a pressure that is not
 * below the one before it, and a pressure or theta that is not positive. */
eg_status eg_sounding_read(eg_context *context, const char *path, eg_sounding **sounding);

#endif
