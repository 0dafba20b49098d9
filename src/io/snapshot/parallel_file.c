/* A file that several ranks write. */
#include "io/snapshot/parallel_file.h"

#include "base/parallel.h"
#include "base/room.h"

#include <string.h>

#include "io/snapshot/vtkhdf.h"

enum {
    BLOCK = 16 * EG_SEAL_CHUNK, /* written at a time; begins where a chunk does */
    MESSAGE = 1 << 24           /* bytes of others that rank 0 takes at a time */
};

/* The hash of a chunk that this rank has filled. */
typedef struct chunk_hash {
    int64_t chunk;
    uint64_t hash;
} chunk_hash;

/* What stands in front of bytes that are buffered. */
typedef struct buffered_run {
    int64_t at, bytes;
} buffered_run;

struct eg_parallel_file {
    eg_context *context;
    const eg_comm *comm; /* NULL: one process */
    char *path, *temporary;
    int file; /* -1: not open */
    bool keeps, beside;
    char *block;         /* [BLOCK] bytes that are not written yet */
    int64_t start, held; /* their place and number */
    chunk_hash *hashed;
    int64_t hashes, hash_room;
    eg_text buffered; /* buffered_run, its bytes, buffered_run, ... */
    int64_t run_from; /* the last buffered_run in it, -1: none */
};

static bool is_first(const eg_parallel_file *s)
{
    return eg_comm_rank(s->comm) == 0;
}

/* ---- beginning ---- */

eg_status eg_parallel_file_begin(eg_context *context, const eg_comm *comm, const char *path, long process,
                                 bool keeps, eg_parallel_file **file)
{
    EG_ENDS_WITH(eg_parallel_file_destroy) eg_parallel_file *made = NULL;
    *file = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->comm = comm;
    made->file = -1;
    made->keeps = keeps && !is_first(made);
    made->buffered.context = context;
    made->run_from = -1;
    EG_TRY(eg_strdup(context, path, &made->path));
    eg_text name = {.context = context};
    eg_text_add(&name, "%s.tmp%ld", path, process);
    made->temporary = name.data;
    EG_TRY(name.status);
    EG_TRY(eg_alloc(context, BLOCK, 1, &made->block));
    if (is_first(made))
        EG_TRY(eg_file_create(context, made->temporary, &made->file));
    else if (!made->keeps)
        EG_TRY(eg_file_open(context, made->temporary, true, &made->file));
    return eg_hand_over(&made, file);
}

/* ---- probing ---- */

/* What rank 0 writes for the others to find; a file of the same name in a folder of theirs would hold
 * something else. */
typedef struct probe_token {
    int64_t process;
    double clock;
} probe_token;

static bool finds(eg_context *context, const char *temporary, const probe_token *token)
{
    probe_token found = {0};
    EG_ENDS_WITH(eg_file_close) int file = -1;
    return eg_file_open(context, temporary, false, &file) == EG_OK &&
           eg_file_get(context, EG_IO, file, temporary, 0, &found, sizeof found) == EG_OK &&
           found.process == token->process && found.clock == token->clock;
}

eg_status eg_parallel_file_probe(eg_context *context, const eg_comm *comm, const char *path, long process,
                                 bool *keeps, eg_status status)
{
    bool first = eg_comm_rank(comm) == 0;
    probe_token token = {.process = process, .clock = eg_clock()};
    EG_TEXT(name, context);
    int file = -1;
    eg_comm_broadcast(comm, 0, &token, sizeof token);
    eg_text_add(&name, "%s.tmp%ld", path ? path : "", process);
    status = status != EG_OK ? status : name.status;
    if (status == EG_OK && first)
        status = eg_file_create(context, name.data, &file);
    if (status == EG_OK && first)
        status = eg_file_put(context, file, name.data, 0, &token, sizeof token);
    status = eg_comm_agree(comm, status);
    double missing = status == EG_OK && !first && !finds(context, name.data, &token);
    eg_comm_max(comm, &missing, 1);
    *keeps = missing > 0;
    eg_file_remove_open(&file, eg_text_string(&name));
    return status;
}

void eg_parallel_file_reserve(eg_parallel_file *s, int64_t length)
{
    if (s && is_first(s) && length > BLOCK)
        eg_disk_reserve(s->file, length);
}

/* ---- own bytes ---- */

