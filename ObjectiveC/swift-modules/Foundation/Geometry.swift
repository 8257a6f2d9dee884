// Geometry.swift - points, sizes and rectangles.
import ObjectiveC

/// The floating-point type of coordinates, which is another name for Double.
public typealias CGFloat = Double

extension CGPoint: Hashable, CustomDebugStringConvertible {
    /// The point (0, 0).
    public static var zero: CGPoint { CGPoint() }
    /// Creates a point at integers.
    public init(x: Int, y: Int) { self.init(x: Double(x), y: Double(y)) }
    /// Whether the coordinates are equal.
    public static func == (lhs: CGPoint, rhs: CGPoint) -> Bool { lhs.x == rhs.x && lhs.y == rhs.y }
    /// Feeds the coordinates to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(x)
        hasher.combine(y)
    }
    /// The text `(x, y)`.
    public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: Hashable, CustomDebugStringConvertible {
    /// The size of width and height 0.
    public static var zero: CGSize { CGSize() }
    /// Creates a size of integers.
    public init(width: Int, height: Int) { self.init(width: Double(width), height: Double(height)) }
    /// Whether widths and heights are equal.
    public static func == (lhs: CGSize, rhs: CGSize) -> Bool { lhs.width == rhs.width && lhs.height == rhs.height }
    /// Feeds the width and the height to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(width)
        hasher.combine(height)
    }
    /// The text `(width, height)`.
    public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: Hashable, CustomDebugStringConvertible {
    /// The rectangle at (0, 0) of width and height 0.
    public static var zero: CGRect { CGRect() }
    /// Creates a rectangle from the place of its origin and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }
    /// Creates a rectangle of integers.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }
    /// Whether origins and sizes are equal.
    public static func == (lhs: CGRect, rhs: CGRect) -> Bool { lhs.origin == rhs.origin && lhs.size == rhs.size }
    /// Feeds the origin and the size to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(size)
    }
    /// The text `(x, y, width, height)`.
    public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}

extension CGRect {
    /// The width, which is positive even if the size's is not.
    public var width: Double { abs(size.width) }
    /// The height, which is positive even if the size's is not.
    public var height: Double { abs(size.height) }
    /// The smallest x coordinate.
    public var minX: Double { min(origin.x, origin.x + size.width) }
    /// The x coordinate of the centre.
    public var midX: Double { origin.x + size.width / 2 }
    /// The largest x coordinate.
    public var maxX: Double { max(origin.x, origin.x + size.width) }
    /// The smallest y coordinate.
    public var minY: Double { min(origin.y, origin.y + size.height) }
    /// The y coordinate of the centre.
    public var midY: Double { origin.y + size.height / 2 }
    /// The largest y coordinate.
    public var maxY: Double { max(origin.y, origin.y + size.height) }
    /// Whether the width or the height is 0.
    public var isEmpty: Bool { size.width == 0 || size.height == 0 }

    /// Returns whether a point is in the rectangle. The largest coordinates are outside.
    public func contains(_ point: CGPoint) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns the rectangle with each side moved towards the centre, or away from it by negative distances.
    public func insetBy(dx: Double, dy: Double) -> CGRect {
        CGRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// Returns the rectangle at another place.
    public func offsetBy(dx: Double, dy: Double) -> CGRect {
        CGRect(origin: CGPoint(x: origin.x + dx, y: origin.y + dy), size: size)
    }
}
