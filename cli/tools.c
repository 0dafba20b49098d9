/* The commands around a run: each asks the library for one text and prints it. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "configuration.h"
#include "printable.h"
#include "terminal.h"

#define TIME_TAKES "--time takes a time, such as 90 or 40min, or a date, such as 2021-07-14T06:00Z, not '%s'"

/* A time, or what begins as a date: "2021-"; false where it is neither. */
static bool read_moment(const char *text, bool *has_time, double *time, const char **date)
{
    bool dated = strspn(text, "0123456789") == 4 && text[4] == '-';
    *has_time = !dated;
    *date = dated ? text : NULL;
    return dated || eg_read_time(text, time);
}

int cli_devices(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    const eg_devices_options options = {
        .size = sizeof options, .measure = line->given[CLI_MEASURE] > 0, .json = line->given[CLI_JSON] > 0};
    return cli_print(context, eg_devices_text(context, &options, &text), &text);
}

int cli_info(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    const char *path = line->operand[0];
    return cli_print(context,
                     line->given[CLI_JSON] ? eg_info_json(context, path, &text)
                                           : eg_info_text(context, path, &text),
                     &text);
}

int cli_report(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    const char *folder = line->operand[0], *output = line->value[CLI_OUTPUT];
    if (line->given[CLI_HTML] && line->given[CLI_JSON])
        return cli_usage("report", "--html and --json are two forms of a report; give one of them");
    const eg_page_options page = {.size = sizeof page,
                                  .folder = folder,
                                  .output = output,
                                  .text = line->value[CLI_TEXT],
                                  .background = line->value[CLI_BACKGROUND],
                                  .other = line->value[CLI_COMPARE]};
    if (output && !line->given[CLI_HTML])
        return cli_usage("report", "-o names the page that --html writes; give both");
    if ((page.text || page.background || page.other) && !line->given[CLI_HTML])
        return cli_usage(
            "report", "--text, --background and --compare are of the page that --html writes; give it, too");
    if (line->given[CLI_HTML])
        return cli_print(context, eg_page_write(context, &page, &text), &text);
    eg_report_style style = line->given[CLI_JSON] ? EG_REPORT_JSON : EG_REPORT_FULL;
    return cli_print(context, eg_report_text(context, folder, style, &text), &text);
}

int cli_verify(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    eg_status verdict = EG_OK, status = eg_verify_text(context, line->operand[0], &verdict, &text);
    if (status == EG_OK && line->given[CLI_QUIET])
        eg_release_text(context, &text);
    int code = text || status != EG_OK ? cli_print(context, status, &text) : 0;
    return code ? code : eg_status_exit_code(verdict);
}

int cli_compare(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    bool equal = false;
    eg_status status = eg_compare_text(context, line->operand[0], line->operand[1], &equal, &text);
    if (status == EG_OK && line->given[CLI_QUIET]) {
        eg_release_text(context, &text);
        return !equal;
    }
    int code = cli_print(context, status, &text);
    return code ? code : !equal;
}

int cli_schema(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    return cli_print(context, eg_schema_text(context, line->operand[0], &text), &text);
}

int cli_explain(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    return cli_print(context, eg_explain_text(context, line->operand[0], &text), &text);
}

int cli_reference(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    return cli_print(context, eg_model_reference_text(context, line->operand[0], &text), &text);
}

int cli_keys(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    (void)line;
    char *text = NULL;
    return cli_print(context, eg_keys_text(context, &text), &text);
}

int cli_version(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    if (line->given[CLI_QUIET] && line->given[CLI_JSON])
        return cli_usage("version", "-q and --json are two forms of a version; give one of them");
    if (line->given[CLI_QUIET]) {
        printf("%s\n", eg_version());
        return 0;
    }
    char *text = NULL;
    bool json = line->given[CLI_JSON] > 0;
    int code =
        cli_print(context, json ? eg_version_json(context, &text) : eg_version_text(context, &text), &text);
    if (code == 0 && !json)
        cli_configuration_print(line->configuration);
    return code;
}

/* ---- init */

