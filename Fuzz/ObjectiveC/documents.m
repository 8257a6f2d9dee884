// documents.m - fuzz target: documents. The first byte chooses what the rest is: an archive, a property list, JSON,
// XML, or the plan of an archive, whose objects refer to each other at random. A value that was read is written, and
// must be equal when it is read again. Secure decoding returns objects of the allowed classes only.
#import "foundation-fuzz.h"

// ── Property lists and JSON ─────────────────────────────────────────────────────────────────────────

// Not equal to itself, a number that is none makes everything that contains it unequal to its copy.
static bool has_nan(id tree) {
    if ([tree isKindOfClass:[NSNumber class]]) return isnan([tree doubleValue]);
    if ([tree isKindOfClass:[NSDate class]]) return isnan([tree timeIntervalSinceReferenceDate]);
    if ([tree isKindOfClass:[NSDictionary class]]) tree = [tree allValues];
    if (![tree isKindOfClass:[NSArray class]]) return false;
    for (id element in tree) {
        if (has_nan(element)) return true;
    }
    return false;
}

static void check_property_list(NSData *data, NSPropertyListReadOptions options) {
    NSPropertyListFormat format = 0;
    NSError *error = nil;
    id tree = [NSPropertyListSerialization propertyListWithData:data options:options format:&format error:&error];
    EXPECT((tree == nil) == (error != nil));
    if (tree == nil) return;
    EXPECT([tree description] != nil);
    (void)[tree hash];
    NSData *written = [NSPropertyListSerialization dataWithPropertyList:tree
                                                                 format:NSPropertyListBinaryFormat_v1_0
                                                                options:0
                                                                  error:&error];
    EXPECT(written != nil || error != nil);
    if (written == nil) return;
    id again = [NSPropertyListSerialization propertyListWithData:written options:0 format:&format error:NULL];
    EXPECT(again && format == NSPropertyListBinaryFormat_v1_0);
    EXPECT(has_nan(tree) || [again isEqual:tree]);
    // XML has no control characters and no fractions of seconds, so its reader need not return an equal list.
    NSData *text = [NSPropertyListSerialization dataWithPropertyList:tree
                                                              format:NSPropertyListXMLFormat_v1_0
                                                             options:0
                                                               error:NULL];
    if (text) [NSPropertyListSerialization propertyListWithData:text options:0 format:NULL error:NULL];
}

static void check_json(NSData *data, NSUInteger options) {
    NSError *error = nil;
    id tree = [NSJSONSerialization JSONObjectWithData:data options:options & 7 error:&error];
    EXPECT((tree == nil) == (error != nil));
    if (tree == nil) return;
    EXPECT([tree description].length);
    NSJSONWritingOptions writing = (options >> 3 & 15) | NSJSONWritingFragmentsAllowed;
    NSData *written = [NSJSONSerialization dataWithJSONObject:tree options:writing error:NULL];
    EXPECT(written != nil);
    id again = [NSJSONSerialization JSONObjectWithData:written options:NSJSONReadingFragmentsAllowed error:NULL];
    EXPECT([again isEqual:tree]);
}

// ── XML ─────────────────────────────────────────────────────────────────────────────────────────────

// A delegate that counts elements, and after some of them raises, ends the parsing, or parses once more.
@interface Reader : NSObject <NSXMLParserDelegate> {
  @public
    int open, remaining;
    unsigned deed;
    NSMutableArray *texts;
}
@end
@implementation Reader
- (void)parser:(NSXMLParser *)parser
    didStartElement:(NSString *)name
       namespaceURI:(NSString *)address
      qualifiedName:(NSString *)qualifiedName
         attributes:(NSDictionary *)attributes {
    open++;
    EXPECT(name.length > 0 && [attributes isKindOfClass:[NSDictionary class]]);
    [texts addObject:attributes];
    if (--remaining >= 0) return;
    if (deed == 1) [NSException raise:NSGenericException format:@"element %@", name];
    if (deed == 2) [parser abortParsing];
    if (deed == 3) [parser parse];
    if (deed == 4) parser.delegate = nil;
}
- (void)parser:(NSXMLParser *)parser
    didEndElement:(NSString *)name
     namespaceURI:(NSString *)address
    qualifiedName:(NSString *)qualifiedName {
    open--;
}
- (void)parser:(NSXMLParser *)parser foundCharacters:(NSString *)text {
    EXPECT(text.length > 0);
    [texts addObject:text];
}
- (void)parser:(NSXMLParser *)parser foundComment:(NSString *)text {
    [texts addObject:text];
}
- (void)parser:(NSXMLParser *)parser foundCDATA:(NSData *)data {
    [texts addObject:data];
}
- (void)parser:(NSXMLParser *)parser foundInternalEntityDeclarationWithName:(NSString *)name value:(NSString *)value {
    [texts addObject:name];
}
- (NSData *)parser:(NSXMLParser *)parser resolveExternalEntityName:(NSString *)name systemID:(NSString *)systemID {
    return [@"<inner>text</inner>" dataUsingEncoding:NSUTF8StringEncoding];
}
@end

