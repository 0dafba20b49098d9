#!/bin/bash
# The JSON Schema in a library that knows nothing of eagre: all examples are valid, wrong cases are not (skipped where
# Python or its packages jsonschema and yaml are missing: exit 77).
set -euo pipefail
: "${EAGRE_SOURCE:?}"
for python in python3 /usr/bin/python3; do
    if $python -c 'import jsonschema, yaml; jsonschema.Draft7Validator' 2>/dev/null; then
        exec $python "$EAGRE_SOURCE/tests/cli/schema.py" "$EAGRE_BUILD/eagre" "$EAGRE_SOURCE"
    fi
done
echo "no Python with jsonschema and yaml (Debian: apt install python3-jsonschema python3-yaml)"
exit 77
