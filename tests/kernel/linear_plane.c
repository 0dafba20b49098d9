/* What does not depend on z is the same in space as in the plane: plane strain where it has no component
 * along z, and SH waves where it has no other. */
#include "kernel/linear/reference.h"

#include "ader/faces.h"

enum { TIMES = 500, PLANE_TABLES = POINT_TABLES - SPACE_TABLES };

/* Where component v of the plane stands in space. */
static int place(const eg_linear *plane, int v)
{
    static const int elastic[] = {0, 1, 3, 6, 7}, sh[] = {5, 4, 8};
    return is_antiplane(plane) ? sh[v] : plane->materials == 4 ? elastic[v] : v;
}

static void into_space(const eg_linear *plane, const double *u, double *out)
{
    memset(out, 0, MOST * sizeof *out);
    for (int v = 0; v < plane->variables; v++)
        out[place(plane, v)] = u[v];
}

/* The stress that strain in the plane makes along z. */
static double along_z(const double *material, const double *u)
{
    return material[1] / (2 * (material[1] + material[2])) * (u[0] + u[1]);
}

/* One pair of tables, two materials and states, and a normal in the plane. */
typedef struct plane_case {
    const point_functions *plane, *space;
    double material[2][EG_LINEAR_MATERIALS], n[3], u[2][MOST], v[2][MOST];
    double material_space[2][EG_LINEAR_MATERIALS];
} plane_case;

/* SH waves are elastic ones; lambda has no part in them. */
static void find_space(int k, plane_case *c)
{
    memcpy(c->material_space, c->material, sizeof c->material);
    c->space = k < SPACE_TABLES ? space_table[k] : space_table[k - 4];
    for (int i = 0; i < 2 && is_antiplane(c->plane->system); i++) {
        double mu = c->material[i][0], whole[] = {3 * mu, mu, mu, c->material[i][1]};
        memcpy(c->material_space[i], whole, sizeof whole);
    }
}

/* Rusanov's flux takes the largest speed, in space that of P waves. */
static bool has_flux_of_space(const plane_case *c)
{
    return !is_antiplane(c->plane->system) || c->plane->flux == EG_FLUX_UPWIND;
}

static void any_case(int k, plane_case *c)
{
    c->plane = every_table[k % PLANE_TABLES];
    memset(c->material, 0, sizeof c->material);
    any_material(c->plane->system, c->material[0]);
    memcpy(c->material[1], c->material[0], sizeof c->material[0]);
    for (int i = 0; i < c->plane->materials - 1; i++)
        c->material[1][i] *= 1.5;
    find_space(k % PLANE_TABLES, c);
    any_normal(2, c->n);
    for (int side = 0; side < 2; side++) {
        any_state(c->plane->system, c->material[0], c->u[side]);
        into_space(c->plane->system, c->u[side], c->v[side]);
        if (c->plane->materials == 4)
            c->v[side][2] = along_z(c->material[0], c->u[side]);
    }
}

/* The components of the plane are equal; those that belong to z are 0, but for the stress along it. */
static void same(const plane_case *c, const double *in_plane, const double *in_space)
{
    const eg_linear *system = c->plane->system;
    double wanted[MOST], got[MOST];
    into_space(system, in_plane, wanted);
    for (int v = 0; v < c->space->variables; v++)
        if (wanted[v] == 0 && !(c->plane->materials == 4 && v == 2))
            assert_true(fabs(in_space[v]) <=
                        32 * c->plane->epsilon * flux_size(c->space->system, c->material_space[0], v));
    for (int v = 0; v < system->variables; v++)
        got[v] = in_space[place(system, v)];
    close_to(system, c->material[0], got, in_plane, 32 * c->plane->epsilon);
}

static void matrices(void **state)
{
    (void)state;
    for (int k = 0; k < PLANE_TABLES * TIMES; k++) {
        plane_case c;
        double along[3 * MOST] = {0}, out[MOST], out_space[MOST];
        any_case(k, &c);
        int n = c.plane->variables;
        memcpy(along, c.u[0], (size_t)n * sizeof *along);
        memcpy(along + n, c.u[1], (size_t)n * sizeof *along);
        c.plane->apply(c.material[0], along, out);
        memset(along, 0, sizeof along);
        n = c.space->variables;
        memcpy(along, c.v[0], (size_t)n * sizeof *along);
        memcpy(along + n, c.v[1], (size_t)n * sizeof *along);
        c.space->apply(c.material_space[0], along, out_space);
        same(&c, out, out_space);
        for (int v = 0; v < c.plane->variables; v++)
            assert_true(out_space[place(c.plane->system, v)] == out[v]);
        if (c.plane->materials == 4)
            assert_true(fabs(out_space[2] - along_z(c.material[0], out)) <=
                        32 * c.plane->epsilon * c.material[0][0]);
    }
}

static void fluxes(void **state)
{
    (void)state;
    for (int k = 0; k < PLANE_TABLES * TIMES; k++) {
        plane_case c;
        double flux[MOST], flux_space[MOST];
        any_case(k, &c);
        if (!has_flux_of_space(&c))
            continue;
        flux_between(c.plane, c.material[0], c.material[0], c.material[1], c.n, c.u[0], c.u[1], flux);
        flux_between(c.space, c.material_space[0], c.material_space[0], c.material_space[1], c.n, c.v[0],
                     c.v[1], flux_space);
        same(&c, flux, flux_space);
        if (c.plane->materials == 4)
            assert_true(fabs(flux_space[2] - along_z(c.material[0], flux)) <=
                        32 * c.plane->epsilon * c.material[0][0]);
    }
}

static void boundary_flux(const point_functions *p, const double *material, const plane_case *c, int kind,
                          const double *u, double *flux)
{
    double w[MOST], beyond[MOST], constants[EG_LINEAR_FACE_CONSTANTS];
    p->system->face(p->system,
                    &(eg_linear_face){.flux = p->flux,
                                      .left = material,
                                      .right = material,
                                      .normal = c->n,
                                      .boundary = (eg_linear_boundary)kind},
                    constants);
    p->trace(c->n, u, w);
    p->ghost(c->n, kind, w, beyond);
    p->across(material, constants, c->n, w, beyond, flux);
}

static void boundaries(void **state)
{
    (void)state;
    for (int k = 0; k < PLANE_TABLES * TIMES; k++) {
        for (int kind = FACE_ABSORBING; kind <= FACE_WALL; kind++) {
            plane_case c;
            double flux[MOST], flux_space[MOST];
            any_case(k, &c);
            if (!has_flux_of_space(&c))
                continue;
            boundary_flux(c.plane, c.material[0], &c, kind, c.u[0], flux);
            boundary_flux(c.space, c.material_space[0], &c, kind, c.v[0], flux_space);
            same(&c, flux, flux_space);
        }
    }
}

static void speeds_and_energies(void **state)
{
    (void)state;
    for (int k = 0; k < PLANE_TABLES * TIMES; k++) {
        plane_case c;
        any_case(k, &c);
        assert_true(is_antiplane(c.plane->system) ||
                    c.plane->system->speed(c.plane->system, c.material[0]) ==
                        c.space->system->speed(c.space->system, c.material_space[0]));
        double energy = c.plane->energy(c.material[0], c.u[0]);
        assert_true(fabs(c.space->energy(c.material_space[0], c.v[0]) - energy) <=
                    32 * c.plane->epsilon * energy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices),
        cmocka_unit_test(fluxes),
        cmocka_unit_test(boundaries),
        cmocka_unit_test(speeds_and_energies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
