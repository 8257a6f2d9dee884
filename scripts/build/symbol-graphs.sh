#!/usr/bin/env bash
# symbol-graphs.sh FOLDER MODULE... - writes down what each module declares: its symbol graph, and one for each module
# whose types it extends, such as MiniFoundation@Swift. docs.sh makes pages of them, and public-api.py a list.
#
# FOLDER is emptied first. The modules are those of the ordinary debug build.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:?the folder for the symbol graphs}
shift

# The uppermost modules: the others are built with them.
for module in FoundationValues SafeObservationTesting ObjectiveScript; do swift build --quiet --target "$module"; done
modules=$(swift build --show-bin-path)/Modules
headers=(-I Sources/CFFI)
for include in Sources/C*/include; do headers+=(-I "$include"); done
rm -rf "$folder"
mkdir -p "$folder"
for module; do
    swift symbolgraph-extract -module-name "$module" -I "$modules" "${headers[@]}" \
        -target "$(uname -m)-unknown-linux-gnu" -output-dir "$folder" \
        -emit-extension-block-symbols -minimum-access-level public -skip-inherited-docs
done
