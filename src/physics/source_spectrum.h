/* Spectra of source time functions: below which frequencies their energy lies.
 *
 * A function's energy at f is |S(f)|^2, S its Fourier transform. That of a function that stays at a value
 * (Brune's moment, Heaviside) is its derivative's, as no wave comes from what does not change. */
#ifndef EG_PHYSICS_SOURCE_SPECTRUM_H
#define EG_PHYSICS_SOURCE_SPECTRUM_H

#include "physics/source_time.h"

/* Hz: half of the energy lies below `middle`, 95 % below `high`; 0 of a function that is 0. */
typedef struct eg_spectrum {
    double middle, high;
} eg_spectrum;

/* Of samples values[count], `interval` s apart, that are 0 before and after: count is a power of 2, at least
 * 4. A piece that does not begin and end with 0 is taken without the straight line between its ends. The
 * samples are lost. EG_MEMORY. */
eg_status eg_spectrum_of_samples(eg_context *context, double *values, int64_t count, double interval,
                                 eg_spectrum *spectrum);

/* Of a function that passes eg_source_time_check(). EG_MEMORY. */
eg_status eg_source_spectrum(eg_context *context, const eg_source_time *source, eg_spectrum *spectrum);

#endif
