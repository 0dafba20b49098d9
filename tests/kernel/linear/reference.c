/* The equations of the linear systems in tensors. */
#include "kernel/linear/reference.h"

#define BOTH_PRECISIONS(system, flux) &system##_##flux##_f64, &system##_##flux##_f32
#define TABLES(system) BOTH_PRECISIONS(system, upwind), BOTH_PRECISIONS(system, rusanov)
const point_functions *const every_table[POINT_TABLES] = {
    TABLES(advection),       TABLES(acoustic),       TABLES(elastic),      TABLES(sh),
    TABLES(advection_space), TABLES(acoustic_space), TABLES(elastic_space)};

bool has_stress(const eg_linear *system)
{
    return is_antiplane(system) || system->variables > 1 + system->dimensions;
}

bool is_antiplane(const eg_linear *system)
{
    return system == &eg_linear_sh;
}

void moduli_of(const eg_linear *system, const double *material, double *moduli)
{
    bool antiplane = is_antiplane(system);
    for (int i = 0; i < 4 && has_stress(system); i++)
        moduli[i] = !antiplane ? material[i] : i == 3 ? material[1] : i == 1 ? 0 : material[0];
}

static const int pair[3][2] = {{0, 1}, {1, 2}, {0, 2}};

tensors unpack(const eg_linear *system, const double *u)
{
    tensors t = {0};
    int at = 0, d = system->dimensions;
    if (is_antiplane(system)) {
        for (int i = 0; i < 2; i++)
            t.stress[i][2] = t.stress[2][i] = u[i];
        t.velocity[2] = u[2];
        return t;
    }
    if (has_stress(system)) {
        for (int i = 0; i < d; i++)
            t.stress[i][i] = u[at++];
        for (int i = 0; i < (d == 3 ? 3 : 1); i++)
            t.stress[pair[i][0]][pair[i][1]] = t.stress[pair[i][1]][pair[i][0]] = u[at++];
    } else {
        t.scalar = u[at++];
    }
    for (int i = 0; at < system->variables; i++)
        t.velocity[i] = u[at++];
    return t;
}

void pack(const eg_linear *system, const tensors *t, double *u)
{
    int at = 0, d = system->dimensions;
    if (is_antiplane(system)) {
        for (int i = 0; i < 2; i++)
            u[i] = t->stress[i][2];
        u[2] = t->velocity[2];
        return;
    }
    if (has_stress(system)) {
        for (int i = 0; i < d; i++)
            u[at++] = t->stress[i][i];
        for (int i = 0; i < (d == 3 ? 3 : 1); i++)
            u[at++] = t->stress[pair[i][0]][pair[i][1]];
    } else {
        u[at++] = t->scalar;
    }
    for (int i = 0; at < system->variables; i++)
        u[at++] = t->velocity[i];
}

double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void reference_apply(const eg_linear *system, const double *material, const double *n, const double *u,
                     double *out)
{
    tensors t = unpack(system, u), rate = {0};
    double moduli[4];
    moduli_of(system, material, moduli);
    if (system->variables == 1) {
        for (int i = 0; i < system->dimensions; i++)
            rate.scalar += material[i] * n[i] * t.scalar;
    } else if (has_stress(system)) {
        double lambda = moduli[1], mu = moduli[2];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                rate.stress[i][j] = -(i == j ? lambda * dot(n, t.velocity) : 0) -
                                    mu * (n[i] * t.velocity[j] + n[j] * t.velocity[i]);
                rate.velocity[i] -= moduli[3] * t.stress[i][j] * n[j];
            }
    } else {
        rate.scalar = material[0] * dot(n, t.velocity);
        for (int i = 0; i < 3; i++)
            rate.velocity[i] = material[1] * n[i] * t.scalar;
    }
    pack(system, &rate, out);
}

void any_tangents(int dimensions, const double *n, double tangent[2][3])
{
    memset(tangent, 0, 2 * sizeof *tangent);
    if (dimensions == 2) {
        tangent[0][0] = n[1];
        tangent[0][1] = -n[0];
        return;
    }
    int least = fabs(n[0]) < fabs(n[1]) ? 0 : 1;
    least = fabs(n[2]) < fabs(n[least]) ? 2 : least;
    double *a = tangent[0], *b = tangent[1], size = 0;
    for (int i = 0; i < 3; i++)
        a[i] = (i == least) - n[least] * n[i];
    size = sqrt(dot(a, a));
    for (int i = 0; i < 3; i++)
        a[i] /= size;
    for (int i = 0; i < 3; i++)
        b[i] = n[(i + 1) % 3] * a[(i + 2) % 3] - n[(i + 2) % 3] * a[(i + 1) % 3];
}

/* A plane wave along n with the particle velocity `along` moves with c: s = -(lambda n.along I + mu (n along
 * + along n)) / c, p = K n.along / c. */
