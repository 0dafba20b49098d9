/* Outputs by name. */
#include "field/output.h"

#include <string.h>

int eg_output_find(const eg_output *table, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(table[i].name, name) == 0)
            return i;
    return -1;
}
