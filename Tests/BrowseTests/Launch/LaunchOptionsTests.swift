import Testing

@testable import Browse

/// The command line's contract.
struct LaunchOptionsTests {
    private func parse(_ words: String...) throws -> LaunchOptions { try LaunchOptions(parsing: words) }

    private func problem(_ words: [String]) -> String? {
        do {
            _ = try LaunchOptions(parsing: words)
            return nil
        } catch { return error.description }
    }

    @Test func nothingMeansTheDefaults() throws {
        let options = try parse()
        #expect(options == LaunchOptions())
        #expect(options.subject == .standard && options.tileSize == nil && options.usesDiskCache && !options.profile)
    }

    @Test func everyOptionIsRead() throws {
        let options = try parse(
            "--sample", "--profile=p.json", "--scenario=sweep", "--screenshot=s.png", "--tile-size=128",
            "--window-size=1280x800", "--naive", "--cache-dir=/c", "--no-disk-cache", "--color-scheme=dark")
        var expected = LaunchOptions()
        expected.subject = .sample
        expected.profile = true
        expected.profileFile = "p.json"
        expected.scenario = .sweep
        expected.screenshot = "s.png"
        expected.tileSize = 128
        expected.windowSize = .init(width: 1280, height: 800)
        expected.naive = true
        expected.cacheDirectory = "/c"
        expected.usesDiskCache = false
        expected.colorScheme = .dark
        #expect(options == expected)
    }

    @Test func requiredValuesMayBeWordsOfTheirOwn() throws {
        let options = try parse("--tile-size", "96", "--screenshot", "a=b.png", "pictures")
        #expect(options.tileSize == 96 && options.screenshot == "a=b.png" && options.subject == .paths(["pictures"]))
    }

    @Test func anOptionalValueNeverTakesTheFolder() throws {
        let options = try parse("--profile", "pictures")
        #expect(options.profile && options.profileFile == nil && options.subject == .paths(["pictures"]))
    }

    @Test func theLaterOfTwoCounts() throws {
        #expect(try parse("--tile-size=96", "--tile-size=128").tileSize == 128)
        #expect(try parse("--profile=a", "--profile").profileFile == nil)
    }

    @Test func twoDashesEndTheOptions() throws {
        #expect(try parse("--", "--sample", "-x").subject == .paths(["--sample", "-x"]))
    }

    @Test func whatIsNamedIsShown() throws {
        #expect(try parse("a.jpg", "b.png").subject == .paths(["a.jpg", "b.png"]))
        #expect(try parse("https://example.org/api").subject == .service("https://example.org/api"))
        #expect(try parse("HTTP://h").subject == .service("HTTP://h"))
        #expect(try parse("odd name://x").subject == .paths(["odd name://x"]))
    }

    @Test(arguments: Scenario.allCases)
    func everyScenarioIsKnownAndNeedsTheProfile(scenario: Scenario) throws {
        #expect(try parse("--scenario=\(scenario.rawValue)", "--profile").scenario == scenario)
        #expect(problem(["--scenario=\(scenario.rawValue)"])?.contains("--profile") == true)
    }

    @Test func helpAndVersionAreObeyedAtOnce() throws {
        #expect(try parse("--help", "--nonsense").action == .help)
        #expect(try parse("--sample", "--version", "--tile-size=0").action == .version)
    }

    @Test(arguments: [
        (["--nonsense"], "--nonsense"), (["--nonsense=3"], "--nonsense"), (["-x"], "-x"), (["-"], "-"),
        (["--naive=yes"], "--naive"), (["--profile="], "--profile"), (["--screenshot"], "--screenshot=FILE"),
        (["--screenshot", "--naive"], "--screenshot=FILE"), (["--screenshot="], "--screenshot=FILE"),
        (["--tile-size=63"], "--tile-size=63"), (["--tile-size=513"], "513"), (["--tile-size=1e2"], "1e2"),
        (["--window-size=1280"], "1280"), (["--window-size=1280x"], "1280x"), (["--window-size=1x1"], "1x1"),
        (["--window-size=1280x800x2"], "1280x800x2"), (["--window-size=99999x800"], "99999x800"),
        (["--scenario=dance", "--profile"], "dance"), (["--color-scheme=red"], "red"),
        (["--sample", "folder"], "folder"),
        (["ftp://h/x"], "ftp://h/x"), (["file:///x"], "file:///x"), (["http://h", "b.png"], "http://h"), ([""], "“”"),
    ])
    func aProblemIsOneSentenceThatNamesTheArgument(words: [String], named: String) {
        let sentence = problem(words)
        #expect(sentence?.contains(named) == true, "\(sentence ?? "accepted")")
        #expect(sentence?.hasSuffix(".") == true && sentence?.contains("\n") == false)
    }

    @Test func theBareGridIsAnOptionThatHelpDoesNotShow() throws {
        #expect(try parse("--floor").floor)
        #expect(!LaunchOptions.help.contains("floor"))
    }

    @Test func helpListsEveryOptionWithinEightyColumns() {
        for option in LaunchOption.allCases where option != .floor { #expect(LaunchOptions.help.contains("  " + option.synopsis)) }
        #expect(LaunchOptions.help.contains("at first 200"))
        #expect(LaunchOptions.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
