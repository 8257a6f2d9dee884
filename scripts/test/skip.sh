# shellcheck shell=bash
# skip.sh - sourced by the scripts that can do a part of their work only with a tool: skip REASON, need_command COMMAND
# PACKAGE..., and skipped_lines FILE.
#
# `skip` is the one way to leave out a part. It prints "skipped: REASON" and returns; the caller leaves the part out.
# verify.sh finds this line in the log of a stage. With CI in the environment nobody reads the line, so `skip` ends the
# script with status 1 there: install the tool, or change the check.
. "$(dirname "${BASH_SOURCE[0]}")/../build/install.sh"

skip() {
    echo "skipped: $1"
    if [ -z "${CI:-}" ]; then return; fi
    echo "CI is set in the environment, where nothing may be skipped." >&2
    exit 1
}

# Installs the Debian packages if there is no such command. If it cannot, skips, and returns 1.
need_command() {
    local wanted=$1 log
    shift
    if command -v "$wanted" >/dev/null; then return; fi
    # In a subshell, because install_packages exits if it cannot install.
    if log=$( (install_packages "$@") 2>&1); then return; fi
    skip "there is no $wanted, and $* cannot be installed: $(tail -n 1 <<<"$log")"
    return 1
}

# The lines that `skip` has written to a log; status 1 if there are none.
skipped_lines() {
    grep '^skipped: ' "$1" 2>/dev/null
}
