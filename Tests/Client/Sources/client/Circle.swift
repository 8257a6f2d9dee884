// Circle.swift - bindings that form a circle, and controllers.
import KVONotifying
import SafeObservation
import Support
import TypedClasses

private class Scale: ClassDescription {
    let celsius = Property<Double>(0)
    let fahrenheit = Property<Double>(32)
    let text = Property<String>("")
}

@Sendable func circle() async {
    await repeatedly {
        let scales = (0..<5).map { _ in Scale.new() }
        for (index, scale) in scales.enumerated() {
            try scale.bind(\.celsius, to: scales[(index + 1) % scales.count], \.celsius)
        }
        for (index, scale) in scales.enumerated() {
            scale.celsius = Double(index + 1)
            for other in scales { expect(other.celsius, is: Double(index + 1), "the value around the circle") }
        }
        let one = Scale.new()
        try one.pipe(\.celsius).map { $0 * 9 / 5 + 32 }.into(one, \.fahrenheit)
        try one.pipe(\.fahrenheit).map { ($0 - 32) * 5 / 9 }.into(one, \.celsius)
        one.celsius = 100
        expect(one.fahrenheit, is: 212, "the value that follows")
        one.fahrenheit = 32
        expect(one.celsius, is: 0, "the value that is followed")
        let both: PropertyPipe<String> = .combine(one.pipe(\.celsius), one.pipe(\.fahrenheit)) { "\($0) \($1)" }
        try both.into(one, \.text)
        expect(one.text, is: "0.0 32.0", "the text of both")
        // On several threads at the same time: in the end all values are equal.
        onThreads(4) { thread in
            for round in 0..<50 { scales[thread].celsius = Double(round) }
        }
        expect(Set(scales.map(\.celsius)).count, is: 1, "the number of values in the circle")
    }
    expect(Scale.description.runtimeClass.instanceCount, is: 0, "the number of scales")
}

@Sendable func controllers() async {
    await repeatedly {
        let (watcher, scales, told) = (Scale.new(), (0..<10).map { _ in Scale.new() }, Count())
        let controller = KVOController(observer: watcher)
        for scale in scales {
            try controller.observe(scale, \.celsius, options: .upToDate) { (watcher: Ref<Scale>, _, change) in
                watcher.text = "\(change.newValue ?? 0)"
                told.add()
            }
        }
        for scale in scales { scale.celsius = 5 }
        expect(told.value, is: 20, "the number of deliveries")
        expect(watcher.text, is: "5.0", "what the watcher was told")
        controller.unobserveAll()
        scales[0].celsius = 6
        expect(told.value, is: 20, "the number of deliveries after the end")
        // An object's own controller observes the object itself, and ends with it.
        let own = Scale.new()
        try own.object.kvoController.observe(own, \.celsius, options: [.new]) { (_: Ref<Scale>, _, _) in told.add() }
        own.celsius = 1
        expect(told.value, is: 21, "the number of deliveries to an own controller")
    }
    expect(Scale.description.runtimeClass.instanceCount, is: 0, "the number of scales")
}
