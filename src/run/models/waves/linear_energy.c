/* What E and the boundaries of a system of matrices do to the result: whether its energy u . H u / 2 can only
 * fall, as H A and H B are symmetric and the same in all cells, there is no E, and no reflection brings
 * energy in (docs/theory/linear.md, "Energy"); and whether steps are too long for a rotation by E. */
#include "mesh/plane/side.h"
#include "run/models/waves/linear.h"

#include "run/judge/verdicts.h"

#include <stdio.h>
#include <string.h>

enum { N = EG_LINEAR_VARIABLES };

/* The matrix H of a material. */
static void fill_energy(const eg_linear_matrices *matrices, const double *material, double *h)
{
    int n = matrices->system.variables;
    for (int i = 0; i < n * n; i++)
        h[i] = eg_matrix_entry_of(&matrices->h[i], material);
}

static void multiply(int n, const double *a, const double *b, double *product)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            product[i * n + j] = sum;
        }
}

/* H A and H B of a material. */
static void find_fluxes(const eg_linear_matrices *matrices, const double *material, double flux[2][N * N])
{
    static const double axis[2][2] = {{1, 0}, {0, 1}};
    double h[N * N], a[N * N];
    fill_energy(matrices, material, h);
    for (int d = 0; d < 2; d++) {
        eg_linear_matrix_along(matrices, material, axis[d], a);
        multiply(matrices->system.variables, h, a, flux[d]);
    }
}

/* Whether matrices are the same, of entries of whatever units: to 1e-9 of the geometric mean of what stands
 * in their rows and columns. */
static bool are_same(int n, const double *a, const double *b)
{
    double row[N] = {0}, column[N] = {0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double size = fmax(fabs(a[i * n + j]), fabs(b[i * n + j]));
            row[i] = fmax(row[i], size);
            column[j] = fmax(column[j], size);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (fabs(a[i * n + j] - b[i * n + j]) > 1e-9 * fmin(row[i], column[j]))
                return false;
    return true;
}

static bool is_symmetric(int n, const double *a)
{
    double turned[N * N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            turned[j * n + i] = a[i * n + j];
    return are_same(n, a, turned);
}

/* Whether all own cells have the same symmetric H A and H B. */
static eg_status compare_cells(const eg_waves_model *model, bool *same)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_linear_matrices *matrices = model->kind->matrices;
    double material[EG_LINEAR_MATERIALS], first[2][N * N], here[2][N * N];
    int n = matrices->system.variables;
    *same = true;
    for (int64_t c = mesh->own_first; *same && c < eg_mesh_own_end(mesh); c++) {
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        find_fluxes(matrices, material, here);
        if (c == mesh->own_first)
            memcpy(first, here, sizeof first);
        for (int d = 0; d < 2; d++)
            *same = *same && is_symmetric(n, here[d]) && are_same(n, first[d], here[d]);
    }
    return EG_OK;
}

/* Whether the flux at a boundary takes energy or none, for every state: H F - H A / 2 has no negative
 * direction, where F u is the flux along the normal that leads out. Cholesky's factor of its symmetric part,
 * with a little of H. */
static bool is_passive(const eg_linear_matrices *matrices, const double *material, const double *flux,
                       const double n_out[2])
{
    int n = matrices->system.variables;
    double h[N * N], a[N * N], half[N * N], out[N * N], l[N * N], speed;
    fill_energy(matrices, material, h);
    eg_linear_matrix_along(matrices, material, n_out, a);
    for (int i = 0; i < n * n; i++)
        half[i] = flux[i] - 0.5 * a[i];
    multiply(n, h, half, out);
    speed = matrices->system.speed(&matrices->system, material);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.5 * (out[i * n + j] + out[j * n + i]) + 1e-9 * speed * h[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    return true;
}

/* A boundary of this rank whose reflection brings energy in, -1: none does. */
static eg_status find_active(const eg_waves_model *model, int *boundary)
{
    const eg_plane *mesh = model->setup.mesh;
    const eg_linear_matrices *matrices = model->kind->matrices;
    double material[EG_LINEAR_MATERIALS], normal[2], length, flux[EG_LINEAR_VARIABLES * EG_LINEAR_VARIABLES];
    int n = matrices->system.variables;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int b = mesh->face_boundary[f];
        int64_t cell = mesh->face_cell[f][0];
        if (b < 0 || model->boundaries[b] != EG_LINEAR_REFLECTING || cell >= mesh->base.own)
            continue;
        eg_plane_frame(mesh, f, normal, &length);
        EG_TRY(eg_waves_region_at(&model->regions, cell, mesh->base.centroid[cell], material));
        eg_linear_matrices_face(matrices,
                                &(eg_linear_face){.flux = EG_FLUX_UPWIND,
                                                  .left = material,
                                                  .right = material,
                                                  .normal = normal,
                                                  .boundary = EG_LINEAR_REFLECTING,
                                                  .number = b},
                                flux);
        for (int i = 0; i < n * n; i++)
            flux[i] = -2 * flux[i];
        if (!is_passive(matrices, material, flux, normal)) {
            *boundary = b;
            return EG_OK;
        }
    }
    return EG_OK;
}

static eg_status warn_of_active(const eg_waves_model *model, int boundary)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_node *node = eg_names_boundary(model->setup.loaded, mesh, boundary);
    eg_case_warn(model->setup.loaded, node,
                 "the reflection of boundary '%s' brings energy in, by system.energy: some waves come back "
                 "larger than "
                 "they went",
                 mesh->boundaries.name[boundary]);
    return EG_OK;
}

