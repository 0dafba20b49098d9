#!/bin/bash
# The sources are laid out as .clang-format says (skipped where clang-format is absent: exit 77).
exec "${EAGRE_SOURCE:?}/tools/format" --check
