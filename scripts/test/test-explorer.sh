#!/usr/bin/env bash
# test-explorer.sh [PAGE] - opens the explorer's page in a headless Chromium and uses it as a reader would.
#
# Without PAGE, runtime-demo makes one. Prints one line for each check; the exit status is 1 if one failed. Installs
# Debian's python3, chromium and chromium-driver, and Selenium from PyPI into .build/selenium; if it cannot, it is
# skipped. Pictures of the page are left in .build/artifacts.
set -eu
page=${1:-}
if [ -n "$page" ]; then
    if [ ! -r "$page" ]; then
        echo "test-explorer: there is no page $page" >&2
        exit 64
    fi
    page=$(realpath "$page")
fi
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh

# make_environment FOLDER REQUIREMENTS. In a subshell, because install_packages exits if it cannot install.
make_environment() (
    python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
    python3 -m venv "$1" && "$1/bin/pip" install --quiet --disable-pip-version-check -r "$2"
)

# Sets `python` to a python that has the packages of requirements.txt: in an environment of its own, because Debian's
# refuses packages from PyPI. A change of requirements.txt makes a new one.
install_selenium() {
    local environment=.build/selenium wanted=scripts/explorer/requirements.txt log
    if ! cmp -s "$wanted" "$environment/installed.txt"; then
        rm -rf "$environment"
        mkdir -p .build
        if ! log=$(make_environment "$environment" "$wanted" 2>&1); then
            skip "Selenium cannot be installed: $(tail -n 1 <<<"$log")"
            exit 0
        fi
        cp "$wanted" "$environment/installed.txt"
    fi
    python=$environment/bin/python3
}

need_command python3 python3 || exit 0
need_command chromium chromium fonts-dejavu-core fonts-wqy-microhei || exit 0
need_command chromedriver chromium-driver || exit 0
install_selenium

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "$page" ]; then
    page=$scratch/explorer.html
    .build/debug/runtime-demo explore --language en --output "$page"
    cut=$scratch/cut.html
    .build/debug/runtime-demo explore --language en --max-steps 9 --output "$cut" 2>"$scratch/cut.log"
    scenarios=$scratch/scenarios
    mkdir "$scenarios"
    .build/debug/runtime-demo explore --player --language en --output "$scenarios/player.html"
    echo 'while (1) { n = 1 }' | .build/debug/runtime-demo explore - --language en --output "$scenarios/long.html" \
        >"$scratch/long.log" 2>&1
    for name in $(.build/debug/runtime-demo trace --list | sed -n 's/^\([a-z-]*\) .*/\1/p'); do
        .build/debug/runtime-demo explore "$name" --language en --output "$scenarios/$name.html" >/dev/null
        .build/debug/runtime-demo explore "$name" --language zh --output "$scenarios/$name.zh.html" >/dev/null
        .build/debug/runtime-demo explore "$name" --language en --link >"$scenarios/$name.link"
        .build/debug/runtime-demo trace "$name" --json >"$scenarios/$name.json"
        .build/debug/runtime-demo trace "$name" --json --messages >"$scenarios/$name.messages"
    done
fi
mkdir -p .build/artifacts
timeout --kill-after=60 900 "$python" -B scripts/explorer/check_page.py \
    "$page" .build/artifacts "$scratch" ${cut:+"$cut" "$scenarios" .build/debug/runtime-demo}
