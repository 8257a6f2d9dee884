// queues.m - queues, groups, semaphores, sources, data and files of libdispatch, as objects.
#import "check.h"
#import <Foundation/Foundation.h>
#include <dispatch/dispatch.h>
#include <fcntl.h>

@interface Loader : NSObject
@property(nonatomic, strong) dispatch_queue_t queue;
@property(nonatomic, strong) dispatch_semaphore_t semaphore;
@property(nonatomic, strong) dispatch_group_t group;
@end
@implementation Loader
- (void)dealloc {
#if !__has_feature(objc_arc)
    [_queue release];
    [_semaphore release];
    [_group release];
#endif
    SUPER_DEALLOC;
}
@end

static int finished;
static void finish(void *context) { finished += *(int *)context; }

TEST("strong properties keep queues, semaphores and groups alive, and the last owner frees them") {
    static int one = 1;
    finished = 0;
    dispatch_semaphore_t freed = dispatch_semaphore_create(0);
    @autoreleasepool {
        Loader *loader = [Loader new];
        dispatch_queue_t queue = dispatch_queue_create("loader", DISPATCH_QUEUE_CONCURRENT);
        dispatch_set_context(queue, &one);
        dispatch_set_finalizer_f(queue, finish);
        loader.queue = queue;
        RELEASE(queue);
        queue = nil;
        CHECK(strcmp(dispatch_queue_get_label(loader.queue), "loader") == 0);
        dispatch_semaphore_t semaphore = dispatch_semaphore_create(0);
        dispatch_group_t group = dispatch_group_create();
        loader.semaphore = semaphore;
        loader.group = group;
        RELEASE(semaphore);
        RELEASE(group);
        __block int runs = 0;
        dispatch_group_async(loader.group, loader.queue, ^{ runs++; });
        dispatch_group_notify(loader.group, loader.queue, ^{ dispatch_semaphore_signal(loader.semaphore); });
        dispatch_semaphore_wait(loader.semaphore, DISPATCH_TIME_FOREVER);
        CHECK(runs == 1);
        dispatch_barrier_sync(loader.queue, ^{});
        RELEASE(loader);
    }
    // The finalizer of a queue runs on its target queue.
    for (int turn = 0; turn < 1000 && __atomic_load_n(&finished, __ATOMIC_SEQ_CST) == 0; turn++) {
        dispatch_semaphore_wait(freed, dispatch_time(DISPATCH_TIME_NOW, NSEC_PER_MSEC));
    }
    CHECK(finished == 1);
    RELEASE(freed);
}

TEST("queues are members of collections, keys and arguments of messages") {
    dispatch_queue_t first = dispatch_queue_create("first", DISPATCH_QUEUE_SERIAL);
    dispatch_queue_t second = dispatch_queue_create("second", NULL);
    NSDictionary *names = @{@"first" : first, @"second" : second};
    CHECK(names[@"first"] == first && [@[ first, second ] indexOfObject:second] == 1 && ![first isEqual:second]);
    CHECK([first.description hasPrefix:@"<OS_dispatch_queue"] && [(id)first isKindOfClass:[NSObject class]]);
    __block id captured = nil;
    dispatch_sync(first, ^{ captured = second; });
    CHECK(captured == second);
    RELEASE(first);
    RELEASE(second);
}

TEST("the main queue, global queues and attributes are the same objects each time, and live for ever") {
    CHECK(dispatch_get_main_queue() == dispatch_get_main_queue());
    CHECK(dispatch_get_global_queue(0, 0) == dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0));
    CHECK(dispatch_get_global_queue(0, 0) != (id)dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_HIGH, 0));
    dispatch_queue_attr_t attribute =
        dispatch_queue_attr_make_with_qos_class(DISPATCH_QUEUE_CONCURRENT, QOS_CLASS_UTILITY, -1);
    CHECK(attribute == dispatch_queue_attr_make_with_qos_class(DISPATCH_QUEUE_CONCURRENT, QOS_CLASS_UTILITY, -1));
    dispatch_queue_t queue = dispatch_queue_create_with_target("low", attribute, dispatch_get_global_queue(0, 0));
    int priority = 0;
    CHECK(dispatch_queue_get_qos_class(queue, &priority) == QOS_CLASS_UTILITY && priority == -1);
