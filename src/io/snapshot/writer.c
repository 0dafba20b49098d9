/* The writer's thread: a short queue of jobs, each with its buffer. */
#include "io/snapshot/writer.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "base/parallel.h"

/* Where several snapshots wait they are made at once, each on a thread of its own. */
enum { MOST_BUFFERS = 8, MOST_AT_ONCE = 4, SMALL = 1 << 24 /* bytes */ };

/* FIRST_PHASE_DONE, SECOND_PHASE: ranks synchronize between the phases of a job. */
typedef enum slot_state {
    SLOT_FREE,
    SLOT_ACQUIRED,
    SLOT_QUEUED,
    SLOT_FIRST_PHASE_DONE,
    SLOT_SECOND_PHASE
} slot_state;

/* A buffer and what is to be done with it. */
typedef struct slot {
    void *buffer;
    slot_state state;
    eg_event *event;
    eg_snapshot_stamp stamp;
    eg_status status; /* of the first phase, when done */
    double busy;      /* s, so far */
} slot;

/* What a snapshot is made in: the writer's own, and more where several are made at once. */
typedef struct draft {
    eg_task task; /* first */
    eg_writer *writer;
    slot *job;
    eg_snapshot_set *set;
    double *values[EG_SNAPSHOT_FIELDS];
} draft;

/* Of a text with two paths in it. */
enum { FAILURE_ROOM = 16384 };

struct eg_writer {
    eg_context *context;
    eg_writer_options options;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    draft own, *ahead[MOST_AT_ONCE]; /* the thread's own */
    pthread_t thread;
    bool started;
    int made;               /* buffers that there are, of options.buffers */
    pthread_mutex_t lock;   /* guards everything below */
    pthread_cond_t changed; /* a slot changed its state, or `ending` was set */
    slot slots[MOST_BUFFERS];
    int queue[MOST_BUFFERS]; /* slots in the order of submission */
    int queued;
    bool ending;
    eg_status failure; /* the first of the thread; its text: */
    char *failure_text;
    eg_writer_statistics statistics;
};

/* Keeps the first failure of the thread, with its text: the context's may be overwritten. */
static void keep_failure(eg_writer *writer, eg_status status)
{
    pthread_mutex_lock(&writer->lock);
    if (writer->failure == EG_OK) {
        writer->failure = status;
        strncpy(writer->failure_text, eg_context_error(writer->context), FAILURE_ROOM - 1);
    }
    pthread_mutex_unlock(&writer->lock);
}

static eg_status report_failure(eg_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    eg_status failure = writer->failure;
    pthread_mutex_unlock(&writer->lock);
    if (failure == EG_OK)
        return EG_OK;
    return eg_fail(writer->context, failure, "%s", writer->failure_text);
}

/* Puts fields on a thread of its own, as they are filled. */
typedef struct putter {
    eg_task task; /* first */
    draft *draft;
    pthread_mutex_t lock; /* guards the next two */
    pthread_cond_t changed;
    int filled; /* fields */
    bool over;  /* no more are filled */
} putter;

static bool wait_for_field(putter *p, int field)
{
    pthread_mutex_lock(&p->lock);
    while (p->filled <= field && !p->over)
        pthread_cond_wait(&p->changed, &p->lock);
    bool there = p->filled > field;
    pthread_mutex_unlock(&p->lock);
    return there;
}

