// files.m - paths, the contents of files, and data as text in Base64.
#import <dirent.h>
#import <pwd.h>

#import "check-foundation.h"

TEST("the parts of a path") {
    NSString *path = @"/var/notes.old.txt/";
    CHECK([path.lastPathComponent isEqual:@"notes.old.txt"] && [path.pathExtension isEqual:@"txt"]);
    CHECK([path.stringByDeletingLastPathComponent isEqual:@"/var"]);
    CHECK([path.stringByDeletingPathExtension isEqual:@"/var/notes.old"]);
    CHECK([path.pathComponents isEqual:(@[ @"/", @"var", @"notes.old.txt", @"/" ])]);
    CHECK([@"/".lastPathComponent isEqual:@"/"] && [@"/".stringByDeletingLastPathComponent isEqual:@"/"]);
    CHECK([@"/a".stringByDeletingLastPathComponent isEqual:@"/"]);
    CHECK([@"/hello//../there".stringByDeletingLastPathComponent isEqual:@"/hello/.."]);
    CHECK([@"//a".stringByDeletingLastPathComponent isEqual:@"/"]);
    CHECK([@"a//b//".stringByDeletingLastPathComponent isEqual:@"a"]);
    CHECK([@"a".stringByDeletingLastPathComponent isEqual:@""] && [@"".lastPathComponent isEqual:@""]);
    CHECK([@"a/.hidden".pathExtension isEqual:@""] && [@"a.b/c".pathExtension isEqual:@""]);
    CHECK([@"a.".pathExtension isEqual:@""] && [@".a.b".pathExtension isEqual:@"b"]);
    CHECK([@"/日本/語.txt".lastPathComponent isEqual:@"語.txt"]);
    CHECK(@"/a".absolutePath && @"~/a".isAbsolutePath && !@"a/b".isAbsolutePath);
    CHECK(strcmp(@"/日本".fileSystemRepresentation, "/日本") == 0);
}

TEST("paths are put together with one slash") {
    CHECK([[@"/var" stringByAppendingPathComponent:@"a"] isEqual:@"/var/a"]);
    CHECK([[@"/var/" stringByAppendingPathComponent:@"/a/"] isEqual:@"/var/a"]);
    CHECK([[@"/" stringByAppendingPathComponent:@"a"] isEqual:@"/a"]);
    CHECK([[@"" stringByAppendingPathComponent:@"a/"] isEqual:@"a"]);
    CHECK([[@"" stringByAppendingPathComponent:@"/a"] isEqual:@"/a"]);
    CHECK([[@"a" stringByAppendingPathComponent:@""] isEqual:@"a"]);
    CHECK([[@"a/" stringByAppendingPathExtension:@"b"] isEqual:@"a.b"]);
    CHECK([[NSString pathWithComponents:@[ @"/", @"a", @"b" ]] isEqual:@"/a/b"]);
}

TEST("a path of many parts is put together at once, and takes no more memory than it has") {
    NSMutableArray *parts = [NSMutableArray arrayWithObject:@"/"];
    for (int index = 0; index < 100000; index++) [parts addObject:@"0123456789"];
    NSString *path = [NSString pathWithComponents:parts];
    CHECK(path.length == 1100000 && [path hasPrefix:@"/0123456789/0123456789/"]);
    CHECK([path.stringByStandardizingPath isEqual:path] && [path.stringByResolvingSymlinksInPath isEqual:path]);
    NSArray *same = @[ @"a//", @"", @"/", @"//b/", @"///", @"c" ];
    CHECK([[NSString pathWithComponents:same] isEqual:@"a/b/c"]);
    CHECK([[NSString pathWithComponents:@[ @"", @"//a" ]] isEqual:@"//a"]);
    CHECK([[NSString pathWithComponents:@[ @"//", @"//a" ]] isEqual:@"/a"]);
    CHECK([[NSString pathWithComponents:@[]] isEqual:@""]);
    CHECK([@"~no-such-user/a".stringByResolvingSymlinksInPath isEqual:@"~no-such-user/a"]);
    CHECK([@"/no-such-folder/a/b".stringByResolvingSymlinksInPath isEqual:@"/no-such-folder/a/b"]);
    CHECK([@"/".stringByResolvingSymlinksInPath isEqual:@"/"]);
}

