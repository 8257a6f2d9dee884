#!/usr/bin/env bash
# test-client.sh - builds the programs of Tests/Client in release, and runs all of them.
#
# One line for each program; the exit status is 1 if one of them failed.
set -eu
cd "$(dirname "$0")/../Tests/Client"

swift build --quiet -c release
status=0
for program in deliveries coexist races deaths pools; do
    start=$SECONDS
    if ".build/release/$program"; then
        echo "test-client: $program passed after $((SECONDS - start)) s"
    else
        echo "test-client: $program failed" >&2
        status=1
    fi
done
exit $status
