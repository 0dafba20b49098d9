/* What the solver continues from: state and clock. */
#include "scheme/deg/internal.h"

eg_status eg_deg_persist(eg_deg *deg, const eg_persist *persist)
{
    int parity;
    EG_TRY(eg_time_parity(deg->time, &parity));
    EG_TRY(eg_persist_cells(persist, deg->context, "state", &deg->layout, deg->values,
                            deg->q[parity]));
    if (persist->restoring && deg->comm)
        EG_TRY(eg_halo_fill_cells(deg->comm, &deg->mesh->base, &deg->layout, deg->values,
                                  deg->q[parity]));
    if (deg->imex)
        EG_TRY(eg_deg_persist_imex(deg->imex, persist));
    return eg_time_persist(deg->time, persist);
}
