// Size, suffix and effects of a picture in a URL, parsed in the service's order.

/// End of a picture's path: one number, or two separated by a slash, and a suffix from the first dot on.
struct PicturePath: Hashable, Sendable {
    let width: String
    let height: String
    /// File extension with its dot; empty when there is none.
    let suffix: String

    init?(_ text: Substring) {
        let (first, afterFirst) = Self.digits(text)
        guard !first.isEmpty else { return nil }
        if afterFirst.first == "/" {
            let (second, afterSecond) = Self.digits(afterFirst.dropFirst())
            guard !second.isEmpty, afterSecond.isEmpty || afterSecond.first == "." else { return nil }
            (width, height, suffix) = (first, second, String(afterSecond))
        } else {
            guard afterFirst.isEmpty || afterFirst.first == "." else { return nil }
            (width, height, suffix) = (first, first, String(afterFirst))
        }
    }

    private static func digits(_ text: Substring) -> (String, Substring) {
        let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
        return (String(digits), text[digits.endIndex...])
    }
}

/// Parameters of a picture's URL. A side of zero still means "that side of the original".
struct PictureParameters: Hashable, Sendable {
    /// Longest side that may be requested, also of larger originals.
    static let longestSide = 5_000
    private static let usualBlur = 5
    private static let blurAmounts = 1...10

    let width: Int
    let height: Int
    let format: PictureRequest.Format
    var grayscale: Bool
    let blur: Int?

    /// Parses the numbers, then the suffix; limits are checked later, after the id.
    init(_ path: PicturePath, query: QueryString) throws(ServiceError) {
        guard let width = Int(path.width), let height = Int(path.height) else { throw .invalidSize }
        self.width = width
        self.height = height
        switch path.suffix.lowercased() {
        case "", ".jpg": format = .jpeg
        case ".webp": format = .webp
        default: throw .invalidFileExtension
        }
        grayscale = query["grayscale"] != nil
        blur = query["blur"].map { Int($0) ?? Self.usualBlur }
    }

    func checkLimits() throws(ServiceError) {
        guard width <= Self.longestSide, height <= Self.longestSide else { throw .invalidSize }
        if let blur, !Self.blurAmounts.contains(blur) { throw .invalidBlurAmount }
    }

    var fileExtension: String { format == .webp ? ".webp" : ".jpg" }

    /// Query of the image host's link, without its signature.
    var canonicalQuery: QueryString {
        var query = QueryString()
        if let blur { query.append("blur", String(blur)) }
        if grayscale { query.append("grayscale", "") }
        return query
    }
}
