/* element_geometry: the nodes of elements and of faces on the boundary, with places and weights of
 * quadrature, one after the other on the host; for sources, fluxes and integrals in double precision. */
#ifndef EG_SCHEME_SEM_ELEMENT_GEOMETRY_H
#define EG_SCHEME_SEM_ELEMENT_GEOMETRY_H

#include "base/scope.h"
#include "scheme/sem/sem.h"

enum {
    EG_SEM_NODES = EG_SEM_DEGREE + 1,
    EG_SEM_FACE_NODES = EG_SEM_NODES * EG_SEM_NODES,
    EG_SEM_VOLUME = EG_SEM_NODES * EG_SEM_FACE_NODES
};

/* Read it; what stands in the arrays is that of the element visited last. */
typedef struct eg_sem_element_geometry {
    const eg_hexes *mesh;
    const eg_hex_nodes *nodes;
    int side, volume; /* degree + 1; nodes an element */
    eg_hex_grid *grid;
    double line_weight[EG_SEM_NODES];
    double derivative[EG_SEM_NODES * EG_SEM_NODES]; /* [i][j]: of the polynomial of node j at node i */
    double (*x)[3];                                 /* [volume] m */
    double (*jacobian)[3][3];                       /* [volume] d x_i / d r_d, m */
    double *rows;        /* [12][volume] places and derivatives, each number by itself */
    double *node_weight; /* [volume] of quadrature, in the reference element */
    double *weight;      /* [volume] m3: |J| times that */
    int32_t *node;       /* [volume] */
} eg_sem_element_geometry;

/* A face on the boundary, seen from its element. */
typedef struct eg_sem_face_geometry {
    int64_t element;
    int side, count;
    int local[EG_SEM_FACE_NODES]; /* numbers in the element */
    int32_t node[EG_SEM_FACE_NODES];
    double x[EG_SEM_FACE_NODES][3];      /* m */
    double area[EG_SEM_FACE_NODES];      /* m2: weight times |x_a x x_b| */
    double normal[EG_SEM_FACE_NODES][3]; /* outward, of length 1 */
} eg_sem_face_geometry;

/* One for each thread, which has a range of elements or faces. */
typedef struct eg_sem_geometries {
    eg_context *context;
    eg_scope scope; /* of all arrays */
    int count;      /* at most; a loop over few elements takes fewer */
    eg_sem_element_geometry **element;
    eg_sem_face_geometry *face; /* for each of these */
} eg_sem_geometries;

/* As many as there are threads for all elements. Mesh and nodes outlive them. EG_MEMORY. The caller owns
 * *geometries. */
eg_status eg_sem_geometries_create(const eg_hexes *mesh, const eg_hex_nodes *nodes,
                                   eg_sem_geometries **geometries);
void eg_sem_geometries_destroy(eg_sem_geometries **geometries);
/* Into how many parts a loop over so many elements or faces is cut. */
int eg_sem_geometries_parts(const eg_sem_geometries *geometries, int64_t count);

/* Fills the arrays with an element's values; the second all but the jacobian. */
void eg_sem_geometry_at_element(eg_sem_element_geometry *geometry, int64_t element);
void eg_sem_geometry_weights(eg_sem_element_geometry *geometry, int64_t element);
/* Fills them with the element of face `number` of the mesh, which is on the boundary, and fills *face. */
void eg_sem_geometry_at_face(eg_sem_element_geometry *geometry, int64_t number, eg_sem_face_geometry *face);

/* The gradient at a node (0 to volume - 1) of the element visited last, of u[nodes]: gradient[3]. */
void eg_sem_geometry_gradient(const eg_sem_element_geometry *geometry, const double *u, int local,
                              double *gradient);

/* The value at a reference point of an element, of u[nodes]. */
double eg_sem_value(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *u, int64_t element,
                    const double reference[3]);
/* Values at equidistant points of the reference elements, as snapshots have them: values[count][volume] of
 * element[count], or where that is NULL of the first `count` own elements. EG_MEMORY. */
eg_status eg_sem_equidistant(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *u, int64_t count,
                             const int32_t *element, double *values);
/* The same of `count` elements from `first` on, on the calling thread; matrix[2 (degree+1)^2] by
 * eg_sem_equidistant_matrix(): the interpolation along a line, and its transpose. */
void eg_sem_equidistant_matrix(const eg_hex_nodes *nodes, double *matrix);
void eg_sem_equidistant_run(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *u,
                            const double *matrix, int64_t first, int64_t count, double *values);

#endif
