/* sources: the point sources that a case asks for, one by one, in a table and in files of earthquakes: places,
 * strengths and time functions, for every scheme. */
#ifndef EG_RUN_SEISMIC_SOURCES_H
#define EG_RUN_SEISMIC_SOURCES_H

#include "io/seismogram/cmt.h"
#include "io/seismogram/quakeml.h"
#include "io/seismogram/srf.h"
#include "io/table/series.h"
#include "physics/linear/source.h"
#include "physics/source_time.h"
#include "run/models/seismic/stations.h"

typedef struct eg_waves_source {
    eg_waves_place place;
    const eg_node *time; /* of the case; NULL: of a file */
    bool smooth;         /* spread, or a point */
    eg_linear_source_kind kind;
    double strength[EG_LINEAR_VARIABLES];
    double left_out; /* the part of a double couple's size that the plane does not carry */
    int function;    /* index in function[]; from `functions` on an expression */
} eg_waves_source;

/* Zero-initialise. */
typedef struct eg_waves_sources {
    int count, functions, expressions, series_count;
    eg_waves_source *source;    /* [count] */
    eg_source_time *function;   /* [functions] */
    eg_series **series;         /* [series_count] tables of functions */
    const eg_node **expression; /* [expressions] */
    eg_text generated;          /* dialect source of the expressions */
    eg_records *table;
} eg_waves_sources;

/* All sources of the case; none without that key. The caller closes them, also after a failure. EG_CASE,
 * EG_INPUT where one of them or a file is wrong. */
eg_status eg_waves_open_sources(const eg_setup *setup, eg_waves_sources *sources);
void eg_waves_close_sources(eg_waves_sources *sources);

/* ---- source_checks.c */
/* Refuses what cannot be meant, all of it in one pass: a time function of a shape that is cut off at time 0,
 * a strength of 0. EG_CASE. */
eg_status eg_waves_check_sources(const eg_setup *setup, const eg_waves_sources *sources);
/* Warns of what may be meant, moments that grow on and on and parts of moments that the plane does not carry,
 * and judges time functions that time 0 or the end of the run cuts. EG_MEMORY. */
eg_status eg_waves_judge_sources(const eg_setup *setup, const eg_waves_sources *sources);

/* ---- mechanism.c */
/* Kind and strengths of a source, from its map in the case, or the row of a table; N m, of the plane per
 * metre across it. EG_CASE or EG_INPUT where it has none or several, where a fault plane has no dip, or
 * nothing of a moment is left in the plane. */
eg_status eg_waves_read_mechanism(const eg_setup *setup, const eg_node *node, eg_waves_source *source);
eg_status eg_waves_read_row_mechanism(const eg_setup *setup, eg_waves_source *source);
/* All columns of such tables for the case's system, with blanks between them. */
enum { EG_SOURCE_COLUMNS_ROOM = 512 };
void eg_waves_source_columns(const eg_setup *setup, char text[EG_SOURCE_COLUMNS_ROOM]);

/* ---- source_table.c */
/* The sources of a table, put behind those that there are. */
eg_status eg_waves_add_source_table(const eg_setup *setup, const eg_node *node, eg_waves_sources *sources);

/* ---- source_cmt.c */
/* The earthquakes of a CMTSOLUTION or of QuakeML, of the map `sources.cmt` or `sources.quakeml`, put behind the
 * sources that there are, which have room for them and their functions. EG_INPUT where one has no half duration. */
eg_status eg_waves_add_cmt(const eg_setup *setup, const eg_node *map, const eg_cmt *cmt,
                           eg_waves_sources *sources);

/* ---- source_units.c: warnings, as verdicts `units`, where moments cannot be in the units of the format. */
void eg_waves_doubt_cmt(const eg_setup *setup, const eg_node *map, const eg_cmt *cmt);
void eg_waves_doubt_srf(const eg_setup *setup, const eg_node *map, const eg_srf *srf);

/* ---- source_srf.c */
/* The slips of a rupture, of the map `sources.srf`, put behind the sources that there are, which have room for them
 * and their functions, and how many they are. EG_INPUT where a point's rigidity is not known, or nothing slips. */
eg_status eg_waves_add_srf(const eg_setup *setup, const eg_node *map, const eg_srf *srf,
                           eg_waves_sources *sources);
int64_t eg_waves_count_srf(const eg_srf *srf);

/* ---- source_functions.c */
/* The kind of a shape by its key in the case; false: there is none of that name. The i-th name; NULL
 * behind the last. */
bool eg_waves_shape_of(const char *name, eg_source_time_kind *kind);
const char *eg_waves_shape_name(int i);
/* A time function of a text table's columns, or of a SAC file; `shift` s later. */
eg_status eg_waves_read_series(const eg_setup *setup, const char *path, const eg_series_options *options,
                               double shift, eg_waves_sources *sources, eg_source_time *function);
eg_status eg_waves_read_sac(const eg_setup *setup, const char *path, double shift, eg_waves_sources *sources,
                            eg_source_time *function);

#endif
