/* The files that a run has written: watching, the journal, comparing. */
#include "io/report/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/checkpoint/checkpoint.h"

enum { JOURNAL_BYTES = 1 << 28, WHICH = 48 };

/* What was written, and as which file. */
typedef struct written {
    eg_listed_file listed;
    bool grows;
    dev_t device;
    ino_t inode;
} written;

struct eg_manifest {
    eg_file_watch watch; /* first */
    eg_context *context;
    char *folder, *path; /* path: of the journal */
    int journal;         /* -1: closed */
    pthread_mutex_t lock;
    written *file; /* [count] a later entry of the same name counts */
    int64_t count, capacity;
};

/* "INODE BIRTH": an inode's number alone may come again when its file is gone. */
static bool tell_which(int folder, const char *name, int flags, char which[WHICH])
{
    struct statx info;
    if (statx(folder, name, flags, STATX_BASIC_STATS | STATX_BTIME, &info) != 0 || !S_ISREG(info.stx_mode))
        return false;
    long long birth = 0;
    if (info.stx_mask & STATX_BTIME)
        birth = (long long)info.stx_btime.tv_sec * 1000000000 + info.stx_btime.tv_nsec;
    snprintf(which, WHICH, "%llu %lld", (unsigned long long)info.stx_ino, birth);
    return true;
}

/* ---- watching */

/* The name in the folder, NULL where the file is none of the list. */
static const char *name_in_folder(const eg_manifest *m, const char *path)
{
    char of[256];
    size_t length = strlen(m->folder);
    if (strncmp(path, m->folder, length) != 0 || path[length] != '/')
        return NULL;
    path += length + strspn(path + length, "/");
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    if (strcmp(path, EG_FILE_LIST_NAME) == 0 || eg_checkpoint_steps(last) >= 0 ||
        eg_file_of_temporary(last, of, sizeof of))
        return NULL;
    return path;
}

/* Appends; what a signal interrupts is repeated, and what the system takes in part is gone on with. */
static eg_status append_line(eg_manifest *m, const char *data, int64_t length)
{
    for (int64_t done = 0; done < length;) {
        ssize_t put = write(m->journal, data + done, (size_t)(length - done));
        if (put > 0)
            done += put;
        else if (put == 0 || errno != EINTR)
            return eg_fail(m->context, EG_IO, "%s: cannot be written: %s", m->path,
                           strerror(put < 0 ? errno : ENOSPC));
    }
    return EG_OK;
}

/* Appends an entry, and takes the name of *made over. */
static eg_status add_entry(eg_manifest *m, const written *made)
{
    pthread_mutex_lock(&m->lock);
    eg_status status = eg_reserve(m->context, m->count + 1, &m->capacity, sizeof *m->file, &m->file);
    if (status == EG_OK)
        m->file[m->count++] = *made;
    pthread_mutex_unlock(&m->lock);
    return status;
}

static eg_status measure_written(eg_manifest *m, int file, const char *path, const char *name,
                                 const eg_file_sum *sum, written *made)
{
    char which[WHICH];
    struct stat info;
    if (fstat(file, &info) != 0 || !tell_which(file, "", AT_EMPTY_PATH, which))
        return eg_fail(m->context, EG_IO, "%s: its attributes cannot be read: %s", path, strerror(errno));
    made->device = info.st_dev;
    made->inode = info.st_ino;
    made->grows = sum && sum->bytes < 0;
    made->listed.bytes = info.st_size;
    if (sum && !made->grows) {
        made->listed.bytes = sum->bytes;
        made->listed.hash = sum->hash;
    } else if (!sum) {
        EG_TRY(file_list_measure(m->context, file, path, &made->listed));
    }
    EG_TRY(eg_strdup(m->context, name, &made->listed.name));
    EG_TEXT(line, m->context);
    eg_text_add(&line, "%s %s\n", which, name);
    EG_TRY(line.status);
    return append_line(m, line.data, line.length);
}

static eg_status named(eg_file_watch *self, int file, const char *path, const eg_file_sum *sum)
{
    eg_manifest *m = (eg_manifest *)self;
    const char *name = name_in_folder(m, path);
    written made = {0};
    if (!name)
        return EG_OK;
    eg_status status = measure_written(m, file, path, name, sum, &made);
    if (status == EG_OK)
        status = add_entry(m, &made);
    if (status != EG_OK)
        EG_FREE(&made.listed.name);
    return status;
}

