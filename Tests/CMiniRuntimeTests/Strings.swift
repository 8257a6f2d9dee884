// Strings.swift - the C functions that tests give literals to, with Swift strings.
//
// #expect evaluates each argument on its own, and the pointer that a literal turns into does not outlive that: given to
// the C function itself, it would dangle. A String is turned into a pointer here, for the length of the call.
import CMiniRuntime

func objc_getClass(_ name: String) -> Class! { CMiniRuntime.objc_getClass(name) }
func objc_lookUpClass(_ name: String) -> Class! { CMiniRuntime.objc_lookUpClass(name) }
func objc_getMetaClass(_ name: String) -> Class! { CMiniRuntime.objc_getMetaClass(name) }
func objc_getRequiredClass(_ name: String) -> Class! { CMiniRuntime.objc_getRequiredClass(name) }
func objc_allocateClassPair(_ superclass: Class?, _ name: String, _ extraBytes: Int) -> Class! {
    CMiniRuntime.objc_allocateClassPair(superclass, name, extraBytes)
}

func class_addIvar(_ cls: Class?, _ name: String, _ size: Int, _ alignment: UInt8, _ types: String) -> Bool {
    CMiniRuntime.class_addIvar(cls, name, size, alignment, types)
}
func class_getInstanceVariable(_ cls: Class?, _ name: String) -> Ivar! {
    CMiniRuntime.class_getInstanceVariable(cls, name)
}
func class_getClassVariable(_ cls: Class?, _ name: String) -> Ivar! { CMiniRuntime.class_getClassVariable(cls, name) }
func object_getInstanceVariable(_ object: id?, _ name: String, _ value: inout UnsafeMutableRawPointer?) -> Ivar! {
    CMiniRuntime.object_getInstanceVariable(object, name, &value)
}
func object_setInstanceVariable(_ object: id?, _ name: String, _ value: UnsafeMutableRawPointer?) -> Ivar! {
    CMiniRuntime.object_setInstanceVariable(object, name, value)
}

@discardableResult
func class_addMethod(_ cls: Class?, _ name: SEL?, _ imp: IMP?, _ types: String) -> Bool {
    CMiniRuntime.class_addMethod(cls, name, imp, types)
}
@discardableResult
func class_replaceMethod(_ cls: Class?, _ name: SEL?, _ imp: IMP?, _ types: String) -> IMP! {
    CMiniRuntime.class_replaceMethod(cls, name, imp, types)
}

func class_getProperty(_ cls: Class?, _ name: String) -> objc_property_t! { CMiniRuntime.class_getProperty(cls, name) }
@discardableResult
func class_addProperty(
    _ cls: Class?, _ name: String, _ attributes: UnsafePointer<objc_property_attribute_t>?, _ count: UInt32
) -> Bool {
    CMiniRuntime.class_addProperty(cls, name, attributes, count)
}
func property_copyAttributeValue(_ property: objc_property_t?, _ name: String) -> UnsafeMutablePointer<CChar>! {
    CMiniRuntime.property_copyAttributeValue(property, name)
}
func protocol_getProperty(
    _ owner: OpaquePointer?, _ name: String, _ isRequired: Bool, _ isInstance: Bool
) -> objc_property_t! {
    CMiniRuntime.protocol_getProperty(owner, name, isRequired, isInstance)
}
func objc_getProtocol(_ name: String) -> OpaquePointer! { CMiniRuntime.objc_getProtocol(name) }
func objc_allocateProtocol(_ name: String) -> OpaquePointer! { CMiniRuntime.objc_allocateProtocol(name) }

func mr_type_layout(_ type: String, _ size: inout Int, _ alignment: inout Int) -> Bool {
    CMiniRuntime.mr_type_layout(type, &size, &alignment)
}
func mr_type_equal(_ lhs: String, _ rhs: String) -> Bool { CMiniRuntime.mr_type_equal(lhs, rhs) }
func mr_signature_get(_ types: String) -> OpaquePointer! { CMiniRuntime.mr_signature_get(types) }
func mr_method_signature_object(_ types: String) -> id! { CMiniRuntime.mr_method_signature_object(types) }
func mr_exception_create(_ name: String, _ reason: String) -> id! { CMiniRuntime.mr_exception_create(name, reason) }
