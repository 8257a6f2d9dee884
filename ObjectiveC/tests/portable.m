// portable.m - what a program for Apple's systems finds in Foundation's header beside the classes: macros, C headers,
// libdispatch, protocols, functions.
#import "check-foundation.h"
#import "mortal.h"

// A header of the GNU C library, which uses __nonnull otherwise.
#include <glob.h>
#include <mach/mach_time.h>
#import <objc/NSObjCRuntime.h>
#import <objc/message.h>
#import <objc/objc-runtime.h>
#include <pthread/pthread_spis.h>

NS_ASSUME_NONNULL_BEGIN

// The annotations that libraries use are known.
@interface Portable : NSObject <NSCopying, NSSecureCoding>
@property(NS_NONATOMIC_IOSONLY, copy) NSString *__nullable title;
- (instancetype)initWithTitle:(nullable NSString *)title NS_DESIGNATED_INITIALIZER;
- (instancetype)init NS_AVAILABLE(10_7, 5_0);
+ (instancetype)new UNAVAILABLE_ATTRIBUTE;
- (void)old DEPRECATED_MSG_ATTRIBUTE("use -title");
- (void)later API_AVAILABLE(macos(10.13))__OSX_AVAILABLE_STARTING(__MAC_10_7, 5);
- (void)older __deprecated_msg("use -title");
- (NSString *__nonnull (^__nonnull)(NSString *__nonnull))block;
@end

NS_ASSUME_NONNULL_END

@implementation Portable
+ (BOOL)supportsSecureCoding {
    return YES;
}
- (instancetype)init {
    return [self initWithTitle:nil];
}
- (instancetype)initWithTitle:(NSString *)title {
    if ((self = [super init])) self.title = title;
    return self;
}
- (instancetype)initWithCoder:(__unused NSCoder *)coder {
    return [self init];
}
- (void)encodeWithCoder:(__unused NSCoder *)coder {
}
- (id)copyWithZone:(NSZone *)zone {
    return [[[self class] allocWithZone:zone] initWithTitle:self.title];
}
- (void)old {
}
- (void)later {
}
- (void)older __used {
}
- (NSString * (^)(NSString *))block {
    return ^(NSString *text) { return text; };
}
- (void)check:(int)value {
    NSAssert1(value > 0, @"%d is not positive", value);
    NSAssert2(value < 100, @"%d is not below %d", value, 100);
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_title release];
    [super dealloc];
}
#endif
@end

typedef NS_OPTIONS(NSUInteger, PortableOptions) { PortableOptionA = 1 << 0, PortableOptionB = 1 << 1 };
typedef NS_ENUM(NSInteger, PortableKind) { PortableKindNone, PortableKindSome };
NS_ENUM(NSInteger){PortableUnnamed = 7};

TEST("conditions name no system of Apple's, and versions are those of a modern one") {
#if TARGET_OS_IPHONE || TARGET_OS_MAC || !TARGET_OS_LINUX
    CHECK(!"a system of Apple's");
#endif
#if !defined(__MAC_OS_X_VERSION_MIN_REQUIRED) || __MAC_OS_X_VERSION_MAX_ALLOWED < __MAC_10_12
    CHECK(!"an old system");
#endif
#if OBJC_API_VERSION != 2
    CHECK(!"an old runtime");
#endif
    PortableOptions options = PortableOptionA | PortableOptionB;
    CHECK(options == 3 && PortableKindSome == 1 && PortableUnnamed == 7);
}

// Annotations of CoreFoundation, and of Swift's view of a program.
CF_EXTERN_C_BEGIN
typedef CF_ENUM(int, PortableColour) { PortableRed, PortableBlue } CF_SWIFT_NAME(Colour);
void portable_log(CFStringRef format, ...) CF_FORMAT_FUNCTION(1, 2) CF_REFINED_FOR_SWIFT;
CF_EXTERN_C_END
@interface Portable (Later)
- (void)wait:(void (^)(void))completion NS_SWIFT_DISABLE_ASYNC NS_SWIFT_NONISOLATED;
@end

TEST("numbers are read and written in the order of networks") {
    uint8_t bytes[9] = {0};
    OSWriteBigInt32(bytes, 1, 0x01020304);
    CHECK(bytes[1] == 1 && bytes[4] == 4 && bytes[5] == 0 && OSReadBigInt32(bytes, 1) == 0x01020304);
    CHECK(OSReadLittleInt16(bytes, 1) == 0x0201 && OSReadBigInt64(bytes, 1) == 0x0102030400000000);
    CHECK(OSSwapInt16(0x0102) == 0x0201 && OSSwapHostToLittleInt64(7) == 7 && ntohl(1) == 0x01000000);
    CHECK(CFByteOrderGetCurrent() == CFByteOrderLittleEndian && OSHostByteOrder() == OSLittleEndian);
    CHECK(CFSwapInt16(0x0102) == 0x0201 && CFSwapInt64LittleToHost(7) == 7 && PortableBlue == 1);
}

