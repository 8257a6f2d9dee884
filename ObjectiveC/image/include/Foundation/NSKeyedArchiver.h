// NSKeyedArchiver.h - graphs of objects as data, in the format of Apple's keyed archives. A program that uses these
// classes loads Swift's Foundation.
#ifndef FOUNDATION_NSKEYEDARCHIVER_H
#define FOUNDATION_NSKEYEDARCHIVER_H

#import <Foundation/NSAttributedString.h>
#import <Foundation/NSCalendar.h>
#import <Foundation/NSCoder.h>
#import <Foundation/NSDate.h>
#import <Foundation/NSDateFormatter.h>
#import <Foundation/NSDecimalNumber.h>
#import <Foundation/NSException.h>
#import <Foundation/NSIndexPath.h>
#import <Foundation/NSIndexSet.h>
#import <Foundation/NSLocale.h>
#import <Foundation/NSNotification.h>
#import <Foundation/NSNull.h>
#import <Foundation/NSNumberFormatter.h>
#import <Foundation/NSOrderedSet.h>
#import <Foundation/NSPropertyList.h>
#import <Foundation/NSRegularExpression.h>
#import <Foundation/NSSortDescriptor.h>
#import <Foundation/NSTimeZone.h>
#import <Foundation/NSURL.h>
#import <Foundation/NSURLRequest.h>
#import <Foundation/NSURLResponse.h>
#import <Foundation/NSUUID.h>

#pragma clang assume_nonnull begin

FOUNDATION_EXPORT NSExceptionName const NSInvalidArchiveOperationException;
FOUNDATION_EXPORT NSExceptionName const NSInvalidUnarchiveOperationException;
// The key of the object that archivedDataWithRootObject: encodes.
FOUNDATION_EXPORT NSString *const NSKeyedArchiveRootObjectKey;

// Encodes objects that adopt NSCoding, each once; -classForCoder is the class that the archive names. One thread at a
// time may use an archiver.
@interface NSKeyedArchiver : NSCoder
+ (NSData *)archivedDataWithRootObject:(nullable id)object;
+ (nullable NSData *)archivedDataWithRootObject:(nullable id)object
                          requiringSecureCoding:(BOOL)isSecure
                                          error:(NSError *_Nullable *_Nullable)error;
+ (BOOL)archiveRootObject:(nullable id)object toFile:(NSString *)path;
- (instancetype)initForWritingWithMutableData:(NSMutableData *)data;
// If `isSecure`, objects that do not adopt NSSecureCoding raise an NSInvalidArchiveOperationException.
- (instancetype)initRequiringSecureCoding:(BOOL)isSecure;
@property NSPropertyListFormat outputFormat;  // at first NSPropertyListBinaryFormat_v1_0
// The name of a class in all archives, and in this one.
+ (void)setClassName:(nullable NSString *)name forClass:(Class)cls;
- (void)setClassName:(nullable NSString *)name forClass:(Class)cls;
// Both finish the archive, to which nothing can be added afterwards.
- (void)finishEncoding;
@property(readonly, copy) NSData *encodedData;
@end

// Decodes what an NSKeyedArchiver, or Apple's, has encoded. One thread at a time may use an unarchiver. An archive
// that names a missing class raises an NSInvalidUnarchiveOperationException; so does, if secure coding is required, an
// object of a class that is not allowed or does not adopt NSSecureCoding. Where an object decodes its parts without
// naming classes, as arrays do, the parts are subject to the classes that are allowed for the whole, and may also be
// strings and numbers.
@interface NSKeyedUnarchiver : NSCoder
+ (nullable id)unarchiveObjectWithData:(NSData *)data;
+ (nullable id)unarchiveTopLevelObjectWithData:(NSData *)data error:(NSError *_Nullable *_Nullable)error;
+ (nullable id)unarchiveObjectWithFile:(NSString *)path;
// These methods require secure coding. An error has the domain NSCocoaErrorDomain.
+ (nullable id)unarchivedObjectOfClass:(Class)cls fromData:(NSData *)data error:(NSError *_Nullable *_Nullable)error;
+ (nullable id)unarchivedObjectOfClasses:(NSSet<Class> *)classes
                                fromData:(NSData *)data
                                   error:(NSError *_Nullable *_Nullable)error;
