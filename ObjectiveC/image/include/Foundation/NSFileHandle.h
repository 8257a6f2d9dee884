// NSFileHandle.h - file descriptors as objects: files, the standard streams, pipes.
#ifndef FOUNDATION_NSFILEHANDLE_H
#define FOUNDATION_NSFILEHANDLE_H

#import <Foundation/NSData.h>
#import <Foundation/NSError.h>
#import <Foundation/NSException.h>

#pragma clang assume_nonnull begin

@class NSURL;

// Raised by the methods without an `error` that read, write or seek, with the system's text. The others return an error
// of the system's domain; those that open a URL, one of NSCocoaErrorDomain.
FOUNDATION_EXPORT NSExceptionName const NSFileHandleOperationException;

@interface NSFileHandle : NSObject
@property(class, readonly, strong) NSFileHandle *fileHandleWithStandardInput;
@property(class, readonly, strong) NSFileHandle *fileHandleWithStandardOutput;
@property(class, readonly, strong) NSFileHandle *fileHandleWithStandardError;
@property(class, readonly, strong) NSFileHandle *fileHandleWithNullDevice;
// The file exists already. Writing begins at its start. The descriptor is closed when the object is deallocated.
+ (nullable instancetype)fileHandleForReadingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForWritingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForUpdatingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForReadingFromURL:(NSURL *)url error:(NSError *_Nullable *_Nullable)error;
+ (nullable instancetype)fileHandleForWritingToURL:(NSURL *)url error:(NSError *_Nullable *_Nullable)error;
+ (nullable instancetype)fileHandleForUpdatingURL:(NSURL *)url error:(NSError *_Nullable *_Nullable)error;
- (instancetype)initWithFileDescriptor:(int)descriptor closeOnDealloc:(BOOL)isClosed;
- (instancetype)initWithFileDescriptor:(int)descriptor;
@property(readonly) int fileDescriptor;  // -1 after it was closed

// What can be read at once, waiting for the first byte; empty at the end.
@property(readonly, copy) NSData *availableData;
- (NSData *)readDataToEndOfFile;
- (NSData *)readDataOfLength:(NSUInteger)length;  // less at the end
- (nullable NSData *)readDataToEndOfFileAndReturnError:(NSError *_Nullable *_Nullable)error;
- (nullable NSData *)readDataUpToLength:(NSUInteger)length error:(NSError *_Nullable *_Nullable)error;
- (void)writeData:(NSData *)data;
- (BOOL)writeData:(NSData *)data error:(NSError *_Nullable *_Nullable)error;

@property(readonly) unsigned long long offsetInFile;
- (BOOL)getOffset:(unsigned long long *)offset error:(NSError *_Nullable *_Nullable)error;
- (unsigned long long)seekToEndOfFile;
- (BOOL)seekToEndReturningOffset:(nullable unsigned long long *)offset error:(NSError *_Nullable *_Nullable)error;
- (void)seekToFileOffset:(unsigned long long)offset;
- (BOOL)seekToOffset:(unsigned long long)offset error:(NSError *_Nullable *_Nullable)error;
// Shortens or lengthens the file, and seeks to its new end.
- (void)truncateFileAtOffset:(unsigned long long)offset;
- (BOOL)truncateAtOffset:(unsigned long long)offset error:(NSError *_Nullable *_Nullable)error;
- (void)synchronizeFile;
- (BOOL)synchronizeAndReturnError:(NSError *_Nullable *_Nullable)error;
- (void)closeFile;
- (BOOL)closeAndReturnError:(NSError *_Nullable *_Nullable)error;
@end

// Bytes that are written to one end are read from the other. -init returns nil if the system has no descriptors left.
@interface NSPipe : NSObject
+ (NSPipe *)pipe;
@property(readonly, retain) NSFileHandle *fileHandleForReading;
@property(readonly, retain) NSFileHandle *fileHandleForWriting;
@end

#pragma clang assume_nonnull end

#endif