TEST("older names of options and functions exist") {
    CHECK(NSUncachedRead == NSDataReadingUncached && NSMappedRead == NSDataReadingMappedIfSafe);
    CHECK(NSAtomicWrite == NSDataWritingAtomic && NSZoneFromPointer(NULL) == NULL);
    CHECK([NSParseErrorException isEqual:@"NSParseErrorException"]);
}

TEST("a macro says that BOOL is bool") {
#if !OBJC_BOOL_IS_BOOL || defined(OBJC_BOOL_IS_CHAR)
    CHECK(false);
#endif
    CHECK(__builtin_types_compatible_p(BOOL, bool));
}

TEST("older code finds that blocks exist, and the message of the garbage collector") {
#if !NS_BLOCKS_AVAILABLE
    CHECK(!"no blocks");
#endif
    CHECK([NSObject instancesRespondToSelector:@selector(finalize)]);
}

TEST("Foundation.h includes the headers of C that Apple's includes") {
    CHECK(isalpha('a') && fabs(-1.5) == 1.5 && strlen("ab") == 2 && time(NULL) > 0);
    assert(UINT32_MAX > INT_MAX && FLT_MAX > 1);
    Dl_info place;
    CHECK(dladdr((void *)&puts, &place) && place.dli_fname);
}

TEST("Foundation.h includes libdispatch, which objc-clang links") {
    __block int runs = 0;
    static dispatch_once_t once;
    for (int index = 0; index < 2; index++) dispatch_once(&once, ^{ runs++; });
    dispatch_sync(dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), ^{ runs += 10; });
    CHECK(runs == 11);
}

TEST("nil converts to every type of pointer") {
    SEL selector = nil;
    Class cls = nil;
    const char *text = nil;
    void (^block)(void) = nil;
    CHECK(selector == NULL && cls == Nil && text == NULL && block == nil);
}

TEST("numbered assertions raise exceptions with their arguments") {
    Portable *object = AUTORELEASE([[Portable alloc] initWithTitle:@"t"]);
    CHECK(exception_of(^{ [object check:1]; }) == nil);
    CHECK([exception_of(^{ [object check:-1]; }).reason isEqual:@"-1 is not positive"]);
    CHECK([exception_of(^{ [object check:100]; }).reason isEqual:@"100 is not below 100"]);
    CHECK([exception_of(^{ NSCAssert1(NO, @"no %@", @"way"); }).reason isEqual:@"no way"]);
    CHECK([exception_of(^{ NSCParameterAssert(1 > 2); }).reason isEqual:@"Invalid parameter not satisfying: 1 > 2"]);
}

static int handled(int value) {
    NS_DURING
    if (value == 1) NS_VALUERETURN(1, int);
    [NSException raise:NSGenericException format:@"%d", value];
    NS_HANDLER
    return -localException.reason.intValue;
    NS_ENDHANDLER
    return 0;
}

TEST("NS_DURING and its like handle exceptions") { CHECK(handled(1) == 1 && handled(5) == -5); }

TEST("classes of Foundation adopt the protocols that their headers name") {
    for (Class cls in @[ [NSString class], [NSArray class], [NSDictionary class], [NSSet class] ]) {
        CHECK([cls conformsToProtocol:@protocol(NSCopying)] && [cls conformsToProtocol:@protocol(NSMutableCopying)]);
    }
    CHECK([NSException conformsToProtocol:@protocol(NSCopying)]);
    CHECK([Portable conformsToProtocol:@protocol(NSCoding)]);
    id<NSCopying> copyable = @[];
    CHECK([(id)copyable count] == 0);
}

TEST("a class is a subclass of itself and of the classes above it") {
    CHECK([NSMutableArray isSubclassOfClass:[NSArray class]] && [NSArray isSubclassOfClass:[NSArray class]]);
    CHECK(![NSArray isSubclassOfClass:[NSMutableArray class]] && ![NSArray isSubclassOfClass:Nil]);
}

TEST("a class keeps a version number") {
    CHECK([Portable version] == 0);
    [Portable setVersion:3];
    CHECK([Portable version] == 3 && class_getVersion([Portable class]) == 3);
}

