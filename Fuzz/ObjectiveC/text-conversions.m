// text-conversions.m - part of the fuzz target `text`: text as bytes in all encodings and back, percent escapes, paths
// and character sets. What is converted and converted back is equal, if it can be.
#import "text.h"

static const NSStringEncoding encodings[] = {
    NSASCIIStringEncoding,
    NSUTF8StringEncoding,
    NSISOLatin1StringEncoding,
    NSNonLossyASCIIStringEncoding,
    NSISOLatin2StringEncoding,
    NSUnicodeStringEncoding,
    NSWindowsCP1251StringEncoding,
    NSWindowsCP1252StringEncoding,
    NSWindowsCP1253StringEncoding,
    NSWindowsCP1254StringEncoding,
    NSWindowsCP1250StringEncoding,
    NSMacOSRomanStringEncoding,
    NSUTF16BigEndianStringEncoding,
    NSUTF16LittleEndianStringEncoding,
    NSUTF32StringEncoding,
    NSUTF32BigEndianStringEncoding,
    NSUTF32LittleEndianStringEncoding,
    0,
    77,
    NSUIntegerMax,
};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

// Half a surrogate pair has no bytes in most encodings, and a byte order mark may be removed by the reader.
static bool is_convertible(NSString *text) {
    for (NSUInteger index = 0; index < text.length; index++) {
        unichar unit = [text characterAtIndex:index];
        bool isPair = unit >> 10 == 0xD800 >> 10 && index + 1 < text.length &&
                      [text characterAtIndex:index + 1] >> 10 == 0xDC00 >> 10;
        if (unit == 0xFEFF || unit == 0xFFFE) return false;
        if (unit >> 11 == 0xD800 >> 11 && !isPair) return false;
        index += isPair;
    }
    return true;
}

void check_encodings(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes);
    NSStringEncoding encoding = encodings[fuzz_below(bytes, ENCODINGS)];
    NSData *data = [text dataUsingEncoding:encoding];
    EXPECT((data != nil) == [text canBeConvertedToEncoding:encoding]);
    [text dataUsingEncoding:encoding allowLossyConversion:YES];
    NSUInteger length = [text lengthOfBytesUsingEncoding:encoding];
    EXPECT(length <= [text maximumLengthOfBytesUsingEncoding:encoding] || data == nil);
    if (data) EXPECT(length == data.length || length == 0 || data.length - length <= 4);
    if (data && is_convertible(text)) {
        NSString *back = [[NSString alloc] initWithData:data encoding:encoding];
        EXPECT([back isEqual:text]);
    }
    const char *bytesOfC = [text cStringUsingEncoding:encoding];
    if (bytesOfC) EXPECT(data != nil && strlen(bytesOfC) <= data.length);

    NSRange range = fuzz_range(bytes, text.length);
    NSUInteger size = fuzz_take(bytes);
    char *buffer = malloc(size);
    fuzz_try(^{ [text getCString:buffer maxLength:size encoding:encoding]; });
    fuzz_try(^{
      NSUInteger used = 0;
      NSRange rest = {0, 0};
      [text getBytes:buffer
               maxLength:size
              usedLength:&used
                encoding:encoding
                 options:size & 1
                   range:range
          remainingRange:&rest];
      EXPECT(used <= size && NSMaxRange(rest) <= text.length);
    });
    fuzz_try(^{
      unichar *units = malloc((range.length & 0xffff) * sizeof(unichar));
      [text getCharacters:units range:range];
      free(units);
    });
    free(buffer);
}

void check_bytes(fuzz_bytes *bytes) {
    NSStringEncoding encoding = encodings[fuzz_below(bytes, ENCODINGS)];
    NSData *data = fuzz_data(bytes, fuzz_left(bytes));
    NSString *text = [[NSString alloc] initWithData:data encoding:encoding];
    if (text && is_convertible(text)) {
        NSData *written = [text dataUsingEncoding:encoding];
        EXPECT(written != nil);
        EXPECT([[[NSString alloc] initWithData:written encoding:encoding] isEqual:text]);
    }
    NSString *found = nil;
    BOOL isLossy = NO;
    [NSString stringEncodingForData:data encodingOptions:nil convertedString:&found usedLossyConversion:&isLossy];
    char *bytesOfC = strndup(data.length ? data.bytes : "", data.length);
    fuzz_try(^{ [NSString stringWithCString:bytesOfC encoding:encoding]; });
    fuzz_try(^{ [NSString stringWithUTF8String:bytesOfC]; });
    free(bytesOfC);
    NSData *base64 = [data base64EncodedDataWithOptions:0];
    EXPECT([[[NSData alloc] initWithBase64EncodedData:base64 options:0] isEqual:data]);
    EXPECT([data description].length > 0);
    id unused = [[NSData alloc] initWithBase64EncodedData:data options:NSDataBase64DecodingIgnoreUnknownCharacters];
    EXPECT(unused == nil || [unused length] <= data.length);
}