static void unnamed(eg_file_watch *self, const char *path)
{
    eg_manifest *m = (eg_manifest *)self;
    const char *name = name_in_folder(m, path);
    pthread_mutex_lock(&m->lock);
    for (int64_t i = m->count; name && i-- > 0;)
        if (strcmp(m->file[i].listed.name, name) == 0) {
            EG_FREE(&m->file[i].listed.name);
            memmove(&m->file[i], &m->file[i + 1], (size_t)(--m->count - i) * sizeof *m->file);
            break;
        }
    pthread_mutex_unlock(&m->lock);
}

/* ---- the manifest */

static eg_status open_journal(eg_manifest *m)
{
    EG_TRY(eg_path_join(m->context, m->folder, EG_JOURNAL_NAME, &m->path));
    do {
        m->journal = open(m->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    } while (m->journal < 0 && errno == EINTR);
    if (m->journal < 0)
        return eg_fail(m->context, EG_IO, "%s: cannot be created: %s", m->path, strerror(errno));
    return EG_OK;
}

eg_status eg_manifest_create(eg_context *context, const char *folder, eg_manifest **manifest)
{
    EG_ENDS_WITH(eg_manifest_destroy) eg_manifest *made = NULL;
    *manifest = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->journal = -1;
    pthread_mutex_init(&made->lock, NULL);
    made->watch = (eg_file_watch){.named = named, .unnamed = unnamed};
    eg_context_watch_files(context, &made->watch);
    EG_TRY(eg_strdup(context, folder, &made->folder));
    for (size_t end = strlen(made->folder); end > 1 && made->folder[end - 1] == '/';)
        made->folder[--end] = 0;
    EG_TRY(open_journal(made));
    return eg_hand_over(&made, manifest);
}

eg_status eg_manifest_take(eg_manifest *m, const char *name, const eg_listed_file *known)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_file_close) int file = -1;
    EG_TRY(eg_path_join(m->context, m->folder, name, &path));
    EG_TRY(eg_file_open(m->context, path, false, &file));
    EG_TRY(named(&m->watch, file, path, NULL));
    if (known) {
        eg_listed_file *taken = &m->file[m->count - 1].listed;
        taken->bytes = known->bytes;
        taken->sealed = known->sealed;
        taken->hash = known->hash;
    }
    return EG_OK;
}

/* By name, the last entry of each first. */
static int by_written_name(const void *a, const void *b)
{
    const written *first = *(const written *const *)a, *second = *(const written *const *)b;
    int order = strcmp(first->listed.name, second->listed.name);
    return order ? order : (first < second) - (first > second);
}

/* Calls visit for the last entry of each name, in the order of names. */
static eg_status each_written(eg_manifest *m, eg_status (*visit)(eg_manifest *, const written *, void *),
                              void *user)
{
    EG_SCRATCH const written **sorted = NULL;
    EG_TRY(eg_alloc(m->context, m->count, sizeof *sorted, &sorted));
    for (int64_t i = 0; i < m->count; i++)
        sorted[i] = &m->file[i];
    if (m->count > 1)
        qsort(sorted, (size_t)m->count, sizeof *sorted, by_written_name);
    for (int64_t i = 0; i < m->count; i++)
        if (i == 0 || strcmp(sorted[i - 1]->listed.name, sorted[i]->listed.name) != 0)
            EG_TRY(visit(m, sorted[i], user));
    return EG_OK;
}

static eg_status check_written(eg_manifest *m, const written *file, void *user)
{
    EG_SCRATCH char *path = NULL;
    struct stat info;
    (void)user;
    EG_TRY(eg_path_join(m->context, m->folder, file->listed.name, &path));
    if (lstat(path, &info) != 0)
        return eg_fail(m->context, EG_IO, "%s: is missing: it was removed after the run had written it",
                       path);
    if (!S_ISREG(info.st_mode) || info.st_dev != file->device || info.st_ino != file->inode)
        return eg_fail(m->context, EG_IO, "%s: is not the file that the run has written: it was replaced",
                       path);
    if (!file->grows && info.st_size != file->listed.bytes)
        return eg_fail(m->context, EG_IO, "%s: has %lld bytes, the run has written %lld: it was changed",
                       path, (long long)info.st_size, (long long)file->listed.bytes);
    return EG_OK;
}

