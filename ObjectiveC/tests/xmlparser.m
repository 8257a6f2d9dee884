// xmlparser.m - NSXMLParser: what its delegate receives, and how errors end it.
#import "check-foundation.h"

static NSData *data_of(NSString *text) { return [text dataUsingEncoding:NSUTF8StringEncoding]; }

static NSXMLParser *parser_of(NSString *text) { return AUTORELEASE([[NSXMLParser alloc] initWithData:data_of(text)]); }

// Writes down each message.
@interface Log : NSObject <NSXMLParserDelegate>
@property(nonatomic, strong) NSMutableArray *lines;
@property(nonatomic, strong) NSError *error;
@property(nonatomic) BOOL aborts, raises;
@end
@implementation Log
- (instancetype)init {
    if ((self = [super init])) self.lines = [NSMutableArray array];
    return self;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_lines release];
    [_error release];
    [super dealloc];
}
#endif
- (void)parserDidStartDocument:(NSXMLParser *)parser {
    [self.lines addObject:@"begin"];
}
- (void)parserDidEndDocument:(NSXMLParser *)parser {
    [self.lines addObject:@"end"];
}
- (void)parser:(NSXMLParser *)parser
    didStartElement:(NSString *)name
       namespaceURI:(NSString *)address
      qualifiedName:(NSString *)qualifiedName
         attributes:(NSDictionary *)attributes {
    NSMutableString *line = [NSMutableString stringWithFormat:@"<%@", name];
    for (NSString *key in [attributes.allKeys sortedArrayUsingSelector:@selector(compare:)]) {
        [line appendFormat:@" %@=%@", key, attributes[key]];
    }
    if (address) [line appendFormat:@" %@ %@", address, qualifiedName];
    [self.lines addObject:line];
    if (self.raises) [NSException raise:@"Refused" format:@"%@", name];
    if (self.aborts) [parser abortParsing];
}
- (void)parser:(NSXMLParser *)parser
    didEndElement:(NSString *)name
     namespaceURI:(NSString *)address
    qualifiedName:(NSString *)qualifiedName {
    [self.lines addObject:[name stringByAppendingString:@">"]];
}
- (void)parser:(NSXMLParser *)parser foundCharacters:(NSString *)text {
    NSString *last = self.lines.lastObject;
    if ([last hasPrefix:@"'"]) [self.lines removeLastObject];
    [self.lines addObject:[[last hasPrefix:@"'"] ? last : @"'" stringByAppendingString:text]];
}
- (void)parser:(NSXMLParser *)parser foundComment:(NSString *)text {
    [self.lines addObject:[NSString stringWithFormat:@"-- %@", text]];
}
- (void)parser:(NSXMLParser *)parser foundCDATA:(NSData *)data {
    NSString *text = AUTORELEASE([[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);
    [self.lines addObject:[NSString stringWithFormat:@"data %@", text]];
}
- (void)parser:(NSXMLParser *)parser foundProcessingInstructionWithTarget:(NSString *)target data:(NSString *)data {
    [self.lines addObject:[NSString stringWithFormat:@"? %@ %@", target, data]];
}
- (void)parser:(NSXMLParser *)parser didStartMappingPrefix:(NSString *)prefix toURI:(NSString *)address {
    [self.lines addObject:[NSString stringWithFormat:@"%@ is %@", prefix, address]];
}
- (void)parser:(NSXMLParser *)parser parseErrorOccurred:(NSError *)error {
    self.error = error;
}
@end

static NSString *log_of(NSXMLParser *parser, Log *log) {
    parser.delegate = log;
    [parser parse];
    return [log.lines componentsJoinedByString:@"|"];
}

TEST("the delegate is notified of elements, texts, comments and data, in order") {
    NSXMLParser *parser = parser_of(@"<?xml version='1.0'?><?go now?><a x='1' y='&lt;'>b &amp; \u00e4<!--c-->"
                                     "<d/><![CDATA[<e>]]></a>");
    Log *log = AUTORELEASE([Log new]);
    CHECK([log_of(parser, log) isEqual:@"begin|? go now|<a x=1 y=<|'b & \u00e4|-- c|<d|d>|data <e>|a>|end"]);
    CHECK(parser.parserError == nil && log.error == nil && parser.delegate == log);
}

TEST("prefixes of namespaces are part of a name, unless the parser processes them") {
    NSString *text = @"<p:a xmlns:p='urn:x'><p:b q='1'/></p:a>";
    CHECK([log_of(parser_of(text), AUTORELEASE([Log new])) isEqual:@"begin|<p:a xmlns:p=urn:x|<p:b q=1|p:b>|p:a>|end"]);
    NSXMLParser *parser = parser_of(text);
    parser.shouldProcessNamespaces = parser.shouldReportNamespacePrefixes = YES;
    NSString *log = log_of(parser, AUTORELEASE([Log new]));
    CHECK([log isEqual:@"begin|p is urn:x|<a urn:x p:a|<b q=1 urn:x p:b|b>|a>|end"]);
}

TEST("a malformed document is an error with a place") {
    NSXMLParser *parser = parser_of(@"<a>\n<b></a>");
    Log *log = AUTORELEASE([Log new]);
    parser.delegate = log;
    CHECK(![parser parse]);
    CHECK([parser.parserError.domain isEqual:NSXMLParserErrorDomain] && [log.error isEqual:parser.parserError]);
    CHECK(parser.parserError.code == NSXMLParserTagNameMismatchError && parser.lineNumber == 2);
    CHECK(![log.lines containsObject:@"end"]);
    CHECK(![parser_of(@"") parse] && ![parser_of(@"x") parse]);
}

TEST("a delegate ends the parser, and receives an error") {
    Log *log = AUTORELEASE([Log new]);
    log.aborts = YES;
    NSXMLParser *parser = parser_of(@"<a><b/></a>");
    CHECK([log_of(parser, log) isEqual:@"begin|<a"]);
    CHECK(log.error.code == NSXMLParserDelegateAbortedParseError && parser.parserError.code == log.error.code);
}

TEST("an exception that the delegate raises ends the parser") {
    Log *log = AUTORELEASE([Log new]);
    log.raises = YES;
    NSXMLParser *parser = parser_of(@"<a><b/></a>");
    parser.delegate = log;
    CHECK([exception_of(^{ [parser parse]; }).name isEqual:@"Refused"]);
    CHECK(log.lines.count == 2 && log.error == nil);
}

// Passes the parser on to another delegate, which gets the messages that follow.
@interface First : NSObject <NSXMLParserDelegate>
@property(nonatomic, strong) Log *next;
@end
@implementation First
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_next release];
    [super dealloc];
}
#endif
- (void)parser:(NSXMLParser *)parser
    didStartElement:(NSString *)name
       namespaceURI:(NSString *)address
      qualifiedName:(NSString *)qualifiedName
         attributes:(NSDictionary *)attributes {
    parser.delegate = self.next;
}
@end

