// Time zones, locales, calendars and decimal numbers: as values of Swift, and as objects.
import Foundation

class Event: NSObject {
    @objc dynamic var date = Date(timeIntervalSinceReferenceDate: 0)
    @objc dynamic var zone = TimeZone(identifier: "Europe/Berlin")!
    @objc dynamic var locale = Locale(identifier: "de_DE")
    @objc dynamic var calendar = Calendar(identifier: .gregorian)
    @objc dynamic var duration: TimeInterval = 60
    @objc dynamic var price = NSDecimalNumber(string: "10.25")
}

@main enum Program {
    static func main() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        let date = formatter.date(from: "2020-02-28 23:30")!
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        let next = calendar.date(byAdding: .day, value: 1, to: date)!
        print(formatter.string(from: next), calendar.dateComponents([.month, .day], from: next).day!)
        var components = DateComponents()
        components.year = 2021
        components.month = 12
        components.day = 25
        print(formatter.string(from: calendar.date(from: components)!), calendar.isDate(date, inSameDayAs: next))
        print(DateInterval(start: date, end: next).duration, date.compare(next) == .orderedAscending)
        let order: ComparisonResult = next.compare(date)
        print(order == .orderedDescending)
        print(DateFormatter.localizedString(from: date, dateStyle: .short, timeStyle: .none).isEmpty)

        let event = Event()
        let zone = event.observe(\.zone, options: [.old, .new]) { _, change in
            print("zone:", change.oldValue!.identifier, "to", change.newValue!.identifier)
        }
        event.zone = TimeZone(secondsFromGMT: 3600)!
        event.setValue(NSTimeZone(name: "Asia/Tokyo")!, forKey: "zone")
        zone.invalidate()
        print(event.zone.secondsFromGMT(), (event.value(forKey: "zone") as! NSTimeZone).name)
        print(
            (event.value(forKey: "locale") as! Locale).identifier,
            (event.value(forKey: "locale") as! NSLocale).decimalSeparator)
        event.calendar = calendar
        let own = event.value(forKey: "calendar") as! NSCalendar
        print(
            (own as Calendar).timeZone.identifier, own.timeZone.identifier, own.component(.hour, from: date),
            own.copy() is NSCalendar)
        print((NSCalendar(calendarIdentifier: .gregorian)! as Calendar).identifier == .gregorian)
        formatter.calendar = calendar
        print(
            formatter.calendar.identifier == .gregorian, formatter.timeZone.secondsFromGMT(),
            formatter.string(from: date))

        let price = Decimal(string: "19.99")! * 3
        event.price = event.price.adding(NSDecimalNumber(decimal: price))
        print(
            event.price, event.price.decimalValue == price + Decimal(string: "10.25")!,
            (price as NSDecimalNumber).stringValue)
        print((NSNumber(value: 3) as NSNumber).decimalValue, NSDecimalNumber(decimal: .nan) == .notANumber)
    }
}

// prints
//     2020-02-29 23:30 29
//     2021-12-25 00:00 false
//     86400.0 true
//     true
//     false
//     zone: Europe/Berlin to GMT+0100
//     zone: GMT+0100 to Asia/Tokyo
//     32400 Asia/Tokyo
//     de_DE ,
//     GMT GMT 23 true
//     true
//     true 0 2020-02-28 23:30
//     70.22 true 59.97
//     3 true
