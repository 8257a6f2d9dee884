// NSNull.h - the object that represents nil in collections.
#ifndef FOUNDATION_NSNULL_H
#define FOUNDATION_NSNULL_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

@interface NSNull : NSObject <NSCopying>
+ (NSNull *)null;
@end

#pragma clang assume_nonnull end

#endif
