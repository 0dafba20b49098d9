/* base: what every floor stands on. Status and messages, memory, text, files, numbers, hashes,
 * clock.
 *
 * Conventions of the library
 * - A call that can fail returns eg_status. The failing place says why with eg_fail(); callers pass
 * the status on with EG_TRY() and add nothing.
 * - A caller's mistake is an assert(); what can go wrong at run time is a status.
 * - All memory comes from eg_alloc(): it is counted, zeroed, and fails on demand in tests. */
#ifndef EG_BASE_BASE_H
#define EG_BASE_BASE_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "eagre/context.h"
#include "eagre/status.h"

/* ---- failing */

/* Records the text of a failure and returns `status`. The text is what a user reads: it names file,
 * line and value where there are any, and a way out. It may hold several lines. */
#define eg_fail(context, status, ...) eg_fail_at(context, status, __FILE__, __LINE__, __VA_ARGS__)
eg_status eg_fail_at(eg_context *context, eg_status status, const char *source, int line, const char *format,
                     ...) __attribute__((format(printf, 5, 6)));

/* Writes what a function was given behind its `format`, cut to the room of an array of letters. */
#define EG_FORMAT(text, format)                                                                              \
    do {                                                                                                     \
        va_list eg_format_list;                                                                              \
        va_start(eg_format_list, format);                                                                    \
        vsnprintf(text, sizeof(text), format, eg_format_list);                                               \
        va_end(eg_format_list);                                                                              \
    } while (0)

/* Passes a failure on to the caller. */
#define EG_TRY(call)                                                                                         \
    do {                                                                                                     \
        eg_status eg_try_status = (call);                                                                    \
        if (eg_try_status != EG_OK)                                                                          \
            return eg_try_status;                                                                            \
    } while (0)

/* The same for functions that clean up at the label `done`, with a local `eg_status status`. */
#define EG_TRY_GOTO(call)                                                                                    \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status != EG_OK)                                                                                 \
            goto done;                                                                                       \
    } while (0)