int cli_init(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL, path[4096];
    const char *output = line->value[CLI_OUTPUT];
    if (line->operand_count == 0) {
        cli_list_templates();
        return 0;
    }
    eg_status status = eg_template_text(context, line->operand[0], &text);
    if (status != EG_OK || (output && strcmp(output, "-") == 0))
        return cli_print(context, status, &text);
    snprintf(path, sizeof path, "%s.yaml", line->operand[0]);
    if (!output)
        output = path;
    status = eg_write_new_file(context, output, text);
    eg_release_text(context, &text);
    if (status == EG_OK && !line->given[CLI_QUIET])
        cli_printf(stdout, "%s\n  eagre check %s\n  eagre run %s\n", output, output, output);
    return cli_fail(context, status);
}

/* ---- mesh */

int cli_mesh(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL, path[4096];
    const char *area = line->operand[0], *cell = line->value[CLI_CELL];
    const char *slash = strrchr(area, '/'), *name = slash ? slash + 1 : area;
    const char *dot = strrchr(name, '.');
    eg_mesh_options options = {.size = sizeof options,
                               .area = area,
                               .output = line->value[CLI_OUTPUT],
                               .quadrangles = line->given[CLI_QUADRANGLES] > 0,
                               .refine = line->value[CLI_REFINE],
                               .breaklines = line->value[CLI_BREAKLINES],
                               .boundaries = line->value[CLI_BOUNDARIES]};
    snprintf(path, sizeof path, "%.*s.msh", (int)(dot ? dot - name : (long)strlen(name)), name);
    if (!options.output)
        options.output = path;
    if (!cell || !eg_read_number(cell, &options.cell))
        return cli_usage("mesh", "--cell SIZE is needed: the edge length in m");
    eg_status status = eg_mesh_make(context, &options, &text);
    if (status == EG_OK && line->given[CLI_QUIET])
        eg_release_text(context, &text);
    return text || status != EG_OK ? cli_print(context, status, &text) : 0;
}

/* ---- export */

/* Reads the options that hold numbers; false after printing what is wrong. */
static bool fill_export(const cli_line *line, eg_export_options *o)
{
    const char *time = line->value[CLI_TIME], *index = line->value[CLI_INDEX];
    const char *pixel = line->value[CLI_PIXEL], *above = line->value[CLI_ABOVE];
    o->has_index = index != NULL;
    o->has_pixel = pixel != NULL;
    o->has_above = above != NULL;
    if (!o->output)
        cli_usage("export", "-o names the file, whose extension selects the format");
    else if (time && index)
        cli_usage("export", "--time and --index both choose a snapshot; give one of them");
    else if (time && !read_moment(time, &o->has_time, &o->time, &o->date))
        cli_usage("export", TIME_TAKES, time);
    else if (index && !eg_read_integer(index, &o->index))
        cli_usage("export", "--index takes a whole number, not '%s'", index);
    else if (pixel && !eg_read_length(pixel, &o->pixel))
        cli_usage("export", "--pixel takes a length, such as 5 or 0.5km, not '%s'", pixel);
    else if (above && !eg_read_number(above, &o->above))
        cli_usage("export", "--above takes a number, not '%s'", above);
    else
        return true;
    return false;
}

int cli_export(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    eg_export_options options = {.size = sizeof options,
                                 .source = line->operand[0],
                                 .output = line->value[CLI_OUTPUT],
                                 .variable = line->value[CLI_VARIABLE],
                                 .like = line->value[CLI_LIKE],
                                 .json = line->given[CLI_JSON] > 0};
    if (!fill_export(line, &options))
        return eg_status_exit_code(EG_USAGE);
    return cli_print(context, eg_export(context, &options, &text), &text);
}

/* ---- picture */

enum { LEVELS_MOST = 256 };

/* "LOW,HIGH", ascending. */
static bool read_range(const char *text, double *low, double *high)
{
    char first[64];
    const char *comma = strchr(text, ',');
    if (!comma || (size_t)(comma - text) >= sizeof first)
        return false;
    memcpy(first, text, (size_t)(comma - text));
    first[comma - text] = 0;
    return eg_read_number(first, low) && eg_read_number(comma + 1, high) && *low < *high;
}

