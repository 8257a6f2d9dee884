// tasks.m - NSTask.
// flags: -Wl,--export-dynamic-symbol=kill
#import "check-foundation.h"
#import "mortal.h"
#import <stdatomic.h>
#import <sys/syscall.h>

// Stands for the function of the same name, for the libraries too.
static atomic_int signals;
int kill(pid_t process, int number) {
    signals++;
    return (int)syscall(SYS_kill, process, number);
}

static NSTask *task_of(NSString *path, NSArray *arguments) {
    NSTask *task = AUTORELEASE([NSTask new]);
    task.launchPath = path;
    task.arguments = arguments;
    return task;
}

static NSString *text_of(NSData *data) {
    return AUTORELEASE([[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);
}

TEST("a program's output is read from a pipe") {
    NSTask *task = task_of(@"/bin/echo", @[ @"hello", @"world" ]);
    NSPipe *pipe = [NSPipe pipe];
    task.standardOutput = pipe;
    [task launch];
    CHECK([text_of([pipe.fileHandleForReading readDataToEndOfFile]) isEqual:@"hello world\n"]);
    [task waitUntilExit];
    CHECK(!task.isRunning && task.terminationStatus == 0 && task.processIdentifier > 0);
    CHECK(task.terminationReason == NSTaskTerminationReasonExit);
}

TEST("a program reads what is written to a pipe") {
    NSTask *task = task_of(@"/usr/bin/tr", @[ @"a-z", @"A-Z" ]);
    NSPipe *input = [NSPipe pipe], *output = [NSPipe pipe];
    task.standardInput = input;
    task.standardOutput = output;
    [task launch];
    [input.fileHandleForWriting writeData:[@"loud" dataUsingEncoding:NSUTF8StringEncoding]];
    [input.fileHandleForWriting closeFile];
    CHECK([text_of([output.fileHandleForReading readDataToEndOfFile]) isEqual:@"LOUD"]);
    [task waitUntilExit];
}

TEST("a program has an environment, a folder and a status") {
    NSTask *task = task_of(@"/bin/sh", @[ @"-c", @"echo $WORD; pwd; exit 3" ]);
    NSPipe *pipe = [NSPipe pipe];
    task.standardOutput = pipe;
    task.environment = @{@"WORD" : @"value"};
    task.currentDirectoryPath = @"/usr";
    CHECK([task launchAndReturnError:NULL]);
    CHECK([text_of([pipe.fileHandleForReading readDataToEndOfFile]) isEqual:@"value\n/usr\n"]);
    [task waitUntilExit];
    CHECK(task.terminationStatus == 3);
}

TEST("a program that is terminated has ended by a signal, and its handler and observers are called") {
    NSTask *task = task_of(@"/bin/sleep", @[ @"100" ]);
    dispatch_semaphore_t ended = dispatch_semaphore_create(0);
    __block int status = 0;
    task.terminationHandler = ^(NSTask *terminated) { status = terminated.terminationStatus; };
    id token = [[NSNotificationCenter defaultCenter]
        addObserverForName:NSTaskDidTerminateNotification
                    object:task
                     queue:nil
                usingBlock:^(NSNotification *notification) { dispatch_semaphore_signal(ended); }];
    [task launch];
    CHECK(task.isRunning);
    [task terminate];
    dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER);
    CHECK(status == SIGTERM && task.terminationReason == NSTaskTerminationReasonUncaughtSignal);
    [[NSNotificationCenter defaultCenter] removeObserver:token];
}

TEST("an object that a task's handler captures is released when the program has ended") {
    @autoreleasepool {
        NSTask *task = task_of(@"/bin/true", @[]);
        Mortal *mortal = AUTORELEASE([Mortal new]);
        dispatch_semaphore_t ended = dispatch_semaphore_create(0);
        task.terminationHandler = ^(NSTask *terminated) {
          CHECK(terminated && mortal);
          dispatch_semaphore_signal(ended);
        };
        [task launch];
        dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER);
        [task waitUntilExit];
    }
    for (int tries = 0; deaths == 0 && tries < 5000; tries++) [NSThread sleepForTimeInterval:0.001];
    CHECK(deaths == 1);
}

TEST("a program that does not exist raises an exception, or is an error") {
    NSTask *task = task_of(@"/no/such/program", @[]);
    CHECK([exception_of(^{ [task launch]; }).reason isEqual:@"*** -[NSTask launch]: launch path not accessible"]);
    NSError *error = nil;
    CHECK(![task_of(@"/no/such/program", @[]) launchAndReturnError:&error]);
    CHECK([error.domain isEqual:NSCocoaErrorDomain] && error.code == 4);  // NSFileNoSuchFileError
    CHECK(exception_of(^{ [AUTORELEASE([NSTask new]) launch]; }) != nil);
    CHECK(exception_of(^{ (void)task.terminationStatus; }) != nil);
}

TEST("a task that has ended receives no signal, because its identifier may be that of another process") {
    NSTask *sleeping = task_of(@"/bin/sleep", @[ @"100" ]);
    [sleeping launch];
    signals = 0;
    CHECK([sleeping suspend] && [sleeping resume] && signals == 2);
    [sleeping terminate];
    CHECK(signals == 3);
    [sleeping waitUntilExit];
    for (NSTask *task in @[ sleeping, task_of(@"/bin/true", @[]) ]) {
        if (task != sleeping) {
            [task launch];
            [task waitUntilExit];
        }
        signals = 0;
        [task terminate];
        [task interrupt];
        CHECK(![task suspend] && ![task resume] && signals == 0);
    }
}
