#!/usr/bin/env bash
# check-bootstrap.sh - runs bootstrap.sh with a uname and a swift of its own, which print another system, CPU or
# version.
#
# Each run must end with status 1 and with one line on standard error; the exit status is 1 if one does not.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# tool NAME TEXT: a command that prints the text.
tool() {
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/$1"
    chmod +x "$scratch/$1"
}

# expect WORDS SYSTEM CPU SWIFT: a run there is refused, in one sentence with these words.
expect() {
    local text result=0
    tool uname "case \$1 in -s) echo '$2' ;; *) echo '$3' ;; esac"
    tool swift "echo '$4'"
    text=$(PATH="$scratch:$PATH" scripts/build/bootstrap.sh 2>&1 >/dev/null) || result=$?
    if [ "$result" -ne 1 ] || [ "$(wc -l <<<"$text")" -ne 1 ] || [[ $text != *"$1"* ]]; then
        echo "check-bootstrap: on $2 $3 with '$4', status $result: $text (expected: $1)" >&2
        status=1
    fi
}

swift="Swift version 6.3 (swift-6.3-RELEASE)"
expect "does not build on macOS" Darwin arm64 "$swift"
expect "build it in WSL 2" MINGW64_NT-10.0 x86_64 "$swift"
expect "on Linux only, and this is FreeBSD" FreeBSD amd64 "$swift"
expect "this CPU is riscv64" Linux riscv64 "$swift"
expect "is Swift 6.2.3: install it" Linux x86_64 "Swift version 6.2.3 (swift-6.2.3-RELEASE)"
expect "is Swift 5.10: install it" Linux aarch64 "Swift version 5.10 (swift-5.10-RELEASE)"
expect "prints no version: install it" Linux x86_64 "unknown"
exit $status
