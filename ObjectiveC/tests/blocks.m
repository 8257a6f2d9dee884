// blocks.m - blocks on the stack, global and copied; captures; __block variables; blocks as objects and as methods.
#import "check.h"
#import <Block.h>
#import <objc/runtime.h>

static int deaths;
@interface Captured : NSObject {
  @public
    int number;
}
@end
@implementation Captured
- (void)dealloc {
    deaths++;
    SUPER_DEALLOC;
}
@end

typedef int (^Adder)(int);

static Adder make_adder(int base) {
    return AUTORELEASE([^(int value) { return base + value; } copy]);
}

TEST("a block computes with what it has captured, after its function has returned") {
    Adder five = make_adder(5), seven = make_adder(7);
    CHECK(five(1) == 6 && seven(1) == 8);
}

TEST("a block that captures nothing is global, and copying it makes nothing") {
    int (^twice)(int) = ^(int value) { return value * 2; };
    id copy = [twice copy];
    CHECK(copy == (id)twice && twice(4) == 8);
    CHECK(strcmp(object_getClassName(copy), "__NSGlobalBlock__") == 0);
    RELEASE(copy);
}

TEST("a copied block is an object of class __NSMallocBlock__, a kind of NSBlock") {
    Adder adder = make_adder(3);
    CHECK(strcmp(object_getClassName(adder), "__NSMallocBlock__") == 0);
    CHECK([(id)adder isKindOfClass:objc_getClass("NSBlock")]);
    id again = [(id)adder copy];
    CHECK(again == (id)adder);
    RELEASE(again);
}

TEST("a copied block owns the objects that it captured") {
    deaths = 0;
    @autoreleasepool {
        int (^block)(void);
        @autoreleasepool {
            Captured *object = [Captured new];
            object->number = 9;
            block = [^{ return object->number; } copy];
            RELEASE(object);
            object = nil;
        }
        CHECK(deaths == 0 && block() == 9);
        RELEASE(block);
        block = nil;
    }
    CHECK(deaths == 1);
}

TEST("a __block variable is shared by its function and every block") {
    __block int count = 0;
    void (^add)(void) = ^{ count++; };
    add();
    CHECK(count == 1);
    void (^copy)(void) = [add copy];
    void (^second)(void) = [^{ count += 10; } copy];
    copy();
    second();
    add();
    CHECK(count == 13);
    count = 100;
    copy();
    CHECK(count == 101);
    RELEASE(copy);
    RELEASE(second);
}

static int (^counter(void))(void) {
    __block int count = 0;
    return AUTORELEASE([^{ return ++count; } copy]);
}

TEST("a __block variable outlives its function for as long as a block has it") {
    int (^first)(void) = counter(), (^second)(void) = counter();
    first();
    first();
    second();
    CHECK(first() == 3 && second() == 2);
}

TEST("a __block variable lives on when more blocks have captured it than its count can tell") {
    enum { BLOCKS = 70000 };
    __block int number = 7;
    int (^kept)(void) = [^{ return number; } copy];
    void **blocks = malloc(BLOCKS * sizeof *blocks);
    for (int index = 0; index < BLOCKS; index++) blocks[index] = _Block_copy((__bridge void *)^{ return number; });
    for (int index = 0; index < BLOCKS; index++) _Block_release(blocks[index]);
    free(blocks);
    free(calloc(1, 32));  // takes the memory of the variable, if it was freed
    number++;
    CHECK(kept() == 8 && number == 8);
    RELEASE(kept);
}

TEST("a __block object can be replaced by a block") {
    deaths = 0;
    @autoreleasepool {
        __block Captured *object = [Captured new];
        void (^replace)(void) = [^{
          RELEASE(object);
          object = [Captured new];
          object->number = 3;
        } copy];
        replace();
        CHECK(deaths == 1 && object->number == 3);
        RELEASE(object);
        object = nil;
        RELEASE(replace);
        replace = nil;
    }
    CHECK(deaths == 2);
}

TEST("blocks within blocks keep each other's captures") {
    int base = 4;
    __block int total = 0;
    void (^outer)(int) = [^(int factor) {
      void (^inner)(void) = ^{ total += base * factor; };
      inner();
      id kept = [inner copy];
      ((void (^)(void))kept)();
      RELEASE(kept);
    } copy];
    outer(2);
    outer(3);
    CHECK(total == 40);
    RELEASE(outer);
}

TEST("blocks are values of associated objects") {
    static char key;
    NSObject *owner = [NSObject new];
    objc_setAssociatedObject(owner, &key, make_adder(10), OBJC_ASSOCIATION_COPY);
    CHECK(((Adder)objc_getAssociatedObject(owner, &key))(5) == 15);
    RELEASE(owner);
}

