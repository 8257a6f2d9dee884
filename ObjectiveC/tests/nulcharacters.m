// nulcharacters.m - strings that contain the character U+0000, as paths, names and texts: refused or kept, never cut.
#import "check-foundation.h"

// Returns a string with U+0000 between two parts.
static NSString *with_nul(NSString *first, NSString *second) {
    return [NSString stringWithFormat:@"%@%C%@", first, (unichar)0, second];
}

static NSString *existing_file(void) {
    NSString *path = [NSString stringWithFormat:@"%s/nulcharacters-%d", P_tmpdir, getpid()];
    CHECK([@"text" writeToFile:path atomically:NO encoding:NSUTF8StringEncoding error:NULL]);
    return path;
}

TEST("a path with U+0000 is that of no file, for reading and for writing") {
    NSString *file = existing_file(), *path = with_nul(file, @".txt");
    NSError *error = nil;
    CHECK([path hasSuffix:@".txt"] && [NSData dataWithContentsOfFile:path] == nil);
    CHECK([NSData dataWithContentsOfFile:path options:0 error:&error] == nil);
    CHECK(error.code == NSFileReadInvalidFileNameError && [error.userInfo[NSFilePathErrorKey] isEqual:path]);
    CHECK([NSString stringWithContentsOfFile:path encoding:NSUTF8StringEncoding error:NULL] == nil);
    CHECK(![@"x" writeToFile:path atomically:NO encoding:NSUTF8StringEncoding error:&error]);
    CHECK(error.code == NSFileWriteInvalidFileNameError);
    CHECK(![[NSData data] writeToFile:path atomically:YES] && ![@[] writeToFile:path atomically:YES]);
    CHECK([NSFileHandle fileHandleForReadingAtPath:path] == nil &&
          [NSFileHandle fileHandleForWritingAtPath:path] == nil);
    NSInputStream *input = [NSInputStream inputStreamWithFileAtPath:path];
    [input open];
    CHECK(input.streamStatus == NSStreamStatusError);
    NSOutputStream *output = [NSOutputStream outputStreamToFileAtPath:path append:NO];
    [output open];
    CHECK(output.streamStatus == NSStreamStatusError);
    CHECK([NSArray arrayWithContentsOfFile:path] == nil && [NSBundle bundleWithPath:with_nul(@P_tmpdir, @"x")] == nil);
    CHECK([NSKeyedUnarchiver unarchiveObjectWithFile:path] == nil);
    CHECK([exception_of(^{ (void)path.fileSystemRepresentation; }).name isEqual:NSInvalidArgumentException]);
    CHECK([[NSString stringWithContentsOfFile:file encoding:NSUTF8StringEncoding error:NULL] isEqual:@"text"]);
    unlink(file.fileSystemRepresentation);
}

