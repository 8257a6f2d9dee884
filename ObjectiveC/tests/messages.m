// messages.m - sends with every kind of argument and result, resolution, forwarding, variadic methods, @dynamic.
#import "mortal.h"
#import <Foundation/Foundation.h>
#include <complex.h>
#include <miniruntime.h>
#import <objc/message.h>
#import <objc/runtime.h>
#include <stdarg.h>

typedef struct {
    double x, y;
} Pair;
typedef struct {
    long values[5];
} Large;

@interface Calculator : NSObject
@property int dynamicValue;
@end
@implementation Calculator
@dynamic dynamicValue;
static int stored;
static int get_dynamic(id self, SEL _cmd) { return stored; }
static void set_dynamic(id self, SEL _cmd, int value) { stored = value; }
+ (BOOL)resolveInstanceMethod:(SEL)selector {
    if (selector == @selector(dynamicValue)) return class_addMethod(self, selector, (IMP)(void *)get_dynamic, "i@:");
    if (selector == @selector(setDynamicValue:)) {
        return class_addMethod(self, selector, (IMP)(void *)set_dynamic, "v@:i");
    }
    return [super resolveInstanceMethod:selector];
}
- (Pair)pair:(Pair)pair scaledBy:(float)factor {
    return (Pair){pair.x * factor, pair.y * factor};
}
- (Large)large:(long)first {
    return (Large){{first, first + 1, first + 2, first + 3, first + 4}};
}
- (long double)wide:(long double)value {
    return value / 3;
}
- (long double _Complex)turned:(long double _Complex)value {
    return value * 1.0iL;
}
- (float)half:(float)value {
    return value / 2;
}
- (int)sumOf:(int)count, ... {
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int index = 0; index < count; index++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
- (double)sumOfDoubles:(int)count, ... {
    va_list list;
    va_start(list, count);
    double sum = 0;
    for (int index = 0; index < count; index++) sum += va_arg(list, double);
    va_end(list);
    return sum;
}
- (long)a:(long)a b:(long)b c:(long)c d:(long)d e:(long)e f:(long)f g:(char)g h:(double)h {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + (long)(h * 8);
}
@end

@interface Careful : Calculator
@end
@implementation Careful
- (Large)large:(long)first {
    Large large = [super large:first * 2];
    large.values[4] = -1;
    return large;
}
@end

TEST("structures, numbers of every kind and many arguments arrive as they were sent") {
    Calculator *object = [Calculator new];
    Pair pair = [object pair:(Pair){1.5, -2} scaledBy:2];
    CHECK(pair.x == 3 && pair.y == -4);
    Large large = [object large:7];
    CHECK(large.values[0] == 7 && large.values[4] == 11);
    CHECK([object wide:9.0L] == 3.0L);
    CHECK([object half:5] == 2.5f);
    CHECK([object turned:2.0L] == 2.0iL);
    CHECK([object a:1 b:2 c:3 d:4 e:5 f:6 g:7 h:8.5] == 1 + 4 + 9 + 16 + 25 + 36 + 49 + 68);
    RELEASE(object);
}

TEST("super sends return structures too") {
    Careful *object = [Careful new];
    Large large = [object large:2];
    CHECK(large.values[0] == 4 && large.values[3] == 7 && large.values[4] == -1);
    RELEASE(object);
}

TEST("a message to nil returns zero of every type") {
    Calculator *none = nil;
    CHECK([none wide:2] == 0 && [none half:2] == 0 && [none sumOf:1, 2] == 0);
    CHECK([none pair:(Pair){1, 2} scaledBy:3].y == 0 && [none large:4].values[3] == 0);
    CHECK([none description] == nil && [none turned:3] == 0);
}

TEST("a variadic method receives all its arguments") {
    Calculator *object = [Calculator new];
    CHECK(([object sumOf:8, 1, 2, 3, 4, 5, 6, 7, 8] == 36));
    CHECK(([object sumOfDoubles:10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.] == 55));
    RELEASE(object);
}

TEST("a @dynamic property is added by +resolveInstanceMethod: when it is first used") {
    Calculator *object = [Calculator new];
    CHECK(mr_method_lookup([Calculator class], @selector(dynamicValue)) == NULL);
    object.dynamicValue = 12;
    CHECK(object.dynamicValue == 12);
    CHECK([object respondsToSelector:@selector(dynamicValue)]);
    RELEASE(object);
}

// ── Forwarding ──────────────────────────────────────────────────────────────────────────────────────

@interface Forwarder : NSObject {
  @public
    Calculator *target;
    int invocations;
    BOOL whole;
}
@end
@interface Forwarder (Unimplemented)
- (Large)large:(long)first;
- (Pair)pair:(Pair)pair scaledBy:(float)factor;
- (float)half:(float)value;
- (void)nobodyHasThis;
@end
@implementation Forwarder
- (id)forwardingTargetForSelector:(SEL)selector {
    return whole ? nil : target;
}
- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
    NSMethodSignature *signature = [super methodSignatureForSelector:selector];
    return signature ? signature : [target methodSignatureForSelector:selector];
}
- (void)forwardInvocation:(NSInvocation *)invocation {
    invocations++;
    [invocation invokeWithTarget:target];
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [target release];
    [super dealloc];
}
#endif
@end

