/* Colour maps: equal steps of the value look like equal steps of colour.
 *
 * Each map is a smooth curve in the Oklab colour space (B. Ottosson, 2020), in which distance is perceived
 * difference, with lightness linear in the value; so it reads in grey and for colour-blind eyes too. */
#ifndef EG_IO_COLORMAP_H
#define EG_IO_COLORMAP_H

#include <stdint.h>

typedef enum eg_colormap {
    EG_COLORMAP_SEQUENTIAL, /* dark violet, blue, green, yellow */
    EG_COLORMAP_WATER,      /* pale to deep blue */
    EG_COLORMAP_DIVERGING,  /* blue, near white in the middle, red */
    EG_COLORMAP_EARTH,      /* brown to pale sand: terrain */
    EG_COLORMAP_GREY,       /* pale to dark, for print without colours */
    EG_COLORMAPS
} eg_colormap;

/* "sequential", "water" and so on, by number; NULL behind the last. */
extern const char *const eg_colormap_names[EG_COLORMAPS + 1];

/* The colour at t (clamped to [0, 1]): sRGB, 0 to 255. */
void eg_colormap_color(eg_colormap map, double t, uint8_t rgb[3]);

#endif
