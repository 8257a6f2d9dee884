// core-foundation-timer.c - a timer of CoreFoundation, which is an NSTimer. The header gives the symbol Apple's name.
#include "miniruntime.h"

#define SEND(R, types) ((R(*) types)(void *)objc_msgSend)

id mr_CFRunLoopTimerCreateWithHandler(void *allocator, double date, double interval, unsigned long flags, long order,
                                      id block) {
    SEL make = sel_registerName("dateWithTimeIntervalSinceReferenceDate:");
    id fireDate = SEND(id, (id, SEL, double))((id)objc_getClass("NSDate"), make, date);
    id timer = SEND(id, (id, SEL))((id)objc_getClass("NSTimer"), sel_registerName("alloc"));
    SEL init = sel_registerName("initWithFireDate:interval:repeats:block:");
    return SEND(id, (id, SEL, id, double, BOOL, id))(timer, init, fireDate, interval, interval > 0, block);
}
