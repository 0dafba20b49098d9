/* Tables that grow: one write() a row, taken back where the disk does not take it whole. */
#include "io/table/csv_out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Repeats a call that gives a negative number where it fails, while a signal interrupts it. */
#define REPEAT_CALL(result, call)                                                                            \
    do {                                                                                                     \
        (result) = (call);                                                                                   \
    } while ((result) < 0 && errno == EINTR)

struct eg_csv {
    eg_context *context;
    char *path;
    int file, columns;
    eg_date start; /* of time 0, where rows have dates */
    int clock;     /* the column of times */
    int64_t rows;
    int64_t end; /* of the last whole row in the file, bytes */
    bool plain;  /* a plain file, with this identity: */
    dev_t device;
    ino_t inode;
    eg_text row;          /* being made */
    eg_hash_stream *hash; /* of the bytes up to `end` */
};

static eg_status check_csv_name(eg_context *context, const char *path, const char *name)
{
    bool good = name[0] != 0;
    for (const char *p = name; *p; p++)
        good = good && (unsigned char)*p >= ' ' && !strchr(",;\"'", *p);
    if (!good)
        return eg_fail(context, EG_CASE,
                       "%s: '%s' cannot name a column of the table: a name is not empty and has no "
                       "comma, semicolon or quote; rename it",
                       path, name);
    return EG_OK;
}

/* ---- whether the file is still the one that is being written */

/* Learns the identity of the open file, and tells those who watch. */
static eg_status take_identity(eg_csv *csv)
{
    const eg_file_sum growing = {.bytes = -1};
    struct stat info;
    if (fstat(csv->file, &info) != 0)
        return eg_fail(csv->context, EG_IO, "%s: its attributes cannot be read: %s", csv->path,
                       strerror(errno));
    csv->plain = S_ISREG(info.st_mode);
    csv->device = info.st_dev;
    csv->inode = info.st_ino;
    return csv->plain ? eg_file_named(csv->context, csv->file, csv->path, &growing) : EG_OK;
}

/* What others do to the file does not show in the descriptor. */
static eg_status check_own(eg_csv *csv)
{
    struct stat info;
    if (!csv->plain)
        return EG_OK;
    if (stat(csv->path, &info) != 0)
        return eg_fail(csv->context, EG_IO,
                       "%s: is missing after %lld rows: it was removed while it was being written", csv->path,
                       (long long)csv->rows);
    if (info.st_dev != csv->device || info.st_ino != csv->inode)
        return eg_fail(csv->context, EG_IO,
                       "%s: is another file after %lld rows: it was replaced while it was being "
                       "written, as editors do when they save",
                       csv->path, (long long)csv->rows);
    if (info.st_size != csv->end)
        return eg_fail(csv->context, EG_IO,
                       "%s: has %lld bytes, not the %lld of its %lld rows: it was changed while it "
                       "was being written",
                       csv->path, (long long)info.st_size, (long long)csv->end, (long long)csv->rows);
    return EG_OK;
}

/* Appends csv->row to the file. */
static eg_status put_csv_row(eg_csv *csv)
{
    EG_TRY(csv->row.status);
    for (int64_t done = 0; done < csv->row.length;) {
        ssize_t put = write(csv->file, csv->row.data + done, (size_t)(csv->row.length - done));
        if (put >= 0) {
            done += put;
        } else if (errno != EINTR) {
            int reason = errno;
            /* A device such as a pipe cannot be cut; the failure is told in any case. */
            int cut = ftruncate(csv->file, csv->end);
            (void)cut;
            lseek(csv->file, csv->end, SEEK_SET);
            return eg_fail(csv->context, EG_IO, "%s: row %lld cannot be written: %s", csv->path,
                           (long long)csv->rows + 1, strerror(reason));
        }
    }
    csv->end += csv->row.length;
    eg_hash_add(csv->hash, csv->row.data, csv->row.length);
    return EG_OK;
}

