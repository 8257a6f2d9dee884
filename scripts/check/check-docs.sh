#!/usr/bin/env bash
# check-docs.sh - checks the documents: every source folder has a README that names every file in it, links lead
# somewhere, the version is that of the changelog, and no text holds paths of one machine or notes of unfinished work.
#
# One line for each violation; the exit status is 1 if there is any.
set -eu
cd "$(dirname "$0")/../.."
. scripts/check/layers.sh
status=0

fail() {
    echo "$1" >&2
    status=1
}

check_folder_readmes() {
    local folder file name readme
    for folder in "${layers[@]}"; do
        [ -f "$folder/README.md" ] || fail "$folder/README.md: missing; it lists the folder's files in reading order"
    done
    while IFS= read -r file; do
        readme=$(readme_for "$file")
        name=${file#"$(dirname "$readme")"/}
        grep -qwF -- "$(basename "$file")" "$readme" || fail "$readme: does not name $name"
    done < <(find "${layers[@]}" ObjectiveC/bin ObjectiveC/build -type f ! -name README.md | sort)
    while IFS= read -r readme; do
        folder=$(dirname "$readme")
        name=$(basename "$folder")
        grep -qF "$name" "$(readme_for "$folder")" || fail "$(readme_for "$folder"): does not name the folder $name"
    done < <(find "${layers[@]}" -name README.md | sort)
}

# The README of a file's folder, or of the nearest folder above that has one.
readme_for() {
    local folder
    folder=$(dirname "$1")
    while [ ! -f "$folder/README.md" ]; do folder=$(dirname "$folder"); done
    echo "$folder/README.md"
}

# Links to files of this repository: everything but web addresses and anchors within the same page.
check_links() {
    local page line link
    while IFS=: read -r page line link; do
        link=${link#"]("}
        link=${link%%[#)]*}
        case $link in "" | http* | mailto:*) continue ;; esac
        [ -e "$(dirname "$page")/$link" ] || fail "$page:$line: the link to $link leads nowhere"
    done < <(grep -rnoE --include='*.md' --exclude-dir='.?*' '\]\([^)]+\)' . || true)
}

# forbid PATTERN REASON. The brackets in the patterns keep this file itself from matching. In a work tree of git
# worktree .git is a file, and not a folder.
forbid() {
    local match
    while IFS= read -r match; do
        fail "$match  <- $2"
    done < <(grep -rnIE --exclude-dir='.?*' --exclude=.git "$1" . || true)
}

# runtime-demo --version prints the newest version of the changelog.
check_version() {
    local heading='^## \[([0-9]+\.[0-9]+\.[0-9]+)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$' newest
    newest=$(sed -nE "s/$heading/\1/p" CHANGELOG.md | head -n 1)
    [ -n "$newest" ] || fail "CHANGELOG.md: has no section '## [VERSION] - YEAR-MONTH-DAY'"
    [ "$(grep -c '^## \[Unreleased\]$' CHANGELOG.md)" = 1 ] ||
        fail "CHANGELOG.md: needs one section '## [Unreleased]'"
    grep -qF "version: \"MiniRuntime $newest\"" Sources/runtime-demo/RuntimeDemo.swift ||
        fail "Sources/runtime-demo/RuntimeDemo.swift: the version is not $newest, the newest in CHANGELOG.md"
}

# .spi.yml lists the modules with API documentation: those with a catalog of DocC.
check_documented_modules() {
    local catalog name
    for catalog in Sources/*/*.docc; do
        name=$(basename "$catalog" .docc)
        grep -qE "^ *- $name\$" .spi.yml || fail ".spi.yml: does not list the module $name, which has a catalog"
    done
}

# docs/licences.md names every package that a manifest or a script installs.
check_licences() {
    local name
    while IFS= read -r name; do
        grep -qF "$name" docs/licences.md || fail "docs/licences.md: does not name $name, which is installed by name"
    done < <(
        find . -name '.?*' -prune -o -name Package.swift -exec sed -n 's/.*\.package(url: "\([^"]*\)".*/(\1)/p' {} +
        sed 's/\(.*\)==.*/[\1]/' scripts/explorer/requirements.txt
        grep -rhvE --exclude=check-skip.sh '^ *#' scripts ObjectiveC/bin ObjectiveC/build Benchmarks/peers |
            grep -oE '(install_packages|need_command [a-z][a-z0-9-]*) [a-z][a-z0-9+ -]*' |
            sed -E 's/^(install_packages|need_command [^ ]*) //' | tr ' ' '\n' | sed '/^$/d; s/.*/`&`/'
    )
}

# The files that the pages in docs name exist, except those of made-up examples.
check_named_files() {
    local page name files
    files=$(find . -name '.?*' ! -name .github -prune -o -type f -printf '%p|')
    while IFS=: read -r page name; do
        case $name in *riscv64* | *Lazy* | *NN* | a.b.c) continue ;; esac
        case $files in *"/$name|"*) ;; *) fail "$page: there is no file $name" ;; esac
    done < <(grep -oE '`[A-Za-z][A-Za-z0-9_/+.-]*\.(swift|[chS]|js|css|py|sh|md|txt|yml)`' docs/*.md |
        tr -d '`' | sort -u)
}

check_folder_readmes
check_links
check_named_files
check_version
check_documented_modules
check_licences
forbid '(^|[^A-Za-z0-9_.~-])/([w]ork|[r]oot|[h]ome|[t]mp)(/|$|[^A-Za-z0-9_])' "a path of one machine"
forbid '\b([T]ODO|[F]IXME|[X]XX|[p]laceholder)\b' "unfinished work belongs in an issue"
exit $status
