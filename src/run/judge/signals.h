/* What steps see of a value over time that they look at in single moments: at best a line from one to the
 * next. */
#ifndef EG_RUN_SIGNALS_H
#define EG_RUN_SIGNALS_H

#include "io/case/case.h"
#include "io/table/series.h"

/* Integrals over the time so far, and all places: of the value, of how far it is from each centre, and from
 * the lines; by the steps that of the value of their end, and of half of both ends. The range of the values;
 * and the step in which it is farthest from the line, and by how much. */
typedef struct eg_signal_seen {
    double integral, size[2], apart, by_end, by_line;
    double low, high;
    double worst, from, to;
} eg_signal_seen;

enum { EG_SIGNAL_PLACES = 8, EG_SIGNAL_STEPS = 20000 };

typedef struct eg_signal {
    const eg_node *node;             /* of the case */
    const eg_expression *expression; /* NULL: `table` */
    const eg_series *table;          /* whose ends hold */
    int variable, places;            /* the time among the variables of the expression; at least one place */
    double place[EG_SIGNAL_PLACES][4];
    double centre[EG_SIGNAL_PLACES][2]; /* away from which it acts; and its own middle value */
    int what;                           /* the owner's */
    eg_signal_seen seen;
} eg_signal;

/* Of how it varies: a pulse that is shorter than a step is farther apart, one of two steps is nearer, as is a
 * wave of three. And by the steps, of what acts. */
#define EG_SIGNAL_APART_MOST 0.5
#define EG_SIGNAL_WRONG_MOST 0.05

/* At no place, with nothing seen yet. */
eg_signal eg_signal_begin(const eg_node *node, const eg_expression *expression, const eg_series *table);
double eg_signal_value(const eg_signal *signal, int place, double t);
/* The middle values, of what is at the places until the end. */
void eg_signal_find_middle(eg_signal *signal, double end);
/* A step between two moments. */
void eg_signal_add_step(eg_signal *signal, double from, double to);
/* So many steps of one length from time 0 on; of more than EG_SIGNAL_STEPS some are one where the value
 * stays. */
void eg_signal_add_steps(eg_signal *signal, double end, double steps);
/* How far it is from the lines, as a part of how it varies; 0 where that hardly matters. */
double eg_signal_apart(const eg_signal_seen *seen);
/* The same of a function of t, one or the other or none, which acts away from its value at time 0, in so many
 * steps until the end. */
double eg_signal_apart_of(const eg_expression *expression, const eg_series *table, double end, double steps,
                          eg_signal_seen *seen);

#endif
