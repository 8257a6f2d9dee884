// archives.m - NSKeyedArchiver, NSKeyedUnarchiver and NSPropertyListSerialization.
#import "check-foundation.h"

@interface Person : NSObject <NSSecureCoding>
@property(nonatomic, copy) NSString *name;
@property(nonatomic) int age;
@property(nonatomic, strong) id partner;
@property(nonatomic, unsafe_unretained) Person *parent;
@end
@implementation Person
+ (BOOL)supportsSecureCoding {
    return YES;
}
- (void)encodeWithCoder:(NSCoder *)coder {
    [coder encodeObject:_name forKey:@"name"];
    [coder encodeInt:_age forKey:@"age"];
    [coder encodeObject:_partner forKey:@"$partner"];
    [coder encodeConditionalObject:_parent forKey:@"parent"];
}
- (instancetype)initWithCoder:(NSCoder *)coder {
    if ((self = [super init])) {
        self.name = [coder decodeObjectOfClass:[NSString class] forKey:@"name"];
        self.age = [coder decodeIntForKey:@"age"];
        self.partner = [coder decodeObjectForKey:@"$partner"];
        self.parent = [coder decodeObjectForKey:@"parent"];
    }
    return self;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_name release];
    [_partner release];
    [super dealloc];
}
#endif
@end

@interface Worker : Person
@end
@implementation Worker
@end

// Adopts NSCoding, and not NSSecureCoding.
@interface Plain : NSObject <NSCoding>
@end
@implementation Plain
- (void)encodeWithCoder:(NSCoder *)coder {
    [coder encodeObject:@"first"];
    [coder encodeObject:nil];
    [coder encodeObject:@"third"];
}
- (instancetype)initWithCoder:(NSCoder *)coder {
    CHECK([[coder decodeObject] isEqual:@"first"] && [coder decodeObject] == nil);
    CHECK([[coder decodeObject] isEqual:@"third"] && [coder decodeObject] == nil);
    return [super init];
}
@end

@interface Refusing : NSObject <NSCoding>
@end
@implementation Refusing
- (void)encodeWithCoder:(NSCoder *)coder {
    [NSException raise:@"Refused" format:@"no"];
}
- (instancetype)initWithCoder:(NSCoder *)coder {
    return [super init];
}
@end

static Person *person(NSString *name) {
    Person *person = AUTORELEASE([Person new]);
    person.name = name;
    person.age = 33;
    return person;
}

static id copy_of(id object) {
    return [NSKeyedUnarchiver unarchiveObjectWithData:[NSKeyedArchiver archivedDataWithRootObject:object]];
}

TEST("an object comes back from an archive with its values") {
    Person *ann = person(@"Ann"), *copy = copy_of(ann);
    CHECK([copy isMemberOfClass:[Person class]] && copy != ann);
    CHECK([copy.name isEqual:@"Ann"] && copy.age == 33 && copy.partner == nil);
    CHECK(copy_of(nil) == nil && copy_of(AUTORELEASE([Plain new])) != nil);
}

TEST("an object that is encoded twice comes back as one, and a cycle as a cycle") {
    Person *ann = person(@"Ann"), *bob = person(@"Bob");
    ann.partner = bob;
    bob.partner = ann;
    NSArray *copies = copy_of(@[ ann, ann ]);
    CHECK(copies[0] == copies[1] && [[[copies[0] partner] name] isEqual:@"Bob"]);
    CHECK([[copies[0] partner] partner] == copies[0]);
    bob.partner = nil;
    [[copies[0] partner] setPartner:nil];
}

TEST("a conditional object is nil unless the archive has it otherwise") {
    Person *ann = person(@"Ann"), *child = person(@"Child");
    child.parent = ann;
    CHECK([copy_of(child) parent] == nil);
    NSArray *family = copy_of(@[ child, ann ]);
    CHECK([family[0] parent] == family[1] && [[family[1] name] isEqual:@"Ann"]);
}

