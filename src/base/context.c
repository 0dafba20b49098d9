/* The context: log and last error. Its memory is in memory.c. */
#include "base/context.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_ROOM = 65536 };

eg_status eg_options_take(eg_context *context, const void *given, size_t known, void *taken)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    memset(taken, 0, known);
    if (size < sizeof size)
        return eg_fail(context, EG_USAGE,
                       "options begin with their size, which is not set: .size = sizeof options");
    size_t set = size; /* bytes up to the last that is not zero */
    while (set > known && ((const char *)given)[set - 1] == 0)
        set--;
    if (set > known)
        return eg_fail(context, EG_USAGE,
                       "options of %zu bytes are those of a later version, and this one, which has %zu, does "
                       "not know what is set",
                       size, known);
    memcpy(taken, given, size < known ? size : known);
    memcpy(taken, &known, sizeof known);
    return EG_OK;
}

eg_status eg_context_create(const eg_context_options *options, eg_context **context)
{
    assert(context);
    *context = NULL;
    eg_context *made = calloc(1, sizeof *made);
    char *error = malloc(ERROR_ROOM);
    if (!made || !error) {
        free(made);
        free(error);
        return EG_MEMORY;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->counting, NULL);
    error[0] = 0;
    made->error = error;
    made->keeps = eg_memory_is_uniform("");
    made->maker = pthread_self();
    eg_status status = options ? eg_options_take(made, options, sizeof made->options, &made->options) : EG_OK;
    if (status != EG_OK)
        eg_context_destroy(&made);
    *context = made;
    return status;
}

void eg_context_destroy(eg_context **context)
{
    if (!context || !*context)
        return;
    eg_ranges_trim(&(*context)->kept, 0);
    pthread_mutex_destroy(&(*context)->lock);
    pthread_mutex_destroy(&(*context)->counting);
    free((*context)->error);
    free(*context);
    *context = NULL;
}

bool eg_context_silence(eg_context *context, bool silent)
{
    bool was = context->silent;
    context->silent = silent;
    return was;
}

void eg_context_listen(eg_context *context, eg_stop_function *stops, const void *with)
{
    context->stops = stops;
    context->stops_with = with;
}

bool eg_context_is_stopped(const eg_context *context)
{
    return context->stops && context->stops(context->stops_with);
}

void eg_context_use_threads(eg_context *context, int threads)
{
    context->threads = threads;
}

int eg_context_threads(const eg_context *context)
{
    return context->threads;
}

bool eg_context_is_silent(const eg_context *context)
{
    return context->silent;
}

void eg_context_watch_files(eg_context *context, eg_file_watch *watch)
{
    watch->next = context->watches;
    context->watches = watch;
}

void eg_context_unwatch_files(eg_context *context, eg_file_watch *watch)
{
    for (eg_file_watch **at = &context->watches; *at; at = &(*at)->next)
        if (*at == watch) {
            *at = watch->next;
            return;
        }
}

eg_status eg_file_named(eg_context *context, int file, const char *path, const eg_file_sum *sum)
{
    for (eg_file_watch *watch = context->watches; watch; watch = watch->next)
        EG_TRY(watch->named(watch, file, path, sum));
    return EG_OK;
}

void eg_file_unnamed(eg_context *context, const char *path)
{
    for (eg_file_watch *watch = context->watches; watch; watch = watch->next)
        watch->unnamed(watch, path);
}

void eg_errors_divert(eg_context *context, eg_diverted *diverted)
{
    diverted->thread = pthread_self();
    diverted->text = NULL;
    pthread_mutex_lock(&context->lock);
    diverted->next = context->diverted;
    context->diverted = diverted;
    pthread_mutex_unlock(&context->lock);
}

void eg_errors_return(eg_context *context, eg_diverted *diverted)
{
    pthread_mutex_lock(&context->lock);
    eg_diverted **at = &context->diverted;
    while (*at != diverted)
        at = &(*at)->next;
    *at = diverted->next;
    pthread_mutex_unlock(&context->lock);
}

void eg_diverted_free(eg_diverted *diverted)
{
    if (diverted->text != diverted->room)
        free(diverted->text);
    diverted->text = NULL;
}

/* Under the lock. */
static eg_diverted *diverted_of_thread(const eg_context *context)
{
    eg_diverted *diverted = context->diverted;
    while (diverted && !pthread_equal(diverted->thread, pthread_self()))
        diverted = diverted->next;
    return diverted;
}

const char *eg_context_error(const eg_context *context)
{
    eg_context *locked = (eg_context *)context;
    pthread_mutex_lock(&locked->lock);
    const eg_diverted *diverted = diverted_of_thread(context);
    const char *error = !diverted ? context->error : diverted->text ? diverted->text : "";
    pthread_mutex_unlock(&locked->lock);
    return error;
}

/* The text of a failure, cut where there is no memory for it. The arguments may hold the text before. */
static void tell_diverted(eg_diverted *diverted, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    char room[sizeof diverted->room];
    int length = vsnprintf(room, sizeof room, format, args);
    char *whole = length < (int)sizeof room ? NULL : malloc((size_t)length + 1);
    if (whole)
        vsnprintf(whole, (size_t)length + 1, format, again);
    else
        memcpy(diverted->room, room, sizeof room);
    eg_diverted_free(diverted);
    diverted->text = whole ? whole : diverted->room;
    va_end(again);
}

eg_status eg_fail_at(eg_context *context, eg_status status, const char *source, int line, const char *format,
                     ...)
{
    assert(status != EG_OK);
    pthread_mutex_lock(&context->lock);
    va_list args;
    va_start(args, format);
    eg_diverted *diverted = diverted_of_thread(context);
    if (diverted)
        tell_diverted(diverted, format, args);
    else
        vsnprintf(context->error, ERROR_ROOM, format, args);
    va_end(args);
    pthread_mutex_unlock(&context->lock);
    eg_log(context, EG_LOG_DEBUG, "%s raised at %s:%d", eg_status_name(status), source, line);
    return status;
}

void eg_log(eg_context *context, eg_log_level level, const char *format, ...)
{
    if (!context->options.log || level > context->options.level || context->silent)
        return;
    char room[1024]; /* where there is no memory for more, the line is cut */
    va_list args;
    va_start(args, format);
    int length = vsnprintf(room, sizeof room, format, args);
    va_end(args);
    char *whole = length < (int)sizeof room ? NULL : malloc((size_t)length + 1);
    if (whole) {
        va_start(args, format);
        vsnprintf(whole, (size_t)length + 1, format, args);
        va_end(args);
    }
    pthread_mutex_lock(&context->lock);
    context->options.log(context->options.log_user, level, whole ? whole : room);
    pthread_mutex_unlock(&context->lock);
    free(whole);
}
