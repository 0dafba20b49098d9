/* Normals, states, materials and rotations that are anything, and the comparison of fluxes. */
#include "kernel/linear/reference.h"

double any_number(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)(state >> 11) / 4503599627370496.0 - 1;
}

void any_normal(int dimensions, double *n)
{
    double size = 0, choice = any_number();
    memset(n, 0, 3 * sizeof *n);
    int axis = (int)((any_number() + 1) * 0.5 * dimensions);
    while (size < 0.1) {
        for (int i = 0; i < dimensions; i++)
            n[i] = any_number();
        size = sqrt(dot(n, n));
    }
    for (int i = 0; i < dimensions; i++)
        n[i] = choice < -0.7 ? (i == axis) : choice < -0.4 ? (i == axis) + 1e-5 * n[i] : n[i];
    if (any_number() < 0)
        n[axis] = -n[axis];
    size = sqrt(dot(n, n));
    for (int i = 0; i < dimensions; i++)
        n[i] /= size;
}

void any_material(const eg_linear *system, double *material)
{
    double size = any_number() < 0 ? 1 : 1e10, rho = any_number() < 0 ? 1 : 2500;
    if (system->variables == 1) {
        for (int i = 0; i < system->dimensions; i++)
            material[i] = any_number();
    } else if (system->materials == 2) {
        material[0] = size * (1.5 + any_number());
        material[1] = (1.5 + any_number()) / rho;
    } else {
        material[2] = size * (1.5 + any_number());
        material[1] = any_number() < -0.5 ? 0 : size * (1.5 + any_number());
        material[0] = material[1] + 2 * material[2];
        material[3] = (1.5 + any_number()) / rho;
    }
}

void any_state(const eg_linear *system, const double *material, double *u)
{
    double scale = system->variables == 1 ? 1 : system->speed(system, material);
    for (int v = 0; v < system->variables; v++)
        u[v] = any_number() * flux_size(system, material, v) / scale;
}

double flux_size(const eg_linear *system, const double *material, int v)
{
    if (system->variables == 1)
        return 1;
    return v < system->source.velocity ? material[0] : system->speed(system, material);
}

void close_to(const eg_linear *system, const double *material, const double *got, const double *wanted,
              double tolerance)
{
    for (int v = 0; v < system->variables; v++)
        if (!(fabs(got[v] - wanted[v]) <= tolerance * flux_size(system, material, v)))
            fail_msg("%s in %d dimensions, component %d: %.17g instead of %.17g", system->name,
                     system->dimensions, v, got[v], wanted[v]);
}

/* The rotation that a quaternion stands for. */
void any_rotation(double q[3][3])
{
    double a[4], size = 0;
    while (size < 0.1) {
        size = 0;
        for (int i = 0; i < 4; i++) {
            a[i] = any_number();
            size += a[i] * a[i];
        }
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double cross = i == j ? 0 : a[0] * a[1 + (3 - i - j)] * ((j - i + 3) % 3 == 1 ? -1 : 1);
            q[i][j] = (i == j) + 2 * (a[1 + i] * a[1 + j] + cross) / size -
                      (i == j ? 2 * (1 - a[0] * a[0] / size) : 0);
        }
}

void rotate_vector(double q[3][3], const double *v, double *turned)
{
    for (int i = 0; i < 3; i++)
        turned[i] = dot(q[i], v);
}

void rotate_state(const eg_linear *system, double q[3][3], const double *u, double *turned)
{
    tensors t = unpack(system, u), r = {.scalar = t.scalar};
    rotate_vector(q, t.velocity, r.velocity);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r.stress[i][j] += q[i][k] * dot(q[j], t.stress[k]);
    pack(system, &r, turned);
}