TEST("a file manager finds, makes and removes no file with U+0000 in its path") {
    NSFileManager *files = [NSFileManager defaultManager];
    NSString *file = existing_file(), *path = with_nul(file, @"x"), *folder = with_nul(@"/", @"x");
    BOOL isFolder = NO;
    NSError *error = nil;
    CHECK(![files fileExistsAtPath:path] && ![files fileExistsAtPath:folder isDirectory:&isFolder] && !isFolder);
    CHECK(![files isReadableFileAtPath:path] && ![files isWritableFileAtPath:path]);
    CHECK(![files isExecutableFileAtPath:folder] && ![files isDeletableFileAtPath:path]);
    CHECK([files contentsAtPath:path] == nil && [files attributesOfItemAtPath:path error:&error] == nil);
    CHECK(error.code == NSFileReadInvalidFileNameError);
    CHECK(![files changeCurrentDirectoryPath:folder] && [files contentsOfDirectoryAtPath:folder error:NULL] == nil);
    CHECK([files subpathsOfDirectoryAtPath:with_nul(@"/proc/self/task", @"x") error:NULL] == nil);
    CHECK([files enumeratorAtPath:folder].allObjects.count == 0);
    CHECK([files attributesOfFileSystemForPath:folder error:NULL] == nil);
    CHECK(![files createFileAtPath:path contents:[NSData data] attributes:nil]);
    NSString *made = [file stringByAppendingString:@"-made"];
    CHECK(![files createDirectoryAtPath:with_nul(made, @"x")
            withIntermediateDirectories:YES
                             attributes:nil
                                  error:NULL]);
    CHECK(![files copyItemAtPath:path toPath:made error:NULL] && ![files copyItemAtPath:file
                                                                                 toPath:with_nul(made, @"x")
                                                                                  error:NULL]);
    CHECK(![files moveItemAtPath:file toPath:with_nul(made, @"x") error:NULL]);
    CHECK(![files linkItemAtPath:file toPath:with_nul(made, @"x") error:NULL]);
    CHECK(![files createSymbolicLinkAtPath:with_nul(made, @"x") withDestinationPath:file error:NULL]);
    CHECK(![files createSymbolicLinkAtPath:made withDestinationPath:path error:NULL]);
    CHECK(![files setAttributes:@{NSFilePosixPermissions : @0} ofItemAtPath:path error:NULL]);
    CHECK(![files removeItemAtPath:path error:NULL] && [files fileExistsAtPath:file] && ![files fileExistsAtPath:made]);
    NSURL *url = [NSURL fileURLWithPath:path];
    CHECK(![url checkResourceIsReachableAndReturnError:NULL] && [NSData dataWithContentsOfURL:url] == nil);
    CHECK(![files removeItemAtURL:url error:NULL] && ![files copyItemAtURL:url
                                                                     toURL:[NSURL fileURLWithPath:made]
                                                                     error:NULL]);
    CHECK([files removeItemAtPath:file error:NULL]);
}

TEST("the address of a file with %00 is that of no file, and the error has a code for reading or writing") {
    NSString *path = existing_file();
    NSURL *url = [NSURL URLWithString:[NSString stringWithFormat:@"file://%@%%00b", path]];
    NSURL *good = [NSURL fileURLWithPath:path];
    NSString *literal = [path stringByAppendingString:@"%00b"];  // a file that has this name
    CHECK([@"other" writeToFile:literal atomically:NO encoding:NSUTF8StringEncoding error:NULL]);
    CHECK([url.path isEqual:with_nul(path, @"b")]);
    NSFileManager *files = [NSFileManager defaultManager];
    NSData *data = [NSData dataWithBytes:"new" length:3];
    __block NSError *error = nil;
    BOOL (^isRead)(void) = ^{ return (BOOL)(error.code == NSFileReadInvalidFileNameError); };
    BOOL (^isWritten)(void) = ^{ return (BOOL)(error.code == NSFileWriteInvalidFileNameError); };
    CHECK([NSData dataWithContentsOfURL:url options:0 error:&error] == nil && isRead());
    CHECK(![data writeToURL:url options:0 error:&error] && isWritten());
    CHECK([NSString stringWithContentsOfURL:url encoding:NSUTF8StringEncoding error:&error] == nil && isRead());
    CHECK(![@"new" writeToURL:url atomically:YES encoding:NSUTF8StringEncoding error:&error] && isWritten());
    CHECK([NSFileHandle fileHandleForReadingFromURL:url error:&error] == nil && isRead());
    CHECK([NSFileHandle fileHandleForWritingToURL:url error:&error] == nil && isWritten());
    CHECK([url resourceValuesForKeys:@[ NSURLFileSizeKey ] error:&error] == nil && isRead());
    CHECK([NSFileHandle fileHandleForUpdatingURL:url error:&error] == nil && isWritten());
    CHECK([files contentsOfDirectoryAtURL:url includingPropertiesForKeys:nil options:0 error:&error] == nil &&
          isRead());
    CHECK(![files createDirectoryAtURL:url withIntermediateDirectories:NO attributes:nil error:&error] && isWritten());
    CHECK(![files copyItemAtURL:url toURL:good error:&error] && isRead());
    CHECK(![files copyItemAtURL:good toURL:url error:&error] && isWritten());
    error = nil;
    CHECK(![files removeItemAtURL:url error:&error] && isWritten());
    error = nil;
    CHECK(![files moveItemAtURL:url toURL:good error:&error] && isWritten());
    CHECK([NSArray arrayWithContentsOfURL:url] == nil && ![@[ @1 ] writeToURL:url atomically:NO]);
    CHECK([files enumeratorAtURL:url includingPropertiesForKeys:nil options:0 errorHandler:nil].nextObject == nil);
    NSInputStream *stream = [NSInputStream inputStreamWithURL:url];
    [stream open];
    CHECK(stream.streamStatus == NSStreamStatusError);
    CHECK([[NSString stringWithContentsOfFile:literal encoding:NSUTF8StringEncoding error:NULL] isEqual:@"other"]);
    CHECK([files removeItemAtPath:path error:NULL] && [files removeItemAtPath:literal error:NULL]);
}

