// light.m - a program that uses observing alone.
#import <Foundation/Foundation.h>

#import "check.h"

@interface Counter : NSObject
@property int count;
@end
@implementation Counter
@end

@interface Observer : NSObject {
  @public
    int notifications;
}
@end
@implementation Observer
- (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change context:(void *)c {
    notifications++;
}
@end

TEST("a program that observes loads neither Swift's Foundation nor libFoundationClasses") {
    Counter *counter = AUTORELEASE([Counter new]);
    Observer *observer = AUTORELEASE([Observer new]);
    [counter addObserver:observer forKeyPath:@"count" options:0 context:NULL];
    counter.count = 1;
    [counter removeObserver:observer forKeyPath:@"count"];
    CHECK(observer->notifications == 1);
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[1000];
    while (fgets(line, sizeof line, maps)) CHECK(strstr(line, "Foundation") == NULL);
    fclose(maps);
}
