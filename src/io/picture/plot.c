/* Pictures of one panel. */
#include "io/picture/internal.h"

static eg_status begin_plot(eg_context *context, eg_figure **figure, bool *has_text)
{
    *figure = NULL;
    EG_TRY(eg_figure_create(context, NULL, figure));
    if (has_text)
        *has_text = eg_figure_has_text(*figure);
    return EG_OK;
}

static eg_status end_plot(eg_figure *figure, eg_status drawn, const char *path)
{
    if (drawn == EG_OK)
        drawn = eg_figure_write(figure, path);
    eg_figure_destroy(&figure);
    return drawn;
}

eg_status eg_plot_map(eg_context *context, const char *path, const eg_map *map, bool *has_text)
{
    eg_figure *figure;
    EG_TRY(begin_plot(context, &figure, has_text));
    return end_plot(figure, eg_figure_map(figure, 0, 0, map), path);
}

eg_status eg_plot_lines(eg_context *context, const char *path, const eg_lines *lines, bool *has_text)
{
    eg_figure *figure;
    EG_TRY(begin_plot(context, &figure, has_text));
    return end_plot(figure, eg_figure_lines(figure, 0, 0, lines), path);
}

eg_status eg_plot_bars(eg_context *context, const char *path, const eg_bars *bars, bool *has_text)
{
    eg_figure *figure;
    EG_TRY(begin_plot(context, &figure, has_text));
    return end_plot(figure, eg_figure_bars(figure, 0, 0, bars), path);
}
