/* Which entries of a state a source drives; the constants of a flux. */
#include "physics/linear/source.h"

#include <math.h>

void eg_linear_combine(bool damps, double zl, double zr, double constants[3])
{
    bool carries = zl + zr > 0;
    constants[0] = carries ? zl / (zl + zr) : 0.5;
    constants[1] = carries && damps ? 1 / (zl + zr) : 0;
    constants[2] = carries && damps ? zl * zr / (zl + zr) : 0;
}

double eg_linear_one_speed(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(material[0] * material[1]);
}

/* rho c = sqrt(rho modulus) */
static double one_impedance(const double *material)
{
    return sqrt(material[0] / material[1]);
}

void eg_linear_one_face(const eg_linear *system, const eg_linear_face *face, double *constants)
{
    bool damps = face->flux == EG_FLUX_UPWIND || face->boundary == EG_LINEAR_ABSORBING;
    if (face->flux == EG_FLUX_RUSANOV)
        constants[0] =
            fmax(eg_linear_one_speed(system, face->left), eg_linear_one_speed(system, face->right));
    else
        eg_linear_combine(damps, one_impedance(face->left), one_impedance(face->right), constants);
}

/* The parts by which a medium differs where it jumps: on both sides of a face, and from centre to centre. */
static const double JUMP = 0.01, JUMP_OF_MEANS = 0.3;

const char *eg_linear_source_name(eg_linear_source_kind kind)
{
    static const char *const name[EG_LINEAR_SOURCES] = {"state", "force", "moment", "explosion"};
    return name[kind];
}

int eg_linear_source_strengths(const eg_linear *system, eg_linear_source_kind kind)
{
    const int strengths[EG_LINEAR_SOURCES] = {[EG_LINEAR_SOURCE_STATE] = system->variables,
                                              [EG_LINEAR_SOURCE_FORCE] = system->source.forces,
                                              [EG_LINEAR_SOURCE_MOMENT] = system->source.moments,
                                              [EG_LINEAR_SOURCE_EXPLOSION] = system->source.explosions != 0};
    return strengths[kind];
}

eg_status eg_linear_source_check(eg_context *context, const eg_linear *system, int64_t source,
                                 eg_linear_source_kind kind, const double *strength)
{
    int count = eg_linear_source_strengths(system, kind);
    if (count == 0)
        return eg_fail(context, EG_CASE,
                       "source %lld: %s has no source of the kind '%s'; take 'state', which names what each "
                       "variable gets",
                       (long long)source + 1, system->name, eg_linear_source_name(kind));
    for (int j = 0; j < count; j++)
        if (!isfinite(strength[j]))
            return eg_fail(context, EG_CASE, "source %lld: its strength %d is %g; it must be finite",
                           (long long)source + 1, j + 1, strength[j]);
    return EG_OK;
}

void eg_linear_source_weights(const eg_linear *system, eg_linear_source_kind kind, const double *material,
                              const double *strength, double *weights)
{
    assert(eg_linear_source_strengths(system, kind) > 0);
    const eg_linear_places *p = &system->source;
    for (int v = 0; v < system->variables; v++)
        weights[v] = kind == EG_LINEAR_SOURCE_STATE ? strength[v] : 0;
    if (kind == EG_LINEAR_SOURCE_FORCE)
        for (int i = 0; i < p->forces; i++)
            weights[p->velocity + i] = strength[i] * material[p->density];
    if (kind == EG_LINEAR_SOURCE_MOMENT)
        for (int i = 0; i < p->moments; i++)
            weights[p->stress + i] = -strength[i];
    if (kind == EG_LINEAR_SOURCE_EXPLOSION && p->explosions < 0)
        weights[p->stress] = strength[0];
    if (kind == EG_LINEAR_SOURCE_EXPLOSION)
        for (int i = 0; i < p->explosions; i++)
            weights[p->stress + i] = -strength[0];
}

static bool differ(const eg_linear *system, const double *left, const double *right, double part)
{
    double scale = 0;
    for (int i = 0; i < system->alike; i++)
        scale = fmax(scale, fmax(fabs(left[i]), fabs(right[i])));
    for (int i = 0; i < system->materials - system->following; i++) {
        double own = i < system->alike ? scale : fmax(fabs(left[i]), fabs(right[i]));
        if (fabs(left[i] - right[i]) > part * own)
            return true;
    }
    return false;
}

bool eg_linear_jumps(const eg_linear *system, int count, const double *left, const double *right)
{
    int n = system->materials;
    bool answer = differ(system, &left[count * n], &right[count * n], JUMP_OF_MEANS);
    for (int q = 0; q < count; q++)
        answer = answer || differ(system, &left[q * n], &right[q * n], JUMP);
    return answer;
}
