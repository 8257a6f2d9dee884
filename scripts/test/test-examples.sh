#!/usr/bin/env bash
# test-examples.sh [--accept] [NAME...] - runs the programs of ObjectiveC/examples, and compares their output with
# NAME.expected; with --accept, writes the output to that file. scripts/test/test-objc.sh calls it.
#
# A program is NAME.m or the folder NAME with its .m files; the first line of NAME.m or NAME/main.m lists its flags:
#
#      // flags: -fobjc-arc
#
# Parts of the output that differ between runs are replaced before the comparison: the text that NSLog writes in front
# of a line is dropped, times of day become 00:00:00.000, and addresses become 0x…. Addresses of functions, which follow
# `pointer:` or `at`, are also numbered: 0x…1, 0x…2. Equal addresses have the same number. Addresses of objects are not
# numbered, because the allocator may use an address twice.
#
# The exit status is 1 if an output differs. Skipped if no clang can compile Objective-C.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh
out=.build/objc-examples
mkdir -p "$out"

probe=0
echo '' | scripts/objc-clang -fsyntax-only -x objective-c - || probe=$?
if [ $probe -eq 77 ]; then
    skip "no clang can compile Objective-C"
    exit 0
fi

normalized() {
    sed -E 's/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]+[-+][0-9]{4} [^[]+\[[0-9]+:[0-9]+\] //
            s/[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}/00:00:00.000/g' |
        awk '{
            while (match($0, /0x[0-9a-f][0-9a-f][0-9a-f][0-9a-f]+/)) {
                before = substr($0, 1, RSTART - 1)
                address = substr($0, RSTART, RLENGTH)
                $0 = substr($0, RSTART + RLENGTH)
                number = ""
                if (before ~ /(pointer:|at )$/) {
                    if (!(address in numbers)) numbers[address] = ++count
                    number = numbers[address]
                }
                printf "%s0x…%s", before, number
            }
            print
        }'
}

# run NAME: builds an example and runs it. An exit status other than 0 is added to the output as its last line.
run() {
    local name=$1 main sources flags status=0
    if [ -d "ObjectiveC/examples/$name" ]; then
        main=ObjectiveC/examples/$name/main.m
        sources=(ObjectiveC/examples/"$name"/*.m)
    else
        main=ObjectiveC/examples/$name.m
        sources=("$main")
    fi
    read -ra flags < <(sed -n '1s,^// flags:,,p' "$main")
    scripts/objc-clang ${flags[@]+"${flags[@]}"} -Wall -Wextra -Wno-unused-parameter -Werror "${sources[@]}" \
        -o "$out/$name" || return 1
    SWIFT_BACKTRACE=enable=no MINIRUNTIME_CHECK=1 timeout 60 "$out/$name" >"$out/$name.log" 2>&1 || status=$?
    [ $status -eq 0 ] || echo "exit status $status" >>"$out/$name.log"
    normalized <"$out/$name.log" >"$out/$name.output"
}

accept=false
if [ "${1:-}" = --accept ]; then
    accept=true
    shift
fi
if [ $# -eq 0 ]; then
    for example in ObjectiveC/examples/*.m ObjectiveC/examples/*/main.m; do
        set -- "$@" "$(basename "${example%/main.m}" .m)"
    done
fi
status=0
for name; do
    if ! run "$name"; then
        echo "FAILED  $name does not compile" >&2
        status=1
    elif $accept; then
        cp "$out/$name.output" "ObjectiveC/examples/$name.expected"
    elif ! diff -u "ObjectiveC/examples/$name.expected" "$out/$name.output" >&2; then
        echo "FAILED  $name: the output differs from $name.expected" >&2
        status=1
    fi
done
[ $status -ne 0 ] || $accept || echo "test-examples: $# programs, all well"
exit $status
