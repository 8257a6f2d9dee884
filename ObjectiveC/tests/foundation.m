// foundation.m - constant strings, literals, subscripts, loops, key-value coding and observing of compiled classes.
#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

TEST("a constant string is an NSString of its text") {
    NSString *ascii = @"hello", *wide = @"grüße, 世界 🙂", *empty = @"", *withNUL = @"a\0b";
    CHECK(ascii.length == 5 && strcmp(ascii.UTF8String, "hello") == 0 && [ascii characterAtIndex:1] == 'e');
    CHECK(wide.length == 12 && strcmp(wide.UTF8String, "grüße, 世界 🙂") == 0);
    CHECK([wide characterAtIndex:10] == 0xD83D && empty.length == 0 && withNUL.length == 3);
    CHECK([ascii isKindOfClass:[NSString class]] && [ascii class] == [@"x" class]);
    CHECK(strcmp(object_getClassName(ascii), "__NSCFConstantString") == 0);
}

TEST("constant strings equal, hash and compare as other strings do") {
    const char *texts[] = {"", "a", "a string that is longer than fifteen bytes", "größer"};
    NSString *strings[] = {@"", @"a", @"a string that is longer than fifteen bytes", @"größer"};
    for (int index = 0; index < 4; index++) {
        NSString *made = [NSString stringWithUTF8String:texts[index]];
        CHECK([made isEqual:strings[index]] && [strings[index] isEqualToString:made]);
        CHECK(made.hash == strings[index].hash && strings[index].hash == strings[index].hash);
        CHECK(strcmp(strings[index].UTF8String, texts[index]) == 0 && made.hash == strings[index].hash);
    }
    CHECK([@"a" compare:@"b"] == NSOrderedAscending && [@"abc" hasPrefix:@"ab"]);
}

TEST("a constant string is never freed, however often it is released") {
    NSString *string = @"for ever";
    for (int index = 0; index < 100; index++) {
        (void)RETAIN(string);
        NSString *copy = [string copy];
        CHECK(copy == string);
        RELEASE(copy);
        RELEASE(string);
    }
#if !__has_feature(objc_arc)
    for (int index = 0; index < 10; index++) [string release];
#endif
    CHECK([string isEqual:@"for ever"]);
}

TEST("boxed numbers, strings and expressions have their types and values") {
    CHECK([@42 intValue] == 42 && [@-1LL longLongValue] == -1 && [@3.5 doubleValue] == 3.5 && [@YES boolValue]);
    CHECK([@(2 + 3) intValue] == 5 && [@('x') charValue] == 'x' && [@1.5f floatValue] == 1.5f);
    CHECK([@18446744073709551615ULL unsignedLongLongValue] == 18446744073709551615ULL);
    CHECK([@("from C") isEqual:@"from C"] && [@42 isEqual:@42.0]);
    CHECK(strcmp([@2.5 objCType], "d") == 0);
}

TEST("a value made of the bytes of a number equals the number") {
#define VALUE(number)                                                                                                  \
    ({                                                                                                                 \
        __typeof__(number) bytes = number;                                                                             \
        [NSValue value:&bytes withObjCType:@encode(__typeof__(bytes))];                                                \
    })
    CHECK([VALUE(42) isEqual:@42] && [@42 isEqual:VALUE(42)] && VALUE(42).hash == (@42).hash);
    CHECK([VALUE(2.5) isEqual:@2.5] && [VALUE(1.5f) isEqual:@1.5f] && [VALUE((BOOL)YES) isEqual:@YES]);
    CHECK([VALUE(42) isEqualToValue:@42] && ![VALUE(42) isEqual:@43] && ![VALUE(42) isEqual:@"42"]);
    int number = 0;
    [VALUE(-7) getValue:&number];
    CHECK(number == -7 && strcmp(VALUE(-7).objCType, "i") == 0 && strcmp(VALUE(7UL).objCType, "Q") == 0);
    NSValue *made = [[NSValue alloc] initWithBytes:&number objCType:@encode(int)];
    CHECK([made isEqual:@-7]);
    RELEASE(made);
    CHECK(![[NSValue valueWithPointer:&number] isKindOfClass:[NSNumber class]]);
}

