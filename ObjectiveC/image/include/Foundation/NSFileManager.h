// NSFileManager.h - files and folders. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSFILEMANAGER_H
#define FOUNDATION_NSFILEMANAGER_H

#import <Foundation/NSDate.h>
#import <Foundation/NSEnumerator.h>
#import <Foundation/NSPathUtilities.h>
#import <Foundation/NSURL.h>

#pragma clang assume_nonnull begin

typedef NSString *NSFileAttributeKey NS_TYPED_EXTENSIBLE_ENUM;
typedef NSString *NSFileAttributeType NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileType;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileSize;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileModificationDate;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileCreationDate;
FOUNDATION_EXPORT NSFileAttributeKey const NSFilePosixPermissions;
FOUNDATION_EXPORT NSFileAttributeType const NSFileTypeRegular;
FOUNDATION_EXPORT NSFileAttributeType const NSFileTypeDirectory;
FOUNDATION_EXPORT NSFileAttributeType const NSFileTypeSymbolicLink;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileSystemSize;  // bytes
FOUNDATION_EXPORT NSFileAttributeKey const NSFileSystemFreeSize;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileSystemNodes;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileSystemFreeNodes;
// Linux does not protect files in this way: the attribute is ignored.
typedef NSString *NSFileProtectionType NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT NSFileAttributeKey const NSFileProtectionKey;
FOUNDATION_EXPORT NSFileProtectionType const NSFileProtectionNone;
FOUNDATION_EXPORT NSFileProtectionType const NSFileProtectionComplete;
FOUNDATION_EXPORT NSFileProtectionType const NSFileProtectionCompleteUnlessOpen;
FOUNDATION_EXPORT NSFileProtectionType const NSFileProtectionCompleteUntilFirstUserAuthentication;

typedef NS_OPTIONS(NSUInteger, NSDirectoryEnumerationOptions) {
    NSDirectoryEnumerationSkipsSubdirectoryDescendants = 1 << 0,
    NSDirectoryEnumerationSkipsPackageDescendants = 1 << 1,  // ignored: there are no packages
    NSDirectoryEnumerationSkipsHiddenFiles = 1 << 2,         // whose names begin with a dot
};

// Visits everything in a folder and its subfolders: the paths in the folder, or URLs.
@interface NSDirectoryEnumerator<ObjectType> : NSEnumerator <ObjectType>
// Of the last object. The level of what is in the folder itself is 1.
@property(nullable, readonly, copy) NSDictionary<NSFileAttributeKey, id> *fileAttributes;
@property(readonly) NSUInteger level;
// Skips what is in the folder that was returned last.
- (void)skipDescendants;
- (void)skipDescendents;
@end

// Any thread may use the default manager. Attributes are read, and ignored for new files and folders.
@interface NSFileManager : NSObject
@property(class, readonly, strong) NSFileManager *defaultManager;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (BOOL)fileExistsAtPath:(NSString *)path isDirectory:(nullable BOOL *)isDirectory;
- (BOOL)isReadableFileAtPath:(NSString *)path;
- (BOOL)isWritableFileAtPath:(NSString *)path;
- (BOOL)isExecutableFileAtPath:(NSString *)path;
- (BOOL)isDeletableFileAtPath:(NSString *)path;
@property(readonly, copy) NSString *currentDirectoryPath;
- (BOOL)changeCurrentDirectoryPath:(NSString *)path;
- (const char *)fileSystemRepresentationWithPath:(NSString *)path;
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path
                                                                    error:(NSError *_Nullable *_Nullable)error;
// Of the file system that the path is on: the sizes and nodes above.
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfFileSystemForPath:(NSString *)path
                                                                           error:(NSError *_Nullable *_Nullable)error;
- (nullable NSData *)contentsAtPath:(NSString *)path;
- (BOOL)createFileAtPath:(NSString *)path
                contents:(nullable NSData *)data
              attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes;
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path error:(NSError *_Nullable *_Nullable)error;
- (nullable NSArray<NSString *> *)subpathsOfDirectoryAtPath:(NSString *)path error:(NSError *_Nullable *_Nullable)error;
- (BOOL)createDirectoryAtPath:(NSString *)path
    withIntermediateDirectories:(BOOL)isDeep
                     attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes
                          error:(NSError *_Nullable *_Nullable)error;
- (BOOL)createDirectoryAtURL:(NSURL *)url
    withIntermediateDirectories:(BOOL)isDeep
                     attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes
                          error:(NSError *_Nullable *_Nullable)error;
// The modification date and the permissions are set.
- (BOOL)setAttributes:(NSDictionary<NSFileAttributeKey, id> *)attributes
         ofItemAtPath:(NSString *)path
                error:(NSError *_Nullable *_Nullable)error;
// Properties are read when they are asked for. Errors of single files do not call the handler.
- (nullable NSDirectoryEnumerator<NSString *> *)enumeratorAtPath:(NSString *)path;
- (nullable NSDirectoryEnumerator<NSURL *> *)enumeratorAtURL:(NSURL *)url
                                  includingPropertiesForKeys:(nullable NSArray<NSURLResourceKey> *)keys
                                                     options:(NSDirectoryEnumerationOptions)options
                                                errorHandler:(nullable BOOL (^)(NSURL *url, NSError *error))handler;
- (nullable NSArray<NSURL *> *)contentsOfDirectoryAtURL:(NSURL *)url
                             includingPropertiesForKeys:(nullable NSArray<NSURLResourceKey> *)keys
                                                options:(NSDirectoryEnumerationOptions)options
                                                  error:(NSError *_Nullable *_Nullable)error;
- (NSArray<NSURL *> *)URLsForDirectory:(NSSearchPathDirectory)directory inDomains:(NSSearchPathDomainMask)domains;
- (nullable NSURL *)URLForDirectory:(NSSearchPathDirectory)directory
                           inDomain:(NSSearchPathDomainMask)domain
                  appropriateForURL:(nullable NSURL *)url
                             create:(BOOL)isCreated
                              error:(NSError *_Nullable *_Nullable)error;
- (BOOL)moveItemAtURL:(NSURL *)url toURL:(NSURL *)place error:(NSError *_Nullable *_Nullable)error;
- (BOOL)copyItemAtURL:(NSURL *)url toURL:(NSURL *)place error:(NSError *_Nullable *_Nullable)error;
- (BOOL)removeItemAtPath:(NSString *)path error:(NSError *_Nullable *_Nullable)error;
- (BOOL)removeItemAtURL:(NSURL *)url error:(NSError *_Nullable *_Nullable)error;
- (BOOL)moveItemAtPath:(NSString *)path toPath:(NSString *)place error:(NSError *_Nullable *_Nullable)error;
- (BOOL)createSymbolicLinkAtPath:(NSString *)path
             withDestinationPath:(NSString *)target
                           error:(NSError *_Nullable *_Nullable)error;
- (nullable NSString *)destinationOfSymbolicLinkAtPath:(NSString *)path error:(NSError *_Nullable *_Nullable)error;
- (BOOL)linkItemAtPath:(NSString *)path toPath:(NSString *)place error:(NSError *_Nullable *_Nullable)error;
- (BOOL)copyItemAtPath:(NSString *)path toPath:(NSString *)place error:(NSError *_Nullable *_Nullable)error;
@end

#pragma clang assume_nonnull end

#endif
