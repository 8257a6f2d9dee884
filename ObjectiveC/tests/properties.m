// properties.m - synthesized accessors: atomic and nonatomic, copy, weak, and of structures.
#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

typedef struct {
    long a, b, c;
} Three;

static int deaths, copies;
@interface Value : NSObject <NSCopying>
@end
@implementation Value
- (id)copyWithZone:(NSZone *)zone {
    copies++;
    return [[Value alloc] init];
}
- (void)dealloc {
    deaths++;
    SUPER_DEALLOC;
}
@end

@interface Holder : NSObject
@property(strong) id atomicStrong;
@property(nonatomic, strong) id strong;
@property(copy) id atomicCopy;
@property(nonatomic, copy) id copied;
@property(assign) Three three;
@property(nonatomic, assign) Three plain;
@property char small;
@property double real;
@property(nonatomic, readonly) int computed;
@property(nonatomic, assign, getter=isOn) BOOL on;
#if __has_feature(objc_arc)
@property(weak) id weak;
#endif
@end
@implementation Holder
- (int)computed {
    return self.small * 2;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_atomicStrong release];
    [_strong release];
    [_atomicCopy release];
    [_copied release];
    [super dealloc];
}
#endif
@end

TEST("a strong property keeps its value, and lets the old one go") {
    deaths = 0;
    @autoreleasepool {
        Holder *holder = [Holder new];
        holder.atomicStrong = AUTORELEASE([Value new]);
        holder.strong = AUTORELEASE([Value new]);
        holder.strong = holder.strong;
        holder.atomicStrong = holder.strong;
        CHECK(holder.atomicStrong == holder.strong && holder.strong);
        RELEASE(holder);
        holder = nil;
    }
    CHECK(deaths == 2);
}

TEST("a property that copies has a copy, and nil for nil") {
    copies = deaths = 0;
    @autoreleasepool {
        Holder *holder = [Holder new];
        Value *value = [Value new];
        holder.atomicCopy = value;
        holder.copied = value;
        CHECK(copies == 2 && holder.copied != value && holder.atomicCopy != value && holder.copied);
        holder.copied = nil;
        CHECK(holder.copied == nil);
        RELEASE(value);
        RELEASE(holder);
        value = nil;
        holder = nil;
    }
    CHECK(deaths == 3);
}

TEST("properties of structures and numbers keep what was set") {
    Holder *holder = [Holder new];
    holder.three = (Three){1, 2, 3};
    holder.plain = (Three){4, 5, 6};
    holder.small = -5;
    holder.real = 0.25;
    holder.on = YES;
    CHECK(holder.three.c == 3 && holder.plain.a == 4 && holder.small == -5 && holder.real == 0.25 && holder.isOn);
    CHECK(holder.computed == -10);
    RELEASE(holder);
}

#if __has_feature(objc_arc)
TEST("a weak property reads nil when its object is gone") {
    Holder *holder = [Holder new];
    @autoreleasepool {
        Value *value = [Value new];
        holder.weak = value;
        CHECK(holder.weak == value);
    }
    CHECK(holder.weak == nil);
}
#endif

TEST("properties are read and set by their names") {
    Holder *holder = [Holder new];
    [holder setValue:@-3 forKey:@"small"];
    [holder setValue:@YES forKey:@"on"];
    [holder setValue:@"text" forKey:@"copied"];
    CHECK(holder.small == -3 && holder.isOn && [holder.copied isEqual:@"text"]);
    CHECK([[holder valueForKey:@"computed"] intValue] == -6);
    holder.plain = (Three){1, 2, 3};
    Three three;
    [[holder valueForKey:@"plain"] getValue:&three];
    CHECK(three.c == 3);
    RELEASE(holder);
}

// The compiler capitalizes only the letters a to z in the names of accessors.
@interface Foreign : NSObject {
  @public
    int sets;
    NSMutableArray *_éléments;
}
@property(copy, nonatomic) NSString *änderung;
@property(nonatomic) double σ;
@property(nonatomic) int ñ;
@property(nonatomic, readonly) NSString *öffnung;
@end
@implementation Foreign
- (instancetype)init {
    self = [super init];
    _éléments = [NSMutableArray new];
    return self;
}
- (void)setänderung:(NSString *)text {
    sets++;
    if (text == _änderung) return;
    RELEASE(_änderung);
    _änderung = [text copy];
}
- (NSArray *)éléments {
    return _éléments;
}
- (void)insertObject:(id)object inélémentsAtIndex:(NSUInteger)index {
    sets++;
    [_éléments insertObject:object atIndex:index];
}
- (void)removeObjectFromélémentsAtIndex:(NSUInteger)index {
    sets++;
    [_éléments removeObjectAtIndex:index];
}
+ (NSSet *)keyPathsForValuesAffectingöffnung {
    return [NSSet setWithObject:@"ñ"];
}
+ (BOOL)automaticallyNotifiesObserversOfσ {
    return NO;
}
- (NSString *)öffnung {
    return [NSString stringWithFormat:@"%d", self.ñ];
}
- (BOOL)validateñ:(id *)value error:(NSError **)error {
    *value = @77;
    return YES;
}
- (void)dealloc {
    RELEASE(_änderung);
    RELEASE(_éléments);
    SUPER_DEALLOC;
}
@end

@interface ForeignObserver : NSObject {
  @public
    int calls;
}
@property(nonatomic, strong) id last;
@end
@implementation ForeignObserver
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    calls++;
    self.last = change[NSKeyValueChangeNewKey];
}
- (void)dealloc {
    RELEASE(_last);
    SUPER_DEALLOC;
}
@end

TEST("properties that begin with a letter beyond ASCII are coded and observed by the compiler's accessors") {
    Foreign *object = [Foreign new];
    ForeignObserver *observer = [ForeignObserver new];
    NSArray *keys = @[ @"änderung", @"ñ", @"öffnung", @"éléments" ];
    [object setValue:@"x" forKey:@"änderung"];
    CHECK(object->sets == 1 && [object.änderung isEqual:@"x"]);
    for (NSString *key in keys)
        [object addObserver:observer forKeyPath:key options:NSKeyValueObservingOptionNew context:NULL];
    object.änderung = @"y";
    CHECK(observer->calls == 1 && [observer.last isEqual:@"y"]);
    [object setValue:@"z" forKey:@"änderung"];
    CHECK(observer->calls == 2 && object->sets == 3);
    object.ñ = 6;  // and öffnung
    CHECK(observer->calls == 4);
    [object insertObject:@1 inélémentsAtIndex:0];
    [[object mutableArrayValueForKey:@"éléments"] addObject:@2];
    CHECK(observer->calls == 6 && object->sets == 5);
    for (NSString *key in keys) [object removeObserver:observer forKeyPath:key];
    CHECK(![Foreign automaticallyNotifiesObserversForKey:@"σ"]);
    id value = @1;
    CHECK([object validateValue:&value forKey:@"ñ" error:NULL] && [value isEqual:@77]);
    RELEASE(observer);
    RELEASE(object);
}
