// NSAttributedString.h - a text with attributes, which apply to the whole text. A program that uses this class loads
// Swift's Foundation.
#ifndef FOUNDATION_NSATTRIBUTEDSTRING_H
#define FOUNDATION_NSATTRIBUTEDSTRING_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef NSString *NSAttributedStringKey NS_TYPED_EXTENSIBLE_ENUM;

// Immutable.
@interface NSAttributedString : NSObject <NSCopying>
- (instancetype)initWithString:(NSString *)text;
- (instancetype)initWithString:(NSString *)text
                    attributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attributes;
- (instancetype)initWithAttributedString:(NSAttributedString *)text;
@property(readonly, copy) NSString *string;
@property(readonly) NSUInteger length;
- (NSDictionary<NSAttributedStringKey, id> *)attributesAtIndex:(NSUInteger)index
                                                effectiveRange:(nullable NSRange *)range;
- (nullable id)attribute:(NSAttributedStringKey)name atIndex:(NSUInteger)index effectiveRange:(nullable NSRange *)range;
- (BOOL)isEqualToAttributedString:(NSAttributedString *)other;
@end

#pragma clang assume_nonnull end

#endif
