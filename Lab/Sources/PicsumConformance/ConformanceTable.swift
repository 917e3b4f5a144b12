// Cases of listings, errors, methods and headers. Redirects and pictures have their own file.

/// All cases, in the order in which they are run.
enum ConformanceTable {
    static let cases: [ConformanceCase] =
        listings + infos + errors + jsonErrors + methods + slashes + crossOrigin + site + redirects + pictures

    private static let listings: [ConformanceCase] = [
        ConformanceCase("listing", "/v2/list", .listing(page: 1, limit: 30)),
        ConformanceCase("listing, limit 1", "/v2/list?limit=1", .listing(page: 1, limit: 1)),
        ConformanceCase("listing, limit 100", "/v2/list?limit=100", .listing(page: 1, limit: 100)),
        ConformanceCase("listing, limit above 100", "/v2/list?limit=101", .listing(page: 1, limit: 100)),
        ConformanceCase("listing, limit 1000", "/v2/list?limit=1000", .listing(page: 1, limit: 100)),
        ConformanceCase("listing, limit 0", "/v2/list?limit=0", .listing(page: 1, limit: 30)),
        ConformanceCase("listing, limit below 0", "/v2/list?limit=-5", .listing(page: 1, limit: 30)),
        ConformanceCase("listing, limit no number", "/v2/list?limit=many", .listing(page: 1, limit: 30)),
        ConformanceCase("listing, limit empty", "/v2/list?limit=", .listing(page: 1, limit: 30)),
        ConformanceCase(
            "listing, limit too big for 64 bits", "/v2/list?limit=99999999999999999999",
            .listing(page: 1, limit: 30)),
        ConformanceCase("listing, page 1", "/v2/list?page=1&limit=3", .listing(page: 1, limit: 3)),
        ConformanceCase(
            "listing, page 2", "/v2/list?page=2&limit=3", .listing(page: 2, limit: 3)),
        ConformanceCase(
            "listing, parameters in the other order", "/v2/list?limit=3&page=2",
            .listing(page: 2, limit: 3)),
        ConformanceCase(
            "listing, page 2, clamped limit in its links", "/v2/list?page=2&limit=500",
            .listing(page: 2, limit: 100)),
        ConformanceCase("listing, page 0", "/v2/list?page=0&limit=3", .listing(page: 1, limit: 3)),
        ConformanceCase("listing, page below 0", "/v2/list?page=-1&limit=3", .listing(page: 1, limit: 3)),
        ConformanceCase("listing, page no number", "/v2/list?page=two&limit=3", .listing(page: 1, limit: 3)),
        ConformanceCase("listing, page with a fraction", "/v2/list?page=2.5&limit=3", .listing(page: 1, limit: 3)),
        ConformanceCase("listing, unknown parameter", "/v2/list?limit=2&sort=no", .listing(page: 1, limit: 2)),
        ConformanceCase("listing, last page", "/v2/list?page={last}&limit=100", .lastPage),
        ConformanceCase(
            "listing, past the end", "/v2/list?page=1000000&limit=100",
            .listing(page: 1_000_000, limit: 100)),
        ConformanceCase(
            "listing, headers", "/v2/list",
            .headers(
                200,
                [
                    "Content-Type": "application/json",
                    "Cache-Control": "private, no-cache, no-store, must-revalidate",
                    "Access-Control-Expose-Headers": "Link", "ETag": nil, "Last-Modified": nil,
                ])),
        ConformanceCase("old listing", "/list", .oldListing),
        ConformanceCase(
            "old listing, headers", "/list",
            .headers(
                200,
                [
                    "Content-Type": "application/json",
                    "Cache-Control": "private, no-cache, no-store, must-revalidate", "Link": nil,
                ])),
    ]

    private static let infos: [ConformanceCase] = [
        ConformanceCase("info", "/id/{id}/info", .info),
        ConformanceCase("info by seed", "/seed/tessera/info", .info),
        ConformanceCase("info by an awkward seed", "/seed/%C3%A9%20%26/info", .info),
        ConformanceCase(
            "info, headers", "/id/{id}/info",
            .headers(
                200,
                [
                    "Content-Type": "application/json",
                    "Cache-Control": "private, no-cache, no-store, must-revalidate", "Link": nil,
                ])),
    ]

    private static let tooBig = "9223372036854775808"

