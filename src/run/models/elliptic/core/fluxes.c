/* What kappa conducts, at a point and through faces of the boundary. */
#include "run/models/elliptic/elliptic.h"

void eg_elliptic_conduct(const eg_elliptic *p, const double *kappa, const double *gradient, double *flux)
{
    static const int full[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    int count = p->kappa.components;
    for (int d = 0; d < 3; d++) {
        flux[d] = count == 1 ? kappa[0] * gradient[d] : count == 3 ? kappa[d] * gradient[d] : 0;
        for (int e = 0; e < 3 && count == 6; e++)
            flux[d] += kappa[full[d][e]] * gradient[e];
    }
}

/* n . kappa grad u at a node of the face. */
static double normal_flux(const eg_elliptic *p, const eg_sem_element_geometry *geometry,
                          const eg_sem_face_geometry *face, int i, const double *kappa)
{
    double gradient[3], flux[3];
    eg_sem_geometry_gradient(geometry, p->u, face->local[i], gradient);
    eg_elliptic_conduct(p, &kappa[i * p->kappa.components], gradient, flux);
    const double *n = face->normal[i];
    return 0 + n[0] * flux[0] + n[1] * flux[1] + n[2] * flux[2];
}

eg_status eg_elliptic_flux_of_face(const eg_elliptic *p, const eg_condition *condition, int part,
                                   int64_t number, double *flux)
{
    eg_sem_element_geometry *geometry = p->geometries->element[part];
    eg_sem_face_geometry *face = &p->geometries->face[part];
    const double(*x)[3] = (const double(*)[3])face->x;
    double factor[EG_SEM_FACE_NODES], kappa[6 * EG_SEM_FACE_NODES];
    eg_sem_geometry_at_face(geometry, number, face);
    EG_TRY(eg_coefficient_fill(&condition->value, face->element, face->count, x, flux));
    EG_TRY(eg_coefficient_fill(&condition->factor, face->element, face->count, x, factor));
    EG_TRY(eg_coefficient_fill(&p->kappa, face->element, face->count, x, kappa));
    for (int i = 0; i < face->count; i++)
        if (condition->kind == EG_SEM_DIRICHLET)
            flux[i] = normal_flux(p, geometry, face, i, kappa);
        else if (condition->kind == EG_SEM_ROBIN)
            flux[i] -= factor[i] * p->u[face->node[i]];
    return EG_OK;
}
