// OBCObservationController.h - registers key-value observers, and removes them when the controller is deallocated.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// A block that is called after a value at a key path has changed, on the thread that changed it.
///
/// `observer` is the observer of the controller, so that the block need not capture it.
typedef void (^OBCObservationBlock)(id observer, NSString *keyPath, id object,
                                    NSDictionary<NSKeyValueChangeKey, id> *change);

/// Observes key paths of any number of objects for one observer.
///
/// Every observation ends when it is removed or when the controller is deallocated. The controller keeps a weak
/// reference to its observer, and makes no calls after the observer has been deallocated.
///
/// A controller observes each key path of an object at most once: registering the same key path a second time has no
/// effect. Several controllers may observe the same object.
///
/// If an exception is raised when an observation begins, because the object does not have the key or by the callback
/// for the initial value, the key path is not observed.
///
/// All methods may be called on any thread, and in callbacks. After a method that removes an observation has returned,
/// no callback of this observation begins; one that has begun on another thread may still be running.
@interface OBCObservationController : NSObject

/// The object that is notified, or nil after it was deallocated.
@property(nonatomic, readonly, weak, nullable) id observer;

/// Whether the controller retains the objects that it observes.
@property(nonatomic, readonly) BOOL retainsObserved;

/// The number of objects that are observed and alive.
@property(nonatomic, readonly) NSUInteger observedObjectCount;

- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)new NS_UNAVAILABLE;

/// Creates a controller that retains the objects that it observes.
- (instancetype)initWithObserver:(id)observer;

/// Creates a controller, and specifies whether it retains the objects that it observes.
///
/// If `retainsObserved` is NO, observations of an object end when the object is deallocated. An observer that observes
/// itself, or an object that retains it, needs such a controller. With YES, that would be a retain cycle.
- (instancetype)initWithObserver:(id)observer retainsObserved:(BOOL)retainsObserved NS_DESIGNATED_INITIALIZER;

/// Calls a block for every change of a key path. The block is copied.
- (void)observe:(id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
          block:(OBCObservationBlock)block;

/// Calls a block for every change of one of several key paths.
- (void)observe:(id)object
       keyPaths:(NSArray<NSString *> *)keyPaths
        options:(NSKeyValueObservingOptions)options
          block:(OBCObservationBlock)block;

/// Sends a message to the observer for every change of a key path.
///
/// The method takes up to three arguments, in this order:
///
///     - (void)changed:(NSDictionary *)change ofObject:(id)object keyPath:(NSString *)keyPath;
///
/// Raises NSInvalidArgumentException if the observer does not implement such a method.
- (void)observe:(id)object keyPath:(NSString *)keyPath options:(NSKeyValueObservingOptions)options action:(SEL)action;

/// Sends a message to the observer for every change of one of several key paths.
- (void)observe:(id)object
       keyPaths:(NSArray<NSString *> *)keyPaths
        options:(NSKeyValueObservingOptions)options
         action:(SEL)action;

/// Calls -observeValueForKeyPath:ofObject:change:context: of the observer for every change of a key path.
- (void)observe:(id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
        context:(nullable void *)context;

/// Calls -observeValueForKeyPath:ofObject:change:context: of the observer for every change of one of several key paths.
- (void)observe:(id)object
       keyPaths:(NSArray<NSString *> *)keyPaths
        options:(NSKeyValueObservingOptions)options
        context:(nullable void *)context;

/// Returns whether the controller observes a key path of an object.
- (BOOL)isObserving:(id)object keyPath:(NSString *)keyPath;

/// Removes the observation of a key path. Has no effect if the key path is not observed.
- (void)unobserve:(id)object keyPath:(NSString *)keyPath;

/// Removes all observations of an object.
- (void)unobserve:(nullable id)object;

/// Removes all observations.
- (void)unobserveAll;

@end

NS_ASSUME_NONNULL_END
