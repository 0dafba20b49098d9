/* What the tests of coefficients that vary share: a case in functions, its run, its errors. */
#ifndef EG_TEST_ADER_VARIABLE_H
#define EG_TEST_ADER_VARIABLE_H

#include "kernel/ader_wave.h"

static const double PI = 3.14159265358979323846;

typedef void point_function(const double x[2], double *values);

/* A case in functions: what the tests below vary. */
struct problem {
    const eg_linear *system;
    eg_flux flux;
    eg_precision precision;
    int order, material_order;
    eg_ader_form form;
    const char *factor;
    eg_box_options box;
    point_function *material, *initial, *exact; /* exact NULL: as at first */
    bool by_cell;                               /* the material is that of the cell alone, another in each */
    eg_linear_boundary boundary;                /* of all sides; EG_LINEAR_INSIDE: periodic both ways */
};

static eg_status material_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    const double place[2] = {0.37 * (double)(cell % 17), 0.29 * (double)(cell % 13)};
    for (int i = 0; i < count; i++)
        p->material(p->by_cell ? place : x[i], &values[i * p->system->materials]);
    return EG_OK;
}

static eg_status initial_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    for (int i = 0; i < count; i++)
        p->initial(x[i], &values[i * p->system->variables]);
    return EG_OK;
}

static void join(eg_plane *mesh, const char *one, const char *other)
{
    double shift[2];
    assert_int_equal(eg_plane_join(mesh, eg_mesh_boundary_index(&mesh->base, one),
                                   eg_mesh_boundary_index(&mesh->base, other), shift),
                     EG_OK);
}

/* Opens device and mesh; the solver's status. */
static eg_status make(wave *w, const problem *given, const char *device, int lanes)
{
    *w = (wave){.given = given};
    eg_linear_boundary kinds[8];
    assert_int_equal(eg_context_create(NULL, &w->context), EG_OK);
    if (eg_device_open(w->context, device, &w->device) != EG_OK)
        return EG_DEVICE;
    assert_int_equal(eg_plane_box(w->context, &given->box, &w->mesh), EG_OK);
    if (given->boundary == EG_LINEAR_INSIDE) {
        join(w->mesh, "left", "right");
        join(w->mesh, "bottom", "top");
    }
    for (int b = 0; b < 8; b++)
        kinds[b] = given->boundary;
    const eg_ader_options options = {.system = given->system,
                                     .flux = given->flux,
                                     .precision = given->precision,
                                     .order = given->order,
                                     .lanes = lanes,
                                     .far = lanes == 4, /* half of what is compared */
                                     .user = (void *)given,
                                     .material = material_of,
                                     .material_order = given->material_order,
                                     .form = given->form,
                                     .factor = given->factor,
                                     .factor_most = 1,
                                     .initial = initial_of,
                                     .boundaries = kinds};
    return eg_ader_create(w->device, w->mesh, &options, &w->ader);
}

static wave begin(const problem *given, const char *device, int lanes)
{
    wave w;
    if (make(&w, given, device, lanes) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    return w;
}

static void advance(wave *w, double time, int64_t steps)
{
    advance_looking(w, time, steps, NULL);
}

/* What integrals over the domain tell of a state. */
typedef struct measure {
    double error; /* root mean square of u - exact, all variables */
    double worst; /* largest |u - exact| at the points */
    double mass;  /* integral of the first variable */
} measure;

static measure measure_of(wave *w, point_function *exact)
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS], area = 0;
    measure m = {0};
    int n = w->given->system->variables, degree = 2 * w->given->order + 2;
    double *values = calloc((size_t)(EG_QUADRATURE_ANY_POINTS * n), sizeof *values);
    void *memory = state_of(w);
    for (int64_t c = 0; c < w->mesh->base.own; c++) {
        eg_cell_type type = (eg_cell_type)w->mesh->type[c];
        double x[EG_CELL_VERTICES][2];
        int count = eg_quadrature_count(type, degree);
        eg_quadrature_any(type, degree, points, weights);
        eg_plane_cell_vertices(w->mesh, c, x);
        eg_stepper_evaluate(eg_ader_stepper(w->ader), memory, c, count, points[0], values);
        for (int q = 0; q < count; q++) {
            double at[2], u[EG_LINEAR_VARIABLES];
            eg_cell_map(type, (const double(*)[2])x, points[q], at);
            exact(at, u);
            double scale = weights[q] * w->mesh->area[c] * (type == EG_TRIANGLE ? 2 : 1);
            for (int v = 0; v < n; v++) {
                double e = values[q * n + v] - u[v];
                m.error += scale * e * e;
                m.worst = fmax(m.worst, fabs(e));
            }
            m.mass += scale * values[q * n];
            area += scale;
        }
    }
    eg_staging_destroy(w->device, &memory);
    free(values);
    m.error = sqrt(m.error / area);
    return m;
}

/* Runs the case on two meshes, the second with `finer` times the cells a side and other random numbers; the
 * observed order must come within 0.3, down to where rounding shows (1e-12). */
static void converges(const problem *base, const char *title, double finer, double end_time,
                      double mass_error)
{
    double e[2];
    for (int i = 0; i < 2; i++) {
        problem p = *base;
        for (int j = 0; j < 2 && i; j++)
            p.box.cells[j] = (int)lround(p.box.cells[j] * finer);
        p.box.seed += (uint64_t)i;
        wave w = begin(&p, "host:1", 0);
        double mass = measure_of(&w, p.initial).mass;
        advance(&w, end_time, INT64_MAX);
        measure m = measure_of(&w, p.exact ? p.exact : p.initial);
        e[i] = m.error;
        if (mass_error > 0 && !(fabs(m.mass - mass) <= mass_error * fabs(mass)))
            fail_msg("%s: mass %.17g became %.17g", title, mass, m.mass);
        end(&w);
    }
    double found = log(e[0] / e[1]) / log(finer);
    print_message("%s p%dm%d: %.3e %.3e observed %.2f\n", title, base->order - 1,
                  base->material_order > 0 ? base->material_order - 1 : 0, e[0], e[1], found);
    assert_true(found >= base->order - 0.3 || e[1] < 1e-12);
}

#endif
