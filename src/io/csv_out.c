/* Tables that grow: one write() a row, taken back where the disk does not take it whole. */
#include "io/csv_out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct eg_csv {
    eg_context *context;
    char *path;
    int file, columns;
    int64_t rows;
    int64_t end; /* of the last whole row in the file, bytes */
    eg_text row; /* being made */
};

static eg_status check_name(eg_context *context, const char *path, const char *name)
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

/* Appends csv->row to the file. */
static eg_status put_row(eg_csv *csv)
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
    return EG_OK;
}

static eg_status put_header(eg_csv *csv, const char *const *names)
{
    for (int c = 0; c < csv->columns; c++) {
        EG_TRY(check_name(csv->context, csv->path, names[c]));
        eg_text_add(&csv->row, "%s%s", c ? "," : "", names[c]);
    }
    eg_text_add(&csv->row, "\n");
    csv->file = open(csv->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (csv->file < 0)
        return eg_fail(csv->context, EG_IO, "%s: cannot be created: %s", csv->path,
                       strerror(errno));
    return put_row(csv);
}

static void free_csv(eg_csv **csv)
{
    eg_context *context = (*csv)->context;
    if ((*csv)->file >= 0)
        close((*csv)->file);
    eg_text_free(&(*csv)->row);
    eg_free(context, &(*csv)->path);
    eg_free(context, csv);
}

eg_status eg_csv_create(eg_context *context, const char *path, const char *const *names,
                        int columns, eg_csv **csv)
{
    assert(context && path && names && columns > 0 && csv);
    *csv = NULL;
    eg_csv *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->row.context = context;
    made->columns = columns;
    made->file = -1;
    eg_status status = eg_strdup(context, path, &made->path);
    if (status == EG_OK)
        status = put_header(made, names);
    if (status != EG_OK)
        free_csv(&made);
    *csv = made;
    return status;
}

eg_status eg_csv_row(eg_csv *csv, const double *values, int count)
{
    assert(csv && values && count == csv->columns);
    csv->row.length = 0;
    csv->row.status = EG_OK;
    for (int c = 0; c < count; c++) {
        char number[32];
        eg_format_real(values[c], number);
        eg_text_add(&csv->row, "%s%s", c ? "," : "", values[c] != values[c] ? "nan" : number);
    }
    eg_text_add(&csv->row, "\n");
    EG_TRY(put_row(csv));
    csv->rows++;
    return EG_OK;
}

int64_t eg_csv_rows(const eg_csv *csv)
{
    return csv->rows;
}

eg_status eg_csv_close(eg_csv **csv)
{
    if (!csv || !*csv)
        return EG_OK;
    eg_status status = EG_OK;
    /* EINVAL and ENOTSUP: a pipe or a device, which has nothing to synchronise. */
    if (fsync((*csv)->file) != 0 && errno != EINVAL && errno != ENOTSUP)
        status = eg_fail((*csv)->context, EG_IO, "%s: cannot be synchronised: %s", (*csv)->path,
                         strerror(errno));
    int file = (*csv)->file;
    (*csv)->file = -1;
    if (close(file) != 0 && status == EG_OK)
        status = eg_fail((*csv)->context, EG_IO, "%s: cannot be closed: %s", (*csv)->path,
                         strerror(errno));
    free_csv(csv);
    return status;
}