/* "A,B,...". Returns how many there are, 0 where it is no such list. */
static int read_levels(const char *text, double *levels)
{
    int count = 0;
    for (const char *from = text; count < LEVELS_MOST;) {
        char number[64];
        size_t length = strcspn(from, ",");
        if (length >= sizeof number)
            return 0;
        memcpy(number, from, length);
        number[length] = 0;
        if (!eg_read_number(number, &levels[count]))
            return 0;
        count++;
        if (!from[length])
            return count;
        from += length + 1;
    }
    return 0;
}

/* "X0,X1,Y0,Y1", lengths that ascend in pairs. */
static bool read_window(const char *text, double window[4])
{
    for (int k = 0; k < 4; k++) {
        char part[64];
        size_t length = strcspn(text, ",");
        if (length >= sizeof part || (text[length] == ',') != (k < 3))
            return false;
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (!eg_read_length(part, &window[k]))
            return false;
        text += length + 1;
    }
    return window[0] < window[1] && window[2] < window[3];
}

static const double PIXELS = -1;

/* "160 mm": the number and how many of its unit are an inch, PIXELS, or 0 without a unit. */
static bool read_side(const char *from, const char *end, double *side, double *unit)
{
    static const struct {
        const char *name;
        double per_inch;
    } units[] = {{"mm", 25.4}, {"cm", 2.54}, {"in", 1}, {"px", PIXELS}, {"", 0}};
    char part[64];
    size_t digits = strspn(from, "0123456789.");
    if (digits >= sizeof part || from + digits > end)
        return false;
    snprintf(part, sizeof part, "%.*s", (int)digits, from);
    if (!eg_read_number(part, side) || !(*side > 0))
        return false;
    from += digits;
    from += strspn(from, " ");
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        if (strlen(units[u].name) == (size_t)(end - from) &&
            strncasecmp(units[u].name, from, (size_t)(end - from)) == 0) {
            *unit = units[u].per_inch;
            return true;
        }
    return false;
}

/* "160x100mm", "16 cm", "6.3in", "160mmx100mm", "1400x900px": pixels of the width and of the height, 0 where there
 * is none. A side without a unit has that of the last. */
static bool read_size(const char *text, double dpi, int size[2], bool *is_length)
{
    static const double MOST = 1e6;
    const char *x = strchr(text, 'x');
    if (x && x > text && x[-1] == 'p') /* of px */
        x = strchr(x + 1, 'x');
    if (x && x[1] == 0)
        x = NULL;
    const char *last = x ? x + 1 : text, *end = x ? x : text + strlen(text);
    double side[2] = {0, 0}, unit[2] = {0, 0};
    if (!read_side(last, last + strlen(last), &side[1], &unit[1]) ||
        !read_side(text, end, &side[0], &unit[0]) || unit[1] == 0)
        return false;
    *is_length = unit[1] != PIXELS;
    if (unit[0] != 0 && (unit[0] == PIXELS) == *is_length)
        return false;
    for (int k = 0; k < 2; k++) {
        double per_inch = unit[k] != 0 ? unit[k] : unit[1];
        double pixels = *is_length ? side[k] * dpi / per_inch : side[k];
        size[k] = k && !x ? 0 : pixels < MOST ? (int)(pixels + 0.5) : (int)MOST; /* refused with its number */
    }
    return size[0] > 0;
}

bool cli_is_picture_size(const char *text)
{
    int pixels[2];
    bool is_length;
    return read_size(text, 200, pixels, &is_length);
}

