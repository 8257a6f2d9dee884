// NSURL.h - addresses, and paths of files. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSURL_H
#define FOUNDATION_NSURL_H

#import <Foundation/NSArray.h>
#import <Foundation/NSCharacterSet.h>
#import <Foundation/NSData.h>
#import <Foundation/NSError.h>
#import <Foundation/NSValue.h>

#pragma clang assume_nonnull begin

typedef NSString *NSURLResourceKey NS_TYPED_EXTENSIBLE_ENUM;
// Properties of files. The allocated sizes are those of the blocks that a file has.
FOUNDATION_EXPORT NSURLResourceKey const NSURLNameKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLIsDirectoryKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLIsRegularFileKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLIsSymbolicLinkKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLContentModificationDateKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLCreationDateKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLFileSizeKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLIsExcludedFromBackupKey;    // NO
FOUNDATION_EXPORT NSURLResourceKey const NSURLFileResourceIdentifierKey;  // an object that is equal for the same file
FOUNDATION_EXPORT NSURLResourceKey const NSURLFileAllocatedSizeKey;
FOUNDATION_EXPORT NSURLResourceKey const NSURLTotalFileAllocatedSizeKey;

// Immutable. Text is parsed by RFC 3986; characters that an address cannot contain are percent-encoded.
typedef NS_OPTIONS(NSUInteger, NSURLBookmarkCreationOptions) {
    NSURLBookmarkCreationMinimalBookmark = 1 << 9,
    NSURLBookmarkCreationSuitableForBookmarkFile = 1 << 10,
    NSURLBookmarkCreationWithSecurityScope = 1 << 11,
    NSURLBookmarkCreationSecurityScopeAllowOnlyReadAccess = 1 << 12,
};
typedef NS_OPTIONS(NSUInteger, NSURLBookmarkResolutionOptions) {
    NSURLBookmarkResolutionWithoutUI = 1 << 8,
    NSURLBookmarkResolutionWithoutMounting = 1 << 9,
    NSURLBookmarkResolutionWithSecurityScope = 1 << 10,
};

NS_SWIFT_BRIDGED("FoundationEssentials.URL")
@interface NSURL : NSObject <NSCopying>
+ (nullable instancetype)URLWithString:(NSString *)text;
+ (nullable instancetype)URLWithString:(NSString *)text relativeToURL:(nullable NSURL *)base;
+ (NSURL *)fileURLWithPath:(NSString *)path;
+ (NSURL *)fileURLWithPath:(NSString *)path isDirectory:(BOOL)isDirectory;
- (nullable instancetype)initWithString:(NSString *)text;
- (nullable instancetype)initWithString:(NSString *)text relativeToURL:(nullable NSURL *)base;
- (instancetype)initFileURLWithPath:(NSString *)path;
- (instancetype)initFileURLWithPath:(NSString *)path isDirectory:(BOOL)isDirectory;

@property(nullable, readonly, copy) NSString *absoluteString;
@property(readonly, copy) NSString *relativeString;
@property(nullable, readonly, copy) NSURL *absoluteURL;
@property(nullable, readonly, copy) NSURL *baseURL;
@property(nullable, readonly, copy) NSString *scheme;
@property(nullable, readonly, copy) NSString *resourceSpecifier;
@property(nullable, readonly, copy) NSString *user;
@property(nullable, readonly, copy) NSString *password;
@property(nullable, readonly, copy) NSString *host;
@property(nullable, readonly, copy) NSNumber *port;
@property(nullable, readonly, copy) NSString *path;
@property(nullable, readonly, copy) NSString *relativePath;
@property(nullable, readonly, copy) NSString *query;
@property(nullable, readonly, copy) NSString *fragment;
@property(nullable, readonly, copy) NSURL *standardizedURL;

@property(readonly, getter=isFileURL) BOOL fileURL;
@property(readonly) BOOL hasDirectoryPath;
@property(readonly) const char *fileSystemRepresentation;
@property(nullable, readonly, copy) NSArray<NSString *> *pathComponents;
@property(nullable, readonly, copy) NSString *lastPathComponent;
@property(nullable, readonly, copy) NSString *pathExtension;
@property(nullable, readonly, copy) NSURL *URLByDeletingLastPathComponent;
@property(nullable, readonly, copy) NSURL *URLByDeletingPathExtension;
@property(nullable, readonly, copy) NSURL *URLByStandardizingPath;
@property(nullable, readonly, copy) NSURL *URLByResolvingSymlinksInPath;
- (nullable NSURL *)URLByAppendingPathComponent:(NSString *)component;
- (nullable NSURL *)URLByAppendingPathComponent:(NSString *)component isDirectory:(BOOL)isDirectory;
- (nullable NSURL *)URLByAppendingPathExtension:(NSString *)extension;
- (BOOL)checkResourceIsReachableAndReturnError:(NSError *_Nullable *_Nullable)error;
// Keys that are not supported are left out, and nil at the address.
- (nullable NSDictionary<NSURLResourceKey, id> *)resourceValuesForKeys:(NSArray<NSURLResourceKey> *)keys
                                                                 error:(NSError *_Nullable *_Nullable)error;
// Only NSURLIsExcludedFromBackupKey can be set, without effect.
- (BOOL)setResourceValue:(nullable id)value forKey:(NSURLResourceKey)key error:(NSError *_Nullable *_Nullable)error;
@property(nullable, readonly, copy) NSURL *filePathURL;  // the URL itself if it is that of a file
// A bookmark is the path of a file, which must exist. The options and other arguments have no effect.
- (nullable NSData *)bookmarkDataWithOptions:(NSURLBookmarkCreationOptions)options
              includingResourceValuesForKeys:(nullable NSArray<NSURLResourceKey> *)keys
                               relativeToURL:(nullable NSURL *)base
                                       error:(NSError *_Nullable *_Nullable)error;
