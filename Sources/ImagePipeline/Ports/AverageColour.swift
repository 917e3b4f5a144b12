// The one colour that a photo is on average: what stands in its place when nothing else of it is there.

/// An opaque colour, 8 bits a channel in the sRGB values of the pixels it is the mean of.
public struct AverageColour: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}
