// urls.m - NSURL and NSUUID.
#import <Foundation/Foundation.h>

#import "check.h"

TEST("an address has the parts that its text has") {
    NSURL *url = [NSURL URLWithString:@"https://ann:secret@example.com:8080/a/b%20c.txt?q=1&r=%20#top"];
    CHECK([url.scheme isEqual:@"https"] && [url.host isEqual:@"example.com"] && url.port.intValue == 8080);
    CHECK([url.user isEqual:@"ann"] && [url.password isEqual:@"secret"]);
    CHECK([url.path isEqual:@"/a/b c.txt"] && [url.query isEqual:@"q=1&r=%20"] && [url.fragment isEqual:@"top"]);
    CHECK([url.lastPathComponent isEqual:@"b c.txt"] && [url.pathExtension isEqual:@"txt"]);
    CHECK([url.pathComponents isEqual:@[ @"/", @"a", @"b c.txt" ]]);
    CHECK([url.resourceSpecifier hasPrefix:@"//ann:secret@"] && !url.isFileURL);
    NSURL *mail = [NSURL URLWithString:@"mailto:ann@example.com"];
    CHECK(mail.host == nil && mail.port == nil && [mail.resourceSpecifier isEqual:@"ann@example.com"]);
}

TEST("text that is no address makes no object") { CHECK([NSURL URLWithString:@"http://[bad"] == nil); }

TEST("a relative address is resolved against its base") {
    NSURL *base = [NSURL URLWithString:@"http://example.com/a/b"];
    NSURL *url = [NSURL URLWithString:@"../c?d" relativeToURL:base];
    CHECK([url.absoluteString isEqual:@"http://example.com/c?d"] && [url.relativeString isEqual:@"../c?d"]);
    CHECK([url.baseURL isEqual:base] && [url.absoluteURL.absoluteString isEqual:url.absoluteString]);
    CHECK(base.baseURL == nil && [base.absoluteURL isEqual:base]);
}

TEST("the resource specifier of an address is what follows the scheme in its own text") {
    NSURL *base = [NSURL URLWithString:@"http://u:p@h:8/path/abs.htm"];
    CHECK([[NSURL URLWithString:@"file%20n?x=1" relativeToURL:base].resourceSpecifier isEqual:@"file%20n?x=1"]);
    CHECK([[NSURL URLWithString:@"HTTP://a/b" relativeToURL:base].resourceSpecifier isEqual:@"//a/b"]);
    CHECK([base.resourceSpecifier isEqual:@"//u:p@h:8/path/abs.htm"]);
    CHECK([[NSURL URLWithString:@"a/b"].resourceSpecifier isEqual:@"a/b"]);
}

TEST("paths of files become addresses, and are changed component by component") {
    NSURL *url = [NSURL fileURLWithPath:@"/srv/a b.txt" isDirectory:NO];
    CHECK([url.absoluteString isEqual:@"file:///srv/a%20b.txt"] && url.isFileURL && !url.hasDirectoryPath);
    CHECK([url.path isEqual:@"/srv/a b.txt"] && strcmp(url.fileSystemRepresentation, "/srv/a b.txt") == 0);
    CHECK([url.URLByDeletingPathExtension.path isEqual:@"/srv/a b"]);
    NSURL *folder = url.URLByDeletingLastPathComponent;
    CHECK(folder.hasDirectoryPath && [[folder URLByAppendingPathComponent:@"c"].path isEqual:@"/srv/c"]);
    CHECK([[folder URLByAppendingPathComponent:@"d" isDirectory:YES] hasDirectoryPath]);
    CHECK([[url URLByAppendingPathExtension:@"gz"].lastPathComponent isEqual:@"a b.txt.gz"]);
    CHECK([[NSURL fileURLWithPath:@"/srv/x/../y"].URLByStandardizingPath.path isEqual:@"/srv/y"]);
}

TEST("equal addresses are equal objects, and keys of dictionaries") {
    NSURL *url = [NSURL URLWithString:@"http://example.com/x"];
    NSURL *same = AUTORELEASE([[NSURL alloc] initWithString:@"http://example.com/x"]);
    CHECK([url isEqual:same] && url.hash == same.hash && ![url isEqual:@"http://example.com/x"]);
    CHECK([@{url : @1}[same] isEqual:@1] && AUTORELEASE([url copy]) == url);
    CHECK([url.description isEqual:@"http://example.com/x"]);
}

