/* What the kernels that evaluate time functions and their caller (scheme/time/pulses.c) share: kinds of
 * functions (the numbers of eg_source_time_kind), and what is kept of each function. */
#ifndef EG_KERNELS_TIME_PULSE_H
#define EG_KERNELS_TIME_PULSE_H

#define PULSE_RICKER 0
#define PULSE_GAUSSIAN 1
#define PULSE_BRUNE_RATE 2
#define PULSE_BRUNE_MOMENT 3
#define PULSE_HEAVISIDE 4
#define PULSE_HEAVISIDE_RATE 5
#define PULSE_TABLE 6
#define PULSE_EXPRESSION 7

/* Doubles of a function: centre or onset, frequency or sigma or rise, support. */
#define PULSE_TIME 0
#define PULSE_SCALE 1
#define PULSE_BEGIN 2
#define PULSE_END 3
#define PULSE_DOUBLES 4

/* Integers of a function: kind, first row in the table and rows; of an expression its number. */
#define PULSE_KIND 0
#define PULSE_ROW 1
#define PULSE_ROWS 2
#define PULSE_INTEGERS 3

#endif
