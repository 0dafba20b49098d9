/* Inside `eagre picture`: what the kinds of files share. */
#ifndef EG_TOOLS_PICTURE_H
#define EG_TOOLS_PICTURE_H

#include "eagre/tools.h"
#include "io/picture/picture.h"
#include "tools/internal.h"

/* One picture. A kind's function draws into the figure, and appends to `name` what its file is called where
 * the user does not say, without ".png". */
typedef struct eg_tools_picture {
    eg_context *context;
    const eg_picture_options *options;
    eg_figure *figure;
    eg_text name;
    struct eg_snapshot_marks *marks; /* of the pictures of a movie, which share them; else NULL */
} eg_tools_picture;

void eg_tools_picture_end(eg_tools_picture *p);

/* The axis that slices are across, 0 to 2. */
int eg_tools_normal(const eg_picture_options *options);
/* The last part of the source's path without its ending. */
void eg_tools_name_picture(eg_tools_picture *p);

/* Colours by name; of a name that eg_tools_check_look() refuses -1. */
int eg_tools_find_colors(const char *name);
/* EG_USAGE where colours are none, or a picture of such a file (not a map) has no use for what is given. */
eg_status eg_tools_check_look(eg_context *context, const eg_picture_options *options, eg_file_kind kind);
/* EG_USAGE where --above is a length and values of that unit are not. */
eg_status eg_tools_check_above(eg_context *context, const eg_picture_options *options, const char *unit);
/* EG_USAGE where the source of a picture of several snapshots, which `option` asks for, holds none. */
eg_status eg_tools_check_snapshots(eg_context *context, const char *source, const char *option);
/* Gives a map of a mesh or a raster what the options say of title, colours and window. */
void eg_tools_dress(const eg_picture_options *options, eg_map *map);

/* "fraction of members, largest depth above 0.1 m" of a map that `eagre ensemble --exceed` has named,
 * "max_depth_above_0_1"; false where the name, of so many letters, is none. */
bool eg_tools_exceedance_words(const char *field, int64_t length, char words[EG_LABEL_ROOM]);

/* The figure, of so many rows of panels, in place of the one there is, in the format that its file's name
 * ends in. */
eg_status eg_tools_figure(eg_tools_picture *p, int rows);

eg_status eg_picture_of_snapshot(eg_tools_picture *p);
eg_status eg_picture_of_mesh(eg_tools_picture *p);
eg_status eg_picture_of_raster(eg_tools_picture *p);
eg_status eg_picture_of_table(eg_tools_picture *p);
eg_status eg_picture_of_sac(eg_tools_picture *p);
eg_status eg_picture_of_segy(eg_tools_picture *p);

#endif
