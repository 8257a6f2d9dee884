# gnustep.sh - included by the build scripts: installs GCC's Objective-C and Debian's GNUstep if permitted, and sets
# objc_flags and objc_libraries. Fails if they are not installed in the end.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/build/install.sh"

if ! command -v gnustep-config >/dev/null || [ ! -x "$(gcc -print-prog-name=cc1obj)" ]; then
    install_packages gobjc libgnustep-base-dev gnustep-make
fi
# Without -MMD and -MP, which would write dependency files beside the source.
# shellcheck disable=SC2034 # whoever includes this uses them
objc_flags=$(gnustep-config --objc-flags | sed 's/-MMD -MP//')
# shellcheck disable=SC2034
objc_libraries=$(gnustep-config --base-libs)
