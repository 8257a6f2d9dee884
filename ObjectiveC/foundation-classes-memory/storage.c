// storage.c - the static memory of the classes that FoundationClasses makes, and the constructors that let it make
// them before main().
//
// A shared library is loaded after libMiniObjectiveC, whose classes exist by then; in a program that is linked
// statically, the constructors of both run in any order.
#include "class-storage.h"

#define CLASSES(X)                                                                                                     \
    X(NSAttributedString)                                                                                              \
    X(NSBlockOperation)                                                                                                \
    X(NSBundle)                                                                                                        \
    X(NSCache)                                                                                                         \
    X(NSCalendar)                                                                                                      \
    X(NSComparisonPredicate)                                                                                           \
    X(NSCompoundPredicate)                                                                                             \
    X(NSDateComponents)                                                                                                \
    X(NSDateFormatter)                                                                                                 \
    X(NSDecimalNumber)                                                                                                 \
    X(NSDecimalNumberHandler)                                                                                          \
    X(NSDirectoryEnumerator)                                                                                           \
    X(NSExpression)                                                                                                    \
    X(NSFileManager)                                                                                                   \
    X(NSFormatter)                                                                                                     \
    X(NSHTTPURLResponse)                                                                                               \
    X(NSIndexPath)                                                                                                     \
    X(NSInvocationOperation)                                                                                           \
    X(NSJSONSerialization)                                                                                             \
    X(NSKeyedArchiver)                                                                                                 \
    X(NSKeyedUnarchiver)                                                                                               \
    X(NSLocale)                                                                                                        \
    X(NSMachPort)                                                                                                      \
    X(NSMutableAttributedString)                                                                                       \
    X(NSMutableURLRequest)                                                                                             \
    X(NSNumberFormatter)                                                                                               \
    X(NSOperation)                                                                                                     \
    X(NSOperationQueue)                                                                                                \
    X(NSPort)                                                                                                          \
    X(NSPredicate)                                                                                                     \
    X(NSProgress)                                                                                                      \
    X(NSPropertyListSerialization)                                                                                     \
    X(NSRegularExpression)                                                                                             \
    X(NSRunLoop)                                                                                                       \
    X(NSScanner)                                                                                                       \
    X(NSTask)                                                                                                          \
    X(NSTextCheckingResult)                                                                                            \
    X(NSTimeZone)                                                                                                      \
    X(NSTimer)                                                                                                         \
    X(NSURL)                                                                                                           \
    X(NSURLComponents)                                                                                                 \
    X(NSURLQueryItem)                                                                                                  \
    X(NSURLRequest)                                                                                                    \
    X(NSURLResponse)                                                                                                   \
    X(NSUUID)                                                                                                          \
    X(NSUserDefaults)

CLASSES(MR_DEFINE_STORAGE)
static const mr_stored_class classes[] = {CLASSES(MR_STORAGE_ROW)};

// Defined by FoundationClasses, in Swift.
extern void mr_load_FoundationClasses(void);

static mr_class_library library = {classes, sizeof classes / sizeof *classes, mr_load_FoundationClasses, NULL, false};

__attribute__((constructor(105))) static void add_library(void) { mr_class_library_add(&library); }

// Runs after Swift has registered the types of this library, because Swift's own object file comes first.
__attribute__((constructor)) static void load_library(void) { mr_class_library_load(&library); }
