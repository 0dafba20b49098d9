/* One process, and compensated sums. */
#include "comm/comm.h"

struct eg_comm {
    eg_context *context;
};

eg_status eg_comm_create(eg_context *context, eg_comm **comm)
{
    *comm = NULL;
    eg_comm *made;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    *comm = made;
    return EG_OK;
}

void eg_comm_destroy(eg_comm **comm)
{
    if (comm && *comm)
        eg_free((*comm)->context, comm);
}

int eg_comm_rank(const eg_comm *comm)
{
    (void)comm;
    return 0;
}

int eg_comm_size(const eg_comm *comm)
{
    (void)comm;
    return 1;
}

void eg_sum_add(eg_sum *sum, double term)
{
    double high = sum->high + term, back = high - sum->high;
    sum->low += (sum->high - (high - back)) + (term - back);
    sum->high = high;
}

double eg_sum_value(const eg_sum *sum)
{
    return sum->high + sum->low;
}

double eg_comm_sum_pieces(const eg_comm *comm, const double *pieces, int64_t count)
{
    (void)comm;
    eg_sum sum = {0};
    for (int64_t i = 0; i < count; i++)
        eg_sum_add(&sum, pieces[i]);
    return eg_sum_value(&sum);
}
