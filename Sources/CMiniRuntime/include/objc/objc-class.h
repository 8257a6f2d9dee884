// objc-class.h - another older name for <objc/runtime.h> and <objc/message.h> together.
#ifndef OBJC_OBJC_CLASS_H
#define OBJC_OBJC_CLASS_H

#include "message.h"
#include "runtime.h"

#endif
