/* What a picture shows of the media: where they jump, and where absorbing layers begin; from the case alone. */
#include "run/observe/observe.h"

#include <math.h>
#include <string.h>

static eg_status add_line(eg_context *context, const double a[2], const double b[2], eg_picture_lines *lines)
{
    const double segment[4] = {a[0], a[1], b[0], b[1]};
    EG_TRY(eg_reserve(context, lines->count + 1, &lines->room, sizeof *lines->segment, &lines->segment));
    memcpy(lines->segment[lines->count++], segment, sizeof segment);
    return EG_OK;
}

/* ---- layers before the sides of a box */

eg_status eg_picture_box_layers(eg_context *context, const eg_case *loaded, const eg_picture_view *view,
                                eg_picture_lines *lines)
{
    static const char *const names[2][3][2] = {
        {{"left", "right"}, {"bottom", "top"}, {NULL, NULL}},
        {{"left", "right"}, {"front", "back"}, {"bottom", "top"}},
    };
    if (!eg_case_find(loaded, "mesh.box"))
        return EG_OK;
    for (int k = 0; k < 2; k++)
        for (int end = 0; end < 2; end++) {
            int along = view->axis[k], across = view->axis[1 - k];
            double width = eg_picture_layer_width(loaded, names[view->dimension == 3][along][end]);
            double x = end ? view->high[along] - width : view->low[along] + width, line[2][2];
            for (int i = 0; i < 2; i++) {
                line[i][k] = x;
                line[i][1 - k] = i ? view->high[across] : view->low[across];
            }
            if (width > 0)
                EG_TRY(add_line(context, line[0], line[1], lines));
        }
    return EG_OK;
}

/* ---- interfaces: places between two neighbours of a grid at which the speed jumps, joined within each square */

enum { GRID = 240 /* squares along the longer side */, HALVINGS = 40 };
static const double JUMP = 0.01; /* of the larger speed */

typedef struct media {
    const eg_picture_view *view;
    const eg_speeds *speeds;
    const char *region;
    int squares[2];
    double size[2]; /* m: of a square */
    double *speed;  /* [squares[1] + 1][squares[0] + 1] at their corners, m/s */
} media;

static void place_of_point(const media *m, int i, int j, double x[2])
{
    const int at[2] = {i, j};
    for (int k = 0; k < 2; k++) {
        double low = m->view->low[m->view->axis[k]], high = m->view->high[m->view->axis[k]];
        x[k] = fmin(high, low + m->size[k] * at[k]);
    }
}

static double speed_at(const media *m, const double place[2])
{
    double x[3] = {0, 0, 0};
    if (m->view->normal >= 0)
        x[m->view->normal] = m->view->at;
    for (int k = 0; k < 2; k++)
        x[m->view->axis[k]] = place[k];
    return m->speeds->slowest(m->speeds, m->region, x);
}

static bool differ(double a, double b)
{
    return fabs(a - b) > JUMP * fmax(fabs(a), fabs(b)); /* of NaN: false */
}

/* Between two corners, each i, j. Halves the way round the larger difference: what is continuous has less and
 * less of it. */
static bool find_jump(const media *m, const int corner[2][2], double jump[2])
{
    double end[2][2], value[2];
    for (int n = 0; n < 2; n++)
        value[n] = m->speed[corner[n][0] + (int64_t)(m->squares[0] + 1) * corner[n][1]];
    if (!differ(value[0], value[1]))
        return false;
    for (int n = 0; n < 2; n++)
        place_of_point(m, corner[n][0], corner[n][1], end[n]);
    for (int step = 0; step < HALVINGS && differ(value[0], value[1]); step++) {
        const double middle[2] = {0.5 * (end[0][0] + end[1][0]), 0.5 * (end[0][1] + end[1][1])};
        double between = speed_at(m, middle);
        int moved = fabs(value[0] - between) > fabs(value[1] - between) ? 1 : 0;
        memcpy(end[moved], middle, sizeof middle);
        value[moved] = between;
    }
    memcpy(jump, end[0], sizeof end[0]);
    return differ(value[0], value[1]);
}

/* Two jumps on the sides of a square are joined, more than two with their middle. */
static eg_status add_square(eg_context *context, const media *m, int i, int j, eg_picture_lines *lines)
{
    static const int corner[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    double jump[4][2], middle[2] = {0, 0};
    int jumps = 0;
    for (int side = 0; side < 4; side++) {
        int from = side < 2 ? side : side + 1; /* both squares beside it go the same way */
        int to = side < 2 ? side + 1 : side;
        const int ends[2][2] = {{i + corner[from][0], j + corner[from][1]},
                                {i + corner[to][0], j + corner[to][1]}};
        jumps += find_jump(m, ends, jump[jumps]);
    }
    for (int n = 0; n < jumps; n++)
        for (int k = 0; k < 2; k++)
            middle[k] += jump[n][k] / jumps;
    if (jumps == 2)
        return add_line(context, jump[0], jump[1], lines);
    for (int n = 0; n < jumps && jumps > 2; n++)
        EG_TRY(add_line(context, jump[n], middle, lines));
    return EG_OK;
}

static eg_status add_squares(eg_context *context, media *m, eg_picture_lines *lines)
{
    double extent[2], longest = 0;
    for (int k = 0; k < 2; k++) {
        extent[k] = m->view->high[m->view->axis[k]] - m->view->low[m->view->axis[k]];
        longest = fmax(longest, extent[k]);
    }
    for (int k = 0; k < 2; k++) {
        m->squares[k] = (int)fmax(1, ceil(GRID * extent[k] / longest));
        m->size[k] = extent[k] / m->squares[k];
    }
    int64_t points = (int64_t)(m->squares[0] + 1) * (m->squares[1] + 1);
    EG_SCRATCH double *speed = NULL;
    EG_TRY(eg_alloc(context, points, sizeof *speed, &speed));
    m->speed = speed;
    for (int64_t n = 0; n < points; n++) {
        double x[2];
        place_of_point(m, (int)(n % (m->squares[0] + 1)), (int)(n / (m->squares[0] + 1)), x);
        speed[n] = speed_at(m, x);
    }
    for (int j = 0; j < m->squares[1]; j++)
        for (int i = 0; i < m->squares[0]; i++)
            EG_TRY(add_square(context, m, i, j, lines));
    return EG_OK;
}

/* A volume is linear between its points: it has no jumps, and may be too large to be read for a picture. */
static bool has_volume(const eg_node *material)
{
    for (int64_t i = 0; i < eg_node_count(material); i++)
        if (eg_node_child(eg_node_item(material, i), "volume"))
            return true;
    return false;
}

eg_status eg_picture_interfaces(eg_context *context, const eg_case *loaded, const eg_picture_view *view,
                                eg_picture_lines *lines)
{
    const eg_model_kind *kind = eg_model_kind_of(eg_case_model_of(loaded));
    const eg_node *materials = eg_case_find(loaded, "materials");
    eg_speeds *speeds = NULL;
    if (!kind->class->speeds || eg_node_count(materials) != 1 || has_volume(eg_node_item(materials, 0)))
        return EG_OK;
    EG_TRY(kind->class->speeds->open(context, kind, loaded, &speeds));
    media m = {.view = view, .speeds = speeds, .region = eg_node_key(materials, 0)};
    eg_status status = add_squares(context, &m, lines);
    kind->class->speeds->close(context, &speeds);
    return status;
}