TEST("a message is forwarded to another target, and as an invocation, with its arguments and result") {
    for (int whole = 0; whole < 2; whole++) {
        Forwarder *object = [Forwarder new];
        object->target = [Calculator new];
        object->whole = whole;
        CHECK([object half:3] == 1.5f);
        CHECK([object large:1].values[4] == 5);
        CHECK([object pair:(Pair){2, 3} scaledBy:2].y == 6);
        CHECK(object->invocations == (whole ? 3 : 0));
        RELEASE(object);
    }
}

// Takes the place of a method with the forwarder, as libraries do that record or replace messages.
static void forward_always(Class cls, SEL selector, IMP forwarder) {
    class_addMethod(cls, selector, forwarder,
                    method_getTypeEncoding(class_getInstanceMethod([Calculator class], selector)));
}

@interface Lazy : NSObject
@property int number;
@end
@implementation Lazy
@dynamic number;
static int seven(id self, SEL _cmd) { return 7; }
+ (BOOL)resolveInstanceMethod:(SEL)selector {
    if (selector != @selector(number)) return [super resolveInstanceMethod:selector];
    return class_addMethod(self, selector, (IMP)(void *)seven, "i@:");
}
+ (BOOL)resolveClassMethod:(SEL)selector {
    if (selector != NSSelectorFromString(@"made")) return [super resolveClassMethod:selector];
    return class_addMethod(object_getClass(self), selector, (IMP)(void *)seven, "i@:");
}
@end

TEST("a method that resolution adds is found before its first message, so that it can be swizzled") {
    CHECK([[Lazy class] instanceMethodSignatureForSelector:@selector(number)].methodReturnLength == sizeof(int));
    CHECK(class_getClassMethod([Lazy class], NSSelectorFromString(@"made")) != NULL);
    Method method = class_getInstanceMethod([Lazy class], @selector(number));
    IMP old = method_setImplementation(method, imp_implementationWithBlock(^(id self) { return 8; }));
    Lazy *lazy = [Lazy new];
    CHECK(old == (IMP)(void *)seven && lazy.number == 8);
    CHECK([lazy methodSignatureForSelector:@selector(numberOfSections)] == nil);
    RELEASE(lazy);
}

// Its signature is that of another object's method, and a method with a wider result answers the message.
@interface Widened : NSObject
@property(nonatomic) const char *types;
@property(nonatomic) SEL answer;
@property(nonatomic) BOOL sets;
@end
@interface Widened (Unimplemented)
- (BOOL)isOn;
@end
@implementation Widened
- (id)object {
    return @"the whole pointer";
}
- (long)wide {
    return -0x123456789abcL;
}
- (double)real {
    return 2.5;
}
- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
    NSMethodSignature *own = [super methodSignatureForSelector:selector];
    return own ? own : [NSMethodSignature signatureWithObjCTypes:self.types];
}
- (void)forwardInvocation:(NSInvocation *)invocation {
    invocation.selector = self.answer;
    [invocation invoke];
    signed char narrow = -3;
    if (self.sets) [invocation setReturnValue:&narrow];
}
@end

