// NSBundle.h - the folder of a program and its resources. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSBUNDLE_H
#define FOUNDATION_NSBUNDLE_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSNotification.h>
#import <Foundation/NSURL.h>

#pragma clang assume_nonnull begin

// Never posted, because no bundle has code to load.
FOUNDATION_EXPORT NSNotificationName const NSBundleDidLoadNotification;

// The main bundle is the folder of the program. Each class belongs to it.
@interface NSBundle : NSObject
@property(class, readonly, strong) NSBundle *mainBundle;
// Only the main bundle is found, which is also the only one of all bundles. No bundle is a framework.
+ (nullable NSBundle *)bundleWithIdentifier:(NSString *)identifier;
@property(class, readonly, copy) NSArray<NSBundle *> *allBundles;
@property(class, readonly, copy) NSArray<NSBundle *> *allFrameworks;
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
- (nullable NSString *)pathForResource:(nullable NSString *)name
                                ofType:(nullable NSString *)extension
                           inDirectory:(nullable NSString *)folder;
@property(nullable, readonly, copy) NSURL *resourceURL;
// The text that a table of strings, of the user's language, has for the key; else the value, or the key if that is nil
// or empty.
- (NSString *)localizedStringForKey:(NSString *)key value:(nullable NSString *)value table:(nullable NSString *)table;
// The languages of the folders NAME.lproj, and those of them that the user prefers.
@property(readonly, copy) NSArray<NSString *> *localizations;
@property(readonly, copy) NSArray<NSString *> *preferredLocalizations;
@property(nullable, readonly, copy) NSString *developmentLocalization;
+ (NSArray<NSString *> *)preferredLocalizationsFromArray:(NSArray<NSString *> *)localizations;
- (nullable NSString *)pathForResource:(nullable NSString *)name
                                ofType:(nullable NSString *)extension
                           inDirectory:(nullable NSString *)folder
                       forLocalization:(nullable NSString *)localization;
- (nullable NSURL *)URLForResource:(nullable NSString *)name withExtension:(nullable NSString *)extension;
@end

#define NSLocalizedStringFromTableInBundle(key, table_, bundle, comment)                                               \
    [(bundle) localizedStringForKey:(key) value:@"" table:(table_)]
#define NSLocalizedStringWithDefaultValue(key, table_, bundle, text, comment)                                          \
    [(bundle) localizedStringForKey:(key) value:(text)table:(table_)]

#pragma clang assume_nonnull end

#endif