TEST("the runtime's values come back equal and of their class") {
    NSMutableIndexSet *indexes = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(2, 3)];
    [indexes addIndex:1000000];
    NSDictionary *info = @{NSLocalizedDescriptionKey : @"why"};
    NSURL *base = [NSURL URLWithString:@"http://a.org/b/"];
    NSArray *values = @[
        @"text",
        @"$null",
        [NSMutableString stringWithString:@"x"],
        @42,
        @-1,
        @2.5,
        @YES,
        @(ULLONG_MAX),
        [NSNull null],
        [NSData dataWithBytes:"\1\2" length:2],
        [NSMutableData dataWithLength:3],
        [NSData data],
        [NSDate dateWithTimeIntervalSinceReferenceDate:1.5],
        [NSURL URLWithString:@"c?d" relativeToURL:base],
        [NSUUID UUID],
        [NSDecimalNumber decimalNumberWithString:@"-12345678901234567890.123"],
        @[],
        @[ @1, @[ @"a" ] ],
        [NSMutableArray arrayWithObject:@1],
        @{@1 : @"one",
          @"two" : @2},
        [NSMutableDictionary dictionary],
        [NSSet setWithObjects:@1, @2, nil],
        [NSMutableSet set],
        [NSOrderedSet orderedSetWithArray:@[ @3, @1 ]],
        [NSIndexSet indexSet],
        [NSIndexSet indexSetWithIndex:7],
        indexes,
        [NSCountedSet setWithArray:@[ @"a", @"b", @"a" ]]
    ];
    NSArray *copies = copy_of(values);
    CHECK(copies.count == values.count);
    for (NSUInteger index = 0; index < copies.count; index++) {
        CHECK([copies[index] isEqual:values[index]]);
        CHECK([copies[index] classForCoder] == [values[index] classForCoder]);
        CHECK(![values[index] isKindOfClass:[NSNumber class]] ||
              strcmp([copies[index] objCType], [values[index] objCType]) == 0 || index == 3 || index == 4);
    }
    CHECK([copies.lastObject countForObject:@"a"] == 2);
    NSError *error = copy_of([NSError errorWithDomain:@"D" code:7 userInfo:info]);
    CHECK([error.domain isEqual:@"D"] && error.code == 7 && [error.userInfo isEqual:info]);
}

TEST("an archiver writes values by keys, into data of the program, in both formats") {
    for (NSUInteger format = NSPropertyListXMLFormat_v1_0; format <= NSPropertyListBinaryFormat_v1_0; format += 100) {
        NSMutableData *data = [NSMutableData data];
        NSKeyedArchiver *archiver = AUTORELEASE([[NSKeyedArchiver alloc] initForWritingWithMutableData:data]);
        archiver.outputFormat = (NSPropertyListFormat)format;
        CHECK(archiver.allowsKeyedCoding && archiver.outputFormat == format);
        [archiver encodeBool:YES forKey:@"bool"];
        [archiver encodeInteger:NSIntegerMin forKey:@"integer"];
        [archiver encodeInt64:1LL << 40 forKey:@"int64"];
        [archiver encodeFloat:0.5f forKey:@"float"];
        [archiver encodeDouble:0.1 forKey:@"double"];
        [archiver encodeBytes:(const uint8_t *)"abc" length:3 forKey:@"bytes"];
        [archiver encodeObject:@"x" forKey:@"object"];
        CHECK(data.length == 0);
        [archiver finishEncoding];
        CHECK(memcmp(data.bytes, format == NSPropertyListXMLFormat_v1_0 ? "<?xml" : "bplist", 5) == 0);
        NSKeyedUnarchiver *reader = AUTORELEASE([[NSKeyedUnarchiver alloc] initForReadingWithData:data]);
        CHECK([reader decodeBoolForKey:@"bool"] && [reader decodeIntegerForKey:@"integer"] == NSIntegerMin);
        CHECK([reader decodeInt64ForKey:@"int64"] == 1LL << 40 && [reader decodeFloatForKey:@"float"] == 0.5f);
        CHECK([reader decodeDoubleForKey:@"double"] == 0.1 && [reader decodeIntForKey:@"missing"] == 0);
        NSUInteger length = 0;
        const uint8_t *bytes = [reader decodeBytesForKey:@"bytes" returnedLength:&length];
        CHECK(length == 3 && memcmp(bytes, "abc", 3) == 0);
        CHECK([[reader decodeObjectForKey:@"object"] isEqual:@"x"] && [reader decodeObjectForKey:@"missing"] == nil);
        CHECK([reader containsValueForKey:@"object"] && ![reader containsValueForKey:@"missing"]);
        [reader finishDecoding];
    }
}

