// operations.m - NSOperation, NSBlockOperation and NSOperationQueue.
#import "check-foundation.h"

@interface Log : NSObject {
  @public
    NSMutableArray *entries;
}
- (void)add:(id)entry;
@end
@implementation Log
- (instancetype)init {
    if ((self = [super init])) entries = [NSMutableArray new];
    return self;
}
- (void)add:(id)entry {
    @synchronized(self) {
        [entries addObject:entry];
    }
}
- (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change context:(void *)c {
    [self add:[NSString stringWithFormat:@"%@ %@", path, change[NSKeyValueChangeNewKey]]];
}
- (void)dealloc {
    RELEASE(entries);
    SUPER_DEALLOC;
}
@end

@interface Work : NSOperation
@property(strong) Log *log;
@property(copy) NSString *title;
@end
@implementation Work
- (void)main {
    [self.log add:self.title];
}
@end

static Work *make_work(Log *log, NSString *title) {
    Work *work = AUTORELEASE([Work new]);
    work.log = log;
    work.title = title;
    return work;
}

// The first test, because a process that has used queues cannot fork.
TEST("an exception that leaves an operation on a queue ends the process with its name and reason") {
    CHECK_ENDS("*** Terminating app due to uncaught exception 'Torn', reason: 'page 3'", {
        NSOperationQueue *queue = [NSOperationQueue new];
        [queue addOperationWithBlock:^{ [NSException raise:@"Torn" format:@"page 3"]; }];
        [queue waitUntilAllOperationsAreFinished];
        pause();
    });
}

TEST("an operation that is started runs main, and its keys notify") {
    Log *log = AUTORELEASE([Log new]);
    Work *work = make_work(log, @"main");
    NSArray *keys = @[ @"isExecuting", @"isFinished" ];
    for (NSString *key in keys) {
        [work addObserver:log forKeyPath:key options:NSKeyValueObservingOptionNew context:NULL];
    }
    CHECK(work.isReady && !work.isFinished && !work.isAsynchronous);
    [work start];
    for (NSString *key in keys) [work removeObserver:log forKeyPath:key];
    CHECK([log->entries isEqual:@[ @"isExecuting 1", @"main", @"isFinished 1", @"isExecuting 0" ]]);
    CHECK(work.isFinished && !work.isExecuting);
    [work start];
    CHECK(log->entries.count == 4);
}

TEST("a cancelled operation finishes without running main") {
    Log *log = AUTORELEASE([Log new]);
    Work *work = make_work(log, @"main");
    [work cancel];
    CHECK(work.isCancelled && !work.isFinished);
    [work start];
    CHECK(work.isFinished && log->entries.count == 0);
}

TEST("a queue runs operations after those that they depend on") {
    Log *log = AUTORELEASE([Log new]);
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    Work *last = make_work(log, @"last"), *middle = make_work(log, @"middle"), *first = make_work(log, @"first");
    [last addDependency:middle];
    [middle addDependency:first];
    CHECK(!last.isReady && [last.dependencies isEqual:@[ middle ]]);
    [queue addOperations:@[ last, middle, first ] waitUntilFinished:YES];
    CHECK([log->entries isEqual:@[ @"first", @"middle", @"last" ]]);
    [queue waitUntilAllOperationsAreFinished];
    CHECK(queue.operationCount == 0 && last.isReady);
}

TEST("an operation starts when one of another queue has finished, on which it depends") {
    Log *log = AUTORELEASE([Log new]);
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]), *other = AUTORELEASE([NSOperationQueue new]);
    Work *first = make_work(log, @"first"), *second = make_work(log, @"second");
    [second addDependency:first];
    [queue addOperation:second];
    [other addOperation:first];
    [queue waitUntilAllOperationsAreFinished];
    CHECK([log->entries isEqual:@[ @"first", @"second" ]]);
}

TEST("a suspended queue waits; one at a time runs in the order of priorities") {
    Log *log = AUTORELEASE([Log new]);
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    queue.suspended = YES;
    queue.maxConcurrentOperationCount = 1;
    Work *important = make_work(log, @"important");
    important.queuePriority = NSOperationQueuePriorityHigh;
    [queue addOperation:make_work(log, @"one")];
    [queue addOperation:make_work(log, @"two")];
    [queue addOperation:important];
    CHECK(queue.operationCount == 3 && queue.isSuspended && log->entries.count == 0);
    queue.suspended = NO;
    [queue waitUntilAllOperationsAreFinished];
    CHECK([log->entries isEqual:@[ @"important", @"one", @"two" ]]);
}

