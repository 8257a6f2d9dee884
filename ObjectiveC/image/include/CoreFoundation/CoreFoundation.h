// CoreFoundation.h - names of CoreFoundation for objects of Foundation's classes, in Objective-C. A CFArrayRef is the
// address of an NSArray, and so on. CFRetain and CFRelease are in <Foundation/NSObject.h>.
#ifndef COREFOUNDATION_COREFOUNDATION_H
#define COREFOUNDATION_COREFOUNDATION_H

#import <CoreFoundation/CFArray.h>
#import <CoreFoundation/CFBase.h>
#import <CoreFoundation/CFBundle.h>
#import <CoreFoundation/CFByteOrder.h>
#import <CoreFoundation/CFData.h>
#import <CoreFoundation/CFDate.h>
#import <CoreFoundation/CFDictionary.h>
#import <CoreFoundation/CFNumber.h>
#import <CoreFoundation/CFRunLoop.h>
#import <CoreFoundation/CFString.h>
#import <CoreFoundation/CFURL.h>
#import <CoreFoundation/CFUUID.h>

#endif