TEST("a tilde is the user's folder") {
    NSString *home = NSHomeDirectory();
    CHECK([@"~".stringByExpandingTildeInPath isEqual:home]);
    CHECK([@"~/a//b".stringByExpandingTildeInPath isEqual:[home stringByAppendingPathComponent:@"a/b"]]);
    NSString *other = [NSString stringWithUTF8String:getpwuid(0)->pw_dir];
    CHECK([@"~root".stringByExpandingTildeInPath isEqual:other] && [NSHomeDirectoryForUser(@"root") isEqual:other]);
    CHECK(NSHomeDirectoryForUser(@"nobody-has-this-name") == nil && [NSHomeDirectoryForUser(nil) isEqual:home]);
    CHECK([@"~nobody-has-this-name".stringByExpandingTildeInPath isEqual:@"~nobody-has-this-name"]);
    CHECK([[home stringByAppendingString:@"//a/"].stringByAbbreviatingWithTildeInPath isEqual:@"~/a"]);
    CHECK([[home stringByAppendingString:@"x"].stringByAbbreviatingWithTildeInPath
        isEqual:[home stringByAppendingString:@"x"]]);
    CHECK([@"/a/./b//../c/".stringByStandardizingPath isEqual:@"/a/c"]);
    CHECK([@"/proc/self/../missing/x".stringByResolvingSymlinksInPath isEqual:@"/proc/missing/x"]);
    NSString *process = [NSString stringWithFormat:@"/proc/%d", getpid()];
    CHECK([@"/proc/self".stringByResolvingSymlinksInPath isEqual:process]);
    CHECK([@"a/../b".stringByResolvingSymlinksInPath isEqual:@"a/../b"]);
    CHECK([@"/../a".stringByStandardizingPath isEqual:@"/a"] && [@"../a".stringByStandardizingPath isEqual:@"../a"]);
    CHECK([NSTemporaryDirectory() hasSuffix:@"/"]);
}

// A new folder, which the last test removes.
static NSString *folder(void) {
    static char name[256];
    if (name[0] == 0) {
        snprintf(name, sizeof name, "%sfiles-XXXXXX", NSTemporaryDirectory().UTF8String);
        CHECK(mkdtemp(name) != NULL);
    }
    return [NSString stringWithUTF8String:name];
}

static int files_in(NSString *path) {
    DIR *open = opendir(path.UTF8String);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(open));) count += entry->d_name[0] != '.';
    closedir(open);
    return count;
}

TEST("data are written to a file, and read again") {
    NSString *path = [folder() stringByAppendingPathComponent:@"data"];
    NSMutableData *data = [NSMutableData dataWithLength:100000];
    ((char *)data.mutableBytes)[99999] = 7;
    CHECK([data writeToFile:path atomically:NO] && [[NSData dataWithContentsOfFile:path] isEqual:data]);
    CHECK([[NSData data] writeToFile:path atomically:YES]);
    CHECK([[NSData dataWithContentsOfFile:path] isEqual:[NSData data]] && files_in(folder()) == 1);
    NSMutableData *read = AUTORELEASE([[NSMutableData alloc] initWithContentsOfFile:path]);
    [read appendBytes:"x" length:1];
    CHECK(read.length == 1);
    CHECK([[NSData dataWithContentsOfFile:@"/proc/self/stat"] length] > 0);
    NSError *error = nil;
    CHECK(![data writeToFile:path options:NSDataWritingWithoutOverwriting error:&error]);
    CHECK(error.code == NSFileWriteFileExistsError);
    unlink(path.UTF8String);
}