static NSDictionary *list_of(NSData *archive) {
    return [NSPropertyListSerialization propertyListWithData:archive options:0 format:NULL error:NULL];
}

TEST("an archive is a property list as Apple writes it") {
    NSDictionary *list = list_of([NSKeyedArchiver archivedDataWithRootObject:person(@"Ann")]);
    CHECK([list[@"$archiver"] isEqual:@"NSKeyedArchiver"] && [list[@"$version"] isEqual:@100000]);
    CHECK([list[@"$top"] isEqual:@{NSKeyedArchiveRootObjectKey : @{@"CF$UID" : @1}}]);
    NSArray *objects = list[@"$objects"];
    CHECK([objects[0] isEqual:@"$null"] && [objects[2] isEqual:@"Ann"]);
    CHECK([objects[1][@"name"] isEqual:@{@"CF$UID" : @2}] && [objects[1][@"age"] isEqual:@33]);
    CHECK([objects[1][@"$$partner"] isEqual:@{@"CF$UID" : @0}]);
    NSUInteger cls = [objects[1][@"$class"][@"CF$UID"] unsignedIntegerValue];
    CHECK([objects[cls] isEqual:@{@"$classname" : @"Person", @"$classes" : @[ @"Person", @"NSObject" ]}]);
}

TEST("values of points, sizes, rectangles and ranges come back, and other structures are refused") {
    CGRect rectangle = CGRectMake(1.5, -2, 1e300, 0);
    NSArray *values = @[
        [NSValue valueWithPoint:CGPointMake(1, 0.1)], [NSValue valueWithSize:CGSizeMake(12, 34)],
        [NSValue valueWithBytes:&rectangle objCType:@encode(CGRect)], [NSValue valueWithRange:NSMakeRange(3, 4)]
    ];
    CHECK([copy_of(values) isEqual:values]);
    NSArray *objects = list_of([NSKeyedArchiver archivedDataWithRootObject:values[1]])[@"$objects"];
    CHECK([objects[1][@"NS.special"] isEqual:@2] && [objects containsObject:@"{12, 34}"]);
    NSValue *pointer = [NSValue valueWithPointer:&rectangle];
    NSException *raised = exception_of(^{ [NSKeyedArchiver archivedDataWithRootObject:pointer]; });
    CHECK([raised.name isEqual:NSInvalidArgumentException] && [raised.reason containsString:@"'^v'"]);
}

TEST("a class is archived and decoded under another name") {
    [NSKeyedArchiver setClassName:@"Absent" forClass:[Person class]];
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:person(@"Ann")];
    [NSKeyedArchiver setClassName:nil forClass:[Person class]];
    CHECK([[list_of(data)[@"$objects"] lastObject][@"$classes"] isEqual:(@[ @"Absent", @"NSObject" ])]);
    NSException *exception = exception_of(^{ [NSKeyedUnarchiver unarchiveObjectWithData:data]; });
    CHECK([exception.name isEqual:NSInvalidUnarchiveOperationException] && [exception.reason containsString:@"Absent"]);
    NSKeyedUnarchiver *reader = AUTORELEASE([[NSKeyedUnarchiver alloc] initForReadingWithData:data]);
    [reader setClass:[Worker class] forClassName:@"Absent"];
    CHECK([[reader decodeObjectForKey:@"root"] isKindOfClass:[Worker class]]);
    [NSKeyedUnarchiver setClass:[Person class] forClassName:@"Absent"];
    CHECK([[[NSKeyedUnarchiver unarchiveObjectWithData:data] name] isEqual:@"Ann"]);
    [NSKeyedUnarchiver setClass:Nil forClassName:@"Absent"];
}

TEST("an observed object is archived as an object of its class") {
    Person *ann = person(@"Ann");
    Watcher *watcher = AUTORELEASE([Watcher new]);
    [ann addObserver:watcher forKeyPath:@"age" options:0 context:NULL];
    CHECK([copy_of(ann) isMemberOfClass:[Person class]]);
    [ann removeObserver:watcher forKeyPath:@"age"];
}

