#!/usr/bin/env bash
# check-instructions.sh [--update] - compares how many instructions hot paths take with Benchmarks/instructions.txt.
#
# Time differs from run to run, the number of instructions hardly does: valgrind counts them for two numbers of
# repetitions, and the difference is the operation's own. More than 3 % more is a failure; more than 3 % fewer asks for
# --update, which rewrites the file. A difference of a few whole probes of a method cache is accepted. Another compiler
# or processor makes other instructions: then the comparison is skipped. The row send-literal is left out: its count
# depends on the address of the literal, and so on the folder that the program was built in.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh

rows="send int-setter observed-set-0 observed-set-new-old observed-set-prior key-path-leaf-0 dependent-key-0 add-remove
    lifecycle value-for-key
    typed-set typed-get typed-set-string typed-get-string send-kept closure-imp typed-method
    typed-observed-set append-observed value-for-key-swift token typed-new"
file=Benchmarks/instructions.txt
tolerance=3
probe=6      # instructions of one probe of a method cache, in send-x86_64.S
probes=3     # so many more or fewer are accepted: which selectors share a bucket depends on their addresses
few=1024
many=5120

# Ends the script unless the counts of the file are of this compiler.
need_counts() {
    local recorded reason
    recorded=$(sed -n 's/^compiler: //p' $file 2>/dev/null || true)
    if [ "$recorded" = "$(compiler)" ]; then return; fi
    reason="there is no $file; --update makes it"
    if [ -n "$recorded" ]; then reason="the counts in $file are of $recorded, this is $(compiler)"; fi
    skip "$reason"
    exit 0
}

compiler() {
    echo "$(swift --version 2>/dev/null | sed -n 's/.*\(Swift version [0-9.]*\).*/\1/p' | head -n 1), $(uname -m)"
}

# instructions ROW REPETITIONS: of the whole process. Hashes are seeded, addresses chosen, the same way each time.
instructions() {
    SWIFT_DETERMINISTIC_HASHING=1 setarch -R valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$program" repeat "$1" "$2" 2>&1 | sed -n 's/.*Collected : //p'
}

# per_operation ROW, with one decimal.
per_operation() {
    local base more
    base=$(instructions "$1" $few)
    more=$(instructions "$1" $many)
    if [ -z "$base" ] || [ -z "$more" ]; then
        echo "check-instructions: valgrind could not run the row $1" >&2
        exit 1
    fi
    awk -v base="$base" -v more="$more" -v times=$((many - few)) 'BEGIN { printf "%.1f\n", (more - base) / times }'
}

update() {
    local row counted
    {
        echo "# Instructions of one operation; scripts/check/check-instructions.sh compares, --update writes."
        echo "compiler: $(compiler)"
        for row in $rows; do
            counted=$(per_operation "$row")
            printf '%-24s %s\n' "$row" "$counted"
        done
    } >"$file.new"
    mv "$file.new" "$file"
    cat "$file"
}

compare() {
    local row known counted verdict status=0
    printf '%-24s %10s %10s %8s\n' row "in file" counted change
    for row in $rows; do
        known=$(awk -v row="$row" '$1 == row { print $2 }' "$file")
        counted=$(per_operation "$row")
        verdict=$(awk -v known="${known:-0}" -v counted="$counted" -v tolerance=$tolerance -v probe=$probe \
            -v probes=$probes 'BEGIN {
            if (known == 0) { print "- not in the file"; exit }
            change = 100 * (counted - known) / known
            printf "%+.1f%%", change
            steps = (counted - known) / probe
            nearest = int(steps + (steps < 0 ? -0.5 : 0.5))
            if (nearest >= -probes && nearest <= probes && (steps - nearest) ^ 2 < 0.01) exit
            if (change > tolerance) print " MORE"
            else if (change < -tolerance) print " fewer: run scripts/check/check-instructions.sh --update"
        }')
        printf '%-24s %10s %10s %8s\n' "$row" "${known:--}" "$counted" "$verdict"
        case $verdict in *" "*) status=1 ;; esac
    done
    return $status
}

need_command valgrind valgrind || exit 0
if [ "${1:-}" != "--update" ]; then need_counts; fi
swift build -c release --package-path Benchmarks >&2
# Without its debugging information, which an older valgrind cannot read and gives up on.
program=$(mktemp)
trap 'rm -f "$program"' EXIT
strip --strip-debug -o "$program" "$(swift build -c release --package-path Benchmarks --show-bin-path)/benchmarks"
if [ "${1:-}" = "--update" ]; then update; else compare; fi
