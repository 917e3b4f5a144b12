// Image host: one signed route to pictures.
import Photos

/// Handler of requests to the image host.
struct ImageHost: Sendable {
    let catalogue: Catalogue
    /// `http://127.0.0.1:PORT` of this host.
    let root: String
    let canEncodeWebP: Bool
    let crossOrigin = CrossOrigin(exposedHeaders: ["Content-Type", "Picsum-Id"])

    /// Returns the route's name for the counters, and the answer.
    func answer(_ request: Request, secret: String) -> (route: String, answer: Answer) {
        if let preflight = crossOrigin.preflight(request) { return ("preflight", .reply(preflight)) }
        var (route, answer) = routed(request, secret: secret)
        switch answer {
        case .reply(var reply):
            crossOrigin.complete(&reply, for: request)
            answer = .reply(reply)
        case .picture(let picture, var reply):
            crossOrigin.complete(&reply, for: request)
            answer = .picture(picture, reply)
        }
        return (route, answer)
    }

    private func routed(_ request: Request, secret: String) -> (String, Answer) {
        let path = request.path
        if cleaned(path: path) != path {
            let target = request.target(rawPath: cleaned(path: request.rawPath))
            return ("unclean", .reply(Reply(status: 301, headers: [("Location", target)])))
        }
        let hasSlash = path.count > 1 && path.hasSuffix("/")
        let parts = (hasSlash ? path.dropLast() : path[...]).dropFirst().split(
            separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "id", !parts[1].isEmpty, parts[2].contains("/"),
            let picture = PicturePath(parts[2]), !picture.suffix.isEmpty
        else { return ("unknown", .reply(ServiceError.pageNotFound.reply(accept: request.accept))) }
        guard request.method == "GET" else { return ("image", .reply(Reply(status: 405))) }
        if hasSlash {
            let target = request.target(rawPath: String(request.rawPath.dropLast()))
            return ("slash", .reply(.movedPermanently(to: target)))
        }
        do {
            return ("image", try pictureAnswer(id: String(parts[1]), picture, request, secret: secret))
        } catch {
            return ("image", .reply(error.reply(accept: request.accept)))
        }
    }

    /// Checks the signature before everything else, so that a client without a link from the API host learns nothing.
    private func pictureAnswer(
        id: String, _ path: PicturePath, _ request: Request, secret: String
    ) throws(ServiceError) -> Answer {
        let query = request.query
        guard RequestSigner(secret: secret).isValid(path: request.path, query: query) else { throw .invalidParameters }
        let parameters = try PictureParameters(path, query: query)
        guard let photo = catalogue.photo(id: id), parameters.width > 0, parameters.height > 0 else {
            throw .somethingWentWrong
        }
        if parameters.format == .webp && !canEncodeWebP { throw .cannotWriteWebP }
        let picture = PictureRequest(
            id: id, original: photo.size, size: PixelSize(width: parameters.width, height: parameters.height),
            blur: parameters.blur, grayscale: parameters.grayscale, format: parameters.format)
        return .picture(picture, Self.headers(of: picture, parameters))
    }

    private static func headers(of picture: PictureRequest, _ parameters: PictureParameters) -> Reply {
        var name = "\(picture.id)-\(picture.size.width)x\(picture.size.height)"
        if let blur = picture.blur { name += "-blur_\(blur)" }
        if picture.grayscale { name += "-grayscale" }
        name += parameters.fileExtension
        return Reply(
            status: 200,
            headers: [
                ("Content-Type", picture.format == .webp ? "image/webp" : "image/jpeg"),
                ("Content-Disposition", "inline; filename=\"\(name)\""),
                (
                    "Cache-Control",
                    "public, max-age=2592000, stale-while-revalidate=60, stale-if-error=43200, immutable"
                ),
                ("Picsum-Id", picture.id), ("Timing-Allow-Origin", "*"),
            ])
    }
}
