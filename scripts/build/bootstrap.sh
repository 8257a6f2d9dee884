#!/usr/bin/env bash
# bootstrap.sh - checks, before anything is built, that the package can be built here: the system and its CPU, a Swift
# toolchain, libffi's headers, pkg-config.
#
# Installs Debian's libffi-dev and pkg-config if they are missing and it has the rights. It never installs a Swift
# toolchain: which one to use is the user's choice. Silent if nothing is missing; otherwise prints one sentence that
# says what to do, and exits with status 1.
set -eu
. "$(dirname "$0")/install.sh"

swift_needed=6.3

stop() {
    echo "$1" >&2
    exit 1
}

check_system() {
    local system cpu
    system=$(uname -s)
    cpu=$(uname -m)
    case $system in
    Linux) ;;
    Darwin) stop "MiniRuntime does not build on macOS; build it in a Linux container or a virtual machine." ;;
    MINGW* | MSYS* | CYGWIN* | Windows*) stop "MiniRuntime does not build on Windows; build it in WSL 2." ;;
    *) stop "MiniRuntime builds on Linux only, and this is $system." ;;
    esac
    case $cpu in
    x86_64 | aarch64) ;;
    *) stop "MiniRuntime has a message dispatch for x86-64 and aarch64 only, and this CPU is $cpu." ;;
    esac
}

check_swift() {
    local found
    if ! command -v swift >/dev/null; then
        ask_for_swift "no 'swift' is in PATH"
    fi
    # The compiler's own line, and not the driver's: "Swift version 6.3 (swift-6.3-RELEASE)".
    found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    if [ -z "$found" ]; then
        ask_for_swift "'$(command -v swift) --version' prints no version"
    fi
    if [ "$(printf '%s\n' "$swift_needed" "$found" | sort -V | head -n 1)" != "$swift_needed" ]; then
        ask_for_swift "$(command -v swift) is Swift $found"
    fi
}

ask_for_swift() {
    stop "MiniRuntime needs Swift $swift_needed or later, but $1: install it from https://www.swift.org/install/linux"
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

check_system
check_swift
check_libraries
