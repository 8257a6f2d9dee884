#!/usr/bin/env bash
# build.sh FOLDER - builds the program opencombine into FOLDER. OpenCombine's source is fetched the first time.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")"

swift build -c release --scratch-path "$folder/combine.build"
cp "$folder/combine.build/release/opencombine" "$folder/opencombine"
