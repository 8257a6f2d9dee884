// XCTest.swift - what `import XCTest` means to code that is compiled for Objective-C: a message.
//
// The toolchain's own was compiled without Objective-C, and the programs of tests in which it may be used (foreign.c)
// cannot tell which code uses it.

/// Tests of classes in Swift are written with `import Testing`.
@available(*, unavailable, message: "XCTest was compiled without Objective-C; use Testing")
open class XCTestCase {}
