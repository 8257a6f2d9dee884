// Load.swift - makes all classes of this module before main().
import CFoundationClasses
import MiniRuntime

/// Makes the classes. CFoundationClasses calls this function once, before the first image of compiled Objective-C that
/// uses them is loaded.
@c(mr_load_FoundationClasses)
func loadFoundationClasses() {
    _ = [
        NSURL.values.cls, NSUUID.values.cls, NSLocale.values.cls, NSTimeZone.values.cls, NSFormatter.cls.cls,
        NSDateFormatter.values.cls, NSNumberFormatter.values.cls, NSDecimalNumber.cls,
        NSDecimalNumberHandler.values.cls, NSJSONSerialization.cls,
        NSScanner.values.cls, NSTimer.values.cls, NSRunLoop.values.cls, NSPort.values.cls, NSPort.machPort.cls,
        NSTask.values.cls,
        NSAttributedString.values.cls,
        NSAttributedString.mutable.cls,
        NSCalendar.values.cls, NSDateComponents.values.cls, NSOperation.values.cls, NSBlockOperation.cls,
        NSInvocationOperation.cls,
        NSOperationQueue.values.cls,
        NSPredicate.values.cls, NSCompoundPredicate.values.cls, NSComparisonPredicate.values.cls,
        NSExpression.values.cls, NSUserDefaults.values.cls, NSCache.values.cls,
        NSIndexPath.values.cls, NSKeyedArchiver.values.cls, NSKeyedUnarchiver.values.cls,
        NSPropertyListSerialization.cls, NSRegularExpression.values.cls, NSRegularExpression.results.cls,
        NSFileManager.values.cls, NSBundle.values.cls, NSURLComponents.values.cls, NSURLComponents.items.cls,
        NSProgress.values.cls, NSURLRequest.values.cls, NSURLRequest.mutable.cls, NSURLResponse.values.cls,
        NSURLResponse.http.cls,
    ]
    do {
        mr_add_predicate_format()
        mr_add_directory_enumerator()
        try LaterMessages.addMethods()
        try ThreadMessages.addMethods()
        try NSCoding.addMethods()
        try URLContents.addMethods()
        try NSPropertyListSerialization.addFiles()
    } catch {
        fatalError("FoundationClasses cannot add its methods: \(error)")
    }
}