TEST("a file that cannot be read or written is an NSError with its path and the cause") {
    NSError *error = nil;
    CHECK([NSData dataWithContentsOfFile:@"/missing/file" options:0 error:&error] == nil);
    CHECK([error.domain isEqual:NSCocoaErrorDomain] && error.code == NSFileReadNoSuchFileError);
    CHECK([error.userInfo[NSFilePathErrorKey] isEqual:@"/missing/file"]);
    CHECK([error.userInfo[NSUnderlyingErrorKey] code] == ENOENT);
    CHECK([NSData dataWithContentsOfFile:@"/missing"] == nil && [[NSData alloc] initWithContentsOfFile:@"/"] == nil);
    CHECK(![@"x" writeToFile:@"/missing/file" atomically:YES encoding:NSUTF8StringEncoding error:&error]);
    CHECK(error.code == NSFileNoSuchFileError && ![[NSData data] writeToFile:@"/missing/file" atomically:NO]);
}

TEST("an error of writing has the code of its cause") {
    NSString *text = @"x", *path = [folder() stringByAppendingPathComponent:@"codes"];
    NSError *error = nil;
    CHECK(![text writeToFile:@"/dev/full" atomically:NO encoding:NSUTF8StringEncoding error:&error]);
    CHECK(error.code == NSFileWriteOutOfSpaceError && [error.userInfo[NSUnderlyingErrorKey] code] == ENOSPC);
    NSString *tooLong = [path stringByPaddingToLength:5000 withString:@"a" startingAtIndex:0];
    CHECK(![text writeToFile:tooLong atomically:NO encoding:NSUTF8StringEncoding error:&error]);
    CHECK(error.code == NSFileWriteInvalidFileNameError);
    CHECK([NSData dataWithContentsOfFile:tooLong options:0 error:&error] == nil);
    CHECK(error.code == NSFileReadInvalidFileNameError);
    NSURL *url = [NSURL fileURLWithPath:folder()];
    CHECK([NSFileHandle fileHandleForWritingToURL:url error:&error] == nil && error.code == NSFileWriteUnknownError);
}

TEST("strings are written in an encoding, and read again") {
    NSString *path = [folder() stringByAppendingPathComponent:@"text"];
    NSError *error = nil;
    CHECK([@"日本" writeToFile:path atomically:YES encoding:NSUTF16BigEndianStringEncoding error:&error]);
    CHECK([[NSString stringWithContentsOfFile:path encoding:NSUTF16BigEndianStringEncoding
                                        error:&error] isEqual:@"日本"]);
    CHECK(error == nil);
    CHECK(![@"日本" writeToFile:path atomically:NO encoding:NSASCIIStringEncoding error:&error]);
    CHECK(error.code == NSFileWriteInapplicableStringEncodingError);
    CHECK([[NSData dataWithBytes:"\xff" length:1] writeToFile:path atomically:NO]);
    CHECK([NSString stringWithContentsOfFile:path encoding:NSUTF8StringEncoding error:&error] == nil);
    CHECK(error.code == NSFileReadInapplicableStringEncodingError);
    CHECK([AUTORELEASE([[NSString alloc] initWithContentsOfFile:path encoding:NSISOLatin1StringEncoding
                                                          error:NULL]) isEqual:@"ÿ"]);
    unlink(path.UTF8String);
}

TEST("a URL stands for the path of a file") {
    NSURL *url = [NSURL fileURLWithPath:[folder() stringByAppendingPathComponent:@"日 本"]];
    NSData *data = [NSData dataWithBytes:"abc" length:3];
    NSError *error = nil;
    CHECK([data writeToURL:url atomically:YES] && [[NSData dataWithContentsOfURL:url] isEqual:data]);
    CHECK([data writeToURL:url options:NSDataWritingAtomic error:&error]);
    CHECK([AUTORELEASE([[NSMutableData alloc] initWithContentsOfURL:url options:0 error:&error]) isEqual:data]);
    CHECK([@"x" writeToURL:url atomically:NO encoding:NSUTF8StringEncoding error:&error]);
    CHECK([[NSString stringWithContentsOfURL:url encoding:NSUTF8StringEncoding error:&error] isEqual:@"x"]);
    unlink(url.path.UTF8String);
    CHECK([NSString stringWithContentsOfURL:url encoding:NSUTF8StringEncoding error:&error] == nil);
    CHECK(error.code == NSFileReadNoSuchFileError);
    CHECK([NSData dataWithContentsOfURL:[NSURL URLWithString:@"http://a.org/"]] == nil);
}

