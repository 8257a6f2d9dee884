#!/usr/bin/env bash
# bench-objc-growth.sh - how the time of operations of Foundation grows with the size, in compiled Objective-C.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p .build/bench
export OBJC_BUILD=${OBJC_BUILD:-release}
ObjectiveC/build/foundation-classes.sh -c "$OBJC_BUILD"
scripts/objc-clang -O1 Benchmarks/peers/compiled/growth.m -o .build/bench/objc-growth
.build/bench/objc-growth
