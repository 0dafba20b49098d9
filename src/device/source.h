/* source: the text of a program, put together from kernel files, and the kernels found in it. */
#ifndef EG_DEVICE_SOURCE_H
#define EG_DEVICE_SOURCE_H

#include "base/base.h"

typedef enum eg_param_kind {
    EG_PARAM_BUFFER, /* GLOBAL T * */
    EG_PARAM_INT,
    EG_PARAM_LONG,
    EG_PARAM_REAL,
    EG_PARAM_DOUBLE
} eg_param_kind;

enum { EG_MAX_PARAMS = 64, EG_NAME_ROOM = 64 };

typedef struct eg_source_param {
    eg_param_kind kind;
    char name[EG_NAME_ROOM];
} eg_source_param;

typedef struct eg_source_kernel {
    char name[EG_NAME_ROOM];
    char file[2 * EG_NAME_ROOM];
    int line;
    int param_count;
    eg_source_param param[EG_MAX_PARAMS];
} eg_source_kernel;

/* A file that has been taken in. */
typedef struct eg_source_file {
    char *name;
    char place[3 * EG_NAME_ROOM]; /* "file:line" of its first #include; "" for a file of the program itself */
    bool guarded;                 /* #ifndef WORD, #define WORD ... #endif stands round all of it */
    bool open;                    /* it is being read */
} eg_source_file;

typedef struct eg_source {
    eg_text text; /* what the compiler gets */
    eg_source_kernel *kernels;
    int64_t kernel_count, kernel_room;
    eg_source_file *seen;
    int64_t seen_count, seen_room;
} eg_source;

/* Begin with {.text = {.context = context}}; free on every path. */
void eg_source_free(eg_source *source);

/* Adds a file below kernels/ (from the folder EAGRE_KERNELS where that is set, else as embedded), with the
 * files it includes, under #line directives that name file and line. Each #include is replaced by the file's
 * text, also in a branch that the compiler will leave out; so a file that is included more than once is
 * guarded by #ifndef WORD, #define WORD ... #endif, which lets the compiler take the first text that it
 * meets, and a second #include of any other file is an error, as is a file that includes itself. In front of
 * each kernel go the definitions of EG_THREADS and EG_RESIDENT (from KERNEL_SHAPE; LANES and 1 without) and
 * of EG_HAVE_name. EG_DEVICE for these, for a file that is not there (names those that are), and for a kernel
 * whose parameters a launch cannot give. */
eg_status eg_source_add_file(eg_context *context, eg_source *source, const char *name);

/* The same for text that is in memory; `name` stands for the file in messages. */
eg_status eg_source_add_text(eg_context *context, eg_source *source, const char *name, const char *text);

/* A compiler's messages with `mark`N (a line of the whole text) turned into file:line, for compilers
 * that pass #line by: "<kernel>:90:12: error" with the mark "<kernel>:" gives "fv/step.c:7:12: error". */
void eg_source_translate(const char *source, const char *messages, const char *mark, eg_text *text);

/* The text as a compiler takes it: without #line, without comments, and with one blank or one end of line
 * where it has several (eg_free). Texts that differ in these alone become the same; all else stays. Kernels
 * may therefore not ask for __LINE__ or __FILE__. */
eg_status eg_source_bare(eg_context *context, const char *text, char **bare);

/* The same word for the parameter's kind as in the kernel: "real". */
const char *eg_param_kind_name(eg_param_kind kind);

/* ---- for source.c, from scan.c */

/* A copy of the text in which comments, strings and characters are blanks, lines kept (eg_free). */
eg_status eg_scan_blank(eg_context *context, const char *text, char **code);

/* If the line of code that begins at `line` holds KERNEL_SHAPE(a, b): its two arguments (eg_free)
 * and *found. `where` is "file:line". */
eg_status eg_scan_shape(eg_context *context, const char *where, const char *line, bool *found, char **threads,
                        char **resident);

/* If the line of code that begins at `line` declares a kernel: its name and parameters, and *found.
 * The parameter list may run on over further lines. Between `#if NAME` or `#if NAME == N` (several joined by
 * && or by ||) and `#endif` stand parameters that a variant has where that holds for what `text`, all that
 * comes before, defines as numbers. */
eg_status eg_scan_kernel(eg_context *context, const char *where, const char *line, const char *text,
                         bool *found, eg_source_kernel *kernel);

#endif
