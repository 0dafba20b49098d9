/* A plot with axes below its title. */
#include "io/picture/internal.h"

#include <math.h>

eg_rect eg_axes_place(eg_figure *figure, eg_axes *axes, const char *text, eg_rect panel, eg_title *title)
{
    double size = axes->size;
    eg_title_break(figure, text, 1.15 * size, panel.w - 4 * size, title);
    double top = 1.4 * size + eg_title_height(title), left = 0;
    double w = 0.85 * panel.w, h = 0.8 * panel.h;
    for (int round = 0; round < 2; round++) {
        eg_axes_choose(figure, axes, w, h);
        left = eg_axes_left(figure, axes) + 0.6 * size;
        w = panel.w - left - fmax(2 * size, 0.6 * size + eg_axes_right(figure, axes));
        h = panel.h - top - eg_axes_bottom(axes) - 0.8 * size;
    }
    return (eg_rect){floor(panel.x + left), floor(panel.y + top), floor(w), floor(h)};
}
