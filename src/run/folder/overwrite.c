/* What --force writes over: nothing but what a run has written, by its own list.
 *
 * The list is files.json, or of a run that was killed the journal files.part (io/report/manifest.h).
 * Checkpoints carry their own mark; log.txt looks like a log; temporary files of processes that have ended,
 * files without a byte, and STOP are nothing that could be lost. Any other file that has a name which the new
 * run would give to one of its own is in its way: then nothing is removed at all. Files of other names are
 * left alone. */
#include "run/folder/folder.h"
#include "run/given/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOLD = 5 }; /* names of files that are left */

typedef struct inspection {
    eg_run *run;
    eg_file_list list;
    eg_journal journal;
    bool has_list; /* of a run, whatever is in it */
    int64_t left;
    eg_text told; /* of what is left: some names */
} inspection;

/* ---- the case's own files */

static bool is_folder_of(const char *path, const struct stat *folder)
{
    struct stat info;
    return stat(path, &info) == 0 && info.st_dev == folder->st_dev && info.st_ino == folder->st_ino;
}

/* Whether the path, or a folder above it, is the folder; links in it are followed. */
static bool lies_in(const char *path, const struct stat *folder)
{
    char *real = realpath(path, NULL);
    bool found = real && is_folder_of(real, folder);
    for (char *slash; real && !found && (slash = strrchr(real, '/')); *slash = 0) {
        slash[slash == real] = 0; /* the root keeps its own */
        found = is_folder_of(real, folder);
    }
    free(real);
    return found;
}

/* The file itself, and the place where the path says that it is: a link there leads elsewhere. */
static eg_status refuse_input(eg_run *run, const char *path, const char *what)
{
    struct stat folder;
    EG_SCRATCH char *place = NULL;
    if (stat(run->folder, &folder) != 0)
        return EG_OK;
    EG_TRY(eg_path_folder(run->context, path, &place));
    bool inside = lies_in(path, &folder) || lies_in(place, &folder);
    if (!inside)
        return EG_OK;
    return eg_fail(run->context, EG_USAGE,
                   "%s: holds %s, which the run reads (%s): --force does not write over a folder "
                   "with inputs; choose another with -o",
                   run->folder, path, what);
}

static eg_status refuse_input_node(eg_run *run, const eg_node *node, void *with)
{
    (void)with;
    return refuse_input(run, eg_node_path(node), eg_node_name(node));
}

/* ---- a file of the folder */

/* "DIR/PART/NAME" or, without `run`, "PART/NAME". */
static eg_status refuse_folder_file(const inspection *in, const char *name, const char *why)
{
    return eg_fail(in->run->context, EG_USAGE,
                   "%s/%s: %s: --force removes files of a run alone; move it away, or choose "
                   "another folder with -o",
                   in->run->folder, name, why);
}

enum { HEAD = 12 };

/* The first bytes of a plain file; gives their number, -1 where it is none. */
static ssize_t head_of_file(const char *path, char head[HEAD])
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t got =
        file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) ? pread(file, head, HEAD, 0) : -1;
    if (file >= 0)
        close(file);
    return got;
}

/* A time in ten columns, and two blanks: "     0.012  case ...". */
static bool is_log(const char *path)
{
    char head[HEAD];
    ssize_t got = head_of_file(path, head);
    if (got < HEAD)
        return got == 0;
    for (int i = 0; i < 10; i++)
        if (!strchr(" .0123456789", head[i]))
            return false;
    return head[6] == '.' && head[10] == ' ' && head[11] == ' ';
}

static bool is_checkpoint(const char *path)
{
    static const char mark[8] = {'\x89', 'e', 'a', 'g', 'r', 'e', '\r', '\n'};
    char head[HEAD];
    return head_of_file(path, head) >= (ssize_t)sizeof mark && memcmp(head, mark, sizeof mark) == 0;
}

static bool is_empty_file(const char *path)
{
    char head[HEAD];
    return head_of_file(path, head) == 0;
}

static eg_status take_overwritten(inspection *in, const char *name)
{
    eg_text_add_bytes(&in->run->overwrites, name, (int64_t)strlen(name) + 1);
    return in->run->overwrites.status;
}

/* A file that the list names is as the list tells it, or empty, as a power cut leaves it. */
static eg_status inspect_listed(inspection *in, const eg_listed_file *listed, const char *path)
{
    eg_status status = eg_file_list_glance(in->run->context, in->run->folder, listed);
    if (status == EG_IO && is_empty_file(path))
        status = EG_OK;
    if (status != EG_IO)
        return status == EG_OK ? take_overwritten(in, listed->name) : status;
    return refuse_folder_file(in, listed->name, "is not what the run in this folder has written there");
}

static bool is_list(const char *name)
{
    return strcmp(name, EG_FILE_LIST_NAME) == 0 || strcmp(name, EG_JOURNAL_NAME) == 0;
}

/* What is taken besides: in whose name, or look, nothing of somebody else can be. */
static bool is_harmless(const inspection *in, const char *part, const char *name, const char *path)
{
    if (strcmp(part, "checkpoints") == 0)
        return eg_checkpoint_steps(name) >= 0 && is_checkpoint(path);
    if (part[0] == 0 && is_list(name))
        return in->has_list;
    return folder_is_name(in->run, part, name, false) && is_empty_file(path);
}

