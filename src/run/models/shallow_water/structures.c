/* Hydraulic structures from the case: what a flow between two cells needs to know (kernels/fv/kinds.h). */
#include "io/table/records.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

static double real_of_key(const eg_node *map, const char *key)
{
    return eg_node_real(eg_node_child(map, key));
}

static double root_2g(const eg_sw_model *model)
{
    return sqrt(2 * eg_case_real(model->setup.loaded, "numerics.gravity", 9.81));
}

/* Level, width and coefficient of an opening as long as it is a weir. */
static void fill_weir(const eg_sw_model *model, const eg_node *map, const char *level, double *constant)
{
    constant[0] = real_of_key(map, level);
    constant[1] = real_of_key(map, "width");
    constant[2] = 2.0 / 3 * real_of_key(map, "coefficient") * root_2g(model);
}

static eg_status read_gate(eg_sw_model *model, const eg_node *map, eg_sw_flow *given, eg_fv_flow *flow)
{
    fill_weir(model, map, "sill", flow->constant);
    flow->constant[3] = real_of_key(map, "orifice") * root_2g(model);
    return eg_sw_read_rate(model, eg_node_child(map, "opening"), NULL, &given->series, &flow->discharge);
}

static eg_status read_bridge(eg_sw_model *model, const eg_node *map, eg_sw_flow *given, eg_fv_flow *flow)
{
    (void)given;
    double *constant = flow->constant;
    fill_weir(model, map, "sill", constant);
    constant[3] = real_of_key(map, "orifice") * root_2g(model);
    constant[4] = real_of_key(map, "soffit");
    constant[5] = real_of_key(map, "deck");
    constant[6] = real_of_key(map, "deck_width");
    if (constant[0] < constant[4] && constant[4] < constant[5])
        return EG_OK;
    return eg_case_fail(
        model->setup.loaded, map, EG_CASE,
        "%s: the sill, %g m, must lie below the soffit, %g m, and the soffit below the deck, %g m",
        eg_node_name(map), constant[0], constant[4], constant[5]);
}

/* Area, wetted perimeter and height of one barrel. */
static void measure_barrel(const eg_node *map, double *area, double *perimeter, double *high)
{
    const eg_node *diameter = eg_node_child(map, "diameter"), *size = eg_node_child(map, "size");
    const double pi = 3.14159265358979323846;
    if (diameter) {
        *high = eg_node_real(diameter);
        *area = 0.25 * pi * *high * *high;
        *perimeter = pi * *high;
        return;
    }
    double width = eg_node_real(eg_node_item(size, 0));
    *high = eg_node_real(eg_node_item(size, 1));
    *area = width * *high;
    *perimeter = 2 * (width + *high);
}

static eg_status read_culvert(eg_sw_model *model, const eg_node *map, eg_sw_flow *given, eg_fv_flow *flow)
{
    (void)given;
    const eg_node *inlet = eg_node_child(map, "inlet");
    double *constant = flow->constant, area, perimeter, high, k[4];
    double n = real_of_key(map, "manning"), length = real_of_key(map, "length"), g2 = root_2g(model);
    measure_barrel(map, &area, &perimeter, &high);
    eg_node_reals(inlet, 0, 4, k);
    eg_node_reals(eg_node_child(map, "inverts"), 0, 2, constant);
    constant[2] = area * (double)eg_node_integer(eg_node_child(map, "barrels"));
    constant[3] = high;
    constant[4] = k[0];
    constant[5] = 1 / k[1];
    constant[6] = k[2];
    constant[7] = k[3];
    double barrel = g2 * g2 * n * n * length / pow(area / perimeter, 4.0 / 3);
    constant[8] = (1 + real_of_key(map, "entrance_loss") + barrel) / (g2 * g2);
    constant[EG_FV_FLOW_ONE_WAY] = eg_node_boolean(eg_node_child(map, "flap"));
    constant[10] = 0.5 * (constant[0] - constant[1]) / length;
    if (k[0] * pow(3.5, k[1]) < 16 * k[2] + k[3] - fabs(constant[10]))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, inlet ? inlet : map, EG_CASE,
                        "%s: the unsubmerged inlet ends at the head %g, above %g, where the "
                        "submerged inlet begins, in heights of the barrel; use K, M, c, Y of form "
                        "2 from HDS-5, and check the slope",
                        eg_node_name(map), k[0] * pow(3.5, k[1]), 16 * k[2] + k[3] - fabs(constant[10]));
}

