#!/usr/bin/env bash
# build.sh FOLDER - builds the program gnustep into FOLDER, with GCC and Debian's GNUstep, which it installs where it may.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")"
. ../../../scripts/install.sh

if ! command -v gnustep-config >/dev/null || [ ! -x "$(gcc -print-prog-name=cc1obj)" ]; then
    install_packages gobjc libgnustep-base-dev gnustep-make
fi
# The files of dependencies that these flags ask for would lie beside the source.
objc_flags=$(gnustep-config --objc-flags | sed 's/-MMD -MP//')
# shellcheck disable=SC2086,SC2046 # lists of words
gcc -std=gnu11 $objc_flags -O2 main.m -o "$folder/gnustep" $(gnustep-config --base-libs)