TEST("the delegate may be replaced while the parser reads, and is not retained") {
    First *first = AUTORELEASE([First new]);
    first.next = AUTORELEASE([Log new]);
    NSXMLParser *parser = parser_of(@"<a><b/></a>");
    parser.delegate = first;
    CHECK([parser parse]);
    CHECK([[first.next.lines componentsJoinedByString:@"|"] isEqual:@"<b|b>|a>|end"]);
    @autoreleasepool {
        Log *log = [Log new];
        parser.delegate = log;
        CHECK(parser.delegate == log);
        RELEASE(log);
    }
    CHECK(parser.delegate == nil);
}

TEST("a document is read from a file and from a stream") {
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:[NSUUID UUID].UUIDString];
    CHECK([data_of(@"<a>b</a>") writeToFile:path atomically:YES]);
    NSURL *url = [NSURL fileURLWithPath:path];
    NSXMLParser *file = AUTORELEASE([[NSXMLParser alloc] initWithContentsOfURL:url]);
    CHECK([log_of(file, AUTORELEASE([Log new])) isEqual:@"begin|<a|'b|a>|end"]);
    NSInputStream *stream = [NSInputStream inputStreamWithFileAtPath:path];
    NSXMLParser *read = AUTORELEASE([[NSXMLParser alloc] initWithStream:stream]);
    CHECK([log_of(read, AUTORELEASE([Log new])) isEqual:@"begin|<a|'b|a>|end"]);
    CHECK([[NSFileManager defaultManager] removeItemAtPath:path error:NULL]);
    CHECK([[NSXMLParser alloc] initWithContentsOfURL:url] == nil);
}

TEST("entities are replaced by their text, and external ones only if the program wants it") {
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:[NSUUID UUID].UUIDString];
    CHECK([data_of(@"from a file") writeToFile:path atomically:YES]);
    NSString *internal = @"<!DOCTYPE a [<!ENTITY i 'in<b/>'><!ATTLIST a x CDATA 'y' z CDATA #IMPLIED>"
                          "<!NOTATION n PUBLIC 'p'><!ELEMENT a (#PCDATA)>]><a q='&i2;'>1&i;&amp;2</a>";
    internal = [internal stringByReplacingOccurrencesOfString:@"&i2;" withString:@"&amp;"];
    CHECK([log_of(parser_of(internal), AUTORELEASE([Log new])) isEqual:@"begin|<a q=& x=y|'1in|<b|b>|'&2|a>|end"]);
    NSString *external = [NSString stringWithFormat:@"<!DOCTYPE a [<!ENTITY e SYSTEM '%@'>]><a>&e;</a>", path];
    NSXMLParser *parser = parser_of(external);
    CHECK([log_of(parser, AUTORELEASE([Log new])) isEqual:@"begin|<a"]);
    CHECK(parser.parserError.code == NSXMLParserUndeclaredEntityError);
    parser.shouldResolveExternalEntities = YES;
    CHECK([log_of(parser, AUTORELEASE([Log new])) isEqual:@"begin|<a|'from a file|a>|end"]);
    CHECK([[NSFileManager defaultManager] removeItemAtPath:path error:NULL]);
}

TEST("entities that grow without end are an error") {
    NSMutableString *text = [NSMutableString stringWithString:@"<!DOCTYPE a [<!ENTITY x0 'xxxxxxxxxx'>"];
    for (int index = 1; index < 12; index++) {
        NSString *before = [NSString stringWithFormat:@"&x%d;", index - 1];
        NSString *content = [@"" stringByPaddingToLength:before.length * 20 withString:before startingAtIndex:0];
        [text appendFormat:@"<!ENTITY x%d '%@'>", index, content];
    }
    CHECK(![parser_of([text stringByAppendingString:@"]><a>&x11;</a>"]) parse]);
}

@interface Collector : NSXMLParser <NSXMLParserDelegate>
@property(nonatomic) int count;
@end
@implementation Collector
- (instancetype)initWithData:(NSData *)data {
    if ((self = [super initWithData:data])) self.delegate = self;
    return self;
}
- (void)parser:(NSXMLParser *)parser foundCharacters:(NSString *)text {
    self.count++;
}
@end

TEST("a subclass is its own delegate") {
    Collector *collector = AUTORELEASE([[Collector alloc] initWithData:data_of(@"<a>b<c/>d</a>")]);
    CHECK([collector parse] && collector.count == 2);
}
