// What keeps the decode processes from everything but decoding.
import CChannel
public import Photos

/// What is in force of the confinement of a decode process.
public struct Confinement: Hashable, Sendable {
    /// A filter of system calls (seccomp).
    public let isFiltered: Bool
    /// Landlock.
    public let isLandlocked: Bool
    /// An empty root and name spaces of its own, which stand behind the other two.
    public let hasEmptyRoot: Bool

    init(bits: Int) {
        isFiltered = bits & Int(TESSERA_FORK_CONFINED_BY_FILTER.rawValue) != 0
        isLandlocked = bits & Int(TESSERA_FORK_CONFINED_BY_LANDLOCK.rawValue) != 0
        hasEmptyRoot = bits & Int(TESSERA_FORK_CONFINED_BY_ROOT.rawValue) != 0
    }

    /// What the kernel lacks, as a part of a sentence about the pictures; nil where it lacks nothing.
    public var lack: Message? {
        switch (isFiltered, isLandlocked) {
        case (true, true): nil
        case (true, false): Message("Pictures are opened in a weaker sandbox: the kernel has no Landlock.")
        case (false, true): Message("Pictures are opened in a weaker sandbox: the kernel has no seccomp.")
        case (false, false):
            Message("Pictures are opened without a sandbox: the kernel has neither seccomp nor Landlock.")
        }
    }
}
