// SafeObserving.h - observing with blocks. The observed object owns hidden observers, and removes them.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

// `@keyPath(foo.name)` is @"name". The compiler checks that foo has such a property.
#define keyPath(PATH) (((void)(NO && ((void)PATH, NO)), strchr(#PATH, '.') + 1))

enum : NSUInteger {
    SafeObservingOldToNew = NSKeyValueObservingOptionOld | NSKeyValueObservingOptionNew,
    SafeObservingUpToDate = NSKeyValueObservingOptionInitial | NSKeyValueObservingOptionNew
};

// A block that receives the observed object, the new value (nil without NSKeyValueObservingOptionNew), and the change
// dictionary.
typedef void (^SafeObservingBlock)(id receiver, id _Nullable newValue, NSDictionary<NSKeyValueChangeKey, id> *change);

@interface NSObject (SafeObserving)

// Calls the block for each change, until the receiver is deallocated or the observation is removed. A key path may be
// observed any number of times. The block must not retain the receiver; it receives it as an argument.
- (void)observeKeyPath:(NSString *)keyPath
               options:(NSKeyValueObservingOptions)options
               changes:(SafeObservingBlock)changes;

// The identifier names the observation, so that -unobserveKeyPath:forIdentifier: can remove this observation alone.
- (void)observeKeyPath:(NSString *)keyPath
               options:(NSKeyValueObservingOptions)options
            identifier:(nullable NSString *)identifier
               changes:(SafeObservingBlock)changes;

// Remove observations with blocks. These methods have no effect if there are none, and do not affect observers that
// were added with addObserver:.
- (void)unobserveKeyPath:(NSString *)keyPath;
- (void)unobserveKeyPath:(NSString *)keyPath forIdentifier:(nullable NSString *)identifier;
- (void)unobserveAllKeyPaths;

@end

NS_ASSUME_NONNULL_END
