// Textual form of faults, for a command line or a control path.

/// Error of a description of faults; names the item.
public struct FaultSpecError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

extension Faults {
    /// Syntax of the text; shown by `--help`.
    public static let specHelp = """
        Comma-separated items, each [api:|image:]NAME[=VALUE][@N|@#N]. Without a host both are meant. @N picks every \
        N-th request, @#N the N-th only, neither means every request.
          latency=MS[~JITTER]   wait before answering, and up to JITTER ms more
          drip=BYTES[k]         bytes a second on every connection
          status=CODE[/SECONDS] answer an error, with Retry-After: SECONDS
          reset                 close the connection without an answer
          type                  a page of HTML under status 200
          truncate[=BYTES]      announce everything, send BYTES (or half), close
          length=+N | -N        announce N bytes more or fewer than there are
          loop                  redirect to the same URL
          dead                  redirect to a port without a listener
          rotate                change the key of picture links after the answer
          scheme=NAME           redirect to the same place under another scheme: file, ws, ftp
          negative              a length of -1, an ETag, half of the body, and a reset
          endless               a body without end
          headers               headers without end
          chunks                a body in chunks, closed in order after the first
          overrun               a body that breaks off and then goes on without end, with status 206
          bomb=KIND             a picture that is made to exhaust its reader: \(CraftedPicture.names)
          shift=N               pages after the first repeat N photos
          author=BYTES          the first author of every page is that long
          sides=N               every photo is said to measure N by N
          controls              control characters in authors and links
          objects=BYTES         pages of nothing but {}, that long
          validators            ETag and Last-Modified on pictures, which answer conditions and requests for parts
          edition=N             other pictures under the same addresses
          max-age=N | no-store  the Cache-Control of pictures, to which
          stale=N               adds stale-while-revalidate=N
        Example: image:latency=80~40,image:drip=64k,image:status=503/2@10,api:reset@#3
        """

    /// Parses the textual form. Empty text means no fault.
    public init(spec: String) throws(FaultSpecError) {
        self.init()
        for item in spec.split(separator: ",") { try add(String(item.filter { $0 != " " })) }
    }

    private mutating func add(_ item: String) throws(FaultSpecError) {
        var rest = item[...]
        var host: ServiceHost?
        for candidate in ServiceHost.allCases where rest.hasPrefix(candidate.rawValue + ":") {
            host = candidate
            rest = rest.dropFirst(candidate.rawValue.count + 1)
        }
        let trigger = try Self.trigger(cutFrom: &rest, item)
        let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? ""
        let value = parts.count > 1 ? parts[1] : nil
        let hosts = host.map { [$0] } ?? ServiceHost.allCases
        switch name {
        case "latency":
            try Self.require(trigger == .always, item, "holds for every request, so no @ can follow")
            let times = (value ?? "").split(separator: "~", omittingEmptySubsequences: false)
            let jitter = times.count > 1 ? try Self.number(String(times[1]), item) : 0
            let delay = Latency(milliseconds: try Self.number(times.first.map(String.init), item), jitter: jitter)
            for host in hosts { latency[host] = delay }
        case "drip":
            try Self.require(trigger == .always, item, "holds for every request, so no @ can follow")
            let isKilo = value?.hasSuffix("k") == true
            let amount = try Self.number(isKilo ? value.map { String($0.dropLast()) } : value, item)
            try Self.require(amount > 0 && amount <= 1 << 30, item, "needs a speed above 0")
            for host in hosts { bytesPerSecond[host] = isKilo ? amount * 1024 : amount }
        case "shift":
            try Self.require(host != .image && trigger == .always, item, "belongs to the listing as a whole")
            listShift = try Self.number(value, item)
        case "author", "sides", "controls", "objects":
            try Self.require(host != .image && trigger == .always, item, "belongs to the listing as a whole")
            try addListing(name, value, item)
        case "validators", "edition", "max-age", "no-store", "stale":
            try Self.require(host != .api && trigger == .always, item, "holds for every picture")
            try addCaching(name, value, item)
        default:
            rules.append(Rule(try Self.effect(name, value, item), trigger, host: host))
        }
    }

