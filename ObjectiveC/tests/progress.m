// progress.m - NSProgress: counts, parts, observing, cancelling.
#import "check-foundation.h"

TEST("a fraction is that of the units") {
    NSProgress *progress = [NSProgress progressWithTotalUnitCount:4];
    CHECK(progress.fractionCompleted == 0 && !progress.finished && !progress.indeterminate);
    progress.completedUnitCount = 1;
    CHECK(progress.fractionCompleted == 0.25 && [progress.localizedDescription isEqual:@"25% completed"]);
    CHECK([progress.localizedAdditionalDescription isEqual:@"1 of 4"]);
    progress.completedUnitCount = 4;
    CHECK(progress.fractionCompleted == 1 && progress.finished);
    progress.totalUnitCount = -1;
    CHECK(progress.indeterminate && progress.fractionCompleted == 0);
    CHECK([NSProgress progressWithTotalUnitCount:0].indeterminate && AUTORELEASE([NSProgress new]).indeterminate);
}

TEST("a part stands for units of the whole") {
    NSProgress *whole = [NSProgress discreteProgressWithTotalUnitCount:10];
    NSProgress *part = [NSProgress progressWithTotalUnitCount:2 parent:whole pendingUnitCount:4];
    part.completedUnitCount = 1;
    CHECK(whole.fractionCompleted == 0.2 && whole.completedUnitCount == 0);
    part.completedUnitCount = 2;
    CHECK(whole.fractionCompleted == 0.4 && whole.completedUnitCount == 4);
    NSException *exception = exception_of(^{ [whole addChild:whole withPendingUnitCount:1]; });
    CHECK([exception.name isEqual:NSInvalidArgumentException]);
}

TEST("the first progress that is made while another is current is a part of it") {
    NSProgress *whole = [NSProgress progressWithTotalUnitCount:4];
    [whole becomeCurrentWithPendingUnitCount:2];
    CHECK([NSProgress currentProgress] == whole);
    NSProgress *part = [NSProgress progressWithTotalUnitCount:1], *other = [NSProgress progressWithTotalUnitCount:1];
    [whole resignCurrent];
    other.completedUnitCount = 1;
    CHECK([NSProgress currentProgress] == nil && whole.completedUnitCount == 0);
    part.completedUnitCount = 1;
    CHECK(whole.completedUnitCount == 2);
    [whole performAsCurrentWithPendingUnitCount:2 usingBlock:^{}];
    CHECK(whole.finished);
    CHECK([exception_of(^{ [whole resignCurrent]; }).name isEqual:NSInvalidArgumentException]);
}

TEST("the whole is observed") {
    NSProgress *whole = [NSProgress progressWithTotalUnitCount:2];
    NSProgress *part = [NSProgress progressWithTotalUnitCount:2 parent:whole pendingUnitCount:2];
    Watcher *watcher = AUTORELEASE([Watcher new]);
    [whole addObserver:watcher forKeyPath:@"fractionCompleted" options:NSKeyValueObservingOptionNew context:NULL];
    part.completedUnitCount = 1;
    CHECK(watcher->calls == 1 && [watcher.change[NSKeyValueChangeNewKey] isEqual:@0.5]);
    part.completedUnitCount = 2;
    CHECK(watcher->calls == 2 && [watcher.change[NSKeyValueChangeNewKey] isEqual:@1]);
    [whole removeObserver:watcher forKeyPath:@"fractionCompleted"];
}

static NSString *notifications_of(NSProgress *progress, void (^body)(void)) {
    NSMutableArray *notes = [NSMutableArray array];
    Watcher *watcher = AUTORELEASE([Watcher new]);
    __unsafe_unretained Watcher *unretained = watcher;
    watcher.body = ^(void *context) {
      NSString *prior = unretained.change[NSKeyValueChangeNotificationIsPriorKey] ? @"before" : @"after";
      [notes addObject:[NSString stringWithFormat:@"%@ %@", prior, unretained.keyPath]];
    };
    NSArray *keys = @[ @"totalUnitCount", @"completedUnitCount", @"finished", @"fractionCompleted", @"indeterminate" ];
    for (NSString *key in keys) {
        [progress addObserver:watcher forKeyPath:key options:NSKeyValueObservingOptionPrior context:NULL];
    }
    body();
    for (NSString *key in keys) [progress removeObserver:watcher forKeyPath:key];
    return [notes componentsJoinedByString:@", "];
}

