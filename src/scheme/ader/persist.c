/* What the solver continues from: state, largest values so far and clock. Traces, pulses and responses of
 * sources are made anew in each step. */
#include "scheme/ader/internal.h"

eg_status eg_ader_persist(eg_ader *ader, const eg_persist *persist)
{
    int parity;
    EG_TRY(eg_time_parity(ader->time, &parity));
    EG_TRY(eg_persist_cells(persist, ader->context, "state", &ader->layout, ader->values,
                            ader->q[parity]));
    EG_TRY(eg_ader_persist_maxima(ader, persist));
    return eg_time_persist(ader->time, persist);
}
