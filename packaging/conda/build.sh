#!/bin/bash
set -euo pipefail
cmake -S . -B build-conda -G Ninja ${CMAKE_ARGS:-} -DEAGRE_TESTS=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_INSTALL_PREFIX="$PREFIX"
cmake --build build-conda -j "${CPU_COUNT:-2}"
cmake --install build-conda
