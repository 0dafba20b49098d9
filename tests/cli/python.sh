#!/bin/bash
# The Python package against the library of this build: its own tests, where Python, NumPy and pytest are there.
. "$EAGRE_SOURCE/tests/lib.bash"
. "$EAGRE_SOURCE/tests/python.bash"
cp -r "$EAGRE_SOURCE/python/tests" "$EAGRE_SOURCE/python/eagre" .
PYTHONPATH=$work "$python" -m pytest -q -p no:cacheprovider -W error::DeprecationWarning:eagre tests >out 2>&1 || fail "$(cat out)"
