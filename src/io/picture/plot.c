/* Pictures of one panel. */
#include "io/picture/internal.h"

static eg_status begin_plot(eg_context *context, eg_figure **figure, bool *has_text)
{
    EG_TRY(eg_figure_create(context, NULL, figure));
    if (has_text)
        *has_text = eg_figure_has_text(*figure);
    return EG_OK;
}

eg_status eg_plot_map(eg_context *context, const char *path, const eg_map *map, bool *has_text)
{
    EG_ENDS_WITH(eg_figure_destroy) eg_figure *figure = NULL;
    EG_TRY(begin_plot(context, &figure, has_text));
    EG_TRY(eg_figure_map(figure, 0, 0, map));
    return eg_figure_write(figure, path);
}

eg_status eg_plot_lines(eg_context *context, const char *path, const eg_lines *lines, bool *has_text)
{
    EG_ENDS_WITH(eg_figure_destroy) eg_figure *figure = NULL;
    EG_TRY(begin_plot(context, &figure, has_text));
    EG_TRY(eg_figure_lines(figure, 0, 0, lines));
    return eg_figure_write(figure, path);
}

eg_status eg_plot_bars(eg_context *context, const char *path, const eg_bars *bars, bool *has_text)
{
    EG_ENDS_WITH(eg_figure_destroy) eg_figure *figure = NULL;
    EG_TRY(begin_plot(context, &figure, has_text));
    EG_TRY(eg_figure_bars(figure, 0, 0, bars));
    return eg_figure_write(figure, path);
}
