#!/bin/bash
# The Python package against the library of this build: its own tests, where Python, NumPy and pytest are there.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
. "${EAGRE_SOURCE:?}/tests/python.bash"
cp -r "$EAGRE_SOURCE/python/tests" "$EAGRE_SOURCE/python/eagre" .
PYTHONPATH=$work "$python" -m pytest -q -p no:cacheprovider -W error::DeprecationWarning:eagre tests >out 2>&1 || fail "$(cat out)"
# Type hints, where mypy is there beside a NumPy that types itself (2.0).
if "$python" -c 'import mypy, numpy; assert int(numpy.__version__.split(".")[0]) >= 2' 2>/dev/null; then
    cp "$EAGRE_SOURCE/python/pyproject.toml" .
    "$python" -m mypy --cache-dir="$work/mypy" >out 2>&1 || fail "$(cat out)"
else
    echo "not checked: the type hints, which mypy and NumPy 2 are needed for"
fi