static eg_status inspect_file(inspection *in, const char *part, const char *name, const char *path,
                              const char *joined)
{
    const eg_run *run = in->run;
    const eg_listed_file *listed = eg_file_list_find(&in->list, joined);
    if (part[0] == 0 && strcmp(name, "log.txt") == 0)
        return is_log(path) ? EG_OK : refuse_folder_file(in, joined, "is not the log of a run");
    if (listed)
        return inspect_listed(in, listed, path);
    if (eg_journal_has(&in->journal, run->folder, joined) || is_harmless(in, part, name, path) ||
        folder_is_temporary(run, part, name))
        return take_overwritten(in, joined);
    if (!folder_is_name(run, part, name, false)) {
        if (in->left++ < TOLD)
            eg_text_add(&in->told, "%s%s", in->left > 1 ? ", " : "", joined);
        return in->told.status;
    }
    return refuse_folder_file(
        in, joined,
        in->has_list ? "has the name of a file of a run, but the list of the run in this "
                       "folder does not have it"
                     : "has the name of a file of a run, but there is no list of a run (" EG_FILE_LIST_NAME
                       ") that knows it");
}

/* ---- the folder */

static eg_status inspect_entry(inspection *in, const char *part, const char *name)
{
    EG_SCRATCH char *path = NULL, *joined = NULL;
    struct stat info;
    bool is_part = part[0] == 0 && folder_is_one_of(folder_parts + 1, name);
    EG_TRY(folder_join(in->run, part, name, &joined));
    EG_TRY(eg_run_path(in->run, joined, &path));
    if (lstat(path, &info) != 0)
        return EG_OK;
    if (is_part)
        return S_ISDIR(info.st_mode) ? EG_OK : refuse_folder_file(in, joined, "is not a folder");
    return inspect_file(in, part, name, path, joined);
}

static eg_status inspect_part(inspection *in, const char *part)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(in->run->context, in->run->folder, part, &path));
    DIR *folder = opendir(path);
    eg_status status = EG_OK;
    if (!folder && errno != ENOENT)
        status = eg_fail(in->run->context, EG_IO, "%s: cannot be read: %s", path, strerror(errno));
    for (struct dirent *entry; folder && status == EG_OK && (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = inspect_entry(in, part, entry->d_name);
    if (folder)
        closedir(folder);
    return status;
}

static eg_status read_lists(inspection *in)
{
    const eg_run *run = in->run;
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_run_path(run, EG_FILE_LIST_NAME, &path));
    eg_status status = EG_OK;
    if (access(path, F_OK) == 0 && !is_empty_file(path))
        status = eg_file_list_read(&in->list, path);
    if (status == EG_OK)
        status = eg_journal_read(run->context, run->folder, &in->journal);
    in->has_list = in->list.count > 0 || in->journal.text;
    return status == EG_INPUT
               ? refuse_folder_file(
                     in, EG_FILE_LIST_NAME,
                     "is damaged or not the list of a run, so the files of the run are not known")
               : status;
}

static eg_status inspect(inspection *in)
{
    EG_TRY(read_lists(in));
    for (const char *const *part = folder_parts; *part; part++)
        EG_TRY(inspect_part(in, *part));
    if (in->left == 0)
        return EG_OK;
    if (!in->has_list)
        return eg_fail(in->run->context, EG_USAGE,
                       "%s: holds files, but no list (" EG_FILE_LIST_NAME ") of a run that has "
                       "written them: %s%s; --force overwrites a run alone; choose another folder "
                       "with -o",
                       in->run->folder, eg_text_string(&in->told), in->left > TOLD ? ", ..." : "");
    eg_log(in->run->context, EG_LOG_WARN, "%s: left alone, since no run has written it: %s%s",
           in->run->folder, eg_text_string(&in->told), in->left > TOLD ? ", ..." : "");
    return EG_OK;
}

eg_status eg_overwrite_inspect(eg_run *run)
{
    inspection in = {.run = run,
                     .list.context = run->context,
                     .journal.context = run->context,
                     .told.context = run->context};
    run->overwrites.length = 0;
    if (run->options.case_file) /* else it is a text */
        EG_TRY(refuse_input(run, run->options.case_file, "the case"));
    EG_TRY(eg_inputs_each(run, eg_case_root(run->loaded), refuse_input_node, NULL));
    eg_status status = inspect(&in);
    eg_file_list_free(&in.list);
    eg_journal_free(&in.journal);
    eg_text_free(&in.told);
    return status;
}

/* ---- removing */

static eg_status remove_name(const eg_run *run, const char *name)
{
    EG_SCRATCH char *path = NULL;
    char of[256];
    EG_TRY(eg_run_path(run, name, &path));
    const char *slash = strrchr(name, '/');
    if (!eg_file_of_temporary(slash ? slash + 1 : name, of, sizeof of))
        return eg_file_remove(run->context, path);
    eg_file_remove_dead(path);
    return EG_OK;
}

/* The lists last: where this is broken off, --force can begin again. */
eg_status eg_overwrite_clear(eg_run *run)
{
    const char *begin = run->overwrites.data, *end = begin + run->overwrites.length;
    for (int lists = 0; lists < 2; lists++)
        for (const char *name = begin; name < end; name += strlen(name) + 1)
            if (is_list(name) == (lists == 1))
                EG_TRY(remove_name(run, name));
    return EG_OK;
}