void eg_log(eg_context *context, eg_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether from now on eg_context_is_silent(), and no log. Returns what it was. */
bool eg_context_silence(eg_context *context, bool silent);
/* What tells that long work is to end: it looks at eg_context_is_stopped(), and fails with EG_STOPPED. NULL:
 * nothing any more. */
typedef bool eg_stop_function(const void *with);
void eg_context_listen(eg_context *context, eg_stop_function *stops, const void *with);
bool eg_context_is_stopped(const eg_context *context);

/* ---- options */

/* The options of a caller, a struct that begins with its size, as the library knows it: `taken` has `known`
 * bytes, and so says its size. What an older header does not have is zero. EG_USAGE if the size is 0, or if
 * what this library does not have is not zero. */
eg_status eg_options_take(eg_context *context, const void *given, size_t known, void *taken);

/* ---- memory */

/* Allocates `count` zeroed elements of `size` bytes and stores the address in *(void
 * **)pointer_address. count = 0 gives a valid, empty block. EG_MEMORY (with the size in the text)
 * when there is none, or when count * size overflows. Blocks are aligned to 64 bytes. */
eg_status eg_alloc(eg_context *context, int64_t count, size_t size, void *pointer_address);

/* Several blocks in turn, of elements as large as those that the pointers point to; the first failure ends it:
 *
 *     EG_TRY(EG_ALLOC(context, EG_BLOCK(nodes, mesh->x), EG_BLOCK(cells, mesh->type))); */
typedef struct eg_block {
    int64_t count;
    size_t size;
    void *pointer_address;
} eg_block;
#define EG_BLOCK(count, pointer)                                                                             \
    {                                                                                                        \
        (count), sizeof *(pointer), &(pointer)                                                               \
    }
#define EG_BLOCKS(...) (const eg_block[]){__VA_ARGS__}, sizeof((eg_block[]){__VA_ARGS__}) / sizeof(eg_block)
#define EG_ALLOC(context, ...) eg_alloc_blocks(context, EG_BLOCKS(__VA_ARGS__))
eg_status eg_alloc_blocks(eg_context *context, const eg_block *block, size_t blocks);

/* Changes the number of elements, keeping what fits; new elements are zero. *pointer may be NULL. */
eg_status eg_resize(eg_context *context, int64_t count, size_t size, void *pointer_address);

/* Grows the block to hold at least `need` elements, doubling; *capacity is updated. */
eg_status eg_reserve(eg_context *context, int64_t need, int64_t *capacity, size_t size,
                     void *pointer_address);

/* Copies a string (NULL gives NULL). */
eg_status eg_strdup(eg_context *context, const char *text, char **copy);

/* Frees the block whose address is stored at pointer_address, and stores NULL there. NULL is fine. */
void eg_free(eg_context *context, void *pointer_address);

/* What ends with its variable, however the block of code is left; a return value is evaluated before.
 *
 *     EG_SCRATCH int64_t *order = NULL, *place = NULL;   blocks of eg_alloc(), eg_strdup(), eg_path_join()
 *     EG_TEXT(name, context);                            an eg_text
 *     EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
 *
 * Such a variable is initialised where it is declared. What outlives the function is handed over. gcc and
 * clang have the attribute; so does every compiler that can build the library. */
#define EG_ENDS_WITH(end) __attribute__((cleanup(end)))
#define EG_SCRATCH EG_ENDS_WITH(eg_scratch_end)
#define EG_TEXT(name, context_) EG_ENDS_WITH(eg_text_free) eg_text name = {.context = (context_)}
void eg_scratch_end(void *pointer_address);
/* *to becomes the address at *from, and that NULL: return eg_hand_over(&made, raster). EG_OK. */
eg_status eg_hand_over(void *from_address, void *to_address);

/* eg_free() of several blocks: EG_FREE(&list->name, &list->value, &list). A block knows its context. */
#define EG_FREE(...) eg_free_all((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void eg_free_all(void *const *pointer_address, size_t count);

/* Gives memory of large blocks that were freed back to the system; until then it is kept for blocks to
 * come. */
void eg_memory_give_back(eg_context *context);

/* For tests: the nth allocation from now on fails (n = 1: the next one); 0 switches that off. */
void eg_memory_fail_at(eg_context *context, int64_t nth);
/* The allocations until then; 0 when it has come, or is switched off. */
int64_t eg_memory_fail_left(eg_context *context);

/* ---- text: a string that grows */

/* Zero-initialise with the context set: eg_text t = {.context = c}. A failed allocation is remembered in
 * `status`, so that callers check once at the end. data is NULL until something was added. */
typedef struct eg_text {
    eg_context *context;
    char *data;
    int64_t length, capacity;
    eg_status status;
} eg_text;

void eg_text_add(eg_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void eg_text_add_bytes(eg_text *text, const char *bytes, int64_t length);
/* "" when empty; valid until the next change. */
const char *eg_text_string(const eg_text *text);
void eg_text_free(eg_text *text);

/* ---- numbers: without locale */

/* Reads one finite decimal number that fills [begin, end) entirely ("1e-3", "-.5"; no hex, nan,
 * inf). Returns false, leaving *value, where it does not. */
bool eg_parse_real(const char *begin, const char *end, double *value);
bool eg_parse_integer(const char *begin, const char *end, int64_t *value);

/* Writes the shortest decimal form that reads back to the same double; at least 32 bytes of room. */
void eg_format_real(double value, char *buffer);
/* The same where it is used at once: eg_real_show(value).text. */
typedef struct eg_shown {
    char text[48];
} eg_shown;
eg_shown eg_real_show(double value);

/* Writes a place as people read it, "(382569.25, 6354500.13)": six digits, of large coordinates two after the
 * point. x[dimension], dimension 1 to 3; returns buffer. */
enum { EG_POINT_ROOM = 96 };
const char *eg_format_point(int dimension, const double *x, char buffer[EG_POINT_ROOM]);
/* Writes a value as messages tell it: "-2.5", "inf", "not a number" whatever its sign; returns buffer. */
enum { EG_VALUE_ROOM = 32 };
const char *eg_format_value(double value, char buffer[EG_VALUE_ROOM]);

/* ---- names */

/* The candidate nearest to `name` in edit distance, NULL when none is near enough to suggest. */
const char *eg_suggest(const char *name, const char *const *candidates, int count);

/* Whether something stands before the ending, such as ".tif", in letters of whichever case. */
bool eg_has_ending(const char *name, const char *ending);

/* ---- files */

typedef struct eg_hash128 {
    uint64_t low, high;
} eg_hash128;

/* Whether a path leads to a folder, or to a regular file; symbolic links are followed. */
bool eg_is_folder(const char *path);
bool eg_is_file(const char *path);

/* Reads a whole file; *data (owned by the caller, eg_free) is followed by a zero byte. `status` is the code
 * to fail with (EG_CASE, EG_INPUT, EG_MESH, ...); a file above max_bytes fails with it too. */
eg_status eg_file_read(eg_context *context, eg_status status, const char *path, int64_t max_bytes,
                       char **data, int64_t *length);

/* Writes under a temporary name, fsyncs and renames: after a crash the old or the new file is there. What has
 * the name already and is no plain file (a device, a pipe, a link, a folder) stays: EG_IO. So do all that
 * publish or commit a file. */
eg_status eg_file_write(eg_context *context, const char *path, const void *data, int64_t length);

/* The two halves of that, for writers that make the file themselves: the temporary name of `path`
 * (eg_free), then, when the file is complete, fsync + rename + fsync of the folder. */
eg_status eg_file_temporary(eg_context *context, const char *path, char **temporary);
eg_status eg_file_commit(eg_context *context, const char *temporary, const char *path);

/* The same in parts, for files that are written piece by piece. All of them repeat what a signal interrupts,
 * go on where the system took less than all, and fail with EG_IO, naming file and reason.
 *
 * create: the file, empty and open; locked, so that a second writer of it is refused and that
 * eg_file_remove_dead() leaves it alone while this process lives. Where the file system has no
 * locks there is none. The caller owns the descriptor, and never writes through it what others
 * read under this name: it is a temporary name.
 * open: a file that is there, to read it, or to write to what another has created.
 * put: writes at a byte.
 * synchronise: fsync, close: for one who has written to a file that another publishes.
 * publish: fsync, rename to path, fsync of the folder, close.
 * remove_open: removes and closes. Both set *file to -1; -1 is fine for remove_open. After publish has
 * failed, the temporary is gone; what path names is whole, the old file or the new one. */
eg_status eg_file_create(eg_context *context, const char *temporary, int *file);
eg_status eg_file_open(eg_context *context, const char *path, bool writes, int *file);
eg_status eg_file_put(eg_context *context, int file, const char *path, int64_t at, const void *data,
                      int64_t length);
/* The disk begins to take what has been put there, so that synchronising waits for less; whether it does is
 * told there. */
void eg_file_begin_synchronise(int file, int64_t at, int64_t length);
eg_status eg_file_synchronise(eg_context *context, int *file, const char *path);
eg_status eg_file_publish(eg_context *context, int *file, const char *temporary, const char *path);
/* publish in three steps, so that several files share the last: fsync; rename and close; fsync of the folder
 * of `path`. */
eg_status eg_file_complete(eg_context *context, int *file, const char *temporary);
eg_status eg_file_name(eg_context *context, int *file, const char *temporary, const char *path);
eg_status eg_file_synchronise_folder(eg_context *context, const char *path);
void eg_file_remove_open(int *file, const char *temporary);
void eg_file_close(int *file); /* without synchronising; the same */

/* One who is told of the files that are written under a context, as a run is of its own. Calls come from any
 * thread that writes; `next` is the context's. The caller's own struct begins with this one. */
typedef struct eg_file_sum {
    int64_t bytes; /* < 0: the file still grows */
    eg_hash128 hash;
} eg_file_sum;
typedef struct eg_file_watch {
    /* `file` is open and is about to be called `path`, or is called so already. What it holds is `sum`; NULL:
     * it is whole, and is measured through `file`. A failure fails the writing. */
    eg_status (*named)(struct eg_file_watch *self, int file, const char *path, const eg_file_sum *sum);
    /* It could not be called so after all. */
    void (*unnamed)(struct eg_file_watch *self, const char *path);
    struct eg_file_watch *next;
} eg_file_watch;
/* From now on, and no more. The caller keeps *watch; no other thread writes files meanwhile. */
void eg_context_watch_files(eg_context *context, eg_file_watch *watch);
void eg_context_unwatch_files(eg_context *context, eg_file_watch *watch);
/* Tells those who watch, for writers that give names themselves. */
eg_status eg_file_named(eg_context *context, int file, const char *path, const eg_file_sum *sum);
void eg_file_unnamed(eg_context *context, const char *path);

/* Reads exactly length bytes at a byte; `status` where the file ends before, EG_IO where the system fails. */
eg_status eg_file_get(eg_context *context, eg_status status, int file, const char *path, int64_t at,
                      void *data, int64_t length);

/* Removes a file; EG_IO where it cannot be. One that is not there is fine. */
eg_status eg_file_remove(eg_context *context, const char *path);

/* Whether `name` is a temporary name of a file; then of[room] is the file's own, where there is room for
 * it. */
bool eg_file_of_temporary(const char *name, char *of, size_t room);

/* Removes a file made by eg_file_create() whose process has ended; true when it is gone. */
bool eg_file_remove_dead(const char *temporary);

/* Creates a folder and the folders above it; what is new is synchronised. */
eg_status eg_folder_create(eg_context *context, const char *path);

/* folder/name, or name alone where it is absolute or folder is "" or NULL; the caller frees it. */
eg_status eg_path_join(eg_context *context, const char *folder, const char *name, char **path);
/* The path as it is from every folder: an absolute one is copied; the caller frees it. EG_IO where the
 * working folder is gone. */
eg_status eg_path_absolute(eg_context *context, const char *path, char **absolute);
/* The folder of a path ("." where there is none); the caller frees it. */
eg_status eg_path_folder(eg_context *context, const char *path, char **folder);

/* What a file is that begins with these bytes and is no text, and what to do with it: "a TIFF image; ...";
 * NULL where they are not known. Static. */
const char *eg_foreign_file(const char *data, int64_t length);

/* ---- hashes, clock */

/* XXH3-64 of the bytes, chained by `seed`. */
uint64_t eg_hash64(const void *data, int64_t length, uint64_t seed);

/* XXH3-128 of bytes that come in pieces; the value does not depend on how they are cut. */
typedef struct eg_hash_stream eg_hash_stream;

/* Begun and empty; the caller destroys it (*stream becomes NULL; NULL is fine). */
eg_status eg_hash_create(eg_context *context, eg_hash_stream **stream);
void eg_hash_destroy(eg_hash_stream **stream);
void eg_hash_begin(eg_hash_stream *stream); /* empty again */
void eg_hash_add(eg_hash_stream *stream, const void *data, int64_t length);
eg_hash128 eg_hash_value(const eg_hash_stream *stream); /* of all since begin; may go on */
uint64_t eg_hash_value64(const eg_hash_stream *stream); /* eg_hash64() of it, with the seed 0 */

/* Seconds of the monotonic clock. */
double eg_clock(void);

/* ---- small integer helpers */

static inline int64_t eg_min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static inline int64_t eg_max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static inline int64_t eg_ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* ---- for qsort(): ascending */

#define EG_ASCENDING(name, type)                                                                             \
    static inline int name(const void *left, const void *right)                                              \
    {                                                                                                        \
        type a = *(const type *)left, b = *(const type *)right;                                              \
        return (a > b) - (a < b);                                                                            \
    }
EG_ASCENDING(eg_ascending_i32, int32_t)
EG_ASCENDING(eg_ascending_u64, uint64_t)
EG_ASCENDING(eg_ascending_real, double)

#endif