/* A pump's curve: discharge over the head between the two levels. */
static eg_status read_pump_curve(const eg_sw_model *model, const eg_node *path, eg_sw_flow *given,
                                 eg_fv_flow *flow)
{
    static const char columns[] = "head discharge";
    EG_ENDS_WITH(eg_records_destroy) eg_records *records = NULL;
    EG_TRY(eg_records_read(model->setup.context, eg_node_path(path), columns, columns, &records));
    int64_t rows = records->rows;
    EG_TRY(eg_alloc(model->setup.context, 2 * rows, sizeof *given->curve, &given->curve));
    for (int64_t i = 0; i < rows; i++) {
        double *head = &given->curve[i], *discharge = &given->curve[rows + i];
        EG_TRY(eg_records_real(records, i, "head", EG_DIMENSION_LENGTH, head));
        EG_TRY(eg_records_real(records, i, "discharge", EG_DIMENSION_DISCHARGE, discharge));
        if (i > 0 && !(*head > head[-1]))
            return eg_records_fail(records, i, "head",
                                   "heads must ascend from row to row, and %g m is not above %g m", *head,
                                   head[-1]);
        if (*discharge < 0)
            return eg_records_fail(records, i, "discharge",
                                   "a pump does not run backward: the discharge must be zero or more");
    }
    flow->constant[EG_FV_FLOW_ONE_WAY] = 1;
    flow->discharge = (eg_fv_rate){rows, given->curve, given->curve + rows, false};
    return EG_OK;
}

static eg_status read_pump(eg_sw_model *model, const eg_node *map, eg_sw_flow *given, eg_fv_flow *flow)
{
    const eg_node *on = eg_node_child(map, "on"), *off = eg_node_child(map, "off");
    const eg_node *curve = eg_node_child(map, "curve");
    flow->constant[0] = on ? eg_node_real(on) : -INFINITY;
    flow->constant[1] = off ? eg_node_real(off) : flow->constant[0];
    if (flow->constant[1] > flow->constant[0])
        return eg_case_fail(model->setup.loaded, off, EG_CASE,
                            "%s is %g m, above the level at which the pump starts, %g m", eg_node_name(off),
                            flow->constant[1], flow->constant[0]);
    return curve ? read_pump_curve(model, curve, given, flow)
                 : eg_sw_read_rate(model, eg_node_child(map, "discharge"), NULL, &given->series,
                                   &flow->discharge);
}

/* ---- rating tables */

/* The levels of a row and its discharge. */
typedef struct rating_row {
    double up, down, discharge;
} rating_row;

static eg_status read_rating_row(const eg_records *records, int64_t i, rating_row *row)
{
    EG_TRY(eg_records_real(records, i, "upstream", EG_DIMENSION_LENGTH, &row->up));
    EG_TRY(eg_records_real(records, i, "downstream", EG_DIMENSION_LENGTH, &row->down));
    EG_TRY(eg_records_real(records, i, "discharge", EG_DIMENSION_DISCHARGE, &row->discharge));
    if ((row->up - row->down) * row->discharge < 0 || (row->up == row->down && row->discharge != 0))
        return eg_records_fail(records, i, "discharge",
                               "water flows to the lower level: from %g m to %g m it is zero%s", row->up,
                               row->down,
                               row->up > row->down   ? " or more"
                               : row->up < row->down ? " or less"
                                                     : "");
    return EG_OK;
}

/* Row i, where each upstream level has `across` rows. */
static eg_status check_rating_row(const eg_records *records, int64_t i, int64_t across, const rating_row *row)
{
    int64_t j = i % across;
    if (i > 0 && j == 0 && !(row[i].up > row[i - 1].up))
        return eg_records_fail(records, i, "upstream",
                               "upstream levels must ascend, and %g m is not above %g m", row[i].up,
                               row[i - 1].up);
    if (j > 0 && row[i].up != row[i - 1].up)
        return eg_records_fail(records, i, "upstream",
                               "each upstream level needs the same %lld downstream levels, and %g m has %lld",
                               (long long)across, row[i - 1].up, (long long)j);
    if (i < across && j > 0 && !(row[i].down > row[i - 1].down))
        return eg_records_fail(records, i, "downstream",
                               "downstream levels must ascend, and %g m is not above %g m", row[i].down,
                               row[i - 1].down);
    if (i >= across && row[i].down != row[j].down)
        return eg_records_fail(records, i, "downstream",
                               "each upstream level needs the same downstream levels: %g m is expected here",
                               row[j].down);
    return EG_OK;
}