TEST("the number of operations in a queue is observed") {
    Log *log = AUTORELEASE([Log new]);
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    [queue addObserver:log forKeyPath:@"operationCount" options:NSKeyValueObservingOptionNew context:NULL];
    [queue addOperationWithBlock:^{ [log add:@"block"]; }];
    [queue waitUntilAllOperationsAreFinished];
    [queue removeObserver:log forKeyPath:@"operationCount"];
    CHECK([log->entries isEqual:@[ @"operationCount 1", @"block", @"operationCount 0" ]]);
}

@interface Download : NSOperation {
    BOOL isRunning, isDone;
}
@end
@implementation Download
- (BOOL)isAsynchronous {
    return YES;
}
- (BOOL)isExecuting {
    return isRunning;
}
- (BOOL)isFinished {
    return isDone;
}
- (void)start {
    [self willChangeValueForKey:@"isExecuting"];
    isRunning = YES;
    [self didChangeValueForKey:@"isExecuting"];
    dispatch_async(dispatch_get_global_queue(0, 0), ^{
      [self willChangeValueForKey:@"isExecuting"];
      [self willChangeValueForKey:@"isFinished"];
      self->isRunning = NO;
      self->isDone = YES;
      [self didChangeValueForKey:@"isFinished"];
      [self didChangeValueForKey:@"isExecuting"];
    });
}
@end

TEST("an operation that finishes later by itself has its completion block called, and its queue waits for it") {
    Download *download = AUTORELEASE([Download new]);
    dispatch_semaphore_t called = dispatch_semaphore_create(0);
    download.completionBlock = ^{ dispatch_semaphore_signal(called); };
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    Log *log = AUTORELEASE([Log new]);
    Work *next = make_work(log, @"next");
    [next addDependency:download];
    [queue addOperations:@[ next, download ] waitUntilFinished:NO];
    dispatch_semaphore_wait(called, DISPATCH_TIME_FOREVER);
    [queue waitUntilAllOperationsAreFinished];
    CHECK(download.isFinished && next.isFinished && download.completionBlock == nil);
    RELEASE(called);
}

TEST("block operations call all their blocks, and know their queue") {
    __block int calls = 0;
    __block NSOperationQueue *current = nil;
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    NSBlockOperation *operation =
        [NSBlockOperation blockOperationWithBlock:^{ __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED); }];
    [operation addExecutionBlock:^{
      __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
      current = [NSOperationQueue currentQueue];
    }];
    [queue addOperation:operation];
    [operation waitUntilFinished];
    CHECK(calls == 2 && current == queue);
}

TEST("the main queue runs operations in the run loop of the main thread") {
    __block BOOL isMain = NO, isDone = NO;
    [[NSOperationQueue mainQueue] addOperationWithBlock:^{
      isMain = [NSThread isMainThread] && [NSOperationQueue currentQueue] == [NSOperationQueue mainQueue];
      isDone = YES;
    }];
    NSDate *end = [NSDate dateWithTimeIntervalSinceNow:10];
    while (!isDone && end.timeIntervalSinceNow > 0) {
        [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:0.01]];
    }
    CHECK(isMain);
}

TEST("an operation is added once") {
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    queue.suspended = YES;
    NSOperation *operation = AUTORELEASE([NSOperation new]);
    [queue addOperation:operation];
    NSString *name = nil;
    @try {
        [queue addOperation:operation];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvalidArgumentException]);
    [queue cancelAllOperations];
    queue.suspended = NO;
    [queue waitUntilAllOperationsAreFinished];
    CHECK(operation.isCancelled && operation.isFinished);
}

// An operation whose priority or dependencies raise an exception.
@interface Refusing : NSOperation
@property(nonatomic) BOOL refusesDependencies;
@end
@implementation Refusing
- (NSOperationQueuePriority)queuePriority {
    if (!self.refusesDependencies) [NSException raise:@"Refused" format:@"priority"];
    return NSOperationQueuePriorityNormal;
}
- (void)addDependency:(NSOperation *)other {
    [super addDependency:other];
    if (self.refusesDependencies) [NSException raise:@"Refused" format:@"dependency"];
}
@end

TEST("of operations that are added together, none is added if one is refused") {
    NSOperation *finished = AUTORELEASE([NSOperation new]);
    [finished start];
    Refusing *dependent = AUTORELEASE([Refusing new]);
    dependent.refusesDependencies = YES;
    NSOperation *twice = AUTORELEASE([NSOperation new]);
    NSArray *lists = @[ @[ finished ], @[ AUTORELEASE([Refusing new]) ], @[ dependent ], @[ twice, twice ] ];
    for (NSArray *refused in lists) {
        NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]), *other = AUTORELEASE([NSOperationQueue new]);
        queue.suspended = YES;
        if (refused[0] == dependent) [queue addBarrierBlock:^{}];
        NSUInteger count = queue.operationCount;
        NSOperation *first = AUTORELEASE([NSOperation new]), *last = AUTORELEASE([NSOperation new]);
        NSArray *all = [[@[ first ] arrayByAddingObjectsFromArray:refused] arrayByAddingObject:last];
        CHECK(exception_of(^{ [queue addOperations:all waitUntilFinished:NO]; }) != nil);
        CHECK(queue.operationCount == count && first.dependencies.count == 0 && last.dependencies.count == 0);
        CHECK(exception_of(^{ [other addOperations:@[ first, last ] waitUntilFinished:YES]; }) == nil);
        CHECK(first.isFinished && last.isFinished);
        queue.suspended = NO;
        if (first.isFinished) [queue waitUntilAllOperationsAreFinished];
    }
}

