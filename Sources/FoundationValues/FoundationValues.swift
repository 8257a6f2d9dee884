// FoundationValues.swift - Foundation's values as the types of properties.
//
// A module of its own, so that programs that do not import it do not load Foundation.
import MiniRuntime
import TypedClasses

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date: BoxedValue {}
extension DateInterval: BoxedValue {}
extension DateComponents: BoxedValue {}
extension Data: BoxedValue {}
extension UUID: BoxedValue {}
extension URL: BoxedValue {}
extension Decimal: BoxedValue {}
extension Calendar: BoxedValue {}
extension Locale: BoxedValue {}
extension TimeZone: BoxedValue {}
extension IndexPath: BoxedValue {}
