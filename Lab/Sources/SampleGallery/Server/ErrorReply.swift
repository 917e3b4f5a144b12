// Errors of the service: one line of text, or JSON for clients that accept exactly that.
import Photos

/// Error response with the service's own wording.
struct ServiceError: Error, Hashable, Sendable {
    let status: Int
    let message: String

    static let invalidSize = ServiceError(status: 400, message: "Invalid size")
    static let invalidFileExtension = ServiceError(status: 400, message: "Invalid file extension")
    static let invalidBlurAmount = ServiceError(status: 400, message: "Invalid blur amount")
    static let invalidParameters = ServiceError(status: 400, message: "Invalid parameters")
    static let imageDoesNotExist = ServiceError(status: 404, message: "Image does not exist")
    static let pageNotFound = ServiceError(status: 404, message: "page not found")
    static let somethingWentWrong = ServiceError(status: 500, message: "Something went wrong")
    static let timedOut = ServiceError(status: 503, message: "Something went wrong. Timed out.")
    /// Error of this server only: the real service always writes WebP.
    static let cannotWriteWebP = ServiceError(status: 501, message: "WebP cannot be written by this server")

    /// Returns the response. JSON only for an Accept header of exactly `application/json`; a longer list gets text.
    func reply(accept: String?) -> Reply {
        if accept == "application/json" {
            let json = JSONValue.object([("error", .string(message))])
            return Reply(
                status: status, headers: [noStore, ("Content-Type", "application/json")], body: json.text(.line) + "\n")
        }
        return Reply(
            status: status,
            headers: [noStore, ("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")],
            body: message + "\n")
    }
}