TEST("an address that is not that of a file names none, and its file stays") {
    NSString *path = existing_file();
    NSURL *url = [NSURL URLWithString:[@"http://localhost" stringByAppendingString:path]];
    NSFileManager *files = [NSFileManager defaultManager];
    NSError *error = nil;
    CHECK(![files removeItemAtURL:url error:&error] && error.code == NSFileWriteUnsupportedSchemeError);
    CHECK(![files copyItemAtURL:url toURL:[NSURL fileURLWithPath:@"/no/such"] error:&error]);
    CHECK(error.code == NSFileReadUnsupportedSchemeError && [files fileExistsAtPath:path]);
    CHECK([files removeItemAtPath:path error:NULL]);
}

TEST("a task is given no text with U+0000") {
    NSTask *task = AUTORELEASE([NSTask new]);
    NSString *raised[] = {
        exception_of(^{ task.launchPath = with_nul(@"/bin/true", @"x"); }).name,
        exception_of(^{ task.currentDirectoryPath = with_nul(@"/", @"x"); }).name,
        exception_of(^{
          task.arguments = (@[ @"a", with_nul(@"b", @"c") ]);
        }).name,
        exception_of(^{ task.environment = @{@"a" : with_nul(@"b", @"c")}; }).name,
        exception_of(^{ task.environment = @{with_nul(@"a", @"b") : @"c"}; }).name,
    };
    for (int index = 0; index < 5; index++) CHECK([raised[index] isEqual:NSInvalidArgumentException]);
}

TEST("a name with U+0000 is that of no class, selector, protocol, encoding or transformer") {
    CHECK(NSClassFromString(with_nul(@"NSObject", @"x")) == Nil && NSClassFromString(@"NSObject") != Nil);
    CHECK(NSSelectorFromString(with_nul(@"init", @"x")) == NULL && NSSelectorFromString(@"init") == @selector(init));
    CHECK(NSProtocolFromString(with_nul(@"NSCopying", @"x")) == nil && NSProtocolFromString(@"NSCopying") != nil);
    CHECK([NSValueTransformer valueTransformerForName:with_nul(@"NSValueTransformer", @"x")] == nil);
    CFStringRef name = (__bridge CFStringRef)with_nul(@"utf-8", @"x");
    CHECK(CFStringConvertIANACharSetNameToEncoding(name) == kCFStringEncodingInvalidId);
    CHECK(NSHomeDirectoryForUser(with_nul(@"root", @"x")) == nil);
    CHECK([[NSData alloc] initWithBase64EncodedString:with_nul(@"AAAA", @"!") options:0] == nil);
    CHECK([AUTORELEASE([[NSUserDefaults alloc] initWithSuiteName:with_nul(@"a", @"b")]) init] == nil);
}