    private mutating func addListing(_ name: String, _ value: String?, _ item: String) throws(FaultSpecError) {
        switch name {
        case "author": listing.authorBytes = try Self.number(value, item, to: Self.largestListing)
        case "objects": listing.emptyObjectBytes = try Self.number(value, item, to: Self.largestListing)
        case "sides": listing.side = try Self.number(value, item, to: .max)
        default:
            try Self.require(value == nil, item, "takes no value")
            listing.hasControlCharacters = true
        }
    }
    /// Upper limit of a listing's length in bytes, which are generated for every page.
    private static let largestListing = 64 << 20

    private mutating func addCaching(_ name: String, _ value: String?, _ item: String) throws(FaultSpecError) {
        switch name {
        case "validators", "no-store":
            try Self.require(value == nil, item, "takes no value")
            if name == "validators" { caching.hasValidators = true } else { caching.control = name }
        case "edition": caching.edition = try Self.number(value, item)
        case "max-age": caching.control = "max-age=\(try Self.number(value, item))"
        default:
            let seconds = try Self.number(value, item)
            guard let control = caching.control, control != "no-store" else {
                throw FaultSpecError(description: "“\(item)”: needs a max-age before it")
            }
            caching.control = "\(control), stale-while-revalidate=\(seconds)"
        }
    }

    private static func effect(_ name: String, _ value: String?, _ item: String) throws(FaultSpecError) -> Effect {
        switch name {
        case "status":
            let parts = (value ?? "").split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            let code = try number(parts.first, item)
            try require((400...599).contains(code), item, "needs a status from 400 to 599")
            return .status(code, retryAfterSeconds: parts.count > 1 ? try number(parts[1], item) : nil)
        case "truncate":
            return .truncate(bytes: try value.map { (text) throws(FaultSpecError) in try number(text, item) })
        case "length":
            guard let text = value, let difference = Int(text), difference != 0 else {
                throw FaultSpecError(description: "“\(item)”: needs a difference in bytes, like +100 or -100")
            }
            return .wrongLength(by: difference)
        case "scheme":
            guard let value, let first = value.first, first.isLetter,
                value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
            else { throw FaultSpecError(description: "“\(item)”: needs a scheme, like file") }
            return .redirectScheme(value)
        case "bomb":
            guard let picture = value.flatMap(CraftedPicture.init) else {
                throw FaultSpecError(description: "“\(item)”: needs one of \(CraftedPicture.names)")
            }
            return .crafted(picture)
        case "reset", "type", "loop", "dead", "rotate", "negative", "endless", "headers", "chunks", "overrun":
            try require(value == nil, item, "takes no value")
            switch name {
            case "negative": return .negativeLength
            case "endless": return .endlessBody
            case "headers": return .endlessHeaders
            case "chunks": return .cutChunks
            case "overrun": return .overrun
            case "reset": return .reset
            case "type": return .wrongType
            case "loop": return .redirectLoop
            case "dead": return .deadRedirect
            default: return .rotateSecret
            }
        default:
            throw FaultSpecError(description: "“\(item)”: there is no fault called “\(name)”")
        }
    }

    private static func trigger(cutFrom text: inout Substring, _ item: String) throws(FaultSpecError) -> Trigger {
        guard let at = text.lastIndex(of: "@") else { return .always }
        let after = text[text.index(after: at)...]
        text = text[..<at]
        let isOnce = after.hasPrefix("#")
        let count = try number(String(isOnce ? after.dropFirst() : after), item)
        try require(count > 0, item, "needs a number above 0 after the @")
        return isOnce ? .once(count) : .every(count)
    }

    private static func number(
        _ text: String?, _ item: String, to largest: Int = 1 << 40
    ) throws(FaultSpecError) -> Int {
        guard let text, let number = Int(text), number >= 0, number <= largest else {
            throw FaultSpecError(description: "“\(item)”: needs a number that is not negative")
        }
        return number
    }

    private static func require(_ condition: Bool, _ item: String, _ reason: String) throws(FaultSpecError) {
        if !condition { throw FaultSpecError(description: "“\(item)”: \(reason)") }
    }
}
