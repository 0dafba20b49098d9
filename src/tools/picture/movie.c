/* `eagre picture --movie`: all snapshots, one after the other, in one range of colours. */
#include "device/host/host.h"
#include "tools/picture/snapshot.h"
#include "tools/snapshots.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { FRAME = 100, FRAME_OF_FEW = 250, FEW = 16 /* ms; snapshots */ };

/* ffmpeg at work. */
typedef struct encoder {
    eg_command command;
    eg_running_command running;
    char *folder, *file; /* what it writes, and where */
    eg_folder_guard guard;
} encoder;

typedef struct movie {
    eg_context *context;
    eg_picture_options options; /* of the snapshot that is drawn */
    const char *output;
    char *program; /* ffmpeg; NULL: an animated PNG */
    eg_snapshot_list *list;
    encoder encoder;
    eg_animation animation;
    eg_snapshot_marks marks;
} movie;

/* ---- one range for all */

static eg_status widen_movie_range(movie *m, double *low, double *high, bool *is_signed)
{
    EG_ENDS_WITH(eg_snapshot_drawing_close)
    eg_snapshot_drawing d = {.context = m->context, .options = &m->options};
    EG_TRY(eg_snapshot_drawing_open(&d));
    eg_snapshot_drawing_widen(&d, low, high, is_signed);
    return EG_OK;
}

static eg_status find_movie_range(movie *m)
{
    double low = INFINITY, high = -INFINITY;
    bool is_signed = false;
    for (int64_t i = 0; i < m->list->count; i++) {
        m->options.index = i;
        EG_TRY(widen_movie_range(m, &low, &high, &is_signed));
    }
    if (m->options.has_above && !is_signed)
        low = m->options.above;
    if (!(high > low)) /* one value, or none */
        return EG_OK;
    m->options.has_range = true;
    m->options.low = is_signed ? -fmax(high, -low) : low;
    m->options.high = is_signed ? fmax(high, -low) : high;
    return EG_OK;
}

/* ---- ffmpeg, which reads pictures and writes into a folder beside the movie: that goes with this process,
 * however it ends */

static int frame_time(const movie *m)
{
    return m->list->count < FEW ? FRAME_OF_FEW : FRAME;
}

static eg_status make_movie_folder(encoder *e, const char *output)
{
    const char *slash = strrchr(output, '/');
    eg_text folder = {.context = e->command.context};
    eg_text_add(&folder, "%s.XXXXXX", output);
    e->folder = folder.data;
    EG_TRY(folder.status);
    if (!mkdtemp(e->folder)) {
        eg_status status =
            eg_fail(e->command.context, EG_IO, "%s: cannot be written: %s", output, strerror(errno));
        EG_FREE(&e->folder);
        return status;
    }
    return eg_path_join(e->command.context, e->folder, slash ? slash + 1 : output, &e->file);
}

