// What a header may announce: limits that its reader and the loaders share.

/// Limits that hold for every format.
package enum PictureLimits {
    /// The longest side of a raster image, in pixels: the maximum of JPEG. No photo has a longer row.
    package static let longestSide = 65_535
    /// Bytes of the largest colour profile that is used; those of screens and cameras have 500 bytes to some hundred
    /// KB.
    package static let largestProfile = 4 << 20
}
