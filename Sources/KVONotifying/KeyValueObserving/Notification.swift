// Notification.swift - the message that an observer gets, and what happens where nobody is left to get it.
import MiniRuntime

/// Sends one notification, or deals with an observer that has died.
@inline(__always)
func notify(
    _ observance: Observance, _ observer: UnmanagedObject?, _ object: UnmanagedObject, _ change: UnmanagedObject
) {
    guard let observer else { return notifyNobody(observance, object) }
    if Trace.isOn {
        Trace.emit(
            TraceEvent(
                .notification, object: object, other: observer, argument: change, text: observance.keyPathText))
    }
    observer.sendWords(
        Selectors.observeValue, (observance.keyPathWord, object.word, change.word, observance.context))
    if Trace.isOn {
        Trace.emit(TraceEvent(.notificationDone, object: object, other: observer, text: observance.keyPathText))
    }
}

@inline(never)
private func notifyNobody(_ observance: Observance, _ object: UnmanagedObject) {
    // The first change that finds the observer dead removes the registration, because nobody else could, and raises once.
    let exception: RuntimeException? = observance.isSilent ? nil : .observerDied(observance, object)
    let root = observance.loadObject()
    let owner = root?.unmanaged ?? object
    let isFirst = withExtendedLifetime(root) { ObservationInfo.remove(observance, from: owner) }
    Wiring.cut(observance, root: nil)
    if isFirst, let exception { LeftoverPolicy.apply(exception) }
}
