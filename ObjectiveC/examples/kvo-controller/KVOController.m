// KVOController.m - one shared object is the observer of all observations, which the controllers own.
//
//      owner ──► KVOController ──► Observation ──► observed object
//
// Each arrow is a strong reference. The references in the other direction, from an observation to its controller and
// from a controller to its owner, are weak.
#import "KVOController.h"

// ── An observation ──────────────────────────────────────────────────────────────────────────────────

// Two observations are equal if they observe the same key path of the same object.
@interface Observation : NSObject {
  @public
    __weak KVOController *_controller;
    id _object;
    NSString *_keyPath;
    NSKeyValueObservingOptions _options;
    KVOControllerBlock _block;
}
- (instancetype)initWithObject:(id)object keyPath:(NSString *)keyPath;
@end

@implementation Observation

- (instancetype)initWithObject:(id)object keyPath:(NSString *)keyPath {
    self = [super init];
    if (self) {
        _object = object;
        _keyPath = [keyPath copy];
    }
    return self;
}

- (NSUInteger)hash {
    return _keyPath.hash ^ (uintptr_t)_object;
}

- (BOOL)isEqual:(id)other {
    if (![other isKindOfClass:[Observation class]]) return NO;
    Observation *observation = other;
    return _object == observation->_object && [_keyPath isEqualToString:observation->_keyPath];
}

@end

// ── The shared observer ─────────────────────────────────────────────────────────────────────────────

@interface SharedObserver : NSObject
+ (SharedObserver *)sharedObserver;
- (void)addObservation:(Observation *)observation;
- (void)removeObservation:(Observation *)observation;
@end

@implementation SharedObserver {
    // Compared by address, so that looking up a context sends it no message: its observation may be deallocated. Weak,
    // because the controllers own the observations.
    NSHashTable<Observation *> *_observations;
}

static SharedObserver *sharedObserver;

+ (void)initialize {
    if (self == [SharedObserver class]) sharedObserver = [[self alloc] init];
}

+ (SharedObserver *)sharedObserver {
    return sharedObserver;
}

- (instancetype)init {
    self = [super init];
    if (self) {
        _observations = [[NSHashTable alloc]
            initWithOptions:NSPointerFunctionsWeakMemory | NSPointerFunctionsObjectPointerPersonality
                   capacity:0];
    }
    return self;
}

- (void)addObservation:(Observation *)observation {
    @synchronized(_observations) {
        [_observations addObject:observation];
    }
    [observation->_object addObserver:self
                           forKeyPath:observation->_keyPath
                              options:observation->_options
                              context:(__bridge void *)observation];
}

- (void)removeObservation:(Observation *)observation {
    @synchronized(_observations) {
        [_observations removeObject:observation];
    }
    [observation->_object removeObserver:self forKeyPath:observation->_keyPath context:(__bridge void *)observation];
}

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    NSAssert(context, @"missing context keyPath:%@ object:%@", keyPath, object);
    Observation *observation;
    @synchronized(_observations) {
        observation = [_observations member:(__bridge id)context];
    }
    // These strong references keep controller and observer alive while the block runs.
    KVOController *controller = observation ? observation->_controller : nil;
    id observer = controller.observer;
    if (observer) observation->_block(keyPath, object, change);
}

@end

// ── The controller ──────────────────────────────────────────────────────────────────────────────────

@implementation KVOController {
    // The observations of each observed object. The objects are compared by address.
    NSMapTable<id, NSMutableSet<Observation *> *> *_observations;
}

+ (instancetype)controllerWithObserver:(id)observer {
    return [[self alloc] initWithObserver:observer];
}

- (instancetype)initWithObserver:(id)observer {
    self = [super init];
    if (self) {
        _observer = observer;
        _observations = [[NSMapTable alloc]
            initWithKeyOptions:NSPointerFunctionsStrongMemory | NSPointerFunctionsObjectPointerPersonality
                  valueOptions:NSPointerFunctionsStrongMemory
                      capacity:0];
    }
    return self;
}

- (void)observe:(id)object
        keyPath:(NSString *)keyPath
        options:(NSKeyValueObservingOptions)options
          block:(KVOControllerBlock)block {
    NSAssert(keyPath.length != 0 && block, @"missing required parameters observe:%@ keyPath:%@", object, keyPath);
    if (!object) return;
    Observation *observation = [[Observation alloc] initWithObject:object keyPath:keyPath];
    observation->_controller = self;
    observation->_options = options;
    observation->_block = [block copy];
    @synchronized(_observations) {
        NSMutableSet<Observation *> *ofObject = [_observations objectForKey:object];
        if ([ofObject containsObject:observation]) return;
        if (!ofObject) {
            ofObject = [NSMutableSet set];
            [_observations setObject:ofObject forKey:object];
        }
        [ofObject addObject:observation];
    }
    [[SharedObserver sharedObserver] addObservation:observation];
}

- (void)unobserve:(id)object keyPath:(NSString *)keyPath {
    Observation *observation;
    @synchronized(_observations) {
        NSMutableSet<Observation *> *ofObject = [_observations objectForKey:object];
        observation = [ofObject member:[[Observation alloc] initWithObject:object keyPath:keyPath]];
        if (!observation) return;
        [ofObject removeObject:observation];
        if (ofObject.count == 0) [_observations removeObjectForKey:object];
    }
    [[SharedObserver sharedObserver] removeObservation:observation];
}

- (void)unobserveAll {
    NSArray<NSSet<Observation *> *> *observations;
    @synchronized(_observations) {
        observations = _observations.objectEnumerator.allObjects;
        [_observations removeAllObjects];
    }
    for (NSSet<Observation *> *ofObject in observations) {
        for (Observation *observation in ofObject) [[SharedObserver sharedObserver] removeObservation:observation];
    }
}

- (void)dealloc {
    [self unobserveAll];
}

@end
