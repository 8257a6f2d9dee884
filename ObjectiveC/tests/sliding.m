// sliding.m - the ivars of a class slide if its superclass is larger than it was when the class was compiled. The
// superclass is compiled in sliding-base.m, with more ivars than this file declares.
#import "mortal.h"
#import <objc/runtime.h>

// An outdated declaration: in sliding-base.m the class has three more words.
@interface Base : NSObject {
  @public
    long known;
}
- (long)sum;
- (void)fill:(long)value;
@end

typedef struct {
    long long parts[2];
} __attribute__((aligned(16))) Wide;

@interface Derived : Base {
  @public
    char small;
    Wide wide;
    id object;
    __strong id *unused;
}
@end
@implementation Derived
@end

@interface Further : Derived {
  @public
    int end;
}
@end
@implementation Further
@end

TEST("a subclass keeps its variables apart from those that its superclass has gained") {
    Further *object = [Further new];
    object->small = 'a';
    object->wide.parts[1] = 12345;
    object->end = 99;
    [object fill:-1];
    CHECK(object->small == 'a' && object->wide.parts[1] == 12345 && object->end == 99);
    object->small = 0;
    object->end = 0;
    CHECK([object sum] == -4);
    CHECK((uintptr_t)ivar_getOffset(class_getInstanceVariable([Derived class], "wide")) % 16 == 0);
    RELEASE(object);
}

TEST("variables that slid are found by name at their new place") {
    Further *object = [Further new];
    object->end = 31;
    Ivar ivar = class_getInstanceVariable([Further class], "end");
    CHECK(*(int *)((char *)(__bridge void *)object + ivar_getOffset(ivar)) == 31);
    CHECK(class_getInstanceSize([Further class]) >= (size_t)ivar_getOffset(ivar) + sizeof(int));
    RELEASE(object);
}

#if __has_feature(objc_arc)
TEST("an object in a variable that slid is released with its owner") {
    @autoreleasepool {
        Further *object = [Further new];
        object->object = [Mortal new];
        object = nil;
    }
    CHECK(deaths == 1);
}
#endif
