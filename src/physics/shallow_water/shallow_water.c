/* Outputs of shallow water. */
#include "physics/shallow_water/shallow_water.h"

#include <math.h>

const eg_output eg_sw_outputs[EG_SW_OUTPUT_COUNT] = {
#define ROW(ID, name, components, unit, words, sentence) {#name, components, unit, sentence, false, words},
    EG_SW_OUTPUTS(ROW)
#undef ROW
};

const eg_output eg_sw_maxima[EG_SW_MAXIMUM_COUNT] = {
#define ROW(ID, name, components, unit, words, sentence) {#name, components, unit, sentence, false, words},
    EG_SW_MAXIMA(ROW)
#undef ROW
};

/* A dry cell has no velocity. */
static void flow_velocity(const eg_sw_state *state, double dry, double velocity[2])
{
    double inverse = state->h > dry ? 1 / state->h : 0;
    velocity[0] = state->qx * inverse;
    velocity[1] = state->qy * inverse;
}

static double flow_speed(const eg_sw_state *state, double dry)
{
    double velocity[2];
    flow_velocity(state, dry, velocity);
    return sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
}

/* That of solute s; 0 where there are not so many. */
static double concentration_behind(const eg_sw_state *state, int solutes, int s)
{
    return s < solutes ? ((const double *)(state + 1))[s] : 0;
}

void eg_sw_evaluate(eg_sw_output_id id, const eg_sw_state *state, int solutes, double gravity, double dry,
                    double *value)
{
    double h = state->h;
    switch (id) {
    case EG_SW_DEPTH:
        value[0] = h;
        break;
    case EG_SW_LEVEL:
        value[0] = h + state->z + state->above;
        break;
    case EG_SW_VELOCITY:
        flow_velocity(state, dry, value);
        break;
    case EG_SW_DISCHARGE:
        value[0] = state->qx;
        value[1] = state->qy;
        break;
    case EG_SW_ELEVATION:
        value[0] = state->z;
        break;
    case EG_SW_SPEED:
        value[0] = flow_speed(state, dry);
        break;
    case EG_SW_FROUDE:
        value[0] = h > dry ? flow_speed(state, dry) / sqrt(gravity * h) : 0;
        break;
#define CONCENTRATION_CASE(X, N, ORDINAL) case EG_SW_CONCENTRATION_##N:
        EG_SW_EACH_SOLUTE(, CONCENTRATION_CASE)
        value[0] = concentration_behind(state, solutes, (int)(id - EG_SW_CONCENTRATION_1));
        break;
    case EG_SW_INFILTRATION:
        value[0] = state->infiltrated;
        break;
    case EG_SW_RAIN:
        value[0] = state->rain;
        break;
    case EG_SW_WET:
        value[0] = state->wet;
        break;
    case EG_SW_MANNING:
    case EG_SW_CLASS: /* of the ground, not of the water */
    case EG_SW_OUTPUT_COUNT:
        assert(!"no output of the state");
    }
}