+ (nullable NSArray *)unarchivedArrayOfObjectsOfClass:(Class)cls
                                             fromData:(NSData *)data
                                                error:(NSError *_Nullable *_Nullable)error;
+ (nullable NSArray *)unarchivedArrayOfObjectsOfClasses:(NSSet<Class> *)classes
                                               fromData:(NSData *)data
                                                  error:(NSError *_Nullable *_Nullable)error;
+ (nullable NSDictionary *)unarchivedDictionaryWithKeysOfClasses:(NSSet<Class> *)keys
                                                objectsOfClasses:(NSSet<Class> *)objects
                                                        fromData:(NSData *)data
                                                           error:(NSError *_Nullable *_Nullable)error;
// Data that are no archive raise an NSInvalidArgumentException.
- (instancetype)initForReadingWithData:(NSData *)data;
// This unarchiver requires secure coding.
- (nullable instancetype)initForReadingFromData:(NSData *)data error:(NSError *_Nullable *_Nullable)error;
@property BOOL requiresSecureCoding;
// The class that a name stands for in all archives, and in this one.
+ (void)setClass:(nullable Class)cls forClassName:(NSString *)name;
- (void)setClass:(nullable Class)cls forClassName:(NSString *)name;
- (void)finishDecoding;
@end

// The classes of the runtime that can be archived, beside NSValue and NSCharacterSet. Their methods exist in programs
// that use a class of FoundationClasses, such as NSKeyedArchiver, and encode to an NSKeyedArchiver only.
@interface NSString (NSCoding) <NSSecureCoding>
@end
@interface NSNumber (NSCoding) <NSSecureCoding>
@end
@interface NSDecimalNumber (NSCoding) <NSSecureCoding>
@end
@interface NSNull (NSCoding) <NSSecureCoding>
@end
@interface NSData (NSCoding) <NSSecureCoding>
@end
@interface NSDate (NSCoding) <NSSecureCoding>
@end
@interface NSError (NSCoding) <NSSecureCoding>
@end
@interface NSURL (NSCoding) <NSSecureCoding>
@end
@interface NSUUID (NSCoding) <NSSecureCoding>
@end
@interface NSArray (NSCoding) <NSSecureCoding>
@end
@interface NSDictionary (NSCoding) <NSSecureCoding>
@end
@interface NSSet (NSCoding) <NSSecureCoding>
@end
@interface NSOrderedSet (NSCoding) <NSSecureCoding>
@end
@interface NSIndexSet (NSCoding) <NSSecureCoding>
@end
@interface NSTimeZone (NSCoding) <NSSecureCoding>
@end
@interface NSLocale (NSCoding) <NSSecureCoding>
@end
@interface NSURLQueryItem (NSCoding) <NSSecureCoding>
@end
@interface NSCalendar (NSCoding) <NSSecureCoding>
@end
@interface NSDateComponents (NSCoding) <NSSecureCoding>
@end
@interface NSException (NSCoding) <NSSecureCoding>
@end
@interface NSNotification (NSCoding) <NSSecureCoding>
@end
@interface NSSortDescriptor (NSCoding) <NSSecureCoding>
@end
@interface NSRegularExpression (NSCoding) <NSSecureCoding>
@end
@interface NSTextCheckingResult (NSCoding) <NSSecureCoding>
@end
@interface NSAttributedString (NSCoding) <NSSecureCoding>
@end
@interface NSIndexPath (NSCoding) <NSSecureCoding>
@end
@interface NSDateFormatter (NSCoding) <NSSecureCoding>
@end
@interface NSNumberFormatter (NSCoding) <NSSecureCoding>
@end
@interface NSURLRequest (NSCoding) <NSSecureCoding>
@end
@interface NSURLResponse (NSCoding) <NSSecureCoding>
@end

#pragma clang assume_nonnull end

#endif
