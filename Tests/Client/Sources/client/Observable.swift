// Observable.swift - a class of Swift's Observation framework, Foundation, and tokens of MiniRuntime in one file.
import Foundation
import Observation
import SafeObservation
import Support
import TypedClasses

private class Thermometer: ClassDescription {
    let celsius = Property<Double>(20)
    let name = Property<String>("kitchen")
}

/// Mirrors a property of a runtime object, so that it can be tracked by Observation.
@Observable
private final class Weather {
    var celsius = 0.0
    var seen = Date.distantPast
    @ObservationIgnored var token: KeyValueObservation?
}

@Sendable func observable() async {
    await repeatedly {
        let (thermometer, weather) = (Thermometer.new(), Weather())
        let changes = Count()
        nonisolated(unsafe) let unsafeWeather = weather  // only this thread sets the property
        weather.token = thermometer.observe(\.celsius, options: .upToDate) { _, change in
            unsafe unsafeWeather.celsius = change.newValue ?? 0
        }
        withObservationTracking {
            _ = weather.celsius
        } onChange: {
            changes.add()
        }
        thermometer.celsius = 25
        thermometer.celsius = 26
        expect(changes.value, is: 1, "the number of changes that were tracked")
        expect(weather.celsius, is: 26, "the tracked value")
        expect(URL(string: "file:///\(thermometer.name)")?.lastPathComponent, is: "kitchen", "the path")
        weather.token = nil
    }
}
