#!/usr/bin/env bash
# test-explorer.sh [PAGE] - opens the explorer's page in a headless Chromium and uses it as a reader would.
#
# Without PAGE, runtime-demo makes one. Prints one line for each check; the exit status is 1 if one failed. Installs
# Debian's chromium and chromium-driver where it may; where it may not, prints why it is skipped. Pictures of the page are
# left in .build/artifacts.
set -eu
page=${1:-}
if [ -n "$page" ]; then
    if [ ! -r "$page" ]; then
        echo "test-explorer: there is no page $page" >&2
        exit 64
    fi
    page=$(realpath "$page")
fi
cd "$(dirname "$0")/.."

skip() {
    echo "skipped: $1"
    exit 0
}

# install_packages exits, and says what to type, where it cannot install.
install_browser() {
    local reason
    if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then return; fi
    reason=$( (. scripts/install.sh && install_packages chromium chromium-driver fonts-dejavu-core) 2>&1) ||
        skip "no Chromium here, and it cannot be installed: $(tail -n 1 <<<"$reason")"
}

command -v python3 >/dev/null || skip "there is no python3 to drive a browser with"
install_browser

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "$page" ]; then
    page=$scratch/explorer.html
    .build/debug/runtime-demo explore --output "$page"
    cut=$scratch/cut.html
    .build/debug/runtime-demo explore --max-steps 9 --output "$cut" 2>"$scratch/cut.log"
    scenarios=$scratch/scenarios
    mkdir "$scenarios"
    for name in $(.build/debug/runtime-demo trace --list | sed -n 's/^\([a-z-]*\) .*/\1/p'); do
        .build/debug/runtime-demo explore "$name" --output "$scenarios/$name.html" >/dev/null
        .build/debug/runtime-demo trace "$name" --json >"$scenarios/$name.json"
        .build/debug/runtime-demo trace "$name" --json --messages >"$scenarios/$name.messages"
    done
fi
mkdir -p .build/artifacts
timeout --kill-after=60 400 python3 -B scripts/explorer/check_page.py "$page" .build/artifacts "$scratch" ${cut:+"$cut" "$scenarios"}