static eg_status add_hashes(eg_parallel_file *s, const chunk_hash *hashes, int64_t count)
{
    EG_TRY(eg_reserve(s->context, s->hashes + count, &s->hash_room, sizeof *s->hashed, &s->hashed));
    if (count > 0)
        memcpy(&s->hashed[s->hashes], hashes, (size_t)count * sizeof *hashes);
    s->hashes += count;
    return EG_OK;
}

/* The next bytes of the file, and the hashes of the chunks that are whole in them. */
static eg_status put_own_bytes(eg_parallel_file *s, const char *bytes, int64_t count)
{
    int64_t from = s->start - EG_H5_SEAL, chunk = eg_ceil_div(from, EG_SEAL_CHUNK);
    for (; (chunk + 1) * EG_SEAL_CHUNK <= from + count; chunk++) {
        const char *begin = bytes + (chunk * EG_SEAL_CHUNK - from);
        EG_TRY(add_hashes(s, &(chunk_hash){chunk, eg_hash64(begin, EG_SEAL_CHUNK, 0)}, 1));
    }
    EG_TRY(eg_file_put(s->context, s->file, s->temporary, s->start, bytes, count));
    if (count == BLOCK)
        eg_file_begin_synchronise(s->file, s->start, count);
    s->start += count;
    return EG_OK;
}

static eg_status write_block(eg_parallel_file *s)
{
    int64_t held = s->held;
    s->held = 0;
    return held == 0 ? EG_OK : put_own_bytes(s, s->block, held);
}

static eg_status keep_bytes(eg_parallel_file *s, const void *data, int64_t bytes)
{
    eg_text_add_bytes(&s->buffered, data, bytes);
    if (s->buffered.status == EG_OK) {
        buffered_run run;
        memcpy(&run, s->buffered.data + s->run_from, sizeof run);
        run.bytes += bytes;
        memcpy(s->buffered.data + s->run_from, &run, sizeof run);
    }
    return s->buffered.status;
}

eg_status eg_parallel_file_seek(eg_parallel_file *s, int64_t at)
{
    assert(at >= EG_H5_SEAL);
    if (s->keeps) {
        const buffered_run run = {.at = at};
        s->run_from = s->buffered.length;
        eg_text_add_bytes(&s->buffered, (const char *)&run, sizeof run);
        return s->buffered.status;
    }
    EG_TRY(write_block(s));
    s->start = at;
    return EG_OK;
}

eg_status eg_parallel_file_write(eg_parallel_file *s, const void *data, int64_t bytes)
{
    const char *from = data;
    if (bytes == 0)
        return EG_OK;
    if (s->keeps)
        return keep_bytes(s, data, bytes);
    while (bytes > 0) {
        int64_t end = s->start + s->held, room = BLOCK - (end - EG_H5_SEAL) % BLOCK;
        int64_t taken = eg_min_i64(room, bytes);
        if (taken == BLOCK) { /* nothing is held: without a copy */
            EG_TRY(put_own_bytes(s, from, taken));
        } else {
            memcpy(s->block + s->held, from, (size_t)taken);
            s->held += taken;
        }
        from += taken;
        bytes -= taken;
        if (taken == room)
            EG_TRY(write_block(s));
    }
    return EG_OK;
}

eg_status eg_parallel_file_end(eg_parallel_file *s)
{
    if (s->keeps)
        return EG_OK;
    EG_TRY(write_block(s));
    if (is_first(s))
        return EG_OK;
    return eg_file_synchronise(s->context, &s->file, s->temporary);
}

/* ---- on all threads ---- */

typedef struct shared_file {
    eg_parallel_file *part; /* [parts] */
    eg_parallel_file_part *function;
    const void *with;
} shared_file;

static eg_status put_file_part(void *with, int part, int64_t from, int64_t to)
{
    const shared_file *f = with;
    eg_parallel_file *own = &f->part[part];
    EG_TRY(f->function(own, f->with, from, to));
    return write_block(own);
}

/* A thread's file is this one, with a block and hashes of its own. */
static eg_status open_file_parts(const eg_parallel_file *s, int parts, eg_parallel_file *part)
{
    for (int p = 0; p < parts; p++) {
        part[p] = (eg_parallel_file){
            .context = s->context, .temporary = s->temporary, .file = s->file, .run_from = -1};
        EG_TRY(eg_alloc(s->context, BLOCK, 1, &part[p].block));
    }
    return EG_OK;
}

