// OBCObservation.m - registrations, and the one object that key-value observing notifies of all of them.
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

/// Guards `liveObservations`, and the state and block of every observation. No foreign code runs while it is held.
static pthread_mutex_t sharedMutex = PTHREAD_MUTEX_INITIALIZER;
/// The observations that have been started and not ended, weakly and by address.
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
        // Whether a registration exists that has raised an exception for its initial value is not documented.
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
    // Ended by the callback for the initial value, or by another thread: -end left the removal to this thread.
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
    // The block may hold the last reference to objects of the program, and is released without the lock.
    OBC_RELEASE(block);
}

// Called with the lock held. The block is retained for the caller. A context may be the address of an observation that
// was deallocated in the meantime, whose memory another observation uses now: object and key path tell them apart.
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
    // The table compares addresses only, so the context may be the address of an observation that is no more.
    OBCObservation *observation = OBC_AUTORELEASE(OBC_RETAIN([liveObservations member:(__bridge id)context]));
    OBCObservationBlock block = [observation blockForChangeOfObject:object keyPath:keyPath];
    pthread_mutex_unlock(&sharedMutex);
    if (block) [observation callBlock:block object:object change:change];
}

@end
