// What is said of an exported photo otherwise than in its file, in a message to a decode process.
import PhotoFormats
import Photos

extension WireWriter {
    mutating func write(_ restated: RestatedFacts) {
        write(restated.kinds.rawValue)
        write(restated.words)
        write(restated.date) { $0.write($1) }
        write(restated.position) { $0.write($1) }
    }
}

extension WireReader {
    mutating func restated() throws -> RestatedFacts {
        var restated = RestatedFacts()
        restated.kinds = RestatedFacts.Kinds(rawValue: try code()).intersection(.all)
        restated.words = try description()
        restated.date = try optional { try $0.writtenTime() }
        restated.position = try optional { try $0.position() }
        return restated
    }
}
