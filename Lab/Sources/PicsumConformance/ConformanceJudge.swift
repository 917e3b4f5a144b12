// Comparison of responses with the table's expectations.

/// Checker that sends one case's request and compares the response.
struct ConformanceJudge {
    let facts: ConformanceFacts
    let client: ProbeClient

    /// Difference that a case found.
    struct Difference: Error { let text: String }

    /// Returns the difference, or nil when the case passes. A server that stops responding ends the run.
    func difference(in item: ConformanceCase) throws(ConformanceFailure) -> String? {
        do {
            try check(item)
            return nil
        } catch let difference as Difference {
            return difference.text
        } catch let failure as ConformanceFailure {
            throw failure
        } catch {
            return "\(error)"
        }
    }

    private func check(_ item: ConformanceCase) throws {
        let path = facts.fill(item.path)
        let root: String
        if case .imageHost = item.expectation { root = facts.imageRoot } else { root = facts.root }
        let answer = try client.send(item.method, root + path, headers: item.headers)
        switch item.expectation {
        case .redirect(let target, let size, let suffix, let query):
            _ = try checkRedirect(answer, target, size: size, suffix: suffix, query: query)
        case .picture(let size, let suffix, let query, let fileName):
            let link = try checkRedirect(answer, .id("{id}"), size: size, suffix: suffix, query: query)
            try checkPicture(try client.send("GET", link.text), size: size, suffix: suffix, fileName: fileName)
        case .refused(let damage):
            let link = try checkRedirect(answer, .id("{id}"), size: "200/120", suffix: "jpg", query: "")
            try checkError(try client.send("GET", damage.applied(to: link)), 400, "Invalid parameters")
        case .moved(let target):
            try equal("status", 301, answer.status)
            try equal("Location", facts.fill(target), answer["Location"] ?? "nothing")
        case .error(let status, let message):
            try checkError(answer, status, message)
        case .imageHost(let status, let message):
            if message.isEmpty { try checkEmpty(answer, status) } else { try checkError(answer, status, message) }
        case .jsonError(let status, let message):
            try equal("status", status, answer.status)
            try equal("body", "{\"error\":\"\(message)\"}\n", answer.text)
            try equal("Content-Type", "application/json", answer["Content-Type"] ?? "nothing")
            try checkNoStore(answer)
        case .empty(let status):
            try checkEmpty(answer, status)
        case .site(let type):
            try equal("status", 200, answer.status)
            try require("Content-Type \(type)…", answer["Content-Type"] ?? "nothing") { $0.hasPrefix(type) }
            try require("a public Cache-Control", answer["Cache-Control"] ?? "nothing") { $0.hasPrefix("public") }
            try require("a body", String(answer.body.count) + " bytes") { $0 != "0 bytes" }
        case .headers(let status, let expected):
            try equal("status", status, answer.status)
            for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
                try equal(name, value ?? "nothing", answer[name] ?? "nothing")
            }
        case .listing(let page, let limit):
            try checkListing(answer, page: page, limit: limit)
        case .lastPage:
            try checkListing(answer, page: facts.lastPage, limit: 100)
        case .info:
            try equal("status", 200, answer.status)
            guard let photo = ListedPhoto.object(in: answer.body) else {
                throw Difference(text: "expected an object like the listing's, got \(shortened(answer.text))")
            }
            try equal("body", photo.json + "\n", answer.text)
            if path.hasPrefix("/id/") { try equal("photo", facts.photo.json, photo.json) }
            try checkNoStore(answer)
        case .oldListing:
            try equal("status", 200, answer.status)
            try require("a list that begins with format, width, height, filename, id", shortened(answer.text)) {
                $0.hasPrefix("[{\"format\":\"jpeg\",\"width\":")
            }
            try require("numeric ids and one trailing newline", shortened(answer.text)) { _ in
                answer.text.contains("\"filename\":\"\(facts.photo.id).jpeg\",\"id\":\(facts.photo.id),\"author\":")
                    && answer.text.hasSuffix("\"}]\n")
            }
        case .steady:
            let second = try client.send(item.method, root + path, headers: item.headers)
            try equal("Location", answer["Location"] ?? "nothing", second["Location"] ?? "nothing")
        }
    }

    private func checkRedirect(
        _ answer: ProbeResponse, _ target: Expectation.Target, size: String, suffix: String, query: String
    ) throws -> (text: String, split: SplitURL) {
        try equal("status", 302, answer.status)
        guard let location = answer["Location"], let url = SplitURL(location) else {
            throw Difference(text: "expected an absolute Location, got \(answer["Location"] ?? "nothing")")
        }
        try equal("image host", facts.imageRoot, url.root)
        try require("a host other than \(facts.root)", url.root) { $0 != facts.root }
        let tail = "/" + facts.fill(size) + "." + suffix
        switch target {
        case .id(let id): try equal("path", "/id/" + facts.fill(id) + tail, url.path)
        case .any: try require("path /id/…\(tail)", url.path) { $0.hasPrefix("/id/") && $0.hasSuffix(tail) }
        }
        let parts = url.query.split(separator: "&").map(String.init)
        try equal("query", query, parts.filter { !$0.hasPrefix("hmac=") }.joined(separator: "&"))
        let signature = parts.last.flatMap { $0.hasPrefix("hmac=") ? String($0.dropFirst(5)) : nil } ?? ""
        try require("43 URL-safe characters of hmac at the end", url.query) { _ in
            signature.count == 43
                && signature.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        }
        try equal("bytes of body", 0, answer.body.count)
        try checkNoStore(answer)
        return (location, url)
    }

    /// Checks a picture. A server that cannot write WebP answers 501, which is not a failure of the protocol.
    private func checkPicture(_ answer: ProbeResponse, size: String, suffix: String, fileName: String) throws {
        if suffix == "webp" && answer.status == 501 { return }
        try equal("status of the picture", 200, answer.status)
        let expected = [
            ("Content-Type", suffix == "webp" ? "image/webp" : "image/jpeg"),
            ("Content-Length", String(answer.body.count)),
            ("Content-Disposition", "inline; filename=\"\(facts.fill(fileName))\""),
            ("Cache-Control", "public, max-age=2592000, stale-while-revalidate=60, stale-if-error=43200, immutable"),
            ("Picsum-Id", facts.photo.id), ("Timing-Allow-Origin", "*"),
        ]
        for (name, value) in expected { try equal(name, value, answer[name] ?? "nothing") }
        let found = EncodedSize(answer.body)
        try equal("format and size", suffix == "webp" ? "webp" : "jpeg \(facts.fill(size))", found.description)
    }

    private func checkListing(_ answer: ProbeResponse, page: Int, limit: Int) throws {
        try equal("status", 200, answer.status)
        guard let photos = ListedPhoto.list(in: answer.body) else {
            throw Difference(text: "expected a list of photos, got \(shortened(answer.text))")
        }
        try equal("photos", min(limit, max(0, facts.photoCount - limit * (page - 1))), photos.count)
        try equal("body", "[" + photos.map(\.json).joined(separator: ",") + "]\n", answer.text)
        for photo in photos {
            try equal("download_url", "\(facts.root)/id/\(photo.id)/\(photo.width)/\(photo.height)", photo.download_url)
        }
        let ids = photos.map { Int($0.id) ?? -1 }
        try require("ids in ascending order", "\(ids)") { _ in ids == ids.sorted() && Set(ids).count == ids.count }
        // The first page has only a next link, even when there is no next page; a short page has only a previous one.
        let relations =
            page == 1
            ? [("next", 2)] : photos.count < limit ? [("prev", page - 1)] : [("prev", page - 1), ("next", page + 1)]
        let expected = relations.map { "<\(facts.root)/v2/list?page=\($0.1)&limit=\(limit)>; rel=\"\($0.0)\"" }
        try equal("Link", expected.joined(separator: ", "), answer["Link"] ?? "nothing")
    }

    private func checkError(_ answer: ProbeResponse, _ status: Int, _ message: String) throws {
        try equal("status", status, answer.status)
        try equal("body", message + "\n", answer.text)
        try equal("Content-Type", "text/plain; charset=utf-8", answer["Content-Type"] ?? "nothing")
        try equal("X-Content-Type-Options", "nosniff", answer["X-Content-Type-Options"] ?? "nothing")
        try checkNoStore(answer)
    }

    private func checkEmpty(_ answer: ProbeResponse, _ status: Int) throws {
        try equal("status", status, answer.status)
        try equal("bytes of body", 0, answer.body.count)
    }

    private func checkNoStore(_ answer: ProbeResponse) throws {
        try equal("Cache-Control", "private, no-cache, no-store, must-revalidate", answer["Cache-Control"] ?? "nothing")
    }

    private func equal<Value: Equatable>(_ what: String, _ expected: Value, _ actual: Value) throws {
        if expected == actual { return }
        throw Difference(text: "\(what): expected \(shortened("\(expected)")), got \(shortened("\(actual)"))")
    }

    private func require(_ what: String, _ actual: String, _ isRight: (String) -> Bool) throws {
        if !isRight(actual) { throw Difference(text: "expected \(what), got \(shortened(actual))") }
    }

    private func shortened(_ text: String) -> String {
        let line = text.replacing("\n", with: "⏎")
        return line.count > 300 ? line.prefix(300) + "…" : line
    }
}

extension Expectation.Damage {
    /// Returns the damaged link.
    func applied(to link: (text: String, split: SplitURL)) -> String {
        let (text, split) = link
        switch self {
        case .missing: return split.root + split.path
        case .flipped: return text.dropLast(2) + (text.hasSuffix("AA") ? "BB" : "AA")
        case .shortened: return String(text.dropLast())
        case .resized: return text.replacing("/200/120.jpg", with: "/201/120.jpg")
        case .otherPhoto: return text.replacing("/id/", with: "/id/1")
        case .addedEffect: return text.replacing("?", with: "?grayscale&")
        }
    }
}
