/* `eagre picture` of tables and seismograms: curves over time. */
#include "io/seismogram/sac.h"
#include "io/seismogram/segy.h"
#include "io/table/table.h"
#include "run/models/models.h"
#include "tools/picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PANELS_MOST = 6,
    CURVES_MOST = 8, /* of a panel: the palette's colours */
    LABEL_BYTES = EG_LABEL_ROOM,
    TRACES_MOST = 400, /* that a section shows as curves */
    GATHER_LEAST = 24  /* traces of each component from which on it shows them as colours */
};

/* ---- tables */

/* Columns that share a panel: of one unit, or one quantity at several places. */
typedef struct plot_panel {
    char label[LABEL_BYTES];
    int64_t columns, column[CURVES_MOST]; /* all, and the first of them */
} plot_panel;

typedef struct plot {
    eg_tools_picture *p;
    eg_table *table;
    int64_t x;       /* column; -1: the number of the row */
    bool is_members; /* a row is a member of an ensemble */
    int panels;
    plot_panel panel[PANELS_MOST];
    int64_t left_out;      /* columns without a panel */
    const char *time_unit; /* of x; NULL: as the table has it */
    double *values;        /* [columns][rows] */
    double *row_number;    /* [rows] */
} plot;

/* What a column's name ends with, where that is an output or a component of one, as people call it: "water
 * depth", "velocity x". Returns where it begins; -1: it is none. */
static int64_t find_output(const char *name, int64_t length, const char *unit, char words[LABEL_BYTES])
{
    static const char *const components[] = {"", "_x", "_y", "_z", "_xx", "_yy", "_zz", "_xy", "_yz", "_xz"};
    for (size_t k = 0; k < sizeof components / sizeof *components; k++) {
        int64_t stem = length - (int64_t)strlen(components[k]);
        if (stem <= 0 || memcmp(name + stem, components[k], (size_t)(length - stem)) != 0)
            continue;
        for (int64_t from = 0; from < stem; from++) {
            char end[LABEL_BYTES];
            snprintf(end, sizeof end, "%.*s", (int)eg_min_i64(stem - from, 100), name + from);
            const char *found = eg_models_words(end, unit);
            if ((from > 0 && name[from - 1] != '_') || found == end)
                continue;
            snprintf(words, LABEL_BYTES, "%.80s%s%.4s", found, k ? " " : "", k ? components[k] + 1 : "");
            return from;
        }
    }
    return -1;
}

static void label_of(const char *name, char label[LABEL_BYTES])
{
    char unit[32], whole[LABEL_BYTES], words[LABEL_BYTES] = "";
    int64_t length = eg_column_unit(name, unit), from = find_output(name, length, unit, words);
    snprintf(whole, sizeof whole, "%.*s%.90s", (int)eg_min_i64(from < 0 ? length : from, 100), name, words);
    eg_label_text(whole, (int64_t)strlen(whole), unit, label);
}

/* What a curve is called: in a panel of one quantity the place alone, where the name has one before it. */
static void curve_name(const char *name, bool one_quantity, char text[LABEL_BYTES])
{
    char unit[32], words[LABEL_BYTES];
    int64_t length = eg_column_unit(name, unit), from = find_output(name, length, unit, words);
    char whole[LABEL_BYTES];
    snprintf(whole, sizeof whole, "%.*s%.90s", (int)eg_min_i64(eg_max_i64(from, 0), 100), name, words);
    if (from > 0 && one_quantity)
        snprintf(text, LABEL_BYTES, "%.*s", (int)eg_min_i64(from - 1, 100), name);
    else if (from > 0)
        eg_label_text(whole, (int64_t)strlen(whole), NULL, text);
    else
        eg_label_text(from == 0 ? words : name, from == 0 ? (int64_t)strlen(words) : length, NULL, text);
}

/* Whether rows are members of an ensemble: they say in words how each has ended. */
static bool has_members(const eg_table *table)
{
    for (int64_t c = 1; c < table->columns; c++)
        if (strcmp(table->name[c], "exit") == 0)
            return eg_table_column(table, c).numbers == 0;
    return false;
}

