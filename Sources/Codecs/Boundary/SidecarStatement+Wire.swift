// What is to be stated in a sidecar, in a message to a decode process.
import Photos

extension WireWriter {
    mutating func write(_ statement: SidecarStatement) {
        switch statement {
        case .mark(let mark):
            write(UInt8(0))
            write(mark)
        case .addKeyword(let keyword, let others):
            write(UInt8(1))
            write(keyword)
            write(each: others.prefix(KeywordList.most)) { $0.write($1) }
        case .removeKeyword(let keyword, let others, let leavesBlank):
            write(UInt8(2))
            write(keyword)
            write(each: others.prefix(KeywordList.most)) { $0.write($1) }
            write(leavesBlank)
        case .title(let text, let leavesBlank):
            write(UInt8(3))
            write(text) { $0.write($1) }
            write(leavesBlank)
        case .caption(let text, let leavesBlank):
            write(UInt8(4))
            write(text) { $0.write($1) }
            write(leavesBlank)
        case .date(let time):
            write(UInt8(5))
            write(time) { $0.write($1) }
        case .all(let statements):
            write(UInt8(6))
            write(each: statements.prefix(KeywordList.most)) { $0.write($1) }
        }
    }

    mutating func write(_ mark: PhotoMarks.Mark) {
        switch mark {
        case .stars(let stars):
            write(UInt8(0))
            write(stars)
        case .favourite(let isFavourite):
            write(UInt8(1))
            write(isFavourite)
        case .label(let label):
            write(UInt8(2))
            write(label.rawValue)
        }
    }
}

extension WireReader {
    mutating func statement() throws -> SidecarStatement {
        let code = try code()
        if code == 6 { return .all(try each(most: KeywordList.most) { try $0.statement(try $0.code()) }) }
        return try statement(code)
    }

    private mutating func statement(_ code: UInt8) throws -> SidecarStatement {
        switch code {
        case 0: .mark(try mark())
        case 1: .addKeyword(try text(), others: try each(most: KeywordList.most) { try $0.text() })
        case 2:
            .removeKeyword(
                try text(), others: try each(most: KeywordList.most) { try $0.text() }, leavesBlank: try flag())
        case 3: .title(try optional { try $0.text() }, leavesBlank: try flag())
        case 4: .caption(try optional { try $0.text() }, leavesBlank: try flag())
        case 5: .date(try optional { try $0.writtenTime() })
        default: throw MalformedMessage()
        }
    }

    mutating func mark() throws -> PhotoMarks.Mark {
        switch try code() {
        case 0: .stars(try number(in: PhotoMarks.rejection...PhotoMarks.mostStars))
        case 1: .favourite(try flag())
        case 2: .label(try label())
        default: throw MalformedMessage()
        }
    }
}
