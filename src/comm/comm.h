/* comm: the processes of a run, and sums that do not depend on how many there are.
 *
 * One process for now; the calls are those that several ranks need, so that the floors above are
 * already written for them. Only this folder will include mpi.h. */
#ifndef EG_COMM_COMM_H
#define EG_COMM_COMM_H

#include "base/base.h"

typedef struct eg_comm eg_comm;

/* The communicator of the whole run: one process. The caller owns it. */
eg_status eg_comm_create(eg_context *context, eg_comm **comm);
void eg_comm_destroy(eg_comm **comm);

int eg_comm_rank(const eg_comm *comm);
int eg_comm_size(const eg_comm *comm);

/* ---- order-independent reductions ---- */

/* Cells of one piece: sums over the mesh are made of whole pieces, and ranks are cut between them.
 */
enum { EG_PIECE = 4096 };

/* A running sum carried as two doubles (Knuth's two-sum): its error does not grow with the number
 * of terms as long as they are added in one order. */
typedef struct eg_sum {
    double high, low;
} eg_sum;

void eg_sum_add(eg_sum *sum, double term);
double eg_sum_value(const eg_sum *sum);

/* Sum of the pieces of all ranks, in global order. Collective. */
double eg_comm_sum_pieces(const eg_comm *comm, const double *pieces, int64_t count);

#endif
