// Size, suffix and effects of a picture as a URL spells them, parsed in the service's order.

/// The numbers and the suffix at the end of a picture's path: digits, or two of them with a slash between, and whatever
/// follows from the first dot on.
struct PicturePath: Hashable, Sendable {
    let width: String
    let height: String
    /// With its dot; empty when there is none.
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

/// What a picture's URL asks for. Zero sides still mean "that side of the original".
struct PictureParameters: Hashable, Sendable {
    /// The longest side that may be asked for, originals of larger photos included.
    static let longestSide = 5_000
    private static let usualBlur = 5
    private static let blurAmounts = 1...10

    let width: Int
    let height: Int
    let format: PictureRequest.Format
    var grayscale: Bool
    let blur: Int?

    /// Looks at the numbers' size, then at the suffix; limits are checked later, after the id.
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

    /// The query of the image host's link, without its signature.
    var canonicalQuery: QueryString {
        var query = QueryString()
        if let blur { query.append("blur", String(blur)) }
        if grayscale { query.append("grayscale", "") }
        return query
    }
}
