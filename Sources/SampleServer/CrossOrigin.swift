// Cross-origin headers as the service's middleware (rs/cors 1.10) writes them: any origin, GET only.

/// The headers that let pages of other origins read the answers of one host.
struct CrossOrigin: Sendable {
    /// Headers that scripts may read; empty: none beyond the usual.
    let exposedHeaders: [String]

    /// Headers that a preflight may ask for without being refused.
    private static let allowedHeaders: Set<String> = ["origin", "accept", "content-type", "x-requested-with"]

    /// The answer to a preflight, which is an OPTIONS request that names a method; nil for every other request.
    func preflight(_ request: Request) -> Reply? {
        guard request.method == "OPTIONS", let method = request.requestedMethod, !method.isEmpty else { return nil }
        var reply = Reply(status: 204)
        reply.add("Vary", "Origin")
        reply.add("Vary", "Access-Control-Request-Method")
        reply.add("Vary", "Access-Control-Request-Headers")
        let wanted = (request.requestedHeaders ?? "").split(separator: ",").map { trimmed(String($0)) }
        guard request.origin?.isEmpty == false, method.uppercased() == "GET" || method.uppercased() == "OPTIONS",
            wanted.allSatisfy({ Self.allowedHeaders.contains($0.lowercased()) })
        else { return reply }
        reply.add("Access-Control-Allow-Origin", "*")
        reply.add("Access-Control-Allow-Methods", method.uppercased())
        if !wanted.isEmpty { reply.add("Access-Control-Allow-Headers", wanted.joined(separator: ", ")) }
        return reply
    }

    /// Adds what every other answer carries.
    func complete(_ reply: inout Reply, for request: Request) {
        reply.add("Vary", "Origin")
        guard request.origin?.isEmpty == false, request.method == "GET" || request.method == "OPTIONS" else { return }
        reply.add("Access-Control-Allow-Origin", "*")
        if !exposedHeaders.isEmpty {
            reply.add("Access-Control-Expose-Headers", exposedHeaders.joined(separator: ", "))
        }
    }

    private func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