TEST("array and dictionary literals, and subscripts that read and write") {
    NSArray *array = @[ @"zero", @1, @[ @2 ] ];
    CHECK(array.count == 3 && [array[0] isEqual:@"zero"] && [array[2][0] intValue] == 2);
    NSDictionary *dictionary = @{@"one" : @1, @2 : @"two"};
    CHECK([dictionary[@"one"] intValue] == 1 && [dictionary[@2] isEqual:@"two"] && dictionary[@"no"] == nil);
    NSMutableArray *list = [NSMutableArray arrayWithArray:array];
    list[0] = @"changed";
    NSMutableDictionary *table = [NSMutableDictionary dictionary];
    table[@"key"] = list;
    CHECK([table[@"key"][0] isEqual:@"changed"]);
    table[@"key"] = nil;
    CHECK(table.count == 0 && [@[] count] == 0 && [@{} count] == 0);
}

TEST("a loop visits every member of each kind of collection") {
    int sum = 0;
    for (NSNumber *number in @[ @1, @2, @3 ]) sum += number.intValue;
    for (NSNumber *number in [NSSet setWithArray:@[ @10, @20 ]]) sum += number.intValue;
    for (NSString *key in @{@"a" : @1, @"b" : @2}) sum += (int)key.length * 100;
    for (id object in [NSOrderedSet orderedSetWithArray:@[ @5, @5 ]]) sum += [object intValue] * 1000;
    for (id object in [@[ @7 ] objectEnumerator]) sum += [object intValue] * 10000;
    for (id object in @[]) sum += [object intValue];
    CHECK(sum == 6 + 30 + 200 + 5000 + 70000);
    NSMutableArray *many = [NSMutableArray array];
    for (int index = 0; index < 1000; index++) [many addObject:@(index)];
    sum = 0;
    for (NSNumber *number in many) {
        if (number.intValue == 900) break;
        if (number.intValue % 2) continue;
        sum++;
    }
    CHECK(sum == 450);
}

@interface Countdown : NSObject <NSFastEnumeration>
@end
@implementation Countdown {
    unsigned long _changes;
}
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained *)buffer
                                    count:(NSUInteger)length {
    if (state->state == 3) return 0;
    static NSString *const texts[] = {@"three", @"two", @"one"};
    buffer[0] = texts[state->state++];
    state->itemsPtr = buffer;
    state->mutationsPtr = &_changes;
    return 1;
}
@end

TEST("a compiled class is looped over by its own fast enumeration") {
    Countdown *countdown = [Countdown new];
    NSUInteger letters = 0;
    for (NSString *text in countdown) letters += text.length;
    CHECK(letters == 5 + 3 + 3);
    RELEASE(countdown);
}

// ── The isa of root classes ─────────────────────────────────────────────────────────────────────────

@interface Stand : NSProxy
@end
@implementation Stand
#if !__has_feature(objc_arc)
#pragma clang diagnostic ignored "-Wdeprecated-objc-isa-usage"
- (Class)ownClass {
    return isa;
}
#endif
@end

TEST("each root class declares its isa, which is no key") {
    Class roots[] = {[NSObject class], [NSProxy class]};
    for (int index = 0; index < 2; index++) {
        unsigned count = 0;
        Ivar *ivars = class_copyIvarList(roots[index], &count);
        CHECK(count == 1 && strcmp(ivar_getName(ivars[0]), "isa") == 0 && ivar_getOffset(ivars[0]) == 0);
        CHECK(strcmp(ivar_getTypeEncoding(ivars[0]), "#") == 0 && class_getInstanceSize(roots[index]) == sizeof(Class));
        free(ivars);
    }
    CHECK(class_getInstanceVariable([Countdown class], "isa") == class_getInstanceVariable([NSObject class], "isa"));
    Countdown *countdown = [Countdown new];
    CHECK(object_getIvar(countdown, class_getInstanceVariable([NSObject class], "isa")) == [Countdown class]);
    int caught = 0;
    @try {
        [countdown setValue:[NSObject class] forKey:@"isa"];
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSUndefinedKeyException];
    } @
    try {
        [countdown valueForKey:@"isa"];
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSUndefinedKeyException];
    }
    CHECK(caught == 2 && object_getClass(countdown) == [Countdown class]);
    RELEASE(countdown);
#if !__has_feature(objc_arc)
    Stand *stand = [Stand alloc];
    CHECK([stand ownClass] == [Stand class]);
    [stand release];
#endif
}

// ── Observing ───────────────────────────────────────────────────────────────────────────────────────

