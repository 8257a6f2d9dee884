// LimitTests.swift - sizes and types that cannot be: the answer is nil, and nothing is harmed.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Limits")
struct LimitTests {
    @Test("More extra bytes than there can be: no object, no class, no copy", arguments: [-1, -9, -64, .max])
    func extraBytes(huge: Int) {
        let name = uniqueName("Huge")  // as unsigned numbers these are the largest
        #expect(class_createInstance(nsObject, huge) == nil)
        #expect(objc_allocateClassPair(nsObject, name, huge) == nil)
        #expect(objc_lookUpClass(name) == nil)
        let cls = makeClass(name), object = class_createInstance(cls, 0)
        #expect(object_copy(object, huge) == nil)
        #expect(mr_instance_count(cls) == 1)
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_release(object)
        objc_disposeClassPair(cls)
    }

    @Test("A bit-field is no argument and no result, nor is a pointer to one", arguments: ["b3", "^b3", "r^^b17"])
    func bitFields(type: String) {
        #expect(takeText(mr_method_encoding_copy(type, nil, 0)) == nil)
        type.withCString { type in
            var types: [UnsafePointer<CChar>?] = [type]
            #expect(takeText(mr_method_encoding_copy("v", &types, 1)) == nil)
        }
    }

    @Test("A name is free as soon as its class is disposed of, whatever other names lie beside it in the table")
    func reusedNames() {
        let stem = uniqueName("Reused")
        for round in 0..<50 {
            let classes = (0..<40).map { makeClass("\(stem)x\($0)") }
            // In another order each time.
            for index in 0..<40 { objc_disposeClassPair(classes[(index * 7 + round) % 40]) }
        }
        #expect((0..<40).allSatisfy { objc_lookUpClass("\(stem)x\($0)") == nil })
    }
}