static void tell_putter(putter *p, int filled, bool over)
{
    pthread_mutex_lock(&p->lock);
    p->filled = filled;
    p->over = over;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static eg_status put_filled(eg_task *self)
{
    putter *p = (putter *)self;
    draft *d = p->draft;
    for (int f = 0; f < d->writer->options.field_count; f++) {
        if (!wait_for_field(p, f))
            return EG_OK;
        EG_TRY(eg_snapshot_set_put_field(d->set, f, d->values[f]));
    }
    return eg_snapshot_set_put_end(d->set);
}

static eg_status fill_fields(putter *p)
{
    draft *d = p->draft;
    const eg_writer_options *o = &d->writer->options;
    for (int f = 0; f < o->field_count; f++) {
        EG_TRY(o->source->fill(o->source, d->job->buffer, f, d->values[f]));
        tell_putter(p, f + 1, false);
    }
    return o->source->convert(o->source, d->job->buffer, &d->job->stamp, NULL);
}

static eg_status put_while_filling(eg_task *self)
{
    draft *d = (draft *)self;
    putter p = {.task = {.work = put_filled, .what = "writes a snapshot"}, .draft = d};
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    eg_status status = eg_task_start(d->writer->context, &p.task);
    if (status == EG_OK) {
        status = fill_fields(&p);
        tell_putter(&p, p.filled, true);
        status = eg_task_join(&p.task, status); /* its failure counts where this thread has none */
    }
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    return status;
}

/* The first phase: this rank's values. */
static eg_status put_snapshot(eg_writer *writer, slot *job)
{
    const eg_writer_options *o = &writer->options;
    eg_writer_source *source = o->source;
    double **values = writer->own.values;
    writer->own.job = job;
    if (o->set && !o->two_phase)
        EG_TRY(eg_snapshot_set_begin(o->set));
    if (o->set && source->fill)
        return put_while_filling(&writer->own.task);
    EG_TRY(source->convert(source, job->buffer, &job->stamp, source->put ? NULL : values));
    if (!o->set)
        return EG_OK;
    return source->put ? source->put(source, job->buffer, o->set)
                       : eg_snapshot_set_put(o->set, (const double *const *)values);
}

/* The second phase: what makes it a snapshot. */
static eg_status end_snapshot(eg_writer *writer, slot *job)
{
    const eg_writer_options *o = &writer->options;
    if (!o->two_phase && o->source->conclude)
        EG_TRY(o->source->conclude(o->source, &job->stamp));
    if (o->set)
        EG_TRY(eg_snapshot_set_publish(o->set, &job->stamp));
    return o->source->after
               ? o->source->after(o->source, &job->stamp, (const double *const *)writer->own.values)
               : EG_OK;
}

/* ---- several at once */

static eg_status make_draft_values(eg_writer *writer, draft *d)
{
    const eg_writer_options *o = &writer->options;
    d->writer = writer;
    for (int f = 0; f < o->field_count && !o->source->put; f++)
        EG_TRY(eg_alloc(writer->context, o->values * o->fields[f].components, sizeof(double), &d->values[f]));
    return EG_OK;
}

static void free_draft(draft *d)
{
    eg_snapshot_set_join(&d->set);
    for (int f = 0; f < EG_SNAPSHOT_FIELDS; f++)
        EG_FREE(&d->values[f]);
}

/* Drafts are kept for the next time. */
static eg_status make_draft(eg_writer *writer, int i)
{
    if (writer->ahead[i])
        return EG_OK;
    EG_TRY(eg_alloc(writer->context, 1, sizeof *writer->ahead[i], &writer->ahead[i]));
    draft *d = writer->ahead[i];
    eg_status status = eg_snapshot_set_fork(writer->options.set, &d->set);
    if (status == EG_OK)
        status = make_draft_values(writer, d);
    if (status != EG_OK) {
        free_draft(d);
        EG_FREE(&writer->ahead[i]);
    }
    return status;
}

static eg_status complete_draft(eg_task *self)
{
    draft *d = (draft *)self;
    return eg_snapshot_set_complete(d->set, &d->job->stamp);
}

/* Does the same for the first `count` drafts, each on a thread; *done of them, in order, are right. */
static eg_status in_tasks(eg_writer *writer, eg_status (*work)(eg_task *self), int count, int *done)
{
    eg_status status = EG_OK, started = EG_OK;
    for (int i = 0; i < count && started == EG_OK; i++) {
        writer->ahead[i]->task = (eg_task){.work = work, .what = "writes a snapshot"};
        started = eg_task_start(writer->context, &writer->ahead[i]->task);
    }
    *done = 0;
    for (int i = 0; i < count; i++) {
        bool was_started = writer->ahead[i]->task.started;
        status = eg_task_join(&writer->ahead[i]->task, status);
        *done += status == EG_OK && was_started;
    }
    return status != EG_OK ? status : started;
}

static eg_status wait_for_state(slot *job)
{
    eg_status status = job->event ? eg_event_wait(job->event) : EG_OK;
    eg_event_destroy(&job->event);
    return status;
}

/* Begins the files of `count` snapshots. */
static eg_status begin_drafts(eg_writer *writer, slot *const *jobs, int count)
{
    EG_TRY(eg_snapshot_set_settle(writer->options.set));
    for (int i = 0; i < count; i++) {
        EG_TRY(wait_for_state(jobs[i]));
        EG_TRY(make_draft(writer, i));
        writer->ahead[i]->job = jobs[i];
        EG_TRY(eg_snapshot_set_begin_ahead(writer->options.set, i, writer->ahead[i]->set));
    }
    return EG_OK;
}

/* Gives the first `count` drafts their names, in order. */
static eg_status name_drafts(eg_writer *writer, int count)
{
    const eg_writer_options *o = &writer->options;
    eg_snapshot_set *ahead[MOST_AT_ONCE];
    eg_snapshot_stamp stamps[MOST_AT_ONCE];
    for (int i = 0; i < count; i++) {
        ahead[i] = writer->ahead[i]->set;
        stamps[i] = writer->ahead[i]->job->stamp;
    }
    EG_TRY(eg_snapshot_set_name(o->set, ahead, count, stamps));
    for (int i = 0; i < count && o->source->after; i++)
        EG_TRY(o->source->after(o->source, &stamps[i], (const double *const *)writer->ahead[i]->values));
    return EG_OK;
}

/* How many of the first `count` snapshots are concluded. */
static eg_status conclude_jobs(eg_writer *writer, slot *const *jobs, int count, int *done)
{
    eg_writer_source *source = writer->options.source;
    for (*done = 0; *done < count && source->conclude; ++*done)
        EG_TRY(source->conclude(source, &jobs[*done]->stamp));
    *done = count;
    return EG_OK;
}

/* Makes `count` snapshots, *written of which come to be: one that fails ends those after it. */
static eg_status write_drafts(eg_writer *writer, slot *const *jobs, int count, int *written)
{
    int done = 0;
    *written = 0;
    EG_TRY(begin_drafts(writer, jobs, count));
    eg_status put = in_tasks(writer, put_while_filling, count, &done);
    eg_status concluded = conclude_jobs(writer, jobs, done, &done);
    eg_status completed = in_tasks(writer, complete_draft, done, &done);
    eg_status named = done > 0 ? name_drafts(writer, done) : EG_OK;
    *written = named == EG_OK ? done : 0;
    return named != EG_OK ? named : completed != EG_OK ? completed : concluded != EG_OK ? concluded : put;
}

/* ---- the thread */

/* The oldest job, when something is to be done for it; NULL when there is none and the writer is ending. */
static slot *next_job(eg_writer *writer, slot_state *state)
{
    slot *job = NULL;
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        job = writer->queued ? &writer->slots[writer->queue[0]] : NULL;
        if ((job && job->state != SLOT_FIRST_PHASE_DONE) || writer->ending)
            break;
        pthread_cond_wait(&writer->changed, &writer->lock);
    }
    if (job && job->state == SLOT_FIRST_PHASE_DONE) /* nobody begins its second phase any more */
        job = NULL;
    *state = job ? job->state : SLOT_FREE;
    pthread_mutex_unlock(&writer->lock);
    return job;
}