TEST("secure decoding creates objects of the allowed classes only") {
    NSError *error = nil;
    Worker *worker = AUTORELEASE([Worker new]);
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:worker requiringSecureCoding:YES error:&error];
    CHECK([[NSKeyedUnarchiver unarchivedObjectOfClass:[Person class] fromData:data
                                                error:&error] class] == [Worker class]);
    CHECK(error == nil);
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClass:[NSString class] fromData:data error:&error] == nil);
    CHECK([error.domain isEqual:NSCocoaErrorDomain] && error.code == NSCoderReadCorruptError);
    CHECK([error.localizedDescription containsString:@"'Worker'"]);
    data = [NSKeyedArchiver archivedDataWithRootObject:@[ worker ]];
    NSSet *person = [NSSet setWithObject:[Person class]];
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClasses:person fromData:data error:NULL] == nil);
    CHECK([[NSKeyedUnarchiver unarchivedArrayOfObjectsOfClasses:person fromData:data error:NULL] count] == 1);
    CHECK([[NSKeyedUnarchiver unarchivedArrayOfObjectsOfClass:[Person class] fromData:data error:NULL] count] == 1);
    data = [NSKeyedArchiver archivedDataWithRootObject:@{@"key" : worker}];
    CHECK([NSKeyedUnarchiver unarchivedDictionaryWithKeysOfClasses:[NSSet set]
                                                  objectsOfClasses:person
                                                          fromData:data
                                                             error:NULL][@"key"] != nil);
}

static NSData *archive_of(id objects, id root) {
    NSDictionary *list =
        @{@"$archiver" : @"NSKeyedArchiver",
          @"$version" : @100000,
          @"$top" : @{@"root" : root},
          @"$objects" : objects};
    return [NSPropertyListSerialization dataWithPropertyList:list
                                                      format:NSPropertyListBinaryFormat_v1_0
                                                     options:0
                                                       error:NULL];
}

static NSDictionary *reference(NSUInteger index) {
    return @{@"CF$UID" : @(index)};
}

// Decodes its parts by the class that a test expects, whatever the archive contains.
@interface Pair : NSObject <NSSecureCoding>
@property(nonatomic, strong) id first, second;
@end
static NSArray<NSSet *> *pair_classes;
static NSUInteger pair_exceptions;
@implementation Pair
+ (BOOL)supportsSecureCoding {
    return YES;
}
- (void)encodeWithCoder:(NSCoder *)coder {
    [coder encodeObject:_first forKey:@"first"];
    [coder encodeObject:_second forKey:@"second"];
}
- (instancetype)initWithCoder:(NSCoder *)coder {
    if (!(self = [super init])) return self;
    self.first = [coder decodeObjectOfClasses:pair_classes[0] forKey:@"first"];
    for (int attempt = 0; attempt < 2; attempt++) {
        @try {
            self.second = [coder decodeObjectOfClasses:pair_classes[1] forKey:@"second"];
        } @catch (NSException *exception) {
            pair_exceptions++;
        }
    }
    return self;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_first release];
    [_second release];
    [super dealloc];
}
#endif
@end

// Returns the second part of a pair, which encodes both and decodes them as objects of these classes.
static id second_part(id first, id second, NSArray *firstClasses, NSArray *secondClasses) {
    Pair *pair = AUTORELEASE([Pair new]);
    pair.first = first;
    pair.second = second;
    pair_classes = @[ [NSSet setWithArray:firstClasses], [NSSet setWithArray:secondClasses] ];
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:pair];
    Pair *copy = [NSKeyedUnarchiver unarchivedObjectOfClass:[Pair class] fromData:data error:NULL];
    CHECK((copy.first == nil) == (first == nil));
    return copy.second;
}

TEST("secure decoding checks strings, numbers and property lists that stand in an archive as such") {
    NSArray *values = @[ @"text", @42, @[ @1 ], @{@"key" : @1}, [NSData data], [NSDate date] ];
    for (id value in values) {
        NSData *archives[] = { archive_of(@[ @"$null", value ], reference(1)), archive_of(@[], value) };
        for (int index = 0; index < 2; index++) {
            NSError *error = nil;
            CHECK([NSKeyedUnarchiver unarchivedObjectOfClass:[Person class] fromData:archives[index]
                                                       error:&error] == nil);
            CHECK(error.code == NSCoderReadCorruptError);
            CHECK([[NSKeyedUnarchiver unarchivedObjectOfClass:[value classForCoder] fromData:archives[index]
                                                        error:NULL] isEqual:value]);
        }
    }
    NSData *nested = archive_of(@[ @"$null", @[ @[ @"text", [NSData data] ] ] ], reference(1));
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClass:[NSArray class] fromData:nested error:NULL] == nil);
    NSSet *classes = [NSSet setWithObjects:[NSArray class], [NSData class], nil];
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClasses:classes fromData:nested error:NULL] != nil);
}