/* Reads what a picture looks like; false after printing what is wrong. */
static bool fill_look(const cli_line *line, eg_picture_options *o)
{
    const char *window = line->value[CLI_WINDOW], *above = line->value[CLI_ABOVE];
    const char *size = line->value[CLI_SIZE], *dpi = line->value[CLI_DPI];
    int pixels[2] = {0, 0};
    bool is_length = false;
    o->title = line->value[CLI_TITLE];
    o->colors = line->value[CLI_COLORS];
    o->has_window = window != NULL;
    o->has_above = above != NULL;
    if (window && !read_window(window, o->window))
        cli_usage(
            "picture",
            "--window takes four lengths X0,X1,Y0,Y1 with X0 < X1 and Y0 < Y1, such as 0,2km,-500,500, not "
            "'%s'",
            window);
    else if (above && !eg_read_number(above, &o->above) &&
             !(o->above_is_length = eg_read_length(above, &o->above)))
        cli_usage("picture", "--above takes a number in SI units, or a length such as 10cm, not '%s'", above);
    else if (dpi && (!eg_read_number(dpi, &o->dpi) || !(o->dpi >= 20 && o->dpi <= 2400)))
        cli_usage("picture", "--dpi takes a number of pixels an inch from 20 to 2400, not '%s'", dpi);
    else if (size && !read_size(size, dpi ? o->dpi : 200, pixels, &is_length))
        cli_usage(
            "picture",
            "--size takes a width, or width and height, with a unit (mm, cm, in, px), such as 160x100mm, "
            "6.3in or 1400x900px, not '%s'",
            size);
    else {
        o->width = pixels[0];
        o->height = pixels[1];
        if (is_length && !dpi)
            o->dpi = 200; /* what the file tells: other programs show it in that size */
        return true;
    }
    return false;
}

/* Reads the options that hold numbers, contours into levels[LEVELS_MOST]; false after printing what is
 * wrong. */
static bool fill_picture(const cli_line *line, eg_picture_options *o, double *levels)
{
    const char *range = line->value[CLI_RANGE], *time = line->value[CLI_TIME];
    const char *index = line->value[CLI_INDEX], *normal = line->value[CLI_NORMAL];
    const char *at = line->value[CLI_AT], *contours = line->value[CLI_CONTOURS];
    o->contours = levels;
    o->contour_count = contours ? read_levels(contours, levels) : 0;
    o->normal = normal;
    o->has_at = at != NULL;
    o->has_range = range != NULL;
    o->has_index = index != NULL;
    if (time && index)
        cli_usage("picture", "--time and --index both choose a snapshot; give one of them");
    else if (range && !read_range(range, &o->low, &o->high))
        cli_usage("picture", "--range takes two ascending numbers LOW,HIGH, not '%s'", range);
    else if (contours && o->contour_count == 0)
        cli_usage("picture", "--contours takes up to %d numbers A,B,..., not '%s'", LEVELS_MOST, contours);
    else if (time && !read_moment(time, &o->has_time, &o->time, &o->date))
        cli_usage("picture", TIME_TAKES, time);
    else if (index && !eg_read_integer(index, &o->index))
        cli_usage("picture", "--index takes a whole number, not '%s'", index);
    else if (normal && strcmp(normal, "x") != 0 && strcmp(normal, "y") != 0 && strcmp(normal, "z") != 0)
        cli_usage("picture", "--normal takes x, y or z, not '%s'", normal);
    else if (at && !eg_read_length(at, &o->at))
        cli_usage("picture", "--at takes a length, such as 250 or 0.25km, not '%s'", at);
    else
        return true;
    return false;
}

int cli_picture(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    char *text = NULL;
    eg_picture_options options = {.size = sizeof options,
                                  .source = line->operand[0],
                                  .variable = line->value[CLI_VARIABLE],
                                  .output = line->value[CLI_OUTPUT],
                                  .arrows = line->given[CLI_ARROWS] > 0,
                                  .edges = line->given[CLI_EDGES] > 0,
                                  .traces = line->value[CLI_TRACES]};
    double levels[LEVELS_MOST];
    if (!fill_picture(line, &options, levels) || !fill_look(line, &options))
        return eg_status_exit_code(EG_USAGE);
    const char *movie = line->value[CLI_MOVIE], *other = line->value[CLI_COMPARE];
    if (movie && (other || options.output))
        return cli_usage("picture", "--movie names its own file, and has one run: without -o, "
                                    "without --compare");
    if (movie)
        return cli_print(context, eg_picture_movie(context, &options, movie, &text), &text);
    if (other)
        return cli_print(context, eg_picture_compare(context, &options, other, &text), &text);
    return cli_print(context, eg_picture_draw(context, &options, &text), &text);
}
