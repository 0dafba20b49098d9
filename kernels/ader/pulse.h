/* What kernels/ader/pulse.c and its caller share: kinds of time functions (the numbers of
 * eg_source_time_kind), and what is kept of each function. */
#ifndef EG_KERNELS_ADER_PULSE_H
#define EG_KERNELS_ADER_PULSE_H

#define PULSE_RICKER 0
#define PULSE_GAUSSIAN 1
#define PULSE_BRUNE_RATE 2
#define PULSE_BRUNE_MOMENT 3
#define PULSE_TABLE 4
#define PULSE_EXPRESSION 5

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

/* `pulse` holds for each function ORDER coefficients, the mean over the step, and 1 where the function
 * is awake in the step, else 0. */
#define PULSE_VALUES (ORDER + 2)

#endif
