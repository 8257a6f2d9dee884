# shellcheck shell=bash
# two-at-a-time.sh - sourced: start NAME COMMAND... runs a command beside one other, and end_all waits for all of them.
#
# What a command prints is printed when it has ended, in one piece. end_all lists the commands that failed by their
# names, in the order in which they were started, and returns 1 if there are any. $started is how many there were.
started=0
outputs=$(mktemp -d)
# shellcheck disable=SC2046 # a list of processes
trap 'kill $(jobs -pr) 2>/dev/null || true; rm -rf "$outputs"' EXIT

start() {
    local name=$1
    shift
    while [ "$(jobs -pr | wc -l)" -ge 2 ]; do wait -n || true; done
    started=$((started + 1))
    run_and_print "$outputs/$(printf %05d "$started")" "$name" "$@" &
}

# run_and_print FILE NAME COMMAND...
run_and_print() {
    local output=$1 name=$2
    shift 2
    "$@" >"$output" 2>&1 || echo "$name" >"$output.failed"
    if [ -s "$output" ]; then flock "$outputs" cat "$output"; fi
}

end_all() {
    local failed
    wait
    for failed in "$outputs"/*.failed; do
        [ ! -e "$failed" ] || echo "FAILED  $(cat "$failed")" >&2
    done
    ! compgen -G "$outputs/*.failed" >/dev/null
}
