// Cross-origin headers in the way of the service's middleware (rs/cors 1.10): any origin, GET only.

/// Headers that let pages of other origins read the responses of one host.
struct CrossOrigin: Sendable {
    /// Headers exposed to scripts, in addition to the default ones.
    let exposedHeaders: [String]

    /// Headers that a preflight may request without being refused.
    private static let allowedHeaders: Set<String> = ["origin", "accept", "content-type", "x-requested-with"]

    /// Returns the reply to a preflight, an OPTIONS request that names a method; nil for every other request.
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

    /// Adds the headers of every other reply.
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
