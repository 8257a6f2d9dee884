// NSURL.h - addresses, and paths of files. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSURL_H
#define FOUNDATION_NSURL_H

#import <Foundation/NSArray.h>
#import <Foundation/NSError.h>
#import <Foundation/NSValue.h>

#pragma clang assume_nonnull begin

// Immutable. Text is parsed by RFC 3986; characters that an address cannot contain are percent-encoded.
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
@end

#pragma clang assume_nonnull end

#endif