static void first_phase_done(eg_writer *writer, slot *job, eg_status status)
{
    pthread_mutex_lock(&writer->lock);
    job->status = status;
    job->state = SLOT_FIRST_PHASE_DONE;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

/* Takes the oldest job out of the queue. The lock is held. */
static void free_job(eg_writer *writer)
{
    slot *job = &writer->slots[writer->queue[0]];
    writer->queued--;
    memmove(writer->queue, writer->queue + 1, (size_t)writer->queued * sizeof *writer->queue);
    job->state = SLOT_FREE;
    writer->statistics.busy_seconds += job->busy;
    pthread_cond_broadcast(&writer->changed);
}

static void job_done(eg_writer *writer, eg_status status)
{
    pthread_mutex_lock(&writer->lock);
    writer->statistics.written += status == EG_OK;
    free_job(writer);
    pthread_mutex_unlock(&writer->lock);
}

/* A job, or half of one. */
static void write_slots(eg_writer *writer, slot *job, slot_state state)
{
    eg_status status = wait_for_state(job);
    double begin = eg_clock();
    if (status == EG_OK && state == SLOT_QUEUED)
        status = put_snapshot(writer, job);
    if (status == EG_OK && (state == SLOT_SECOND_PHASE || !writer->options.two_phase))
        status = end_snapshot(writer, job);
    if (status != EG_OK) {
        keep_failure(writer, status);
        if (writer->options.set && !writer->options.two_phase)
            eg_snapshot_set_drop(writer->options.set);
    }
    job->busy += eg_clock() - begin;
    if (state == SLOT_QUEUED && writer->options.two_phase)
        first_phase_done(writer, job, status);
    else
        job_done(writer, status);
}

/* The jobs that wait, in order, as far as they are made at once: where fields are filled one by one. */
static int jobs_at_once(eg_writer *writer, slot *jobs[MOST_AT_ONCE])
{
    const eg_writer_options *o = &writer->options;
    int most = o->set && o->source->fill && !o->two_phase ? MOST_AT_ONCE : 1, count = 0;
    pthread_mutex_lock(&writer->lock);
    for (; count < most && count < writer->queued; count++)
        jobs[count] = &writer->slots[writer->queue[count]];
    pthread_mutex_unlock(&writer->lock);
    return count;
}

static void work_at_once(eg_writer *writer, slot *const *jobs, int count)
{
    int written;
    double begin = eg_clock();
    eg_status status = write_drafts(writer, jobs, count, &written);
    if (status != EG_OK)
        keep_failure(writer, status);
    for (int i = 0; i < MOST_AT_ONCE; i++)
        if (writer->ahead[i])
            eg_snapshot_set_drop(writer->ahead[i]->set);
    jobs[0]->busy = eg_clock() - begin;
    for (int i = 0; i < count; i++) {
        eg_event_destroy(&jobs[i]->event);
        job_done(writer, i < written ? EG_OK : status);
    }
}

static void *thread_main(void *argument)
{
    eg_writer *writer = argument;
    slot_state state;
    for (slot *job; (job = next_job(writer, &state)) != NULL;) {
        slot *jobs[MOST_AT_ONCE] = {job};
        int count = jobs_at_once(writer, jobs);
        if (count > 1)
            work_at_once(writer, jobs, count);
        else
            write_slots(writer, job, state);
    }
    return NULL;
}

/* Signals are for the thread of the run. */
static eg_status start_thread(eg_writer *writer)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&writer->thread, NULL, thread_main, writer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        return eg_fail(writer->context, EG_MEMORY, "the writer's thread cannot be started: %s",
                       strerror(error));
    writer->started = true;
    return EG_OK;
}

