#!/bin/bash
# The list of models stands in one place: no source of io names a model, and every model has a schema, a template and rows
# of keys.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
eagre=$EAGRE_BUILD/eagre
models=$("$eagre" explain model | sed -n 's/^ *value *//p' | sed 's/,/ /g; s/ or / /')
count=0
for model in $models; do
    count=$((count + 1))
    # texts of sources, not comments; of units the words are those of physics
    if grep -rnE "\"([^\"]* )?$model([ ,'][^\"]*)?\"" "$EAGRE_SOURCE/src/io" --include='*.c' --exclude=units_dimension.c | grep -vE ':[0-9]+:/?[[:space:]]*\*'; then
        echo "src/io names the model $model"
        exit 1
    fi
    "$eagre" schema "$model" | grep "\"$model\"" >/dev/null
    "$eagre" init "$model" -o - | grep "^model: $model\$" >/dev/null
    "$eagre" schema "$model" | grep '"materials"' >/dev/null || continue
    "$eagre" explain materials.x | grep -E "^  Of .*\\b$model\\b" >/dev/null
done
[ "$count" -ge 7 ]
