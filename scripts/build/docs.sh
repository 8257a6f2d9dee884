#!/usr/bin/env bash
# docs.sh [BASE-PATH] - builds the API documentation, the tutorial and the explorer as one site, for any server of
# static files.
#
# symbol-graphs.sh writes down what each module declares, docc makes an archive of each module and of the
# tutorial, and all archives are merged into .build-docs/site. A warning of docc is an error. BASE-PATH is the folder
# of the server that the site will be in: MiniRuntime for https://example.org/MiniRuntime/documentation.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Each may link to those before it.
modules=$(sed -n 's/^ *- \([A-Z][A-Za-z]*\)$/\1/p' .spi.yml)
build=$PWD/.build-docs
base=${1:-}

find_docc() {
    docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")
    if [ ! -x "$docc" ]; then
        echo "docs: no docc is found, neither in PATH nor beside swift; it is part of every Swift toolchain" >&2
        exit 1
    fi
}

# Each module's graphs in a folder of its own.
write_symbol_graphs() {
    local module
    # shellcheck disable=SC2086 # a list of words
    scripts/build/symbol-graphs.sh "$build/graphs" $modules
    rm -rf "$build/symbols" "$build/archives" "$build/site"
    mkdir -p "$build/archives"
    for module in $modules; do
        mkdir -p "$build/symbols/$module"
        find "$build/graphs" \( -name "$module.symbols.json" -o -name "$module@*" \) \
            -exec cp -t "$build/symbols/$module" {} +
    done
}

# archive NAME CATALOG OPTION...: converts a catalog, with links into the archives made before it.
archive() {
    local name=$1 catalog=$2 links=() made said
    shift 2
    for made in "$build"/archives/*; do
        if [ -e "$made" ]; then links+=(--dependency "$made"); fi
    done
    # Kept back: docc prints blank lines when all is well.
    said=$("$docc" convert "$catalog" --output-path "$build/archives/$name.doccarchive" --warnings-as-errors \
        --fallback-display-name "$name" --fallback-bundle-identifier "$name" --fallback-default-module-kind Module \
        --default-code-listing-language swift \
        --enable-experimental-external-link-support "${links[@]}" ${base:+--hosting-base-path "$base"} "$@" 2>&1) || {
        echo "$said" >&2
        exit 1
    }
}

find_docc
write_symbol_graphs
for module in $modules; do
    archive "$module" "Sources/$module/$module.docc" --additional-symbol-graph-dir "$build/symbols/$module"
done
archive Observing docs/Tutorials.docc
"$docc" merge "$build"/archives/* --output-path "$build/site" \
    --synthesized-landing-page-name MiniRuntime --synthesized-landing-page-topics-style list
# The explorer: it lists the scenarios, and plays links that `runtime-demo explore --link` and its button Share make.
mkdir -p "$build/site/explorer"
swift build --quiet --product runtime-demo
.build/debug/runtime-demo explore --player --language en --output "$build/site/explorer/index.html"
.build/debug/runtime-demo explore --player --language zh --output "$build/site/explorer/zh.html"
# The way in, for who opens the site and not a page of it.
echo '<!DOCTYPE html><meta http-equiv="refresh" content="0; url=documentation/">' >"$build/site/index.html"
echo "The documentation is in .build-docs/site. To read it: make docs-preview"
