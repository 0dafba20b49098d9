#!/bin/bash
# Structs of options carry their size: a program that was compiled against an earlier header, whose struct was shorter, runs with this
# library; one of a later header runs as long as it sets nothing that this library does not know.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
[ -f "$EAGRE_BUILD/libeagre.so.0" ] || { echo "skipped: no shared library"; exit 77; }
mkdir -p earlier/eagre later/eagre
cp "$EAGRE_SOURCE"/include/eagre/*.h earlier/eagre
cp "$EAGRE_SOURCE"/include/eagre/*.h later/eagre
# before progress was told; when runs have got a colour
sed -i '/^    eg_progress_function \*progress;/d; /^    void \*progress_user;/d' earlier/eagre/run.h
sed -i 's/^} eg_run_options;/    int colour;\n&/' later/eagre/run.h
cmp -s earlier/eagre/run.h "$EAGRE_SOURCE/include/eagre/run.h" && fail "the earlier header is the same"
cat >program.c <<'C'
#include <eagre/run.h>
#include <stdio.h>
#include <string.h>
#ifndef WITH
#define WITH
#endif
#ifndef SIZE
#define SIZE sizeof(eg_run_options)
#endif
int main(int argc, char **argv)
{
    struct {
        eg_run_options options;
        char behind[256]; /* what a library must not read */
    } given;
    eg_context *context;
    eg_run *run;
    memset(&given, 0x55, sizeof given);
    given.options = (eg_run_options){.size = SIZE, .case_file = argv[argc - 1], .device = "host:1" WITH};
    if (eg_context_create(&(eg_context_options){.size = sizeof(eg_context_options)}, &context) != EG_OK)
        return 1;
    eg_status status = eg_run_create(context, &given.options, &run);
    printf("%s %s\n", eg_status_name(status), eg_context_error(context));
    eg_run_destroy(&run);
    eg_context_destroy(&context);
    return eg_context_create(&(eg_context_options){.level = EG_LOG_WARN}, &context) != EG_USAGE || context;
}
C
# FOLDER TEXT DEFINE...: what the program compiled against that header says
says() {
    cc -std=c11 -Wall -Werror "${@:3}" -I"$1" program.c -o program -L"$EAGRE_BUILD" -leagre -Wl,-rpath,"$EAGRE_BUILD" || fail "$*"
    ./program "$EAGRE_SOURCE/examples/dam-break/case.yaml" >said || fail "$*: exit $?, $(cat said)"
    grep -qx "$2" said || fail "$*: expected '$2', found '$(cat said)'"
}
says "$EAGRE_SOURCE/include" 'OK '
says earlier 'OK '
says later 'OK '
says later 'USAGE options of [0-9]* bytes are those of a later version, .* does not know what is set' '-DWITH=,.colour=1'
says later 'USAGE options begin with their size, which is not set: .*' -DSIZE=0