TEST("operations are added though an observer of the queue raises an exception, and the queue runs them") {
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    Watcher *watcher = AUTORELEASE([Watcher new]);
    watcher.body = ^(void *context) { [NSException raise:@"Observed" format:@"operationCount"]; };
    NSOperation *operation = AUTORELEASE([NSOperation new]);
    for (int prior = 0; prior < 2; prior++) {
        NSKeyValueObservingOptions options = prior ? NSKeyValueObservingOptionPrior : 0;
        queue.suspended = YES;
        operation = AUTORELEASE([NSOperation new]);
        [queue addObserver:watcher forKeyPath:@"operationCount" options:options context:NULL];
        NSException *raised = exception_of(^{ [queue addOperation:operation]; });
        CHECK([raised.name isEqual:@"Observed"] && queue.operationCount == 1);
        [queue removeObserver:watcher forKeyPath:@"operationCount"];
        queue.suspended = NO;
        [operation waitUntilFinished];
        [queue waitUntilAllOperationsAreFinished];
        CHECK(operation.isFinished && queue.operationCount == 0);
    }
}

TEST("an exception that leaves an operation that the program starts is caught there, and the operation has finished") {
    NSBlockOperation *operation =
        [NSBlockOperation blockOperationWithBlock:^{ [NSException raise:@"Torn" format:@"page 3"]; }];
    NSString *name = nil;
    @try {
        [operation start];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:@"Torn"] && operation.isFinished && !operation.isExecuting);
}

TEST("a queue keeps its quality of service") {
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    CHECK(queue.qualityOfService == NSQualityOfServiceDefault);
    queue.qualityOfService = NSQualityOfServiceUtility;
    CHECK(queue.qualityOfService == NSQualityOfServiceUtility);
}

@interface Counter : NSObject
@end
@implementation Counter
- (NSNumber *)twice:(NSNumber *)number {
    return @(2 * number.intValue);
}
- (int)three {
    return 3;
}
- (void)nothing {
}
@end

TEST("an operation sends a message, and has its result") {
    Counter *counter = AUTORELEASE([Counter new]);
    NSInvocationOperation *twice = AUTORELEASE([[NSInvocationOperation alloc] initWithTarget:counter
                                                                                    selector:@selector(twice:)
                                                                                      object:@21]);
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    [queue addOperations:@[ twice ] waitUntilFinished:YES];
    CHECK([twice.result isEqual:@42] && twice.isFinished && twice.invocation.target == counter);
    NSMethodSignature *signature = [counter methodSignatureForSelector:@selector(three)];
    NSInvocation *invocation = [NSInvocation invocationWithMethodSignature:signature];
    invocation.target = counter;
    invocation.selector = @selector(three);
    NSInvocationOperation *three = AUTORELEASE([[NSInvocationOperation alloc] initWithInvocation:invocation]);
    [three start];
    int value = 0;
    [three.result getValue:&value];
    CHECK(value == 3);
    NSInvocationOperation *nothing = AUTORELEASE([[NSInvocationOperation alloc] initWithTarget:counter
                                                                                      selector:@selector(nothing)
                                                                                        object:nil]);
    [nothing start];
    NSString *name = nil;
    @try {
        (void)nothing.result;
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvocationOperationVoidResultException]);
    CHECK([[NSInvocationOperation alloc] initWithTarget:counter selector:@selector(count) object:nil] == nil);
}

TEST("thousands of short operations all run, also one at a time") {
    for (int maximum = -1; maximum < 3; maximum += 2) {
        NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
        queue.maxConcurrentOperationCount = maximum;
        __block int count = 0;
        for (int number = 0; number < 2000; number++) {
            [queue addOperationWithBlock:^{ __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }];
        }
        [queue waitUntilAllOperationsAreFinished];
        CHECK(count == 2000 && queue.operationCount == 0);
    }
}