TEST("secure decoding checks an object again where the archive refers to it once more") {
    NSArray *persons = @[ [Person class] ], *urls = @[ [NSURL class] ];
    NSArray *personLists = [persons arrayByAddingObject:[NSArray class]];
    NSArray *urlLists = [urls arrayByAddingObject:[NSArray class]];
    Person *ann = person(@"Ann");
    pair_exceptions = 0;
    CHECK(second_part(ann, ann, persons, persons) != nil && pair_exceptions == 0);
    CHECK(second_part(ann, ann, persons, urls) == nil && pair_exceptions == 2);
    CHECK(second_part(@"text", @"text", @[ [NSString class] ], urls) == nil);
    NSArray *list = @[ ann, @"text" ], *nested = @[ list ];
    CHECK(second_part(list, list, personLists, personLists) != nil);
    CHECK(second_part(list, list, personLists, urlLists) == nil);
    CHECK(second_part(nested, nested, personLists, personLists) != nil);
    CHECK(second_part(nested, list, personLists, urlLists) == nil);
    CHECK(second_part(nested, nested, personLists, urlLists) == nil);
    CHECK(second_part(@[], nested, urlLists, urlLists) == nil);
}

TEST("secure decoding checks the parts of an object that was returned before it had them") {
    // The object 1 is an array of a pair, whose first part is the array, and of a date.
    NSArray *objects = @[
        @"$null",
        @{@"$class" : reference(2),
          @"NS.objects" : @[ reference(3), reference(5) ]},
        @{@"$classname" : @"NSArray"}, @{@"$class" : reference(4), @"first" : reference(1)}, @{@"$classname" : @"Pair"},
        [NSDate date]
    ];
    NSArray *all = @[ [NSArray class], [Pair class], [NSDate class] ];
    for (NSUInteger count = 2; count <= 3; count++) {
        pair_classes = @[ [NSSet setWithArray:[all subarrayWithRange:NSMakeRange(0, count)]], [NSSet set] ];
        NSArray *list = [NSKeyedUnarchiver unarchivedObjectOfClasses:[NSSet setWithArray:all]
                                                            fromData:archive_of(objects, reference(1))
                                                               error:NULL];
        CHECK((list != nil) == (count == 3));
        [list.firstObject setFirst:nil];
    }
}

TEST("an array or a dictionary of some classes is one, and contains no other objects") {
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:person(@"Ann")];
    CHECK([NSKeyedUnarchiver unarchivedArrayOfObjectsOfClass:[Person class] fromData:data error:NULL] == nil);
    data = [NSKeyedArchiver archivedDataWithRootObject:@[ @[ person(@"Ann") ] ]];
    CHECK([NSKeyedUnarchiver unarchivedArrayOfObjectsOfClass:[Person class] fromData:data error:NULL] == nil);
    data = [NSKeyedArchiver archivedDataWithRootObject:@[ @"text", @1 ]];
    CHECK([NSKeyedUnarchiver unarchivedArrayOfObjectsOfClass:[NSDate class] fromData:data error:NULL] == nil);
    NSSet *texts = [NSSet setWithObjects:[NSString class], [NSNumber class], nil];
    CHECK([[NSKeyedUnarchiver unarchivedArrayOfObjectsOfClasses:texts fromData:data error:NULL] count] == 2);
    NSSet *dates = [NSSet setWithObject:[NSDate class]], *urls = [NSSet setWithObject:[NSURL class]];
    NSDate *date = [NSDate date];
    NSURL *url = [NSURL URLWithString:@"http://a.org"];
    for (NSDictionary *entry in @[ @{date : url}, @{url : date} ]) {
        data = [NSKeyedArchiver archivedDataWithRootObject:entry];
        NSDictionary *copy = [NSKeyedUnarchiver unarchivedDictionaryWithKeysOfClasses:dates
                                                                     objectsOfClasses:urls
                                                                             fromData:data
                                                                                error:NULL];
        CHECK([entry objectForKey:date] ? [copy isEqual:entry] : copy == nil);
    }
    data = [NSKeyedArchiver archivedDataWithRootObject:date];
    CHECK([NSKeyedUnarchiver unarchivedDictionaryWithKeysOfClasses:dates
                                                  objectsOfClasses:dates
                                                          fromData:data
                                                             error:NULL] == nil);
}

