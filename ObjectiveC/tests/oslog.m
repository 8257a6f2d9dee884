// oslog.m - <os/log.h>: what is written to standard error.
#import <os/log.h>

#import "check-foundation.h"

// Returns what `body` writes to standard error, without the date and the process.
static NSString *written_by(void (^body)(void)) {
    FILE *file = tmpfile();
    int error = dup(2);
    dup2(fileno(file), 2);
    body();
    dup2(error, 2);
    close(error);
    char bytes[1000];
    rewind(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    NSString *text = AUTORELEASE([[NSString alloc] initWithBytes:bytes length:length encoding:NSUTF8StringEncoding]);
    NSMutableArray *lines = [NSMutableArray array];
    for (NSString *line in [text componentsSeparatedByString:@"\n"]) {
        NSRange end = [line rangeOfString:@"] "];
        if (end.location != NSNotFound) [lines addObject:[line substringFromIndex:NSMaxRange(end)]];
    }
    return [lines componentsJoinedByString:@"|"];
}

TEST("messages have the name of their part of the program") {
    os_log_t log = os_log_create("org.example", "a%b");
    NSString *text = written_by(^{
      os_log(log, "%{public}@ is %d %%{", @"six", 6);
      os_log_error(log, "no arguments");
      os_log_with_type(OS_LOG_DEFAULT, OS_LOG_TYPE_FAULT, "%{private, mask.hash}s", "plain");
    });
    CHECK([text isEqual:@"[org.example:a%b] six is 6 %{|[org.example:a%b] no arguments|plain"]);
    RELEASE(log);
}

TEST("messages of the types info and debug are written only if the environment wants them") {
    unsetenv("OS_ACTIVITY_MODE");
    CHECK(!os_log_info_enabled(OS_LOG_DEFAULT) && !os_log_debug_enabled(OS_LOG_DEFAULT));
    CHECK(os_log_type_enabled(OS_LOG_DEFAULT, OS_LOG_TYPE_ERROR));
    CHECK(written_by(^{ os_log_info(OS_LOG_DEFAULT, "hidden"); }).length == 0);
    setenv("OS_ACTIVITY_MODE", "info", 1);
    CHECK(os_log_info_enabled(OS_LOG_DEFAULT) && !os_log_debug_enabled(OS_LOG_DEFAULT));
    setenv("OS_ACTIVITY_MODE", "debug", 1);
    CHECK([written_by(^{ os_log_debug(OS_LOG_DEFAULT, "shown"); }) isEqual:@"shown"]);
    CHECK(!os_log_type_enabled(OS_LOG_DISABLED, OS_LOG_TYPE_FAULT));
}