/* All rows, and how many the first upstream level has. */
static eg_status read_rating_rows(const eg_records *records, rating_row *row, int64_t *across)
{
    *across = 1;
    for (int64_t i = 0; i < records->rows; i++)
        EG_TRY(read_rating_row(records, i, &row[i]));
    while (*across < records->rows && row[*across].up == row[0].up)
        ++*across;
    for (int64_t i = 0; i < records->rows; i++)
        EG_TRY(check_rating_row(records, i, *across, row));
    if (records->rows % *across == 0)
        return EG_OK;
    return eg_records_fail(
        records, records->rows - 1, "upstream",
        "each upstream level needs the same %lld downstream levels, and the last one has %lld",
        (long long)*across, (long long)(records->rows % *across));
}

/* Discharges over the levels at `to`, and numbers over those at `from` (kernels/fv/kinds.h). */
static void fill_rating(const rating_row *row, int64_t rows, int64_t across, double *curve, eg_fv_flow *flow)
{
    int64_t levels = rows / across;
    double *down = curve, *discharge = down + rows, *up = discharge + rows, *number = up + levels;
    for (int64_t i = 0; i < rows; i++) {
        down[i] = row[i].down;
        discharge[i] = row[i].discharge;
    }
    for (int64_t i = 0; i < levels; i++) {
        up[i] = row[i * across].up;
        number[i] = (double)i;
    }
    flow->constant[1] = (double)across;
    flow->discharge = (eg_fv_rate){rows, down, discharge, false};
    flow->breach[0] = (eg_fv_rate){levels, up, number, false};
}

static eg_status read_rating_table(eg_sw_model *model, const eg_node *path, eg_sw_flow *given,
                                   eg_fv_flow *flow)
{
    static const char columns[] = "upstream downstream discharge";
    eg_context *context = model->setup.context;
    EG_ENDS_WITH(eg_records_destroy) eg_records *records = NULL;
    EG_SCRATCH rating_row *row = NULL;
    int64_t across = 1;
    EG_TRY(eg_records_read(context, eg_node_path(path), columns, columns, &records));
    int64_t rows = records->rows;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(rows, row), EG_BLOCK(4 * rows, given->curve)));
    EG_TRY(read_rating_rows(records, row, &across));
    fill_rating(row, rows, across, given->curve, flow);
    return EG_OK;
}

/* The middle of a breach along its line, m. A point farther off than a twentieth of the line is a mistyped
 * one. */
static eg_status read_breach_at(eg_sw_model *model, const eg_node *points, const eg_node *at, double *middle)
{
    double x[2], ends[4], distance, length = 0;
    eg_node_reals(at, 0, 2, x);
    for (int64_t i = 0; i + 3 < eg_node_count(points); i += 2) {
        eg_node_reals(points, i, 4, ends);
        length += hypot(ends[2] - ends[0], ends[3] - ends[1]);
    }
    *middle = eg_sw_along(points, x, &distance);
    return 20 * distance <= length
               ? EG_OK
               : eg_case_fail(model->setup.loaded, at, EG_CASE,
                              "%s, (%g, %g), lies %g m from the line, which is %g m long; give a "
                              "point on the line",
                              eg_node_name(at), x[0], x[1], distance, length);
}

/* Crest and bottom width over time, and the slope of the sides. */
static eg_status read_breach_growth(eg_sw_model *model, const eg_node *map, double top, eg_sw_flow *given,
                                    eg_fv_flow *flow)
{
    static const char *const keys[] = {"crest", "width"};
    if (eg_node_child(map, "froehlich"))
        return eg_sw_read_froehlich(model, map, top, given, flow);
    if (!eg_node_child(map, "width"))
        return eg_case_fail(model->setup.loaded, map, EG_CASE, "%s: missing key 'width' beside 'crest'",
                            eg_node_name(map));
    for (int k = 0; k < 2; k++)
        EG_TRY(eg_sw_read_rate(model, eg_node_child(map, keys[k]), NULL, &given->breach[k], &flow->breach[k]));
    flow->constant[6] = real_of_key(map, "slope");
    return EG_OK;
}

/* The crest of the weir at a distance along its line; NAN: it varies with time. */
static double crest_at(const eg_node *weir, const eg_node *points, double along)
{
    const eg_node *crests = eg_node_child(weir, "crests"), *crest = eg_node_child(weir, "crest");
    if (crests && eg_node_count(points) == 2 * eg_node_count(crests))
        return eg_sw_crest_along(points, crests, along);
    return crest && eg_node_is_constant(crest) ? eg_node_real(crest) : NAN;
}

/* A breach: along a line around the point nearest to `at`, else in the middle. The faces of a line add where
 * they are. */
