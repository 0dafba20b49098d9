#!/bin/bash
# Warnings are always asked for; they are errors with EAGRE_WERROR alone, which `make WERROR=ON` and .ci/run switch on.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

commands() { # OPTION...: how each source is compiled
    cmake -S "$EAGRE_SOURCE" -B configured -G Ninja -DEAGRE_TESTS=OFF "$@" >log 2>&1 || fail "cmake: $(tail -3 log)"
    grep '"command"' configured/compile_commands.json
}
commands >with
! grep -v -e '-Wall -Wextra' with || fail "the sources above are compiled without warnings"
! grep -e '-Werror' with || fail "warnings are errors of a plain build"
commands -DEAGRE_WERROR=ON >with
! grep -v -e '-Werror' with || fail "EAGRE_WERROR: the sources above are compiled without it"

grep -qx 'make test WERROR=ON' "$EAGRE_SOURCE/.ci/run" || fail ".ci/run does not switch it on"
lines_of() { # ARGUMENT...: what make would run, whatever the make above this test was told
    env -u MAKEFLAGS -u MFLAGS -u WERROR make -n -C "$EAGRE_SOURCE" "$@" >log || fail "make $*"
}
for target in all test-sanitize fuzz; do
    lines_of WERROR=ON $target
    grep -q -e '-DEAGRE_WERROR=ON' log || fail "make WERROR=ON $target does not hand it on"
    lines_of $target
    ! grep -e '-DEAGRE_WERROR' log || fail "make $target asks for it"
done