/* Sides of an odd number of pixels get one more, as formats ask. */
static eg_status begin_encoder(movie *m)
{
    encoder *e = &m->encoder;
    EG_TRY(make_movie_folder(e, m->output));
    eg_folder_guard_begin(e->folder, (const char *const[]){e->file, NULL}, &e->guard);
    const char *const words[] = {m->program,   "-y",   "-v",  "error",     "-f",
                                 "image2pipe", "-c:v", "png", "-framerate"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        eg_command_add(&e->command, "%s", words[i]);
    eg_command_add(&e->command, "%g", 1000.0 / frame_time(m));
    const char *const more[] = {"-i",       "-",       "-vf",  "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                "-pix_fmt", "yuv420p", e->file};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        eg_command_add(&e->command, "%s", more[i]);
    return eg_command_begin(&e->command, ".", true, &e->running);
}

/* After the last picture, or a failure: `so_far` is that. */
static eg_status end_encoder(movie *m, eg_status so_far)
{
    encoder *e = &m->encoder;
    EG_TEXT(said, m->context);
    int code = 0;
    eg_status status = eg_command_end(&e->command, &e->running, &said, &code);
    if (so_far != EG_OK)
        status = so_far;
    else if (status == EG_OK && code != 0)
        status = eg_fail(m->context, EG_IO, "%s: ffmpeg ended with %d: %.600s", m->output, code,
                         said.data ? said.data : "it said nothing");
    else if (status == EG_OK && rename(e->file, m->output) != 0)
        status = eg_fail(m->context, EG_IO, "%s: cannot be written: %s", m->output, strerror(errno));
    return status;
}

/* ---- pictures */

static eg_status send_picture(movie *m, eg_figure *figure)
{
    EG_TEXT(png, m->context);
    EG_TRY(eg_figure_png(figure, &png));
    eg_command_send(&m->encoder.running, png.data, png.length);
    return EG_OK;
}

static eg_status draw_picture(movie *m, eg_tools_picture *p)
{
    const eg_figure_options size = {
        .width = m->options.width, .height = m->options.height, .dpi = m->options.dpi};
    EG_TRY(eg_figure_create(m->context, &size, &p->figure));
    return eg_picture_of_snapshot(p);
}

static eg_tools_picture begin_picture(movie *m)
{
    return (eg_tools_picture){
        .context = m->context, .options = &m->options, .name = {.context = m->context}, .marks = &m->marks};
}

/* All have the size of the last one: titles and times of different lengths ask for different ones. */
static eg_status choose_movie_size(movie *m)
{
    EG_ENDS_WITH(eg_tools_picture_end) eg_tools_picture p = begin_picture(m);
    int pixels[2];
    m->options.index = m->list->count - 1;
    if (m->options.width > 0 && m->options.height > 0)
        return EG_OK;
    EG_TRY(draw_picture(m, &p));
    eg_figure_size(p.figure, pixels);
    m->options.width = pixels[0];
    m->options.height = pixels[1];
    return EG_OK;
}

static eg_status add_picture(movie *m)
{
    EG_ENDS_WITH(eg_tools_picture_end) eg_tools_picture p = begin_picture(m);
    EG_TRY(draw_picture(m, &p));
    return m->program ? send_picture(m, p.figure) : eg_animation_add(&m->animation, p.figure, frame_time(m));
}

static eg_status add_pictures(movie *m)
{
    for (m->options.index = 0; m->options.index < m->list->count; m->options.index++)
        EG_TRY(add_picture(m));
    return EG_OK;
}

/* ---- files */

static eg_status write_movie(movie *m)
{
    if (!m->program) {
        EG_TRY(add_pictures(m));
        return eg_animation_write(&m->animation, m->output);
    }
    eg_status status = begin_encoder(m);
    if (status == EG_OK)
        status = end_encoder(m, add_pictures(m));
    if (m->encoder.file)
        unlink(m->encoder.file);
    if (m->encoder.folder)
        rmdir(m->encoder.folder);
    eg_folder_guard_end(&m->encoder.guard);
    eg_command_free(&m->encoder.command);
    EG_FREE(&m->encoder.file, &m->encoder.folder);
    return status;
}

static eg_status check_movie_options(movie *m)
{
    const eg_picture_options *o = &m->options;
    if (o->has_time || o->has_index || o->date)
        return eg_fail(m->context, EG_USAGE, "a movie has all snapshots: --time and --index choose one");
    size_t length = strlen(m->output);
    if (length > 4 && strcasecmp(m->output + length - 4, ".png") == 0)
        return EG_OK;
    EG_TRY(eg_find_program(m->context, "ffmpeg", &m->program));
    if (m->program)
        return EG_OK;
    return eg_fail(m->context, EG_USAGE,
                   "%s: ffmpeg, which makes all movies except animated PNG, is not on PATH; give a "
                   "file name that ends in .png",
                   m->output);
}

static eg_status make_movie(movie *m)
{
    EG_TRY(eg_tools_check_snapshots(m->context, m->options.source, "--movie"));
    EG_TRY(check_movie_options(m));
    EG_TRY(eg_tools_check_look(m->context, &m->options, EG_FILE_SNAPSHOT));
    EG_TRY(eg_snapshot_list_create(m->context, m->options.source, &m->list));
    if (m->list->count == 0)
        return eg_fail(m->context, EG_INPUT, "%s: holds no snapshot yet", m->options.source);
    m->options.has_index = true;
    if (!m->options.has_range)
        EG_TRY(find_movie_range(m));
    EG_TRY(choose_movie_size(m));
    return write_movie(m);
}

eg_status eg_picture_movie(eg_context *context, const eg_picture_options *given, const char *output,
                           char **text)
{
    assert(context && given && given->source && output && text);
    *text = NULL;
    movie m = {.context = context,
               .output = output,
               .encoder = {.command = {.context = context}, .guard = {.end = -1}},
               .animation = {.context = context}};
    eg_text said = {.context = context};
    EG_TRY(eg_options_take(context, given, sizeof m.options, &m.options));
    eg_status status = make_movie(&m);
    eg_text_add(&said, "%s\n", output);
    eg_snapshot_list_destroy(&m.list);
    eg_animation_free(&m.animation);
    eg_snapshot_marks_free(&m.marks);
    EG_FREE(&m.program);
    return eg_tools_give(&said, status, text);
}