void check_escapes(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes), *members = fuzz_string(bytes);
    NSStringEncoding encoding = encodings[fuzz_below(bytes, ENCODINGS)];
    NSMutableCharacterSet *allowed = [NSMutableCharacterSet new];
    [allowed addCharactersInString:members];
    [allowed removeCharactersInString:@"%"];
    NSString *escaped = [text stringByAddingPercentEncodingWithAllowedCharacters:allowed];
    if (is_convertible(text)) EXPECT([[escaped stringByRemovingPercentEncoding] isEqual:text]);
    [text stringByRemovingPercentEncoding];
    [text stringByReplacingPercentEscapesUsingEncoding:encoding];
    [text stringByAddingPercentEscapesUsingEncoding:encoding];
    NSURL *url = [NSURL URLWithString:text];
    if (url == nil) return;
    NSURL *relative = [NSURL URLWithString:members relativeToURL:url];
    for (NSURL *each in @[ url, relative ?: url ]) {
        EXPECT(each.absoluteString != nil && [each isEqual:[each copy]]);
        (void)@[ each.path ?: @"", each.host ?: @"", each.query ?: @"", each.fragment ?: @"", each.scheme ?: @"" ];
        (void)@[
            each.lastPathComponent ?: @"", each.pathExtension ?: @"", each.standardizedURL ?: url, each.user ?: @""
        ];
        [each URLByAppendingPathComponent:members];
        [each URLByDeletingLastPathComponent];
        [each URLByDeletingPathExtension];
        NSURLComponents *components = [NSURLComponents componentsWithURL:each resolvingAgainstBaseURL:YES];
        (void)@[ components.queryItems ?: @[], components.URL ?: url, components.path ?: @"" ];
        fuzz_try(^{ components.percentEncodedQuery = members; });
        fuzz_try(^{ components.path = members; });
        [components string];
    }
}

void check_paths(fuzz_bytes *bytes) {
    NSString *path = fuzz_string(bytes), *part = fuzz_string(bytes);
    NSArray *components = path.pathComponents;
    NSString *joined = [NSString pathWithComponents:components];
    EXPECT([joined.pathComponents isEqual:components] || [path hasSuffix:@"/"]);
    EXPECT(path.isAbsolutePath == ([path hasPrefix:@"/"] || [path hasPrefix:@"~"]));
    EXPECT(path.stringByStandardizingPath && path.stringByExpandingTildeInPath && path.stringByDeletingPathExtension);
    EXPECT(path.stringByAbbreviatingWithTildeInPath && path.stringByDeletingLastPathComponent);
    EXPECT(path.lastPathComponent.length <= path.length && path.pathExtension.length <= path.length);
    [path stringByAppendingPathExtension:part];
    [[path stringByAppendingPathComponent:part] lastPathComponent];
    fuzz_try(^{ (void)path.fileSystemRepresentation; });
    NSURL *url = [NSURL fileURLWithPath:path];
    EXPECT(url == nil || url.isFileURL);
}

void check_character_sets(fuzz_bytes *bytes) {
    NSString *text = fuzz_string(bytes), *members = fuzz_string(bytes);
    NSRange range = fuzz_range(bytes, 0xFFFF);
    unsigned choice = fuzz_take(bytes);
    NSMutableCharacterSet *set = [NSMutableCharacterSet new];
    [set addCharactersInString:members];
    for (NSUInteger index = 0; index < members.length; index++) {
        EXPECT([set characterIsMember:[members characterAtIndex:index]]);
    }
    fuzz_try(^{
      if (choice & 1) [set addCharactersInRange:range];
      else [set removeCharactersInRange:range];
    });
    if (choice & 2) [set formUnionWithCharacterSet:[NSCharacterSet letterCharacterSet]];
    if (choice & 4) [set formIntersectionWithCharacterSet:[NSCharacterSet alphanumericCharacterSet]];
    if (choice & 8) [set invert];
    NSCharacterSet *same = [NSCharacterSet characterSetWithBitmapRepresentation:set.bitmapRepresentation];
    EXPECT([same isEqual:set] && [set isSupersetOfSet:same] && same.hash == set.hash);
    EXPECT([set characterIsMember:'a'] != [set.invertedSet characterIsMember:'a']);
    NSRange found = [text rangeOfCharacterFromSet:set];
    for (NSUInteger index = 0; index < text.length && index < found.location; index++) {
        EXPECT(![set characterIsMember:[text characterAtIndex:index]]);
    }
    NSString *trimmed = [text stringByTrimmingCharactersInSet:set];
    EXPECT(trimmed.length <= text.length);
    if (trimmed.length) EXPECT(![set characterIsMember:[trimmed characterAtIndex:0]]);
    NSArray *parts = [text componentsSeparatedByCharactersInSet:set];
    EXPECT(parts.count >= 1 && [[parts componentsJoinedByString:@" "] length] <= text.length);
    fuzz_try(^{ [text rangeOfCharacterFromSet:set options:choice >> 4 range:fuzz_range(bytes, text.length)]; });
}
