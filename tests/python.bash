# For tests of the Python package: $python is one with NumPy and pytest, and finds the library of the build. The test is
# skipped, with a message, where there is none, or where the library needs a sanitizer's runtime. Sourced.
python=
for candidate in ${EAGRE_PYTHON:-} python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy, pytest' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "skipped: no Python with NumPy and pytest (Debian: apt install python3-numpy python3-pytest; or name one in EAGRE_PYTHON)"
    exit 77
fi
if nm -D "$EAGRE_BUILD/libeagre.so" | grep -E '__[at]san_init' >/dev/null; then
    echo "skipped: the library is built with a sanitizer, whose runtime Python does not load"
    exit 77
fi
export EAGRE_LIBRARY=$EAGRE_BUILD/libeagre.so PYTHONDONTWRITEBYTECODE=1 EAGRE_ABI=$EAGRE_SOURCE/tests/data/abi/libeagre.so.0