static eg_status make_buffer(eg_writer *writer)
{
    const eg_writer_options *o = &writer->options;
    void **buffer = &writer->slots[writer->made].buffer;
    EG_TRY(o->device ? eg_staging_create(o->device, o->bytes, buffer)
                     : eg_alloc(writer->context, o->bytes, 1, buffer));
    writer->made++;
    return EG_OK;
}

/* A large buffer takes its time: the first is made at once, others when all are in use. */
static eg_status make_buffers(eg_writer *writer)
{
    int at_once = writer->options.bytes <= SMALL ? writer->options.buffers : 1;
    for (int i = 0; i < at_once; i++)
        EG_TRY(make_buffer(writer));
    writer->own.set = writer->options.set;
    EG_TRY(make_draft_values(writer, &writer->own));
    EG_TRY(eg_alloc(writer->context, FAILURE_ROOM, 1, &writer->failure_text));
    return start_thread(writer);
}

eg_status eg_writer_create(eg_context *context, const eg_writer_options *options, eg_writer **writer)
{
    assert(context && options && options->source && options->source->convert && writer);
    assert(options->field_count >= 0 && options->field_count <= EG_SNAPSHOT_FIELDS);
    assert(options->buffers >= 0 && options->buffers <= MOST_BUFFERS);
    *writer = NULL;
    eg_writer *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->options = *options;
    if (made->options.buffers == 0)
        made->options.buffers = options->two_phase ? 1 : options->bytes <= SMALL ? MOST_BUFFERS : 2;
    if (made->options.values == 0)
        made->options.values = made->options.cells;
    for (int f = 0; f < options->field_count; f++)
        made->field[f] = options->fields[f];
    made->options.fields = made->field;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->changed, NULL);
    eg_status status = make_buffers(made);
    if (status != EG_OK)
        eg_writer_close(&made);
    *writer = made;
    return status;
}

static slot *free_slot(eg_writer *writer)
{
    for (int i = 0; i < writer->made; i++)
        if (writer->slots[i].state == SLOT_FREE)
            return &writer->slots[i];
    return NULL;
}

/* One more buffer where all are in use; where there is no memory for it snapshots wait for each other. */
static void make_another(eg_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    bool needed = !free_slot(writer) && writer->made < writer->options.buffers;
    pthread_mutex_unlock(&writer->lock);
    if (!needed || make_buffer(writer) == EG_OK)
        return;
    writer->options.buffers = writer->made;
    eg_log(writer->context, EG_LOG_WARN, "snapshots wait for each other: %s",
           eg_context_error(writer->context));
}

static slot *slot_of_job(eg_writer *writer, const void *buffer)
{
    for (int i = 0; i < writer->made; i++)
        if (writer->slots[i].buffer == buffer)
            return &writer->slots[i];
    assert(!"the buffer is not one of this writer");
    return NULL;
}

eg_status eg_writer_acquire(eg_writer *writer, void **buffer)
{
    assert(writer && buffer);
    *buffer = NULL;
    EG_TRY(report_failure(writer));
    make_another(writer);
    pthread_mutex_lock(&writer->lock);
    slot *found = free_slot(writer);
    if (!found) {
        double begin = eg_clock();
        while (!(found = free_slot(writer)) && writer->queued > 0)
            pthread_cond_wait(&writer->changed, &writer->lock);
        writer->statistics.waited_seconds += eg_clock() - begin;
    }
    assert(found && "every buffer is acquired and none was submitted");
    found->state = SLOT_ACQUIRED;
    pthread_mutex_unlock(&writer->lock);
    *buffer = found->buffer;
    return EG_OK;
}

