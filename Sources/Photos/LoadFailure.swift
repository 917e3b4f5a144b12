// Failures of loading, as cases for the program and as text for the user.

/// A failure of one photo or one page: the stage, the name of the culprit, and the reason.
public struct LoadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stage that failed.
    public enum Stage: String, Hashable, Sendable { case listing, fetch, decode, process }

    /// The reason of a failure.
    public enum Reason: Hashable, Sendable {
        /// The host or network is unreachable; the text is the system's own.
        case unreachable(String)
        case timedOut(seconds: Int)
        case httpStatus(Int)
        /// The server requests a pause (403, 429, 503 with Retry-After).
        case slowDown(retryAfterSeconds: Int?)
        /// The response is not an image; gives its content type, or the type guessed from its first bytes.
        case notAnImage(found: String)
        case empty
        /// Fewer bytes, or fewer rows of pixels, than announced.
        case truncated
        /// More pixels than the decoder accepts; found in the header, before anything was allocated.
        case tooManyPixels(PixelSize, limit: Int)
        /// A side with more pixels than any photo has; found in the header, before anything was allocated.
        case sideTooLong(PixelSize, limit: Int)
        /// More encoded bytes than are read from one file or response.
        case tooManyBytes(limit: Int)
        /// An image in a format that no installed decoder reads.
        case unsupportedFormat(String)
        /// A vector drawing that would need more memory or time than its limit; the text gives the amount.
        case tooCostly(String)
        case corrupt(String)
        case notFound
        /// A video of which there is no thumbnail and none can be made.
        case noThumbnail
        case unreadable(String)
        /// A listing that was fetched but could not be parsed.
        case malformedListing(String)
        /// A processing step that is not supported.
        case unknownStep(String)
        /// The user has switched the network off.
        case networkIsOff
        /// The loader has been shut down for good.
        case shutDown
    }

    /// The stage that failed.
    public let stage: Stage
    /// The photo's title or file name, or the source's title, as the user knows it.
    public let culprit: String
    /// The reason of the failure.
    public let reason: Reason

    public init(stage: Stage, culprit: String, reason: Reason) {
        self.stage = stage
        self.culprit = culprit
        self.reason = reason
    }

    /// Whether a retry without any change on this side may succeed.
    public var isTransient: Bool {
        switch reason {
        case .unreachable, .timedOut, .slowDown: true
        case .httpStatus(let status): status >= 500 || status == 408
        case .truncated: stage == .fetch
        case .notAnImage, .empty, .tooManyPixels, .sideTooLong, .tooManyBytes, .unsupportedFormat, .tooCostly, .corrupt,
            .notFound, .noThumbnail, .unreadable,
            .malformedListing, .unknownStep, .networkIsOff, .shutDown:
            false
        }
    }

    /// Two or three words for a tile.
    public var label: String {
        switch reason {
        case .unreachable: "Cannot be reached"
        case .timedOut: "Timed out"
        case .httpStatus(let status): "Server said \(status)"
        case .slowDown: "Server is busy"
        case .notAnImage: "Not a picture"
        case .empty: "Empty file"
        case .truncated: "Cut short"
        case .tooManyPixels(let size, _), .sideTooLong(let size, _): "Too large (\(size))"
        case .tooManyBytes: "File too large"
        case .unsupportedFormat: "Unknown format"
        case .tooCostly: "Too costly to draw"
        case .corrupt: "Damaged"
        case .notFound: "Not found"
        case .noThumbnail: "Video"
        case .unreadable: "Cannot be read"
        case .malformedListing: "Unreadable listing"
        case .unknownStep: "Cannot be edited"
        case .networkIsOff: "Network is off"
        case .shutDown: "Not loaded"
        }
    }

    /// One sentence that names the culprit, the reason, and a remedy; safe for a label, whatever text comes from a
    /// server or a file.
    public var description: String { DisplayText.line(sentence) }

    private var sentence: String {
        switch reason {
        case .unreachable(let detail): "\(culprit) cannot be reached: \(detail). Check the connection and try again."
        case .timedOut(let seconds): "\(culprit) did not answer within \(seconds) seconds. Try again."
        case .httpStatus(let status): "The server answered \(status) for \(culprit)."
        case .slowDown(let seconds?): "The server asks to wait \(seconds) seconds before \(culprit) is requested again."
        case .slowDown(nil): "The server is busy and refused \(culprit). Try again later."
        case .notAnImage(let found): "\(culprit) is not a picture (found \(found))."
        case .empty: "\(culprit) is empty."
        case .truncated: "\(culprit) is cut short: part of the picture is missing."
        case .tooManyPixels(let size, let limit):
            "\(culprit) measures \(size) pixels; more than \(limit / 1_000_000) megapixels are not opened."
        case .sideTooLong(let size, let limit):
            "\(culprit) measures \(size) pixels; a side of more than \(limit) pixels is not opened."
        case .tooManyBytes(let limit): "\(culprit) is larger than \(limit >> 20) MB and was not read."
        case .unsupportedFormat(let format):
            "\(culprit) is in a format (\(format)) that no installed gdk-pixbuf loader reads. Install the loader for it."
        case .tooCostly(let detail): "\(culprit) was not drawn: \(detail)."
        case .corrupt(let detail): "\(culprit) is damaged: \(detail)."
        case .notFound: "\(culprit) does not exist (any more)."
        case .noThumbnail:
            "No installed program makes a picture of \(culprit). It can be played all the same."
        case .unreadable(let detail): "\(culprit) cannot be read: \(detail)."
        case .malformedListing(let detail): "The listing of \(culprit) cannot be understood: \(detail)."
        case .unknownStep(let step): "\(culprit) was not shown: nothing here can do \(step)."
        case .networkIsOff:
            "\(culprit) was not requested, because the network is off. Allow it in the preferences."
        case .shutDown: "\(culprit) was not loaded, because loading has ended. Start the program again."
        }
    }
}