/* ---- steps */

/* Wrong by this part of the amplitude, at the end. */
static const double TURNED_WRONG = 0.05;

/* The fastest rotation by E in own cells, rad/s. */
static eg_status find_rotation(const eg_waves_model *model, double *rotation)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_linear_matrices *matrices = model->kind->matrices;
    double material[EG_LINEAR_MATERIALS], last[EG_LINEAR_MATERIALS], e[N * N], real[N], imaginary[N];
    int n = matrices->system.variables;
    size_t bytes = (size_t)matrices->system.materials * sizeof *material;
    *rotation = 0;
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        if (c > mesh->own_first && memcmp(material, last, bytes) == 0)
            continue;
        memcpy(last, material, bytes);
        for (int i = 0; i < n * n; i++)
            e[i] = eg_matrix_entry_of(&matrices->e[i], material);
        if (eg_eigenvalues(n, e, real, imaginary))
            for (int v = 0; v < n; v++) /* what decays is gone before it is wrong */
                *rotation = fmax(*rotation, real[v] < -0.1 * fabs(imaginary[v]) ? 0 : fabs(imaginary[v]));
    }
    return EG_OK;
}

/* By what part of its size a step that turns the state by z is wrong: z^(terms + 1) / (terms + 1)!, or that
 * of stages. */
static double part_of_turn(const eg_waves_model *model, double z)
{
    int terms = model->order > 3 ? model->order : 3;
    double wrong = 1;
    if (eg_linear_is_implicit(model->setup.loaded))
        return eg_ader_stages_wrong(model->order, z);
    for (int k = 1; k <= terms + 1; k++)
        wrong *= z / k;
    return wrong;
}

/* From e to this power on what E lets grow is told as why a run diverged, beyond 1e30. */
static const double GROWN_TO = 20;

void eg_linear_advise(const eg_model *base, int64_t cell, double t, char *text, size_t room)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    const eg_linear_matrices *matrices = model->kind->matrices;
    double material[EG_LINEAR_MATERIALS], e[N * N], real[N], imaginary[N], grows = 0;
    int64_t held = model->setup.cells->own_first + cell;
    if (!model->kind->given || !matrices->e ||
        eg_waves_region_at(&model->regions, held, model->setup.cells->centroid[held], material) != EG_OK)
        return;
    int n = matrices->system.variables;
    for (int i = 0; i < n * n; i++)
        e[i] = eg_matrix_entry_of(&matrices->e[i], material);
    bool found = eg_eigenvalues(n, e, real, imaginary);
    for (int v = 0; v < n && found; v++)
        grows = fmax(grows, real[v]);
    if (grows * t > GROWN_TO)
        snprintf(
            text, room,
            "By system.E the state grows by itself, as exp(%.4g t), and no step mends that: let the run end "
            "earlier",
            grows);
}