    /// Path and error; `?image=` and `/g/` forms included.
    private static let errorTable: [(String, Int, String)] = [
        ("/id/nonexistent/200/300", 404, "Image does not exist"),
        ("/id/nonexistent/200", 404, "Image does not exist"),
        ("/id/nonexistent/info", 404, "Image does not exist"),
        ("/id/-1/200", 404, "Image does not exist"),
        ("/id/1e3/200", 404, "Image does not exist"),
        ("/id/99999999/200", 404, "Image does not exist"),
        ("/id/99999999999999999999/200", 404, "Image does not exist"),
        ("/200?image=nonexistent", 404, "Image does not exist"),
        ("/200/300?image=nonexistent", 404, "Image does not exist"),
        ("/g/200?image=nonexistent", 404, "Image does not exist"),
        ("/g/200/300?image=nonexistent", 404, "Image does not exist"),
        ("/id/{id}/1/\(tooBig)", 400, "Invalid size"),
        ("/id/{id}/\(tooBig)/1", 400, "Invalid size"),
        ("/id/{id}/\(tooBig)", 400, "Invalid size"),
        ("/id/{id}/5500/1", 400, "Invalid size"),
        ("/id/{id}/1/5001", 400, "Invalid size"),
        ("/id/{id}/5001", 400, "Invalid size"),
        ("/id/{id}/9223372036854775807", 400, "Invalid size"),
        ("/seed/1/\(tooBig)/1", 400, "Invalid size"),
        ("/seed/1/5001", 400, "Invalid size"),
        ("/\(tooBig)", 400, "Invalid size"),
        ("/5001/10", 400, "Invalid size"),
        ("/5001?image={id}", 400, "Invalid size"),
        ("/g/\(tooBig)", 400, "Invalid size"),
        ("/g/5001", 400, "Invalid size"),
        ("/id/{id}/100/100?blur=11", 400, "Invalid blur amount"),
        ("/id/{id}/100/100?blur=0", 400, "Invalid blur amount"),
        ("/id/{id}/100?blur=-1", 400, "Invalid blur amount"),
        ("/seed/1/100?blur=11", 400, "Invalid blur amount"),
        ("/100?blur=0", 400, "Invalid blur amount"),
        ("/g/100?blur=11", 400, "Invalid blur amount"),
        ("/id/{id}/100/100.png", 400, "Invalid file extension"),
        ("/id/{id}/100.jpeg", 400, "Invalid file extension"),
        ("/id/{id}/100.", 400, "Invalid file extension"),
        ("/id/{id}/100.jpg.webp", 400, "Invalid file extension"),
        ("/seed/1/100/100.gif", 400, "Invalid file extension"),
        ("/100.png", 400, "Invalid file extension"),
        ("/100/100.png", 400, "Invalid file extension"),
        ("/g/100.png", 400, "Invalid file extension"),
        // The order of the checks: suffix and overflow, then the id, then the limits.
        ("/id/nonexistent/9000/9000", 404, "Image does not exist"),
        ("/id/nonexistent/100?blur=99", 404, "Image does not exist"),
        ("/id/nonexistent/100.png", 400, "Invalid file extension"),
        ("/id/nonexistent/\(tooBig)", 400, "Invalid size"),
        ("/id/{id}/\(tooBig).png", 400, "Invalid size"),
        ("/id/{id}/9000.png", 400, "Invalid file extension"),
        ("/id/{id}/9000?blur=99", 400, "Invalid size"),
        ("/asdf", 404, "page not found"),
        ("/v2", 404, "page not found"),
        ("/v2/lists", 404, "page not found"),
        ("/v1/list", 404, "page not found"),
        ("/id", 404, "page not found"),
        ("/id/{id}", 404, "page not found"),
        ("/id/{id}/-200", 404, "page not found"),
        ("/id/{id}/200/-300", 404, "page not found"),
        ("/id/{id}/200/300/400", 404, "page not found"),
        ("/id/{id}/information", 404, "page not found"),
        ("/seed/1", 404, "page not found"),
        ("/200/300/400", 404, "page not found"),
        ("/-200", 404, "page not found"),
        ("/200x300", 404, "page not found"),
        ("/g", 404, "page not found"),
        ("/g/abc", 404, "page not found"),
    ]

    private static let errors: [ConformanceCase] = errorTable.map { path, status, message in
        ConformanceCase("error for \(path)", path, .error(status, message))
    }

