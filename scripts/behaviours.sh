#!/usr/bin/env bash
# behaviours.sh [OUTPUT-OF-TESTS] - each item of the behaviour of key-value observing, and whether a test shows it.
#
# The items are numbered in docs/behaviours.md: sections with a range of numbers, and items that cannot apply here with
# the reason why. A test shows an item if its name says so: "B056 After a change observers are told in reverse order".
# Runs the tests, or reads what they printed from a file. Prints one line for each item, then the totals; the exit status
# is 1 if an item is missing or a test of it failed.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -gt 0 ]; then
    output=$1
else
    output=$(mktemp)
    trap 'rm -f "$output"' EXIT
    MINIRUNTIME_CHECK=1 swift test --disable-xctest >"$output" 2>&1 || true
    if ! grep -q 'Test run with' "$output"; then
        cat "$output" >&2
        echo "behaviours: the tests did not run" >&2
        exit 1
    fi
fi

awk -v pages=docs/behaviours.md '
    # "## A. Registration and options (1-30)"
    FILENAME == pages && match($0, /^## [A-Z]\. .*\([0-9]+-[0-9]+\)$/) {
        title = substr($0, 4)
        sub(/ \([0-9-]+\)$/, "", title)
        split($0, parts, /[(-]|\)$/)
        first = parts[length(parts) - 2]; last = parts[length(parts) - 1]
        sections[++section_count] = title; from[section_count] = first; to[section_count] = last
    }
    # "- **B015**: reason", over one or more lines
    FILENAME == pages && match($0, /^- \*\*B[0-9]+\*\*: /) {
        item = substr($0, 6, 3) + 0
        reason[item] = substr($0, RLENGTH + 1)
        continued = item
        next
    }
    FILENAME == pages && /^  [^ ]/ && continued { reason[continued] = reason[continued] " " substr($0, 3); next }
    FILENAME == pages { continued = 0; next }

    # A line of the test runner: Test "B056 ..." passed after ...
    match($0, /Test "B[0-9][0-9][0-9] .*" (with [0-9]+ test cases? )?(passed|failed|skipped)/) {
        line = substr($0, RSTART + 6)
        result = line ~ /" (with [0-9]+ test cases? )?passed after/ ? "passed" : "failed"
        sub(/" (with [0-9]+ test cases? )?(passed|failed|skipped).*/, "", line)
        name = line
        while (match(name, /^B[0-9][0-9][0-9] /)) {
            item = substr(name, 2, 3) + 0
            name = substr(name, 6)
            numbers[++number_count] = item
        }
        for (i = 1; i <= number_count; i++) {
            item = numbers[i]
            if (!(item in test) || result == "failed") test[item] = name
            if (outcome[item] != "failed") outcome[item] = result
            tests[item]++
        }
        number_count = 0
    }

    END {
        for (s = 1; s <= section_count; s++) {
            print sections[s]
            for (item = from[s]; item <= to[s]; item++) {
                if (item in test) {
                    more = tests[item] > 1 ? sprintf(" (and %d more)", tests[item] - 1) : ""
                    printf "  B%03d  %s  %s%s\n", item, outcome[item], test[item], more
                    if (outcome[item] == "passed") passed++; else failed++
                } else if (item in reason) {
                    printf "  B%03d  does not apply: %s\n", item, reason[item]
                    inapplicable++
                } else {
                    printf "  B%03d  MISSING: no test, and no reason in %s\n", item, pages
                    missing++
                }
                all++
            }
        }
        printf "%d items: %d passed, %d failed, %d missing, %d do not apply\n",
            all, passed, failed, missing, inapplicable
        exit (all == 0 || failed || missing) ? 1 : 0
    }
' docs/behaviours.md "$output"
