// Failures of loading, as cases for the program and as messages for the user.

/// A failure of one photo or one page: the stage, the name of the culprit, and the reason.
public struct LoadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stage that failed.
    public enum Stage: String, Hashable, Sendable { case listing, fetch, decode, process }

    /// The reason of a failure.
    public enum Reason: Hashable, Sendable {
        /// The host or network is unreachable, or does not answer as it has to.
        case unreachable(Message)
        case timedOut(seconds: Int)
        /// The user has refused to sign in, or the server has refused the user.
        case notSignedIn
        /// The server shows another host key than the one that is known.
        case otherHostKey
        case httpStatus(Int)
        /// The server requests a pause (403, 429, 503 with Retry-After).
        case slowDown(retryAfterSeconds: Int?)
        /// The response is not an image; gives its content type, or the type guessed from its first bytes.
        case notAnImage(found: Message)
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
        /// An image of a kind that the decoders of its format do not read; says which.
        case unsupportedKind(Message)
        /// A vector drawing that would need more memory or time than its limit; the message gives the amount.
        case tooCostly(Message)
        case corrupt(Message)
        case notFound
        /// A video without a thumbnail, for which none can be made.
        case noThumbnail
        case unreadable(Message)
        /// A listing that was fetched but could not be parsed.
        case malformedListing(Message)
        /// The address cannot be that of a photo service; with the reason.
        case noServiceAddress(Message)
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
        case .unreachable, .timedOut, .notSignedIn, .otherHostKey, .slowDown: true
        case .httpStatus(let status): status >= 500 || status == 408
        case .truncated: stage == .fetch
        case .notAnImage, .empty, .tooManyPixels, .sideTooLong, .tooManyBytes, .unsupportedFormat, .unsupportedKind,
            .tooCostly, .corrupt, .notFound, .noThumbnail, .unreadable, .malformedListing, .noServiceAddress,
            .unknownStep, .networkIsOff, .shutDown:
            false
        }
    }

    /// Whether no retry can succeed as long as the photo and this program stay what they are.
    public var isHopeless: Bool {
        switch reason {
        case .unsupportedFormat, .unsupportedKind, .tooManyPixels, .sideTooLong, .tooManyBytes: true
        case .unreachable, .timedOut, .notSignedIn, .otherHostKey, .httpStatus, .slowDown, .notAnImage, .empty,
            .truncated, .tooCostly, .corrupt, .notFound, .noThumbnail, .unreadable, .malformedListing,
            .noServiceAddress, .unknownStep, .networkIsOff, .shutDown:
            false
        }
    }

    /// Two or three words for a tile.
    public var label: Message {
        switch reason {
        case .unreachable: Message("Unreachable")
        case .timedOut: Message("Timed out")
        case .notSignedIn: Message("Not signed in")
        case .otherHostKey: Message("Other host key")
        case .httpStatus(let status): Message("Server said {status}", ["status": .text("\(status)")])
        case .slowDown: Message("Server is busy")
        case .notAnImage: Message("Not a picture")
        case .empty: Message("Empty file")
        case .truncated: Message("Incomplete file")
        case .tooManyPixels(let size, _), .sideTooLong(let size, _):
            Message("Too large ({size})", ["size": .text("\(size)")])
        case .tooManyBytes: Message("File too large")
        case .unsupportedFormat, .unsupportedKind: Message("Not supported")
        case .tooCostly: Message("Too complex to draw")
        case .corrupt: Message("Damaged file")
        case .notFound: Message("Not found")
        case .noThumbnail: Message("Video", context: "on the tile of one without a picture")
        case .unreadable: Message("Unreadable")
        case .malformedListing: Message("Unreadable list")
        case .noServiceAddress: Message("Unknown server")
        case .unknownStep: Message("Read-only")
        case .networkIsOff: Message("Downloads are off")
        case .shutDown: Message("Not loaded")
        }
    }

    /// The sentence in English; safe for a log, whatever text comes from a server or a file.
    public var description: String { text(in: EnglishMessages()) }

    /// Returns one sentence that names the culprit, the reason, and a remedy; safe for a label, whatever text comes
    /// from a server or a file.
    public func text(in language: some MessageLanguage) -> String {
        let text = language.text(sentence)
        // A line has no marks of direction, which the values of a language from right to left stand between.
        return DisplayText.line(text, keepsIsolates: language.isRightToLeft)
    }

    /// The sentence of `text(in:)`, whose values may hold any characters.
    public var sentence: Message {
        let photo: [String: Message.Value] = ["photo": .text(culprit)]
        func with(_ values: [String: Message.Value]) -> [String: Message.Value] {
            photo.merging(values) { first, _ in first }
        }
        return switch reason {
        case .unreachable(let detail):
            Message(
                "{photo} cannot be reached: {reason}. Check the connection and try again.",
                with(["reason": .message(detail)]))
        case .timedOut(let seconds):
            Message(
                "{photo} did not answer within {count} second. Try again.",
                many: "{photo} did not answer within {count} seconds. Try again.", count: seconds, photo)
        case .notSignedIn:
            Message("{photo} is not connected: the sign-in was cancelled, or refused by the server.", photo)
        case .otherHostKey:
            Message(
                "{photo}: the server's host key has changed. If that is right, remove the old one from {file}.",
                with(["file": .text("~/.ssh/known_hosts")]))
        case .httpStatus(let status):
            Message("The server answered {status} for {photo}.", with(["status": .text("\(status)")]))
        case .slowDown(let seconds?):
            Message(
                "The server is busy. {photo} can be loaded again in {count} second.",
                many: "The server is busy. {photo} can be loaded again in {count} seconds.", count: seconds,
                photo)
        case .slowDown(nil): Message("The server is busy and refused {photo}. Try again later.", photo)
        case .notAnImage(let found):
            Message("{photo} is not a picture (found {type}).", with(["type": .message(found)]))
        case .empty: Message("{photo} is empty.", photo)
        case .truncated: Message("{photo} is incomplete: part of the picture is missing.", photo)
        case .tooManyPixels(let size, let limit):
            Message(
                "{photo} measures {size} pixels; more than {limit} megapixels are not opened.",
                with(["size": .text("\(size)"), "limit": .count(limit / 1_000_000)]))
        case .sideTooLong(let size, let limit):
            Message(
                "{photo} measures {size} pixels; a side of more than {limit} pixels is not opened.",
                with(["size": .text("\(size)"), "limit": .count(limit)]))
        case .tooManyBytes(let limit):
            Message("{photo} is larger than {limit} MB and was not read.", with(["limit": .count(limit >> 20)]))
        case .unsupportedFormat(let format):
            Message(
                "{photo} is in a format ({format}) that no installed gdk-pixbuf loader reads. Install the loader for it.",
                with(["format": .text(format)]))
        case .unsupportedKind(let kind):
            Message(
                "{photo} can't be shown: {kind} is not supported. Another app may show it.",
                with(["kind": .message(kind)]))
        case .tooCostly(let detail): Message("{photo} was not drawn: {reason}.", with(["reason": .message(detail)]))
        case .corrupt(let detail): Message("{photo} is damaged: {reason}.", with(["reason": .message(detail)]))
        case .notFound: Message("{photo} no longer exists.", photo)
        case .noThumbnail:
            Message("No preview available for {photo}. It can still be played.", photo)
        case .unreadable(let detail): Message("{photo} cannot be read: {reason}.", with(["reason": .message(detail)]))
        case .malformedListing(let detail):
            Message("The photo list of {photo} can't be read: {reason}.", with(["reason": .message(detail)]))
        case .noServiceAddress(let detail):
            Message("“{photo}” is not the address of a photo service: {reason}.", with(["reason": .message(detail)]))
        case .unknownStep(let step):
            Message(
                "{photo} can't be shown: the step “{step}” is unknown.",
                with(["step": .text(step)]))
        case .networkIsOff:
            Message("{photo} was not loaded: downloads are turned off in the preferences.", photo)
        case .shutDown:
            Message("{photo} was not loaded. Restart Tessera.", photo)
        }
    }
}
