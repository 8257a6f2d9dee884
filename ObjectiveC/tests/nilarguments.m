// nilarguments.m - methods that accept nil, as on Apple's systems, though their headers say that it must not be, and
// methods that raise.
#import "check-foundation.h"

static NSString *none;
static id nothing;

TEST("values that are read from nil are nil") {
    CHECK([NSURL URLWithString:none] == nil && [NSURL URLWithString:none relativeToURL:nil] == nil);
    NSDateFormatter *dates = AUTORELEASE([NSDateFormatter new]);
    CHECK([dates stringFromDate:nothing] == nil && [dates dateFromString:none] == nil);
    NSNumberFormatter *numbers = AUTORELEASE([NSNumberFormatter new]);
    CHECK([numbers stringFromNumber:nothing] == nil && [numbers numberFromString:none] == nil);
    CHECK([NSKeyedUnarchiver unarchiveObjectWithData:nothing] == nil);
    CHECK([NSKeyedUnarchiver unarchiveObjectWithFile:none] == nil);
}

TEST("nothing is stored under the key nil, and there is no file at the path nil") {
    NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
    CHECK([defaults objectForKey:none] == nil && [defaults stringForKey:none] == nil);
    CHECK(![defaults boolForKey:none] && [defaults integerForKey:none] == 0 && [defaults doubleForKey:none] == 0);
    NSFileManager *files = [NSFileManager defaultManager];
    CHECK([files contentsAtPath:none] == nil && ![files createFileAtPath:none contents:nil attributes:nil]);
    CHECK(![files isReadableFileAtPath:none] && ![files isWritableFileAtPath:none]);
    CHECK([NSArray arrayWithContentsOfFile:none] == nil && [NSDictionary dictionaryWithContentsOfFile:none] == nil);
    CHECK([NSBundle bundleWithPath:none] == nil && [NSBundle bundleWithIdentifier:none] == nil);
    CHECK([[NSBundle mainBundle] objectForInfoDictionaryKey:none] == nil);
}

TEST("methods of strings raise") {
    for (void (^body)(void) in @[
             ^{ (void)[@"a" stringByAppendingPathComponent:none]; },
             ^{ (void)[@"a" stringByAppendingPathExtension:none]; },
             ^{ (void)[@"a" stringByTrimmingCharactersInSet:nothing]; },
             ^{ (void)[@"a" componentsSeparatedByCharactersInSet:nothing]; },
             ^{ (void)[@"a" rangeOfCharacterFromSet:nothing]; },
         ]) {
        NSException *exception = exception_of(body);
        CHECK([exception.name isEqual:NSInvalidArgumentException] && [exception.reason hasSuffix:@": nil argument"]);
    }
    NSException *json = exception_of(^{ [NSJSONSerialization JSONObjectWithData:nothing options:0 error:NULL]; });
    CHECK([json.reason isEqual:@"data parameter is nil"]);
}
