import SafeObservation
import Support
import Synchronization
import TypedClasses

private final class Thermometer: ClassDescription {
    let celsius = Property<Double>(20)
}
private final class Field: ClassDescription {
    let text = Property<String>("")
}

func program13() throws {
    let thermometer = Thermometer.new()

    let warnings = Mutex<[String]>([])
    let subscription = thermometer.pipe(\.celsius)
        .filter { $0 > 30 }
        .map { "\(Int($0)) degrees!" }
        .removeDuplicates()
        .sink { warning in warnings.withLock { $0.append(warning) } }
    thermometer.celsius = 31
    thermometer.celsius = 31.2
    thermometer.celsius = 25
    thermometer.celsius = 40
    check(
        warnings.withLock { $0 } == ["31 degrees!", "40 degrees!"], "a sink gets the values that come through the pipe")
    subscription.invalidate()
    thermometer.celsius = 50
    check(warnings.withLock { $0.count } == 2, "and none once it is invalidated")

    let label = Field.new()
    let binding = try label.bind(\.text, to: thermometer, \.celsius) { "\(Int($0)) °C" }
    check(label.text == "50 °C", "a binding sets the value at once, transformed")
    thermometer.celsius = 10
    check(label.text == "10 °C", "and whenever it changes")
    binding.invalidate()
    thermometer.celsius = 11
    check(label.text == "10 °C", "until it is invalidated")

    let field = Field.new()
    try field.bind(\.text, to: thermometer, \.celsius, transform: { "\($0)" }, reverse: { Double($0) })
    check(field.text == "11.0", "both ways: the source wins at first")
    field.text = "12.5"
    check(thermometer.celsius == 12.5, "what is typed arrives in the model")
    field.text = "warm"
    check(thermometer.celsius == 12.5, "what cannot be transformed back does not")
    field.cutOff(\.text)
    thermometer.celsius = 0
    check(field.text == "warm", "cutOff ends both directions")
}
