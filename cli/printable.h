/* What is printed of texts that others have written: files, names, messages of compilers and drivers. A
 * terminal obeys some characters, and some turn the order of what stands beside them. They are printed as
 * \u001b, bytes that are no UTF-8 as \x9b. Line feeds and tabs stay. Inside JSON, which has no other bytes,
 * the result is JSON again. */
#ifndef CLI_PRINTABLE_H
#define CLI_PRINTABLE_H

#include <stddef.h>
#include <stdio.h>

void cli_write(FILE *stream, const char *text, size_t length);
void cli_put(FILE *stream, const char *text);
void cli_printf(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
