// NSLocale.h - languages and regions, and what is usual in them. A program that uses this class loads Swift's
// Foundation.
#ifndef FOUNDATION_NSLOCALE_H
#define FOUNDATION_NSLOCALE_H

#import <Foundation/NSArray.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef NSString *NSLocaleKey NS_TYPED_ENUM;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleIdentifier;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleLanguageCode;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleCountryCode;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleDecimalSeparator;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleGroupingSeparator;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleCurrencyCode;
FOUNDATION_EXPORT NSLocaleKey const NSLocaleCurrencySymbol;

// Immutable.
NS_SWIFT_BRIDGED("FoundationEssentials.Locale")
@interface NSLocale : NSObject <NSCopying>
+ (instancetype)localeWithLocaleIdentifier:(NSString *)identifier;
- (instancetype)initWithLocaleIdentifier:(NSString *)identifier;
@property(class, readonly, copy) NSLocale *currentLocale;
@property(class, readonly, strong) NSLocale *autoupdatingCurrentLocale;
@property(class, readonly, copy) NSLocale *systemLocale;
@property(class, readonly, copy) NSArray<NSString *> *preferredLanguages;
@property(class, readonly, copy) NSArray<NSString *> *availableLocaleIdentifiers;
@property(class, readonly, copy) NSArray<NSString *> *ISOCountryCodes;
@property(class, readonly, copy) NSArray<NSString *> *ISOLanguageCodes;
@property(class, readonly, copy) NSArray<NSString *> *ISOCurrencyCodes;
@property(class, readonly, copy) NSArray<NSString *> *commonISOCurrencyCodes;
// The keys are those above.
+ (NSDictionary<NSString *, NSString *> *)componentsFromLocaleIdentifier:(NSString *)identifier;
+ (NSString *)localeIdentifierFromComponents:(NSDictionary<NSString *, NSString *> *)components;
@property(readonly, copy) NSString *localeIdentifier;
@property(readonly, copy) NSString *languageCode;
@property(nullable, readonly, copy) NSString *countryCode;
@property(readonly, copy) NSString *decimalSeparator;
@property(readonly, copy) NSString *groupingSeparator;
@property(nullable, readonly, copy) NSString *currencyCode;
@property(readonly, copy) NSString *currencySymbol;
// nil for a key that is not declared above.
- (nullable id)objectForKey:(NSLocaleKey)key;
// The name of an identifier, language or country in this locale.
- (nullable NSString *)displayNameForKey:(NSLocaleKey)key value:(id)value;
@end

#pragma clang assume_nonnull end

#endif
