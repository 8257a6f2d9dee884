#!/usr/bin/env bash
# run-tests.sh [--program PROGRAM] [OPTION...] - runs `swift test` with these options, or a test program, and ends it if
# no test begins or ends any more.
#
# The events of the tests, one a line, are in the file `events` of the build folder, while they run and afterwards: a
# run that is cut off loses no result. If for STANDSTILL seconds (240) no event is written, the script prints the names
# of the tests that have begun and not ended, the processes and, with gdb, the stacks of their threads, and ends the
# tests. It watches from outside of the process, so that it also works if every thread of the tests waits.
#
# The exit status is that of the tests, or 124 if they stood still. EVENTS in the environment is another file of events.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/limit.sh

standstill=${STANDSTILL:-240}
command=(swift test --disable-xctest)
if [ "${1:-}" = --program ]; then
    command=("$2" --testing-library swift-testing)
    shift 2
fi
folder=.build
previous=""
for option; do
    case $previous in --scratch-path) folder=$option ;; esac
    previous=$option
done
events=${EVENTS:-$folder/events}

# The tests that have begun and not ended, in the order in which they began: name, file and line.
unfinished_tests() {
    grep -E '"kind":"test(Started|Ended)".*"testID":"[^"]*/' "$events" | sed -E 's/\\\//\//g' | awk '
        match($0, /"testID":"[^"]*"/) { test = substr($0, RSTART + 10, RLENGTH - 11) }
        /"kind":"testEnded"/ { delete name[test]; next }
        match($0, /"text":"Test .* started\."/) {
            name[test] = substr($0, RSTART + 8, RLENGTH - 18)
            gsub(/\\"/, "\"", name[test])
            order[++count] = test
        }
        END {
            for (i = 1; i <= count; i++) {
                if (!(order[i] in name)) continue
                place = order[i]
                sub(/.*\//, "", place)
                print "    " name[order[i]] " (" place ")"
            }
        }'
}

# watch PROCESS: ends when the process does, or ends it when it stands still.
watch() {
    local size=0 before=-1 quiet=0
    while kill -0 "$1" 2>/dev/null; do
        sleep 1
        size=$(stat -c %s "$events" 2>/dev/null || echo 0)
        # Nothing is written while the tests are built.
        if [ "$size" = 0 ] || [ "$size" != "$before" ]; then quiet=0; else quiet=$((quiet + 1)); fi
        before=$size
        if [ "$quiet" -ge "$standstill" ]; then
            echo "run-tests: for $standstill s no test has begun or ended; these have not ended:" >&2
            unfinished_tests >&2
            print_processes "$1" >&2
            touch "$events.standstill"
            end_processes "$1"
            return
        fi
    done
}

# Ends a process and all that it started: INT lets swift test end its tests, KILL comes for those that stay.
end_processes() {
    local all
    all="$1 $(descendants "$1" | tr '\n' ' ')"
    # shellcheck disable=SC2086 # a list of processes
    { kill -INT $all; sleep 2; kill -KILL $all; } 2>/dev/null || true
}

mkdir -p "$(dirname "$events")"
rm -f "$events" "$events.standstill"
"${command[@]}" --event-stream-output-path "$events" "$@" &
tests=$!
watch "$tests" &
watcher=$!
trap 'end_processes "$tests"; exit 130' INT TERM
status=0
wait "$tests" || status=$?
kill "$watcher" 2>/dev/null || true
wait "$watcher" 2>/dev/null || true
if [ -e "$events.standstill" ]; then exit 124; fi
exit "$status"