TEST("parts of a path keep U+0000") {
    NSString *part = with_nul(@"b", @"c.d"), *path = [@"/a/" stringByAppendingString:part];
    CHECK([path.lastPathComponent isEqual:part] && [path.pathExtension isEqual:@"d"]);
    CHECK([path.stringByDeletingPathExtension isEqual:[@"/a/" stringByAppendingString:with_nul(@"b", @"c")]]);
    CHECK([path.stringByDeletingLastPathComponent isEqual:@"/a"]);
    CHECK([path.pathComponents isEqual:(@[ @"/", @"a", part ])]);
    CHECK([[NSString pathWithComponents:path.pathComponents] isEqual:path]);
    CHECK([[@"/a" stringByAppendingPathComponent:part] isEqual:path]);
    CHECK([[part stringByAppendingPathExtension:with_nul(@"x", @"y")]
        isEqual:[part stringByAppendingFormat:@".%@", with_nul(@"x", @"y")]]);
    CHECK([path.stringByStandardizingPath isEqual:path] && [path.stringByResolvingSymlinksInPath isEqual:path]);
    NSString *home = [NSHomeDirectory() stringByAppendingPathComponent:part];
    CHECK([[@"~/" stringByAppendingString:part].stringByExpandingTildeInPath isEqual:home]);
    CHECK([home.stringByAbbreviatingWithTildeInPath isEqual:[@"~/" stringByAppendingString:part]]);
    CHECK([with_nul(@"", @"/a").pathComponents isEqual:(@[ with_nul(@"", @""), @"a" ])]);
}

TEST("percent escapes and formats keep U+0000") {
    NSString *text = with_nul(@"é ", @"%");
    NSCharacterSet *none = [NSCharacterSet characterSetWithCharactersInString:@""];
    CHECK([[text stringByAddingPercentEncodingWithAllowedCharacters:none] isEqual:@"%C3%A9%20%00%25"]);
    CHECK([@"%C3%A9%20%00%25".stringByRemovingPercentEncoding isEqual:text]);
    CHECK([with_nul(@"%4", @"1").stringByRemovingPercentEncoding length] == 0);
    CHECK([[text stringByAddingPercentEscapesUsingEncoding:NSUTF8StringEncoding] isEqual:@"%C3%A9%20%00%25"]);
    CHECK([[text stringByAddingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding] isEqual:@"%E9%20%00%25"]);
    CHECK([text stringByAddingPercentEscapesUsingEncoding:NSASCIIStringEncoding] == nil);
    CHECK([[@"%e9%20%00%25" stringByReplacingPercentEscapesUsingEncoding:NSISOLatin1StringEncoding] isEqual:text]);
    CHECK([@"%e9" stringByReplacingPercentEscapesUsingEncoding:NSUTF8StringEncoding] == nil);
    NSString *nul = with_nul(@"a", @"b");
    CHECK([[NSString stringWithFormat:@"%@|", nul] isEqual:[nul stringByAppendingString:@"|"]]);
    CHECK(
        [[NSString stringWithFormat:@"%5@%-5@|", nul, nul] isEqual:[NSString stringWithFormat:@"  %@%@  |", nul, nul]]);
    CHECK([[NSString stringWithFormat:with_nul(@"%d", @"%d%%"), 1, 2] isEqual:with_nul(@"1", @"2%")]);
    CHECK([[NSString stringWithFormat:with_nul(@"%2$@", @"%1$@"), @"a", @"b"] isEqual:with_nul(@"b", @"a")]);
}

