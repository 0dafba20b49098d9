/* Earthquakes that lift the bed: a table of rectangular faults, whose ground moves as Okada's half-space
 * does. */
#include "physics/shallow_water/okada.h"

#include "base/device_math.h"
#include "base/parallel.h"
#include "io/table/records.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* A row of the table. */
typedef struct fault {
    eg_okada_fault slip;
    double x, y;        /* of the place that the table names */
    double along, up;   /* from the lower left corner to it, along the strike and along the ground */
    double start, rise; /* s */
    double north, east; /* of the strike */
} fault;

enum { LENGTHS = 6, ANGLES = 3 };

static eg_status refuse_fault(const eg_records *records, int64_t row, const char *name, const char *range)
{
    return eg_records_fail(records, row, name, "must be %s", range);
}

static eg_status read_times(const eg_records *records, int64_t row, const eg_date *start, fault *f)
{
    const char *const names[] = {"start", "rise"};
    double *const values[] = {&f->start, &f->rise};
    for (int i = 0; i < 2; i++) {
        *values[i] = 0;
        if (*eg_records_text(records, row, names[i]))
            EG_TRY(i == 0 ? eg_records_moment(records, row, names[i], start, values[i])
                          : eg_records_real(records, row, names[i], EG_DIMENSION_TIME, values[i]));
        if (*values[i] < 0)
            return refuse_fault(records, row, names[i], "zero or more");
    }
    return EG_OK;
}

/* Where the lower left corner is: `at` is the part of the width below the place. */
static eg_status place_fault(const eg_records *records, int64_t row, double at, fault *f)
{
    eg_okada_fault *slip = &f->slip;
    double sine = eg_sin(slip->dip), upper = slip->depth - (1 - at) * slip->width * sine;
    f->along = 0.5 * slip->length;
    f->up = at * slip->width * eg_cos(slip->dip);
    slip->depth += at * slip->width * sine;
    if (upper < -1e-9 * slip->width)
        return eg_records_fail(records, row, "depth", "the upper edge would lie %.9g m above the ground",
                               -upper);
    return EG_OK;
}

static eg_status read_fault(const eg_records *records, int64_t row, double at, double poisson,
                            const eg_date *start, fault *f)
{
    double length[LENGTHS], angle[ANGLES];
    const char *const lengths[LENGTHS] = {"x", "y", "depth", "length", "width", "slip"};
    const char *const angles[ANGLES] = {"strike", "dip", "rake"};
    const double right = 0.5 * 3.14159265358979323846;
    for (int i = 0; i < LENGTHS; i++)
        EG_TRY(eg_records_real(records, row, lengths[i], EG_DIMENSION_LENGTH, &length[i]));
    for (int i = 0; i < ANGLES; i++)
        EG_TRY(eg_records_angle(records, row, angles[i], &angle[i]));
    for (int i = 3; i < 5; i++)
        if (!(length[i] > 0))
            return refuse_fault(records, row, lengths[i], "above zero");
    if (!(angle[1] > 0 && angle[1] <= right * (1 + 1e-12)))
        return refuse_fault(records, row, "dip", "above 0 and at most 90 degrees");
    *f = (fault){.x = length[0], .y = length[1], .north = eg_cos(angle[0]), .east = eg_sin(angle[0])};
    f->slip = (eg_okada_fault){.depth = length[2],
                               .dip = angle[1],
                               .length = length[3],
                               .width = length[4],
                               .strike_slip = length[5] * eg_cos(angle[2]),
                               .dip_slip = length[5] * eg_sin(angle[2]),
                               .poisson = poisson};
    EG_TRY(read_times(records, row, start, f));
    return place_fault(records, row, at, f);
}

/* Degrees are not metres, and nothing says where. */
static eg_status check_places(const eg_records *records)
{
    static const char *const names[] = {"longitude", "latitude", "lon", "lat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (eg_records_column(records, names[i]) >= 0)
            return eg_fail(records->context, EG_INPUT,
                           "%s: column '%s': positions of faults are coordinates of the mesh in "
                           "metres; project longitudes and latitudes",
                           records->path, names[i]);
    return eg_records_column(records, "x") >= 0 && eg_records_column(records, "y") >= 0
               ? EG_OK
               : eg_fail(records->context, EG_INPUT, "%s: columns x and y are missing", records->path);
}

/* How far the faults lift the cells, which `job` adds. */
typedef struct lifting {
    const fault *fault;
    const double (*centroid)[3];
    double *height;
} lifting;

static eg_status lift_cells(void *with, int part, int64_t from, int64_t to)
{
    const lifting *l = with;
    const fault *f = l->fault;
    (void)part;
    for (int64_t c = from; c < to; c++) {
        double x = l->centroid[c][0] - f->x, y = l->centroid[c][1] - f->y, moved[3];
        eg_okada_displace(&f->slip, x * f->east + y * f->north + f->along, y * f->east - x * f->north + f->up,
                          moved);
        l->height[c] += moved[2];
    }
    return EG_OK;
}

/* Earthquakes slip by 1e-5 to 1e-3 of the size of their fault. */
static void doubt_fault(const eg_sw_model *model, const eg_node *map, const eg_records *records, int64_t row,
                        const eg_okada_fault *slip)
{
    static const double most = 0.01;
    double size = fmin(slip->length, slip->width), by = hypot(slip->strike_slip, slip->dip_slip);
    if (by > most * size)
        eg_case_doubt(model->setup.loaded, map, by / size, most,
                      "%s:%lld: a fault of %.6g m by %.6g m slips by %.6g m, and earthquakes by less than a "
                      "thousandth of their fault: are depth, length and width in km? Columns without a unit "
                      "are in m",
                      records->path, (long long)records->line[row], slip->length, slip->width, by);
}

eg_status eg_sw_read_faults(eg_sw_model *model, const eg_node *map)
{
    static const char known[] = "x y depth strike dip rake length width slip start rise longitude "
                                "latitude lon lat";
    const eg_node *where = eg_node_child(map, "at");
    double at = eg_node_is(where, "top") ? 1 : eg_node_is(where, "bottom") ? 0 : 0.5;
    const eg_mesh *mesh = &model->setup.mesh->base;
    int parts = eg_parts(mesh->context, mesh->own, 1 << 10);
    EG_ENDS_WITH(eg_records_destroy) eg_records *records = NULL;
    EG_TRY(eg_records_read(model->setup.context, eg_node_path(eg_node_child(map, "csv")), known,
                           "depth strike dip rake length width slip", &records));
    EG_TRY(check_places(records));
    eg_sw_warn_of_zone(model, map, records->path, eg_records_is_zoneless(records, "start"));
    for (int64_t row = 0; row < records->rows; row++) {
        fault f;
        EG_TRY(read_fault(records, row, at, eg_node_real(eg_node_child(map, "poisson")),
                          eg_case_start(model->setup.loaded), &f));
        doubt_fault(model, map, records, row, &f.slip);
        lifting l = {.fault = &f, .centroid = (const double(*)[3])mesh->centroid};
        EG_TRY(eg_sw_add_lift(model, f.start, f.start + f.rise, &l.height));
        EG_TRY(eg_in_parts(mesh->context, parts, mesh->own, lift_cells, &l));
    }
    return EG_OK;
}
