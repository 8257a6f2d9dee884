// NSURLResponse.h - what a server has answered, as a value. A program that uses these classes loads Swift's Foundation.
#ifndef FOUNDATION_NSURLRESPONSE_H
#define FOUNDATION_NSURLRESPONSE_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSURL.h>

#pragma clang assume_nonnull begin

#define NSURLResponseUnknownLength ((long long)-1)

// Immutable.
@interface NSURLResponse : NSObject <NSCopying>
- (instancetype)initWithURL:(NSURL *)url
                   MIMEType:(nullable NSString *)type
      expectedContentLength:(NSInteger)length
           textEncodingName:(nullable NSString *)name;
@property(nullable, readonly, copy) NSURL *URL;
@property(nullable, readonly, copy) NSString *MIMEType;
@property(readonly) long long expectedContentLength;
@property(nullable, readonly, copy) NSString *textEncodingName;
// The last part of the address's path, or "Unknown".
@property(nullable, readonly, copy) NSString *suggestedFilename;
@end

// Type, length and encoding are those of the header.
@interface NSHTTPURLResponse : NSURLResponse
- (nullable instancetype)initWithURL:(NSURL *)url
                          statusCode:(NSInteger)status
                         HTTPVersion:(nullable NSString *)version
                        headerFields:(nullable NSDictionary<NSString *, NSString *> *)fields;
@property(readonly) NSInteger statusCode;
@property(readonly, copy) NSDictionary *allHeaderFields;
// The names of fields are compared without their case.
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field;
+ (NSString *)localizedStringForStatusCode:(NSInteger)status;
@end

#pragma clang assume_nonnull end

#endif