static void check_xml(NSData *data, unsigned options) {
    Reader *reader = [Reader new];
    reader->texts = [NSMutableArray new];
    reader->deed = options >> 2 & 7;
    reader->remaining = (int)(options >> 5);
    NSXMLParser *parser = [[NSXMLParser alloc] initWithData:data];
    parser.shouldProcessNamespaces = options & 1;
    parser.shouldReportNamespacePrefixes = options >> 1 & 1;
    parser.delegate = reader;
    bool isWhole = [parser parse];
    EXPECT(isWhole == (parser.parserError == nil));
    if (isWhole && (reader->deed == 0 || reader->deed > 4)) EXPECT(reader->open == 0);
    EXPECT(parser.lineNumber >= 0 && parser.columnNumber >= 0);
}

// ── Archives ────────────────────────────────────────────────────────────────────────────────────────

static void expect_allowed(id object, NSSet<Class> *allowed, int depth) {
    bool isAllowed = depth > 0 && ([object isKindOfClass:[NSString class]] || [object isKindOfClass:[NSNumber class]]);
    for (Class cls in allowed) isAllowed |= [object isKindOfClass:cls];
    EXPECT(isAllowed);
    if (depth > 8) return;  // a collection of an archive may contain itself
    if ([object isKindOfClass:[NSDictionary class]]) {
        for (id key in object) expect_allowed(key, allowed, depth + 1), expect_allowed(object[key], allowed, depth + 1);
    } else if ([object isKindOfClass:[NSArray class]]) {
        for (id element in object) expect_allowed(element, allowed, depth + 1);
    }
}

static void check_secure(NSData *data, unsigned choice) {
    NSArray<NSSet *> *sets = @[
        [NSSet setWithObject:[NSDictionary class]], [NSSet setWithObject:[NSArray class]],
        [NSSet setWithObjects:[NSArray class], [NSDate class], nil], [NSSet setWithObject:[NSURL class]],
        [NSSet setWithObjects:[NSDictionary class], [NSData class], nil], [NSSet setWithObject:[NSNull class]],
        [NSSet setWithObjects:[NSArray class], [NSDictionary class], [NSIndexSet class], nil], [NSSet set]
    ];
    NSSet *allowed = sets[choice % sets.count];
    NSError *error = nil;
    id object = [NSKeyedUnarchiver unarchivedObjectOfClasses:allowed fromData:data error:&error];
    EXPECT(object == nil || error == nil);
    if (object) expect_allowed(object, allowed, 0);
    NSArray *array = [NSKeyedUnarchiver unarchivedArrayOfObjectsOfClasses:allowed fromData:data error:NULL];
    EXPECT(array == nil || [array isKindOfClass:[NSArray class]]);
    NSDictionary *dictionary = [NSKeyedUnarchiver unarchivedDictionaryWithKeysOfClasses:allowed
                                                                       objectsOfClasses:allowed
                                                                               fromData:data
                                                                                  error:NULL];
    EXPECT(dictionary == nil || [dictionary isKindOfClass:[NSDictionary class]]);
}

static void check_archive(NSData *data) {
    id object = [NSKeyedUnarchiver unarchiveTopLevelObjectWithData:data error:NULL];
    if (object == nil) return;
    [object description];
    (void)[object hash];
    NSData *written = [NSKeyedArchiver archivedDataWithRootObject:object requiringSecureCoding:NO error:NULL];
    if (written) EXPECT([NSKeyedUnarchiver unarchiveTopLevelObjectWithData:written error:NULL]);
}

// ── Plans of archives ───────────────────────────────────────────────────────────────────────────────

