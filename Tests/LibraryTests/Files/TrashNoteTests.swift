import Photos
import Testing

@testable import Library

struct TrashNoteTests {
    @Test func theNoteIsThatOfTheSpecification() {
        #expect(
            TrashNote.text(path: "/home/a b/ü%.jpg", date: "2026-01-02T03:04:05")
                == "[Trash Info]\nPath=/home/a%20b/%C3%BC%25.jpg\nDeletionDate=2026-01-02T03:04:05\n")
    }

    @Test func inATopFolderThePathIsRelative() {
        #expect(TrashNote.path("/media/card/DCIM/a.jpg", below: "/media/card") == "DCIM/a.jpg")
        #expect(TrashNote.path("/a.jpg", below: "/") == "a.jpg")
        #expect(TrashNote.path("/home/a.jpg", below: nil) == "/home/a.jpg")
        // The mark belongs to the slash for Swift, and a folder in other bytes is another one.
        #expect(TrashNote.path("/media/card/\u{301}a.jpg", below: "/media/card") == "\u{301}a.jpg")
        #expect(TrashNote.path("/media/e\u{301}/a.jpg", below: "/media/\u{E9}") == "/media/e\u{301}/a.jpg")
    }

    @Test func escapesLeadBackToTheSameBytes() {
        for path in ["/a/%41 b", "/ä\n/c", FilePath.text([0x2F, 0xFF, 0x20, 0x80])] {
            #expect(PercentText.text(PercentText.escaped(path)) == path)
        }
        #expect(PercentText.text("50%") == "50%")
    }

    @Test func notesOfAnyProgramAreReadAndNoneLeadsElsewhere() {
        func origin(_ text: String, below top: String? = nil) -> FilePath? { TrashNote.read(text, below: top)?.origin }
        let note = "[Trash Info]\nDeletionDate=2026-01-02T03:04:05\nPath=/home/u/a%20b.jpg\nX-Other=1"
        #expect(origin(note) == "/home/u/a b.jpg")
        #expect(TrashNote.read(note, below: nil)?.date == "2026-01-02T03:04:05")
        #expect(origin("[Trash Info]\nPath=DCIM/a.jpg\n", below: "/media/card") == "/media/card/DCIM/a.jpg")
        #expect(origin("[Trash Info]\nPath=a.jpg\n", below: "/") == "/a.jpg")
        for text in [
            "", "Path=/a.jpg\n", "[Trash Info]\n", "[Trash Info]\nPath=\n", "[Trash Info]\nPath=/\n",
            "[Trash Info]\nPath=a.jpg\n", "[Trash Info]\nPath=/home/../etc/passwd\n",
            "[Trash Info]\nPath=/home/%2E%2E/x\n", "[Trash Info]\nPath=/a%00b\n",
        ] {
            #expect(origin(text) == nil, "\(text)")
        }
        for text in ["[Trash Info]\nPath=/etc/passwd\n", "[Trash Info]\nPath=../up.jpg\n"] {
            #expect(origin(text, below: "/media/card") == nil, "\(text)")
        }
    }
}
