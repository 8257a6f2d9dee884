// growth.m - how the time of operations of Foundation grows with the size, in compiled Objective-C without ARC.
//
// Prints for each operation the CPU time of n of them at four sizes, each twice the one before, and the exponent that
// fits the times: 1 if each operation costs the same at every size, 2 if its cost is proportional to the size.
#import <Foundation/Foundation.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

enum { SIZES = 4 };

// Does something n times, and returns the CPU time of it, without that of what it prepares.
typedef double (^Work)(int n);

static void row(const char *name, int n, Work work) {
    double times[SIZES];
    printf("%-44s", name);
    for (int index = 0; index < SIZES; index++, n *= 2) {
        @autoreleasepool {
            times[index] = work(n);
        }
        printf(" %9d %8.1f ms", n, times[index] * 1e3);
        fflush(stdout);
    }
    printf("   %5.2f\n", log2(times[SIZES - 1] / times[0]) / (SIZES - 1));
}

#define TIMED(...)                                                                                                     \
    ({                                                                                                                 \
        double start = seconds();                                                                                      \
        __VA_ARGS__;                                                                                                   \
        seconds() - start;                                                                                             \
    })

static NSMutableString *text(NSString *part, int n) {
    NSMutableString *string = [NSMutableString string];
    for (int index = 0; index < n; index++) [string appendString:part];
    return string;
}

@interface Observer : NSObject
- (void)note:(NSNotification *)notification;
@end
@implementation Observer
- (void)note:(NSNotification *)notification {
}
@end

static void strings(void) {
    for (NSString *part in @[ @"ab,", @"éb," ]) {
        const char *kind = [part hasPrefix:@"a"] ? "ASCII" : "other";
        char name[64];
#define NAME(text) (snprintf(name, sizeof name, "%s (%s)", text, kind), name)
        row(NAME("replaceOccurrencesOfString:"), 20000, ^(int n) {
          NSMutableString *string = text(part, n);
          NSRange range = NSMakeRange(0, string.length);
          return TIMED([string replaceOccurrencesOfString:@"," withString:@";;" options:0 range:range]);
        });
        row(NAME("rangeOfString: found at once"), 20000, ^(int n) {
          NSString *string = [[text(part, n) copy] autorelease];
          return TIMED(for (int index = 0; index < n; index++)[string rangeOfString:@","]);
        });
        row(NAME("rangeOfString: from match to match"), 10000, ^(int n) {
          NSString *string = [[text(part, n) copy] autorelease];
          return TIMED(NSUInteger place = 0; while (place < string.length) {
              NSRange rest = NSMakeRange(place, string.length - place);
              place = NSMaxRange([string rangeOfString:@"," options:0 range:rest]);
          });
        });
        row(NAME("a character in the middle replaced"), 500, ^(int n) {
          NSMutableString *string = text(part, 100 * n);
          NSRange middle = NSMakeRange(string.length / 2, 1);
          return TIMED(for (int index = 0; index < n; index++)[string replaceCharactersInRange:middle withString:@"x"]);
        });
    }
    row("stringByStandardizingPath of n parts", 5000, ^(int n) {
      NSString *path = [@"/" stringByAppendingString:text(@"ab//", n)];
      return TIMED([path stringByStandardizingPath]);
    });
}

