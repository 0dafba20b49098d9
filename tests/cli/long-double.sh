#!/bin/bash
# Where a long double has other bits than x86 gives it, as on aarch64 and with Microsoft's rules, each source that computes
# with it refuses to compile, by name.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cd "$EAGRE_SOURCE"
echo 'long double x;' >"$work/x.c"
expected='long double has no 64 bits of fraction here, as on x86'
taken=0
for bits in 64 128; do
    if ! cc -mlong-double-$bits -fsyntax-only "$work/x.c" 2>"$work/log"; then
        echo "skipped: this compiler has one long double alone: $(head -1 "$work/log")"
        exit 77
    fi
    for file in $(grep -rl --include='*.c' 'long double' src); do
        ! cc -mlong-double-$bits -fsyntax-only -std=gnu11 -D_GNU_SOURCE -Iinclude -Isrc -iquote kernels "$file" 2>"$work/log" ||
            fail "$file compiles with a long double of $bits bits"
        grep -q "$expected" "$work/log" || fail "$file, $bits bits: $(head -1 "$work/log")"
        taken=$((taken + 1))
    done
done
[ $taken -ge 2 ] || fail "no source has a long double"