TEST("a forwarded message returns the whole register, though its signature has a narrower result") {
    Widened *widened = [Widened new];
    static const char *const integers[] = {"B16@0:8", "c@:", "C16@0:8", "s@:", "i@:", "I@:", "L@:"};
    for (size_t index = 0; index < sizeof integers / sizeof *integers; index++) {
        widened.types = integers[index];
        widened.answer = @selector(object);
        CHECK([((id(*)(id, SEL))objc_msgSend)(widened, @selector(isOn)) isEqual:@"the whole pointer"]);
        widened.answer = @selector(wide);
        CHECK(((long (*)(id, SEL))objc_msgSend)(widened, @selector(isOn)) == -0x123456789abcL);
    }
    widened.types = "f@:";
    widened.answer = @selector(real);
    CHECK(((double (*)(id, SEL))objc_msgSend)(widened, @selector(isOn)) == 2.5);
    // A result that is set fills the register, as that of a compiled method does.
    widened.sets = YES;
    widened.types = "c@:";
    widened.answer = @selector(wide);
    CHECK(((long (*)(id, SEL))objc_msgSend)(widened, @selector(isOn)) == -3);
    widened.types = "C@:";
    CHECK(((long (*)(id, SEL))objc_msgSend)(widened, @selector(isOn)) == 0xfd);
    RELEASE(widened);
}

TEST("the forwarder is a method's IMP, also of one that returns a structure in memory") {
    Class cls = objc_allocateClassPair([Forwarder class], "Recorder", 0);
    objc_registerClassPair(cls);
    SEL unknown = sel_registerName("nobodyHasThisEither");
    forward_always(cls, @selector(half:), class_getMethodImplementation(cls, unknown));
    forward_always(cls, @selector(large:), class_getMethodImplementation(cls, unknown));
#if defined(__x86_64__)
    CHECK(class_getMethodImplementation_stret(cls, unknown) == (IMP)(void *)_objc_msgForward_stret);
    CHECK(class_getMethodImplementation_stret(cls, @selector(large:)) == (IMP)(void *)_objc_msgForward_stret);
    forward_always(cls, @selector(pair:scaledBy:), class_getMethodImplementation(cls, unknown));
#endif
    Forwarder *object = [cls new];
    object->target = [Calculator new];
    object->whole = YES;
    CHECK([object half:3] == 1.5f && [object large:1].values[4] == 5 && object->invocations == 2);
    RELEASE(object);
}

TEST("an invocation calls a block, and signatures of the same types are equal") {
    NSMethodSignature *types = [NSMethodSignature signatureWithObjCTypes:"d24@?0i8d16"];
    CHECK(types.numberOfArguments == 3 && strcmp([types getArgumentTypeAtIndex:0], "@?") == 0);
    CHECK([types isEqual:[NSMethodSignature signatureWithObjCTypes:"d@?id"]]);
    CHECK(types.hash == [NSMethodSignature signatureWithObjCTypes:"d@?id"].hash);
    CHECK(![types isEqual:[NSMethodSignature signatureWithObjCTypes:"d@?if"]] && ![types isEqual:@"d"]);
    NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:types];
    int factor = 3;
    double base = 0.5, result = 0;
    [invocation setArgument:&factor atIndex:1];
    [invocation setArgument:&base atIndex:2];
    [invocation invokeWithTarget:^double(int number, double value) { return number * value; }];
    [invocation getReturnValue:&result];
    CHECK(result == 1.5 && invocation.selector == NULL);
    id nothing = nil;
    [invocation invokeWithTarget:nothing];
    [invocation getReturnValue:&result];
    CHECK(result == 0);
}

TEST("an invocation calls a block whose first parameter is a selector, and nothing but a block") {
    __block int calls = 0;
    __block SEL seen = NULL;
    __block id received = nil;
    void (^action)(SEL, id) = ^(SEL selector, id object) {
      calls++;
      seen = selector;
      received = object;
    };
    NSInvocation *invocation =
        [NSInvocation invocationWithMethodSignature:[NSMethodSignature signatureWithObjCTypes:"v24@?0:8@16"]];
    SEL selectors[] = { @selector(isEqual:), NSSelectorFromString(@"nobody:has:this:"), NULL };
    id argument = @"argument";
    [invocation setArgument:&argument atIndex:2];
    for (int index = 0; index < 3; index++) {
        [invocation setArgument:&selectors[index] atIndex:1];
        [invocation invokeWithTarget:action];
        CHECK(calls == index + 1 && seen == selectors[index] && received == argument && invocation.selector == NULL);
    }
    [invocation setSelector:@selector(length)];
    SEL unchanged = @selector(hash);
    [invocation getArgument:&unchanged atIndex:1];
    CHECK(unchanged == NULL);
    NSString *reason = nil;
    @try {
        [invocation invokeWithTarget:@"no block"];
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason hasPrefix:@"-[NSInvocation invoke]: the types 'v24@?0:8@16' are of a block, and the target 0x"]);
}

