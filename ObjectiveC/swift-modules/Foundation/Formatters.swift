// Formatters.swift - what formatters have in Swift only.
import ObjectiveC

extension DateFormatter {
    /// Returns a date as text in the user's language.
    public class func localizedString(from date: Date, dateStyle: Style, timeStyle: Style) -> String {
        let formatter = DateFormatter()
        formatter.dateStyle = dateStyle
        formatter.timeStyle = timeStyle
        return formatter.string(from: date)
    }
}