static void collections(void) {
    row("array: insertions and removals at the front", 20000, ^(int n) {
      NSMutableArray *array = [NSMutableArray array];
      for (int index = 0; index < n; index++) [array addObject:@(index)];
      return TIMED(for (int index = 0; index < n; index++) {
          [array insertObject:@(index) atIndex:0];
          if (index % 2) [array removeObjectAtIndex:0];
      });
    });
    row("ordered set: insertions at the front", 5000, ^(int n) {
      NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSet];
      return TIMED(for (int index = 0; index < n; index++)[set insertObject:@(index) atIndex:0]);
    });
    row("ordered set: removals at the front", 5000, ^(int n) {
      NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSet];
      for (int index = 0; index < n; index++) [set addObject:@(index)];
      return TIMED(for (int index = 0; index < n; index++)[set removeObjectAtIndex:0]);
    });
    row("index set: indexGreaterThanIndex: of n ranges", 10000, ^(int n) {
      NSMutableIndexSet *set = [NSMutableIndexSet indexSet];
      for (NSUInteger index = 0; index < (NSUInteger)n; index++) [set addIndex:2 * index];
      return TIMED(NSUInteger index = 0; while (index != NSNotFound) index = [set indexGreaterThanIndex:index]);
    });
    row("index set: n ranges added", 10000, ^(int n) {
      NSMutableIndexSet *set = [NSMutableIndexSet indexSet];
      return TIMED(for (NSUInteger index = 0; index < (NSUInteger)n; index++)[set addIndex:2 * index]);
    });
    row("a set of NSData of one length", 10000, ^(int n) {
      NSMutableSet *set = [NSMutableSet set];
      return TIMED(for (int index = 0; index < n; index++)[set addObject:[NSData dataWithBytes:&index length:4]]);
    });
    row("NSMapTable: counts of n entries", 10000, ^(int n) {
      NSMapTable *table = [NSMapTable strongToStrongObjectsMapTable];
      for (int index = 0; index < n; index++) [table setObject:@1 forKey:@(index)];
      return TIMED(for (int index = 0; index < n; index++)[table count]);
    });
    row("NSCache with a count limit of n / 2", 5000, ^(int n) {
      NSCache *cache = [[NSCache new] autorelease];
      cache.countLimit = (NSUInteger)n / 2;
      return TIMED(for (int index = 0; index < n; index++)[cache setObject:@(index) forKey:@(index)]);
    });
}

static void attributed(void) {
    row("attributed string: parts appended", 2000, ^(int n) {
      NSMutableAttributedString *string = [[NSMutableAttributedString new] autorelease];
      return TIMED(for (int index = 0; index < n; index++) {
          NSDictionary *attributes = @{@"k" : @(index)};
          [string appendAttributedString:[[[NSAttributedString alloc] initWithString:@"ab"
                                                                          attributes:attributes] autorelease]];
      });
    });
    row("attributed string: attributes added", 2000, ^(int n) {
      NSMutableAttributedString *string =
          [[[NSMutableAttributedString alloc] initWithString:text(@"ab", n)] autorelease];
      return TIMED(for (int index = 0; index < n; index++) {
          [string addAttribute:@"k" value:@(index) range:NSMakeRange(2 * (NSUInteger)index, 1)];
      });
    });
}

static void services(void) {
    row("posts among n observers of other names", 2000, ^(int n) {
      NSNotificationCenter *center = [[NSNotificationCenter new] autorelease];
      Observer *observer = [[Observer new] autorelease];
      for (int index = 0; index < n; index++) {
          NSString *name = [NSString stringWithFormat:@"name %d", index];
          [center addObserver:observer selector:@selector(note:) name:name object:nil];
      }
      return TIMED(for (int index = 0; index < n; index++)[center postNotificationName:@"name 1" object:nil]);
    });
    row("observers of one name removed", 2000, ^(int n) {
      NSNotificationCenter *center = [[NSNotificationCenter new] autorelease];
      NSMutableArray *observers = [NSMutableArray array];
      for (int index = 0; index < n; index++) {
          Observer *observer = [[Observer new] autorelease];
          [observers addObject:observer];
          [center addObserver:observer selector:@selector(note:) name:@"name" object:nil];
      }
      return TIMED(for (Observer *observer in observers)[center removeObserver:observer]);
    });
    row("a chain of n operations", 1000, ^(int n) {
      NSOperationQueue *queue = [[NSOperationQueue new] autorelease];
      return TIMED(NSOperation * last = nil; for (int index = 0; index < n; index++) {
          NSOperation *operation = [NSBlockOperation blockOperationWithBlock:^{}];
          if (last) [operation addDependency:last];
          [queue addOperation:operation];
          last = operation;
      }[queue waitUntilAllOperationsAreFinished]);
    });
}

int main(void) {
    @autoreleasepool {
        printf("%-44s %s\n", "operation", "size and time, four times; exponent");
        strings();
        collections();
        attributed();
        services();
    }
    return 0;
}