/* Time, else the first column where it ascends. */
static int64_t find_x(const eg_table *table)
{
    for (int64_t c = 0; c < table->columns; c++)
        if (strcmp(table->name[c], "time_s") == 0)
            return c;
    return eg_table_column(table, 0).is_ascending ? 0 : -1;
}

/* Whether `part` is the name, or what it begins or ends with: a gauge, or a quantity. */
static bool is_asked_for(const char *name, const char *part)
{
    size_t length = strlen(name), wanted = strlen(part);
    if (wanted >= length)
        return strcmp(name, part) == 0;
    const char *end = name + length - wanted;
    char unit[32];
    int64_t stem = eg_column_unit(name, unit);
    if (stem >= (int64_t)wanted && memcmp(name + stem - wanted, part, wanted) == 0 &&
        (stem == (int64_t)wanted || name[stem - (int64_t)wanted - 1] == '_'))
        return true;
    return (strncmp(name, part, wanted) == 0 && name[wanted] == '_') ||
           (strcmp(end, part) == 0 && end[-1] == '_');
}

/* The last word of a name without its unit, or two where that is a component (x, xy), and the unit: columns
 * of one quantity share them. */
static void quantity_of(const char *name, char quantity[LABEL_BYTES], char unit[32])
{
    int64_t length = eg_column_unit(name, unit), from = length;
    if (find_output(name, length, unit, quantity) >= 0)
        return;
    for (int64_t end = length; from > 0; end = --from) {
        while (from > 0 && name[from - 1] != '_')
            from--;
        if (end - from > 2 || from == 0)
            break;
    }
    snprintf(quantity, LABEL_BYTES, "%.*s", (int)eg_min_i64(length - from, 100), name + from);
}

static bool is_drawn(const plot *t, int64_t c)
{
    static const char *const places[] = {"x_m", "y_m", "z_m"};
    const char *name = t->table->name[c], *asked = t->p->options->variable;
    if (c == t->x || (t->is_members && c == 0) || eg_table_column(t->table, c).numbers == 0)
        return false;
    if (asked)
        return is_asked_for(name, asked);
    bool along_line = strcmp(t->table->name[0], "distance_m") == 0;
    for (int k = 0; k < 3 && along_line; k++)
        if (strcmp(name, places[k]) == 0)
            return false;
    return true;
}

/* The label of a column's panel: the quantity where several columns are of it, else the unit. */
static void panel_of(const plot *t, int64_t c, char label[LABEL_BYTES])
{
    char quantity[LABEL_BYTES], other[LABEL_BYTES], unit[32], other_unit[32];
    int64_t alike = 0;
    quantity_of(t->table->name[c], quantity, unit);
    for (int64_t i = 0; i < t->table->columns; i++) {
        quantity_of(t->table->name[i], other, other_unit);
        alike += is_drawn(t, i) && strcmp(quantity, other) == 0 && strcmp(unit, other_unit) == 0;
    }
    if (alike > 1)
        eg_label_text(quantity, (int64_t)strlen(quantity), unit, label);
    else if (unit[0])
        eg_unit_text(unit, label);
    else
        snprintf(label, LABEL_BYTES, "%s", "value");
}

static void sort_into_panels(plot *t)
{
    for (int64_t c = 0; c < t->table->columns; c++) {
        char label[LABEL_BYTES];
        int at = 0;
        if (!is_drawn(t, c))
            continue;
        panel_of(t, c, label);
        while (at < t->panels && strcmp(t->panel[at].label, label) != 0)
            at++;
        if (at == PANELS_MOST) {
            t->left_out++;
            continue;
        }
        if (at == t->panels)
            snprintf(t->panel[t->panels++].label, LABEL_BYTES, "%s", label);
        plot_panel *to = &t->panel[at];
        if (to->columns < CURVES_MOST)
            to->column[to->columns] = c;
        to->columns++;
    }
}

static eg_status no_columns(const plot *t)
{
    const char *asked = t->p->options->variable;
    EG_TEXT(names, t->p->context);
    for (int64_t c = 0; c < t->table->columns; c++)
        eg_text_add(&names, "%s%s", c ? ", " : "", t->table->name[c]);
    EG_TRY(names.status);
    return eg_fail(t->p->context, EG_USAGE,
                   asked ? "%s: has no column of numbers whose name is, begins or ends with '%s'; it has %s"
                         : "%s: has no column of numbers to draw%s; it has %s",
                   t->table->path, asked ? asked : "", eg_text_string(&names));
}

