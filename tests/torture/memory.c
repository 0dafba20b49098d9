/* Whole runs in which an allocation fails, for tests/torture/memory.sh:
 *   torture-memory CASE FOLDER FIRST STRIDE    the FIRST allocation of eg_alloc() fails, then the one STRIDE
 *                                              later in a new run, until a run has no so many
 *   torture-memory resume FOLDER FIRST STRIDE  the same of a run that goes on
 * Each such run has to end with EG_MEMORY, and say so, or with a whole folder (a checkpoint that could not be
 * written is told, and the run goes on); and nothing may be left over. Prints how many runs there were, how
 * many went on and how many went wrong. Exits with 1 where one did. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "eagre/eagre.h"

static eg_status run_case(eg_context *context, const char *case_file, const char *folder)
{
    eg_run *run = NULL;
    bool resumes = strcmp(case_file, "resume") == 0;
    const eg_run_options options = {.size = sizeof options,
                                    .case_file = resumes ? NULL : case_file,
                                    .output = folder,
                                    .force = !resumes,
                                    .device = "host:1"};
    eg_status status =
        resumes ? eg_run_resume(context, &options, &run) : eg_run_create(context, &options, &run);
    if (status == EG_OK)
        status = eg_run_advance(run, INFINITY);
    if (status == EG_OK)
        status = eg_run_finish(run);
    eg_run_destroy(&run);
    return status;
}

/* What the folder says of itself. */
static eg_status verdict_of(eg_context *context, const char *folder)
{
    char *text;
    eg_status verdict = EG_OK, status = eg_verify_text(context, folder, &verdict, &text);
    eg_release_text(context, &text);
    return status != EG_OK ? status : verdict;
}

typedef enum outcome { REFUSED, WENT_ON, WRONG } outcome;

/* A run whose nth allocation fails; *over: it has no so many. */
static outcome run_without(const char *case_file, const char *folder, long nth, bool *over)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return WRONG;
    eg_memory_fail_at(context, nth);
    eg_status status = run_case(context, case_file, folder);
    *over = eg_memory_fail_left(context) > 0;
    eg_memory_fail_at(context, 0);
    bool good = status == EG_MEMORY ? eg_context_error(context)[0] != 0
                                    : status == EG_OK && verdict_of(context, folder) == EG_OK;
    good = good && eg_context_blocks_held(context) == 0;
    if (!good)
        fprintf(stderr, "allocation %ld: %s, %lld blocks are left: %s\n", nth, eg_status_name(status),
                (long long)eg_context_blocks_held(context), eg_context_error(context));
    eg_context_destroy(&context);
    return !good ? WRONG : status == EG_OK ? WENT_ON : REFUSED;
}

int main(int count, char **words)
{
    int counts[3] = {0};
    bool over = false;
    if (count != 5)
        return eg_status_exit_code(EG_USAGE);
    for (long nth = atol(words[3]); !over; nth += atol(words[4]))
        counts[run_without(words[1], words[2], nth, &over)]++;
    counts[WENT_ON]--; /* the last one was a run like any other */
    printf("%d runs, %d went on, %d wrong\n", counts[REFUSED] + counts[WENT_ON] + counts[WRONG],
           counts[WENT_ON], counts[WRONG]);
    return counts[WRONG] > 0 || counts[REFUSED] == 0;
}
