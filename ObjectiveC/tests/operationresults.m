// operationresults.m - results of NSInvocationOperation, and priorities of operations.
#import <Foundation/Foundation.h>

#import "check-foundation.h"

static NSInvocationOperation *length_of(NSString *text) {
    return AUTORELEASE([[NSInvocationOperation alloc] initWithTarget:text selector:@selector(length) object:nil]);
}

TEST("an operation has no result before it has run, and raises if it was cancelled") {
    NSInvocationOperation *operation = length_of(@"hello");
    CHECK(operation.result == nil);
    [operation start];
    CHECK([operation.result isEqual:@5]);
    [operation cancel];
    CHECK([operation.result isEqual:@5]);
    operation = length_of(@"hello");
    [operation cancel];
    CHECK([exception_of(^{ (void)operation.result; }).name isEqual:NSInvocationOperationCancelledException]);
    [operation start];
    CHECK(operation.isFinished);
    CHECK([exception_of(^{ (void)operation.result; }).name isEqual:NSInvocationOperationCancelledException]);
}

TEST("a priority between two constants is the next one towards the normal priority") {
    NSOperation *operation = AUTORELEASE([NSOperation new]);
    NSDictionary *priorities = @{
        @10000 : @8,
        @8 : @8,
        @7 : @4,
        @4 : @4,
        @3 : @0,
        @0 : @0,
        @-3 : @0,
        @-4 : @-4,
        @-7 : @-4,
        @-8 : @-8,
        @-10 : @-8,
        @(NSIntegerMax) : @8,
        @(NSIntegerMin) : @-8
    };
    for (NSNumber *priority in priorities) {
        operation.queuePriority = priority.integerValue;
        CHECK(operation.queuePriority == [priorities[priority] integerValue]);
    }
}
