// memory.m - ownership: dealloc, strong and weak variables, autorelease pools, associated objects, results of methods.
#import "check.h"
#import <objc/objc-arc.h>
#import <objc/runtime.h>

static int deaths;
@interface Thing : NSObject {
  @public
    int number;
}
+ (Thing *)thing;
@end
@implementation Thing
+ (Thing *)thing {
    return AUTORELEASE([[Thing alloc] init]);
}
- (void)dealloc {
    deaths++;
    SUPER_DEALLOC;
}
@end

// A volatile pointer, so that the optimiser cannot know which method is called.
static Thing *(*volatile make)(id, SEL);

TEST("an object dies when its last owner lets it go") {
    deaths = 0;
    @autoreleasepool {
        Thing *thing = [[Thing alloc] init];
        Thing *other = RETAIN(thing);
        RELEASE(thing);
        CHECK(deaths == 0);
        RELEASE(other);
        thing = other = nil;
    }
    CHECK(deaths == 1);
}

TEST("an autoreleased object lives until its pool ends, and no longer") {
    deaths = 0;
    @autoreleasepool {
        @autoreleasepool {
            for (int index = 0; index < 10; index++) {
                __unsafe_unretained Thing *thing = [Thing thing];
                (void)thing;
            }
        }
        CHECK(deaths == 10);
    }
    CHECK(deaths == 10);
}

TEST("an associated object lives as long as its owner") {
    static char key;
    deaths = 0;
    @autoreleasepool {
        NSObject *owner = [NSObject new];
        Thing *thing = [Thing new];
        objc_setAssociatedObject(owner, &key, thing, OBJC_ASSOCIATION_RETAIN_NONATOMIC);
        RELEASE(thing);
        thing = nil;
        CHECK(deaths == 0 && objc_getAssociatedObject(owner, &key) != nil);
        RELEASE(owner);
        owner = nil;
    }
    CHECK(deaths == 1);
}

#if __has_feature(objc_arc)
@interface Owner : NSObject {
  @public
    Thing *strong;
    __weak Thing *weak;
    __unsafe_unretained Thing *loose;
    Thing *list[3];
}
@end
@implementation Owner
@end
@interface Owner2 : Owner {
  @public
    Thing *second;
}
@end
@implementation Owner2
@end

TEST("strong variables are released with their object, from the class up to the root") {
    deaths = 0;
    @autoreleasepool {
        Owner2 *owner = [Owner2 new];
        owner->strong = [Thing new];
        owner->second = [Thing new];
        owner->list[1] = [Thing new];
        owner = nil;
    }
    CHECK(deaths == 3);
}

TEST("a weak variable reads nil when its object is gone, on the stack and in an object") {
    deaths = 0;
    Owner *owner = [Owner new];
    __weak Thing *onStack;
    @autoreleasepool {
        Thing *thing = [Thing new];
        owner->weak = onStack = thing;
        CHECK(owner->weak == thing && onStack == thing);
        __weak Thing *copy = onStack;
        CHECK(copy == thing);
    }
    CHECK(deaths == 1 && owner->weak == nil && onStack == nil);
}

@interface Shy : NSObject
@end
@implementation Shy
- (BOOL)allowsWeakReference {
    return NO;
}
@end

// Reads the variable after the store: the optimiser takes the stored object for the one that the variable has.
static void refer_weakly(id object) {
    __weak id weak = object;
    __weak id other;
    other = weak;
    printf("%p\n", (__bridge void *)other);
}

@interface Late : NSObject
@end
@implementation Late
- (void)dealloc {
    refer_weakly(self);
    SUPER_DEALLOC;
}
@end

TEST("a weak variable cannot refer to an object that refuses, or that is dying: the process ends with Apple's "
     "sentence") {
    CHECK_ENDS("Cannot form weak reference to instance (0x", refer_weakly([Shy new]));
    CHECK_ENDS(
        ") of class Late. It is possible that this object was over-released", @autoreleasepool { (void)[Late new]; });
}

