# gnustep.sh - for the build scripts: installs GCC's Objective-C and Debian's GNUstep where that may be done, and sets
# objc_flags and objc_libraries. Fails where they are not there in the end.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/install.sh"

if ! command -v gnustep-config >/dev/null || [ ! -x "$(gcc -print-prog-name=cc1obj)" ]; then
    install_packages gobjc libgnustep-base-dev gnustep-make
fi
# The files of dependencies that these flags ask for would lie beside the source.
# shellcheck disable=SC2034 # whoever includes this uses them
objc_flags=$(gnustep-config --objc-flags | sed 's/-MMD -MP//')
# shellcheck disable=SC2034
objc_libraries=$(gnustep-config --base-libs)