eg_status eg_writer_submit(eg_writer *writer, void *buffer, eg_event *event, const eg_snapshot_stamp *stamp)
{
    assert(writer && buffer && stamp);
    pthread_mutex_lock(&writer->lock);
    slot *filled = slot_of_job(writer, buffer);
    assert(filled->state == SLOT_ACQUIRED);
    filled->state = SLOT_QUEUED;
    filled->event = event;
    filled->stamp = *stamp;
    filled->busy = 0;
    writer->queue[writer->queued++] = (int)(filled - writer->slots);
    writer->statistics.submitted++;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    return report_failure(writer);
}

void eg_writer_release(eg_writer *writer, void *buffer)
{
    assert(writer && buffer);
    pthread_mutex_lock(&writer->lock);
    slot *unused = slot_of_job(writer, buffer);
    assert(unused->state == SLOT_ACQUIRED);
    unused->state = SLOT_FREE;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

eg_status eg_writer_finish(eg_writer *writer)
{
    assert(writer);
    pthread_mutex_lock(&writer->lock);
    double begin = eg_clock();
    while (writer->queued > 0 && writer->slots[writer->queue[0]].state != SLOT_FIRST_PHASE_DONE)
        pthread_cond_wait(&writer->changed, &writer->lock);
    writer->statistics.waited_seconds += eg_clock() - begin;
    pthread_mutex_unlock(&writer->lock);
    return report_failure(writer);
}

/* ---- between the phases */

bool eg_writer_first_phase_done(eg_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    bool done = writer->queued > 0 && writer->slots[writer->queue[0]].state == SLOT_FIRST_PHASE_DONE;
    pthread_mutex_unlock(&writer->lock);
    return done;
}

eg_status eg_writer_wait_first_phase(eg_writer *writer, eg_snapshot_stamp *stamp)
{
    pthread_mutex_lock(&writer->lock);
    assert(writer->options.two_phase && writer->queued > 0);
    const slot *job = &writer->slots[writer->queue[0]];
    double begin = eg_clock();
    while (job->state != SLOT_FIRST_PHASE_DONE)
        pthread_cond_wait(&writer->changed, &writer->lock);
    writer->statistics.waited_seconds += eg_clock() - begin;
    *stamp = job->stamp;
    eg_status status = job->status;
    pthread_mutex_unlock(&writer->lock);
    return status == EG_OK ? EG_OK : eg_fail(writer->context, status, "%s", writer->failure_text);
}

void eg_writer_begin_second_phase(eg_writer *writer, const eg_snapshot_stamp *stamp)
{
    pthread_mutex_lock(&writer->lock);
    slot *job = &writer->slots[writer->queue[0]];
    assert(job->state == SLOT_FIRST_PHASE_DONE);
    job->stamp = *stamp;
    job->state = SLOT_SECOND_PHASE;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

void eg_writer_drop(eg_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    assert(writer->slots[writer->queue[0]].state == SLOT_FIRST_PHASE_DONE);
    free_job(writer);
    pthread_mutex_unlock(&writer->lock);
}

void eg_writer_describe(eg_writer *writer, eg_writer_statistics *statistics)
{
    pthread_mutex_lock(&writer->lock);
    *statistics = writer->statistics;
    pthread_mutex_unlock(&writer->lock);
}

static void end_thread(eg_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
}

eg_status eg_writer_close(eg_writer **writer)
{
    if (!writer || !*writer)
        return EG_OK;
    eg_writer *closed = *writer;
    eg_status status = EG_OK;
    if (closed->started) {
        end_thread(closed);
        status = report_failure(closed);
    }
    for (int i = 0; i < closed->made; i++) {
        if (closed->options.device)
            eg_staging_destroy(closed->options.device, &closed->slots[i].buffer);
        else
            EG_FREE(&closed->slots[i].buffer);
    }
    closed->own.set = NULL; /* the caller's */
    free_draft(&closed->own);
    for (int i = 0; i < MOST_AT_ONCE && closed->ahead[i]; i++) {
        free_draft(closed->ahead[i]);
        EG_FREE(&closed->ahead[i]);
    }
    EG_FREE(&closed->failure_text);
    pthread_cond_destroy(&closed->changed);
    pthread_mutex_destroy(&closed->lock);
    EG_FREE(writer);
    return status;
}
