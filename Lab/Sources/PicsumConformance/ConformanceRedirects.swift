// Cases of redirects to the image host, and of the pictures they lead to.

extension ConformanceTable {
    /// Form of a route before its suffix, the expected photo, the size in the link, and whether it is always grey.
    private static let forms: [(path: String, query: String?, target: Expectation.Target, size: String, isGray: Bool)] =
        [
            ("/id/{id}/200", nil, .id("{id}"), "200/200", false),
            ("/id/{id}/200/120", nil, .id("{id}"), "200/120", false),
            ("/seed/tessera/200", nil, .any, "200/200", false),
            ("/seed/tessera/200/120", nil, .any, "200/120", false),
            ("/200", nil, .any, "200/200", false),
            ("/200/300", nil, .any, "200/300", false),
            ("/g/200", nil, .any, "200/200", true),
            ("/g/200/300", nil, .any, "200/300", true),
            ("/200", "image={id}", .id("{id}"), "200/200", false),
            ("/200/300", "image={id}", .id("{id}"), "200/300", false),
            ("/g/200", "image={id}", .id("{id}"), "200/200", true),
            ("/g/200/300", "image={id}", .id("{id}"), "200/300", true),
        ]

    private static let suffixes = [("", "jpg"), (".jpg", "jpg"), (".webp", "webp")]

    /// Query of the request, and of the link.
    private static let effects = [
        ("", ""), ("blur", "blur=5"), ("blur=10", "blur=10"), ("grayscale", "grayscale"),
        ("blur&grayscale", "blur=5&grayscale"), ("grayscale&blur=10", "blur=10&grayscale"),
    ]

    static let redirects: [ConformanceCase] =
        forms.flatMap { form in
            suffixes.flatMap { suffix, written in
                effects.map { effect, canonical in
                    let query = [form.query, effect.isEmpty ? nil : effect].compactMap { $0 }.joined(separator: "&")
                    let path = form.path + suffix + (query.isEmpty ? "" : "?" + query)
                    var expected = canonical
                    if form.isGray && !canonical.contains("grayscale") {
                        expected = canonical.isEmpty ? "grayscale" : canonical + "&grayscale"
                    }
                    return ConformanceCase(
                        "redirect of \(path)", path,
                        .redirect(form.target, size: form.size, suffix: written, query: expected))
                }
            }
        } + oddRedirects

    private static let oddRedirects: [ConformanceCase] =
        [
            ("/id/{id}/0/0", "{w}/{h}", "jpg", ""), ("/id/{id}/0/0.jpg", "{w}/{h}", "jpg", ""),
            ("/id/{id}/0/0.webp", "{w}/{h}", "webp", ""), ("/id/{id}/0", "{w}/{h}", "jpg", ""),
            ("/id/{id}/0/120", "{w}/120", "jpg", ""), ("/id/{id}/200/0", "200/{h}", "jpg", ""),
            ("/id/{id}/00200/0120", "200/120", "jpg", ""), ("/id/{id}/5000/5000", "5000/5000", "jpg", ""),
            ("/id/{id}/1/1", "1/1", "jpg", ""), ("/id/{id}/200.JPG", "200/200", "jpg", ""),
            ("/id/{id}/200.WebP", "200/200", "webp", ""), ("/id/{id}/200?blur=1", "200/200", "jpg", "blur=1"),
            ("/id/{id}/200?blur=", "200/200", "jpg", "blur=5"), ("/id/{id}/200?blur=soft", "200/200", "jpg", "blur=5"),
            ("/id/{id}/200?blur=2.5", "200/200", "jpg", "blur=5"),
            ("/id/{id}/200?grayscale=0", "200/200", "jpg", "grayscale"),
            ("/id/{id}/200?random=7", "200/200", "jpg", ""), ("/id/{id}/200?hmac=x&blur", "200/200", "jpg", "blur=5"),
            ("/id/{id}/200?Blur", "200/200", "jpg", ""),
        ].map { path, size, suffix, query in
            ConformanceCase(
                "redirect of \(path)", path, .redirect(.id("{id}"), size: size, suffix: suffix, query: query))
        } + [
            ConformanceCase("one seed, one photo", "/seed/tessera/200", .steady),
            ConformanceCase("one id, one link", "/id/{id}/200?grayscale", .steady),
            ConformanceCase(
                "an empty image parameter", "/200?image=", .redirect(.any, size: "200/200", suffix: "jpg", query: "")),
            ConformanceCase(
                "redirect, headers", "/id/{id}/200",
                .headers(
                    302,
                    ["Cache-Control": "private, no-cache, no-store, must-revalidate", "Content-Type": nil])),
        ]

    static let pictures: [ConformanceCase] =
        [
            ("/id/{id}/200/120", "200/120", "jpg", "", "{id}-200x120.jpg"),
            ("/id/{id}/200/120.jpg", "200/120", "jpg", "", "{id}-200x120.jpg"),
            ("/id/{id}/200", "200/200", "jpg", "", "{id}-200x200.jpg"),
            ("/id/{id}/200?blur", "200/200", "jpg", "blur=5", "{id}-200x200-blur_5.jpg"),
            ("/id/{id}/200?grayscale", "200/200", "jpg", "grayscale", "{id}-200x200-grayscale.jpg"),
            (
                "/id/{id}/200?blur=3&grayscale", "200/200", "jpg", "blur=3&grayscale",
                "{id}-200x200-blur_3-grayscale.jpg"
            ),
            ("/id/{id}/1/300", "1/300", "jpg", "", "{id}-1x300.jpg"),
            ("/id/{id}/640/64", "640/64", "jpg", "", "{id}-640x64.jpg"),
            ("/id/{id}/200/120.webp", "200/120", "webp", "", "{id}-200x120.webp"),
            ("/id/{id}/200.webp?blur", "200/200", "webp", "blur=5", "{id}-200x200-blur_5.webp"),
            ("/id/{id}/200.webp?grayscale", "200/200", "webp", "grayscale", "{id}-200x200-grayscale.webp"),
            (
                "/id/{id}/200.webp?blur&grayscale", "200/200", "webp", "blur=5&grayscale",
                "{id}-200x200-blur_5-grayscale.webp"
            ),
        ].map { path, size, suffix, query, fileName in
            ConformanceCase(
                "picture of \(path)", path, .picture(size: size, suffix: suffix, query: query, fileName: fileName))
        }
        + Expectation.Damage.allCases.map { damage in
            ConformanceCase("picture link \(damage.rawValue)", "/id/{id}/200/120", .refused(damage))
        } + [
            ConformanceCase("image host, no suffix", "/id/{id}/200/200", .imageHost(404, "page not found")),
            ConformanceCase("image host, one side", "/id/{id}/200.jpg", .imageHost(404, "page not found")),
            ConformanceCase("image host, unknown path", "/asdf", .imageHost(404, "page not found")),
            ConformanceCase("image host, listing", "/v2/list", .imageHost(404, "page not found")),
            ConformanceCase("image host, no signature", "/id/{id}/200/200.png", .imageHost(400, "Invalid parameters")),
            ConformanceCase("image host, POST", "/id/{id}/200/200.jpg", method: "POST", .imageHost(405, "")),
        ]
}
