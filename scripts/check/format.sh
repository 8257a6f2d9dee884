#!/usr/bin/env bash
# format.sh - formats the Swift and the C sources in place, corrects the numbers of lines in Sources/README.md, and
# lists the public declarations in docs/public-api.txt; with --lint only reports the sources that are not formatted.
set -eu
cd "$(dirname "$0")/../.."
. scripts/build/install.sh

# sources PATTERN...: files of such names, hidden folders (.build) left out.
sources() {
    local names=(-name "$1")
    shift
    for pattern; do names+=(-o -name "$pattern"); done
    find . -name '.?*' -prune -o -type f \( "${names[@]}" \) -print
}

command -v clang-format >/dev/null || install_packages clang-format
command -v python3 >/dev/null || install_packages python3
mapfile -t swift_files < <(sources '*.swift')
mapfile -t c_files < <(sources '*.c' '*.h' '*.m' '*.cpp')

status=0
if [ "${1:-}" = "--lint" ]; then
    swift format lint --strict --parallel "${swift_files[@]}" || status=1
    clang-format --dry-run -Werror "${c_files[@]}" || status=1
else
    swift format --in-place --parallel "${swift_files[@]}" || status=1
    clang-format -i "${c_files[@]}" || status=1
    scripts/check/count-lines.sh --update || status=1
fi
exit $status
