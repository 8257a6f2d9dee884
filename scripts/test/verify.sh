#!/usr/bin/env bash
# verify.sh [--force] [--record] [STAGE...] - runs what is too slow or too chancy for the gate: tests in release,
# sanitizers, fuzzing, the browser, coverage, aarch64 ... Without STAGE, all stages of verify-stages.sh.
#
# Each stage is a target of the Makefile. Its result is in .build/verify/STAGE: status, seconds, log, and key, a hash of
# the contents of the files that the stage reads. A stage that passed with the same key does not run again unless
# --force is given, so that an interrupted run goes on where it was, and a commit runs only the stages that it can
# change. A stage that skipped a part (skip.sh) runs again. --record writes the seconds of the stages to verify-seconds
# if all passed. Ends with a table; the exit status is 0 if every stage passed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/limit.sh
. scripts/test/skip.sh
. scripts/test/verify-stages.sh

all=$(verify_names | paste -sd ' ')
one_core=$(verify_one_core | paste -sd ' ')
recorded=scripts/test/verify-seconds
results=.build/verify
limit=${LIMIT:-2400} # seconds for a stage; it stands still if it is running after that
force=""
record=""
compiler=$(swift --version 2>/dev/null || true)

# key_of STAGE: of the compiler and the files as they are now, committed or not. Empty without git, and then nothing
# counts as passed before.
key_of() {
    local paths
    read -ra paths <<<"$(verify_paths "$1")"
    git rev-parse --is-inside-work-tree >/dev/null 2>&1 || return 0
    {
        echo "$compiler"
        # A file that was deleted and not yet committed is listed, and has no line.
        git ls-files -z --cached --others --exclude-standard -- "${paths[@]}" | LC_ALL=C sort -zu |
            xargs -0 -r sha1sum 2>/dev/null || true
    } | sha1sum | cut -d ' ' -f 1
}

is_in() {
    case " $2 " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# The parts that a stage skipped.
skipped_part() {
    skipped_lines "$results/$1/log"
}

# passed_before STAGE KEY
passed_before() {
    [ -n "$2" ] && [ "$(cat "$results/$1/key" 2>/dev/null)" = "$2" ] &&
        [ "$(cat "$results/$1/status" 2>/dev/null)" = 0 ] && ! skipped_part "$1" >/dev/null
}

# stage NAME: the status is written last, so that an interrupted stage has none.
stage() {
    local name=$1 folder=$results/$1 begin=$SECONDS status=0 key
    key=$(key_of "$name")
    if [ -z "$force" ] && passed_before "$name" "$key"; then
        echo "verify: $name passed before"
        return
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    echo "$key" >"$folder/key"
    echo "verify: $name ..."
    run_limited "$limit" make --no-print-directory "$name" >"$folder/log" 2>&1 || status=$?
    echo $((SECONDS - begin)) >"$folder/seconds"
    if [ "$(key_of "$name")" != "$key" ]; then status=changed; fi
    echo "$status" >"$folder/status"
    echo "verify: $name ended with status $status after $((SECONDS - begin)) s"
}

# The stages that were asked for and keep one core busy, or nothing.
run_beside() {
    local name
    for name in $one_core; do
        if [ "$name" != bench-instructions ] && is_in "$name" "$stages"; then stage "$name"; fi
    done
}

# Runs bench-instructions with the stages of one core beside it.
run_side_by_side() {
    if ! is_in bench-instructions "$stages"; then
        run_beside
        return
    fi
    run_beside &
    beside=$!
    stage bench-instructions
    wait "$beside" || true
    beside=""
}

# In words, for the table.
outcome() {
    case $(cat "$results/$1/status" 2>/dev/null) in
    0) if skipped_part "$1" >/dev/null; then echo "passed, a part was skipped"; else echo passed; fi ;;
    "$stood_still") echo "stood still" ;;
    changed) echo "unknown: its files changed" ;;
    "") echo "did not run" ;;
    *) echo "failed with status $(cat "$results/$1/status")" ;;
    esac
}

print_table() {
    local name word failed=0
    printf '\n%-20s %-32s %7s %8s\n' stage status seconds recorded
    for name in $stages; do
        word=$(outcome "$name")
        printf '%-20s %-32s %7s %8s\n' "$name" "$word" "$(cat "$results/$name/seconds" 2>/dev/null || echo -)" \
            "$(awk -v name="$name" '$1 == name { print $2 }' "$recorded" 2>/dev/null || true)"
        case $word in
        passed) ;;
        passed,*) skipped_part "$name" | sed 's/^/    /' ;;
        *)
            echo "    $results/$name/log"
            failed=1
            ;;
        esac
    done
    return $failed
}

record_seconds() {
    local name
    for name in $all; do
        if skipped_part "$name" >/dev/null; then
            echo "verify: $name skipped a part, so the seconds are not recorded" >&2
            exit 1
        fi
    done
    for name in $all; do echo "$name $(cat "$results/$name/seconds")"; done | LC_ALL=C sort >"$recorded"
    echo "verify: the seconds are in $recorded"
}

while true; do
    case ${1:-} in
    --force) force=yes ;;
    --record) record=yes ;;
    *) break ;;
    esac
    shift
done
stages=${*:-$all}
for name in $stages; do
    if ! is_in "$name" "$all"; then
        echo "verify: there is no stage $name; the stages are $all" >&2
        exit 64
    fi
done
if [ -n "$record" ] && [ "$stages" != "$all" ]; then
    echo "verify: only the seconds of all stages are recorded" >&2
    exit 64
fi
mkdir -p "$results"

together_done=""
for name in $stages; do
    if ! is_in "$name" "$one_core"; then
        stage "$name"
    elif [ -z "$together_done" ]; then
        run_side_by_side
        together_done=yes
    fi
done
print_table || exit 1
if [ -n "$record" ]; then record_seconds; fi
