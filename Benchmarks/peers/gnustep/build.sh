#!/usr/bin/env bash
# build.sh FOLDER - builds the program gnustep into FOLDER.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")"
. ../gnustep.sh

# shellcheck disable=SC2086 # lists of words
gcc -std=gnu11 $objc_flags -O2 main.m -o "$folder/gnustep" $objc_libraries
