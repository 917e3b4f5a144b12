// The parser of the command line: words to options, or to one sentence about the wrong word.

extension LaunchOptions {
    /// A wrong word on the command line. The caller prints the description and exits with status 2.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence that names the word.
        public let description: String
    }

    /// Parses the words after the program's name. The last occurrence of an option counts; `--` ends the options;
    /// parsing ends at `--help` and `--version`.
    public init(parsing arguments: some Sequence<String>) throws(Problem) {
        self.init()
        var words = Array(arguments)[...]
        var named: [String] = []
        while let word = words.popFirst() {
            if word == "--" {
                named += words
                break
            }
            guard word.hasPrefix("-") else {
                named.append(word)
                continue
            }
            let name = word.prefix { $0 != "=" }
            guard let option = LaunchOption.allCases.first(where: { $0.flag == name }) else {
                throw Problem(description: "Unknown option \(name); tessera --help lists them.")
            }
            let value = try LaunchOptions.value(of: option, in: word, then: &words)
            try apply(option, value)
            if action != .run { return }
        }
        try setSubject(named)
        if let scenario, !profile {
            throw Problem(description: "--scenario=\(scenario.rawValue) needs --profile or --profile=FILE beside it.")
        }
    }

    private static func value(
        of option: LaunchOption, in word: String, then words: inout ArraySlice<String>
    ) throws(Problem) -> String? {
        let given = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
        switch option.value {
        case .none:
            guard given == nil else {
                throw Problem(description: "\(option.flag) takes no value, but got “\(given ?? "")”.")
            }
            return nil
        case .optional(let name):
            guard given != "" else { throw Problem(description: "\(option.flag)= lacks its \(name).") }
            return given
        case .required(let name):
            if given == nil, let next = words.first, !next.hasPrefix("-") {
                words.removeFirst()
                return try nonEmpty(next, option, name)
            }
            return try nonEmpty(given ?? "", option, name)
        }
    }

    private static func nonEmpty(_ value: String, _ option: LaunchOption, _ name: String) throws(Problem) -> String {
        guard !value.isEmpty else { throw Problem(description: "\(option.flag) lacks its value: \(option.synopsis).") }
        return value
    }

    private mutating func apply(_ option: LaunchOption, _ value: String?) throws(Problem) {
        let text = value ?? ""
        switch option {
        case .sample: subject = .sample
        case .profile:
            profile = true
            profileFile = value
        case .scenario: scenario = try LaunchOptions.oneOf(Scenario.self, option, text)
        case .screenshot: screenshot = text
        case .tileSize:
            guard let side = Int(text), GridMetrics.tileSizes.contains(side) else {
                let sizes = GridMetrics.tileSizes
                throw Problem(
                    description:
                        "\(option.flag)=\(text) is not a whole number from \(sizes.lowerBound) to \(sizes.upperBound).")
            }
            tileSize = side
        case .windowSize: windowSize = try LaunchOptions.size(option, text)
        case .naive: naive = true
        case .floor: floor = true
        case .cacheDirectory: cacheDirectory = text
        case .noDiskCache: usesDiskCache = false
        case .colorScheme: colorScheme = try LaunchOptions.oneOf(ColorScheme.self, option, text)
        case .help: action = .help
        case .version: action = .version
        }
    }

    private static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
        _: Choice.Type, _ option: LaunchOption, _ text: String
    ) throws(Problem) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(description: "\(option.flag)=\(text) is not known; there are \(known).")
        }
        return choice
    }

    private static func size(_ option: LaunchOption, _ text: String) throws(Problem) -> WindowSize {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy(windowSides.contains) else {
            throw Problem(
                description: "\(option.flag)=\(text) is not WIDTHxHEIGHT with sides from \(windowSides.lowerBound) to "
                    + "\(windowSides.upperBound), such as 1280x800.")
        }
        return WindowSize(width: sides[0], height: sides[1])
    }

    private mutating func setSubject(_ named: [String]) throws(Problem) {
        guard let first = named.first else { return }
        if subject == .sample {
            throw Problem(description: "--sample shows the built-in gallery; leave out “\(first)”.")
        }
        if let empty = named.first(where: \.isEmpty) {
            throw Problem(description: "“\(empty)” names no folder, picture or address.")
        }
        guard let address = named.first(where: LaunchOptions.isAddress) else {
            subject = .paths(named)
            return
        }
        guard LaunchOptions.isWeb(address) else {
            throw Problem(description: "“\(address)” cannot be opened; give a path, or an http or https address.")
        }
        guard named.count == 1 else {
            throw Problem(description: "“\(address)” is an address and has to be the only thing to show.")
        }
        subject = .service(address)
    }

    /// Whether a word has the form `scheme://…` (RFC 3986 §3.1).
    private static func isAddress(_ word: String) -> Bool {
        guard let colon = word.firstRange(of: "://"), let first = word.first, first.isASCII, first.isLetter else {
            return false
        }
        return word[..<colon.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func isWeb(_ address: String) -> Bool {
        let lowered = address.lowercased()
        return lowered.hasPrefix("http://") || lowered.hasPrefix("https://")
    }
}