TEST("C functions copy and release blocks, as <Block.h> declares") {
    int base = 2;
    Adder adder = ^(int value) { return base + value; };
    void *copy = _Block_copy((__bridge void *)adder);
    CHECK(((__bridge Adder)copy)(3) == 5);
    CHECK(_Block_copy(copy) == copy);
    _Block_release(copy);
    _Block_release(copy);
    CHECK(_Block_copy(NULL) == NULL);
}

typedef struct {
    double a, b, c;
} Triple;

TEST("a block that returns a structure, and one that takes many numbers") {
    double scale = 2;
    Triple (^make)(double, float, int) = ^(double a, float b, int c) {
      return (Triple){a * scale, b * scale, c * scale};
    };
    Triple triple = make(1, 2, 3);
    CHECK(triple.a == 2 && triple.b == 4 && triple.c == 6);
}

@interface Greeter : NSObject
@end
@interface Greeter (AddedLater)
- (int)add:(int)value;
- (Triple)triple:(double)value;
- (double)real:(float)value;
- (int)seven;
+ (int)isGreeter;
@end
@implementation Greeter
@end

TEST("a block is a method: it gets self and the arguments") {
    int base = 30;
    Class cls = [Greeter class];
    class_addMethod(cls, @selector(add:), imp_implementationWithBlock(^(Greeter *self, int value) {
                      return [self class] == cls ? base + value : 0;
                    }),
                    "i20@0:8i16");
    class_addMethod(cls, @selector(triple:), imp_implementationWithBlock(^(Greeter *self, double value) {
                      return (Triple){value, base, 1};
                    }),
                    "{?=ddd}24@0:8d16");
    class_addMethod(cls, @selector(real:),
                    imp_implementationWithBlock(^(Greeter *self, float value) { return (double)value / 4; }),
                    "d20@0:8f16");
    Greeter *greeter = [Greeter new];
    CHECK([greeter add:5] == 35 && [greeter real:2] == 0.5);
    Triple triple = [greeter triple:1.5];
    CHECK(triple.a == 1.5 && triple.b == 30 && triple.c == 1);
    RELEASE(greeter);
}

TEST("a block whose first parameter is a pointer or a class is a method, and any other is refused with a line") {
    IMP byPointer = imp_implementationWithBlock(^(void *self) { return self == NULL ? 0 : 7; });
    IMP byClass = imp_implementationWithBlock(^(Class self) { return self == [Greeter class]; });
    CHECK(byPointer && byClass);
    class_addMethod([Greeter class], @selector(seven), byPointer, "i16@0:8");
    class_addMethod(object_getClass([Greeter class]), @selector(isGreeter), byClass, "i16@0:8");
    Greeter *greeter = [Greeter new];
    CHECK([greeter seven] == 7 && [Greeter isGreeter] == 1);
    RELEASE(greeter);
    CHECK_ENDS("a block of the types 'i12@?0i8' cannot be a method: its first parameter is not self", {
        if (imp_implementationWithBlock(^(int number) { return number; }) == NULL) abort();
    });
    CHECK_ENDS("class_replaceMethod: the IMP for -[Greeter seven] is NULL; nothing was changed", {
        if (class_replaceMethod([Greeter class], @selector(seven), NULL, "i16@0:8") == NULL) abort();
    });
}

TEST("the IMP of a block keeps it alive until it is removed") {
    deaths = 0;
    IMP imp;
    @autoreleasepool {
        Captured *object = [Captured new];
        object->number = 8;
        imp = imp_implementationWithBlock(^(id self) { return object->number; });
        RELEASE(object);
        object = nil;
    }
    CHECK(deaths == 0 && ((int (*)(id, SEL))(void *)imp)(nil, @selector(self)) == 8);
    CHECK(imp_getBlock(imp) != nil);
    @autoreleasepool {
        CHECK(imp_removeBlock(imp));
    }
    CHECK(deaths == 1);
}

#if __has_feature(objc_arc)
TEST("a block with a weak capture does not keep its object, and reads nil afterwards") {
    deaths = 0;
    int (^block)(void);
    @autoreleasepool {
        Captured *object = [Captured new];
        object->number = 6;
        __weak Captured *weak = object;
        block = ^{
          Captured *strong = weak;
          return strong ? strong->number : -1;
        };
        CHECK(block() == 6);
    }
    CHECK(deaths == 1 && block() == -1);
}

TEST("a weak __block variable reads nil when its object is gone") {
    __block __weak Captured *weak;
    void (^set)(Captured *) = ^(Captured *object) { weak = object; };
    @autoreleasepool {
        Captured *object = [Captured new];
        set(object);
        CHECK(weak == object);
    }
    CHECK(weak == nil);
}
#endif
