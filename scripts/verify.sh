#!/usr/bin/env bash
# verify.sh [--force] [STAGE...] - runs what is too slow or too chancy for the gate: tests in release, sanitizers,
# fuzzing, the browser, the documentation, aarch64, the counts of instructions. Without STAGE, all of them.
#
# Each stage is a target of the Makefile. Its result is in .build/verify/COMMIT/STAGE: status, seconds and log. A stage
# that passed for this commit with a clean work tree is not run again unless --force is given, so that a run that was
# interrupted goes on where it was. Results of a work tree with changes are in COMMIT+changes, and always run again; so
# is a stage that skipped a part (skip.sh). Ends with a table; the exit status is 0 if every stage
# passed.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/limit.sh
. scripts/skip.sh

all="test-release test-switches test-client-asan test-consumers test-load test-install objc objc-asan \
swift-objc explorer docs aarch64 bench-instructions sanitizers tsan fuzz-short behaviours"
# Each of them keeps one core busy, so they run beside bench-instructions. It counts instructions, not time.
one_core="explorer docs aarch64"
limit=${LIMIT:-2400} # seconds for a stage; it stands still if it is running after that
force=""

# The commit, with +changes unless the work tree is clean. Files that git ignores do not count.
version() {
    local commit
    commit=$(git rev-parse --verify HEAD 2>/dev/null) || { echo unknown+changes && return; }
    if [ -z "$(git status --porcelain)" ]; then echo "$commit"; else echo "$commit+changes"; fi
}

is_in() {
    case " $2 " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# The parts that a stage skipped.
skipped_part() {
    skipped_lines "$results/$1/log"
}

passed_before() {
    [ -z "$force" ] && [[ $results != *+changes ]] && [ "$(cat "$results/$1/status" 2>/dev/null)" = 0 ] &&
        ! skipped_part "$1" >/dev/null
}

# stage NAME: the status is written last, so that an interrupted stage has none.
stage() {
    local name=$1 folder=$results/$1 begin=$SECONDS status=0
    if passed_before "$name"; then
        echo "verify: $name passed before"
        return
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    echo "verify: $name ..."
    run_limited "$limit" make --no-print-directory "$name" >"$folder/log" 2>&1 || status=$?
    echo $((SECONDS - begin)) >"$folder/seconds"
    if [ "$(version)" != "$version" ]; then status=changed; fi
    echo "$status" >"$folder/status"
    echo "verify: $name ended with status $status after $((SECONDS - begin)) s"
}

# The stages that were asked for and keep one core busy, or nothing.
run_beside() {
    local name
    for name in $one_core; do
        if is_in "$name" "$stages"; then stage "$name"; fi
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
    changed) echo "unknown: the work tree changed" ;;
    "") echo "did not run" ;;
    *) echo "failed with status $(cat "$results/$1/status")" ;;
    esac
}

print_table() {
    local name word failed=0
    printf '\n%-20s %-32s %7s\n' stage status seconds
    for name in $stages; do
        word=$(outcome "$name")
        printf '%-20s %-32s %7s\n' "$name" "$word" "$(cat "$results/$name/seconds" 2>/dev/null || echo -)"
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

if [ "${1:-}" = --force ]; then
    force=yes
    shift
fi
stages=${*:-$all}
for name in $stages; do
    if ! is_in "$name" "$all"; then
        echo "verify: there is no stage $name; the stages are $all" >&2
        exit 64
    fi
done
version=$(version)
results=.build/verify/$version
mkdir -p "$results"

together_done=""
for name in $stages; do
    if ! is_in "$name" "$one_core bench-instructions"; then
        stage "$name"
    elif [ -z "$together_done" ]; then
        run_side_by_side
        together_done=yes
    fi
done
print_table
