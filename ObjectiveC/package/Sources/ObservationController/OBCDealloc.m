// OBCDealloc.m - replaces -dealloc of a class, so that its instances end the observations of themselves.
#import "OBCDealloc.h"

#import "OBCMemory.h"
#import <objc/message.h>
#import <objc/runtime.h>
#import <pthread.h>

/// The observations that end when an object is deallocated. Stored as an associated object of that object.
@interface OBCLifetime : NSObject {
  @public
    /// Compared by address, because two controllers may observe the same key path, and those observations are equal.
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

/// Guards the contents of every OBCLifetime, and the replacement of methods. No code of the program runs while it is
/// held.
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

/// Function pointers are cast by way of this type, because -Wcast-function-type-mismatch permits that.
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
          // The search begins at the superclass of the changed class; the object's class may be a subclass of it.
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

// Returns the class of an object as the program knows it. -class hides the notifying class that key-value observing
// made, which the object leaves when its last observer is removed. If -class returns a class that the object does not
// inherit from, as a proxy's may, returns the object's isa.
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
