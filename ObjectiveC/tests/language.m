// language.m - features of the language that the other tests leave out: extensions, direct methods, aliases, generics,
// @selector and @encode, and classes of the program in the runtime's collections.
#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

typedef NS_ENUM(NSInteger, Colour) { Red = 1, Green };
typedef struct {
    int number;
    char text[4];
    struct {
        double x;
    } * inner;
} Described;

@protocol Drawable <NSObject>
@property(nonatomic) Colour colour;
- (NSString *)draw;
@optional
- (void)erase;
@end

__attribute__((objc_runtime_name("Shape.Renamed")))
@interface Shape : NSObject<Drawable>
- (instancetype)initWithSides:(int)sides NS_DESIGNATED_INITIALIZER;
- (instancetype)init NS_UNAVAILABLE;
@property(readonly) int sides;
@property(class, copy, nonatomic) NSString *unit;
- (int)directSum:(int)value __attribute__((objc_direct));
@end

@interface Shape ()
@property(readwrite) int sides;
@property(nonatomic) int secret;
@end

static NSString *unit;
@implementation Shape
@synthesize colour = _paint;
@dynamic secret;
+ (NSString *)unit {
    return unit;
}
+ (void)setUnit:(NSString *)value {
    if (unit != value) {
        RELEASE(unit);
        unit = [value copy];
    }
}
- (instancetype)initWithSides:(int)sides {
    if ((self = [super init])) {
        _sides = sides;
        _paint = Red;
    }
    return self;
}
- (NSString *)draw {
    return self.colour == Green ? @"green" : @"red";
}
- (int)directSum:(int)value {
    return value + self.sides;
}
- (BOOL)isEqual:(id)other {
    return [other isKindOfClass:[Shape class]] && [(Shape *)other sides] == self.sides;
}
- (NSUInteger)hash {
    return (NSUInteger)self.sides;
}
- (NSString *)description {
    return [@"shape " stringByAppendingString:[@(self.sides) stringValue]];
}
@end

@compatibility_alias Form Shape;

@interface Square : Shape
@end
@implementation Square
+ (instancetype)square {
    return AUTORELEASE([[self alloc] initWithSides:4]);
}
+ (NSString *)unit {
    return [super unit] ? [[super unit] stringByAppendingString:@"!"] : nil;
}
- (NSString *)draw {
    return [[super draw] stringByAppendingString:@" square"];
}
@end

@interface Square (Making)
+ (instancetype)square;
@end

static const char tag_key;
@interface Shape (Tagged)
@property(nonatomic, copy) NSString *tag;
@end
@implementation Shape (Tagged)
- (NSString *)tag {
    return objc_getAssociatedObject(self, &tag_key);
}
- (void)setTag:(NSString *)tag {
    objc_setAssociatedObject(self, &tag_key, tag, OBJC_ASSOCIATION_COPY_NONATOMIC);
}
@end

static Shape *make(int sides) { return AUTORELEASE([[Shape alloc] initWithSides:sides]); }

TEST("designated initialisers, class extensions, aliases and names given to the runtime") {
    Form *form = make(3);
    CHECK(form.sides == 3 && strcmp(class_getName([Shape class]), "Shape.Renamed") == 0);
    CHECK([Square square].sides == 4 && [[Square square] isMemberOfClass:[Square class]]);
    form.sides = 5;
    CHECK(form.sides == 5);
}

TEST("super is found in instance and class methods") {
    Square *square = [Square square];
    square.colour = Green;
    CHECK([[square draw] isEqual:@"green square"]);
    Shape.unit = @"metre";
    CHECK([Square.unit isEqual:@"metre!"] && [Shape.unit isEqual:@"metre"]);
    Shape.unit = nil;
    CHECK(Square.unit == nil);
}

TEST("a direct method is called without a message, and a message finds none") {
    CHECK([make(3) directSum:4] == 7);
    CHECK(![make(3) respondsToSelector:sel_registerName("directSum:")]);
}

TEST("a category keeps a property in an associated object") {
    Shape *shape = make(1);
    CHECK(shape.tag == nil);
    shape.tag = @"label";
    CHECK([shape.tag isEqual:@"label"] && [[shape valueForKey:@"tag"] isEqual:@"label"]);
}

