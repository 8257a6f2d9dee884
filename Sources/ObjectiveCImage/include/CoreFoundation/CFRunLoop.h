// CFRunLoop.h - run loops of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFRUNLOOP_H
#define COREFOUNDATION_CFRUNLOOP_H

#import <CoreFoundation/CoreFoundation.h>

#endif
