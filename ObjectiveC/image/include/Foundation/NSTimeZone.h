// NSTimeZone.h - time zones. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSTIMEZONE_H
#define FOUNDATION_NSTIMEZONE_H

#import <Foundation/NSArray.h>
#import <Foundation/NSDate.h>

#pragma clang assume_nonnull begin

// Immutable.
NS_SWIFT_BRIDGED("FoundationEssentials.TimeZone")
@interface NSTimeZone : NSObject <NSCopying>
+ (nullable instancetype)timeZoneWithName:(NSString *)name;
+ (nullable instancetype)timeZoneWithAbbreviation:(NSString *)abbreviation;
+ (instancetype)timeZoneForSecondsFromGMT:(NSInteger)seconds;
- (nullable instancetype)initWithName:(NSString *)name;
@property(class, readonly, copy) NSTimeZone *systemTimeZone;
@property(class, readonly, copy) NSTimeZone *localTimeZone;  // the default zone of now
// The zone of new calendars and formatters. nil: the zone of the system.
@property(class, null_resettable, copy) NSTimeZone *defaultTimeZone;
@property(class, readonly, copy) NSArray<NSString *> *knownTimeZoneNames;
@property(readonly, copy) NSString *name;
@property(nullable, readonly, copy) NSString *abbreviation;
@property(readonly) NSInteger secondsFromGMT;
- (NSInteger)secondsFromGMTForDate:(NSDate *)date;
- (nullable NSString *)abbreviationForDate:(NSDate *)date;
- (BOOL)isDaylightSavingTimeForDate:(NSDate *)date;
- (BOOL)isEqualToTimeZone:(NSTimeZone *)zone;
@property(readonly, getter=isDaylightSavingTime) BOOL daylightSavingTime;
@end

#pragma clang assume_nonnull end

#endif
