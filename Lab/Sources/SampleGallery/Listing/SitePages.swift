// HTML page, icon and robots.txt for people and crawlers.

/// Page of the site; served for GET and for any other method, because the service registers these without one.
enum SitePage: Hashable, Sendable, CaseIterable {
    case front, images, icon, robots

    var path: String {
        switch self {
        case .front: "/"
        case .images: "/images"
        case .icon: "/favicon.ico"
        case .robots: "/robots.txt"
        }
    }

    init?(path: String) {
        guard let page = Self.allCases.first(where: { $0.path == path }) else { return nil }
        self = page
    }

    func reply(catalogue: Catalogue) -> Reply {
        let (type, body) = content(catalogue: catalogue)
        var reply = Reply(status: 200, headers: [("Content-Type", type), ("Cache-Control", "public, max-age=7200")])
        reply.body = body
        return reply
    }

    private func content(catalogue: Catalogue) -> (type: String, body: [UInt8]) {
        switch self {
        case .front:
            (
                "text/html; charset=utf-8",
                page(
                    title: "Sample photos",
                    """
                    <p>\(catalogue.count) generated photos, served the way Lorem Picsum serves real ones.</p>
                    <ul>
                    <li><a href="/v2/list">/v2/list?page=1&amp;limit=30</a>: the photos, as JSON</li>
                    <li><a href="/id/0/info">/id/0/info</a>: one of them</li>
                    <li><a href="/id/0/300/200">/id/0/300/200</a>: its picture, cut to 300 × 200</li>
                    <li><a href="/seed/picsum/200">/seed/picsum/200</a>: always the same photo for one seed</li>
                    <li><a href="/200/300?grayscale&amp;blur=2">/200/300?grayscale&amp;blur=2</a>: any photo, grey and soft</li>
                    <li><a href="/images">/images</a>: some of them on a page</li>
                    </ul>
                    """)
            )
        case .images:
            (
                "text/html; charset=utf-8",
                page(
                    title: "Images",
                    catalogue.photos(from: 0, limit: 30).map { photo in
                        "<a id=\"\(photo.id)\" href=\"/id/\(photo.id)/info\">"
                            + "<img src=\"/id/\(photo.id)/300/200\" width=\"300\" height=\"200\" alt=\"Photo \(photo.id)\"></a>"
                    }.joined(separator: "\n"))
            )
        case .icon: ("image/x-icon", Self.iconBytes)
        case .robots:
            (
                "text/plain; charset=utf-8",
                Array("User-agent: *\nAllow: /$\nAllow: /?*\nAllow: /images\nAllow: /images?*\nDisallow: /\n".utf8)
            )
        }
    }

    private func page(title: String, _ body: String) -> [UInt8] {
        Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title)</title></head>
            <body>
            <h1>\(title)</h1>
            \(body)
            </body>
            </html>

            """.utf8)
    }

    /// An icon file of one 16 × 16 picture with 32 bits a pixel: four tiles of a mosaic.
    private static let iconBytes: [UInt8] = {
        let side = 16
        let headerBytes = 40
        let maskBytes = side * 4
        let pictureBytes = headerBytes + side * side * 4 + maskBytes
        var bytes: [UInt8] = [0, 0, 1, 0, 1, 0, UInt8(side), UInt8(side), 0, 0, 1, 0, 32, 0]
        func append(_ value: Int, count: Int) {
            for shift in 0..<count { bytes.append(UInt8(value >> (8 * shift) & 255)) }
        }
        append(pictureBytes, count: 4)
        append(bytes.count + 8 - 4, count: 4)
        append(headerBytes, count: 4)
        append(side, count: 4)
        append(side * 2, count: 4)
        append(1, count: 2)
        append(32, count: 2)
        append(0, count: 24)
        for y in 0..<side {
            for x in 0..<side {
                let edge = x % 8 == 7 || y % 8 == 7
                let tile: [UInt8] = (x / 8 + y / 8) % 2 == 0 ? [0xc8, 0x84, 0x35] : [0x3f, 0xb4, 0xf5]
                bytes += edge ? [0, 0, 0, 0] : tile + [255]
            }
        }
        bytes += [UInt8](repeating: 0, count: maskBytes)
        return bytes
    }()
}