TEST("the size and alignment of encoded types") {
    NSUInteger size = 0, alignment = 0;
    const char *rest = NSGetSizeAndAlignment("i{P=cd}16@", &size, &alignment);
    CHECK(size == 4 && alignment == 4);
    rest = NSGetSizeAndAlignment(rest, &size, &alignment);
    CHECK(size == 16 && alignment == 8 && strcmp(rest, "@") == 0);
    CHECK(*NSGetSizeAndAlignment(rest, NULL, NULL) == 0);
    CHECK([exception_of(^{ NSGetSizeAndAlignment("{open", NULL, NULL); }).reason containsString:@"'{open'"]);
}

TEST("ranges intersect, unite, and become strings") {
    CHECK(NSEqualRanges(NSIntersectionRange(NSMakeRange(0, 5), NSMakeRange(3, 5)), NSMakeRange(3, 2)));
    CHECK(NSEqualRanges(NSIntersectionRange(NSMakeRange(0, 3), NSMakeRange(3, 5)), NSMakeRange(0, 0)));
    CHECK(NSEqualRanges(NSUnionRange(NSMakeRange(1, 2), NSMakeRange(6, 1)), NSMakeRange(1, 6)));
    CHECK([NSStringFromRange(NSMakeRange(2, 3)) isEqual:@"{2, 3}"]);
    CHECK(NSEqualRanges(NSRangeFromString(@"{12, 3}"), NSMakeRange(12, 3)));
    CHECK(NSEqualRanges(NSRangeFromString(@"7"), NSMakeRange(7, 0)) && NSRangeFromString(@"x").length == 0);
}

TEST("values keep pointers, ranges, and objects that they do not retain") {
    int variable;
    CHECK([NSValue valueWithPointer:&variable].pointerValue == &variable);
    CHECK([[NSValue valueWithPointer:&variable] isEqual:[NSValue valueWithPointer:&variable]]);
    CHECK(NSEqualRanges([NSValue valueWithRange:NSMakeRange(1, 2)].rangeValue, NSMakeRange(1, 2)));
    deaths = 0;
    Mortal *object = [Mortal new];
    @autoreleasepool {
        NSValue *value = [NSValue valueWithNonretainedObject:object];
        CHECK(value.nonretainedObjectValue == object);
    }
    RELEASE(object);
    object = nil;
    CHECK(deaths == 1);
}

TEST("an object's reference can be counted by hand") {
    deaths = 0;
    Mortal *object = [Mortal new];
    CFTypeRef reference = CFBridgingRetain(object);
    RELEASE(object);
    object = nil;
    CHECK(deaths == 0);
    @autoreleasepool {
        CHECK(CFBridgingRelease(reference) != nil);
    }
    CHECK(deaths == 1);
}

static void note_name(NSException *exception) { fprintf(stderr, "handler: %s\n", exception.name.UTF8String); }

TEST("a handler is called before an exception ends the process") {
    CHECK(NSGetUncaughtExceptionHandler() == NULL);
    CHECK_ENDS("handler: Fatal", ({
                   NSSetUncaughtExceptionHandler(note_name);
                   [NSException raise:@"Fatal" format:@"%d", 1];
               }));
}

TEST("a thread's stack has an end and a size, and the clock runs") {
    char *end = pthread_get_stackaddr_np(pthread_self()), local;
    CHECK(end > &local && (size_t)(end - &local) < pthread_get_stacksize_np(pthread_self()));
    mach_timebase_info_data_t base;
    CHECK(mach_timebase_info(&base) == 0 && base.numer == 1 && base.denom == 1);
    uint64_t before = mach_absolute_time();
    usleep(1000);
    CHECK(mach_absolute_time() - before >= 1000000);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    CHECK(pthread_mutexattr_setpolicy_np(&attributes, _PTHREAD_MUTEX_POLICY_FIRSTFIT) == 0);
    pthread_mutexattr_destroy(&attributes);
}

#if !__has_feature(objc_arc)
static int deallocations;
@interface Bare : NSObject {
  @public
    int number;
}
@end
@implementation Bare
- (void)dealloc {
    deallocations++;
    NSDeallocateObject(self);
    return;
    [super dealloc];
}
@end

TEST("objects are made, copied and ended by functions") {
    Bare *bare = NSAllocateObject([Bare class], 16, nil);
    bare->number = 7;
    memset(object_getIndexedIvars(bare), 1, 16);
    Bare *copy = NSCopyObject(bare, 16, nil);
    CHECK(copy != bare && copy->number == 7 && [copy isKindOfClass:[Bare class]]);
    [bare release];
    [copy release];
    CHECK(deallocations == 2);
}
#endif
