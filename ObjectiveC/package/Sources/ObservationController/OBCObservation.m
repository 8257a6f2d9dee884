// OBCObservation.m - registrations, and the one object that is the observer of all of them.
#import "OBCObservation.h"

#import "OBCMemory.h"
#import <objc/runtime.h>
#import <pthread.h>

typedef NS_ENUM(NSInteger, OBCState) {
    OBCStateNew,
    OBCStateRegistering,  ///< -addObserver:… is running, and may be calling the block with the initial value
    OBCStateRegistered,
    OBCStateEnded,
};

/// The observer of every observation. The context of a registration is the address of its OBCObservation.
@interface OBCSharedObserver : NSObject
+ (OBCSharedObserver *)sharedObserver;
@end

/// Guards `liveObservations`, and the state and block of every observation. No code of the program runs while it is
/// held.
static pthread_mutex_t sharedMutex = PTHREAD_MUTEX_INITIALIZER;
/// Weak references to the observations that have been started and not ended, compared by address.
static NSHashTable<OBCObservation *> *liveObservations;

@interface OBCObservation ()
- (nullable OBCObservationBlock)blockForChangeOfObject:(id)object keyPath:(NSString *)keyPath;
- (void)callBlock:(OBCObservationBlock)block object:(id)object change:(NSDictionary<NSKeyValueChangeKey, id> *)change;
@end

@implementation OBCObservation {
    NSKeyValueObservingOptions _options;
    OBCState _state;
    BOOL _hasObserver;
    OBC_WEAK id _observer;
    OBCObservationBlock _block;
    __unsafe_unretained id _object;
}

- (instancetype)initWithKeyPath:(NSString *)keyPath
                        options:(NSKeyValueObservingOptions)options
                       observer:(id)observer
                          block:(OBCObservationBlock)block {
    if ((self = [super init])) {
        _keyPath = [keyPath copy];
        _options = options;
        _hasObserver = observer != nil;
        OBC_STORE_WEAK(_observer, observer);
        _block = [block copy];
    }
    return self;
}

#if !__has_feature(objc_arc)
- (void)dealloc {
    OBC_STORE_WEAK(_observer, nil);
    [_keyPath release];
    [_block release];
    [super dealloc];
}
#endif

- (NSUInteger)hash {
    return _keyPath.hash;
}

- (BOOL)isEqual:(id)other {
    if (other == self) return YES;
    return [other isKindOfClass:[OBCObservation class]] && [_keyPath isEqualToString:[(OBCObservation *)other keyPath]];
}

- (BOOL)isEnded {
    pthread_mutex_lock(&sharedMutex);
    BOOL ended = _state == OBCStateEnded;
    pthread_mutex_unlock(&sharedMutex);
    return ended;
}

- (void)startObserving:(id)object {
    OBCSharedObserver *observer = [OBCSharedObserver sharedObserver];
    pthread_mutex_lock(&sharedMutex);
    BOOL starts = _state == OBCStateNew;
    if (starts) {
        _state = OBCStateRegistering;
        _object = object;
        [liveObservations addObject:self];
    }
    pthread_mutex_unlock(&sharedMutex);
    if (!starts) return;

    void *context = (__bridge void *)self;
    BOOL returned = NO;
    @try {
        [object addObserver:observer forKeyPath:_keyPath options:_options context:context];
        returned = YES;
    } @finally {
        // If the callback for the initial value raises an exception, Apple does not document whether the registration
        // exists afterwards.
        if (!returned) {
            [self end];
            @try {
                [object removeObserver:observer forKeyPath:_keyPath context:context];
            } @catch (NSException *exception) {}
        }
    }

    pthread_mutex_lock(&sharedMutex);
    BOOL ended = _state == OBCStateEnded;
    if (!ended) _state = OBCStateRegistered;
    pthread_mutex_unlock(&sharedMutex);
    // The callback for the initial value or another thread has called -end, which left the removal to this method.
    if (ended) [object removeObserver:observer forKeyPath:_keyPath context:context];
}

- (void)end {
    pthread_mutex_lock(&sharedMutex);
    OBCState state = _state;
    OBCObservationBlock block = _block;
    _block = nil;
    _state = OBCStateEnded;
    [liveObservations removeObject:self];
    pthread_mutex_unlock(&sharedMutex);
    if (state == OBCStateRegistered) {
        [_object removeObserver:[OBCSharedObserver sharedObserver] forKeyPath:_keyPath context:(__bridge void *)self];
    }
    // Released without the lock, because the block may have the last reference to an object of the program.
    OBC_RELEASE(block);
}

// Returns the block to call, autoreleased; nil if there is none. Called with the lock held. The context of a
// notification may be the address of a deallocated observation, whose memory another observation uses now. Comparing
// the object and the key path tells them apart.
- (OBCObservationBlock)blockForChangeOfObject:(id)object keyPath:(NSString *)keyPath {
    if (_state == OBCStateEnded || _object != object || ![_keyPath isEqualToString:keyPath]) return nil;
    return OBC_AUTORELEASE(OBC_RETAIN(_block));
}

- (void)callBlock:(OBCObservationBlock)block object:(id)object change:(NSDictionary<NSKeyValueChangeKey, id> *)change {
    id observer = _hasObserver ? OBC_LOAD_WEAK(_observer) : object;
    if (observer) block(observer, _keyPath, object, change);
}

@end

@implementation OBCSharedObserver

static OBCSharedObserver *sharedObserver;

static void makeSharedObserver(void) {
    sharedObserver = [[OBCSharedObserver alloc] init];
    liveObservations =
        [[NSHashTable alloc] initWithOptions:NSPointerFunctionsWeakMemory | NSPointerFunctionsObjectPointerPersonality
                                    capacity:0];
}

+ (OBCSharedObserver *)sharedObserver {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, makeSharedObserver);
    return sharedObserver;
}

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    pthread_mutex_lock(&sharedMutex);
    // The table compares addresses only, so the context may be the address of a deallocated observation.
    OBCObservation *observation = OBC_AUTORELEASE(OBC_RETAIN([liveObservations member:(__bridge id)context]));
    OBCObservationBlock block = [observation blockForChangeOfObject:object keyPath:keyPath];
    pthread_mutex_unlock(&sharedMutex);
    if (block) [observation callBlock:block object:object change:change];
}

@end
