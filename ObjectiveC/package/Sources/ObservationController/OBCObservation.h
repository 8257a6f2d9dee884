// OBCObservation.h - one registration of a key path with key-value observing.
#import "OBCObservationController.h"

NS_ASSUME_NONNULL_BEGIN

/// The registration of a key path of one object.
///
/// Two observations are equal if their key paths are: a set of them contains each key path of an object once.
@interface OBCObservation : NSObject

@property(nonatomic, readonly, copy) NSString *keyPath;

/// Whether the observation was ended.
@property(nonatomic, readonly) BOOL isEnded;

- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)new NS_UNAVAILABLE;

/// Creates an observation that is not registered. `block` may be nil if the observation is only compared with others.
/// The block is called only while `observer` is alive. If `observer` is nil, the block receives the observed object as
/// its first argument.
- (instancetype)initWithKeyPath:(NSString *)keyPath
                        options:(NSKeyValueObservingOptions)options
                       observer:(nullable id)observer
                          block:(nullable OBCObservationBlock)block NS_DESIGNATED_INITIALIZER;

/// Registers the observation with an object, unless it was ended before. The object is not retained. If this method
/// raises an exception, the observation has ended.
- (void)startObserving:(id)object;

/// Removes the registration. The object must be alive, or executing -dealloc. Later calls have no effect.
- (void)end;

@end

NS_ASSUME_NONNULL_END
