// KVOController.h - observes with blocks. Its observations end with it, so nobody has to remove them.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef void (^KVOControllerBlock)(NSString *keyPath, id object, NSDictionary<NSKeyValueChangeKey, id> *change);

@interface KVOController : NSObject

// The observer is held weakly: usually it owns the controller. Blocks are not called after its death.
+ (instancetype)controllerWithObserver:(nullable id)observer;

@property(nullable, nonatomic, weak, readonly) id observer;

// Calls the block on each change. Retains the object. A second call with the same object and key path does nothing.
// Blocks must not refer to the owner of the controller strongly.
- (void)observe:(nullable id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
          block:(KVOControllerBlock)block;

- (void)unobserve:(nullable id)object keyPath:(NSString *)keyPath;
- (void)unobserveAll;

@end

NS_ASSUME_NONNULL_END
