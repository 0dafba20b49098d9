/* json_text: texts and numbers as JSON has them. */
#ifndef EG_IO_JSON_TEXT_H
#define EG_IO_JSON_TEXT_H

#include "base/base.h"

/* A string; bytes that are not UTF-8 become question marks, since JSON cannot hold them. */
void eg_json_add_string(eg_text *text, const char *string);
/* The shortest text that reads back to the same bits; null where it is not finite. */
void eg_json_add_number(eg_text *text, double value);
/* Appends what the format says, where ' stands for a quote: %s is such a string, %g such a number, %lld a
 * whole number. */
void eg_json_add(eg_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