+ (nullable instancetype)URLByResolvingBookmarkData:(NSData *)data
                                            options:(NSURLBookmarkResolutionOptions)options
                                      relativeToURL:(nullable NSURL *)base
                                bookmarkDataIsStale:(nullable BOOL *)isStale
                                              error:(NSError *_Nullable *_Nullable)error;
- (BOOL)getResourceValue:(id _Nullable *_Nonnull)value
                  forKey:(NSURLResourceKey)key
                   error:(NSError *_Nullable *_Nullable)error;
@end

// Characters as bytes in hexadecimal, in UTF-8. nil for malformed text. The methods with an encoding keep the
// characters that an address may contain, and ignore the encoding.
@interface NSString (NSURLUtilities)
- (nullable NSString *)stringByAddingPercentEncodingWithAllowedCharacters:(NSCharacterSet *)allowed;
@property(nullable, readonly, copy) NSString *stringByRemovingPercentEncoding;
- (nullable NSString *)stringByAddingPercentEscapesUsingEncoding:(NSStringEncoding)encoding;
- (nullable NSString *)stringByReplacingPercentEscapesUsingEncoding:(NSStringEncoding)encoding;
@end

// The characters that each part of an address may contain as they are.
@interface NSCharacterSet (NSURLUtilities)
@property(class, readonly, copy) NSCharacterSet *URLUserAllowedCharacterSet;
@property(class, readonly, copy) NSCharacterSet *URLPasswordAllowedCharacterSet;
@property(class, readonly, copy) NSCharacterSet *URLHostAllowedCharacterSet;
@property(class, readonly, copy) NSCharacterSet *URLPathAllowedCharacterSet;
@property(class, readonly, copy) NSCharacterSet *URLQueryAllowedCharacterSet;
@property(class, readonly, copy) NSCharacterSet *URLFragmentAllowedCharacterSet;
@end

// The contents of files. These methods exist in programs that use a class of FoundationClasses, such as NSURL. Each
// does the same as the method with a path in place of the URL.
@interface NSData (NSURLContents)
+ (nullable instancetype)dataWithContentsOfURL:(NSURL *)url;
+ (nullable instancetype)dataWithContentsOfURL:(NSURL *)url
                                       options:(NSDataReadingOptions)options
                                         error:(NSError *_Nullable *_Nullable)error;
- (nullable instancetype)initWithContentsOfURL:(NSURL *)url;
- (nullable instancetype)initWithContentsOfURL:(NSURL *)url
                                       options:(NSDataReadingOptions)options
                                         error:(NSError *_Nullable *_Nullable)error;
- (BOOL)writeToURL:(NSURL *)url atomically:(BOOL)isAtomic;
- (BOOL)writeToURL:(NSURL *)url options:(NSDataWritingOptions)options error:(NSError *_Nullable *_Nullable)error;
@end
@interface NSString (NSURLContents)
+ (nullable instancetype)stringWithContentsOfURL:(NSURL *)url
                                        encoding:(NSStringEncoding)encoding
                                           error:(NSError *_Nullable *_Nullable)error;
- (nullable instancetype)initWithContentsOfURL:(NSURL *)url
                                      encoding:(NSStringEncoding)encoding
                                         error:(NSError *_Nullable *_Nullable)error;
- (BOOL)writeToURL:(NSURL *)url
        atomically:(BOOL)isAtomic
          encoding:(NSStringEncoding)encoding
             error:(NSError *_Nullable *_Nullable)error;
@end

// An item of a query: `name=value`, or `name`. Immutable.
NS_SWIFT_BRIDGED("FoundationEssentials.URLQueryItem")
@interface NSURLQueryItem : NSObject <NSCopying>
+ (instancetype)queryItemWithName:(NSString *)name value:(nullable NSString *)value;
- (instancetype)initWithName:(NSString *)name value:(nullable NSString *)value;
@property(readonly) NSString *name;
@property(nullable, readonly) NSString *value;
@end

// The parts of an address, which can be changed, by one thread at a time. A malformed part raises an
// NSInvalidArgumentException.
NS_SWIFT_BRIDGED("FoundationEssentials.URLComponents")
@interface NSURLComponents : NSObject <NSCopying>
+ (nullable instancetype)componentsWithString:(NSString *)text;
+ (nullable instancetype)componentsWithURL:(NSURL *)url resolvingAgainstBaseURL:(BOOL)isResolved;
- (instancetype)init;
- (nullable instancetype)initWithString:(NSString *)text;
- (nullable instancetype)initWithURL:(NSURL *)url resolvingAgainstBaseURL:(BOOL)isResolved;
@property(nullable, readonly, copy) NSURL *URL;
- (nullable NSURL *)URLRelativeToURL:(nullable NSURL *)base;
@property(nullable, readonly, copy) NSString *string;
@property(nullable, copy) NSString *scheme;
@property(nullable, copy) NSString *user;
@property(nullable, copy) NSString *password;
@property(nullable, copy) NSString *host;
@property(nullable, copy) NSNumber *port;
@property(nullable, copy) NSString *path;
@property(nullable, copy) NSString *query;
@property(nullable, copy) NSString *fragment;
@property(nullable, copy) NSString *percentEncodedUser;
@property(nullable, copy) NSString *percentEncodedPassword;
@property(nullable, copy) NSString *percentEncodedHost;
@property(nullable, copy) NSString *percentEncodedPath;
@property(nullable, copy) NSString *percentEncodedQuery;
@property(nullable, copy) NSString *percentEncodedFragment;
@property(nullable, copy) NSArray<NSURLQueryItem *> *queryItems;
@end

#pragma clang assume_nonnull end

#endif
