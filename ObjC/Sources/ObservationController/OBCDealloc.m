// OBCDealloc.m - replaces -dealloc of classes whose instances end their observations.
#import "OBCDealloc.h"

#import "OBCMemory.h"
#import <objc/message.h>
#import <objc/runtime.h>
#import <pthread.h>

/// The observations that end with an object: an associated object of it.
@interface OBCLifetime : NSObject {
  @public
    /// Strong and by address: two controllers may observe the same key path.
    NSHashTable<OBCObservation *> *_observations;
    BOOL _isOver;
}
@end

@implementation OBCLifetime

- (instancetype)init {
    if ((self = [super init])) {
        _observations = [[NSHashTable alloc]
            initWithOptions:NSPointerFunctionsStrongMemory | NSPointerFunctionsObjectPointerPersonality
                   capacity:0];
    }
    return self;
}

#if !__has_feature(objc_arc)
- (void)dealloc {
    [_observations release];
    [super dealloc];
}
#endif

@end

static char lifetimeKey, replacedKey;

/// Guards the contents of every OBCLifetime, and the replacement of methods. No foreign code runs while it is held.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void endObservations(__unsafe_unretained id object) {
    // Everything that is autoreleased here is released while the object exists.
    @autoreleasepool {
        OBCLifetime *lifetime = objc_getAssociatedObject(object, &lifetimeKey);
        if (!lifetime) return;
        pthread_mutex_lock(&mutex);
        NSArray<OBCObservation *> *observations = lifetime->_observations.allObjects;
        [lifetime->_observations removeAllObjects];
        lifetime->_isOver = YES;
        pthread_mutex_unlock(&mutex);
        for (OBCObservation *observation in observations) [observation end];
    }
}

/// Casts between function types are made by way of this type, which -Wcast-function-type-mismatch permits.
typedef void (*OBCAnyFunction)(void);
typedef void (*OBCDeallocFunction)(__unsafe_unretained id, SEL);
typedef void (*OBCSuperFunction)(struct objc_super *, SEL);

// Called with the lock held.
static void replaceDealloc(Class cls) {
    if (objc_getAssociatedObject(cls, &replacedKey)) return;
    objc_setAssociatedObject(cls, &replacedKey, @YES, OBJC_ASSOCIATION_RETAIN);

    SEL selector = sel_registerName("dealloc");
    __block OBCDeallocFunction original = NULL;
    IMP replacement = imp_implementationWithBlock(^(__unsafe_unretained id object) {
      endObservations(object);
      if (original) {
          original(object, selector);
      } else {
          // The superclass of the class that was changed, not of the object's class.
          struct objc_super target = {object, class_getSuperclass(cls)};
          ((OBCSuperFunction)(OBCAnyFunction)objc_msgSendSuper)(&target, selector);
      }
    });
    if (class_addMethod(cls, selector, replacement, "v@:")) return;
    // The class implements -dealloc itself. Another thread may call the replacement before method_setImplementation
    // returns, so the former implementation is assigned first.
    Method method = class_getInstanceMethod(cls, selector);
    original = (OBCDeallocFunction)(OBCAnyFunction)method_getImplementation(method);
    original = (OBCDeallocFunction)(OBCAnyFunction)method_setImplementation(method, replacement);
}

// The class of an object as the program knows it: -class hides the subclass that key-value observing has made, which the
// object leaves when its last observer is removed.
static Class visibleClass(id object) {
    Class visible = [object class], actual = object_getClass(object);
    for (Class cls = actual; cls; cls = class_getSuperclass(cls)) {
        if (cls == visible) return visible;
    }
    return actual;
}

BOOL OBCEndAtDealloc(id object, OBCObservation *observation) {
    Class cls = visibleClass(object);
    pthread_mutex_lock(&mutex);
    replaceDealloc(cls);
    OBCLifetime *lifetime = objc_getAssociatedObject(object, &lifetimeKey);
    if (!lifetime) {
        lifetime = OBC_AUTORELEASE([[OBCLifetime alloc] init]);
        objc_setAssociatedObject(object, &lifetimeKey, lifetime, OBJC_ASSOCIATION_RETAIN);
    }
    BOOL added = !lifetime->_isOver;
    if (added) [lifetime->_observations addObject:observation];
    pthread_mutex_unlock(&mutex);
    return added;
}

void OBCForgetAtDealloc(id object, OBCObservation *observation) {
    OBCLifetime *lifetime = objc_getAssociatedObject(object, &lifetimeKey);
    if (!lifetime) return;
    pthread_mutex_lock(&mutex);
    [lifetime->_observations removeObject:observation];
    pthread_mutex_unlock(&mutex);
}

void OBCEndNow(id object, OBCObservation *observation) {
    OBCLifetime *lifetime = objc_getAssociatedObject(object, &lifetimeKey);
    if (!lifetime) return;
    pthread_mutex_lock(&mutex);
    OBCObservation *found = OBC_AUTORELEASE(OBC_RETAIN([lifetime->_observations member:observation]));
    [lifetime->_observations removeObject:observation];
    pthread_mutex_unlock(&mutex);
    [found end];
}
