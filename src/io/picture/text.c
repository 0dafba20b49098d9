/* Text of the pictures: fonts through fontconfig, texts with cairo, numbers without locale. */
#include "io/picture/internal.h"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

enum { CLEAN_BYTES = 2048 }; /* of a text that is drawn */

/* The best match for DejaVu Sans, NULL where fontconfig knows no font at all. */
static cairo_font_face_t *match_font(FcConfig *config, int weight)
{
    FcPattern *wanted = FcPatternCreate();
    if (!wanted)
        return NULL;
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"DejaVu Sans");
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans-serif");
    FcPatternAddInteger(wanted, FC_WEIGHT, weight);
    FcConfigSubstitute(config, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result = FcResultNoMatch;
    FcPattern *found = FcFontMatch(config, wanted, &result);
    FcPatternDestroy(wanted);
    if (!found)
        return NULL;
    FcChar8 *file = NULL;
    cairo_font_face_t *face = NULL;
    if (FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch)
        face = cairo_ft_font_face_create_for_pattern(found);
    FcPatternDestroy(found);
    if (face && cairo_font_face_status(face) != CAIRO_STATUS_SUCCESS) {
        cairo_font_face_destroy(face);
        face = NULL;
    }
    return face;
}

eg_status eg_fonts_find(eg_figure *figure)
{
    FcConfig *config = FcInitLoadConfigAndFonts();
    if (config) {
        figure->font[0] = match_font(config, FC_WEIGHT_REGULAR);
        figure->font[1] = figure->font[0] ? match_font(config, FC_WEIGHT_BOLD) : NULL;
        FcConfigDestroy(config);
    }
    if (!figure->font[0])
        eg_log(figure->context, EG_LOG_WARN,
               "no font was found: pictures have no text (install the package fonts-dejavu-core)");
    return EG_OK;
}

/* What does not print, or turns the direction of what does. */
static bool is_control(uint32_t letter)
{
    return letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || (letter >= 0x200b && letter <= 0x200f) ||
           (letter >= 0x2028 && letter <= 0x202e) || (letter >= 0x2060 && letter <= 0x206f) ||
           letter == 0xfeff;
}

/* Names come from anywhere, and cairo draws nothing more after one wrong byte: such bytes and control
 * characters become a replacement character. What is beyond the room is left out. */
static const char *clean_text(const char *text, char clean[CLEAN_BYTES])
{
    size_t length = 0;
    for (const char *p = text; *p && length + 5 < CLEAN_BYTES;) {
        uint32_t letter;
        int bytes = eg_utf8_character(p, &letter);
        bool shown = bytes > 0 && !is_control(letter);
        size_t taken = shown ? (size_t)bytes : 3;
        memcpy(clean + length, shown ? p : "\xef\xbf\xbd", taken);
        length += taken;
        p += bytes > 0 ? bytes : 1;
    }
    clean[length] = 0;
    return clean;
}

/* Widths are asked for before there is a surface, to choose its size. */
double eg_text_width(eg_figure *figure, const char *text, double size, bool bold)
{
    cairo_font_face_t *face = figure->font[bold && figure->font[1] ? 1 : 0];
    if (!face)
        return 0;
    cairo_matrix_t scale, identity;
    cairo_matrix_init_scale(&scale, size, size);
    cairo_matrix_init_identity(&identity);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_scaled_font_t *font = cairo_scaled_font_create(face, &scale, &identity, options);
    cairo_text_extents_t extents;
    char clean[CLEAN_BYTES];
    cairo_scaled_font_text_extents(font, clean_text(text, clean), &extents);
    cairo_scaled_font_destroy(font);
    cairo_font_options_destroy(options);
    return extents.x_advance;
}

