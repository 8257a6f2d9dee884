// OBCObservationController.m - the observations of one observer.
#import "OBCObservationController.h"

#import "OBCDealloc.h"
#import "OBCMemory.h"
#import "OBCObservation.h"
#import <objc/message.h>
#import <objc/runtime.h>
#import <pthread.h>

typedef NSMutableSet<OBCObservation *> OBCObservationSet;

@implementation OBCObservationController {
    OBC_WEAK id _observer;
    /// Guards `_observations` and the sets in it. No code of the program runs while it is held.
    pthread_mutex_t _mutex;
    /// The observations of each observed object. The objects are compared by address.
    NSMapTable<id, OBCObservationSet *> *_observations;
}

- (instancetype)initWithObserver:(id)observer {
    return [self initWithObserver:observer retainsObserved:YES];
}

- (instancetype)initWithObserver:(id)observer retainsObserved:(BOOL)retainsObserved {
    if ((self = [super init])) {
        OBC_STORE_WEAK(_observer, observer);
        _retainsObserved = retainsObserved;
        pthread_mutex_init(&_mutex, NULL);
        _observations = [self newTable];
    }
    return self;
}

- (NSMapTable<id, OBCObservationSet *> *)newTable {
    NSPointerFunctionsOptions memory = _retainsObserved ? NSPointerFunctionsStrongMemory : NSPointerFunctionsWeakMemory;
    return [[NSMapTable alloc] initWithKeyOptions:memory | NSPointerFunctionsObjectPointerPersonality
                                     valueOptions:NSPointerFunctionsStrongMemory | NSPointerFunctionsObjectPersonality
                                         capacity:0];
}

- (void)dealloc {
    [self unobserveAll];
    pthread_mutex_destroy(&_mutex);
#if !__has_feature(objc_arc)
    OBC_STORE_WEAK(_observer, nil);
    [_observations release];
    [super dealloc];
#endif
}

- (id)observer {
    return OBC_LOAD_WEAK(_observer);
}

- (NSUInteger)observedObjectCount {
    pthread_mutex_lock(&_mutex);
    NSArray *objects = _observations.keyEnumerator.allObjects;
    pthread_mutex_unlock(&_mutex);
    return objects.count;
}

#pragma mark Observing

- (void)observe:(id)object observation:(OBCObservation *)observation {
    pthread_mutex_lock(&_mutex);
    OBCObservationSet *observations = [_observations objectForKey:object];
    BOOL isNew = ![observations member:observation];
    if (isNew) {
        if (!observations) {
            observations = [NSMutableSet set];
            [_observations setObject:observations forKey:object];
        }
        [observations addObject:observation];
    }
    pthread_mutex_unlock(&_mutex);
    if (!isNew) return;
    @try {
        if (_retainsObserved || OBCEndAtDealloc(object, observation)) [observation startObserving:object];
    } @finally {
        // The callback for the initial value has removed the observation, or has raised an exception.
        if (observation.isEnded) [self forgetObservation:observation ofObject:object];
    }
}

- (void)forgetObservation:(OBCObservation *)observation ofObject:(id)object {
    pthread_mutex_lock(&_mutex);
    OBCObservationSet *observations = [_observations objectForKey:object];
    // Another observation of the key path may have begun in the meantime.
    if ([observations member:observation] == observation) {
        [observations removeObject:observation];
        if (observations.count == 0) [_observations removeObjectForKey:object];
    }
    pthread_mutex_unlock(&_mutex);
    if (!_retainsObserved) OBCForgetAtDealloc(object, observation);
}

