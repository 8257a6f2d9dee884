// KVOController.h - a controller that observes with blocks, and removes its observations when it is deallocated.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef void (^KVOControllerBlock)(NSString *keyPath, id object, NSDictionary<NSKeyValueChangeKey, id> *change);

@interface KVOController : NSObject

// Returns a controller with a weak reference to the observer, which usually owns the controller. Blocks are not called
// after the observer was deallocated.
+ (instancetype)controllerWithObserver:(nullable id)observer;

@property(nullable, nonatomic, weak, readonly) id observer;

// Calls the block for each change. Retains the object. A second call with the same object and key path has no effect.
// The block must not retain the owner of the controller.
- (void)observe:(nullable id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
          block:(KVOControllerBlock)block;

- (void)unobserve:(nullable id)object keyPath:(NSString *)keyPath;
- (void)unobserveAll;

@end

NS_ASSUME_NONNULL_END