TEST("a file manager makes, lists, copies, moves and removes files and folders") {
    NSFileManager *files = [NSFileManager defaultManager];
    NSString *top = [folder() stringByAppendingPathComponent:@"top"];
    NSString *deep = [top stringByAppendingPathComponent:@"deep"], *a = [deep stringByAppendingPathComponent:@"a"];
    NSError *error = nil;
    BOOL isFolder = NO;
    CHECK(![files createDirectoryAtPath:deep withIntermediateDirectories:NO attributes:nil error:&error] && error);
    CHECK([files createDirectoryAtPath:deep withIntermediateDirectories:YES attributes:nil error:NULL]);
    CHECK([files fileExistsAtPath:deep isDirectory:&isFolder] && isFolder);
    CHECK([files createFileAtPath:a contents:[NSData dataWithBytes:"abc" length:3] attributes:nil]);
    CHECK([files fileExistsAtPath:a isDirectory:&isFolder] && !isFolder && [[files contentsAtPath:a] length] == 3);
    CHECK([files isReadableFileAtPath:a] && [files isWritableFileAtPath:a] && ![files isExecutableFileAtPath:a]);
    NSDictionary *attributes = [files attributesOfFileSystemForPath:a error:NULL];
    unsigned long long whole = [attributes[NSFileSystemSize] unsignedLongLongValue];
    CHECK(whole > 0 && [attributes[NSFileSystemFreeSize] unsignedLongLongValue] <= whole);
    attributes = [files attributesOfItemAtPath:a error:NULL];
    CHECK([attributes[NSFileSize] isEqual:@3] && [attributes[NSFileType] isEqual:NSFileTypeRegular]);
    CHECK([attributes[NSFileModificationDate] timeIntervalSinceNow] <= 1);
    NSString *b = [top stringByAppendingPathComponent:@"b"];
    CHECK([files copyItemAtPath:a toPath:b error:NULL] && [files fileExistsAtPath:a]);
    CHECK([files moveItemAtPath:a toPath:[top stringByAppendingPathComponent:@"c"] error:NULL]);
    NSArray *names = [[files contentsOfDirectoryAtPath:top error:NULL] sortedArrayUsingSelector:@selector(compare:)];
    CHECK([names isEqual:(@[ @"b", @"c", @"deep" ])] && [files subpathsOfDirectoryAtPath:top error:NULL].count == 3);
    CHECK([files removeItemAtURL:[NSURL fileURLWithPath:b] error:NULL] && ![files fileExistsAtPath:b]);
    CHECK([files removeItemAtPath:top error:NULL] && ![files removeItemAtPath:top error:&error]);
    CHECK([error.domain isEqual:NSCocoaErrorDomain] && error.code == NSFileNoSuchFileError);
    CHECK([files contentsOfDirectoryAtPath:top error:NULL] == nil && ![files fileExistsAtPath:top]);
    CHECK([files.currentDirectoryPath hasPrefix:@"/"]);
}

TEST("arrays and dictionaries are files") {
    NSString *path = [folder() stringByAppendingPathComponent:@"list"];
    NSDictionary *list = @{@"a" : @[ @1, @"x" ]};
    CHECK([list writeToFile:path atomically:YES] && [[NSDictionary dictionaryWithContentsOfFile:path] isEqual:list]);
    CHECK([NSArray arrayWithContentsOfFile:path] == nil && [NSArray arrayWithContentsOfFile:@"/missing"] == nil);
    NSURL *url = [NSURL fileURLWithPath:path];
    CHECK([list writeToURL:url atomically:NO] && [[NSDictionary dictionaryWithContentsOfURL:url] isEqual:list]);
    CHECK([NSArray arrayWithContentsOfURL:url] == nil);
    CHECK([list[@"a"] writeToFile:path atomically:NO] && [[NSArray arrayWithContentsOfFile:path] isEqual:list[@"a"]]);
    CHECK(![@[ [NSNull null] ] writeToFile:path atomically:NO]);
    unlink(path.UTF8String);
}

