// Foundation.h - the part of Foundation that this runtime implements, under Apple's names. Everything that these
// headers declare is implemented.
#ifndef FOUNDATION_FOUNDATION_H
#define FOUNDATION_FOUNDATION_H

// Apple's header includes these by way of CoreFoundation, and programs rely on that.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#import <Foundation/NSArray.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSEnumerator.h>
#import <Foundation/NSException.h>
#import <Foundation/NSHashTable.h>
#import <Foundation/NSIndexSet.h>
#import <Foundation/NSInvocation.h>
#import <Foundation/NSKeyValueCoding.h>
#import <Foundation/NSKeyValueObserving.h>
#import <Foundation/NSLock.h>
#import <Foundation/NSMapTable.h>
#import <Foundation/NSMethodSignature.h>
#import <Foundation/NSNotification.h>
#import <Foundation/NSNull.h>
#import <Foundation/NSObjCRuntime.h>
#import <Foundation/NSObject.h>
#import <Foundation/NSOrderedSet.h>
#import <Foundation/NSPointerFunctions.h>
#import <Foundation/NSProxy.h>
#import <Foundation/NSSet.h>
#import <Foundation/NSString.h>
#import <Foundation/NSValue.h>

#endif
