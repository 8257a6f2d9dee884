// SafeObserving.m - hidden observers in an associated object, and a swizzled -dealloc that removes them.
//
//      observed object ──association──► array of hidden observers ──► block
//
// Associated objects are released only after the object's ivars. A key path that leads through an ivar could then no
// longer be followed to remove the observer from the object at its end. So the observers are removed before the class's
// own -dealloc runs.
#import "SafeObserving.h"
#import <objc/message.h>
#import <objc/runtime.h>

@interface HiddenObserver : NSObject {
  @public
    __unsafe_unretained id _receiver;  // owns this object
    NSString *_keyPath;
    NSString *_identifier;
    SafeObservingBlock _changes;
}
@end

@implementation HiddenObserver

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    id newValue = change[NSKeyValueChangeNewKey];
    _changes(object, newValue == [NSNull null] ? nil : newValue, change);
}

- (void)stop {
    [_receiver removeObserver:self forKeyPath:_keyPath context:(__bridge void *)self];
}

@end

// ── Before -dealloc ─────────────────────────────────────────────────────────────────────────────────

static const char observersKey, swizzledKey;

static void RemoveObserversBeforeDealloc(Class cls) {
    @synchronized(cls) {
        for (Class each = cls; each; each = class_getSuperclass(each)) {
            if (objc_getAssociatedObject(each, &swizzledKey)) return;
        }
        objc_setAssociatedObject(cls, &swizzledKey, @YES, OBJC_ASSOCIATION_RETAIN);

        SEL dealloc = sel_registerName("dealloc");  // ARC forbids @selector(dealloc)
        __block void (*original)(__unsafe_unretained id, SEL) = NULL;
        IMP replacement = imp_implementationWithBlock(^(__unsafe_unretained id receiver) {
          [receiver unobserveAllKeyPaths];
          if (original) {
              original(receiver, dealloc);
          } else {
              struct objc_super super = {receiver, class_getSuperclass(cls)};
              ((void (*)(struct objc_super *, SEL))(void *)objc_msgSendSuper)(&super, dealloc);
          }
        });
        if (!class_addMethod(cls, dealloc, replacement, "v@:")) {
            original = (void (*)(__unsafe_unretained id, SEL))(void *)method_setImplementation(
                class_getInstanceMethod(cls, dealloc), replacement);
        }
    }
}

// ── Observing ───────────────────────────────────────────────────────────────────────────────────────

@implementation NSObject (SafeObserving)

- (void)observeKeyPath:(NSString *)keyPath
               options:(NSKeyValueObservingOptions)options
               changes:(SafeObservingBlock)changes {
    [self observeKeyPath:keyPath options:options identifier:nil changes:changes];
}

- (void)observeKeyPath:(NSString *)keyPath
               options:(NSKeyValueObservingOptions)options
            identifier:(NSString *)identifier
               changes:(SafeObservingBlock)changes {
    RemoveObserversBeforeDealloc([self class]);
    HiddenObserver *observer = [[HiddenObserver alloc] init];
    observer->_receiver = self;
    observer->_keyPath = [keyPath copy];
    observer->_identifier = [identifier copy];
    observer->_changes = [changes copy];
    @synchronized(self) {
        NSMutableArray *observers = objc_getAssociatedObject(self, &observersKey);
        if (!observers) {
            observers = [NSMutableArray array];
            objc_setAssociatedObject(self, &observersKey, observers, OBJC_ASSOCIATION_RETAIN);
        }
        [observers addObject:observer];
    }
    [self addObserver:observer forKeyPath:keyPath options:options context:(__bridge void *)observer];
}

- (void)unobserveKeyPath:(NSString *)keyPath {
    [self
        stopObserversForWhich:^BOOL(HiddenObserver *observer) { return [observer->_keyPath isEqualToString:keyPath]; }];
}

- (void)unobserveKeyPath:(NSString *)keyPath forIdentifier:(NSString *)identifier {
    [self stopObserversForWhich:^BOOL(HiddenObserver *observer) {
      BOOL hasIdentifier = identifier ? [observer->_identifier isEqual:identifier] : !observer->_identifier;
      return hasIdentifier && [observer->_keyPath isEqualToString:keyPath];
    }];
}

- (void)unobserveAllKeyPaths {
    [self stopObserversForWhich:^BOOL(HiddenObserver *observer) { return YES; }];
}

- (void)stopObserversForWhich:(BOOL (^)(HiddenObserver *observer))predicate {
    NSMutableArray<HiddenObserver *> *stopped = [NSMutableArray array];
    @synchronized(self) {
        NSMutableArray<HiddenObserver *> *observers = objc_getAssociatedObject(self, &observersKey);
        for (HiddenObserver *observer in observers) {
            if (predicate(observer)) [stopped addObject:observer];
        }
        for (HiddenObserver *observer in stopped) [observers removeObject:observer];
    }
    for (HiddenObserver *observer in stopped) [observer stop];
}

@end
