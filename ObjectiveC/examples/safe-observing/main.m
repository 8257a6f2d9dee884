// flags: -fobjc-arc
// main.m - three mistakes in observing that end a program, and the same steps with observers that remove themselves.
#import "SafeObserving.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

@interface Foo : NSObject
@property(nonatomic, assign) NSInteger count;
@property(nonatomic, copy) NSString *name;
@property(nonatomic, strong) Foo *next;
@end

@implementation Foo

- (void)dealloc {
    NSLog(@"  dealloc of %@", _name ?: @"a Foo");
}

@end

// An observer that does not implement observeValueForKeyPath:ofObject:change:context:.
@interface Bar : NSObject
@end

@implementation Bar
@end

// Runs the block in a child process, because the exception that the block raises ends the process.
static void ShowCrash(NSString *title, void (^mistake)(void)) {
    NSLog(@"%@", title);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);  // otherwise Swift's runtime would print a crash report
        mistake();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    NSLog(@"  %s", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "the child is alive");
}

static void ShowCrashes(void) {
    ShowCrash(@"The observed object dies before its observer is removed", ^{
      Bar *bar = [[Bar alloc] init];
      Foo *foo = [[Foo alloc] init];
      [foo addObserver:bar forKeyPath:@"count" options:SafeObservingOldToNew context:NULL];
      foo = nil;
    });
    ShowCrash(@"An observer is removed that was not added", ^{
      Bar *bar = [[Bar alloc] init];
      Foo *foo = [[Foo alloc] init];
      [foo removeObserver:bar forKeyPath:@"count"];
    });
    ShowCrash(@"An observer does not handle the notification", ^{
      Bar *bar = [[Bar alloc] init];
      Foo *foo = [[Foo alloc] init];
      [foo addObserver:bar forKeyPath:@"count" options:SafeObservingOldToNew context:NULL];
      foo.count = 1;
    });
}

static void ObserveSafely(void) {
    Foo *foo = [[Foo alloc] init];
    foo.name = @"foo";
    NSLog(@"foo is observed by a block, and by two blocks with identifiers");
    [foo observeKeyPath:@keyPath(foo.count)
                options:SafeObservingOldToNew
                changes:^(id receiver, id newValue, NSDictionary<NSKeyValueChangeKey, id> *change) {
                  NSLog(@"  count was %@, is %@", change[NSKeyValueChangeOldKey], newValue);
                }];
    for (NSString *identifier in @[ @"first", @"second" ]) {
        [foo observeKeyPath:@keyPath(foo.count)
                    options:SafeObservingUpToDate
                 identifier:identifier
                    changes:^(id receiver, id newValue, NSDictionary<NSKeyValueChangeKey, id> *change) {
                      NSLog(@"  %@: count is %@", identifier, newValue);
                    }];
    }
    foo.count = 1;

    NSLog(@"The block with the identifier first is stopped, twice");
    [foo unobserveKeyPath:@keyPath(foo.count) forIdentifier:@"first"];
    [foo unobserveKeyPath:@keyPath(foo.count) forIdentifier:@"first"];
    foo.count = 2;

    NSLog(@"All blocks are stopped");
    [foo unobserveKeyPath:@keyPath(foo.count)];
    foo.count = 3;

    NSLog(@"A key path through another object is observed, and foo dies");
    Foo *next = [[Foo alloc] init];
    next.name = @"next";
    foo.next = next;
    [foo observeKeyPath:@keyPath(foo.next.count)
                options:SafeObservingOldToNew
                changes:^(id receiver, id newValue, NSDictionary<NSKeyValueChangeKey, id> *change) {
                  NSLog(@"  next.count is %@", newValue);
                }];
    next.count = 1;
    foo = nil;
    next.count = 2;
    NSLog(@"next is %@, and the program is alive", next.observationInfo ? @"observed" : @"not observed");
}

int main(void) {
    ShowCrashes();
    @autoreleasepool {
        ObserveSafely();
    }
    return 0;
}