TEST("the main bundle is the folder of the program, and another folder may be a bundle") {
    NSBundle *bundle = [NSBundle mainBundle];
    CHECK([bundle.executablePath.lastPathComponent hasPrefix:@"files."] && bundle.bundlePath.absolutePath);
    CHECK([NSBundle bundleForClass:[NSObject class]] == bundle && bundle.resourcePath != nil);
    NSString *path = [folder() stringByAppendingPathComponent:@"text.txt"];
    CHECK([@"x" writeToFile:path atomically:NO encoding:NSUTF8StringEncoding error:NULL]);
    NSBundle *other = [NSBundle bundleWithPath:folder()];
    CHECK([[other pathForResource:@"text" ofType:@"txt"].lastPathComponent isEqual:@"text.txt"]);
    CHECK([[other URLForResource:@"text" withExtension:@"txt"].lastPathComponent isEqual:@"text.txt"]);
    CHECK([other pathForResource:@"missing" ofType:nil] == nil && [NSBundle bundleWithPath:@"/missing"] == nil);
    CHECK([other objectForInfoDictionaryKey:@"missing"] == nil);
    unlink(path.UTF8String);
}

static NSData *bytes(const char *text) { return [NSData dataWithBytes:text length:strlen(text)]; }
static NSData *decoded(NSString *text, NSDataBase64DecodingOptions options) {
    return AUTORELEASE([[NSData alloc] initWithBase64EncodedString:text options:options]);
}

TEST("data are text in Base64, and back") {
    const char *pairs[][2] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"fooba", "Zm9vYmE="}};
    for (int index = 0; index < 5; index++) {
        NSString *text = [NSString stringWithUTF8String:pairs[index][1]];
        CHECK([[bytes(pairs[index][0]) base64EncodedStringWithOptions:0] isEqual:text]);
        CHECK([decoded(text, 0) isEqual:bytes(pairs[index][0])]);
    }
    CHECK([decoded(@"+/8=", 0) isEqual:[NSData dataWithBytes:"\xfb\xff" length:2]]);
    CHECK([[bytes("foo") base64EncodedDataWithOptions:0] isEqual:bytes("Zm9v")]);
    CHECK([AUTORELEASE([[NSData alloc] initWithBase64EncodedData:bytes("Zm9v") options:0]) isEqual:bytes("foo")]);
}

TEST("Base64 in lines") {
    NSMutableData *data = [NSMutableData dataWithLength:60];
    NSString *text = [data base64EncodedStringWithOptions:NSDataBase64Encoding64CharacterLineLength];
    CHECK(text.length == 82 && [text characterAtIndex:64] == '\r' && [text characterAtIndex:65] == '\n');
    CHECK(decoded(text, 0) == nil && [decoded(text, NSDataBase64DecodingIgnoreUnknownCharacters) isEqual:data]);
    text = [data base64EncodedStringWithOptions:NSDataBase64Encoding76CharacterLineLength |
                                                NSDataBase64EncodingEndLineWithLineFeed];
    CHECK(text.length == 81 && [text characterAtIndex:76] == '\n');
}

TEST("malformed Base64 is nil, and no text raises") {
    CHECK(decoded(@"Zg=", 0) == nil && decoded(@"Z", 0) == nil && decoded(@"Zg==Zg==", 0) == nil);
    CHECK(decoded(@"Z===", 0) == nil && decoded(@"Zm9é", 0) == nil);
    NSString *none = nil;
    NSException *exception = exception_of(^{ (void)[[NSData alloc] initWithBase64EncodedString:none options:0]; });
    CHECK([exception.name isEqual:NSInvalidArgumentException]);
}

