// Absolute paths of folders as the sidebar and the path bar compare and divide them.
import Photos

/// A folder above the shown one, or that folder itself.
public struct PathStep: Hashable, Sendable {
    /// The folder's name, fit for a label.
    public let name: String
    /// The folder's absolute path.
    public let path: String

    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

/// Comparison and division of absolute paths, as texts of `FilePath`. Nothing is looked up in the file system.
public enum FolderPath {
    /// Returns a path without slashes at its end; the root stays a slash.
    public static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        return String(path)
    }

    /// Returns the last name of a path, fit for a label; a slash for the root.
    public static func name(of path: String) -> String {
        let name = FilePath.name(of: trimmed(path))
        return name.isEmpty ? "/" : DisplayText.line(FilePath.shown(name))
    }

    /// Returns whether `path` lies below `folder`, at any depth, and is not `folder` itself.
    public static func isBelow(_ path: String, _ folder: String) -> Bool {
        let folder = trimmed(folder)
        guard folder != "/" else { return path.utf8.count > 1 && path.utf8.first == UInt8(ascii: "/") }
        return path.utf8.count > folder.utf8.count + 1 && path.utf8.starts(with: folder.utf8)
            && path.utf8[path.utf8.index(path.utf8.startIndex, offsetBy: folder.utf8.count)] == UInt8(ascii: "/")
    }

    /// Returns what leads from `folder` down to `path`, which lies below it, fit for a label.
    static func relative(_ path: String, to folder: String) -> String {
        let folder = trimmed(folder)
        let rest = path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
        return DisplayText.line(FilePath.shown(String(Substring(rest))))
    }

    /// Returns the folders from the top to `path`, which comes last.
    /// - Parameters:
    ///   - home: The user's own folder, which is a top; nil where it is not known.
    ///   - volumes: The other tops beside the root, with their names.
    public static func steps(to path: String, home: PathStep?, volumes: [PathStep] = []) -> [PathStep] {
        let path = trimmed(path)
        var tops = volumes.map { PathStep(name: $0.name, path: trimmed($0.path)) }
        if let home { tops.append(PathStep(name: home.name, path: trimmed(home.path))) }
        let above = tops.filter { $0.path == path || isBelow(path, $0.path) }
        let top = above.max { $0.path.utf8.count < $1.path.utf8.count } ?? PathStep(name: "/", path: "/")
        var steps = [top]
        guard path != top.path else { return steps }
        let rest = path.utf8.dropFirst(top.path == "/" ? 1 : top.path.utf8.count + 1)
        var reached = top.path == "/" ? "" : top.path
        for name in rest.split(separator: UInt8(ascii: "/")) {
            reached += "/" + String(Substring(name))
            steps.append(PathStep(name: self.name(of: reached), path: reached))
        }
        return steps
    }
}
