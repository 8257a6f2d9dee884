// dates.c - NSDate: a point in time, as the seconds since the beginning of 2001 in UTC. Instances are immutable.
#include <math.h>
#include <time.h>

#include "foundation.h"

typedef struct {
    Class isa;
    double seconds;
} mr_date;

static const double SECONDS_FROM_1970_TO_2001 = 978307200.0;

static double seconds_of(id date) { return SEND(double, date, "timeIntervalSinceReferenceDate"); }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec - SECONDS_FROM_1970_TO_2001 + (double)time.tv_nsec / 1e9;
}

static double stored_seconds(id self, SEL _cmd) { return ((mr_date *)(void *)self)->seconds; }

static id init_with_reference(id self, SEL _cmd, double seconds) {
    ((mr_date *)(void *)self)->seconds = seconds;
    return self;
}

static id make(id cls, double seconds) {
    SEL init = sel_registerName("initWithTimeIntervalSinceReferenceDate:");
    return objc_autorelease(((id(*)(id, SEL, double))(void *)objc_msgSend)(SEND(id, cls, "alloc"), init, seconds));
}

static id init_again(id self, double seconds) {
    return SEND_WITH(id, self, "initWithTimeIntervalSinceReferenceDate:", (id, SEL, double), seconds);
}

static id init(id self, SEL _cmd) { return init_again(self, now()); }
static id init_since_now(id self, SEL _cmd, double interval) { return init_again(self, now() + interval); }
static id init_since_1970(id self, SEL _cmd, double interval) {
    return init_again(self, interval - SECONDS_FROM_1970_TO_2001);
}
static id init_since_date(id self, SEL _cmd, double interval, id date) {
    return init_again(self, seconds_of(date) + interval);
}

static id date(id cls, SEL _cmd) { return make(cls, now()); }
static id since_now(id cls, SEL _cmd, double interval) { return make(cls, now() + interval); }
static id since_1970(id cls, SEL _cmd, double interval) { return make(cls, interval - SECONDS_FROM_1970_TO_2001); }
static id since_reference(id cls, SEL _cmd, double interval) { return make(cls, interval); }
static id since_date(id cls, SEL _cmd, double interval, id date) { return make(cls, seconds_of(date) + interval); }
static id distant_future(id cls, SEL _cmd) { return make(cls, 63113904000.0); }
static id distant_past(id cls, SEL _cmd) { return make(cls, -63114076800.0); }
static double current_seconds(id cls, SEL _cmd) { return now(); }

static double interval_since_now(id self, SEL _cmd) { return seconds_of(self) - now(); }
static double interval_since_1970(id self, SEL _cmd) { return seconds_of(self) + SECONDS_FROM_1970_TO_2001; }
static double interval_since(id self, SEL _cmd, id other) { return seconds_of(self) - seconds_of(other); }
static id adding(id self, SEL _cmd, double interval) {
    return make((id)object_getClass(self), seconds_of(self) + interval);
}

static long compare(id self, SEL _cmd, id other) {
    double difference = seconds_of(self) - seconds_of(other);
    return difference < 0 ? -1 : difference > 0;
}

static id earlier(id self, SEL _cmd, id other) { return compare(self, _cmd, other) > 0 ? other : self; }
static id later(id self, SEL _cmd, id other) { return compare(self, _cmd, other) < 0 ? other : self; }

static BOOL is_equal(id self, SEL _cmd, id other) {
    if (self == other) return YES;
    return SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSDate")) &&
           seconds_of(self) == seconds_of(other);
}

// The number of seconds may be larger than any integer, or no number.
static size_t hash(id self, SEL _cmd) {
    double seconds = seconds_of(self);
    return isfinite(seconds) ? (size_t)(long)fmod(seconds, 9e18) : 0;
}

// libc converts times under a lock that fork() does not take: the child would wait for ever if another thread held it.
// So the conversions of this layer take turns, under a lock that fork() takes.
static mr_lock *conversion_lock;

struct tm mr_parts_of_time(time_t seconds, bool is_local) {
    struct tm parts = {0};
    mr_lock_take(conversion_lock);
    if (is_local) localtime_r(&seconds, &parts);
    else gmtime_r(&seconds, &parts);
    mr_lock_give(conversion_lock);
    return parts;
}

// The parts of a time before 15 October 1582, in UTC and the Julian calendar, as NSCalendar and NSDateFormatter have
// them. A year begins with March here, so that a leap day is its last.
static struct tm julian_parts(time_t seconds) {
    enum { DAY = 86400, DAYS_TO_1970 = 719470, DAYS_OF_FOUR_YEARS = 1461 };
    time_t day = seconds / DAY - (seconds % DAY < 0), second = seconds - day * DAY;
    time_t since = day + DAYS_TO_1970, cycle = since / DAYS_OF_FOUR_YEARS - (since % DAYS_OF_FOUR_YEARS < 0);
    int rest = (int)(since - cycle * DAYS_OF_FOUR_YEARS), year = rest / 365 == 4 ? 3 : rest / 365;
    rest -= year * 365;
    int month = (5 * rest + 2) / 153;  // from March, months have 31, 30, 31, 30, 31 days, and again
    return (struct tm){.tm_year = (int)(cycle * 4) + year + (month > 9) - 1900,
                       .tm_mon = (month + 2) % 12,
                       .tm_mday = rest - (153 * month + 2) / 5 + 1,
                       .tm_hour = (int)(second / 3600),
                       .tm_min = (int)(second / 60 % 60),
                       .tm_sec = (int)(second % 60)};
}

