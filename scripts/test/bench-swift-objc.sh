#!/usr/bin/env bash
# bench-swift-objc.sh - what counting objects costs in a program whose classes in Swift are classes of Objective-C,
# beside a program without them, in one run. Prints nanoseconds, minimum and median, and the ratio of the minima.
#
#      pair      retain and release one object of Swift's own
#      element   copy and destroy one element of an array of 100 such objects
#      ours      retain and release an NSObject
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/.build/bench/counting
mkdir -p "$out"
source=Benchmarks/peers/counting/counting.swift
swiftc -O -parse-as-library "$source" -o "$out/plain"
OBJC_BUILD=release scripts/swift-objc -O -parse-as-library -D INTEROP "$source" -o "$out/interop"
for round in 1 2 3; do
    "$out/plain" >"$out/plain.$round"
    "$out/interop" >"$out/interop.$round"
done
minima() { sort -k1,1 -k2,2n "$out/$1".? | awk '!seen[$1]++'; }
join -a 2 <(minima plain) <(minima interop) | awk '
    { printf "%-8s", $1 }
    NF == 5 { printf "without %5.2f (%5.2f)   with %5.2f (%5.2f)   %.2f x\n", $2, $3, $4, $5, $4 / $2 }
    NF == 3 { printf "%26s with %5.2f (%5.2f)\n", "", $2, $3 }'
