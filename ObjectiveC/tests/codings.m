// codings.m - archives of classes that are no collections: time zones, calendars, descriptors, formatters, requests.
#import "check-foundation.h"

static id round_trip(id object) {
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:object];
    return [NSKeyedUnarchiver unarchiveObjectWithData:data];
}

// The same by a secure archive, of which only the object's own class is allowed.
static id secure_round_trip(id object) {
    NSError *error = nil;
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:object requiringSecureCoding:YES error:&error];
    id made = [NSKeyedUnarchiver unarchivedObjectOfClass:[object classForCoder] fromData:data error:&error];
    if (error) printf("%s: %s\n", object_getClassName(object), error.description.UTF8String);
    return made;
}

TEST("objects are equal to those that an archive of them contains") {
    NSCalendar *calendar = [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian];
    calendar.timeZone = [NSTimeZone timeZoneWithName:@"Asia/Tokyo"];
    calendar.locale = [NSLocale localeWithLocaleIdentifier:@"de_DE"];
    calendar.firstWeekday = 3;
    calendar.minimumDaysInFirstWeek = 4;
    NSDateComponents *parts = AUTORELEASE([NSDateComponents new]);
    parts.year = 2026;
    parts.month = -3;
    parts.timeZone = calendar.timeZone;
    parts.calendar = calendar;
    NSMutableAttributedString *text = AUTORELEASE([[NSMutableAttributedString alloc] initWithString:@"one two"]);
    [text addAttribute:@"a" value:@1 range:NSMakeRange(0, 3)];
    [text addAttribute:@"b" value:@[ @"x", @2.5 ] range:NSMakeRange(2, 3)];
    NSUInteger indexes[] = {1, 200, 0};
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:@"http://a/b?c"]];
    request.HTTPMethod = @"POST";
    request.HTTPBody = [NSData dataWithBytes:"abc" length:3];
    [request setValue:@"text/plain" forHTTPHeaderField:@"Content-Type"];
    request.timeoutInterval = 7.5;
    NSArray *objects = @[
        [NSTimeZone timeZoneWithName:@"America/New_York"], [NSLocale localeWithLocaleIdentifier:@"fr_FR"], calendar,
        parts, AUTORELEASE([NSDateComponents new]), [NSURLQueryItem queryItemWithName:@"a" value:@"b"],
        [NSURLQueryItem queryItemWithName:@"a" value:nil],
        [NSSortDescriptor sortDescriptorWithKey:@"name" ascending:NO selector:@selector(caseInsensitiveCompare:)],
        [NSSortDescriptor sortDescriptorWithKey:nil ascending:YES],
        [NSRegularExpression regularExpressionWithPattern:@"a+b" options:NSRegularExpressionCaseInsensitive error:NULL],
        text, AUTORELEASE([text copy]), AUTORELEASE([NSAttributedString new]), [NSIndexPath indexPathWithIndex:300],
        [NSIndexPath indexPathWithIndexes:indexes length:3], AUTORELEASE([NSIndexPath new]), request,
        AUTORELEASE([request copy])
    ];
    for (id object in objects) {
        id made = round_trip(object), secure = secure_round_trip(object);
        if (![made isEqual:object]) printf("%s\n", object_getClassName(object));
        CHECK([made isEqual:object] && [secure isEqual:object] && made != object);
        CHECK([[made class] isEqual:[object class]] && [object conformsToProtocol:@protocol(NSSecureCoding)]);
    }
    NSArray *all = round_trip(objects);
    CHECK([all isEqual:objects]);
    NSMutableAttributedString *changed = round_trip(text);
    [changed deleteCharactersInRange:NSMakeRange(0, 4)];
    CHECK([changed.string isEqual:@"two"]);
}

