#!/bin/bash
# The notebooks of python/notebooks run through, with their own assertions; what a cell shows last is shown as a notebook would show
# it. They are kept without outputs, and need no more than the package. With nbclient and ipykernel one runs in a kernel, too.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
. "${EAGRE_SOURCE:?}/tests/python.bash"
export PYTHONPATH=$EAGRE_SOURCE/python IPYTHONDIR=$work JUPYTER_RUNTIME_DIR=$work
cat >execute.py <<'END'
import ast, json, pathlib, sys, time

KINDS = {"_repr_html_": "<", "_repr_svg_": "<?xml", "_repr_png_": b"\x89PNG\r\n\x1a\n"}


def shown(value):
    """How many ways there are in which a notebook shows it."""
    forms = {name: getattr(value, name)() for name in KINDS if hasattr(value, name)}
    for name, form in forms.items():
        assert form is None or form.startswith(KINDS[name]), (name, form[:20])
    return sum(form is not None for form in forms.values())


for path in map(pathlib.Path, sys.argv[1:]):
    names, begin, rich = {}, time.time(), 0
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        if cell["outputs"] or cell["execution_count"]:
            sys.exit(f"{path}: a cell has outputs; strip them")
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(path), "exec"), names)
        if last:
            rich += shown(eval(compile(ast.Expression(last.value), str(path), "eval"), names))
    if not rich:
        sys.exit(f"{path}: shows no picture and no table")
    print(f"{path.name}: {time.time() - begin:.1f} s")
END
"$python" execute.py "$EAGRE_SOURCE"/python/notebooks/*.ipynb >out 2>&1 || fail "$(cat out)"
cat out
"$python" -c 'import nbclient, nbformat, ipykernel' 2>/dev/null || exit 0
"$python" - "$EAGRE_SOURCE/python/notebooks/potential.ipynb" >out 2>&1 <<'END' || fail "$(cat out)"
import sys, warnings
warnings.simplefilter("ignore")
import nbclient, nbformat

made = nbclient.NotebookClient(nbformat.read(sys.argv[1], 4), timeout=300, kernel_name="python3").execute()
kinds = {kind for cell in made.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
assert {"image/png", "text/html"} <= kinds, kinds
END
