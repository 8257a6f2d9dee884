# link-options.sh - to be sourced: the array `link_options`, for the libraries that these scripts link by swiftc.
#
# A library finds others in its own folder first, and then in that of the toolchain. Its names are bound when it is
# loaded, so that the table of their addresses is read-only from then on.
# shellcheck shell=bash disable=SC2034 # the sourcing script uses the array
link_options=(-no-toolchain-stdlib-rpath -Xlinker -rpath -Xlinker '$ORIGIN' -Xlinker -rpath
    -Xlinker "$(cd "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/linux" && pwd)"
    -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
