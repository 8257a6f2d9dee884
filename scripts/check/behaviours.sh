#!/usr/bin/env bash
# behaviours.sh [EVENTS | --check | --write] - each item of the behaviour of key-value observing, and its test.
#
# docs/behaviours.md has a sentence for each item. A test shows an item if its name begins with the item's number: "B043
# Setting an equal value notifies, with Old equal to New".
#
#      (nothing)          prints one line for each item with its test and result, then the totals. The results are those
#                         of make test-release or make test, if no source, test or sentence is newer; otherwise make
#                         test runs first
#      EVENTS             the same, with the events of another run (swift test --event-stream-output-path EVENTS)
#      --check            checks, without a run, that every item has a sentence and a link to its test (make check)
#      --write            writes these links into the page, from the names of the tests in the sources
#
# The exit status is 1 if an item is missing, or a test of it failed, or a link is wrong.
set -euo pipefail
cd "$(dirname "$0")/../.."
page=docs/behaviours.md
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

# The tests with numbers, for each number those with the fewest numbers first.
list_tests() {
    find Tests -name '.build*' -prune -o -name '*.swift' -print0 | LC_ALL=C sort -z |
        xargs -0 awk -f scripts/check/behaviours-tests.awk | LC_ALL=C sort -s -k1,1 -k2,2n
}

# read_page [OPTION...]: checks the page, or prints it with -v write=1.
read_page() {
    list_tests >"$temporary/tests"
    awk -f scripts/check/behaviours-page.awk "$@" "$temporary/tests" docs/differences-from-apple.md "$page"
}

case ${1:-} in
--check)
    read_page
    exit
    ;;
--write)
    read_page -v write=1 >"$temporary/page"
    cat "$temporary/page" >"$page"
    exit
    ;;
esac

# is_current EVENTS: these tests have ended, and no file that they depend on is newer. Package.resolved, which the build
# of a package writes beside its manifest, does not count.
is_current() {
    [ -e "$1" ] && grep -q 'Test run with' "$1" &&
        [ -z "$(find Sources Tests Package.swift "$page" -name '.?*' -prune -o -name Package.resolved -o \
            -type f -newer "$1" -print -quit)" ]
}

events=${1:-}
if [ -z "$events" ]; then
    for events in .build-release-tests/events .build/events ""; do
        if is_current "$events"; then break; fi
    done
fi
if [ -z "$events" ]; then
    events=.build/events
    make --no-print-directory test >"$temporary/output" 2>&1 || true
    if ! is_current $events; then
        cat "$temporary/output" >&2
        echo "behaviours: the tests did not run to their end" >&2
        exit 1
    fi
fi
echo "behaviours: the results are those of $events"

awk -v page="$page" '
    # "## A. Registration and options (B001-B030)"
    FILENAME == page && match($0, / \([BQ][0-9]+-[BQ][0-9]+\)$/) { lines[++line_count] = substr($0, 4, RSTART - 4) }
    # "- **B056** The sentence", or "- **B132** does not apply: the reason", each over one or more lines
    FILENAME == page && match($0, /^- \*\*[BQ][0-9]+\*\* /) {
        item = lines[++line_count] = substr($0, 5, RLENGTH - 7)
        is_item[item] = 1
        text = substr($0, RLENGTH + 1)
        if (sub(/^does not apply: /, "", text)) reason[item] = text
        next
    }
    FILENAME == page && /^  [^ ]/ && item in reason { reason[item] = reason[item] " " substr($0, 3) }
    FILENAME == page { next }

    # An event: "messages":[{"symbol":"pass","text":"Test \"B056 ...\" passed after ..."}]
    { gsub(/\\"/, "\""); gsub(/\\\//, "/") }
    match($0, /Test "[BQ][0-9]+ .*" (with [0-9]+ test cases? )?(passed|failed|skipped)/) {
        name = substr($0, RSTART + 6)
        result = name ~ /" (with [0-9]+ test cases? )?passed after/ ? "passed" : "failed"
        sub(/" (with [0-9]+ test cases? )?(passed|failed|skipped).*/, "", name)
        while (match(name, /^[BQ][0-9]+ /)) {
            numbers[++number_count] = substr(name, 1, RLENGTH - 1)
            name = substr(name, RLENGTH + 1)
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
        for (i = 1; i <= line_count; i++) {
            if (lines[i] in is_item) print_item(lines[i]); else print lines[i]
        }
        print_totals("B", "items")
        print_totals("Q", "items that users ask for")
        exit (all["B"] == 0 || bad) ? 1 : 0
    }

    function print_item(item, kind, more) {
        kind = substr(item, 1, 1)
        all[kind]++
        if (item in test) {
            more = tests[item] > 1 ? sprintf(" (and %d more)", tests[item] - 1) : ""
            printf "  %s  %s  %s%s\n", item, outcome[item], test[item], more
            if (outcome[item] == "passed") passed[kind]++; else failed[kind]++
        } else if (item in reason) {
            printf "  %s  does not apply: %s\n", item, reason[item]
            inapplicable[kind]++
        } else {
            printf "  %s  MISSING: no test, and no reason in %s\n", item, page
            missing[kind]++
        }
    }

    function print_totals(kind, what) {
        printf "%d %s: %d passed, %d failed, %d missing, %d do not apply\n",
            all[kind], what, passed[kind], failed[kind], missing[kind], inapplicable[kind]
        bad += failed[kind] + missing[kind]
    }
' "$page" "$events"
