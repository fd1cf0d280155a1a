#!/bin/sh
# Renew the pinned lists from the *.in files, for every supported Python (3.11 and newer). Needs `uv`.
set -eu
cd "$(dirname "$0")/.."
compile() {
    uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-annotate --no-emit-index-url \
        --custom-compile-command server/tools/lock.sh "$@"
}
compile requirements.in -o requirements.lock
compile requirements-dev.in -o requirements-dev.lock
