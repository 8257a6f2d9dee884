#!/usr/bin/env bash
# build.sh FOLDER - builds the program opencombine into FOLDER. The first build downloads OpenCombine's source.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")"

swift build -c release --scratch-path "$folder/combine.build"
cp "$folder/combine.build/release/opencombine" "$folder/opencombine"