static eg_status make_header(eg_csv *csv, const char *const *names)
{
    for (int c = 0; c < csv->columns; c++) {
        EG_TRY(check_csv_name(csv->context, csv->path, names[c]));
        eg_text_add(&csv->row, "%s%s", c ? "," : "", names[c]);
    }
    eg_text_add(&csv->row, csv->start.given ? ",date\n" : "\n");
    return csv->row.status;
}

/* Rows have dates where a column is the time, and its date is known. */
static void take_csv_clock(eg_csv *csv, const char *const *names, const eg_date *start)
{
    for (int c = 0; start && start->given && c < csv->columns; c++)
        if (strcmp(names[c], "time_s") == 0) {
            csv->start = *start;
            csv->clock = c;
        }
}

static eg_status put_csv_header(eg_csv *csv, const char *const *names)
{
    EG_TRY(make_header(csv, names));
    REPEAT_CALL(csv->file, open(csv->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (csv->file < 0)
        return eg_fail(csv->context, EG_IO, "%s: cannot be created: %s", csv->path, strerror(errno));
    EG_TRY(take_identity(csv));
    return put_csv_row(csv);
}

static void free_csv(eg_csv **csv)
{
    if (!*csv)
        return;
    eg_file_close(&(*csv)->file);
    eg_text_free(&(*csv)->row);
    eg_hash_destroy(&(*csv)->hash);
    EG_FREE(&(*csv)->path, csv);
}

/* A table without its file. */
static eg_status create_empty(eg_context *context, const char *path, int columns, eg_csv **csv)
{
    EG_ENDS_WITH(free_csv) eg_csv *made = NULL;
    *csv = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->row.context = context;
    made->columns = columns;
    made->file = -1;
    EG_TRY(eg_strdup(context, path, &made->path));
    EG_TRY(eg_hash_create(context, &made->hash));
    return eg_hand_over(&made, csv);
}

eg_status eg_csv_create(eg_context *context, const char *path, const char *const *names, int columns,
                        const eg_date *start, eg_csv **csv)
{
    assert(context && path && names && columns > 0 && csv);
    EG_TRY(create_empty(context, path, columns, csv));
    take_csv_clock(*csv, names, start);
    eg_status status = put_csv_header(*csv, names);
    if (status == EG_OK)
        return EG_OK;
    if ((*csv)->plain) { /* nobody knows of the file */
        eg_file_unnamed(context, path);
        unlink(path);
    }
    free_csv(csv);
    return status;
}

static eg_status synchronise(eg_csv *csv)
{
    int result;
    REPEAT_CALL(result, fsync(csv->file));
    /* EINVAL and ENOTSUP: a pipe or a device, which has nothing to synchronise. */
    if (result != 0 && errno != EINVAL && errno != ENOTSUP)
        return eg_fail(csv->context, EG_IO, "%s: cannot be synchronised: %s", csv->path, strerror(errno));
    return EG_OK;
}

/* ---- going on */

eg_status eg_csv_mark_here(eg_csv *csv, eg_csv_mark *mark)
{
    EG_TRY(check_own(csv));
    EG_TRY(synchronise(csv));
    *mark = (eg_csv_mark){.rows = csv->rows, .bytes = csv->end, .hash = eg_hash_value(csv->hash)};
    return EG_OK;
}

/* Hashes the file up to the mark; its header must be the one in csv->row, where there is one. */
static eg_status check_bytes(eg_csv *csv, const eg_csv_mark *mark)
{
    enum { CHUNK = 65536 };
    EG_SCRATCH char *piece = NULL;
    bool same = mark->bytes >= csv->row.length;
    EG_TRY(eg_alloc(csv->context, CHUNK, 1, &piece));
    for (int64_t at = 0; at < mark->bytes; at += CHUNK) {
        int64_t bytes = eg_min_i64(CHUNK, mark->bytes - at);
        EG_TRY(eg_file_get(csv->context, EG_CHECKPOINT, csv->file, csv->path, at, piece, bytes));
        eg_hash_add(csv->hash, piece, bytes);
        if (at == 0 && same && csv->row.length > 0)
            same = csv->row.length <= CHUNK && memcmp(piece, csv->row.data, (size_t)csv->row.length) == 0;
    }
    eg_hash128 hash = eg_hash_value(csv->hash);
    if (!same || hash.low != mark->hash.low || hash.high != mark->hash.high)
        return eg_fail(csv->context, EG_CHECKPOINT,
                       "%s: its first %lld rows are not those that the checkpoint records: the "
                       "file was changed",
                       csv->path, (long long)mark->rows);
    return EG_OK;
}

static eg_status open_again(eg_csv *csv, int how)
{
    REPEAT_CALL(csv->file, open(csv->path, how | O_CLOEXEC));
    if (csv->file < 0)
        return eg_fail(csv->context, errno == ENOENT ? EG_CHECKPOINT : EG_IO,
                       "%s: cannot be opened to go on: %s", csv->path, strerror(errno));
    return EG_OK;
}

static eg_status reopen(eg_csv *csv, const char *const *names, const eg_csv_mark *mark)
{
    int result;
    EG_TRY(make_header(csv, names));
    EG_TRY(open_again(csv, O_RDWR));
    EG_TRY(check_bytes(csv, mark));
    REPEAT_CALL(result, ftruncate(csv->file, mark->bytes));
    if (result != 0 || lseek(csv->file, mark->bytes, SEEK_SET) < 0)
        return eg_fail(csv->context, EG_IO, "%s: cannot be cut back to %lld bytes: %s", csv->path,
                       (long long)mark->bytes, strerror(errno));
    csv->rows = mark->rows;
    csv->end = mark->bytes;
    return take_identity(csv);
}

eg_status eg_csv_check(eg_context *context, const char *path, const eg_csv_mark *mark)
{
    assert(context && path && mark);
    EG_ENDS_WITH(free_csv) eg_csv *csv = NULL;
    EG_TRY(create_empty(context, path, 1, &csv));
    EG_TRY(open_again(csv, O_RDONLY));
    return check_bytes(csv, mark);
}

eg_status eg_csv_resume(eg_context *context, const char *path, const char *const *names, int columns,
                        const eg_date *start, const eg_csv_mark *mark, eg_csv **csv)
{
    assert(context && path && names && columns > 0 && mark && csv);
    EG_TRY(create_empty(context, path, columns, csv));
    take_csv_clock(*csv, names, start);
    eg_status status = reopen(*csv, names, mark);
    if (status != EG_OK)
        free_csv(csv);
    return status;
}

eg_status eg_csv_row(eg_csv *csv, const double *values, int count)
{
    assert(csv && values && count == csv->columns);
    char date[EG_DATE_ROOM] = "";
    csv->row.length = 0;
    csv->row.status = EG_OK;
    for (int c = 0; c < count; c++)
        eg_text_add(&csv->row, "%s%s", c ? "," : "",
                    values[c] != values[c] ? "nan" : eg_real_show(values[c]).text);
    if (csv->start.given)
        eg_date_text(&csv->start, values[csv->clock], date);
    eg_text_add(&csv->row, "%s%s\n", csv->start.given ? "," : "", date);
    EG_TRY(check_own(csv));
    EG_TRY(put_csv_row(csv));
    csv->rows++;
    return EG_OK;
}

/* It is told what was written, not what lies there. */
static eg_status end_file(eg_csv *csv)
{
    const eg_file_sum sum = {.bytes = csv->end, .hash = eg_hash_value(csv->hash)};
    EG_TRY(synchronise(csv));
    if (csv->plain)
        EG_TRY(eg_file_named(csv->context, csv->file, csv->path, &sum));
    return check_own(csv);
}

eg_status eg_csv_close(eg_csv **csv)
{
    if (!csv || !*csv)
        return EG_OK;
    eg_status status = end_file(*csv);
    int file = (*csv)->file;
    (*csv)->file = -1;
    /* Interrupted, it is closed all the same, and fsync() has taken the bytes. */
    if (close(file) != 0 && errno != EINTR && status == EG_OK)
        status = eg_fail((*csv)->context, EG_IO, "%s: cannot be closed: %s", (*csv)->path, strerror(errno));
    free_csv(csv);
    return status;
}
