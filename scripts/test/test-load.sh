#!/usr/bin/env bash
# test-load.sh - large numbers of changes and events, in release: all are delivered, and neither objects, memory, stack
# nor the instructions of one delivery grow with their number. Nothing here measures time.
#
# Tests/Client/Sources/load counts objects, memory and stack; valgrind counts instructions.
# One line for each part; the exit status is 1 if one failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh

status=0
tolerance=2 # per cent

report() {
    echo "$1"
    case $1 in ok*) ;; *) status=1 ;; esac
}

# instructions PROGRAM ARGUMENT...: of the whole process. Hashes are seeded, addresses chosen, the same way each time.
instructions() {
    SWIFT_DETERMINISTIC_HASHING=1 setarch -R valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 \
        >/dev/null | sed -n 's/.*Collected : //p'
}

# compare WHAT EARLY LATE: both are instructions for equally many of what.
compare() {
    report "$(awk -v what="$1" -v early="$2" -v late="$3" -v tolerance=$tolerance 'BEGIN {
        change = early > 0 ? 100 * (late - early) / early : 100
        verdict = (change > tolerance || change < -tolerance) ? "FAILED" : "ok    "
        printf "%s  %s: %d instructions early, %d late, %+.1f%%\n", verdict, what, early, late, change
    }')"
}

# Without its debugging information, which an older valgrind cannot read and gives up on.
stripped() {
    strip --strip-debug -o "$scratch/$(basename "$1")" "$1"
    echo "$scratch/$(basename "$1")"
}

# The first thousand begin after a few that fill caches.
check_deliveries() {
    local load few=32 counts=() repetitions
    load=$(stripped "$folder/load")
    for repetitions in $few $((few + 1000)) 19000 20000; do
        counts+=("$(instructions "$load" repeat "$repetitions")")
    done
    compare "1000 deliveries" $((counts[1] - counts[0])) $((counts[3] - counts[2]))
}

# Each of these is too long for a link, and its log alone too: compressing it ends at the same place in all of them.
check_recording() {
    local demo steps processes=()
    swift build --quiet --product runtime-demo
    demo=$(stripped .build/debug/runtime-demo)
    cat >"$scratch/endless.script" <<'END'
@class Person : NSObject { int age; }
p = [Person new]
[p addObserver: printer forKeyPath: @"age" options: new]
while (1) { p.age = p.age + 1 }
END
    for steps in 1100 1300 1500 1700; do
        instructions "$demo" explore "$scratch/endless.script" --max-steps $steps -o "$scratch/$steps.html" \
            >"$scratch/$steps.count" &
        processes+=($!)
    done
    wait "${processes[@]}"
    compare "200 recorded steps" $(($(<"$scratch/1300.count") - $(<"$scratch/1100.count"))) \
        $(($(<"$scratch/1700.count") - $(<"$scratch/1500.count")))
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build=(swift build -c release --package-path Tests/Client --product load)
"${build[@]}" --quiet
folder=$("${build[@]}" --show-bin-path)
# Side by side: each keeps one core busy.
parts=("sets main" "sets small" "events main" "events small")
processes=()
for part in "${parts[@]}"; do
    # shellcheck disable=SC2086 # two words
    timeout --kill-after=10 400 "$folder/load" $part &
    processes+=($!)
done
for index in "${!parts[@]}"; do
    if wait "${processes[index]}"; then
        report "ok      ${parts[index]}"
    else
        report "FAILED  ${parts[index]}: status $?"
    fi
done
if need_command valgrind valgrind; then
    check_deliveries
    check_recording
fi
exit $status