static eg_status read_breach(eg_sw_model *model, const eg_node *weir, eg_sw_flow *given, eg_fv_flow *flow)
{
    const eg_node *map = eg_node_child(weir, "breach");
    const eg_node *points = eg_node_child(given->node, "along"), *at = eg_node_child(map, "at");
    double middle = 0;
    if ((points != NULL) != (at != NULL))
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            points ? "%s: missing key 'at', its middle"
                                   : "%s: 'at' is only for weirs along a line; remove it",
                            eg_node_name(map));
    flow->constant[3] = 1;
    flow->constant[4] = -0.5 * flow->constant[1];
    flow->constant[5] = 0.5 * flow->constant[1];
    if (points) {
        EG_TRY(read_breach_at(model, points, at, &middle));
        flow->constant[4] = flow->constant[5] = -middle;
    }
    return read_breach_growth(model, map, crest_at(weir, points, middle), given, flow);
}

/* A crest that falls along its line is the faces' own (eg_sw_crest_along()); the flow's is the highest. */
static eg_status read_crest(eg_sw_model *model, const eg_node *weir, eg_sw_flow *given, eg_fv_flow *flow)
{
    const eg_node *crests = eg_node_child(weir, "crests");
    const eg_node *points = eg_node_child(given->node, "along");
    eg_fv_series series;
    double highest = -INFINITY;
    if (!crests)
        return eg_sw_read_rate(model, eg_node_child(weir, "crest"), NULL, &given->series, &flow->discharge);
    if (eg_node_count(points) != 2 * eg_node_count(crests))
        return eg_case_fail(
            model->setup.loaded, crests, EG_CASE,
            "%s has %lld elevations, and 'along' %lld points; give one for each point of a line",
            eg_node_name(crests), (long long)eg_node_count(crests), (long long)eg_node_count(points) / 2);
    for (int64_t i = 0; i < eg_node_count(crests); i++)
        highest = fmax(highest, eg_node_real(eg_node_item(crests, i)));
    eg_sw_give_number(highest, &given->series, &series);
    flow->discharge = (eg_fv_rate){series.rows, series.times, series.values, false};
    return EG_OK;
}

/* Its crest may change. Along a line the faces give its width. */
static eg_status read_weir(eg_sw_model *model, const eg_node *map, eg_sw_flow *given, eg_fv_flow *flow)
{
    const eg_node *width = eg_node_child(map, "width");
    bool along = eg_node_child(given->node, "along") != NULL;
    if (along == (width != NULL))
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            along ? "%s: along a line the faces give the width; remove the key"
                                  : "%s: missing key 'width'",
                            eg_node_name(map));
    flow->constant[1] = width ? eg_node_real(width) : 0;
    flow->constant[2] = 2.0 / 3 * real_of_key(map, "coefficient") * root_2g(model);
    if (eg_node_child(map, "breach"))
        EG_TRY(read_breach(model, map, given, flow));
    return read_crest(model, map, given, flow);
}

/* All but a pump lead to another cell. */
static eg_status check_structure_ends(const eg_sw_model *model, const eg_node *node, const eg_fv_flow *flow)
{
    if (eg_node_child(node, "along") && flow->kind != EG_FV_WEIR)
        return eg_case_fail(model->setup.loaded, node, EG_CASE,
                            "%s: only a weir may have 'along'; give from and to", eg_node_name(node));
    if (!eg_node_child(node, "from") && !eg_node_child(node, "along"))
        return eg_case_fail(model->setup.loaded, node, EG_CASE,
                            "%s: missing key 'from', or 'along' of a weir", eg_node_name(node));
    if (flow->kind == EG_FV_PUMP || eg_node_child(node, "to") || eg_node_child(node, "along"))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, node, EG_CASE,
                        "%s: missing key 'to'; only a pump may deliver to the outside", eg_node_name(node));
}

eg_status eg_sw_read_structure(eg_sw_model *model, eg_sw_flow *given, eg_fv_flow *flow)
{
    static const struct {
        const char *key;
        eg_fv_flow_kind kind;
        eg_status (*read)(eg_sw_model *model, const eg_node *node, eg_sw_flow *given, eg_fv_flow *flow);
    } kinds[] = {{"weir", EG_FV_WEIR, read_weir},          {"gate", EG_FV_GATE, read_gate},
                 {"culvert", EG_FV_CULVERT, read_culvert}, {"pump", EG_FV_PUMP, read_pump},
                 {"bridge", EG_FV_BRIDGE, read_bridge},    {"rating", EG_FV_RATING_TABLE, read_rating_table}};
    size_t i = 0;
    while (!eg_node_child(given->node, kinds[i].key))
        i++;
    *flow = (eg_fv_flow){.kind = kinds[i].kind, .cell = {-1, -1}};
    EG_TRY(kinds[i].read(model, eg_node_child(given->node, kinds[i].key), given, flow));
    return check_structure_ends(model, given->node, flow);
}
