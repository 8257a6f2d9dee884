// NSEnumerator.h - loops over collections: `for (id element in collection)`, and enumerators.
#ifndef FOUNDATION_NSENUMERATOR_H
#define FOUNDATION_NSENUMERATOR_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

typedef struct {
    unsigned long state;
    id __unsafe_unretained _Nullable *_Nullable itemsPtr;
    unsigned long *_Nullable mutationsPtr;
    unsigned long extra[5];
} NSFastEnumerationState;

@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable[_Nonnull])buffer
                                    count:(NSUInteger)length;
@end

@class NSArray<ObjectType>;

@interface NSEnumerator<ObjectType> : NSObject <NSFastEnumeration>
@property(readonly, copy) NSArray<ObjectType> *allObjects;
- (nullable ObjectType)nextObject;
@end

#pragma clang assume_nonnull end

#endif
