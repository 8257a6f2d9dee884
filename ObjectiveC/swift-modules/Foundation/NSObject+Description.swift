// NSObject+Description.swift - what `print` writes of an object: its `description`.
import ObjectiveC

extension NSObject: CustomStringConvertible, CustomDebugStringConvertible {}
