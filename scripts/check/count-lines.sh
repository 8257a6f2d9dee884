#!/usr/bin/env bash
# count-lines.sh [--update] - compares the numbers of lines in the reading paths of Sources/README.md with the files.
#
# A row is "| [NAME](FILE) | LINES | CONTENTS |"; a row "| **total** | LINES | |" ends each table. A number may differ
# by 5 % or ten lines, so that a small change of a file needs no change of the page; a total may differ by 5 %.
# Otherwise the exit status is 1. --update writes the exact numbers. The files of the first table have at most 2,300
# lines, as many as one reads in an evening.
set -eu
first_limit=2300
cd "$(dirname "$0")/../../Sources"

# The page with exact numbers; a line on standard error for each number that differs too much.
counted() {
    local line name file lines total=0 row='^\| \[([^]]+)\]\(([^)]+)\) \| ([0-9]+) \|(.*)$'
    while IFS= read -r line; do
        if [[ $line =~ $row ]]; then
            name=${BASH_REMATCH[1]} file=${BASH_REMATCH[2]}
            lines=$(wc -l <"$file")
            total=$((total + lines))
            compare "$name" "${BASH_REMATCH[3]}" "$lines" 10
            line="| [$name]($file) | $lines |${BASH_REMATCH[4]}"
        elif [[ $line =~ ^\|\ \*\*total\*\*\ \|\ ([0-9]+) ]]; then
            compare total "${BASH_REMATCH[1]}" "$total" 0
            if [ "$total" -gt "$first_limit" ]; then
                echo "Sources/README.md: the first evening has $total lines, more than $first_limit" >&2
            fi
            first_limit=$((1 << 30)) # of the other tables
            line="| **total** | $total | |"
            total=0
        fi
        printf '%s\n' "$line"
    done <README.md
}

# compare NAME WRITTEN COUNTED ALLOWED
compare() {
    local difference=$(($2 > $3 ? $2 - $3 : $3 - $2))
    if [ "$difference" -gt "$4" ] && [ $((difference * 20)) -gt "$3" ]; then
        echo "Sources/README.md: $1 has $3 lines, not $2; make format corrects it" >&2
    fi
}

if [ "${1:-}" = "--update" ]; then
    page=$(counted 2>/dev/null)
    if [ "$page" != "$(cat README.md)" ]; then printf '%s\n' "$page" >README.md; fi
else
    differences=$(counted 2>&1 >/dev/null)
    if [ -n "$differences" ]; then
        echo "$differences" >&2
        exit 1
    fi
fi