typedef void (^Callback)(int);

static int called_back;

@interface Service : NSObject
- (void)call:(Callback)callback;
@end
@implementation Service
- (void)call:(Callback)callback {
    callback(1);
}
@end

@interface Keeper : NSObject {
  @public
    NSInvocation *kept;
}
@end
@interface Keeper (Unimplemented)
- (void)call:(Callback)callback;
@end
@implementation Keeper
- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
    return [Service instanceMethodSignatureForSelector:selector];
}
- (void)forwardInvocation:(NSInvocation *)invocation {
    [invocation retainArguments];
    kept = RETAIN(invocation);
}
@end

__attribute__((noinline)) static void call_with_block(Keeper *keeper, int number) {
    [keeper call:^(int more) { called_back = number + more; }];  // passed on the stack
}

__attribute__((noinline)) static void overwrite_stack(void) {
    volatile char bytes[4096];
    for (size_t index = 0; index < sizeof bytes; index++) bytes[index] = 0x55;
}

TEST("an invocation that retains its arguments copies blocks, which may lie on the stack") {
    Keeper *keeper = [Keeper new];
    Service *service = [Service new];
    call_with_block(keeper, 41);
    overwrite_stack();
    [keeper->kept invokeWithTarget:service];
    CHECK(called_back == 42);
    RELEASE(keeper->kept);
    RELEASE(keeper);
    RELEASE(service);
}

@interface Stand : NSProxy {
  @public
    id real;
}
@end
@implementation Stand
- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
    return [real methodSignatureForSelector:selector];
}
- (void)forwardInvocation:(NSInvocation *)invocation {
    [invocation invokeWithTarget:real];
}
@end

@interface Maker : NSObject
@end
@implementation Maker
- (id)made {
    return AUTORELEASE([Mortal new]);
}
@end

TEST("the result of a call is retained only by an invocation that retains its arguments") {
    Maker *maker = [Maker new];
    for (int round = 0; round < 2; round++) {
        @autoreleasepool {
            NSMethodSignature *signature = [Maker instanceMethodSignatureForSelector:@selector(made)];
            NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:signature];
            invocation.selector = @selector(made);
            if (round) [invocation retainArguments];
            deaths = 0;
            @autoreleasepool {
                [invocation invokeWithTarget:maker];
            }
            CHECK(deaths == 1 - round);
        }
        CHECK(deaths == 1);
    }
    RELEASE(maker);
}

TEST("a result that is set is retained only by an invocation that retains its arguments") {
    NSMethodSignature *signature = [NSObject instanceMethodSignatureForSelector:@selector(self)];
    NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:signature];
    void *pointer = (void *)0x1234567, *result = NULL;
    [invocation setReturnValue:&pointer];
    [invocation getReturnValue:&result];
    CHECK(result == pointer);

    deaths = 0;
    for (int round = 0; round < 2; round++) {
        @autoreleasepool {
            Mortal *mortal = [Mortal new];
            [invocation setReturnValue:&mortal];
            [invocation retainArguments];
            RELEASE(mortal);
        }
        CHECK(deaths == round);
    }
    pointer = NULL;
    [invocation setReturnValue:&pointer];
    CHECK(deaths == 2);
}

@interface Refusing : NSObject
@end
@implementation Refusing
- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
    return [NSString instanceMethodSignatureForSelector:selector];
}
- (void)forwardInvocation:(NSInvocation *)invocation {
    void *pointer = (void *)0x1234567;
    [invocation setReturnValue:&pointer];
    [NSException raise:NSGenericException format:@"refused"];
}
@end

TEST("an exception of forwardInvocation: leaves the sender, whatever result was set before") {
    Refusing *refusing = [Refusing new];
    NSString *reason = nil, *text = @"none";
    @try {
        text = [(id)refusing uppercaseString];
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason isEqual:@"refused"] && [text isEqual:@"none"]);
    RELEASE(refusing);
}

TEST("a proxy of the program's own stands for another object") {
    Stand *stand = [Stand alloc];
    stand->real = @"a string";
    CHECK([(id)stand length] == 8 && [(id)stand hasPrefix:@"a "]);
    RELEASE(stand);
}

