// NSBundle.h - the folder of a program and its resources. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSBUNDLE_H
#define FOUNDATION_NSBUNDLE_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSURL.h>

#pragma clang assume_nonnull begin

// The main bundle is the folder of the program. Each class belongs to it.
@interface NSBundle : NSObject
@property(class, readonly, strong) NSBundle *mainBundle;
+ (NSBundle *)bundleForClass:(Class)cls;
+ (nullable instancetype)bundleWithPath:(NSString *)path;
- (nullable instancetype)initWithPath:(NSString *)path;
@property(readonly, copy) NSString *bundlePath;
@property(readonly, copy) NSURL *bundleURL;
@property(nullable, readonly, copy) NSString *resourcePath;
@property(nullable, readonly, copy) NSString *executablePath;
@property(nullable, readonly, copy) NSString *bundleIdentifier;
@property(nullable, readonly, copy) NSDictionary<NSString *, id> *infoDictionary;
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
- (nullable NSString *)pathForResource:(nullable NSString *)name ofType:(nullable NSString *)extension;
- (nullable NSURL *)URLForResource:(nullable NSString *)name withExtension:(nullable NSString *)extension;
@end

#pragma clang assume_nonnull end

#endif
