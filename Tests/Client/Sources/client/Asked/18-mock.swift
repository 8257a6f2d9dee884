// 18-mock.swift - a class that tests use in place of another: its methods record their calls, and fail on request.
import SafeObservation
import Support

private enum MailError: Error { case offline }

private class Mailer: ClassDescription {
    let sent = Property<Int>(0)
    let deliver = TypedMethod { (me: Ref<Mailer>, text: String) -> Bool in throw MailError.offline }
}

private final class MockMailer: Mailer {
    let texts = Property<[String]>([])
    let fails = Property<Bool>(false)
    let mockDeliver = Override(\Mailer.deliver) { (me: Ref<MockMailer>, text: String) -> Bool in
        if me.fails { throw MailError.offline }
        me.texts.append(text)
        me.sent += 1
        return true
    }
}

private func invite(_ names: [String], by mailer: Ref<Mailer>) throws -> Int {
    for name in names { _ = try mailer.deliver("Dear \(name)") }
    return mailer.sent
}

private func isOffline(_ body: () throws -> Void) throws -> Bool {
    do { try body() } catch MailError.offline { return true }
    return false
}

@Sendable func program18() async throws {
    let mock = MockMailer.new()
    let sent = try invite(["Ann", "Bob"], by: Ref<Mailer>(mock))
    check(sent == 2 && mock.texts == ["Dear Ann", "Dear Bob"], "the mock records the calls")
    mock.fails = true
    let isMockOffline = try isOffline { _ = try invite(["Eve"], by: Ref<Mailer>(mock)) }
    let isRealOffline = try isOffline { _ = try invite(["Eve"], by: Mailer.new()) }
    check(isMockOffline && isRealOffline, "errors keep their type through an override")
}