TEST("a class of proxies is no proxy: it describes its methods, and does not forward") {
    Class cls = [Stand class];
    CHECK([cls methodSignatureForSelector:@selector(alloc)].numberOfArguments == 2);
    CHECK([cls methodSignatureForSelector:@selector(length)] == nil);
    CHECK([cls instanceMethodSignatureForSelector:@selector(forwardInvocation:)].numberOfArguments == 3);
    CHECK([cls methodForSelector:@selector(alloc)] ==
          method_getImplementation(class_getClassMethod(cls, @selector(alloc))));
    CHECK([cls isSubclassOfClass:[NSProxy class]] && ![cls isSubclassOfClass:[NSObject class]] && ![cls isProxy]);
    NSString *reason = nil;
    @try {
        (void)[(id)cls stringByAppendingString:@""];
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason hasPrefix:@"+[Stand stringByAppendingString:]: unrecognized selector"]);
}

TEST("performSelector: and IMPs call compiled methods") {
    Calculator *object = [Calculator new];
    float (*half)(id, SEL, float) = (float (*)(id, SEL, float))(void *)[object methodForSelector:@selector(half:)];
    CHECK(half(object, @selector(half:), 8) == 4);
    CHECK([[object performSelector:@selector(self)] isMemberOfClass:[Calculator class]]);
    CHECK(((float (*)(id, SEL, float))(void *)objc_msgSend)(object, sel_registerName("half:"), 3) == 1.5f);
    RELEASE(object);
}

TEST("methods are exchanged, and the next message runs the other one") {
    Method first = class_getInstanceMethod([Calculator class], @selector(half:));
    IMP old =
        method_setImplementation(first, imp_implementationWithBlock(^(id self, float value) { return value * 10; }));
    Calculator *object = [Calculator new];
    CHECK([object half:2] == 20);
    CHECK(imp_removeBlock(method_setImplementation(first, old)));
    CHECK([object half:2] == 1);
    RELEASE(object);
}

@protocol Answering <NSObject>
@optional
- (double)answerTo:(int)question;
+ (int)count;
@end
@protocol Teaching <Answering>
@end
@interface Teacher : NSObject <Teaching>
@end
@implementation Teacher
@end
@interface Substitute : Teacher
@end
@implementation Substitute
@end

TEST("a method that a protocol declares has a signature, and is not recognized if nothing implements it") {
    Substitute *substitute = AUTORELEASE([Substitute new]);
    NSMethodSignature *signature = [substitute methodSignatureForSelector:@selector(answerTo:)];
    CHECK(signature.numberOfArguments == 3 && strcmp(signature.methodReturnType, "d") == 0);
    CHECK([[Substitute instanceMethodSignatureForSelector:@selector(answerTo:)] isEqual:signature]);
    CHECK(![substitute respondsToSelector:@selector(answerTo:)]);
    CHECK([[Substitute methodSignatureForSelector:@selector(count)] numberOfArguments] == 2);
    CHECK([substitute methodSignatureForSelector:@selector(count)] == nil);
    NSString *reason = nil;
    @try {
        [substitute answerTo:1];
    } @catch (NSException *exception) {
        reason = AUTORELEASE(RETAIN(exception.reason));
    }
    CHECK([reason hasPrefix:@"-[Substitute answerTo:]: unrecognized selector sent to instance"]);
}

@interface NSInvocation (Private)
- (void)invokeUsingIMP:(IMP)imp;
@end

static double twice_half(Calculator *self, SEL _cmd, int number) { return [self half:number] * 2; }

TEST("an invocation calls a function in place of the method") {
    Calculator *target = [Calculator new];
    NSMethodSignature *signature = [NSMethodSignature signatureWithObjCTypes:"d20@0:8i16"];
    NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:signature];
    int number = 7;
    double result = 0;
    invocation.target = target;
    invocation.selector = @selector(half:);
    [invocation setArgument:&number atIndex:2];
    [invocation invokeUsingIMP:(IMP)twice_half];
    [invocation getReturnValue:&result];
    CHECK(result == 7);
    RELEASE(target);
}

TEST("the class methods of a metaclass are those of its class") {
    Class metaclass = object_getClass([NSMutableArray class]);
    SEL array = @selector(array);
    CHECK(class_getClassMethod(metaclass, array) == class_getClassMethod([NSMutableArray class], array));
    CHECK(class_getClassMethod(metaclass, array) != NULL && class_getClassMethod(metaclass, @selector(count)) == NULL);
    CHECK(class_getClassMethod(Nil, array) == NULL);
}
