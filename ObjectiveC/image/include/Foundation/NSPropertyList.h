// NSPropertyList.h - property lists as data. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSPROPERTYLIST_H
#define FOUNDATION_NSPROPERTYLIST_H

#import <Foundation/NSData.h>
#import <Foundation/NSError.h>

#pragma clang assume_nonnull begin

@class NSURL;

typedef NS_OPTIONS(NSUInteger, NSPropertyListMutabilityOptions) {
    NSPropertyListImmutable = 0,
    NSPropertyListMutableContainers = 1 << 0,
    NSPropertyListMutableContainersAndLeaves = 1 << 1,  // the leaves are strings
};
typedef NSPropertyListMutabilityOptions NSPropertyListReadOptions;
typedef NSUInteger NSPropertyListWriteOptions;

// Property lists in the OpenStep format are read, and not written.
typedef NS_ENUM(NSUInteger, NSPropertyListFormat) {
    NSPropertyListOpenStepFormat = 1,
    NSPropertyListXMLFormat_v1_0 = 100,
    NSPropertyListBinaryFormat_v1_0 = 200,
};

// A property list is a tree of strings, numbers, dates, data, arrays, and dictionaries with strings as keys. A
// reference in a keyed archive is a dictionary with the key CF$UID.
@interface NSPropertyListSerialization : NSObject
+ (BOOL)propertyList:(id)list isValidForFormat:(NSPropertyListFormat)format;
+ (nullable NSData *)dataWithPropertyList:(id)list
                                   format:(NSPropertyListFormat)format
                                  options:(NSPropertyListWriteOptions)options
                                    error:(NSError *_Nullable *_Nullable)error;
+ (nullable id)propertyListWithData:(NSData *)data
                            options:(NSPropertyListReadOptions)options
                             format:(nullable NSPropertyListFormat *)format
                              error:(NSError *_Nullable *_Nullable)error;
@end

// Property lists as files, written as XML. These methods exist in programs that use a class of FoundationClasses, such
// as NSPropertyListSerialization. nil for a file that is no such list.
@interface NSArray <ObjectType>(NSPropertyListFiles)
+ (nullable instancetype)arrayWithContentsOfFile:(NSString *)path;
+ (nullable instancetype)arrayWithContentsOfURL:(NSURL *)url;
- (nullable instancetype)initWithContentsOfFile:(NSString *)path;
- (nullable instancetype)initWithContentsOfURL:(NSURL *)url;
- (BOOL)writeToFile:(NSString *)path atomically:(BOOL)isAtomic;
- (BOOL)writeToURL:(NSURL *)url atomically:(BOOL)isAtomic;
@end
@interface NSDictionary <KeyType, ObjectType>(NSPropertyListFiles)
+ (nullable instancetype)dictionaryWithContentsOfFile:(NSString *)path;
+ (nullable instancetype)dictionaryWithContentsOfURL:(NSURL *)url;
- (nullable instancetype)initWithContentsOfFile:(NSString *)path;
- (nullable instancetype)initWithContentsOfURL:(NSURL *)url;
- (BOOL)writeToFile:(NSString *)path atomically:(BOOL)isAtomic;
- (BOOL)writeToURL:(NSURL *)url atomically:(BOOL)isAtomic;
@end

#pragma clang assume_nonnull end

#endif