@interface Account : NSObject
@property int balance;
@property(nonatomic, copy) NSString *owner;
@property(nonatomic, strong) NSMutableArray *entries;
@property(readonly) NSString *title;
@property(strong) Account *partner;
@end
@implementation Account
- (instancetype)init {
    if ((self = [super init])) _entries = [NSMutableArray new];
    return self;
}
+ (NSSet *)keyPathsForValuesAffectingTitle {
    return [NSSet setWithObject:@"owner"];
}
- (NSString *)title {
    return [@"account of " stringByAppendingString:self.owner ? self.owner : @"nobody"];
}
- (void)insertObject:(id)object inEntriesAtIndex:(NSUInteger)index {
    [self.entries insertObject:object atIndex:index];
}
- (void)removeObjectFromEntriesAtIndex:(NSUInteger)index {
    [self.entries removeObjectAtIndex:index];
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_owner release];
    [_entries release];
    [_partner release];
    [super dealloc];
}
#endif
@end

@interface Witness : NSObject {
  @public
    int count;
}
@property(strong) NSDictionary *change;
@property(copy) NSString *keyPath;
@end
@implementation Witness
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    count++;
    self.change = change;
    self.keyPath = keyPath;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_change release];
    [_keyPath release];
    [super dealloc];
}
#endif
@end

TEST("an observer of a compiled class is notified of each set, with old and new values") {
    Account *account = [Account new];
    Witness *witness = [Witness new];
    NSKeyValueObservingOptions both = NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld;
    [account addObserver:witness forKeyPath:@"balance" options:both context:NULL];
    CHECK([account class] == [Account class] && object_getClass(account) != [Account class]);
    account.balance = 5;
    account.balance = 8;
    CHECK(witness->count == 2 && [witness.change[NSKeyValueChangeOldKey] intValue] == 5);
    CHECK([witness.change[NSKeyValueChangeNewKey] intValue] == 8 && [witness.keyPath isEqual:@"balance"]);
    CHECK([witness.change[NSKeyValueChangeKindKey] unsignedIntegerValue] == NSKeyValueChangeSetting);
    [account removeObserver:witness forKeyPath:@"balance"];
    account.balance = 9;
    CHECK(witness->count == 2 && object_getClass(account) == [Account class]);
    RELEASE(witness);
    RELEASE(account);
}

TEST("dependent keys, key paths and collections of a compiled class are observed") {
    Account *account = [Account new], *partner = [Account new];
    Witness *witness = [Witness new];
    [account addObserver:witness forKeyPath:@"title" options:NSKeyValueObservingOptionNew context:NULL];
    account.owner = @"Ann";
    CHECK(witness->count == 1 && [witness.change[NSKeyValueChangeNewKey] isEqual:@"account of Ann"]);
    [account removeObserver:witness forKeyPath:@"title"];

    account.partner = partner;
    [account addObserver:witness forKeyPath:@"partner.owner" options:NSKeyValueObservingOptionNew context:NULL];
    partner.owner = @"Bob";
    CHECK(witness->count == 2 && [witness.change[NSKeyValueChangeNewKey] isEqual:@"Bob"]);
    account.partner = nil;
    partner.owner = @"nobody sees";
    CHECK(witness->count == 3);
    [account removeObserver:witness forKeyPath:@"partner.owner"];

    [account addObserver:witness forKeyPath:@"entries" options:NSKeyValueObservingOptionNew context:NULL];
    [[account mutableArrayValueForKey:@"entries"] addObject:@"first"];
    CHECK(witness->count == 4 && account.entries.count == 1);
    CHECK([witness.change[NSKeyValueChangeKindKey] unsignedIntegerValue] == NSKeyValueChangeInsertion);
    CHECK([witness.change[NSKeyValueChangeIndexesKey] containsIndex:0]);
    [account removeObserver:witness forKeyPath:@"entries"];
    RELEASE(witness);
    RELEASE(partner);
    RELEASE(account);
}

TEST("an observer receives the constant string with which it was registered") {
    NSString *const paths[] = {@"balance", @"title", @"partner.owner"};
    Account *account = [Account new];
    account.partner = AUTORELEASE([Account new]);
    Witness *witness = [Witness new];
    for (int index = 0; index < 3; index++) {
        [account addObserver:witness forKeyPath:paths[index] options:NSKeyValueObservingOptionInitial context:NULL];
        CHECK(witness.keyPath == paths[index]);
        witness.keyPath = nil;
        account.balance = 1;
        account.partner.owner = account.owner = @"Ann";
        CHECK(witness.keyPath == paths[index]);
        [account removeObserver:witness forKeyPath:paths[index]];
    }
    NSMutableString *changing = [NSMutableString stringWithString:@"partner.owner"];
    [account addObserver:witness forKeyPath:changing options:0 context:NULL];
    [changing appendString:@".length"];
    account.partner.owner = @"Bob";
    CHECK([witness.keyPath isEqual:@"partner.owner"]);
    [account removeObserver:witness forKeyPath:@"partner.owner"];
    RELEASE(witness);
    RELEASE(account);
}