void eg_parallel_file_beside(eg_parallel_file *s)
{
    s->beside = true;
}

/* On how many threads things are put. */
static int parts_of_file(const eg_parallel_file *s, int64_t count, int64_t least)
{
    int parts = eg_parts(s->context, count, least), threads = eg_parts(s->context, INT64_MAX, 1);
    return s->keeps ? 1 : s->beside ? (int)eg_max_i64(1, eg_min_i64(parts, threads / 4)) : parts;
}

eg_status eg_parallel_file_in_parts(eg_parallel_file *s, int64_t count, int64_t least,
                                    eg_parallel_file_part *function, const void *with)
{
    int parts = parts_of_file(s, count, least);
    shared_file f = {.function = function, .with = with};
    if (parts == 1)
        return function(s, with, 0, count);
    EG_TRY(write_block(s));
    EG_TRY(eg_alloc(s->context, parts, sizeof *f.part, &f.part));
    eg_status status = open_file_parts(s, parts, f.part);
    if (status == EG_OK)
        status = eg_in_parts(s->context, parts, count, put_file_part, &f);
    for (int p = 0; p < parts; p++) {
        if (status == EG_OK)
            status = add_hashes(s, f.part[p].hashed, f.part[p].hashes);
        EG_FREE(&f.part[p].block, &f.part[p].hashed);
    }
    EG_FREE(&f.part);
    return status;
}

/* ---- synchronizing ---- */

/* Rank 0 has room for what a rank gives, or all learn that it has not. */
static eg_status take_room(eg_parallel_file *s, int64_t bytes, char **room)
{
    eg_status status = is_first(s) ? eg_alloc(s->context, bytes, 1, room) : EG_OK;
    return eg_comm_agree(s->comm, status);
}

static eg_status synchronize_hashes(eg_parallel_file *s)
{
    EG_SCRATCH int64_t *all = NULL;
    int64_t most = 0, count = s->hashes * (int64_t)sizeof *s->hashed;
    int ranks = eg_comm_size(s->comm);
    EG_SCRATCH char *room = NULL;
    EG_TRY(eg_comm_agree(s->comm, eg_alloc(s->context, ranks, sizeof *all, &all)));
    eg_comm_gather_counts(s->comm, count, all);
    for (int r = 1; is_first(s) && r < ranks; r++)
        most = eg_max_i64(most, all[r]);
    eg_status status = take_room(s, most, &room), added = EG_OK;
    if (status == EG_OK && !is_first(s))
        eg_comm_send(s->comm, 0, s->hashed, count);
    for (int r = 1; status == EG_OK && is_first(s) && r < ranks; r++) {
        eg_comm_receive(s->comm, r, room, all[r]);
        if (added == EG_OK)
            added =
                add_hashes(s, (const chunk_hash *)(const void *)room, all[r] / (int64_t)sizeof *s->hashed);
    }
    return status != EG_OK ? status : eg_comm_agree(s->comm, added);
}

/* Rank 0 writes a run that rank `from` has buffered. */
static eg_status take_run(eg_parallel_file *s, int from, const buffered_run *run, char *room,
                          eg_status status)
{
    if (status == EG_OK)
        status = eg_parallel_file_seek(s, run->at);
    for (int64_t done = 0; done < run->bytes; done += MESSAGE) {
        int64_t bytes = eg_min_i64(MESSAGE, run->bytes - done);
        eg_comm_receive(s->comm, from, room, bytes);
        if (status == EG_OK)
            status = eg_parallel_file_write(s, room, bytes);
    }
    return status;
}

static eg_status receive_buffered(eg_parallel_file *s, char *room)
{
    eg_status status = EG_OK;
    for (int r = 1; r < eg_comm_size(s->comm); r++) {
        int64_t left;
        eg_comm_receive(s->comm, r, &left, sizeof left);
        while (left > 0) {
            buffered_run run;
            eg_comm_receive(s->comm, r, &run, sizeof run);
            status = take_run(s, r, &run, room, status);
            left -= (int64_t)sizeof run + run.bytes;
        }
    }
    return status == EG_OK ? write_block(s) : status;
}

