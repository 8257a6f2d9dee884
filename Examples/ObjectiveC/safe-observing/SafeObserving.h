// SafeObserving.h - observes with blocks. The observed object owns hidden observers, and removes them.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

// `@keyPath(foo.name)` is @"name", checked by the compiler: foo must have such a property.
#define keyPath(PATH) (((void)(NO && ((void)PATH, NO)), strchr(#PATH, '.') + 1))

enum : NSUInteger {
    SafeObservingOldToNew = NSKeyValueObservingOptionOld | NSKeyValueObservingOptionNew,
    SafeObservingUpToDate = NSKeyValueObservingOptionInitial | NSKeyValueObservingOptionNew
};

// The arguments: the observed object, the new value (nil without NSKeyValueObservingOptionNew), the change dictionary.
typedef void (^SafeObservingBlock)(id receiver, id _Nullable newValue, NSDictionary<NSKeyValueChangeKey, id> *change);

@interface NSObject (SafeObserving)

// Calls the block on each change, until the receiver dies or is no longer observed. A key path may be observed any
// number of times. Blocks must not refer to the receiver strongly: they have it as an argument.
- (void)observeKeyPath:(NSString *)keyPath
               options:(NSKeyValueObservingOptions)options
               changes:(SafeObservingBlock)changes;

// The identifier names the observation, so that -unobserveKeyPath:forIdentifier: can end it and leave the others.
- (void)observeKeyPath:(NSString *)keyPath
               options:(NSKeyValueObservingOptions)options
            identifier:(nullable NSString *)identifier
               changes:(SafeObservingBlock)changes;

// These methods do nothing if no block observes the key path. They leave observers alone that addObserver: has added.
- (void)unobserveKeyPath:(NSString *)keyPath;
- (void)unobserveKeyPath:(NSString *)keyPath forIdentifier:(nullable NSString *)identifier;
- (void)unobserveAllKeyPaths;

@end

NS_ASSUME_NONNULL_END