static NSRange range_of(const char *wanted, NSDataSearchOptions options, NSUInteger start) {
    return [bytes("abcabc") rangeOfData:bytes(wanted) options:options range:NSMakeRange(start, 6 - start)];
}

TEST("bytes are found in data") {
    CHECK(NSEqualRanges(range_of("bc", 0, 0), NSMakeRange(1, 2)));
    CHECK(NSEqualRanges(range_of("bc", 0, 2), NSMakeRange(4, 2)));
    CHECK(NSEqualRanges(range_of("bc", NSDataSearchBackwards, 0), NSMakeRange(4, 2)));
    CHECK(range_of("bc", NSDataSearchAnchored, 0).location == NSNotFound);
    CHECK(NSEqualRanges(range_of("bc", NSDataSearchAnchored | NSDataSearchBackwards, 0), NSMakeRange(4, 2)));
    CHECK(range_of("", 0, 0).location == NSNotFound && range_of("abcabca", 0, 0).location == NSNotFound);
}

static NSUInteger index_of(int wanted, NSBinarySearchingOptions options) {
    NSArray *sorted = @[ @9, @1, @3, @3, @3, @5, @0 ];
    return [sorted indexOfObject:@(wanted)
                   inSortedRange:NSMakeRange(1, 5)
                         options:options
                 usingComparator:^(id first, id second) { return [first compare:second]; }];
}

TEST("an object is found in a sorted array, or the place for it") {
    CHECK(index_of(3, NSBinarySearchingFirstEqual) == 2 && index_of(3, NSBinarySearchingLastEqual) == 4);
    CHECK(index_of(1, 0) == 1 && index_of(5, 0) == 5 && index_of(2, 0) == NSNotFound);
    CHECK(index_of(2, NSBinarySearchingInsertionIndex) == 2 && index_of(7, NSBinarySearchingInsertionIndex) == 6);
    CHECK(index_of(3, NSBinarySearchingInsertionIndex | NSBinarySearchingLastEqual) == 5);
    CHECK(index_of(3, NSBinarySearchingInsertionIndex | NSBinarySearchingFirstEqual) == 2);
}

TEST("the tests leave no file") { CHECK(rmdir(folder().UTF8String) == 0); }

