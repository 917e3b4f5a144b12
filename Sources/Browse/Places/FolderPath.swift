// Absolute paths of folders as the sidebar and the path bar compare and divide them.
public import Photos

/// A folder above the shown one, or that folder itself.
public struct PathStep: Hashable, Sendable {
    /// The folder's name, fit for a label.
    public let name: String
    /// The folder's absolute path.
    public let path: FilePath

    public init(name: String, path: FilePath) {
        self.name = name
        self.path = path
    }
}

/// Comparison and division of absolute paths. Nothing is looked up in the file system.
public enum FolderPath {
    /// Returns the last name of a path, fit for a label; a slash for the root.
    public static func name(of path: FilePath) -> String {
        let name = path.trimmed.name
        return name.text.isEmpty ? "/" : DisplayText.line(name.shown)
    }

    /// Returns whether `path` lies below `folder`, at any depth, and is not `folder` itself.
    public static func isBelow(_ path: FilePath, _ folder: FilePath) -> Bool {
        path.relative(to: folder.trimmed) != nil
    }

    /// Returns the folders from the top to `path`, which comes last.
    /// - Parameters:
    ///   - home: The user's own folder, which is a top; nil where it is not known.
    ///   - volumes: The other tops beside the root, with their names.
    public static func steps(to path: FilePath, home: PathStep?, volumes: [PathStep] = []) -> [PathStep] {
        let path = path.trimmed
        var tops = volumes.map { PathStep(name: $0.name, path: $0.path.trimmed) }
        if let home { tops.append(PathStep(name: home.name, path: home.path.trimmed)) }
        let above = tops.filter { $0.path == path || isBelow(path, $0.path) }
        let top = above.max { $0.path.text.utf8.count < $1.path.text.utf8.count } ?? PathStep(name: "/", path: "/")
        var steps = [top]
        var reached = top.path
        for name in path.relative(to: top.path)?.names ?? [] {
            reached = reached.appending(name)
            steps.append(PathStep(name: self.name(of: reached), path: reached))
        }
        return steps
    }
}
