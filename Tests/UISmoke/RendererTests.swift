// Which renderer the program takes when it is started as a user starts it, and what it says of that.
import XCTest

final class RendererTests: SmokeTestCase {
    /// The tests' display is in memory, so that its OpenGL is software on every machine.
    func testWithoutAWordFromTheUserCairoDrawsOnSoftwareOpenGL() throws {
        let profile = try profile(environment(without: ["GSK_RENDERER"]))
        XCTAssertEqual(try profile.json.text("renderer"), "GskCairoRenderer")
        let reason = try profile.json.text("rendererReason")
        XCTAssertTrue(["no graphics device", "OpenGL is llvmpipe", "OpenGL is softpipe"].contains(reason), reason)
        XCTAssertTrue(profile.text.contains("Renderer because  \(reason)\n"), profile.text)
    }

    func testSoftwareThatTheUserDemandsIsKnownBeforeOpenGLIsLoaded() throws {
        let profile = try profile(environment(["LIBGL_ALWAYS_SOFTWARE": "1"], without: ["GSK_RENDERER"]))
        XCTAssertEqual(try profile.json.text("renderer"), "GskCairoRenderer")
        XCTAssertEqual(try profile.json.text("rendererReason"), "LIBGL_ALWAYS_SOFTWARE=1")
    }

    /// A driver that is named may need no device node, so that it is asked; this one does not start here, and Mesa
    /// takes its software instead.
    func testADriverThatIsNamedIsAskedWhatItIs() throws {
        let profile = try profile(environment(["MESA_LOADER_DRIVER_OVERRIDE": "iris"], without: ["GSK_RENDERER"]))
        XCTAssertEqual(try profile.json.text("renderer"), "GskCairoRenderer")
        let reason = try profile.json.text("rendererReason")
        XCTAssertTrue(["OpenGL is llvmpipe", "OpenGL is softpipe"].contains(reason), reason)
    }

    func testTheUsersVariableWins() throws {
        let profile = try profile(environment(["GSK_RENDERER": "gl"]))
        XCTAssertTrue(try profile.json.text("renderer").contains("GL"))
        XCTAssertEqual(try profile.json.text("rendererReason"), "GSK_RENDERER=gl")
    }

    private func profile(_ environment: [String: String]) throws -> (json: Profile, text: String) {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(3, to: pictures)
        let file = path("\(UUID().uuidString).json")
        let run = try start(
            arguments: [
                pictures.path, "--profile=\(file)", "--screenshot=\(path("\(UUID().uuidString).png"))",
                "--window-size=800x600",
            ], environment: environment)
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.errors)
        return (try Profile(file: file), ending.output)
    }
}