TEST("@encode, @selector and @protocol are what the runtime reads") {
    CHECK(strcmp(@encode(int), "i") == 0 && strcmp(@encode(id), "@") == 0 && strcmp(@encode(BOOL), "B") == 0);
    CHECK(strcmp(@encode(Described), "{?=i[4c]^{?}}") == 0 || strstr(@encode(Described), "[4c]"));
    CHECK(@selector(draw) == sel_registerName("draw") && @selector(setColour:) == NSSelectorFromString(@"setColour:"));
    id<Drawable> drawable = make(2);
    CHECK([drawable conformsToProtocol:@protocol(Drawable)] && ![drawable respondsToSelector:@selector(erase)]);
    NSValue *value = [NSValue valueWithBytes:&(NSRange){3, 4} objCType:@encode(NSRange)];
    NSRange range;
    [value getValue:&range];
    CHECK(range.location == 3 && range.length == 4 && NSMaxRange(range) == 7);
}

TEST("the program's own equality, hash and description count in collections") {
    NSSet<Shape *> *set = [NSSet setWithArray:@[ make(3), make(4), make(3) ]];
    CHECK(set.count == 2 && [set containsObject:make(4)] && ![set containsObject:make(5)]);
    CHECK([@[ make(7) ] indexOfObject:make(7)] == 0);
    CHECK(strstr([@[ make(7) ] description].UTF8String, "shape 7"));
    CHECK([[@[ make(1), make(2) ] valueForKey:@"sides"] isEqual:@[ @1, @2 ]]);
}

@interface Countdown : NSArray
@end
@implementation Countdown
- (NSUInteger)count {
    return 3;
}
- (id)objectAtIndex:(NSUInteger)index {
    return @(3 - (int)index);
}
@end

TEST("a subclass of NSArray with two methods is an array") {
    NSArray *array = AUTORELEASE([[Countdown alloc] init]);
    int digits = 0;
    for (NSNumber *number in array) digits = digits * 10 + number.intValue;
    CHECK(digits == 321 && [array[1] intValue] == 2 && [array containsObject:@3]);
    CHECK([array isEqual:@[ @3, @2, @1 ]] && [array.lastObject intValue] == 1);
}

static int early(int value) {
    @autoreleasepool {
        if (value > 1) return value * 2;
        @synchronized([NSNull null]) {
            if (value == 1) return 100;
        }
    }
    return 0;
}

TEST("a return leaves pools and locks behind in order") {
    CHECK(early(5) == 10 && early(1) == 100 && early(0) == 0);
    @synchronized([NSNull null]) {
        CHECK(early(1) == 100);
    }
}

TEST("invocations call compiled methods with their arguments") {
    Shape *shape = make(6);
    NSMethodSignature *signature = [Shape instanceMethodSignatureForSelector:@selector(setColour:)];
    NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:signature];
    Colour colour = Green;
    invocation.selector = @selector(setColour:);
    [invocation setArgument:&colour atIndex:2];
    [invocation invokeWithTarget:shape];
    CHECK(shape.colour == Green && signature.numberOfArguments == 3 && signature.methodReturnLength == 0);
}

NS_INLINE int next_number(int *number) { return ++*number; }

@interface Strict : NSObject
@end
NS_ASSUME_NONNULL_BEGIN
@implementation Strict
- (BOOL)isEqual:(id)other {  // whatever the header says of nil, this compiles
    return other == self;
}
@end
NS_ASSUME_NONNULL_END

TEST("nil is a null pointer constant of any type") {
    for (int isOn = 0; isOn < 2; isOn++) {
        SEL selector = isOn ? @selector(hash) : nil;
        Class cls = isOn ? [NSObject class] : Nil;
        CHECK((selector != nil) == isOn && (cls != Nil) == isOn);
    }
    Strict *strict = AUTORELEASE([Strict new]);
    CHECK([strict isEqual:strict] && ![strict isEqual:nil]);
}

TEST("MIN, MAX and ABS evaluate their arguments once") {
    int number = 0;
    CHECK(MAX(next_number(&number), -5) == 1 && number == 1);
    CHECK(MIN(next_number(&number), 9) == 2 && ABS(-next_number(&number)) == 3 && ABS(-2.5) == 2.5);
}
