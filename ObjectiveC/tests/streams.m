// streams.m - NSInputStream and NSOutputStream.
#import "check-foundation.h"

static NSString *new_path(void) {
    static int number;
    NSString *name = [NSString stringWithFormat:@"streams-%d-%d", getpid(), number++];
    return [NSTemporaryDirectory() stringByAppendingPathComponent:name];
}

static NSString *rest_of(NSInputStream *stream) {
    NSMutableData *all = [NSMutableData data];
    uint8_t part[3];
    NSInteger count;
    while ((count = [stream read:part maxLength:sizeof part]) > 0) [all appendBytes:part length:(NSUInteger)count];
    return AUTORELEASE([[NSString alloc] initWithData:all encoding:NSUTF8StringEncoding]);
}

TEST("data is read as a stream") {
    NSInputStream *stream = [NSInputStream inputStreamWithData:[@"abcdefgh" dataUsingEncoding:NSUTF8StringEncoding]];
    uint8_t part[3];
    CHECK(stream.streamStatus == NSStreamStatusNotOpen && [stream read:part maxLength:1] == -1);
    [stream open];
    CHECK(stream.streamStatus == NSStreamStatusOpen && stream.hasBytesAvailable);
    CHECK([stream read:part maxLength:3] == 3 && memcmp(part, "abc", 3) == 0);
    uint8_t *bytes;
    NSUInteger length;
    CHECK([stream getBuffer:&bytes length:&length] && length == 5 && memcmp(bytes, "defgh", 5) == 0);
    CHECK([rest_of(stream) isEqual:@"defgh"]);
    CHECK(stream.streamStatus == NSStreamStatusAtEnd && !stream.hasBytesAvailable && stream.streamError == nil);
    [stream close];
    CHECK(stream.streamStatus == NSStreamStatusClosed && [stream read:part maxLength:1] == -1);
}

TEST("a file is written, lengthened and read as a stream") {
    NSString *path = new_path();
    NSOutputStream *output = [NSOutputStream outputStreamToFileAtPath:path append:NO];
    CHECK([output write:(const uint8_t *)"a" maxLength:1] == -1);
    [output open];
    CHECK(output.hasSpaceAvailable && [output write:(const uint8_t *)"first" maxLength:5] == 5);
    [output close];
    output = [NSOutputStream outputStreamWithURL:[NSURL fileURLWithPath:path] append:YES];
    [output open];
    CHECK([output write:(const uint8_t *)" second" maxLength:7] == 7);
    [output close];
    for (int kind = 0; kind < 2; kind++) {
        NSInputStream *input = kind ? [NSInputStream inputStreamWithFileAtPath:path]
                                    : [NSInputStream inputStreamWithURL:[NSURL fileURLWithPath:path]];
        [input open];
        CHECK(input.hasBytesAvailable && [rest_of(input) isEqual:@"first second"] && !input.hasBytesAvailable);
    }
    unlink(path.UTF8String);
}

TEST("memory and a buffer are written as streams") {
    NSOutputStream *memory = [NSOutputStream outputStreamToMemory];
    [memory open];
    CHECK([memory write:(const uint8_t *)"abc" maxLength:3] == 3 && [memory write:(const uint8_t *)"d"
                                                                        maxLength:1] == 1);
    [memory close];
    CHECK([[memory propertyForKey:NSStreamDataWrittenToMemoryStreamKey]
        isEqual:[@"abcd" dataUsingEncoding:NSUTF8StringEncoding]]);
    CHECK([memory propertyForKey:@"other"] == nil && ![memory setProperty:@1 forKey:@"other"]);
    uint8_t room[4];
    NSOutputStream *buffer = [NSOutputStream outputStreamToBuffer:room capacity:sizeof room];
    [buffer open];
    CHECK([buffer write:(const uint8_t *)"abc" maxLength:3] == 3 && buffer.hasSpaceAvailable);
    CHECK([buffer write:(const uint8_t *)"def" maxLength:3] == 1 && !buffer.hasSpaceAvailable);
    CHECK([buffer write:(const uint8_t *)"g" maxLength:1] == 0 && memcmp(room, "abcd", 4) == 0);
}

TEST("a stream that cannot be opened has an error") {
    NSInputStream *input = [NSInputStream inputStreamWithFileAtPath:@"/no/such/file"];
    [input open];
    CHECK(input.streamStatus == NSStreamStatusError && input.streamError.code == ENOENT);
    CHECK([input.streamError.domain isEqual:NSPOSIXErrorDomain] && !input.hasBytesAvailable);
    uint8_t byte;
    CHECK([input read:&byte maxLength:1] == -1);
    [input close];
    CHECK(input.streamStatus == NSStreamStatusClosed);
}