static void send_buffered(eg_parallel_file *s)
{
    eg_comm_send(s->comm, 0, &s->buffered.length, sizeof s->buffered.length);
    for (int64_t at = 0; at < s->buffered.length;) {
        buffered_run run;
        memcpy(&run, s->buffered.data + at, sizeof run);
        eg_comm_send(s->comm, 0, &run, sizeof run);
        at += (int64_t)sizeof run;
        for (int64_t done = 0; done < run.bytes; done += MESSAGE)
            eg_comm_send(s->comm, 0, s->buffered.data + at + done, eg_min_i64(MESSAGE, run.bytes - done));
        at += run.bytes;
    }
    eg_text_free(&s->buffered);
    s->run_from = -1;
}

static eg_status synchronize_buffered(eg_parallel_file *s)
{
    EG_SCRATCH char *room = NULL;
    double buffered = s->keeps;
    eg_comm_max(s->comm, &buffered, 1);
    if (buffered == 0)
        return EG_OK;
    EG_TRY(take_room(s, MESSAGE, &room));
    eg_status status = EG_OK;
    if (is_first(s))
        status = receive_buffered(s, room);
    else
        send_buffered(s);
    return eg_comm_agree(s->comm, status);
}

eg_status eg_parallel_file_synchronize(eg_parallel_file *s, eg_status status)
{
    if (eg_comm_size(s->comm) == 1)
        return status;
    EG_TRY(eg_comm_agree(s->comm, status));
    EG_TRY(synchronize_buffered(s));
    return synchronize_hashes(s);
}

/* ---- publishing ---- */

/* Hashes chunks as they stand in the file: those that nobody has filled alone. Through a new descriptor: so a
 * network's file system shows what others have written. */
static eg_status read_unknown_chunks(eg_parallel_file *s, int64_t length, const bool *is_known,
                                     uint64_t *hashes, int64_t count)
{
    EG_ENDS_WITH(eg_file_close) int file = -1;
    EG_TRY(eg_file_open(s->context, s->temporary, false, &file));
    for (int64_t i = 0; i < count; i++) {
        int64_t at = EG_H5_SEAL + i * EG_SEAL_CHUNK, bytes = eg_min_i64(EG_SEAL_CHUNK, length - at);
        if (is_known[i])
            continue;
        EG_TRY(eg_file_get(s->context, EG_IO, file, s->temporary, at, s->block, bytes));
        hashes[i] = eg_hash64(s->block, bytes, 0);
    }
    return EG_OK;
}

static eg_status seal(eg_parallel_file *s, int64_t length)
{
    int64_t count = eg_ceil_div(length - EG_H5_SEAL, EG_SEAL_CHUNK);
    EG_SCRATCH uint64_t *hashes = NULL;
    EG_SCRATCH bool *is_known = NULL;
    char text[EG_H5_SEAL];
    EG_TRY(EG_ALLOC(s->context, EG_BLOCK(count, hashes), EG_BLOCK(count, is_known)));
    for (int64_t i = 0; i < s->hashes; i++) {
        hashes[s->hashed[i].chunk] = s->hashed[i].hash;
        is_known[s->hashed[i].chunk] = true;
    }
    EG_TRY(read_unknown_chunks(s, length, is_known, hashes, count));
    eg_h5_seal_text(text, length, hashes, count);
    return eg_file_put(s->context, s->file, s->temporary, 0, text, sizeof text);
}

eg_status eg_parallel_file_complete(eg_parallel_file *s, int64_t length)
{
    if (!is_first(s))
        return EG_OK;
    EG_TRY(write_block(s));
    EG_TRY(seal(s, length));
    return eg_file_complete(s->context, &s->file, s->temporary);
}

eg_status eg_parallel_file_name(eg_parallel_file *s)
{
    return is_first(s) ? eg_file_name(s->context, &s->file, s->temporary, s->path) : EG_OK;
}

eg_status eg_parallel_file_publish(eg_parallel_file *s, int64_t length)
{
    EG_TRY(eg_parallel_file_complete(s, length));
    EG_TRY(eg_parallel_file_name(s));
    return is_first(s) ? eg_file_synchronise_folder(s->context, s->path) : EG_OK;
}

void eg_parallel_file_destroy(eg_parallel_file **file)
{
    if (!file || !*file)
        return;
    eg_parallel_file *s = *file;
    eg_context *context = s->context;
    if (is_first(s))
        eg_file_remove_open(&s->file, s->temporary);
    else
        eg_file_close(&s->file);
    EG_FREE(&s->path, &s->temporary, &s->block, &s->hashed);
    s->buffered.context = context;
    eg_text_free(&s->buffered);
    EG_FREE(file);
}