// `2001-01-01 00:00:00 +0000`; the number of seconds for a date whose year no calendar has.
static id description(id self, SEL _cmd) {
    static const time_t FIRST_GREGORIAN_DAY = -12219292800, LARGEST_TIME = 60000000000000000;
    double exact = floor(seconds_of(self) + SECONDS_FROM_1970_TO_2001);
    if (!(fabs(exact) < (double)LARGEST_TIME)) return mr_string_with_format("%g", seconds_of(self));
    time_t seconds = (time_t)exact;
    struct tm parts = seconds < FIRST_GREGORIAN_DAY ? julian_parts(seconds) : mr_parts_of_time(seconds, false);
    return mr_string_with_format("%04d-%02d-%02d %02d:%02d:%02d +0000", parts.tm_year + 1900, parts.tm_mon + 1,
                                 parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

// With a locale, the date is written by NSDateFormatter, which a program with an NSLocale has loaded.
static id description_in(id self, SEL _cmd, id locale) {
    enum { FULL = 4 };
    id formatter = locale ? SEND(id, objc_getClass("NSDateFormatter"), "new") : nil;
    if (formatter == nil) return description(self, _cmd);
    SEND_WITH(void, formatter, "setLocale:", (id, SEL, id), locale);
    SEND_WITH(void, formatter, "setDateStyle:", (id, SEL, size_t), (size_t)FULL);
    SEND_WITH(void, formatter, "setTimeStyle:", (id, SEL, size_t), (size_t)FULL);
    id text = SEND_WITH(id, formatter, "stringFromDate:", (id, SEL, id), self);
    objc_release(formatter);
    return text;
}

static id copy(id self, SEL _cmd, void *zone) { return objc_retain(self); }

struct timespec mr_time_of_date(id date) {
    double seconds = SEND(double, date, "timeIntervalSince1970");
    if (!(seconds > 0)) return (struct timespec){0, 0};
    if (seconds > 4e9) seconds = 4e9;
    time_t whole = (time_t)seconds;
    return (struct timespec){whole, (long)((seconds - (double)whole) * 1e9)};
}

void mr_dates_boot(void) {
    conversion_lock = mr_lock_create(MR_LOCK_TABLE);
    static const mr_method_entry makers[] = {
        {"date", "@16@0:8", (IMP)date},
        {"now", "@16@0:8", (IMP)date},
        {"dateWithTimeIntervalSinceNow:", "@24@0:8d16", (IMP)since_now},
        {"dateWithTimeIntervalSince1970:", "@24@0:8d16", (IMP)since_1970},
        {"dateWithTimeIntervalSinceReferenceDate:", "@24@0:8d16", (IMP)since_reference},
        {"dateWithTimeInterval:sinceDate:", "@32@0:8d16@24", (IMP)since_date},
        {"distantFuture", "@16@0:8", (IMP)distant_future},
        {"distantPast", "@16@0:8", (IMP)distant_past},
        {"timeIntervalSinceReferenceDate", "d16@0:8", (IMP)current_seconds},
    };
    static const mr_method_entry methods[] = {
        {"init", "@16@0:8", (IMP)init},
        {"initWithTimeIntervalSinceReferenceDate:", "@24@0:8d16", (IMP)init_with_reference},
        {"initWithTimeIntervalSinceNow:", "@24@0:8d16", (IMP)init_since_now},
        {"initWithTimeIntervalSince1970:", "@24@0:8d16", (IMP)init_since_1970},
        {"initWithTimeInterval:sinceDate:", "@32@0:8d16@24", (IMP)init_since_date},
        {"timeIntervalSinceReferenceDate", "d16@0:8", (IMP)stored_seconds},
        {"timeIntervalSinceNow", "d16@0:8", (IMP)interval_since_now},
        {"timeIntervalSince1970", "d16@0:8", (IMP)interval_since_1970},
        {"timeIntervalSinceDate:", "d24@0:8@16", (IMP)interval_since},
        {"dateByAddingTimeInterval:", "@24@0:8d16", (IMP)adding},
        {"compare:", "q24@0:8@16", (IMP)compare},
        {"earlierDate:", "@24@0:8@16", (IMP)earlier},
        {"laterDate:", "@24@0:8@16", (IMP)later},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"isEqualToDate:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)hash},
        {"descriptionWithLocale:", "@24@0:8@16", (IMP)description_in},
        {"description", "@16@0:8", (IMP)description},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
    };
    mr_adopt(MR_MAKE_CLASS("NSDate", mr_date, methods), "NSCopying");
    ADD_CLASS_METHODS_TO("NSDate", makers);
}
