/* summary.json: what a run says about itself when it ends.
 *
 * Keys stand in a fixed order; a number that is NaN or infinite is null; numbers are the shortest
 * that read back to the same bits. */
#ifndef EG_IO_SUMMARY_H
#define EG_IO_SUMMARY_H

#include "base/date.h"
#include "io/report/verdict.h"

/* The limiter of a run that has not measured its device. */
#define EG_SUMMARY_NOT_MEASURED "not measured"

enum { EG_SUMMARY_TEXT = 192, EG_SUMMARY_NAME = 64, EG_SUMMARY_WARNING = 768, EG_SUMMARY_KERNEL_LINE = 384 };

typedef enum eg_run_exit {
    EG_EXIT_DONE,
    EG_EXIT_DIVERGED,
    EG_EXIT_LIMIT,
    EG_EXIT_STOPPED,
    EG_EXIT_COUNT
} eg_run_exit;

/* "done", "diverged", "limit", "stopped". */
const char *eg_run_exit_name(eg_run_exit run_exit);

/* Errors of a field against the exact solution: int|e|/|Omega|, sqrt(int e^2/|Omega|), max|e|; and where the
 * exact gradient is known sqrt(int |grad e|^2/|Omega|). */
typedef struct eg_summary_error {
    char *field;
    double l1, l2, linf;
    bool has_h1;
    double h1;
} eg_summary_error;

/* A named number: "mass_error", "volume_m3", "inflow_left_m3". */
typedef struct eg_summary_value {
    char *name;
    double value;
} eg_summary_value;

/* All launches of a kernel, of a profile. What is not known is NaN or "". */
typedef struct eg_summary_kernel {
    char name[EG_SUMMARY_NAME], device[EG_SUMMARY_NAME];
    int64_t launches;
    double seconds;
    double bandwidth; /* bytes/s */
    double bandwidth_fraction;
    char limiter[EG_SUMMARY_NAME];
} eg_summary_kernel;

/* What a number is on the ranks. */
typedef struct eg_summary_spread {
    double least, mean, most;
} eg_summary_spread;

/* What ranks did of one kind while the run advanced: kernels, or messages of one use. */
typedef struct eg_summary_of_ranks {
    char name[EG_SUMMARY_NAME];
    eg_summary_spread calls, seconds, bytes; /* bytes sent; of kernels 0 */
} eg_summary_of_ranks;
enum { EG_SUMMARY_OF_RANKS = 4 };

/* Wall seconds of the parts of a run, from `mesh` to `output` of one that solves linear systems; what a step
 * in time makes anew counts where it belongs. */
typedef struct eg_summary_seconds {
    double setup;          /* until there is a first state */
    double advance;        /* of the steps, or the solve, and waits for what is written meanwhile */
    double mesh;           /* elements, faces, numbers of nodes; what ranks get of them */
    double operator_parts; /* "operator": matrix and right-hand side */
    double preconditioner; /* without the next */
    double coarse;         /* the multigrid cycle of its coarse matrix */
    double solve;
    double output;   /* tables, snapshots, pictures, what is made of solutions */
    double verdicts; /* "judging": what the run judges itself by, in all parts; of rank 0 */
} eg_summary_seconds;

typedef struct eg_summary {
    eg_run_exit run_exit; /* "exit" */
    char *message;        /* "message": why it did not end well, the summary's own; NULL leaves it out */
    char warning[2 *
                 EG_SUMMARY_WARNING]; /* "warning": what to look at in a run that ended; "" leaves it out */
    eg_verdicts verdicts;             /* "verdicts": why the result may not be right; the summary's own */
    int64_t steps;
    double time;   /* s */
    eg_date start; /* "start", "date": of time 0, and of the end; none leaves both out */
    int64_t cells, unknowns;
    int ranks;                             /* processes */
    uint64_t state_hash;                   /* 16 hexadecimal digits, as text */
    double throughput;                     /* "throughput": {"value", "unit"} */
    char throughput_unit[EG_SUMMARY_NAME]; /* "cell updates/s" */
    double bandwidth_fraction;
    char limiter[EG_SUMMARY_NAME];
    int error_count;
    eg_summary_error *errors; /* [error_count], the summary's own, as what follows */
    int balance_count;
    eg_summary_value *balance; /* [balance_count] */
    int64_t error_room, balance_room;
    int64_t iterations;      /* of linear solvers; 0: none */
    bool has_residual;       /* a linear solver ran */
    char preconditioner[64]; /* of it; "": not told */
    double residual;         /* "residual": of its last solve, over what it was held against */
    bool unreproducible;     /* "reproducible": false; a library took part whose bits are not promised */
    /* "profile": {"seconds", "kernels"}; of all kernels; the longest first. 0 kernels: nothing was
     * measured */
    double profile_seconds;
    int kernel_count;
    eg_summary_kernel *kernels; /* [kernel_count], the summary's own */
    /* "of_ranks": of several ranks, what each did; 0 rows leave it out, and reading does */
    int of_ranks_count;
    eg_summary_of_ranks of_ranks[EG_SUMMARY_OF_RANKS];
    int64_t shots;       /* "shots": {"count", "seconds"}: those that are done; 0 leaves it out */
    double shot_seconds; /* of one, on the wall */
    /* "adaptation": {"changes", "cells_least", "cells_most", "seconds"}; where cells change with the state */
    bool adapts;
    int64_t adaptations, cells_least, cells_most;
    double adapt_seconds;
    int64_t snapshots; /* "output": {"snapshots", "waited_seconds"} */
    double output_waited_seconds;
    double wall_seconds;
    eg_summary_seconds seconds; /* "seconds" */
    char device[EG_SUMMARY_TEXT];
    char precision[EG_SUMMARY_NAME];
    char compiler[EG_SUMMARY_TEXT];
    char version[EG_SUMMARY_NAME];
    char version_before
        [EG_SUMMARY_NAME]; /* of the checkpoint that the run went on from; "" leaves it out, and reading does */
    char case_hash[EG_SUMMARY_NAME];
    char *projection; /* of the case's rasters, WKT, the summary's own; NULL leaves it out */
    /* "changes": of the case while the run went on, a line each; not owned. NULL or "" leaves it out, and
     * reading does. */
    const char *changes;
} eg_summary;

/* Adds an entry, with a copy of its name. EG_MEMORY. */
eg_status eg_summary_add_error(eg_context *context, eg_summary *summary, const char *field, double l1,
                               double l2, double linf);
eg_status eg_summary_add_balance(eg_context *context, eg_summary *summary, const char *name, double value);

/* Gives back what the summary holds and leaves it empty. One that is zero is fine. */
void eg_summary_free(eg_summary *summary);

/* Row k of the profile as a line of a table, and the line of its head (k = -1). */
void eg_summary_kernel_line(const eg_summary *summary, int k, char line[EG_SUMMARY_KERNEL_LINE]);

/* Appends the summary as JSON, indented, with a newline at its end. */
void eg_summary_text(const eg_summary *summary, eg_text *text);

/* Writes it as a file, atomically. */
eg_status eg_summary_write(eg_context *context, const eg_summary *summary, const char *path);

/* Reads such a file back; null becomes NaN, a missing key zero. EG_INPUT with file, line and key
 * for what is no summary; it is then empty. The caller frees it. */
eg_status eg_summary_read(eg_context *context, const char *path, eg_summary *summary);

/* The same into one of its own, which is large, that the caller closes. */
eg_status eg_summary_open(eg_context *context, const char *path, eg_summary **summary);
void eg_summary_close(eg_summary **summary);

#endif
