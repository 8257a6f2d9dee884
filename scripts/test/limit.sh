# shellcheck shell=bash
# limit.sh - sourced by .ci/run and verify.sh: run_limited SECONDS COMMAND... runs a command that may stand still.
#
# Returns the command's exit status, or $stood_still if it was still running after so many seconds and was ended. A
# minute before that, prints every process that the command started and, with gdb, the stack of each thread of a test
# program. An interrupt ends the command and the shell whose process number is in $beside, then the script with status
# 130.

stood_still=124 # as timeout(1) returns it
command=""
watcher=""
beside=""

run_limited() {
    local limit=$1 begin=$SECONDS status=0
    shift
    trap end_all INT TERM
    # INT, because swift test ends its tests on INT, but leaves them running on TERM. A background command of a script
    # ignores INT unless env sets it back.
    env --default-signal=INT timeout --signal=INT --kill-after=10 "$limit" "$@" </dev/null &
    command=$!
    watch_for_standstill "$command" "$limit" "$*" &
    watcher=$!
    { wait "$command" || status=$?; } 2>/dev/null
    command=""
    end_watcher
    # timeout returns 137 for a command that it had to kill, and so does a command that the system killed.
    if [ "$status" -eq 137 ] && [ $((SECONDS - begin)) -ge "$limit" ]; then status=$stood_still; fi
    return "$status"
}

end_watcher() {
    kill "$watcher" || true
    wait "$watcher" || true
} 2>/dev/null

# timeout hands INT on to the processes of its group.
end_all() {
    trap '' INT TERM
    if [ -n "$beside" ]; then kill -TERM "$beside" || true; fi
    if [ -n "$command" ]; then kill -INT "$command" || true; fi
    if [ -n "$watcher" ]; then end_watcher; fi
    # shellcheck disable=SC2086 # one, both or none
    wait $beside $command || true
    exit 130
} 2>/dev/null

# watch_for_standstill PROCESS LIMIT NAME
watch_for_standstill() {
    local seconds=$(($2 > 120 ? $2 - 60 : $2 / 2)) nap
    trap 'kill "$nap"; exit' TERM
    sleep "$seconds" &
    nap=$!
    wait "$nap"
    echo "CI: $3 is still running after $seconds s:"
    print_processes "$1"
} 2>/dev/null

# print_processes PROCESS: what it started, where each process waits, and the stacks of test programs.
print_processes() {
    local process arguments
    for process in $(descendants "$1"); do
        arguments=$(tr '\0' ' ' <"/proc/$process/cmdline") || continue
        printf '%7d  %-24s %.160s\n' "$process" "$(cat "/proc/$process/wchan")" "$arguments"
        case $arguments in
        *.xctest\ * | *swiftpm-testing-helper*)
            command -v gdb >/dev/null || continue
            timeout 20 gdb -p "$process" -batch -ex 'thread apply all backtrace 30' | cut -c 1-200 || true
            ;;
        esac
    done
}

# The processes that a process started, and those that they started. Reads /proc, because ps need not be installed.
descendants() {
    grep -s '^PPid:' /proc/[0-9]*/status | awk -F '[/:\t]+' -v top="$1" '
        { parent[$3] = $6 } # /proc/12/status:PPid:	1
        END {
            for (process in parent) {
                for (above = parent[process]; above != top && above in parent; above = parent[above]) {}
                if (above == top) print process
            }
        }' | sort -n
}