static eg_status fill_plot_values(plot *t)
{
    int64_t rows = t->table->rows, columns = t->table->columns;
    EG_TRY(EG_ALLOC(t->p->context, EG_BLOCK(rows * columns, t->values), EG_BLOCK(rows, t->row_number)));
    for (int64_t r = 0; r < rows; r++) {
        t->row_number[r] = (double)r + 1;
        for (int64_t c = 0; c < columns; c++)
            t->values[c * rows + r] = t->table->values[r * columns + c];
    }
    return EG_OK;
}

/* What falls over decades. */
static bool is_small_number(const char *name)
{
    static const char *const words[] = {"residual", "error", "_l1", "_l2", "_linf", "_h1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

/* Residuals and errors, where all are above 0 and span three decades. */
static bool wants_log(const plot *t, const plot_panel *panel)
{
    double low = INFINITY, high = 0;
    for (int64_t k = 0; k < eg_min_i64(panel->columns, CURVES_MOST); k++) {
        eg_column column = eg_table_column(t->table, panel->column[k]);
        low = fmin(low, is_small_number(t->table->name[panel->column[k]]) ? column.low : 0);
        high = fmax(high, column.high);
    }
    return low > 0 && high > 1e3 * low;
}

/* Long times are in hours or days. */
static void choose_time_unit(plot *t)
{
    static const double HOUR = 3600, DAY = 86400;
    double longest = t->x >= 0 ? eg_table_column(t->table, t->x).high : 0;
    if (t->x < 0 || strcmp(t->table->name[t->x], "time_s") != 0 || !(longest > 3 * HOUR))
        return;
    double unit = longest > 7 * DAY ? DAY : HOUR;
    t->time_unit = unit > HOUR ? "d" : "h";
    for (int64_t r = 0; r < t->table->rows; r++)
        t->values[t->x * t->table->rows + r] /= unit;
}

/* Whether all columns of a panel are of one: a panel of a unit may have several. */
static bool is_of_one_quantity(const plot *t, const plot_panel *panel)
{
    char first[LABEL_BYTES], other[LABEL_BYTES], unit[32];
    quantity_of(t->table->name[panel->column[0]], first, unit);
    for (int64_t k = 1; k < eg_min_i64(panel->columns, CURVES_MOST); k++) {
        quantity_of(t->table->name[panel->column[k]], other, unit);
        if (strcmp(first, other) != 0)
            return false;
    }
    return true;
}

static eg_status draw_panel(const plot *t, int row)
{
    const eg_picture_options *o = t->p->options;
    const plot_panel *panel = &t->panel[row];
    int64_t rows = t->table->rows, curves = eg_min_i64(panel->columns, CURVES_MOST);
    char x_label[LABEL_BYTES], y_label[LABEL_BYTES], title[LABEL_BYTES + 400];
    char curve[CURVES_MOST][LABEL_BYTES];
    label_of(t->table->name[panel->column[0]], y_label);
    eg_plot_line line[CURVES_MOST];
    if (t->time_unit)
        snprintf(x_label, sizeof x_label, "time (%s)", t->time_unit);
    else if (t->x >= 0)
        label_of(t->table->name[t->x], x_label);
    else
        snprintf(x_label, sizeof x_label, "%s", t->is_members ? "member" : "row");
    for (int64_t k = 0; k < curves; k++)
        curve_name(t->table->name[panel->column[k]], is_of_one_quantity(t, panel), curve[k]);
    for (int64_t k = 0; k < curves; k++)
        line[k] = (eg_plot_line){.name = curves > 1 ? curve[k] : NULL,
                                 .count = rows,
                                 .x = t->x >= 0 ? t->values + t->x * rows : t->row_number,
                                 .y = t->values + panel->column[k] * rows,
                                 .style = rows == 1 || t->is_members ? EG_LINE_DOTS : EG_LINE_SOLID};
    int length = snprintf(title, sizeof title, "%.200s", o->title ? o->title : eg_tools_base_name(o->source));
    if (panel->columns > curves)
        length += snprintf(title + length, sizeof title - (size_t)length,
                           ", %lld of %lld columns: --variable chooses", (long long)curves,
                           (long long)panel->columns);
    if (t->left_out > 0)
        snprintf(title + length, sizeof title - (size_t)length, "; %lld further columns",
                 (long long)t->left_out);
    const eg_lines lines = {.title = row == 0 || panel->columns > curves ? title : NULL,
                            .x_label = x_label,
                            .y_label = curves > 1 ? panel->label : y_label,
                            .lines = line,
                            .line_count = (int)curves,
                            .y_log = wants_log(t, panel),
                            .has_y_range = o->has_range,
                            .y_range = {o->low, o->high}};
    return eg_figure_lines(t->p->figure, 0, row, &lines);
}

static eg_status draw_table(plot *t)
{
    eg_tools_picture *p = t->p;
    t->is_members = has_members(t->table);
    if (t->table->rows > 0 && !t->is_members && eg_table_column(t->table, 0).numbers == 0)
        return eg_fail(p->context, EG_USAGE,
                       "%s: its first column, '%s', holds no numbers to draw the others against",
                       t->table->path, t->table->name[0]);
    t->x = t->is_members ? -1 : find_x(t->table);
    sort_into_panels(t);
    if (t->panels == 0)
        return no_columns(t);
    EG_TRY(fill_plot_values(t));
    choose_time_unit(t);
    EG_TRY(eg_tools_figure(p, t->panels));
    for (int row = 0; row < t->panels; row++)
        EG_TRY(draw_panel(t, row));
    return EG_OK;
}

eg_status eg_picture_of_table(eg_tools_picture *p)
{
    plot *t = NULL;
    EG_TRY(eg_alloc(p->context, 1, sizeof *t, &t));
    t->p = p;
    eg_status status = eg_table_read(p->context, p->options->source, &t->table);
    eg_tools_name_picture(p);
    if (status == EG_OK)
        status = draw_table(t);
    if (t->table)
        eg_table_destroy(&t->table);
    EG_FREE(&t->values, &t->row_number, &t);
    return status;
}

/* ---- seismograms */

static eg_status draw_sac(eg_tools_picture *p, const eg_sac *sac, double *x, double *y)
{
    char title[64], label[64];
    for (int64_t i = 0; i < sac->count; i++) {
        x[i] = sac->begin + sac->dt * (double)i;
        y[i] = sac->values[i];
    }
    snprintf(title, sizeof title, "%s %s", sac->station, sac->component);
    snprintf(label, sizeof label, "%s%s%s%s", sac->component[0] ? sac->component : "value",
             sac->unit[0] ? " (" : "", sac->unit, sac->unit[0] ? ")" : "");
    const eg_plot_line line = {.count = sac->count, .x = x, .y = y};
    const eg_lines lines = {.title = p->options->title ? p->options->title : title,
                            .x_label = "time (s)",
                            .y_label = label,
                            .lines = &line,
                            .line_count = 1,
                            .has_y_range = p->options->has_range,
                            .y_range = {p->options->low, p->options->high}};
    return eg_figure_lines(p->figure, 0, 0, &lines);
}

eg_status eg_picture_of_sac(eg_tools_picture *p)
{
    EG_ENDS_WITH(eg_sac_destroy) eg_sac *sac = NULL;
    EG_SCRATCH double *x = NULL, *y = NULL;
    EG_TRY(eg_sac_read(p->context, p->options->source, &sac));
    eg_tools_name_picture(p);
    EG_TRY(EG_ALLOC(p->context, EG_BLOCK(sac->count, x), EG_BLOCK(sac->count, y)));
    return draw_sac(p, sac, x, y);
}

/* A section: each trace about its number, as large as its share of the largest value of its unit. */
typedef struct section {
    eg_segy *segy;
    int64_t traces, every; /* shown; one of so many */
    double *x, *y;         /* [samples], [traces][samples] */
    eg_plot_line *line;    /* [traces] */
} section;

static double largest_of_column(const eg_segy *segy, int unit)
{
    double largest = 0;
    for (int64_t t = 0; t < segy->count; t++)
        for (int64_t i = 0; i < segy->samples && segy->headers[t].unit == unit; i++)
            largest = fmax(largest, fabs((double)segy->values[t * segy->samples + i]));
    return largest;
}

static void fill_section(section *s)
{
    const eg_segy *segy = s->segy;
    int unit = segy->headers[0].unit;
    double largest = largest_of_column(segy, unit);
    for (int64_t i = 0; i < segy->samples; i++)
        s->x[i] = segy->headers[0].begin + segy->dt * (double)i;
    for (int64_t k = 0; k < s->traces; k++) {
        int64_t t = k * s->every;
        if (segy->headers[t].unit != unit) {
            unit = segy->headers[t].unit;
            largest = largest_of_column(segy, unit);
        }
        double factor = largest > 0 ? 0.9 * (double)s->every / largest : 0;
        for (int64_t i = 0; i < segy->samples; i++)
            s->y[k * segy->samples + i] = (double)(t + 1) + factor * segy->values[t * segy->samples + i];
        s->line[k] = (eg_plot_line){.count = segy->samples,
                                    .x = s->x,
                                    .y = s->y + k * segy->samples,
                                    .color = 1 + segy->headers[t].unit % CURVES_MOST};
    }
}

static eg_status draw_section(eg_tools_picture *p, section *s)
{
    const eg_segy *segy = s->segy;
    char title[LABEL_BYTES], label[LABEL_BYTES] = "trace";
    s->every = eg_ceil_div(segy->count, TRACES_MOST);
    s->traces = eg_ceil_div(segy->count, s->every);
    EG_TRY(EG_ALLOC(p->context, EG_BLOCK(segy->samples, s->x), EG_BLOCK(s->traces * segy->samples, s->y),
                    EG_BLOCK(s->traces, s->line)));
    fill_section(s);
    snprintf(title, sizeof title, "%.100s: %lld traces", eg_tools_base_name(p->options->source),
             (long long)segy->count);
    if (s->every > 1)
        snprintf(label, sizeof label, "trace, one of %lld", (long long)s->every);
    const eg_lines lines = {.title = p->options->title ? p->options->title : title,
                            .x_label = "time (s)",
                            .y_label = label,
                            .lines = s->line,
                            .line_count = (int)s->traces,
                            .has_y_range = true,
                            .y_range = {0, (double)segy->count + 1}};
    return eg_figure_lines(p->figure, 0, 0, &lines);
}

static bool is_of_kind(const eg_segy *segy, int64_t trace, int64_t first)
{
    return segy->headers[trace].unit == segy->headers[first].unit &&
           segy->headers[trace].component == segy->headers[first].component;
}

static bool is_of_wiggles(const eg_tools_picture *p)
{
    return p->options->traces && strcmp(p->options->traces, "wiggles") == 0;
}

/* The first trace of each component; their number, 0 where one of them has few traces, or there are too many. */
static int find_components(const eg_segy *segy, int64_t least, int64_t first[PANELS_MOST])
{
    int64_t count[PANELS_MOST] = {0};
    int components = 0, with_many = 0;
    for (int64_t t = 0; t < segy->count; t++) {
        int k = 0;
        while (k < components && !is_of_kind(segy, t, first[k]))
            k++;
        if (k == PANELS_MOST)
            return 0;
        if (k == components)
            first[components++] = t;
        count[k]++;
    }
    for (int k = 0; k < components; k++)
        with_many += count[k] >= least;
    return segy->samples >= 2 && with_many == components ? components : 0;
}

/* Whether places ascend at even distances. */
static bool is_even(const double *x, int64_t count)
{
    double step = (x[count - 1] - x[0]) / (double)(count - 1);
    bool even = step > 0;
    for (int64_t t = 0; even && t < count; t++)
        even = fabs(x[t] - x[0] - step * (double)t) < 0.01 * step;
    return even;
}

/* Traces of one component. */
typedef struct gather {
    int64_t count;
    float *values; /* [count][samples] */
    double *x;     /* [count] m */
    double low, high;
    const char *label;
} gather;

static void gather_end(gather *g)
{
    EG_FREE(&g->values, &g->x);
}

/* x of the receiver, or its distance from the source, negative to lower x. */
static double place_of_trace(const eg_segy_header *h, bool offset)
{
    double dx = h->receiver[0] - h->source[0];
    return offset ? copysign(hypot(dx, h->receiver[1] - h->source[1]), dx) : h->receiver[0];
}

/* A file whose sources are all at 0 has none. */
static bool has_source(const eg_segy *segy)
{
    for (int64_t t = 0; t < segy->count; t++)
        if (segy->headers[t].source[0] != 0 || segy->headers[t].source[1] != 0 ||
            segy->headers[t].source[2] != 0)
            return true;
    return false;
}

static eg_status gather_traces(const eg_segy *segy, int64_t first, bool wiggles, gather *g)
{
    bool offset = wiggles && has_source(segy);
    EG_TRY(EG_ALLOC(segy->context, EG_BLOCK(segy->count * segy->samples, g->values),
                    EG_BLOCK(segy->count, g->x)));
    g->low = INFINITY;
    g->high = -INFINITY;
    for (int64_t t = first; t < segy->count; t++)
        if (is_of_kind(segy, t, first)) {
            memcpy(&g->values[g->count * segy->samples], &segy->values[t * segy->samples],
                   (size_t)segy->samples * sizeof *g->values);
            g->x[g->count] = place_of_trace(&segy->headers[t], offset);
            g->low = fmin(g->low, g->x[g->count]);
            g->high = fmax(g->high, g->x[g->count++]);
        }
    g->label = offset ? "offset (m)" : "x (m)";
    if (wiggles ? g->low < g->high : is_even(g->x, g->count))
        return EG_OK;
    g->label = "trace";
    g->low = 1;
    g->high = (double)g->count;
    for (int64_t k = 0; k < g->count; k++)
        g->x[k] = (double)(k + 1);
    return EG_OK;
}

/* Traces of the component that trace `first` is of, in panel `row` of `rows`. */
static eg_status draw_component(eg_tools_picture *p, const eg_segy *segy, int64_t first, int row, int rows)
{
    char title[LABEL_BYTES];
    bool wiggles = is_of_wiggles(p);
    EG_ENDS_WITH(gather_end) gather g = {0};
    EG_TRY(gather_traces(segy, first, wiggles, &g));
    const eg_section shown = {.title = p->options->title && rows == 1 ? p->options->title : title,
                              .x_label = g.label,
                              .x = {g.low, g.high},
                              .begin = segy->headers[0].begin,
                              .dt = segy->dt,
                              .traces = g.count,
                              .samples = segy->samples,
                              .values = g.values,
                              .most = p->options->has_range ? p->options->high : 0,
                              .places = wiggles ? g.x : NULL};
    snprintf(title, sizeof title, "%.80s: %s (%s)",
             p->options->title ? p->options->title : eg_tools_base_name(p->options->source),
             eg_segy_component_name(segy->headers[first].component),
             eg_segy_unit_name(segy->headers[first].unit));
    return eg_figure_section(p->figure, 0, row, &shown);
}

static eg_status draw_components(eg_tools_picture *p, const eg_segy *segy, const int64_t *first, int count)
{
    if (count > 1)
        EG_TRY(eg_tools_figure(p, count));
    for (int k = 0; k < count; k++)
        EG_TRY(draw_component(p, segy, first[k], k, count));
    return EG_OK;
}

eg_status eg_picture_of_segy(eg_tools_picture *p)
{
    section s = {0};
    int64_t first[PANELS_MOST];
    EG_TRY(eg_segy_read(p->context, p->options->source, &s.segy));
    eg_tools_name_picture(p);
    const char *traces = p->options->traces;
    if (traces && strcmp(traces, "colors") != 0 && !is_of_wiggles(p)) {
        eg_segy_destroy(&s.segy);
        return eg_fail(p->context, EG_USAGE, "traces are drawn as colors or wiggles, not as '%.40s'", traces);
    }
    int components = find_components(s.segy, is_of_wiggles(p) ? 2 : GATHER_LEAST, first);
    eg_status status = components ? draw_components(p, s.segy, first, components) : draw_section(p, &s);
    EG_FREE(&s.x, &s.y, &s.line);
    eg_segy_destroy(&s.segy);
    return status;
}
