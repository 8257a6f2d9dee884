// pools.m - NSAutoreleasePool, for programs without ARC.
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

#import "check.h"

static NSMutableString *deaths;

@interface Mortal : NSObject {
  @public
    NSString *name;
}
@end
@implementation Mortal
- (void)dealloc {
    [deaths appendString:name];
    SUPER_DEALLOC;
}
@end

#if !__has_feature(objc_arc)

static Mortal *mortal(NSString *name) {
    Mortal *object = [[[Mortal alloc] init] autorelease];
    object->name = name;
    return object;
}

TEST("a pool releases its objects when it is drained or released") {
    deaths = [NSMutableString string];
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    mortal(@"a");
    CHECK(deaths.length == 0);
    [pool drain];
    CHECK([deaths isEqual:@"a"]);
    pool = [NSAutoreleasePool new];
    mortal(@"b");
    [pool release];
    CHECK([deaths isEqual:@"ab"]);
}

TEST("the innermost pool gets an object, and an outer pool ends the pools inside it") {
    deaths = [NSMutableString string];
    NSAutoreleasePool *outer = [NSAutoreleasePool new];
    mortal(@"o");
    NSAutoreleasePool *inner = [NSAutoreleasePool new];
    Mortal *added = mortal(@"i");
    [added retain];
    [outer addObject:added];
    [NSAutoreleasePool addObject:[mortal(@"j") retain]];
    [inner drain];
    CHECK([deaths isEqual:@"ji"]);
    [NSAutoreleasePool new];
    mortal(@"k");
    [outer drain];
    CHECK([deaths isEqual:@"jiko"]);
}

TEST("a pool is drained by the @autoreleasepool around it") {
    deaths = [NSMutableString string];
    @autoreleasepool {
        [NSAutoreleasePool new];
        mortal(@"a");
    }
    CHECK([deaths isEqual:@"a"]);
}

TEST("a pool cannot be retained or autoreleased") {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSString *reason = nil;
    @try {
        [pool autorelease];
    } @catch (NSException *exception) {
        CHECK([exception.name isEqual:NSInvalidArgumentException]);
        reason = [exception.reason retain];
    }
    CHECK([reason isEqual:@"*** -[NSAutoreleasePool autorelease]: Cannot autorelease an autorelease pool"]);
    [reason release];
    [pool drain];
}

#endif

#if !__has_feature(objc_arc)
static int releases;
NS_ROOT_CLASS @interface OldRoot { Class isa; }
+ (id)make;
- (id)retain;
- (void)release;
- (id)autorelease;
@end
@implementation OldRoot
+ (void)initialize {
}
+ (id)make {
    return class_createInstance(self, 0);
}
- (id)retain {
    return self;
}
- (void)release {
    releases++;
}
- (id)autorelease {
    [NSAutoreleasePool addObject:self];
    return self;
}
@end

TEST("the -autorelease of a root class puts the object into the pool itself") {
    OldRoot *root = [OldRoot make];
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    CHECK([root autorelease] == root && releases == 0);
    [pool drain];
    CHECK(releases == 1);
    object_dispose(root);
}
#endif