TEST("a conversion, an argument and a message after U+0000 are not lost") {
    CHECK([[NSString stringWithFormat:with_nul(@"%", @"%d|"), 7] isEqual:with_nul(@"", @"7|")]);
    CHECK([[NSString stringWithFormat:with_nul(@"%5", @"%d|"), 7] isEqual:with_nul(@"", @"7|")]);
    NSDictionary *person = @{@"name" : with_nul(@"x", @"y"), @"age" : @3};
    NSPredicate *isThree = [NSPredicate predicateWithFormat:with_nul(@"name = 'x", @"y' AND age = %d"), 3];
    CHECK([isThree evaluateWithObject:person] && ![isThree evaluateWithObject:@{@"name" : @"x", @"age" : @3}]);
    CHECK(NSEqualPoints(NSPointFromString(with_nul(@"{1", @", 2}")), NSMakePoint(1, 2)));
    CHECK(NSEqualRects(NSRectFromString(with_nul(@"{{1, 2}, ", @"{3, 4}}")), NSMakeRect(1, 2, 3, 4)));
    CHECK(NSEqualRanges(NSRangeFromString(with_nul(@"{1", @", 2}")), NSMakeRange(1, 2)));
    NSBundle *bundle = [NSBundle mainBundle];
    CHECK([[bundle localizedStringForKey:@"key" value:nil table:with_nul(@"a", @"b")] isEqual:@"key"]);
    CHECK([[bundle localizedStringForKey:@"key" value:@"value" table:with_nul(@"a", @"b")] isEqual:@"value"]);
}

TEST("errors and exceptions keep U+0000 in their texts") {
    NSString *nul = with_nul(@"a", @"b");
    NSError *error = [NSError errorWithDomain:nul code:1 userInfo:@{nul : nul}];
    NSString *shown = [NSString stringWithFormat:@"Error Domain=%@ Code=1 \"(null)\" UserInfo={%@=%@}", nul, nul, nul];
    CHECK([error.description isEqual:shown]);
    shown = [NSString stringWithFormat:@"The operation couldn’t be completed. (%@ error 1.)", nul];
    CHECK([error.localizedDescription isEqual:shown]);
    error = [NSError errorWithDomain:NSCocoaErrorDomain code:260 userInfo:@{NSFilePathErrorKey : nul}];
    shown = [NSString stringWithFormat:@"The file “%@” couldn’t be opened because there is no such file.", nul];
    CHECK([error.localizedDescription isEqual:shown]);
    NSException *exception = [NSException exceptionWithName:nul reason:nul userInfo:nil];
    CHECK([exception.name isEqual:nul] && [exception.reason isEqual:nul] && [exception.description isEqual:nul]);
    CHECK_ENDS("reason: 'a\\0b'", [exception raise]);
}

TEST("messages show U+0000, and what follows it") {
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = guarded_fork(60);
    if (child == 0) {
        dup2(ends[1], 2);
        NSLog(@"%@", with_nul(@"log a", @"b"));
        NSLock *lock = [NSLock new];
        lock.name = with_nul(@"name a", @"b");
        [lock unlock];
        _exit(0);
    }
    close(ends[1]);
    NSMutableData *written = [NSMutableData data];
    char buffer[1000];
    for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;) {
        [written appendBytes:buffer length:(NSUInteger)count];
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    NSString *text = AUTORELEASE([[NSString alloc] initWithData:written encoding:NSUTF8StringEncoding]);
    CHECK([text containsString:with_nul(@"log a", @"b\n")] && [text containsString:@"name a\\0b"]);
}

TEST("names of notifications differ by what follows U+0000") {
    NSNotificationCenter *center = AUTORELEASE([NSNotificationCenter new]);
    __block int calls = 0;
    id token = [center addObserverForName:with_nul(@"a", @"b")
                                   object:nil
                                    queue:nil
                               usingBlock:^(NSNotification *notification) { calls++; }];
    [center postNotificationName:@"a" object:nil];
    [center postNotificationName:with_nul(@"a", @"c") object:nil];
    CHECK(calls == 0);
    [center postNotificationName:with_nul(@"a", @"b") object:nil];
    CHECK(calls == 1);
    [center removeObserver:token name:@"a" object:nil];
    [center postNotificationName:with_nul(@"a", @"b") object:nil];
    CHECK(calls == 2);
    [center removeObserver:token];
}
