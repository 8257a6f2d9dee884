// Load.swift - makes all classes of this module before main().
import MiniRuntime

/// Makes the classes. CFoundationClasses calls this function once, before the first image of compiled Objective-C that
/// uses them is loaded.
@c(mr_load_FoundationClasses)
func loadFoundationClasses() {
    NSURL.load()
    NSUUID.load()
}
