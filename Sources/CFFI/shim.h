// libffi through the module system: the one foreign library that the runtime is built on.
#include <ffi.h>
