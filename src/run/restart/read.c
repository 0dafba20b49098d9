/* What the parts of a run get back from the checkpoint that it goes on from. */
#include "run/restart/restart.h"

#include <string.h>

eg_status eg_resume_integer(eg_run *run, const char *name, int64_t *value)
{
    return eg_checkpoint_integer(run->checkpointing.from, "run", name, value);
}

const char *eg_resume_path(const eg_run *run)
{
    eg_checkpoint_description description;
    eg_checkpoint_describe(run->checkpointing.from, &description);
    return description.path;
}

typedef struct getter {
    eg_persist persist;
    eg_run *run;
} getter;

static eg_run *run_of(const eg_persist *self)
{
    return ((const getter *)self)->run;
}

static eg_status get_array(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    return eg_checkpoint_read_all(run_of(self)->checkpointing.from, name, data, bytes);
}

static eg_status get_section_bytes(const eg_persist *self, const char *name, int64_t *bytes)
{
    return eg_checkpoint_bytes(run_of(self)->checkpointing.from, name, bytes);
}

/* This rank's part: it begins where those of the ranks before end. */
static eg_status get_part(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    eg_run *run = run_of(self);
    int64_t there = 0;
    eg_sum sum;
    EG_TRY(eg_run_agree(run, get_section_bytes(self, name, &there)));
    eg_comm_scan_begin(run->comm, &sum, 1);
    int64_t before = (int64_t)eg_sum_value(&sum);
    eg_sum_add(&sum, (double)bytes);
    eg_comm_scan_end(run->comm, &sum, 1);
    int64_t all = (int64_t)eg_sum_value(&sum);
    if (all != there)
        return eg_fail(run->context, EG_CHECKPOINT, "%s: section '%s' has %lld bytes, not %lld",
                       eg_resume_path(run), name, (long long)there, (long long)all);
    return eg_checkpoint_read(run->checkpointing.from, name, before, data, bytes);
}

eg_status eg_resume_model(eg_run *run, const char *origin)
{
    const getter get = {{.restoring = true, .array = get_array, .part = get_part, .bytes = get_section_bytes},
                        run};
    int64_t hash;
    EG_TRY(eg_resume_integer(run, "mesh-hash", &hash));
    if ((uint64_t)hash != run->whole.hash)
        return eg_fail(run->context, EG_CHECKPOINT,
                       "%s: the mesh %s is not the one that the run began with: restore it, or "
                       "start a new run",
                       eg_resume_path(run), origin);
    return eg_run_agree(run, run->class->persist(run->model, &run->now, &get.persist));
}

eg_status eg_persist_leave_array(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    (void)self;
    (void)name;
    (void)data;
    (void)bytes;
    return EG_OK;
}

eg_status eg_persist_leave_bytes(const eg_persist *self, const char *name, int64_t *bytes)
{
    return eg_persist_leave_array(self, name, bytes, 0);
}

static eg_status state_part(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    return strcmp(name, "state") == 0 ? get_part(self, name, data, bytes) : EG_OK;
}

eg_status eg_resume_state(eg_run *run, eg_checkpoint *from)
{
    const getter get = {{.restoring = true,
                         .array = eg_persist_leave_array,
                         .part = state_part,
                         .bytes = eg_persist_leave_bytes},
                        run};
    run->checkpointing.from = from; /* as long as parts are read */
    eg_status status = eg_run_agree(run, run->class->persist(run->model, &run->now, &get.persist));
    run->checkpointing.from = NULL;
    return status;
}

eg_status eg_resume_time_state(eg_run *run)
{
    EG_TRY(eg_resume_integer(run, "steps", &run->now.steps));
    return eg_checkpoint_real(run->checkpointing.from, "run", "time", &run->now.time);
}

eg_status eg_resume_mark(eg_run *run, const char *file, eg_csv_mark *mark)
{
    return eg_checkpoint_read_all(run->checkpointing.from, file, mark, sizeof *mark);
}

eg_status eg_resume_check_tables(eg_run *run)
{
    for (const char *const *file = eg_run_tables; *file; file++) {
        eg_csv_mark mark;
        EG_SCRATCH char *path = NULL;
        if (!eg_checkpoint_has(run->checkpointing.from, *file))
            continue;
        EG_TRY(eg_resume_mark(run, *file, &mark));
        EG_TRY(eg_run_path(run, *file, &path));
        EG_TRY(eg_csv_check(run->context, path, &mark));
    }
    return EG_OK;
}

eg_status eg_resume_snapshots(eg_run *run, char **entries, int64_t *count)
{
    EG_TRY(eg_resume_integer(run, "snapshots", count));
    return eg_checkpoint_text(run->checkpointing.from, "snapshots", entries, NULL);
}