TEST("setting the observation info to NULL removes all observers, and another value than the object's own raises") {
    Account *account = [Account new];
    Witness *witness = [Witness new];
    CHECK(account.observationInfo == NULL);
    [account addObserver:witness forKeyPath:@"owner" options:0 context:NULL];
    [account addObserver:witness forKeyPath:@"partner.owner" options:0 context:NULL];
    account.observationInfo = account.observationInfo;
    CHECK(object_getClass(account) != [Account class]);
    NSString *name = nil;
    @try {
        account.observationInfo = &name;
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvalidArgumentException] && account.observationInfo);
    account.observationInfo = NULL;
    CHECK(account.observationInfo == NULL && object_getClass(account) == [Account class]);
    RELEASE(witness);
    RELEASE(account);
}

TEST("a block without captures lies in memory that does not change, and cannot be observed") {
    id block = ^{};
    @try {
        [block addObserver:block forKeyPath:@"hash" options:0 context:NULL];
        CHECK(!"observed");
    } @catch (NSException *exception) {
        CHECK(strstr(exception.reason.UTF8String, "a constant lies in memory that does not change"));
    }
}

TEST("a category adds to a class of the runtime's") {
    CHECK([[@"loud" performSelector:@selector(shouted)] isEqual:@"loud!"]);
}

@interface NSString (Shouting)
- (NSString *)shouted;
@end
@implementation NSString (Shouting)
- (NSString *)shouted {
    return [self stringByAppendingString:@"!"];
}
@end

TEST("classes, selectors and protocols are found by their names") {
    CHECK(NSClassFromString(@"Account") == [Account class] && NSClassFromString(@"No such class") == Nil);
    CHECK(NSSelectorFromString(@"setBalance:") == @selector(setBalance:));
    CHECK([NSStringFromSelector(@selector(setBalance:)) isEqual:@"setBalance:"]);
    CHECK([NSStringFromClass([Account class]) isEqual:@"Account"]);
    CHECK(NSProtocolFromString(@"NSFastEnumeration") == @protocol(NSFastEnumeration));
}

TEST("the runtime's classes conform to the protocols that their headers declare") {
    CHECK([@"x" conformsToProtocol:@protocol(NSCopying)] && [@"x" conformsToProtocol:@protocol(NSMutableCopying)]);
    CHECK([[NSMutableArray array] conformsToProtocol:@protocol(NSFastEnumeration)]);
    CHECK([@1 conformsToProtocol:@protocol(NSCopying)] && ![@1 conformsToProtocol:@protocol(NSMutableCopying)]);
    CHECK([[NSMapTable class] conformsToProtocol:@protocol(NSFastEnumeration)]);
    CHECK([[NSNotification class] conformsToProtocol:@protocol(NSCopying)]);
    CHECK([[NSProxy class] conformsToProtocol:@protocol(NSObject)]);
    CHECK(protocol_getMethodDescription(@protocol(NSCopying), @selector(copyWithZone:), YES, YES).types);
}

@interface Spelled : NSString {
  @public
    const char *letters;
}
@end
@implementation Spelled
- (NSUInteger)length {
    return strlen(letters);
}
- (unichar)characterAtIndex:(NSUInteger)index {
    return (unichar)letters[index];
}
@end

TEST("a subclass of NSString with length and characterAtIndex: is a string") {
    Spelled *string = AUTORELEASE([Spelled new]);
    string->letters = "abc";
    CHECK(string.length == 3 && strcmp(string.UTF8String, "abc") == 0 && [string isEqual:@"abc"]);
    CHECK([@"abc" isEqual:string] && string.hash == @"abc".hash && @{@"abc" : @1}[string]);
    CHECK([[NSString stringWithFormat:@"<%@>", string] isEqual:@"<abc>"] && [string hasPrefix:@"ab"]);
    string->letters = "other";
    CHECK([string.uppercaseString isEqual:@"OTHER"] && strcmp(string.UTF8String, "other") == 0);
}

TEST("blocks are members of collections") {
    int (^five)(int) = ^(int value) { return value + 5; };
    NSArray *blocks = @[ AUTORELEASE([five copy]), ^{ return 1; } ];
    CHECK(((int (^)(int))blocks[0])(2) == 7 && ((int (^)(void))blocks[1])() == 1);
}
