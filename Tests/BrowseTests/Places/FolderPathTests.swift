// Paths above a folder, and folders within one another.
import Photos
import Testing

@testable import Browse

struct FolderPathTests {
    private let home = PathStep(name: "Home", path: "/home/u")

    private func names(_ path: FilePath, volumes: [PathStep] = []) -> [String] {
        FolderPath.steps(to: path, home: home, volumes: volumes).map(\.name)
    }

    @Test func stepsBeginAtTheUsersFolderAVolumeOrTheRoot() {
        #expect(names("/home/u/Pictures/2023/") == ["Home", "Pictures", "2023"])
        #expect(names("/home/u") == ["Home"])
        #expect(names("/home/user2/x") == ["/", "home", "user2", "x"])
        #expect(names("/") == ["/"])
        let camera = PathStep(name: "CAMERA", path: "/media/u/CAMERA/")
        #expect(names("/media/u/CAMERA/DCIM", volumes: [camera]) == ["CAMERA", "DCIM"])
        // The nearest top.
        #expect(names("/home/u/usb/DCIM", volumes: [PathStep(name: "USB", path: "/home/u/usb")]) == ["USB", "DCIM"])
    }

    @Test func eachStepHasItsPath() {
        let steps = FolderPath.steps(to: "/home/u/a/b", home: home)
        #expect(steps.map(\.path) == ["/home/u", "/home/u/a", "/home/u/a/b"])
        #expect(FolderPath.steps(to: "/a", home: nil).map(\.path) == ["/", "/a"])
    }

    @Test func namesOfAnyBytesKeepTheirPaths() throws {
        let odd = FilePath.text([0x61, 0xE9, 0xFF])
        let step = try #require(FolderPath.steps(to: FilePath("/home/u/" + odd + "\n/x"), home: home).dropFirst().first)
        #expect(FilePath.bytes(of: step.path.text) == Array("/home/u/".utf8) + [0x61, 0xE9, 0xFF, 0x0A])
        #expect(step.name == "a\u{FFFD}\u{FFFD}\u{240A}")
    }

    @Test func belowIsNotBeside() {
        #expect(FolderPath.isBelow("/a/b/c", "/a/b"))
        #expect(FolderPath.isBelow("/a/b", "/"))
        #expect(!FolderPath.isBelow("/a/bc", "/a/b"))
        #expect(!FolderPath.isBelow("/a/b", "/a/b/"))
        #expect(!FolderPath.isBelow("/", "/"))
    }
}
