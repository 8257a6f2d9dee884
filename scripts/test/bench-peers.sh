#!/usr/bin/env bash
# bench-peers.sh FOLDER - builds the peers of the benchmarks into FOLDER: Benchmarks/peers/*/build.sh, each a program
# that answers the name of a row with a figure.
#
# A peer that cannot be built here is skipped, and the benchmarks go on without it.
set -eu
. "$(dirname "$0")/skip.sh"
mkdir -p "$1"
folder=$(realpath "$1")
cd "$(dirname "$0")/../../Benchmarks/peers"

for script in */build.sh; do
    peer=$(dirname "$script")
    log="$folder/$peer.log"
    if ! "$script" "$folder" </dev/null >"$log" 2>&1; then
        skip "the peer $peer cannot be built: $log says why"
    fi
done
