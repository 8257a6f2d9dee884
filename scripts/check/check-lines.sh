#!/usr/bin/env bash
# check-lines.sh - checks that no line is longer than 120 characters. A Chinese character counts as one.
#
# Prints "file:line: longer than 120 characters" for each such line; the exit status is 1 if there is any. Exceptions
# are lines that cannot be broken: in Markdown tables, code blocks, and lines that are one link; in Swift and C
# everything but comments, because swift-format and clang-format break code where they can. Recorded output (.expected,
# .txt), drawings and inputs of the fuzz targets are not checked, nor is docs/behaviours.md, whose links have the names
# of tests.
set -eu
cd "$(dirname "$0")/../.."
limit=120

# The files, each behind a NUL. Hidden folders are left out, but for those of the workflows.
files() {
    find . -name '.?*' ! -name .ci ! -name .github ! -name .spi.yml -prune -o \
        -path ./Fuzz/corpus -prune -o -path ./docs/behaviours.md -prune -o -type f \( -name '*.md' -o -name '*.swift' \
        -o -name '*.tutorial' -o -name '*.[chmS]' -o -name '*.cpp' -o -name '*.sh' -o -name '*.py' -o -name '*.js' \
        -o -name '*.css' -o -name '*.html' -o -name '*.yml' -o -name Makefile -o -path ./.ci/run \
        -o -path ./ObjectiveC/bin/objc-clang \) -print0
}

# Prints "file:line:text" for the lines that count. Works byte by byte, so the lengths come afterwards.
countable() {
    xargs -0 awk '
        FNR == 1 { fenced = 0 }
        FILENAME ~ /\.md$/ {
            if ($0 ~ /^ *(> *)?```/) { fenced = !fenced; next }
            if (fenced || $0 ~ /^ *(> *)?\|/ || $0 ~ /^[ >]*([-*] |[0-9]+\. )?\[[^]]*\]\([^)]*\)[^ ]?$/) next
        }
        FILENAME ~ /\.(swift|[chm]|cpp)$/ && $0 !~ /^ *\/\// { next }
        length > '$limit' { print FILENAME ":" FNR ":" $0 }'
}

long=$(files | countable | LC_ALL=C.UTF-8 grep -E "^[^:]*:[0-9]*:.{$((limit + 1))}" || true)
if [ -z "$long" ]; then exit 0; fi
while IFS= read -r line; do
    echo "$(cut -d: -f1,2 <<<"${line#./}"): longer than $limit characters" >&2
done <<<"$long"
exit 1