TEST("an enumerator visits a folder and its subfolders") {
    NSFileManager *files = [NSFileManager defaultManager];
    NSString *top = [NSTemporaryDirectory() stringByAppendingPathComponent:[NSUUID UUID].UUIDString];
    for (NSString *path in @[ @"a/b", @"c" ]) {
        CHECK([files createDirectoryAtPath:[top stringByAppendingPathComponent:path]
               withIntermediateDirectories:YES
                                attributes:nil
                                     error:NULL]);
    }
    for (NSString *path in @[ @"a/b/1.txt", @"a/2.txt", @".hidden", @"3.txt" ]) {
        CHECK([[path dataUsingEncoding:NSUTF8StringEncoding] writeToFile:[top stringByAppendingPathComponent:path]
                                                              atomically:NO]);
    }
    NSArray *all = @[ @".hidden", @"3.txt", @"a", @"a/2.txt", @"a/b", @"a/b/1.txt", @"c" ];
    CHECK([[[files enumeratorAtPath:top].allObjects sortedArrayUsingSelector:@selector(compare:)] isEqual:all]);
    NSDirectoryEnumerator *walk = [files enumeratorAtPath:[top stringByAppendingString:@"/"]];
    int count = 0;
    for (NSString *path in walk) {
        count++;
        CHECK([walk level] == path.pathComponents.count);
        if ([path isEqual:@"a"]) [walk skipDescendants];
        if ([path isEqual:@"3.txt"]) CHECK([[walk fileAttributes][NSFileSize] isEqual:@5]);
    }
    CHECK(count == 4);  // not what is in a
    NSURL *url = [NSURL fileURLWithPath:top];
    NSArray *visible = [files enumeratorAtURL:url
                           includingPropertiesForKeys:nil
                                              options:NSDirectoryEnumerationSkipsHiddenFiles
                                         errorHandler:nil]
                           .allObjects;
    CHECK(visible.count == 6 && [visible.firstObject isFileURL]);
    CHECK([files enumeratorAtPath:@"/no/such/folder"].allObjects.count == 0);
    CHECK([files contentsOfDirectoryAtURL:url includingPropertiesForKeys:nil options:0 error:NULL].count == 4);

    NSURL *text = [url URLByAppendingPathComponent:@"3.txt"];
    NSDate *date = [NSDate dateWithTimeIntervalSince1970:1000];
    CHECK([files setAttributes:@{NSFileModificationDate : date} ofItemAtPath:text.path error:NULL]);
    NSArray *keys = @[ NSURLContentModificationDateKey, NSURLFileSizeKey, NSURLIsDirectoryKey, NSURLCreationDateKey ];
    NSDictionary *values = [text resourceValuesForKeys:keys error:NULL];
    CHECK(values.count == 4 && [values[NSURLContentModificationDateKey] isEqual:date]);
    CHECK([values[NSURLFileSizeKey] isEqual:@5] && [values[NSURLIsDirectoryKey] isEqual:@NO]);
    NSNumber *isFolder = nil;
    CHECK([url getResourceValue:&isFolder forKey:NSURLIsDirectoryKey error:NULL] && isFolder.boolValue);
    NSError *error = nil;
    CHECK(![[url URLByAppendingPathComponent:@"no"] resourceValuesForKeys:keys error:&error] && error.code == 260);
    CHECK([files copyItemAtURL:text toURL:[url URLByAppendingPathComponent:@"4.txt"] error:NULL]);
    CHECK([files moveItemAtURL:text toURL:[url URLByAppendingPathComponent:@"5.txt"] error:NULL]);
    CHECK([files enumeratorAtPath:top].allObjects.count == 8);
    CHECK([files removeItemAtPath:top error:NULL]);
}

TEST("the user's folders, and the bundle's resources") {
    NSArray<NSString *> *caches = NSSearchPathForDirectoriesInDomains(NSCachesDirectory, NSUserDomainMask, YES);
    CHECK(caches.count == 1 && caches.firstObject.absolutePath);
    NSURL *url =
        [[NSFileManager defaultManager] URLsForDirectory:NSCachesDirectory inDomains:NSUserDomainMask].firstObject;
    CHECK([url.path isEqual:caches.firstObject]);
    CHECK([[[NSFileManager defaultManager] URLForDirectory:NSCachesDirectory
                                                  inDomain:NSUserDomainMask
                                         appropriateForURL:nil
                                                    create:NO
                                                     error:NULL] isEqual:url]);
    NSBundle *bundle = [NSBundle mainBundle];
    CHECK([bundle.resourceURL.path isEqual:bundle.resourcePath]);
    CHECK([bundle pathForResource:@"none" ofType:@"txt" inDirectory:@"none"] == nil);
    CHECK([[bundle localizedStringForKey:@"key" value:@"text" table:nil] isEqual:@"text"]);
    CHECK([[bundle localizedStringForKey:@"key" value:nil table:nil] isEqual:@"key"]);
    CHECK([NSBundle bundleWithIdentifier:@"none"] == nil && [NSBundle allFrameworks].count == 0);
    CHECK([[NSBundle allBundles] isEqual:@[ bundle ]]);
}