TEST("an address that leads nowhere is an NSError") {
    NSError *error = nil;
    NSURL *url = [NSURL fileURLWithPath:@"/nowhere/at/all"];
    CHECK(![url checkResourceIsReachableAndReturnError:&error] && [error.domain isEqual:NSCocoaErrorDomain]);
    CHECK(![url checkResourceIsReachableAndReturnError:NULL] && error.localizedDescription.length > 0);
    CHECK([[NSURL fileURLWithPath:@"/"] checkResourceIsReachableAndReturnError:NULL]);
}

@interface Page : NSURL
@property(copy) NSString *title;
@end
@implementation Page
- (NSString *)path {
    return [@"page " stringByAppendingString:[super path]];
}
@end

TEST("a program subclasses NSURL") {
    Page *page = [Page URLWithString:@"http://example.com/x"];
    page.title = @"X";
    CHECK([page class] == [Page class] && [page.path isEqual:@"page /x"] && [page.title isEqual:@"X"]);
    CHECK([page isEqual:[NSURL URLWithString:@"http://example.com/x"]]);
}

TEST("an address is observed like any other object, and read by keys") {
    CHECK([[[NSURL URLWithString:@"http://example.com/x"] valueForKeyPath:@"host.length"] isEqual:@11]);
}

TEST("an NSURL that no init method has set raises, and so does nil as text") {
    @try {
        CHECK([[NSURL alloc] path] == nil && 0);
    } @catch (NSException *exception) {
        CHECK([exception.name isEqual:NSInvalidArgumentException]);
    } @
    try {
        id nothing = nil;
        CHECK([[NSURL alloc] initWithString:nothing] == nil && 0);
    } @catch (NSException *exception) {
        CHECK([exception.name isEqual:NSInvalidArgumentException]);
    }
}

TEST("identifiers are random, or have the bytes of a text") {
    NSUUID *first = [NSUUID UUID], *second = AUTORELEASE([NSUUID new]);
    CHECK(first.UUIDString.length == 36 && ![first isEqual:second]);
    NSUUID *known = AUTORELEASE([[NSUUID alloc] initWithUUIDString:@"00112233-4455-6677-8899-aabbccddeeff"]);
    uuid_t bytes;
    [known getUUIDBytes:bytes];
    CHECK(bytes[0] == 0 && bytes[1] == 0x11 && bytes[15] == 0xff);
    NSUUID *copy = AUTORELEASE([[NSUUID alloc] initWithUUIDBytes:bytes]);
    CHECK([copy isEqual:known] && copy.hash == known.hash && [copy compare:known] == NSOrderedSame);
    CHECK([copy.UUIDString isEqual:@"00112233-4455-6677-8899-AABBCCDDEEFF"]);
    CHECK([[NSUUID alloc] initWithUUIDString:@"no"] == nil);
}

TEST("the parts of an address can be changed") {
    NSURLComponents *parts = [NSURLComponents componentsWithString:@"http://ann:s%20x@a.org:80/b%20c?d=e#f"];
    CHECK([parts.scheme isEqual:@"http"] && [parts.host isEqual:@"a.org"] && [parts.port isEqual:@80]);
    CHECK([parts.password isEqual:@"s x"] && [parts.percentEncodedPassword isEqual:@"s%20x"]);
    CHECK([parts.path isEqual:@"/b c"] && [parts.query isEqual:@"d=e"] && [parts.fragment isEqual:@"f"]);
    NSURLComponents *copy = AUTORELEASE([parts copy]);
    parts.scheme = @"https";
    parts.user = parts.password = parts.fragment = nil;
    parts.port = nil;
    parts.path = @"/x y";
    parts.percentEncodedQuery = @"a%26b=1";
    CHECK([parts.string isEqual:@"https://a.org/x%20y?a%26b=1"] && [parts.URL.host isEqual:@"a.org"]);
    CHECK([copy.scheme isEqual:@"http"] && ![copy isEqual:parts]);
    CHECK([NSURLComponents componentsWithURL:[NSURL URLWithString:@"b" relativeToURL:[NSURL URLWithString:@"http://a/"]]
                     resolvingAgainstBaseURL:YES]
              .host.length == 1);
}

TEST("the items of a query") {
    NSURLComponents *parts = AUTORELEASE([NSURLComponents new]);
    parts.host = @"a.org";
    parts.queryItems = @[
        [NSURLQueryItem queryItemWithName:@"a b" value:@"1&2"], AUTORELEASE([[NSURLQueryItem alloc] initWithName:@"c"
                                                                                                           value:nil])
    ];
    CHECK([parts.string isEqual:@"//a.org?a%20b=1%262&c"]);
    CHECK([parts.queryItems[0].value isEqual:@"1&2"] && parts.queryItems[1].value == nil);
    CHECK([parts.queryItems[0] isEqual:[NSURLQueryItem queryItemWithName:@"a b" value:@"1&2"]]);
    parts.queryItems = nil;
    CHECK(parts.query == nil && parts.queryItems == nil);
}

