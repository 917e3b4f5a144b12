// The name extensions of video files.

/// Recognition of video files by name. Videos are listed and have tiles; another program plays them.
public enum VideoFile {
    /// Extensions in lower case, from shared-mime-info's `video/*`, without those of playlists and subtitles, and
    /// without `ts`, under which source files are more frequent than MPEG transport streams.
    public static let extensions: Set<String> = [
        "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "insv", "m2t", "m2ts", "m4v", "mkv", "mov", "mp4",
        "mpe", "mpeg", "mpg", "mts", "mxf", "ogm", "ogv", "qt", "vob", "webm", "wmv",
    ]

    /// Returns whether a file of this name, or at this path, counts as a video.
    public static func covers(_ name: String) -> Bool {
        FilePath.nameExtension(of: name).map(extensions.contains) ?? false
    }
}

extension ImageLocation {
    /// Whether the photo is a video in a file. The picture of it is a thumbnail.
    public var isVideo: Bool {
        guard case .file(let path) = self else { return false }
        return VideoFile.covers(path.text)
    }
}

extension Photo {
    /// Whether it is a video, as its listing says. Another program plays it.
    public var isVideo: Bool { if case .video = badge { true } else { false } }
}
