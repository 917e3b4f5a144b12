// The average colour of a photo: its placeholder when no pixels of it are there.

/// An opaque colour with 8 bits per channel: the mean of the sRGB values of an image's pixels.
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
