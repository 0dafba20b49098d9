/* Colour maps as curves in Oklab: lightness linear in t, hue and chroma by a few points in between. */
#include "io/picture/colormap.h"

#include <math.h>

/* A point of a curve: lightness (0 to 1), chroma (0 to about 0.3), hue in degrees. */
typedef struct shade {
    double lightness, chroma, hue;
} shade;

enum { SHADES = 5 };

/* Equidistant in t. Hues run on from one point to the next without wrapping round. */
static const shade curve[][SHADES] = {
    [EG_COLORMAP_SEQUENTIAL] =
        {{0.24, 0.120, 305}, {0.41, 0.120, 265}, {0.58, 0.088, 212}, {0.75, 0.128, 158}, {0.92, 0.185, 106}},
    [EG_COLORMAP_WATER] = {{0.93, 0.035, 205},
                           {0.775, 0.085, 222},
                           {0.62, 0.125, 240},
                           {0.465, 0.135, 256},
                           {0.31, 0.110, 268}},
    [EG_COLORMAP_DIVERGING] =
        {{0.36, 0.150, 262}, {0.66, 0.115, 250}, {0.96, 0.004, 180}, {0.66, 0.145, 40}, {0.36, 0.130, 25}},
    [EG_COLORMAP_EARTH] =
        {{0.52, 0.045, 60}, {0.61, 0.050, 68}, {0.70, 0.055, 75}, {0.79, 0.048, 82}, {0.88, 0.035, 88}},
    [EG_COLORMAP_GREY] = {{0.96, 0, 0}, {0.78, 0, 0}, {0.60, 0, 0}, {0.42, 0, 0}, {0.24, 0, 0}},
};

const char *const eg_colormap_names[EG_COLORMAPS + 1] = {[EG_COLORMAP_SEQUENTIAL] = "sequential",
                                                         [EG_COLORMAP_WATER] = "water",
                                                         [EG_COLORMAP_DIVERGING] = "diverging",
                                                         [EG_COLORMAP_EARTH] = "earth",
                                                         [EG_COLORMAP_GREY] = "grey"};

/* A cubic through the points (Catmull-Rom, the ends continued straight on). */
static double color_along(const double p[SHADES], double t)
{
    double place = t * (SHADES - 1);
    int i = place >= SHADES - 1 ? SHADES - 2 : (int)place;
    double s = place - i;
    double before = i > 0 ? p[i - 1] : 2 * p[0] - p[1];
    double after = i + 2 < SHADES ? p[i + 2] : 2 * p[SHADES - 1] - p[SHADES - 2];
    double m0 = (p[i + 1] - before) / 2, m1 = (after - p[i]) / 2;
    double s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * p[i] + (s3 - 2 * s2 + s) * m0 + (3 * s2 - 2 * s3) * p[i + 1] +
           (s3 - s2) * m1;
}

/* Oklab to linear sRGB; the numbers are those of the space's definition. */
static void linear_rgb(double lightness, double a, double b, double rgb[3])
{
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static int inside_gamut(const double rgb[3])
{
    for (int k = 0; k < 3; k++)
        if (rgb[k] < 0 || rgb[k] > 1)
            return 0;
    return 1;
}

/* The colour, made paler (not of another hue) as far as needed for a screen to show it. */
static void paler(double lightness, double a, double b, double rgb[3])
{
    linear_rgb(lightness, a, b, rgb);
    if (inside_gamut(rgb))
        return;
    double shown = 0, hidden = 1;
    for (int step = 0; step < 20; step++) {
        double middle = (shown + hidden) / 2;
        linear_rgb(lightness, middle * a, middle * b, rgb);
        if (inside_gamut(rgb))
            shown = middle;
        else
            hidden = middle;
    }
    linear_rgb(lightness, shown * a, shown * b, rgb);
}

void eg_colormap_color(eg_colormap map, double t, uint8_t rgb[3])
{
    const shade *points = curve[map];
    double lightness[SHADES], a[SHADES], b[SHADES], linear[3];
    for (int i = 0; i < SHADES; i++) {
        double angle = points[i].hue * (3.14159265358979323846 / 180);
        lightness[i] = points[i].lightness;
        a[i] = points[i].chroma * cos(angle);
        b[i] = points[i].chroma * sin(angle);
    }
    double u = t > 0 ? (t < 1 ? t : 1) : 0;
    /* The lightness is piecewise linear: that is what makes equal steps equal. */
    double place = u * (SHADES - 1);
    int i = place >= SHADES - 1 ? SHADES - 2 : (int)place;
    double light = lightness[i] + (place - i) * (lightness[i + 1] - lightness[i]);
    double a_at = color_along(a, u), b_at = color_along(b, u);
    paler(light, a_at, b_at, linear);
    for (int k = 0; k < 3; k++) {
        double clamped = linear[k] < 0 ? 0 : linear[k] > 1 ? 1 : linear[k];
        double value = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * pow(clamped, 1 / 2.4) - 0.055;
        rgb[k] = (uint8_t)(value * 255 + 0.5);
    }
}