void eg_text_draw(eg_figure *figure, const char *text, double size, bool bold, double x, double y,
                  eg_align horizontal, eg_align vertical)
{
    cairo_font_face_t *face = figure->font[bold && figure->font[1] ? 1 : 0];
    if (!text || !text[0] || !face)
        return;
    cairo_set_font_face(figure->cairo, face);
    cairo_set_font_size(figure->cairo, size);
    static const double rise[] = {0.74, 0.365, 0}; /* of the baseline below top, middle, bottom */
    double width = eg_text_width(figure, text, size, bold);
    cairo_set_source_rgb(figure->cairo, 0.12, 0.13, 0.15);
    cairo_move_to(figure->cairo, floor(x - 0.5 * horizontal * width + 0.5),
                  floor(y + rise[vertical] * size + 0.5));
    char clean[CLEAN_BYTES];
    cairo_show_text(figure->cairo, clean_text(text, clean));
}

void eg_text_draw_upwards(eg_figure *figure, const char *text, double size, double x, double y)
{
    cairo_save(figure->cairo);
    cairo_translate(figure->cairo, x, y);
    cairo_rotate(figure->cairo, -1.5707963267948966);
    eg_text_draw(figure, text, size, false, 0, 0, EG_ALIGN_MIDDLE, EG_ALIGN_MIDDLE);
    cairo_restore(figure->cairo);
}

void eg_number_text(double value, int digits, char text[32])
{
    double rounded = value;
    if (value != 0 && isfinite(value)) {
        int exponent = digits - 1 - (int)floor(log10(fabs(value)));
        /* Dividing by a power of ten is exact where multiplying by its inverse is not. */
        rounded = exponent >= 0 && exponent <= 300 ? round(value * pow(10, exponent)) / pow(10, exponent)
                  : exponent < 0                   ? round(value / pow(10, -exponent)) * pow(10, -exponent)
                                                   : value;
    }
    eg_format_real(rounded, text);
}

void eg_time_text(double seconds, char text[48])
{
    enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };
    static const double LONG = 600, MOST = 1e12; /* s: below and beyond, seconds are easier to take in */
    double size = fabs(seconds), whole = round(size), minutes = round(size / MINUTE);
    bool even = minutes > 0 && fabs(size - MINUTE * minutes) <= fmin(0.5, 1e-6 * size);
    char number[32];
    if (!(size < MOST) || (!even && size < LONG)) {
        eg_number_text(seconds, 6, number);
        snprintf(text, 48, "%s s", number);
        return;
    }
    if (even)
        whole = MINUTE * minutes;
    int64_t s = (int64_t)whole;
    const int64_t part[4] = {s / DAY, s % DAY / HOUR, s % HOUR / MINUTE, s % MINUTE};
    static const char *const unit[4] = {"d", "h", "min", "s"};
    int length = snprintf(text, 48, "%s", seconds < 0 ? "\xe2\x88\x92" : ""), first = 0;
    while (part[first] == 0)
        first++;
    for (int k = first, shown = 0; k < 4 && length < 32; k++)
        if (part[k] != 0)
            length += snprintf(text + length, (size_t)(48 - length), "%s%lld %s", shown++ ? " " : "",
                               (long long)part[k], unit[k]);
}

void eg_unit_text(const char *unit, char text[64])
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    size_t length = 0;
    text[0] = 0;
    for (const char *p = unit; p && *p && length < 56; p++) {
        bool power = *p >= '0' && *p <= '9' && p > unit &&
                     ((p[-1] >= 'a' && p[-1] <= 'z') || (p[-1] >= 'A' && p[-1] <= 'Z'));
        length +=
            (size_t)snprintf(text + length, 64 - length, power ? "%s" : "%.1s", power ? raised[*p - '0'] : p);
    }
}

void eg_label_text(const char *name, int64_t length, const char *unit, char text[EG_LABEL_ROOM])
{
    char raised[64];
    eg_unit_text(unit && strcmp(unit, "1") != 0 ? unit : "", raised);
    snprintf(text, EG_LABEL_ROOM, "%.*s%s%s%s", (int)eg_min_i64(length, 100), name, raised[0] ? " (" : "",
             raised, raised[0] ? ")" : "");
    for (int64_t i = 0; i < length && text[i]; i++)
        text[i] = text[i] == '_' ? ' ' : text[i];
}
