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
    let isForgiven = observance.isSilent || LeftoverPolicy.current == .forgive
    guard isForgiven else { return LeftoverPolicy.apply(.observerDied(observance, object)) }
    ObservationInfo.remove(observance, from: object)
    Wiring.cut(observance, root: nil)
}