#if !__has_feature(objc_arc)
    for (int turn = 0; turn < 10; turn++) dispatch_release(dispatch_get_global_queue(0, 0));
    [dispatch_get_main_queue() release];
#endif
    CHECK([dispatch_get_main_queue() isKindOfClass:[NSObject class]]);
    RELEASE(queue);
}

TEST("a timer source calls its handlers, and keeps its queue alive") {
    __block int ticks = 0;
    dispatch_semaphore_t cancelled = dispatch_semaphore_create(0);
    dispatch_queue_t queue = dispatch_queue_create("timer", NULL);
    dispatch_source_t source = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, 0, queue);
    RELEASE(queue);
    queue = nil;
    dispatch_source_set_timer(source, DISPATCH_TIME_NOW, NSEC_PER_MSEC, 0);
#if __has_feature(objc_arc)
    __weak dispatch_source_t same = source;
#else
    __block dispatch_source_t same = source;
#endif
    dispatch_source_set_event_handler(source, ^{
      ticks++;
      if (ticks == 3) dispatch_source_cancel(same);
    });
    dispatch_source_set_cancel_handler(source, ^{ dispatch_semaphore_signal(cancelled); });
    dispatch_resume(source);
    dispatch_semaphore_wait(cancelled, DISPATCH_TIME_FOREVER);
    CHECK(ticks == 3 && dispatch_source_testcancel(source) != 0);
    RELEASE(source);
    RELEASE(cancelled);
}

TEST("data is an object, also where libdispatch passes it to a block") {
    dispatch_data_t hello = dispatch_data_create("hello ", 6, NULL, DISPATCH_DATA_DESTRUCTOR_DEFAULT);
    dispatch_data_t world = dispatch_data_create("world", 5, NULL, DISPATCH_DATA_DESTRUCTOR_DEFAULT);
    dispatch_data_t both = dispatch_data_create_concat(hello, world);
    NSMutableArray *regions = [NSMutableArray array];
    dispatch_data_apply(both, ^bool(dispatch_data_t region, size_t offset, const void *bytes, size_t size) {
      [regions addObject:region];
      return bytes && offset + size <= 11;
    });
    CHECK(regions.count == 2 && dispatch_data_get_size(regions[1]) == 5 && dispatch_data_get_size(both) == 11);
    CHECK(AUTORELEASE(dispatch_data_create("", 0, NULL, NULL)) == dispatch_data_empty);

    int ends[2];
    CHECK(pipe(ends) == 0);
    dispatch_semaphore_t done = dispatch_semaphore_create(0);
    dispatch_queue_t queue = dispatch_queue_create("files", NULL);
    dispatch_write(ends[1], both, queue, ^(dispatch_data_t left, int error) {
      if (left == nil && error == 0) dispatch_semaphore_signal(done);
    });
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
    __block dispatch_data_t got = nil;
    dispatch_read(ends[0], 11, queue, ^(dispatch_data_t data, int error) {
      if (error == 0) got = RETAIN(data);
      dispatch_semaphore_signal(done);
    });
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
    CHECK(got && dispatch_data_get_size(got) == 11);

    dispatch_io_t channel = dispatch_io_create(DISPATCH_IO_STREAM, ends[1], queue, ^(int error) {
      CHECK(error == 0);
      dispatch_semaphore_signal(done);
    });
    dispatch_io_write(channel, 0, hello, queue, ^(bool isDone, dispatch_data_t data, int error) {
      if (isDone && data == nil && error == 0) dispatch_semaphore_signal(done);
    });
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
    dispatch_io_close(channel, 0);
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
    close(ends[0]);
    close(ends[1]);
    RELEASE(got);
    RELEASE(channel);
    RELEASE(queue);
    RELEASE(done);
    RELEASE(both);
    RELEASE(world);
    RELEASE(hello);
}
