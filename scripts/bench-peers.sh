#!/usr/bin/env bash
# bench-peers.sh FOLDER - builds the peers of the benchmarks into FOLDER: Benchmarks/peers/*/build.sh, each a program
# that answers the name of a row with a figure.
#
# A peer that cannot be built here costs a line on standard error, and nothing else: the benchmarks go on without it.
set -eu
mkdir -p "$1"
folder=$(realpath "$1")
cd "$(dirname "$0")/../Benchmarks/peers"

for script in */build.sh; do
    peer=$(dirname "$script")
    log="$folder/$peer.log"
    if ! "$script" "$folder" </dev/null >"$log" 2>&1; then
        echo "bench-peers: $peer cannot be built here and is left out: $log says why" >&2
    fi
done
