// filehandles.m - NSFileHandle and NSPipe.
#import "check-foundation.h"

static NSString *text_of(NSData *data) {
    return AUTORELEASE([[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);
}

static NSData *bytes(NSString *text) { return [text dataUsingEncoding:NSUTF8StringEncoding]; }

// A new file with that text.
static NSString *new_file(NSString *text) {
    static int number;
    NSString *name = [NSString stringWithFormat:@"filehandles-%d-%d", getpid(), number++];
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:name];
    CHECK([bytes(text) writeToFile:path atomically:NO]);
    return path;
}

TEST("a file is read in parts, and from a position") {
    NSString *path = new_file(@"abcdefgh");
    NSFileHandle *file = [NSFileHandle fileHandleForReadingAtPath:path];
    CHECK([text_of([file readDataOfLength:3]) isEqual:@"abc"] && file.offsetInFile == 3);
    CHECK([text_of([file availableData]) isEqual:@"defgh"] && file.availableData.length == 0);
    [file seekToFileOffset:6];
    CHECK([text_of([file readDataToEndOfFile]) isEqual:@"gh"] && [file readDataOfLength:5].length == 0);
    CHECK([file seekToEndOfFile] == 8);
    unsigned long long offset = 0;
    CHECK([file seekToOffset:2 error:NULL] && [file getOffset:&offset error:NULL] && offset == 2);
    CHECK([text_of([file readDataUpToLength:2 error:NULL]) isEqual:@"cd"]);
    CHECK([text_of([file readDataToEndOfFileAndReturnError:NULL]) isEqual:@"efgh"]);
    CHECK([file seekToEndReturningOffset:&offset error:NULL] && offset == 8);
    [file closeFile];
    CHECK(file.fileDescriptor == -1);
    unlink(path.UTF8String);
}

TEST("a file is written over, at its end, and shortened") {
    NSString *path = new_file(@"abcdefgh");
    NSFileHandle *file = [NSFileHandle fileHandleForWritingAtPath:path];
    [file writeData:bytes(@"AB")];
    [file seekToEndOfFile];
    CHECK([file writeData:bytes(@"ij") error:NULL] && [file synchronizeAndReturnError:NULL]);
    CHECK([[NSString stringWithContentsOfFile:path encoding:NSUTF8StringEncoding error:NULL] isEqual:@"ABcdefghij"]);
    [file truncateFileAtOffset:3];
    [file writeData:bytes(@"!")];
    [file synchronizeFile];
    CHECK([file closeAndReturnError:NULL]);
    file = [NSFileHandle fileHandleForUpdatingAtPath:path];
    CHECK([text_of(file.readDataToEndOfFile) isEqual:@"ABc!"]);
    CHECK([file truncateAtOffset:0 error:NULL] && file.offsetInFile == 0);
    [file writeData:bytes(@"new")];
    [file seekToFileOffset:0];
    CHECK([text_of(file.readDataToEndOfFile) isEqual:@"new"]);
    [file closeFile];
    unlink(path.UTF8String);
}

TEST("a large file is read whole") {
    NSMutableData *large = [NSMutableData dataWithLength:300000];
    memset(large.mutableBytes, 'x', large.length);
    NSString *path = new_file(@"");
    CHECK([large writeToFile:path atomically:NO]);
    NSFileHandle *file = [NSFileHandle fileHandleForReadingAtPath:path];
    CHECK([[file readDataToEndOfFile] isEqual:large]);
    [file seekToFileOffset:1];
    CHECK([file readDataOfLength:200000].length == 200000);
    unlink(path.UTF8String);
}

TEST("errors are exceptions or NSErrors") {
    CHECK([NSFileHandle fileHandleForReadingAtPath:@"/no/such/file"] == nil);
    CHECK([NSFileHandle fileHandleForWritingAtPath:@"/no/such/file"] == nil);
    NSError *error = nil;
    NSURL *url = [NSURL fileURLWithPath:@"/no/such/file"];
    CHECK([NSFileHandle fileHandleForReadingFromURL:url error:&error] == nil);
    CHECK([error.domain isEqual:NSCocoaErrorDomain] && error.code == 260);
    CHECK([[error.userInfo[NSUnderlyingErrorKey] domain] isEqual:NSPOSIXErrorDomain]);
    CHECK([NSFileHandle fileHandleForUpdatingURL:url error:&error] == nil && error.code == 4);
    NSFileHandle *closed = AUTORELEASE([[NSFileHandle alloc] initWithFileDescriptor:-1]);
    NSException *exception = exception_of(^{ [closed readDataOfLength:1]; });
    CHECK([exception.name isEqual:NSFileHandleOperationException]);
    CHECK([exception.reason isEqual:@"*** -[NSFileHandle readDataOfLength:]: Bad file descriptor"]);
    CHECK(exception_of(^{ [closed writeData:bytes(@"a")]; }) && exception_of(^{ [closed offsetInFile]; }));
    CHECK([closed readDataUpToLength:1 error:&error] == nil && error.code == EBADF);
    CHECK([error.domain isEqual:NSPOSIXErrorDomain]);
    CHECK(![closed writeData:bytes(@"a") error:&error] && ![closed seekToOffset:1 error:NULL]);
}

TEST("a handle closes its descriptor if it owns it") {
    int ends[2];
    CHECK(pipe(ends) == 0);
    @autoreleasepool {
        NSFileHandle *owner = AUTORELEASE([[NSFileHandle alloc] initWithFileDescriptor:ends[0] closeOnDealloc:YES]);
        CHECK(owner.fileDescriptor == ends[0]);
        NSFileHandle *borrowed = AUTORELEASE([[NSFileHandle alloc] initWithFileDescriptor:ends[1]]);
        CHECK(borrowed.fileDescriptor == ends[1]);
    }
    char byte;
    CHECK(read(ends[0], &byte, 1) == -1 && errno == EBADF);
    CHECK(close(ends[1]) == 0);
}

TEST("the standard streams and the null device") {
    CHECK([NSFileHandle fileHandleWithStandardInput].fileDescriptor == 0);
    CHECK([NSFileHandle fileHandleWithStandardOutput].fileDescriptor == 1);
    CHECK([NSFileHandle fileHandleWithStandardError].fileDescriptor == 2);
    CHECK([NSFileHandle fileHandleWithStandardError] == [NSFileHandle fileHandleWithStandardError]);
    NSFileHandle *nothing = [NSFileHandle fileHandleWithNullDevice];
    [nothing writeData:bytes(@"ignored")];
    CHECK([nothing readDataToEndOfFile].length == 0);
}

TEST("what is written to a pipe is read from it") {
    NSPipe *pipe = [NSPipe pipe];
    [pipe.fileHandleForWriting writeData:bytes(@"through")];
    CHECK([text_of(pipe.fileHandleForReading.availableData) isEqual:@"through"]);
    dispatch_async(dispatch_get_global_queue(0, 0), ^{
      for (int count = 0; count < 3; count++) [pipe.fileHandleForWriting writeData:bytes(@"ab")];
      [pipe.fileHandleForWriting closeFile];
    });
    CHECK([text_of([pipe.fileHandleForReading readDataToEndOfFile]) isEqual:@"ababab"]);
}
