// Run of the table against a server.

/// Result of one case.
public struct ConformanceResult: Hashable, Sendable, CustomStringConvertible {
    /// Position in the table, from 1.
    public let number: Int
    /// Name of the case, in words or as a path.
    public let name: String
    /// Expected and actual value; nil when the case passed.
    public let difference: String?
    public var hasPassed: Bool { difference == nil }

    /// `ok 17 …` or `FAILED 17 …: expected …, got …`.
    public var description: String {
        difference.map { "FAILED \(number) \(name): \($0)" } ?? "ok \(number) \(name)"
    }
}

/// Conformance of any server to the Picsum service's table of cases.
public enum Conformance {
    /// Number of cases in the table.
    public static var caseCount: Int { ConformanceTable.cases.count }

    /// Runs every case, one request after another; blocks its thread for as long as that takes.
    /// - Parameter url: the server's base URL.
    /// - Parameter report: called after each case.
    /// - Throws: when the URL is invalid, or the server cannot be reached or lists no photo.
    public static func run(
        against url: String, timeoutSeconds: Int = 60, report: (ConformanceResult) -> Void
    ) throws(ConformanceFailure) {
        guard let base = SplitURL(url), base.query.isEmpty, base.path.isEmpty || base.path == "/" else {
            throw ConformanceFailure(
                description: "“\(url)” is no base URL, like http://127.0.0.1:8080.", isBadURL: true)
        }
        let client = ProbeClient(timeoutSeconds: timeoutSeconds)
        let judge = ConformanceJudge(facts: try ConformanceFacts(root: base.root, client: client), client: client)
        for (index, item) in ConformanceTable.cases.enumerated() {
            report(
                ConformanceResult(
                    number: index + 1, name: judge.facts.fill(item.name), difference: try judge.difference(in: item)))
        }
    }
}
