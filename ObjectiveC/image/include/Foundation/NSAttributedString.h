// NSAttributedString.h - texts whose parts have attributes. A program that uses these classes loads Swift's Foundation.
#ifndef FOUNDATION_NSATTRIBUTEDSTRING_H
#define FOUNDATION_NSATTRIBUTEDSTRING_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef NSString *NSAttributedStringKey NS_TYPED_EXTENSIBLE_ENUM;

// By default, neighbours whose attribute is equal are one part.
typedef NS_OPTIONS(NSUInteger, NSAttributedStringEnumerationOptions) {
    NSAttributedStringEnumerationReverse = 1 << 1,
    NSAttributedStringEnumerationLongestEffectiveRangeNotRequired = 1 << 20,
};

// Immutable. An index or a range beyond the end raises an NSRangeException.
@interface NSAttributedString : NSObject <NSCopying, NSMutableCopying>
- (instancetype)initWithString:(NSString *)text;
- (instancetype)initWithString:(NSString *)text
                    attributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes;
- (instancetype)initWithAttributedString:(NSAttributedString *)text;
@property(readonly, copy) NSString *string;
@property(readonly) NSUInteger length;
// The range is the longest one with these attributes.
- (NSDictionary<NSAttributedStringKey, id> *)attributesAtIndex:(NSUInteger)index
                                                effectiveRange:(nullable NSRange *)range;
- (NSDictionary<NSAttributedStringKey, id> *)attributesAtIndex:(NSUInteger)index
                                         longestEffectiveRange:(nullable NSRange *)range
                                                       inRange:(NSRange)limits;
// The range is one with the same attributes, of which this is one.
- (nullable id)attribute:(NSAttributedStringKey)name atIndex:(NSUInteger)index effectiveRange:(nullable NSRange *)range;
- (nullable id)attribute:(NSAttributedStringKey)name
                  atIndex:(NSUInteger)index
    longestEffectiveRange:(nullable NSRange *)range
                  inRange:(NSRange)limits;
- (NSAttributedString *)attributedSubstringFromRange:(NSRange)range;
- (void)enumerateAttributesInRange:(NSRange)range
                           options:(NSAttributedStringEnumerationOptions)options
                        usingBlock:(void(NS_NOESCAPE ^)(NSDictionary<NSAttributedStringKey, id> *attributes,
                                                        NSRange range, BOOL *stop))block;
- (void)enumerateAttribute:(NSAttributedStringKey)name
                   inRange:(NSRange)range
                   options:(NSAttributedStringEnumerationOptions)options
                usingBlock:(void(NS_NOESCAPE ^)(id _Nullable value, NSRange range, BOOL *stop))block;
- (BOOL)isEqualToAttributedString:(NSAttributedString *)other;
@end

@interface NSMutableAttributedString : NSAttributedString
// The new text has the attributes of the first character that it replaces, or else of the one before; at the beginning,
// of the one after.
- (void)replaceCharactersInRange:(NSRange)range withString:(NSString *)text;
- (void)replaceCharactersInRange:(NSRange)range withAttributedString:(NSAttributedString *)text;
- (void)insertAttributedString:(NSAttributedString *)text atIndex:(NSUInteger)index;
- (void)appendAttributedString:(NSAttributedString *)text;
- (void)deleteCharactersInRange:(NSRange)range;
- (void)setAttributedString:(NSAttributedString *)text;
- (void)setAttributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes range:(NSRange)range;
- (void)addAttribute:(NSAttributedStringKey)name value:(id)value range:(NSRange)range;
- (void)addAttributes:(NSDictionary<NSAttributedStringKey, id> *)attributes range:(NSRange)range;
- (void)removeAttribute:(NSAttributedStringKey)name range:(NSRange)range;
// No effect: changes are seen at once.
- (void)beginEditing;
- (void)endEditing;
@end

#pragma clang assume_nonnull end

#endif
