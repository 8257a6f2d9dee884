#!/usr/bin/env bash
# check-skip.sh - runs skip.sh with and without CI in the environment, and looks for scripts that skip by other words.
#
# One line on standard error for each mistake; the exit status is 1 if there is any.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

fail() {
    echo "check-skip: $1" >&2
    status=1
}

# expect STATUS LAST-LINE CI COMMAND: runs the command in a script that sources skip.sh, and then prints "went on".
expect() {
    local result=0 last
    CI=$3 bash -euc ". scripts/test/skip.sh; $4; echo 'went on'" >"$scratch/log" 2>&1 || result=$?
    last=$(tail -n 1 "$scratch/log")
    [ "$result" -eq "$1" ] && [[ $last == *"$2"* ]] || fail "'$4' with CI='$3' ended with status $result: $last"
}

expect 0 "went on" "" 'skip "no reason"'
[ "$(. scripts/test/skip.sh && skipped_lines "$scratch/log")" = "skipped: no reason" ] ||
    fail "skipped_lines does not find the line of skip"
expect 1 "nothing may be skipped" true 'skip "no reason"'

# Packages that cannot be installed, and a command that exists already.
cannot='install_packages() { echo "no rights"; exit 1; }; '
expect 0 "went on" "" "$cannot"'need_command no-such-command none || true'
expect 1 "nothing may be skipped" true "$cannot"'need_command no-such-command none || true'
expect 0 "went on" true "$cannot"'need_command bash bash'

# A line such as "test-objc: skipped, nothing was compiled" is found by nobody, and fails nowhere.
while IFS= read -r line; do
    fail "$line  <- only skip.sh says that something is skipped"
done < <(grep -rnE '(echo|printf|print\().*skipped[:,]' scripts Benchmarks/peers .ci Makefile |
    grep -vE '^scripts/(check/check-|test/)skip\.sh:')
exit $status
