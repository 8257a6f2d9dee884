// NSCache.h - a table that drops objects when it holds too many. A program that uses this class loads Swift's
// Foundation.
#ifndef FOUNDATION_NSCACHE_H
#define FOUNDATION_NSCACHE_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

// An object whose content can be made again. A cache that evicts the object sends it -discardContentIfPossible.
@protocol NSDiscardableContent
@required
- (BOOL)beginContentAccess;
- (void)endContentAccess;
- (void)discardContentIfPossible;
- (BOOL)isContentDiscarded;
@end

@protocol NSCacheDelegate;

// Keys are retained and not copied. Above a limit, the objects that were added first are dropped; a limit of 0 is none.
// Any thread may use a cache.
@interface NSCache<KeyType, ObjectType> : NSObject
@property(copy) NSString *name;
@property(nullable, assign) id<NSCacheDelegate> delegate;  // not retained; nil when it is dead
@property NSUInteger countLimit, totalCostLimit;
@property BOOL evictsObjectsWithDiscardedContent;  // stored, and without effect
- (nullable ObjectType)objectForKey:(KeyType)key;
- (void)setObject:(ObjectType)object forKey:(KeyType)key;
- (void)setObject:(ObjectType)object forKey:(KeyType)key cost:(NSUInteger)cost;
- (void)removeObjectForKey:(KeyType)key;
- (void)removeAllObjects;
@end

@protocol NSCacheDelegate <NSObject>
@optional
- (void)cache:(NSCache *)cache willEvictObject:(id)object;
@end

#pragma clang assume_nonnull end

#endif
