import App
import ArgumentParser
import Browse
import FrameProfile
import Library
import Photos
import Profiling
import Testing

@testable import Launching

/// The command line's contract.
nonisolated struct LaunchArgumentsTests {
    private func parse(_ words: String...) throws -> LaunchOptions { try #require(options(words)) }

    private func options(_ words: [String]) -> LaunchOptions? {
        if case .open(let options, _) = Launch(words) { options } else { nil }
    }

    private func measuring(_ words: String...) throws -> MeasuringOptions {
        guard case .open(_, let measuring) = Launch(words) else { throw CancellationError() }
        return measuring
    }

    private func problem(_ words: [String]) -> String? {
        if case .refusal(let sentence) = Launch(words) { sentence } else { nil }
    }

    private func answer(_ words: [String]) -> String? {
        if case .answer(let text) = Launch(words) { text } else { nil }
    }

    @Test func nothingMeansTheDefaults() throws {
        let options = try parse()
        #expect(options == LaunchOptions())
        #expect(options.subject == .lastShown && options.tileSize == nil && options.usesDiskCache)
        #expect(try measuring() == MeasuringOptions())
    }

    @Test func everyOptionIsRead() throws {
        let words = [
            "--sample", "--profile=p.json", "--scenario=sweep", "--screenshot=s.png", "--tile-size=128",
            "--window-size=1280x800", "--naive", "--cache-dir=/c", "--no-disk-cache", "--in-process-decoding",
            "--color-scheme=dark", "--sort=name",
            "--descending", "--group=month", "--search=june 2023",
        ]
        guard case .open(let options, let measuring) = Launch(words) else { throw CancellationError() }
        var expected = LaunchOptions()
        expected.subject = .sample
        expected.query = QueryRequest(order: .name, isDescending: true, grouping: .month, search: "june 2023")
        var asked = MeasuringOptions()
        asked.profile = true
        asked.profileFile = "p.json"
        asked.scenario = .sweep
        asked.screenshot = "s.png"
        asked.naive = true
        expected.tileSize = 128
        expected.windowSize = .init(width: 1280, height: 800)
        expected.decodesInProcess = true
        expected.cacheDirectory = "/c"
        expected.usesDiskCache = false
        expected.colorScheme = .dark
        expected.conditions = asked.conditions
        #expect(options == expected && measuring == asked)
    }

    @Test func requiredValuesMayBeWordsOfTheirOwn() throws {
        let options = try parse("--tile-size", "96", "--screenshot", "a=b.png", "pictures")
        #expect(options.tileSize == 96 && options.subject == .paths(["pictures"]))
        #expect(try measuring("--tile-size", "96", "--screenshot", "a=b.png", "pictures").screenshot == "a=b.png")
    }

    @Test func anOptionalValueNeverTakesTheFolder() throws {
        let measuring = try measuring("--profile", "pictures")
        #expect(measuring.profile && measuring.profileFile == nil)
        #expect(try parse("--profile", "pictures").subject == .paths(["pictures"]))
    }

    @Test func theLaterOfTwoCounts() throws {
        #expect(try parse("--tile-size=96", "--tile-size=128").tileSize == 128)
        #expect(try measuring("--profile=a", "--profile").profileFile == nil)
        #expect(try measuring("--profile", "--profile=a").profileFile == "a")
    }

    @Test func twoDashesEndTheOptions() throws {
        #expect(try parse("--", "--sample", "-x").subject == .paths(["--sample", "-x"]))
        #expect(try parse("a", "--", "-", "--", "--profile").subject == .paths(["a", "-", "--", "--profile"]))
    }

    @Test func whatIsNamedIsShown() throws {
        #expect(try parse("a.jpg", "b.png").subject == .paths(["a.jpg", "b.png"]))
        #expect(try parse("https://example.org/api").subject == .service("https://example.org/api"))
        #expect(try parse("https://picsum.photos").subject == .picsum)
        #expect(try parse("HTTP://h").subject == .service("HTTP://h"))
        #expect(try parse("odd name://x").subject == .paths(["odd name://x"]))
        #expect(try parse("help").subject == .paths(["help"]))
    }

    @Test func namesKeepTheirOrderBetweenOptions() throws {
        let options = try parse(
            "a", "b", "--naive", "c", "d", "--tile-size", "96", "e", "--sort=name", "f", "--", "g", "h")
        #expect(options.subject == .paths(["a", "b", "c", "d", "e", "f", "g", "h"]))
        #expect(options.conditions.isPlain && options.tileSize == 96)
    }

    /// `FilePath` has the text of names that are no UTF-8.
    @Test func namesOfAnyBytesArriveAsTheyWereGiven() throws {
        let name = FilePath.text(Array("/Caf".utf8) + [0xE9, 0x20, 0xE0, 0xFF])
        #expect(try parse(name, name).subject == .paths([FilePath(name), FilePath(name)]))
        #expect(try parse("--naive", name).subject == .paths([FilePath(name)]))
        #expect(try measuring("--screenshot=\(name)").screenshot == name)
        #expect(try parse("--cache-dir", name).cacheDirectory == name)
    }

    /// Without folding, 40,000 names take ArgumentParser half a minute, and minutes in a debug build.
    @Test(.timeLimit(.minutes(1)))
    func manyNamesAreRead() throws {
        let names = (0..<40_000).map { "\($0).jpg" }
        #expect(options(["--naive"] + names)?.subject == .paths(names.map { FilePath($0) }))
    }

    @Test(arguments: Scenario.allCases)
    func everyScenarioIsKnownAndNeedsTheProfile(scenario: Scenario) throws {
        #expect(try measuring("--scenario=\(scenario.rawValue)", "--profile").scenario == scenario)
        #expect(problem(["--scenario=\(scenario.rawValue)"])?.contains("--profile") == true)
    }

    @Test func helpAndVersionAreObeyedBesideOtherOptions() {
        #expect(answer(["--help", "--nonsense"])?.contains("--sample") == true)
        #expect(answer(["--sample", "--version", "folder"]) == "Tessera \(AppIdentity.version)")
    }

    @Test(arguments: [
        (["--nonsense"], "--nonsense"), (["--nonsense=3"], "--nonsense"), (["-x"], "-x"), (["-"], "-"),
        (["a", "-"], "“-”"),
        (["--naive=yes"], "--naive"), (["--profile="], "--profile"), (["--screenshot"], "--screenshot <FILE>"),
        (["--screenshot", "--naive"], "--screenshot <FILE>"), (["--screenshot="], "--screenshot <FILE>"),
        (["--cache-dir", "--profile"], "--cache-dir <DIR>"), (["--tile-size=23"], "--tile-size"),
        (["--tile-size=23"], "23"), (["--tile-size=513"], "513"), (["--tile-size=1e2"], "1e2"),
        (["--window-size=1280"], "1280"), (["--window-size=1280x"], "1280x"), (["--window-size=1x1"], "1x1"),
        (["--window-size=1280x800x2"], "1280x800x2"), (["--window-size=99999x800"], "99999x800"),
        (["--window-size=big"], "--window-size"), (["--scenario=dance", "--profile"], "dance"),
        (["--scenario=dance", "--profile"], "sweep, fling"), (["--color-scheme=red"], "red"),
        (["--sort=colour"], "colour"), (["--sort=colour"], "listing, name"), (["--group=week"], "none, day, month"),
        (["--layout=circles"], "squares, whole, justified"),
        (["--search"], "--search <TEXT>"), (["--sampel"], "--sample"),
        (["--sample", "folder"], "folder"),
        (["gopher://h/x"], "gopher://h/x"), (["file://other/x"], "other"), (["http://h", "b.png"], "http://h"),
        ([""], "“”"),
    ])
    func aProblemIsOneSentenceThatNamesTheArgument(words: [String], named: String) {
        let sentence = problem(words)
        #expect(sentence?.contains(named) == true, "\(sentence ?? "accepted")")
        #expect(sentence.map { $0.hasSuffix(".") || $0.hasSuffix("?") } == true && sentence?.contains("\n") == false)
    }

    @Test func theBareGridIsAnOptionThatHelpDoesNotShow() throws {
        #expect(try measuring("--floor").floor)
        #expect(!LaunchArguments.helpMessage(columns: 80).contains("floor"))
    }

    @Test func helpListsEveryOptionWithinEightyColumns() {
        let help = LaunchArguments.helpMessage(columns: 80)
        let options = [
            "sample", "sort <ORDER>", "descending", "group <GROUP>", "search <TEXT>", "profile <FILE>",
            "scenario <NAME>",
            "screenshot <FILE>",
            "tile-size <PX>", "layout <LAYOUT>", "window-size <WxH>", "naive", "cache-dir <DIR>", "no-disk-cache",
            "in-process-decoding",
            "color-scheme <light|dark>", "version", "help",
        ]
        for option in options {
            #expect(help.contains("\n  --\(option) ") || help.contains("\n  --\(option)\n"), "\(option)")
        }
        #expect(help.split(separator: "\n").filter { $0.hasPrefix("  --") }.count == options.count)
        #expect(help.contains("at first") && help.contains("listing, name"))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func onlyAStartWithoutOptionsSharesTheProcess() throws {
        #expect(try parse().isShared)
        #expect(try parse("/a", "/b.jpg").isShared)
        #expect(try parse("--gapplication-service").isShared)
        #expect(try parse("--gapplication-service").isService)
        for word in [
            "--sample", "--no-disk-cache", "--window-size=640x480", "--sort=name", "--profile", "--profile=f",
            "--naive",
            "--floor", "--screenshot=s.png", "https://h",
        ] {
            #expect(try !parse(word).isShared, "\(word)")
        }
    }

    @Test func whatIsMeasuredHasItsConditions() throws {
        func conditions(_ words: String...) -> [Bool]? {
            guard let conditions = options(words)?.conditions else { return nil }
            return [
                conditions.isAlone, conditions.remembersNothing, conditions.isUnattended, conditions.staysInGrid,
                conditions.isPlain,
            ]
        }
        #expect(conditions("--sample") == [false, false, false, false, false])
        #expect(conditions("--profile") == [true, false, false, false, false])
        #expect(conditions("--screenshot=f") == [true, true, false, false, false])
        #expect(conditions("--profile", "--scenario=sweep") == [true, true, true, true, false])
        #expect(conditions("--naive") == [true, false, true, false, true])
        #expect(conditions("--floor") == conditions("--naive"))
    }
}