TEST("exceptions, notifications, matches and responses keep what they contain") {
    NSException *exception = [NSException exceptionWithName:@"Own" reason:@"because" userInfo:@{@"a" : @[ @1 ]}];
    NSException *made = round_trip(exception), *secure = secure_round_trip(exception);
    CHECK([made.name isEqual:@"Own"] && [made.reason isEqual:@"because"] && [made.userInfo isEqual:exception.userInfo]);
    CHECK([secure.userInfo isEqual:exception.userInfo]);
    NSNotification *note = [NSNotification notificationWithName:@"n" object:@"o" userInfo:@{@"a" : @1}];
    note = secure_round_trip(note);
    CHECK([note.name isEqual:@"n"] && [note.object isEqual:@"o"] && [note.userInfo isEqual:@{@"a" : @1}]);
    NSRegularExpression *pattern = [NSRegularExpression regularExpressionWithPattern:@"b(c)(x)?" options:0 error:NULL];
    NSTextCheckingResult *match = [pattern firstMatchInString:@"abcd" options:0 range:NSMakeRange(0, 4)];
    match = secure_round_trip(match);
    CHECK(NSEqualRanges(match.range, NSMakeRange(1, 2)) && NSEqualRanges([match rangeAtIndex:1], NSMakeRange(2, 1)));
    CHECK(match.numberOfRanges == 3 && [match rangeAtIndex:2].location == NSNotFound);
    NSURL *url = [NSURL URLWithString:@"http://a/b"];
    NSHTTPURLResponse *response =
        AUTORELEASE([[NSHTTPURLResponse alloc] initWithURL:url
                                                statusCode:404
                                               HTTPVersion:@"1.1"
                                              headerFields:@{@"Content-Type" : @"text/html"}]);
    response = secure_round_trip(response);
    CHECK(response.statusCode == 404 && [response.URL isEqual:url] && [response.MIMEType isEqual:@"text/html"]);
    NSURLResponse *plain = AUTORELEASE([[NSURLResponse alloc] initWithURL:url
                                                                 MIMEType:@"text/plain"
                                                    expectedContentLength:12
                                                         textEncodingName:@"utf-8"]);
    CHECK([round_trip(plain) isEqual:plain] && [secure_round_trip(plain) expectedContentLength] == 12);
}

TEST("formatters keep their settings") {
    NSNumberFormatter *numbers = AUTORELEASE([NSNumberFormatter new]);
    numbers.locale = [NSLocale localeWithLocaleIdentifier:@"de_DE"];
    numbers.numberStyle = NSNumberFormatterCurrencyStyle;
    numbers.maximumFractionDigits = 1;
    numbers.positiveSuffix = @" piece";
    NSNumberFormatter *made = round_trip(numbers), *secure = secure_round_trip(numbers);
    CHECK([[made stringFromNumber:@12345.67] isEqual:[numbers stringFromNumber:@12345.67]]);
    CHECK([[secure stringFromNumber:@-5] isEqual:[numbers stringFromNumber:@-5]]);
    NSDateFormatter *dates = AUTORELEASE([NSDateFormatter new]);
    dates.locale = [NSLocale localeWithLocaleIdentifier:@"fr_FR"];
    dates.timeZone = [NSTimeZone timeZoneWithName:@"Asia/Tokyo"];
    dates.dateFormat = @"EEEE d MMMM yyyy HH:mm zzz";
    NSDate *date = [NSDate dateWithTimeIntervalSince1970:1e9];
    CHECK([[round_trip(dates) stringFromDate:date] isEqual:[dates stringFromDate:date]]);
    dates.dateStyle = dates.timeStyle = NSDateFormatterFullStyle;
    CHECK([[secure_round_trip(dates) stringFromDate:date] isEqual:[dates stringFromDate:date]]);
}

TEST("what cannot be archived raises, and an archive with other values is an error") {
    NSSortDescriptor *block = [NSSortDescriptor sortDescriptorWithKey:nil
                                                            ascending:YES
                                                           comparator:^(id first, id second) { return NSOrderedSame; }];
    CHECK([exception_of(^{ (void)round_trip(block); }).name isEqual:NSInvalidArgumentException]);
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:[NSTimeZone timeZoneWithName:@"Asia/Tokyo"]];
    NSMutableData *other = [NSMutableData dataWithData:data];
    NSRange place = [data rangeOfData:[NSData dataWithBytes:"Tokyo" length:5]
                              options:0
                                range:NSMakeRange(0, data.length)];
    [other replaceBytesInRange:place withBytes:"Nowhe"];
    CHECK(place.length == 5 && [NSKeyedUnarchiver unarchivedObjectOfClass:[NSTimeZone class]
                                                                 fromData:other
                                                                    error:NULL] == nil);
}
