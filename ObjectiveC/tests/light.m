// light.m - a program that uses observing alone.
#import "check-foundation.h"

@interface Counter : NSObject
@property int count;
@end
@implementation Counter
@end

TEST("a program that observes loads neither Swift's Foundation nor libFoundationClasses nor libxml2") {
    Counter *counter = AUTORELEASE([Counter new]);
    Watcher *watcher = AUTORELEASE([Watcher new]);
    [counter addObserver:watcher forKeyPath:@"count" options:0 context:NULL];
    counter.count = 1;
    [counter removeObserver:watcher forKeyPath:@"count"];
    CHECK(watcher->calls == 1);
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[1000];
    while (fgets(line, sizeof line, maps)) CHECK(!strstr(line, "Foundation") && !strstr(line, "libxml2"));
    fclose(maps);
}
