// API host: listings, info, and redirects to the image host.
import Photos

/// Handler of requests to the API host. A value: equal requests get equal answers, except for random photos.
struct APIHost: Sendable {
    let catalogue: Catalogue
    /// `http://127.0.0.1:PORT` of this host and of the image host.
    let root: String
    let imageRoot: String
    let crossOrigin = CrossOrigin(exposedHeaders: [])

    /// Returns the route's name for the counters, and the reply.
    /// - Parameters:
    ///   - listShift: number of photos by which pages after the first lag, as if that many had been inserted at the
    ///     start of the list after the first page was read (fault).
    ///   - listing: further faults of the listing.
    func answer(
        _ request: Request, secret: String, listShift: Int = 0, listing: ListingFaults = ListingFaults()
    ) -> (route: String, reply: Reply) {
        if let preflight = crossOrigin.preflight(request) { return ("preflight", preflight) }
        var (route, reply) = routed(request, secret: secret, listShift, listing)
        crossOrigin.complete(&reply, for: request)
        return (route, reply)
    }

    private func routed(
        _ request: Request, secret: String, _ listShift: Int, _ listing: ListingFaults
    ) -> (String, Reply) {
        let path = request.path
        let clean = cleaned(path: path)
        if clean != path {
            let target = request.target(rawPath: cleaned(path: request.rawPath))
            return ("unclean", Reply(status: 301, headers: [("Location", target)]))
        }
        let hasSlash = path.count > 1 && path.hasSuffix("/")
        guard let route = APIRoute(path: hasSlash ? String(path.dropLast()) : path) else {
            return ("unknown", ServiceError.pageNotFound.reply(accept: request.accept))
        }
        if case .site = route {} else if request.method != "GET" { return (route.name, Reply(status: 405)) }
        if hasSlash {
            return ("slash", .movedPermanently(to: request.target(rawPath: String(request.rawPath.dropLast()))))
        }
        do {
            return (route.name, try reply(to: route, request, secret: secret, listShift, listing))
        } catch {
            return (route.name, error.reply(accept: request.accept))
        }
    }

    private func reply(
        to route: APIRoute, _ request: Request, secret: String, _ listShift: Int, _ listing: ListingFaults
    ) throws(ServiceError) -> Reply {
        let query = request.query
        switch route {
        case .site(let page):
            return page.reply(catalogue: catalogue)
        case .listing:
            let range = ListingRange(query)
            let offset = range.offset.map { range.page > 1 ? max(0, $0 - listShift) : $0 }
            let photos = offset.map { catalogue.photos(from: $0, limit: range.limit) } ?? []
            return ListingReply.page(photos, range: range, root: root, faults: listing)
        case .oldListing:
            return ListingReply.oldList(catalogue, root: root)
        case .info(let id):
            return ListingReply.info(try photo(id), root: root)
        case .infoOfSeed(let seed):
            return ListingReply.info(try existing(catalogue.photo(seed: seed)), root: root)
        case .photo(let id, let path):
            let parameters = try PictureParameters(path, query: query)
            return try redirect(to: try photo(id), parameters, secret: secret)
        case .seed(let seed, let path):
            let parameters = try PictureParameters(path, query: query)
            return try redirect(to: try existing(catalogue.photo(seed: seed)), parameters, secret: secret)
        case .random(let path), .gray(let path):
            var parameters = try PictureParameters(path, query: query)
            if case .gray = route { parameters.grayscale = true }
            return try redirect(to: try randomPhoto(named: query["image"]), parameters, secret: secret)
        }
    }

    private func photo(_ id: String) throws(ServiceError) -> SamplePhoto {
        guard let photo = catalogue.photo(id: id) else { throw .imageDoesNotExist }
        return photo
    }

    /// Throws a failure of the service, not of the request, when the catalogue is empty.
    private func existing(_ photo: SamplePhoto?) throws(ServiceError) -> SamplePhoto {
        guard let photo else { throw .somethingWentWrong }
        return photo
    }

    /// Returns a random photo, or the one that the deprecated `image` parameter names.
    private func randomPhoto(named id: String?) throws(ServiceError) -> SamplePhoto {
        if let id, !id.isEmpty { return try photo(id) }
        return try existing(catalogue.count == 0 ? nil : catalogue[Int.random(in: 0..<catalogue.count)])
    }

    private func redirect(
        to photo: SamplePhoto, _ parameters: PictureParameters, secret: String
    ) throws(ServiceError) -> Reply {
        try parameters.checkLimits()
        let width = parameters.width == 0 ? photo.size.width : parameters.width
        let height = parameters.height == 0 ? photo.size.height : parameters.height
        let path = "/id/\(photo.id)/\(width)/\(height)\(parameters.fileExtension)"
        let link = RequestSigner(secret: secret).signed(path: path, query: parameters.canonicalQuery)
        return Reply(status: 302, headers: [noStore, ("Location", imageRoot + link)])
    }
}

extension Reply {
    /// Returns a redirect as Go's http.Redirect writes it, with its line of HTML.
    static func movedPermanently(to target: String) -> Reply {
        var escaped = ""
        for scalar in target.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&#34;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return Reply(
            status: 301, headers: [("Content-Type", "text/html; charset=utf-8"), ("Location", target)],
            body: "<a href=\"\(escaped)\">Moved Permanently</a>.\n\n")
    }
}
