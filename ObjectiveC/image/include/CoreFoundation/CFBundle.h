// CFBundle.h - the keys of a bundle's information.
#ifndef COREFOUNDATION_CFBUNDLE_H
#define COREFOUNDATION_CFBUNDLE_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

extern const CFStringRef kCFBundleNameKey MR_RENAMED(kCFBundleNameKey);
extern const CFStringRef kCFBundleVersionKey MR_RENAMED(kCFBundleVersionKey);
extern const CFStringRef kCFBundleIdentifierKey MR_RENAMED(kCFBundleIdentifierKey);
extern const CFStringRef kCFBundleExecutableKey MR_RENAMED(kCFBundleExecutableKey);

MR_END_DECLS

#endif
