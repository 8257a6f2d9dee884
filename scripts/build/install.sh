# shellcheck shell=bash
# install.sh - sourced by the scripts that need Debian packages: install_packages PACKAGE...
#
# Installs as root or through passwordless sudo. Where neither is possible, prints the exact command to type and
# exits with status 1.

install_packages() {
    local as_root=""
    if ! command -v apt-get >/dev/null; then
        echo "This system has no apt-get. Please install what Debian calls: $*" >&2
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "Some Debian packages are missing. Please type this, then try again:" >&2
            echo "    sudo apt-get update && sudo apt-get install -y $*" >&2
            exit 1
        fi
        as_root="sudo -n"
    fi

    # Two scripts may want packages at once; apt would refuse the second.
    exec 9>"${TMPDIR:-/tmp}/miniruntime-install-$(id -u).lock"
    flock 9
    echo "Installing Debian packages: $*" >&2
    local log
    log=$(mktemp)
    if ! { $as_root apt-get update &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
        </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        echo "Installing $* failed; the lines above say why." >&2
        exit 1
    fi
    rm -f "$log"
    exec 9>&-
}