eg_status eg_manifest_check(eg_manifest *m)
{
    return each_written(m, check_written, NULL);
}

static eg_status list_one(eg_manifest *m, const written *file, void *user)
{
    eg_file_list *list = user;
    eg_listed_file made = file->listed;
    if (file->grows)
        return EG_OK;
    EG_TRY(eg_reserve(list->context, list->count + 1, &list->capacity, sizeof *list->file, &list->file));
    EG_TRY(eg_strdup(m->context, file->listed.name, &made.name));
    list->file[list->count++] = made;
    return EG_OK;
}

eg_status eg_manifest_list(eg_manifest *m, eg_file_list *list)
{
    return each_written(m, list_one, list);
}

static eg_status list_written(eg_manifest *m, const written *file, void *user)
{
    return file->grows ? eg_file_list_add(user, m->folder, file->listed.name) : list_one(m, file, user);
}

eg_status eg_manifest_list_all(eg_manifest *m, eg_file_list *list)
{
    return each_written(m, list_written, list);
}

eg_status eg_manifest_end(eg_manifest *m)
{
    return eg_file_remove(m->context, m->path);
}

void eg_manifest_destroy(eg_manifest **manifest)
{
    if (!manifest || !*manifest)
        return;
    eg_manifest *m = *manifest;
    eg_context *context = m->context;
    eg_context_unwatch_files(context, &m->watch);
    eg_file_close(&m->journal);
    for (int64_t i = 0; i < m->count; i++)
        EG_FREE(&m->file[i].listed.name);
    pthread_mutex_destroy(&m->lock);
    EG_FREE(&m->file, &m->folder, &m->path, manifest);
}

/* ---- the journal */

/* Cuts "INODE BIRTH NAME" in two; NULL where it is no such line. */
static char *cut_line(char *line)
{
    char *blank = strchr(line, ' ');
    char *name = blank ? strchr(blank + 1, ' ') : NULL;
    if (!name || strspn(line, "0123456789") != (size_t)(blank - line) || !file_list_is_name(name + 1))
        return NULL;
    *name = 0;
    return name + 1;
}

static eg_status cut_journal(eg_journal *journal)
{
    for (char *line = journal->text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        char *name = cut_line(line);
        if (!name)
            continue;
        EG_TRY(eg_reserve(journal->context, journal->count + 1, &journal->capacity, sizeof *journal->name,
                          &journal->name));
        EG_TRY(eg_reserve(journal->context, journal->count + 1, &journal->capacity_which,
                          sizeof *journal->which, &journal->which));
        journal->name[journal->count] = name;
        journal->which[journal->count++] = line;
    }
    return EG_OK;
}

eg_status eg_journal_read(eg_context *context, const char *folder, eg_journal *journal)
{
    EG_SCRATCH char *path = NULL;
    int64_t length;
    struct stat info;
    *journal = (eg_journal){.context = context};
    EG_TRY(eg_path_join(context, folder, EG_JOURNAL_NAME, &path));
    if (lstat(path, &info) != 0)
        return EG_OK;
    eg_status status = eg_file_read(context, EG_IO, path, JOURNAL_BYTES, &journal->text, &length);
    if (status == EG_OK)
        status = cut_journal(journal);
    if (status != EG_OK)
        eg_journal_free(journal);
    return status;
}

bool eg_journal_has(const eg_journal *journal, const char *folder, const char *name)
{
    EG_SCRATCH char *path = NULL;
    char which[WHICH];
    if (journal->count == 0 || eg_path_join(journal->context, folder, name, &path) != EG_OK)
        return false;
    bool there = tell_which(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, which);
    for (int64_t i = 0; there && i < journal->count; i++)
        if (strcmp(journal->name[i], name) == 0 && strcmp(journal->which[i], which) == 0)
            return true;
    return false;
}

void eg_journal_free(eg_journal *journal)
{
    EG_FREE(&journal->text, &journal->name, &journal->which);
    journal->count = 0;
}
