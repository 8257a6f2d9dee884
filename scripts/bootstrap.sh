#!/usr/bin/env bash
# bootstrap.sh - makes sure that the package can be built here: a Swift toolchain, libffi's headers, pkg-config.
#
# Installs Debian's libffi-dev and pkg-config where it may. A Swift toolchain is the user's choice: it is only asked
# for. Silent when all is there; otherwise says what to do and exits with status 1.
set -eu
. "$(dirname "$0")/install.sh"

swift_needed=6.3

check_swift() {
    local found
    if ! command -v swift >/dev/null; then
        ask_for_swift "no 'swift' is found in PATH"
    fi
    # The compiler's own line, and not the driver's: "Swift version 6.3 (swift-6.3-RELEASE)".
    found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    if [ -z "$found" ]; then
        ask_for_swift "'swift --version' of $(command -v swift) does not say a version"
    fi
    if [ "$(printf '%s\n' "$swift_needed" "$found" | sort -V | head -n 1)" != "$swift_needed" ]; then
        ask_for_swift "$(command -v swift) is Swift $found"
    fi
}

ask_for_swift() {
    cat >&2 <<END
MiniRuntime needs a Swift toolchain, version $swift_needed or later, but $1.
Please install the latest release of Swift for Linux: https://www.swift.org/install/linux
(with swiftly, the toolchain installer described there: swiftly install --use latest)
and try again in a shell where 'swift --version' answers.
END
    exit 1
}

check_libraries() {
    local missing=""
    command -v pkg-config >/dev/null || missing="pkg-config"
    have_libffi || missing="libffi-dev $missing"
    if [ -z "$missing" ]; then return; fi

    # shellcheck disable=SC2086 # a list of words
    install_packages $missing
    if ! have_libffi; then
        echo "pkg-config still does not find libffi: is PKG_CONFIG_PATH or PKG_CONFIG_LIBDIR set?" >&2
        exit 1
    fi
}

have_libffi() {
    pkg-config --exists libffi 2>/dev/null
}

check_swift
check_libraries