TEST("secure decoding of an error and an address allows the parts that they have") {
    NSURL *url = [NSURL URLWithString:@"c" relativeToURL:[NSURL URLWithString:@"http://a.org/"]];
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:url];
    CHECK([[NSKeyedUnarchiver unarchivedObjectOfClass:[NSURL class] fromData:data error:NULL] isEqual:url]);
    NSError *error = [NSError errorWithDomain:@"D" code:7 userInfo:@{@"url" : url, @"list" : @[ @1 ]}];
    data = [NSKeyedArchiver archivedDataWithRootObject:error];
    error = [NSKeyedUnarchiver unarchivedObjectOfClass:[NSError class] fromData:data error:NULL];
    CHECK([error.userInfo[@"url"] isEqual:url] && [error.userInfo[@"list"] count] == 1);
}

TEST("secure coding needs a class that supports it, on both sides") {
    NSError *error = nil;
    Plain *plain = AUTORELEASE([Plain new]);
    CHECK([NSKeyedArchiver archivedDataWithRootObject:plain requiringSecureCoding:YES error:&error] == nil);
    CHECK(error.code == NSCoderInvalidValueError && [error.localizedDescription containsString:@"'Plain'"]);
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:plain];
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClass:[Plain class] fromData:data error:&error] == nil);
}

TEST("an exception of an object that encodes itself reaches the program, and the archiver stays usable") {
    NSKeyedArchiver *archiver = AUTORELEASE([[NSKeyedArchiver alloc] initRequiringSecureCoding:NO]);
    Refusing *refusing = AUTORELEASE([Refusing new]);
    NSException *exception = exception_of(^{ [archiver encodeObject:@[ @"before", refusing ] forKey:@"list"]; });
    CHECK([exception.name isEqual:@"Refused"]);
    [archiver encodeObject:@[ @1, @2 ] forKey:@"root"];
    CHECK([[NSKeyedUnarchiver unarchiveObjectWithData:archiver.encodedData] isEqual:(@[ @1, @2 ])]);
    exception = exception_of(^{ [NSKeyedArchiver archivedDataWithRootObject:[NSObject new]]; });
    CHECK([exception.reason containsString:@"encodeWithCoder:"]);
}

TEST("data that are no sound archive raise or are an NSError, and never crash") {
    NSData *nonsense = [NSData dataWithBytes:"nope" length:4];
    NSError *error = nil;
    CHECK([NSKeyedUnarchiver unarchivedObjectOfClass:[NSString class] fromData:nonsense error:&error] == nil && error);
    CHECK([[NSKeyedUnarchiver alloc] initForReadingFromData:nonsense error:NULL] == nil);
    NSException *exception = exception_of(^{ [NSKeyedUnarchiver unarchiveObjectWithData:nonsense]; });
    CHECK([exception.name isEqual:NSInvalidArgumentException]);
    exception = exception_of(^{ [NSKeyedUnarchiver unarchiveObjectWithData:archive_of(@[ @"$null" ], reference(7))]; });
    CHECK([exception.name isEqual:NSRangeException]);
    for (id object in @[ @{@"$class" : reference(0)}, @{@"$class" : reference(9)}, @{@"$class" : @"Person"} ]) {
        NSData *data = archive_of(@[ @"$null", object ], reference(1));
        CHECK([NSKeyedUnarchiver unarchiveTopLevelObjectWithData:data error:&error] == nil);
        CHECK(error.code == NSCoderReadCorruptError);
    }
    NSMutableArray *objects = [NSMutableArray arrayWithObject:@{@"$classname" : @"NSArray", @"$classes" : @[]}];
    for (NSUInteger index = 1; index < 400; index++) {
        [objects addObject:@{@"$class" : reference(0), @"NS.objects" : @[ reference(index + 1) ]}];
    }
    [objects addObject:@"the last"];
    exception = exception_of(^{ [NSKeyedUnarchiver unarchiveObjectWithData:archive_of(objects, reference(1))]; });
    CHECK([exception.reason containsString:@"300 levels deep"]);
}

