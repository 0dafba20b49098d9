/* The largest values that a case of shallow water asks for, from those that the solver keeps. */
#include "run/models/shallow_water/internal.h"

unsigned eg_sw_wanted_maxima(const eg_case *loaded)
{
    static const unsigned parts[EG_SW_MAXIMUM_COUNT] = {[EG_SW_MAXIMUM_SPEED] = EG_FV_MAXIMA_FLOW,
                                                        [EG_SW_MAXIMUM_SPEED_TIME] =
                                                            EG_FV_MAXIMA_FLOW | EG_FV_MAXIMA_SPEED_TIME,
                                                        [EG_SW_MAXIMUM_DISCHARGE] = EG_FV_MAXIMA_FLOW,
                                                        [EG_SW_MAXIMUM_ARRIVAL_TIME] = EG_FV_MAXIMA_TIMES,
                                                        [EG_SW_MAXIMUM_DEPTH_TIME] = EG_FV_MAXIMA_TIMES,
                                                        [EG_SW_MAXIMUM_HAZARD] = EG_FV_MAXIMA_HAZARD,
                                                        [EG_SW_MAXIMUM_HAZARD_DEGREE] = EG_FV_MAXIMA_HAZARD,
                                                        [EG_SW_MAXIMUM_HAZARD_CLASS] = EG_FV_MAXIMA_FLOW,
                                                        [EG_SW_MAXIMUM_DURATION] = EG_FV_MAXIMA_DURATION};
    const eg_node *variables = eg_case_find(loaded, "output.maxima.variables");
    const eg_output *maxima = eg_case_model_of(loaded)->maxima;
    unsigned wanted = variables ? EG_FV_MAXIMA_DEPTH : 0;
    for (int64_t i = 0; i < eg_node_count(variables); i++)
        wanted |=
            parts[eg_output_find(maxima, EG_SW_MAXIMUM_COUNT, eg_node_text(eg_node_item(variables, i)))];
    return wanted;
}

/* Low, moderate, significant, extreme: the rating's bounds of table 13.1 of DEFRA FD2320/TR2 (2005), in its
 * supplementary note of May 2008; 0 where it was never flooded. */
static double degree_of_hazard(double rating)
{
    static const double above[] = {0, 0.75, 1.25, 2};
    int degree = 0;
    for (size_t i = 0; i < sizeof above / sizeof *above; i++)
        degree += i == 0 ? rating > 0 : rating >= above[i];
    return degree;
}

/* H1 to H6: table 2 of the Australian Disaster Resilience Guideline 7-3 (2017), by depth times speed, depth
 * and speed. A class holds what is within its three bounds, which grow from class to class: the worst class
 * of all steps is therefore that of the largest values. 0 where there was no water. */
static double class_of_hazard(const eg_fv_maximum *row)
{
    static const double most[][3] = {{0.3, 0.3, 2}, {0.6, 0.5, 2}, {0.6, 1.2, 2}, {1, 2, 2}, {4, 4, 4}};
    int class = 0, classes = sizeof most / sizeof *most;
    if (row->depth == 0)
        return 0;
    while (class < classes &&
           (row->discharge > most[class][0] || row->depth > most[class][1] || row->speed > most[class][2]))
        class ++;
    return class + 1;
}

double eg_sw_maximum(eg_sw_maximum_id id, const eg_fv_maximum *row, double bed, double level)
{
    static const size_t kept[EG_SW_MAXIMUM_COUNT] = {
        [EG_SW_MAXIMUM_DEPTH] = offsetof(eg_fv_maximum, depth),
        [EG_SW_MAXIMUM_SPEED] = offsetof(eg_fv_maximum, speed),
        [EG_SW_MAXIMUM_SPEED_TIME] = offsetof(eg_fv_maximum, speed_time),
        [EG_SW_MAXIMUM_DISCHARGE] = offsetof(eg_fv_maximum, discharge),
        [EG_SW_MAXIMUM_ARRIVAL_TIME] = offsetof(eg_fv_maximum, arrival),
        [EG_SW_MAXIMUM_DEPTH_TIME] = offsetof(eg_fv_maximum, depth_time),
        [EG_SW_MAXIMUM_HAZARD] = offsetof(eg_fv_maximum, hazard),
        [EG_SW_MAXIMUM_DURATION] = offsetof(eg_fv_maximum, duration),
        [EG_SW_MAXIMUM_INFILTRATED] = offsetof(eg_fv_maximum, infiltrated),
        [EG_SW_MAXIMUM_RAIN] = offsetof(eg_fv_maximum, rain)};
    if (id == EG_SW_MAXIMUM_LEVEL)
        return level; /* the bed stays, and a sum is rounded in order */
    if (id == EG_SW_MAXIMUM_ELEVATION)
        return bed;
    if (id == EG_SW_MAXIMUM_HAZARD_DEGREE)
        return degree_of_hazard(row->hazard);
    if (id == EG_SW_MAXIMUM_HAZARD_CLASS)
        return class_of_hazard(row);
    return *(const double *)(const void *)((const char *)row + kept[id]);
}

/* Whether it is of solutes, of which peaks[cell][solutes] are; and that value. */
static bool is_of_solute(int id)
{
    return id >= EG_SW_MAXIMUM_CONCENTRATION_1;
}

static void fill_peaks(const eg_sw_model *model, int id, const eg_fv_solute_peak *peaks, double *values)
{
    bool is_time = id >= EG_SW_MAXIMUM_CONCENTRATION_TIME_1;
    int s = id - (is_time ? EG_SW_MAXIMUM_CONCENTRATION_TIME_1 : EG_SW_MAXIMUM_CONCENTRATION_1);
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++) {
        const eg_fv_solute_peak *peak = &peaks[c * model->solutes.count + s];
        values[c] = is_time ? peak->time : peak->concentration;
    }
}

static eg_status read_peaks(const eg_sw_model *model, int count, const int *which, double *const *values)
{
    EG_SCRATCH eg_fv_solute_peak *peaks = NULL;
    int64_t cells = model->setup.mesh->base.own;
    for (int i = 0; i < count; i++) {
        if (!is_of_solute(which[i]))
            continue;
        if (!peaks) {
            EG_TRY(eg_alloc(model->setup.context, cells * model->solutes.count, sizeof *peaks, &peaks));
            EG_TRY(eg_fv_solute_peaks(model->fv, peaks));
        }
        fill_peaks(model, which[i], peaks, values[i]);
    }
    return EG_OK;
}

eg_status eg_sw_read_maxima(eg_model *base, int count, const int *which, double *const *values)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    const eg_setup *setup = &model->setup;
    int64_t cells = setup->mesh->base.own;
    EG_SCRATCH eg_fv_maximum *rows = NULL;
    eg_time_step now;
    EG_TRY(eg_time_read_step(eg_stepper_time(eg_fv_stepper(model->fv)), &now));
    EG_TRY(eg_alloc(setup->context, cells, sizeof *rows, &rows));
    EG_TRY(eg_fv_maxima(model->fv, rows));
    for (int i = 0; i < count; i++)
        for (int64_t c = 0; !is_of_solute(which[i]) && c < cells; c++)
            values[i][c] =
                eg_sw_maximum((eg_sw_maximum_id)which[i], &rows[c], eg_fv_bed_at(model->fv, c, now.begin),
                              eg_fv_level_of(model->fv, c, rows[c].depth, now.begin));
    return read_peaks(model, count, which, values);
}
