// NSObject+OBCObservation.h - a controller for every object, and observations that last as long as the observed object.
#import <Foundation/Foundation.h>

#import "OBCObservationController.h"

NS_ASSUME_NONNULL_BEGIN

/// A block that is called after a value at a key path has changed, on the thread that changed it.
typedef void (^OBCChangeBlock)(id object, NSString *keyPath, NSDictionary<NSKeyValueChangeKey, id> *change);

@interface NSObject (OBCObservation)

/// A controller whose observer is the receiver, and that retains the objects that it observes. It is created at first
/// use and released with the receiver. Assigning nil removes it and ends its observations.
@property(nonatomic, strong, null_resettable) OBCObservationController *obc_observationController;

/// A controller like obc_observationController, except that it does not retain the objects that it observes.
@property(nonatomic, strong, null_resettable) OBCObservationController *obc_nonretainingObservationController;

/// Calls a block with the new value for every change of a key path of the receiver, until the receiver is deallocated.
- (id<NSObject>)obc_observeKeyPath:(NSString *)keyPath untilDeallocWithBlock:(OBCChangeBlock)block;

/// Calls a block for every change of a key path of the receiver, until the receiver is deallocated.
///
/// The block must not retain the receiver: that would be a retain cycle. The first observation of this kind replaces
/// -dealloc of the receiver's class by a method that removes the observations and then calls the former -dealloc.
///
/// Returns a token for -obc_removeObservation:. The token need not be retained.
- (id<NSObject>)obc_observeKeyPath:(NSString *)keyPath
                           options:(NSKeyValueObservingOptions)options
             untilDeallocWithBlock:(OBCChangeBlock)block;

/// Removes an observation before the receiver is deallocated. Has no effect if it was removed before.
- (void)obc_removeObservation:(id<NSObject>)token;

@end

NS_ASSUME_NONNULL_END