    private static let jsonErrors: [ConformanceCase] = [
        ("/id/nonexistent/200", 404, "Image does not exist"), ("/id/{id}/9000", 400, "Invalid size"),
        ("/id/{id}/9.png", 400, "Invalid file extension"), ("/id/{id}/9?blur=11", 400, "Invalid blur amount"),
        ("/asdf", 404, "page not found"),
    ].flatMap { path, status, message in
        [
            ConformanceCase(
                "error as JSON for \(path)", path, headers: ["Accept": "application/json"], .jsonError(status, message)),
            ConformanceCase(
                "error as text for a longer Accept, \(path)", path, headers: ["Accept": "application/json, */*"],
                .error(status, message)),
        ]
    }

    private static let methods: [ConformanceCase] =
        ["/v2/list", "/list", "/id/{id}/info", "/id/{id}/200", "/seed/1/200/300", "/200", "/200/300", "/g/200"].flatMap
    {
        path in
        ["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map { method in
            ConformanceCase("\(method) \(path)", path, method: method, .empty(405))
        }
    } + [
        ConformanceCase("POST /asdf", "/asdf", method: "POST", .error(404, "page not found")),
        ConformanceCase("HEAD /asdf", "/asdf", method: "HEAD", .empty(404)),
    ]

    private static let slashes: [ConformanceCase] =
        [
            "/200", "/200/300", "/200.webp", "/id/{id}/200", "/id/{id}/200/120", "/id/{id}/info", "/seed/1/200",
            "/seed/1/200/120", "/g/200", "/g/200/300", "/v2/list", "/list", "/images",
        ].map { ConformanceCase("slash after \($0)", $0 + "/", .moved(to: $0)) } + [
            ConformanceCase("slash and query", "/id/{id}/200/?blur=2&x", .moved(to: "/id/{id}/200?blur=2&x")),
            ConformanceCase(
                "slash, listing and query", "/v2/list/?page=2&limit=7", .moved(to: "/v2/list?page=2&limit=7")),
            ConformanceCase("doubled slash", "/id//{id}/200", .moved(to: "/id/{id}/200")),
            ConformanceCase("many slashes", "/v2///list", .moved(to: "/v2/list")),
            ConformanceCase("doubled slash and query", "/v2//list?page=2", .moved(to: "/v2/list?page=2")),
            ConformanceCase("doubled slash of an unknown path", "/as//df", .moved(to: "/as/df")),
            ConformanceCase("slash after an unknown path", "/asdf/", .error(404, "page not found")),
        ]

    private static let crossOrigin: [ConformanceCase] = [
        ConformanceCase(
            "no origin", "/v2/list", .headers(200, ["Vary": "Origin", "Access-Control-Allow-Origin": nil])),
        ConformanceCase(
            "an origin", "/v2/list", headers: ["Origin": "https://example.org"],
            .headers(200, ["Vary": "Origin", "Access-Control-Allow-Origin": "*"])),
        ConformanceCase(
            "an origin, redirect", "/id/{id}/200", headers: ["Origin": "https://example.org"],
            .headers(302, ["Vary": "Origin", "Access-Control-Allow-Origin": "*"])),
        ConformanceCase(
            "an origin, error", "/asdf", headers: ["Origin": "https://example.org"],
            .headers(404, ["Vary": "Origin", "Access-Control-Allow-Origin": "*"])),
        ConformanceCase(
            "preflight", "/id/{id}/200", method: "OPTIONS",
            headers: ["Origin": "https://example.org", "Access-Control-Request-Method": "GET"],
            .headers(204, ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET"])),
        ConformanceCase(
            "preflight for POST", "/id/{id}/200", method: "OPTIONS",
            headers: ["Origin": "https://example.org", "Access-Control-Request-Method": "POST"],
            .headers(204, ["Access-Control-Allow-Origin": nil, "Access-Control-Allow-Methods": nil])),
    ]

    private static let site: [ConformanceCase] = [
        ConformanceCase("front page", "/", .site(type: "text/html")),
        ConformanceCase("images page", "/images", .site(type: "text/html")),
        ConformanceCase("icon", "/favicon.ico", .site(type: "image/")),
        ConformanceCase("robots", "/robots.txt", .site(type: "text/plain")),
    ]
}
