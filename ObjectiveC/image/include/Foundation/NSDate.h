// NSDate.h - points in time.
#ifndef FOUNDATION_NSDATE_H
#define FOUNDATION_NSDATE_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

// The reference date is the beginning of 2001 in UTC.
static const NSTimeInterval NSTimeIntervalSince1970 = 978307200.0;

NS_SWIFT_BRIDGED("FoundationEssentials.Date")
@interface NSDate : NSObject <NSCopying>
@property(readonly) NSTimeInterval timeIntervalSinceReferenceDate;
@property(readonly) NSTimeInterval timeIntervalSinceNow;
@property(readonly) NSTimeInterval timeIntervalSince1970;
@property(class, readonly) NSTimeInterval timeIntervalSinceReferenceDate;  // of the current time
@property(class, readonly, copy) NSDate *now;
@property(class, readonly, copy) NSDate *distantFuture;
@property(class, readonly, copy) NSDate *distantPast;
+ (instancetype)date;
+ (instancetype)dateWithTimeIntervalSinceNow:(NSTimeInterval)seconds;
+ (instancetype)dateWithTimeIntervalSince1970:(NSTimeInterval)seconds;
+ (instancetype)dateWithTimeIntervalSinceReferenceDate:(NSTimeInterval)seconds;
+ (instancetype)dateWithTimeInterval:(NSTimeInterval)seconds sinceDate:(NSDate *)date;
- (instancetype)init;
- (instancetype)initWithTimeIntervalSinceNow:(NSTimeInterval)seconds;
- (instancetype)initWithTimeIntervalSince1970:(NSTimeInterval)seconds;
- (instancetype)initWithTimeIntervalSinceReferenceDate:(NSTimeInterval)seconds;
- (instancetype)initWithTimeInterval:(NSTimeInterval)seconds sinceDate:(NSDate *)date;
- (NSTimeInterval)timeIntervalSinceDate:(NSDate *)date;
- (instancetype)dateByAddingTimeInterval:(NSTimeInterval)seconds;
- (NSDate *)earlierDate:(NSDate *)date;
- (NSDate *)laterDate:(NSDate *)date;
- (NSComparisonResult)compare:(NSDate *)date;
- (BOOL)isEqualToDate:(NSDate *)date;
// With a locale, the date and the time in that language and in the default time zone.
- (NSString *)descriptionWithLocale:(nullable id)locale;
@end

#pragma clang assume_nonnull end

#endif