TEST("a bundle has tables of strings") {
    NSString *folder =
        [NSTemporaryDirectory() stringByAppendingPathComponent:NSProcessInfo.processInfo.globallyUniqueString];
    NSString *english = [folder stringByAppendingPathComponent:@"en.lproj"];
    NSFileManager *files = [NSFileManager defaultManager];
    CHECK([files createDirectoryAtPath:english withIntermediateDirectories:YES attributes:nil error:NULL]);
    NSString *table = @"/* a comment */\n\"hello\" = \"Good \\\"day\\\"\";\n";
    CHECK([table writeToFile:[english stringByAppendingPathComponent:@"Texts.strings"]
                  atomically:YES
                    encoding:NSUTF8StringEncoding
                       error:NULL]);
    NSBundle *bundle = [NSBundle bundleWithPath:folder];
    CHECK([bundle.localizations isEqual:@[ @"en" ]] && [bundle.preferredLocalizations isEqual:@[ @"en" ]]);
    CHECK([NSLocalizedStringFromTableInBundle(@"hello", @"Texts", bundle, nil) isEqual:@"Good \"day\""]);
    CHECK([NSLocalizedStringFromTableInBundle(@"other", @"Texts", bundle, nil) isEqual:@"other"]);
    CHECK([NSLocalizedStringWithDefaultValue(@"other", @"Texts", bundle, @"value", nil) isEqual:@"value"]);
    CHECK([bundle pathForResource:@"Texts" ofType:@"strings" inDirectory:nil forLocalization:@"en"] != nil);
    CHECK([[NSBundle preferredLocalizationsFromArray:@[ @"en", @"xx" ]] isEqual:@[ @"en" ]]);
    CHECK([files removeItemAtPath:folder error:NULL]);
}

TEST("a file is found again by its bookmark, and has an identifier") {
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:[NSUUID UUID].UUIDString];
    NSURL *url = [NSURL fileURLWithPath:path];
    NSError *error = nil;
    CHECK(![url bookmarkDataWithOptions:0 includingResourceValuesForKeys:nil relativeToURL:nil error:&error] && error);
    CHECK([[NSData data] writeToURL:url atomically:NO] && [url.filePathURL isEqual:url]);
    CHECK([NSURL URLWithString:@"http://example.org"].filePathURL == nil);
    NSData *mark = [url bookmarkDataWithOptions:0 includingResourceValuesForKeys:nil relativeToURL:nil error:NULL];
    BOOL isStale = YES;
    NSURL *found = [NSURL URLByResolvingBookmarkData:mark
                                             options:NSURLBookmarkResolutionWithoutUI
                                       relativeToURL:nil
                                 bookmarkDataIsStale:&isStale
                                               error:NULL];
    CHECK([found.path isEqual:url.path] && !isStale);
    id first = nil, second = nil;
    CHECK([url getResourceValue:&first forKey:NSURLFileResourceIdentifierKey error:NULL]);
    CHECK([found getResourceValue:&second forKey:NSURLFileResourceIdentifierKey error:NULL] && [first isEqual:second]);
    CHECK([url setResourceValue:@YES forKey:NSURLIsExcludedFromBackupKey error:NULL]);
    CHECK(![url setResourceValue:@1 forKey:NSURLFileSizeKey error:&error]);
    CHECK([[NSFileManager defaultManager] removeItemAtURL:url error:NULL]);
}

TEST("symbolic and other links are made and read") {
    NSFileManager *files = [NSFileManager defaultManager];
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:[NSUUID UUID].UUIDString];
    NSString *link = [path stringByAppendingString:@"-link"], *other = [path stringByAppendingString:@"-other"];
    NSError *error = nil;
    CHECK([files createFileAtPath:path contents:[NSData dataWithBytes:"a" length:1] attributes:nil]);
    CHECK([files createSymbolicLinkAtPath:link withDestinationPath:path error:&error]);
    CHECK([[files destinationOfSymbolicLinkAtPath:link error:NULL] isEqual:path]);
    CHECK([files destinationOfSymbolicLinkAtPath:path error:&error] == nil && error);
    CHECK(![files createSymbolicLinkAtPath:link withDestinationPath:path error:NULL]);
    CHECK([files linkItemAtPath:path toPath:other error:NULL] && [files contentsAtPath:other].length == 1);
    for (NSString *each in @[ path, link, other ]) CHECK([files removeItemAtPath:each error:NULL]);
}