- (void)observe:(id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
          block:(OBCObservationBlock)block {
    NSParameterAssert(object && keyPath.length && block);
    id observer = self.observer;
    if (!observer) return;
    OBCObservation *observation = [[OBCObservation alloc] initWithKeyPath:keyPath
                                                                  options:options
                                                                 observer:observer
                                                                    block:block];
    [self observe:object observation:OBC_AUTORELEASE(observation)];
}

- (void)observe:(id)object
       keyPaths:(NSArray<NSString *> *)keyPaths
        options:(NSKeyValueObservingOptions)options
          block:(OBCObservationBlock)block {
    for (NSString *keyPath in keyPaths) [self observe:object keyPath:keyPath options:options block:block];
}

- (void)observe:(id)object keyPath:(NSString *)keyPath options:(NSKeyValueObservingOptions)options action:(SEL)action {
    NSParameterAssert(action);
    id observer = self.observer;
    if (!observer) return;
    NSUInteger count = [observer methodSignatureForSelector:action].numberOfArguments;
    if (count < 2 || count > 5) {
        [NSException raise:NSInvalidArgumentException
                    format:@"%@ has no method %@ with at most three arguments", observer, NSStringFromSelector(action)];
    }
    // Function pointers are cast by way of this type, because -Wcast-function-type-mismatch permits that.
    void (*send)(void) = (void (*)(void))objc_msgSend;
    OBCObservationBlock block =
        ^(id receiver, NSString *path, id changed, NSDictionary<NSKeyValueChangeKey, id> *change) {
          switch (count) {
              case 2: ((void (*)(id, SEL))send)(receiver, action); break;
              case 3: ((void (*)(id, SEL, id))send)(receiver, action, change); break;
              case 4: ((void (*)(id, SEL, id, id))send)(receiver, action, change, changed); break;
              default: ((void (*)(id, SEL, id, id, id))send)(receiver, action, change, changed, path);
          }
        };
    [self observe:object keyPath:keyPath options:options block:block];
}

- (void)observe:(id)object
       keyPaths:(NSArray<NSString *> *)keyPaths
        options:(NSKeyValueObservingOptions)options
         action:(SEL)action {
    for (NSString *keyPath in keyPaths) [self observe:object keyPath:keyPath options:options action:action];
}

- (void)observe:(id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
        context:(void *)context {
    OBCObservationBlock block =
        ^(id receiver, NSString *path, id changed, NSDictionary<NSKeyValueChangeKey, id> *change) {
          [receiver observeValueForKeyPath:path ofObject:changed change:change context:context];
        };
    [self observe:object keyPath:keyPath options:options block:block];
}

- (void)observe:(id)object
       keyPaths:(NSArray<NSString *> *)keyPaths
        options:(NSKeyValueObservingOptions)options
        context:(void *)context {
    for (NSString *keyPath in keyPaths) [self observe:object keyPath:keyPath options:options context:context];
}

- (BOOL)isObserving:(id)object keyPath:(NSString *)keyPath {
    OBCObservation *sought = [[OBCObservation alloc] initWithKeyPath:keyPath options:0 observer:nil block:nil];
    pthread_mutex_lock(&_mutex);
    BOOL found = [[_observations objectForKey:object] containsObject:sought];
    pthread_mutex_unlock(&_mutex);
    OBC_RELEASE(sought);
    return found;
}

#pragma mark Removing

- (void)endObservation:(OBCObservation *)observation ofObject:(id)object {
    [observation end];
    if (!_retainsObserved) OBCForgetAtDealloc(object, observation);
}

- (void)unobserve:(id)object keyPath:(NSString *)keyPath {
    OBCObservation *sought = [[OBCObservation alloc] initWithKeyPath:keyPath options:0 observer:nil block:nil];
    pthread_mutex_lock(&_mutex);
    OBCObservationSet *observations = [_observations objectForKey:object];
    OBCObservation *found = OBC_AUTORELEASE(OBC_RETAIN([observations member:sought]));
    if (found) {
        [observations removeObject:found];
        if (observations.count == 0) [_observations removeObjectForKey:object];
    }
    pthread_mutex_unlock(&_mutex);
    OBC_RELEASE(sought);
    if (found) [self endObservation:found ofObject:object];
}

- (void)unobserve:(id)object {
    if (!object) return;
    pthread_mutex_lock(&_mutex);
    OBCObservationSet *observations = OBC_AUTORELEASE(OBC_RETAIN([_observations objectForKey:object]));
    [_observations removeObjectForKey:object];
    pthread_mutex_unlock(&_mutex);
    for (OBCObservation *observation in observations) [self endObservation:observation ofObject:object];
}

- (void)unobserveAll {
    // The objects and sets are released with the former table, after the mutex was unlocked.
    NSMapTable<id, OBCObservationSet *> *empty = [self newTable];
    pthread_mutex_lock(&_mutex);
    NSMapTable<id, OBCObservationSet *> *all = _observations;
    _observations = empty;
    pthread_mutex_unlock(&_mutex);
    for (id object in all) {
        for (OBCObservation *observation in [all objectForKey:object]) {
            [self endObservation:observation ofObject:object];
        }
    }
    OBC_RELEASE(all);
}

@end