TEST("objects may be nested 300 levels deep, and are not archived if they are nested deeper") {
    id nested = @"the innermost";
    for (int level = 0; level < 300; level++) nested = @[ nested ];
    CHECK([copy_of(nested) isEqual:nested]);
    nested = @[ nested ];
    NSException *exception = exception_of(^{ [NSKeyedArchiver archivedDataWithRootObject:nested]; });
    CHECK([exception.name isEqual:NSInvalidArchiveOperationException]);
    CHECK([exception.reason containsString:@"300 levels deep"]);
}

TEST("an archive is a file") {
    NSString *path = [NSString stringWithFormat:@"%s/archives-%d", P_tmpdir, getpid()];
    CHECK([NSKeyedArchiver archiveRootObject:@[ @"a" ] toFile:path]);
    CHECK([[NSKeyedUnarchiver unarchiveObjectWithFile:path] isEqual:@[ @"a" ]]);
    unlink(path.UTF8String);
    CHECK([NSKeyedUnarchiver unarchiveObjectWithFile:path] == nil);
    CHECK(![NSKeyedArchiver archiveRootObject:@"a" toFile:@"/missing/file"]);
}

TEST("a property list comes back, mutable if the program wants it") {
    NSDictionary *list = @{@"a" : @[ @"x", @1, @2.5, @YES, [NSDate dateWithTimeIntervalSince1970:5], [NSData data] ]};
    for (NSUInteger format = NSPropertyListXMLFormat_v1_0; format <= NSPropertyListBinaryFormat_v1_0; format += 100) {
        NSData *data = [NSPropertyListSerialization dataWithPropertyList:list format:format options:0 error:NULL];
        NSPropertyListFormat found = 0;
        id copy = [NSPropertyListSerialization propertyListWithData:data options:0 format:&found error:NULL];
        CHECK([copy isEqual:list] && found == format && ![copy isKindOfClass:[NSMutableDictionary class]]);
        copy = [NSPropertyListSerialization propertyListWithData:data
                                                         options:NSPropertyListMutableContainersAndLeaves
                                                          format:NULL
                                                           error:NULL];
        [copy[@"a"][0] appendString:@"y"];
        [copy[@"a"] removeObjectsInRange:NSMakeRange(1, 5)];
        CHECK([copy isEqual:@{@"a" : @[ @"xy" ]}]);
    }
    NSError *error = nil;
    CHECK([NSPropertyListSerialization propertyList:list isValidForFormat:NSPropertyListXMLFormat_v1_0]);
    CHECK(![NSPropertyListSerialization propertyList:@[ [NSNull null] ] isValidForFormat:NSPropertyListXMLFormat_v1_0]);
    CHECK([NSPropertyListSerialization dataWithPropertyList:@[ [NSNull null] ]
                                                     format:NSPropertyListXMLFormat_v1_0
                                                    options:0
                                                      error:&error] == nil);
    CHECK(error.code == NSPropertyListWriteInvalidError);
    CHECK([NSPropertyListSerialization propertyListWithData:[NSData dataWithBytes:"<x" length:2]
                                                    options:0
                                                     format:NULL
                                                      error:&error] == nil &&
          error.code == NSPropertyListReadCorruptError);
}

TEST("a set of characters is archived") {
    NSMutableCharacterSet *set = [NSMutableCharacterSet characterSetWithCharactersInString:@"abcé"];
    NSCharacterSet *copy = [NSKeyedUnarchiver unarchivedObjectOfClass:[NSCharacterSet class]
                                                             fromData:[NSKeyedArchiver archivedDataWithRootObject:set
                                                                                            requiringSecureCoding:YES
                                                                                                            error:NULL]
                                                                error:NULL];
    CHECK([copy isEqual:set] && [copy isKindOfClass:[NSMutableCharacterSet class]]);
    NSData *bitmap = [NSCharacterSet characterSetWithRange:NSMakeRange(8, 2)].bitmapRepresentation;
    CHECK(bitmap.length == 8192 && ((const unsigned char *)bitmap.bytes)[1] == 3);
    CHECK([[NSCharacterSet characterSetWithBitmapRepresentation:bitmap] characterIsMember:9]);
}