TEST("a barrier waits for the earlier operations, and the later ones wait for it") {
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    queue.suspended = YES;
    __block int count = 0, seen = 0, early = 0;
    for (int number = 0; number < 50; number++) {
        [queue addOperationWithBlock:^{ __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }];
    }
    [queue addBarrierBlock:^{ seen = __atomic_load_n(&count, __ATOMIC_ACQUIRE); }];
    for (int number = 0; number < 50; number++) {
        [queue addOperationWithBlock:^{
          if (seen == 0) __atomic_fetch_add(&early, 1, __ATOMIC_RELAXED);
          __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
        }];
    }
    queue.suspended = NO;
    [queue waitUntilAllOperationsAreFinished];
    CHECK(seen == 50 && early == 0 && count == 100);
}

TEST("a priority that is changed in a queue counts, and a queue has a name") {
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    queue.suspended = YES;
    queue.maxConcurrentOperationCount = 1;
    NSMutableArray *order = [NSMutableArray array];
    NSBlockOperation *first = [NSBlockOperation blockOperationWithBlock:^{ [order addObject:@"first"]; }];
    NSBlockOperation *second = [NSBlockOperation blockOperationWithBlock:^{ [order addObject:@"second"]; }];
    [queue addOperations:@[ first, second ] waitUntilFinished:NO];
    second.queuePriority = NSOperationQueuePriorityHigh;
    queue.suspended = NO;
    [queue waitUntilAllOperationsAreFinished];
    CHECK([order isEqual:(@[ @"second", @"first" ])]);
    CHECK([queue.name hasPrefix:@"NSOperationQueue 0x"]);
    CHECK([[NSOperationQueue mainQueue].name isEqual:@"NSOperationQueue Main Queue"]);
}

TEST("blocks of one operation run at the same time, so they may wait for one another") {
    enum { BLOCKS = 8 };
    NSCondition *met = AUTORELEASE([NSCondition new]);
    __block int arrived = 0, missed = 0;
    void (^meet)(void) = ^{
      NSDate *end = [NSDate dateWithTimeIntervalSinceNow:30];
      [met lock];
      arrived++;
      [met broadcast];
      while (arrived < BLOCKS && [met waitUntilDate:end]) continue;
      missed += arrived < BLOCKS;
      [met unlock];
    };
    NSBlockOperation *operation = [NSBlockOperation blockOperationWithBlock:meet];
    for (int index = 1; index < BLOCKS; index++) [operation addExecutionBlock:meet];
    [operation start];
    CHECK(operation.isFinished && arrived == BLOCKS && missed == 0);
}

TEST("hundreds of operations with several blocks end though no block waits for another") {
    enum { OPERATIONS = 300 };
    __block int calls = 0;
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    for (int index = 0; index < OPERATIONS; index++) {
        void (^count)(void) = ^{ __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED); };
        NSBlockOperation *operation = [NSBlockOperation blockOperationWithBlock:count];
        [operation addExecutionBlock:count];
        [queue addOperation:operation];
    }
    [queue waitUntilAllOperationsAreFinished];
    CHECK(calls == 2 * OPERATIONS);
}

TEST("an exception of the first block of an operation is raised when the other blocks have returned") {
    __block int calls = 0;
    NSBlockOperation *operation =
        [NSBlockOperation blockOperationWithBlock:^{ [NSException raise:@"Refused" format:@"no"]; }];
    [operation addExecutionBlock:^{ __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED); }];
    NSException *raised = exception_of(^{ [operation start]; });
    CHECK([raised.name isEqual:@"Refused"] && calls == 1 && operation.isFinished);
}

TEST("a cancelled operation is ready, whatever it depends on, and finishes in its queue") {
    NSOperation *never = AUTORELEASE([NSOperation new]), *alone = AUTORELEASE([NSOperation new]);
    [alone addDependency:never];
    Watcher *watcher = AUTORELEASE([Watcher new]);
    [alone addObserver:watcher forKeyPath:@"isReady" options:NSKeyValueObservingOptionNew context:NULL];
    CHECK(!alone.isReady);
    [alone cancel];
    CHECK(alone.isReady && watcher->calls == 1 && [watcher.change[NSKeyValueChangeNewKey] isEqual:@YES]);
    [alone cancel];
    CHECK(watcher->calls == 1);
    [alone removeObserver:watcher forKeyPath:@"isReady"];
    __block int calls = 0;
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    NSOperation *queued = [NSBlockOperation blockOperationWithBlock:^{ calls++; }];
    NSOperation *other = [NSBlockOperation blockOperationWithBlock:^{ calls++; }];
    [queued addDependency:never];
    [other addDependency:queued];
    [queued addDependency:other];
    [queue addOperations:@[ other, queued ] waitUntilFinished:NO];
    [queue cancelAllOperations];
    [queue waitUntilAllOperationsAreFinished];
    CHECK(queued.isFinished && other.isFinished && calls == 0 && !never.isFinished);
}
