/* Shots: from the end of one to the beginning of the next. */
#include "run/life/life.h"
#include "run/state/state.h"

static eg_status end_shot(eg_run *run)
{
    eg_shots *shots = eg_run_shots(run);
    uint64_t hash;
    if (!shots || !eg_schedule_is_over(&run->schedule, &run->now))
        return EG_OK;
    EG_TRY(eg_run_state_hash(run, &hash));
    shots->hash = shots->current == 0 ? 0xcbf29ce484222325u : shots->hash;
    for (int i = 0; i < 8; i++) /* FNV-1a, of the hashes in the order of the shots */
        shots->hash = (shots->hash ^ (hash >> 8 * i & 0xff)) * 0x100000001b3u;
    shots->seconds += eg_clock() - run->shot_at;
    run->shot_at = eg_clock();
    eg_run_log(run, "shot %lld of %lld, %s: %lld steps so far, state %016llx", (long long)shots->current + 1,
               (long long)shots->count, shots->name, (long long)run->now.steps, (unsigned long long)hash);
    return EG_OK;
}

static eg_status write_own_files(eg_run *run)
{
    const eg_model_files *files = run->class->files;
    EG_SCRATCH char *path = NULL;
    if (!EG_HAS(files, write))
        return EG_OK;
    EG_TRY(eg_run_agree(run, run->folder ? eg_run_path(run, "seismograms", &path) : EG_OK));
    if (files->collect)
        EG_TRY(files->collect(run->model, &run->now));
    return files->write(run->model, path);
}

eg_status eg_run_next_shot(eg_run *run)
{
    EG_TRY(end_shot(run));
    if (run->writes)
        EG_TRY(write_own_files(run));
    EG_TRY(run->class->shots->next(run->model));
    EG_TRY(eg_run_read_clock(run));
    run->now.pause = EG_PAUSE_NONE;
    return eg_adaptation_next_shot(run);
}

const eg_part_class eg_shots_class = {.end = end_shot};
const eg_part_class eg_own_files_class = {.what = "the model's tables", .write = write_own_files};
