/* `eagre picture --movie`: all snapshots, one after the other, in one range of colours. */
#include "device/host/host.h"
#include "tools/picture_snapshot.h"
#include "tools/snapshots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FRAME = 100, FRAME_OF_FEW = 250, FEW = 16 /* ms; snapshots */ };

typedef struct movie {
    eg_context *context;
    eg_picture_options options; /* of the snapshot that is drawn */
    const char *output;
    char *program, *frames; /* ffmpeg, the file of pictures for it; NULL: an animated PNG */
    eg_snapshot_list *list;
    eg_animation animation;
} movie;

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

/* ---- one range for all */

static eg_status widen(movie *m, double *low, double *high, bool *is_signed)
{
    eg_snapshot_drawing d = {.context = m->context, .options = &m->options};
    eg_status status = eg_snapshot_drawing_open(&d);
    for (int64_t i = 0; status == EG_OK && i < d.snapshot->values; i++)
        if (isfinite(d.value[i])) {
            *low = fmin(*low, d.value[i]);
            *high = fmax(*high, d.value[i]);
        }
    if (status == EG_OK)
        *is_signed |= eg_values_are_signed(d.value, d.snapshot->values);
    eg_snapshot_drawing_close(&d);
    return status;
}

static eg_status find_range(movie *m)
{
    double low = INFINITY, high = -INFINITY;
    bool is_signed = false;
    for (int64_t i = 0; i < m->list->count; i++) {
        m->options.index = i;
        EG_TRY(widen(m, &low, &high, &is_signed));
    }
    if (!(high > low)) /* one value, or none */
        return EG_OK;
    m->options.has_range = true;
    m->options.low = is_signed ? -fmax(high, -low) : low;
    m->options.high = is_signed ? fmax(high, -low) : high;
    return EG_OK;
}

/* ---- pictures */

static eg_status add_picture(movie *m)
{
    eg_tools_picture p = {
        .context = m->context, .options = &m->options, .name = {.context = m->context}};
    const eg_figure_options size = {.width = m->options.width, .height = m->options.height};
    EG_TRY(eg_figure_create(m->context, &size, &p.figure));
    eg_status status = eg_picture_of_snapshot(&p);
    if (status == EG_OK)
        status =
            eg_animation_add(&m->animation, p.figure, m->list->count < FEW ? FRAME_OF_FEW : FRAME);
    eg_figure_destroy(&p.figure);
    eg_text_free(&p.name);
    return status;
}

/* ---- files */

/* Another program makes the movie of the pictures; sides of an odd number of pixels get one more, as its formats ask. */
static eg_status convert(const movie *m)
{
    eg_command command = {.context = m->context};
    eg_text said = {.context = m->context};
    int code = 0;
    const char *const words[] = {m->program, "-y",      "-v",     "error",
                                 "-i",       m->frames, "-vf",    "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                 "-pix_fmt", "yuv420p", m->output};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        eg_command_add(&command, "%s", words[i]);
    eg_status status = eg_command_run(&command, ".", &said, &code);
    if (status == EG_OK && code != 0)
        status = eg_fail(m->context, EG_IO, "%s: ffmpeg ended with %d: %.600s", m->output, code,
                         said.data ? said.data : "it said nothing");
    eg_command_free(&command);
    eg_text_free(&said);
    return status;
}

static eg_status write_movie(const movie *m)
{
    EG_TRY(eg_animation_write(&m->animation, m->program ? m->frames : m->output));
    if (!m->program)
        return EG_OK;
    eg_status status = convert(m);
    eg_status removed = eg_file_remove(m->context, m->frames);
    return status == EG_OK ? removed : status;
}

static eg_status check(movie *m)
{
    const eg_picture_options *o = &m->options;
    if (o->has_time || o->has_index)
        return eg_fail(m->context, EG_USAGE,
                       "a movie has all snapshots: --time and --index choose one");
    if (ends_in(m->output, ".png"))
        return EG_OK;
    EG_TRY(eg_find_program(m->context, "ffmpeg", &m->program));
    if (!m->program)
        return eg_fail(
            m->context, EG_USAGE,
            "%s: movies but animated PNG are made by ffmpeg, which is not on PATH; name a "
            "file that ends in .png",
            m->output);
    eg_text name = {.context = m->context};
    eg_text_add(&name, "%s.frames.png", m->output);
    m->frames = name.data;
    return name.status;
}

static eg_status make(movie *m)
{
    EG_TRY(check(m));
    EG_TRY(eg_snapshot_list_create(m->context, m->options.source, &m->list));
    if (m->list->count == 0)
        return eg_fail(m->context, EG_INPUT, "%s: holds no snapshot yet", m->options.source);
    m->options.has_index = true;
    if (!m->options.has_range)
        EG_TRY(find_range(m));
    for (m->options.index = 0; m->options.index < m->list->count; m->options.index++)
        EG_TRY(add_picture(m));
    return write_movie(m);
}

eg_status eg_picture_movie(eg_context *context, const eg_picture_options *options,
                           const char *output, char **text)
{
    assert(context && options && options->source && output && text);
    movie m = {.context = context,
               .options = *options,
               .output = output,
               .animation = {.context = context}};
    eg_text said = {.context = context};
    eg_status status = make(&m);
    eg_text_add(&said, "%s\n", output);
    eg_snapshot_list_destroy(&m.list);
    eg_animation_free(&m.animation);
    eg_free(context, &m.program);
    eg_free(context, &m.frames);
    return eg_tools_give(&said, status, text);
}
