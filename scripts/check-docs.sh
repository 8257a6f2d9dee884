#!/usr/bin/env bash
# check-docs.sh - keeps the reader's path whole: every source folder has a README that names every file in it, links
# lead somewhere, and no text holds paths of one machine or notes of unfinished work.
#
# One line for each violation; the exit status is 1 if there is any.
set -eu
cd "$(dirname "$0")/.."
status=0

fail() {
    echo "$1" >&2
    status=1
}

check_folder_readmes() {
    local folder file name readme
    for folder in Sources/*/; do
        name=$(basename "$folder")
        grep -qF "$name" Sources/README.md 2>/dev/null || fail "Sources/README.md: does not name the folder $name"
        [ -f "${folder}README.md" ] || fail "${folder}README.md: missing; it lists the folder's files in reading order"
    done
    while IFS= read -r file; do
        readme=$(readme_for "$file")
        name=${file#"$(dirname "$readme")"/}
        grep -qwF -- "$(basename "$file")" "$readme" || fail "$readme: does not name $name"
    done < <(find Sources/*/ -type f ! -name README.md | sort)
    while IFS= read -r readme; do
        folder=$(dirname "$readme")
        name=$(basename "$folder")
        grep -qF "$name" "$(readme_for "$folder")" || fail "$(readme_for "$folder"): does not name the folder $name"
    done < <(find Sources/*/*/ -name README.md | sort)
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

# forbid PATTERN REASON. The brackets in the patterns keep this file itself from matching. In a work tree of git worktree
# .git is a file, and not a folder.
forbid() {
    local match
    while IFS= read -r match; do
        fail "$match  <- $2"
    done < <(grep -rnIE --exclude-dir='.?*' --exclude=.git "$1" . || true)
}

check_folder_readmes
check_links
forbid '(^|[^A-Za-z0-9_.~-])/([w]ork|[r]oot|[h]ome|[t]mp)(/|$|[^A-Za-z0-9_])' "a path of one machine"
forbid '\b([T]ODO|[F]IXME|[X]XX|[p]laceholder)\b' "unfinished work belongs in an issue"
exit $status
