// leaving.m - exceptions without Foundation: within compiled code, and leaving it for a caller that waits for
// exceptions, as a `try` send in Swift does.
#import "check.h"
#import <objc/objc-arc.h>
#import <objc/objc-exception.h>
#import <objc/runtime.h>

static int cleanups;

@interface Mishap : NSObject
@end
@implementation Mishap
@end

@interface Uncopyable : NSObject {
  @public
    int depth;
}
@end
@implementation Uncopyable
- (id)descend:(int)levels {
    @try {
        if (levels == 0) @throw AUTORELEASE([Mishap new]);
        return [self descend:levels - 1];
    } @catch (Uncopyable *other) {
        return nil;
    } @finally {
        cleanups++;
    }
}
- (id)copyWithZone:(NSZone *)zone {
    return [self descend:depth];
}
@end

TEST("an exception is caught by its class, and @finally has run") {
    cleanups = 0;
    Uncopyable *object = [Uncopyable new];
    int caught = 0;
    @try {
        [object descend:3];
    } @catch (Uncopyable *other) {
        caught = 1;
    } @catch (Mishap *mishap) {
        caught = 2;
    }
    CHECK(caught == 2 && cleanups == 4);
    RELEASE(object);
}

// objc_setAssociatedObject, which is C, sends -copy. When -copy throws, C code continues with the exception pending.
TEST("an exception that a caller waits for is pending there, and every @finally has run") {
    static char key;
    NSObject *owner = [NSObject new];
    Uncopyable *object = [Uncopyable new];
    for (int depth = 0; depth < 20; depth++) {
        object->depth = depth;
        cleanups = 0;
        id before = mr_try_begin();
        objc_setAssociatedObject(owner, &key, object, OBJC_ASSOCIATION_COPY_NONATOMIC);
        __unsafe_unretained id raised = mr_exception_pending();
        CHECK(raised && object_getClass(raised) == [Mishap class] && cleanups == depth + 1);
        mr_pending_exception = nil;
        objc_release(raised);
        mr_try_end(before);
        CHECK(objc_getAssociatedObject(owner, &key) == nil);
    }
    RELEASE(object);
    RELEASE(owner);
}

TEST("a handler that is nearer than the caller that waits gets the exception") {
    Uncopyable *object = [Uncopyable new];
    int caught = 0;
    id before = mr_try_begin();
    @try {
        [object descend:2];
    } @catch (id any) {
        caught++;
    }
    mr_try_end(before);
    CHECK(caught == 1 && mr_exception_pending() == nil);
    RELEASE(object);
}
