// What the program says where another start of it runs.
import Foundation
import XCTest

final class SecondStartWordsTests: SmokeTestCase {
    func testAStartThatHandsOverWarnsOfNothing() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(3, to: pictures)
        let bus = try start(
            program: "/usr/bin/dbus-daemon", arguments: ["--session", "--nofork", "--print-address"],
            environment: environment())
        let address = try found("the bus") { bus.output.split(separator: "\n").first.map(String.init) }
        let session = environment(["DBUS_SESSION_BUS_ADDRESS": address])
        let first = try start(arguments: [pictures.path], environment: session)
        _ = try Screen(of: first, folder: folder)
        for arguments in [[pictures.path], []] {
            let ending = try start(arguments: arguments, environment: session).ending()
            XCTAssertEqual(ending.status, 0)
            XCTAssertFalse(ending.errors.contains("WARNING"), ending.errors)
        }
        first.terminate()
        _ = try first.ending()
    }
}
