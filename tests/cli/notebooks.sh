#!/bin/bash
# The notebooks of python/notebooks run through, with their own assertions; they are kept without outputs.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
. "${EAGRE_SOURCE:?}/tests/python.bash"
if ! "$python" -c 'import nbclient, nbformat, ipykernel, matplotlib' 2>/dev/null; then
    echo "skipped: no nbclient, ipykernel and matplotlib (Debian: apt install python3-nbclient python3-ipykernel python3-matplotlib)"
    exit 77
fi
export PYTHONPATH=$EAGRE_SOURCE/python MPLBACKEND=Agg MPLCONFIGDIR=$work IPYTHONDIR=$work JUPYTER_RUNTIME_DIR=$work
cat >execute.py <<'END'
import sys, warnings
warnings.simplefilter("ignore")
import nbclient, nbformat

# One kernel for all of them, so that it starts once; each cell says where it is from.
together = nbformat.v4.new_notebook()
for path in sys.argv[1:]:
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type != "code":
            continue
        if cell.outputs or cell.execution_count:
            sys.exit(f"{path}: a cell has outputs; strip them")
        together.cells.append(nbformat.v4.new_code_cell(f"# {path}\n{cell.source}"))
try:
    nbclient.NotebookClient(together, timeout=300, kernel_name="python3").execute()
except nbclient.exceptions.CellExecutionError as error:
    sys.exit(str(error))
END
"$python" execute.py "$EAGRE_SOURCE"/python/notebooks/*.ipynb >out 2>&1 || fail "$(cat out)"
