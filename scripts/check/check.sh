#!/usr/bin/env bash
# check.sh - everything that can be said about the sources without building them: format, layers, public headers,
# documents, the tests of the numbered behaviours, bootstrap.sh, skip.sh and verify.sh.
# Runs all checks, whichever fails, so that one run tells everything.
set -eu
cd "$(dirname "$0")"

status=0
for check in "format.sh --lint" check-lines.sh check-layers.sh check-targets.py check-compilers.sh check-docs.sh \
    "behaviours.sh --check" count-lines.sh check-bootstrap.sh check-skip.sh check-verify.sh; do
    # shellcheck disable=SC2086 # a name and its argument
    if ! ./$check; then
        echo "check: scripts/check/$check failed" >&2
        status=1
    fi
done
if [ $status -eq 0 ]; then echo "check: all is well"; fi
exit $status