static NSString *const classNames[] = {
    @"NSArray",
    @"NSMutableArray",
    @"NSDictionary",
    @"NSMutableDictionary",
    @"NSSet",
    @"NSMutableSet",
    @"NSOrderedSet",
    @"NSCountedSet",
    @"NSString",
    @"NSMutableString",
    @"NSNumber",
    @"NSDecimalNumber",
    @"NSData",
    @"NSMutableData",
    @"NSDate",
    @"NSURL",
    @"NSUUID",
    @"NSError",
    @"NSNull",
    @"NSValue",
    @"NSIndexSet",
    @"NSMutableIndexSet",
    @"NSCharacterSet",
    @"NSObject",
    @"NSLocale",
    @"NSTimeZone",
    @"NSCalendar",
    @"NSDateComponents",
    @"NSIndexPath",
    @"NSAttributedString",
    @"NSNumberFormatter",
    @"NSDateFormatter",
    @"NSKeyedUnarchiver",
    @"NSPredicate",
    @"None",
    @"NSSortDescriptor",
    @"NSTextCheckingResult",
    @"NSURLRequest",
    @"NSNotification",
    @"NSConstantString",
};
static NSString *const keys[] = {
    @"NS.objects",
    @"NS.keys",
    @"NS.string",
    @"NS.bytes",
    @"NS.data",
    @"NS.time",
    @"NS.relative",
    @"NS.base",
    @"NS.uuidbytes",
    @"NSDomain",
    @"NSCode",
    @"NSUserInfo",
    @"NS.special",
    @"NS.rangeval.location",
    @"NS.rangeval.length",
    @"NS.pointval",
    @"NS.sizeval",
    @"NS.rectval",
    @"NS.number",
    @"NSRangeCount",
    @"NSRangeData",
    @"NSLocation",
    @"NSLength",
    @"NSBitmap",
    @"NS.mantissa",
    @"NS.exponent",
    @"NS.length",
    @"NS.negative",
    @"NS.compact",
    @"NS.mantissa.bo",
    @"NS.object.0",
    @"NS.object.1",
    @"NS.identifier",
    @"NS.name",
    @"$0",
    @"key",
};
#define COUNT(array) (unsigned)(sizeof(array) / sizeof *(array))

static NSDictionary *reference(unsigned index) {
    return @{@"CF$UID" : @(index)};
}

// Returns a value of an object's key.
static id planned_value(fuzz_bytes *plan, unsigned depth) {
    static const double numbers[] = {0, 1, -1, 4, 255, 1e300, -1e300, 9.3e18, -9.3e18, 1.8e19, 0.5, 3};
    unsigned kind = fuzz_take(plan);
    if (kind < 128) return reference(kind % 16);
    switch (kind % 8) {
        case 0: return @(numbers[fuzz_below(plan, COUNT(numbers))]);
        case 1: return @((long long)fuzz_index(plan, 100));
        case 2: return fuzz_string(plan);
        case 3: return fuzz_data(plan, fuzz_take(plan));
        case 4: return [NSDate dateWithTimeIntervalSinceReferenceDate:numbers[fuzz_below(plan, COUNT(numbers))]];
        default: break;
    }
    if (depth > 0) return @"$null";
    NSMutableArray *list = [NSMutableArray new];
    for (unsigned count = fuzz_below(plan, 5); count > 0; count--) [list addObject:planned_value(plan, depth + 1)];
    return list;
}

// Returns an object: a value as such, a class, or an instance.
static id planned_object(fuzz_bytes *plan) {
    unsigned kind = fuzz_take(plan);
    if (kind < 40) return planned_value(plan, 0);
    NSString *name = classNames[fuzz_below(plan, COUNT(classNames))];
    if (kind < 90) return @{@"$classname" : name, @"$classes" : @[ name, @"NSObject" ]};
    NSMutableDictionary *object = [NSMutableDictionary new];
    object[@"$class"] = reference(fuzz_below(plan, 16));
    for (unsigned count = 1 + kind % 3; count > 0; count--) {
        NSString *key = keys[fuzz_below(plan, COUNT(keys))];
        object[key] = planned_value(plan, 0);
    }
    return object;
}

static NSData *planned_archive(fuzz_bytes *plan) {
    NSMutableArray *objects = [NSMutableArray arrayWithObject:@"$null"];
    unsigned root = fuzz_below(plan, 8);
    while (fuzz_left(plan) > 0 && objects.count < 16) [objects addObject:planned_object(plan)];
    NSDictionary *archive = @{
        @"$archiver" : @"NSKeyedArchiver",
        @"$version" : @100000,
        @"$top" : @{@"root" : reference(root)},
        @"$objects" : objects,
    };
    return [NSPropertyListSerialization dataWithPropertyList:archive
                                                      format:NSPropertyListBinaryFormat_v1_0
                                                     options:0
                                                       error:NULL];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    __block fuzz_bytes bytes = {data, data + size};
    unsigned kind = fuzz_below(&bytes, 5), options = fuzz_take(&bytes);
    fuzz_try(^{
      NSData *document = kind == 4 ? planned_archive(&bytes) : fuzz_data(&bytes, size);
      if (kind == 0) check_property_list(document, options);
      if (kind == 1) check_json(document, options);
      if (kind == 2) check_xml(document, options);
      if (kind < 3) return;
      fuzz_try(^{ check_archive(document); });
      fuzz_try(^{ check_secure(document, options); });
    });
    return 0;
}