TEST("a malformed part of an address raises") {
    NSURLComponents *parts = AUTORELEASE([NSURLComponents new]);
    void (^wrong[])(void) = {^{parts.scheme = @"a b";
}
, ^{ parts.percentEncodedQuery = @"a b"; }, ^{ parts.percentEncodedPath = @"%2"; }, ^{ parts.port = @(-1); }
}
;
for (int index = 0; index < 4; index++) {
    NSString *name = nil;
    @try {
        wrong[index]();
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvalidArgumentException]);
}
}

TEST("characters of addresses are escaped, and escapes become characters") {
    NSString *text = @"a b/日?&%";
    CHECK([[text stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet URLPathAllowedCharacterSet]]
        isEqual:@"a%20b/%E6%97%A5%3F&%25"]);
    CHECK([[text stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet URLQueryAllowedCharacterSet]]
        isEqual:@"a%20b/%E6%97%A5?&%25"]);
    CHECK([[NSCharacterSet URLHostAllowedCharacterSet] characterIsMember:'['] &&
          ![[NSCharacterSet URLUserAllowedCharacterSet] characterIsMember:':'] &&
          ![[NSCharacterSet URLPasswordAllowedCharacterSet] characterIsMember:'/'] &&
          ![[NSCharacterSet URLFragmentAllowedCharacterSet] characterIsMember:'#']);
    CHECK([[text stringByAddingPercentEscapesUsingEncoding:NSUTF8StringEncoding] isEqual:@"a%20b/%E6%97%A5?&%25"]);
    CHECK([@"a%20b/%e6%97%A5?&%25".stringByRemovingPercentEncoding isEqual:text]);
    CHECK([[@"%41" stringByReplacingPercentEscapesUsingEncoding:NSUTF8StringEncoding] isEqual:@"A"]);
    CHECK(@"%4".stringByRemovingPercentEncoding == nil && @"%".stringByRemovingPercentEncoding == nil);
    CHECK(@"%ff".stringByRemovingPercentEncoding == nil);
}

TEST("the escapes of a text are the bytes of an encoding, which may be zero") {
    CHECK([[@"é" stringByAddingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding] isEqual:@"%E9"]);
    CHECK([[@"é" stringByAddingPercentEscapesUsingEncoding:NSUTF8StringEncoding] isEqual:@"%C3%A9"]);
    unichar zero = 0;
    NSString *null = [NSString stringWithCharacters:&zero length:1];
    CHECK([[null stringByAddingPercentEscapesUsingEncoding:NSUTF8StringEncoding] isEqual:@"%00"]);
    CHECK([@"漢" stringByAddingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding] == nil);
    CHECK([[@"%E9" stringByReplacingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding] isEqual:@"é"]);
    CHECK([@"%E9" stringByReplacingPercentEscapesUsingEncoding:NSUTF8StringEncoding] == nil);
    CHECK([@"%00" stringByRemovingPercentEncoding].length == 1);
    for (unsigned byte = 1; byte < 256; byte++) {
        unichar unit = (unichar)byte;
        NSString *text = [NSString stringWithCharacters:&unit length:1];
        NSString *escaped = [text stringByAddingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding];
        CHECK([escaped isEqual:text] || [escaped isEqual:[NSString stringWithFormat:@"%%%02X", byte]]);
        CHECK([[escaped stringByReplacingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding] isEqual:text]);
    }
}

TEST("CoreFoundation's function escapes by a rule and two lists") {
    CFStringRef text = (__bridge CFStringRef) @"a b&c#日", keeping = (__bridge CFStringRef) @"#";
    CFStringRef escaping = (__bridge CFStringRef) @"&";
    NSString *escaped = CFBridgingRelease(
        CFURLCreateStringByAddingPercentEscapes(kCFAllocatorDefault, text, keeping, escaping, kCFStringEncodingUTF8));
    CHECK([escaped isEqual:@"a%20b%26c#%E6%97%A5"]);
    escaped = CFBridgingRelease(CFURLCreateStringByAddingPercentEscapes(NULL, text, NULL, NULL, kCFStringEncodingUTF8));
    CHECK([escaped isEqual:@"a%20b&c%23%E6%97%A5"]);
}