TEST("a variable set by name obeys the layout that ARC wrote") {
    deaths = 0;
    @autoreleasepool {
        Owner *owner = [Owner new];
        object_setIvar(owner, class_getInstanceVariable([Owner class], "strong"), [Thing new]);
        object_setIvar(owner, class_getInstanceVariable([Owner class], "weak"), owner->strong);
        CHECK(deaths == 0 && owner->weak == owner->strong && owner->strong);
        object_setIvarWithStrongDefault(owner, class_getInstanceVariable([Owner class], "loose"), owner->strong);
        owner->strong = nil;
        CHECK(owner->weak == nil);
        owner->loose = nil;
    }
    CHECK(deaths == 1);
}

TEST("a copy made by the runtime owns what the original owns") {
    deaths = 0;
    @autoreleasepool {
        Owner *owner = [Owner new];
        owner->strong = [Thing new];
        Owner *copy = object_copy(owner, 0);
        owner = nil;
        CHECK(deaths == 0 && copy->strong);
        (void)(__bridge_transfer id)(__bridge void *)copy;  // consumes the +1 of object_copy
        copy = nil;
    }
    CHECK(deaths == 1);
}
#endif

static Thing *indirect(void) {
    make = (Thing * (*)(id, SEL))(void *)[Thing methodForSelector:@selector(thing)];
    return make([Thing class], @selector(thing));
}

TEST("a result is kept by its caller, whatever the pools do") {
    deaths = 0;
    @autoreleasepool {
        Thing *kept;
        @autoreleasepool {
            kept = RETAIN(indirect());
        }
        CHECK(deaths == 0);
        kept->number = 5;
        RELEASE(kept);
        kept = nil;
    }
    CHECK(deaths == 1);
}

#if __has_feature(objc_arc) && defined(__OPTIMIZE__)
size_t mr_pool_height(void);
TEST("between two optimised methods a result does not go through the pool") {
    size_t height = mr_pool_height();
    deaths = 0;
    for (int index = 0; index < 100; index++) {
        Thing *thing = [Thing thing];
        thing->number = index;
    }
    CHECK(mr_pool_height() == height && deaths == 100);
}
#endif

static id identity(id object) { return object; }

TEST("an object that was autoreleased by somebody else is not taken out of the pool") {
    deaths = 0;
    @autoreleasepool {
        __unsafe_unretained Thing *thing = nil;
        @autoreleasepool {
            Thing *strong = [Thing new];
            thing = objc_autorelease(objc_retain(strong));
            for (int index = 0; index < 3; index++) {
                id again = RETAIN(identity([thing self]));
                RELEASE(again);
            }
            RELEASE(strong);
            strong = nil;
            CHECK(deaths == 0);
        }
        CHECK(deaths == 1);
    }
}

// A class with one instance, as in Apple's guides.
@interface Single : NSObject
+ (instancetype)shared;
@end
@implementation Single
+ (instancetype)shared {
    static Single *shared;
    if (shared == nil) shared = [[super allocWithZone:NULL] init];
    return shared;
}
+ (instancetype)allocWithZone:(NSZone *)zone {
    return RETAIN([self shared]);
}
@end

@interface Counted : NSObject
@end
static int allocs, zones;
@implementation Counted
+ (instancetype)alloc {
    allocs++;
    return [self allocWithZone:NULL];
}
+ (instancetype)allocWithZone:(NSZone *)zone {
    zones++;
    return [super allocWithZone:zone];
}
@end

TEST("alloc and new send an overridden allocWithZone:, which does not send alloc") {
    Single *one = [[Single alloc] init], *other = [Single new];
    CHECK(one == [Single shared] && other == one && [[Single shared] class] == [Single class]);
    RELEASE(one);
    RELEASE(other);
    Counted *counted = [[Counted alloc] init];
    CHECK([counted class] == [Counted class] && allocs == 1 && zones == 1);
    RELEASE(counted);
    counted = [Counted allocWithZone:NULL];
    CHECK(allocs == 1 && zones == 2);
    RELEASE(counted);
}
