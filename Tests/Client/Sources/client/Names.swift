// Names.swift - uses every public type of MiniRuntime's modules beside the standard modules. The test is that it
// compiles; scripts/test/test-client.sh checks that no name is missing here.
import Dispatch
import Distributed
import Foundation
import KVONotifying
import MiniFoundation
import MiniRuntime
import ObjectiveScript
import Observation
import SafeObservation
import SafeObservationTesting
import Support
import Synchronization
import TypedClasses

private final class Named: ClassDescription {
    let number = Property<Int>(0)
}

// Types that are found without the name of their module.
private let unqualified: [Any.Type] = [
    AnyProperty.self, AssociationKey.self, AssociationPolicy.self, BoundMethod<Int, Void>.self,
    ClassDescriptionError.self, (any Lockable).self, Locked<Int>.self, (any MethodOwner).self,
    ShapedCall.self,
    (any BoxedValue).self, BoxedWord.self, (any Bridged).self, BridgingError.self, Class.self, ClassDescription.self,
    CollectionElements.self, ArrayElements<Int>.self, SetElements<Int>.self, DictionaryElements<Int, Int>.self,
    CollectionKind.self,
    CollectionProperty.self, (any CollectionValue).self,
    ChangeExpectationError.self,
    Computed<Int>.self, (any DescribesClass).self, IMP.self, IncomingMessage.self, Invocation.self,
    Ivar.self, IvarOwnership.self, KVOController.self, KeyPathError.self, KeyValueChangeKey.self,
    KeyValueChangeKind.self,
    KeyValueObservation.self, KeyValueObservedChange.self, KeyValueObservingOptions.self, KeyValueRegistration.self,
    KeyValueSetMutation.self, LeftoverPolicy.self, LoadedImage.self, MessageArgument<Int>.self, MessagePassing.self,
    (any MessageReceiver).self, (any MessageValue).self, Method.self, MethodSignature.self,
    (any NullableMessageValue).self, Object.self, ObservedChange<Int>.self,
    ObservedChanges<Int>.self, PointerTag.self, Property<Int>.self, PropertyAttribute.self, PropertyBinding.self,
    (any PropertyMembers).self, PropertyPath<Int>.self, PropertyPipe<Int>.self, PropertySink.self, PropertyStorage.self,
    (any PropertyValue).self, ReadOnly<Int>.self, (any ReadableProperty).self, Ref<Named>.self, ObjectRuntime.self,
    RuntimeError.self, RuntimeException.self, RuntimeProperty.self, RuntimeProtocol.self, Selector.self,
    SentMessage.self,
    (any StructureValue).self, SwiftBox.self, Trace.self, Tracked<Named>.self,
    TraceEvent.self,
    TypeEncoding.self, TypedMethod<Int, Void>.self, UnmanagedObject.self, ValidationError.self,
    WeakReference.self,
    DescribedProperty.self, KeyValueChangeCause.self, WeakRef<Named>.self, (any CodableClass.Type).self,
    NameOfMemberOfRef.self, NameOfMethodOfNSObject.self,
    ClassRegistration.self, (any ObjectMembers).self, BoundClassMethod<Int, Void>.self,
    BoundSuperMethod<Int, Void>.self,
    ClassMethod<Int, Void>.self,
    ClassProperty<Int>.self,
    ClassRef<Named>.self, Initializer<Int>.self, Override.self, SuperRef<Named>.self,
    Interpreter.self, Script.self, ScriptError.self, (any ScriptHost).self, ObjectReference.self, ScriptValue.self,
    Statement.self,
]

// Foundation has types of the same names: where it is imported, these need the name of their module.
private let qualified: [Any.Type] = [
    MiniFoundation.NSArray.self, MiniFoundation.NSDictionary.self, MiniFoundation.NSEnumerator.self,
    MiniFoundation.NSIndexSet.self, MiniFoundation.NSMutableArray.self, MiniFoundation.NSMutableDictionary.self,
    MiniFoundation.NSMutableIndexSet.self, MiniFoundation.NSMutableOrderedSet.self, MiniFoundation.NSMutableSet.self,
    MiniFoundation.NSMutableString.self,
    MiniFoundation.NSNull.self, MiniFoundation.NSNumber.self, MiniFoundation.NSOrderedSet.self,
    MiniFoundation.NSProxy.self, MiniFoundation.NSSet.self, MiniFoundation.NSString.self, MiniFoundation.NSValue.self,
]

// Types of other modules, which must still be found.
@Observable private final class Counted { var number = 0 }
private let others: [Any.Type] = [
    Foundation.NSString.self, DispatchQueue.self, ObservationRegistrar.self, URL.self, Pipe.self,
    (any DistributedActor).self,
]
private let noncopyable: [any ~Copyable.Type] = [Atomic<Int>.self, Mutex<Int>.self, ClassBuilder.self]

@Sendable func names() async {
    expect(unqualified.count + qualified.count + others.count > 80, "a list of names is empty")
    await repeatedly {
        let named = Named.new()
        let token: KeyValueObservation = named.observe(\.number) { _, _ in }
        named.number = Counted().number + 1
        token.invalidate()
    }
}
