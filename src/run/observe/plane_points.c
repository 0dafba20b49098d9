/* Points of quadrature in cells of the plane, of which errors are made. */
#include "run/observe/observe.h"

#include "element/modal.h"

typedef struct plane_points {
    eg_cell_points points; /* first */
    const eg_plane *mesh;
    const eg_model *model;
    const void *memory;
    int output, degree;
    double x[EG_QUADRATURE_ANY_POINTS][3], weight[EG_QUADRATURE_ANY_POINTS],
        values[EG_QUADRATURE_ANY_POINTS * EG_OUTPUT_COMPONENTS];
} plane_points;

/* Points in the reference cell and in the cell, and weights that add up to its area. Above the degrees of
 * eg_quadrature() cells are affine images: triangles and parallelograms. */
static int quadrature(const eg_plane *mesh, int64_t cell, int degree, double (*reference)[2],
                      double (*points)[2], double *weights)
{
    eg_cell_type type = (eg_cell_type)mesh->type[cell];
    if (degree <= EG_QUADRATURE_DEGREE) {
        eg_quadrature(type, degree, reference, weights);
        return eg_plane_cell_quadrature(mesh, cell, degree, points, weights);
    }
    double x[EG_CELL_VERTICES][2], scale = mesh->area[cell] * (type == EG_TRIANGLE ? 2 : 1);
    int count = eg_quadrature_count(type, degree);
    eg_plane_cell_vertices(mesh, cell, x);
    eg_quadrature_any(type, degree, reference, weights);
    for (int q = 0; q < count; q++) {
        eg_cell_map(type, (const double(*)[2])x, reference[q], points[q]);
        weights[q] *= scale;
    }
    return count;
}

static void fill_plane_points(eg_cell_points *self, int64_t cell)
{
    plane_points *p = (plane_points *)self;
    const eg_model_nodal *nodal = p->model->class->nodal;
    double reference[EG_QUADRATURE_ANY_POINTS][2], x[EG_QUADRATURE_ANY_POINTS][2];
    double z = EG_HAS(nodal, height) ? nodal->height(p->model, cell) : 0;
    self->count = quadrature(p->mesh, cell, p->degree, reference, x, self->weight);
    eg_model_values(p->model, p->memory, cell, p->output, self->count, reference[0], self->values);
    for (int q = 0; q < self->count; q++) {
        self->x[q][0] = x[q][0];
        self->x[q][1] = x[q][1];
        self->x[q][2] = z;
    }
}

static void destroy_plane_points(eg_cell_points **self)
{
    eg_free(((plane_points *)*self)->mesh->base.context, self);
}

eg_status eg_plane_points_create(const eg_mesh *mesh, const eg_model *model, const void *memory,
                                 const eg_exact *exact, eg_cell_points **points)
{
    const eg_model_nodal *nodal = model->class->nodal;
    plane_points *p;
    *points = NULL;
    EG_TRY(eg_alloc(mesh->context, 1, sizeof *p, &p));
    *points = &p->points;
    p->mesh = eg_plane_of(mesh);
    p->model = model;
    p->memory = memory;
    p->output = exact->output;
    p->degree = EG_HAS(nodal, error_degree) ? nodal->error_degree(model) : 2 * eg_model_degree(model) + 4;
    p->points = (eg_cell_points){.fill = fill_plane_points,
                                 .destroy = destroy_plane_points,
                                 .x = p->x,
                                 .weight = p->weight,
                                 .values = p->values};
    return EG_OK;
}