/* Where E is explicit and turns as fast as waves cross a cell, those as short as a cell grow by up to this a
 * step: measured on eigenvalues of a step from this part of its rate on, at orders from 3
 * (docs/lab/ader.md). */
static const double GROWS = 0.002, PART_OF_RATE = 0.4, GROWN = 0.5;

static eg_status judge_growth(const eg_waves_model *model, double rotation, double dt, double steps)
{
    const eg_case *loaded = model->setup.loaded;
    if (eg_linear_is_implicit(loaded) || model->order < 3 || rotation * dt < PART_OF_RATE ||
        steps * GROWS < GROWN)
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(loaded, "system.E"), "long-steps", steps * GROWS, GROWN,
        "E turns the state by %.3g rad in a step of %.3g s, about as fast as waves cross a cell: those as "
        "short as a cell may grow by 0.2 %% a step, in %.4g steps; take numerics.reaction: implicit, or "
        "smaller cells",
        rotation * dt, dt, steps);
}

eg_status eg_linear_judge_steps(const eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_case *loaded = model->setup.loaded;
    double end = eg_case_real(loaded, "time.end", 0), found[2] = {0, -INFINITY};
    char text[64] = "its phase is lost then";
    bool rotates = model->kind->given && model->kind->matrices->e;
    if (!model->kind->given || !isfinite(end))
        return EG_OK;
    EG_TRY(eg_comm_agree(model->setup.comm, rotates ? find_rotation(model, &found[0]) : EG_OK));
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++)
        found[1] = fmax(found[1], -model->stepper->class->cell_step(model->stepper, c));
    eg_comm_max(model->setup.comm, found, 2);
    double dt = eg_case_real(loaded, "time.dt", 0) > 0 ? eg_case_real(loaded, "time.dt", 0) : -found[1];
    EG_TRY(eg_waves_judge_body(model, dt));
    double z = found[0] * dt, wrong = end / dt * part_of_turn(model, z);
    EG_TRY(judge_growth(model, found[0], dt, end / dt));
    if (!(wrong > TURNED_WRONG))
        return EG_OK;
    if (wrong < 1)
        snprintf(text, sizeof text, "it is wrong by some %.3g times its size then", wrong);
    return eg_verdict_say(
        model->setup.run, eg_case_find(loaded, "system.E"), "long-steps", wrong, TURNED_WRONG,
        "E turns the state by %.3g rad in a step of %.3g s, and by %.4g rad until the end: %s; take "
        "a smaller time.cfl, smaller cells, or a higher numerics.order",
        z, dt, found[0] * end, text);
}

eg_status eg_linear_open_energy(eg_waves_model *model)
{
    const eg_linear_matrices *matrices = model->kind->matrices;
    bool same = false;
    int active = -1;
    if (!model->kind->given)
        return EG_OK;
    if (matrices->h)
        EG_TRY(compare_cells(model, &same));
    if (same)
        EG_TRY(find_active(model, &active));
    if (active >= 0)
        EG_TRY(warn_of_active(model, active));
    model->unmeasured = !same || matrices->e || active >= 0;
    for (int b = 0; b < model->setup.cells->boundaries.count; b++) /* what a reflection takes is not summed */
        model->closed = model->closed && model->boundaries[b] != EG_LINEAR_REFLECTING;
    return EG_OK;
}

eg_status eg_linear_agree_energy(eg_waves_model *model)
{
    double unmeasured = model->unmeasured;
    if (!model->kind->given)
        return EG_OK;
    eg_comm_max(model->setup.comm, &unmeasured, 1);
    model->unmeasured = unmeasured > 0;
    return EG_OK;
}
