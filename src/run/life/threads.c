/* Threads of the host: how many a rank takes, and whether the ranks of a machine have processors for them. */
#include "base/parallel.h"
#include "run/life/life.h"

#include <string.h>

static bool is_host(const eg_run *run)
{
    return eg_device_describe(run->device)->kind <= EG_DEVICE_CHECKED;
}

/* OpenMP knows nothing of the quota of a control group. */
static int beside_gpu(const eg_run *run)
{
    eg_processors processors;
    if (eg_comm_processors(run->comm) > 0)
        return eg_comm_processors(run->comm);
    eg_comm_node_processors(run->comm, &processors);
    int of_openmp = eg_parts(run->context, INT32_MAX, 1);
    return of_openmp < processors.count ? of_openmp : processors.count;
}

void eg_run_use_threads(eg_run *run)
{
    int threads = is_host(run) ? eg_device_describe(run->device)->threads : beside_gpu(run);
    eg_context_use_threads(run->context, threads);
}

/* Of one machine. */
typedef struct machine_load {
    int ranks, threads; /* of each rank */
    eg_processors processors;
} machine_load;

static void describe_crowd(const machine_load *load, eg_run *run)
{
    int each = load->processors.count / load->ranks;
    char threads[64] = "", advice[128] = "";
    snprintf(threads, sizeof threads, "%d threads", load->ranks * load->threads);
    if (load->ranks > 1)
        snprintf(threads, sizeof threads, "%d ranks on a machine, of %d thread%s each,", load->ranks,
                 load->threads, load->threads > 1 ? "s" : "");
    if (each < 1)
        snprintf(advice, sizeof advice, "start %d rank%s there (mpirun -n)", load->processors.count,
                 load->processors.count > 1 ? "s" : "");
    else if (is_host(run))
        snprintf(advice, sizeof advice, "take --device host:%d", each);
    else
        snprintf(advice, sizeof advice, "start fewer ranks there (mpirun -n)");
    if (load->ranks > 1)
        snprintf(advice + strlen(advice), sizeof advice - strlen(advice),
                 ", or let the ranks run on more (mpirun --bind-to none)");
    snprintf(run->crowded, sizeof run->crowded, "%s share %d processor%s (%s) and wait for each other; %s",
             threads, load->processors.count, load->processors.count > 1 ? "s" : "", load->processors.what,
             advice);
}

/* Machines may differ: it tells of the one that is the most crowded. */
void eg_run_check_threads(eg_run *run)
{
    int threads = eg_context_threads(run->context);
    machine_load most = {.ranks = eg_comm_node_size(run->comm), .threads = threads};
    eg_comm_node_processors(run->comm, &most.processors);
    double times = (double)most.ranks * most.threads / most.processors.count;
    int rank = eg_comm_first_largest(run->comm, times);
    eg_comm_broadcast(run->comm, rank, &most, sizeof most);
    if (most.ranks * most.threads <= most.processors.count)
        return;
    describe_crowd(&most, run);
    if (!eg_run_is_first(run))
        return;
    eg_log(run->context, EG_LOG_WARN, "%s", run->crowded);
    eg_text_add(&run->notes, "warning: %s\n", run->crowded);
}
