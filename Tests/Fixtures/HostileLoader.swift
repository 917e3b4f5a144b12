// The loader of gdk-pixbuf that does harm, as a list of loaders that has no other.
import CGLib
import Glibc

/// A folder with a list of loaders in which the tests' own stands (`Tests/HostileLoader`).
package struct HostileLoader {
    private let folder = ScratchFolder()
    /// The list, for GDK_PIXBUF_MODULE_FILE.
    package let list: String

    /// - Parameter library: The built module.
    package init(library: String) {
        list = folder.write(
            "loaders.cache",
            Array(
                """
                "\(library)"
                "hostile" 4 "gdk-pixbuf" "Harm" "MIT"
                "image/qoi" ""
                "qoi" ""
                "qoif" "" 100


                """.utf8))
    }

    /// A file that has the loader do what a letter says (hostile_loader.c); any other letter is a green square.
    package static func file(_ letter: Character) -> [UInt8] {
        Array("qoif\(letter)".utf8) + [UInt8](repeating: 0, count: 40)
    }
}