TEST("observers are notified of the keys that change, and of no others") {
    NSProgress *whole = AUTORELEASE([[NSProgress alloc] initWithParent:nil userInfo:nil]);
    CHECK([notifications_of(whole, ^{ whole.totalUnitCount = 10; })
        isEqual:@"before totalUnitCount, before indeterminate, after indeterminate, after totalUnitCount"]);
    __block NSProgress *part = nil;
    CHECK([notifications_of(whole, ^{
      part = RETAIN([NSProgress progressWithTotalUnitCount:10 parent:whole pendingUnitCount:10]);
    }) isEqual:@""]);
    CHECK([notifications_of(whole, ^{ part.completedUnitCount = 5; })
        isEqual:@"before fractionCompleted, after fractionCompleted"]);
    CHECK([notifications_of(whole, ^{ part.completedUnitCount = 10; })
        isEqual:@"before completedUnitCount, before fractionCompleted, before finished, after finished, "
                @"after fractionCompleted, after completedUnitCount"]);
    CHECK(whole.finished && whole.completedUnitCount == 10);
    RELEASE(part);
    NSProgress *done = [NSProgress progressWithTotalUnitCount:1];
    done.completedUnitCount = 1;
    whole.totalUnitCount = 20;
    CHECK([notifications_of(whole, ^{ [whole addChild:done withPendingUnitCount:10]; })
        isEqual:@"before completedUnitCount, before fractionCompleted, before finished, after finished, "
                @"after fractionCompleted, after completedUnitCount"]);
}

TEST("cancelling, pausing and resuming call handlers, also those of parts") {
    NSProgress *whole = [NSProgress progressWithTotalUnitCount:2];
    NSProgress *part = [NSProgress progressWithTotalUnitCount:2 parent:whole pendingUnitCount:2];
    NSMutableArray *calls = [NSMutableArray array];
    whole.cancellationHandler = ^{ [calls addObject:@"whole"]; };
    part.cancellationHandler = ^{ [calls addObject:@"part"]; };
    part.pausingHandler = ^{ [calls addObject:@"pause"]; };
    part.resumingHandler = ^{ [calls addObject:@"resume"]; };
    [whole pause];
    CHECK(part.paused && whole.paused);
    [whole resume];
    [whole cancel];
    [whole cancel];
    CHECK(part.cancelled && !part.paused);
    part.cancellationHandler = ^{ [calls addObject:@"late"]; };
    CHECK([[calls componentsJoinedByString:@" "] isEqual:@"pause resume whole part late"]);
    NSProgress *later = [NSProgress progressWithTotalUnitCount:1 parent:whole pendingUnitCount:1];
    CHECK(later.cancelled && whole.cancellable && !whole.pausable);
    part.cancellationHandler = whole.cancellationHandler = nil;
}

TEST("objects for keys are stored") {
    NSProgress *progress = AUTORELEASE([[NSProgress alloc] initWithParent:nil userInfo:@{@"a" : @1}]);
    [progress setUserInfoObject:@2 forKey:NSProgressThroughputKey];
    [progress setUserInfoObject:nil forKey:@"a"];
    CHECK([progress.userInfo isEqual:@{NSProgressThroughputKey : @2}]);
    progress.kind = NSProgressKindFile;
    progress.localizedDescription = @"text";
    CHECK([progress.kind isEqual:NSProgressKindFile] && [progress.localizedDescription isEqual:@"text"]);
}

TEST("many threads complete parts of one whole") {
    NSProgress *whole = [NSProgress progressWithTotalUnitCount:800];
    NSMutableArray *parts = [NSMutableArray array];
    for (int index = 0; index < 8; index++) {
        [parts addObject:[NSProgress progressWithTotalUnitCount:100 parent:whole pendingUnitCount:100]];
    }
    dispatch_apply(8, dispatch_get_global_queue(0, 0), ^(size_t index) {
      for (int unit = 1; unit <= 100; unit++) [parts[index] setCompletedUnitCount:unit];
    });
    CHECK(whole.finished && whole.completedUnitCount == 800 && whole.fractionCompleted == 1);
}
