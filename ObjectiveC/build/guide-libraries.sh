#!/usr/bin/env bash
# guide-libraries.sh - builds what the compiled programs of the guide and of the tool's tests link: these tests cannot
# build while they run. Where a program of either kind cannot be compiled, its part is left out: the tests say then that
# they were skipped.
set -eu
cd "$(dirname "$0")/../.."
ObjectiveC/build/foundation-classes.sh
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
if [ "$(uname -m)" = x86_64 ] && [ -x "$clang" ]; then ObjectiveC/build/swift-objc-modules.sh; fi