static void wave(const eg_linear *system, const double *material, const double *n, const double *along,
                 double c, double *u)
{
    tensors t = {0};
    double moduli[4];
    moduli_of(system, material, moduli);
    if (has_stress(system)) {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                t.stress[i][j] = -((i == j ? moduli[1] * dot(n, along) : 0) +
                                   moduli[2] * (n[i] * along[j] + n[j] * along[i])) /
                                 c;
    } else {
        t.scalar = material[0] * dot(n, along) / c;
    }
    memcpy(t.velocity, along, sizeof t.velocity);
    pack(system, &t, u);
}

/* Stresses without traction: a a, b b, a b + b a of the tangents a, b. */
static int still_stresses(const eg_linear *system, double size, double tangent[2][3], double (*vector)[MOST])
{
    int tangents = system->dimensions - 1, count = 0;
    for (int k = 0; k < tangents; k++)
        for (int l = k; l < tangents; l++) {
            tensors t = {0};
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    t.stress[i][j] =
                        0.5 * size * (tangent[k][i] * tangent[l][j] + tangent[l][i] * tangent[k][j]);
            pack(system, &t, vector[count++]);
        }
    return count;
}

/* Two waves along z, and the stress that has no traction on the face. */
static void antiplane_eigenvectors(const eg_linear *system, const double *material, const double *n,
                                   double (*vector)[MOST], double *value)
{
    static const double z[3] = {0, 0, 1};
    double c = sqrt(material[0] * material[1]), size = material[0] / c;
    tensors still = {.stress = {{0, 0, -n[1] * size}, {0, 0, n[0] * size}}};
    for (int i = 0; i < 2; i++) {
        value[i] = i == 0 ? -c : c;
        wave(system, material, n, z, value[i], vector[i]);
    }
    pack(system, &still, vector[2]);
}

void eigenvectors(const eg_linear *system, const double *material, const double *n, double (*vector)[MOST],
                  double *value)
{
    double tangent[2][3];
    int count = 0;
    memset(value, 0, MOST * sizeof *value);
    any_tangents(system->dimensions, n, tangent);
    if (is_antiplane(system)) {
        antiplane_eigenvectors(system, material, n, vector, value);
        return;
    }
    if (system->variables == 1) {
        vector[0][0] = 1;
        for (int i = 0; i < system->dimensions; i++)
            value[0] += material[i] * n[i];
        return;
    }
    double fast = has_stress(system) ? sqrt(material[0] * material[3]) : sqrt(material[0] * material[1]);
    for (int sign = -1; sign <= 1; sign += 2) {
        value[count] = sign * fast;
        wave(system, material, n, n, value[count], vector[count]);
        count++;
        for (int k = 0; has_stress(system) && k < system->dimensions - 1; k++, count++) {
            value[count] = sign * sqrt(material[2] * material[3]);
            wave(system, material, n, tangent[k], value[count], vector[count]);
        }
    }
    if (has_stress(system)) {
        count += still_stresses(system, material[0] / fast, tangent, vector + count);
    } else {
        for (int k = 0; k < system->dimensions - 1; k++) {
            tensors t = {0};
            memcpy(t.velocity, tangent[k], sizeof t.velocity);
            pack(system, &t, vector[count++]);
        }
    }
    assert_int_equal(count, system->variables);
}

void solve(int n, double (*a)[MOST], double *b, double *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k]))
                best = i;
        assert_true(fabs(a[best][k]) > 1e-9);
        for (int j = 0; j < n; j++) {
            double kept = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = kept;
        }
        double kept = b[k];
        b[k] = b[best];
        b[best] = kept;
        for (int i = k + 1; i < n; i++) {
            double part = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= part * a[k][j];
            b[i] -= part * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = b[i];
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
}

void reference_upwind(const eg_linear *system, const double *material, const double *n, const double *left,
                      const double *right, double *flux)
{
    double vector[MOST][MOST], value[MOST], part[2][MOST];
    const double *side[2] = {left, right};
    eigenvectors(system, material, n, vector, value);
    for (int k = 0; k < 2; k++) {
        double a[MOST][MOST], b[MOST];
        for (int v = 0; v < system->variables; v++) {
            double size = flux_size(system, material, v) / system->speed(system, material);
            b[v] = side[k][v] / size;
            for (int i = 0; i < system->variables; i++)
                a[v][i] = vector[i][v] / size;
        }
        solve(system->variables, a, b, part[k]);
    }
    memset(flux, 0, (size_t)system->variables * sizeof *flux);
    for (int i = 0; i < system->variables; i++)
        for (int v = 0; v < system->variables; v++)
            flux[v] += value[i] * part[value[i] > 0 ? 0 : 1][i] * vector[i][v];
}

void flux_between(const point_functions *p, const double *own, const double *left_material,
                  const double *right_material, const double *n, const double *left, const double *right,
                  double *flux)
{
    double wl[MOST], wr[MOST], constants[EG_LINEAR_FACE_CONSTANTS];
    p->system->face(p->system,
                    &(eg_linear_face){.flux = p->flux,
                                      .left = left_material,
                                      .right = right_material,
                                      .normal = n,
                                      .boundary = EG_LINEAR_INSIDE},
                    constants);
    p->trace(n, left, wl);
    p->trace(n, right, wr);
    p->across(own, constants, n, wl, wr, flux);
}
