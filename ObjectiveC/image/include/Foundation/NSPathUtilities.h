// NSPathUtilities.h - strings as paths of files, and folders of the user.
#ifndef FOUNDATION_NSPATHUTILITIES_H
#define FOUNDATION_NSPATHUTILITIES_H

#import <Foundation/NSArray.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

// Slashes at the end of a path do not count as a part, but for pathComponents, which then ends with "/". Only
// stringByResolvingSymlinksInPath looks at files.
@interface NSString (NSStringPathExtensions)
+ (NSString *)pathWithComponents:(NSArray<NSString *> *)components;
@property(readonly, copy) NSArray<NSString *> *pathComponents;  // with "/" first in an absolute path
@property(getter=isAbsolutePath, readonly) BOOL absolutePath;   // begins with / or ~
@property(readonly, copy) NSString *lastPathComponent;
@property(readonly, copy) NSString *stringByDeletingLastPathComponent;
- (NSString *)stringByAppendingPathComponent:(NSString *)component;
// Without the dot; empty if there is none, or if a dot begins the last part.
@property(readonly, copy) NSString *pathExtension;
@property(readonly, copy) NSString *stringByDeletingPathExtension;
- (nullable NSString *)stringByAppendingPathExtension:(NSString *)extension;
// A ~ at the beginning is the user's folder, and ~name that of another user. These methods leave out superfluous
// slashes; the last one also . and, in an absolute path, .. with the part before.
@property(readonly, copy) NSString *stringByExpandingTildeInPath;
@property(readonly, copy) NSString *stringByAbbreviatingWithTildeInPath;
@property(readonly, copy) NSString *stringByStandardizingPath;
// Also without symbolic links, if the path is absolute. A part that does not exist stays as it is.
@property(readonly, copy) NSString *stringByResolvingSymlinksInPath;
@property(readonly) const char *fileSystemRepresentation NS_RETURNS_INNER_POINTER;
@end

// Folders that systems have for certain files, and of whom. On Linux those of the user are the XDG folders, such as
// ~/.cache and ~/.local/share.
typedef NS_ENUM(NSUInteger, NSSearchPathDirectory) {
    NSApplicationDirectory = 1,
    NSLibraryDirectory = 5,
    NSUserDirectory = 7,
    NSDocumentDirectory = 9,
    NSDesktopDirectory = 12,
    NSCachesDirectory = 13,
    NSApplicationSupportDirectory = 14,
    NSDownloadsDirectory = 15,
    NSMoviesDirectory = 17,
    NSMusicDirectory = 18,
    NSPicturesDirectory = 19,
};
typedef NS_OPTIONS(NSUInteger, NSSearchPathDomainMask) {
    NSUserDomainMask = 1 << 0,
    NSLocalDomainMask = 1 << 1,
    NSNetworkDomainMask = 1 << 2,
    NSSystemDomainMask = 1 << 3,
    NSAllDomainsMask = 0xffff,
};

MR_BEGIN_DECLS
// A program that uses this function loads Swift's Foundation. Paths in the user's folder begin with ~ unless they are
// expanded.
NSArray<NSString *> *NSSearchPathForDirectoriesInDomains(NSSearchPathDirectory directory,
                                                         NSSearchPathDomainMask domains, BOOL isExpanded);
// The environment's HOME; the folder of a user; and the environment's TMPDIR or the system's folder for temporary
// files, with a slash at the end.
NSString *NSHomeDirectory(void);
NSString *_Nullable NSHomeDirectoryForUser(NSString *_Nullable name);
NSString *NSTemporaryDirectory(void);
MR_END_DECLS

#pragma clang assume_nonnull end

#endif
