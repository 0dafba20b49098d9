/* What ranks do while a run advances: the messages of each, and its kernels where the run is profiled; the
 * least, the mean and the most go into summary and log. */
#include "run/observe/observe.h"

#include <math.h>
#include <string.h>

void eg_run_traffic_begin(eg_run *run)
{
    if (run->profile->is_counting)
        return;
    run->profile->is_counting = true;
    eg_comm_traffic(run->comm, run->profile->traffic_before);
}

enum { NUMBERS = sizeof(eg_traffic) / sizeof(double) };
static const char *const name_of[EG_SUMMARY_OF_RANKS] = {[EG_COMM_GHOSTS] = "ghosts",
                                                         [EG_COMM_MAXIMA] = "step sizes and agreement",
                                                         [EG_COMM_DATA] = "sums and other data",
                                                         [EG_COMM_USES] = "kernels and copies"};

static void find_own_traffic(const eg_run *run, eg_traffic own[EG_SUMMARY_OF_RANKS])
{
    eg_device *device[EG_RUN_DEVICES];
    int devices = eg_run_devices(run, device);
    eg_comm_traffic(run->comm, own);
    own[EG_COMM_USES] = (eg_traffic){0};
    for (int i = 0; i < EG_COMM_USES; i++) {
        const eg_traffic *before = &run->profile->traffic_before[i];
        own[i].calls -= before->calls;
        own[i].seconds -= before->seconds;
        own[i].bytes -= before->bytes;
    }
    for (int d = 0; run->profile->is_ended && d < devices; d++)
        for (int k = 0; k < run->profile->view[d].kernels; k++) {
            own[EG_COMM_USES].calls += (double)run->profile->view[d].kernel[k].launches;
            own[EG_COMM_USES].seconds += run->profile->view[d].kernel[k].seconds;
        }
}

static eg_summary_spread spread_of(const double *values, int ranks, int stride)
{
    eg_summary_spread spread = {.least = INFINITY, .most = -INFINITY};
    for (int r = 0; r < ranks; r++) {
        spread.least = fmin(spread.least, values[r * stride]);
        spread.most = fmax(spread.most, values[r * stride]);
        spread.mean += values[r * stride] / ranks;
    }
    return spread;
}

static void fill_traffic_rows(eg_run *run, eg_traffic (*all)[EG_SUMMARY_OF_RANKS])
{
    enum { STRIDE = EG_SUMMARY_OF_RANKS * NUMBERS };
    int ranks = eg_comm_size(run->comm);
    run->profile->rows = EG_COMM_USES + run->profile->is_ended;
    for (int i = 0; i < run->profile->rows; i++) {
        eg_summary_of_ranks *row = &run->profile->row[i];
        snprintf(row->name, sizeof row->name, "%s", name_of[i]);
        row->calls = spread_of(&all[0][i].calls, ranks, STRIDE);
        row->seconds = spread_of(&all[0][i].seconds, ranks, STRIDE);
        row->bytes = spread_of(&all[0][i].bytes, ranks, STRIDE);
    }
}

eg_status eg_run_traffic_end(eg_run *run)
{
    eg_traffic own[EG_SUMMARY_OF_RANKS];
    EG_SCRATCH eg_traffic(*all)[EG_SUMMARY_OF_RANKS] = NULL;
    eg_status status = EG_OK;
    if (eg_comm_size(run->comm) == 1 || !run->profile->is_counting)
        return EG_OK;
    find_own_traffic(run, own);
    if (eg_run_is_first(run))
        status = eg_alloc(run->context, eg_comm_size(run->comm), sizeof *all, &all);
    EG_TRY(eg_run_gather(run, own, (int64_t)sizeof own, all, status));
    if (eg_run_is_first(run))
        fill_traffic_rows(run, all);
    return EG_OK;
}

void eg_run_traffic_summarise(eg_run *run, eg_summary *summary)
{
    summary->of_ranks_count = run->profile->rows;
    memcpy(summary->of_ranks, run->profile->row, sizeof run->profile->row);
    for (int i = 0; i < run->profile->rows; i++) {
        const eg_summary_of_ranks *row = &run->profile->row[i];
        eg_run_log(run,
                   "of ranks, %s: %.0f calls, %.3g to %.3g s, mean %.3g s; %.4g to %.4g MB sent, "
                   "mean %.4g MB",
                   row->name, row->calls.mean, row->seconds.least, row->seconds.most, row->seconds.mean,
                   row->bytes.least / 1e6, row->bytes.most / 1e6, row->bytes.mean / 1e6);
    }
}
