// objc-runtime.h - the older name for <objc/runtime.h> and <objc/message.h> together.
#ifndef OBJC_OBJC_RUNTIME_H
#define OBJC_OBJC_RUNTIME_H

#include "message.h"
#include "runtime.h"

#endif
