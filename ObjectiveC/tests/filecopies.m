// filecopies.m - copies of files and folders: nothing is overwritten, and dates are kept.
#import <Foundation/Foundation.h>
#include <sys/stat.h>

#import "check-foundation.h"

static NSString *folder(void) {
    static NSString *path;
    if (path == nil) {
        char name[4096];
        snprintf(name, sizeof name, "%sfilecopies-XXXXXX", NSTemporaryDirectory().UTF8String);
        path = RETAIN([NSString stringWithUTF8String:mkdtemp(name)]);
    }
    return path;
}

static NSString *in_folder(NSString *name) { return [folder() stringByAppendingPathComponent:name]; }

static void write_text(NSString *name, NSString *text) {
    CHECK([text writeToFile:in_folder(name) atomically:NO encoding:NSUTF8StringEncoding error:NULL]);
}

static NSString *text_of(NSString *name) {
    return [NSString stringWithContentsOfFile:in_folder(name) encoding:NSUTF8StringEncoding error:NULL];
}

static double date_of(NSString *name) {
    NSDictionary *attributes = [NSFileManager.defaultManager attributesOfItemAtPath:in_folder(name) error:NULL];
    return [attributes[NSFileModificationDate] timeIntervalSince1970];
}

static void set_date(NSString *name, double seconds) {
    NSDictionary *attributes = @{NSFileModificationDate : [NSDate dateWithTimeIntervalSince1970:seconds]};
    CHECK([NSFileManager.defaultManager setAttributes:attributes ofItemAtPath:in_folder(name) error:NULL]);
}

static BOOL copies(NSString *name, NSString *other, NSError **error) {
    return [NSFileManager.defaultManager copyItemAtPath:in_folder(name) toPath:in_folder(other) error:error];
}

TEST("a file or folder is not copied onto another, which stays as it is") {
    NSFileManager *files = NSFileManager.defaultManager;
    for (NSString *name in @[ @"a", @"b" ]) {
        CHECK([files createDirectoryAtPath:in_folder(name) withIntermediateDirectories:NO attributes:nil error:NULL]);
    }
    write_text(@"a/new", @"new");
    write_text(@"b/old", @"old");
    write_text(@"file", @"text");
    CHECK([files createSymbolicLinkAtPath:in_folder(@"link") withDestinationPath:@"nowhere" error:NULL]);
    for (NSString *name in @[ @"a", @"file", @"a/new" ]) {
        for (NSString *other in @[ @"b", @"b/old", @"link", @"a", @"file" ]) {
            NSError *error = nil;
            CHECK(!copies(name, other, &error) && error.code == 516);
            CHECK([error.domain isEqual:NSCocoaErrorDomain] && !copies(name, other, NULL));
        }
    }
    NSError *error = nil;
    CHECK(![files copyItemAtURL:[NSURL fileURLWithPath:in_folder(@"a")]
                          toURL:[NSURL fileURLWithPath:in_folder(@"b")]
                          error:&error]);
    CHECK(error.code == 516 && [text_of(@"b/old") isEqual:@"old"] && text_of(@"b/new") == nil);
}

TEST("a copy has the dates of what was copied, in folders too") {
    set_date(@"a/new", 1000000);
    set_date(@"a", 2000000);
    set_date(@"file", 3000000.5);
    CHECK(copies(@"a", @"c", NULL) && copies(@"file", @"c/file", NULL));
    CHECK(date_of(@"c/new") == 1000000 && date_of(@"c/file") == 3000000.5 && [text_of(@"c/new") isEqual:@"new"]);
    CHECK(copies(@"a", @"d", NULL) && date_of(@"d") == 2000000 && date_of(@"d/new") == 1000000);
    CHECK(copies(@"link", @"link2", NULL));
    CHECK([[NSFileManager.defaultManager destinationOfSymbolicLinkAtPath:in_folder(@"link2")
                                                                   error:NULL] isEqual:@"nowhere"]);
    NSError *error = nil;
    CHECK(!copies(@"missing", @"e", &error) && error.code == 260);
}

TEST("the tests leave no file") { CHECK([NSFileManager.defaultManager removeItemAtPath:folder() error:NULL]); }
