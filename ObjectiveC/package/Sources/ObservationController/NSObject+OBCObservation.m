// NSObject+OBCObservation.m - controllers as associated objects, and observations until dealloc.
#import "NSObject+OBCObservation.h"

#import "OBCDealloc.h"
#import "OBCMemory.h"
#import "OBCObservation.h"
#import <objc/runtime.h>

static char retainingKey, nonretainingKey;

static OBCObservationController *controllerOf(id object, const void *key, BOOL retainsObserved) {
    @synchronized(object) {
        OBCObservationController *controller = objc_getAssociatedObject(object, key);
        if (!controller) {
            controller = OBC_AUTORELEASE([[OBCObservationController alloc] initWithObserver:object
                                                                            retainsObserved:retainsObserved]);
            objc_setAssociatedObject(object, key, controller, OBJC_ASSOCIATION_RETAIN);
        }
        return controller;
    }
}

@implementation NSObject (OBCObservation)

- (OBCObservationController *)obc_observationController {
    return controllerOf(self, &retainingKey, YES);
}

- (void)setObc_observationController:(OBCObservationController *)controller {
    objc_setAssociatedObject(self, &retainingKey, controller, OBJC_ASSOCIATION_RETAIN);
}

- (OBCObservationController *)obc_nonretainingObservationController {
    return controllerOf(self, &nonretainingKey, NO);
}

- (void)setObc_nonretainingObservationController:(OBCObservationController *)controller {
    objc_setAssociatedObject(self, &nonretainingKey, controller, OBJC_ASSOCIATION_RETAIN);
}

- (id<NSObject>)obc_observeKeyPath:(NSString *)keyPath untilDeallocWithBlock:(OBCChangeBlock)block {
    return [self obc_observeKeyPath:keyPath options:NSKeyValueObservingOptionNew untilDeallocWithBlock:block];
}

- (id<NSObject>)obc_observeKeyPath:(NSString *)keyPath
                           options:(NSKeyValueObservingOptions)options
             untilDeallocWithBlock:(OBCChangeBlock)block {
    NSParameterAssert(keyPath.length && block);
    OBCObservationBlock call = ^(id observer, NSString *path, id object,
                                 NSDictionary<NSKeyValueChangeKey, id> *change) { block(object, path, change); };
    OBCObservation *observation = OBC_AUTORELEASE([[OBCObservation alloc] initWithKeyPath:keyPath
                                                                                  options:options
                                                                                 observer:nil
                                                                                    block:call]);
    @try {
        if (OBCEndAtDealloc(self, observation)) [observation startObserving:self];
    } @finally {
        if (observation.isEnded) OBCForgetAtDealloc(self, observation);
    }
    return observation;
}

- (void)obc_removeObservation:(id<NSObject>)token {
    OBCEndNow(self, (OBCObservation *)token);
}

@end
