#!/usr/bin/env bash
# test-consumers.sh - builds Tests/Consumers, a package that uses ours together with swift-async-algorithms, in release,
# and runs it. It has five minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=(swift build -c release --package-path Tests/Consumers --product consumers)
"${build[@]}" --quiet
MINIRUNTIME_CHECK=1 timeout --kill-after=10 300 "$("${build[@]}" --show-bin-path)/consumers"
echo "test-consumers: all is well"
