/* Sizes of the public structs, offsets and sizes of their members, values of the enums: what a program that
 * was compiled with these headers takes for granted. */
#include <stddef.h>
#include <stdio.h>

#include <eagre/bench.h>
#include <eagre/eagre.h>

#define STRUCT(type) printf("%s %zu bytes\n", #type, sizeof(type))
#define MEMBER(type, member)                                                                                 \
    printf("%s.%s at %zu, %zu bytes\n", #type, #member, offsetof(type, member), sizeof(((type *)0)->member))
#define VALUE(name) printf("%s = %d\n", #name, (int)(name))

int main(void)
{
#define EACH_STATUS(name, exit_code, sentence) VALUE(EG_##name);
    EG_STATUS_TABLE(EACH_STATUS)
#include "abi_rows.h"
    return 0;
}
