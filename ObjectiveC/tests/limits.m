// limits.m - programs that the system limits: files of no size.
#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/runtime.h>
#import <signal.h>
#import <sys/resource.h>

@interface Box : NSObject
@property int number;
@end
@implementation Box
@end

TEST("closures are made where files may have no size, and the signal for it is left as it was") {
    pid_t child = guarded_fork(60);
    if (child == 0) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});
        // More closures than the stubs that exist already.
        for (int index = 0; index < 2000; index++) {
            IMP imp = imp_implementationWithBlock(^(id self) { return index; });
            if (((int (*)(id, SEL))imp)(nil, @selector(number)) != index) _exit(1);
        }
        sigset_t blocked, pending;
        sigprocmask(SIG_BLOCK, NULL, &blocked);
        sigpending(&pending);
        _exit(sigismember(&blocked, SIGXFSZ) || sigismember(&pending, SIGXFSZ) ? 2 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
