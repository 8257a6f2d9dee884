// NSURLRequest.h - what is asked of a server, as a value. Nothing in this library sends it. A program that uses these
// classes loads Swift's Foundation.
#ifndef FOUNDATION_NSURLREQUEST_H
#define FOUNDATION_NSURLREQUEST_H

#import <Foundation/NSData.h>
#import <Foundation/NSDate.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSStream.h>
#import <Foundation/NSURL.h>

#pragma clang assume_nonnull begin

typedef NS_ENUM(NSUInteger, NSURLRequestCachePolicy) {
    NSURLRequestUseProtocolCachePolicy = 0,
    NSURLRequestReloadIgnoringLocalCacheData = 1,
    NSURLRequestReloadIgnoringCacheData = NSURLRequestReloadIgnoringLocalCacheData,
    NSURLRequestReturnCacheDataElseLoad = 2,
    NSURLRequestReturnCacheDataDontLoad = 3,
    NSURLRequestReloadIgnoringLocalAndRemoteCacheData = 4,
    NSURLRequestReloadRevalidatingCacheData = 5,
};

typedef NS_ENUM(NSUInteger, NSURLRequestNetworkServiceType) {
    NSURLNetworkServiceTypeDefault = 0,
    NSURLNetworkServiceTypeVoIP = 1,
    NSURLNetworkServiceTypeVideo = 2,
    NSURLNetworkServiceTypeBackground = 3,
    NSURLNetworkServiceTypeVoice = 4,
};

@interface NSURLRequest : NSObject <NSCopying, NSMutableCopying>
// The policy is NSURLRequestUseProtocolCachePolicy, and the timeout a minute.
+ (instancetype)requestWithURL:(NSURL *)url;
+ (instancetype)requestWithURL:(NSURL *)url
                   cachePolicy:(NSURLRequestCachePolicy)policy
               timeoutInterval:(NSTimeInterval)seconds;
- (instancetype)initWithURL:(NSURL *)url;
- (instancetype)initWithURL:(NSURL *)url
                cachePolicy:(NSURLRequestCachePolicy)policy
            timeoutInterval:(NSTimeInterval)seconds;
@property(nullable, readonly, copy) NSURL *URL;
@property(nullable, readonly, copy) NSURL *mainDocumentURL;
@property(readonly) NSURLRequestCachePolicy cachePolicy;
@property(readonly) NSTimeInterval timeoutInterval;
@property(readonly) NSURLRequestNetworkServiceType networkServiceType;
@property(readonly) BOOL allowsCellularAccess;
@end

@interface NSURLRequest (NSHTTPURLRequest)
@property(nullable, readonly, copy) NSString *HTTPMethod;  // GET unless it is set
@property(nullable, readonly, copy) NSDictionary<NSString *, NSString *> *allHTTPHeaderFields;
// The names of fields are compared without their case.
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field;
// Setting one of the two removes the other.
@property(nullable, readonly, copy) NSData *HTTPBody;
@property(nullable, readonly, retain) NSInputStream *HTTPBodyStream;
@property(readonly) BOOL HTTPShouldHandleCookies;
@property(readonly) BOOL HTTPShouldUsePipelining;
@end

@interface NSMutableURLRequest : NSURLRequest
@property(nullable, copy) NSURL *URL;
@property(nullable, copy) NSURL *mainDocumentURL;
@property NSURLRequestCachePolicy cachePolicy;
@property NSTimeInterval timeoutInterval;
@property NSURLRequestNetworkServiceType networkServiceType;
@property BOOL allowsCellularAccess;
@end

@interface NSMutableURLRequest (NSMutableHTTPURLRequest)
@property(nullable, copy) NSString *HTTPMethod;
@property(nullable, copy) NSDictionary<NSString *, NSString *> *allHTTPHeaderFields;
- (void)setValue:(nullable NSString *)value forHTTPHeaderField:(NSString *)field;
// A second value is separated by a comma.
- (void)addValue:(NSString *)value forHTTPHeaderField:(NSString *)field;
@property(nullable, copy) NSData *HTTPBody;
@property(nullable, retain) NSInputStream *HTTPBodyStream;
@property BOOL HTTPShouldHandleCookies;
@property BOOL HTTPShouldUsePipelining;
@end

#pragma clang assume_nonnull end

#endif
